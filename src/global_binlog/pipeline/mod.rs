//! The pipeline in virtual time: readers, merges, collectors, writers, and the memory that they share.
//!
//! ```text
//!  log of node 1 -> reader + sort -> queue -+
//!  log of node 2 -> reader + sort -> queue -+-> merge -> assembler -> collectors -> writer of stream 1 -> consumer
//!  log of node 3 -> reader + sort -> queue -+   (groups, root)        (in order)    writer of stream 2 -> consumer
//!                   \___________________________ memory, spill store _______________________/
//! ```
//!
//! Each of them is a thread that does one thing at a time, for as long as the prices say. Behind each stands a queue of bounded
//! length; where it is full, the thread before it waits, and so on back to the nodes, whose logs grow instead. Only a sort grows
//! without bound: it must take everything that stands behind a hole, because the commit that closes the hole does, too.
//!
//! *Worked example.* A transaction of 1,000 events and 1 MB, committed at 0, prices of 1 us an event for reading and 2 us for writing,
//! nothing else:
//!
//! | ms | reader | merge | collectors | writer | memory at an expansion of 200 % |
//! |---|---|---|---|---|---|
//! | 0 | reads | | | | 0 |
//! | 0.5 | reads | | | | 1 MB |
//! | 1 | has all of it: sorted | passes it on | begin | | 2 MB |
//! | 1 to 3 | | | piece by piece | writes piece by piece | falls to 0 |
//! | 3 | | | | flushes: written | 0 |
//!
//! Sorting and writing do not overlap, since nobody knows before its commit where a transaction belongs; collecting and writing do.
//!
//! [`Pipeline`] is the model, split into files by who does what; every transaction passes [`OrderCheck`] twice, behind the merge and
//! before the writers.
//!
//! [`OrderCheck`]: crate::global_binlog::OrderCheck

mod finishing;
mod memory;
mod merging;
mod meters;
mod model;
mod reader;
mod sending;
mod settings;
mod sweep;
mod totals;
mod transactions;
mod watch;
mod writer;

pub use meters::{Curves, LaneOf};
pub use model::{Event, Pipeline};
pub use settings::{Costs, Flush, MemorySettings, PipelineSettings, Swap, WriterSettings};
pub use totals::{MemoryCause, MemoryPlace, Outcome, PipelineTotals, Stage};
pub use watch::{MAX_WATCHED, WatchedPart, WatchedTransaction};
