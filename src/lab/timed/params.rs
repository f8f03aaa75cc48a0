//! Parameters that the labs with time have in common.

use crate::base::DocumentError;
use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec, Params};
use crate::lab::machine;
use crate::lab::redo_volume::{self, RedoVolumeParams};
use crate::lab::work::{BuildParams, MAX_SCALED_ROWS};
use crate::redo::usable_redo_bytes;
use crate::timing::Space;

/// The largest buffer, log or pool in bytes: 1 TiB.
const MAX_BYTES: u64 = 1 << 40;

/// A parameter of the lab `redo-volume`, not in sight.
fn shared(name: &str) -> ParameterSpec {
    let found = redo_volume::parameters().into_iter().find(|parameter| parameter.name == name);
    ParameterSpec { in_sight: false, ..found.expect("a parameter of redo-volume") }
}

/// Table, rows and indexes, and how their work is known.
pub fn table_parameters(rows: u64) -> Vec<ParameterSpec> {
    let rows_kind = ParameterKind::integer(1, MAX_SCALED_ROWS, 1);
    let rows = ParameterSpec { kind: rows_kind, ..shared("rows") }.default(ParamValue::Integer(rows));
    let work = ParameterSpec::new(
        "work",
        "Work",
        "Table",
        "Counting a million rows takes seconds; a sample of their pages takes a moment and is within 1 %.",
        ParameterKind::enumeration(&WORK),
    )
    .default(ParamValue::word("counted"));
    vec![shared("table"), rows, shared("index"), work]
}

/// Where the work of a statement is known from.
const WORK: [Choice; 2] = [
    Choice::new(
        "counted",
        "Counted",
        "Every page is built, up to 2,000,000 rows; beyond that, a sample of them.",
    ),
    Choice::new("scaled", "Scaled", "A sample of the pages is built, and stands for all of them."),
];

/// The statement: those that build trees in bulk from a table that is there.
pub fn ddl_parameter() -> ParameterSpec {
    let all = shared("ddl");
    let bulk = ["add-index", "add-primary-key", "rebuild"];
    let kind = match all.kind {
        ParameterKind::Enumeration { choices } => ParameterKind::Enumeration {
            choices: choices.into_iter().filter(|choice| bulk.contains(&choice.value)).collect(),
        },
        other => other,
    };
    ParameterSpec { kind, ..all }
}

/// Encoding and compression.
pub fn encoding_parameters() -> Vec<ParameterSpec> {
    vec![shared("encoding"), shared("compression")]
}

/// Page size and fill factor.
pub fn page_parameters() -> Vec<ParameterSpec> {
    vec![shared("page_size"), shared("fill_factor")]
}

/// Buffer pool, redo log, and when dirty pages are flushed.
pub fn space_parameters() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "redo_log_bytes",
            "Redo log size",
            "Redo log",
            "All files together. A build that fills it waits until pages are flushed; a larger log only waits later.",
            ParameterKind::integer(8 << 20, MAX_BYTES, 1 << 20),
        )
        .default(ParamValue::Integer(2 << 30))
        .unit("B")
        .server_variable("innodb_redo_log_capacity"),
        ParameterSpec::new(
            "flush_age_pct",
            "Adaptive flushing from",
            "Redo log",
            "Checkpoint age, as a share of the log, at which the page cleaner starts.",
            ParameterKind::integer(0, 100, 1),
        )
        .default(ParamValue::Integer(10))
        .unit("%")
        .server_variable("innodb_adaptive_flushing_lwm"),
        ParameterSpec::new(
            "buffer_pool_bytes",
            "Buffer pool",
            "Pages",
            "A table that does not fit is read from disk; dirty pages wait here to be flushed.",
            ParameterKind::integer(5 << 20, MAX_BYTES, 1 << 20),
        )
        .default(ParamValue::Integer(8 << 30))
        .unit("B")
        .server_variable("innodb_buffer_pool_size"),
        ParameterSpec::new(
            "max_dirty_pct",
            "Dirty pages at most",
            "Pages",
            "Share of the buffer pool that may be dirty before the page cleaner works.",
            ParameterKind::integer(1, 99, 1),
        )
        .default(ParamValue::Integer(90))
        .unit("%")
        .server_variable("innodb_max_dirty_pages_pct"),
        ParameterSpec::new(
            "dirty_pct_before",
            "Dirty pages before",
            "Pages",
            "Share of the buffer pool that other tables' changes have left dirty, as far as the log allows.",
            ParameterKind::integer(0, 99, 1),
        )
        .default(ParamValue::Integer(0))
        .unit("%"),
    ]
}

/// Defaults that depend on others, of all parameters here and of the machine.
///
/// # Panics
/// If the parameter is none of them.
pub fn dependent_default(name: &str, params: &Params) -> ParamValue {
    if name == "index" {
        return redo_volume::default_index(params);
    }
    machine::dependent_default(name, params).expect("a constant of a machine")
}

/// The statement whose work is to be counted.
///
/// # Errors
/// As the lab `redo-volume`: indexes that the table does not have, records that do not fit, statements without a tree.
pub fn build_params(params: &Params) -> Result<BuildParams, DocumentError> {
    let mut engine = params.clone();
    engine.set("insert_order", ParamValue::word("primary-key"));
    engine.set("sort_buffer_bytes", ParamValue::Integer(1 << 20));
    let is_scaled = params.word("work") == "scaled";
    Ok(BuildParams { is_scaled, ..BuildParams::from(&RedoVolumeParams::new(&engine)?) })
}

/// Buffer pool and log.
pub fn space(params: &Params) -> Space {
    let page_bytes = params.integer("page_size");
    let pool_pages = (params.integer("buffer_pool_bytes") / page_bytes).max(8);
    let log_capacity_bytes = usable_redo_bytes(params.integer("redo_log_bytes"));
    let flush_age_bytes = log_capacity_bytes / 100 * params.integer("flush_age_pct");
    // A dirty page of an earlier load has about its own size of redo; the log holds no more than that of them.
    let dirty_pages_before =
        (pool_pages / 100 * params.integer("dirty_pct_before")).min(log_capacity_bytes / page_bytes);
    Space {
        pool_pages,
        page_bytes,
        dirty_pages_before,
        dirty_limit_pct: params.integer("max_dirty_pct"),
        log_capacity_bytes,
        flush_age_bytes,
    }
}
