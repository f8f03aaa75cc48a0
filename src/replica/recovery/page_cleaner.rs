//! The page cleaner: writes pages to their places, oldest modification first, so that the log's beginning can be used again.
//!
//! The log is a ring. What lies before the checkpoint may be written over, and the checkpoint cannot pass the oldest
//! modification that was not flushed. The distance from there to the log's end is the **checkpoint age**. The server keeps
//! it below the **usable capacity**, a tenth less than the files hold; a statement that arrives there waits until pages are
//! flushed.
//!
//! *Worked example.* Two files of 48 MiB: each loses 2,048 bytes to its header, and 0.9 x 2 x (50,331,648 - 2,048) =
//! 90,593,280 bytes are usable. At an age of 9 MB (a tenth) the cleaner begins; it works at half of what the disk can take at
//! 44 MB, and at all of it from 79 MB on.
//!
//! Dirty pages that fill the memory are flushed for the same reasons, by a rule of the same form.
//!
//! Before a page goes to its place, the log must be durable up to the page's LSN, or a crash would leave a change that
//! nothing explains.

use super::flush_list::FlushList;
use super::storage::{Storage, Write, sealed};
use crate::base::{EngineError, Lsn, PageNo};
use crate::innodb::{Page, Tablespace};
use crate::redo::{LogReader, ReplayError, ReplayTarget};

/// How the page cleaner works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CleanerRule {
    /// Usable bytes of redo ([`usable_redo_bytes`](crate::redo::usable_redo_bytes)).
    pub usable_bytes: u64,
    /// Bytes of the buffer pool that may be dirty.
    pub most_dirty_bytes: u64,
    /// Pages of a round.
    pub batch_pages: usize,
    /// Whether pages go to the doublewrite buffer first.
    pub doublewrite: bool,
}

impl CleanerRule {
    /// Share of the disk's speed, in thousandths, at which pages are flushed: what the log needs or what memory needs,
    /// whichever is more. The log needs nothing below a tenth of the usable capacity, everything from seven eighths on, and
    /// in proportion between; memory likewise needs its share of what may be dirty, from a tenth on.
    pub fn share_permille(&self, age: u64, dirty_bytes: u64) -> u64 {
        let from = self.usable_bytes / 10;
        let full = self.usable_bytes / 8 * 7;
        let for_log = match age {
            _ if age <= from => 0,
            _ if age >= full => 1000,
            _ => 1000 * (age - from) / (full - from),
        };
        let for_memory = match dirty_bytes {
            _ if dirty_bytes <= self.most_dirty_bytes / 10 => 0,
            _ => (1000 * dirty_bytes / self.most_dirty_bytes.max(1)).min(1000),
        };
        for_log.max(for_memory)
    }

    /// Whether a statement must wait until pages are flushed.
    pub fn is_full(&self, age: u64, dirty_bytes: u64) -> bool {
        age >= self.usable_bytes || dirty_bytes > self.most_dirty_bytes
    }
}

/// The page cleaner of a server, with the server's disks.
pub struct PageCleaner {
    rule: CleanerRule,
    storage: Storage,
    list: FlushList,
    reader: LogReader,
    named: NamedPages,
    pages_flushed: u64,
    journal: Option<Vec<Write>>,
}

impl PageCleaner {
    /// A page cleaner on `storage`, whose log starts at its checkpoint.
    pub fn new(rule: CleanerRule, storage: Storage) -> Self {
        let reader = LogReader::new(storage.encoding(), storage.checkpoint());
        let named = NamedPages { space_id: storage.pages().space_id(), ..NamedPages::default() };
        let (list, pages_flushed, journal) = Default::default();
        Self { rule, storage, list, reader, named, pages_flushed, journal }
    }

    /// Keeps every write, in order: what a crash may cut.
    pub fn keep_writes(&mut self) {
        self.journal = Some(Vec::new());
    }

    /// The writes since [`PageCleaner::keep_writes`].
    pub fn writes(&self) -> &[Write] {
        self.journal.as_deref().unwrap_or_default()
    }

    /// Writes the log: `bytes` that follow in the file, and its last block if that is not full. Pages that the log names are
    /// dirty from now on.
    ///
    /// # Errors
    /// If the log cannot be read: never, as long as an encoding wrote it.
    pub fn write_log(&mut self, bytes: &[u8], open_block: Vec<u8>) -> Result<(), EngineError> {
        self.reader.push(bytes)?;
        let encoding = self.reader.encoding();
        while let Some(mtr) = self.reader.next_mtr()? {
            let start_lsn = mtr.start_lsn;
            self.named.records += encoding
                .apply(mtr.bytes, &mut self.named)
                .map_err(|error| crate::redo::replay_error_at(error, start_lsn))?;
            self.named.pages.drain(..).for_each(|page_no| self.list.add(page_no, start_lsn));
        }
        if !bytes.is_empty() {
            self.write(Write::Log(bytes.into()));
        }
        if !open_block.is_empty() {
            self.write(Write::OpenBlock { block: open_block });
        }
        Ok(())
    }

    /// Notes a finished page that is not logged.
    pub fn add_unlogged(&mut self, page_no: PageNo) {
        self.list.add(page_no, self.reader.lsn());
    }

    /// The oldest dirty pages of `memory`, at most as many as a round takes and `limit`, with their checksums.
    pub fn next_batch(&self, memory: &Tablespace, limit: usize) -> Vec<(PageNo, Page)> {
        let pages = self.list.iter().take(limit.min(self.rule.batch_pages));
        pages.filter_map(|page_no| Some((page_no, sealed(memory.get(page_no)?)))).collect()
    }

    /// Flushes one round of at most `limit` pages of `memory`, and moves the checkpoint; returns the pages.
    ///
    /// The log must be written up to the newest change of `memory`.
    pub fn flush(&mut self, memory: &Tablespace, limit: usize) -> Vec<PageNo> {
        let batch = self.next_batch(memory, limit);
        let flushed: Vec<PageNo> = batch.iter().map(|(page_no, _)| *page_no).collect();
        self.write_batch(batch);
        self.move_checkpoint();
        flushed
    }

    /// Flushes the page cleaner's next round but for a crash: the page at `torn` is cut after `bytes` bytes, and nothing is
    /// written after it.
    pub fn crash_in_flush(&mut self, batch: Vec<(PageNo, Page)>, torn: usize, bytes: usize) {
        if self.rule.doublewrite {
            self.write(Write::Doublewrite(batch.clone()));
        }
        for (place, (page_no, page)) in batch.into_iter().enumerate().take(torn + 1) {
            match place == torn {
                true => self.storage.tear(page_no, &page, bytes),
                false => self.write(Write::Page(page_no, page)),
            }
        }
    }

    fn write_batch(&mut self, batch: Vec<(PageNo, Page)>) {
        if self.rule.doublewrite && !batch.is_empty() {
            self.write(Write::Doublewrite(batch.clone()));
        }
        for (page_no, page) in batch {
            self.list.remove(page_no);
            self.pages_flushed += 1;
            self.write(Write::Page(page_no, page));
        }
    }

    fn move_checkpoint(&mut self) {
        let lsn = self.list.oldest_modification().unwrap_or(self.reader.lsn());
        if lsn > self.storage.checkpoint() {
            self.write(Write::Checkpoint(lsn));
        }
    }

    fn write(&mut self, write: Write) {
        if let Some(journal) = &mut self.journal {
            journal.push(write.clone());
        }
        self.storage.apply(write);
    }

    /// How it works.
    pub fn rule(&self) -> CleanerRule {
        self.rule
    }

    /// What is durable.
    pub fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The disks, for forgetting what nobody will read.
    pub fn storage_mut(&mut self) -> &mut Storage {
        &mut self.storage
    }

    /// Dirty pages.
    pub fn dirty(&self) -> &FlushList {
        &self.list
    }

    /// Checkpoint age at the log's end `lsn`.
    pub fn age(&self, lsn: Lsn) -> u64 {
        lsn - self.storage.checkpoint()
    }

    /// Pages flushed so far.
    pub fn pages_flushed(&self) -> u64 {
        self.pages_flushed
    }

    /// Records of the log so far.
    pub fn records(&self) -> u64 {
        self.named.records
    }

    /// Forgets a page on disk if nothing after the checkpoint can need it; says whether it did.
    pub fn forget_if_clean(&mut self, page_no: PageNo, newest_lsn: Lsn) -> bool {
        let clean = !self.list.contains(page_no) && newest_lsn <= self.storage.checkpoint();
        if clean {
            self.storage.drop_page(page_no);
        }
        clean
    }
}

/// Collects which pages records name, and applies none.
#[derive(Default)]
struct NamedPages {
    space_id: u32,
    pages: Vec<PageNo>,
    records: u64,
}

impl ReplayTarget for NamedPages {
    fn skips(&mut self, page_no: PageNo, _overwrite: bool) -> bool {
        if self.pages.last() != Some(&page_no) {
            self.pages.push(page_no);
        }
        true
    }

    fn take(&mut self, page_no: PageNo) -> Result<Page, ReplayError> {
        Err(ReplayError::PageMissing(page_no))
    }

    fn take_for_overwrite(&mut self, _page_no: PageNo) -> Page {
        Page::default()
    }

    fn put(&mut self, _page_no: PageNo, _page: Page) {}

    fn free(&mut self, _page_no: PageNo) {}

    fn index_loaded(&mut self, _index_id: u64) {}

    fn space_id(&self) -> u32 {
        self.space_id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cleaner_works_harder_the_older_the_checkpoint() {
        let rule = CleanerRule {
            usable_bytes: 80_000,
            most_dirty_bytes: 1_000_000,
            batch_pages: 64,
            doublewrite: true,
        };
        let shares = [0, 8_000, 39_000, 70_000, 80_000].map(|age| rule.share_permille(age, 0));
        assert_eq!(shares, [0, 0, 500, 1000, 1000]);
        assert_eq!([50_000, 500_000, 2_000_000].map(|dirty| rule.share_permille(0, dirty)), [0, 500, 1000]);
    }
}
