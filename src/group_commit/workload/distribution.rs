//! Which rows the transactions of a workload prefer.

use crate::base::random;

/// Which rows are changed how often.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum KeyDistribution {
    /// All alike.
    #[default]
    Uniform,
    /// Sysbench's `special`: a quarter of the draws are the mean of twelve uniform ones, the rest are uniform in the middle 1 %.
    Special,
    /// A few rows take half of all changes, the others share the rest.
    Hot {
        /// How many of all rows are hot; at least 1.
        rows: u64,
    },
}

impl KeyDistribution {
    /// A number below `rows`, from 64 random bits; the hot rows are shared by `schemas`.
    #[inline]
    pub(super) fn draw(self, bits: u64, rows: u64, schemas: u64) -> u64 {
        match self {
            KeyDistribution::Uniform => random::below(bits, rows),
            KeyDistribution::Special => special(bits, rows),
            KeyDistribution::Hot { rows: hot } => {
                let hot = (hot / schemas).clamp(1, rows);
                let (first, others) = (bits >> 63 == 0, rows - hot);
                if first || others == 0 {
                    random::below(bits << 1, hot)
                } else {
                    hot + random::below(bits << 1, others)
                }
            }
        }
    }
}

/// Sysbench's `special` distribution, from 64 random bits.
fn special(bits: u64, rows: u64) -> u64 {
    if bits >> 62 != 0 {
        let middle = (rows / 100).max(1);
        return (rows - middle) / 2 + random::below(random::at(bits, 0), middle);
    }
    // The mean of twelve numbers of 32 bits.
    let sum: u64 =
        (0..6).map(|draw| random::at(bits, draw)).map(|two| (two >> 32) + (two & 0xFFFF_FFFF)).sum();
    ((u128::from(sum) * u128::from(rows)) / (12 << 32)) as u64
}
