//! `mariadb-log-optimize-ddl`: redo volume and time of logged and unlogged builds (MDEV-19747, MDEV-23720).
//!
//! Not to log a build saves its redo, but every page must then be written before the statement ends. The logged statement leaves
//! its pages to be written later, and can be the faster one: with a large log it is for seven indexes, and is not for the rebuilt
//! table. With a small log both come out alike, and not because the logged statement waits: on this disk the page cleaner keeps up,
//! and no row waits for log space. A small log leaves fewer dirty pages of others before, so the unlogged build's flush is cheaper.
//!
//! Why seven indexes cost more to flush than three times their pages in one table is **assumed**: each index is flushed on its own
//! and walks, round after round, past the dirty pages that were there before. A rebuilt table needs more pages than the pool has,
//! so those older ones are long gone when its flush begins.

use serde_json::{Value as Json, json};

use super::fit::{Fit, Goal, Search};
use super::model::{
    CheckSpec, ConstantSpec, Place, RowSpec, Study, StudyExperiment, TableSpec, Value, decimal, whole,
};

const MEASURED: &str = "redo, 16 KiB pages";
const FORMATS: &str = "redo by format, 4 KiB pages";
const LARGE: &str = "large log";
const SMALL: &str = "small log";

/// The study.
pub(super) fn study() -> Study {
    Study {
        name: "mariadb-log-optimize-ddl",
        title: "Is it faster not to log an index build?",
        source: "MDEV-19747 (100,000 and 1,000,000 rows, a key and seven texts, 4 KiB pages) and MDEV-23720 (MariaDB 10.2, RAM \
                 disk); redo measured on MariaDB 10.11.",
        why: "An unlogged build must write all its pages before it ends. With a large log the logged build is faster for seven \
              indexes. A small log allows fewer dirty pages of others before the build: its flush passes fewer of them, and \
              both come out alike.",
        experiments: vec![
            StudyExperiment { label: MEASURED, document: measured() },
            StudyExperiment { label: FORMATS, document: formats() },
            StudyExperiment { label: LARGE, document: timed(1 << 30) },
            StudyExperiment { label: SMALL, document: timed(96 << 20) },
        ],
        tables: vec![redo(), sizes(), times(), ratios()],
        constants: constants(),
        readings: vec![],
        checks: checks(),
        fits: fits(),
    }
}

fn measured() -> Json {
    json!({
        "lab": "redo-volume",
        "params": { "table": "mdev-19747", "rows": 100_000 },
        "compare": [{ "ddl": "add-index" }, { "ddl": "rebuild" }]
    })
}

fn formats() -> Json {
    json!({
        "lab": "redo-volume",
        "params": { "table": "mdev-19747", "rows": 20_000, "page_size": 4_096 },
        "compare": [
            { "ddl": "rebuild", "encoding": "physical" }, { "ddl": "rebuild", "encoding": "physiological" },
            { "ddl": "copy", "encoding": "physical" }, { "ddl": "copy", "encoding": "physiological" }
        ]
    })
}

/// ADD INDEX and FORCE, each unlogged and logged.
fn timed(redo_log_bytes: u64) -> Json {
    json!({
        "lab": "parallel-ddl",
        "params": {
            "machine": "mdev-23720", "table": "mdev-19747", "rows": 1_000_000, "page_size": 4_096,
            "work": "scaled", "redo_log_bytes": redo_log_bytes, "buffer_pool_bytes": 1_u64 << 30,
            "dirty_pct_before": 60, "ddl_threads": 1, "read_threads": 1, "buffer_bytes": 7 << 20,
            "disk_iops": 50_000
        },
        "compare": [
            { "ddl": "add-index", "encoding": "unlogged" }, { "ddl": "add-index", "encoding": "physiological" },
            { "ddl": "rebuild", "encoding": "unlogged" }, { "ddl": "rebuild", "encoding": "physiological" }
        ]
    })
}

fn redo() -> TableSpec {
    let row = |setting, run, published| {
        RowSpec::new(setting, "redo_bytes", "B", Place::new(MEASURED, run).metric("redo_bytes"))
            .published(whole(published))
            .within(1)
            .note("Counted on real bytes; measured on MariaDB 10.11.")
    };
    TableSpec {
        title: "Redo of 100,000 rows, 16 KiB pages",
        rows: vec![row("ADD INDEX", 0, 18_911_585), row("FORCE", 1, 202_694_474)],
    }
}

fn sizes() -> TableSpec {
    let gibibytes = |run| {
        let pages = |name| Place::new(LARGE, run).metric(name);
        Value::Sum(vec![pages("leaf_pages"), pages("internal_pages")])
            .per(Value::Number((1 << 30) / 4_096), 2)
    };
    TableSpec {
        title: "Size of 1,000,000 rows, 4 KiB pages",
        rows: vec![
            RowSpec::new("the seven indexes", "size", "GiB", gibibytes(0))
                .published(decimal(8, 1))
                .note("Published as the growth of the file from 2.5 to 3.3 GiB, both rounded to 0.1: pages that were free in it do not count."),
            RowSpec::new("table and indexes, rebuilt", "size", "GiB", gibibytes(2)).note(
                "Published is the file before: 3.3 GiB, with the pages that row-by-row inserts left emptier.",
            ),
        ],
    }
}

/// The four published times, in tenths of a second: experiment's run, setting, time.
const TIMES: [(&str, u64); 4] = [
    ("ADD INDEX, unlogged", 644),
    ("ADD INDEX, logged", 284),
    ("FORCE, unlogged", 406),
    ("FORCE, logged", 448),
];

/// The constant that weighs most in each of them.
const CHOSEN_BY: [&str; 4] = ["flush_list_visit_ns", "load_row_ns", "load_row_ns", "log_ps_per_byte"];

fn seconds(experiment: &'static str, run: usize) -> Value {
    Place::new(experiment, run).metric("duration_ms").per(Value::Number(1_000), 1)
}

fn times() -> TableSpec {
    let mut rows = Vec::new();
    for (run, (setting, published)) in TIMES.into_iter().enumerate() {
        let row = RowSpec::new(format!("{setting}, large log"), "duration", "s", seconds(LARGE, run));
        rows.push(row.published(decimal(published, 1)).fitted(CHOSEN_BY[run]));
    }
    for (run, (setting, _)) in TIMES.into_iter().enumerate() {
        rows.push(RowSpec::new(format!("{setting}, small log"), "duration", "s", seconds(SMALL, run)));
    }
    TableSpec { title: "Time of 1,000,000 rows (MDEV-23720)", rows }
}

/// What the rows of the small log show.
const ALIKE: &str = "Published in words: they come out alike. Here no statement waits for log space: the logged times hardly \
                     change with the log, and the unlogged ones fall, as their flushes pass fewer dirty pages of others.";

fn ratios() -> TableSpec {
    let ratio = |experiment, run| seconds(experiment, run).per(seconds(experiment, run + 1), 2);
    let row = |setting, experiment, run| RowSpec::new(setting, "ratio", "", ratio(experiment, run));
    let alike = |row: RowSpec| row.between(Some(decimal(80, 2)), Some(decimal(125, 2)));
    TableSpec {
        title: "Unlogged divided by logged",
        rows: vec![
            row("ADD INDEX, large log", LARGE, 0).published(decimal(227, 2)).fitted("flush_list_visit_ns").between(Some(decimal(15, 1)), None).note(
                "Assumed mechanism: the flush of one index passes older dirty pages in the flush list, again and again; \
                 not checked on a server.",
            ),
            row("FORCE, large log", LARGE, 2)
                .published(decimal(91, 2))
                .fitted("log_ps_per_byte")
                .between(Some(decimal(8, 1)), Some(decimal(11, 1))),
            alike(row("ADD INDEX, small log", SMALL, 0)).note(ALIKE),
            alike(row("FORCE, small log", SMALL, 2)).note(ALIKE),
        ],
    }
}

/// The rows of the published times.
fn timed_rows() -> Vec<String> {
    TIMES.iter().map(|(setting, _)| format!("{setting}, large log: duration")).collect()
}

fn fits() -> Vec<Fit> {
    vec![Fit {
        title: "Four times from three constants",
        constants: vec![
            Search::new("load_row_ns", 200, 4_000, 10),
            Search::new("log_ps_per_byte", 1_000, 20_000, 50),
            Search::new("flush_list_visit_ns", 0, 400, 1),
        ],
        experiments: vec![LARGE],
        rows: timed_rows(),
        goal: Goal::LeastLargestError,
    }]
}

fn constants() -> Vec<ConstantSpec> {
    let constant = |name, unit, meaning| ConstantSpec::assumed(name, unit, Place::new(LARGE, 0), meaning);
    vec![
        constant("load_row_ns", "ns", "Taking a row from the last merge into its page.").fitted_to(timed_rows()),
        constant("log_ps_per_byte", "ps", "Putting a redo byte into the log, and the log onto the RAM disk.")
            .fitted_to(timed_rows()),
        constant(
            "flush_list_visit_ns",
            "ns",
            "Passing one older dirty page in the flush list. That this is what makes seven flushes dear is assumed.",
        )
        .fitted_to(timed_rows()),
        constant("flush_batch_pages", "pages", "Pages that one round of flushing writes before it starts again."),
        constant("dirty_pct_before", "%", "Share of the pool that was dirty before: not published."),
        constant("redo_log_bytes", "B", "The large log: its size is not published."),
        constant("buffer_bytes", "B", "Sort buffers: 1 MiB an index, the server's default."),
        constant("merge_row_ns", "ns", "Taking a row through one merge pass."),
        constant("encode_record_ns", "ns", "Encoding a redo record."),
        constant("disk_iops", "/s", "Pages that the RAM disk writes a second."),
        constant("buffer_pool_bytes", "B", "The buffer pool of 1,000,000 rows in MDEV-19747.").published(),
    ]
}

fn checks() -> Vec<CheckSpec> {
    let redo = |run| Place::new(FORMATS, run).metric("redo_bytes");
    vec![
        CheckSpec {
            text: "The physical format writes slightly more redo than the physiological one",
            chains: vec![vec![redo(1), redo(0)]],
            note: "Published in words. Not so here: of a rebuild the physical format writes 2 % less, as it copies what a record \
                   shares with the one before.",
        },
        CheckSpec {
            text: "FORCE by COPY writes slightly less redo than the native rebuild",
            chains: vec![vec![redo(2), redo(0)]],
            note: "Published in words.",
        },
    ]
}
