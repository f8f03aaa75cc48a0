//! The redo log: how a change to a page becomes bytes, and how bytes become the change again.
//!
//! A server may not change a page on disk before the log can repeat the change. What the log says about a change is the
//! **encoding**, and this room holds one file for each:
//!
//! | encoding | what it writes for a page of 1,120 index entries |
//! |---|---|
//! | [`physiological`] | 1,120 records "insert these bytes after that record" |
//! | [`list-copy`](list_copy) | one record with all 1,120 entries |
//! | [`physical`] | bytes at offsets: entry, link, directory, header |
//! | [`page-image`](page_image) | the page |
//! | [`unlogged`] | nothing; the page itself is written before the statement ends |
//!
//! Records are grouped into **mini-transactions**, which are applied whole or not at all. A mini-transaction's end moves
//! the log sequence number (LSN), and every page that it changed is stamped with the new LSN.
//!
//! *Worked example.* Changing byte 107 of page 15 to 5 in the `physical` encoding: `34 05 0f 6b 05`. The first byte says
//! "write, four bytes follow"; then space 5, page 15, offset 107 and the byte.
//!
//! To add an encoding, write one file with an [`Encoding`] and list it in [`encodings`].

mod buffer;
pub mod bulk_page;
pub mod list_copy;
mod log;
pub mod mini_transaction;
mod mysql_entries;
mod mysql_entry_replay;
mod mysql_format;
mod mysql_numbers;
mod mysql_records;
mod mysql_replay;
mod mysql_rows;
pub mod page_image;
pub mod physical;
mod physical_format;
mod physical_rows;
pub mod physiological;
pub mod rows;
mod statistics;
pub mod unlogged;

pub use buffer::MtrBuffer;
pub use bulk_page::BulkPage;
pub use log::{Framing, LogReader, LogWriter, MtrBytes, replay_error_at, usable_redo_bytes};
pub use mini_transaction::{MiniTransaction, RedoLog};
pub use rows::{IndexPage, RowEncoding, RowInsert};
pub use statistics::{Count, Purpose, Statistics};

use crate::base::PageNo;
use crate::innodb::{IndexLayout, Page};

/// Position of a record type in [`Encoding::kinds`].
pub type KindId = u8;

/// Why a mini-transaction cannot be read or applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// Its bytes mean nothing; says what was found.
    Damaged(String),
    /// It changes a page that is not there.
    PageMissing(PageNo),
}

impl ReplayError {
    /// A [`ReplayError::Damaged`] with a sentence.
    pub fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(what.into())
    }
}

/// Where replayed changes go. A page is taken out, changed and put back, so that the target knows which pages a
/// mini-transaction touched.
pub trait ReplayTarget {
    /// Takes a page whose content is needed; reads it first if it is not in memory.
    ///
    /// # Errors
    /// [`ReplayError::PageMissing`] if there is no such page.
    fn take(&mut self, page_no: PageNo) -> Result<Page, ReplayError>;
    /// Takes a page whose content will be replaced: its memory, or a fresh zeroed page.
    fn take_for_overwrite(&mut self, page_no: PageNo) -> Page;
    /// Puts a taken page back.
    fn put(&mut self, page_no: PageNo, page: Page);
    /// Notes that a page was freed.
    fn free(&mut self, page_no: PageNo);
    /// Whether records about this page are left out: asked before the page is taken, `overwrite` if its content would be
    /// replaced. A crash finds pages that are newer than the record, and has nothing to repeat there.
    fn skips(&mut self, page_no: PageNo, overwrite: bool) -> bool {
        let _ = (page_no, overwrite);
        false
    }
    /// Notes that so many records of the mini-transaction inserted so many entries, undo records included. All other
    /// records said where their bytes go, or changed a page as a whole.
    fn inserted(&mut self, records: u64, entries: u64) {
        let _ = (records, entries);
    }
    /// Notes that a page was put in place as a whole.
    fn installed(&mut self) {}
    /// Notes that an unlogged index is complete: its flushed pages may be read.
    fn index_loaded(&mut self, index_id: u64);
    /// The tablespace's number.
    fn space_id(&self) -> u32;
}

/// One decoded record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordView<'a> {
    /// Its type.
    pub kind: KindId,
    /// The page it changes, if any.
    pub page_no: Option<PageNo>,
    /// First byte of the page that it names, if any.
    pub offset: Option<usize>,
    /// How many bytes of the page it sets, as far as the record alone tells.
    pub len: usize,
    /// Its bytes in the log.
    pub bytes: &'a [u8],
    /// What it says beyond that, in words.
    pub detail: String,
}

/// Page and size of one record: what an index of a log needs of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordOutline {
    /// The page it changes, if any.
    pub page_no: Option<PageNo>,
    /// Its bytes in the log.
    pub bytes: usize,
}

/// How redo is written and read. All methods are given pages as they were before the change. Changes of single records are
/// in [`RowEncoding`].
pub trait Encoding: RowEncoding {
    /// The name in experiments, such as `page-image`.
    fn name(&self) -> &'static str;
    /// The name on charts, such as "page image".
    fn title(&self) -> &'static str;
    /// One sentence for learners.
    fn sentence(&self) -> &'static str;
    /// Names of its record types, by [`KindId`].
    fn kinds(&self) -> &'static [&'static str];
    /// How mini-transactions are framed in the log file.
    fn framing(&self) -> Framing;
    /// Whether bulk-built pages are logged at all. If not, they must reach the disk before the statement ends.
    fn logs_bulk_pages(&self) -> bool {
        true
    }

    /// A page becomes a fresh zeroed one with its number in place.
    fn init_page(&self, out: &mut MtrBuffer, page_no: PageNo);
    /// A page is no longer used.
    fn free_page(&self, out: &mut MtrBuffer, page_no: PageNo);
    /// An initialised page becomes an empty index page.
    fn create_index_page(&self, out: &mut MtrBuffer, page_no: PageNo);
    /// Bytes change. Unless `whole`, leading bytes that stay the same may be left out.
    fn write(
        &self,
        out: &mut MtrBuffer,
        page_no: PageNo,
        before: &[u8],
        offset: usize,
        bytes: &[u8],
        whole: bool,
    );
    /// `len` bytes become `byte`.
    fn fill(&self, out: &mut MtrBuffer, page_no: PageNo, offset: usize, len: usize, byte: u8);
    /// A bulk loader finished a page, or went on with one: everything that it wrote.
    ///
    /// May set header fields of the page that replaying its own records would set.
    fn bulk_page(&self, out: &mut MtrBuffer, page: &mut BulkPage<'_>);
    /// All pages of a bulk-built index are written. Only an encoding that does not log them has something to say.
    fn index_loaded(&self, out: &mut MtrBuffer, layout: &IndexLayout, root_page_no: PageNo) {
        let _ = (out, layout, root_page_no);
    }
    /// Ends the mini-transaction in `out`, which holds at least one record.
    fn end(&self, out: &mut MtrBuffer);

    /// Length in bytes of the mini-transaction at the start of `payload`; `None` if it is not whole.
    ///
    /// # Errors
    /// [`ReplayError::Damaged`] if what stands there cannot be one.
    fn mtr_len(&self, payload: &[u8]) -> Result<Option<usize>, ReplayError>;
    /// Applies a whole mini-transaction; returns how many records it held.
    ///
    /// # Errors
    /// If it is damaged or changes a page that is not there.
    fn apply(&self, mtr: &[u8], target: &mut dyn ReplayTarget) -> Result<u64, ReplayError>;
    /// Decodes the records of a whole mini-transaction, in order.
    ///
    /// # Errors
    /// [`ReplayError::Damaged`] if it cannot be decoded.
    fn decode<'a>(&self, mtr: &'a [u8], space_id: u32) -> Result<Vec<RecordView<'a>>, ReplayError>;
    /// Visits the records of a whole mini-transaction in the order of [`Encoding::decode`], without putting them into words.
    ///
    /// # Errors
    /// [`ReplayError::Damaged`] if it cannot be taken apart.
    fn outline(
        &self,
        mtr: &[u8],
        space_id: u32,
        visit: &mut dyn FnMut(RecordOutline),
    ) -> Result<(), ReplayError>;
}

/// Every encoding, in the order in which they are shown.
pub fn encodings() -> &'static [&'static dyn Encoding] {
    &[
        &physiological::Physiological,
        &list_copy::ListCopy,
        &physical::Physical,
        &page_image::PageImage { lz4: false },
        &unlogged::Unlogged,
    ]
}

/// The encoding of that name.
pub fn encoding(name: &str) -> Option<&'static dyn Encoding> {
    encodings().iter().copied().find(|encoding| encoding.name() == name)
}

/// The encoding of that name with compression `none` or `lz4`; `None` for others, and for `lz4` where there are no page
/// images to compress.
pub fn encoding_with(name: &str, compression: &str) -> Option<&'static dyn Encoding> {
    match (encoding(name)?, compression) {
        (plain, "none") => Some(plain),
        (_, "lz4") if name == "page-image" => Some(&page_image::PageImage { lz4: true }),
        _ => None,
    }
}
