//! The search for the highest throughput that a replica can follow.
//!
//! A load is a number of clients, or of arrivals a second. Loads 1, 2, 4, 8 ... up to the ceiling are tried first, because more
//! load need not be worse: larger groups on the source can make a replica faster. Then the gap between the best load that the
//! replica follows and the next one that it does not is halved until it is less than a hundredth of the load (or one client):
//!
//! | trial | clients | TPS | replica follows |
//! |---|---|---|---|
//! | 1 to 5 | 1, 2, 4, 8, 16 | 300, 590, 1,140, 2,100, 3,400 | yes, yes, yes, yes, no |
//! | 6 | 12 | 2,800 | yes |
//! | 7 | 14 | 3,100 | no |
//! | 8 | 13 | 2,950 | yes |
//!
//! The answer is the highest throughput among the loads that it followed, here 2,950 TPS with 13 clients.

/// Parts of a load that make no difference.
const RESOLUTION: u64 = 128;

/// What became of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The load.
    pub load: u64,
    /// Transactions a second of the source, in thousandths.
    pub tps_thousandths: u64,
    /// Whether the replica followed.
    pub follows: bool,
}

/// Which loads were tried, and which is next.
#[derive(Debug, Clone)]
pub(super) struct Search {
    ceiling: u64,
    outcomes: Vec<Outcome>,
}

impl Search {
    /// A search among the loads from 1 to `ceiling`.
    pub(super) fn new(ceiling: u64) -> Self {
        Self { ceiling: ceiling.max(1), outcomes: Vec::new() }
    }

    /// What was tried, in the order of the trials.
    pub(super) fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// What a trial gave.
    pub(super) fn add(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
    }

    /// The highest throughput that the replica followed; the lighter load of two that gave the same.
    pub(super) fn best(&self) -> Option<Outcome> {
        let followed = self.outcomes.iter().filter(|outcome| outcome.follows).copied();
        followed.max_by_key(|outcome| (outcome.tps_thousandths, std::cmp::Reverse(outcome.load)))
    }

    /// Whether the best load is the heaviest that there is.
    pub(super) fn is_at_ceiling(&self) -> bool {
        self.best().is_some_and(|best| best.load == self.ceiling)
    }

    /// The load to try next; nothing when the search is over.
    pub(super) fn next(&self) -> Option<u64> {
        let grid = self.outcomes.len() as u32;
        if grid < self.grid_loads() {
            return Some(1_u64.checked_shl(grid).map_or(self.ceiling, |load| load.min(self.ceiling)));
        }
        let best = self.best()?.load;
        let too_much = self.outcomes.iter().filter(|outcome| !outcome.follows && outcome.load > best);
        let high = too_much.map(|outcome| outcome.load).min()?;
        // A load between them may be followed and yet give less: the gap is halved above it all the same.
        let followed = self.outcomes.iter().filter(|outcome| outcome.follows && outcome.load < high);
        let low = followed.map(|outcome| outcome.load).max()?;
        let gap = high - low;
        (gap > 1 && gap > low / RESOLUTION).then_some(low + gap / 2)
    }

    /// How many loads are tried before the gap is halved: powers of two, and the ceiling.
    fn grid_loads(&self) -> u32 {
        let powers = u64::BITS - self.ceiling.leading_zeros();
        if self.ceiling.is_power_of_two() { powers } else { powers + 1 }
    }

    /// About how many trials there are in all.
    pub(super) fn expected_trials(&self) -> u32 {
        let halvings = RESOLUTION.min(self.ceiling).ilog2();
        (self.grid_loads() + halvings).max(self.outcomes.len() as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches where the throughput is the load, and the replica follows as `follows` says.
    fn search(ceiling: u64, follows: impl Fn(u64) -> bool) -> Search {
        let mut search = Search::new(ceiling);
        while let Some(load) = search.next() {
            assert!(search.outcomes().iter().all(|outcome| outcome.load != load), "{load} is tried twice");
            search.add(Outcome { load, tps_thousandths: load, follows: follows(load) });
        }
        search
    }

    #[test]
    fn the_limit_is_found_within_a_hundredth_or_one_client() {
        for limit in [1, 2, 3, 47, 63, 64, 100, 1_000, 123_456] {
            for ceiling in [limit, limit + 1, 3 * limit, 1_000_000] {
                let found = search(ceiling, |load| load <= limit);
                let best = found.best().expect("one client is followed").load;
                assert!(
                    best <= limit && limit - best <= (best / RESOLUTION).max(1),
                    "{limit}, {ceiling}: {best}"
                );
                assert!(
                    found.outcomes().len() as u32 <= Search::new(ceiling).expected_trials(),
                    "{limit}, {ceiling}"
                );
                assert_eq!(found.is_at_ceiling(), best == ceiling);
            }
        }
    }

    #[test]
    fn a_replica_may_follow_a_heavy_load_and_not_a_light_one() {
        let found = search(64, |load| (10..40).contains(&load));
        assert_eq!(found.best().map(|best| best.load), Some(39));
        assert_eq!(search(64, |_| false).best(), None);
        let all = search(48, |_| true);
        assert_eq!((all.best().map(|best| best.load), all.outcomes().len()), (Some(48), 7));
    }

    #[test]
    fn a_heavier_load_that_gives_less_is_not_the_answer() {
        let mut search = Search::new(16);
        while let Some(load) = search.next() {
            let tps = if load > 5 { 4 } else { load };
            search.add(Outcome { load, tps_thousandths: tps, follows: load < 12 });
        }
        assert_eq!(search.best().map(|best| best.load), Some(4));
    }
}
