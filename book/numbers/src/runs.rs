//! Experiments of the book, each run once.

use std::collections::HashMap;

use redo_lab::experiment::parse_text;
use redo_lab::lab::Run;
use redo_lab::report::{Report, RunReport};
use serde_json::{Value, json};

/// Rows' worth of work between two looks at a run.
const STEP: u64 = 1_000_000;

/// Encodings in the order of the book's tables: name in documents, compression, and heading.
pub const ENCODINGS: [(&str, &str, &str); 6] = [
    ("physiological", "none", "physiological"),
    ("list-copy", "none", "list copy"),
    ("physical", "none", "physical"),
    ("page-image", "none", "page image"),
    ("page-image", "lz4", "image, LZ4"),
    ("unlogged", "none", "unlogged"),
];

/// A statement on a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// Name of the table.
    pub table: &'static str,
    /// The statement, as documents call it.
    pub ddl: &'static str,
    /// The secondary indexes that it builds.
    pub index: &'static [&'static str],
    /// Rows of the table.
    pub rows: u64,
    /// In which order rows arrive, where that matters.
    pub insert_order: &'static str,
}

impl Statement {
    /// A statement to which the order of rows is no matter.
    pub const fn bulk(
        table: &'static str,
        ddl: &'static str,
        index: &'static [&'static str],
        rows: u64,
    ) -> Self {
        Self { table, ddl, index, rows, insert_order: "primary-key" }
    }

    /// The parameters of a run in an encoding.
    pub fn params(&self, encoding: &str, compression: &str) -> Value {
        json!({
            "table": self.table, "ddl": self.ddl, "index": self.index, "rows": self.rows,
            "insert_order": self.insert_order,
            "encoding": encoding, "compression": compression,
        })
    }

    /// Runs it in each of [`ENCODINGS`].
    pub fn in_every_encoding(&self, runs: &mut Runs) -> Vec<RunReport> {
        ENCODINGS
            .iter()
            .map(|(encoding, compression, _)| runs.one(&self.params(encoding, compression)))
            .collect()
    }

    /// The statement in SQL, shortened.
    pub fn sql(&self) -> String {
        match (self.ddl, self.index) {
            ("add-index", index) => format!("ADD INDEX ({})", index.join("), (")),
            ("add-primary-key", _) => "ADD PRIMARY KEY".to_owned(),
            ("rebuild", _) => "FORCE".to_owned(),
            ("bulk-insert", _) => "INSERT into the empty table".to_owned(),
            ("insert", []) => "INSERT, key order, no index".to_owned(),
            ("insert", _) => format!("INSERT, {} order", self.insert_order.replace("primary-key", "key")),
            (other, _) => other.to_owned(),
        }
    }
}

/// Reports by the text of their parameters.
#[derive(Default)]
pub struct Runs {
    known: HashMap<String, RunReport>,
}

impl Runs {
    /// The report of a run with these parameters; what is absent has its default.
    ///
    /// # Panics
    /// If the engine refuses them: the book's experiments are right.
    pub fn one(&mut self, params: &Value) -> RunReport {
        let key = params.to_string();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let report = report_of(&json!({ "lab": "redo-volume", "params": params }));
        let run = report.runs.into_iter().next().expect("an experiment without variants is one run");
        self.known.insert(key, run.clone());
        run
    }
}

/// Runs a whole document.
///
/// # Panics
/// If the engine refuses it.
pub fn report_of(document: &Value) -> Report {
    let document = parse_text(&document.to_string()).expect("documents of the book are JSON");
    let mut run = Run::new(&document).expect("documents of the book are right");
    while !run.step(STEP).expect("the engine runs the book's experiments").done {}
    run.report()
}

/// A metric that is a whole number.
///
/// # Panics
/// If there is none of that name.
pub fn whole(run: &RunReport, metric: &str) -> u64 {
    run.whole(metric).unwrap_or_else(|| panic!("{} has no metric {metric}", run.label))
}
