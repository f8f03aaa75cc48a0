//! What the two chapters about group commit share: experiments of the lab `group-commit`, and its numbers as text.
//!
//! - [`answers`]: answers of the exercises about a commit delay.
//! - [`delay`]: the chapter about a commit delay on the source.
//! - [`dependencies`]: what the binlog says of dependencies.
//! - [`replica`]: the workers of a replica, and its lag.
//! - [`servers`]: the rules of several servers, and what a delay does for a replica.
//! - [`columns`]: columns of their tables.
//! - [`order`]: in which order it commits.
//! - [`lag`]: how far the replica is behind.

pub mod answers;
pub mod columns;
pub mod delay;
pub mod dependencies;
pub mod lag;
pub mod order;
pub mod replica;
pub mod servers;

use redo_lab::report::{MetricValue, RunReport};
use serde_json::{Value, json};

use crate::markdown::{Table, Values, ratio};
use crate::runs::{report_of, whole};

/// How much fsyncs vary where it matters that no two are equal: equal ones let the stages of a commit fall into step.
const FSYNC_SPREAD_PCT: u64 = 15;

/// Every file of the two chapters.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    let mut files = delay::files(values);
    files.extend(servers::files(values));
    files.extend(dependencies::files(values));
    files.extend(replica::files(values));
    files.extend(order::files(values));
    files.extend(lag::files(values));
    simulation_values(values);
    answers::values(values);
    replica::answers(values);
    files
}

/// Numbers of the chapter about simulation.
fn simulation_values(values: &mut Values) {
    let params =
        json!({ "duration_s": 3_600, "replica_workers": 32, "tracking": "writeset", "replica_cores": 32 });
    let run = run_of(&params);
    let (transactions, events) = (whole(&run, "transactions"), whole(&run, "events"));
    values.count("sim-commit-transactions", transactions);
    values.count("sim-commit-events", events);
    values.set("sim-commit-per-transaction", ratio(events, transactions, 1));
}

/// Variants that one experiment may have.
const MAX_VARIANTS: usize = 8;

/// A run for each variant of the lab's parameters, however many there are.
pub fn runs_of(params: &Value, variants: &[Value]) -> Vec<RunReport> {
    let run = |variants: &[Value]| {
        report_of(&json!({ "lab": "group-commit", "params": params, "compare": variants })).runs
    };
    variants.chunks(MAX_VARIANTS).flat_map(run).collect()
}

/// The parameters of half a minute of a source whose replica is of no interest: it ends at once.
pub fn source_only(params: &Value) -> Value {
    with(json!({ "replica_crash_at_ms": 1, "duration_s": 30 }), params)
}

/// Parameters with others added or changed.
pub fn with(mut params: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().expect("parameters have names") {
        params[name.as_str()] = value.clone();
    }
    params
}

/// One run.
pub fn run_of(params: &Value) -> RunReport {
    runs_of(params, &[json!({})]).remove(0)
}

/// A metric in millionths.
///
/// # Panics
/// If there is none of that name.
pub fn millionths(run: &RunReport, metric: &str) -> u64 {
    let value = run.number(metric).and_then(MetricValue::millionths);
    value.unwrap_or_else(|| panic!("{} has no metric {metric}", run.label)) as u64
}

/// A metric with so many decimals.
pub fn decimal(run: &RunReport, metric: &str, digits: u32) -> String {
    ratio(millionths(run, metric), 1_000_000, digits)
}

/// A metric rounded to a whole number.
pub fn rounded(run: &RunReport, metric: &str) -> String {
    decimal(run, metric, 0)
}

/// A metric in microseconds, in milliseconds with two decimals.
pub fn ms_of_us(run: &RunReport, metric: &str) -> String {
    format!("{} ms", ratio(millionths(run, metric), 1_000_000_000, 2))
}

/// Microseconds as people say them: `500 µs`, `1 ms`, `2.5 ms`; nothing is `0`.
pub fn short_time(us: u64) -> String {
    match us {
        0 => "0".to_owned(),
        us if us < 1_000 => format!("{us} µs"),
        us if us.is_multiple_of(1_000_000) => format!("{} s", us / 1_000_000),
        us if us.is_multiple_of(1_000) => format!("{} ms", us / 1_000),
        us => format!("{} ms", ratio(us, 1_000, 1)),
    }
}

/// A parameter that is a number, or of a run that does not have it 0.
pub fn setting(run: &RunReport, name: &str) -> u64 {
    run.params[name].as_u64().unwrap_or(0)
}

/// A parameter that is a word.
pub fn choice<'a>(run: &'a RunReport, name: &str) -> &'a str {
    run.params[name].as_str().unwrap_or("")
}

/// How a run tracks dependencies, as MySQL spells it.
pub fn tracking(run: &RunReport) -> String {
    format!("`{}`", choice(run, "tracking").replace('-', "_").to_uppercase())
}

/// A column of a table: heading, side, and what stands in it for a run.
pub type Column<'a> = (&'a str, char, &'a dyn Fn(&RunReport) -> String);

/// A generated table with a row for each run.
pub fn rows_of(runs: &[RunReport], columns: &[Column<'_>]) -> String {
    let headings: Vec<&str> = columns.iter().map(|column| column.0).collect();
    let sides: String = columns.iter().map(|column| column.1).collect();
    let mut table = Table::new(&headings, &sides);
    for run in runs {
        let cells: Vec<String> = columns.iter().map(|column| (column.2)(run)).collect();
        table.row(&cells);
    }
    table.file()
}
