//! A binlog as the usual dump tools print it: dependencies, times and rows.
//!
//! What is read of `mysqlbinlog` (the line of the transaction is enough; the rest may be missing):
//!
//! ```text
//! #240101 10:00:00 server id 1  end_log_pos 236 CRC32 0x5b1ad5a1  GTID  last_committed=3  sequence_number=5  rbr_only=yes
//!                      original_committed_timestamp=1704103200123456  immediate_commit_timestamp=...  transaction_length=311
//! #240101 10:00:00 server id 1  end_log_pos 311 CRC32 0x84a2f0c5  Query  thread_id=8  exec_time=0  error_code=0
//! BEGIN
//! ### UPDATE `shop`.`t`
//! ### WHERE
//! ###   @1=5
//! ### SET
//! ###   @1=5
//! ```
//!
//! (one line each in the dump). A line may also hold nothing but `last_committed=3 sequence_number=5`. Of `mariadb-binlog` the lines
//! `GTID 0-1-5 cid=123 trans` are read: those with one commit id were one group, and depend on the group before.
//!
//! *A binlog file starts counting anew.* Numbers go back to 1; nothing in the new file says what it depends on in the file before.
//! So a replica finishes one file before it begins the next, and here the first transaction of a file depends on all before. All
//! transactions are numbered through: sequence number 5 after a file of 100 becomes 105. Numbers may have gaps, as when a part of
//! a binlog is printed; a dependency then means the newest transaction that is there.
//!
//! *Rows.* With row lines (`-v`), what write sets would give can be computed. The dump does not name keys: the first column of a
//! row is taken for its primary key, and a row whose first column is NULL for one without a key. That is exact for tables of the
//! common form `id, ...`; unique and foreign keys are unknown. A transaction without row lines has no write set.
//!
//! *Wrong lines* are listed with their number and what is wrong, and the rest is used. SQL text, `BINLOG` blocks, comments and
//! settings are passed over. Memory is bounded: [`MAX_DUMPED_TRANSACTIONS`], [`MAX_DUMPED_ROWS`], [`MAX_LISTED_PROBLEMS`].

mod line;
mod problem;
mod reader;

pub use problem::{LineProblem, ProblemKind};

use super::{Key, Kind, Schedule, Tracker, TrackerTotals, TrackingSettings, WriteSetKind};

/// Transactions that are read at most; later ones are not used.
pub const MAX_DUMPED_TRANSACTIONS: usize = 1_000_000;
/// Row images whose keys are kept at most; transactions with later ones have no write set.
pub const MAX_DUMPED_ROWS: usize = 4_000_000;
/// Wrong lines that are listed; further ones are only counted.
pub const MAX_LISTED_PROBLEMS: usize = 100;
/// Rows whose texts are kept.
pub const MAX_LABELLED_ROWS: usize = 4_000;

/// A transaction of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DumpedTransaction {
    /// The line that tells of it, from 1.
    pub line: u32,
    /// The binlog file that it is in, counted from 1.
    pub file: u32,
    /// The sequence number that is printed; MariaDB's is the last number of the GTID.
    pub printed_sequence: u64,
    /// The newest transaction that it depends on, counted through all files; 0 for none. Its own number is its position, from 1.
    pub last_committed: u64,
    /// Its group: by the commit id, or else by the printed `last_committed`. Groups are numbered from 1.
    pub group: u64,
    /// The connection that executed it; 0 if that is not printed.
    pub session: u32,
    /// The schema of its first row, numbered from 0 as they come.
    pub schema: u16,
    /// Rows or a DDL.
    pub kind: Kind,
    /// What its write set is good for.
    pub write_set: WriteSetKind,
    /// The time stamp of its first event in seconds since 1970, if there was one. The dump's time zone is taken for UTC.
    pub started_s: Option<u32>,
    /// When it was committed on its first server, in microseconds since 1970; 0 if that is not printed.
    pub committed_us: u64,
    /// Its bytes; 0 if they are not printed.
    pub bytes: u64,
    /// Where its keys end; they begin where those of the transaction before end.
    keys_end: u32,
}

/// What a dump says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BinlogText {
    transactions: Vec<DumpedTransaction>,
    /// Keys of all transactions, one after another.
    keys: Vec<Key>,
    /// Texts of the first keys.
    labels: Vec<String>,
    problems: Vec<LineProblem>,
    problem_count: u64,
    lines: u64,
}

impl BinlogText {
    /// Reads a dump, or as much of it as can be understood.
    ///
    /// ```
    /// use redo_lab::group_commit::BinlogText;
    ///
    /// let text = "last_committed=0 sequence_number=1\nlast_committed=0 sequence_number=2\nlast_comitted=2 sequence_number=3";
    /// let dump = BinlogText::parse(text);
    /// assert_eq!(dump.transactions().len(), 2);
    /// assert_eq!(dump.problems()[0].to_string(), "line 3: sequence_number without last_committed");
    /// assert_eq!(dump.schedule(&[]).critical_path(), 1);
    /// ```
    pub fn parse(text: &str) -> Self {
        reader::read(text)
    }

    /// The transactions, in the order of the dump.
    pub fn transactions(&self) -> &[DumpedTransaction] {
        &self.transactions
    }

    /// The first wrong lines, in their order.
    pub fn problems(&self) -> &[LineProblem] {
        &self.problems
    }

    /// How many lines are wrong.
    pub fn problem_count(&self) -> u64 {
        self.problem_count
    }

    /// Lines of the text.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// Binlog files that the text holds parts of.
    pub fn files(&self) -> u32 {
        self.transactions.last().map_or(0, |last| last.file)
    }

    /// Transactions whose write sets are known.
    pub fn with_write_set(&self) -> u64 {
        let known = |transaction: &&DumpedTransaction| transaction.write_set == WriteSetKind::Usable;
        self.transactions.iter().filter(known).count() as u64
    }

    /// The keys of the rows of the transaction at `index`, from 0; a key may come twice.
    pub fn keys_of(&self, index: usize) -> &[Key] {
        &self.keys[self.key_range(index)]
    }

    /// The rows of the transaction at `index` as a learner reads them; only those at the beginning of the dump are kept.
    pub fn row_labels(&self, index: usize, limit: usize) -> Vec<String> {
        let range = self.key_range(index);
        let until = range.end.min(self.labels.len());
        self.labels.get(range.start..until).unwrap_or_default().iter().take(limit).cloned().collect()
    }

    fn key_range(&self, index: usize) -> std::ops::Range<usize> {
        let from = if index == 0 { 0 } else { self.transactions[index - 1].keys_end };
        from as usize..self.transactions[index].keys_end as usize
    }

    /// The parallelism that the printed dependencies hold; also counted for these numbers of workers.
    pub fn schedule(&self, workers: &[u64]) -> Schedule {
        let mut schedule = Schedule::new(workers);
        for (transaction, sequence) in self.transactions.iter().zip(1..) {
            schedule.push(sequence, transaction.last_committed);
        }
        schedule
    }

    /// The parallelism that it would hold if its rows were tracked with `settings`, the printed dependencies taken for those of
    /// commit order; and what the tracker did.
    pub fn tracked_schedule(&self, settings: TrackingSettings, workers: &[u64]) -> (Schedule, TrackerTotals) {
        let mut schedule = Schedule::new(workers);
        let mut tracker = Tracker::new(settings);
        let mut file = 0;
        for ((index, transaction), sequence) in self.transactions.iter().enumerate().zip(1..) {
            if transaction.file != file {
                file = transaction.file;
                tracker.rotate(sequence - 1);
            }
            let parent = tracker.stamp(
                sequence,
                transaction.last_committed,
                transaction.session,
                transaction.write_set,
                self.keys_of(index),
            );
            schedule.push(sequence, parent);
        }
        (schedule, *tracker.totals())
    }
}
