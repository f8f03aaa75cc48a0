//! The transactions that the replica has received and not committed up to a point without gaps: in flight, and not begun.

use std::collections::VecDeque;

use super::super::BinlogEntry;
use super::lag::Oldest;
use crate::sim::SimTime;

/// No worker.
pub(super) const NOBODY: u32 = u32::MAX;

/// A transaction that the replica has received.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) entry: BinlogEntry,
    pub(super) arrives_at: SimTime,
    /// Who applies it.
    pub(super) worker: u32,
    pub(super) committed: bool,
}

/// Transactions by *position*: how many the replica has received before, from 0.
///
/// The window begins at the low-water mark: everything before it is committed. Positions are dispatched in order, so those in
/// flight, or committed out of order, come first, and those that nobody has begun follow.
#[derive(Debug, Clone, Default)]
pub(super) struct Window {
    slots: VecDeque<Slot>,
    low_water_mark: u64,
    dispatched: u64,
    /// How many are committed beyond the low-water mark.
    committed_above: u64,
}

impl Window {
    pub(super) fn receive(&mut self, entry: BinlogEntry, arrives_at: SimTime) {
        self.slots.push_back(Slot { entry, arrives_at, worker: NOBODY, committed: false });
    }

    /// Everything before this position is committed.
    pub(super) fn low_water_mark(&self) -> u64 {
        self.low_water_mark
    }

    /// The position that is dispatched next.
    pub(super) fn dispatched(&self) -> u64 {
        self.dispatched
    }

    pub(super) fn received(&self) -> u64 {
        self.low_water_mark + self.slots.len() as u64
    }

    pub(super) fn committed_above(&self) -> u64 {
        self.committed_above
    }

    /// The transaction at `position`, which is not below the low-water mark, if it has been received.
    pub(super) fn get(&self, position: u64) -> Option<&Slot> {
        self.slots.get((position - self.low_water_mark) as usize)
    }

    pub(super) fn slot(&mut self, position: u64) -> &mut Slot {
        &mut self.slots[(position - self.low_water_mark) as usize]
    }

    pub(super) fn oldest(&self) -> Option<Oldest> {
        self.slots.front().map(|slot| Oldest::new(&slot.entry, slot.arrives_at))
    }

    /// The next position has gone to `worker`.
    pub(super) fn dispatch(&mut self, worker: u32) {
        let position = self.dispatched;
        self.slot(position).worker = worker;
        self.dispatched += 1;
    }

    pub(super) fn commit(&mut self, position: u64) {
        let slot = self.slot(position);
        debug_assert!(!slot.committed, "a transaction is committed once");
        slot.committed = true;
        self.committed_above += 1;
    }

    /// Moves the low-water mark past everything that is committed without a gap.
    pub(super) fn advance(&mut self) {
        while self.slots.front().is_some_and(|slot| slot.committed) {
            self.slots.pop_front();
            self.low_water_mark += 1;
            self.committed_above -= 1;
        }
    }

    /// Positions that are missing below the newest that is committed.
    pub(super) fn gaps(&self) -> u64 {
        let newest = self.slots.iter().rposition(|slot| slot.committed).map_or(0, |index| index as u64 + 1);
        newest - self.committed_above
    }
}
