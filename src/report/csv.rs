//! The report as CSV: one line a parameter or metric of a run.
//!
//! The long form needs no change when a lab has another metric or an experiment another variant, and every spreadsheet
//! can pivot it.

use serde_json::Value;

use super::{Report, column_letter};

/// The report as CSV text (RFC 4180, but with plain line feeds), with a header line.
pub fn csv(report: &Report) -> String {
    let mut text = String::from("lab,engine,seed,run,label,name,value,unit,kind,ratio\n");
    for (index, run) in report.runs.iter().enumerate() {
        let mut line = |name: &str, value: &str, unit: &str, kind: &str, ratio: &str| {
            let seed = report.seed.to_string();
            let letter = column_letter(index).to_string();
            let label = run.label.as_str();
            let cells = [&report.lab, report.engine, &seed, &letter, label, name, value, unit, kind, ratio];
            text.push_str(&cells.map(quoted).join(","));
            text.push('\n');
        };
        for (name, value) in &run.params {
            let value = match value {
                Value::String(word) => word.clone(),
                other => other.to_string(),
            };
            line(name, &value, "", "parameter", "");
        }
        for (name, metric) in run.metrics.iter() {
            let ratios = report.comparison.as_ref().and_then(|comparison| comparison.get(name));
            let ratio = ratios.and_then(|ratios| ratios[index].as_ref()).map(|ratio| ratio.plain());
            line(name, &metric.value.plain(), metric.unit, metric.kind.name(), &ratio.unwrap_or_default());
        }
        line("digest", &run.digest, "", "digest", "");
    }
    text
}

/// Rows of cells as CSV text.
pub fn csv_lines(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n";
    rows.iter().map(line).collect()
}

/// A cell, in quotation marks where its text needs them.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
