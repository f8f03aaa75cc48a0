//! Group commit on a source, the dependencies that its binlog carries, and a replica that applies it with many workers.

mod activity;
mod binlog;
mod workload;

pub use activity::Activity;
pub use binlog::{BinlogEntry, Kind};
pub use workload::{
    DdlMoment, HashedKeys, HugeMoment, Key, KeyDistribution, ListedError, ListedTransaction, ListedWorkload,
    MAX_ROW_TEXT_BYTES, MAX_WRITE_SET, Moment, RandomWorkload, Row, RowError, Spread, Transaction, Workload,
    WriteSetKind,
};
