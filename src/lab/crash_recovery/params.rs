//! Parameters of the lab as plain Rust, and how large a statement is really built.
//!
//! Up to 2,000,000 rows the statement is built whole, as long as what a crash needs fits into memory: the log since the
//! checkpoint and the dirty pages. Beyond that the lab runs a smaller copy of everything: a k-th of the rows, of the log
//! files and of the buffer pool. Bytes, records, pages and times of a statement are in proportion to its rows, so a k-th of
//! the log fills at the same point of the statement; results are multiplied by k and marked *scaled*.
//!
//! What is not in proportion: neighbouring keys of a larger table share more bytes, which the `physical` encoding does not
//! log. For 5,000,000 rows of `t0` the copy gives 129.0 MB of redo where MariaDB wrote 123.5.
//!
//! *Worked example.* 5,000,000 rows of `t0` with 96 MiB of log run as 500,000 rows with 9.6 MiB of log, and k is 10.

use crate::base::DocumentError;
use crate::experiment::Params;
use crate::innodb::IndexLayout;
use crate::lab::machine;
use crate::lab::redo_volume::{Ddl, MAX_ROWS, RedoVolumeParams};
use crate::redo::usable_redo_bytes;
use crate::replica::recovery::CleanerRule;
use crate::timing::Costs;

/// Bytes of log and pages that a run may keep, estimated.
const MEMORY_BYTES: u64 = 384 << 20;
/// Rows of the smaller copy of a large statement, if memory allows.
const SAMPLE_ROWS: u64 = 500_000;
/// Redo bytes a record, besides its own: assumed for the estimate of memory only.
const REDO_OVERHEAD_BYTES: u64 = 16;

/// The parameters of one run, as the engine takes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrashParams {
    /// The statement that is really built.
    pub statement: RedoVolumeParams,
    /// Rows that the document asks for.
    pub rows: u64,
    /// Share of the entries that are in pages when the server crashes, 0 to 100; 100 is after the end of the statement.
    pub crash_at_pct: u64,
    /// Share of the entries at which a backup starts; nothing for no backup.
    pub backup_at_pct: Option<u64>,
    /// Bytes a second that the backup copies.
    pub backup_bytes_per_s: u64,
    /// Bytes of both log files together.
    pub redo_log_bytes: u64,
    /// Bytes of the buffer pool.
    pub buffer_pool_bytes: u64,
    /// Whether pages go to the doublewrite buffer first.
    pub doublewrite: bool,
    /// Whether the crash cuts a page write.
    pub torn_write: bool,
    /// Prices.
    pub costs: Costs,
}

impl CrashParams {
    /// Reads checked parameters.
    ///
    /// # Errors
    /// As [`RedoVolumeParams::new`].
    pub fn new(params: &Params) -> Result<Self, DocumentError> {
        let rows = params.integer("rows");
        let backup = params.integer("backup_at_pct");
        let mut parsed = Self {
            statement: RedoVolumeParams::new(params)?,
            rows,
            crash_at_pct: params.integer("crash_at_pct"),
            backup_at_pct: (backup < 100).then_some(backup),
            backup_bytes_per_s: params.integer("backup_mb_per_s") * 1_000_000,
            redo_log_bytes: params.integer("redo_log_bytes"),
            buffer_pool_bytes: params.integer("buffer_pool_bytes"),
            doublewrite: params.word("doublewrite") == "on",
            torn_write: params.word("torn_write") == "yes",
            costs: machine::costs(params),
        };
        parsed.statement.rows = parsed.built_rows() as u32;
        Ok(parsed)
    }

    /// How many rows are really built.
    fn built_rows(&self) -> u64 {
        let memory = self.memory_bytes();
        if self.rows <= MAX_ROWS && memory <= MEMORY_BYTES {
            return self.rows;
        }
        let fits = u128::from(self.rows) * u128::from(MEMORY_BYTES) / u128::from(memory.max(MEMORY_BYTES));
        SAMPLE_ROWS.min(fits as u64).clamp(1, self.rows)
    }

    /// What the whole statement would need: its log since the checkpoint, and dirty pages in memory and on disk.
    fn memory_bytes(&self) -> u64 {
        let table = &self.statement.table;
        let clustered = (self.statement.ddl != Ddl::AddIndex).then(|| IndexLayout::clustered(table, 1));
        let secondary = self.statement.indexes.iter().map(|index| IndexLayout::secondary(table, index, 2));
        let entry_bytes: u64 =
            clustered.into_iter().chain(secondary).map(|layout| layout.max_record_bytes() as u64).sum();
        let pages = self.rows * entry_bytes;
        let log = pages + self.rows * REDO_OVERHEAD_BYTES;
        match self.backup_at_pct {
            // A backup keeps its copies, and all of the log that is written meanwhile.
            Some(_) => log + 3 * pages,
            None => {
                log.min(self.usable_bytes())
                    + 2 * pages.min(self.buffer_pool_bytes).min(2 * self.usable_bytes())
            }
        }
    }

    /// Usable bytes of redo of the log that the document asks for.
    pub fn usable_bytes(&self) -> u64 {
        usable_redo_bytes(self.redo_log_bytes)
    }

    /// Whether a smaller copy is built.
    pub fn is_scaled(&self) -> bool {
        u64::from(self.statement.rows) != self.rows
    }

    /// A number of the document at the size of what is built.
    fn shrunk(&self, value: u64) -> u64 {
        (u128::from(value) * u128::from(self.statement.rows) / u128::from(self.rows)) as u64
    }

    /// A number of what is built at the size that the document asks for.
    pub fn grown(&self, value: u64) -> u64 {
        let (rows, built) = (u128::from(self.rows), u128::from(self.statement.rows));
        ((u128::from(value) * rows + built / 2) / built) as u64
    }

    /// How the page cleaner of what is built works.
    pub fn cleaner_rule(&self) -> CleanerRule {
        let page_size = u64::from(self.statement.page_size);
        // A few pages are the least that a log or a pool can be of use for.
        let pool_bytes = self.shrunk(self.buffer_pool_bytes).max(64 * page_size);
        let batch = self.shrunk(self.costs.flush_batch_pages).max(1);
        CleanerRule {
            usable_bytes: self.shrunk(self.usable_bytes()).max(4 * page_size),
            most_dirty_bytes: pool_bytes / 10 * 9,
            batch_pages: batch as usize,
            doublewrite: self.doublewrite,
        }
    }
}
