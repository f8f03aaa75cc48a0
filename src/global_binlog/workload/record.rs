//! What stands in a node's binlog, as the reader of it sees it.

use crate::sim::SimTime;

/// What kind of transaction it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Prepared and committed on several nodes, with one commit timestamp.
    Distributed,
    /// Committed in one step on one node, without a timestamp of its own.
    SingleShard,
    /// Prepared and committed on several nodes without a timestamp: its parts are not put together.
    Unordered,
    /// A distributed transaction without rows on every node, idle ones too: it moves the merge on and is not written.
    Heartbeat,
}

impl Kind {
    /// The kind as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Distributed => "distributed",
            Kind::SingleShard => "single-shard",
            Kind::Unordered => "unordered",
            Kind::Heartbeat => "heartbeat",
        }
    }
}

/// What a place in a node's binlog says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The transaction's events, and that it is prepared.
    Prepare,
    /// That a prepared transaction is committed.
    Commit,
    /// The transaction's events, and that it is committed.
    OnePhase,
}

/// A place in a node's binlog: a few events that stand together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogRecord {
    /// When it stands there.
    pub at: SimTime,
    /// The node, from 0.
    pub node: u16,
    /// What it says.
    pub mark: Mark,
    /// The transaction's kind.
    pub kind: Kind,
    /// The transaction's number in the whole cluster, from 0, in the order of their begins.
    pub transaction: u64,
    /// Which of the transaction's parts it belongs to, from 0.
    pub part: u16,
    /// How many parts the transaction has, one a node.
    pub parts: u16,
    /// The commit timestamp, with [`Mark::Commit`] of a distributed transaction or heartbeat; else 0.
    pub commit_timestamp: u64,
    /// Pieces in which its events are read, at least 1.
    pub chunks: u32,
}

/// Events, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shape {
    /// Events of all types.
    pub events: u64,
    /// Among them table map, write, update and delete row events.
    pub dml_events: u64,
    /// Bytes of all events.
    pub bytes: u64,
    /// Bytes of the table map, write, update and delete row events.
    pub dml_bytes: u64,
    /// Bytes of the largest event.
    pub largest_event_bytes: u64,
}

impl Shape {
    /// Its table map and row events alone. The largest of them is not known any more: it counts as the largest of all.
    pub fn rows(&self) -> Self {
        let Self { dml_events, dml_bytes, largest_event_bytes, .. } = *self;
        Self { events: dml_events, dml_events, bytes: dml_bytes, dml_bytes, largest_event_bytes }
    }
}

impl std::ops::AddAssign for Shape {
    fn add_assign(&mut self, more: Self) {
        self.events += more.events;
        self.dml_events += more.dml_events;
        self.bytes += more.bytes;
        self.dml_bytes += more.dml_bytes;
        self.largest_event_bytes = self.largest_event_bytes.max(more.largest_event_bytes);
    }
}
