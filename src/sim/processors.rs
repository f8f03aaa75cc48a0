//! Processors: n cores and one run queue.

use std::collections::VecDeque;

use super::SimTime;

/// Cores that work on jobs `J`, each job alone on one core; jobs that find none free wait in order of arrival.
///
/// A long job does not give way: cut it into slices, and others get their turn between them.
#[derive(Debug, Clone)]
pub struct Processors<J> {
    cores: u32,
    busy: u32,
    waiting: VecDeque<(J, u64)>,
    busy_core_ns: u64,
    counted_until: SimTime,
}

impl<J> Processors<J> {
    /// `cores` free cores, at least one.
    pub fn new(cores: u32) -> Self {
        let counted_until = SimTime::default();
        Self { cores: cores.max(1), busy: 0, waiting: VecDeque::new(), busy_core_ns: 0, counted_until }
    }

    /// Asks for `work_ns` of one core. If one is free the job starts at once: it is given back with its end. If not, it waits
    /// until [`Processors::release`] gives it back.
    pub fn request(&mut self, now: SimTime, job: J, work_ns: u64) -> Option<(J, SimTime)> {
        if self.busy == self.cores {
            self.waiting.push_back((job, work_ns));
            return None;
        }
        self.count(now);
        self.busy += 1;
        Some((job, now + work_ns))
    }

    /// A job has ended. If another waits it starts at once: it is given back with its end.
    ///
    /// # Panics
    /// If no job was running.
    pub fn release(&mut self, now: SimTime) -> Option<(J, SimTime)> {
        assert!(self.busy > 0, "a core is released that was not taken");
        self.count(now);
        match self.waiting.pop_front() {
            Some((job, work_ns)) => Some((job, now + work_ns)),
            None => {
                self.busy -= 1;
                None
            }
        }
    }

    /// Nanoseconds that cores have been busy until `now`, all cores together.
    pub fn busy_core_ns(&mut self, now: SimTime) -> u64 {
        self.count(now);
        self.busy_core_ns
    }

    /// How many cores there are.
    pub fn cores(&self) -> u32 {
        self.cores
    }

    /// How many cores are busy.
    pub fn busy(&self) -> u32 {
        self.busy
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn count(&mut self, now: SimTime) {
        self.busy_core_ns += u64::from(self.busy) * (now - self.counted_until);
        self.counted_until = now;
    }
}
