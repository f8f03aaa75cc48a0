//! Workers of a replica: how many help, what they wait for, in which order they commit.

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use super::{
    Column, FSYNC_SPREAD_PCT, choice, decimal, millionths, rounded, rows_of, runs_of, setting, short_time,
    tracking,
};
use crate::markdown::{Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{changed, fallback, parameter, preset, time, word};

/// Every table of the workers.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    vec![
        ("workers-fallback.md", first_lab(values)),
        ("workers-first.md", first_workers(values)),
        ("workers-clocks.md", clocks(values)),
        ("workers-replica-clock.md", replica_clock(values)),
        ("workers-cores.md", cores(values)),
        ("workers-conflicts.md", conflicts(values)),
        ("workers-conservative.md", conservative(values)),
        ("workers-limit.md", limit(values)),
        ("workers-search.md", search()),
    ]
}

pub(super) fn workers(run: &RunReport) -> String {
    match setting(run, "replica_workers") {
        0 => "one thread".to_owned(),
        workers => grouped(workers),
    }
}

pub(super) fn replica_tps(run: &RunReport) -> String {
    rounded(run, "replica_tps")
}

/// A share of the time that transactions waited.
pub(super) fn waited(run: &RunReport, cause: &str) -> String {
    format!("{} %", decimal(run, &format!("replica_wait_pct.{cause}"), 0))
}

pub(super) const WORKERS: Column<'static> = ("workers", 'r', &workers);
pub(super) const REPLICA_TPS: Column<'static> = ("replica, TPS", 'r', &replica_tps);
const TRACKING: Column<'static> = ("dependencies", 'l', &|run| tracking(run));

/// The lab at the beginning.
fn first_lab(values: &mut Values) -> String {
    let report = preset("writeset-against-commit-order");
    let run = &report.runs[0];
    values.set("pr-first-source", rounded(run, "source_tps"));
    values.set("pr-first-apply", short_time(parameter(run, "apply_cpu_us")));
    values.set("pr-first-fsync", short_time(parameter(run, "replica_fsync_us")));
    values.count("pr-first-clients", parameter(run, "clients"));
    values.count("pr-first-workers", parameter(run, "replica_workers"));
    let serial_us = parameter(run, "apply_cpu_us") + 2 * parameter(run, "replica_fsync_us");
    values.count("pr-first-serial-by-hand", 1_000_000 / serial_us);
    fallback(
        &report,
        &[
            ("source, TPS", |run| rounded(run, "source_tps")),
            ("replica, TPS", replica_tps),
            ("most lag", |run| time(run, "peak_lag_ms")),
            ("lag grows", |run| word(run, "lag_grows")),
        ],
        "rrrl",
        &format!(
            "{} clients with {} of work for {} s, and a replica with {} workers, simulated.",
            parameter(run, "clients"),
            short_time(parameter(run, "work_us")),
            parameter(run, "duration_s"),
            parameter(run, "replica_workers"),
        ),
    )
}

/// The same source, and more and more workers.
fn first_workers(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for tracking in ["commit-order", "writeset"] {
        variants.extend(
            [0, 4, 16, 64].map(|workers| json!({ "tracking": tracking, "replica_workers": workers })),
        );
    }
    let runs = changed("writeset-against-commit-order", &[], Some(json!(variants))).runs;
    values.set("pr-four-commit-order", replica_tps(&runs[1]));
    values.set("pr-four-writeset", replica_tps(&runs[5]));
    rows_of(&runs, &[TRACKING, WORKERS, REPLICA_TPS, ("most lag", 'r', &|run| time(run, "peak_lag_ms"))])
}

/// A source and a replica whose workers and cores never limit anything.
fn unlimited() -> Value {
    json!({
        "clients": 32, "work_us": 5_000, "duration_s": 10, "replica_workers": 64, "replica_cores": 64,
        "link_latency_us": 0, "fsync_spread_pct": FSYNC_SPREAD_PCT,
    })
}

/// Milliseconds of a step: parallelism / transactions a second.
fn step(run: &RunReport, tps: &str) -> String {
    format!("{} ms", ratio(1_000 * millionths(run, "parallelism"), millionths(run, tps), 2))
}

/// The steps of source and replica, by the source's delay.
fn clocks(values: &mut Values) -> String {
    let delays = [0_u64, 10, 100, 300, 1_000].map(|delay| json!({ "sync_delay_us": delay }));
    let follows = runs_of(&unlimited(), &delays);
    let mut params = unlimited();
    params["replica_start"] = json!("after-source");
    let backlog = runs_of(&params, &delays);
    values.set("pr-clock-source", step(&backlog[0], "source_tps"));
    values.set("pr-clock-replica", step(&backlog[0], "replica_tps"));
    values.set("pr-spread", format!("{FSYNC_SPREAD_PCT} %"));
    let mut equal = unlimited();
    equal["fsync_spread_pct"] = json!(0);
    let in_step = runs_of(&equal, &[0_u64, 10].map(|delay| json!({ "sync_delay_us": delay })));
    values.set("pr-in-step", step(&in_step[0], "source_tps"));
    values.set("pr-out-of-step", step(&in_step[1], "source_tps"));
    let lag_of = |run: &RunReport| {
        let other =
            follows.iter().find(|other| setting(other, "sync_delay_us") == setting(run, "sync_delay_us"));
        let other = other.expect("every delay ran both ways");
        (time(other, "peak_lag_ms"), word(other, "lag_grows"))
    };
    rows_of(
        &backlog,
        &[
            ("delay", 'r', &|run| short_time(setting(run, "sync_delay_us"))),
            ("source, TPS", 'r', &|run| rounded(run, "source_tps")),
            ("parallelism", 'r', &|run| decimal(run, "parallelism", 1)),
            ("a step of the source", 'r', &|run| step(run, "source_tps")),
            ("of the replica", 'r', &|run| step(run, "replica_tps")),
            ("most lag in 10 s", 'r', &|run| lag_of(run).0),
            ("lag grows", 'l', &|run| lag_of(run).1),
        ],
    )
}

/// What makes the replica's step shorter.
fn replica_clock(values: &mut Values) -> String {
    let variants = [
        json!({}),
        json!({ "apply_cpu_us": 2_000 }),
        json!({ "replica_fsync_us": 500 }),
        json!({ "replica_fsyncs_per_group": 1 }),
        json!({ "replica_fsyncs_per_group": 0 }),
    ];
    let mut params = unlimited();
    params["replica_start"] = json!("after-source");
    let runs = runs_of(&params, &variants);
    values.set("pr-clock-no-binlog", step(&runs[3], "replica_tps"));
    rows_of(
        &runs,
        &[
            ("apply", 'r', &|run| short_time(parameter(run, "apply_cpu_us"))),
            ("fsync", 'r', &|run| short_time(parameter(run, "replica_fsync_us"))),
            ("synced", 'l', &|run| match setting(run, "replica_fsyncs_per_group") {
                0 => "nothing".to_owned(),
                1 => "redo log, no own binlog".to_owned(),
                _ => "redo log and own binlog".to_owned(),
            }),
            ("a step of the replica", 'r', &|run| step(run, "replica_tps")),
            REPLICA_TPS,
        ],
    )
}

/// A replica on a backlog: more and more workers on eight cores.
fn cores(values: &mut Values) -> String {
    let runs = preset("workers-beyond-cores").runs;
    let run = &runs[0];
    let (cores, cpu_us) = (parameter(run, "replica_cores"), parameter(run, "apply_cpu_us"));
    values.count("pr-cores", cores);
    values.set("pr-cores-cpu", short_time(cpu_us));
    values.set("pr-cores-wait", short_time(parameter(run, "apply_wait_us")));
    values.set("pr-cores-fsync", short_time(parameter(run, "replica_fsync_us")));
    values.count("pr-cores-limit", cores * 1_000_000 / cpu_us);
    let busy_us = cpu_us + parameter(run, "apply_wait_us") + 2 * parameter(run, "replica_fsync_us");
    values.set("pr-cores-busy", short_time(busy_us));
    values.count("pr-cores-workers", cores * busy_us / cpu_us);
    rows_of(
        &runs,
        &[
            WORKERS,
            REPLICA_TPS,
            ("cores busy", 'r', &|run| format!("{} %", decimal(run, "replica_cpu_pct", 0))),
            ("waits for a core", 'r', &|run| waited(run, "core")),
            ("for an fsync", 'r', &|run| waited(run, "fsync")),
        ],
    )
}

/// Transactions that take their time, applied by guess.
fn slow_apply() -> Value {
    json!({
        "server": "mariadb", "clients": 1, "work_us": 100, "fsync_us": 0, "transactions": 20_000, "duration_s": 3_600,
        "keys": 100_000, "replica_start": "after-source", "apply_cpu_us": 100, "apply_wait_us": 2_300,
        "replica_fsyncs_per_group": 1, "replica_fsync_us": 0,
    })
}

fn conflicts(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for keys in ["uniform", "special", "hot"] {
        variants.extend(
            [4, 16, 32].map(|workers| json!({ "key_distribution": keys, "replica_workers": workers })),
        );
    }
    let mut params = slow_apply();
    params["parallel_mode"] = json!("optimistic");
    let runs = runs_of(&params, &variants);
    values.set(
        "pr-conflicts-apply",
        short_time(parameter(&runs[0], "apply_cpu_us") + parameter(&runs[0], "apply_wait_us")),
    );
    values.count("pr-conflicts-hot", parameter(&runs[0], "hot_keys"));
    rows_of(
        &runs,
        &[
            ("rows", 'l', &|run| choice(run, "key_distribution").to_owned()),
            WORKERS,
            REPLICA_TPS,
            ("retries", 'r', &|run| grouped(whole(run, "retries"))),
            ("waits for a row", 'r', &|run| waited(run, "row-lock")),
            ("for the order", 'r', &|run| waited(run, "commit-order")),
        ],
    )
}

fn conservative(values: &mut Values) -> String {
    let variants: Vec<Value> = [(1, 0), (16, 0), (16, 1_000), (64, 0), (64, 1_000)]
        .iter()
        .map(|(clients, delay)| json!({ "clients": clients, "sync_delay_us": delay }))
        .collect();
    let mut params = slow_apply();
    params["parallel_mode"] = json!("conservative");
    params["fsync_us"] = json!(1_000);
    params["work_us"] = json!(1_000);
    params["no_delay_count"] = json!(1_000);
    params["replica_workers"] = json!(64);
    let runs = runs_of(&params, &variants);
    values.set("pr-conservative-none", replica_tps(&runs[1]));
    values.set("pr-conservative-delay", replica_tps(&runs[2]));
    rows_of(
        &runs,
        &[
            ("clients", 'r', &|run| grouped(parameter(run, "clients"))),
            ("delay", 'r', &|run| short_time(setting(run, "sync_delay_us"))),
            ("source, TPS", 'r', &|run| rounded(run, "source_tps")),
            ("transactions a group", 'r', &|run| decimal(run, "group_size.mean", 1)),
            REPLICA_TPS,
        ],
    )
}

/// The most that a replica can follow.
fn limit(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for tracking in ["commit-order", "writeset"] {
        variants.extend(
            [4, 8, 16, 32].map(|workers| json!({ "tracking": tracking, "replica_workers": workers })),
        );
    }
    let params = json!({ "goal": "max-tps-without-lag", "clients": 256, "work_us": 5_000, "duration_s": 10, "fsync_spread_pct": FSYNC_SPREAD_PCT });
    let runs = runs_of(&params, &variants);
    values.set("pr-limit-lag", short_time(1_000 * parameter(&runs[0], "lag_limit_ms")));
    rows_of(
        &runs,
        &[
            TRACKING,
            WORKERS,
            ("follows up to, TPS", 'r', &|run| rounded(run, "max_tps")),
            ("with clients", 'r', &|run| grouped(whole(run, "clients_at_max"))),
            ("cores busy", 'r', &|run| format!("{} %", decimal(run, "replica_cpu_pct", 0))),
        ],
    )
}

/// The most that a replica can follow, as the lab's preset asks.
fn search() -> String {
    rows_of(
        &preset("most-tps-without-lag").runs,
        &[
            TRACKING,
            ("delay", 'r', &|run| short_time(setting(run, "sync_delay_us"))),
            ("order", 'l', &|run| choice(run, "preserve_commit_order").to_owned()),
            ("follows up to, TPS", 'r', &|run| rounded(run, "max_tps")),
            ("with clients", 'r', &|run| grouped(whole(run, "clients_at_max"))),
            ("cores busy", 'r', &|run| format!("{} %", decimal(run, "replica_cpu_pct", 0))),
        ],
    )
}

/// Answers of exercises about workers.
pub fn answers(values: &mut Values) {
    let lone = json!({ "clients": 1, "duration_s": 10, "replica_workers": 32 });
    let runs = runs_of(&lone, &[0, 1_000].map(|delay| json!({ "sync_delay_us": delay })));
    values.count("pr-lone-transactions", whole(&runs[0], "transactions"));
    values.count("pr-lone-steps", whole(&runs[0], "parallel_steps"));
    values.set("pr-lone-tps", rounded(&runs[0], "source_tps"));
    values.set("pr-lone-lag", time(&runs[0], "peak_lag_ms"));
    values.set("pr-lone-delay-tps", rounded(&runs[1], "source_tps"));
    values.set("pr-lone-delay-lag", time(&runs[1], "peak_lag_ms"));
    enough_delay(values);
}

/// The delay with which a replica follows a source on a quicker disk.
fn enough_delay(values: &mut Values) {
    let preset = preset("delay-feeds-the-replica");
    let run = &preset.runs[0];
    let (fsync_us, slow_us) = (parameter(run, "fsync_us"), parameter(run, "replica_fsync_us"));
    let step_us = parameter(run, "apply_cpu_us") + 3 * slow_us;
    let delay_us = step_us - 2 * fsync_us;
    values.set("pr-enough-fsync", short_time(fsync_us));
    values.set("pr-enough-replica-fsync", short_time(slow_us));
    values.set("pr-enough-apply", short_time(parameter(run, "apply_cpu_us")));
    values.set("pr-enough-source-step", short_time(3 * fsync_us));
    values.set("pr-enough-step", short_time(step_us));
    values.set("pr-enough-delay", short_time(delay_us));
    values.set("pr-less-delay", short_time(1_500));
    let delays = json!([{ "sync_delay_us": 1_500 }, { "sync_delay_us": delay_us }]);
    let runs = changed("delay-feeds-the-replica", &[], Some(delays)).runs;
    values.set("pr-less-lag", time(&runs[0], "peak_lag_ms"));
    values.set("pr-enough-lag", time(&runs[1], "peak_lag_ms"));
}
