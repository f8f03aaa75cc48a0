//! Group commit on a source, the dependencies that its binlog carries, and a replica that applies it with many workers.

mod activity;
mod binlog;
mod binlog_text;
mod dependencies;
mod fsyncs;
mod replica;
mod schedule;
mod source;
mod topology;
mod workload;

pub use activity::Activity;
pub use binlog::{BinlogEntry, Kind};
pub use binlog_text::{
    BinlogText, DumpedTransaction, LineProblem, MAX_DUMPED_ROWS, MAX_DUMPED_TRANSACTIONS, MAX_LABELLED_ROWS,
    MAX_LISTED_PROBLEMS, ProblemKind,
};
pub use dependencies::{Tracker, TrackerTotals, Tracking, TrackingSettings};
pub use replica::{
    Cause, CrashState, Lag, MAX_WORKER_LANES, MAX_WORKERS, ParallelMode, Replica, ReplicaEvent,
    ReplicaSettings, ReplicaTotals, Waits, WatchedApply, Written,
};
pub use schedule::{Schedule, WORKERS, Widths};
pub use source::{
    Arrival, ClosedGroups, LaneSpans, MAX_WATCHED, Server, Source, SourceSettings, SourceTotals,
    WatchedTransaction,
};
pub use topology::{Mark, Topology};
pub use workload::{
    DdlMoment, DumpPrices, DumpWorkload, HashedKeys, HugeMoment, Key, KeyDistribution, ListedError,
    ListedTransaction, ListedWorkload, MAX_ROW_TEXT_BYTES, MAX_WRITE_SET, Moment, RandomWorkload, Row,
    RowError, Spread, Transaction, Workload, WriteSetKind,
};
