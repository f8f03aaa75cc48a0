//! The sweep: at the second threshold, transactions that wait in sorts and queues leave memory, too.
//!
//! One thread spills them one after another, the oldest first, until memory is below the threshold (*assumed*: the open configuration
//! names the threshold and not when the sweep stops). Memory is given back when a part is in the spill store.
//!
//! What is older than everything that can be spilled is not looked at again, so a hole in front of a million transactions costs a
//! sweep no more than one in front of ten.

use super::model::{Event, Pipeline};
use super::totals::MemoryPlace;
use super::transactions::Part;
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

impl Sweep {
    /// A part of a transaction waits in a sort or a queue from now on.
    pub fn waits(&mut self, transaction: u64) {
        self.from = self.from.min(transaction);
    }
}

/// Whether a part waits in a sort or a queue and is in memory.
fn can_be_spilled(part: &Part) -> bool {
    matches!(part.place, MemoryPlace::Holes | MemoryPlace::Queued) && part.held_bytes > 0
}

impl Pipeline {
    /// Starts a sweep if memory asks for one and none goes on.
    pub(super) fn sweep(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        if self.sweep.at.is_none() {
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
        self.sweep.at = Some((transaction, number));
        let spill_ns = self.spill_ns(read.events, read.bytes);
        events.push(now + spill_ns, SWEEP_SOURCE, Event::Swept);
    }

    /// The oldest transaction with a part in memory that waits in a sort or a queue.
    fn oldest_waiting(&mut self) -> Option<(u64, u32)> {
        let found = self.transactions.first_with(self.sweep.from, can_be_spilled);
        self.sweep.from = found.map_or_else(|behind_all| behind_all, |(transaction, _)| transaction);
        found.ok()
    }

    /// A part is in the spill store: if it has not gone on meanwhile, its memory is free.
    pub(super) fn swept(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        let place =
            self.sweep.at.take().and_then(|(transaction, part)| self.transactions.find(transaction, part));
        if let Some(place) = place {
            let part = self.transactions.part(place);
            if can_be_spilled(part) {
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
