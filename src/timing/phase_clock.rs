//! How long each phase lasted: the time during which at least one thread was in it.

use super::Activity;
use crate::sim::SimTime;

/// Time with at least one thread, by phase.
#[derive(Debug, Clone, Default)]
pub struct PhaseClock {
    threads: [u32; Activity::ALL.len()],
    since: [SimTime; Activity::ALL.len()],
    total_ns: [u64; Activity::ALL.len()],
}

impl PhaseClock {
    /// A thread enters a phase.
    pub fn enter(&mut self, now: SimTime, phase: Activity) {
        let phase = phase as usize;
        if self.threads[phase] == 0 {
            self.since[phase] = now;
        }
        self.threads[phase] += 1;
    }

    /// A thread leaves it.
    pub fn leave(&mut self, now: SimTime, phase: Activity) {
        let phase = phase as usize;
        self.threads[phase] -= 1;
        if self.threads[phase] == 0 {
            self.total_ns[phase] += now - self.since[phase];
        }
    }

    /// Nanoseconds so far during which somebody was in `phase`, up to the last time that nobody was.
    pub fn total_ns(&self, phase: Activity) -> u64 {
        self.total_ns[phase as usize]
    }
}
