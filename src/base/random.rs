//! Seeded random streams: integers only, so that every machine draws the same numbers.
//!
//! Two kinds are needed. A [`Stream`] is drawn from in order. [`at`] gives the number that belongs to a position without
//! drawing those before it, so that any row of a large table can be made alone: `at(seed, 7)` is the same value whether
//! row 6 was ever made or not.

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
