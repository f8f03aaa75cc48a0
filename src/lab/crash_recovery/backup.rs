//! A backup that is taken while the statement runs: the data files page by page, and the log from the checkpoint at the start
//! to the end of the copy.
//!
//! Pages are copied at different times, so the copy matches no moment. Restoring it is crash recovery: the log brings every
//! page to the moment at which the copy ended. That works as long as the log holds every change.
//!
//! *Worked example.* The copy passes page 700 before the build has flushed it, so the backup holds zeros there. A logged build
//! is no problem: the page's making is in the copied log. An unlogged build that ends before the copy does is: the log says
//! "the index is complete", and page 700 is not in it. Tools abort there, or copy the file again. An unlogged build that
//! goes on beyond the end of the copy does no harm: its index is dropped when the backup is restored.

use super::server::Server;
use crate::base::{EngineError, Lsn, PageNo};
use crate::innodb::Tablespace;
use crate::replica::recovery::Recovery;

/// A backup in progress.
pub struct Backup {
    pages: Tablespace,
    checkpoint: Lsn,
    next: PageNo,
}

/// What a backup is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BackupOutcome {
    /// Pages that the restored backup lacks or has with other bytes.
    pub wrong_pages: u64,
    /// Indexes that the copied log declares complete without holding their pages: what makes tools abort.
    pub index_loads: u64,
}

impl Backup {
    /// Begins: from here on the log must be kept.
    pub fn start(server: &Server) -> Self {
        let storage = server.cleaner().storage();
        let pages = Tablespace::new(storage.pages().space_id(), storage.pages().page_size());
        Self { pages, checkpoint: storage.checkpoint(), next: 0 }
    }

    /// LSN from which the log is copied.
    pub fn checkpoint(&self) -> Lsn {
        self.checkpoint
    }

    /// Copies the next `count` pages as they are on disk; `false` once all are copied.
    pub fn copy(&mut self, server: &Server, count: u64) -> bool {
        let on_disk = server.cleaner().storage().pages();
        let end = server.primary().space.page_count();
        let until = end.min(self.next.saturating_add(u32::try_from(count).unwrap_or(u32::MAX)));
        for page_no in self.next..until {
            self.copy_page(on_disk, page_no);
        }
        self.next = until;
        if until < end {
            return true;
        }
        // The system tablespace comes last; it is small.
        let system: Vec<PageNo> =
            on_disk.iter().map(|(page_no, _)| page_no).filter(|&page_no| page_no >= end).collect();
        system.into_iter().for_each(|page_no| self.copy_page(on_disk, page_no));
        false
    }

    fn copy_page(&mut self, on_disk: &Tablespace, page_no: PageNo) {
        if let Some(page) = on_disk.get(page_no) {
            self.pages.put(page_no, page.into());
        }
    }

    /// Restores the complete copy with the log up to now, and compares it with the primary.
    ///
    /// # Errors
    /// [`EngineError`] if not even recovery runs to its end.
    pub fn restore(self, server: &Server) -> Result<BackupOutcome, EngineError> {
        let storage = server.cleaner().storage().with_pages(self.pages, self.checkpoint);
        let mut recovery = Recovery::new(storage);
        recovery.run()?;
        Ok(BackupOutcome {
            wrong_pages: server.differing_pages(&recovery),
            index_loads: recovery.loaded_indexes().len() as u64,
        })
    }
}
