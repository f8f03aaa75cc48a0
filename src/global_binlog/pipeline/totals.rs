//! What a run amounts to.

use crate::global_binlog::workload::Shape;
use crate::sim::SimTime;

/// Where a pipeline works, in the order in which a transaction passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// The link from a node.
    Link,
    /// First-level sort of a node.
    Sort,
    /// A merge.
    Merge,
    /// Collectors.
    Collect,
    /// Writer of a stream.
    Write,
    /// Downstream consumer.
    Consume,
}

impl Stage {
    /// All stages, by their numbers.
    pub const ALL: [Stage; 6] =
        [Stage::Link, Stage::Sort, Stage::Merge, Stage::Collect, Stage::Write, Stage::Consume];

    /// The stage as documents spell it.
    pub fn name(self) -> &'static str {
        ["link", "sort", "merge", "collect", "write", "consume"][self as usize]
    }
}

/// Where memory is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum MemoryPlace {
    /// In transactions that are being read or not committed yet.
    Receiving,
    /// In committed transactions that a hole holds back.
    Holes,
    /// In queues before a merge.
    Queued,
    /// Between merge and file.
    Sending,
}

impl MemoryPlace {
    /// All places, by their numbers.
    pub const ALL: [MemoryPlace; 4] =
        [MemoryPlace::Receiving, MemoryPlace::Holes, MemoryPlace::Queued, MemoryPlace::Sending];

    /// The place as documents spell it.
    pub fn name(self) -> &'static str {
        ["receiving", "holes", "queued", "sending"][self as usize]
    }
}

/// Why memory was short: what held most of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryCause {
    /// One huge transaction.
    BigTransaction,
    /// A hole in a node's log.
    Hole,
    /// A merge that waits for a node.
    MergeInput,
    /// Writers or collectors that do not keep up.
    Writer,
    /// Nothing alone.
    Spread,
}

impl MemoryCause {
    /// The cause as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            MemoryCause::BigTransaction => "big-transaction",
            MemoryCause::Hole => "hole",
            MemoryCause::MergeInput => "merge-input",
            MemoryCause::Writer => "writer",
            MemoryCause::Spread => "spread",
        }
    }
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Every transaction is in the global binlog.
    Written,
    /// A node without anything to say holds the rest back for ever.
    Stalled,
    /// Memory ran out.
    OutOfMemory {
        /// When.
        at: SimTime,
        /// What held most of it.
        cause: MemoryCause,
    },
}

/// What a run amounts to. Arrays go by [`Stage`] or [`MemoryPlace`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PipelineTotals {
    /// Transactions that the nodes committed, heartbeats not counted; the parts of an unordered one count by themselves.
    pub committed: u64,
    /// Those of them that are in the global binlog.
    pub written: u64,
    /// Distributed ones among the written.
    pub distributed: u64,
    /// Single-shard ones among the written.
    pub single_shard: u64,
    /// Parts of unordered ones among the written.
    pub unordered_parts: u64,
    /// Heartbeats that passed the merge.
    pub heartbeats: u64,
    /// What the nodes wrote, as far as it was read.
    pub read: Shape,
    /// What the global binlog holds.
    pub output: Shape,
    /// Files that were begun.
    pub files: u64,
    /// Flushes.
    pub flushes: u64,
    /// Transactions whose rows went to more than one stream.
    pub split_transactions: u64,
    /// When the last transaction was written.
    pub last_written: SimTime,
    /// When the run ended.
    pub ended: SimTime,
    /// Largest amount of memory in use.
    pub peak_memory_bytes: u64,
    /// The same by place, each at its own time.
    pub peak_memory_by_place: [u64; 4],
    /// Bytes of events that went to the spill store.
    pub spilled_bytes: u64,
    /// Memory in use when the first event was spilled, and when that was.
    pub first_spill: Option<(SimTime, u64)>,
    /// Times that a hole held a node's log.
    pub holes: u64,
    /// The longest of these times.
    pub longest_hole_ns: u64,
    /// Time that the busiest server of a stage was busy; of the collectors, which share one queue, their average.
    pub busy_ns: [u64; 6],
    /// Of the delays of all written transactions, how much passed where: link and reading, hole, merge input, merge, collect, write.
    pub delay_by_cause_ns: [u64; 6],
    /// How long merges waited for each node, by nodes.
    pub held_back_ns: Vec<u64>,
    /// The huge transaction: from committed until the last merge had passed all of it on; nothing before it is written.
    pub big_sorted_ns: Option<u64>,
    /// The same until written.
    pub big_written_ns: Option<u64>,
    /// The longest of these times over all written transactions.
    pub longest_sorted_ns: u64,
    /// The longest from committed until written.
    pub longest_written_ns: u64,
    /// The longest delay of all: also of what was not written when the run ended.
    pub peak_delay_ns: u64,
    /// The longest from written until the consumer had it.
    pub longest_consumed_ns: u64,
    /// Largest number of records that stood unread in a node's log.
    pub peak_unread_records: u64,
}
