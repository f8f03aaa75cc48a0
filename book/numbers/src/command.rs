//! What the command line prints.

use redo_lab::experiment::parse_text;
use redo_lab::report::table;
use serde_json::json;

use crate::runs::report_of;

/// Last metric of the printed excerpt.
const LAST_METRIC: &str = "redo_bytes_per_row";

/// The beginning and the sentence of `run --lab redo-volume --set rows=1000 --compare encoding=physical,page-image`.
pub fn output() -> String {
    let report = report_of(&json!({
        "lab": "redo-volume", "params": { "rows": 1000 },
        "compare": [{ "encoding": "physical" }, { "encoding": "page-image" }],
    }));
    let text = table(&report);
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let last = lines.iter().position(|line| line.starts_with(LAST_METRIC)).expect("the metric is printed");
    let sentence = lines.last().expect("the table is not empty");
    let excerpt: Vec<String> = lines[..=last].iter().map(|line| line.trim_end().to_owned()).collect();
    format!("{}\n...\n\n{sentence}\n", excerpt.join("\n"))
}

/// What `run --lab redo-volume --set rows=0` says.
pub fn error() -> String {
    let document = json!({ "lab": "redo-volume", "params": { "rows": 0 } }).to_string();
    let document = parse_text(&document).expect("the document is JSON");
    let error = redo_lab::lab::complete(&document).expect_err("no table has no rows");
    format!("redo-lab: {error}\n")
}
