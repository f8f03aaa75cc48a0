//! What became of some transactions, moment by moment.

use crate::global_binlog::order::VirtualTimestamp;
use crate::global_binlog::workload::Kind;
use crate::sim::SimTime;

/// One part of a watched transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedPart {
    /// The node, from 0.
    pub node: u16,
    /// Bytes of its events.
    pub bytes: u64,
    /// When it was prepared there, or committed in one step.
    pub prepared: SimTime,
    /// When it was committed there.
    pub committed: Option<SimTime>,
    /// When all of it had been read.
    pub read: Option<SimTime>,
    /// When it left the node's sort.
    pub sorted: Option<SimTime>,
    /// When the last merge passed it on.
    pub merged: Option<SimTime>,
    /// Whether it was spilled.
    pub spilled: bool,
}

/// What became of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedTransaction {
    /// Its number, from 0.
    pub transaction: u64,
    /// Its kind.
    pub kind: Kind,
    /// Whether it is the huge or the stuck one.
    pub is_special: bool,
    /// Its place in the order, once it is known.
    pub timestamp: Option<VirtualTimestamp>,
    /// Its parts.
    pub parts: Vec<WatchedPart>,
    /// When it was put together.
    pub collected: Option<SimTime>,
    /// When it was in the global binlog.
    pub written: Option<SimTime>,
}
