//! Sorting more keys than the buffer holds: runs, then merge passes.
//!
//! The scan fills the buffer, sorts it, and writes it out as a **run**. When all rows are read, each **merge pass** joins
//! neighbouring runs two by two, until one is left.
//!
//! *Worked example.* 100,000 entries of 14 bytes with a buffer of 1 MiB: 74,898 entries a run, so 2 runs and 1 merge pass.
//! With 64 KiB: 4,681 entries a run, 22 runs, and 5 passes (22, 11, 6, 3, 2, 1).
//!
//! Entries are sorted by the first eight bytes of their key, byte by byte from the last to the first (radix sort, which
//! skips bytes that are the same everywhere); longer keys are compared in full where these eight are equal. Rows with equal
//! keys keep the order in which they were scanned, which is primary-key order: the tree's order among them.

use crate::base::random;
use crate::bulk_load::shape::same_size_bytes;
use crate::innodb::layout::{FieldSource, Width};
use crate::innodb::{IndexLayout, TableRows};

/// One key while it is sorted: its first eight bytes, and its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) prefix: u64,
    pub(super) row: u32,
}

/// Which bytes rows are sorted by.
pub(super) struct SortKey<'a> {
    rows: &'a TableRows,
    parts: Vec<KeyColumn>,
    fits_prefix: bool,
}

#[derive(Debug, Clone, Copy)]
struct KeyColumn {
    column: usize,
    len: u16,
    nullable: bool,
    variable: bool,
    sequential: bool,
    /// Whether it is a whole integer that is never NULL.
    integer: bool,
}

impl<'a> SortKey<'a> {
    /// The key of an index's first `fields` fields, without columns whose value is the same in every row.
    pub(super) fn new(layout: &IndexLayout, fields: usize, rows: &'a TableRows) -> Self {
        let parts: Vec<KeyColumn> = layout.fields[..fields]
            .iter()
            .filter_map(|field| match field.source {
                FieldSource::Column(column) if !rows.is_constant(column) => {
                    let (Width::Fixed(len) | Width::Variable(len)) = field.width;
                    Some(KeyColumn {
                        column,
                        len,
                        nullable: field.nullable,
                        variable: matches!(field.width, Width::Variable(_)),
                        sequential: rows.is_numbered_in_order(column, len),
                        integer: rows.is_integer(column),
                    })
                }
                _ => None,
            })
            .collect();
        let bytes: usize = parts
            .iter()
            .map(|part| {
                usize::from(part.nullable)
                    + if part.sequential { 4 } else { usize::from(part.len) }
                    + usize::from(part.variable)
            })
            .sum();
        Self { rows, parts, fits_prefix: bytes <= 8 }
    }

    /// Writes the key of a row so that keys compare as byte strings.
    fn write(&self, row: u32, out: &mut Vec<u8>) {
        out.clear();
        for part in &self.parts {
            if part.nullable {
                out.push(1);
            }
            if part.sequential {
                // Values follow the row's number: its number sorts as they do.
                out.extend_from_slice(&row.to_be_bytes());
                continue;
            }
            let start = out.len();
            if !self.rows.append_value(row, part.column, out) {
                // NULL sorts before every value.
                out[start - 1] = 0;
                continue;
            }
            out.truncate(out.len().min(start + usize::from(part.len)));
            if part.variable {
                // Strings compare as if padded with spaces: trailing ones do not count, and one ends the value. No value
                // has any other.
                let text = out[start..].trim_ascii_end().len();
                out.truncate(start + text);
                out.push(b' ');
            }
        }
    }

    /// The first eight bytes of a row's key, as a number.
    #[inline]
    pub(super) fn prefix(&self, row: u32, scratch: &mut Vec<u8>) -> u64 {
        if let [KeyColumn { column, integer: true, nullable, .. }] = self.parts[..] {
            // One integer: its bytes, behind the byte that tells it from NULL.
            let value = u64::from(self.rows.integer(row, column));
            return if nullable { 1 << 56 | value << 24 } else { value << 32 };
        }
        self.write(row, scratch);
        let mut bytes = [0; 8];
        let len = scratch.len().min(8);
        bytes[..len].copy_from_slice(&scratch[..len]);
        u64::from_be_bytes(bytes)
    }

    /// Whether two rows with equal prefixes stand in the wrong order: `left` was scanned first.
    pub(super) fn is_greater(&self, left: u32, right: u32, scratch: &mut (Vec<u8>, Vec<u8>)) -> bool {
        if self.fits_prefix || self.parts.iter().all(|part| self.rows.same_value(left, right, part.column)) {
            return false;
        }
        self.write(left, &mut scratch.0);
        self.write(right, &mut scratch.1);
        scratch.0 > scratch.1
    }
}

/// A sort in progress.
pub struct ExternalSort {
    fields: usize,
    run_rows: usize,
    scanned: u32,
    entries: Vec<Entry>,
    scratch: Vec<Entry>,
    run_ends: Vec<usize>,
    runs: usize,
    merge_passes: u32,
}

impl ExternalSort {
    /// A sort of the rows of an index in a buffer of `buffer_bytes`.
    ///
    /// `in_key_order` says that rows are scanned in primary-key order: then only the columns that the index was defined
    /// with need sorting, because equal ones keep that order.
    pub fn new(layout: &IndexLayout, rows: &TableRows, buffer_bytes: usize, in_key_order: bool) -> Self {
        let entry_bytes = average_record_bytes(layout, rows);
        Self {
            fields: if in_key_order { layout.key_fields } else { layout.unique_fields },
            run_rows: (buffer_bytes / entry_bytes).max(2),
            scanned: 0,
            entries: Vec::with_capacity(rows.count() as usize),
            scratch: Vec::new(),
            run_ends: Vec::new(),
            runs: 0,
            merge_passes: 0,
        }
    }

    /// Reads and sorts the next run; returns how many rows are read so far. `scan` gives the rows in scan order.
    pub fn scan_run(&mut self, layout: &IndexLayout, rows: &TableRows, scan: Option<&[u32]>) -> u32 {
        let key = SortKey::new(layout, self.fields, rows);
        let start = self.entries.len();
        let end = (self.scanned as usize + self.run_rows).min(rows.count() as usize);
        let mut bytes = Vec::with_capacity(64);
        for position in self.scanned..end as u32 {
            let row = scan.map_or(position, |scan| scan[position as usize]);
            let prefix = key.prefix(row, &mut bytes);
            self.entries.push(Entry { prefix, row });
        }
        self.scanned = end as u32;
        sort_entries(&mut self.entries[start..], &mut self.scratch, &key);
        self.run_ends.push(self.entries.len());
        self.runs = self.run_ends.len();
        self.scanned
    }

    /// Joins runs two by two; returns how many are left.
    pub fn merge_pass(&mut self, layout: &IndexLayout, rows: &TableRows) -> usize {
        if self.run_ends.len() < 2 {
            return self.run_ends.len();
        }
        let key = SortKey::new(layout, self.fields, rows);
        let mut scratch = (Vec::new(), Vec::new());
        self.merge_passes += 1;
        self.scratch.clear();
        self.scratch.reserve(self.entries.len());
        let mut ends = Vec::with_capacity(self.run_ends.len() / 2 + 1);
        let mut start = 0;
        for pair in self.run_ends.chunks(2) {
            let (left, rest) = self.entries[start..].split_at(pair[0] - start);
            let right = pair.get(1).map_or(&[][..], |end| &rest[..end - pair[0]]);
            merge(left, right, &mut self.scratch, |left, right| {
                left.prefix > right.prefix
                    || left.prefix == right.prefix && key.is_greater(left.row, right.row, &mut scratch)
            });
            start = *pair.last().expect("chunks are not empty");
            ends.push(start);
        }
        std::mem::swap(&mut self.entries, &mut self.scratch);
        self.run_ends = ends;
        self.run_ends.len()
    }

    /// Rows read so far.
    pub fn scanned(&self) -> u32 {
        self.scanned
    }

    /// Merge passes still to do, once all rows are read.
    pub fn passes_left(&self) -> u32 {
        self.run_ends.len().next_power_of_two().trailing_zeros()
    }

    /// Runs that the scan wrote.
    pub fn runs(&self) -> usize {
        self.runs
    }

    /// Merge passes so far.
    pub fn merge_passes(&self) -> u32 {
        self.merge_passes
    }

    /// The rows in key order. Call when one run is left.
    pub fn into_order(self) -> Vec<u32> {
        self.entries.iter().map(|entry| entry.row).collect()
    }
}

/// Whether the entries of an index sort as their rows are numbered, in a table whose primary key does.
pub fn is_in_row_order(layout: &IndexLayout, rows: &TableRows) -> bool {
    SortKey::new(layout, layout.key_fields, rows).parts.first().is_none_or(|part| part.sequential)
}

/// The rows of a table in primary-key order, or `None` if that is their own order.
pub fn primary_key_order(clustered: &IndexLayout, rows: &TableRows) -> Option<Vec<u32>> {
    if is_in_row_order(clustered, rows) {
        return None;
    }
    let mut sort = ExternalSort::new(clustered, rows, usize::MAX / 2, false);
    sort.scan_run(clustered, rows, None);
    Some(sort.into_order())
}

/// Average size of a leaf record in bytes, from a sample if sizes differ.
fn average_record_bytes(layout: &IndexLayout, rows: &TableRows) -> usize {
    if let Some(bytes) = same_size_bytes(layout, rows) {
        return bytes;
    }
    let mut record = crate::innodb::RecordBuffer::new();
    let sample = rows.count().min(1_000);
    let total: usize = (0..sample)
        .map(|index| {
            let row = random::below(random::at(7, u64::from(index)), u64::from(rows.count())) as u32;
            record.set_leaf(layout, rows, row, crate::innodb::record::REBUILT);
            record.bytes().len()
        })
        .sum();
    total.div_ceil(sample as usize)
}

/// Sorts entries by their whole keys, keeping the order of equal ones.
pub(super) fn sort_entries(entries: &mut [Entry], scratch: &mut Vec<Entry>, key: &SortKey<'_>) {
    radix_sort(entries, scratch);
    if !key.fits_prefix {
        sort_equal_prefixes(entries, key);
    }
}

/// Sorts by prefix, keeping the order of equal ones. Bytes that are the same in all entries are skipped.
fn radix_sort(entries: &mut [Entry], scratch: &mut Vec<Entry>) {
    let Some(&first) = entries.first() else { return };
    let varying = entries.iter().fold(0, |bits, entry| bits | entry.prefix ^ first.prefix);
    scratch.clear();
    scratch.extend_from_slice(entries);
    let scratch = &mut scratch[..];
    let mut in_scratch = false;
    for shift in (0..64).step_by(8) {
        if varying >> shift & 0xFF == 0 {
            continue;
        }
        if in_scratch {
            radix_pass(scratch, entries, shift);
        } else {
            radix_pass(entries, scratch, shift);
        }
        in_scratch = !in_scratch;
    }
    if in_scratch {
        entries.copy_from_slice(scratch);
    }
}

fn radix_pass(from: &[Entry], to: &mut [Entry], shift: u32) {
    let mut places = [0_u32; 256];
    for entry in from {
        places[(entry.prefix >> shift & 0xFF) as usize] += 1;
    }
    let mut next = 0;
    for place in &mut places {
        next += std::mem::replace(place, next);
    }
    for entry in from {
        let place = &mut places[(entry.prefix >> shift & 0xFF) as usize];
        to[*place as usize] = *entry;
        *place += 1;
    }
}

fn sort_equal_prefixes(entries: &mut [Entry], key: &SortKey<'_>) {
    let mut scratch = Vec::new();
    for group in entries.chunk_by_mut(|left, right| left.prefix == right.prefix) {
        let first = group[0].row;
        let differs =
            |entry: &Entry| key.parts.iter().any(|part| !key.rows.same_value(first, entry.row, part.column));
        if group.iter().any(differs) {
            group.sort_by_cached_key(|entry| {
                key.write(entry.row, &mut scratch);
                scratch.clone()
            });
        }
    }
}

/// Joins two sorted runs into `out`; where `is_greater` says so, an entry of the right run comes first.
fn merge(
    mut left: &[Entry],
    mut right: &[Entry],
    out: &mut Vec<Entry>,
    mut is_greater: impl FnMut(&Entry, &Entry) -> bool,
) {
    while let ([first_left, rest_left @ ..], [first_right, rest_right @ ..]) = (left, right) {
        if is_greater(first_left, first_right) {
            out.push(*first_right);
            right = rest_right;
        } else {
            out.push(*first_left);
            left = rest_left;
        }
    }
    out.extend_from_slice(left);
    out.extend_from_slice(right);
}
