//! How much parallelism a binlog holds, counted as it passes by.

use std::rc::Rc;

use super::settings;
use crate::experiment::Params;
use crate::group_commit::{
    BinlogEntry, DumpWorkload, HashedKeys, Key, MAX_WATCHED, Schedule, Tracker, Tracking, TrackingSettings,
    Workload,
};
use crate::report::{Kind, Metric, MetricValue, Metrics, NamedSeries, Series};
use crate::sim::SimTime;

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
    /// What write sets would give, of a dump: counted at once.
    of_dump: Option<Schedule>,
    watch_from: SimTime,
    /// The first watched transaction's place in the binlog, and the steps from there on.
    first_watched: u64,
    steps: Vec<u64>,
}

/// Write sets of all keys, with the lab's history.
fn write_set_tracking(params: &Params) -> TrackingSettings {
    TrackingSettings { tracking: Tracking::WriteSet, hashed: HashedKeys::All, ..settings::tracking(params) }
}

impl Analysis {
    /// An analysis of nothing yet. Of a learner's own list by commit order it also says what write sets would give; drawn workloads
    /// are too long to track them twice.
    pub(super) fn new(params: &Params, workload: &Rc<Workload>) -> Self {
        let workers = settings::workers(params);
        let by_commit_order = settings::tracking(params).tracking == Tracking::CommitOrder;
        let write_sets = (by_commit_order && matches!(**workload, Workload::Listed(_))).then(|| WriteSets {
            workload: Rc::clone(workload),
            tracker: Tracker::new(write_set_tracking(params)),
            schedule: Schedule::new(&[workers]),
            hashes: Vec::new(),
        });
        Self {
            workers,
            schedule: Schedule::new(&[workers]),
            write_sets,
            of_dump: None,
            watch_from: settings::watch_from(params),
            first_watched: 0,
            steps: Vec::new(),
        }
    }

    /// The analysis of a dump; of its write sets too, if it holds any.
    pub(super) fn of_dump(params: &Params, dump: &DumpWorkload) -> Self {
        let (text, workers) = (dump.text(), settings::workers(params));
        let tracked = || text.tracked_schedule(write_set_tracking(params), &[workers]).0;
        let mut analysis = Self {
            workers,
            schedule: Schedule::new(&[workers]),
            write_sets: None,
            of_dump: (text.with_write_set() > 0).then(tracked),
            watch_from: SimTime::default(),
            first_watched: 0,
            steps: Vec::new(),
        };
        (0..dump.count()).for_each(|id| analysis.push(&[dump.entry(id)]));
        analysis
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

    /// The schedules with the endings of their names: of the binlog as it is, and of write sets.
    fn schedules(&self) -> impl Iterator<Item = (&Schedule, &'static str)> {
        let write_sets =
            self.write_sets.as_ref().map(|write_sets| &write_sets.schedule).or(self.of_dump.as_ref());
        std::iter::once((&self.schedule, "")).chain(write_sets.map(|schedule| (schedule, ".writeset")))
    }

    /// Metrics of the steps.
    pub(super) fn metrics(&self, metrics: &mut Metrics) {
        for (schedule, ending) in self.schedules() {
            let (steps, path) = (schedule.steps(self.workers).unwrap_or(0), schedule.critical_path());
            metrics.count(format!("parallel_steps{ending}"), steps, "steps");
            metrics.count(format!("critical_path{ending}"), path, "transactions");
            let parallelism = MetricValue::ratio(schedule.transactions(), path, 2);
            metrics.insert(format!("parallelism{ending}"), Metric::new(parallelism, "x", Kind::Counted));
        }
    }

    /// Curves of the steps: how many transactions each has, and what more workers bring.
    pub(super) fn series(&self, series: &mut NamedSeries) {
        for (schedule, ending) in self.schedules() {
            series.0.push((format!("width{ending}"), width(schedule)));
            series.0.push((format!("speed_up{ending}"), speed_up(schedule)));
        }
    }
}

fn width(schedule: &Schedule) -> Series {
    let widths = schedule.widths();
    // A step's number is that of its point's first; the width is rounded, as a curve's numbers are whole.
    let first_steps = (0..widths.hundredths.len() as u64).map(|point| point * widths.steps_a_point + 1);
    let rounded = widths.hundredths.iter().map(|hundredths| (hundredths + HUNDRED / 2) / HUNDRED);
    let (x, y) = (first_steps.collect(), rounded.collect());
    Series { unit: "transactions", x_unit: "step", kind: Kind::Counted, x, y }
}

fn speed_up(schedule: &Schedule) -> Series {
    let (x, y) = schedule.speed_ups().into_iter().unzip();
    Series { unit: "hundredths", x_unit: "workers", kind: Kind::Counted, x, y }
}
