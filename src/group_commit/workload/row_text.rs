//! Rows as learners write them.
//!
//! | text | means |
//! |---|---|
//! | `t1:5` | the row of table `t1` with primary key 5 |
//! | `t1.email:ann@x` | the entry `ann@x` of the unique key `email` of `t1` |
//! | `shop/t1:5` | the same row of a table in the schema `shop` |
//! | `t1:-` | a row of `t1`, a table without primary and unique keys |
//! | `t1->parent:3` | a row of `t1` that refers to the row 3 of `parent`, a foreign key |
//! | `ddl t1` | a statement that changes the definition of `t1`; nothing else may be in its transaction |
//!
//! Names are made of letters, digits, `_`, `$` and whatever is not ASCII; values are anything up to the end, at most
//! [`MAX_ROW_TEXT_BYTES`] in all.

use std::fmt;

/// The longest text of a row.
pub const MAX_ROW_TEXT_BYTES: usize = 200;

/// One row, or entry of an index, that a transaction changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row<'text> {
    /// An entry of a primary key.
    Primary {
        /// The table, with its schema if there is one.
        table: &'text str,
        /// The key's value.
        value: &'text str,
    },
    /// An entry of a unique key.
    Unique {
        /// The table, with its schema if there is one.
        table: &'text str,
        /// The key's name.
        index: &'text str,
        /// The key's value.
        value: &'text str,
    },
    /// A row of a table without any key.
    Keyless {
        /// The table, with its schema if there is one.
        table: &'text str,
    },
    /// A child row's reference to its parent.
    Reference {
        /// The parent's table, with its schema if there is one.
        parent: &'text str,
        /// The parent's key.
        value: &'text str,
    },
    /// A DDL.
    Ddl {
        /// The table, with its schema if there is one.
        table: &'text str,
    },
}

/// Why a text is not a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowError {
    /// There is no colon, or nothing after it.
    NoValue,
    /// The table's, schema's or index's name is empty or has a character that names cannot have.
    Name,
    /// It is too long.
    TooLong,
    /// A DDL shares its transaction with other rows.
    DdlNotAlone,
}

impl fmt::Display for RowError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            RowError::NoValue => {
                "a row needs a table, a colon and a key, such as t1:5 (t1:- in a table without keys)"
            }
            RowError::Name => {
                "names are made of letters, digits, _ and $, as in t1:5, t1.email:7, shop/t1:5, t1->parent:3 or ddl t1"
            }
            RowError::TooLong => "a row's text may have at most 200 bytes",
            RowError::DdlNotAlone => "a DDL must be the only entry of its transaction",
        };
        formatter.write_str(text)
    }
}

impl<'text> Row<'text> {
    /// Reads a row.
    ///
    /// ```
    /// use redo_lab::group_commit::{Row, RowError};
    /// assert_eq!(Row::parse("t1.email:7"), Ok(Row::Unique { table: "t1", index: "email", value: "7" }));
    /// assert_eq!(Row::parse("t1"), Err(RowError::NoValue));
    /// ```
    pub fn parse(text: &'text str) -> Result<Self, RowError> {
        if text.len() > MAX_ROW_TEXT_BYTES {
            return Err(RowError::TooLong);
        }
        let text = text.trim();
        if let Some(table) = text.strip_prefix("ddl ") {
            return Ok(Row::Ddl { table: table_name(table.trim())? });
        }
        let (place, value) = text.split_once(':').ok_or(RowError::NoValue)?;
        let (place, value) = (place.trim(), value.trim());
        if value.is_empty() {
            return Err(RowError::NoValue);
        }
        if let Some((child, parent)) = place.split_once("->") {
            table_name(child.trim())?;
            return Ok(Row::Reference { parent: table_name(parent.trim())?, value });
        }
        if let Some((table, index)) = place.split_once('.') {
            return Ok(Row::Unique { table: table_name(table)?, index: name(index)?, value });
        }
        let table = table_name(place)?;
        Ok(if value == "-" { Row::Keyless { table } } else { Row::Primary { table, value } })
    }

    /// The table that is changed; none if it is only referred to.
    pub fn changed_table(&self) -> Option<&'text str> {
        match *self {
            Row::Primary { table, .. }
            | Row::Unique { table, .. }
            | Row::Keyless { table }
            | Row::Ddl { table } => Some(table),
            Row::Reference { .. } => None,
        }
    }
}

/// A table's name, with its schema before a slash if there is one.
fn table_name(text: &str) -> Result<&str, RowError> {
    if let Some((schema, table)) = text.split_once('/') {
        name(schema)?;
        name(table)?;
    } else {
        name(text)?;
    }
    Ok(text)
}

fn name(text: &str) -> Result<&str, RowError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii();
    if !text.is_empty() && text.bytes().all(allowed) { Ok(text) } else { Err(RowError::Name) }
}
