//! The binlog: what a source writes and a replica reads.

use crate::sim::SimTime;

/// What kind of transaction an entry holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Changed rows.
    Rows,
    /// A statement that changes a table's definition; it runs alone.
    Ddl,
}

/// One transaction in the binlog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BinlogEntry {
    /// Position of the transaction in the workload, from 0: what [`super::Workload`] knows it by.
    pub transaction: u64,
    /// Its place in the binlog, from 1.
    pub sequence_number: u64,
    /// The newest transaction that must have ended before this one may start on a replica; 0 for none.
    pub last_committed: u64,
    /// Which binlog group it was committed with, from 1.
    pub group: u64,
    /// The client that executed it.
    pub session: u32,
    /// The schema that it changes.
    pub schema: u16,
    /// What it holds.
    pub kind: Kind,
    /// Whether it waited on the source for a row that another transaction had changed. MariaDB writes this into its binlog, so that
    /// an optimistic replica need not find out again.
    pub waited: bool,
    /// When its first statement began on the source: the time stamp that its events carry.
    pub started: SimTime,
    /// When it was committed on the source, visible to others.
    pub committed: SimTime,
    /// Its bytes in the binlog.
    pub bytes: u64,
    /// Processor time that applying it takes.
    pub apply_cpu_ns: u64,
    /// Time besides that applying it takes, whatever the processors do.
    pub apply_wait_ns: u64,
}
