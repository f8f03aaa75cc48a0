//! The order log: how transactions of several logs came into one.

use serde::Serialize;

/// Some transactions of a run in the order of the global binlog (those that never reached it at the end), one a position of the
/// first columns; then their parts, one a node, one a position of the columns that begin with `part`. Times in microseconds since
/// the start; a time that never came is empty.
///
/// Columns and not objects, so that a page can take them as they are. Where a part is at a moment follows from its times: in its
/// node's log from `part_prepared`, in the first-level sort from `part_read`, in the queue before the merge from `part_sorted`, on
/// its way from `part_merged`, in the global binlog from `written`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OrderLog {
    /// How many data nodes there are.
    pub nodes: u64,
    /// How many of them, the last ones, are idle.
    pub idle_nodes: u64,
    /// Number of the transaction, from 1, in the order of their begins.
    pub transaction: Vec<u64>,
    /// `distributed`, `single-shard`, `unordered`, `heartbeat`, `big` or `stuck`.
    pub kind: Vec<&'static str>,
    /// The virtual timestamp, 54 digits; empty before it is known.
    pub timestamp: Vec<String>,
    /// When it was put together and transformed.
    pub collected: Vec<Option<u64>>,
    /// When it was in the global binlog; of a heartbeat, when it had passed the merge.
    pub written: Vec<Option<u64>>,
    /// The transaction that a part belongs to, as a position in the columns above, ascending.
    pub part_of: Vec<u64>,
    /// Its node, from 1.
    pub part_node: Vec<u64>,
    /// Bytes of its events.
    pub part_bytes: Vec<u64>,
    /// When it stood in the node's log: prepared, or committed in one step.
    pub part_prepared: Vec<u64>,
    /// When it was committed there.
    pub part_committed: Vec<Option<u64>>,
    /// When the reader had all of it, its commit included.
    pub part_read: Vec<Option<u64>>,
    /// When it left the first-level sort: no hole held it any more.
    pub part_sorted: Vec<Option<u64>>,
    /// When the merge passed it on.
    pub part_merged: Vec<Option<u64>>,
    /// Whether it was spilled to disk, 0 or 1.
    pub part_spilled: Vec<u8>,
}
