//! `polardb-ddl`: redo by page against redo by record under parallel DDL, PolarDB for MySQL.
//!
//! One mechanism carries test 3 with the switch off. N statements write redo at N times the rate of one, the replica parses
//! at one rate of its own; what it has not parsed yet is its lag, and what lies in memory is what waits. A logged record a row
//! is 1,000 million records a statement, so parsing sets that rate: `parse_record_ps` decides from how many statements on the
//! replica falls behind, and hence all statuses.

use serde_json::{Value as Json, json};

use super::fit::{Fit, Goal, Search};
use super::model::{
    CheckSpec, ConstantSpec, Place, ReadingSpec, RowSpec, Status, Study, StudyExperiment, TableSpec, Value,
    decimal, whole, word,
};
use crate::report::MetricValue;

const OFF: &str = "off";
const ON: &str = "on";
const KEY_OFF: &str = "add primary key, off";
const KEY_ON: &str = "add primary key, on";
const OPTIMIZE_OFF: &str = "optimize table, off";
const OPTIMIZE_ON: &str = "optimize table, on";
const MERGE_OFF: &str = "one merge, off";
const MERGE_ON: &str = "one merge, on";
const SAMPLE_OFF: &str = "sample sort, off";
const SAMPLE_ON: &str = "sample sort, on";

/// Sort memory of a statement: not published, so the largest that the server takes.
const BUFFER_BYTES: u64 = 4 << 30;

const STATEMENTS: [u64; 5] = [1, 2, 4, 6, 8];
const SIZES: [u64; 4] = [1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
const THREADS: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// A row of test 3: hundredths of CPU and memory per cent, reads a second, milliseconds.
struct Published {
    status: &'static str,
    rest: Option<(u64, u64, u64, u64)>,
}

const fn published(status: &'static str, cpu: u64, memory: u64, reads: u64, lag: u64) -> Published {
    Published { status, rest: Some((cpu, memory, reads, lag)) }
}

const TEST_3: [(&str, [Published; 5]); 2] = [
    (
        OFF,
        [
            published("normal", 420, 2_215, 9_243, 800),
            published("normal", 950, 2_355, 7_578, 14_670),
            published("unavailable", 1_030, 6_861, 7_669, 211_000),
            Published { status: "unavailable", rest: None },
            Published { status: "unavailable", rest: None },
        ],
    ),
    (
        ON,
        [
            published("normal", 186, 1_037, 10_965, 0),
            published("normal", 171, 1_080, 10_762, 730),
            published("normal", 176, 1_088, 10_305, 870),
            published("normal", 225, 1_100, 10_611, 930),
            published("normal", 236, 1_110, 10_751, 30),
        ],
    ),
];

/// The study.
pub(super) fn study() -> Study {
    let encodings = [("off", "physiological"), ("on", "page-image")];
    let mut experiments = Vec::new();
    for ((label, _), (_, encoding)) in TEST_3.iter().zip(encodings) {
        experiments.push(StudyExperiment { label, document: concurrent(encoding) });
    }
    for (labels, ddl, index) in [
        ([KEY_OFF, KEY_ON], "add-primary-key", json!([])),
        ([OPTIMIZE_OFF, OPTIMIZE_ON], "rebuild", json!([])),
    ] {
        for (label, (_, encoding)) in labels.into_iter().zip(encodings) {
            experiments.push(StudyExperiment { label, document: sizes(ddl, &index, encoding) });
        }
    }
    for (labels, sort) in [([MERGE_OFF, MERGE_ON], "merge"), ([SAMPLE_OFF, SAMPLE_ON], "sample")] {
        for (label, (_, encoding)) in labels.into_iter().zip(encodings) {
            experiments.push(StudyExperiment { label, document: threads(sort, encoding) });
        }
    }
    Study {
        name: "polardb-ddl",
        title: "Can one redo record a page keep a replica alive?",
        source: "The vendor's page on DDL physical replication optimization, PolarDB for MySQL 8.0.1.1.10: one primary and \
                 one read-only node on shared storage, 16 cores and 128 GB each, t0 with up to 1,000,000,000 rows.",
        why: "With a redo record for every row, four statements at once write faster than the replica can parse: it falls \
              behind until it is lost. With one record a page it follows eight.",
        experiments,
        tables: vec![test_3(OFF), test_3(ON), test_1(), test_2()],
        constants: constants(),
        readings: readings(),
        checks: checks(),
        fits: fits(),
    }
}

fn concurrent(encoding: &str) -> Json {
    let compare = STATEMENTS.map(|count| json!({ "concurrent_ddls": count }));
    json!({
        "lab": "replica-lag",
        "params": {
            "machine": "polardb", "network": "shared-storage", "table": "t0", "rows": 1_000_000_000_u64,
            "ddl": "add-index", "index": ["b"], "encoding": encoding, "replay": "drop",
            "redo_log_bytes": 1_u64 << 40, "flush_age_pct": 0, "buffer_pool_bytes": 96_u64 << 30,
            "kept_log_bytes": 5_794_000_000_u64, "parsed_redo_permille": 2_766,
            "replica_base_memory_bytes": 14_416_000_000_u64, "release_ms": 1_000
        },
        "compare": compare
    })
}

fn sizes(ddl: &str, index: &Json, encoding: &str) -> Json {
    json!({
        "lab": "parallel-ddl",
        "params": {
            "machine": "polardb", "table": "t0", "ddl": ddl, "index": index, "encoding": encoding,
            "redo_log_bytes": 1_u64 << 40, "buffer_pool_bytes": 96_u64 << 30, "buffer_bytes": BUFFER_BYTES
        },
        "compare": SIZES.map(|rows| json!({ "rows": rows }))
    })
}

fn threads(sort: &str, encoding: &str) -> Json {
    let compare = THREADS.map(|threads| json!({ "ddl_threads": threads, "read_threads": threads }));
    json!({
        "lab": "parallel-ddl",
        "params": {
            "machine": "polardb", "table": "t0", "rows": 1_000_000_000_u64, "ddl": "add-index", "index": ["b"],
            "encoding": encoding, "sort": sort,
            "redo_log_bytes": 1_u64 << 40, "buffer_pool_bytes": 96_u64 << 30, "buffer_bytes": BUFFER_BYTES
        },
        "compare": compare
    })
}

/// How a row of test 3 is called.
fn setting(switch: &str, statements: u64) -> String {
    format!("{switch}, {statements} DDL{}", if statements == 1 { "" } else { "s" })
}

fn test_3(switch: &'static str) -> TableSpec {
    let published = &TEST_3.iter().find(|(known, _)| *known == switch).expect("a switch").1;
    let mut rows = Vec::new();
    for (run, (published, statements)) in published.iter().zip(STATEMENTS).enumerate() {
        let row = |quantity, unit| {
            RowSpec::new(
                setting(switch, statements),
                quantity,
                unit,
                Place::new(switch, run).metric(quantity),
            )
        };
        rows.push(row("status", "").published(word(published.status)).within(1));
        let Some((cpu, memory, reads, lag)) = published.rest else {
            rows.extend([
                row("peak_lag_ms", "ms"),
                row("peak_memory_pct", "%"),
                row("peak_cpu_pct", "%"),
                row("peak_read_iops", "/s"),
            ]);
            continue;
        };
        rows.push(lag_row(row("peak_lag_ms", "ms"), switch, statements, lag));
        rows.push(memory_row(row("peak_memory_pct", "%").published(decimal(memory, 2)), switch, statements));
        let load = row("peak_cpu_pct", "%").published(decimal(cpu, 2)).fitted("log_poll_cpu_ns").within(25);
        rows.push(load);
        let poll = if switch == OFF { "log_poll_parse_ns" } else { "log_poll_ns" };
        rows.push(row("peak_read_iops", "/s").published(whole(reads)).fitted(poll).within(5).note(
            "Described, not explained: the published reads do not follow the redo. They look like a loop that asks the \
             storage for new log, and is slower while it parses.",
        ));
    }
    if switch == ON {
        rows.push(lag_share());
    }
    TableSpec {
        title: match switch {
            OFF => {
                "Test 3, switch off (a record a row): 1,000,000,000 rows, concurrent DDLs, the read-only node"
            }
            _ => "Test 3, switch on (a record a page)",
        },
        rows,
    }
}

/// The lag at four statements with the switch, as a share of that without it.
fn lag_share() -> RowSpec {
    let lag = |switch| Place::new(switch, 2).metric("peak_lag_ms");
    let hundredth = Value::Number(1).per(Value::Number(100), 2);
    RowSpec::new("4 DDLs, on / off", "lag ratio", "%", lag(ON).per(lag(OFF), 6).per(hundredth, 3))
        .published(decimal(4, 1))
        .status(Status::Granularity)
        .between(None, Some(decimal(5, 1)))
        .note("Published in words, of a lag that is reported to about a second.")
}

fn lag_row(row: RowSpec, switch: &str, statements: u64, lag: u64) -> RowSpec {
    let row = row.published(whole(lag));
    match (switch, statements) {
        (OFF, 2) => row.fitted("parse_record_ps").within(5).note(
            "Solved for: here the replica is 2 % too slow, and were it 1 % faster the lag would be half as long.",
        ),
        (OFF, 4) => row.fitted("parsed_redo_permille").within(5).note(
            "How far the replica falls behind until its memory is used up.",
        ),
        _ => row.status(Status::Granularity).between(None, Some(whole(999))).note(
            "The source reports lag to about a second: below that its values follow no order.",
        ),
    }
}

fn memory_row(row: RowSpec, switch: &str, statements: u64) -> RowSpec {
    let row = match (switch, statements) {
        (OFF, 1) => row.fitted("kept_log_bytes"),
        (OFF, 2) => row,
        (OFF, _) => row.fitted("parsed_redo_permille").note(
            "Taken before the node became unavailable: here memory reaches its limit, and the constant is chosen so that it \
             does so at 211 s of lag.",
        ),
        _ => row.fitted("replica_base_memory_bytes"),
    };
    row.within(5)
}

fn rows_text(rows: u64) -> &'static str {
    match rows {
        1_000_000 => "1M rows",
        10_000_000 => "10M rows",
        100_000_000 => "100M rows",
        _ => "1B rows",
    }
}

fn test_1() -> TableSpec {
    let mut rows = Vec::new();
    for label in [KEY_OFF, KEY_ON, OPTIMIZE_OFF, OPTIMIZE_ON] {
        for (run, size) in SIZES.into_iter().enumerate() {
            let setting = format!("{label}, {}", rows_text(size));
            rows.push(RowSpec::new(
                setting,
                "duration_ms",
                "ms",
                Place::new(label, run).metric("duration_ms"),
            ));
        }
    }
    TableSpec { title: "Test 1: one statement, four sizes (published as pictures)", rows }
}

fn test_2() -> TableSpec {
    let mut rows = Vec::new();
    for label in [MERGE_OFF, MERGE_ON, SAMPLE_OFF, SAMPLE_ON] {
        for (run, threads) in THREADS.into_iter().enumerate() {
            let setting = format!("{label}, {threads} thread{}", if threads == 1 { "" } else { "s" });
            rows.push(RowSpec::new(
                setting,
                "duration_ms",
                "ms",
                Place::new(label, run).metric("duration_ms"),
            ));
        }
    }
    TableSpec { title: "Test 2: ADD INDEX on 1,000,000,000 rows, by threads (published as pictures)", rows }
}

fn fits() -> Vec<Fit> {
    let row = |switch, statements, quantity: &str| format!("{}: {quantity}", setting(switch, statements));
    let of_off = |quantity| [1, 2, 4].map(|statements| row(OFF, statements, quantity)).to_vec();
    let of_on = |quantity| STATEMENTS.map(|statements| row(ON, statements, quantity)).to_vec();
    vec![
        Fit {
            title: "How fast the replica parses records",
            constants: vec![Search::new("parse_record_ps", 300_000, 400_000, 10)],
            experiments: vec![OFF],
            rows: vec![row(OFF, 2, "peak_lag_ms")],
            goal: Goal::Solve,
        },
        Fit {
            title: "Memory of redo",
            constants: vec![
                Search::new("parsed_redo_permille", 1_000, 6_000, 10),
                Search::new("kept_log_bytes", 1_000_000_000, 12_000_000_000, 10_000_000),
            ],
            experiments: vec![OFF],
            rows: vec![row(OFF, 1, "peak_memory_pct"), row(OFF, 4, "peak_lag_ms")],
            goal: Goal::LeastLargestError,
        },
        Fit {
            title: "Memory before redo",
            constants: vec![Search::new(
                "replica_base_memory_bytes",
                10_000_000_000,
                20_000_000_000,
                10_000_000,
            )],
            experiments: vec![ON],
            rows: of_on("peak_memory_pct"),
            goal: Goal::LeastLargestError,
        },
        Fit {
            title: "The replica's reads of the log",
            constants: vec![
                Search::new("log_poll_ns", 50_000, 150_000, 100),
                Search::new("log_poll_parse_ns", 0, 100_000, 100),
            ],
            experiments: vec![OFF, ON],
            rows: [of_off("peak_read_iops"), of_on("peak_read_iops")].concat(),
            goal: Goal::LeastLargestError,
        },
        Fit {
            title: "Processor time of a read of the log",
            constants: vec![Search::new("log_poll_cpu_ns", 10_000, 40_000, 100)],
            experiments: vec![OFF, ON],
            rows: [of_off("peak_cpu_pct"), of_on("peak_cpu_pct")].concat(),
            goal: Goal::LeastLargestError,
        },
    ]
}

fn constants() -> Vec<ConstantSpec> {
    let fits = fits();
    let rows = |constant: &str| {
        let fit = fits.iter().find(|fit| fit.constants.iter().any(|search| search.name == constant));
        fit.map_or_else(Vec::new, |fit| fit.rows.clone())
    };
    let fitted = |name, unit, run, meaning| {
        ConstantSpec::assumed(name, unit, Place::new(OFF, run), meaning).fitted_to(rows(name))
    };
    let assumed = |name, unit, meaning| ConstantSpec::assumed(name, unit, Place::new(OFF, 0), meaning);
    vec![
        fitted("parse_record_ps", "ps", 1, "Scanning and parsing one redo record on the replica."),
        fitted(
            "parsed_redo_permille",
            "",
            0,
            "Bytes of memory that 1,000 bytes of redo take once they are on the replica.",
        ),
        fitted(
            "kept_log_bytes",
            "B",
            0,
            "Parsed redo that stays in memory until newer redo pushes it out, in bytes of log. That there is such a buffer is assumed.",
        ),
        fitted("replica_base_memory_bytes", "B", 0, "Memory of the replica before any redo comes."),
        fitted("log_poll_ns", "ns", 0, "Time from one read of the log to the next while nothing is parsed."),
        fitted("log_poll_parse_ns", "ns", 0, "How much longer that is while redo is parsed all the time."),
        fitted("log_poll_cpu_ns", "ns", 0, "Processor time of such a read."),
        assumed(
            "memory_limit_pct",
            "%",
            "The rule for unavailable: just above the 68.61 % of the last row before it.",
        ),
        assumed(
            "load_row_ns",
            "ns",
            "Taking a row from the last merge into its page: with the rest of the load, about 700 s a statement.",
        ),
        assumed("encode_record_ns", "ns", "Encoding one redo record on the primary."),
        assumed("parse_ps_per_byte", "ps", "Scanning one redo byte on the replica."),
        ConstantSpec::assumed(
            "buffer_bytes",
            "B",
            Place::new(MERGE_OFF, 0),
            "Sort memory of a statement: not published.",
        )
        .of("tests 1 and 2"),
        assumed("release_ms", "ms", "Time after which redo that need not be kept gives its memory back."),
        assumed("replica_cores", "", "Processors of the replica.").published(),
        assumed("replica_memory_bytes", "B", "Memory of the replica.").published(),
    ]
}

fn readings() -> Vec<ReadingSpec> {
    // Time with the switch on as a share of the time with it off, at the largest size.
    let share = |on, off| {
        let hundred = Value::Number(1).per(Value::Number(100), 2);
        let time = |label| Place::new(label, 3).metric("duration_ms");
        time(on).per(time(off), 6).per(hundred, 1)
    };
    let reading = |text, published: MetricValue, engine| ReadingSpec { text, published, unit: "%", engine };
    vec![
        reading(
            "ADD PRIMARY KEY: the time falls to 20.6 % of what it was",
            decimal(206, 1),
            share(KEY_ON, KEY_OFF),
        ),
        reading("ADD PRIMARY KEY: the time falls by 20.6 %", decimal(794, 1), share(KEY_ON, KEY_OFF)),
        reading(
            "OPTIMIZE TABLE: the time falls to 20.6 % of what it was",
            decimal(206, 1),
            share(OPTIMIZE_ON, OPTIMIZE_OFF),
        ),
        reading(
            "OPTIMIZE TABLE: the time falls by 20.6 %",
            decimal(794, 1),
            share(OPTIMIZE_ON, OPTIMIZE_OFF),
        ),
    ]
}

fn checks() -> Vec<CheckSpec> {
    let cpu = |label, run| Place::new(label, run).metric("peak_cpu_pct");
    let mut chains =
        vec![(0..3).map(|run| cpu(OFF, run)).collect::<Vec<_>>(), (1..5).map(|run| cpu(ON, run)).collect()];
    chains.extend((0..3).map(|run| vec![cpu(ON, run), cpu(OFF, run)]));
    vec![CheckSpec {
        text: "CPU in the published order: off does not fall with the statements, on rises from 2 to 8, off is above on",
        chains,
        note: "Published, off rises from 2 to 4. Here it cannot: from 2 statements on the one thread that parses is busy all \
               the time, and the engine has nothing else on this node that would work more.",
    }]
}
