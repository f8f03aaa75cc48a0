//! How long the fsyncs of a server take.
//!
//! No two fsyncs of a real disk take the same time. Here each is drawn evenly from a range about the mean. That matters more
//! than it seems to: two stages whose fsyncs all take the same time fall into step, and one microsecond of delay in one of them
//! breaks the step for good. With a mean of 2 ms and a spread of 15 % an fsync takes from 1.7 to 2.3 ms.

use crate::base::random;

/// The fsyncs of a server, one after another.
#[derive(Debug, Clone)]
pub(super) struct Fsyncs {
    shortest_ns: u64,
    /// Lengths that an fsync may have; with 1 all are equal.
    lengths: u64,
    stream: u64,
    drawn: u64,
}

impl Fsyncs {
    /// Fsyncs of `mean_ns` on average that are up to `spread_pct` percent shorter or longer, at most 100.
    pub(super) fn new(mean_ns: u64, spread_pct: u64, seed: u64) -> Self {
        let spread_ns = (u128::from(mean_ns) * u128::from(spread_pct.min(100)) / 100) as u64;
        Self {
            shortest_ns: mean_ns - spread_ns,
            lengths: spread_ns.saturating_mul(2).saturating_add(1),
            stream: random::at(seed, 0x6673_796E),
            drawn: 0,
        }
    }

    /// How long the next one takes.
    pub(super) fn next_ns(&mut self) -> u64 {
        if self.lengths == 1 {
            return self.shortest_ns;
        }
        self.drawn += 1;
        self.shortest_ns + random::below(random::at(self.stream, self.drawn), self.lengths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fsyncs_fill_the_range_about_their_mean_evenly() {
        let mut fsyncs = Fsyncs::new(1_000, 20, 1);
        let drawn: Vec<u64> = (0..10_000).map(|_| fsyncs.next_ns()).collect();
        assert!(drawn.iter().all(|ns| (800..=1_200).contains(ns)));
        assert!(drawn.iter().sum::<u64>().abs_diff(10_000_000) < 30_000);
        assert!(drawn.iter().filter(|ns| **ns < 900).count().abs_diff(2_500) < 150);
        let mut equal = Fsyncs::new(1_000, 0, 1);
        assert!((0..100).all(|_| equal.next_ns() == 1_000));
    }
}
