//! `mariadb-log-optimize-ddl`: redo volume and time of logged and unlogged builds (MDEV-19747, MDEV-23720).
//!
//! Not to log a build saves its redo, but every page must then be written before the statement ends. With a log large enough
//! for the redo, the logged statement leaves its pages to be written later, and can be the faster one: for seven indexes it is,
//! for the rebuilt table it is not. With a small log the logged statement must write pages too, and both come out alike.
//!
//! Why seven indexes cost more to flush than three times their pages in one table is **assumed**: each index is flushed on
//! its own and walks the list of dirty pages past those of all the others.

use serde_json::{Value as Json, json};

use super::fit::Fit;
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
              indexes; with a small one both wait for the same pages.",
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
            "redo_log_bytes": redo_log_bytes, "buffer_pool_bytes": 1_u64 << 30, "ddl_threads": 1, "read_threads": 1
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
                .note("Published as the difference of 3.3 and 2.5 GiB, both rounded to 0.1."),
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

fn seconds(experiment: &'static str, run: usize) -> Value {
    Place::new(experiment, run).metric("duration_ms").per(Value::Number(1_000), 1)
}

fn times() -> TableSpec {
    let mut rows = Vec::new();
    for (run, (setting, published)) in TIMES.into_iter().enumerate() {
        let row = RowSpec::new(format!("{setting}, large log"), "duration", "s", seconds(LARGE, run));
        rows.push(row.published(decimal(published, 1)));
    }
    for (run, (setting, _)) in TIMES.into_iter().enumerate() {
        rows.push(RowSpec::new(format!("{setting}, small log"), "duration", "s", seconds(SMALL, run)));
    }
    TableSpec { title: "Time of 1,000,000 rows (MDEV-23720)", rows }
}

fn ratios() -> TableSpec {
    let ratio = |experiment, run| seconds(experiment, run).per(seconds(experiment, run + 1), 2);
    let row = |setting, experiment, run| RowSpec::new(setting, "ratio", "", ratio(experiment, run));
    let alike = |row: RowSpec| row.between(Some(decimal(80, 2)), Some(decimal(125, 2)));
    TableSpec {
        title: "Unlogged divided by logged",
        rows: vec![
            row("ADD INDEX, large log", LARGE, 0).published(decimal(227, 2)).between(Some(decimal(15, 1)), None).note(
                "Assumed mechanism: a flush for one index passes the dirty pages of the others in the flush list, again \
                 and again; not checked on a server.",
            ),
            row("FORCE, large log", LARGE, 2).published(decimal(91, 2)).between(Some(decimal(8, 1)), Some(decimal(11, 1))),
            alike(row("ADD INDEX, small log", SMALL, 0)).note("Published in words: they come out alike."),
            alike(row("FORCE, small log", SMALL, 2)).note("Published in words: they come out alike."),
        ],
    }
}

fn fits() -> Vec<Fit> {
    vec![]
}

fn constants() -> Vec<ConstantSpec> {
    let place = Place::new(LARGE, 0);
    vec![
        ConstantSpec::assumed(
            "flush_list_visit_ns",
            "ns",
            place,
            "Passing one dirty page of another index in the flush list.",
        ),
        ConstantSpec::assumed(
            "flush_batch_pages",
            "pages",
            place,
            "Pages that one round of flushing writes before it starts again.",
        ),
        ConstantSpec::assumed("log_ps_per_byte", "ps", place, "Putting a redo byte into the log."),
    ]
}

fn checks() -> Vec<CheckSpec> {
    let redo = |run| Place::new(FORMATS, run).metric("redo_bytes");
    vec![
        CheckSpec {
            text: "The physical format writes slightly more redo than the physiological one",
            chains: vec![vec![redo(1), redo(0)]],
            note: "Published in words, of row-by-row logging in general. A bulk build's physical redo comes out smaller here.",
        },
        CheckSpec {
            text: "FORCE by COPY writes slightly less redo than the native rebuild",
            chains: vec![vec![redo(2), redo(0)]],
            note: "Published in words.",
        },
    ]
}
