//! Columns and row images, as a binlog has them.
//!
//! An image is a bit for each column that is NULL, and then the values of those that are not:
//!
//! | type | number | metadata | value |
//! |---|---|---|---|
//! | INT | 3 | | 4 bytes, little-endian |
//! | BIGINT | 8 | | 8 bytes, little-endian |
//! | VARCHAR(n) | 15 | n, 2 bytes | length (1 byte up to n = 255, else 2), text |
//! | CHAR(n) | 254 | 254, n | length, text without the spaces at its end |
//! | DATETIME | 18 | 0, digits of fractions | 5 bytes, big-endian, packed |
//! | LONGTEXT | 252 | 4, bytes of a length | length (4 bytes), text |
//!
//! Pages keep numbers the other way round, so that bytes sort as numbers do, and texts of CHAR with their spaces; what rows hold
//! is the same. *Worked example*: -2 in an INT is `7ffffffe` in a page and `feffffff` in a binlog.

use super::EventError;
use crate::innodb::{ColumnKind, Table, TableRows};

/// A column's type as a table map says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// `INT`.
    Int,
    /// `BIGINT`.
    BigInt,
    /// `CHAR(n)`, n up to 255.
    Char(u16),
    /// `VARCHAR(n)`.
    VarChar(u16),
    /// `DATETIME` without fractions.
    DateTime,
    /// `LONGTEXT`.
    LongText,
}

impl ColumnType {
    /// The number of the type.
    pub(super) fn type_code(self) -> u8 {
        match self {
            ColumnType::Int => 3,
            ColumnType::BigInt => 8,
            ColumnType::VarChar(_) => 15,
            ColumnType::DateTime => 18,
            ColumnType::LongText => 252,
            ColumnType::Char(_) => 254,
        }
    }

    /// What a table map says besides.
    pub(super) fn metadata(self) -> Vec<u8> {
        match self {
            ColumnType::Int | ColumnType::BigInt => Vec::new(),
            ColumnType::VarChar(len) => len.to_le_bytes().to_vec(),
            ColumnType::Char(len) => vec![self.type_code(), len as u8],
            ColumnType::DateTime => vec![0],
            ColumnType::LongText => vec![4],
        }
    }

    /// The type with that number, and how many bytes of `metadata` are its own.
    pub(super) fn from_parts(type_code: u8, metadata: &[u8]) -> Result<(Self, usize), EventError> {
        let byte = |position: usize| metadata.get(position).copied().ok_or(EventError::Truncated);
        Ok(match type_code {
            3 => (ColumnType::Int, 0),
            8 => (ColumnType::BigInt, 0),
            15 => (ColumnType::VarChar(u16::from_le_bytes([byte(0)?, byte(1)?])), 2),
            18 if byte(0)? == 0 => (ColumnType::DateTime, 1),
            252 if byte(0)? == 4 => (ColumnType::LongText, 1),
            254 if byte(0)? == 254 => (ColumnType::Char(byte(1)?.into()), 2),
            _ => return Err(EventError::Malformed("a column of a type that is not known")),
        })
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self, ColumnType::Int | ColumnType::BigInt)
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self, ColumnType::Char(_) | ColumnType::VarChar(_) | ColumnType::LongText)
    }

    /// Bytes of the length in front of a text, or of the whole value if that is fixed.
    fn width(self) -> usize {
        match self {
            ColumnType::Int | ColumnType::LongText => 4,
            ColumnType::BigInt => 8,
            ColumnType::DateTime => 5,
            ColumnType::Char(len) | ColumnType::VarChar(len) => 1 + usize::from(len > 255),
        }
    }
}

impl From<ColumnKind> for ColumnType {
    fn from(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Int => ColumnType::Int,
            ColumnKind::BigInt => ColumnType::BigInt,
            ColumnKind::Char(len) => ColumnType::Char(len),
            ColumnKind::VarChar(len) => ColumnType::VarChar(len),
            ColumnKind::DateTime => ColumnType::DateTime,
        }
    }
}

/// The columns of `table` as a table map has them: types, and whether NULL is allowed.
pub fn column_types(table: &Table) -> Vec<(ColumnType, bool)> {
    table.columns.iter().map(|column| (column.kind.into(), column.nullable)).collect()
}

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    /// NULL.
    Null,
    /// Of an INT or BIGINT.
    Number(i64),
    /// Of a text, without spaces at the end if it is of a CHAR.
    Text(&'a [u8]),
    /// Of a DATETIME: sign, year * 13 + month (17 bits), day (5), hour (5), minute (6), second (6).
    DateTime([u8; 5]),
}

/// The values of a row, one a column.
pub type DecodedRow<'a> = Vec<Value<'a>>;

/// Appends the image of a row. Values are of the columns' types, texts no longer than these allow.
pub fn push_image(columns: &[ColumnType], values: &[Value], out: &mut Vec<u8>) {
    let nulls = push_null_bits(columns.len(), out);
    for (position, (column, value)) in columns.iter().zip(values).enumerate() {
        match value {
            Value::Null => out[nulls + position / 8] |= 1 << (position % 8),
            Value::Number(number) => out.extend_from_slice(&number.to_le_bytes()[..column.width()]),
            Value::Text(text) => push_text(*column, text, out),
            Value::DateTime(packed) => out.extend_from_slice(packed),
        }
    }
}

/// Appends the image of a table's row, turned round from how pages store it; `scratch` holds a value in between.
pub fn push_stored_image(
    rows: &TableRows,
    row: u32,
    columns: &[ColumnType],
    scratch: &mut Vec<u8>,
    out: &mut Vec<u8>,
) {
    let nulls = push_null_bits(columns.len(), out);
    for (position, column) in columns.iter().enumerate() {
        scratch.clear();
        if !rows.append_value(row, position, scratch) {
            out[nulls + position / 8] |= 1 << (position % 8);
            continue;
        }
        match column {
            ColumnType::Int | ColumnType::BigInt => {
                // Stored with the highest byte first, and the sign bit the other way round.
                scratch[0] ^= 0x80;
                out.extend(scratch.iter().rev());
            }
            ColumnType::DateTime => out.extend_from_slice(scratch),
            ColumnType::Char(_) | ColumnType::VarChar(_) | ColumnType::LongText => {
                push_text(*column, scratch, out);
            }
        }
    }
}

/// Appends a clear bit for each column, and says where they stand. Bits behind the last column are set.
fn push_null_bits(columns: usize, out: &mut Vec<u8>) -> usize {
    let start = out.len();
    out.resize(start + columns.div_ceil(8), 0);
    if !columns.is_multiple_of(8) {
        out[start + columns / 8] = 0xFF << (columns % 8);
    }
    start
}

fn push_text(column: ColumnType, text: &[u8], out: &mut Vec<u8>) {
    let spaces = match column {
        ColumnType::Char(_) => text.iter().rev().take_while(|&&letter| letter == b' ').count(),
        _ => 0,
    };
    let text = &text[..text.len() - spaces];
    out.extend_from_slice(&(text.len() as u32).to_le_bytes()[..column.width()]);
    out.extend_from_slice(text);
}

/// Reads images to their end.
pub fn decode_images<'a>(
    columns: &[ColumnType],
    mut images: &'a [u8],
) -> Result<Vec<DecodedRow<'a>>, EventError> {
    let mut rows = Vec::new();
    while !images.is_empty() {
        let nulls = take(&mut images, columns.len().div_ceil(8))?;
        let mut row = Vec::with_capacity(columns.len());
        for (position, column) in columns.iter().enumerate() {
            let is_null = nulls[position / 8] >> (position % 8) & 1 == 1;
            row.push(if is_null { Value::Null } else { decode_value(*column, &mut images)? });
        }
        rows.push(row);
    }
    Ok(rows)
}

fn decode_value<'a>(column: ColumnType, images: &mut &'a [u8]) -> Result<Value<'a>, EventError> {
    let head = take(images, column.width())?;
    Ok(match column {
        ColumnType::Int => Value::Number(little_endian(head) as u32 as i32 as i64),
        ColumnType::BigInt => Value::Number(little_endian(head) as i64),
        ColumnType::DateTime => {
            let mut packed = [0; 5];
            packed.copy_from_slice(head);
            Value::DateTime(packed)
        }
        _ => Value::Text(take(images, little_endian(head) as usize)?),
    })
}

/// A little-endian number of up to eight bytes.
pub(super) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Takes `len` bytes from the front.
pub(super) fn take<'a>(bytes: &mut &'a [u8], len: usize) -> Result<&'a [u8], EventError> {
    let (head, tail) = bytes.split_at_checked(len).ok_or(EventError::Truncated)?;
    *bytes = tail;
    Ok(head)
}
