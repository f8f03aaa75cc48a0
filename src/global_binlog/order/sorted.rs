//! A part of a transaction on its way from a node's log into the global binlog.

use crate::global_binlog::order::VirtualTimestamp;
use crate::global_binlog::workload::Kind;

/// A part of a transaction that no hole in its node's log holds any more.
///
/// Positions count the records of the node's log from 0, as its reader saw them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sorted {
    /// The transaction's number in the whole cluster, from 0.
    pub transaction: u64,
    /// Which of its parts this is, from 0.
    pub part: u16,
    /// How many parts it has, one a node.
    pub parts: u16,
    /// Its kind.
    pub kind: Kind,
    /// The node, from 0.
    pub node: u16,
    /// Its place in the order.
    pub timestamp: VirtualTimestamp,
    /// Where the log says that it is prepared.
    pub prepare_position: u64,
    /// Where the log says that it is committed; with a commit in one step the same place.
    pub commit_position: u64,
}

/// What a merge can put in order.
pub trait Timestamped {
    /// The place in the order. Of one input, no item comes before the item ahead of it.
    fn timestamp(&self) -> VirtualTimestamp;
}

impl Timestamped for Sorted {
    fn timestamp(&self) -> VirtualTimestamp {
        self.timestamp
    }
}

impl Timestamped for VirtualTimestamp {
    fn timestamp(&self) -> VirtualTimestamp {
        *self
    }
}
