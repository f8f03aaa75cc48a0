//! Tables: the three built-in ones, and columns that a learner gives.
//!
//! ```json
//! { "columns": [ { "name": "id", "type": "INT" },
//!                { "name": "email", "type": "VARCHAR(80)", "min_length": 10, "max_length": 40, "distinct": 5000 } ],
//!   "primary_key": [ "id" ] }
//! ```
//!
//! What is absent is filled in: a column holds NULL nowhere; the first column of the primary key counts 1, 2, 3 ..., every
//! other one is uniform; a `VARCHAR` has from 1 to all of its characters.

use std::collections::BTreeSet;
use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::{Map, Value};

use super::MAX_KEY_COLUMNS;
use super::check::{at_index, at_key, list, object, one_of, only_keys, refuse, text, truth, whole, word};
use crate::base::DocumentError;

/// The most columns of a table.
pub const MAX_COLUMNS: usize = 64;

/// The most distinct values that a column may be asked for.
const MAX_DISTINCT: u64 = u32::MAX as u64;

/// Digits of the largest row number, so that a text that counts rows has no value twice.
const ROW_NUMBER_DIGITS: u16 = 7;

/// A table: columns and primary key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSpec {
    /// Name of a built-in table, or `columns`.
    pub name: String,
    /// The columns, 1 to [`MAX_COLUMNS`].
    pub columns: Vec<ColumnSpec>,
    /// Names of the primary key's columns in key order; empty for a table without one.
    pub primary_key: Vec<String>,
}

/// A column and how its values are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnSpec {
    /// Name, 1 to 64 letters, digits and underscores.
    pub name: String,
    /// Type.
    pub kind: ColumnKind,
    /// Whether NULL is allowed.
    pub nullable: bool,
    /// How values are made.
    pub values: ValueKind,
    /// Shortest value of a `VARCHAR` in characters; 0 for other types.
    pub min_length: u16,
    /// Longest value of a `VARCHAR` in characters; 0 for other types.
    pub max_length: u16,
    /// How many different values a uniform or skewed column has; 0 for as many as come.
    pub distinct: u32,
    /// Share of rows that hold NULL, 0 to 100.
    pub null_pct: u8,
}

/// A column's type. Texts have one byte a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// 4 bytes.
    Int,
    /// 8 bytes.
    BigInt,
    /// Blank-padded text of 1 to 255 characters.
    Char(u16),
    /// Text of up to 1 to 16,383 characters.
    VarChar(u16),
    /// Date and time, 5 bytes.
    DateTime,
}

impl fmt::Display for ColumnKind {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Int => formatter.write_str("INT"),
            Self::BigInt => formatter.write_str("BIGINT"),
            Self::Char(length) => write!(formatter, "CHAR({length})"),
            Self::VarChar(length) => write!(formatter, "VARCHAR({length})"),
            Self::DateTime => formatter.write_str("DATETIME"),
        }
    }
}

/// How a column's values are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// 1, 2, 3 ...; as text the decimal digits with leading zeros.
    Sequential,
    /// Each value as likely as any other.
    Uniform,
    /// Few values very often, many seldom.
    Skewed,
    /// The same value in every row.
    Constant,
    /// The server's `ROUND(1000000 * RAND(seed))`; only `t0.b`.
    ServerRand,
    /// The `k` of sysbench: mostly from the middle 1 % of the range; only `sbtest1`.
    SysbenchKey,
    /// The digit groups of sysbench; only `sbtest1`.
    SysbenchText,
}

impl ValueKind {
    /// Those that a document may name, with their names.
    const NAMED: [(&'static str, Self); 4] = [
        ("sequential", Self::Sequential),
        ("uniform", Self::Uniform),
        ("skewed", Self::Skewed),
        ("constant", Self::Constant),
    ];

    fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, kind)| *kind == self).map_or("built-in", |(name, _)| name)
    }
}

impl TableSpec {
    /// Names of the built-in tables.
    pub const BUILT_IN: [&'static str; 3] = ["t0", "sbtest1", "mdev-19747"];

    /// The built-in table of that name.
    ///
    /// - `t0 (a INT PRIMARY KEY, b INT)`;
    /// - `sbtest1`, the table of sysbench;
    /// - `mdev-19747 (a BIGINT PRIMARY KEY, b ... h CHAR(255) NOT NULL DEFAULT '')`.
    pub fn built_in(name: &str) -> Option<Self> {
        use ColumnKind::{BigInt, Char, Int};
        let column = |name: &str, kind, values| ColumnSpec {
            name: name.to_owned(),
            kind,
            nullable: false,
            values,
            min_length: 0,
            max_length: 0,
            distinct: 0,
            null_pct: 0,
        };
        let columns = match name {
            "t0" => {
                let b = ColumnSpec { nullable: true, ..column("b", Int, ValueKind::ServerRand) };
                vec![column("a", Int, ValueKind::Sequential), b]
            }
            "sbtest1" => vec![
                column("id", Int, ValueKind::Sequential),
                column("k", Int, ValueKind::SysbenchKey),
                column("c", Char(120), ValueKind::SysbenchText),
                column("pad", Char(60), ValueKind::SysbenchText),
            ],
            "mdev-19747" => {
                let empty = |name| column(name, Char(255), ValueKind::Constant);
                let key = column("a", BigInt, ValueKind::Sequential);
                std::iter::once(key).chain(["b", "c", "d", "e", "f", "g", "h"].map(empty)).collect()
            }
            _ => return None,
        };
        let primary_key = vec![columns[0].name.clone()];
        Some(Self { name: name.to_owned(), columns, primary_key })
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&ColumnSpec> {
        self.columns.iter().find(|column| column.name == name)
    }
}

/// Whether `name` may name a column.
pub(super) fn is_column_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Reads a table that is given as columns.
pub(super) fn parse(path: &str, value: &Value) -> Result<TableSpec, DocumentError> {
    let table = object(path, value, "columns and primary_key")?;
    only_keys(path, table, &["columns", "primary_key"])?;
    let columns_path = at_key(path, "columns");
    let nothing = Value::Null;
    let columns = list(&columns_path, table.get("columns").unwrap_or(&nothing), "1 to 64 columns")?;
    if columns.is_empty() || columns.len() > MAX_COLUMNS {
        let given = format!("a list of {}", columns.len());
        return Err(DocumentError::new(columns_path, given, format!("1 to {MAX_COLUMNS} columns")));
    }
    let key_path = at_key(path, "primary_key");
    let key = table.get("primary_key").map_or(Ok(Vec::new()), |value| parse_key(&key_path, value))?;
    let mut parsed: Vec<ColumnSpec> = Vec::new();
    for (index, value) in columns.iter().enumerate() {
        let path = at_index(&columns_path, index);
        let column = parse_column(&path, value, &key)?;
        if parsed.iter().any(|other| other.name.eq_ignore_ascii_case(&column.name)) {
            return Err(refuse(&at_key(&path, "name"), &value["name"], "a name that no other column has"));
        }
        parsed.push(column);
    }
    let spec = TableSpec { name: "columns".to_owned(), columns: parsed, primary_key: key };
    check_key(&key_path, &spec)?;
    Ok(spec)
}

fn parse_key(path: &str, value: &Value) -> Result<Vec<String>, DocumentError> {
    let entries = list(path, value, "column names")?;
    if entries.len() > MAX_KEY_COLUMNS {
        let given = format!("a list of {}", entries.len());
        return Err(DocumentError::new(path, given, format!("at most {MAX_KEY_COLUMNS} columns")));
    }
    let name = |(index, entry)| text(&at_index(path, index), entry, "a column's name").map(str::to_owned);
    let names: Vec<String> = entries.iter().enumerate().map(name).collect::<Result<_, _>>()?;
    if names.iter().collect::<BTreeSet<_>>().len() < names.len() {
        return Err(refuse(path, value, "each column at most once"));
    }
    Ok(names)
}

/// The primary key's columns exist, hold no NULL, and no two rows can have the same key.
fn check_key(path: &str, table: &TableSpec) -> Result<(), DocumentError> {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    let mut unique = table.primary_key.is_empty();
    for (index, name) in table.primary_key.iter().enumerate() {
        let refuse =
            |allowed: String| Err(refuse(&at_index(path, index), &Value::from(name.as_str()), allowed));
        match table.column(name) {
            None => return refuse(one_of("the columns", name, &names)),
            Some(column) if column.nullable => return refuse("a column that is not nullable".to_owned()),
            Some(column) => unique |= never_repeats(column),
        }
    }
    if unique {
        return Ok(());
    }
    let allowed = format!(
        "a key that no two rows share: one of its columns must have values sequential and, as text, at least \
          {ROW_NUMBER_DIGITS} characters"
    );
    Err(refuse(path, &Value::from(table.primary_key.as_slice()), allowed))
}

fn never_repeats(column: &ColumnSpec) -> bool {
    let long_enough = match column.kind {
        ColumnKind::Char(length) => length >= ROW_NUMBER_DIGITS,
        ColumnKind::VarChar(_) => column.min_length >= ROW_NUMBER_DIGITS,
        _ => true,
    };
    column.values == ValueKind::Sequential && long_enough
}

const COLUMN_KEYS: [&str; 8] =
    ["name", "type", "nullable", "values", "min_length", "max_length", "distinct", "null_pct"];

fn parse_column(path: &str, value: &Value, key: &[String]) -> Result<ColumnSpec, DocumentError> {
    let column = object(path, value, "a column's name and type")?;
    only_keys(path, column, &COLUMN_KEYS)?;
    let name = required(path, column, "name")?;
    let kind = parse_kind(path, column)?;
    let (min_length, max_length) = parse_lengths(path, column, kind)?;
    let optional = |name: &str| column.get(name).map(|value| (at_key(path, name), value));
    let nullable = optional("nullable").map_or(Ok(false), |(path, value)| truth(&path, value))?;
    let values = match optional("values") {
        Some((path, value)) => {
            let chosen = word(&path, value, &ValueKind::NAMED.map(|(name, _)| name))?;
            ValueKind::NAMED
                .iter()
                .find(|(name, _)| *name == chosen)
                .map_or(ValueKind::Uniform, |(_, kind)| *kind)
        }
        None if key.first().is_some_and(|first| first == name) => ValueKind::Sequential,
        None => ValueKind::Uniform,
    };
    let most_distinct = match values {
        ValueKind::Uniform | ValueKind::Skewed => MAX_DISTINCT,
        _ => 0,
    };
    let distinct = optional("distinct").map_or(Ok(0), |(path, value)| {
        let distinct = whole(&path, value, 0, most_distinct);
        distinct
            .map_err(|error| with_hint(error, most_distinct == 0, "only uniform and skewed columns have it"))
    })?;
    let most_nulls = if nullable { 100 } else { 0 };
    let null_pct = optional("null_pct").map_or(Ok(0), |(path, value)| {
        let null_pct = whole(&path, value, 0, most_nulls);
        null_pct.map_err(|error| with_hint(error, !nullable, "only nullable columns have it"))
    })?;
    Ok(ColumnSpec {
        name: name.to_owned(),
        kind,
        nullable,
        values,
        min_length,
        max_length,
        distinct: distinct as u32,
        null_pct: null_pct as u8,
    })
}

/// The column's name, checked.
fn required<'a>(path: &str, column: &'a Map<String, Value>, key: &str) -> Result<&'a str, DocumentError> {
    let nothing = &Value::Null;
    let value = column.get(key).unwrap_or(nothing);
    let allowed = "a name of 1 to 64 letters, digits and underscores";
    column
        .get(key)
        .and_then(Value::as_str)
        .filter(|name| is_column_name(name))
        .ok_or_else(|| refuse(&at_key(path, key), value, allowed))
}

fn parse_kind(path: &str, column: &Map<String, Value>) -> Result<ColumnKind, DocumentError> {
    let value = column.get("type").unwrap_or(&Value::Null);
    let parsed = value.as_str().and_then(|text| {
        let text = text.trim().to_ascii_uppercase();
        let length = |name: &str, max: u16| {
            let digits = text.strip_prefix(name)?.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
            let is_number = digits.chars().all(|digit| digit.is_ascii_digit());
            digits.parse::<u16>().ok().filter(|length| is_number && (1..=max).contains(length))
        };
        match text.as_str() {
            "INT" => Some(ColumnKind::Int),
            "BIGINT" => Some(ColumnKind::BigInt),
            "DATETIME" => Some(ColumnKind::DateTime),
            _ => length("CHAR", 255)
                .map(ColumnKind::Char)
                .or_else(|| length("VARCHAR", 16_383).map(ColumnKind::VarChar)),
        }
    });
    let allowed = "INT, BIGINT, DATETIME, CHAR(1) to CHAR(255) or VARCHAR(1) to VARCHAR(16383)";
    parsed.ok_or_else(|| refuse(&at_key(path, "type"), value, allowed))
}

/// Shortest and longest value of a `VARCHAR`.
fn parse_lengths(
    path: &str,
    column: &Map<String, Value>,
    kind: ColumnKind,
) -> Result<(u16, u16), DocumentError> {
    let longest = match kind {
        ColumnKind::VarChar(length) => length,
        _ => 0,
    };
    let length = |key: &str, default: u16, max: u16| match column.get(key) {
        None => Ok(default),
        Some(value) => match whole(&at_key(path, key), value, 0, max.into()) {
            Ok(length) => Ok(length as u16),
            Err(error) => Err(with_hint(error, longest == 0, "only VARCHAR columns have it")),
        },
    };
    let max_length = length("max_length", longest, longest)?;
    let min_length = length("min_length", 1.min(max_length), max_length)?;
    Ok((min_length, max_length))
}

/// The error with a hint why so little is allowed, if that is so.
fn with_hint(mut error: DocumentError, applies: bool, hint: &str) -> DocumentError {
    if applies {
        error.allowed = format!("{}; {hint}", error.allowed);
    }
    error
}

impl Serialize for TableSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_struct("table", 2)?;
        table.serialize_field("columns", &self.columns)?;
        table.serialize_field("primary_key", &self.primary_key)?;
        table.end()
    }
}

impl Serialize for ColumnSpec {
    /// Lengths are written for `VARCHAR` only, as they are read.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut column = serializer.serialize_struct("column", 8)?;
        column.serialize_field("name", &self.name)?;
        column.serialize_field("type", &self.kind.to_string())?;
        column.serialize_field("nullable", &self.nullable)?;
        column.serialize_field("values", self.values.name())?;
        if matches!(self.kind, ColumnKind::VarChar(_)) {
            column.serialize_field("min_length", &self.min_length)?;
            column.serialize_field("max_length", &self.max_length)?;
        }
        column.serialize_field("distinct", &self.distinct)?;
        column.serialize_field("null_pct", &self.null_pct)?;
        column.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn message(table: Value) -> String {
        parse("params.table", &table).unwrap_err().to_string()
    }

    #[test]
    fn defaults_are_filled_in_and_stay() {
        let table = json!({ "columns": [
            { "name": "id", "type": "bigint" },
            { "name": "email", "type": "VARCHAR( 80 )", "max_length": 40, "nullable": true, "null_pct": 5.0 }
        ], "primary_key": ["id"] });
        let spec = parse("params.table", &table).unwrap();
        assert_eq!(spec.columns[0].values, ValueKind::Sequential);
        assert_eq!((spec.columns[1].min_length, spec.columns[1].max_length), (1, 40));
        let written = serde_json::to_value(&spec).unwrap();
        assert_eq!(parse("params.table", &written).unwrap(), spec);
        assert_eq!(written["columns"][1]["type"], "VARCHAR(80)");
    }

    #[test]
    fn wrong_columns_are_told_with_their_path() {
        let column = |column: Value| json!({ "columns": [column] });
        let with = |key: &str, value: Value| {
            let mut parts = json!({ "name": "a", "type": "VARCHAR(10)" });
            parts[key] = value;
            message(column(parts))
        };
        assert!(with("type", json!("CHAR(256)")).starts_with("params.table.columns[0].type: \"CHAR(256)\""));
        assert!(with("name", json!("a b")).starts_with("params.table.columns[0].name:"));
        assert!(with("max_length", json!(11)).contains("a whole number from 0 to 10"));
        assert!(with("null_pct", json!(5)).contains("from 0 to 0; only nullable"));
        assert!(with("values", json!("random")).contains("one of sequential, uniform, skewed, constant"));
        assert!(with("nulable", json!(true)).contains("did you mean nullable?"));
        assert!(message(json!({ "columns": [] })).contains("1 to 64 columns"));
        assert!(message(json!({ "primary_key": [] })).starts_with("params.table.columns:"));
        let twice = json!({ "columns": [{ "name": "a", "type": "INT" }, { "name": "A", "type": "INT" }] });
        assert!(message(twice).starts_with("params.table.columns[1].name:"));
    }

    #[test]
    fn a_primary_key_is_unique_and_not_null() {
        let with = |column: Value, key: Value| json!({ "columns": [column], "primary_key": key });
        let int = json!({ "name": "a", "type": "INT" });
        assert!(message(with(int.clone(), json!(["x"]))).starts_with("params.table.primary_key[0]:"));
        assert!(message(with(int, json!(["a", "a"]))).contains("each column at most once"));
        let nullable = json!({ "name": "a", "type": "INT", "nullable": true });
        assert!(message(with(nullable, json!(["a"]))).contains("not nullable"));
        let uniform = json!({ "name": "a", "type": "INT", "values": "uniform" });
        assert!(message(with(uniform, json!(["a"]))).contains("no two rows share"));
        let short = json!({ "name": "a", "type": "CHAR(6)" });
        assert!(message(with(short, json!(["a"]))).contains("no two rows share"));
    }

    #[test]
    fn built_in_tables() {
        let columns = |name| TableSpec::built_in(name).unwrap().columns.len();
        assert_eq!(TableSpec::BUILT_IN.map(columns), [2, 4, 8]);
        assert_eq!(TableSpec::built_in("t1"), None);
    }
}
