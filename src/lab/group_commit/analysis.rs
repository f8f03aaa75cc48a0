//! How much parallelism a binlog holds, counted as it passes by.

use std::rc::Rc;

use crate::experiment::Params;
use crate::group_commit::{
    BinlogEntry, HashedKeys, Key, MAX_WATCHED, Schedule, Tracker, Tracking, TrackingSettings, Workload,
};
use crate::report::{Kind, Metric, MetricValue, Metrics, NamedSeries, Series};
use crate::sim::{MILLISECOND, SimTime};

/// Hundredths of 1.
const HUNDRED: u64 = 100;

/// What write sets would give for the same transactions.
struct WriteSets {
    workload: Rc<Workload>,
    tracker: Tracker,
    schedule: Schedule,
    hashes: Vec<Key>,
}

impl WriteSets {
    fn push(&mut self, entry: &BinlogEntry) {
        self.hashes.clear();
        let kind = self.workload.write_set(entry.transaction, HashedKeys::All, &mut self.hashes);
        // What the binlog tells is never less than what the commit order allows.
        let parent = entry.last_committed;
        let last = self.tracker.stamp(entry.sequence_number, parent, entry.session, kind, &self.hashes);
        self.schedule.push(entry.sequence_number, last);
    }
}

/// The steps of a binlog, and of each watched transaction.
pub(super) struct Analysis {
    workers: u64,
    schedule: Schedule,
    write_sets: Option<WriteSets>,
    watch_from: SimTime,
    /// The first watched transaction's place in the binlog, and the steps from there on.
    first_watched: u64,
    steps: Vec<u64>,
}

impl Analysis {
    /// An analysis of nothing yet. With `workload` it also says what write sets would give; only lists are short enough for that.
    pub(super) fn new(params: &Params, workload: &Rc<Workload>) -> Self {
        let workers = params.integer("replica_workers").max(1);
        let is_list = matches!(**workload, Workload::Listed(_));
        let tracking = TrackingSettings {
            tracking: Tracking::WriteSet,
            history_size: params.integer("history_size") as usize,
            hashed: HashedKeys::All,
        };
        Self {
            workers,
            schedule: Schedule::new(&[workers]),
            write_sets: is_list.then(|| WriteSets {
                workload: Rc::clone(workload),
                tracker: Tracker::new(tracking),
                schedule: Schedule::new(&[workers]),
                hashes: Vec::new(),
            }),
            watch_from: SimTime(params.integer("watch_at_ms") * MILLISECOND),
            first_watched: 0,
            steps: Vec::new(),
        }
    }

    /// The next transactions of the binlog.
    pub(super) fn push(&mut self, entries: &[BinlogEntry]) {
        for entry in entries {
            self.schedule.push(entry.sequence_number, entry.last_committed);
            if let Some(write_sets) = &mut self.write_sets {
                write_sets.push(entry);
            }
            if self.steps.len() < MAX_WATCHED && entry.committed >= self.watch_from {
                if self.steps.is_empty() {
                    self.first_watched = entry.sequence_number;
                }
                self.steps.push(self.schedule.steps(self.workers).unwrap_or(0));
            }
        }
    }

    /// The step of a watched transaction; 0 of others.
    pub(super) fn step_of(&self, sequence_number: u64) -> u64 {
        let place = sequence_number.checked_sub(self.first_watched);
        place.and_then(|place| self.steps.get(place as usize)).copied().unwrap_or(0)
    }

    /// Metrics of the steps.
    pub(super) fn metrics(&self, metrics: &mut Metrics) {
        put_steps(metrics, &self.schedule, self.workers, "");
        if let Some(write_sets) = &self.write_sets {
            put_steps(metrics, &write_sets.schedule, self.workers, ".writeset");
        }
    }

    /// Curves of the steps: how many transactions each has, and what more workers bring.
    pub(super) fn series(&self, series: &mut NamedSeries) {
        put_curves(series, &self.schedule, "");
        if let Some(write_sets) = &self.write_sets {
            put_curves(series, &write_sets.schedule, ".writeset");
        }
    }
}

fn put_steps(metrics: &mut Metrics, schedule: &Schedule, workers: u64, ending: &str) {
    metrics.count(format!("parallel_steps{ending}"), schedule.steps(workers).unwrap_or(0), "steps");
    metrics.count(format!("critical_path{ending}"), schedule.critical_path(), "transactions");
    let parallelism = MetricValue::ratio(schedule.transactions(), schedule.critical_path(), 2);
    metrics.insert(format!("parallelism{ending}"), Metric::new(parallelism, "x", Kind::Counted));
}

fn put_curves(series: &mut NamedSeries, schedule: &Schedule, ending: &str) {
    let widths = schedule.widths();
    // A step's number is that of its point's first; the width is rounded, as a curve's numbers are whole.
    let first_steps = (0..widths.hundredths.len() as u64).map(|point| point * widths.steps_a_point + 1);
    let rounded = widths.hundredths.iter().map(|hundredths| (hundredths + HUNDRED / 2) / HUNDRED);
    let (unit, kind) = ("transactions", Kind::Counted);
    let width = Series { unit, x_unit: "step", kind, x: first_steps.collect(), y: rounded.collect() };
    let (x, y) = schedule.speed_ups().into_iter().unzip();
    let speed_up = Series { unit: "hundredths", x_unit: "workers", kind, x, y };
    series.0.push((format!("width{ending}"), width));
    series.0.push((format!("speed_up{ending}"), speed_up));
}
