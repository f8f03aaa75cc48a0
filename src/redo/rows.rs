//! Changes of one record at a time, for rows that are inserted one after the other.
//!
//! A bulk loader writes a page once and logs it whole ([`BulkPage`](crate::redo::BulkPage)). An ordinary insert changes a
//! page that other records already share, and an overfull page is split by copying half of its records away and deleting
//! them. What the log says about each of these is again a matter of the encoding.
//!
//! All methods make the change and log it, so that replaying what they logged leaves the very same page.

use crate::base::PageNo;
use crate::innodb::extent::record_extent;
use crate::innodb::page::{self, INFIMUM, PAGE_LAST_INSERT, SUPREMUM, next_record};
use crate::innodb::page_edit::{self, Place};
use crate::innodb::{IndexLayout, RecordBuffer};
use crate::redo::MtrBuffer;

/// An index page that is being changed.
pub struct IndexPage<'a> {
    /// Its number.
    pub page_no: PageNo,
    /// Its bytes.
    pub bytes: &'a mut [u8],
    /// The index that it belongs to.
    pub layout: &'a IndexLayout,
}

/// A record that goes into a page.
#[derive(Debug, Clone, Copy)]
pub struct RowInsert<'a> {
    /// Origin of the record after which it goes.
    pub previous: usize,
    /// Its bytes; of the header only info and status bits are set.
    pub record: &'a [u8],
    /// Where its origin lies in `record`.
    pub origin: usize,
    /// Where its bytes go.
    pub place: Place,
}

/// How changes of single records are logged.
pub trait RowEncoding: Sync {
    /// Inserts a record; returns its origin.
    fn insert_row(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, insert: &RowInsert<'_>) -> usize;

    /// Deletes the record after `previous`; its memory becomes the head of the free list.
    fn delete_row(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, previous: usize);

    /// Deletes all records after `previous`.
    fn delete_list_end(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, previous: usize);

    /// Deletes all records before the one at `kept`.
    fn delete_list_start(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, kept: usize) {
        while next_record(page.bytes, INFIMUM) != kept {
            self.delete_row(out, page, INFIMUM);
        }
    }

    /// Copies the records of page `source` from `from` up to, but not including, `to` onto the empty `page`.
    ///
    /// The page then does not know which record was inserted last, so that the next insert starts no pattern.
    fn copy_rows(
        &self,
        out: &mut MtrBuffer,
        page: &mut IndexPage<'_>,
        source: &[u8],
        (from, to): (usize, usize),
    ) {
        let mut record = RecordBuffer::new();
        let (mut at, mut previous) = (from, INFIMUM);
        while at != to {
            let extent = record_extent(page.layout, source, at);
            record.set_copy(&source[extent.clone()], at - extent.start);
            let (bytes, origin) = (record.bytes(), record.extra_bytes());
            let insert = RowInsert { previous, record: bytes, origin, place: Place::Heap };
            previous = self.insert_row(out, page, &insert);
            at = next_record(source, at);
        }
        self.forget_last_insert(out, page);
    }

    /// Clears [`PAGE_LAST_INSERT`] of a page.
    fn forget_last_insert(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>);

    /// Gathers the memory of deleted records: records then lie in key order without gaps.
    fn reorganize(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>);

    /// Makes a fresh page an empty undo page.
    fn init_undo_page(&self, out: &mut MtrBuffer, page_no: PageNo, page: &mut [u8]);

    /// Appends an undo record; returns where it starts.
    fn append_undo(&self, out: &mut MtrBuffer, page_no: PageNo, page: &mut [u8], record: &[u8]) -> usize;
}

/// Size in bytes of the record at `origin`.
pub(crate) fn record_bytes(page: &IndexPage<'_>, origin: usize) -> usize {
    record_extent(page.layout, page.bytes, origin).len()
}

/// How many records follow the one at `previous`, and their bytes in all.
pub(crate) fn list_end_size(page: &IndexPage<'_>, previous: usize) -> (usize, usize) {
    let (mut count, mut bytes) = (0, 0);
    let mut at = next_record(page.bytes, previous);
    while at != SUPREMUM {
        count += 1;
        bytes += record_bytes(page, at);
        at = next_record(page.bytes, at);
    }
    (count, bytes)
}

/// Gathers the memory of deleted records on `page` ([`RowEncoding::reorganize`]), logging nothing.
pub fn reorganize_page(page: &mut IndexPage<'_>) {
    let before = page.bytes.to_vec();
    page_edit::clear_records(page.bytes);
    let mut record = RecordBuffer::new();
    let (mut at, mut previous) = (next_record(&before, INFIMUM), INFIMUM);
    while at != SUPREMUM {
        let extent = record_extent(page.layout, &before, at);
        record.set_copy(&before[extent.clone()], at - extent.start);
        let (bytes, origin) = (record.bytes(), record.extra_bytes());
        previous = page_edit::insert_record(page.bytes, previous, bytes, origin, Place::Heap);
        at = next_record(&before, at);
    }
    crate::innodb::put_u16(page.bytes, PAGE_LAST_INSERT, 0);
    crate::innodb::put_u16(page.bytes, page::PAGE_DIRECTION, page::NO_DIRECTION);
    crate::innodb::put_u16(page.bytes, page::PAGE_N_DIRECTION, 0);
}
