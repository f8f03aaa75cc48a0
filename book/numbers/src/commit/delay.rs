//! Numbers of the chapter about a commit delay.

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use super::columns::{DELAY, FSYNCS, GROUP, LATENCY, TPS, delay, ends_at, fsyncs, group, latency, tps};
use super::{FSYNC_SPREAD_PCT, millionths, rows_of, runs_of, setting, short_time, source_only};
use crate::markdown::{Table, Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{fallback, parameter, preset, times};

/// Every file of the chapter.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    vec![
        ("delay-fallback.md", first_lab(values)),
        ("delay-one-client.md", one_client(values)),
        ("delay-three-commits.md", three_commits()),
        ("delay-groups.md", groups(values)),
        ("delay-work.md", work()),
        ("delay-textbook.md", textbook(values)),
        ("delay-stages.md", stages(values)),
        ("delay-closings.md", closings(values)),
    ]
}

/// The most transactions a second if every fsync, with the wait before it, takes a group: group / (delay + fsync).
fn tps_of_groups(run: &RunReport) -> String {
    let us = setting(run, "sync_delay_us") + setting(run, "fsync_us");
    ratio(millionths(run, "group_size.mean"), us, 0)
}

/// A source alone.
fn source(params: &Value, variants: &[Value]) -> Vec<RunReport> {
    runs_of(&source_only(params), variants)
}

/// The variants with these values of one parameter.
fn each(name: &str, numbers: &[u64]) -> Vec<Value> {
    numbers.iter().map(|number| json!({ name: number })).collect()
}

/// The lab at the beginning: the textbook's model beside a server, on a slow disk.
fn first_lab(values: &mut Values) -> String {
    let report = preset("delay-two-fsyncs");
    let run = &report.runs[0];
    for (name, run) in ["one-0", "two-0", "one-1", "two-1", "one-5", "two-5"].iter().zip(&report.runs) {
        values.set(format!("gc-{name}-tps"), tps(run));
        values.set(format!("gc-{name}-group"), group(run));
    }
    let tps_of = |place: usize| millionths(&report.runs[place], "source_tps");
    values.set("gc-one-gain", times(tps_of(2), tps_of(0)));
    values.set("gc-clients", grouped(parameter(run, "clients")));
    values.set("gc-work", short_time(parameter(run, "work_us")));
    values.set("gc-slow-fsync", short_time(parameter(run, "fsync_us")));
    fallback(
        &report,
        &[
            ("TPS", tps),
            ("transactions a group", group),
            ("a commit takes", latency),
            ("fsyncs a transaction", fsyncs),
        ],
        "rrrr",
        &format!(
            "{} clients with {} of work and an fsync of {}, simulated.",
            grouped(parameter(run, "clients")),
            short_time(parameter(run, "work_us")),
            short_time(parameter(run, "fsync_us")),
        ),
    )
}

/// One client: by hand, and the engine.
fn one_client(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for fsyncs in [1, 2] {
        variants.push(json!({ "fsyncs_per_group": fsyncs }));
        variants.push(json!({ "fsyncs_per_group": fsyncs, "sync_delay_us": 1_000 }));
        variants.push(json!({ "fsyncs_per_group": fsyncs, "sync_delay_us": 1_000, "no_delay_count": 10 }));
    }
    let runs = source(&json!({ "clients": 1 }), &variants);
    values.set("gc-fsync", short_time(parameter(&runs[0], "fsync_us")));
    values.set("gc-lone-one", by_hand(&runs[0]));
    values.set("gc-lone-one-delay", by_hand(&runs[1]));
    values.set("gc-lone-two", by_hand(&runs[3]));
    values.set("gc-lone-two-delay", by_hand(&runs[4]));
    rows_of(
        &runs,
        &[
            ("fsyncs", 'r', &|run| parameter(run, "fsyncs_per_group").to_string()),
            DELAY,
            ("ends at", 'r', &ends_at),
            ("by hand", 'r', &|run| {
                let us = parameter(run, "fsyncs_per_group") * parameter(run, "fsync_us");
                let delay = match parameter(run, "sync_delay_us") {
                    0 => String::new(),
                    delay => format!(" + {}", ms(delay)),
                };
                format!("1 s ÷ ({} + {}{delay}) ms = {}", ms(parameter(run, "work_us")), ms(us), by_hand(run))
            }),
            ("engine, TPS", 'r', &tps),
        ],
    )
}

/// Transactions a second of a single client.
fn by_hand(run: &RunReport) -> String {
    let fsync_us = parameter(run, "fsyncs_per_group") * parameter(run, "fsync_us");
    grouped(1_000_000 / (parameter(run, "work_us") + fsync_us + parameter(run, "sync_delay_us")))
}

/// Milliseconds without their unit.
fn ms(us: u64) -> String {
    let digits = if us.is_multiple_of(1_000) { 0 } else { 1 };
    ratio(us, 1_000, digits)
}

/// Three transactions that come one after another, without a delay and with one.
fn three_commits() -> String {
    let own: Vec<Value> = [0, 1_000, 4_000]
        .iter()
        .zip(1..)
        .map(|(at, session)| json!({ "at_us": at, "session": session, "work_us": 0, "rows": [format!("t:{session}")] }))
        .collect();
    let params = json!({ "own_transactions": own, "fsync_us": 10_000, "fsyncs_per_group": 1 });
    let runs = runs_of(&params, &each("sync_delay_us", &[0, 5_000]));
    let mut table = Table::new(
        &[
            "transaction",
            "asks at",
            "group, no delay",
            "committed at",
            "group, delay of 5 ms",
            "committed at",
        ],
        "lrrrrr",
    );
    let logs: Vec<_> = runs.iter().map(|run| run.transactions.as_ref().expect("a list is watched")).collect();
    for (place, name) in ["A", "B", "C"].into_iter().enumerate() {
        let mut cells = vec![name.to_owned(), at(logs[0].prepared[place])];
        for log in &logs {
            cells.extend([log.group[place].to_string(), at(log.committed[place])]);
        }
        table.row(&cells);
    }
    table.file()
}

/// A moment in milliseconds.
fn at(us: Option<u64>) -> String {
    us.map_or("–".to_owned(), |us| format!("{} ms", ms(us)))
}

/// No delay, one fsync a group: how groups grow with the clients.
fn groups(values: &mut Values) -> String {
    let runs = source(&json!({ "fsyncs_per_group": 1 }), &each("clients", &[1, 2, 4, 16, 64, 256]));
    values.set("gc-lone-latency", latency(&runs[0]));
    values.set("gc-crowd-latency", latency(&runs[5]));
    values.set("gc-crowd-tps", tps(&runs[5]));
    rows_of(
        &runs,
        &[
            ("clients", 'r', &|run| grouped(parameter(run, "clients"))),
            TPS,
            ("n ÷ (2 × fsync)", 'r', &|run| {
                grouped(parameter(run, "clients") * 1_000_000 / (2 * parameter(run, "fsync_us")))
            }),
            GROUP,
            FSYNCS,
            LATENCY,
        ],
    )
}

/// Short and long work, beside both formulas.
fn work() -> String {
    let runs = source(&json!({ "fsyncs_per_group": 1 }), &each("work_us", &[50, 500, 5_000, 20_000]));
    rows_of(
        &runs,
        &[
            ("work", 'r', &|run| short_time(parameter(run, "work_us"))),
            ("TPS", 'r', &tps),
            ("n ÷ (2 × fsync)", 'r', &|run| {
                grouped(parameter(run, "clients") * 1_000_000 / (2 * parameter(run, "fsync_us")))
            }),
            ("n ÷ (work + 1.5 × fsync)", 'r', &|run| {
                grouped(
                    parameter(run, "clients") * 2_000_000
                        / (2 * parameter(run, "work_us") + 3 * parameter(run, "fsync_us")),
                )
            }),
            GROUP,
        ],
    )
}

/// The textbook's model: one fsync a group, two disks, several delays.
fn textbook(values: &mut Values) -> String {
    let variants: Vec<Value> = [
        (10_000, 0),
        (10_000, 500),
        (10_000, 1_000),
        (10_000, 2_000),
        (10_000, 5_000),
        (1_000, 0),
        (1_000, 1_000),
    ]
    .iter()
    .map(|(fsync, delay)| json!({ "fsync_us": fsync, "sync_delay_us": delay }))
    .collect();
    let runs = source(&json!({ "fsyncs_per_group": 1 }), &variants);
    values.set("gc-fast-0-tps", tps(&runs[5]));
    values.set("gc-fast-1-tps", tps(&runs[6]));
    values.set("gc-fast-0-group", group(&runs[5]));
    values.set("gc-fast-1-group", group(&runs[6]));
    rows_of(
        &runs,
        &[
            ("fsync", 'r', &|run| short_time(parameter(run, "fsync_us"))),
            DELAY,
            GROUP,
            ("÷ (delay + fsync)", 'r', &tps_of_groups),
            ("engine, TPS", 'r', &tps),
            LATENCY,
        ],
    )
}

/// Two fsyncs a group, and delays up to more than one of them.
fn stages(values: &mut Values) -> String {
    let params = json!({ "fsync_us": 10_000 });
    let runs = source(&params, &each("sync_delay_us", &[0, 1_000, 5_000, 9_000, 10_000, 12_000, 20_000]));
    values.set("gc-stages-latency", latency(&runs[0]));
    values.set(
        "gc-stages-third",
        grouped(parameter(&runs[0], "clients") * 1_000_000 / (3 * parameter(&runs[0], "fsync_us"))),
    );
    values.set("gc-stages-0-redo", grouped(whole(&runs[0], "redo_fsyncs")));
    values.set("gc-stages-1-redo", grouped(whole(&runs[1], "redo_fsyncs")));
    values.set("gc-stages-0-binlog", grouped(whole(&runs[0], "binlog_fsyncs")));
    values.set("gc-stages-1-binlog", grouped(whole(&runs[1], "binlog_fsyncs")));
    values.set("gc-stages-equal-tps", tps(&runs[4]));
    let uneven = json!({ "fsync_us": 10_000, "fsync_spread_pct": FSYNC_SPREAD_PCT });
    let uneven = source(&uneven, &each("sync_delay_us", &[0, 10_000, 12_000]));
    values.set("gc-uneven", format!("{FSYNC_SPREAD_PCT} %"));
    values.set("gc-uneven-0", tps(&uneven[0]));
    values.set("gc-uneven-10", tps(&uneven[1]));
    values.set("gc-uneven-12", tps(&uneven[2]));
    values.set("gc-convoy-delay", delay(&runs[2]));
    values.count("gc-convoy", whole(&runs[2], "group_size.p95"));
    rows_of(
        &runs,
        &[
            DELAY,
            GROUP,
            ("median", 'r', &|run| grouped(whole(run, "group_size.p50"))),
            ("95 of 100 up to", 'r', &|run| grouped(whole(run, "group_size.p95"))),
            ("TPS", 'r', &tps),
            FSYNCS,
            LATENCY,
        ],
    )
}

/// What closed the groups of a MySQL source.
fn closings(values: &mut Values) -> String {
    let variants: Vec<Value> = [(0, 10), (1_000, 0), (1_000, 20), (1_000, 40), (1_000, 100)]
        .iter()
        .map(|(delay, count)| json!({ "sync_delay_us": delay, "no_delay_count": count }))
        .collect();
    let runs = source(&json!({}), &variants);
    values.set("gc-close-none-tps", tps(&runs[0]));
    values.set("gc-close-delay-tps", tps(&runs[1]));
    values.set("gc-close-count-tps", tps(&runs[2]));
    values.set("gc-close-delay-group", group(&runs[1]));
    values.set("gc-close-count-group", group(&runs[2]));
    rows_of(
        &runs,
        &[
            DELAY,
            ("ends at", 'r', &ends_at),
            ("closed at once", 'r', &|run| grouped(whole(run, "groups_closed.no-wait"))),
            ("by the delay", 'r', &|run| grouped(whole(run, "groups_closed.delay"))),
            ("by the count", 'r', &|run| grouped(whole(run, "groups_closed.count"))),
            GROUP,
            TPS,
        ],
    )
}
