//! Redo of whole statements in every encoding.

use redo_lab::report::{RunReport, Sentence};

use crate::markdown::{Table, Values, file, grouped, ratio};
use crate::runs::{ENCODINGS, Runs, Statement, whole};

/// Rows of the chapter's tables.
const ROWS: u64 = 100_000;

/// The chapter's first experiment, the preset `t0-100k`.
pub const FIRST: Statement = Statement::bulk("t0", "add-index", &["b"], ROWS);

const T0_PRIMARY: Statement = Statement::bulk("t0", "add-primary-key", &[], ROWS);
const SBTEST_K: Statement = Statement::bulk("sbtest1", "add-index", &["k"], ROWS);
const SBTEST_C: Statement = Statement::bulk("sbtest1", "add-index", &["c"], ROWS);
const SBTEST_PRIMARY: Statement = Statement::bulk("sbtest1", "add-primary-key", &[], ROWS);

/// The indexes of the report MDEV-19747.
pub const SEVEN: &[&str] = &["b", "c", "d", "e(10)", "f(4)", "g(5)", "h(5)"];
const SEVEN_INDEXES: Statement = Statement::bulk("mdev-19747", "add-index", SEVEN, ROWS);
const FORCE: Statement = Statement::bulk("mdev-19747", "rebuild", SEVEN, ROWS);

/// The statements of the large table, with a short name for values.
const STATEMENTS: [(Statement, &str); 7] = [
    (FIRST, "t0-b"),
    (T0_PRIMARY, "t0-primary"),
    (SBTEST_K, "sbtest-k"),
    (SBTEST_C, "sbtest-c"),
    (SBTEST_PRIMARY, "sbtest-primary"),
    (SEVEN_INDEXES, "mdev-seven"),
    (FORCE, "mdev-force"),
];

/// What stands in place of the chapter's first lab where scripts do not run: its table and its sentence.
pub fn lab_fallback(runs: &mut Runs, values: &mut Values) -> String {
    // The lab's preset has the five encodings, without compression.
    let reports = FIRST.in_every_encoding(runs);
    let shown: Vec<(&str, &RunReport)> = ENCODINGS
        .iter()
        .zip(&reports)
        .filter(|((_, compression, _), _)| *compression == "none")
        .map(|((_, _, heading), run)| (*heading, run))
        .collect();
    let mut table = Table::new(
        &["", "encoding", "redo bytes", "bytes a row", "records to apply", "pages to read"],
        "llrrrr",
    );
    for (column, (heading, run)) in ('A'..).zip(&shown) {
        table.row(&[
            column.to_string(),
            (*heading).to_owned(),
            grouped(whole(run, "redo_bytes")),
            per_row(run, 1),
            grouped(whole(run, "replica_records_applied")),
            grouped(whole(run, "replica_page_reads")),
        ]);
    }
    let all: Vec<RunReport> = shown.iter().map(|(_, run)| (*run).clone()).collect();
    let sentence = Sentence::of("redo-volume", &all).expect("the lab has a sentence");
    first_values(&reports, values);
    let caption = format!(
        "*{} on `{}` with {} rows, in five encodings. {}*",
        FIRST.sql(),
        FIRST.table,
        grouped(FIRST.rows),
        sentence.text
    );
    let table = table.file();
    file(&format!("{}\n\n{caption}", table.split_once("-->").expect("a file has its note").1.trim()))
}

/// Values of the first experiment.
fn first_values(reports: &[RunReport], values: &mut Values) {
    let [physiological, _, physical, _, _, unlogged] = reports else { panic!("six encodings were run") };
    values.count("first-rows", FIRST.rows);
    values.count("first-leaf-pages", whole(physical, "leaf_pages"));
    values.set("first-data", format!("{} MB", ratio(whole(physical, "data_bytes"), 1_000_000, 2)));
    values.count("first-dictionary-bytes", whole(physical, "redo_bytes_for.dictionary"));
    values.count("first-unlogged-bytes", whole(unlogged, "redo_bytes"));
    values.count("first-unlogged-missing", whole(unlogged, "pages_missing_before_flush"));
    for (run, (_, _, heading)) in reports.iter().zip(ENCODINGS) {
        values.count(format!("first-{}-bytes", slug(heading)), whole(run, "redo_bytes"));
    }
    let (bytes, payload) = (whole(physiological, "redo_bytes"), whole(physiological, "redo_payload_bytes"));
    values.set("block-overhead", format!("{} %", ratio(100 * (bytes - payload), payload, 1)));
}

/// Every statement in every encoding, in bytes a row.
pub fn all_encodings(runs: &mut Runs, values: &mut Values) -> String {
    let headings: Vec<&str> = ENCODINGS.iter().map(|(_, _, heading)| *heading).collect();
    let mut table = Table::new(&[&["table", "statement"], headings.as_slice()].concat(), "llrrrrrr");
    for (statement, name) in STATEMENTS {
        let reports = statement.in_every_encoding(runs);
        let least = reports[..5].iter().map(|run| whole(run, "redo_bytes")).min();
        let mut cells = vec![format!("`{}`", statement.table), short_sql(&statement)];
        for run in &reports {
            let digits = if whole(run, "redo_bytes") >= 1_000 * ROWS { 0 } else { 1 };
            let text = per_row(run, digits);
            let is_least = Some(whole(run, "redo_bytes")) == least;
            cells.push(if is_least { format!("**{text}**") } else { text });
        }
        table.row(&cells);
        statement_values(name, &reports, values);
    }
    table.file()
}

/// The rows of `t0` with their index, loaded in bulk and inserted one by one, in the physical encoding.
pub fn row_by_row_values(runs: &mut Runs, values: &mut Values) {
    let into_empty =
        |ddl, insert_order| Statement { insert_order, ..Statement::bulk("t0", ddl, &["b"], ROWS) };
    for (name, statement) in [
        ("into-empty", into_empty("bulk-insert", "primary-key")),
        ("key-order", into_empty("insert", "primary-key")),
        ("random-order", into_empty("insert", "random")),
    ] {
        let run = runs.one(&statement.params("physical", "none"));
        values.count(format!("{name}-bytes"), whole(&run, "redo_bytes"));
        values.count(format!("{name}-leaves"), whole(&run, "leaf_pages"));
        values.count(format!("{name}-undo"), whole(&run, "undo_bytes"));
    }
}

/// Bytes a row of a statement in every encoding, and how images compare with records.
fn statement_values(name: &str, reports: &[RunReport], values: &mut Values) {
    for (run, (_, _, heading)) in reports.iter().zip(ENCODINGS) {
        values.set(format!("{name}-{}", slug(heading)), per_row(run, 1));
    }
    let [_, _, physical, image, packed, _] = reports else { panic!("six encodings were run") };
    let (physical, image, packed) =
        (whole(physical, "redo_bytes"), whole(image, "redo_bytes"), whole(packed, "redo_bytes"));
    values.set(format!("{name}-image-to-physical"), times(image, physical));
    values.set(format!("{name}-image-to-packed"), times(image, packed));
    values.set(format!("{name}-fill"), ratio(fill_hundredths(&reports[0]), 100, 0));
}

/// How many times as large, with a decimal unless that is zero.
fn times(large: u64, small: u64) -> String {
    let text = ratio(large, small, 1);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// How full the leaves are, in hundredths of a percent.
fn fill_hundredths(run: &RunReport) -> u64 {
    let fill = run.number("leaf_fill_pct").and_then(|value| value.millionths()).expect("the run has leaves");
    (fill / 10_000) as u64
}

/// Redo bytes a row.
pub fn per_row(run: &RunReport, digits: u32) -> String {
    ratio(whole(run, "redo_bytes"), whole(run, "rows"), digits)
}

/// The statement in few words, for a narrow column.
fn short_sql(statement: &Statement) -> String {
    match statement.index {
        index if statement.ddl == "add-index" && index.len() > 1 => {
            format!("ADD INDEX, {} of them", index.len())
        }
        _ => statement.sql(),
    }
}

/// A heading as a part of a value's name.
fn slug(heading: &str) -> String {
    let word = |text: &str| text.to_lowercase();
    heading.split([' ', ',']).filter(|part| !part.is_empty()).map(word).collect::<Vec<_>>().join("-")
}
