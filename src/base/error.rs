//! What can go wrong, said in one sentence that a learner can act on.

use crate::base::{Lsn, PageNo};

/// An experiment document that cannot be run: where it is wrong, what stands there and what is allowed.
///
/// Displayed as `params.rows: 0 is not allowed: a whole number from 1 to 1,000,000,000`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {value} is not allowed: {allowed}")]
pub struct DocumentError {
    /// Where in the document, as a path of keys and positions: `compare[2].encoding`. The document itself is `experiment`.
    pub path: String,
    /// The offending value as it stands in the document, shortened if it is long.
    pub value: String,
    /// What would have been right there.
    pub allowed: String,
}

impl DocumentError {
    /// Builds an error from its three parts. A long `value` is shortened to 60 characters.
    pub fn new(path: impl Into<String>, value: impl Into<String>, allowed: impl Into<String>) -> Self {
        let value: String = value.into();
        let value = match value.char_indices().nth(60) {
            Some((end, _)) => format!("{}...", &value[..end]),
            None => value,
        };
        Self { path: path.into(), value, allowed: allowed.into() }
    }
}

/// Anything that stops a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The experiment is wrong.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The log ends in the middle of a mini-transaction: everything before `lsn` was read.
    #[error("the redo log ends inside a mini-transaction: it is whole up to LSN {lsn}")]
    LogTruncated {
        /// End of the last whole mini-transaction.
        lsn: Lsn,
    },
    /// The log holds something that no encoder writes.
    #[error("the redo log is damaged at LSN {lsn}: {what}")]
    LogDamaged {
        /// Start of the mini-transaction or log block that is damaged.
        lsn: Lsn,
        /// What was found there.
        what: String,
    },
    /// A redo record needs a page that the replica does not have.
    #[error("redo at LSN {lsn} needs page {page_no}, which the replica does not have")]
    PageMissing {
        /// Start of the mini-transaction.
        lsn: Lsn,
        /// The page that is needed.
        page_no: PageNo,
    },
    /// A page on disk is torn, and nothing can repair it.
    #[error(
        "page {page_no} is torn: only a part of it was written, and neither a copy nor the log holds all of it"
    )]
    PageTorn {
        /// The page.
        page_no: PageNo,
    },
    /// A page of the replica differs from the primary's.
    #[error("page {page_no} of the replica differs from the primary's, first at offset {offset}")]
    ReplicaDiffers {
        /// The page.
        page_no: PageNo,
        /// The first differing byte.
        offset: usize,
    },
    /// A global binlog is not in order, or a transaction in it is not whole.
    #[error("the global binlog is wrong at transaction {}: {what}", transaction + 1)]
    GlobalOrder {
        /// The transaction's number, from 0.
        transaction: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// A global binlog holds more or fewer transactions than were committed.
    #[error("the global binlog holds {written} transactions, and {committed} were committed")]
    GlobalBinlogIncomplete {
        /// Transactions that it holds, the parts of unordered ones by themselves.
        written: u64,
        /// Those that should be there.
        committed: u64,
    },
}
