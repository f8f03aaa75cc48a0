//! A server that can crash: a primary, and the page cleaner that makes its work durable.

use std::collections::BTreeMap;

use crate::base::{DocumentError, EngineError, Lsn, PageNo};
use crate::bulk_load::StatementProgress;
use crate::innodb::page::{self, page_type};
use crate::lab::redo_volume::RedoVolumeParams;
use crate::lab::redo_volume::plan::StatementPlan;
use crate::lab::redo_volume::primary::Primary;
use crate::replica::compare_page;
use crate::replica::recovery::{CleanerRule, PageCleaner, Recovery, Storage};

/// Finished pages that are looked through when some are forgotten: looking at all of them after every round would be slow.
const FORGET_AFTER_PAGES: u64 = 1_024;

/// A primary with disks.
///
/// The log is written after every step, so what a crash leaves of the log is what the last step wrote.
pub struct Server {
    primary: Primary,
    cleaner: PageCleaner,
    /// Finished pages that the log does not hold, and the index to which each belongs.
    unlogged: BTreeMap<PageNo, u64>,
    /// Numbers of the indexes that the statement builds.
    new_indexes: Vec<u64>,
    /// Finished pages that are still in memory.
    finished: Vec<PageNo>,
    forgotten_at: u64,
    log_bytes: Vec<u8>,
}

impl Server {
    /// A server that is about to run a statement, its page cleaner working by `rule`.
    ///
    /// # Errors
    /// [`DocumentError`] if there is no such encoding.
    pub fn new(params: &RedoVolumeParams, seed: u64, rule: CleanerRule) -> Result<Self, DocumentError> {
        let plan = StatementPlan::new(params, seed, false)?;
        let (primary, older) = Primary::new(&plan);
        let older = older.expect("a primary says what was there before");
        let storage = Storage::new(plan.encoding, primary.log.start_lsn(), &older);
        Ok(Self {
            cleaner: PageCleaner::new(rule, storage),
            primary,
            unlogged: BTreeMap::new(),
            new_indexes: plan.layouts().iter().map(|layout| layout.id).collect(),
            finished: Vec::new(),
            forgotten_at: 0,
            log_bytes: Vec::new(),
        })
    }

    /// Goes on with the statement for at most `rows` rows and writes the log. While [`Primary::waits_for_flush`], all pages
    /// must be flushed first.
    ///
    /// # Errors
    /// If the log cannot be read back: never, as long as an encoding wrote it.
    pub fn step(&mut self, rows: u64) -> Result<StatementProgress, EngineError> {
        debug_assert!(!self.primary.waits_for_flush() || self.cleaner.dirty().is_empty());
        let progress = self.primary.step(rows);
        let mut open_block = Vec::new();
        let writer = self.primary.log.writer();
        if progress.done {
            writer.finish_into(&mut self.log_bytes);
        } else {
            writer.drain_into(&mut self.log_bytes);
            writer.open_block_into(&mut open_block);
        }
        self.cleaner.write_log(&self.log_bytes, open_block)?;
        self.log_bytes.clear();
        let unlogged = self.primary.flushes_pages();
        for page_no in self.primary.finished.drain(..) {
            if let (true, Some(bytes)) = (unlogged, self.primary.space.get(page_no)) {
                self.unlogged.insert(page_no, page::index_id(bytes));
                self.cleaner.add_unlogged(page_no);
            }
            self.finished.push(page_no);
        }
        Ok(progress)
    }

    /// Flushes a round of at most `limit` pages; returns how many.
    pub fn flush(&mut self, limit: usize) -> usize {
        self.cleaner.flush(&self.primary.space, limit).len()
    }

    /// Forgets finished pages and log that nobody will need, neither recovery nor, from `keep_log_from` on, a backup.
    pub fn forget(&mut self, keep_log_from: Lsn) {
        let flushed = self.cleaner.pages_flushed();
        if flushed < self.forgotten_at + FORGET_AFTER_PAGES {
            return;
        }
        self.forgotten_at = flushed;
        let (cleaner, space) = (&mut self.cleaner, &mut self.primary.space);
        self.finished.retain(|&page_no| {
            let newest = space.get(page_no).map_or(0, page::lsn);
            let forgotten = cleaner.forget_if_clean(page_no, newest);
            if forgotten {
                space.take(page_no);
            }
            !forgotten
        });
        let keep = keep_log_from.min(cleaner.storage().checkpoint());
        cleaner.storage_mut().drop_log_before(keep);
    }

    /// Compares pages after recovery with those that the primary has in memory. The log must have been recovered to its end.
    ///
    /// Pages of an index that is not logged count only once the log says that the index is complete: before that the index
    /// is dropped.
    ///
    /// # Errors
    /// [`EngineError::ReplicaDiffers`] for the first page that differs.
    pub fn compare(&self, recovery: &Recovery) -> Result<(), EngineError> {
        let differs = |(page_no, bytes): (PageNo, &[u8])| {
            compare_page(page_no, Some(bytes), recovery.page(page_no).as_deref())
        };
        self.expected_pages(recovery.loaded_indexes()).try_for_each(differs)
    }

    /// How many pages after recovery differ from the primary's.
    pub fn differing_pages(&self, recovery: &Recovery) -> u64 {
        let differs = |(page_no, bytes): &(PageNo, &[u8])| recovery.page(*page_no).as_deref() != Some(*bytes);
        self.expected_pages(recovery.loaded_indexes()).filter(differs).count() as u64
    }

    /// The primary's pages that recovery owes, if the log declares the indexes `loaded` complete.
    fn expected_pages<'a>(&'a self, loaded: &'a [u64]) -> impl Iterator<Item = (PageNo, &'a [u8])> {
        let unlogged_build = self.primary.flushes_pages();
        self.primary.space.iter().filter(move |(page_no, bytes)| {
            let of_new_index =
                page::kind(bytes) == page_type::INDEX && self.new_indexes.contains(&page::index_id(bytes));
            match self.unlogged.get(page_no) {
                Some(index) => loaded.contains(index),
                None => !(unlogged_build && of_new_index),
            }
        })
    }

    /// The primary.
    pub fn primary(&self) -> &Primary {
        &self.primary
    }

    /// The page cleaner.
    pub fn cleaner(&self) -> &PageCleaner {
        &self.cleaner
    }

    /// The page cleaner, for a crash in the middle of a round.
    pub fn cleaner_mut(&mut self) -> &mut PageCleaner {
        &mut self.cleaner
    }

    /// Checkpoint age.
    pub fn age(&self) -> u64 {
        self.cleaner.age(self.primary.log.lsn())
    }

    /// Bytes of dirty pages.
    pub fn dirty_bytes(&self) -> u64 {
        (self.cleaner.dirty().len() * self.primary.space.page_size()) as u64
    }
}
