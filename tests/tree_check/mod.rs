//! A tree read from its pages, written from the layout alone: nothing here uses the builder, its layouts or its sort keys.
//!
//! From the root, node pointers lead to every page of the level below; what they reach must be what the sibling links join,
//! every page must be well-formed, and the leaves must hold every row of the table once, in key order.
#![allow(dead_code)]

use std::cmp::Ordering;

use redo_lab::innodb::{ColumnKind, IndexDefinition, Table, TableRows, Tablespace};

mod page;
pub use page::{CheckedPage, Record, number};

const NO_PAGE: u64 = 0xFFFF_FFFF;

/// A decoded value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Null,
    Number(i64),
    Text(Vec<u8>),
    /// Bytes that compare as they are.
    Bytes(Vec<u8>),
}

impl Value {
    /// NULL sorts first; texts compare as if padded with spaces.
    pub fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Null, Self::Null) => Ordering::Equal,
            (Self::Null, _) => Ordering::Less,
            (_, Self::Null) => Ordering::Greater,
            (Self::Number(left), Self::Number(right)) => left.cmp(right),
            (Self::Text(left), Self::Text(right)) => {
                let len = left.len().max(right.len());
                let padded = |text: &[u8]| -> Vec<u8> {
                    text.iter().copied().chain(std::iter::repeat(b' ')).take(len).collect()
                };
                padded(left).cmp(&padded(right))
            }
            (Self::Bytes(left), Self::Bytes(right)) => left.cmp(right),
            _ => panic!("a column has values of two types"),
        }
    }
}

/// Compares keys field by field.
pub fn compare_keys(left: &[Value], right: &[Value]) -> Ordering {
    let fields = left.iter().zip(right).map(|(left, right)| left.compare(right));
    fields.fold(Ordering::Equal, Ordering::then)
}

/// What one field of a record is.
#[derive(Debug, Clone)]
pub struct FieldShape {
    /// The table's column; `None` for hidden fields.
    column: Option<usize>,
    kind: Option<ColumnKind>,
    /// Bytes if always as many.
    fixed: Option<usize>,
    /// Bytes of the column that the field keeps.
    keeps: usize,
    nullable: bool,
}

/// What the records of an index are.
#[derive(Debug, Clone)]
pub struct IndexShape {
    pub fields: Vec<FieldShape>,
    /// Leading fields that tell records apart.
    pub key_fields: usize,
    /// Whether the index is the table itself.
    pub clustered: bool,
}

impl IndexShape {
    /// The table itself, or a secondary index of it.
    pub fn new(table: &Table, definition: Option<&IndexDefinition>) -> Self {
        let hidden = |bytes| FieldShape {
            column: None,
            kind: None,
            fixed: Some(bytes),
            keeps: bytes,
            nullable: false,
        };
        let of = |column: usize, prefix: Option<u16>| {
            let definition = &table.columns[column];
            let keeps = usize::from(prefix.unwrap_or(u16::MAX).min(definition.kind.max_len()));
            FieldShape {
                column: Some(column),
                kind: Some(definition.kind),
                fixed: definition.kind.fixed_len().map(|len| keeps.min(len.into())),
                keeps,
                nullable: definition.nullable && !table.primary_key.contains(&column),
            }
        };
        let mut row_key: Vec<FieldShape> = table.primary_key.iter().map(|&column| of(column, None)).collect();
        if row_key.is_empty() {
            row_key.push(hidden(6));
        }
        match definition {
            None => {
                let key_fields = row_key.len();
                row_key.extend([hidden(6), hidden(7)]);
                let others = (0..table.columns.len()).filter(|column| !table.primary_key.contains(column));
                row_key.extend(others.map(|column| of(column, None)));
                Self { fields: row_key, key_fields, clustered: true }
            }
            Some(definition) => {
                let mut fields: Vec<FieldShape> =
                    definition.parts.iter().map(|part| of(part.column, part.prefix)).collect();
                let is_whole = |column| {
                    definition.parts.iter().any(|part| part.column == column && part.prefix.is_none())
                };
                fields.extend(row_key.into_iter().filter(|field| !field.column.is_some_and(is_whole)));
                Self { key_fields: fields.len(), fields, clustered: false }
            }
        }
    }

    /// The fields of a leaf record for `row`; hidden fields other than the row id are left out.
    fn expected(&self, rows: &TableRows, row: u32) -> Vec<Value> {
        let fields = self.fields.iter().enumerate();
        fields
            .filter(|(place, field)| *place < self.key_fields || field.column.is_some())
            .map(|(_, field)| match field.column {
                None => Value::Bytes((u64::from(row) + 1).to_be_bytes()[2..].to_vec()),
                Some(column) => {
                    let mut bytes = Vec::new();
                    if !rows.append_value(row, column, &mut bytes) {
                        return Value::Null;
                    }
                    bytes.truncate(field.keeps);
                    field.value(&bytes)
                }
            })
            .collect()
    }

    /// The fields that tell a row's record from all others.
    pub fn key_of(&self, rows: &TableRows, row: u32) -> Vec<Value> {
        let mut key = self.expected(rows, row);
        key.truncate(self.key_fields);
        key
    }

    /// The fields of a leaf record as a page holds it, in the same way.
    fn visible(&self, record: &Record) -> Vec<Value> {
        let fields = record.fields.iter().zip(&self.fields).enumerate();
        fields
            .filter(|(place, (_, field))| *place < self.key_fields || field.column.is_some())
            .map(|(_, (value, _))| value.clone())
            .collect()
    }
}

impl FieldShape {
    /// The value that stored bytes stand for.
    fn value(&self, bytes: &[u8]) -> Value {
        match self.kind {
            Some(ColumnKind::Int) => {
                Value::Number(i64::from((number(bytes, 0, 4) as u32 ^ 0x8000_0000) as i32))
            }
            Some(ColumnKind::BigInt) => Value::Number((number(bytes, 0, 8) ^ 1 << 63) as i64),
            Some(ColumnKind::Char(_) | ColumnKind::VarChar(_)) => Value::Text(bytes.to_vec()),
            Some(ColumnKind::DateTime) | None => Value::Bytes(bytes.to_vec()),
        }
    }
}

/// What a walk through a tree found.
#[derive(Debug)]
pub struct TreeFound {
    /// Pages by level, leaves first, left to right.
    pub pages: Vec<Vec<u32>>,
    /// Records on leaves.
    pub records: usize,
}

/// Walks the tree of index `index_id` from its root and checks everything.
pub fn check_tree(
    space: &Tablespace,
    index_id: u64,
    root_page_no: u32,
    shape: &IndexShape,
    rows: &TableRows,
) -> TreeFound {
    let mut levels: Vec<Vec<u32>> = Vec::new();
    let mut pointers: Vec<(u32, Option<Vec<Value>>)> = vec![(root_page_no, None)];
    let height = number(space.get(root_page_no).expect("the root is present"), 64, 2);
    let mut leaves = Vec::new();
    for level in (0..=height).rev() {
        let page_nos: Vec<u32> = pointers.iter().map(|(page_no, _)| *page_no).collect();
        let mut below = Vec::new();
        let mut last_key: Option<Vec<Value>> = None;
        for (place, (page_no, least)) in pointers.iter().enumerate() {
            let bytes = space.get(*page_no).unwrap_or_else(|| panic!("page {page_no} is not there"));
            let page = CheckedPage::read(bytes, *page_no, (index_id, level), shape);
            check_siblings(&page, &page_nos, place);
            for (index, record) in page.records.iter().enumerate() {
                let is_least = level > 0 && place == 0 && index == 0;
                assert_eq!(record.is_minimum, is_least, "minimum mark of record {index} on page {page_no}");
                let key = &record.fields[..shape.key_fields];
                if let Some(last) = &last_key {
                    assert_eq!(compare_keys(last, key), Ordering::Less, "record {index} on page {page_no}");
                }
                // What the least pointer holds as its key does not count: rows below it may have come later.
                last_key = (!is_least).then(|| key.to_vec());
                if level > 0 {
                    below.push((record.child, (!is_least).then(|| key.to_vec())));
                }
            }
            if let (Some(least), Some(first)) = (least, page.records.first()) {
                let order = compare_keys(least, &first.fields[..shape.key_fields]);
                assert_ne!(order, Ordering::Greater, "page {page_no} holds less than its pointer says");
            }
            // All a page's records are less than the next page's pointer.
            if let (Some(last), Some((next, Some(bound)))) = (&last_key, pointers.get(place + 1)) {
                assert_eq!(compare_keys(last, bound), Ordering::Less, "page {page_no} reaches into {next}");
            }
            if level == 0 {
                leaves.extend(page.records);
            }
        }
        levels.push(page_nos);
        pointers = below;
    }
    check_rows(&leaves, shape, rows);
    levels.reverse();
    TreeFound { pages: levels, records: leaves.len() }
}

fn check_siblings(page: &CheckedPage, page_nos: &[u32], place: usize) {
    let neighbour = |place: Option<usize>| {
        place.and_then(|place| page_nos.get(place)).map_or(NO_PAGE, |&page_no| page_no.into())
    };
    let expected = (neighbour(place.checked_sub(1)), neighbour(Some(place + 1)));
    assert_eq!(page.siblings, expected, "siblings of page {}", page_nos[place]);
}

/// The leaves hold every row once, whole.
fn check_rows(leaves: &[Record], shape: &IndexShape, rows: &TableRows) {
    let mut expected: Vec<Vec<Value>> = (0..rows.count()).map(|row| shape.expected(rows, row)).collect();
    let key = |fields: &[Value]| fields[..shape.key_fields].to_vec();
    expected.sort_by(|left, right| compare_keys(&key(left), &key(right)));
    assert_eq!(leaves.len(), expected.len(), "records on leaves");
    for (record, expected) in leaves.iter().zip(&expected) {
        assert_eq!(&shape.visible(record), expected);
    }
}
