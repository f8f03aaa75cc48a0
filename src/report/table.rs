//! The report as an aligned table for a terminal.

use super::compare::metric_names;
use super::{MetricValue, Report};
use crate::base;

/// The letter of a run: `A` for position 0, at most 26 runs.
pub fn column_letter(index: usize) -> char {
    char::from(b'A' + (index % 26) as u8)
}

/// The report as text: a head line, one line a metric with a column and a ratio a run, and the sentence.
///
/// The ratio column says how many times the first run's number this run's is.
pub fn table(report: &Report) -> String {
    let mut head = vec!["metric".to_owned(), "unit".to_owned()];
    for (index, run) in report.runs.iter().enumerate() {
        head.push(format!("{} {}", column_letter(index), run.label));
        if index > 0 {
            head.push("ratio".to_owned());
        }
    }
    let mut rows = vec![head];
    for name in metric_names(&report.runs) {
        rows.push(metric_row(report, &name));
    }
    let mut digests = vec!["digest".to_owned(), String::new()];
    for (index, run) in report.runs.iter().enumerate() {
        // Enough to tell runs apart at a glance; the whole digest is in the JSON report.
        digests.push(run.digest.chars().take(12).collect());
        if index > 0 {
            digests.push(String::new());
        }
    }
    rows.push(digests);
    let mut text = format!("{}, seed {}, engine {}\n\n", report.lab, report.seed, report.engine);
    text.push_str(&align(&rows, 2));
    if let Some(sentence) = &report.sentence {
        text.push_str(&format!("\n{}\n", sentence.text));
    }
    for note in note_lines(report) {
        text.push_str(&format!("{note}\n"));
    }
    text
}

/// What a reader must know of the input of each run, a line each: the run's letter, the line of the input, the text.
pub fn note_lines(report: &Report) -> Vec<String> {
    let of_run = |(index, run): (usize, &super::RunReport)| {
        let letter = column_letter(index);
        run.notes.iter().map(move |note| format!("note on {letter}: {}", note.text)).collect::<Vec<_>>()
    };
    report.runs.iter().enumerate().flat_map(of_run).collect()
}

fn metric_row(report: &Report, name: &str) -> Vec<String> {
    let unit = report.runs.iter().find_map(|run| run.metrics.get(name)).map_or("", |metric| metric.unit);
    let mut row = vec![name.to_owned(), unit.to_owned()];
    let ratios = report.comparison.as_ref().and_then(|comparison| comparison.get(name));
    for (index, run) in report.runs.iter().enumerate() {
        row.push(run.number(name).map_or_else(|| "-".to_owned(), grouped));
        if index > 0 {
            let ratio = ratios.and_then(|ratios| ratios[index].as_ref());
            let has_any = run.number(name).and_then(MetricValue::millionths) > Some(0);
            let written = |ratio: &MetricValue| match ratio {
                // A share of 1 in 100,000 is not nothing.
                MetricValue::Decimal { units: 0, .. } if has_any => "x<0.0001".to_owned(),
                ratio => format!("x{}", grouped(ratio)),
            };
            row.push(ratio.map_or_else(|| "-".to_owned(), written));
        }
    }
    row
}

/// A value with thousands separators: `2,586,035` or `1,024.50`.
pub fn grouped(value: &MetricValue) -> String {
    let plain = value.plain();
    if matches!(value, MetricValue::Word(_)) {
        return plain;
    }
    match plain.split_once('.') {
        Some((whole, decimals)) => format!("{}.{decimals}", grouped_digits(whole)),
        None => grouped_digits(&plain),
    }
}

fn grouped_digits(digits: &str) -> String {
    digits.parse().map_or_else(|_| digits.to_owned(), base::grouped)
}

/// Aligns rows of cells into columns two spaces apart: the first `left` columns to the left, the others to the right.
/// The first row is the head and is underlined.
pub fn align(rows: &[Vec<String>], left: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width_of =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width_of(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
        if index == 0 {
            let lines: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
            text.push_str(&lines.join("  "));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        assert_eq!(grouped(&MetricValue::Whole(0)), "0");
        assert_eq!(grouped(&MetricValue::Whole(999)), "999");
        assert_eq!(grouped(&MetricValue::Whole(2_586_035)), "2,586,035");
        assert_eq!(grouped(&MetricValue::Decimal { units: 123_456_789, digits: 2 }), "1,234,567.89");
        assert_eq!(grouped(&MetricValue::Word("index dropped".into())), "index dropped");
    }

    #[test]
    fn columns_are_aligned() {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        assert_eq!(align(&[row(["a", "b"]), row(["long", "10"])], 1), "a      b\n----  --\nlong  10\n");
    }
}
