//! What is under way: transactions between their first record in a log and the global binlog, and their parts.
//!
//! Transactions are found by number in a window that starts at the oldest; parts lie in a list whose places are used again, so a
//! record costs no memory of its own.

use std::collections::VecDeque;

use super::totals::MemoryPlace;
use crate::global_binlog::workload::{Kind, LogRecord, Shape};
use crate::sim::SimTime;

/// No part.
const NONE: u32 = u32::MAX;

/// How long the last merge had waited by some moment: for an input, and for room behind it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct MergeWaits {
    pub input_ns: u64,
    pub room_ns: u64,
}

/// A part of a transaction: what one node's log has of it.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The record with its rows.
    pub record: LogRecord,
    /// What was read of it, its commit included.
    pub read: Shape,
    /// Bytes of its events that are in memory.
    pub held_bytes: u64,
    /// Whether what is not in memory is in the spill store, and whatever comes goes there.
    pub is_spilled: bool,
    pub place: MemoryPlace,
    pub committed_at: SimTime,
    pub read_at: SimTime,
    pub sorted_at: SimTime,
    pub waits_when_sorted: MergeWaits,
    next: u32,
}

/// A transaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Live {
    pub kind: Kind,
    pub parts: u16,
    pub commits: u16,
    /// When the last part was committed.
    pub committed_at: SimTime,
    first_part: u32,
    parts_left: u16,
}

#[derive(Debug, Clone, Copy)]
enum Slot {
    /// Nothing of it stands in a log yet.
    Unseen,
    Live(Live),
    Gone,
}

/// All that is under way.
#[derive(Debug, Clone, Default)]
pub(super) struct Transactions {
    /// Number of the transaction in the first slot.
    first: u64,
    slots: VecDeque<Slot>,
    parts: Vec<Part>,
    free: Vec<u32>,
    /// How many are live, heartbeats not counted.
    pub under_way: u64,
}

impl Transactions {
    /// A part stands in its node's log.
    pub fn add(&mut self, record: &LogRecord) {
        let place = (record.transaction - self.first) as usize;
        if place >= self.slots.len() {
            self.slots.resize(place + 1, Slot::Unseen);
        }
        let mut live = match self.slots[place] {
            Slot::Live(live) => live,
            _ => self.begin(record),
        };
        live.first_part = self.put(record, live.first_part);
        self.slots[place] = Slot::Live(live);
    }

    fn begin(&mut self, record: &LogRecord) -> Live {
        let LogRecord { kind, parts, .. } = *record;
        self.under_way += u64::from(kind != Kind::Heartbeat);
        Live { kind, parts, commits: 0, committed_at: SimTime(0), first_part: NONE, parts_left: parts }
    }

    fn put(&mut self, record: &LogRecord, next: u32) -> u32 {
        let part = Part {
            record: *record,
            read: Shape::default(),
            held_bytes: 0,
            is_spilled: false,
            place: MemoryPlace::Receiving,
            committed_at: SimTime(0),
            read_at: SimTime(0),
            sorted_at: SimTime(0),
            waits_when_sorted: MergeWaits::default(),
            next,
        };
        match self.free.pop() {
            Some(free) => {
                self.parts[free as usize] = part;
                free
            }
            None => {
                self.parts.push(part);
                self.parts.len() as u32 - 1
            }
        }
    }

    /// The transaction of that number, if it is under way.
    pub fn live(&mut self, transaction: u64) -> Option<&mut Live> {
        let place = transaction.checked_sub(self.first)? as usize;
        match self.slots.get_mut(place)? {
            Slot::Live(live) => Some(live),
            _ => None,
        }
    }

    /// The part of a transaction that is under way.
    pub fn find(&self, transaction: u64, part: u16) -> Option<u32> {
        let place = transaction.checked_sub(self.first)? as usize;
        let Slot::Live(live) = self.slots.get(place)? else { return None };
        let mut at = live.first_part;
        while at != NONE {
            if self.parts[at as usize].record.part == part {
                return Some(at);
            }
            at = self.parts[at as usize].next;
        }
        None
    }

    /// A part by its place.
    pub fn part(&mut self, place: u32) -> &mut Part {
        &mut self.parts[place as usize]
    }

    /// The first part of a transaction.
    pub fn first_part(&self, transaction: u64) -> Option<u32> {
        let place = transaction.checked_sub(self.first)? as usize;
        match self.slots.get(place)? {
            Slot::Live(live) if live.first_part != NONE => Some(live.first_part),
            _ => None,
        }
    }

    /// The part behind one of the same transaction.
    pub fn next_part(&self, place: u32) -> Option<u32> {
        let next = self.parts[place as usize].next;
        (next != NONE).then_some(next)
    }

    /// A part has reached its end; with its last part so has the transaction.
    pub fn remove(&mut self, transaction: u64, place: u32) {
        self.unlink(transaction, place);
        self.free.push(place);
        let index = (transaction - self.first) as usize;
        let Slot::Live(live) = &mut self.slots[index] else { return };
        live.parts_left -= 1;
        if live.parts_left > 0 {
            return;
        }
        self.under_way -= u64::from(live.kind != Kind::Heartbeat);
        self.slots[index] = Slot::Gone;
        while let Some(Slot::Gone) = self.slots.front() {
            self.slots.pop_front();
            self.first += 1;
        }
    }

    fn unlink(&mut self, transaction: u64, place: u32) {
        let next = self.parts[place as usize].next;
        let Some(live) = self.live(transaction) else { return };
        if live.first_part == place {
            live.first_part = next;
            return;
        }
        let mut at = live.first_part;
        while at != NONE {
            let part = &mut self.parts[at as usize];
            if part.next == place {
                part.next = next;
                return;
            }
            at = part.next;
        }
    }

    /// The first transaction from `from` on that has such a part, with that part; else the number behind all that there are.
    pub fn first_with(&self, from: u64, is_wanted: impl Fn(&Part) -> bool) -> Result<(u64, u32), u64> {
        let skipped = (from.saturating_sub(self.first) as usize).min(self.slots.len());
        for (place, slot) in self.slots.range(skipped..).enumerate() {
            let Slot::Live(live) = slot else { continue };
            let mut at = live.first_part;
            while at != NONE {
                let part = &self.parts[at as usize];
                if is_wanted(part) {
                    return Ok((self.first + (skipped + place) as u64, at));
                }
                at = part.next;
            }
        }
        Err(self.first + self.slots.len() as u64)
    }
}
