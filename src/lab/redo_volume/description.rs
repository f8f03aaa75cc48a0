//! The lab `redo-volume` as documents, the command line and the page know it: parameters, defaults, metrics.

use super::params::{Compression, Ddl, InsertOrder, MAX_ROWS, PAGE_SIZES, RedoVolumeParams, encodings};
use crate::base::DocumentError;
use crate::experiment::{
    Choice, LabDescription, LabRules, MAX_INDEXES, MetricSpec, ParamValue, ParameterKind, ParameterSpec,
    Params, TableChoice,
};

/// The lab `redo-volume`.
#[derive(Debug, Clone, Copy)]
pub struct RedoVolume;

impl LabRules for RedoVolume {
    fn description(&self) -> LabDescription {
        LabDescription {
            name: "redo-volume",
            title: "How much redo does building an index write?",
            why: "Every page that a statement builds must survive a crash and reach every replica, and the redo log's \
                  format decides what that costs.",
            label_parameter: "encoding",
            parameters: parameters(),
            metrics: METRICS.to_vec(),
        }
    }

    fn dependent_default(&self, name: &str, params: &Params) -> ParamValue {
        debug_assert_eq!(name, "index", "the only parameter without a fixed default");
        default_index(params)
    }

    fn check(&self, params: &Params) -> Result<(), DocumentError> {
        RedoVolumeParams::new(params).map(drop)
    }
}

/// The default of `index`: what the studies index; of other tables the first column outside the primary key.
pub(in crate::lab) fn default_index(params: &Params) -> ParamValue {
    if params.word("ddl") == "add-primary-key" {
        return ParamValue::words(&[]);
    }
    let table = params.table("table");
    match table.name.as_str() {
        "t0" => ParamValue::words(&["b"]),
        "sbtest1" => ParamValue::words(&["c"]),
        "mdev-19747" => ParamValue::words(&["b", "c", "d", "e(10)", "f(4)", "g(5)", "h(5)"]),
        _ => {
            let mut outside = table.columns.iter().filter(|column| !table.primary_key.contains(&column.name));
            ParamValue::words(&[&outside.next().unwrap_or(&table.columns[0]).name])
        }
    }
}

/// The parameters of the table, the statement, the log and the pages.
pub(in crate::lab) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = table_parameters();
    parameters.extend(statement_parameters());
    parameters.extend(log_parameters());
    parameters.extend(page_parameters());
    parameters
}

fn table_parameters() -> Vec<ParameterSpec> {
    let tables = vec![
        Choice::new("t0", "t0", "A number as key and a random number: records of 27 and 14 bytes."),
        Choice::new(
            "sbtest1",
            "sbtest1",
            "The table of sysbench: two numbers and texts of 120 and 60 characters.",
        ),
        Choice::new("mdev-19747", "mdev-19747", "A number as key and seven empty texts of 255 characters."),
    ];
    vec![
        ParameterSpec::new(
            "table",
            "Table",
            "Table",
            "The longer a record, the less its overhead in the log weighs.",
            ParameterKind::Table { choices: tables },
        )
        .default(ParamValue::Table(TableChoice::BuiltIn("t0".to_owned())))
        .in_sight(),
        ParameterSpec::new(
            "rows",
            "Rows",
            "Table",
            "More rows fill more pages; redo grows in proportion.",
            ParameterKind::integer(1, MAX_ROWS, 1),
        )
        .default(ParamValue::Integer(100_000))
        .unit("rows")
        .in_sight(),
        ParameterSpec::new(
            "index",
            "Secondary indexes",
            "Table",
            "Each index is a tree of its own, with redo of its own.",
            ParameterKind::IndexList { max_items: MAX_INDEXES },
        )
        .default_rule(
            "b for t0, c for sbtest1, the study's seven for mdev-19747, the first column outside the primary key for \
             other tables; none when ddl is add-primary-key",
        ),
    ]
}

fn statement_parameters() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "ddl",
            "Statement",
            "Statement",
            "Which trees are built, and whether in bulk or row by row.",
            enumeration(&Ddl::NAMED),
        )
        .default(ParamValue::word("add-index"))
        .in_sight(),
        ParameterSpec::new(
            "insert_order",
            "Order of rows",
            "Statement",
            "Row by row, rows that do not come in the tree's own order split pages in the middle.",
            enumeration(&InsertOrder::NAMED),
        )
        .default(ParamValue::word("primary-key")),
        ParameterSpec::new(
            "sort_buffer_bytes",
            "Sort buffer",
            "Statement",
            "A larger buffer leaves fewer sorted runs to merge.",
            ParameterKind::integer(65_536, 67_108_864, 65_536),
        )
        .default(ParamValue::Integer(1_048_576))
        .unit("B")
        .server_variable("innodb_sort_buffer_size"),
    ]
}

fn log_parameters() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "encoding",
            "Redo encoding",
            "Redo log",
            "What the log says of a page: how it was made, what changed, or what it is.",
            ParameterKind::Enumeration { choices: encodings() },
        )
        .default(ParamValue::word("physical"))
        .in_sight(),
        ParameterSpec::new(
            "compression",
            "Compression",
            "Redo log",
            "Page images shrink, most where neighbouring keys resemble each other.",
            enumeration(&Compression::NAMED),
        )
        .default(ParamValue::word("none")),
    ]
}

fn page_parameters() -> Vec<ParameterSpec> {
    let sizes = ParameterKind::Integer { min: 4096, max: 65_536, step: 1, allowed: &PAGE_SIZES };
    vec![
        ParameterSpec::new(
            "page_size",
            "Page size",
            "Pages",
            "Larger pages are fewer; each has its price once.",
            sizes,
        )
        .default(ParamValue::Integer(16_384))
        .unit("B")
        .server_variable("innodb_page_size"),
        ParameterSpec::new(
            "fill_factor",
            "Fill factor",
            "Pages",
            "Less leaves room for later rows and makes more pages now.",
            ParameterKind::integer(10, 100, 1),
        )
        .default(ParamValue::Integer(100))
        .unit("%")
        .server_variable("innodb_fill_factor"),
    ]
}

fn enumeration<T>(named: &[(Choice, T)]) -> ParameterKind {
    ParameterKind::Enumeration { choices: named.iter().map(|(choice, _)| *choice).collect() }
}

/// The metrics of a run, in the order of the report.
const METRICS: [MetricSpec; 24] = [
    MetricSpec::counted("rows", "rows", "Rows of the table."),
    MetricSpec::counted("leaf_pages", "pages", "Leaf pages of all trees that the statement builds."),
    MetricSpec::counted(
        "leaf_pages.NAME",
        "pages",
        "Leaf pages of the index NAME; PRIMARY is the table itself.",
    ),
    MetricSpec::counted("internal_pages", "pages", "Pages above the leaves, of all trees."),
    MetricSpec::counted("internal_pages.NAME", "pages", "Pages above the leaves of the index NAME."),
    MetricSpec::counted("tree_height", "levels", "Levels of the highest tree, leaves included."),
    MetricSpec::counted(
        "leaf_fill_pct",
        "%",
        "Share of the leaf pages' space that records and directory use.",
    ),
    MetricSpec::counted("data_bytes", "B", "Size of all pages that the statement builds."),
    MetricSpec::counted(
        "redo_bytes",
        "B",
        "Growth of the log's sequence number: payload and the overhead of blocks or checksums.",
    ),
    MetricSpec::counted("redo_payload_bytes", "B", "Bytes of redo records alone."),
    MetricSpec::counted("redo_records", "records", "Redo records."),
    MetricSpec::counted("redo_bytes_per_row", "B", "Redo bytes divided by rows."),
    MetricSpec::counted("redo_bytes.TYPE", "B", "Redo bytes of the record type TYPE."),
    MetricSpec::counted("redo_records.TYPE", "records", "Redo records of the type TYPE."),
    MetricSpec::counted(
        "redo_bytes_for.PURPOSE",
        "B",
        "Redo bytes that serve one purpose, such as record, directory or undo.",
    ),
    MetricSpec::counted("mini_transactions", "", "Groups of redo records that take effect together."),
    MetricSpec::counted("undo_bytes", "B", "Undo records that rows inserted one by one leave."),
    MetricSpec::counted("sort_runs", "runs", "Sorted runs that the sort buffer was emptied into."),
    MetricSpec::counted("merge_passes", "passes", "Times that all runs were read and merged."),
    MetricSpec::counted(
        "pages_missing_before_flush",
        "pages",
        "Pages that a physical replica or a backup lacks until the flush.",
    ),
    MetricSpec::counted("replica_records_applied", "records", "Redo records that the replica applied."),
    MetricSpec::counted(
        "replica_entries_inserted",
        "entries",
        "Index entries that replay inserts one by one; installing a page or writing bytes needs none.",
    ),
    MetricSpec::counted(
        "replica_page_reads",
        "pages",
        "Pages that the replica had to have before it could apply a record.",
    ),
    MetricSpec::counted(
        "replica_identical",
        "",
        "1 if the replica's pages are the primary's, byte for byte.",
    ),
];
