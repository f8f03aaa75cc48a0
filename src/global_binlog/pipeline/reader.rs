//! Readers: each takes its node's log piece by piece, keeps the events in memory or spills them, and sorts.
//!
//! A piece costs the longer of two times, parsing it and getting it over the link: both go on side by side. Spilling comes behind
//! it, and the reader waits for it. What the queue before the merge cannot take stays in the sort, and then the reader stops: the
//! log grows on its node, not in memory.

use std::collections::VecDeque;

use super::model::{Event, Pipeline};
use super::settings::Swap;
use super::totals::MemoryPlace;
use crate::global_binlog::Activity;
use crate::global_binlog::order::NodeSort;
use crate::global_binlog::workload::{Kind, LogRecord, Mark, Shape};
use crate::sim::{EventQueue, SECOND, SimTime, scaled_ns};

/// What a reader is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// Nothing.
    Idle,
    /// A piece, or spilling it.
    Piece,
    /// Waiting for room in the queue behind it.
    NoRoom,
}

/// A reader and its node's log.
#[derive(Debug, Clone)]
pub(super) struct Reader {
    /// What stands in the log unread.
    pub log: VecDeque<LogRecord>,
    pub sort: NodeSort,
    pub reading: Reading,
    /// The piece of the first record that is read.
    chunk: u32,
    shape: Shape,
    /// Since when it is idle or waits.
    since: SimTime,
    /// Since when a hole holds what is committed.
    hole_since: Option<SimTime>,
    pub link_busy_ns: u64,
    pub sort_busy_ns: u64,
    pub input_ended: bool,
}

impl Reader {
    /// A reader of an empty log.
    pub fn new(node: u16) -> Self {
        Self {
            log: VecDeque::new(),
            sort: NodeSort::new(node),
            reading: Reading::Idle,
            chunk: 0,
            shape: Shape::default(),
            since: SimTime(0),
            hole_since: None,
            link_busy_ns: 0,
            sort_busy_ns: 0,
            input_ended: false,
        }
    }

    /// Whether something is sorted and the queue behind has no room for it.
    fn is_blocked(&self) -> bool {
        self.sort.held() > 0 && !self.sort.holds_hole()
    }
}

impl Pipeline {
    /// Reads the next piece of a node's log, if there is one and nothing is in the way.
    pub(super) fn read_next(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        let reader = &mut self.readers[node];
        if reader.reading == Reading::Piece {
            return;
        }
        if reader.is_blocked() {
            if reader.reading == Reading::Idle {
                (reader.reading, reader.since) = (Reading::NoRoom, now);
            }
            return;
        }
        let Some(&record) = reader.log.front() else {
            self.end_input(now, node, events);
            return;
        };
        let shape = self.workload.chunk(&record, reader.chunk);
        reader.shape = shape;
        self.meters.idle(now, node, &self.readers[node]);
        let costs = self.settings.costs;
        let begin = now.max(record.at + costs.link_latency_ns);
        let parse_ns = shape.events * costs.sort_event_ns + scaled_ns(shape.bytes, costs.sort_byte_ps, 1_000);
        let link_ns = scaled_ns(shape.bytes, SECOND, costs.link_bytes_per_s);
        let reader = &mut self.readers[node];
        reader.link_busy_ns += link_ns;
        reader.sort_busy_ns += parse_ns;
        reader.reading = Reading::Piece;
        let end = begin + parse_ns.max(link_ns);
        self.meters.node(node, Activity::Sort, begin, end);
        events.push(end, node as u16, Event::Read(node as u16));
    }

    /// A piece has been read: its events come into memory or go to the spill store.
    pub(super) fn piece_read(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        let reader = &self.readers[node];
        let (record, shape) = (reader.log[0], reader.shape);
        self.totals.read += shape;
        let spill_ns = self.keep(now, &record, shape);
        if self.memory.is_exhausted() {
            self.run_out_of_memory(now);
            return;
        }
        if spill_ns == 0 {
            self.piece_kept(now, node, events);
        } else {
            self.meters.node(node, Activity::Spill, now, now + spill_ns);
            events.push(now + spill_ns, node as u16, Event::Spilled(node as u16));
        }
    }

    /// Keeps a piece's events in memory, or spills the transaction; how long that takes.
    fn keep(&mut self, now: SimTime, record: &LogRecord, shape: Shape) -> u64 {
        let Some(place) = self.transactions.find(record.transaction, record.part) else { return 0 };
        let part = self.transactions.part(place);
        part.read += shape;
        let read_bytes = part.read.bytes;
        if part.is_spilled {
            self.memory.spilled(now, shape.bytes);
            return self.spill_ns(shape.events, shape.bytes);
        }
        if self.settings.memory.swap != Swap::Force {
            part.held_bytes += shape.bytes;
            self.memory.take(part.place, shape.bytes);
            // An event is in memory before it can be spilled: where there is no room for it, the threshold comes too late.
            if self.memory.is_exhausted() {
                return 0;
            }
            if !self.memory.must_spill(read_bytes, shape.largest_event_bytes) {
                return 0;
            }
        }
        part.is_spilled = true;
        self.watch.spilled(record.transaction, record.node);
        let Shape { events, bytes, .. } = part.read;
        let (held_bytes, place) = (std::mem::take(&mut part.held_bytes), part.place);
        self.memory.spilled(now, bytes);
        self.memory.give(place, held_bytes);
        self.spill_ns(events, bytes)
    }

    /// What it costs to spill events.
    pub(super) fn spill_ns(&self, events: u64, bytes: u64) -> u64 {
        let costs = self.settings.costs;
        events * costs.spill_event_ns + scaled_ns(bytes, costs.spill_byte_ps, 1_000)
    }

    /// A piece is where it belongs; with its last piece a record has been read.
    pub(super) fn piece_kept(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        let reader = &mut self.readers[node];
        (reader.reading, reader.since) = (Reading::Idle, now);
        reader.chunk += 1;
        if reader.chunk >= reader.log[0].chunks {
            reader.chunk = 0;
            let record = reader.log.pop_front().expect("the record that was read");
            self.record_read(now, node, &record);
            self.let_go(now, node, events);
            self.hold_back(node, &record);
        }
        self.read_next(now, node, events);
    }

    /// What is committed and has not been let go is held by a hole, or waits for room in the queue.
    fn hold_back(&mut self, node: usize, record: &LogRecord) {
        if record.mark == Mark::Prepare {
            return;
        }
        let Some(place) = self.transactions.find(record.transaction, record.part) else { return };
        let holds_hole = self.readers[node].sort.holds_hole();
        let part = self.transactions.part(place);
        if part.place == MemoryPlace::Receiving {
            part.place = if holds_hole { MemoryPlace::Holes } else { MemoryPlace::Queued };
            let (to, bytes) = (part.place, part.held_bytes);
            self.memory.pass(MemoryPlace::Receiving, to, bytes);
        }
    }

    fn record_read(&mut self, now: SimTime, node: usize, record: &LogRecord) {
        self.readers[node].sort.read(record);
        if record.mark != Mark::Prepare
            && let Some(place) = self.transactions.find(record.transaction, record.part)
        {
            let part = self.transactions.part(place);
            part.read_at = now;
            let read_bytes = part.read.bytes;
            // It waits in the sort or in the queue before this event is over.
            self.sweep.waits(record.transaction);
            self.watch.read(now, record, read_bytes);
        }
        self.count_hole(now, node);
    }

    /// Counts the times that a hole holds a log.
    fn count_hole(&mut self, now: SimTime, node: usize) {
        let reader = &mut self.readers[node];
        match (reader.hole_since, reader.sort.holds_hole()) {
            (None, true) => {
                reader.hole_since = Some(now);
                self.totals.holes += 1;
            }
            (Some(since), false) => {
                reader.hole_since = None;
                self.totals.longest_hole_ns = self.totals.longest_hole_ns.max(now - since);
            }
            _ => {}
        }
    }

    /// Lets go into the queue before the merge what no hole holds, as far as there is room.
    pub(super) fn let_go(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        let mut came = false;
        while self.queue_len(node) < self.settings.source_queue as usize {
            let Some(sorted) = self.readers[node].sort.pop() else { break };
            let waits = self.root_waits(now);
            if let Some(place) = self.transactions.find(sorted.transaction, sorted.part) {
                let part = self.transactions.part(place);
                (part.sorted_at, part.waits_when_sorted) = (now, waits);
                let (from, bytes) = (part.place, part.held_bytes);
                part.place = MemoryPlace::Queued;
                self.memory.pass(from, MemoryPlace::Queued, bytes);
            }
            self.watch.sorted(now, &sorted);
            self.enqueue(node, sorted);
            came = true;
        }
        self.count_hole(now, node);
        if came {
            self.merge_input_came(now, node, events);
        }
    }

    /// There is room in the queue behind a node's sort.
    pub(super) fn room_behind(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        if self.readers[node].reading != Reading::NoRoom {
            return;
        }
        self.let_go(now, node, events);
        if !self.readers[node].is_blocked() {
            self.meters.idle(now, node, &self.readers[node]);
            let reader = &mut self.readers[node];
            (reader.reading, reader.since) = (Reading::Idle, now);
            self.read_next(now, node, events);
        }
    }

    /// Tells the merge that a node will say no more, once that is certain: idle nodes never say so.
    fn end_input(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        let reader = &mut self.readers[node];
        let is_active = node < usize::from(self.active_nodes);
        let is_empty = reader.sort.held() == 0 && reader.sort.open() == 0;
        if self.next_record.is_none() && is_active && is_empty && !reader.input_ended {
            reader.input_ended = true;
            self.merge_input_ended(now, node, events);
        }
    }

    /// A record stands in a node's log.
    pub(super) fn record_stands(&mut self, now: SimTime, record: &LogRecord, events: &mut EventQueue<Event>) {
        if record.mark != Mark::Commit {
            self.transactions.add(record);
            self.watch.stands(record, &self.workload);
        }
        if record.mark != Mark::Prepare {
            self.commit_stands(now, record);
        }
        let node = usize::from(record.node);
        let reader = &mut self.readers[node];
        reader.log.push_back(*record);
        self.totals.peak_unread_records = self.totals.peak_unread_records.max(reader.log.len() as u64);
        if reader.reading == Reading::Idle {
            self.read_next(now, node, events);
        }
    }

    fn commit_stands(&mut self, now: SimTime, record: &LogRecord) {
        let LogRecord { transaction, part, kind, .. } = *record;
        if let Some(place) = self.transactions.find(transaction, part) {
            self.transactions.part(place).committed_at = now;
        }
        self.watch.committed(now, record);
        let Some(live) = self.transactions.live(transaction) else { return };
        live.commits += 1;
        let is_whole = live.commits == live.parts;
        if is_whole {
            live.committed_at = now;
        }
        if kind == Kind::Unordered || is_whole && kind != Kind::Heartbeat {
            self.totals.committed += 1;
            self.behind.push_back((transaction, part, now));
        }
    }
}

impl Reader {
    /// What it was doing since its last piece, if it was more than waiting for the node: an activity and its start.
    pub(super) fn waited_for(&self) -> Option<(Activity, SimTime)> {
        match self.reading {
            Reading::NoRoom => Some((Activity::WaitRoom, self.since)),
            Reading::Idle if self.sort.holds_hole() => Some((Activity::WaitHole, self.since)),
            _ => None,
        }
    }
}
