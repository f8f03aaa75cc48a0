//! `mysql-parallel-ddl`: what threads and buffer do for an index build in MySQL 8.0.28.
//!
//! ```text
//! time = one loader and all else that does not scale + passes x one merge pass / threads
//! ```
//!
//! The published buffer arithmetic gives 4, 3, 2, 1, 0 and 0 merge passes for the six settings, so two constants carry the
//! table: what a row costs in a merge pass, and what it costs the one loader. The second table comes from another machine and
//! another table and has constants of its own.

use serde_json::{Value as Json, json};

use super::fit::{Fit, Goal, Search};
use super::model::{
    ConstantSpec, Origin, Place, ReadingSpec, RowSpec, Study, StudyExperiment, TableSpec, Value, decimal,
    whole,
};
use crate::bulk_load::buffers::FURTHER_THREAD_PERMILLE;

const SIX: &str = "six settings";
const EIGHT: &str = "eight settings";
const THREE_INDEXES: &str = "three indexes";

/// DDL threads, buffer in MiB, reading threads, most memory in MiB, hundredths of a second.
const SIX_SETTINGS: [(u64, u64, u64, u64, u64); 6] = [
    (1, 512, 1, 513, 41_421),
    (2, 1_024, 2, 1_230, 25_208),
    (4, 2_048, 4, 2_735, 22_301),
    (8, 4_096, 8, 5_791, 19_963),
    (16, 8_192, 16, 5_975, 19_233),
    (32, 16_384, 32, 6_084, 19_111),
];

/// Buffer in bytes, DDL threads, reading threads, hundredths of a second.
const EIGHT_SETTINGS: [(u64, u64, u64, u64); 8] = [
    (1_048_576, 4, 4, 54_068),
    (104_857_600, 8, 8, 24_836),
    (1_048_576_000, 8, 8, 18_919),
    (1_048_576_000, 16, 16, 18_741),
    (1_048_576_000, 16, 8, 18_412),
    (1_048_576_000, 12, 4, 18_879),
    (1_048_576_000, 4, 12, 18_595),
    (1_048_576_000, 4, 4, 19_224),
];

const FURTHER_THREAD: &str = "further_thread_permille";

/// The study.
pub(super) fn study() -> Study {
    Study {
        name: "mysql-parallel-ddl",
        title: "What do threads and memory do for an index build?",
        source: "Measurements of MySQL 8.0.28: sysbench table of 50,000,000 rows, ADD INDEX on c CHAR(120), 24 GB of \
                 buffer pool; Oracle's table of 16 cores (airportdb.booking); MySQL bug 110872.",
        why: "Threads share scanning, sorting and merging, but one loader builds the index: the speed-up ends at about 2. \
              A buffer that leaves fewer runs to merge saves more than threads do.",
        experiments: vec![
            StudyExperiment { label: SIX, document: six_settings() },
            StudyExperiment { label: EIGHT, document: eight_settings() },
            StudyExperiment { label: THREE_INDEXES, document: three_indexes() },
        ],
        tables: vec![times(), memory(), second_machine(), statements()],
        constants: constants(),
        readings: readings(),
        checks: vec![],
        fits: vec![first_fit(), second_fit()],
    }
}

fn six_settings() -> Json {
    let settings = SIX_SETTINGS.map(|(threads, buffer, readers, ..)| {
        json!({ "ddl_threads": threads, "buffer_bytes": buffer << 20, "read_threads": readers })
    });
    json!({
        "lab": "parallel-ddl",
        "params": {
            "machine": "mysql-study", "table": "sbtest1", "rows": 50_000_000, "ddl": "add-index", "index": ["c"],
            "encoding": "unlogged", "buffer_pool_bytes": 24_u64 << 30, "disk_mb_per_s": 10_000
        },
        "compare": settings
    })
}

fn eight_settings() -> Json {
    let settings = EIGHT_SETTINGS.map(|(buffer, threads, readers, _)| {
        json!({ "ddl_threads": threads, "buffer_bytes": buffer, "read_threads": readers })
    });
    let column = |name: &str, kind: &str| json!({ "name": name, "type": kind, "values": "uniform" });
    let booking = json!({
        "columns": [
            { "name": "booking_id", "type": "INT", "values": "sequential" },
            column("flight_id", "INT"), column("seat", "CHAR(4)"), column("passenger_id", "INT")
        ],
        "primary_key": ["booking_id"]
    });
    json!({
        "lab": "parallel-ddl",
        "params": {
            "machine": "mysql-study-16-cores", "table": booking, "rows": 54_304_619, "ddl": "add-index",
            "index": ["flight_id,seat,passenger_id"], "encoding": "unlogged"
        },
        "compare": settings
    })
}

fn three_indexes() -> Json {
    json!({
        "lab": "parallel-ddl",
        "params": {
            "machine": "mysql-study", "table": "sbtest1", "rows": 10_000_000, "ddl": "add-index",
            "index": ["k", "k,c", "c"], "encoding": "unlogged"
        },
        "compare": [{ "statements": "one" }, { "statements": "serial" }, { "statements": "concurrent" }]
    })
}

fn setting((threads, buffer, ..): (u64, u64, u64, u64, u64)) -> String {
    let plural = if threads == 1 { "" } else { "s" };
    match buffer {
        512 => format!("{threads} thread{plural}, 512 MiB"),
        _ => format!("{threads} thread{plural}, {} GiB", buffer >> 10),
    }
}

/// A run's time in seconds, to the hundredth.
fn seconds(place: Place) -> Value {
    place.metric("duration_ms").per(Value::Number(1_000), 2)
}

fn times() -> TableSpec {
    let rows = SIX_SETTINGS.iter().enumerate().map(|(run, &row)| {
        RowSpec::new(setting(row), "duration", "s", seconds(Place::new(SIX, run)))
            .published(decimal(row.4, 2))
            .fitted(if row.0 <= 8 { "merge_row_ns" } else { "load_row_ns" })
            .within(5)
    });
    TableSpec { title: "Time of ADD INDEX, 50,000,000 rows", rows: rows.collect() }
}

fn memory() -> TableSpec {
    let rows = SIX_SETTINGS.iter().enumerate().map(|(run, &row)| {
        let mebibytes = Place::new(SIX, run).metric("peak_memory_bytes").per(Value::Number(1 << 20), 0);
        let shown = RowSpec::new(setting(row), "peak_memory", "MiB", mebibytes).published(whole(row.3));
        match row.0 {
            1 => shown.within(3).note("One share of the buffer, unfitted."),
            2..=8 => shown.fitted(FURTHER_THREAD).within(10),
            _ => shown.within(3).note(
                "The buffer is larger than what there is to sort: memory ends at the size of all sort entries, unfitted.",
            ),
        }
    });
    TableSpec { title: "Most memory of the statement", rows: rows.collect() }
}

fn second_machine() -> TableSpec {
    let rows = EIGHT_SETTINGS.iter().enumerate().map(|(run, &(buffer, threads, readers, published))| {
        let buffer = match buffer >> 20 {
            1 => "1 MiB",
            100 => "100 MiB",
            _ => "1,000 MiB",
        };
        let setting = format!("{buffer}, {threads} threads, {readers} reading");
        let row = RowSpec::new(setting, "duration", "s", seconds(Place::new(EIGHT, run)))
            .published(decimal(published, 2))
            .within(5);
        match run {
            0 => row.fitted("merge_row_ns"),
            2 => row.fitted("load_row_ns"),
            _ => row,
        }
    });
    TableSpec { title: "Time on another machine with 16 cores, another table", rows: rows.collect() }
}

fn statements() -> TableSpec {
    let time = |run| seconds(Place::new(THREE_INDEXES, run));
    let ratio = |run| time(run).per(time(1), 3);
    TableSpec {
        title: "Three indexes (bug 110872), each time divided by that of three statements one after another",
        rows: vec![
            RowSpec::new("one ALTER", "ratio", "", ratio(0))
                .published(decimal(630, 3))
                .between(None, Some(decimal(9, 1)))
                .note("One ALTER scans the table once. How much that saves depends on the table, which is not published."),
            RowSpec::new("three at once", "ratio", "", ratio(2))
                .published(decimal(1_005, 3))
                .within(1)
                .note("They take the table's metadata lock in turn."),
        ],
    }
}

fn names(table: &TableSpec) -> Vec<String> {
    table.rows.iter().map(RowSpec::name).collect()
}

fn first_fit() -> Fit {
    Fit {
        title: "The first machine's merge pass and loader",
        constants: vec![
            Search::new("load_row_ns", 2_500, 4_500, 10),
            Search::new("merge_row_ns", 500, 1_500, 10),
        ],
        experiments: vec![SIX],
        rows: names(&times()),
        goal: Goal::LeastLargestError,
    }
}

fn second_fit() -> Fit {
    let rows = names(&second_machine());
    Fit {
        title: "The second machine's merge pass and loader",
        constants: vec![
            Search::new("load_row_ns", 2_500, 4_500, 10),
            Search::new("merge_row_ns", 1_000, 4_000, 10),
        ],
        experiments: vec![EIGHT],
        rows: vec![rows[0].clone(), rows[2].clone()],
        goal: Goal::LeastLargestError,
    }
}

fn constants() -> Vec<ConstantSpec> {
    const MERGE: &str = "Taking a row through one merge pass of the sorted runs; threads share this work.";
    const LOAD: &str =
        "Taking a row from the last merge into its page: one loader an index, however many threads.";
    let first = Place::new(SIX, 0);
    let second = Place::new(EIGHT, 0);
    let second_rows = second_fit().rows;
    let memory_rows = names(&memory())[1..4].to_vec();
    vec![
        ConstantSpec::assumed("load_row_ns", "ns", first, LOAD)
            .of("first machine")
            .fitted_to(names(&times())),
        ConstantSpec::assumed("merge_row_ns", "ns", first, MERGE)
            .of("first machine")
            .fitted_to(names(&times())),
        ConstantSpec::assumed("load_row_ns", "ns", second, LOAD)
            .of("second machine")
            .fitted_to(second_rows.clone()),
        ConstantSpec::assumed("merge_row_ns", "ns", second, MERGE)
            .of("second machine")
            .fitted_to(second_rows),
        ConstantSpec::assumed(
            "disk_mb_per_s",
            "MB/s",
            first,
            "Temporary files of sorted runs: fast, as if they stayed in the server's page cache.",
        )
        .of("first machine"),
        ConstantSpec {
            name: FURTHER_THREAD,
            setting: "",
            value: Value::Number(FURTHER_THREAD_PERMILLE),
            unit: "",
            origin: Origin::Fitted,
            fitted_to: memory_rows,
            meaning: "What each thread beyond the first adds to the statement's memory, in thousandths of its share of \
                      the buffer. Why it is more than 1,000 is not known.",
        },
    ]
}

fn readings() -> Vec<ReadingSpec> {
    vec![
        ReadingSpec {
            text: "The speed-up ends at 2.17: one loader is the serial part.",
            published: decimal(217, 2),
            unit: "",
            engine: seconds(Place::new(SIX, 0)).per(seconds(Place::new(SIX, 5)), 2),
        },
        ReadingSpec {
            text: "On the second machine the buffer alone gives 2.8 times.",
            published: decimal(281, 2),
            unit: "",
            engine: seconds(Place::new(EIGHT, 0)).per(seconds(Place::new(EIGHT, 7)), 2),
        },
    ]
}
