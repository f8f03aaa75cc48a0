//! The picture of a run: curves of the whole of it, and lanes and transactions of the part that is watched.

use crate::experiment::Params;
use crate::global_binlog::{
    Activity, LaneOf, MemoryPlace, Pipeline, WatchedPart, WatchedTransaction, Workload,
};
use crate::lab::timed::picture::series;
use crate::report::{Kind, NamedSeries, OrderLog, Series, Timeline, TimelineLane};
use crate::sim::{MILLISECOND, SECOND, Samples, SimTime, Span};

/// The curves.
pub(super) fn curves(pipeline: &Pipeline, params: &Params) -> NamedSeries {
    let curves = pipeline.curves();
    let mut named = NamedSeries::default();
    let mut put = |name: &str, series: Series| named.0.push((name.to_owned(), series));
    let milliseconds = |samples: &Samples| series(samples, "ms", |ns, _| ns.div_ceil(MILLISECOND));
    let plain = |samples: &Samples, unit| series(samples, unit, |value, _| value);
    put("delay", milliseconds(&curves.delay_ns));
    put("memory", plain(&curves.memory_bytes, "B"));
    for place in MemoryPlace::ALL {
        let samples = &curves.memory_by_place[place as usize];
        put(&format!("memory.{}", place.name()), plain(samples, "B"));
    }
    put("spilled", plain(&curves.spilled_bytes, "B"));
    put("written", per_second(&curves.written_bytes, "B/s"));
    put("eps", per_second(&curves.written_events, "events/s"));
    put("unread", plain(&curves.unread_records, "records"));
    if params.integer("consumer_bytes_per_s") > 0 {
        put("consumer_delay", milliseconds(&curves.consumer_delay_ns));
    }
    named
}

/// An amount a second.
fn per_second(samples: &Samples, unit: &'static str) -> Series {
    series(samples, unit, |amount, interval_ns| {
        let a_second = u128::from(amount) * u128::from(SECOND) / u128::from(interval_ns);
        u64::try_from(a_second).unwrap_or(u64::MAX)
    })
}

/// The lanes while transactions are watched: from `from` on.
pub(super) fn timeline(pipeline: &Pipeline, from: SimTime) -> Timeline {
    let lanes: Vec<_> = pipeline.lanes().map(|(place, spans)| lane(place, spans)).collect();
    let ends = lanes.iter().filter_map(|lane| lane.to.last().copied());
    let end = ends.max().unwrap_or_default().max(from.us());
    Timeline {
        unit: "us",
        kind: Kind::Simulated,
        from: from.us(),
        end,
        activities: Activity::ALL.iter().map(|activity| activity.name()).collect(),
        lanes,
    }
}

fn lane(place: LaneOf, spans: &[Span]) -> TimelineLane {
    let (group, name) = match place {
        LaneOf::Node(node) => ("node", format!("node {node}")),
        LaneOf::Frontier(node) => ("frontier", format!("node {node}")),
        LaneOf::Merge(0) => ("merge", "root".to_owned()),
        LaneOf::Merge(group) => ("merge", format!("group {group}")),
        LaneOf::Collector(collector) => ("writer", format!("collector {collector}")),
        LaneOf::Stream(stream) => ("writer", format!("stream {stream}")),
        LaneOf::Consumer(stream) => ("consumer", format!("stream {stream}")),
    };
    TimelineLane::of(group, name, spans)
}

/// How the watched transactions came into one order: those that did in that order, then the others as they began.
pub(super) fn order(pipeline: &Pipeline, params: &Params) -> OrderLog {
    let mut log = OrderLog {
        nodes: params.integer("data_nodes"),
        idle_nodes: params.integer("idle_nodes"),
        ..OrderLog::default()
    };
    let mut watched: Vec<&WatchedTransaction> = pipeline.watched().iter().collect();
    watched.sort_by_key(|watched| {
        (watched.written.is_none(), watched.timestamp.is_none(), watched.timestamp, watched.transaction)
    });
    for (place, watched) in (0..).zip(watched) {
        log.transaction.push(watched.transaction + 1);
        log.kind.push(kind(watched, pipeline.workload()));
        log.timestamp.push(watched.timestamp.map_or_else(String::new, |timestamp| timestamp.to_string()));
        log.collected.push(watched.collected.map(SimTime::us));
        log.written.push(watched.written.map(SimTime::us));
        watched.parts.iter().for_each(|part| put_part(&mut log, place, part));
    }
    log
}

/// The kind, and of the two that are apart which it is.
fn kind(watched: &WatchedTransaction, workload: &Workload) -> &'static str {
    match watched.transaction {
        transaction if workload.is_big(transaction) => "big",
        transaction if workload.is_stuck(transaction) => "stuck",
        _ => watched.kind.name(),
    }
}

fn put_part(log: &mut OrderLog, place: u64, part: &WatchedPart) {
    log.part_of.push(place);
    log.part_node.push(u64::from(part.node) + 1);
    log.part_bytes.push(part.bytes);
    log.part_prepared.push(part.prepared.us());
    log.part_committed.push(part.committed.map(SimTime::us));
    log.part_read.push(part.read.map(SimTime::us));
    log.part_sorted.push(part.sorted.map(SimTime::us));
    log.part_merged.push(part.merged.map(SimTime::us));
    log.part_spilled.push(part.spilled.into());
}
