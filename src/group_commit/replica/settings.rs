//! What a replica is: how many workers, which transactions they may run side by side, and what its commits cost.

use std::rc::Rc;

use super::super::{TrackingSettings, Workload};
use crate::sim::SimTime;

/// Workers that a replica may have at most.
pub const MAX_WORKERS: u32 = 1_024;

/// Which transactions may run side by side on a replica.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParallelMode {
    /// One thread reads the log, applies it and commits it.
    Serial,
    /// A transaction may start when all up to its `last_committed` are committed (MySQL).
    LogicalClock,
    /// Transactions of different schemas run side by side, those of one schema one after another (MySQL's `DATABASE`).
    Schema,
    /// Transactions of one group of the source run side by side (MariaDB). Commits are always in order.
    Conservative,
    /// All run side by side; whoever meets a row of an earlier transaction waits or is rolled back (MariaDB). Commits are always
    /// in order.
    Optimistic,
}

/// A replica's figures.
#[derive(Debug, Clone)]
pub struct ReplicaSettings {
    /// Where the rows of a transaction are looked up, for conflicts.
    pub workload: Rc<Workload>,
    /// Which transactions may run side by side.
    pub mode: ParallelMode,
    /// Workers, up to [`MAX_WORKERS`]; with 0 one thread does everything.
    pub workers: u32,
    /// Processors, at least 1. As many as workers or more are as good as no limit.
    pub cores: u32,
    /// Whether transactions become visible in the order of the source's binlog.
    pub preserve_commit_order: bool,
    /// Seed of the lengths of fsyncs.
    pub seed: u64,
    /// How long an fsync takes.
    pub fsync_ns: u64,
    /// How much shorter or longer each of them may be, in percent; drawn evenly.
    pub fsync_spread_pct: u64,
    /// Fsyncs of a group: 0 (nothing is synced), 1 (the redo log), 2 (the redo log, then a binlog of its own).
    pub fsyncs_per_group: u32,
    /// How long the leader of a group waits for others before the last fsync.
    pub delay_ns: u64,
    /// The wait ends early when so many wait together; 0 for never.
    pub no_delay_count: u64,
    /// What a wait takes longer than it should: a real sleep oversleeps.
    pub delay_overhead_ns: u64,
    /// What it takes to wake a thread that waits: the worker whose turn it is to commit, the leader of the next group, a worker
    /// that gets a transaction after it had none, or a row that another one had.
    pub hand_over_ns: u64,
    /// How often a transaction that was rolled back is tried again at once; after that, when all before it are committed.
    pub retries: u32,
    /// Latency of the link from the source.
    pub link_latency_ns: u64,
    /// Bandwidth of the link in bytes a second.
    pub link_bytes_per_s: u64,
    /// When the replica begins to apply; it receives from the start.
    pub starts_at: SimTime,
    /// When the replica crashes, if it does.
    pub crash_at: Option<SimTime>,
    /// Lanes and single transactions are recorded from the first one on that was committed on the source at this time or later.
    pub watch_from: SimTime,
    /// Whether the replica writes a binlog of its own that somebody takes: [`super::Replica::take_binlog`].
    pub keeps_binlog: bool,
    /// How it tracks dependencies there.
    pub tracking: TrackingSettings,
    /// Whether transactions are counted that run beside one that changes the same index entry.
    pub counts_collisions: bool,
}

impl ReplicaSettings {
    /// A replica as MySQL 8 sets it up, on hardware without a price: logical clock, four workers, commits in order, two fsyncs a
    /// group that take no time, a link that takes none.
    pub fn new(workload: Rc<Workload>) -> Self {
        Self {
            workload,
            mode: ParallelMode::LogicalClock,
            workers: 4,
            cores: MAX_WORKERS,
            preserve_commit_order: true,
            seed: 1,
            fsync_ns: 0,
            fsync_spread_pct: 0,
            fsyncs_per_group: 2,
            delay_ns: 0,
            no_delay_count: 0,
            delay_overhead_ns: 0,
            hand_over_ns: 0,
            retries: 10,
            link_latency_ns: 0,
            link_bytes_per_s: u64::MAX,
            starts_at: SimTime(0),
            crash_at: None,
            watch_from: SimTime(0),
            keeps_binlog: false,
            tracking: TrackingSettings::default(),
            counts_collisions: false,
        }
    }

    /// Whether one thread does everything.
    pub fn is_serial(&self) -> bool {
        self.workers == 0 || self.mode == ParallelMode::Serial
    }

    /// Threads that apply.
    pub(super) fn threads(&self) -> usize {
        if self.is_serial() { 1 } else { self.workers.min(MAX_WORKERS) as usize }
    }

    /// Whether commits happen in the order of the source's binlog.
    pub(super) fn commits_in_order(&self) -> bool {
        let always = matches!(self.mode, ParallelMode::Conservative | ParallelMode::Optimistic);
        self.preserve_commit_order || always
    }

    /// Whether rows are locked one after another and transactions meet there.
    pub(super) fn locks_rows(&self) -> bool {
        self.mode == ParallelMode::Optimistic && !self.is_serial()
    }
}
