//! In which order a replica commits, and what that costs.

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use super::replica::{REPLICA_TPS, WORKERS, replica_tps, waited};
use super::{FSYNC_SPREAD_PCT, choice, rows_of, run_of, runs_of, short_time};
use crate::markdown::{Values, file, grouped};
use crate::runs::whole;
use crate::timed::parameter;

/// Every table of this section.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    vec![
        ("workers-order-lab.md", order_lab()),
        ("workers-order.md", order(values)),
        ("workers-spread.md", spread(values)),
        ("workers-gaps.md", gaps(values)),
    ]
}

/// One long transaction and twelve short ones.
fn long_and_short() -> Value {
    let own: Vec<Value> = (0..13_u64)
        .map(|place| {
            let apply_us = if place == 0 { 10_000 } else { 1_000 };
            json!({ "at_us": 0, "session": place + 1, "work_us": 0, "apply_us": apply_us, "rows": [format!("t:{place}")] })
        })
        .collect();
    json!({
        "own_transactions": own, "tracking": "writeset", "replica_workers": 4, "replica_fsyncs_per_group": 0,
        "replica_start": "after-source", "link_bytes_per_s": 1_000_000_000_000_u64, "link_latency_us": 0,
    })
}

/// When the replica had applied all, from its start on.
fn makespan_us(run: &RunReport) -> u64 {
    let log = run.transactions.as_ref().expect("a list is watched");
    let start = log.apply_from.iter().flatten().min().expect("something was applied");
    log.replica_committed.iter().flatten().max().expect("something was committed") - start
}

/// The tag of a lab that shows them, with the order and without.
fn order_lab() -> String {
    let experiment = json!({
        "version": 1, "lab": "group-commit", "seed": 1, "params": long_and_short(),
        "compare": [{ "preserve_commit_order": "on" }, { "preserve_commit_order": "off" }],
    });
    file(&format!(
        "<redo-lab lab=\"group-commit\" experiment='{experiment}' controls=\"simple\" heading=\"none\" theme=\"book\">"
    ))
}

fn order(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for order in ["on", "off"] {
        variants.extend(
            [4, 16].map(|workers| json!({ "preserve_commit_order": order, "replica_workers": workers })),
        );
    }
    let runs = runs_of(&long_and_short(), &variants);
    values.set("pr-order-on", format!("{} ms", makespan_us(&runs[0]) / 1_000));
    values.set("pr-order-off", format!("{} ms", makespan_us(&runs[2]) / 1_000));
    rows_of(
        &runs,
        &[
            ("order", 'l', &|run| choice(run, "preserve_commit_order").to_owned()),
            WORKERS,
            ("all committed after", 'r', &|run| format!("{} ms", makespan_us(run) / 1_000)),
            ("waits for the order", 'r', &|run| waited(run, "commit-order")),
            ("for a worker", 'r', &|run| waited(run, "worker")),
        ],
    )
}

/// Transactions of equal and of unequal length, on a backlog, with the order and without.
fn spread(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for times in ["constant", "exponential"] {
        variants.extend(
            ["on", "off"].map(|order| json!({ "apply_distribution": times, "preserve_commit_order": order })),
        );
    }
    let params = json!({
        "work_us": 500, "duration_s": 5, "tracking": "writeset", "replica_start": "after-source",
        "replica_workers": 32, "apply_cpu_us": 300, "apply_wait_us": 2_000, "fsync_spread_pct": FSYNC_SPREAD_PCT,
    });
    let runs = runs_of(&params, &variants);
    let apply_us = parameter(&runs[0], "apply_cpu_us") + parameter(&runs[0], "apply_wait_us");
    values.set("pr-spread-apply", short_time(apply_us));
    values.set("pr-spread-on", replica_tps(&runs[2]));
    values.set("pr-spread-off", replica_tps(&runs[3]));
    rows_of(
        &runs,
        &[
            ("times", 'l', &|run| match choice(run, "apply_distribution") {
                "constant" => "equal".to_owned(),
                _ => "exponential".to_owned(),
            }),
            ("order", 'l', &|run| choice(run, "preserve_commit_order").to_owned()),
            REPLICA_TPS,
            ("waits for the order", 'r', &|run| waited(run, "commit-order")),
            ("for an fsync", 'r', &|run| waited(run, "fsync")),
        ],
    )
}

/// A crash while the long transaction is still applied.
fn gaps(values: &mut Values) -> String {
    let mut params = long_and_short();
    let whole_run = run_of(&params);
    let log = whole_run.transactions.as_ref().expect("a list is watched");
    let start_us = log.apply_from.iter().flatten().min().expect("something was applied");
    params["replica_crash_at_ms"] = json!(start_us / 1_000 + 8);
    let runs = runs_of(&params, &["on", "off"].map(|order| json!({ "preserve_commit_order": order })));
    values.count("pr-gaps", whole(&runs[1], "gaps_after_crash"));
    let committed = |run: &RunReport| {
        let log = run.transactions.as_ref().expect("a list is watched");
        log.replica_committed.iter().flatten().count() as u64
    };
    values.count("pr-gaps-committed", committed(&runs[1]));
    rows_of(
        &runs,
        &[
            ("order", 'l', &|run| choice(run, "preserve_commit_order").to_owned()),
            ("committed before the crash", 'r', &|run| grouped(committed(run))),
            ("low-water mark", 'r', &|run| grouped(whole(run, "low_water_mark"))),
            ("missing below others", 'r', &|run| grouped(whole(run, "gaps_after_crash"))),
        ],
    )
}
