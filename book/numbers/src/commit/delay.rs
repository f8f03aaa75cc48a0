//! Numbers of the chapter about a commit delay.

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use super::{
    Column, choice, decimal, millionths, ms_of_us, rounded, rows_of, run_of, runs_of, setting, short_time,
};
use crate::markdown::{Table, Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{fallback, parameter, preset, time, times, word};

/// Nobody follows the source: what a replica does is the next chapter's.
const SOURCE_ONLY: u64 = 0;

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
        ("delay-sync-every.md", sync_every(values)),
        ("delay-servers.md", servers(values)),
        ("delay-siblings.md", siblings()),
        ("delay-fed.md", fed(values)),
        ("delay-replica.md", replica(values)),
    ]
}

/// The delay of a run.
fn delay(run: &RunReport) -> String {
    short_time(setting(run, "sync_delay_us"))
}

/// Transactions a second.
fn tps(run: &RunReport) -> String {
    rounded(run, "source_tps")
}

/// Transactions a group.
fn group(run: &RunReport) -> String {
    decimal(run, "group_size.mean", 1)
}

/// How long a commit takes on average.
fn latency(run: &RunReport) -> String {
    ms_of_us(run, "commit_latency_us.mean")
}

/// Fsyncs of both logs a transaction.
fn fsyncs(run: &RunReport) -> String {
    decimal(run, "fsyncs_per_transaction", 3)
}

/// The most transactions a second if every fsync, with the wait before it, takes a group: group / (delay + fsync).
fn tps_of_groups(run: &RunReport) -> String {
    let us = setting(run, "sync_delay_us") + setting(run, "fsync_us");
    ratio(millionths(run, "group_size.mean"), us, 0)
}

const DELAY: Column<'static> = ("delay", 'r', &delay);
const TPS: Column<'static> = ("TPS", 'r', &tps);
const GROUP: Column<'static> = ("transactions a group", 'r', &group);
const LATENCY: Column<'static> = ("a commit takes", 'r', &latency);
const FSYNCS: Column<'static> = ("fsyncs a transaction", 'r', &fsyncs);

/// A source alone.
fn source(params: &Value, variants: &[Value]) -> Vec<RunReport> {
    let mut all = json!({ "replica_workers": SOURCE_ONLY, "duration_s": 30 });
    for (name, value) in params.as_object().expect("parameters have names") {
        all[name.as_str()] = value.clone();
    }
    runs_of(&all, variants)
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
            ("ends at", 'r', &count),
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

/// The count that ends a delay.
fn count(run: &RunReport) -> String {
    match setting(run, "no_delay_count") {
        0 => "–".to_owned(),
        count => grouped(count),
    }
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
            ("ends at", 'r', &count),
            ("closed at once", 'r', &|run| grouped(whole(run, "groups_closed.no-wait"))),
            ("by the delay", 'r', &|run| grouped(whole(run, "groups_closed.delay"))),
            ("by the count", 'r', &|run| grouped(whole(run, "groups_closed.count"))),
            GROUP,
            TPS,
        ],
    )
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
    let two = run_of(&json!({ "server": "single", "replica_workers": SOURCE_ONLY, "duration_s": 30 }));
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
        variants
            .extend([0, 10, 100, 1_000].map(|delay| json!({ "tracking": tracking, "sync_delay_us": delay })));
    }
    let params = json!({
        "goal": "max-tps-without-lag", "clients": 256, "work_us": 5_000, "replica_workers": 32, "duration_s": 10,
    });
    let runs = runs_of(&params, &variants);
    values.set("gc-replica-work", short_time(parameter(&runs[0], "work_us")));
    values.set("gc-replica-0", rounded(&runs[0], "max_tps"));
    values.set("gc-replica-10", rounded(&runs[1], "max_tps"));
    values.set("gc-replica-100", rounded(&runs[2], "max_tps"));
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
