//! What data nodes are asked to do.

use crate::innodb::Table;
use crate::sim::SimTime;

/// What a statement does to rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changes {
    /// Two updates, a delete and an insert in turn, as the write part of an OLTP benchmark.
    Mixed,
    /// Inserts.
    Insert,
    /// Updates: a row image before and one after.
    Update,
    /// Deletes.
    Delete,
}

/// One huge transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BigTransaction {
    /// When it is prepared.
    pub at: SimTime,
    /// Bytes of its events over all nodes.
    pub bytes: u64,
    /// Bytes of one of its rows.
    pub row_bytes: u64,
    /// How many nodes share it, the first ones, at least 1; one alone commits it in one step.
    pub nodes: u16,
    /// One of so many of its events is really encoded, at least 1; the others count as it does.
    pub scale: u32,
}

/// A distributed transaction that stays prepared on the first node. Its other nodes commit it as they do others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StuckTransaction {
    /// When it is prepared.
    pub at: SimTime,
    /// How long until it is committed.
    pub lasts_ns: u64,
}

/// What a workload is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkloadSettings {
    /// The experiment's seed.
    pub seed: u64,
    /// Data nodes, 1 to 64.
    pub data_nodes: u16,
    /// How many of them, the last ones, have no transactions; less than all.
    pub idle_nodes: u16,
    /// Transactions that begin a second at each node that is not idle, at random times.
    pub tps_per_node: u64,
    /// How long transactions begin.
    pub duration_ns: u64,
    /// Of 100 transactions, how many are distributed.
    pub distributed_pct: u64,
    /// Of 100 transactions, how many are unordered; the rest is single-shard.
    pub unordered_pct: u64,
    /// Nodes of a distributed or unordered transaction, as far as there are so many.
    pub nodes_per_transaction: u16,
    /// From the begin of a transaction until it is prepared or committed in one step: mean.
    pub execute_ns: u64,
    /// From prepared until committed on a node: mean.
    pub commit_gap_ns: u64,
    /// The table whose rows are changed.
    pub table: Table,
    /// How many tables of that kind there are, at least 1; each statement changes one of them, all equally likely (*assumed*).
    pub tables: u64,
    /// Bytes of the row events of a transaction that are aimed at, their table maps included: as many statements as come nearest.
    pub transaction_bytes: u64,
    /// Rows that one statement changes.
    pub rows_per_statement: u64,
    /// What statements do.
    pub changes: Changes,
    /// A row event is closed before it grows beyond so many bytes.
    pub row_event_bytes: u64,
    /// From one heartbeat to the next, and from the start to the first; 0 for none. It takes the times of other transactions
    /// (*assumed*).
    pub heartbeat_ns: u64,
    /// One huge transaction.
    pub big: Option<BigTransaction>,
    /// One transaction that stays prepared.
    pub stuck: Option<StuckTransaction>,
}

/// By what rows are dealt out to streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitBy {
    /// By their table.
    Table,
    /// By their primary key.
    Key,
}

/// How rows are dealt out to streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    /// How many streams there are, at least 1.
    pub streams: u16,
    /// By what.
    pub by: SplitBy,
}
