//! What transactions are made of.

use super::cluster::MAX_NODES;
use super::{number, word};
use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec, TableChoice};
use crate::lab::redo_volume;

const GROUP: &str = "Transactions";
/// The longest mean of a transaction's times: a minute.
const MAX_MEAN_US: u64 = 60_000_000;

/// What statements do to rows.
const CHANGES: [Choice; 4] = [
    Choice::new("mixed", "Mixed", "Two updates, a delete and an insert in turn, as sysbench writes."),
    Choice::new("insert", "Inserts", "As an import does: one row image a row."),
    Choice::new("update", "Updates", "Two row images a row: before and after."),
    Choice::new("delete", "Deletes", "One row image a row."),
];

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = rows();
    parameters.extend(kinds());
    parameters.extend(times());
    parameters
}

fn rows() -> Vec<ParameterSpec> {
    let table = redo_volume::parameters().into_iter().find(|parameter| parameter.name == "table");
    let table = ParameterSpec {
        consequence: "Its columns decide how large a row image is.",
        group: GROUP,
        in_sight: false,
        ..table.expect("a parameter of redo-volume")
    };
    vec![
        number(
            ("transaction_bytes", "Binlog bytes"),
            GROUP,
            "Bytes of a transaction's row events that are aimed at; at least one statement is written.",
            (100, 1_000_000_000),
            2_000,
        )
        .unit("B"),
        number(
            ("rows_per_statement", "Rows a statement"),
            GROUP,
            "Rows of one statement share a table map, and row events as far as they fit: fewer events for the same bytes.",
            (1, 1_000_000),
            1,
        )
        .unit("rows"),
        word(("changes", "Statements"), GROUP, "An update carries the row twice.", &CHANGES),
        table.default(ParamValue::Table(TableChoice::BuiltIn("sbtest1".to_owned()))),
        number(
            ("tables", "Tables"),
            GROUP,
            "How many tables of that kind there are: streams by table share them.",
            (1, 10_000),
            16,
        )
        .unit("tables"),
        number(
            ("row_event_bytes", "Row event"),
            GROUP,
            "A row event is closed before it grows beyond this; a single larger row stands alone.",
            (256, 256_000_000),
            8_192,
        )
        .unit("B")
        .server_variable("binlog_row_event_max_size"),
    ]
}

fn kinds() -> Vec<ParameterSpec> {
    vec![
        number(
            ("distributed_pct", "Distributed"),
            GROUP,
            "Share of the transactions that several nodes prepare and commit, with one commit timestamp. Each is a hole in a \
             node's log as long as it is prepared and not committed.",
            (0, 100),
            50,
        )
        .unit("%"),
        number(
            ("unordered_pct", "Unordered"),
            GROUP,
            "Share of the transactions that several nodes commit without a timestamp: their parts come into the global binlog \
             one by one. The rest is single-shard.",
            (0, 100),
            0,
        )
        .unit("%"),
        number(
            ("nodes_per_transaction", "Nodes of one"),
            GROUP,
            "Nodes that share a distributed or unordered transaction, as far as there are so many that are not idle.",
            (2, MAX_NODES),
            2,
        )
        .unit("nodes"),
    ]
}

fn times() -> Vec<ParameterSpec> {
    let time = |names, consequence| {
        let spec = number(names, GROUP, consequence, (0, MAX_MEAN_US), 1_000).unit("us");
        ParameterSpec { kind: ParameterKind::integer(0, MAX_MEAN_US, 10), ..spec }
    };
    vec![
        time(
            ("execute_us", "Until prepared"),
            "Mean time from a transaction's begin until it is prepared, or committed in one step.",
        ),
        time(
            ("commit_gap_us", "Prepared until committed"),
            "Mean time from prepared until committed on a node: the length of a hole. Whatever commits meanwhile waits.",
        ),
    ]
}
