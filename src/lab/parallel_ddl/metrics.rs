//! The numbers of a run.

use crate::bulk_load::buffers::merge_passes;
use crate::lab::timed::{Buffers, Finished, demand};
use crate::report::{Kind, Metric, MetricValue, Metrics};
use crate::sim::MILLISECOND;
use crate::timing::Activity;

/// The phases that a statement goes through.
pub const PHASES: [Activity; 5] =
    [Activity::Scan, Activity::Sort, Activity::Merge, Activity::Load, Activity::Flush];

/// All metrics of the lab, in the order of its description.
pub fn metrics(finished: &Finished<'_>, buffers: &Buffers, one_tree_a_statement: bool) -> Metrics {
    let mut metrics = Metrics::default();
    times(finished, &mut metrics);
    sort_counts(finished, buffers, one_tree_a_statement, &mut metrics);
    work(finished, &mut metrics);
    metrics
}

/// A simulated time in milliseconds with three decimals.
pub fn simulated_ms(ns: u64) -> Metric {
    Metric::new(MetricValue::ratio(ns, MILLISECOND, 3), "ms", Kind::Simulated)
}

fn times(finished: &Finished<'_>, metrics: &mut Metrics) {
    let primary = &finished.cluster.primary;
    let end = primary.ended_at().unwrap_or(finished.end);
    metrics.insert("duration_ms", simulated_ms(end.0));
    for phase in PHASES {
        metrics.insert(format!("duration_ms.{}", phase.name()), simulated_ms(primary.phase_ns(phase)));
    }
    metrics.insert("stall_ms", simulated_ms(primary.phase_ns(Activity::WaitLog)));
}

fn sort_counts(finished: &Finished<'_>, buffers: &Buffers, one_tree: bool, metrics: &mut Metrics) {
    let trees = &finished.work.trees;
    let sorted = trees.iter().filter(|tree| tree.sorts).count() as u64;
    let indexes = if one_tree { 1 } else { sorted };
    let runs = trees.iter().map(|tree| demand::runs_per_file(tree, indexes, buffers));
    let files = u64::from(buffers.read_threads);
    let kind = finished.work.kind;
    let mut count = |name: &str, value: u64, unit: &'static str| {
        metrics.insert(name, Metric::new(MetricValue::Whole(value), unit, kind));
    };
    count("sort_runs", runs.clone().sum::<u64>() * files, "runs");
    count("merge_passes", runs.map(merge_passes).max().unwrap_or(0).into(), "passes");
    count("spilled_bytes", finished.cluster.primary.totals().spilled_bytes, "B");
    let peak = MetricValue::Whole(finished.cluster.primary.peak_memory_bytes());
    metrics.insert("peak_memory_bytes", Metric::new(peak, "B", Kind::Simulated));
}

fn work(finished: &Finished<'_>, metrics: &mut Metrics) {
    let work = finished.work;
    let totals = finished.cluster.primary.totals();
    let sum = |of: fn(&crate::lab::work::TreeWork) -> u64| work.trees.iter().map(of).sum::<u64>();
    let mut add = |name: &str, value: u64, unit: &'static str, kind: Kind| {
        metrics.insert(name, Metric::new(MetricValue::Whole(value), unit, kind));
    };
    add("rows", work.scan_rows, "rows", Kind::Counted);
    add("leaf_pages", sum(|tree| tree.leaf_pages), "pages", work.kind);
    add("internal_pages", sum(|tree| tree.internal_pages), "pages", work.kind);
    add("redo_bytes", totals.redo.bytes, "B", work.kind);
    add("redo_records", totals.redo.records, "records", work.kind);
    add("pages_flushed", totals.pages_flushed, "pages", Kind::Simulated);
    let peak = finished.cluster.primary.log().peak_age_bytes();
    add("peak_checkpoint_age_bytes", peak, "B", Kind::Simulated);
    add("events", finished.events, "", Kind::Simulated);
}
