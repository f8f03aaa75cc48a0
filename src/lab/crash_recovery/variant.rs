//! The run of one variant: the statement up to the crash, then recovery, then the comparison.

use super::backup::{Backup, BackupOutcome};
use super::clock::{Clock, StepWork};
use super::metrics::{AtCrash, Outcome, Recovered, metrics, series};
use super::params::CrashParams;
use super::server::Server;
use crate::base::{Digest, DocumentError, EngineError, Lsn};
use crate::lab::redo_volume::Ddl;
use crate::lab::{VariantProgress, VariantResult, VariantRun};
use crate::replica::recovery::{Recovery, RecoveryCounts};
use crate::timing::log2_ceil;

/// Rows of a step: between two steps the log is written and the page cleaner may work.
const ROWS_PER_STEP: u64 = 200;
/// Work units that reading a piece of the log counts as.
const UNITS_PER_READ: u64 = 2_000;
/// Pages that a backup copies at a time once the statement has ended.
const COPY_PAGES: u64 = 64;

/// A run of one variant.
pub struct CrashVariant {
    params: CrashParams,
    server: Server,
    clock: Clock,
    /// The statement's end was reached.
    ended: bool,
    stepped: bool,
    backup: BackupState,
    /// Log bytes and rows of the last step that logged, for the size of steps near a full log.
    last_step: (u64, u64),
    at_crash: AtCrash,
    recovery: Option<Recovery>,
    recovered: Option<Recovered>,
}

enum BackupState {
    /// None is wanted, or the time has not come.
    Waiting,
    /// It copies; since when it has not copied.
    Copying(Backup, u64),
    /// It is complete; with the bytes of its log.
    Complete(BackupOutcome, u64),
}

impl CrashVariant {
    /// Prepares a run.
    ///
    /// # Errors
    /// [`DocumentError`] if the encoding cannot compress as asked.
    pub fn new(params: CrashParams, seed: u64) -> Result<Self, DocumentError> {
        let rule = params.cleaner_rule();
        let page_size = u64::from(params.statement.page_size);
        let rows = u64::from(params.statement.rows);
        let clock = Clock::new(params.costs, rows, page_size, params.doublewrite, rule.batch_pages as u64);
        Ok(Self {
            server: Server::new(&params.statement, seed, rule)?,
            params,
            clock,
            ended: false,
            stepped: false,
            backup: BackupState::Waiting,
            last_step: (0, 1),
            at_crash: AtCrash::default(),
            recovery: None,
            recovered: None,
        })
    }

    /// Goes on for about `work_units` rows.
    ///
    /// # Errors
    /// If recovery fails though no write was torn, or gives other bytes than the primary had.
    pub fn advance(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        let mut left = work_units.max(1);
        while left > 0 && self.recovered.is_none() {
            let used = match &self.recovery {
                Some(_) => self.recover()?,
                None if self.is_crash_due() => {
                    self.crash();
                    1
                }
                None => self.step_statement()?,
            };
            left = left.saturating_sub(used);
        }
        Ok(self.progress())
    }

    fn progress(&self) -> VariantProgress {
        let (loaded, _) = self.server.primary().loaded();
        let target = self.crash_target().max(1);
        // Scanning, building and recovery are shown as thirds.
        let built = (loaded.min(target) * 600_000 / target) as u32;
        let (fraction_ppm, phase) = match (&self.recovered, &self.recovery) {
            (Some(_), _) => (1_000_000, "done"),
            (_, Some(recovery)) => (600_000 + recovery.fraction_ppm() / 10 * 4, "recover"),
            _ => (built, "build"),
        };
        VariantProgress { fraction_ppm, phase, done: self.recovered.is_some() }
    }

    /// Entries that are in pages when the crash comes.
    fn crash_target(&self) -> u64 {
        let (_, entries) = self.server.primary().loaded();
        entries * self.params.crash_at_pct / 100
    }

    fn is_crash_due(&self) -> bool {
        if self.params.crash_at_pct == 100 {
            return self.ended;
        }
        self.stepped && self.server.primary().loaded().0 >= self.crash_target()
    }

    /// One step of the statement, with all that happens beside it; returns the rows that it handled.
    fn step_statement(&mut self) -> Result<u64, EngineError> {
        self.make_room();
        if self.server.primary().waits_for_flush() {
            self.flush_unlogged();
        }
        self.start_backup();
        let before = (self.server.primary().loaded().0, self.server.cleaner().records());
        let lsn_before = self.server.primary().log.lsn();
        let runs_before = self.server.primary().sort_counts().0;
        let rows = self.step_rows();
        let progress = self.server.step(rows)?;
        self.stepped = true;
        self.ended = progress.done;
        let primary = self.server.primary();
        let loaded = primary.loaded().0 - before.0;
        let log_bytes = primary.log.lsn() - lsn_before;
        let row_count = u64::from(self.params.statement.rows);
        let work = StepWork {
            scanned: if progress.phase == crate::bulk_load::Phase::Scan { rows } else { 0 },
            // Two runs become one in a pass; a smaller copy has fewer runs than the statement has.
            merged: log2_ceil(self.params.grown(primary.sort_counts().0 - runs_before)) * row_count,
            loaded,
            records: self.server.cleaner().records() - before.1,
            log_bytes,
        };
        if log_bytes > 0 {
            self.last_step = (log_bytes, rows);
        }
        let share = self.share();
        self.clock.work(work, share);
        self.clock.note_age(self.server.age());
        self.clean();
        self.copy_backup()?;
        if self.ended {
            self.end_backup()?;
        }
        Ok(rows)
    }

    /// How many rows the next step has: few where the log is nearly full, so that it is not overrun, and never past the
    /// crash or the start of a backup.
    fn step_rows(&self) -> u64 {
        let (loaded, entries) = self.server.primary().loaded();
        let backup = self.params.backup_at_pct.map(|pct| entries * pct / 100);
        let until =
            |target: u64| target.checked_sub(loaded).filter(|&rows| rows > 0).unwrap_or(ROWS_PER_STEP);
        let limit = until(self.crash_target()).min(backup.map_or(ROWS_PER_STEP, until)).min(ROWS_PER_STEP);
        let room = self.server.cleaner().rule().usable_bytes.saturating_sub(self.server.age());
        let (bytes, rows) = self.last_step;
        limit.min(room * rows / bytes.max(1)).max(1)
    }

    fn share(&self) -> u64 {
        self.server.cleaner().rule().share_permille(self.server.age(), self.server.dirty_bytes())
    }

    /// The statement waits while the log, or memory, has no room.
    fn make_room(&mut self) {
        let rule = self.server.cleaner().rule();
        let mut waited = 0;
        while rule.is_full(self.server.age(), self.server.dirty_bytes()) {
            let flushed = self.server.flush(rule.batch_pages);
            if flushed == 0 {
                break;
            }
            waited += flushed as u64;
        }
        if waited > 0 {
            self.clock.stall(waited);
            self.clock.note_age(self.server.age());
        }
    }

    /// All pages that are not logged must be on disk before the log says that the index is complete.
    fn flush_unlogged(&mut self) {
        let batch = self.server.cleaner().rule().batch_pages;
        loop {
            let flushed = self.server.flush(batch);
            if flushed == 0 {
                break;
            }
            self.clock.flush(flushed as u64);
        }
        self.clock.note_age(self.server.age());
    }

    /// The page cleaner's rounds for which there was time.
    fn clean(&mut self) {
        let batch = self.server.cleaner().rule().batch_pages;
        while self.clock.takes_round() {
            if self.server.flush(batch) < batch {
                break;
            }
        }
        self.clock.note_age(self.server.age());
        // A backup is compared with all of the primary's pages.
        if !matches!(self.backup, BackupState::Copying(..)) {
            self.server.forget(Lsn::MAX);
        }
    }

    fn start_backup(&mut self) {
        let (loaded, entries) = self.server.primary().loaded();
        let is_due = |pct: u64| self.stepped && loaded >= entries * pct / 100;
        if matches!(self.backup, BackupState::Waiting) && self.params.backup_at_pct.is_some_and(is_due) {
            self.backup = BackupState::Copying(Backup::start(&self.server), self.clock.now());
        }
    }

    /// Copies what the backup had time for since it last did.
    fn copy_backup(&mut self) -> Result<(), EngineError> {
        let BackupState::Copying(backup, since) = &mut self.backup else { return Ok(()) };
        let page_size = u64::from(self.params.statement.page_size);
        let page_ns = crate::timing::transfer_ns(page_size, self.params.backup_bytes_per_s).max(1);
        let pages = (self.clock.now() - *since) / page_ns;
        *since += pages * page_ns;
        if pages == 0 || backup.copy(&self.server, pages) {
            return Ok(());
        }
        let BackupState::Copying(backup, _) = std::mem::replace(&mut self.backup, BackupState::Waiting)
        else {
            return Ok(());
        };
        let log_bytes = self.server.primary().log.lsn() - backup.checkpoint();
        self.backup = BackupState::Complete(backup.restore(&self.server)?, log_bytes);
        Ok(())
    }

    /// The statement has ended: a backup that still copies is waited for.
    fn end_backup(&mut self) -> Result<(), EngineError> {
        let page_size = u64::from(self.params.statement.page_size);
        let tick = crate::timing::transfer_ns(COPY_PAGES * page_size, self.params.backup_bytes_per_s).max(1);
        while matches!(self.backup, BackupState::Copying(..)) {
            let share = self.share();
            self.clock.pass(tick, share);
            self.clean();
            self.copy_backup()?;
        }
        Ok(())
    }

    /// The server dies: what is durable is all that is left.
    fn crash(&mut self) {
        if self.params.torn_write {
            self.tear_a_page();
        }
        let primary = self.server.primary();
        self.at_crash = AtCrash {
            committed: self.ended,
            redo_bytes: primary.log.lsn() - primary.log.encoding().framing().first_lsn(),
            age: self.server.age(),
            pages_flushed: self.server.cleaner().pages_flushed(),
            dirty_pages: self.server.cleaner().dirty().len() as u64,
        };
        self.recovery = Some(Recovery::new(self.server.cleaner_mut().storage_mut().take()));
    }

    /// The crash comes in the middle of a round: half of a page is written. Of the round's pages the first one that the disk
    /// held already is taken: the log may not have all of such a page.
    fn tear_a_page(&mut self) {
        let batch = self.server.cleaner().rule().batch_pages;
        let batch = self.server.cleaner().next_batch(&self.server.primary().space, batch);
        let on_disk = self.server.cleaner().storage().pages();
        let known = batch.iter().position(|(page_no, _)| on_disk.get(*page_no).is_some());
        let torn = known.unwrap_or(batch.len() / 2);
        let half = self.params.statement.page_size as usize / 2;
        self.server.cleaner_mut().crash_in_flush(batch, torn, half);
    }

    /// Reads and applies a piece of the log; at its end, compares.
    fn recover(&mut self) -> Result<u64, EngineError> {
        let recovery = self.recovery.as_mut().expect("the server has crashed");
        let outcome = match recovery.step() {
            Ok(true) => return Ok(UNITS_PER_READ),
            Ok(false) => recovery.finish(),
            Err(error) => Err(error),
        };
        let row_by_row = matches!(self.params.statement.ddl, Ddl::Insert);
        self.recovered = Some(match outcome {
            Ok(()) => {
                self.server.compare(recovery)?;
                // Rows of a transaction that did not commit are rolled back one by one; the trees stay.
                if self.ended || row_by_row { Recovered::Yes } else { Recovered::IndexDropped }
            }
            Err(_) if self.params.torn_write => Recovered::Lost,
            Err(error) => return Err(error),
        });
        Ok(UNITS_PER_READ)
    }

    fn counts(&self) -> RecoveryCounts {
        self.recovery.as_ref().map(Recovery::counts).unwrap_or_default()
    }

    fn digest(&self) -> String {
        let mut digest = Digest::new();
        if let Some(recovery) = &self.recovery {
            digest.update_u64(recovery.lsn());
            for (page_no, bytes) in recovery.pages().iter() {
                digest.update_u64(page_no.into());
                digest.update(bytes);
            }
        }
        let counts = self.counts();
        for number in
            [counts.records, counts.skipped, counts.entries, self.clock.now(), self.clock.peak_age()]
        {
            digest.update_u64(number);
        }
        digest.hex()
    }
}

impl VariantRun for CrashVariant {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        self.advance(work_units)
    }

    fn finish(self: Box<Self>) -> VariantResult {
        let outcome = Outcome {
            params: &self.params,
            recovered: self.recovered.unwrap_or(Recovered::Lost),
            at_crash: self.at_crash,
            counts: self.counts(),
            clock: &self.clock,
            backup: match self.backup {
                BackupState::Complete(outcome, log_bytes) => Some((outcome, log_bytes)),
                _ => None,
            },
        };
        let metrics = metrics(&outcome);
        VariantResult {
            metrics,
            series: series(&self.params, &self.clock),
            digest: self.digest(),
            ..VariantResult::default()
        }
    }
}
