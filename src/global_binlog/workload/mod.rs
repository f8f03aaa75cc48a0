//! What data nodes write into their own binlogs: transactions of several kinds, heartbeats, a huge and a stuck one.

mod record;
mod settings;

pub use record::{Kind, LogRecord, Mark, Shape};
pub use settings::{BigTransaction, Changes, Split, SplitBy, StuckTransaction, WorkloadSettings};
