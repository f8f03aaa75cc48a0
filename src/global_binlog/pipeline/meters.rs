//! Curves and lanes of a run.

use super::memory::Memory;
use super::reader::Reader;
use super::settings::PipelineSettings;
use super::totals::MemoryPlace;
use crate::global_binlog::Activity;
use crate::global_binlog::workload::Shape;
use crate::sim::{MILLISECOND, Samples, SimTime, Span, SpanLog};

/// The curves of a run.
#[derive(Debug, Clone)]
pub struct Curves {
    /// Delay in nanoseconds: of what is written, or the age of the oldest committed transaction that is not.
    pub delay_ns: Samples,
    /// Memory in use in bytes.
    pub memory_bytes: Samples,
    /// The same by [`MemoryPlace`].
    pub memory_by_place: [Samples; 4],
    /// Bytes of events spilled so far.
    pub spilled_bytes: Samples,
    /// Bytes that became readable.
    pub written_bytes: Samples,
    /// Events that became readable.
    pub written_events: Samples,
    /// Records that stand unread in the logs of all nodes.
    pub unread_records: Samples,
    /// From readable until the consumer had it, in nanoseconds.
    pub consumer_delay_ns: Samples,
}

impl Default for Curves {
    fn default() -> Self {
        let gauge = || Samples::gauge(MILLISECOND);
        Self {
            delay_ns: gauge(),
            memory_bytes: gauge(),
            memory_by_place: [gauge(), gauge(), gauge(), gauge()],
            spilled_bytes: gauge(),
            written_bytes: Samples::amount(MILLISECOND),
            written_events: Samples::amount(MILLISECOND),
            unread_records: gauge(),
            consumer_delay_ns: gauge(),
        }
    }
}

/// Where a lane stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaneOf {
    /// The reader and sort of a node, from 1.
    Node(u16),
    /// Whether the merge waits for a node, from 1.
    Frontier(u16),
    /// The merge of a group, from 1; 0 for the root.
    Merge(u16),
    /// A collector, from 1.
    Collector(u16),
    /// The writer of a stream, from 1.
    Stream(u16),
    /// The consumer of a stream, from 1.
    Consumer(u16),
}

/// Writes curves and lanes.
#[derive(Debug, Clone)]
pub(super) struct Meters {
    pub curves: Curves,
    lanes: SpanLog,
    names: Vec<LaneOf>,
    nodes: usize,
    merges: usize,
    collectors: usize,
    streams: usize,
}

impl Meters {
    /// Meters of a pipeline with so many groups.
    pub fn new(settings: &PipelineSettings, groups: usize) -> Self {
        let nodes = settings.workload.data_nodes;
        let (collectors, streams) = (settings.costs.collectors as u16, settings.writer.split.streams);
        let merges = (1..=groups as u16).chain([0]);
        let names: Vec<_> = (1..=nodes)
            .map(LaneOf::Node)
            .chain((1..=nodes).map(LaneOf::Frontier))
            .chain(merges.map(LaneOf::Merge))
            .chain((1..=collectors).map(LaneOf::Collector))
            .chain((1..=streams).map(LaneOf::Stream))
            .chain((1..=streams).map(LaneOf::Consumer))
            .collect();
        Self {
            curves: Curves::default(),
            lanes: SpanLog::new(names.len()),
            names,
            nodes: usize::from(nodes),
            merges: groups + 1,
            collectors: usize::from(collectors),
            streams: usize::from(streams),
        }
    }

    /// Lanes that have spans, in the order of the pipeline.
    pub fn lanes(&self) -> impl Iterator<Item = (LaneOf, &[Span])> {
        let lanes = self.names.iter().zip(self.lanes.lanes()).map(|(name, lane)| (*name, lane.spans()));
        lanes.filter(|(_, spans)| !spans.is_empty())
    }

    pub fn node(&mut self, node: usize, activity: Activity, from: SimTime, to: SimTime) {
        self.lanes.add(node, activity as u8, from, to);
    }

    /// What a reader has waited for up to now.
    pub fn idle(&mut self, now: SimTime, node: usize, reader: &Reader) {
        if let Some((activity, since)) = reader.waited_for() {
            self.node(node, activity, since, now);
        }
    }

    pub fn frontier(&mut self, node: usize, from: SimTime, to: SimTime) {
        self.lanes.add(self.nodes + node, Activity::HoldsBack as u8, from, to);
    }

    pub fn merge(&mut self, merge: usize, from: SimTime, to: SimTime) {
        self.lanes.add(2 * self.nodes + merge, Activity::Merge as u8, from, to);
    }

    /// A merge has waited for room behind it, if it did, up to now.
    pub fn merge_waited(&mut self, merge: usize, since: Option<SimTime>, now: SimTime) {
        if let Some(since) = since {
            self.lanes.add(2 * self.nodes + merge, Activity::WaitWriter as u8, since, now);
        }
    }

    pub fn collector(&mut self, collector: usize, activity: Activity, from: SimTime, to: SimTime) {
        self.lanes.add(2 * self.nodes + self.merges + collector, activity as u8, from, to);
    }

    pub fn writer(&mut self, stream: usize, activity: Activity, from: SimTime, to: SimTime) {
        let lane = 2 * self.nodes + self.merges + self.collectors + stream;
        self.lanes.add(lane, activity as u8, from, to);
    }

    pub fn consumed(&mut self, now: SimTime, stream: usize, from: SimTime, to: SimTime, delay_ns: u64) {
        let lane = 2 * self.nodes + self.merges + self.collectors + self.streams + stream;
        self.lanes.add(lane, Activity::Consume as u8, from, to);
        self.curves.consumer_delay_ns.set(now, delay_ns);
    }

    pub fn delay(&mut self, now: SimTime, delay_ns: u64) {
        self.curves.delay_ns.set(now, delay_ns);
    }

    pub fn written(&mut self, now: SimTime, shape: Shape) {
        self.curves.written_bytes.add(now, shape.bytes);
        self.curves.written_events.add(now, shape.events);
    }

    pub fn memory(&mut self, now: SimTime, memory: &Memory) {
        self.curves.memory_bytes.set(now, memory.used_bytes());
        for place in MemoryPlace::ALL {
            self.curves.memory_by_place[place as usize].set(now, memory.at_place(place));
        }
        self.curves.spilled_bytes.set(now, memory.spilled_bytes);
    }
}
