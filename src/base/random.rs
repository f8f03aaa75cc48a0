//! Seeded random streams: integers only, so that every machine draws the same numbers.
//!
//! Two kinds are needed. A [`Stream`] is drawn from in order. [`at`] gives the number that belongs to a position without
//! drawing those before it, so that any row of a large table can be made alone: `at(seed, 7)` is the same value whether
//! row 6 was ever made or not. [`Exponential`] turns random bits into times between events that do not remember one another.

/// The number that belongs to position `index` of the random sequence `seed` (SplitMix64's output function).
pub fn at(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number below `bound` from 64 random bits, without division (Lemire's multiply-shift; its bias is below `bound / 2^64`).
pub fn below(random: u64, bound: u64) -> u64 {
    ((u128::from(random) * u128::from(bound)) >> 64) as u64
}

/// A random stream that is drawn from in order (SplitMix64).
#[derive(Debug, Clone)]
pub struct Stream {
    seed: u64,
    drawn: u64,
}

impl Stream {
    /// The stream named `name` of the experiment's `seed`; different names give independent streams.
    pub fn new(seed: u64, name: &str) -> Self {
        let mut mixed = at(seed, 0);
        for byte in name.bytes() {
            mixed = at(mixed, u64::from(byte));
        }
        Self { seed: mixed, drawn: 0 }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let value = at(self.seed, self.drawn);
        self.drawn += 1;
        value
    }

    /// The next number from 0 to `bound` - 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        below(self.next_u64(), bound)
    }
}

/// Times between events that happen at random: exponentially distributed with a given mean, from integers only.
///
/// For a random number u between 0 and 1 such a time is `-ln(u) x mean`. The logarithm to base 2 of a 64-bit number is the
/// place of its highest bit and, for the bits behind it, a table with straight lines between its entries. That is exact to
/// 3 parts in a million, and the same on every machine.
///
/// ```
/// use redo_lab::base::random::Exponential;
/// let gap = Exponential::new(1_000_000);
/// // Half of all times are longer than mean x ln(2).
/// assert_eq!(gap.time_of(1 << 63), 693_147);
/// assert_eq!(gap.time_of(u64::MAX), 0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exponential {
    /// The mean times ln(2), in 1/65,536 of its unit.
    scale: u64,
}

impl Exponential {
    /// Times of `mean` on average, in any unit; below 2^44.
    pub fn new(mean: u64) -> Self {
        // ln(2) is 0.69314718056, here in 1/2^32.
        let scale = (u128::from(mean) * 2_977_044_472) >> 16;
        Self { scale: scale as u64 }
    }

    /// The time that belongs to 64 random bits, rounded.
    pub fn time_of(self, random: u64) -> u64 {
        // 64 less the logarithm of a number from 1 to 2^64 - 1, in 1/2^32.
        let below = (64 << LOG2_BITS) - log2(random | 1);
        ((u128::from(below) * u128::from(self.scale) + (1 << 47)) >> 48) as u64
    }
}

/// Bits behind the point of a logarithm.
const LOG2_BITS: u32 = 32;
/// Pieces of the table, as a power of two.
const PIECE_BITS: u32 = 8;
/// log2(1 + i / 256) for i from 0 to 256, in 1/2^32.
const LOG2_TABLE: [u64; (1 << PIECE_BITS) + 1] = log2_table();

/// The logarithm of `number` (not 0) to base 2, in 1/2^32.
fn log2(number: u64) -> u64 {
    let highest = 63 - number.leading_zeros();
    // The bits behind the highest one, which is shifted out.
    let fraction = if highest == 0 { 0 } else { number << (64 - highest) };
    let piece = (fraction >> (64 - PIECE_BITS)) as usize;
    let in_piece = fraction << PIECE_BITS >> LOG2_BITS;
    let (from, to) = (LOG2_TABLE[piece], LOG2_TABLE[piece + 1]);
    (u64::from(highest) << LOG2_BITS) + from + (((to - from) * in_piece) >> LOG2_BITS)
}

/// Bit by bit: squaring a number doubles its logarithm, and where the square reaches 2 the next bit is 1.
const fn log2_table() -> [u64; (1 << PIECE_BITS) + 1] {
    let mut table = [0; (1 << PIECE_BITS) + 1];
    let mut index = 0;
    while index < 1 << PIECE_BITS {
        // From 1 to 2, in 1/2^62.
        let mut square: u128 = (1 << 62) + ((index as u128) << (62 - PIECE_BITS));
        let mut bit = LOG2_BITS;
        while bit > 0 {
            bit -= 1;
            square = (square * square) >> 62;
            if square >= 1 << 63 {
                square >>= 1;
                table[index] |= 1 << bit;
            }
        }
        index += 1;
    }
    table[index] = 1 << LOG2_BITS;
    table
}

/// The server's `RAND(seed)`: the two-register generator behind the reference data (bulk-load log facts, section 1).
///
/// ```
/// use redo_lab::base::random::ServerRand;
/// let mut rand = ServerRand::new(1);
/// // ROUND(1000000 * RAND(1)) of the first three rows.
/// assert_eq!([rand.scaled(1_000_000), rand.scaled(1_000_000), rand.scaled(1_000_000)], [405404, 871614, 141860]);
/// ```
#[derive(Debug, Clone)]
pub struct ServerRand {
    first: u64,
    second: u64,
}

impl ServerRand {
    /// Numbers are drawn below this; `scaled(MAX)` gives the drawn number itself.
    pub const MAX: u64 = 0x3FFF_FFFF;

    /// The generator that `RAND(seed)` starts.
    pub fn new(seed: u64) -> Self {
        let wrap = |value: u64| (value & 0xFFFF_FFFF) % Self::MAX;
        Self {
            first: wrap(seed.wrapping_mul(0x10001).wrapping_add(55_555_555)),
            second: wrap(seed.wrapping_mul(0x1000_0001)),
        }
    }

    /// `ROUND(range * RAND())`, from 0 to `range`.
    pub fn scaled(&mut self, range: u64) -> u64 {
        self.first = (3 * self.first + self.second) % Self::MAX;
        self.second = (self.first + self.second + 33) % Self::MAX;
        (2 * range * self.first + Self::MAX) / (2 * Self::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_exact_to_three_parts_in_a_million() {
        for index in 0..10_000 {
            let number = at(5, index) >> (index % 64) | 1;
            let exact = (number as f64).log2();
            let found = log2(number) as f64 / (1_u64 << LOG2_BITS) as f64;
            assert!((exact - found).abs() < 3e-6, "{number}: {found} instead of {exact}");
        }
        assert_eq!([1, 2, 1 << 63].map(log2), [0, 1 << 32, 63 << 32]);
    }

    #[test]
    fn exponential_times_have_the_mean_the_spread_and_the_tail_that_they_should() {
        let (mean, count) = (1_000_000, 1_000_000_u64);
        let gap = Exponential::new(mean);
        let times: Vec<u64> = (0..count).map(|index| gap.time_of(at(3, index))).collect();
        let sum: u64 = times.iter().sum();
        assert!((sum / count).abs_diff(mean) < mean / 200);
        let squares: u128 = times.iter().map(|&time| u128::from(time) * u128::from(time)).sum();
        let expected = 2 * u128::from(mean) * u128::from(mean);
        assert!((squares / u128::from(count)).abs_diff(expected) < expected / 100);
        // Of 1,000,000 times, 367,879 are longer than the mean, 135,335 than twice the mean, 18,316 than four times.
        for (times_mean, longer) in [(1, 367_879_u64), (2, 135_335), (4, 18_316)] {
            let found = times.iter().filter(|&&time| time > times_mean * mean).count() as u64;
            assert!(found.abs_diff(longer) < 2_000, "{found} instead of {longer}");
        }
    }
}
