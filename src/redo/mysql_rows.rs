//! Single-record changes in MySQL's format: rows inserted one after the other, and the splits that they cause.
//!
//! All MySQL-style encodings log these the same way, however they treat bulk-built pages. An insert is the record that
//! [`physiological`](super::physiological) writes for a bulk-built entry; a split copies entries to the new page with one
//! [list copy](super::list_copy) and deletes them from the old one with one record.
//!
//! *Worked example.* A full page of 553 rows of `t0` is split in the middle: one `MLOG_COMP_LIST_END_COPY_CREATED` with 277
//! entries, one `MLOG_COMP_LIST_END_DELETE` of 17 bytes: `2b 05 0f`, 12 bytes of index info, and `1dd7`, the first entry that
//! goes.
//!
//! The server writes a list copy only where the end of a page moves, and an insert for each entry where its start does; here
//! both are list copies.

use crate::base::PageNo;
use crate::innodb::extent::record_extent;
use crate::innodb::page::{self, INFIMUM, PAGE_LAST_INSERT, SUPREMUM, next_record};
use crate::innodb::page_edit::{self, Place};
use crate::innodb::{put_u16, u16_at, undo_page};
use crate::redo::mysql_entries::{Entry, put_index_info, put_insert_tail};
use crate::redo::mysql_entry_replay::forget_last_insert;
use crate::redo::mysql_format::{MysqlFormat, put_record, put_write};
use crate::redo::mysql_numbers::put_compressed;
use crate::redo::mysql_records::code;
use crate::redo::rows::{IndexPage, RowEncoding, RowInsert, list_end_size, record_bytes, reorganize_page};
use crate::redo::{MtrBuffer, Purpose};

/// The kind of undo log that inserts write.
const UNDO_OF_INSERTS: u32 = 1;

impl<Format: MysqlFormat> RowEncoding for Format {
    fn insert_row(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, insert: &RowInsert<'_>) -> usize {
        out.purpose = Purpose::Record;
        out.entries += 1;
        let (previous, next) = (insert.previous, next_record(page.bytes, insert.previous));
        let origin =
            page_edit::insert_record(page.bytes, previous, insert.record, insert.origin, insert.place);
        put_record(out, code::COMP_REC_INSERT, page.page_no, |body| {
            put_index_info(body, page.layout);
            body.extend_from_slice(&(previous as u16).to_be_bytes());
            put_tail(body, page, previous, origin, next);
        });
        origin
    }

    fn delete_row(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, previous: usize) {
        let origin = next_record(page.bytes, previous);
        put_delete(out, code::COMP_REC_DELETE, page, origin);
        page_edit::delete_record(page.bytes, previous, record_bytes(page, origin));
    }

    fn delete_list_end(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, previous: usize) {
        let (count, bytes) = list_end_size(page, previous);
        if count > 0 {
            put_delete(out, code::COMP_LIST_END_DELETE, page, next_record(page.bytes, previous));
            page_edit::delete_list_end(page.bytes, previous, count, bytes);
        }
    }

    fn delete_list_start(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, kept: usize) {
        if next_record(page.bytes, INFIMUM) == kept {
            return;
        }
        put_delete(out, code::COMP_LIST_START_DELETE, page, kept);
        while next_record(page.bytes, INFIMUM) != kept {
            let bytes = record_bytes(page, next_record(page.bytes, INFIMUM));
            page_edit::delete_record(page.bytes, INFIMUM, bytes);
        }
    }

    fn copy_rows(
        &self,
        out: &mut MtrBuffer,
        page: &mut IndexPage<'_>,
        source: &[u8],
        (from, to): (usize, usize),
    ) {
        out.purpose = Purpose::Record;
        let mut entries = 0;
        put_record(out, code::COMP_LIST_END_COPY_CREATED, page.page_no, |body| {
            put_index_info(body, page.layout);
            let total_at = body.len();
            body.extend_from_slice(&[0; 4]);
            let (mut at, mut previous) = (from, INFIMUM);
            while at != to {
                entries += 1;
                let extent = record_extent(page.layout, source, at);
                let start = extent.start;
                let record = &source[extent];
                let origin = page_edit::insert_record(page.bytes, previous, record, at - start, Place::Heap);
                put_tail(body, page, previous, origin, SUPREMUM);
                previous = origin;
                at = next_record(source, at);
            }
            let total = (body.len() - total_at - 4) as u32;
            body[total_at..total_at + 4].copy_from_slice(&total.to_be_bytes());
        });
        out.entries += entries;
        forget_last_insert(page.bytes);
    }

    fn forget_last_insert(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>) {
        if u16_at(page.bytes, PAGE_LAST_INSERT) != 0 {
            out.purpose = Purpose::Header;
            put_write(out, page.page_no, PAGE_LAST_INSERT, &[0; 2]);
            put_u16(page.bytes, PAGE_LAST_INSERT, 0);
        }
    }

    fn reorganize(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>) {
        out.purpose = Purpose::Record;
        put_record(out, code::COMP_PAGE_REORGANIZE, page.page_no, |body| put_index_info(body, page.layout));
        reorganize_page(page);
    }

    fn init_undo_page(&self, out: &mut MtrBuffer, page_no: PageNo, page: &mut [u8]) {
        out.purpose = Purpose::Undo;
        put_record(out, code::UNDO_INIT, page_no, |body| put_compressed(body, UNDO_OF_INSERTS));
        undo_page::init(page);
    }

    fn append_undo(&self, out: &mut MtrBuffer, page_no: PageNo, page: &mut [u8], record: &[u8]) -> usize {
        out.purpose = Purpose::Undo;
        put_record(out, code::UNDO_INSERT, page_no, |body| {
            body.extend_from_slice(&(record.len() as u16).to_be_bytes());
            body.extend_from_slice(record);
        });
        undo_page::append(page, record)
    }
}

/// Logs that entries around the one at `origin` are deleted.
fn put_delete(out: &mut MtrBuffer, code: u8, page: &IndexPage<'_>, origin: usize) {
    out.purpose = Purpose::Record;
    put_record(out, code, page.page_no, |body| {
        put_index_info(body, page.layout);
        body.extend_from_slice(&(origin as u16).to_be_bytes());
    });
}

/// Appends the tail of the entry that was inserted at `origin` between those at `previous` and `next`.
fn put_tail(body: &mut Vec<u8>, page: &IndexPage<'_>, previous: usize, origin: usize, next: usize) {
    let entry_at = |origin: usize| {
        let extent = record_extent(page.layout, page.bytes, origin);
        Entry::on_page(page.bytes, extent.start, origin, extent.end)
    };
    let cursor = match previous {
        INFIMUM => Entry::infimum(page.bytes),
        _ => entry_at(previous),
    };
    put_insert_tail(body, cursor, entry_at(origin), page::relative_next(origin, next));
}
