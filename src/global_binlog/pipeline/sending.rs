//! From the merge to the writers: whole transactions, put together and transformed by collectors.
//!
//! A small transaction is one job; a large one is a job a piece, so that it is written while it is still transformed. Jobs are done
//! side by side and handed to the writers in order. No more of them are between collectors and writers than a window allows.

use super::model::{Event, Pipeline};
use super::totals::MemoryPlace;
use super::transactions::MergeWaits;
use super::writer::{Piece, Writer};
use crate::global_binlog::Activity;
use crate::global_binlog::order::{VirtualTimestamp, Whole};
use crate::global_binlog::workload::{Kind, Shape, Split, SplitBy};
use crate::sim::{EventQueue, SimTime, scaled_ns};

/// Jobs that may be between the start of their transformation and the end of their writing in the slowest stream (the flow-control
/// window between the task and the dumper in the open configuration).
const WINDOW: usize = 256;

/// A transaction between merge and file.
#[derive(Debug, Clone)]
pub(super) struct Outgoing {
    pub transaction: u64,
    pub kind: Kind,
    pub timestamp: VirtualTimestamp,
    /// Its number among the parts of an unordered transaction; else 0.
    pub part: u16,
    /// The part whose piece is next, and that piece.
    next: Option<u32>,
    next_chunk: u32,
    /// Whether all of it is one job.
    is_small: bool,
    pub merged_at: SimTime,
    pub waits_when_merged: MergeWaits,
    /// When the first of it had been collected: what follows waits for the writers, not for collectors.
    pub collected_at: Option<SimTime>,
    /// Whether all its pieces are with the writers.
    pub is_collected: bool,
    /// Pieces that are not in the write buffer, and not flushed.
    pub unwritten: u32,
    pub unflushed: u32,
    /// The streams that it has rows in, a bit each.
    pub streams: u64,
    pub is_done: bool,
}

/// A part of a transaction that a collector works on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    outgoing: u64,
    /// The part and its piece; nothing for all of a small transaction.
    piece: Option<(u32, u32)>,
    /// Bytes of events that are in memory until it is written.
    held_bytes: u64,
    is_last: bool,
    is_done: bool,
}

impl Pipeline {
    /// Takes a whole transaction from the merge.
    pub(super) fn send(&mut self, now: SimTime, whole: Whole, events: &mut EventQueue<Event>) {
        if whole.kind == Kind::Heartbeat {
            self.drop_heartbeat(now, &whole);
            return;
        }
        let checked = self.check.written(&whole);
        self.fail_on(checked);
        let is_unordered = whole.kind == Kind::Unordered;
        let first = if is_unordered {
            self.transactions.find(whole.transaction, whole.part)
        } else {
            self.transactions.first_part(whole.transaction)
        };
        let outgoing = Outgoing {
            transaction: whole.transaction,
            kind: whole.kind,
            timestamp: whole.timestamp,
            part: whole.part,
            next: first,
            next_chunk: 0,
            is_small: self.is_small(first, is_unordered),
            merged_at: now,
            waits_when_merged: self.root_waits(now),
            collected_at: None,
            is_collected: false,
            unwritten: 0,
            unflushed: 0,
            streams: 0,
            is_done: false,
        };
        self.outgoing.push_back(outgoing);
        self.in_flight += 1;
        self.collect(now, events);
    }

    fn drop_heartbeat(&mut self, now: SimTime, whole: &Whole) {
        self.totals.heartbeats += 1;
        self.watch.written(now, whole.transaction);
        while let Some(place) = self.transactions.first_part(whole.transaction) {
            let part = self.transactions.part(place);
            let (at, bytes) = (part.place, part.held_bytes);
            self.memory.give(at, bytes);
            self.transactions.remove(whole.transaction, place);
        }
    }

    fn is_small(&mut self, first: Option<u32>, is_alone: bool) -> bool {
        let mut next = first;
        while let Some(place) = next {
            if self.transactions.part(place).record.chunks > 1 {
                return false;
            }
            next = if is_alone { None } else { self.transactions.next_part(place) };
        }
        true
    }

    /// Gives free collectors their next jobs.
    pub(super) fn collect(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        while !self.free_collectors.is_empty() && self.jobs.len() + self.pieces_at_writer() < self.window() {
            let Some((job, shape, restored_bytes)) = self.next_job() else { return };
            if self.memory.is_exhausted() {
                self.run_out_of_memory(now);
                return;
            }
            let collector = self.free_collectors.pop().expect("one is free");
            let costs = self.settings.costs;
            let restore_ns = scaled_ns(restored_bytes, costs.restore_byte_ps, 1_000);
            let work_ns =
                shape.events * costs.collect_event_ns + scaled_ns(shape.bytes, costs.collect_byte_ps, 1_000);
            let restored = now + restore_ns;
            let end = restored + work_ns;
            self.meters.collector(usize::from(collector), Activity::Restore, now, restored);
            self.meters.collector(usize::from(collector), Activity::Collect, restored, end);
            self.collect_busy_ns += restore_ns + work_ns;
            let number = self.first_job + self.jobs.len() as u64;
            self.jobs.push_back(job);
            events.push(end, COLLECT_SOURCE, Event::Collected { collector, job: number });
        }
    }

    /// Jobs that may be under way when the next one starts. A piece of the huge transaction counts for all events that it stands for,
    /// as far as collectors and writer stay busy: else memory would grow with the scale of a run.
    fn window(&self) -> usize {
        let next = self.outgoing.get((self.next_outgoing - self.first_outgoing) as usize);
        match self.settings.workload.big {
            Some(big) if next.is_some_and(|next| Some(next.transaction) == self.big) => {
                let busy = self.settings.costs.collectors as usize + 2;
                (WINDOW / big.scale.max(1) as usize).max(busy)
            }
            _ => WINDOW,
        }
    }

    /// Pieces that the writer has that is furthest behind.
    fn pieces_at_writer(&self) -> usize {
        self.writers.iter().map(Writer::pieces).max().unwrap_or(0)
    }

    /// The next job in order, what it works on, and how many of its bytes are in the spill store.
    fn next_job(&mut self) -> Option<(Job, Shape, u64)> {
        let place = (self.next_outgoing - self.first_outgoing) as usize;
        let outgoing = self.outgoing.get_mut(place)?;
        let number = self.next_outgoing;
        let is_alone = outgoing.kind == Kind::Unordered;
        if outgoing.is_small {
            let first = outgoing.next;
            self.next_outgoing += 1;
            let (shape, held_bytes, restored) = self.small_shape(first, is_alone);
            let job = Job { outgoing: number, piece: None, held_bytes, is_last: true, is_done: false };
            return Some((job, shape, restored));
        }
        let part_place = outgoing.next?;
        let part = self.transactions.part(part_place);
        let chunk = outgoing.next_chunk;
        // Its rows: what stands around them in the log ends here.
        let record = part.record;
        let mut rows = [Shape::default()];
        self.workload.by_stream(&record, chunk, Split { streams: 1, by: SplitBy::Table }, &mut rows);
        let [shape] = rows;
        let part = self.transactions.part(part_place);
        let is_last_chunk = chunk + 1 >= part.record.chunks;
        let (restored, held_bytes) = if part.is_spilled {
            self.memory.take(MemoryPlace::Sending, shape.bytes);
            (shape.bytes, shape.bytes)
        } else {
            // What stood around them leaves memory with the last piece.
            let held = if is_last_chunk { part.held_bytes } else { shape.bytes.min(part.held_bytes) };
            part.held_bytes -= held;
            (0, held)
        };
        let following = if is_alone { None } else { self.transactions.next_part(part_place) };
        let outgoing = &mut self.outgoing[place];
        outgoing.next_chunk += 1;
        if is_last_chunk {
            (outgoing.next, outgoing.next_chunk) = (following, 0);
        }
        let is_last = is_last_chunk && following.is_none();
        self.next_outgoing += u64::from(is_last);
        let piece = Some((part_place, chunk));
        Some((Job { outgoing: number, piece, held_bytes, is_last, is_done: false }, shape, restored))
    }

    /// What a small transaction is, its bytes in memory, and those that were restored into it.
    fn small_shape(&mut self, first: Option<u32>, is_alone: bool) -> (Shape, u64, u64) {
        let (mut shape, mut held_bytes, mut restored) = (Shape::default(), 0, 0);
        let mut next = first;
        while let Some(place) = next {
            let part = self.transactions.part(place);
            shape += part.read;
            if part.is_spilled {
                restored += part.read.bytes;
                self.memory.take(MemoryPlace::Sending, part.read.bytes);
                held_bytes += part.read.bytes;
            }
            held_bytes += std::mem::take(&mut part.held_bytes);
            next = if is_alone { None } else { self.transactions.next_part(place) };
        }
        (shape, held_bytes, restored)
    }

    /// A collector has done its job; jobs go to the writers in order.
    pub(super) fn collected(
        &mut self,
        now: SimTime,
        collector: u16,
        job: u64,
        events: &mut EventQueue<Event>,
    ) {
        self.free_collectors.push(collector);
        self.jobs[(job - self.first_job) as usize].is_done = true;
        while self.jobs.front().is_some_and(|job| job.is_done) {
            let job = self.jobs.pop_front().expect("it is there");
            self.first_job += 1;
            self.hand_over(now, &job, events);
        }
        self.collect(now, events);
    }

    /// Hands a job's rows to the writers of their streams.
    fn hand_over(&mut self, now: SimTime, job: &Job, events: &mut EventQueue<Event>) {
        self.find_rows(job);
        let outgoing = &mut self.outgoing[(job.outgoing - self.first_outgoing) as usize];
        outgoing.collected_at.get_or_insert(now);
        if job.is_last {
            outgoing.is_collected = true;
            self.watch.collected(now, outgoing.transaction);
        }
        let came = self.queue_pieces(job);
        if came == 0 {
            self.memory.give(MemoryPlace::Sending, job.held_bytes);
            self.leave_if_written(now, job.outgoing, events);
            self.finish_if_flushed(now, job.outgoing);
            return;
        }
        for stream in (0..self.writers.len()).filter(|stream| came & 1 << stream != 0) {
            self.write_next(now, stream, events);
        }
    }

    /// Puts what a job has for each stream into its writer's queue; the streams that got something, a bit each.
    fn queue_pieces(&mut self, job: &Job) -> u64 {
        let outgoing = &mut self.outgoing[(job.outgoing - self.first_outgoing) as usize];
        // A transaction without rows is in the first stream all the same.
        let has_none = job.is_last && outgoing.streams == 0 && self.rows.iter().all(|rows| rows.events == 0);
        let mut held_bytes = job.held_bytes;
        let mut rows_bytes: u64 = self.rows.iter().map(|rows| rows.bytes).sum();
        let mut came = 0_u64;
        for (stream, rows) in self.rows.iter().enumerate() {
            if rows.events == 0 && !(has_none && stream == 0) {
                continue;
            }
            let mut shape = *rows;
            if outgoing.streams & 1 << stream == 0 {
                outgoing.streams |= 1 << stream;
                shape += self.frame;
            }
            outgoing.unwritten += 1;
            outgoing.unflushed += 1;
            // Each stream gives back its share, the last one what is left.
            let share = share_of(held_bytes, rows.bytes, rows_bytes);
            held_bytes -= share;
            rows_bytes -= rows.bytes;
            let piece = Piece { outgoing: job.outgoing, shape, held_bytes: share };
            self.writers[stream].queue.push_back(piece);
            came |= 1 << stream;
        }
        came
    }

    /// Finds the row events of a job, by stream.
    fn find_rows(&mut self, job: &Job) {
        let split = self.settings.writer.split;
        self.rows.fill(Shape::default());
        if let Some((place, chunk)) = job.piece {
            let record = self.transactions.part(place).record;
            self.workload.by_stream(&record, chunk, split, &mut self.rows);
            return;
        }
        let outgoing = &self.outgoing[(job.outgoing - self.first_outgoing) as usize];
        let is_alone = outgoing.kind == Kind::Unordered;
        let mut next = outgoing.next;
        while let Some(place) = next {
            let part = self.transactions.part(place);
            match &mut self.rows[..] {
                [all] => *all += part.read.rows(),
                rows => self.workload.by_stream(&part.record, 0, split, rows),
            }
            next = if is_alone { None } else { self.transactions.next_part(place) };
        }
    }
}

/// The share of `part` out of `all` in `bytes`; all of them if there is nothing else.
fn share_of(bytes: u64, part: u64, all: u64) -> u64 {
    if part == all { bytes } else { (u128::from(bytes) * u128::from(part) / u128::from(all)) as u64 }
}

/// Collectors come behind the merges among events of one time.
const COLLECT_SOURCE: u16 = 1_001;
