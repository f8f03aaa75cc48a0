//! Writers: one a stream, with its files, its write buffer and its flushes; and the consumer behind it.
//!
//! What is in the buffer is in the file's cache but nobody reads it yet: a transaction counts as written with the flush that ends
//! it. A flush with every transaction is shared by all that came while the writer was busy, as long as the buffer has room.

use std::collections::VecDeque;

use super::model::{Event, Pipeline};
use super::settings::Flush;
use super::totals::MemoryPlace;
use crate::global_binlog::Activity;
use crate::global_binlog::workload::Shape;
use crate::sim::{EventQueue, SECOND, SimTime, scaled_ns};

/// A piece of a transaction for one stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The transaction, by its number among those that the merge passed on.
    pub outgoing: u64,
    pub shape: Shape,
    /// Bytes of events that leave memory with it.
    pub held_bytes: u64,
}

/// What a writer is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writing {
    Nothing,
    Piece(Piece),
    Flush,
}

/// A writer.
#[derive(Debug, Clone)]
pub(super) struct Writer {
    pub queue: VecDeque<Piece>,
    writing: Writing,
    /// Bytes in the buffer, and the transactions that they are of.
    buffer_bytes: u64,
    buffered: Vec<(u64, Shape)>,
    /// Bytes of all its files.
    pub written_bytes: u64,
    /// Whether a flush is due although the buffer has room, and whether one is planned.
    is_due: bool,
    is_planned: bool,
    pub busy_ns: u64,
    /// When the consumer has read all that was flushed.
    consumer_free_at: SimTime,
    pub consumer_busy_ns: u64,
}

impl Writer {
    /// Pieces in its hands: those that wait, and the one that is written.
    pub fn pieces(&self) -> usize {
        self.queue.len() + usize::from(matches!(self.writing, Writing::Piece(_)))
    }

    /// A writer that has written nothing.
    pub fn new() -> Self {
        Self {
            queue: VecDeque::new(),
            writing: Writing::Nothing,
            buffer_bytes: 0,
            buffered: Vec::new(),
            written_bytes: 0,
            is_due: false,
            is_planned: false,
            busy_ns: 0,
            consumer_free_at: SimTime(0),
            consumer_busy_ns: 0,
        }
    }
}

impl Pipeline {
    /// Lets a writer write or flush what is next.
    pub(super) fn write_next(&mut self, now: SimTime, stream: usize, events: &mut EventQueue<Event>) {
        let settings = self.settings.writer;
        let writer = &mut self.writers[stream];
        if writer.writing != Writing::Nothing {
            return;
        }
        let is_full = writer.buffer_bytes >= settings.buffer_bytes;
        let ends = writer.queue.is_empty() && settings.flush == Flush::EveryTransaction;
        if writer.buffer_bytes > 0 && (is_full || ends || writer.is_due) {
            self.flush(now, stream, events);
            return;
        }
        let Some(piece) = writer.queue.pop_front() else { return };
        let costs = self.settings.costs;
        let Shape { events: count, bytes, .. } = piece.shape;
        let write_ns = count * costs.write_event_ns + scaled_ns(bytes, costs.write_byte_ps, 1_000);
        writer.writing = Writing::Piece(piece);
        writer.busy_ns += write_ns;
        self.meters.writer(stream, Activity::Write, now, now + write_ns);
        events.push(now + write_ns, WRITE_SOURCE, Event::Wrote(stream as u16));
    }

    fn flush(&mut self, now: SimTime, stream: usize, events: &mut EventQueue<Event>) {
        let writer = &mut self.writers[stream];
        let buffers = writer.buffer_bytes.div_ceil(self.settings.writer.buffer_bytes).max(1);
        let flush_ns = self.settings.costs.flush_ns.saturating_mul(buffers);
        (writer.writing, writer.is_due) = (Writing::Flush, false);
        writer.busy_ns += flush_ns;
        self.meters.writer(stream, Activity::Flush, now, now + flush_ns);
        events.push(now + flush_ns, WRITE_SOURCE, Event::Wrote(stream as u16));
    }

    /// A writer has ended what it was at.
    pub(super) fn wrote(&mut self, now: SimTime, stream: usize, events: &mut EventQueue<Event>) {
        let writing = std::mem::replace(&mut self.writers[stream].writing, Writing::Nothing);
        match writing {
            Writing::Piece(piece) => self.piece_written(now, stream, &piece, events),
            Writing::Flush => self.flushed(now, stream),
            Writing::Nothing => {}
        }
        self.write_next(now, stream, events);
    }

    fn piece_written(&mut self, now: SimTime, stream: usize, piece: &Piece, events: &mut EventQueue<Event>) {
        self.memory.give(MemoryPlace::Sending, piece.held_bytes);
        let writer = &mut self.writers[stream];
        let Piece { outgoing, shape, .. } = *piece;
        writer.buffer_bytes += shape.bytes;
        writer.buffered.push((outgoing, shape));
        writer.written_bytes += shape.bytes;
        if let Flush::Interval { interval_ns } = self.settings.writer.flush
            && !writer.is_planned
        {
            writer.is_planned = true;
            let next = SimTime((now.0 / interval_ns.max(1) + 1).saturating_mul(interval_ns.max(1)));
            events.push(next, WRITE_SOURCE, Event::FlushDue(stream as u16));
        }
        let place = (outgoing - self.first_outgoing) as usize;
        self.outgoing[place].unwritten -= 1;
        self.collect(now, events);
        self.leave_if_written(now, outgoing, events);
    }

    /// A transaction that is in the write buffers makes room for another one behind the merge.
    pub(super) fn leave_if_written(&mut self, now: SimTime, number: u64, events: &mut EventQueue<Event>) {
        let outgoing = &self.outgoing[(number - self.first_outgoing) as usize];
        if outgoing.is_collected && outgoing.unwritten == 0 {
            self.in_flight -= 1;
            self.merge_root(now, events);
        }
    }

    /// The time for a flush has come.
    pub(super) fn flush_due(&mut self, now: SimTime, stream: usize, events: &mut EventQueue<Event>) {
        let writer = &mut self.writers[stream];
        writer.is_planned = false;
        writer.is_due = writer.buffer_bytes > 0;
        self.write_next(now, stream, events);
    }

    fn flushed(&mut self, now: SimTime, stream: usize) {
        self.totals.flushes += 1;
        let writer = &mut self.writers[stream];
        let mut buffered = std::mem::take(&mut writer.buffered);
        let bytes = std::mem::take(&mut writer.buffer_bytes);
        self.consume(now, stream, bytes);
        for &(outgoing, shape) in &buffered {
            self.totals.output += shape;
            self.meters.written(now, shape);
            let place = (outgoing - self.first_outgoing) as usize;
            let of = &mut self.outgoing[place];
            of.unflushed -= 1;
            self.finish_if_flushed(now, outgoing);
        }
        while self.outgoing.front().is_some_and(|first| first.is_done) {
            self.outgoing.pop_front();
            self.first_outgoing += 1;
        }
        buffered.clear();
        self.writers[stream].buffered = buffered;
    }

    /// The consumer of a stream reads what was flushed.
    fn consume(&mut self, now: SimTime, stream: usize, bytes: u64) {
        let rate = self.settings.writer.consumer_bytes_per_s;
        if rate == 0 {
            return;
        }
        let read_ns = scaled_ns(bytes, SECOND, rate);
        let writer = &mut self.writers[stream];
        let begin = now.max(writer.consumer_free_at);
        writer.consumer_free_at = begin + read_ns;
        writer.consumer_busy_ns += read_ns;
        let (end, delay_ns) = (writer.consumer_free_at, writer.consumer_free_at - now);
        self.totals.longest_consumed_ns = self.totals.longest_consumed_ns.max(delay_ns);
        self.meters.consumed(now, stream, begin, end, delay_ns);
    }
}

/// Writers come behind the collectors among events of one time.
const WRITE_SOURCE: u16 = 1_002;
