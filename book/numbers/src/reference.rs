//! The engine beside what a running server was measured to write.

use serde_json::Value;

use crate::markdown::{Table, Values, error_pct, grouped, ratio};
use crate::runs::{Runs, Statement, whole};
use crate::volume::SEVEN;

/// A measured statement: its name in the file of measurements, and the engine's.
struct Measured {
    name: &'static str,
    statement: Statement,
}

const fn case(
    name: &'static str,
    table: &'static str,
    rows: u64,
    ddl: &'static str,
    index: &'static [&'static str],
) -> Measured {
    Measured { name, statement: Statement::bulk(table, ddl, index, rows) }
}

/// The same for rows that arrive one by one in this order.
const fn row_by_row(
    name: &'static str,
    index: &'static [&'static str],
    insert_order: &'static str,
) -> Measured {
    Measured {
        name,
        statement: Statement { insert_order, ..Statement::bulk("t0", "insert", index, 100_000) },
    }
}

const PRIMARY: &str = "add_primary_key(rows in a order)";
const INTO_EMPTY: &str = "bulk insert-select into empty (unique_checks=0,fk=0) order by a";

/// Statements that were measured: in bulk, then row by row.
const CASES: [Measured; 18] = [
    case("add_index_b", "t0", 10_000, "add-index", &["b"]),
    case("add_index_b", "t0", 100_000, "add-index", &["b"]),
    case(PRIMARY, "t0", 10_000, "add-primary-key", &[]),
    case(PRIMARY, "t0", 100_000, "add-primary-key", &[]),
    case("force", "t0", 10_000, "rebuild", &["b"]),
    case("force", "t0", 100_000, "rebuild", &["b"]),
    case(INTO_EMPTY, "t0", 10_000, "bulk-insert", &["b"]),
    case(INTO_EMPTY, "t0", 100_000, "bulk-insert", &["b"]),
    case("add_index_k", "sbtest1", 100_000, "add-index", &["k"]),
    case("add_index_c", "sbtest1", 100_000, "add-index", &["c"]),
    case("add_primary_key", "sbtest1", 100_000, "add-primary-key", &[]),
    case("force", "sbtest1", 100_000, "rebuild", &["k", "c"]),
    case("add7idx", "mdev-19747", 100_000, "add-index", SEVEN),
    case("force", "mdev-19747", 100_000, "rebuild", SEVEN),
    row_by_row("insert_pk_order_no_secondary", &[], "primary-key"),
    row_by_row("incremental insert-select order by a (PK order, b random)", &["b"], "primary-key"),
    row_by_row("incremental insert-select order by b (index order, PK random)", &["b"], "index"),
    row_by_row("incremental insert-select order by rand", &["b"], "random"),
];

/// Statements whose measured bytes the dictionary's constant was taken from: their error says nothing.
fn is_fitted(statement: &Statement) -> bool {
    statement.table == "t0" && statement.rows == 10_000 && statement.ddl != "insert"
}

/// Measured, engine, error.
pub fn table(runs: &mut Runs, values: &mut Values) -> String {
    let text = include_str!("../../../tests/reference/mariadb.json");
    let all: Value = serde_json::from_str(text).expect("the file is JSON");
    let mut table =
        Table::new(&["table", "rows", "statement", "measured, bytes", "engine, bytes", "error"], "lrlrrr");
    let mut worst = (0, String::new());
    // Of statements in bulk, and of those row by row.
    let mut spreads = [0, 0];
    for case in CASES {
        let found = measured(&all, &case);
        let measured = found["redo_bytes"].as_u64().expect("bytes are a number");
        let spread = spread_of(found);
        let of_kind = usize::from(case.statement.ddl == "insert");
        spreads[of_kind] = spreads[of_kind].max(spread);
        let engine = whole(&runs.one(&case.statement.params("physical", "none")), "redo_bytes");
        let error = error_pct(engine, measured);
        let parts = measured.abs_diff(engine) * 1_000_000 / measured;
        if !is_fitted(&case.statement) && parts > worst.0 {
            worst = (parts, error.trim_start_matches(['+', '−']).to_owned());
        }
        table.row(&[
            format!("`{}`", case.statement.table),
            grouped(case.statement.rows),
            short(&case.statement),
            grouped(measured),
            grouped(engine),
            if is_fitted(&case.statement) { format!("{error} *(fitted)*") } else { error },
        ]);
    }
    values.set("reference-worst", worst.1);
    for (name, spread) in ["bulk", "rows"].into_iter().zip(spreads) {
        values.set(format!("reference-spread-{name}"), format!("{} %", ratio(spread, 1_000_000, 1)));
    }
    table.file()
}

/// The statement in few words.
fn short(statement: &Statement) -> String {
    match statement.index.len() {
        count if count > 3 && statement.ddl == "add-index" => format!("ADD INDEX, {count} of them"),
        _ => statement.sql(),
    }
}

/// The measurement of a statement.
fn measured<'a>(all: &'a Value, case: &Measured) -> &'a Value {
    let is_it = |statement: &&Value| {
        statement["statement"] == case.name
            && statement["table"] == case.statement.table
            && statement["rows"] == case.statement.rows
            && statement["by_type"].is_object()
    };
    let statements = all["statements"].as_array().expect("the file lists statements");
    statements.iter().find(is_it).expect("the statement was measured")
}

/// By how much repeated runs of the server differed, in millionths of a percent; 0 if there was one run.
fn spread_of(measured: &Value) -> u64 {
    let bound = |index: usize| measured["redo_bytes_spread"][index].as_u64();
    match (bound(0), bound(1)) {
        (Some(least), Some(most)) => (most - least) * 100_000_000 / least,
        _ => 0,
    }
}
