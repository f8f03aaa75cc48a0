//! What the binlog says of dependencies: eight transactions, and whole runs.

use redo_lab::group_commit::{
    HashedKeys, ListedTransaction, ListedWorkload, Tracker, Tracking, TrackingSettings,
};
use redo_lab::report::{RunReport, TransactionLog};
use serde_json::{Value, json};

use super::{Column, choice, decimal, runs_of, setting, tracking, with};
use crate::markdown::{Table, Values, file, grouped, ratio};
use crate::runs::whole;
use crate::timed::{changed, parameter, preset};

/// Microseconds of a character in the picture of the eight transactions.
const US_A_CHARACTER: u64 = 100;

/// Every table of dependencies.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    let eight = preset("eight-transactions").runs;
    eight_values(&eight, values);
    vec![
        ("eight-intervals.md", intervals(log(&eight[0]))),
        ("eight-steps.md", steps(log(&eight[0]), log(&eight[1]))),
        ("eight-history.md", history(log(&eight[0]))),
        ("dependency-tracking.md", by_tracking(values)),
        ("dependency-keyless.md", keyless(values)),
        ("dependency-parents.md", parents(values)),
        ("dependency-history.md", history_sizes(values)),
        ("dependency-unique.md", unique(values)),
    ]
}

/// What became of each transaction.
fn log(run: &RunReport) -> &TransactionLog {
    run.transactions.as_ref().expect("a list is watched")
}

/// The eight transactions, which the source commits in the groups {1, 2} {3} {4, 5} {6} {7, 8}.
fn eight_values(runs: &[RunReport], values: &mut Values) {
    let [commit_order, writeset] = runs else { panic!("two variants") };
    values.count("pr-eight-steps", whole(commit_order, "parallel_steps"));
    values.count("pr-eight-steps-writeset", whole(writeset, "parallel_steps"));
}

/// From when to when each transaction was ready and not yet committed, as a picture in characters.
fn intervals(log: &TransactionLog) -> String {
    let mut text = String::from("```text\n");
    for place in 0..log.rows.len() {
        let prepared = log.prepared[place].expect("it was committed") / US_A_CHARACTER;
        let committed = log.committed[place].expect("it was committed") / US_A_CHARACTER;
        let bar = "=".repeat((committed - prepared) as usize);
        text.push_str(&format!("{}  {}{bar}|\n", place + 1, " ".repeat(prepared as usize)));
    }
    text.push_str("```");
    file(&text)
}

/// `last_committed` and step of each transaction, by commit order and by write sets.
fn steps(order: &TransactionLog, writeset: &TransactionLog) -> String {
    let mut table = Table::new(
        &[
            "`sequence_number`",
            "row",
            "group",
            "`last_committed` by `COMMIT_ORDER`",
            "step",
            "by `WRITESET`",
            "step",
        ],
        "llrrrrr",
    );
    for place in 0..order.rows.len() {
        table.row(&[
            order.sequence_number[place].to_string(),
            row_of(order, place).to_owned(),
            order.group[place].to_string(),
            order.last_committed[place].to_string(),
            order.step[place].to_string(),
            writeset.last_committed[place].to_string(),
            writeset.step[place].to_string(),
        ]);
    }
    table.file()
}

/// The only row of a transaction, without its table.
fn row_of(log: &TransactionLog, place: usize) -> &str {
    log.rows[place][0].trim_start_matches("t:")
}

/// The history as the eight transactions pass by.
fn history(log: &TransactionLog) -> String {
    let listed = log.rows.iter().map(|rows| ListedTransaction { rows: rows.clone(), ..Default::default() });
    let workload = ListedWorkload::new(listed.collect()).expect("rows of the book can be read");
    let settings = TrackingSettings { tracking: Tracking::WriteSet, ..TrackingSettings::default() };
    // Without a parent by commit order there is nothing but the write sets.
    let (mut tracker, mut alone) = (Tracker::new(settings), Tracker::new(settings));
    let mut table = Table::new(
        &["transaction", "row", "the history knows", "by write set", "by commit order", "`last_committed`"],
        "lllrrr",
    );
    let mut known: Vec<(&str, u64)> = Vec::new();
    for (place, sequence) in (0..log.rows.len()).zip(1..) {
        let (row, parent) = (row_of(log, place), log.last_committed[place]);
        let mut hashes = Vec::new();
        let kind = workload.write_set(place as u64, HashedKeys::All, &mut hashes);
        let remembered: Vec<String> = known.iter().map(|(row, last)| format!("{row}: {last}")).collect();
        table.row(&[
            sequence.to_string(),
            row.to_owned(),
            if remembered.is_empty() { "nothing".to_owned() } else { remembered.join(", ") },
            alone.stamp(sequence, sequence - 1, 0, kind, &hashes).to_string(),
            parent.to_string(),
            tracker.stamp(sequence, parent, 0, kind, &hashes).to_string(),
        ]);
        match known.iter_mut().find(|entry| entry.0 == row) {
            Some(entry) => entry.1 = sequence,
            None => known.push((row, sequence)),
        }
    }
    table.file()
}

/// A source of a few seconds and how parallel its binlog is.
fn source(params: &Value, variants: &[Value]) -> Vec<RunReport> {
    let all = json!({ "work_us": 2_000, "duration_s": 5, "tracking": "writeset", "replica_workers": 32 });
    runs_of(&with(all, params), variants)
}

/// How many times fewer steps the workers take than one of them would.
fn speed_up(run: &RunReport) -> String {
    ratio(whole(run, "transactions"), whole(run, "parallel_steps"), 1)
}

fn parallelism(run: &RunReport) -> String {
    decimal(run, "parallelism", 1)
}

const CLIENTS: Column<'static> = ("clients", 'r', &clients);
const PARALLELISM: Column<'static> = ("parallelism", 'r', &parallelism);
const ON_WORKERS: Column<'static> = ("on 32 workers", 'r', &speed_up);

fn clients(run: &RunReport) -> String {
    grouped(parameter(run, "clients"))
}

fn by_tracking(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for clients in [1, 16, 64] {
        for tracking in ["commit-order", "writeset-session", "writeset"] {
            variants.push(json!({ "clients": clients, "tracking": tracking }));
        }
    }
    let runs = source(&json!({}), &variants);
    values.set("pr-work", super::short_time(parameter(&runs[0], "work_us")));
    values.count("pr-rows", parameter(&runs[0], "rows_per_transaction"));
    values.count("pr-keys", parameter(&runs[0], "keys"));
    values.set("pr-lone-writeset", parallelism(&runs[2]));
    values.set("pr-crowd-writeset", parallelism(&runs[8]));
    values.count("pr-birthday", birthday(&runs[8]));
    super::rows_of(&runs, &[CLIENTS, ("dependencies", 'l', &|run| tracking(run)), PARALLELISM, ON_WORKERS])
}

/// How many transactions it takes on average until one meets a row of another: the square root of π / 2 × rows in all tables,
/// divided by the rows of a transaction.
fn birthday(run: &RunReport) -> u64 {
    // π / 2 is 1.5708.
    (parameter(run, "keys") * 15_708 / 10_000).isqrt() / parameter(run, "rows_per_transaction")
}

/// One client; a share of its transactions changes a table without a key.
fn keyless(values: &mut Values) -> String {
    let shares = [0_u64, 1, 5, 10, 45, 100].map(|share| json!({ "keyless_pct": share }));
    let runs = changed("tables-without-keys", &[], Some(json!(shares))).runs;
    values.set("pr-keyless-ten", speed_up(&runs[3]));
    values.set("pr-keyless-amdahl", amdahl(&runs[3]));
    values.set("pr-keyless-bound", ratio(100, setting(&runs[4], "keyless_pct"), 1));
    super::rows_of(
        &runs,
        &[
            ("without a key", 'r', &|run| format!("{} %", setting(run, "keyless_pct"))),
            ON_WORKERS,
            ("1 ÷ share", 'r', &|run| match setting(run, "keyless_pct") {
                0 => "–".to_owned(),
                share => ratio(100, share, 1),
            }),
            ("Amdahl's law", 'r', &amdahl),
        ],
    )
}

/// The speed-up if the share were a serial part: 1 / (p + (1 - p) / workers).
fn amdahl(run: &RunReport) -> String {
    let (share, workers) = (setting(run, "keyless_pct"), setting(run, "replica_workers"));
    ratio(100 * workers, share * workers + 100 - share, 1)
}

/// Children of few parents.
fn parents(values: &mut Values) -> String {
    let mut variants = Vec::new();
    for clients in [1, 16] {
        variants.extend(
            [0_u64, 1_000, 10, 1].map(|parents| json!({ "clients": clients, "parent_keys": parents })),
        );
    }
    let runs = changed("chain-of-children", &[("replica_workers", json!(32))], Some(json!(variants))).runs;
    values.count("pr-chain-transactions", whole(&runs[3], "transactions"));
    values.count("pr-chain-steps", whole(&runs[3], "parallel_steps"));
    values.count("pr-chain-many", whole(&runs[7], "parallel_steps"));
    super::rows_of(
        &runs,
        &[
            CLIENTS,
            ("parents", 'r', &|run| match setting(run, "parent_keys") {
                0 => "no foreign key".to_owned(),
                parents => grouped(parents),
            }),
            ("transactions", 'r', &|run| grouped(whole(run, "transactions"))),
            ("steps on 32 workers", 'r', &|run| grouped(whole(run, "parallel_steps"))),
        ],
    )
}

/// Histories of several sizes.
fn history_sizes(values: &mut Values) -> String {
    let runs = preset("history-too-small").runs;
    let default = &runs[0];
    values.count("pr-history-size", parameter(default, "history_size"));
    values.count("pr-history-rows", parameter(default, "rows_per_transaction"));
    values.count("pr-history-every", history_holds(default));
    values.count("pr-history-thousand", parameter(default, "history_size") / 1_000);
    super::rows_of(
        &runs,
        &[
            ("history", 'r', &|run| grouped(parameter(run, "history_size"))),
            ("holds, transactions", 'r', &|run| grouped(history_holds(run))),
            ("cleared", 'r', &|run| format!("{} times", grouped(whole(run, "writeset_history_clears")))),
            PARALLELISM,
            ON_WORKERS,
        ],
    )
}

/// Transactions of which the history remembers the rows.
fn history_holds(run: &RunReport) -> u64 {
    parameter(run, "history_size") / parameter(run, "rows_per_transaction")
}

/// A unique value that goes from one row to another.
fn unique(values: &mut Values) -> String {
    let runs = preset("unique-key-handed-over").runs;
    let mut table = Table::new(&["hashed", "place", "transaction", "`last_committed`", "applied"], "lrlrr");
    for run in &runs {
        let keys =
            if choice(run, "writeset_keys") == "all" { "all unique keys" } else { "primary keys only" };
        let log = log(run);
        // From the moment on at which the replica has something to do.
        let start = *log.apply_from.iter().flatten().min().expect("something was applied");
        let ms = |time: Option<u64>| {
            let since = time.expect("it was applied") - start;
            format!("{} ms", ratio(since, 1_000, u32::from(!since.is_multiple_of(1_000))))
        };
        for place in 0..log.rows.len() {
            let statement = match log.rows[place][0].as_str() {
                "users:1" => "delete user 1, *ann*",
                "users:2" => "insert user 2, *ann*",
                _ => "insert user 3, *bob*",
            };
            table.row(&[
                keys.to_owned(),
                log.sequence_number[place].to_string(),
                statement.to_owned(),
                log.last_committed[place].to_string(),
                format!("{} to {}", ms(log.apply_from[place]), ms(log.apply_to[place])),
            ]);
        }
    }
    let many = json!({ "clients": 16, "keys": 10_000, "unique_keys": 1, "writeset_keys": "primary-only" });
    let many = &source(&many, &[json!({})])[0];
    values.count("pr-wrong-many", whole(many, "wrong_results"));
    values.count("pr-wrong-transactions", whole(many, "transactions"));
    values.count("pr-wrong-keys", parameter(many, "keys"));
    table.file()
}
