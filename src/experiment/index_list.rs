//! Index definitions: `b`, `e(10)`, `k,id`, `c(5),k`.
//!
//! Columns are separated by commas; a number in parentheses indexes only that many leading characters of a text column.
//! An index is named as the servers name one without a name: after its first column, with `_2`, `_3` ... when that name
//! is taken.

use std::collections::BTreeSet;

use super::{ColumnKind, TableSpec};
use crate::base::DocumentError;

/// The most indexes of one statement.
pub const MAX_INDEXES: usize = 64;

/// The most columns of one key.
pub const MAX_KEY_COLUMNS: usize = 16;

/// A secondary index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexSpec {
    /// Name, as the servers would choose it.
    pub name: String,
    /// Key columns in order; at least one, at most [`MAX_KEY_COLUMNS`].
    pub columns: Vec<IndexColumn>,
}

/// A column of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexColumn {
    /// Name of the table's column.
    pub column: String,
    /// How many leading characters are indexed; nothing for the whole column.
    pub prefix: Option<u16>,
}

/// The definition without blanks, `c(5),k`, or what is allowed instead.
pub(super) fn canonical(definition: &str) -> Result<String, String> {
    let columns = columns_of(definition)?;
    let texts = columns.iter().map(|column| match column.prefix {
        Some(prefix) => format!("{}({prefix})", column.column),
        None => column.column.clone(),
    });
    Ok(texts.collect::<Vec<_>>().join(","))
}

fn columns_of(definition: &str) -> Result<Vec<IndexColumn>, String> {
    let columns: Option<Vec<_>> = definition.split(',').map(column_of).collect();
    let columns = columns
        .ok_or("column names separated by commas, each perhaps with a prefix length: b, e(10) or k,id")?;
    let names: BTreeSet<&str> = columns.iter().map(|column| column.column.as_str()).collect();
    if names.len() < columns.len() {
        return Err("each column at most once in an index".to_owned());
    }
    if columns.len() > MAX_KEY_COLUMNS {
        return Err(format!("at most {MAX_KEY_COLUMNS} columns in an index"));
    }
    Ok(columns)
}

fn column_of(text: &str) -> Option<IndexColumn> {
    let text = text.trim();
    let (name, prefix) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => {
            let digits = rest.strip_suffix(')')?.trim();
            let plain = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
            (name.trim_end(), Some(digits.parse::<u16>().ok().filter(|prefix| plain && *prefix > 0)?))
        }
    };
    super::table::is_column_name(name).then(|| IndexColumn { column: name.to_owned(), prefix })
}

/// The indexes that `definitions` name on `table`.
///
/// A prefix as long as the column means the whole column, as in the servers.
///
/// # Errors
/// With a path such as `index[1]`: a column that the table does not have; a prefix on a column that is no text, or longer
/// than the column; two equal indexes.
pub fn index_specs(definitions: &[String], table: &TableSpec) -> Result<Vec<IndexSpec>, DocumentError> {
    let mut specs: Vec<IndexSpec> = Vec::new();
    for (index, definition) in definitions.iter().enumerate() {
        let refuse = |allowed: String| {
            DocumentError::new(format!("index[{index}]"), format!("{definition:?}"), allowed)
        };
        let mut columns = columns_of(definition).map_err(refuse)?;
        for column in &mut columns {
            settle_prefix(column, table).map_err(refuse)?;
        }
        if specs.iter().any(|spec| spec.columns == columns) {
            return Err(refuse("each index once".to_owned()));
        }
        let name = free_name(&columns[0].column, &specs);
        specs.push(IndexSpec { name, columns });
    }
    Ok(specs)
}

fn settle_prefix(column: &mut IndexColumn, table: &TableSpec) -> Result<(), String> {
    let Some(spec) = table.column(&column.column) else {
        let names: Vec<&str> = table.columns.iter().map(|spec| spec.name.as_str()).collect();
        return Err(super::check::one_of(&format!("the columns of {}:", table.name), &column.column, &names));
    };
    let Some(prefix) = column.prefix else { return Ok(()) };
    match spec.kind {
        ColumnKind::Char(length) | ColumnKind::VarChar(length) if prefix <= length => {
            column.prefix = Some(prefix).filter(|prefix| *prefix < length);
            Ok(())
        }
        ColumnKind::Char(length) | ColumnKind::VarChar(length) => {
            Err(format!("a prefix of at most {length} characters of column {}", spec.name))
        }
        _ => Err(format!("no prefix length: column {} is {}", spec.name, spec.kind)),
    }
}

fn free_name(first_column: &str, taken: &[IndexSpec]) -> String {
    let is_free = |name: &str| name != "PRIMARY" && taken.iter().all(|spec| spec.name != name);
    if is_free(first_column) {
        return first_column.to_owned();
    }
    (2..)
        .map(|number| format!("{first_column}_{number}"))
        .find(|name| is_free(name))
        .expect("some number is free")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(table: &str, definitions: &[&str]) -> Result<Vec<IndexSpec>, DocumentError> {
        let definitions: Vec<String> = definitions.iter().map(|text| (*text).to_owned()).collect();
        index_specs(&definitions, &TableSpec::built_in(table).unwrap())
    }

    #[test]
    fn definitions_are_read() {
        assert_eq!(canonical(" c ( 5 ) , k ").unwrap(), "c(5),k");
        for wrong in ["", "b,", "b(0)", "b(", "b(x)", "b(+1)", "b()", "b c", "b,b", "b(99999999999)", "b)"] {
            assert!(canonical(wrong).is_err(), "{wrong}");
        }
        let many: Vec<String> = (0..17).map(|number| format!("c{number}")).collect();
        assert!(canonical(&many.join(",")).is_err());
    }

    #[test]
    fn names_follow_the_first_column() {
        let names: Vec<_> =
            specs("sbtest1", &["k", "k,id", "c(5),k"]).unwrap().into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["k", "k_2", "c"]);
    }

    #[test]
    fn columns_and_prefixes_must_fit_the_table() {
        assert_eq!(specs("sbtest1", &["c(120)"]).unwrap()[0].columns[0].prefix, None);
        let message = |table, definitions: &[&str]| specs(table, definitions).unwrap_err().to_string();
        assert!(
            message("t0", &["b", "k"])
                .starts_with("index[1]: \"k\" is not allowed: one of the columns of t0:")
        );
        assert!(message("t0", &["b(2)"]).contains("no prefix length: column b is INT"));
        assert!(message("sbtest1", &["c(121)"]).contains("at most 120 characters"));
        assert!(message("sbtest1", &["c", "c(120)"]).contains("each index once"));
    }
}
