//! One log from many nodes: first-level sort, k-way merge, spilling, and the file at the end.
//!
//! ```text
//!  node 1: P1 C1 P2 ..   read -> NodeSort -+
//!  node 2: P1 P3 C1 ..   read -> NodeSort -+-> MergeTree -> whole transactions -> collect -> write -> global binlog
//!  node 3: ..            read -> NodeSort -+   waits for every input
//! ```

mod activity;
mod order;
mod pipeline;
mod workload;

pub use activity::Activity;
pub use order::{
    Assembler, MAX_INPUTS, Merge, NodeSet, NodeSort, OrderCheck, Prepared, Sorted, Timestamped,
    VirtualTimestamp, Whole,
};
pub use pipeline::{
    Costs, Flush, MemoryCause, MemoryPlace, MemorySettings, Outcome, PipelineSettings, PipelineTotals, Stage,
    Swap, WatchedPart, WatchedTransaction, WriterSettings,
};
pub use workload::{
    BigTransaction, Changes, Kind, LogRecord, Mark, Shape, Split, SplitBy, StuckTransaction, WorkloadSettings,
};
