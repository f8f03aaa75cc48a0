//! The records of a page, their fields as text.

use std::ops::Range;

use serde::Serialize;

use crate::innodb::layout::{Field, FieldSource, HEADER_BYTES};
use crate::innodb::page::{self, INFIMUM, SUPREMUM};
use crate::innodb::record::{self, MIN_REC_FLAG, field_ranges, status};
use crate::innodb::{ColumnKind, IndexLayout, u32_at};

/// Info bit of a record that is marked deleted.
const DELETED_FLAG: u8 = 0x20;

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldView {
    /// The column, or what a hidden field is called.
    pub name: String,
    /// Its value as text. Text is quoted, and its trailing spaces are counted: `"abc" + 117 spaces`.
    pub value: String,
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageRecord {
    /// Its origin: where its data begin.
    pub offset: usize,
    /// Its first byte: lengths, NULL flags and header lie in front of the origin.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// Its number in the heap: 0 is the infimum, 1 the supremum.
    pub heap_no: u16,
    /// `ordinary`, `node pointer`, `infimum` or `supremum`, and what its info bits add.
    pub status: String,
    /// How many records it owns in the directory; 0 if it has no slot.
    pub n_owned: u8,
    /// Origin of the next record in key order; 0 after the supremum.
    pub next: usize,
    /// Its fields; none for infimum and supremum.
    pub fields: Vec<FieldView>,
}

/// The records of an index page in key order, infimum and supremum included. Without a layout, those two alone.
pub fn page_records(bytes: &[u8], layout: Option<&IndexLayout>) -> Vec<PageRecord> {
    let edge = |origin: usize| page_record(bytes, origin, origin - HEADER_BYTES..origin + 8, Vec::new());
    let mut records = vec![edge(INFIMUM)];
    if let Some(layout) = layout {
        // No record is smaller than its header.
        let origins = page::record_origins(bytes, bytes.len() / HEADER_BYTES);
        records.extend(origins.into_iter().map(|origin| user_record(bytes, layout, origin)));
    }
    records.push(edge(SUPREMUM));
    records
}

fn page_record(bytes: &[u8], origin: usize, extent: Range<usize>, fields: Vec<FieldView>) -> PageRecord {
    PageRecord {
        offset: origin,
        start: extent.start,
        end: extent.end,
        heap_no: page::heap_no(bytes, origin),
        status: status_text(bytes, origin),
        n_owned: page::n_owned(bytes, origin),
        next: page::next_record(bytes, origin),
        fields,
    }
}

fn user_record(bytes: &[u8], layout: &IndexLayout, origin: usize) -> PageRecord {
    let is_pointer = page::record_status(bytes, origin) == status::NODE_POINTER;
    let count = if is_pointer { layout.unique_fields } else { layout.fields.len() };
    let (mut end, mut length_bytes, mut nullable) = (origin, 0, 0);
    let mut fields = Vec::with_capacity(count + 1);
    for (position, range, lengths) in field_ranges(layout, bytes, origin, count) {
        let field = &layout.fields[position];
        let is_null = field.nullable && {
            let flags = bytes[origin - HEADER_BYTES - 1 - nullable / 8];
            flags >> (nullable % 8) & 1 == 1
        };
        nullable += usize::from(field.nullable);
        (end, length_bytes) = (range.end, lengths);
        let value = if is_null { "NULL".to_owned() } else { value_text(field, &bytes[range]) };
        fields.push(FieldView { name: field.name.clone(), value });
    }
    if is_pointer {
        fields.push(FieldView { name: "child page".to_owned(), value: u32_at(bytes, end).to_string() });
        end += 4;
    }
    let start = origin - HEADER_BYTES - layout.null_bytes() - length_bytes;
    page_record(bytes, origin, start..end, fields)
}

fn status_text(bytes: &[u8], origin: usize) -> String {
    let mut text = match page::record_status(bytes, origin) {
        status::ORDINARY => "ordinary",
        status::NODE_POINTER => "node pointer",
        status::INFIMUM => "infimum",
        status::SUPREMUM => "supremum",
        _ => "unknown",
    }
    .to_owned();
    let info_bits = bytes[origin - 5];
    if info_bits & MIN_REC_FLAG != 0 {
        text.push_str(", least of its level");
    }
    if info_bits & DELETED_FLAG != 0 {
        text.push_str(", deleted");
    }
    text
}

/// A field's value as text.
fn value_text(field: &Field, bytes: &[u8]) -> String {
    match (field.source, field.kind) {
        (FieldSource::TrxId | FieldSource::RowId, _) => big_endian(bytes).to_string(),
        (FieldSource::RollPointer, _) => roll_pointer_text(big_endian(bytes)),
        (_, Some(ColumnKind::Int)) => ((big_endian(bytes) as u32 ^ 0x8000_0000) as i32).to_string(),
        (_, Some(ColumnKind::BigInt)) => ((big_endian(bytes) ^ 1 << 63) as i64).to_string(),
        (_, Some(ColumnKind::DateTime)) => datetime_text(big_endian(bytes)),
        _ => string_text(bytes),
    }
}

/// A number of at most eight bytes.
fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// A roll pointer: one bit "insert", 7 of undo segment, 32 of page, 16 of offset.
fn roll_pointer_text(pointer: u64) -> String {
    if pointer == record::REBUILT.roll_pointer {
        return "none: no older version".to_owned();
    }
    let what = if pointer >> 55 & 1 == 1 { "insert" } else { "update" };
    let (segment, page_no, offset) = (pointer >> 48 & 0x7F, pointer >> 16 & 0xFFFF_FFFF, pointer & 0xFFFF);
    format!("{what}: undo segment {segment}, page {page_no}, offset {offset}")
}

/// Packed as sign, year * 13 + month (17 bits), day (5), hour (5), minute (6), second (6).
fn datetime_text(packed: u64) -> String {
    let bits = packed & !(1 << 39);
    let (date, time) = (bits >> 17, bits & 0x1_FFFF);
    let (months, day) = (date >> 5, date & 31);
    let (year, month) = (months / 13, months % 13);
    let (hour, minute, second) = (time >> 12, time >> 6 & 63, time & 63);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

fn string_text(bytes: &[u8]) -> String {
    let text = &bytes[..bytes.iter().rposition(|&byte| byte != b' ').map_or(0, |last| last + 1)];
    let spaces = match bytes.len() - text.len() {
        0 => return format!("\"{}\"", text.escape_ascii()),
        1 => "1 space".to_owned(),
        count => format!("{count} spaces"),
    };
    if text.is_empty() { spaces } else { format!("\"{}\" + {spaces}", text.escape_ascii()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_spaces_are_counted() {
        assert_eq!(string_text(b"abc"), "\"abc\"");
        assert_eq!(string_text(b"a b  "), "\"a b\" + 2 spaces");
        assert_eq!(string_text(b" "), "1 space");
        assert_eq!(string_text(b""), "\"\"");
        assert_eq!(string_text(b"\x80\""), "\"\\x80\\\"\"");
    }

    #[test]
    fn a_datetime_is_unpacked() {
        let packed = 1 << 39 | ((2020 * 13 + 2) << 5 | 29) << 17 | 23 << 12 | 59 << 6 | 58;
        assert_eq!(datetime_text(packed), "2020-02-29 23:59:58");
    }

    #[test]
    fn a_roll_pointer_names_its_undo_record() {
        assert_eq!(roll_pointer_text(record::REBUILT.roll_pointer), "none: no older version");
        assert_eq!(
            roll_pointer_text(1 << 55 | 3 << 48 | 45 << 16 | 272),
            "insert: undo segment 3, page 45, offset 272"
        );
    }
}
