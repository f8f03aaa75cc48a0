//! What the chapters about time have in common: times as people write them, and the table that stands in place of a lab.

use redo_lab::experiment::presets;
use redo_lab::report::{MetricValue, Report, RunReport};
use serde_json::Value;

use crate::markdown::{Table, file, grouped, ratio};
use crate::runs::report_of;

/// One cell of a variant's row.
pub type Cell = fn(&RunReport) -> String;

/// The report of a preset.
///
/// # Panics
/// If there is no preset of that name.
pub fn preset(name: &str) -> Report {
    report_of(&preset_document(name))
}

/// The document of a preset.
///
/// # Panics
/// If there is no preset of that name.
pub fn preset_document(name: &str) -> Value {
    let found = presets().into_iter().find(|preset| preset.name == name);
    let found = found.unwrap_or_else(|| panic!("there is no preset {name}"));
    found.experiment
}

/// The report of a preset with some of its shared parameters changed, and with these variants only.
pub fn changed(name: &str, params: &[(&str, Value)], compare: Option<Value>) -> Report {
    let mut document = preset_document(name);
    for (parameter, value) in params {
        document["params"][*parameter] = value.clone();
    }
    if let Some(compare) = compare {
        document["compare"] = compare;
    }
    report_of(&document)
}

/// A time metric in microseconds.
///
/// # Panics
/// If there is none of that name.
pub fn us(run: &RunReport, metric: &str) -> u64 {
    let value = run.number(metric).and_then(MetricValue::millionths);
    let millionths = value.unwrap_or_else(|| panic!("{} has no metric {metric}", run.label));
    (millionths / 1_000) as u64
}

/// A number metric in hundredths.
///
/// # Panics
/// If there is none of that name.
pub fn hundredths(run: &RunReport, metric: &str) -> u64 {
    let value = run.number(metric).and_then(MetricValue::millionths);
    let millionths = value.unwrap_or_else(|| panic!("{} has no metric {metric}", run.label));
    (millionths / 10_000) as u64
}

/// A word metric.
pub fn word(run: &RunReport, metric: &str) -> String {
    match run.number(metric) {
        Some(MetricValue::Word(word)) => word.clone(),
        _ => "–".to_owned(),
    }
}

/// A parameter that is a whole number.
///
/// # Panics
/// If there is none of that name.
pub fn parameter(run: &RunReport, name: &str) -> u64 {
    run.params[name].as_u64().unwrap_or_else(|| panic!("{name} is no number"))
}

/// A time: `3.2 ms`, `1.51 s`, `447 s`.
pub fn time_text(us: u64) -> String {
    match us {
        0 => "0".to_owned(),
        1..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{} ms", ratio(us, 1_000, 1)),
        1_000_000..100_000_000 => format!("{} s", ratio(us, 1_000_000, 2)),
        _ => format!("{} s", ratio(us, 1_000_000, 0)),
    }
}

/// A time metric as text.
pub fn time(run: &RunReport, metric: &str) -> String {
    time_text(us(run, metric))
}

/// Bytes in a unit that keeps the number short: `1 MiB`, `1.5 GiB`.
pub fn bytes_text(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_024 => return format!("{bytes} B"),
        1_024..1_048_576 => (1_024, "KiB"),
        1_048_576..1_073_741_824 => (1 << 20, "MiB"),
        _ => (1 << 30, "GiB"),
    };
    let digits = if bytes.is_multiple_of(unit) || bytes / unit >= 100 { 0 } else { 1 };
    format!("{} {name}", ratio(bytes, unit, digits))
}

/// `large / small` with one decimal, or two below 2: `2.5`, `1.27`.
pub fn times(large: u64, small: u64) -> String {
    let digits = if large < 2 * small { 2 } else { 1 };
    ratio(large, small.max(1), digits)
}

/// A label with its large numbers in human form: `buffer bytes 1048576` becomes `buffer 1 MiB`.
fn readable(label: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in label.split(' ') {
        let (digits, comma) = match word.strip_suffix(',') {
            Some(digits) => (digits, ","),
            None => (word, ""),
        };
        let is_bytes = words.last().is_some_and(|word| word == "bytes");
        let text = match digits.parse::<u64>() {
            Ok(number) if is_bytes => {
                words.pop();
                bytes_text(number)
            }
            Ok(number) => grouped(number),
            Err(_) => digits.to_owned(),
        };
        words.push(text + comma);
    }
    words.join(" ")
}

/// The rows of a report, one a variant, as a generated table.
pub fn table(report: &Report, columns: &[(&str, Cell)], alignment: &str) -> String {
    let headings: Vec<&str> =
        ["", "variant"].into_iter().chain(columns.iter().map(|(name, _)| *name)).collect();
    let mut table = Table::new(&headings, &format!("ll{alignment}"));
    for (letter, run) in ('A'..).zip(&report.runs) {
        let mut cells = vec![letter.to_string(), readable(&run.label)];
        cells.extend(columns.iter().map(|(_, cell)| cell(run)));
        table.row(&cells);
    }
    table.file()
}

/// What stands in place of a lab where scripts do not run: its table, what was run, and the sentence.
pub fn fallback(report: &Report, columns: &[(&str, Cell)], alignment: &str, what: &str) -> String {
    let sentence = report.sentence.as_ref().map_or("", |sentence| sentence.text.as_str());
    let table = table(report, columns, alignment);
    let table = table.split_once("-->").expect("a file has its note").1.trim();
    file(&format!("{table}\n\n*{what} {sentence}*"))
}

/// A whole metric, grouped.
pub fn count(run: &RunReport, metric: &str) -> String {
    run.whole(metric).map_or_else(|| "–".to_owned(), grouped)
}

/// A price of a hand calculation: so many things at so much each, in picoseconds.
pub struct Priced {
    /// What is counted.
    pub count: u64,
    /// Picoseconds each.
    pub ps: u64,
    /// What it is, such as `rows × scan_row_ns`.
    pub what: &'static str,
}

impl Priced {
    /// The product in microseconds.
    pub fn us(&self) -> u64 {
        (u128::from(self.count) * u128::from(self.ps) / 1_000_000) as u64
    }

    /// `10,000,000 × 150 ns`.
    pub fn text(&self) -> String {
        let each = match self.ps {
            ps if ps.is_multiple_of(1_000_000) => format!("{} µs", grouped(ps / 1_000_000)),
            ps if ps.is_multiple_of(1_000) => format!("{} ns", grouped(ps / 1_000)),
            ps => format!("{} ns", ratio(ps, 1_000, 2)),
        };
        format!("{} × {each}", grouped(self.count))
    }
}
