//! The transaction log: what became of each of some transactions, from the client to the replica.

use serde::Serialize;

/// Transactions of a run in the order of the binlog, one a position of every column; times in microseconds since the start.
///
/// Columns and not objects, so that a page can take them as they are. A column of the replica is empty at a position where the
/// replica has not come that far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TransactionLog {
    /// Place in the binlog, from 1.
    pub sequence_number: Vec<u64>,
    /// The newest transaction that must have ended before this one may start; 0 for none.
    pub last_committed: Vec<u64>,
    /// The client that executed it, from 1.
    pub session: Vec<u64>,
    /// The binlog group that it was committed with, from 1.
    pub group: Vec<u64>,
    /// The rows that it changes, such as `t1:17`; an empty list where they are not known.
    pub rows: Vec<Vec<String>>,
    /// When its first statement began.
    pub started: Vec<Option<u64>>,
    /// When it asked to be committed.
    pub prepared: Vec<Option<u64>>,
    /// When it was committed on the source.
    pub committed: Vec<Option<u64>>,
    /// When a worker of the replica began to apply it.
    pub apply_from: Vec<Option<u64>>,
    /// When the worker had applied it.
    pub apply_to: Vec<Option<u64>>,
    /// When it was committed on the replica.
    pub replica_committed: Vec<Option<u64>>,
    /// The worker, from 1.
    pub worker: Vec<Option<u64>>,
    /// What held it up longest on the replica: `dependency`, `worker`, `core`, `commit-order`, `fsync`, `row-lock` or `nothing`.
    pub waited_for: Vec<Option<&'static str>>,
    /// How often it was rolled back on the replica.
    pub retries: Vec<u64>,
    /// Which step it runs in when every transaction takes one step, from 1.
    pub step: Vec<u64>,
}
