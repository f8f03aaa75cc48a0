//! How much parallelism a binlog holds: steps, widths, the critical path.
//!
//! Suppose that every transaction takes one step, and a replica starts them in the order of the binlog: transaction `n` comes in
//! the earliest step that is
//!
//! - not before that of transaction `n - 1`,
//! - after that of its `last_committed`, and with it of all before,
//! - after that of transaction `n - workers`: no more than `workers` in one step.
//!
//! *Worked example.* Eight transactions, committed on the source in the groups {1, 2} {3} {4, 5} {6} {7, 8}. By commit order each
//! depends on the group before: five steps, however many workers there are. Their rows are a, b, c, a, b, c, d, a. By write sets
//! 4, 5 and 6 depend on 1, 2 and 3, and 8 on 4; 7 on nobody: three steps, four with two workers.
//!
//! ```
//! use redo_lab::group_commit::Schedule;
//!
//! let steps = |last_committed: [u64; 8]| {
//!     let mut schedule = Schedule::new(&[2, 4]);
//!     for (before, parent) in last_committed.into_iter().enumerate() {
//!         schedule.push(before as u64 + 1, parent);
//!     }
//!     (schedule.critical_path(), schedule.steps(4), schedule.steps(2))
//! };
//! assert_eq!(steps([0, 0, 2, 3, 3, 5, 6, 6]), (5, Some(5), Some(5)));
//! assert_eq!(steps([0, 0, 0, 1, 2, 3, 0, 4]), (3, Some(3), Some(4)));
//! ```
//!
//! With workers without limit, the number of steps is the longest chain of dependencies: the critical path, below which no
//! replica can get. Because steps never go back, all of this is counted in passing: nothing is kept of a transaction but the
//! number of the first one in the current step.

use crate::sim::{Samples, SimTime};

/// Numbers of workers that every schedule is counted for.
pub const WORKERS: [u64; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// Counts the steps of a number of workers.
#[derive(Debug, Clone, Copy)]
struct Steps {
    workers: u64,
    /// Steps so far, the current one included.
    steps: u64,
    /// The first transaction of the current step.
    first: u64,
    /// Transactions in the current step.
    width: u64,
}

impl Steps {
    fn new(workers: u64) -> Self {
        Self { workers, steps: 0, first: 0, width: 0 }
    }

    /// Puts a transaction into its step; returns the width of the step before if it ended.
    #[inline]
    fn push(&mut self, sequence: u64, last_committed: u64) -> Option<u64> {
        if self.width > 0 && self.width < self.workers && last_committed < self.first {
            self.width += 1;
            return None;
        }
        let ended = (self.steps > 0).then_some(self.width);
        self.steps += 1;
        self.first = sequence;
        self.width = 1;
        ended
    }
}

/// A curve of steps: equal numbers of steps are taken together where there are many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Widths {
    /// Steps of a point; the last point may have fewer.
    pub steps_a_point: u64,
    /// Transactions of a step on average, in hundredths, from the first step on.
    pub hundredths: Vec<u64>,
}

/// The schedule of a binlog, counted as it is read.
#[derive(Debug, Clone)]
pub struct Schedule {
    transactions: u64,
    limited: Vec<Steps>,
    unlimited: Steps,
    widest: u64,
    /// Transactions by step, of the steps that have ended.
    widths: Samples,
}

impl Schedule {
    /// A schedule without transactions, counted for [`WORKERS`] and for these numbers of workers; 0 counts as 1.
    pub fn new(workers: &[u64]) -> Self {
        let mut numbers = WORKERS.to_vec();
        numbers.extend(workers.iter().map(|&number| number.max(1)));
        numbers.sort_unstable();
        numbers.dedup();
        Self {
            transactions: 0,
            limited: numbers.into_iter().map(Steps::new).collect(),
            unlimited: Steps::new(u64::MAX),
            widest: 0,
            widths: Samples::amount(1),
        }
    }

    /// The next transaction of the binlog; sequence numbers rise.
    pub fn push(&mut self, sequence: u64, last_committed: u64) {
        self.transactions += 1;
        for steps in &mut self.limited {
            steps.push(sequence, last_committed);
        }
        if let Some(width) = self.unlimited.push(sequence, last_committed) {
            self.widths.add(SimTime(self.unlimited.steps - 2), width);
        }
        self.widest = self.widest.max(self.unlimited.width);
    }

    /// Transactions so far.
    pub fn transactions(&self) -> u64 {
        self.transactions
    }

    /// Transactions of the longest chain in which each waits for the one before.
    pub fn critical_path(&self) -> u64 {
        self.unlimited.steps
    }

    /// Steps with so many workers, if they were counted.
    pub fn steps(&self, workers: u64) -> Option<u64> {
        self.limited.iter().find(|steps| steps.workers == workers.max(1)).map(|steps| steps.steps)
    }

    /// How many times fewer steps each counted number of workers takes than one worker, in hundredths.
    pub fn speed_ups(&self) -> Vec<(u64, u64)> {
        self.limited.iter().map(|steps| (steps.workers, self.speed_up(steps.steps))).collect()
    }

    /// The best speed-up, in hundredths: transactions of a step on average, with workers without limit.
    pub fn best_speed_up(&self) -> u64 {
        self.speed_up(self.critical_path())
    }

    fn speed_up(&self, steps: u64) -> u64 {
        (self.transactions * 100).checked_div(steps).unwrap_or(0)
    }

    /// The most transactions of one step, with workers without limit.
    pub fn widest(&self) -> u64 {
        self.widest
    }

    /// Transactions by step, with workers without limit.
    pub fn widths(&self) -> Widths {
        let mut widths = self.widths.clone();
        let steps = self.unlimited.steps;
        if steps > 0 {
            widths.add(SimTime(steps - 1), self.unlimited.width);
        }
        let steps_a_point = widths.interval_ns();
        let hundredths = widths.values().iter().zip(0..).map(|(&transactions, point)| {
            let steps_of_point = steps_a_point.min(steps - point * steps_a_point);
            transactions * 100 / steps_of_point
        });
        Widths { steps_a_point, hundredths: hundredths.collect() }
    }
}
