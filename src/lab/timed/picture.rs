//! The picture of a run: its timeline and its curves, as reports hold them.

use crate::report::{Kind, Series, Timeline, TimelineLane};
use crate::sim::{MICROSECOND, Samples, SimTime};
use crate::timing::{Activity, Cluster};

/// The timeline of a finished simulation; lanes in which nothing happened are left out.
pub fn timeline(cluster: &Cluster, end: SimTime) -> Timeline {
    let primary = cluster.primary.lanes().map(|(name, lane)| ("primary", name, lane));
    let replica = cluster.replica.iter().flat_map(|replica| replica.lanes());
    let replica = replica.map(|(name, lane)| ("replica", name, lane));
    let lanes = primary.chain(replica).filter(|(.., lane)| !lane.spans().is_empty());
    Timeline {
        unit: "us",
        kind: Kind::Simulated,
        from: 0,
        end: end.us(),
        activities: Activity::ALL.iter().map(|activity| activity.name()).collect(),
        lanes: lanes.map(|(group, name, lane)| TimelineLane::of(group, name, lane.spans())).collect(),
    }
}

/// A curve whose values are `value` of the samples' (given the interval's length in nanoseconds): one point an interval, at its
/// middle.
pub fn series(samples: &Samples, unit: &'static str, value: impl Fn(u64, u64) -> u64) -> Series {
    let interval_ns = samples.interval_ns();
    let middle = |index: usize| (interval_ns * index as u64 + interval_ns / 2) / MICROSECOND;
    Series {
        unit,
        x_unit: "us",
        kind: Kind::Simulated,
        x: (0..samples.values().len()).map(middle).collect(),
        y: samples.values().iter().map(|sample| value(*sample, interval_ns)).collect(),
    }
}
