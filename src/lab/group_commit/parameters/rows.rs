//! Which rows the transactions change.

use super::number;
use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec};

const ROWS: &str = "Rows";
const STREAM: &str = "In the stream";

/// How rows are drawn.
const KEY_DISTRIBUTIONS: [Choice; 3] = [
    Choice::new("uniform", "Uniform", "Every row is as likely as any other."),
    Choice::new(
        "special",
        "Special",
        "As sysbench draws: three quarters from the middle hundredth of the rows, the rest around the middle.",
    ),
    Choice::new("hot", "Hot rows", "A few rows take half of all changes."),
];

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = rows();
    parameters.extend(keys());
    parameters.extend(stream());
    parameters
}

fn rows() -> Vec<ParameterSpec> {
    vec![
        number(
            ("rows_per_transaction", "Rows a transaction"),
            ROWS,
            "More rows are more conflicts, and fill the history of write sets sooner.",
            (1, 10_000),
            4,
        )
        .unit("rows"),
        number(
            ("keys", "Rows in all tables"),
            ROWS,
            "The fewer rows there are, the more often two transactions want the same one.",
            (1, 1_000_000_000),
            1_000_000,
        )
        .unit("rows"),
        ParameterSpec::new(
            "key_distribution",
            "Which rows",
            ROWS,
            "Rows that many want make chains: a chain is applied one transaction after another.",
            ParameterKind::enumeration(&KEY_DISTRIBUTIONS),
        )
        .default(ParamValue::word("uniform")),
        number(
            ("hot_keys", "Hot rows"),
            ROWS,
            "How many rows take half of all changes when key_distribution is hot.",
            (1, 1_000_000),
            10,
        )
        .unit("rows"),
        number(
            ("transaction_bytes", "Binlog bytes"),
            ROWS,
            "Bytes of a transaction in the binlog: on a slow link they make the replica's receiver late.",
            (1, 1_000_000_000),
            1_000,
        )
        .unit("B"),
    ]
}

fn keys() -> Vec<ParameterSpec> {
    vec![
        number(("tables", "Tables"), ROWS, "The rows are spread over so many tables.", (1, 10_000), 10),
        number(
            ("schemas", "Schemas"),
            ROWS,
            "The tables are spread over so many schemas: the parallelism of a replica that goes by schema.",
            (1, 1_000),
            1,
        ),
        number(
            ("unique_keys", "Unique keys"),
            ROWS,
            "Each adds an entry a row to the write set, and may tie transactions together that change different rows.",
            (0, 4),
            0,
        ),
        number(
            ("parent_keys", "Parents"),
            ROWS,
            "Each transaction inserts a child of one of so many parent rows; children of one parent form a chain. 0 is no \
             foreign key.",
            (0, 1_000_000_000),
            0,
        ),
        number(
            ("keyless_pct", "Without a key"),
            ROWS,
            "Share of the transactions that change a table without a key: write sets do not help them.",
            (0, 100),
            0,
        )
        .unit("%"),
    ]
}

fn stream() -> Vec<ParameterSpec> {
    vec![
        number(
            ("ddl_ms", "A DDL of"),
            STREAM,
            "A statement that changes a table takes so long on the source, and again on the replica, which waits for it. 0 is \
             none.",
            (0, 3_600_000),
            0,
        )
        .unit("ms"),
        number(("ddl_at_ms", "DDL at"), STREAM, "When the DDL begins on the source.", (0, 3_600_000), 0).unit("ms"),
        number(
            ("big_rows", "A transaction of"),
            STREAM,
            "One transaction changes so many rows, and takes as much longer everywhere: on the replica all wait for it. 0 is \
             none.",
            (0, 10_000_000),
            0,
        )
        .unit("rows"),
        number(("big_at_ms", "Large one at"), STREAM, "When the large transaction begins on the source.", (0, 3_600_000), 0)
            .unit("ms"),
    ]
}
