//! Answers of the exercises about a global binlog.

use serde_json::json;

use super::memory::{huge, size};
use super::waits::delays;
use super::{GB, bytes, bytes_of, each, gigabytes, marks, runs_of, time};
use crate::commit::{choice, setting};
use crate::markdown::{Values, ratio};
use crate::runs::whole;
use crate::timed::word;

/// Adds every value that an answer names.
pub fn values(values: &mut Values) {
    comparisons(values);
    idle(values);
    expansion(values);
    largest(values);
    two_nodes(values);
    more_nodes(values);
    without_timestamps(values);
}

fn comparisons(values: &mut Values) {
    let (transactions, nodes) = (1_000_000, 64);
    values.count("gb-e28-tree", transactions * 6);
    values.count("gb-e28-naive", transactions * (nodes as u64 - 1));
    values.count("gb-e28-engine", marks::comparisons(transactions, nodes, nodes).0);
    let (grouped, last) = marks::comparisons(transactions, nodes, 8);
    values.count("gb-e28-grouped", grouped);
    values.count("gb-e28-last", last);
}

fn idle(values: &mut Values) {
    let params = json!({ "data_nodes": 8, "heartbeat_ms": 500, "duration_ms": 10_000, "tps_per_node": 200 });
    let runs = runs_of(&params, &each("idle_nodes", &[1, 7]));
    for (name, run) in [("gb-e28", &runs[0]), ("gb-e28-seven", &runs[1])] {
        let [mean, peak] = delays(run);
        values.set(format!("{name}-mean"), mean);
        values.set(format!("{name}-peak"), peak);
    }
}

/// The expansion up to which 5 GB stay in 14 GB of memory.
fn expansion(values: &mut Values) {
    let runs = huge(&json!({ "swap": "auto" }), &each("expansion_pct", &[237, 239]));
    let pct = |run| ratio(setting(run, "expansion_pct"), 100, 2);
    let threshold = setting(&runs[0], "persist_new_threshold_pct") * setting(&runs[0], "memory_bytes") / 100;
    assert_eq!(whole(&runs[0], "spilled_bytes"), 0, "below the threshold nothing is spilled");
    values.set("gb-e29-by-hand", ratio(threshold, setting(&runs[0], "big_transaction_bytes"), 2));
    values.set("gb-e29-below", pct(&runs[0]));
    values.set("gb-e29-above", pct(&runs[1]));
    values.set("gb-e29-spilled", bytes_of(&runs[1], "spilled_bytes"));
}

/// The largest transaction that 4 GB hold, with swapping and without.
fn largest(values: &mut Values) {
    let memory = json!({ "memory_bytes": 4 * GB });
    let of = |name: &str, swap: &str, sizes: [u64; 2], is_over: fn(&redo_lab::report::RunReport) -> bool| {
        let variants = sizes.map(|size| json!({ "swap": swap, "big_transaction_bytes": size }));
        let runs = huge(&memory, &variants);
        assert_eq!([is_over(&runs[0]), is_over(&runs[1])], [false, true], "{name}");
        runs
    };
    let auto = of("auto", "auto", [165 * GB / 100, 175 * GB / 100], |run| whole(run, "spilled_bytes") > 0);
    let off =
        of("off", "off", [195 * GB / 100, 205 * GB / 100], |run| word(run, "status") == "out-of-memory");
    values.set("gb-largest-auto", gigabytes(4 * GB * 85 / 100 / 2));
    values.set("gb-largest-off", gigabytes(4 * GB / 2));
    for (name, runs) in [("gb-largest-auto", auto), ("gb-largest-off", off)] {
        assert_eq!(choice(&runs[0], "swap"), if name.ends_with("off") { "off" } else { "auto" });
        values.set(format!("{name}-below"), size(&runs[0]));
        values.set(format!("{name}-above"), size(&runs[1]));
    }
}

fn two_nodes(values: &mut Values) {
    let runs = huge(&json!({ "data_nodes": 2 }), &each("big_nodes", &[1, 2]));
    for (name, run) in ["one", "two"].iter().zip(&runs) {
        values.set(format!("gb-{name}-sorted"), time(run, "sort_delay_ms"));
        values.set(format!("gb-{name}-written"), time(run, "write_delay_ms"));
    }
}

/// The writer's limit is that of the whole cluster.
fn more_nodes(values: &mut Values) {
    let params = json!({ "transaction_bytes": 20_000, "rows_per_statement": 100, "duration_ms": 1_000 });
    let runs = runs_of(&params, &each("data_nodes", &[8, 64]));
    values.set("gb-more-bytes", bytes(setting(&runs[0], "transaction_bytes")));
    values.set("gb-more-few", time(&runs[0], "delay_ms.peak"));
    values.set("gb-more-many", time(&runs[1], "delay_ms.peak"));
    values.set("gb-more-many-limit", word(&runs[1], "bottleneck"));
}

/// Busy nodes whose transactions all have one node.
fn without_timestamps(values: &mut Values) {
    let runs = runs_of(&json!({}), &each("distributed_pct", &[0, 50]));
    for (name, run) in ["single", "half"].iter().zip(&runs) {
        let [mean, peak] = delays(run);
        values.set(format!("gb-{name}-mean"), mean);
        values.set(format!("gb-{name}-peak"), peak);
    }
}
