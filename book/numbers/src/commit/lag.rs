//! How far a replica is behind, and what the server says of it.

use redo_lab::report::RunReport;
use serde_json::json;

use super::{rows_of, runs_of, setting, short_time, tracking};
use crate::markdown::{Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{changed, parameter, preset, preset_document, time};

/// Every table of lag.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    let [dump, said] = own_binlog();
    vec![
        ("own-binlog.txt", dump),
        ("own-binlog.md", said),
        ("lag-thirty.md", thirty(values)),
        ("lag-link.md", link(values)),
        ("lag-ddl.md", ddl(values)),
        ("lag-chain.md", chain(values)),
    ]
}

/// Thirty statements of a second, side by side on the source.
fn thirty(values: &mut Values) -> String {
    let workers = [0, 4, 30].map(|workers| json!({ "replica_workers": workers }));
    let runs = changed("thirty-statements", &[], Some(json!(workers))).runs;
    values.set("pr-thirty-behind", behind(&runs[0]));
    rows_of(
        &runs,
        &[
            ("workers", 'r', &|run| match setting(run, "replica_workers") {
                0 => "one thread".to_owned(),
                workers => grouped(workers),
            }),
            ("most lag", 'r', &|run| time(run, "peak_lag_ms")),
            ("`Seconds_Behind_Source` up to", 'r', &behind),
            ("all applied at", 'r', &|run| time(run, "drained_at_ms")),
        ],
    )
}

/// The highest `Seconds_Behind_Source`.
fn behind(run: &RunReport) -> String {
    format!("{} s", grouped(whole(run, "peak_seconds_behind_source_s")))
}

/// A huge transaction on a slow link and on a quick one.
fn link(values: &mut Values) -> String {
    let params = json!({
        "clients": 4, "arrival": "open", "arrival_tps": 100, "work_us": 20, "apply_cpu_us": 20, "duration_s": 20,
        "replica_workers": 0, "big_rows": 200_000, "big_at_ms": 2_000,
    });
    let runs =
        runs_of(&params, &[5_000_000_u64, 125_000_000].map(|bytes| json!({ "link_bytes_per_s": bytes })));
    let slow = &runs[0];
    let bytes = parameter(slow, "big_rows") / parameter(slow, "rows_per_transaction")
        * parameter(slow, "transaction_bytes");
    values.set("pr-link-bytes", format!("{} MB", grouped(bytes / 1_000_000)));
    values.set("pr-link-rate", format!("{} MB", parameter(slow, "link_bytes_per_s") / 1_000_000));
    values.set("pr-link-seconds", format!("{} s", bytes / parameter(slow, "link_bytes_per_s")));
    values.set("pr-link-silent-lag", format!("{} s", ratio(silent_lag_ms(slow), 1_000, 1)));
    rows_of(
        &runs,
        &[
            ("link, bytes a second", 'r', &|run| grouped(parameter(run, "link_bytes_per_s"))),
            ("most lag", 'r', &|run| time(run, "peak_lag_ms")),
            ("most lag while the server says 0", 'r', &|run| {
                format!("{} s", ratio(silent_lag_ms(run), 1_000, 1))
            }),
            ("`Seconds_Behind_Source` up to", 'r', &behind),
        ],
    )
}

/// The longest true lag at a point of the curves at which `Seconds_Behind_Source` is 0, in milliseconds.
fn silent_lag_ms(run: &RunReport) -> u64 {
    let series = |name: &str| {
        let found = run.series.0.iter().find(|(known, _)| known == name);
        &found.unwrap_or_else(|| panic!("there is no curve {name}")).1
    };
    let (lag, said) = (series("lag"), series("seconds_behind_source"));
    let pairs = lag.y.iter().zip(&said.y);
    pairs.filter(|(_, said)| **said == 0).map(|(lag, _)| *lag).max().unwrap_or(0)
}

/// A DDL in the stream, at several loads.
fn ddl(values: &mut Values) -> String {
    let loads = [500_u64, 1_000, 1_500, 1_600].map(|tps| json!({ "arrival_tps": tps }));
    let runs = changed("ddl-in-the-stream", &[], Some(json!(loads))).runs;
    values.set("pr-ddl", short_time(1_000 * parameter(&runs[0], "ddl_ms")));
    values.count("pr-ddl-capacity", capacity(&runs[0]));
    rows_of(
        &runs,
        &[
            ("load, TPS", 'r', &|run| grouped(parameter(run, "arrival_tps"))),
            ("ρ = load ÷ capacity", 'r', &|run| ratio(parameter(run, "arrival_tps"), capacity(run), 2)),
            ("most lag", 'r', &|run| time(run, "peak_lag_ms")),
            ("D × ρ ÷ (1 − ρ)", 'r', &|run| {
                let (load, capacity) = (parameter(run, "arrival_tps"), capacity(run));
                format!("{} s", ratio(parameter(run, "ddl_ms") * load, 1_000 * (capacity - load), 1))
            }),
            ("engine: gone after", 'r', &|run| format!("{} s", ratio(drain_us(run), 1_000_000, 1))),
        ],
    )
}

/// Transactions that the replica's workers, one a core, apply in a second.
fn capacity(run: &RunReport) -> u64 {
    parameter(run, "replica_cores") * 1_000_000 / parameter(run, "apply_cpu_us")
}

/// From the peak of the lag until it is below 50 ms.
fn drain_us(run: &RunReport) -> u64 {
    let found = run.series.0.iter().find(|(name, _)| name == "lag");
    let lag = &found.expect("a run has its lag").1;
    let peak = (0..lag.y.len()).max_by_key(|place| lag.y[*place]).expect("the curve has points");
    let end = (peak..lag.y.len()).find(|place| lag.y[*place] < 50).expect("the lag is gone at the end");
    lag.x[end] - lag.x[peak]
}

/// Three servers in a chain.
fn chain(values: &mut Values) -> String {
    let runs = preset("chain-of-three").runs;
    values.set("pr-chain-load", grouped(parameter(&runs[0], "arrival_tps")));
    rows_of(
        &runs,
        &[
            ("dependencies", 'l', &|run| tracking(run)),
            ("cores of each replica", 'r', &|run| grouped(parameter(run, "replica_cores"))),
            ("groups of the source", 'r', &|run| super::decimal(run, "group_size.mean", 1)),
            ("of the first replica", 'r', &|run| super::decimal(run, "replica_group_size", 1)),
            ("most lag of the first", 'r', &|run| time(run, "peak_lag_ms")),
            ("of the second", 'r', &|run| time(run, "peak_lag_ms.replica-2")),
        ],
    )
}

/// A binlog dump with a line that is wrong, and what the lab says of it.
fn own_binlog() -> [String; 2] {
    let document = preset_document("eight-transactions-as-a-binlog");
    let dump = document["params"]["own_binlog"].as_str().expect("the preset has a dump");
    // One number is torn off, as when a line is copied in part.
    let torn = dump.replacen("last_committed=5  sequence_number=6", "last_committed=5  sequence_num", 1);
    let params = json!({ "own_binlog": torn, "apply_cpu_us": 1_000, "replica_fsyncs_per_group": 0 });
    let runs = runs_of(&params, &[1, 2, 4].map(|workers| json!({ "replica_workers": workers })));
    let table = rows_of(
        &runs,
        &[
            ("workers", 'r', &|run| grouped(setting(run, "replica_workers"))),
            ("transactions", 'r', &|run| grouped(whole(run, "transactions"))),
            ("steps", 'r', &|run| grouped(whole(run, "parallel_steps"))),
            ("longest chain", 'r', &|run| grouped(whole(run, "critical_path"))),
            ("steps by `WRITESET`", 'r', &|run| grouped(whole(run, "parallel_steps.writeset"))),
            ("longest chain", 'r', &|run| grouped(whole(run, "critical_path.writeset"))),
        ],
    );
    let notes: String = runs[0].notes.iter().map(|note| format!("\n> {}\n", note.text)).collect();
    [excerpt(&torn), format!("{}\n{notes}", table.trim_end())]
}

/// The lines of the first two transactions, and those around the line that is wrong.
fn excerpt(dump: &str) -> String {
    let lines: Vec<&str> = dump.lines().collect();
    let torn = lines.iter().position(|line| line.ends_with("sequence_num")).expect("a line is torn");
    let shown = [&lines[..8], &["..."], &lines[torn - 4..torn + 4], &["..."]].concat();
    format!("{}\n", shown.join("\n"))
}
