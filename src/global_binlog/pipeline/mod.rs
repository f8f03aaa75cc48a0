//! The pipeline in virtual time: readers, merges, collectors, writers, and the memory that they share.

mod settings;
mod totals;
mod watch;

pub use settings::{Costs, Flush, MemorySettings, PipelineSettings, Swap, WriterSettings};
pub use totals::{MemoryCause, MemoryPlace, Outcome, PipelineTotals, Stage};
pub use watch::{WatchedPart, WatchedTransaction};
