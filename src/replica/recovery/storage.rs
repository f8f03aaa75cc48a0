//! What is durable: log, data pages, doublewrite buffer, checkpoint.
//!
//! A server reaches its disks by a sequence of [`Write`]s. A crash comes between two of them, or in the middle of one, so
//! every state that a crash can leave is a number of whole writes and a part of the next. A write of the log is cut at any
//! byte; sectors of 512 bytes that were written before and are written again keep their content if the cut comes first. A
//! page of which only a part was written holds the new page's first sectors and the old one's last.
//!
//! *Worked example.* A page of 4,096 bytes has eight sectors. Cut after three, the page holds 1,536 new bytes and 2,560 old
//! ones, and the checksum at its end is the old one: it is torn.

use crate::base::{Lsn, PageNo};
use crate::innodb::{Page, Tablespace, page};
use crate::redo::{Encoding, Framing};

/// Bytes that a disk writes whole or not at all.
pub const SECTOR_BYTES: usize = 512;

/// One write of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// Bytes that follow in the log file.
    Log(Vec<u8>),
    /// The log's last block, which is not full and will be written again.
    OpenBlock {
        /// The block, padded with zeros.
        block: Vec<u8>,
    },
    /// Copies of pages that are going to be written to their places.
    Doublewrite(Vec<(PageNo, Page)>),
    /// A page in its place, with its checksum.
    Page(PageNo, Page),
    /// Where recovery may start.
    Checkpoint(Lsn),
}

/// What a server's disks hold.
#[derive(Clone)]
pub struct Storage {
    encoding: &'static dyn Encoding,
    pages: Tablespace,
    doublewrite: Vec<(PageNo, Page)>,
    log: Vec<u8>,
    /// LSN of the first byte of `log`; with blocks, of the block that it starts.
    log_start: Lsn,
    open_block: Vec<u8>,
    checkpoint: Lsn,
}

impl Storage {
    /// Disks that hold the pages of `before`, and a log in `encoding` that will start at `start_lsn`.
    pub fn new(encoding: &'static dyn Encoding, start_lsn: Lsn, before: &Tablespace) -> Self {
        let mut pages = Tablespace::new(before.space_id(), before.page_size());
        for (page_no, bytes) in before.iter() {
            pages.put(page_no, sealed(bytes));
        }
        let log_start = file_position(encoding.framing(), start_lsn);
        let (doublewrite, log, open_block) = Default::default();
        Self { encoding, pages, doublewrite, log, log_start, open_block, checkpoint: start_lsn }
    }

    /// The same log from `checkpoint` on with other data files: those of a backup, copied without a doublewrite buffer.
    pub fn with_pages(&self, pages: Tablespace, checkpoint: Lsn) -> Self {
        Self { pages, checkpoint, ..self.clone_log() }
    }

    /// Takes everything that is durable away from a server that has crashed.
    pub fn take(&mut self) -> Self {
        let empty = Tablespace::new(self.pages.space_id(), self.pages.page_size());
        Self {
            encoding: self.encoding,
            pages: std::mem::replace(&mut self.pages, empty),
            doublewrite: std::mem::take(&mut self.doublewrite),
            log: std::mem::take(&mut self.log),
            log_start: self.log_start,
            open_block: std::mem::take(&mut self.open_block),
            checkpoint: self.checkpoint,
        }
    }

    fn clone_log(&self) -> Self {
        Self {
            encoding: self.encoding,
            pages: Tablespace::new(self.pages.space_id(), self.pages.page_size()),
            doublewrite: Vec::new(),
            log: self.log.clone(),
            log_start: self.log_start,
            open_block: self.open_block.clone(),
            checkpoint: self.checkpoint,
        }
    }

    /// Makes a write durable.
    pub fn apply(&mut self, write: Write) {
        match write {
            Write::Log(bytes) => self.append_log(&bytes),
            Write::OpenBlock { block } => self.open_block = block,
            Write::Doublewrite(copies) => self.doublewrite = copies,
            Write::Page(page_no, page) => self.pages.put(page_no, page),
            Write::Checkpoint(lsn) => self.checkpoint = lsn,
        }
    }

    /// Makes the first `bytes` bytes of a write durable; of pages only whole sectors. A checkpoint is written whole or not.
    pub fn apply_part(&mut self, write: &Write, bytes: usize) {
        match write {
            Write::Log(log) => self.append_part_of_log(&log[..bytes.min(log.len())]),
            Write::Page(page_no, new) => self.tear(*page_no, new, bytes),
            Write::Doublewrite(copies) => {
                let page_size = self.pages.page_size();
                self.doublewrite = copies[..(bytes / page_size).min(copies.len())].to_vec();
                if let Some((page_no, new)) = copies.get(self.doublewrite.len()) {
                    let mut torn: Page = vec![0; page_size].into_boxed_slice();
                    let kept = bytes % page_size / SECTOR_BYTES * SECTOR_BYTES;
                    torn[..kept].copy_from_slice(&new[..kept]);
                    self.doublewrite.push((*page_no, torn));
                }
            }
            Write::OpenBlock { .. } | Write::Checkpoint(_) => {}
        }
    }

    fn append_log(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.open_block.clear();
        }
        self.log.extend_from_slice(bytes);
    }

    /// In blocks, a block that stands already is overwritten as a whole sector or stays.
    fn append_part_of_log(&mut self, bytes: &[u8]) {
        match self.encoding.framing() {
            Framing::Blocks if bytes.len() < SECTOR_BYTES && !self.open_block.is_empty() => {}
            _ => self.append_log(bytes),
        }
    }

    /// Puts bytes behind the log's end: what an earlier round through the log files left there.
    pub fn apply_behind_log(&mut self, bytes: &[u8]) {
        self.open_block.extend_from_slice(bytes);
    }

    /// Writes the first sectors of a page that take at most `bytes` bytes.
    pub fn tear(&mut self, page_no: PageNo, new: &[u8], bytes: usize) {
        let kept = bytes.min(new.len()) / SECTOR_BYTES * SECTOR_BYTES;
        if kept == 0 {
            return;
        }
        let mut torn = match self.pages.get(page_no) {
            Some(old) => old.into(),
            None => vec![0; new.len()].into_boxed_slice(),
        };
        torn[..kept].copy_from_slice(&new[..kept]);
        self.pages.put(page_no, torn);
    }

    /// Forgets log bytes before `lsn`, which must not be after the checkpoint: their file space is written over.
    pub fn drop_log_before(&mut self, lsn: Lsn) {
        let start = file_position(self.encoding.framing(), lsn);
        let count = start.saturating_sub(self.log_start) as usize;
        // Moving the rest costs time: only when there is more to drop than to keep.
        if count > self.log.len() / 2 && count <= self.log.len() {
            self.log.drain(..count);
            self.log_start = start;
        }
    }

    /// Forgets a page, to keep memory small. Its newest change must lie before the checkpoint.
    pub fn drop_page(&mut self, page_no: PageNo) {
        self.pages.take(page_no);
    }

    /// The log file from the checkpoint on, with whatever stands behind its end.
    pub fn log_from_checkpoint(&self) -> (&[u8], &[u8]) {
        let start = file_position(self.encoding.framing(), self.checkpoint);
        let from = (start.saturating_sub(self.log_start) as usize).min(self.log.len());
        (&self.log[from..], &self.open_block)
    }

    /// The encoding of the log.
    pub fn encoding(&self) -> &'static dyn Encoding {
        self.encoding
    }

    /// Where recovery starts.
    pub fn checkpoint(&self) -> Lsn {
        self.checkpoint
    }

    /// The data pages, with their checksums.
    pub fn pages(&self) -> &Tablespace {
        &self.pages
    }

    /// The copies in the doublewrite buffer.
    pub fn doublewrite(&self) -> &[(PageNo, Page)] {
        &self.doublewrite
    }
}

/// Position in the log file at which reading from `lsn` begins.
fn file_position(framing: Framing, lsn: Lsn) -> Lsn {
    match framing {
        Framing::Checksummed => lsn,
        Framing::Blocks => lsn - lsn % SECTOR_BYTES as Lsn,
    }
}

/// A page as it goes to disk.
pub(super) fn sealed(bytes: &[u8]) -> Page {
    let mut page: Page = bytes.into();
    page::seal(&mut page);
    page
}

/// A page as it comes from disk, without the trailer that it has only there; `None` if its checksum is wrong.
pub fn unsealed(bytes: &[u8]) -> Option<Page> {
    if !page::checksum_is_right(bytes) {
        return None;
    }
    let mut page: Page = bytes.into();
    let trailer = page.len() - page::FIL_TRAILER_BYTES;
    page[trailer..].fill(0);
    Some(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_cut_after_three_sectors_is_torn() {
        let encoding = crate::redo::encoding("physical").unwrap();
        let mut before = Tablespace::new(5, 4096);
        before.init(7)[1000] = 1;
        let mut storage = Storage::new(encoding, 12_288, &before);
        let mut new: Page = before.get(7).unwrap().into();
        new[1000] = 2;
        new[3000] = 2;
        let write = Write::Page(7, sealed(&new));
        storage.apply_part(&write, 1_600);
        let torn = storage.pages().get(7).unwrap();
        assert_eq!((torn[1000], torn[3000]), (2, 0));
        assert_eq!(unsealed(torn), None);
        storage.apply(write);
        assert_eq!(unsealed(storage.pages().get(7).unwrap()), Some(new));
    }
}
