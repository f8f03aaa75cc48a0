//! How much memory an inspection takes, estimated before anything is built.
//!
//! *Worked example.* The index on `b` of `t0`: an entry takes 14 bytes and half a byte of directory in a page that is filled
//! to 15/16, some 16 bytes; in the log at most its bytes, 16 for what surrounds them and 2 for each field, 34 bytes. The
//! row itself is there already, some 30 bytes. At 80 bytes a row, 2,600,000 rows fit 200 MiB; a row of `mdev-19747` that is
//! rebuilt with its seven indexes takes 6 kB.

use crate::base::{DocumentError, grouped};
use crate::innodb::record::REBUILT;
use crate::innodb::{IndexLayout, RecordBuffer, TableRows, page};
use crate::lab::redo_volume::{Ddl, RedoVolumeParams};

/// The most that pages, log and its index may take together, estimated: 200 MiB.
pub const MEMORY_LIMIT_BYTES: u64 = 200 << 20;

/// Rows whose records are made to learn their size.
const SAMPLED_ROWS: u32 = 200;

/// Bytes of redo around an entry: type, page, offset, link, header.
const REDO_BYTES_PER_ENTRY: u64 = 16;

/// Bytes of an undo record in its page and in the log, and of what the index of the log keeps for the mini-transactions of a
/// row that is inserted alone.
const ROW_BY_ROW_BYTES: u64 = 250;

/// Refuses a variant whose pages and log would take too much; `path` is where its rows stand in the document.
///
/// # Errors
/// With the largest allowed number of rows.
pub(super) fn check(params: &RedoVolumeParams, seed: u64, path: String) -> Result<(), DocumentError> {
    let allowed_rows = MEMORY_LIMIT_BYTES / bytes_per_row(params, seed).max(1);
    if u64::from(params.rows) <= allowed_rows {
        return Ok(());
    }
    let shown = rounded_down(allowed_rows);
    let allowed = format!(
        "for looking at pages, at most {} rows of this table: all pages and the log must fit {} MiB of memory",
        grouped(shown),
        MEMORY_LIMIT_BYTES >> 20
    );
    Err(DocumentError::new(path, params.rows.to_string(), allowed))
}

/// The largest number with two leading digits and zeros that is not above `number`.
fn rounded_down(number: u64) -> u64 {
    let mut unit = 1;
    while number / unit >= 100 {
        unit *= 10;
    }
    number / unit * unit
}

/// Bytes that a row takes in pages, log and the index of the log, over all trees; rather too many than too few.
fn bytes_per_row(params: &RedoVolumeParams, seed: u64) -> u64 {
    let sample = TableRows::new(params.table.clone(), params.rows.clamp(1, SAMPLED_ROWS), seed);
    let mut layouts = Vec::new();
    if params.ddl != Ddl::AddIndex {
        layouts.push(IndexLayout::clustered(&params.table, 1));
    }
    layouts.extend(params.indexes.iter().map(|index| IndexLayout::secondary(&params.table, index, 2)));
    let row_by_row = matches!(params.ddl, Ddl::Copy | Ddl::Insert);
    let tree_bytes = |layout: &IndexLayout| {
        let entry = average_record_bytes(layout, &sample);
        let in_pages = page_bytes_per_entry(params.fill_factor, params, entry);
        // An encoding may write an entry's record or the whole page that it is on.
        let in_log = in_pages.max(entry + REDO_BYTES_PER_ENTRY + 2 * layout.fields.len() as u64);
        // Pages that split are half full, and a split writes half a page once more.
        if row_by_row { 2 * in_pages + 2 * in_log + ROW_BY_ROW_BYTES } else { in_pages + in_log }
    };
    layouts.iter().map(tree_bytes).sum::<u64>() + existing_bytes_per_row(params, &sample)
}

/// Bytes that a row takes in the trees that a statement finds there and leaves as they are.
fn existing_bytes_per_row(params: &RedoVolumeParams, sample: &TableRows) -> u64 {
    if params.ddl != Ddl::AddIndex {
        return 0;
    }
    let table = &params.table;
    let secondary = table.existing.iter().map(|index| IndexLayout::secondary(table, index, 2));
    let layouts = [IndexLayout::clustered(table, 1)].into_iter().chain(secondary);
    layouts.map(|layout| page_bytes_per_entry(100, params, average_record_bytes(&layout, sample))).sum()
}

fn average_record_bytes(layout: &IndexLayout, rows: &TableRows) -> u64 {
    let mut record = RecordBuffer::new();
    let mut total = 0;
    for row in 0..rows.count() {
        record.set_leaf(layout, rows, row, REBUILT);
        total += record.bytes().len() as u64;
    }
    total.div_ceil(u64::from(rows.count()))
}

/// A page's bytes, shared among the entries that the bulk loader puts there.
fn page_bytes_per_entry(fill_factor: u8, params: &RedoVolumeParams, entry: u64) -> u64 {
    let page_size = u64::from(params.page_size);
    let room = page::empty_page_free_bytes(params.page_size as usize) as u64;
    // A sixteenth may be kept free, whatever the fill factor.
    let filled = room * u64::from(fill_factor) / 100 * 15 / 16;
    page_size.div_ceil((filled / (entry + 1)).max(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowed_number_is_easy_to_remember() {
        assert_eq!([9, 99, 100, 1_234_567].map(rounded_down), [9, 99, 100, 1_200_000]);
    }
}
