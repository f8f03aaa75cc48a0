//! The numbers of a run.

use super::backup::BackupOutcome;
use super::clock::Clock;
use super::params::CrashParams;
use crate::replica::recovery::RecoveryCounts;
use crate::report::{Kind, Metric, MetricValue, Metrics, NamedSeries, Series};
use crate::timing::{Costs, Price};

/// What recovery came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recovered {
    /// Every page is back.
    Yes,
    /// The statement is undone; the table is as before.
    IndexDropped,
    /// A page cannot be repaired.
    Lost,
}

impl Recovered {
    fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::IndexDropped => "index-dropped",
            Self::Lost => "lost",
        }
    }
}

/// The server at the moment of the crash.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AtCrash {
    /// Whether the statement had ended.
    pub committed: bool,
    /// Redo written.
    pub redo_bytes: u64,
    /// Checkpoint age.
    pub age: u64,
    /// Pages flushed.
    pub pages_flushed: u64,
    /// Dirty pages.
    pub dirty_pages: u64,
}

/// What a finished run is measured on.
pub struct Outcome<'a> {
    /// Its parameters.
    pub params: &'a CrashParams,
    /// How it ended.
    pub recovered: Recovered,
    /// The server when it crashed.
    pub at_crash: AtCrash,
    /// What recovery did.
    pub counts: RecoveryCounts,
    /// The statement's time.
    pub clock: &'a Clock,
    /// The backup, if one was complete, and the bytes of its log.
    pub backup: Option<(BackupOutcome, u64)>,
}

/// Time of scanning and parsing, and of applying, in nanoseconds.
pub fn recovery_ns(costs: &Costs, counts: &RecoveryCounts) -> (u64, u64) {
    let scan = Price::default()
        .add_ps(counts.records, costs.parse_record_ps)
        .add_ps(counts.scanned_bytes, costs.parse_ps_per_byte);
    let apply = Price::default()
        .add_ns(counts.physical_writes(), costs.apply_record_ns)
        .add_ns(counts.entries, costs.insert_entry_ns)
        .add_ns(counts.images, costs.install_page_ns)
        .add_ns(counts.pages_changed, costs.apply_page_ns);
    (scan.ns(), apply.ns())
}

/// All metrics of the lab, in the order of its description.
pub fn metrics(outcome: &Outcome<'_>) -> Metrics {
    let mut metrics = Metrics::default();
    let word = |metrics: &mut Metrics, name: &str, word: &str| {
        metrics.insert(name, Metric::new(MetricValue::Word(word.to_owned()), "", Kind::Counted));
    };
    let yes_no = |yes: bool| if yes { "yes" } else { "no" };
    word(&mut metrics, "recovered", outcome.recovered.word());
    word(&mut metrics, "statement_committed", yes_no(outcome.at_crash.committed));
    metrics.count("identical", u64::from(outcome.recovered != Recovered::Lost), "");
    recovery_metrics(outcome, &mut metrics);
    statement_metrics(outcome, &mut metrics);
    let consistent = outcome.backup.map_or("none", |(backup, _)| yes_no(backup.wrong_pages == 0));
    word(&mut metrics, "backup_consistent", consistent);
    if let Some((backup, log_bytes)) = outcome.backup {
        count(outcome, &mut metrics, "backup_pages_wrong", backup.wrong_pages, "pages");
        metrics.count("backup_index_loads", backup.index_loads, "");
        count(outcome, &mut metrics, "backup_log_bytes", log_bytes, "B");
    }
    metrics.count("built_rows", outcome.params.statement.rows.into(), "rows");
    metrics
}

/// Adds a number of what was built at the size that the document asks for.
fn count(outcome: &Outcome<'_>, metrics: &mut Metrics, name: &str, value: u64, unit: &'static str) {
    let kind = if outcome.params.is_scaled() { Kind::Scaled } else { Kind::Counted };
    metrics.insert(name, Metric::new(MetricValue::Whole(outcome.params.grown(value)), unit, kind));
}

/// Adds a level that the log or the pool bounds. The log and the pool of a smaller copy cannot be smaller than a few pages: what
/// they then hold would grow past the `limit` of those that the document asks for.
fn level(
    outcome: &Outcome<'_>,
    metrics: &mut Metrics,
    (name, unit): (&str, &'static str),
    value: u64,
    limit: u64,
) {
    if outcome.params.is_scaled() {
        let value = MetricValue::Whole(outcome.params.grown(value).min(limit));
        metrics.insert(name, Metric::new(value, unit, Kind::Scaled));
    } else {
        count(outcome, metrics, name, value, unit);
    }
}

/// Adds a time in milliseconds, with three decimals.
fn time(outcome: &Outcome<'_>, metrics: &mut Metrics, name: &str, ns: u64) {
    let value = MetricValue::ratio(outcome.params.grown(ns) / 1_000, 1_000, 3);
    metrics.insert(name, Metric::new(value, "ms", Kind::Simulated));
}

fn recovery_metrics(outcome: &Outcome<'_>, metrics: &mut Metrics) {
    let counts = &outcome.counts;
    count(outcome, metrics, "redo_bytes", outcome.at_crash.redo_bytes, "B");
    let usable_bytes = outcome.params.usable_bytes();
    level(outcome, metrics, ("redo_scanned_bytes", "B"), counts.scanned_bytes, usable_bytes);
    count(outcome, metrics, "records_scanned", counts.records, "records");
    count(outcome, metrics, "records_applied", counts.applied(), "records");
    count(outcome, metrics, "records_skipped", counts.skipped, "records");
    count(outcome, metrics, "physical_writes", counts.physical_writes(), "records");
    count(outcome, metrics, "entries_inserted", counts.entries, "entries");
    count(outcome, metrics, "pages_read", counts.pages_read, "pages");
    count(outcome, metrics, "pages_recovered", counts.pages_changed, "pages");
    metrics.count("pages_repaired", counts.repaired_by_doublewrite + counts.repaired_by_log, "pages");
    let (scan, apply) = recovery_ns(outcome.clock.costs(), counts);
    time(outcome, metrics, "recovery_ms", scan + apply);
    time(outcome, metrics, "recovery_ms.scan", scan);
    time(outcome, metrics, "recovery_ms.apply", apply);
}

fn statement_metrics(outcome: &Outcome<'_>, metrics: &mut Metrics) {
    let (clock, at_crash) = (outcome.clock, &outcome.at_crash);
    time(outcome, metrics, "duration_ms", clock.now());
    time(outcome, metrics, "stall_ms", clock.stall_ns());
    // Rounds of a smaller copy are smaller, not fewer.
    metrics.count("stalls", clock.stalls(), "");
    time(outcome, metrics, "flush_ms", clock.flush_ns());
    metrics.count("usable_redo_bytes", outcome.params.usable_bytes(), "B");
    let usable_bytes = outcome.params.usable_bytes();
    level(outcome, metrics, ("peak_checkpoint_age_bytes", "B"), clock.peak_age(), usable_bytes);
    level(outcome, metrics, ("checkpoint_age_bytes", "B"), at_crash.age, usable_bytes);
    count(outcome, metrics, "pages_flushed", at_crash.pages_flushed, "pages");
    let pool_pages = outcome.params.buffer_pool_bytes / u64::from(outcome.params.statement.page_size);
    level(outcome, metrics, ("dirty_pages", "pages"), at_crash.dirty_pages, pool_pages);
}

/// The curves of the lab.
pub fn series(params: &CrashParams, clock: &Clock) -> NamedSeries {
    let age = clock.age();
    let x = (0..age.values().len() as u64).map(|index| params.grown(index * age.interval_ns()) / 1_000);
    let series = Series {
        unit: "B",
        x_unit: "us",
        kind: Kind::Simulated,
        x: x.collect(),
        y: age.values().iter().map(|&value| params.grown(value)).collect(),
    };
    NamedSeries(vec![("checkpoint_age".to_owned(), series)])
}
