//! What can be wrong with a line of a dump.

use std::fmt;

/// A line that could not be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineProblem {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong with a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// `last_committed` is there, `sequence_number` is not.
    NoSequenceNumber,
    /// `sequence_number` is there, `last_committed` is not.
    NoLastCommitted,
    /// One of the two is not a number below 2^63.
    NotANumber,
    /// Both are 0, or the server is so old that it prints neither: it did not track dependencies.
    NotTracked,
    /// A transaction would depend on itself or on a later one.
    DependsOnLater,
    /// The sequence number is not above that of the transaction before, and not 1 either.
    DoesNotRise,
    /// A MariaDB GTID is not three numbers with dashes, or its commit id no number.
    Gtid,
    /// Nothing that a dump contains.
    NotUnderstood,
    /// There are more transactions than are read.
    TooManyTransactions,
    /// There are more rows than are kept.
    TooManyRows,
}

impl fmt::Display for LineProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            ProblemKind::NoSequenceNumber => "last_committed without sequence_number",
            ProblemKind::NoLastCommitted => "sequence_number without last_committed",
            ProblemKind::NotANumber => "last_committed and sequence_number must be whole numbers below 2^63",
            ProblemKind::NotTracked => "the server tracked no dependencies of this transaction",
            ProblemKind::DependsOnLater => "last_committed must be smaller than sequence_number",
            ProblemKind::DoesNotRise => {
                "sequence_number must be larger than in the transaction before, or 1 where a new binlog file begins"
            }
            ProblemKind::Gtid => "a GTID must be written as 0-1-5, a commit id as cid=123",
            ProblemKind::NotUnderstood => "this is no line of a binlog dump, and has no last_committed and sequence_number",
            ProblemKind::TooManyTransactions => "only the first 1,000,000 transactions are used",
            ProblemKind::TooManyRows => "only the keys of the first 4,000,000 rows are used",
        })
    }
}
