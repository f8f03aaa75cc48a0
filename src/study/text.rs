//! A study's report for a terminal, and as CSV.

use super::report::{StudyReport, StudyRow};
use crate::report::{MetricValue, align, csv_lines, grouped};

/// The report as text: every table, then constants, readings and checks.
pub fn table(report: &StudyReport) -> String {
    let mut text = format!("{}: {}\n{}\n{}\n", report.study, report.title, report.source, report.why);
    for table in &report.tables {
        let mut rows = vec![cells(&[
            "setting",
            "quantity",
            "unit",
            "published",
            "engine",
            "error",
            "status",
            "required",
            "met",
        ])];
        rows.extend(table.rows.iter().map(row_cells));
        text.push_str(&format!("\n{}\n\n{}", table.title, aligned(&rows, &[3, 4, 5])));
        text.push_str(&notes(&table.rows));
    }
    text.push_str(&constants(report));
    if !report.readings.is_empty() {
        let mut rows = vec![cells(&["reading", "would be", "engine", "unit", "supported"])];
        rows.extend(report.readings.iter().map(|reading| {
            let value = optional(reading.value.as_ref());
            vec![
                reading.text.to_owned(),
                grouped(&reading.published),
                value,
                reading.unit.to_owned(),
                yes_or_no(reading.supports),
            ]
        }));
        text.push_str(&format!("\nReadings of the source\n\n{}", aligned(&rows, &[1, 2])));
    }
    if !report.checks.is_empty() {
        let mut rows = vec![cells(&["must hold", "met", "note"])];
        rows.extend(
            report
                .checks
                .iter()
                .map(|check| vec![check.text.to_owned(), yes_or_no(check.met), check.note.to_owned()]),
        );
        text.push_str(&format!("\nOf several values together\n\n{}", align(&rows, usize::MAX)));
    }
    text.push_str(&format!("\ndigest {}, engine {}\n", report.digest, report.engine));
    text
}

/// The report as CSV: one line a row, constant, reading and check.
pub fn csv(report: &StudyReport) -> String {
    let mut lines = vec![cells(&[
        "study",
        "part",
        "table",
        "setting",
        "name",
        "unit",
        "published",
        "engine",
        "error_pct",
        "status",
        "constant",
        "within_pct",
        "at_least",
        "at_most",
        "met",
        "note",
    ])];
    let plain = |value: Option<&MetricValue>| value.map_or_else(String::new, MetricValue::plain);
    let truth = |value: Option<bool>| value.map_or_else(String::new, |value| value.to_string());
    for table in &report.tables {
        lines.extend(table.rows.iter().map(|row| {
            let mut line = cells(&[report.study, "value", table.title, &row.setting, row.quantity, row.unit]);
            line.extend([plain(row.published.as_ref()), plain(row.engine.as_ref())]);
            line.push(row.error_pct.map_or_else(String::new, |error| error.plain()));
            line.extend(cells(&[row.status.name(), row.constant.unwrap_or_default()]));
            line.push(row.within_pct.map_or_else(String::new, |per_cent| per_cent.to_string()));
            line.extend([plain(row.at_least.as_ref()), plain(row.at_most.as_ref())]);
            line.extend([truth(row.met), row.note.to_owned()]);
            line
        }));
    }
    let rest = |part: &str, setting: &str, name: &str, unit: &str, values: [String; 2], status: &str| {
        let mut line = cells(&[report.study, part, "", setting, name, unit]);
        line.extend(values);
        line.extend(cells(&["", status, "", "", "", ""]));
        line
    };
    for constant in &report.constants {
        let values = [String::new(), plain(constant.value.as_ref())];
        let origin = constant.origin.name();
        let mut line = rest("constant", constant.setting, constant.name, constant.unit, values, origin);
        line.extend([String::new(), constant.meaning.to_owned()]);
        lines.push(line);
    }
    for reading in &report.readings {
        let values = [reading.published.plain(), plain(reading.value.as_ref())];
        let mut line = rest("reading", "", reading.text, reading.unit, values, "");
        line.extend([truth(reading.supports), String::new()]);
        lines.push(line);
    }
    for check in &report.checks {
        let mut line = rest("check", "", check.text, "", [String::new(), String::new()], "");
        line.extend([truth(check.met), check.note.to_owned()]);
        lines.push(line);
    }
    csv_lines(&lines)
}

fn cells(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn row_cells(row: &StudyRow) -> Vec<String> {
    let status = match row.constant {
        Some(constant) => format!("{}: {constant}", row.status.name()),
        None => row.status.name().to_owned(),
    };
    let error = row.error_pct.map_or_else(|| "-".to_owned(), |error| format!("{} %", error.plain()));
    vec![
        row.setting.clone(),
        row.quantity.to_owned(),
        row.unit.to_owned(),
        optional(row.published.as_ref()),
        optional(row.engine.as_ref()),
        error,
        status,
        required(row),
        yes_or_no(row.met),
    ]
}

/// What is required of a row, in few words.
fn required(row: &StudyRow) -> String {
    let is_word = matches!(row.published, Some(MetricValue::Word(_)));
    match (row.within_pct, &row.at_least, &row.at_most) {
        (Some(_), ..) if is_word => "the same".to_owned(),
        (Some(per_cent), ..) => format!("within {per_cent} %"),
        (None, Some(least), Some(most)) if least == most => grouped(least),
        (None, Some(least), Some(most)) => format!("{} to {}", grouped(least), grouped(most)),
        (None, Some(least), None) => format!("at least {}", grouped(least)),
        (None, None, Some(most)) => format!("at most {}", grouped(most)),
        (None, None, None) => "-".to_owned(),
    }
}

fn optional(value: Option<&MetricValue>) -> String {
    value.map_or_else(|| "-".to_owned(), grouped)
}

fn yes_or_no(value: Option<bool>) -> String {
    value.map_or("-", |value| if value { "yes" } else { "no" }).to_owned()
}

/// The notes of a table's rows, each once, with the rows that it belongs to.
fn notes(rows: &[StudyRow]) -> String {
    let mut notes: Vec<(&str, Vec<String>)> = Vec::new();
    for row in rows.iter().filter(|row| !row.note.is_empty()) {
        let name = format!("{}: {}", row.setting, row.quantity);
        match notes.iter_mut().find(|(note, _)| *note == row.note) {
            Some((_, names)) => names.push(name),
            None => notes.push((row.note, vec![name])),
        }
    }
    notes.iter().map(|(note, names)| format!("\n{} - {note}\n", names.join("; "))).collect()
}

fn constants(report: &StudyReport) -> String {
    if report.constants.is_empty() {
        return String::new();
    }
    let mut rows = vec![cells(&["constant", "of", "value", "unit", "origin", "fitted to", "meaning"])];
    rows.extend(report.constants.iter().map(|constant| {
        vec![
            constant.name.to_owned(),
            constant.setting.to_owned(),
            optional(constant.value.as_ref()),
            constant.unit.to_owned(),
            constant.origin.name().to_owned(),
            fitted_to(&constant.fitted_to),
            constant.meaning.to_owned(),
        ]
    }));
    format!("\nConstants\n\n{}", aligned(&rows, &[2]))
}

/// The rows that chose a constant, or how many.
fn fitted_to(rows: &[String]) -> String {
    match rows {
        [] => "-".to_owned(),
        [row] => row.clone(),
        _ => format!("{} rows", rows.len()),
    }
}

/// Aligned rows whose columns at `right` are numbers.
fn aligned(rows: &[Vec<String>], right: &[usize]) -> String {
    let mut rows = rows.to_vec();
    for &column in right {
        let width = rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        for row in &mut rows {
            row[column] = format!("{:>width$}", row[column]);
        }
    }
    align(&rows, usize::MAX)
}
