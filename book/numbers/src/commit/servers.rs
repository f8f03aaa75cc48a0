//! Numbers of the chapter about a commit delay: servers, and the replica.

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use super::columns::{DELAY, FSYNCS, GROUP, LATENCY, TPS, latency, tps};
use super::{FSYNC_SPREAD_PCT, choice, decimal, rounded, rows_of, run_of, runs_of, short_time, source_only};
use crate::markdown::{Values, grouped};
use crate::runs::whole;
use crate::timed::{fallback, parameter, preset, time, word};

/// Every file of these sections.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    vec![
        ("delay-sync-every.md", sync_every(values)),
        ("delay-servers.md", servers(values)),
        ("delay-siblings.md", siblings()),
        ("delay-fed.md", fed(values)),
        ("delay-replica.md", replica(values)),
    ]
}

/// A source alone.
fn source(params: &Value, variants: &[Value]) -> Vec<RunReport> {
    runs_of(&source_only(params), variants)
}

/// Without group commit and with it, every group synced or every tenth.
fn sync_every(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for server in ["single", "mysql"] {
        for (every, clients) in [(1, 1), (1, 64), (10, 1), (10, 64)] {
            variants.push(json!({ "server": server, "sync_every": every, "clients": clients }));
        }
    }
    let runs = source(&json!({ "fsyncs_per_group": 1 }), &variants);
    values.set("gc-alone-tps", tps(&runs[1]));
    values.set("gc-alone-tenth-tps", tps(&runs[3]));
    values.set("gc-together-tps", tps(&runs[5]));
    values.set("gc-together-tenth-tps", tps(&runs[7]));
    let two = run_of(&source_only(&json!({ "server": "single" })));
    values.set("gc-alone-two-tps", tps(&two));
    rows_of(
        &runs,
        &[
            ("", 'l', &|run| match choice(run, "server") {
                "single" => "one by one".to_owned(),
                _ => "in groups".to_owned(),
            }),
            ("synced", 'l', &|run| match parameter(run, "sync_every") {
                1 => "every time".to_owned(),
                every => format!("every {every}th time"),
            }),
            ("clients", 'r', &|run| grouped(parameter(run, "clients"))),
            TPS,
            FSYNCS,
            LATENCY,
        ],
    )
}

/// The rules of three servers under the same load.
fn servers(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for server in ["mysql", "mariadb", "postgresql"] {
        for (delay, keys) in [(0, 1_000_000), (1_000, 1_000_000), (1_000, 1_000)] {
            variants.push(json!({ "server": server, "sync_delay_us": delay, "keys": keys }));
        }
    }
    let runs = source(&json!({ "no_delay_count": 64 }), &variants);
    values.set("gc-locks-mysql", tps(&runs[2]));
    values.set("gc-locks-mariadb", tps(&runs[5]));
    values.set("gc-locks-closed", grouped(whole(&runs[5], "groups_closed.row-lock")));
    values.set("gc-locks-groups", grouped(whole(&runs[5], "groups")));
    rows_of(
        &runs,
        &[
            ("server", 'l', &|run| match choice(run, "server") {
                "mysql" => "MySQL".to_owned(),
                "mariadb" => "MariaDB".to_owned(),
                _ => "PostgreSQL".to_owned(),
            }),
            DELAY,
            ("rows", 'r', &|run| grouped(parameter(run, "keys"))),
            ("waits for a row", 'r', &|run| grouped(whole(run, "row_lock_waits"))),
            ("closed by a row lock", 'r', &|run| grouped(whole(run, "groups_closed.row-lock"))),
            GROUP,
            TPS,
        ],
    )
}

/// PostgreSQL's leader waits only among enough others.
fn siblings() -> String {
    let mut variants = Vec::new();
    for clients in [1, 5, 6, 64] {
        for delay in [0, 5_000] {
            variants.push(json!({ "clients": clients, "sync_delay_us": delay }));
        }
    }
    let runs = source(&json!({ "server": "postgresql", "fsync_us": 10_000 }), &variants);
    rows_of(
        &runs,
        &[
            ("clients", 'r', &|run| grouped(parameter(run, "clients"))),
            DELAY,
            ("groups that waited", 'r', &|run| grouped(whole(run, "groups_closed.delay"))),
            ("that did not", 'r', &|run| grouped(whole(run, "groups_closed.no-wait"))),
            TPS,
        ],
    )
}

/// A lab whose replica follows or not, by the source's delay.
fn fed(values: &mut Values) -> String {
    let report = preset("delay-feeds-the-replica");
    let run = &report.runs[0];
    values.set("gc-fed-fsync", short_time(parameter(run, "fsync_us")));
    values.set("gc-fed-replica-fsync", short_time(parameter(run, "replica_fsync_us")));
    fallback(
        &report,
        &[
            ("TPS", tps),
            ("a commit takes", latency),
            ("replica, TPS", |run| rounded(run, "replica_tps")),
            ("most lag", |run| time(run, "peak_lag_ms")),
            ("lag grows", |run| word(run, "lag_grows")),
        ],
        "rrrrl",
        &format!(
            "{} clients, an fsync of {} on the source and of {} on the replica, {} s, simulated.",
            parameter(run, "clients"),
            short_time(parameter(run, "fsync_us")),
            short_time(parameter(run, "replica_fsync_us")),
            parameter(run, "duration_s"),
        ),
    )
}

/// The most that a replica can follow, by the source's delay.
fn replica(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for tracking in ["commit-order", "writeset"] {
        variants.extend(
            [0, 100, 300, 1_000].map(|delay| json!({ "tracking": tracking, "sync_delay_us": delay })),
        );
    }
    let params = json!({
        "goal": "max-tps-without-lag", "clients": 256, "work_us": 5_000, "replica_workers": 32, "duration_s": 10,
        "fsync_spread_pct": FSYNC_SPREAD_PCT,
    });
    let runs = runs_of(&params, &variants);
    values.set("gc-replica-work", short_time(parameter(&runs[0], "work_us")));
    values.set("gc-replica-0", rounded(&runs[0], "max_tps"));
    values.set("gc-replica-100", rounded(&runs[1], "max_tps"));
    values.set("gc-replica-300", rounded(&runs[2], "max_tps"));
    values.set("gc-replica-1000", rounded(&runs[3], "max_tps"));
    values.set("gc-replica-writeset", rounded(&runs[4], "max_tps"));
    rows_of(
        &runs,
        &[
            ("dependencies", 'l', &|run| super::tracking(run)),
            DELAY,
            ("replica follows up to, TPS", 'r', &|run| rounded(run, "max_tps")),
            ("clients", 'r', &|run| grouped(whole(run, "clients_at_max"))),
            GROUP,
            ("parallelism", 'r', &|run| decimal(run, "parallelism", 1)),
            LATENCY,
        ],
    )
}
