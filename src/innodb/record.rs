//! Records: how a row becomes the bytes of an index entry.
//!
//! A record is addressed by its **origin**, where its data begin. In front of the origin stand, from right to left, the
//! 5-byte header, the NULL flags and the lengths of variable fields:
//!
//! ```text
//! [lengths, last field first][NULL flags][info | n_owned][heap_no << 3 | status][next] ^origin [field][field]...
//! ```
//!
//! *Worked example.* The first entry of an index on `b` of `t0` with `b = 126`, `a = 3110`: NULL flags `00`, header
//! `00 0010 fff2` (heap number 2, next record 14 bytes back at the supremum), data `8000007e 80000c26`.

use crate::base::PageNo;
use crate::base::bytes::{copy_short, push_short};
use crate::innodb::layout::{FieldSource, HEADER_BYTES, IndexLayout, Width};
use crate::innodb::rows::TableRows;

/// Status bits of a record: what kind it is.
pub mod status {
    /// An ordinary record of a leaf page.
    pub const ORDINARY: u8 = 0;
    /// A node pointer.
    pub const NODE_POINTER: u8 = 1;
    /// The infimum, before every record of a page.
    pub const INFIMUM: u8 = 2;
    /// The supremum, after every record of a page.
    pub const SUPREMUM: u8 = 3;
}

/// Info bit of the first record of the leftmost page of each level above the leaves: less than any key.
pub const MIN_REC_FLAG: u8 = 0x10;

/// The transaction fields of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowVersion {
    /// `DB_TRX_ID`, 48 bits.
    pub trx_id: u64,
    /// `DB_ROLL_PTR`, 56 bits.
    pub roll_pointer: u64,
}

/// What a rebuilt row carries: no transaction, and the "insert" bit of the roll pointer.
pub const REBUILT: RowVersion = RowVersion { trx_id: 0, roll_pointer: 0x80_0000_0000_0000 };

/// One record's bytes, reused from record to record. The header is left zero but for the status: a page fills it in.
#[derive(Debug, Clone, Default)]
pub struct RecordBuffer {
    bytes: Vec<u8>,
    origin: usize,
    /// Stored lengths of variable fields, the first field's first.
    lengths: Vec<u8>,
    /// Set while the record holds a leaf record that [`RecordBuffer::set_next_leaf`] may write over.
    fixed: Option<Box<FixedLeaf>>,
}

/// Where the changing values stand in leaf records that are otherwise all the same: integers that are never NULL, and
/// besides them only constants and the transaction fields of one statement.
#[derive(Debug, Clone)]
struct FixedLeaf {
    index_id: u64,
    /// Column, and where its four bytes stand.
    integers: Vec<(usize, usize)>,
}

impl FixedLeaf {
    /// The places in records of `layout`, whose data begin at `origin`; `None` if anything else varies.
    fn new(layout: &IndexLayout, rows: &TableRows, origin: usize) -> Option<Box<Self>> {
        let mut at = origin;
        let mut integers = Vec::new();
        for field in &layout.fields {
            let Width::Fixed(len) = field.width else { return None };
            match field.source {
                FieldSource::Column(column) if rows.is_constant(column) => {}
                FieldSource::Column(column) if rows.is_integer(column) => integers.push((column, at)),
                FieldSource::TrxId | FieldSource::RollPointer => {}
                _ => return None,
            }
            at += usize::from(len);
        }
        Some(Box::new(Self { index_id: layout.id, integers }))
    }
}

impl RecordBuffer {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    /// All bytes of the record, from its first length or NULL byte.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes in front of the origin: lengths, NULL flags and header.
    #[inline]
    pub fn extra_bytes(&self) -> usize {
        self.origin
    }

    /// The record's data, from its origin.
    #[inline]
    pub fn data(&self) -> &[u8] {
        &self.bytes[self.origin..]
    }

    /// The record's status bits.
    #[inline]
    pub fn status(&self) -> u8 {
        self.bytes[self.origin - 3] & 7
    }

    /// Marks the record as the smallest of its level ([`MIN_REC_FLAG`]).
    pub fn mark_minimum(&mut self) {
        self.fixed = None;
        self.bytes[self.origin - 5] |= MIN_REC_FLAG;
    }

    /// Makes the record a leaf record of row `row`.
    pub fn set_leaf(&mut self, layout: &IndexLayout, rows: &TableRows, row: u32, version: RowVersion) {
        self.fixed = None;
        self.build_leaf(layout, rows, row, version);
    }

    /// Like [`RecordBuffer::set_leaf`], for one row after another of the same index and table: where all records have one
    /// size, only their values are written again.
    #[inline]
    pub fn set_next_leaf(&mut self, layout: &IndexLayout, rows: &TableRows, row: u32, version: RowVersion) {
        match self.fixed.take() {
            Some(fixed) if fixed.index_id == layout.id => {
                for &(column, at) in &fixed.integers {
                    let value = rows.integer(row, column).to_be_bytes();
                    copy_short(&mut self.bytes[at..at + 4], &value);
                }
                self.fixed = Some(fixed);
            }
            _ => {
                self.build_leaf(layout, rows, row, version);
                self.fixed = FixedLeaf::new(layout, rows, self.origin);
            }
        }
    }

    fn build_leaf(&mut self, layout: &IndexLayout, rows: &TableRows, row: u32, version: RowVersion) {
        let nulls = layout.null_bytes();
        let mut nullable_seen = 0;
        self.lengths.clear();
        self.bytes.clear();
        // Room for NULL flags and header; lengths, if any, are put in front afterwards.
        push_short(&mut self.bytes, &[0; 16][..nulls + HEADER_BYTES]);
        for field in &layout.fields {
            let start = self.bytes.len();
            let present = self.append_field(field.source, field.width, rows, row, version);
            if field.nullable {
                if !present {
                    self.bytes[nulls - 1 - nullable_seen / 8] |= 1 << (nullable_seen % 8);
                }
                nullable_seen += 1;
            }
            if let (true, Width::Variable(_)) = (present, field.width) {
                let len = self.bytes.len() - start;
                push_length(&mut self.lengths, len, field.is_of_long_column());
            }
        }
        self.origin = nulls + HEADER_BYTES;
        if !self.lengths.is_empty() {
            self.origin += self.lengths.len();
            self.bytes.splice(0..0, self.lengths.iter().rev().copied());
        }
        self.set_status(status::ORDINARY);
    }

    /// Makes the record a node pointer to `child` with the key of `record`, a record of the same index on the level below.
    ///
    /// `record` is given as the page holds it: its bytes from the first one in front of the header, and its origin in them.
    pub fn set_node_pointer(&mut self, layout: &IndexLayout, record: &[u8], origin: usize, child: PageNo) {
        self.fixed = None;
        let key = key_extent(layout, record, origin);
        let nulls = layout.null_bytes();
        self.bytes.clear();
        self.bytes.extend_from_slice(&record[origin - HEADER_BYTES - nulls - key.length_bytes..origin]);
        self.origin = self.bytes.len();
        self.bytes.extend_from_slice(&record[origin..origin + key.data_bytes]);
        self.bytes.extend_from_slice(&child.to_be_bytes());
        let header = self.origin - HEADER_BYTES;
        self.bytes[header..self.origin].fill(0);
        self.clear_null_flags_beyond_key(layout);
        self.set_status(status::NODE_POINTER);
    }

    /// A copy of a record that stands in a page, header cleared but for its status and the minimum mark.
    pub fn set_copy(&mut self, record: &[u8], origin: usize) {
        self.fixed = None;
        self.bytes.clear();
        self.bytes.extend_from_slice(record);
        self.origin = origin;
        let kept_info = self.bytes[origin - 5] & 0xF0;
        let kept_status = self.status();
        self.bytes[origin - HEADER_BYTES..origin].fill(0);
        self.bytes[origin - 5] = kept_info;
        self.set_status(kept_status);
    }

    fn set_status(&mut self, status: u8) {
        self.bytes[self.origin - 3] = status;
    }

    fn clear_null_flags_beyond_key(&mut self, layout: &IndexLayout) {
        let nulls = layout.null_bytes();
        let in_key = layout.fields[..layout.unique_fields].iter().filter(|field| field.nullable).count();
        let flags = self.origin - HEADER_BYTES - nulls;
        for index in 0..nulls {
            let keep = in_key.saturating_sub(index * 8).min(8);
            self.bytes[flags + nulls - 1 - index] &= ((1_u16 << keep) - 1) as u8;
        }
    }

    #[inline]
    fn append_field(
        &mut self,
        source: FieldSource,
        width: Width,
        rows: &TableRows,
        row: u32,
        version: RowVersion,
    ) -> bool {
        match source {
            FieldSource::TrxId => self.bytes.extend_from_slice(&version.trx_id.to_be_bytes()[2..]),
            FieldSource::RollPointer => {
                self.bytes.extend_from_slice(&version.roll_pointer.to_be_bytes()[1..])
            }
            FieldSource::RowId => self.bytes.extend_from_slice(&rows.row_id(row).to_be_bytes()[2..]),
            FieldSource::Column(column) => {
                let start = self.bytes.len();
                if !rows.append_value(row, column, &mut self.bytes) {
                    return false;
                }
                let (Width::Fixed(len) | Width::Variable(len)) = width;
                self.bytes.truncate(self.bytes.len().min(start + usize::from(len)));
            }
        }
        true
    }
}

/// Appends the stored length of a variable field.
///
/// The two-byte form (longer than 127 in a column that may exceed 255) keeps the high byte nearest to the NULL flags.
fn push_length(lengths: &mut Vec<u8>, len: usize, of_long_column: bool) {
    if of_long_column && len > 127 {
        lengths.push(0x80 | (len >> 8) as u8);
    }
    lengths.push(len as u8);
}

/// How far the key of a record reaches on both sides of its origin.
struct KeyExtent {
    length_bytes: usize,
    data_bytes: usize,
}

fn key_extent(layout: &IndexLayout, record: &[u8], origin: usize) -> KeyExtent {
    let mut extent = KeyExtent { length_bytes: 0, data_bytes: 0 };
    for (_, range, lengths) in field_ranges(layout, record, origin, layout.unique_fields) {
        extent.data_bytes = range.end - origin;
        extent.length_bytes = lengths;
    }
    extent
}

/// Walks the first `count` fields of a leaf record (or of a node pointer's key): field position, byte range within
/// `record` (empty for NULL), and the number of length bytes used so far.
pub fn field_ranges<'a>(
    layout: &'a IndexLayout,
    record: &'a [u8],
    origin: usize,
    count: usize,
) -> impl Iterator<Item = (usize, std::ops::Range<usize>, usize)> + 'a {
    let nulls = layout.null_bytes();
    let flags_end = origin - HEADER_BYTES;
    let mut lengths = 0;
    let mut nullable_seen = 0;
    let mut at = origin;
    layout.fields[..count].iter().enumerate().map(move |(position, field)| {
        let mut is_null = false;
        if field.nullable {
            is_null = record[flags_end - 1 - nullable_seen / 8] & (1 << (nullable_seen % 8)) != 0;
            nullable_seen += 1;
        }
        let len = match field.width {
            _ if is_null => 0,
            Width::Fixed(len) => usize::from(len),
            Width::Variable(_) => {
                let place = flags_end - nulls - 1 - lengths;
                let first = record[place];
                if field.is_of_long_column() && first & 0x80 != 0 {
                    lengths += 2;
                    usize::from(first & 0x3F) << 8 | usize::from(record[place - 1])
                } else {
                    lengths += 1;
                    usize::from(first)
                }
            }
        };
        let range = at..at + len;
        at += len;
        (position, range, lengths)
    })
}
