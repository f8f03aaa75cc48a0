//! A huge transaction, and the memory for it.

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use super::waits::expansion;
use super::{GB, bytes, bytes_of, each, gigabytes, ms_text, percent, price, runs_of, time};
use crate::commit::{choice, rows_of, setting};
use crate::markdown::Values;
use crate::runs::whole;
use crate::timed::{times, us, word};

/// Every file of these sections.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    vec![("global-sizes.md", sizes()), ("global-swap.md", swap(values))]
}

/// One huge transaction and nothing else, with these parameters besides.
pub fn huge(params: &Value, variants: &[Value]) -> Vec<RunReport> {
    let mut all = json!({
        "data_nodes": 1, "tps_per_node": 0, "big_transaction_bytes": 5 * GB, "big_row_bytes": 2_500,
        "memory_bytes": 14 * GB, "swap": "off"
    });
    for (name, value) in params.as_object().expect("parameters have names") {
        all[name.as_str()] = value.clone();
    }
    runs_of(&all, variants)
}

/// The size of a run's huge transaction.
pub fn size(run: &RunReport) -> String {
    gigabytes(setting(run, "big_transaction_bytes"))
}

fn sizes() -> String {
    let runs = huge(&json!({}), &each("big_transaction_bytes", &[GB / 2, GB, 2 * GB, 5 * GB]));
    rows_of(
        &runs,
        &[
            ("size", 'r', &size),
            ("sorted after", 'r', &|run| time(run, "sort_delay_ms")),
            ("written after", 'r', &|run| time(run, "write_delay_ms")),
            ("memory", 'r', &|run| bytes_of(run, "peak_memory_bytes")),
        ],
    )
}

/// Three ways of swapping in two memories.
fn swap(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for memory in [14 * GB, 4 * GB] {
        for swap in ["off", "auto", "force"] {
            variants.push(json!({ "memory_bytes": memory, "swap": swap }));
        }
    }
    let runs = huge(&json!({}), &variants);
    let [fits, spills] = [&runs[1], &runs[4]];
    values.set("gb-huge-memory", bytes_of(fits, "peak_memory_bytes"));
    values.set("gb-new-threshold", percent(fits, "persist_new_threshold_pct"));
    values.set("gb-all-threshold", percent(fits, "persist_all_threshold_pct"));
    values.set("gb-check", ms_text(1_000 * setting(fits, "memory_check_ms")));
    values.set("gb-cliff", times(us(spills, "write_delay_ms"), us(fits, "write_delay_ms")));
    values.set("gb-spill-price", price(fits, "spill_byte_ps"));
    values.set("gb-restore-price", price(fits, "restore_byte_ps"));
    values.set("gb-scale", setting(fits, "scale").to_string());
    values.set("gb-expansion", expansion(fits));
    rows_of(
        &runs,
        &[
            ("memory", 'r', &|run| gigabytes(setting(run, "memory_bytes"))),
            ("swap", 'l', &|run| choice(run, "swap").to_owned()),
            ("ends", 'l', &|run| word(run, "status")),
            ("most memory", 'r', &|run| bytes_of(run, "peak_memory_bytes")),
            ("spilled", 'r', &|run| bytes_or_none(run, "spilled_bytes")),
            ("from memory of", 'r', &from),
            ("sorted after", 'r', &|run| time_if_written(run, "sort_delay_ms")),
            ("written after", 'r', &|run| time_if_written(run, "write_delay_ms")),
        ],
    )
}

fn bytes_or_none(run: &RunReport, metric: &str) -> String {
    match whole(run, metric) {
        0 => "0".to_owned(),
        number => bytes(number),
    }
}

/// The memory in use when the first event was spilled.
fn from(run: &RunReport) -> String {
    match run.whole("spill_from_memory_bytes") {
        Some(0) => "0".to_owned(),
        _ if whole(run, "spilled_bytes") == 0 => "–".to_owned(),
        _ => bytes_of(run, "spill_from_memory_bytes"),
    }
}

fn time_if_written(run: &RunReport, metric: &str) -> String {
    if word(run, "status") == "written" { time(run, metric) } else { "–".to_owned() }
}
