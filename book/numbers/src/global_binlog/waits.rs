//! What transactions wait for: an idle node, a stuck transaction.

use redo_lab::report::RunReport;
use serde_json::json;

use super::{bytes, bytes_of, count, each, ms_text, runs_of, time};
use crate::commit::{rows_of, setting};
use crate::markdown::{Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{fallback, preset, us, word};

/// Every file of these sections.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    vec![
        ("global-idle-fallback.md", first_lab(values)),
        ("global-heartbeats.md", heartbeats(values)),
        ("global-stuck.md", stuck(values)),
    ]
}

fn status(run: &RunReport) -> String {
    word(run, "status")
}

/// The lab at the beginning: one node idle, with and without a heartbeat.
fn first_lab(values: &mut Values) -> String {
    let report = preset("idle-node");
    let run = &report.runs[0];
    assert_eq!(setting(run, "heartbeat_ms"), 0, "the text calls the run without a heartbeat A");
    let slow = report.runs[1..].iter().map(|run| setting(run, "heartbeat_ms")).max().unwrap_or(1);
    let nodes = setting(run, "data_nodes");
    values.count("gb-idle-nodes", nodes);
    let committed = whole(&report.runs[1], "transactions");
    values.set("gb-idle-tps", ratio(1_000 * committed, setting(run, "duration_ms"), 0));
    values.count("gb-idle-per-second", 1_000 / slow);
    fallback(
        &report,
        &[
            ("ends", status),
            ("delay, mean", |run| time(run, "delay_ms.mean")),
            ("delay, longest", |run| time(run, "delay_ms.peak")),
            ("not written", |run| count(run, "unwritten_transactions")),
        ],
        "lrrr",
        &format!("{} nodes, one of them idle, simulated.", grouped(nodes)),
    )
}

/// How the delay depends on the time between heartbeats.
fn heartbeats(values: &mut Values) -> String {
    let params = json!({ "data_nodes": 8, "idle_nodes": 1, "duration_ms": 10_000, "tps_per_node": 200 });
    let runs = runs_of(&params, &each("heartbeat_ms", &[20, 50, 100, 200, 500, 1_000]));
    values.set("gb-heartbeat", "200 ms");
    rows_of(
        &runs,
        &[
            ("heartbeat every", 'r', &|run| ms_text(1_000 * setting(run, "heartbeat_ms"))),
            ("delay, mean", 'r', &|run| time(run, "delay_ms.mean")),
            ("95 of 100 up to", 'r', &|run| time(run, "delay_ms.p95")),
            ("longest", 'r', &|run| time(run, "delay_ms.peak")),
            ("heartbeats", 'r', &|run| count(run, "heartbeats")),
        ],
    )
}

/// Seconds of load that the sentence about a stuck transaction names.
const STUCK_S: u64 = 4;

/// A transaction that stays prepared for longer and longer.
fn stuck(values: &mut Values) -> String {
    let params = json!({
        "data_nodes": 8, "duration_ms": 5_000, "stuck_at_ms": 500, "tps_per_node": 1_000, "transaction_bytes": 4_000
    });
    let runs = runs_of(&params, &each("stuck_ms", &[0, 500, 1_000, 2_000, 1_000 * STUCK_S]));
    let longest = &runs[4];
    // Every node commits as much as every other.
    let rate = whole(longest, "source_bytes") / setting(longest, "data_nodes") * 1_000
        / setting(longest, "duration_ms");
    values.set("gb-stuck-rate", bytes(rate));
    values.set("gb-stuck-seconds", format!("{STUCK_S} s"));
    values.set("gb-stuck-by-hand", bytes(rate * STUCK_S * setting(longest, "expansion_pct") / 100));
    values.set("gb-stuck-hole", bytes_of(longest, "peak_memory_bytes.holes"));
    values.set("gb-stuck-queued", bytes_of(longest, "peak_memory_bytes.queued"));
    values.set("gb-expansion", expansion(longest));
    values.count("gb-source-queue", setting(longest, "source_queue"));
    rows_of(
        &runs,
        &[
            ("stays prepared for", 'r', &|run| ms_text(1_000 * setting(run, "stuck_ms"))),
            ("memory, at most", 'r', &|run| bytes_of(run, "peak_memory_bytes")),
            ("held by the hole", 'r', &|run| bytes_of(run, "peak_memory_bytes.holes")),
            ("in queues", 'r', &|run| bytes_of(run, "peak_memory_bytes.queued")),
            ("unread on a node", 'r', &|run| count(run, "peak_unread_records")),
            ("longest delay", 'r', &|run| time(run, "delay_ms.peak")),
        ],
    )
}

/// How many times as large as in a file events are in memory.
pub fn expansion(run: &RunReport) -> String {
    let pct = setting(run, "expansion_pct");
    if pct.is_multiple_of(100) { (pct / 100).to_string() } else { ratio(pct, 100, 2) }
}

/// The mean and the longest delay of a run.
pub fn delays(run: &RunReport) -> [String; 2] {
    ["delay_ms.mean", "delay_ms.peak"].map(|metric| ms_text(us(run, metric)))
}
