//! `physiological`: one record for each entry, saying "insert these bytes after that record".
//!
//! So did MySQL until 5.6 build an index, and MariaDB 10.2 to 10.4 with logged bulk loads. Replay inserts every entry again,
//! links and directory included; the log holds neither. In exchange each record names its page and describes its index
//! anew, which for short entries is most of its bytes.
//!
//! *Worked example*, an entry of an index on `b` of `t0`, page 200, differing from the one before in 5 of 14 bytes:
//!
//! ```text
//! 26 05 80c8                  4 bytes  type, tablespace, page
//! 0002 0002 0004 8004         8 bytes  index info
//! 008c                        2 bytes  offset of the record before
//! 0a 7e 80000c26              6 bytes  length and new bytes
//! ```
//!
//! An insert also notes where it was and in which direction inserts go. Pages built this way therefore carry that in their
//! header, on the primary as well as on the replica; pages logged in other encodings do not.

use crate::base::bytes::push_short;
use crate::innodb::{page, put_u16, u16_at};
use crate::redo::mysql_entries::{Entry, put_index_info, put_insert_tail};
use crate::redo::mysql_format::{MysqlFormat, close_bulk_page, open_bulk_page, put_record};
use crate::redo::mysql_records::code;
use crate::redo::{BulkPage, MtrBuffer, Purpose};

/// The encoding.
pub struct Physiological;

impl MysqlFormat for Physiological {
    const NAME: &'static str = "physiological";
    const TITLE: &'static str = "one insert each, MySQL 5.6";
    const SENTENCE: &'static str =
        "One record for each entry, \"insert these bytes after that record\": replay repeats every insert.";

    fn log_bulk_page(&self, out: &mut MtrBuffer, bulk: &mut BulkPage<'_>) {
        open_bulk_page(out, bulk);
        put_inserts(out, bulk);
        note_inserts(bulk);
        close_bulk_page(out, bulk);
    }
}

/// Logs an insert for each entry that was not logged before.
fn put_inserts(out: &mut MtrBuffer, bulk: &BulkPage<'_>) {
    out.purpose = Purpose::Record;
    out.entries += (bulk.origins.len() - bulk.logged) as u64;
    let mut info = Vec::new();
    put_index_info(&mut info, bulk.layout);
    for index in bulk.logged..bulk.origins.len() {
        let cursor = cursor_of(bulk, index);
        put_record(out, code::COMP_REC_INSERT, bulk.page_no, |body| {
            push_short(body, &info);
            body.extend_from_slice(&cursor.to_be_bytes());
            put_bulk_tail(body, bulk, index);
        });
    }
}

/// Origin of the record that entry `index` goes after.
fn cursor_of(bulk: &BulkPage<'_>, index: usize) -> u16 {
    match index {
        0 => page::INFIMUM as u16,
        _ => bulk.origins[index - 1],
    }
}

/// Appends the insert tail of entry `index` after the one before.
#[inline]
pub fn put_bulk_tail(body: &mut Vec<u8>, bulk: &BulkPage<'_>, index: usize) {
    let entry_at = |index: usize| {
        let origin = usize::from(bulk.origins[index]);
        Entry::on_page(bulk.page, bulk.record_start(index), origin, bulk.record_end(index))
    };
    let cursor = match index {
        0 => Entry::infimum(bulk.page),
        _ => entry_at(index - 1),
    };
    let next = page::relative_next(usize::from(bulk.origins[index]), page::SUPREMUM);
    put_insert_tail(body, cursor, entry_at(index), next);
}

/// Sets the header fields that inserting the entries one after the other sets: the last insert's place, direction, and how
/// many inserts in a row went there.
fn note_inserts(bulk: &mut BulkPage<'_>) {
    let inserts = bulk.origins.len() - bulk.logged;
    let Some(&last) = bulk.origins.last().filter(|_| inserts > 0) else { return };
    let before = match u16_at(bulk.page, page::PAGE_LAST_INSERT) {
        // The first insert continues a series only if it goes after the last one.
        last if last == cursor_of(bulk, bulk.logged)
            && u16_at(bulk.page, page::PAGE_DIRECTION) != page::DIRECTION_LEFT =>
        {
            u16_at(bulk.page, page::PAGE_N_DIRECTION) + 1
        }
        _ => 0,
    };
    let in_a_row = before + inserts as u16 - 1;
    let direction = if in_a_row == 0 { page::NO_DIRECTION } else { page::DIRECTION_RIGHT };
    put_u16(bulk.page, page::PAGE_LAST_INSERT, last);
    put_u16(bulk.page, page::PAGE_DIRECTION, direction);
    put_u16(bulk.page, page::PAGE_N_DIRECTION, in_a_row);
}
