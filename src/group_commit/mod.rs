//! Group commit on a source, the dependencies that its binlog carries, and a replica that applies it with many workers.

mod activity;
mod binlog;
mod workload;

pub use activity::Activity;
pub use binlog::{BinlogEntry, Kind};
pub use workload::{Key, RandomWorkload, Spread, Transaction};
