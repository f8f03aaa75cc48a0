//! What a pipeline is made of, and what its work costs.

use crate::global_binlog::workload::{Split, WorkloadSettings};
use crate::sim::SimTime;

/// When events go to the spill store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swap {
    /// When memory runs short.
    Auto,
    /// Always.
    Force,
    /// Never.
    Off,
}

/// The memory that events are kept in, and its thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemorySettings {
    /// Bytes that there are: the old generation of the heap.
    pub limit_bytes: u64,
    /// Memory that an event takes, in percent of its bytes.
    pub expansion_pct: u64,
    /// When events go to the spill store.
    pub swap: Swap,
    /// From this share on, in percent, transactions that grow are spilled.
    pub new_threshold_pct: u64,
    /// From this share on, in percent, transactions that wait in queues are spilled too.
    pub all_threshold_pct: u64,
    /// How old the share may be that an event is checked against.
    pub check_ns: u64,
    /// A transaction of so many bytes is checked at once.
    pub transaction_check_bytes: u64,
    /// An event of so many bytes is checked at once.
    pub event_check_bytes: u64,
}

/// When what was written becomes visible to readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flush {
    /// With every transaction, or as many as have come while the last flush went on.
    EveryTransaction,
    /// At equal distances, and when the buffer is full.
    Interval {
        /// The distance.
        interval_ns: u64,
    },
}

/// The files of the global binlog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriterSettings {
    /// Into how many streams rows are dealt out, each with a writer of its own.
    pub split: Split,
    /// A file is closed at so many bytes.
    pub file_bytes: u64,
    /// The write buffer.
    pub buffer_bytes: u64,
    /// When it is flushed.
    pub flush: Flush,
    /// Transactions that may be under way between merge and writers.
    pub queue: u32,
    /// Bytes a second that a downstream consumer reads; 0 for as fast as they come.
    pub consumer_bytes_per_s: u64,
}

/// What work costs. Prices a byte are in picoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Costs {
    /// From a node to the reader of its log.
    pub link_latency_ns: u64,
    /// Bytes a second from a node.
    pub link_bytes_per_s: u64,
    /// First-level sort: an event.
    pub sort_event_ns: u64,
    /// First-level sort: a byte.
    pub sort_byte_ps: u64,
    /// A merge: one part of a transaction passed on.
    pub merge_part_ns: u64,
    /// Threads that put transactions together and transform them.
    pub collectors: u32,
    /// One of them: an event.
    pub collect_event_ns: u64,
    /// One of them: a byte.
    pub collect_byte_ps: u64,
    /// A writer: an event.
    pub write_event_ns: u64,
    /// A writer: a byte.
    pub write_byte_ps: u64,
    /// A flush of the write buffer.
    pub flush_ns: u64,
    /// Spilling an event.
    pub spill_event_ns: u64,
    /// Spilling a byte.
    pub spill_byte_ps: u64,
    /// Reading a spilled byte back, by a collector.
    pub restore_byte_ps: u64,
}

/// All that a pipeline is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipelineSettings {
    /// What the nodes do.
    pub workload: WorkloadSettings,
    /// Inputs of one merge: more nodes than that are merged in groups, and the groups by another merge.
    pub merge_group: u16,
    /// Transactions that may wait between a node's sort and the merge.
    pub source_queue: u32,
    /// Transactions that may wait between a group's merge and the one behind it.
    pub group_queue: u32,
    /// The memory.
    pub memory: MemorySettings,
    /// The files.
    pub writer: WriterSettings,
    /// The prices.
    pub costs: Costs,
    /// From when on transactions are watched.
    pub watch_from: SimTime,
}
