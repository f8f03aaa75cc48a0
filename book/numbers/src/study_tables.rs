//! Published studies as tables: published values, the engine's, the error, and what chose each constant.

use std::fmt::Write;

use redo_lab::report::{MetricValue, grouped};
use redo_lab::study::{Status, StudyReport, StudyRow, StudyRun, StudyTable, studies};

use crate::markdown::{Table, file};

/// Rows' worth of work between two looks at a run.
const STEP: u64 = 1_000_000;

/// The reports of all studies, each run on a thread of its own.
pub fn reports() -> Vec<StudyReport> {
    std::thread::scope(|scope| {
        let runs: Vec<_> =
            studies().iter().map(|study| study.name).map(|name| scope.spawn(|| report(name))).collect();
        runs.into_iter().map(|run| run.join().expect("studies run")).collect()
    })
}

/// Runs a study.
///
/// # Panics
/// If there is none of that name, or the engine cannot run it.
pub fn report(name: &str) -> StudyReport {
    let mut run = StudyRun::new(name).expect("there is such a study");
    while !run.step(STEP).expect("studies run").done {}
    run.report()
}

/// Every file of the chapter: one a study, and the overview.
pub fn files(reports: &[StudyReport]) -> Vec<(String, String)> {
    let mut files = vec![("studies.md".to_owned(), overview(reports))];
    files.extend(reports.iter().map(|report| (format!("study-{}.md", report.study), study(report))));
    files
}

/// How many values each study has, and how many come out: predictions first, and what was fitted for itself.
fn overview(reports: &[StudyReport]) -> String {
    let mut table = Table::new(
        &[
            "study",
            "predictions met",
            "fitted constants",
            "fitted values in their bound",
            "only a size or words published, met",
            "published values",
        ],
        "lrrrrr",
    );
    for report in reports {
        let rows: Vec<&StudyRow> = report.tables.iter().flat_map(|table| &table.rows).collect();
        // A row without a bound is a prediction that nothing is required of: it is not met.
        let met = |is: fn(Status) -> bool| {
            let rows = rows.iter().filter(|row| is(row.status));
            let rows: Vec<_> = rows.filter(|row| row.published.is_some() || row.met.is_some()).collect();
            let met = rows.iter().filter(|row| row.met == Some(true)).count();
            if rows.is_empty() { "–".to_owned() } else { format!("{met} of {}", rows.len()) }
        };
        let published = rows.iter().filter(|row| row.published.is_some()).count();
        let constants = report.constants.iter().filter(|constant| constant.origin.name() == "fitted").count();
        table.row(&[
            format!("[`{0}`](#{0})", report.study),
            of(report.summary.predicted_met, report.summary.predicted),
            constants.to_string(),
            of(report.summary.fitted_met, report.summary.fitted),
            met(|status| !matches!(status, Status::Predicted | Status::Fitted)),
            published.to_string(),
        ]);
    }
    table.file()
}

fn of(met: usize, all: usize) -> String {
    if all == 0 { "–".to_owned() } else { format!("{met} of {all}") }
}

/// All of a study below its heading.
fn study(report: &StudyReport) -> String {
    let mut text = format!("*{}*\n\n{}\n", report.source, report.why);
    for table in &report.tables {
        write!(text, "\n{}", values(table)).expect("text takes text");
    }
    text.push_str(&constants(report));
    text.push_str(&readings(report));
    text.push_str(&checks(report));
    file(&text)
}

fn optional(value: Option<&MetricValue>) -> String {
    value.map_or_else(|| "–".to_owned(), grouped)
}

fn body(table: &Table) -> String {
    let file = table.file();
    format!("{}\n", file.split_once("-->").expect("a file has its note").1.trim())
}

/// A table of values. One without any published value is folded: it only shows the engine's.
fn values(table: &StudyTable) -> String {
    if table.rows.iter().all(|row| row.published.is_none() && row.met.is_none()) {
        let mut folded = Table::new(&["setting", "quantity", "engine"], "llr");
        for row in &table.rows {
            folded.row(&[row.setting.clone(), quantity(row), optional(row.engine.as_ref())]);
        }
        return format!(
            "<details><summary>{}: the engine's values</summary>\n\n{}\n</details>\n",
            table.title,
            body(&folded)
        );
    }
    let mut shown =
        Table::new(&["setting", "quantity", "engine", "published", "error", "status", "bound"], "llrrrll");
    let mut before = "";
    for row in &table.rows {
        let setting = if row.setting == before { "" } else { &row.setting };
        before = &row.setting;
        shown.row(&[
            setting.to_owned(),
            quantity(row),
            optional(row.engine.as_ref()),
            optional(row.published.as_ref()),
            row.error_pct
                .map_or_else(|| "–".to_owned(), |error| format!("{} %", error.plain().replace('-', "−"))),
            row.status.name().to_owned(),
            bound(row),
        ]);
    }
    format!("**{}**\n\n{}{}", table.title, body(&shown), notes(&table.rows))
}

/// What was measured, with its unit where the name does not say it.
fn quantity(row: &StudyRow) -> String {
    let name =
        if row.quantity.contains('_') { format!("`{}`", row.quantity) } else { row.quantity.to_owned() };
    let says_it =
        ["_ms", "_pct", "_iops", "_bytes", "_per_s", "records"].iter().any(|end| row.quantity.ends_with(end));
    if row.unit.is_empty() || says_it { name } else { format!("{name}, {}", row.unit) }
}

/// What is required of a row; marked if it is missed.
fn bound(row: &StudyRow) -> String {
    let is_word = matches!(row.published, Some(MetricValue::Word(_)));
    let bound = match (row.within_pct, &row.at_least, &row.at_most) {
        (Some(_), ..) if is_word => "the same".to_owned(),
        (Some(per_cent), ..) => format!("{per_cent} %"),
        (None, Some(least), Some(most)) if least == most => format!("`{}`", grouped(least)),
        (None, Some(least), Some(most)) => format!("{} to {}", grouped(least), grouped(most)),
        (None, Some(least), None) => format!("≥ {}", grouped(least)),
        (None, None, Some(most)) => format!("≤ {}", grouped(most)),
        (None, None, None) => return String::new(),
    };
    if row.met == Some(false) { format!("{bound}: **missed**") } else { bound }
}

/// The notes of a table, each once.
fn notes(rows: &[StudyRow]) -> String {
    let mut notes: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows.iter().filter(|row| !row.note.is_empty()) {
        match notes.iter_mut().find(|(note, _)| *note == row.note) {
            Some((_, settings)) if settings.last() == Some(&row.setting.as_str()) => {}
            Some((_, settings)) => settings.push(&row.setting),
            None => notes.push((row.note, vec![&row.setting])),
        }
    }
    let line = |(note, settings): (&str, Vec<&str>)| match settings.as_slice() {
        [setting] => format!("- {setting}: {note}\n"),
        [first, .., last] => format!("- {first} to {last}: {note}\n"),
        [] => String::new(),
    };
    let lines: String = notes.into_iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

fn constants(report: &StudyReport) -> String {
    if report.constants.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&["constant", "value", "where from", "meaning"], "lrll");
    for constant in &report.constants {
        let name = match constant.setting {
            "" => format!("`{}`", constant.name),
            setting => format!("`{}`, {setting}", constant.name),
        };
        let origin = match constant.fitted_to.as_slice() {
            [] => constant.origin.name().to_owned(),
            rows => format!("{} to {}", constant.origin.name(), fitted_to(rows)),
        };
        let value = format!("{} {}", optional(constant.value.as_ref()), constant.unit);
        table.row(&[&name, value.trim(), &origin, constant.meaning]);
    }
    format!("\n**Constants**\n\n{}", body(&table))
}

/// The rows that chose a constant: how many of each quantity.
fn fitted_to(rows: &[String]) -> String {
    let mut quantities: Vec<(&str, u32)> = Vec::new();
    for row in rows {
        let quantity = row.rsplit_once(": ").map_or(row.as_str(), |(_, quantity)| quantity);
        match quantities.iter_mut().find(|(known, _)| *known == quantity) {
            Some((_, count)) => *count += 1,
            None => quantities.push((quantity, 1)),
        }
    }
    match rows {
        [row] => row.replace('_', "\\_"),
        _ => {
            let parts = quantities
                .iter()
                .map(|(quantity, count)| format!("{count} × {}", quantity.replace('_', "\\_")));
            parts.collect::<Vec<_>>().join(", ")
        }
    }
}

fn readings(report: &StudyReport) -> String {
    if report.readings.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&["the source, read in one way", "would be", "engine", "supported"], "lrrl");
    for reading in &report.readings {
        let with_unit = |value: String| format!("{value} {}", reading.unit).trim_end().to_owned();
        let supported = match reading.supports {
            Some(true) => "yes",
            Some(false) => "no",
            None => "–",
        };
        let published = with_unit(grouped(&reading.published));
        let engine = with_unit(optional(reading.value.as_ref()));
        table.row(&[reading.text, &published, &engine, supported]);
    }
    format!(
        "\n**Readings.** The engine supports a reading if it comes within {} % of it.\n\n{}",
        report.readings[0].within_pct,
        body(&table)
    )
}

fn checks(report: &StudyReport) -> String {
    if report.checks.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n**Of several values together**\n\n");
    for check in &report.checks {
        let holds = match check.met {
            Some(true) => "holds",
            Some(false) => "**does not hold**",
            None => "–",
        };
        let note = if check.note.is_empty() { String::new() } else { format!(" {}", check.note) };
        writeln!(text, "- {}: {holds}.{note}", check.text).expect("text takes text");
    }
    text
}
