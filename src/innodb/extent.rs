//! Where a record's memory starts and ends, and how keys compare, told from the record's own lengths and NULL flags.

use std::cmp::Ordering;
use std::ops::Range;

use crate::innodb::layout::{HEADER_BYTES, IndexLayout, Width};
use crate::innodb::record::{field_ranges, status};
use crate::innodb::table::ColumnKind;

/// The bytes of the record at `origin`, from its first length or NULL byte to its end.
pub fn record_extent(layout: &IndexLayout, page: &[u8], origin: usize) -> Range<usize> {
    let (fields, child) = match page[origin - 3] & 7 {
        status::NODE_POINTER => (layout.unique_fields, 4),
        _ => (layout.fields.len(), 0),
    };
    let (mut end, mut lengths) = (origin, 0);
    for (_, range, used) in field_ranges(layout, page, origin, fields) {
        (end, lengths) = (range.end, used);
    }
    origin - HEADER_BYTES - layout.null_bytes() - lengths..end + child
}

/// Compares records of one index by the fields that identify them.
#[derive(Debug, Clone, Copy)]
pub struct KeyOrder {
    null_bytes: usize,
    /// Bytes of the key when every field of it has one size; 0 otherwise.
    fixed_key_bytes: usize,
}

impl KeyOrder {
    /// The order of the records of an index.
    pub fn new(layout: &IndexLayout) -> Self {
        let widths = layout.fields[..layout.unique_fields].iter().map(|field| match field.width {
            Width::Fixed(len) => Some(usize::from(len)),
            Width::Variable(_) => None,
        });
        let fixed_key_bytes = widths.sum::<Option<usize>>().unwrap_or(0);
        Self { null_bytes: layout.null_bytes(), fixed_key_bytes }
    }

    /// Compares the records at two origins. NULL sorts before every value; strings compare as if padded with spaces.
    #[inline]
    pub fn compare(
        self,
        layout: &IndexLayout,
        (left, left_origin): (&[u8], usize),
        (right, right_origin): (&[u8], usize),
    ) -> Ordering {
        let key = self.fixed_key_bytes;
        if key > 0 && !self.has_nulls(left, left_origin) && !self.has_nulls(right, right_origin) {
            return left[left_origin..left_origin + key].cmp(&right[right_origin..right_origin + key]);
        }
        let fields = field_ranges(layout, left, left_origin, layout.unique_fields).zip(field_ranges(
            layout,
            right,
            right_origin,
            layout.unique_fields,
        ));
        for ((position, left_range, _), (_, right_range, _)) in fields {
            let field = &layout.fields[position];
            if field.nullable {
                let left_present = !is_null(layout, left, left_origin, position);
                let order = left_present.cmp(&!is_null(layout, right, right_origin, position));
                if order != Ordering::Equal {
                    return order;
                }
            }
            let (left, right) = (&left[left_range], &right[right_range]);
            let order = match field.kind {
                Some(ColumnKind::VarChar(_)) => compare_padded(left, right),
                _ => left.cmp(right),
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }

    #[inline]
    fn has_nulls(self, record: &[u8], origin: usize) -> bool {
        let flags = origin - HEADER_BYTES - self.null_bytes..origin - HEADER_BYTES;
        self.null_bytes > 0 && record[flags].iter().any(|&byte| byte != 0)
    }
}

fn is_null(layout: &IndexLayout, record: &[u8], origin: usize, position: usize) -> bool {
    let flag = layout.fields[..position].iter().filter(|field| field.nullable).count();
    record[origin - HEADER_BYTES - 1 - flag / 8] & (1 << (flag % 8)) != 0
}

fn compare_padded(left: &[u8], right: &[u8]) -> Ordering {
    let len = left.len().max(right.len());
    let padded = |text: &[u8], at: usize| text.get(at).copied().unwrap_or(b' ');
    let differs = (0..len).find(|&at| padded(left, at) != padded(right, at));
    differs.map_or(Ordering::Equal, |at| padded(left, at).cmp(&padded(right, at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::innodb::record::REBUILT;
    use crate::innodb::{Column, IndexDefinition, KeyPart, RecordBuffer, Table, TableRows, Values};

    fn layout_with_text() -> (IndexLayout, TableRows) {
        let text = Column {
            lengths: (0, 200),
            null_pct: 30,
            ..Column::new("t", ColumnKind::VarChar(300), Values::Uniform { distinct: 50 }).nullable()
        };
        let id = Column::new("a", ColumnKind::Int, Values::Sequential);
        let table =
            Table { name: "x".into(), columns: vec![id, text], primary_key: vec![0], existing: vec![] };
        let parts = vec![KeyPart { column: 1, prefix: None }];
        let definition = IndexDefinition { name: "t".into(), parts };
        let layout = IndexLayout::secondary(&table, &definition, 9);
        (layout, TableRows::new(table, 200, 4))
    }

    #[test]
    fn a_record_knows_its_own_extent() {
        let (layout, rows) = layout_with_text();
        let (mut record, mut pointer) = (RecordBuffer::new(), RecordBuffer::new());
        for row in 0..rows.count() {
            record.set_leaf(&layout, &rows, row, REBUILT);
            assert_eq!(record_extent(&layout, record.bytes(), record.extra_bytes()), 0..record.bytes().len());
            pointer.set_node_pointer(&layout, record.bytes(), record.extra_bytes(), 77);
            assert_eq!(
                record_extent(&layout, pointer.bytes(), pointer.extra_bytes()),
                0..pointer.bytes().len()
            );
            let order = KeyOrder::new(&layout);
            let (left, right) =
                ((record.bytes(), record.extra_bytes()), (pointer.bytes(), pointer.extra_bytes()));
            assert_eq!(order.compare(&layout, left, right), Ordering::Equal);
        }
    }

    #[test]
    fn null_sorts_first_and_strings_compare_padded() {
        assert_eq!(compare_padded(b"a", b"a  "), Ordering::Equal);
        assert_eq!(compare_padded(b"a", b"a!"), Ordering::Less);
        assert_eq!(compare_padded(b"a\t", b"a"), Ordering::Less);
        let (layout, rows) = layout_with_text();
        let order = KeyOrder::new(&layout);
        let records: Vec<RecordBuffer> = (0..rows.count())
            .map(|row| {
                let mut record = RecordBuffer::new();
                record.set_leaf(&layout, &rows, row, REBUILT);
                record
            })
            .collect();
        let mut sorted: Vec<&RecordBuffer> = records.iter().collect();
        sorted.sort_by(|left, right| {
            order.compare(&layout, (left.bytes(), left.extra_bytes()), (right.bytes(), right.extra_bytes()))
        });
        let nulls = |record: &&RecordBuffer| is_null(&layout, record.bytes(), record.extra_bytes(), 0);
        let first_value = sorted.iter().position(|record| !nulls(record)).unwrap();
        assert!(first_value > 20 && sorted[first_value..].iter().all(|record| !nulls(record)));
    }
}
