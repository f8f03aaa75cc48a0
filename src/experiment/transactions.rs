//! Transactions that a learner gives one by one.
//!
//! ```json
//! [ { "at_us": 0,   "session": 1, "work_us": 500, "rows": ["accounts:5", "accounts:9"] },
//!   { "at_us": 100, "session": 2, "rows": ["users:7", "users.email:ann"] },
//!   { "at_us": 200, "ddl": true } ]
//! ```
//!
//! Rows are written as [`Row`] reads them: `accounts:5`, and `users.email:ann` for the entry of a unique index. A transaction with
//! `ddl` changes a table's definition and no rows. What is absent is filled in: a transaction arrives at 0, in a session of its own, and changes nothing;
//! `work_us` and `apply_us` stay absent and are then the lab's.

use serde::Serialize;
use serde_json::{Map, Value};

use super::check::{at_index, at_key, list, object, only_keys, refuse, text, truth, whole};
use crate::base::{DocumentError, grouped};
use crate::group_commit::{Row, RowError};

/// The most rows that one of a learner's transactions names.
pub const MAX_TRANSACTION_ROWS: usize = 1_000;
/// The latest arrival and the longest work in microseconds: an hour.
const MAX_US: u64 = 3_600_000_000;
/// The highest number of a session.
const MAX_SESSION: u64 = 10_000;

/// A transaction of a learner's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TransactionSpec {
    /// When it arrives, microseconds after the start.
    pub at_us: u64,
    /// The session that executes it, from 1; one session's transactions run one after another.
    pub session: u64,
    /// How long its statements take on the source in microseconds; the lab's time if it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work_us: Option<u64>,
    /// How long a replica takes to apply it in microseconds; the lab's time if it is absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apply_us: Option<u64>,
    /// The rows and unique index entries that it changes, such as `accounts:5` and `users.email:ann`.
    pub rows: Vec<String>,
    /// Whether it changes a table's definition.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ddl: bool,
}

impl TransactionSpec {
    /// What a document may say of a transaction.
    pub const KEYS: [&'static str; 6] = ["at_us", "session", "work_us", "apply_us", "rows", "ddl"];
}

/// Reads a list of at most `max_items` transactions.
pub(super) fn parse(
    path: &str,
    value: &Value,
    max_items: usize,
) -> Result<Vec<TransactionSpec>, DocumentError> {
    let what = "transactions, such as [{\"rows\": [\"accounts:5\"]}]";
    let entries = list(path, value, what)?;
    if entries.len() > max_items {
        let given = format!("a list of {}", grouped(entries.len() as u64));
        let allowed = format!("at most {} transactions", grouped(max_items as u64));
        return Err(DocumentError::new(path, given, allowed));
    }
    let parsed = entries.iter().enumerate();
    parsed.map(|(index, entry)| parse_transaction(&at_index(path, index), entry, index)).collect()
}

fn parse_transaction(path: &str, value: &Value, index: usize) -> Result<TransactionSpec, DocumentError> {
    let given = object(path, value, "at_us, session, work_us, apply_us, rows and ddl")?;
    only_keys(path, given, &TransactionSpec::KEYS)?;
    let number = |key: &str, min: u64, max: u64| {
        given.get(key).map(|value| whole(&at_key(path, key), value, min, max)).transpose()
    };
    let ddl = given.get("ddl").map_or(Ok(false), |value| truth(&at_key(path, "ddl"), value))?;
    let rows = parse_rows(path, given)?;
    if ddl && !rows.is_empty() {
        return Err(refuse(&at_key(path, "rows"), &given["rows"], "no rows with ddl"));
    }
    Ok(TransactionSpec {
        at_us: number("at_us", 0, MAX_US)?.unwrap_or(0),
        session: number("session", 1, MAX_SESSION)?.unwrap_or(index as u64 + 1),
        work_us: number("work_us", 0, MAX_US)?,
        apply_us: number("apply_us", 0, MAX_US)?,
        rows,
        ddl,
    })
}

fn parse_rows(path: &str, given: &Map<String, Value>) -> Result<Vec<String>, DocumentError> {
    let Some(value) = given.get("rows") else { return Ok(Vec::new()) };
    let path = at_key(path, "rows");
    let rows = list(&path, value, "rows, such as [\"accounts:5\", \"users.email:ann\"]")?;
    if rows.len() > MAX_TRANSACTION_ROWS {
        let given = format!("a list of {}", rows.len());
        let allowed = format!("at most {} rows", grouped(MAX_TRANSACTION_ROWS as u64));
        return Err(DocumentError::new(path, given, allowed));
    }
    let parsed =
        rows.iter().enumerate().map(|(index, row)| parse_row(&at_index(&path, index), row, rows.len()));
    parsed.collect()
}

/// One of `count` rows of a transaction.
fn parse_row(path: &str, value: &Value, count: usize) -> Result<String, DocumentError> {
    let row = text(path, value, "a row such as \"accounts:5\"")?;
    let is_alone = |row: &Row| count == 1 || !matches!(row, Row::Ddl { .. });
    match Row::parse(row) {
        Ok(read) if is_alone(&read) => Ok(row.to_owned()),
        Ok(_) => Err(refuse(path, value, RowError::DdlNotAlone.to_string())),
        Err(reason) => Err(refuse(path, value, reason.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parsed(value: Value) -> Vec<TransactionSpec> {
        parse("params.own", &value, 3).unwrap_or_else(|error| panic!("{error}"))
    }

    fn refusal(value: Value) -> String {
        parse("params.own", &value, 3).expect_err("a refusal").to_string()
    }

    #[test]
    fn what_is_absent_is_filled_in_and_reads_the_same_again() {
        let own = parsed(json!([{ "rows": ["t:1"] }, { "ddl": true, "at_us": 7, "session": 9 }]));
        assert_eq!((own[0].session, own[0].work_us, own[1].session, own[1].ddl), (1, None, 9, true));
        let written = serde_json::to_value(&own).expect("plain JSON");
        assert_eq!(
            written,
            json!([
                { "at_us": 0, "session": 1, "rows": ["t:1"] },
                { "at_us": 7, "session": 9, "rows": [], "ddl": true }
            ])
        );
        assert_eq!(parsed(written), own);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let cases = [
            (json!(5), "params.own: 5 is not allowed: a list of transactions"),
            (json!([{}, {}, {}, {}]), "params.own: a list of 4 is not allowed: at most 3 transactions"),
            (json!([5]), "params.own[0]: 5 is not allowed: an object"),
            (
                json!([{}, { "row": [] }]),
                "params.own[1].row: the key \"row\" is not allowed: one of the keys",
            ),
            (json!([{ "at_us": -1 }]), "params.own[0].at_us: -1 is not allowed: a whole number from 0"),
            (json!([{ "session": 0 }]), "params.own[0].session: 0 is not allowed: a whole number from 1"),
            (json!([{ "ddl": 1 }]), "params.own[0].ddl: 1 is not allowed: true or false"),
            (json!([{ "rows": "t:1" }]), "params.own[0].rows: \"t:1\" is not allowed: a list of rows"),
            (
                json!([{ "rows": ["t"] }]),
                "params.own[0].rows[0]: \"t\" is not allowed: a row needs a table, a colon and a key",
            ),
            (json!([{ "rows": ["a.b.c:1"] }]), "params.own[0].rows[0]"),
            (json!([{ "rows": ["t:"] }]), "params.own[0].rows[0]"),
            (
                json!([{ "rows": ["t:1", "ddl t"] }]),
                "params.own[0].rows[1]: \"ddl t\" is not allowed: a DDL must be",
            ),
            (
                json!([{ "rows": ["t:1"], "ddl": true }]),
                "params.own[0].rows: [\"t:1\"] is not allowed: no rows with ddl",
            ),
        ];
        for (value, expected) in cases {
            let message = refusal(value.clone());
            assert!(message.contains(expected), "{value}\n gives {message}\n not {expected}");
        }
    }
}
