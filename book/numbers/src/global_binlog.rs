//! Numbers of the chapter about a global binlog.
//!
//! - [`marks`]: worked examples, on the engine's own sort and merge.
//! - [`waits`]: what transactions wait for: idle nodes, and a stuck transaction.
//! - [`memory`]: a huge transaction and the memory for it.
//! - [`load`]: which stage is the limit, slow consumers, several streams.
//! - [`answers`]: answers of the exercises.

pub mod answers;
pub mod load;
pub mod marks;
pub mod memory;
pub mod waits;

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use crate::commit::{decimal, setting};
use crate::markdown::{Values, grouped, ratio};
use crate::runs::{report_of, whole};
use crate::timed::us;

/// Every file of the chapter.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    let mut files = marks::files();
    files.extend(waits::files(values));
    files.extend(memory::files(values));
    files.extend(load::files(values));
    answers::values(values);
    files
}

/// Variants that one experiment may have.
const MAX_VARIANTS: usize = 8;

/// A run for each variant of the lab's parameters.
pub fn runs_of(params: &Value, variants: &[Value]) -> Vec<RunReport> {
    let run = |variants: &[Value]| {
        report_of(&json!({ "lab": "global-binlog", "params": params, "compare": variants })).runs
    };
    variants.chunks(MAX_VARIANTS).flat_map(run).collect()
}

/// One run.
pub fn run_of(params: &Value) -> RunReport {
    runs_of(params, &[json!({})]).remove(0)
}

/// The variants with these values of one parameter.
fn each(name: &str, numbers: &[u64]) -> Vec<Value> {
    numbers.iter().map(|number| json!({ name: number })).collect()
}

/// A gigabyte of this chapter.
const GB: u64 = 1_000_000_000;

/// Bytes in the decimal unit that keeps the number short: `3.4 GB`, `12 MB`.
fn bytes(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_000 => return format!("{bytes} B"),
        1_000..1_000_000 => (1_000, "kB"),
        1_000_000..GB => (1_000_000, "MB"),
        _ => (GB, "GB"),
    };
    let digits = if bytes.is_multiple_of(unit) || bytes / unit >= 100 { 0 } else { 1 };
    format!("{} {name}", ratio(bytes, unit, digits))
}

/// Bytes in gigabytes with two decimals, without needless ones: `0.5 GB`, `5 GB`.
fn gigabytes(bytes: u64) -> String {
    let text = ratio(bytes, GB, 2);
    format!("{} GB", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A metric that is a number of bytes; nothing where it does not occur.
fn bytes_of(run: &RunReport, metric: &str) -> String {
    run.whole(metric).map_or_else(|| "–".to_owned(), bytes)
}

/// A time in milliseconds as people write it: `105 ms`, `7 s`, `1.25 s`.
fn ms_text(us: u64) -> String {
    match us {
        0 => "0".to_owned(),
        1..10_000 => format!("{} ms", ratio(us, 1_000, 1)),
        10_000..1_000_000 => format!("{} ms", ratio(us, 1_000, 0)),
        us if us.is_multiple_of(1_000_000) => format!("{} s", us / 1_000_000),
        us => format!("{} s", ratio(us, 1_000_000, 2)),
    }
}

/// A time metric.
fn time(run: &RunReport, metric: &str) -> String {
    if run.number(metric).is_none() { "–".to_owned() } else { ms_text(us(run, metric)) }
}

/// A picosecond price a byte: `2 ns`, `1.33 ns`.
fn price(run: &RunReport, name: &str) -> String {
    let text = ratio(setting(run, name), 1_000, 2);
    format!("{} ns", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A percentage that is a parameter: `85 %`.
fn percent(run: &RunReport, name: &str) -> String {
    format!("{} %", setting(run, name))
}

/// A whole metric, grouped.
fn count(run: &RunReport, metric: &str) -> String {
    grouped(whole(run, metric))
}

/// A share that is a metric: `95.2 %`.
fn share(run: &RunReport, metric: &str) -> String {
    if run.number(metric).is_none() { "–".to_owned() } else { format!("{} %", decimal(run, metric, 1)) }
}
