//! Sums of a run.

use crate::sim::SimTime;

/// Why groups stopped taking transactions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClosedGroups {
    /// The leader's wait was over.
    pub delay: u64,
    /// Enough transactions had come.
    pub count: u64,
    /// Somebody needed a row that one of the group had locked.
    pub row_lock: u64,
    /// The leader did not wait.
    pub no_wait: u64,
}

/// Why a group stopped taking transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    Delay,
    Count,
    RowLock,
    NoWait,
}

impl ClosedGroups {
    pub(super) fn add(&mut self, closing: Closing) {
        let counter = match closing {
            Closing::Delay => &mut self.delay,
            Closing::Count => &mut self.count,
            Closing::RowLock => &mut self.row_lock,
            Closing::NoWait => &mut self.no_wait,
        };
        *counter += 1;
    }
}

/// Sums of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SourceTotals {
    /// Transactions that were committed.
    pub transactions: u64,
    /// Of these, how many were committed before the run's duration was over. Divided by [`SourceTotals::measured_ns`] they are
    /// the transactions a second.
    pub in_time: u64,
    /// When the last transaction was committed.
    pub last_committed_at: SimTime,
    /// The run's duration, or the time of the last commit if that came earlier.
    pub measured_ns: u64,
    /// Groups in the binlog.
    pub groups: u64,
    /// Why they were closed.
    pub closed: ClosedGroups,
    /// Fsyncs of the redo log.
    pub redo_fsyncs: u64,
    /// Fsyncs of the binlog.
    pub binlog_fsyncs: u64,
    /// Transactions that waited for a row.
    pub row_lock_waits: u64,
    /// How long they waited, all together.
    pub row_lock_wait_ns: u64,
    /// Processor time of all transactions that were executed.
    pub cpu_busy_ns: u64,
}

impl SourceTotals {
    /// Transactions a second in thousandths: those committed in time over the measured time. A run whose first commit comes after its
    /// duration has no other measure than all of them over the time of the last.
    pub fn tps_thousandths(&self) -> u64 {
        if self.in_time > 0 {
            return self.per_s_thousandths(self.in_time);
        }
        Self { measured_ns: self.last_committed_at.0, ..*self }.per_s_thousandths(self.transactions)
    }

    /// `amount` a second of the measured time, in thousandths; 0 of no time.
    pub fn per_s_thousandths(&self, amount: u64) -> u64 {
        let numerator = u128::from(amount) * u128::from(1_000 * crate::sim::SECOND);
        numerator.checked_div(u128::from(self.measured_ns)).unwrap_or(0) as u64
    }
}
