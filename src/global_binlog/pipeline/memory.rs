//! The memory that all events share between reader and file, and when they leave it for the spill store.
//!
//! An event takes more memory than it has bytes: objects around it, a second form of its rows. How much more is one ratio, the
//! expansion. Sums are kept in bytes of events and expanded when they are asked for, so that nothing is lost to rounding.
//!
//! *Worked example.* 4 GB of memory, expansion 200 %, threshold 85 %: events of 1.7 GB take 3.4 GB, and there the transaction that
//! grows is moved to the spill store, with all that it still gets.

use super::settings::{MemorySettings, Swap};
use super::totals::{MemoryCause, MemoryPlace};
use crate::sim::SimTime;

/// Memory in use, by place.
#[derive(Debug, Clone)]
pub(super) struct Memory {
    pub settings: MemorySettings,
    /// Bytes of events by place.
    events: [u64; 4],
    peak_bytes: u64,
    peak_by_place: [u64; 4],
    /// Whether the last refresh found memory at the threshold for new events.
    is_short: bool,
    /// Bytes of events that were spilled.
    pub spilled_bytes: u64,
    /// When the first event was spilled, and memory in use then.
    pub first_spill: Option<(SimTime, u64)>,
}

impl Memory {
    /// Empty memory.
    pub fn new(settings: MemorySettings) -> Self {
        Self {
            settings,
            events: [0; 4],
            peak_bytes: 0,
            peak_by_place: [0; 4],
            is_short: false,
            spilled_bytes: 0,
            first_spill: None,
        }
    }

    fn expanded(&self, event_bytes: u64) -> u64 {
        let expanded = u128::from(event_bytes) * u128::from(self.settings.expansion_pct) / 100;
        u64::try_from(expanded).unwrap_or(u64::MAX)
    }

    /// Memory in use.
    pub fn used_bytes(&self) -> u64 {
        self.expanded(self.events.iter().sum())
    }

    /// Memory in use at a place.
    pub fn at_place(&self, place: MemoryPlace) -> u64 {
        self.expanded(self.events[place as usize])
    }

    /// The most that was in use.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// The most that was in use by place, each at its own time.
    pub fn peak_by_place(&self) -> [u64; 4] {
        self.peak_by_place
    }

    /// Events come into memory.
    pub fn take(&mut self, place: MemoryPlace, event_bytes: u64) {
        self.events[place as usize] += event_bytes;
        self.peak_bytes = self.peak_bytes.max(self.used_bytes());
        let at_place = self.at_place(place);
        let peak = &mut self.peak_by_place[place as usize];
        *peak = at_place.max(*peak);
    }

    /// Events leave memory.
    pub fn give(&mut self, place: MemoryPlace, event_bytes: u64) {
        debug_assert!(self.events[place as usize] >= event_bytes, "memory is given back that was not taken");
        self.events[place as usize] -= event_bytes;
    }

    /// Events are held by somebody else from now on.
    pub fn pass(&mut self, from: MemoryPlace, to: MemoryPlace, event_bytes: u64) {
        self.give(from, event_bytes);
        self.take(to, event_bytes);
    }

    /// Whether more is in use than there is.
    pub fn is_exhausted(&self) -> bool {
        self.used_bytes() > self.settings.limit_bytes
    }

    fn reaches(&self, threshold_pct: u64) -> bool {
        u128::from(self.used_bytes()) * 100
            >= u128::from(self.settings.limit_bytes) * u128::from(threshold_pct)
    }

    /// Looks at memory, for all that is not checked at once.
    pub fn refresh(&mut self) {
        self.is_short = self.reaches(self.settings.new_threshold_pct);
    }

    /// Whether transactions that wait in queues must leave memory, too.
    pub fn must_sweep(&self) -> bool {
        self.settings.swap == Swap::Auto && self.reaches(self.settings.all_threshold_pct)
    }

    /// Whether a transaction must leave memory that has just got an event.
    pub fn must_spill(&self, transaction_bytes: u64, event_bytes: u64) -> bool {
        let MemorySettings { swap, new_threshold_pct, transaction_check_bytes, event_check_bytes, .. } =
            self.settings;
        let at_once = transaction_bytes >= transaction_check_bytes || event_bytes >= event_check_bytes;
        match swap {
            Swap::Force => true,
            Swap::Off => false,
            Swap::Auto if at_once => self.reaches(new_threshold_pct),
            Swap::Auto => self.is_short,
        }
    }

    /// Events went to the spill store.
    pub fn spilled(&mut self, now: SimTime, event_bytes: u64) {
        self.first_spill.get_or_insert((now, self.used_bytes()));
        self.spilled_bytes += event_bytes;
    }

    /// What holds most of the memory; `big_bytes` are the huge transaction's events in it, and `is_writer_late` says whether the last
    /// merge waits for room.
    pub fn cause(&self, big_bytes: u64, is_writer_late: bool) -> MemoryCause {
        let whole: u64 = self.events.iter().sum();
        let most = |bytes: u64| bytes >= whole.div_ceil(2);
        let [_, holes, queued, sending] = self.events;
        if most(big_bytes) {
            MemoryCause::BigTransaction
        } else if most(holes) {
            MemoryCause::Hole
        } else if most(sending) || is_writer_late && most(queued + sending) {
            MemoryCause::Writer
        } else if most(queued) {
            MemoryCause::MergeInput
        } else {
            MemoryCause::Spread
        }
    }
}
