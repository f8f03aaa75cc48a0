//! `list-copy`: all entries of a page in one record.
//!
//! A development version of MySQL 5.7 logged bulk-built pages with the record that otherwise copies half a page when it
//! splits. Page and index info stand there once; each entry costs only the bytes in which it differs from the one before,
//! and their number. Replay still inserts every entry.
//!
//! *Worked example*, a page of an index on `b` of `t0`:
//!
//! ```text
//! 2d 05 0f                    3 bytes  type, tablespace, page
//! 0002 0002 0004 8004         8 bytes  index info
//! 00001a46                    4 bytes  bytes that follow
//! 1d 00 06 00 00 0000 ...    18 bytes  the first entry, whole
//! 0a 85 80000f1e              6 bytes  the second one: five new bytes
//! ```
//!
//! A page that is opened again gets a second such record for its new entries: replay appends to what is there.

use crate::redo::mysql_entries::put_index_info;
use crate::redo::mysql_format::{MysqlFormat, close_bulk_page, open_bulk_page, put_record};
use crate::redo::mysql_records::code;
use crate::redo::physiological::put_bulk_tail;
use crate::redo::{BulkPage, MtrBuffer, Purpose};

/// The encoding.
pub struct ListCopy;

impl MysqlFormat for ListCopy {
    const NAME: &'static str = "list-copy";
    const TITLE: &'static str = "list copy, MySQL 5.7 draft";
    const SENTENCE: &'static str = "One record for all entries of a page, each with only the bytes in which it differs from the one before.";

    fn log_bulk_page(&self, out: &mut MtrBuffer, bulk: &mut BulkPage<'_>) {
        open_bulk_page(out, bulk);
        if bulk.logged < bulk.origins.len() {
            put_list(out, bulk);
        }
        close_bulk_page(out, bulk);
    }
}

/// Logs all entries that were not logged before.
fn put_list(out: &mut MtrBuffer, bulk: &BulkPage<'_>) {
    out.purpose = Purpose::Record;
    out.entries += (bulk.origins.len() - bulk.logged) as u64;
    put_record(out, code::COMP_LIST_END_COPY_CREATED, bulk.page_no, |body| {
        put_index_info(body, bulk.layout);
        let total_at = body.len();
        body.extend_from_slice(&[0; 4]);
        for index in bulk.logged..bulk.origins.len() {
            put_bulk_tail(body, bulk, index);
        }
        let total = (body.len() - total_at - 4) as u32;
        body[total_at..total_at + 4].copy_from_slice(&total.to_be_bytes());
    });
}
