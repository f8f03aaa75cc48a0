//! Recovery itself: reads the log from the checkpoint on and repeats what the pages on disk lack.

use std::collections::BTreeSet;

use super::storage::{Storage, unsealed};
use crate::base::{EngineError, Lsn, PageNo};
use crate::innodb::{Page, Tablespace, page};
use crate::redo::{LogReader, ReplayError, ReplayTarget, replay_error_at};

/// Bytes of the log that are read at a time.
const READ_BYTES: usize = 65_536;

/// What recovery did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecoveryCounts {
    /// Bytes of the log from the checkpoint to the end of the last whole mini-transaction.
    pub scanned_bytes: u64,
    /// Records in them.
    pub records: u64,
    /// Records left out because the page was newer.
    pub skipped: u64,
    /// Of the others, those that inserted entries or undo records, and how many they inserted.
    pub inserting_records: u64,
    /// Entries and undo records inserted.
    pub entries: u64,
    /// Records that put a page in place as a whole.
    pub images: u64,
    /// Pages read from the data files.
    pub pages_read: u64,
    /// Pages that records changed.
    pub pages_changed: u64,
    /// Torn pages that came back from the doublewrite buffer.
    pub repaired_by_doublewrite: u64,
    /// Torn pages that came back because the log replaces them whole.
    pub repaired_by_log: u64,
}

impl RecoveryCounts {
    /// Records applied.
    pub fn applied(&self) -> u64 {
        self.records - self.skipped
    }

    /// Records applied that said where their bytes go.
    pub fn physical_writes(&self) -> u64 {
        self.applied() - self.inserting_records - self.images
    }
}

/// Recovery of what a crash left, in steps.
pub struct Recovery {
    /// How much of the log file was read.
    read_bytes: usize,
    reader: LogReader,
    state: State,
    /// The log's end is found: what follows is no mini-transaction.
    ended: bool,
}

/// The pages during recovery.
struct State {
    storage: Storage,
    memory: Tablespace,
    /// Torn pages that nothing has replaced yet.
    torn: BTreeSet<PageNo>,
    /// Pages that the mini-transaction in progress changed.
    touched: Vec<PageNo>,
    changed: BTreeSet<PageNo>,
    /// End of the mini-transaction in progress: what its pages are stamped with.
    mtr_end: Lsn,
    /// Whether a page must be read even if a record replaces it whole: where pages are not all logged, the one on disk may
    /// hold what the log lacks.
    reads_before_overwrite: bool,
    loaded: Vec<u64>,
    counts: RecoveryCounts,
}

impl Recovery {
    /// Recovery of `storage`.
    pub fn new(storage: Storage) -> Self {
        let encoding = storage.encoding();
        let reader = LogReader::new(encoding, storage.checkpoint());
        let state = State {
            memory: Tablespace::new(storage.pages().space_id(), storage.pages().page_size()),
            storage,
            torn: BTreeSet::new(),
            touched: Vec::new(),
            changed: BTreeSet::new(),
            mtr_end: 0,
            reads_before_overwrite: !encoding.logs_bulk_pages(),
            loaded: Vec::new(),
            counts: RecoveryCounts::default(),
        };
        Self { read_bytes: 0, reader, state, ended: false }
    }

    /// Recovers everything.
    ///
    /// # Errors
    /// As [`Recovery::step`] and [`Recovery::finish`].
    pub fn run(&mut self) -> Result<(), EngineError> {
        while self.step()? {}
        self.finish()
    }

    /// Reads and repeats some more of the log; `false` at its end.
    ///
    /// # Errors
    /// If a record cannot be repeated: the page that it changes is not there, or is not what it was. The table is lost then.
    pub fn step(&mut self) -> Result<bool, EngineError> {
        if self.ended {
            return Ok(false);
        }
        let (log, open_block) = self.state.storage.log_from_checkpoint();
        let rest = match self.read_bytes.checked_sub(log.len()) {
            None => &log[self.read_bytes..],
            Some(beyond) => &open_block[beyond.min(open_block.len())..],
        };
        let chunk = &rest[..rest.len().min(READ_BYTES)];
        if chunk.is_empty() {
            return Ok(false);
        }
        self.read_bytes += chunk.len();
        // Where no block follows the log ends, and so it does where no mini-transaction follows. Older bytes stand there.
        self.ended = self.reader.push(chunk).is_err();
        let encoding = self.reader.encoding();
        loop {
            let mtr = match self.reader.next_mtr() {
                Ok(Some(mtr)) => mtr,
                Ok(None) => return Ok(true),
                Err(_) => {
                    self.ended = true;
                    return Ok(true);
                }
            };
            self.state.mtr_end = mtr.end_lsn;
            let applied = encoding.apply(mtr.bytes, &mut self.state);
            self.state.counts.records += applied.map_err(|error| replay_error_at(error, mtr.start_lsn))?;
            self.state.stamp();
        }
    }

    /// Checks that no torn page is left.
    ///
    /// # Errors
    /// [`EngineError::PageTorn`]: the table is lost.
    pub fn finish(&self) -> Result<(), EngineError> {
        match self.state.torn.first() {
            Some(&page_no) => Err(EngineError::PageTorn { page_no }),
            None => Ok(()),
        }
    }

    /// How much of the log was read, in millionths.
    pub fn fraction_ppm(&self) -> u32 {
        let (log, open_block) = self.state.storage.log_from_checkpoint();
        let all = (log.len() + open_block.len()).max(1) as u64;
        (self.read_bytes as u64 * 1_000_000 / all) as u32
    }

    /// End of the last mini-transaction that was recovered.
    pub fn lsn(&self) -> Lsn {
        self.reader.lsn()
    }

    /// A page after recovery: as recovered, or as it is on disk; `None` if there is none, or a torn one.
    pub fn page(&self, page_no: PageNo) -> Option<Page> {
        match self.state.memory.get(page_no) {
            Some(page) => Some(page.into()),
            None => unsealed(self.state.storage.pages().get(page_no)?),
        }
    }

    /// Indexes that the log declared complete although their pages are not in it, by number.
    pub fn loaded_indexes(&self) -> &[u64] {
        &self.state.loaded
    }

    /// Pages that recovery holds in memory.
    pub fn pages(&self) -> &Tablespace {
        &self.state.memory
    }

    /// What recovery did so far.
    pub fn counts(&self) -> RecoveryCounts {
        RecoveryCounts {
            scanned_bytes: self.lsn() - self.state.storage.checkpoint(),
            pages_changed: self.state.changed.len() as u64,
            ..self.state.counts
        }
    }
}

impl State {
    /// Stamps the pages that the mini-transaction changed.
    fn stamp(&mut self) {
        for page_no in self.touched.drain(..) {
            if let Some(page) = self.memory.get_mut(page_no) {
                page::set_lsn(page, self.mtr_end);
            }
            self.changed.insert(page_no);
        }
    }

    /// Reads a page from its place, or from the doublewrite buffer if it is torn.
    fn read(&mut self, page_no: PageNo) {
        let Some(on_disk) = self.storage.pages().get(page_no) else { return };
        // Never written: the file was only made longer.
        if on_disk.iter().all(|&byte| byte == 0) {
            return;
        }
        self.counts.pages_read += 1;
        let copies = self.storage.doublewrite();
        let copy =
            || copies.iter().filter(|(copied, _)| *copied == page_no).find_map(|(_, copy)| unsealed(copy));
        match unsealed(on_disk) {
            Some(page) => self.memory.put(page_no, page),
            None => match copy() {
                Some(page) => {
                    self.counts.repaired_by_doublewrite += 1;
                    self.memory.put(page_no, page);
                }
                None => {
                    self.torn.insert(page_no);
                }
            },
        }
    }

    fn is_skipped(&mut self, page_no: PageNo, overwrite: bool) -> bool {
        let is_known = self.memory.get(page_no).is_some() || self.torn.contains(&page_no);
        if !is_known && (!overwrite || self.reads_before_overwrite) {
            self.read(page_no);
        }
        if self.torn.contains(&page_no) {
            if overwrite {
                self.torn.remove(&page_no);
                self.counts.repaired_by_log += 1;
            }
            return !overwrite;
        }
        self.memory.get(page_no).is_some_and(|page| page::lsn(page) >= self.mtr_end)
    }
}

impl ReplayTarget for State {
    fn take(&mut self, page_no: PageNo) -> Result<Page, ReplayError> {
        self.memory.take(page_no).ok_or(ReplayError::PageMissing(page_no))
    }

    fn take_for_overwrite(&mut self, page_no: PageNo) -> Page {
        let page_size = self.memory.page_size();
        self.memory.take(page_no).unwrap_or_else(|| vec![0; page_size].into_boxed_slice())
    }

    #[inline]
    fn put(&mut self, page_no: PageNo, page: Page) {
        if self.touched.last() != Some(&page_no) && !self.touched.contains(&page_no) {
            self.touched.push(page_no);
        }
        self.memory.put(page_no, page);
    }

    fn free(&mut self, page_no: PageNo) {
        // Nobody will read it: whoever uses it next makes it anew.
        self.torn.remove(&page_no);
    }

    fn skips(&mut self, page_no: PageNo, overwrite: bool) -> bool {
        let skipped = self.is_skipped(page_no, overwrite);
        self.counts.skipped += u64::from(skipped);
        skipped
    }

    fn inserted(&mut self, records: u64, entries: u64) {
        self.counts.inserting_records += records;
        self.counts.entries += entries;
    }

    fn installed(&mut self) {
        self.counts.images += 1;
    }

    fn index_loaded(&mut self, index_id: u64) {
        self.loaded.push(index_id);
    }

    fn space_id(&self) -> u32 {
        self.memory.space_id()
    }
}
