//! The pipeline in virtual time: readers, merges, collectors, writers, and the memory that they share.

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
