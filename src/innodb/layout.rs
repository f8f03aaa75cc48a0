//! Which fields the records of an index hold, and how they are stored.
//!
//! *Worked example.* The clustered index of `t0(a INT PRIMARY KEY, b INT)`: fields `a`, `DB_TRX_ID` (6 bytes),
//! `DB_ROLL_PTR` (7) and `b`, which may be NULL. A leaf record is 1 byte of NULL flags, 5 of header and 4 + 6 + 7 + 4 of
//! data: 27 bytes. A node pointer keeps the key `a` and a child page number: 1 + 5 + 4 + 4 = 14 bytes.

use crate::innodb::table::{Column, ColumnKind, IndexDefinition, Table};

/// Bytes of a record header in front of its origin, without NULL flags and length bytes.
pub const HEADER_BYTES: usize = 5;

/// Whether a tree holds whole rows or only keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexKind {
    /// The table itself, in primary-key order.
    Clustered,
    /// A secondary index: key columns and primary key.
    Secondary,
}

/// Where the value of a field comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldSource {
    /// A column of the row, by position.
    Column(usize),
    /// The hidden row id of a table without a primary key.
    RowId,
    /// The transaction that last changed the row.
    TrxId,
    /// Where the row's previous version lies in the undo log.
    RollPointer,
}

/// How many bytes a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// Always this many.
    Fixed(u16),
    /// At most this many; the record stores how many.
    Variable(u16),
}

/// One field of an index's leaf records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// What a reader calls it: the column's name, `DB_TRX_ID` and the like.
    pub name: String,
    /// Where its value comes from.
    pub source: FieldSource,
    /// Its size.
    pub width: Width,
    /// Whether it may be NULL.
    pub nullable: bool,
    /// The column's type, for showing the value; `None` for hidden fields.
    pub kind: Option<ColumnKind>,
}

impl Field {
    /// Whether the column may hold more than 255 bytes: its lengths from 128 on then take two bytes, even where an index
    /// keeps fewer bytes of it.
    #[inline]
    pub fn is_of_long_column(&self) -> bool {
        matches!(self.kind, Some(ColumnKind::VarChar(max)) if max > 255)
    }
}

/// The layout of one index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexLayout {
    /// The index's name: `PRIMARY` for the clustered one.
    pub name: String,
    /// The number by which pages name their index.
    pub id: u64,
    /// Clustered or secondary.
    pub kind: IndexKind,
    /// Fields of a leaf record, in order.
    pub fields: Vec<Field>,
    /// How many leading fields identify a record in the tree: these are repeated in node pointers.
    pub unique_fields: usize,
    /// How many leading fields the index was defined with; those up to `unique_fields` are primary-key columns that make
    /// records distinct.
    pub key_fields: usize,
    null_bytes: usize,
    variable: bool,
}

impl IndexLayout {
    fn new(
        name: String,
        id: u64,
        kind: IndexKind,
        fields: Vec<Field>,
        (key_fields, unique_fields): (usize, usize),
    ) -> Self {
        let null_bytes = fields.iter().filter(|field| field.nullable).count().div_ceil(8);
        let variable = fields.iter().any(|field| matches!(field.width, Width::Variable(_)));
        Self { name, id, kind, fields, unique_fields, key_fields, null_bytes, variable }
    }

    /// The layout of the clustered index `id` of `table`.
    pub fn clustered(table: &Table, id: u64) -> Self {
        let mut fields: Vec<Field> =
            table.primary_key.iter().map(|&column| key_field(table, column, None)).collect();
        if fields.is_empty() {
            fields.push(hidden_field("DB_ROW_ID", FieldSource::RowId, 6));
        }
        let unique_fields = fields.len();
        fields.push(hidden_field("DB_TRX_ID", FieldSource::TrxId, 6));
        fields.push(hidden_field("DB_ROLL_PTR", FieldSource::RollPointer, 7));
        for column in 0..table.columns.len() {
            if !table.primary_key.contains(&column) {
                fields.push(key_field(table, column, None));
            }
        }
        Self::new("PRIMARY".into(), id, IndexKind::Clustered, fields, (unique_fields, unique_fields))
    }

    /// The layout of the secondary index `id` of `table`.
    pub fn secondary(table: &Table, definition: &IndexDefinition, id: u64) -> Self {
        let mut fields: Vec<Field> =
            definition.parts.iter().map(|part| key_field(table, part.column, part.prefix)).collect();
        let whole: Vec<usize> =
            definition.parts.iter().filter(|part| part.prefix.is_none()).map(|part| part.column).collect();
        for &column in &table.primary_key {
            if !whole.contains(&column) {
                fields.push(key_field(table, column, None));
            }
        }
        if table.primary_key.is_empty() {
            fields.push(hidden_field("DB_ROW_ID", FieldSource::RowId, 6));
        }
        let unique_fields = fields.len();
        Self::new(
            definition.name.clone(),
            id,
            IndexKind::Secondary,
            fields,
            (definition.parts.len(), unique_fields),
        )
    }

    /// Bytes of NULL flags in front of the header of every record of the index.
    ///
    /// Node pointers carry as many as leaf records do, even when none of their own fields may be NULL.
    pub fn null_bytes(&self) -> usize {
        self.null_bytes
    }

    /// Whether any field's size differs from record to record.
    #[inline]
    pub fn has_variable_fields(&self) -> bool {
        self.variable
    }

    /// The largest size in bytes of a leaf record, header included.
    pub fn max_record_bytes(&self) -> usize {
        self.max_bytes(&self.fields)
    }

    /// The largest size in bytes of a node pointer, header and child page number included.
    pub fn max_node_pointer_bytes(&self) -> usize {
        self.max_bytes(&self.fields[..self.unique_fields]) + 4
    }

    fn max_bytes(&self, fields: &[Field]) -> usize {
        let data: usize = fields
            .iter()
            .map(|field| match field.width {
                Width::Fixed(len) => usize::from(len),
                Width::Variable(max) => usize::from(max) + if field.is_of_long_column() { 2 } else { 1 },
            })
            .sum();
        HEADER_BYTES + self.null_bytes() + data
    }
}

fn key_field(table: &Table, column: usize, prefix: Option<u16>) -> Field {
    let Column { name, kind, nullable, .. } = &table.columns[column];
    let width = match (kind.fixed_len(), prefix) {
        (Some(len), None) => Width::Fixed(len),
        (Some(len), Some(prefix)) => Width::Fixed(len.min(prefix)),
        (None, None) => Width::Variable(kind.max_len()),
        (None, Some(prefix)) => Width::Variable(kind.max_len().min(prefix)),
    };
    let nullable = *nullable && !table.primary_key.contains(&column);
    Field { name: name.clone(), source: FieldSource::Column(column), width, nullable, kind: Some(*kind) }
}

fn hidden_field(name: &str, source: FieldSource, len: u16) -> Field {
    Field { name: name.into(), source, width: Width::Fixed(len), nullable: false, kind: None }
}
