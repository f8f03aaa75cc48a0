//! A worker: applies one transaction, row by row where rows are locked, and holds it until it is committed.
//!
//! Applying takes processor time, of which there is no more than there are cores, and time besides (reads, locks, round trips).
//! Where transactions run side by side without knowing of each other (optimistic mode), the rows are locked one after another, at
//! equal shares of that time, and kept until the commit. Two meet at a row:
//!
//! - the one that asks is *later* in the binlog: it waits until the earlier one has committed;
//! - the one that asks is *earlier*: commits are in order, so the later one, which has the row, could not commit before it. It is
//!   rolled back, the earlier one goes on, and the later one begins again.
//!
//! *Worked example.* Two transactions change three rows each in 3 ms. 1 changes a, b, c; 2 changes c, d, e and begins at the same
//! time. At 0 ms 2 locks c; at 2 ms 1 asks for c: 2 is rolled back, begins again, asks for c and waits. At 3 ms 1 commits, and 2
//! applies from 3 to 6 ms: one after the other, and 2 ms of work were for nothing.

use std::collections::VecDeque;

use super::super::{Activity, Key};
use super::totals::{Cause, Waits};
use super::watch::lane_of;
use super::{Event, Events, Replica, source};
use crate::sim::{MILLISECOND, SimTime};

/// A long computation gives way to others after this long, as an operating system makes it do.
const CPU_SLICE_NS: u64 = 10 * MILLISECOND;
/// Rows of a huge transaction are locked in so many parts at most.
const MAX_PARTS: u32 = 64;

/// What a worker is at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing.
    #[default]
    Idle,
    /// It computes, or waits for a core.
    Computes,
    /// Its time besides passes.
    Waits,
    /// It waits for a row that an earlier transaction holds.
    WaitsForRow(Key),
    /// It was rolled back and waits until all before it are committed.
    WaitsToRetry,
    /// It has got the row that it waited for, or begins again: it goes on when the event at hand has been dealt with.
    Woken,
    /// Everything is applied; it waits for its turn to commit.
    Applied,
    /// It is on its way through the commit's stages.
    Commits,
}

/// A transaction in a worker's queue, with one queue a schema.
#[derive(Debug, Clone, Copy)]
pub(super) struct Queued {
    pub(super) position: u64,
    pub(super) since: SimTime,
    pub(super) cause: Cause,
    pub(super) waits: Waits,
}

/// A worker and the transaction that it has.
#[derive(Debug, Clone, Default)]
pub(super) struct Worker {
    pub(super) position: u64,
    pub(super) phase: Phase,
    pub(super) queue: VecDeque<Queued>,
    pub(super) waits: Waits,
    /// Since when it waits, or when it took its turn.
    pub(super) since: SimTime,
    /// Its place in the binlog of the replica.
    pub(super) own_sequence_number: u64,
    /// The newest of the replica's own transactions that was committed when this one was applied.
    pub(super) commit_parent: u64,
    pub(super) retries: u32,
    /// Events of an attempt that was rolled back are told by its number.
    attempt: u32,
    /// Rolled back while it computed: it notices when the slice ends.
    rolled_back: bool,
    /// The part that it applies, and how many there are.
    part: u32,
    parts: u32,
    cpu_left_ns: u64,
    /// Its index entries, in the order in which it locks them, and how many it has.
    pub(super) keys: Vec<Key>,
    pub(super) locked: usize,
}

impl Replica {
    /// `worker` begins the transaction at `position`.
    pub(super) fn begin(
        &mut self,
        now: SimTime,
        worker: u32,
        position: u64,
        waits: Waits,
        events: &mut Events,
    ) {
        let entry = &mut self.window.slot(position).entry;
        let (transaction, cpu_ns, wait_ns) = (entry.transaction, entry.apply_cpu_ns, entry.apply_wait_ns);
        self.window.slot(position).worker = worker;
        if let Some(watched) = self.watch.transaction(position) {
            (watched.apply_from, watched.worker) = (Some(now), Some(worker));
        }
        let state = &mut self.workers[worker as usize];
        (state.position, state.waits, state.retries) = (position, waits, 0);
        (state.part, state.parts) = (0, 1);
        if self.locks_rows || self.settings.counts_collisions {
            state.keys.clear();
            self.settings.workload.lock_keys(transaction, &mut state.keys);
        }
        if self.settings.counts_collisions {
            let shared = state.keys.iter().filter(|key| self.keys_in_flight.enter(**key)).count();
            self.totals.collisions += u64::from(shared > 0);
        }
        if !self.locks_rows && !self.cores_limit {
            // The way of most transactions: one event, when it is applied.
            state.phase = Phase::Waits;
            self.totals.cpu_busy_ns += cpu_ns;
            events.push(now + cpu_ns + wait_ns, source::WORKER, Event::Waited(worker, state.attempt));
            self.watch.does(now, lane_of(worker), Some(Activity::Apply));
            return;
        }
        if self.locks_rows {
            (state.locked, state.parts) = (0, (state.keys.len() as u32).clamp(1, MAX_PARTS));
        }
        self.next_part(now, worker, events);
    }

    /// `worker` locks the rows of its next part and applies it.
    fn next_part(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        if self.locks_rows && !self.lock_rows(now, worker) {
            return;
        }
        let state = &mut self.workers[worker as usize];
        let entry = &self.window.slot(state.position).entry;
        state.cpu_left_ns = share(entry.apply_cpu_ns, state.part, state.parts);
        self.show_applying(now, worker);
        self.compute(now, worker, events);
    }

    /// `worker` goes on with the processor time of its part.
    fn compute(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let state = &mut self.workers[worker as usize];
        if state.cpu_left_ns == 0 {
            state.phase = Phase::Waits;
            let entry = &self.window.slot(state.position).entry;
            let wait_ns = share(entry.apply_wait_ns, state.part, state.parts);
            events.push(now + wait_ns, source::WORKER, Event::Waited(worker, state.attempt));
            return;
        }
        state.phase = Phase::Computes;
        let slice_ns = state.cpu_left_ns.min(CPU_SLICE_NS);
        self.totals.cpu_busy_ns += slice_ns;
        match self.cpu.request(now, worker, slice_ns) {
            Some((_, end)) => events.push(end, source::CPU, Event::Computed(worker)),
            None => {
                state.since = now;
                self.watch.does(now, lane_of(worker), Some(Activity::WaitCore));
            }
        }
    }

    /// A slice of `worker`'s processor time has passed.
    pub(super) fn computed(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        if let Some((next, end)) = self.cpu.release(now) {
            let state = &mut self.workers[next as usize];
            state.waits.add(Cause::Core, now - state.since);
            self.show_applying(now, next);
            events.push(end, source::CPU, Event::Computed(next));
        }
        let state = &mut self.workers[worker as usize];
        state.cpu_left_ns -= state.cpu_left_ns.min(CPU_SLICE_NS);
        if state.rolled_back {
            state.rolled_back = false;
            self.begin_again(now, worker);
        } else {
            self.compute(now, worker, events);
        }
    }

    /// `worker`'s part is applied, unless that attempt was rolled back.
    pub(super) fn waited(&mut self, now: SimTime, worker: u32, attempt: u32, events: &mut Events) {
        let state = &mut self.workers[worker as usize];
        if state.attempt != attempt {
            return;
        }
        state.part += 1;
        if state.part < state.parts {
            self.next_part(now, worker, events);
        } else {
            self.applied(now, worker, events);
        }
    }

    fn show_applying(&mut self, now: SimTime, worker: u32) {
        let again = self.workers[worker as usize].retries > 0;
        self.watch.does(now, lane_of(worker), Some(if again { Activity::Retry } else { Activity::Apply }));
    }

    /// Locks the rows of `worker`'s part; false if it has to wait for one.
    fn lock_rows(&mut self, now: SimTime, worker: u32) -> bool {
        loop {
            let state = &mut self.workers[worker as usize];
            let until = share_end(state.keys.len() as u64, state.part, state.parts) as usize;
            if state.locked >= until {
                return true;
            }
            let (key, position) = (state.keys[state.locked], state.position);
            let holder = self.locks.take(key, worker);
            if holder != worker {
                if self.workers[holder as usize].position < position {
                    self.locks.wait(key);
                    let state = &mut self.workers[worker as usize];
                    (state.phase, state.since) = (Phase::WaitsForRow(key), now);
                    self.watch.does(now, lane_of(worker), Some(Activity::WaitRowLock));
                    return false;
                }
                self.locks.hand(key, worker);
                self.roll_back(now, holder, key);
            }
            self.workers[worker as usize].locked += 1;
        }
    }

    /// Rolls back `victim`, which had the row `key` that an earlier transaction has got now.
    fn roll_back(&mut self, now: SimTime, victim: u32, key: Key) {
        self.totals.retries += 1;
        let position = self.workers[victim as usize].position;
        if let Some(watched) = self.watch.transaction(position) {
            watched.retries += 1;
        }
        self.release_rows(now, victim, Some(key));
        let state = &mut self.workers[victim as usize];
        (state.retries, state.part) = (state.retries + 1, 0);
        match state.phase {
            Phase::Computes => {
                state.rolled_back = true;
                return;
            }
            Phase::WaitsForRow(key) => {
                state.waits.add(Cause::RowLock, now - state.since);
                self.locks.give_up(key);
            }
            Phase::Applied => state.waits.add(Cause::CommitOrder, now - state.since),
            _ => {}
        }
        state.attempt += 1;
        self.begin_again(now, victim);
    }

    /// A transaction that was rolled back begins again: at once, or when all before it are committed.
    fn begin_again(&mut self, now: SimTime, worker: u32) {
        let state = &mut self.workers[worker as usize];
        if state.retries > self.settings.retries && self.order.next() != state.position {
            (state.phase, state.since) = (Phase::WaitsToRetry, now);
            self.watch.does(now, lane_of(worker), Some(Activity::WaitCommitOrder));
        } else {
            self.wake(worker);
        }
    }

    /// `worker` goes on when the event at hand has been dealt with.
    pub(super) fn wake(&mut self, worker: u32) {
        self.workers[worker as usize].phase = Phase::Woken;
        self.woken.push_back(worker);
    }

    /// `worker` gives back its rows; those that others wait for go to the earliest of them.
    pub(super) fn release_rows(&mut self, now: SimTime, worker: u32, except: Option<Key>) {
        let count = std::mem::take(&mut self.workers[worker as usize].locked);
        for index in 0..count {
            let key = self.workers[worker as usize].keys[index];
            if Some(key) == except || !self.locks.release(key) {
                continue;
            }
            let waits = |worker: &u32| self.workers[*worker as usize].phase == Phase::WaitsForRow(key);
            let waiting = (0..self.workers.len() as u32).filter(waits);
            if let Some(next) = waiting.min_by_key(|worker| self.workers[*worker as usize].position) {
                self.locks.give_up(key);
                self.locks.hand(key, next);
                let state = &mut self.workers[next as usize];
                state.waits.add(Cause::RowLock, now - state.since);
                state.locked += 1;
                self.wake(next);
            }
        }
    }

    /// Workers that got the row that they waited for go on; those that were rolled back begin again.
    pub(super) fn go_on(&mut self, now: SimTime, events: &mut Events) {
        while let Some(worker) = self.woken.pop_front() {
            if self.workers[worker as usize].phase == Phase::Woken {
                self.next_part(now, worker, events);
            }
        }
    }
}

/// Part `part` of `parts` of `whole`, so that all parts add up.
fn share(whole: u64, part: u32, parts: u32) -> u64 {
    share_end(whole, part, parts) - (u128::from(whole) * u128::from(part) / u128::from(parts)) as u64
}

/// Where part `part` of `parts` of `whole` ends.
fn share_end(whole: u64, part: u32, parts: u32) -> u64 {
    (u128::from(whole) * (u128::from(part) + 1) / u128::from(parts)) as u64
}
