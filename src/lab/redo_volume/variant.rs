//! The run of one variant: the primary works, its log goes to the replica, and pages that are finished are compared and
//! dropped, so that even a build of several gigabytes needs little memory.

use crate::base::{Digest, DocumentError, EngineError, PageNo};
use crate::innodb::{Tablespace, page};
use crate::lab::redo_volume::RedoVolumeParams;
use crate::lab::redo_volume::dictionary::{DictionaryPart, dictionary_records};
use crate::lab::redo_volume::metrics::{Outcome, metrics};
use crate::lab::redo_volume::plan::StatementPlan;
use crate::lab::redo_volume::primary::Primary;
use crate::lab::{VariantProgress, VariantResult, VariantRun};
use crate::redo::RedoLog;
use crate::replica::{Replica, compare_page};
use crate::report::NamedSeries;

/// Rows between two visits of the replica: bounds how many pages wait to be compared.
const ROWS_PER_ROUND: u64 = 10_000;

/// A run of one variant.
pub struct Variant {
    primary: Primary,
    replica: Replica,
    dictionary: Vec<DictionaryPart>,
    rows: u32,
    page_size: usize,
    keep: bool,
    log_bytes: Vec<u8>,
    kept_log: Vec<u8>,
    log_digest: Digest,
    page_digest: Digest,
    flushed_pages: u64,
    done: bool,
}

impl Variant {
    /// Prepares a run. With `keep`, the primary's pages, its log file and the purposes of its records stay available
    /// for an inspector.
    ///
    /// # Errors
    /// [`DocumentError`] if the encoding cannot compress as asked.
    pub fn new(params: RedoVolumeParams, seed: u64, keep: bool) -> Result<Self, DocumentError> {
        let plan = StatementPlan::new(&params, seed, keep)?;
        let page_size = plan.page_size;
        let (primary, older) = if keep { Primary::traced(&plan) } else { Primary::new(&plan) };
        let empty = Tablespace::new(plan.numbers.space_id, page_size);
        let replica = Replica::new(plan.encoding, primary.log.start_lsn(), empty, older);
        Ok(Self {
            primary,
            replica,
            dictionary: dictionary_records(params.ddl, params.indexes.len()),
            rows: params.rows,
            page_size,
            keep,
            log_bytes: Vec::new(),
            kept_log: Vec::new(),
            log_digest: Digest::new(),
            page_digest: Digest::new(),
            flushed_pages: 0,
            done: false,
        })
    }

    /// Goes on for about `work_units` rows.
    ///
    /// # Errors
    /// If the replica cannot repeat the log, or ends with other bytes than the primary.
    pub fn advance(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        let mut left = work_units.max(1);
        loop {
            let round = left.min(ROWS_PER_ROUND);
            left -= round;
            let progress = self.primary.step(round);
            if progress.done {
                self.done = true;
                self.primary.log.writer().finish_into(&mut self.log_bytes);
            } else {
                self.primary.log.writer().drain_into(&mut self.log_bytes);
            }
            self.replay()?;
            self.compare_finished()?;
            if self.done {
                self.replica.finish()?;
                self.compare_rest()?;
            }
            if self.done || left == 0 {
                // The millionths are for showing; they decide nothing.
                let fraction = progress.done_units * 1_000_000 / progress.total_units.max(1);
                return Ok(VariantProgress {
                    fraction_ppm: fraction as u32,
                    phase: progress.phase.name(),
                    done: self.done,
                });
            }
        }
    }

    fn replay(&mut self) -> Result<(), EngineError> {
        self.log_digest.update(&self.log_bytes);
        self.replica.replay(&self.log_bytes)?;
        if self.keep {
            self.kept_log.extend_from_slice(&self.log_bytes);
        }
        self.log_bytes.clear();
        Ok(())
    }

    /// Compares pages that will not change any more, as far as the replica has read the log. Pages that were not logged are
    /// first read from where the primary flushed them.
    fn compare_finished(&mut self) -> Result<(), EngineError> {
        let unlogged = self.primary.flushes_pages();
        let replica_lsn = self.replica.lsn();
        let is_behind = |page_no: &PageNo| {
            self.primary.space.get(*page_no).is_some_and(|page| page::lsn(page) > replica_lsn)
        };
        let ready = self.primary.finished.iter().position(is_behind).unwrap_or(self.primary.finished.len());
        let finished: Vec<PageNo> = self.primary.finished.drain(..ready).collect();
        for page_no in finished {
            if let (true, Some(page)) = (unlogged, self.primary.space.get(page_no)) {
                self.replica.read_flushed(page_no, page);
                self.flushed_pages += 1;
            }
            self.compare(page_no)?;
            self.replica.space_mut().take(page_no);
            if !self.keep {
                self.primary.space.take(page_no);
            }
        }
        Ok(())
    }

    /// Compares the pages that may have changed until the end: those that keep account of the file, those that rows were
    /// inserted into, and what was freed. (With all pages kept, finished ones are compared once more.)
    fn compare_rest(&mut self) -> Result<(), EngineError> {
        let rest: Vec<PageNo> = self.replica.space().iter().map(|(page_no, _)| page_no).collect();
        rest.into_iter().try_for_each(|page_no| self.compare(page_no))?;
        self.find_missing()
    }

    /// Looks for pages that the statement changed and the replica lacks.
    fn find_missing(&self) -> Result<(), EngineError> {
        // With all pages kept, the replica dropped those that were compared. A page that is not logged and was freed
        // before it was flushed is nobody's.
        if self.keep || self.primary.flushes_pages() {
            return Ok(());
        }
        let changed = |(_, bytes): &(PageNo, &[u8])| page::lsn(bytes) > self.primary.log.start_lsn();
        self.primary.space.iter().filter(changed).try_for_each(|(page_no, bytes)| {
            compare_page(page_no, Some(bytes), self.replica.space().get(page_no))
        })
    }

    fn compare(&mut self, page_no: PageNo) -> Result<(), EngineError> {
        let primary = self.primary.space.get(page_no);
        compare_page(page_no, primary, self.replica.space().get(page_no))?;
        self.page_digest.update_u64(page_no.into());
        self.page_digest.update(primary.unwrap_or_default());
        Ok(())
    }

    /// The primary.
    pub fn primary(&self) -> &Primary {
        &self.primary
    }

    /// The log file's bytes since this was last called, if kept.
    pub fn take_log_file(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.kept_log)
    }

    /// The primary's log.
    pub fn log(&self) -> &RedoLog {
        &self.primary.log
    }

    fn digest(&self) -> String {
        let mut digest = Digest::new();
        digest.update(self.log_digest.hex().as_bytes());
        digest.update(self.page_digest.hex().as_bytes());
        digest.hex()
    }
}

impl VariantRun for Variant {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        self.advance(work_units)
    }

    fn finish(self: Box<Self>) -> VariantResult {
        let outcome = Outcome {
            rows: self.rows,
            page_size: self.page_size,
            primary: &self.primary,
            replica: &self.replica,
            dictionary: &self.dictionary,
            flushed_pages: self.flushed_pages,
        };
        VariantResult {
            metrics: metrics(&outcome),
            series: NamedSeries::default(),
            digest: self.digest(),
            ..VariantResult::default()
        }
    }
}
