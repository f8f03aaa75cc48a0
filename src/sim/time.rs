//! Virtual time in whole nanoseconds.

use std::ops::{Add, Sub};

/// Nanoseconds of a microsecond.
pub const MICROSECOND: u64 = 1_000;
/// Nanoseconds of a millisecond.
pub const MILLISECOND: u64 = 1_000_000;
/// Nanoseconds of a second.
pub const SECOND: u64 = 1_000_000_000;

/// A point in virtual time: nanoseconds since the start of the run. 2^64 of them are 584 years.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SimTime(pub u64);

impl SimTime {
    /// Whole microseconds since the start.
    pub fn us(self) -> u64 {
        self.0 / MICROSECOND
    }
}

impl Add<u64> for SimTime {
    type Output = Self;

    /// The point `duration_ns` later; the end of time if that is beyond it.
    fn add(self, duration_ns: u64) -> Self {
        Self(self.0.saturating_add(duration_ns))
    }
}

impl Sub for SimTime {
    type Output = u64;

    /// Nanoseconds from `earlier` to here; 0 if it is later.
    fn sub(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// `amount * numerator / denominator`, rounded up, for costs as integer ratios; the end of time if that is beyond it, or the
/// denominator is 0.
///
/// ```
/// use redo_lab::sim::{SECOND, scaled_ns};
/// assert_eq!(scaled_ns(1_000_000, SECOND, 250_000_000), 4_000_000, "1 MB at 250 MB a second: 4 ms");
/// ```
pub fn scaled_ns(amount: u64, numerator: u64, denominator: u64) -> u64 {
    if amount == 0 {
        return 0;
    }
    if denominator == 0 {
        return u64::MAX;
    }
    let scaled = (u128::from(amount) * u128::from(numerator)).div_ceil(u128::from(denominator));
    u64::try_from(scaled).unwrap_or(u64::MAX)
}
