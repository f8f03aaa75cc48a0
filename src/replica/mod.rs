//! The replica: it reads the primary's log, repeats every change, and must end with the same bytes.
//!
//! It starts from an older copy of the file, or from nothing. For each mini-transaction it changes the pages that the
//! records name and stamps them with the mini-transaction's end LSN, as the primary did. A page that is not in memory must
//! be read first, unless its first record replaces it whole.
//!
//! *Worked example.* A page of 1,120 entries, in five encodings: 1,120 inserts to repeat, one list of 1,120 entries, some
//! 4,700 writes, one page to put in place; or nothing at all until the index is complete, and then one page to read.
//!
//! Crash recovery is the same code: a server that replays its own log after a crash.

pub mod recovery;

use std::rc::Rc;

use crate::base::{EngineError, Lsn, PageNo};
use crate::innodb::{Page, Tablespace, page};
use crate::redo::{Encoding, LogReader, ReplayError, ReplayTarget, replay_error_at};

/// A replica in the middle of replay.
pub struct Replica {
    reader: LogReader,
    state: ReplicaState,
}

/// The pages of a replica, and what replay did to them so far.
struct ReplicaState {
    space: Tablespace,
    older: Option<Rc<Tablespace>>,
    touched: Vec<PageNo>,
    records_applied: u64,
    page_reads: u64,
    loaded_indexes: u64,
}

impl Replica {
    /// A replica of a log in `encoding` that starts at `start_lsn`; `older` is the file as it was then.
    pub fn new(
        encoding: &'static dyn Encoding,
        start_lsn: Lsn,
        space: Tablespace,
        older: Option<Rc<Tablespace>>,
    ) -> Self {
        let state = ReplicaState {
            space,
            older,
            touched: Vec::new(),
            records_applied: 0,
            page_reads: 0,
            loaded_indexes: 0,
        };
        Self { reader: LogReader::new(encoding, start_lsn), state }
    }

    /// Takes further bytes of the log file and repeats what they say.
    ///
    /// # Errors
    /// If the log is damaged, or needs a page that the replica does not have. Pages are then as they were after the last
    /// whole mini-transaction, but for those of the one that failed.
    pub fn replay(&mut self, log_bytes: &[u8]) -> Result<(), EngineError> {
        self.reader.push(log_bytes)?;
        let encoding = self.reader.encoding();
        while let Some(mtr) = self.reader.next_mtr()? {
            let applied = encoding.apply(mtr.bytes, &mut self.state);
            self.state.records_applied += applied.map_err(|error| replay_error_at(error, mtr.start_lsn))?;
            for page_no in self.state.touched.drain(..) {
                if let Some(page) = self.state.space.get_mut(page_no) {
                    page::set_lsn(page, mtr.end_lsn);
                }
            }
        }
        Ok(())
    }

    /// Checks that the log ended with a whole mini-transaction.
    ///
    /// # Errors
    /// [`EngineError::LogTruncated`].
    pub fn finish(&self) -> Result<(), EngineError> {
        self.reader.finish()
    }

    /// Redo records applied.
    pub fn records_applied(&self) -> u64 {
        self.state.records_applied
    }

    /// Pages that had to be read: older pages that a record changed, and flushed pages of unlogged indexes.
    pub fn page_reads(&self) -> u64 {
        self.state.page_reads
    }

    /// LSN up to which the log is applied.
    pub fn lsn(&self) -> Lsn {
        self.reader.lsn()
    }

    /// The replica's pages.
    pub fn space(&self) -> &Tablespace {
        &self.state.space
    }

    /// A page as the replica would read it: its own, or the older file's if nothing changed it.
    pub fn page(&self, page_no: PageNo) -> Option<&[u8]> {
        let older = || self.state.older.as_ref().and_then(|older| older.get(page_no));
        self.state.space.get(page_no).or_else(older)
    }

    /// The replica's pages, for comparing and dropping.
    pub fn space_mut(&mut self) -> &mut Tablespace {
        &mut self.state.space
    }

    /// How many unlogged indexes were declared complete.
    pub fn loaded_indexes(&self) -> u64 {
        self.state.loaded_indexes
    }

    /// Reads a page that the primary flushed instead of logging it.
    pub fn read_flushed(&mut self, page_no: PageNo, page: &[u8]) {
        self.state.page_reads += 1;
        self.state.space.put(page_no, page.into());
    }
}

impl ReplayTarget for ReplicaState {
    fn take(&mut self, page_no: PageNo) -> Result<Page, ReplayError> {
        if let Some(page) = self.space.take(page_no) {
            return Ok(page);
        }
        let older = self.older.as_ref().and_then(|older| older.get(page_no));
        let page = older.ok_or(ReplayError::PageMissing(page_no))?.into();
        self.page_reads += 1;
        Ok(page)
    }

    fn take_for_overwrite(&mut self, page_no: PageNo) -> Page {
        let page_size = self.space.page_size();
        self.space.take(page_no).unwrap_or_else(|| vec![0; page_size].into_boxed_slice())
    }

    #[inline]
    fn put(&mut self, page_no: PageNo, page: Page) {
        if self.touched.last() != Some(&page_no) && !self.touched.contains(&page_no) {
            self.touched.push(page_no);
        }
        self.space.put(page_no, page);
    }

    fn free(&mut self, _page_no: PageNo) {}

    fn index_loaded(&mut self, _index_id: u64) {
        self.loaded_indexes += 1;
    }

    fn space_id(&self) -> u32 {
        self.space.space_id()
    }
}

/// Compares a page of the primary with the replica's.
///
/// # Errors
/// [`EngineError::ReplicaDiffers`] with the first differing byte; a page that only one side has differs at offset 0.
pub fn compare_page(
    page_no: PageNo,
    primary: Option<&[u8]>,
    replica: Option<&[u8]>,
) -> Result<(), EngineError> {
    match (primary, replica) {
        (None, None) => Ok(()),
        (Some(primary), Some(replica)) if primary == replica => Ok(()),
        (Some(primary), Some(replica)) => {
            let offset = primary.iter().zip(replica).position(|(left, right)| left != right).unwrap_or(0);
            Err(EngineError::ReplicaDiffers { page_no, offset })
        }
        _ => Err(EngineError::ReplicaDiffers { page_no, offset: 0 }),
    }
}
