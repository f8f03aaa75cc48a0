//! How many pages a tree has, without building it.

use crate::bulk_load::page_builder::FillRule;
use crate::innodb::layout::FieldSource;
use crate::innodb::record::REBUILT;
use crate::innodb::{IndexLayout, RecordBuffer, TableRows};

/// Pages by level, leaves first. The last level has one page.
///
/// `order` gives the rows in key order, or `None` if that is their own order. Only the first record of a page goes to the
/// level above, so everything above the leaves costs next to nothing; leaves cost a record each only if their sizes differ.
///
/// ```
/// use redo_lab::bulk_load::shape::pages_by_level;
/// use redo_lab::innodb::{IndexLayout, Table, TableRows};
/// let rows = TableRows::new(Table::t0(), 100_000, 1);
/// let clustered = IndexLayout::clustered(rows.table(), 1);
/// assert_eq!(pages_by_level(&clustered, &rows, None, 16_384, 100), [181, 1]);
/// ```
pub fn pages_by_level(
    layout: &IndexLayout,
    rows: &TableRows,
    order: Option<&[u32]>,
    page_size: usize,
    fill_factor: u8,
) -> Vec<u32> {
    let rule = FillRule::new(layout.kind, page_size, fill_factor);
    let mut record = RecordBuffer::new();
    let mut pointer = RecordBuffer::new();
    let fixed = same_size_bytes(layout, rows);
    let mut levels: Vec<LevelSizes> = vec![LevelSizes::default()];
    let mut first_pointer_bytes = 0;
    for position in 0..rows.count() {
        // Records of one size: only the first of each page is made, for its pointer's size.
        let starts_page = match fixed {
            Some(bytes) => levels[0].add(&rule, bytes),
            None => {
                record.set_leaf(layout, rows, row_at(order, position), REBUILT);
                levels[0].add(&rule, record.bytes().len())
            }
        };
        if !starts_page {
            continue;
        }
        if fixed.is_some() {
            record.set_leaf(layout, rows, row_at(order, position), REBUILT);
        }
        pointer.set_node_pointer(layout, record.bytes(), record.extra_bytes(), 0);
        let bytes = pointer.bytes().len();
        if position == 0 {
            // The first pages of all levels begin with the same key.
            first_pointer_bytes = bytes;
        }
        let mut level = 1;
        while level < levels.len() || levels[level - 1].pages > 1 {
            if level == levels.len() {
                // The first page of the level below was there before this level: its pointer comes first.
                levels.push(LevelSizes::default());
                levels[level].add(&rule, first_pointer_bytes);
            }
            if !levels[level].add(&rule, bytes) {
                break;
            }
            level += 1;
        }
    }
    levels.iter().map(|level| level.pages).collect()
}

/// Bytes of a leaf record if all rows give records of one size: no field's size varies, and no row holds a NULL.
pub(super) fn same_size_bytes(layout: &IndexLayout, rows: &TableRows) -> Option<usize> {
    let has_nulls = layout.fields.iter().any(|field| match field.source {
        FieldSource::Column(column) => field.nullable && rows.has_nulls(column),
        _ => false,
    });
    if layout.has_variable_fields() || has_nulls {
        return None;
    }
    let mut record = RecordBuffer::new();
    record.set_leaf(layout, rows, 0, REBUILT);
    Some(record.bytes().len())
}

fn row_at(order: Option<&[u32]>, position: u32) -> u32 {
    order.map_or(position, |order| order[position as usize])
}

#[derive(Debug, Clone, Default)]
struct LevelSizes {
    pages: u32,
    records: usize,
    used_bytes: usize,
}

impl LevelSizes {
    /// Adds a record; says whether it starts a page.
    fn add(&mut self, rule: &FillRule, bytes: usize) -> bool {
        let starts_page = self.pages == 0 || !rule.fits(self.records, self.used_bytes, bytes);
        if starts_page {
            self.pages += 1;
            (self.records, self.used_bytes) = (0, 0);
        }
        self.records += 1;
        self.used_bytes += bytes;
        starts_page
    }
}
