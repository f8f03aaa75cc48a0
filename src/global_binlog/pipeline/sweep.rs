//! The sweep: at the second threshold, transactions that wait in sorts and queues leave memory, too.
//!
//! One thread spills them one after another, the oldest first, until memory is below the threshold (*assumed*: the open configuration
//! names the threshold and not when the sweep stops). Memory is given back when a part is in the spill store.

use super::model::{Event, Pipeline};
use super::totals::MemoryPlace;
use crate::global_binlog::workload::LogRecord;
use crate::sim::{EventQueue, SimTime};

/// What the sweep is at.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sweep {
    /// The part that is spilled: its transaction and its number there.
    at: Option<(u64, u16)>,
    /// Older transactions have nothing to give.
    from: u64,
}

impl Pipeline {
    /// Starts a sweep if memory asks for one and none goes on.
    pub(super) fn sweep(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        if self.sweep.at.is_none() {
            self.sweep.from = 0;
            self.sweep_next(now, events);
        }
    }

    fn sweep_next(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        if !self.memory.must_sweep() {
            return;
        }
        let Some((transaction, place)) = self.oldest_waiting() else { return };
        let part = self.transactions.part(place);
        let (number, read) = (part.record.part, part.read);
        self.sweep = Sweep { at: Some((transaction, number)), from: transaction };
        let spill_ns = self.spill_ns(read.events, read.bytes);
        events.push(now + spill_ns, SWEEP_SOURCE, Event::Swept);
    }

    /// The oldest transaction with a part in memory that waits in a sort or a queue.
    fn oldest_waiting(&mut self) -> Option<(u64, u32)> {
        let numbers: Vec<u64> = self.transactions.numbers_from(self.sweep.from).collect();
        for transaction in numbers {
            let mut next = self.transactions.first_part(transaction);
            while let Some(place) = next {
                let part = self.transactions.part(place);
                let waits = matches!(part.place, MemoryPlace::Holes | MemoryPlace::Queued);
                if waits && part.held_bytes > 0 {
                    return Some((transaction, place));
                }
                next = self.transactions.next_part(place);
            }
        }
        None
    }

    /// A part is in the spill store: if it has not gone on meanwhile, its memory is free.
    pub(super) fn swept(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        let place =
            self.sweep.at.take().and_then(|(transaction, part)| self.transactions.find(transaction, part));
        if let Some(place) = place {
            let part = self.transactions.part(place);
            if matches!(part.place, MemoryPlace::Holes | MemoryPlace::Queued) {
                part.is_spilled = true;
                let LogRecord { transaction, node, .. } = part.record;
                let (at, bytes) = (part.place, std::mem::take(&mut part.held_bytes));
                self.memory.spilled(now, bytes);
                self.memory.give(at, bytes);
                self.watch.spilled(transaction, node);
            }
        }
        self.sweep_next(now, events);
    }
}

/// The sweep comes last among events of one time.
const SWEEP_SOURCE: u16 = 1_004;
