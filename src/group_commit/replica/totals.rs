//! What the replica has done and what its transactions waited for.

use crate::sim::SimTime;

/// What holds a transaction up on a replica.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Cause {
    /// A transaction that it depends on has not ended; in optimistic mode, all before one that waited on the source.
    Dependency,
    /// Every worker is taken, or the one that gets it has to be woken.
    Worker,
    /// Every core is taken.
    Core,
    /// An earlier transaction holds a row.
    RowLock,
    /// Transactions before it have not committed.
    CommitOrder,
    /// The fsyncs of its group, and the wait for them to begin.
    Fsync,
}

impl Cause {
    /// All causes, by their numbers.
    pub const ALL: [Cause; 6] =
        [Cause::Dependency, Cause::Worker, Cause::Core, Cause::RowLock, Cause::CommitOrder, Cause::Fsync];

    /// The cause as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Dependency => "dependency",
            Cause::Worker => "worker",
            Cause::Core => "core",
            Cause::RowLock => "row-lock",
            Cause::CommitOrder => "commit-order",
            Cause::Fsync => "fsync",
        }
    }
}

/// Nanoseconds waited, by cause.
///
/// A transaction waits for a dependency or a worker only while it is the next in line: those behind it wait for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waits([u64; Cause::ALL.len()]);

impl Waits {
    /// Nanoseconds waited for `cause`.
    pub fn ns(&self, cause: Cause) -> u64 {
        self.0[cause as usize]
    }

    /// Nanoseconds waited for anything.
    pub fn total_ns(&self) -> u64 {
        self.0.iter().sum()
    }

    /// What was waited for longest; `None` if nothing was.
    pub fn longest(&self) -> Option<Cause> {
        let longest =
            Cause::ALL.into_iter().max_by_key(|&cause| (self.ns(cause), Cause::ALL.len() - cause as usize));
        longest.filter(|&cause| self.ns(cause) > 0)
    }

    pub(super) fn add(&mut self, cause: Cause, ns: u64) {
        self.0[cause as usize] += ns;
    }

    pub(super) fn add_all(&mut self, other: &Waits) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, ns)| *sum += ns);
    }
}

/// What the replica has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReplicaTotals {
    /// Transactions that were handed to the link.
    pub received: u64,
    /// Transactions committed.
    pub applied: u64,
    /// Groups: batches that shared the last fsync, or the moment of commit where nothing is synced.
    pub groups: u64,
    /// Fsyncs of the redo log.
    pub redo_fsyncs: u64,
    /// Fsyncs of its own binlog.
    pub binlog_fsyncs: u64,
    /// Times that a transaction was rolled back and applied again.
    pub retries: u64,
    /// Transactions that began beside one that changes the same index entry, if they are counted.
    pub collisions: u64,
    /// What committed transactions waited for.
    pub waits: Waits,
    /// When the first transaction was committed.
    pub first_commit: Option<SimTime>,
    /// When the last one was.
    pub last_commit: SimTime,
    /// Processor time used, all cores together.
    pub cpu_busy_ns: u64,
}
