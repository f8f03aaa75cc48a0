//! A worker: applies one transaction and has it until it is committed.
//!
//! Applying takes processor time, of which there is no more than there are cores, and time besides (reads, round trips). Where
//! transactions meet at rows ([`super::conflicts`]) it happens in equal parts, one for each row; elsewhere in one.
//!
//! A worker sleeps where it has to wait, and waking a thread takes a moment ([`super::ReplicaSettings::hand_over_ns`]): when it
//! gets a transaction after it had none, when it gets a row, when all before its own are committed. A worker that finds its next
//! transaction there goes on at once, and one thread that does everything never sleeps over its work.

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
    /// It has no transaction.
    #[default]
    Idle,
    /// It is being woken and goes on then.
    Wakes,
    /// It computes, or waits for a core.
    Computes,
    /// Time besides passes.
    Waits,
    /// It waits for a row that an earlier transaction has.
    WaitsForRow(Key),
    /// It begins, or begins again, when all before it are committed.
    WaitsForAll,
    /// Everything is applied; it waits for its turn to commit.
    Applied,
    /// It is on its way through the stages of the commit.
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
    /// Since when it waits for what it waits for, is idle, or is on its way through the stages.
    pub(super) since: SimTime,
    /// Its place in the replica's own binlog.
    pub(super) own_sequence_number: u64,
    /// The newest transaction of that binlog that was committed when this one was applied, and what it depends on.
    pub(super) commit_parent: u64,
    pub(super) own_last_committed: u64,
    pub(super) retries: u32,
    /// Events of an attempt that was rolled back are told by its number.
    pub(super) attempt: u32,
    /// Rolled back while it computed: it notices when the slice ends.
    pub(super) rolled_back: bool,
    /// The part that it applies, and how many there are.
    pub(super) part: u32,
    pub(super) parts: u32,
    cpu_left_ns: u64,
    /// Its index entries in the order in which it locks them, and how many it has.
    pub(super) keys: Vec<Key>,
    pub(super) locked: usize,
}

impl Replica {
    /// `worker` gets the transaction at `position`, which has waited as `waits` says.
    pub(super) fn give(
        &mut self,
        now: SimTime,
        worker: u32,
        position: u64,
        waits: Waits,
        events: &mut Events,
    ) {
        let slot = self.window.slot(position);
        slot.worker = worker;
        let (transaction, after_all) = (slot.entry.transaction, slot.entry.waited && self.locks_rows);
        let state = &mut self.workers[worker as usize];
        let slept = state.since < now;
        (state.position, state.waits, state.retries) = (position, waits, 0);
        (state.part, state.parts) = (0, 1);
        if self.locks_rows || self.settings.counts_collisions {
            state.keys.clear();
            self.settings.workload.lock_keys(transaction, &mut state.keys);
            self.count_collision(worker);
        }
        if self.locks_rows {
            let state = &mut self.workers[worker as usize];
            (state.locked, state.parts) = (0, (state.keys.len() as u32).clamp(1, MAX_PARTS));
        }
        if let Some(watched) = self.watch.transaction(position) {
            watched.worker = Some(worker);
        }
        if after_all && self.order.next() != position {
            self.wait_for_all(now, worker);
        } else if slept && self.wake_ns > 0 {
            self.workers[worker as usize].waits.add(Cause::Worker, self.wake_ns);
            self.wake(now, worker, events);
        } else {
            self.next_part(now, worker, events);
        }
    }

    /// `worker` is woken; it goes on then.
    pub(super) fn wake(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let state = &mut self.workers[worker as usize];
        state.phase = Phase::Wakes;
        events.push(now + self.wake_ns, source::WORKER, Event::Awake(worker, state.attempt));
    }

    /// `worker` is awake, unless it was rolled back while it was woken.
    pub(super) fn awake(&mut self, now: SimTime, worker: u32, attempt: u32, events: &mut Events) {
        if self.workers[worker as usize].attempt == attempt {
            self.next_part(now, worker, events);
        }
    }

    /// `worker` locks the rows of its next part and applies it.
    fn next_part(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let state = &self.workers[worker as usize];
        let (position, part) = (state.position, state.part);
        if part == 0
            && let Some(watched) = self.watch.transaction(position)
        {
            watched.apply_from.get_or_insert(now);
        }
        if self.locks_rows && !self.lock_rows(now, worker, events) {
            return;
        }
        let state = &mut self.workers[worker as usize];
        let entry = &self.window.slot(position).entry;
        state.cpu_left_ns = share(entry.apply_cpu_ns, part, state.parts);
        if self.cores_limit {
            self.show_applying(now, worker);
            self.compute(now, worker, events);
            return;
        }
        // With cores for everybody it is known when the part is applied.
        state.phase = Phase::Waits;
        self.totals.cpu_busy_ns += state.cpu_left_ns;
        let end = now + state.cpu_left_ns + share(entry.apply_wait_ns, part, state.parts);
        events.push(end, source::WORKER, Event::Waited(worker, state.attempt));
        self.show_applying(now, worker);
    }

    /// `worker` goes on with the processor time of its part; when that has passed, time besides does.
    fn compute(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let state = &mut self.workers[worker as usize];
        if state.cpu_left_ns == 0 {
            state.phase = Phase::Waits;
            let entry = &self.window.slot(state.position).entry;
            let end = now + share(entry.apply_wait_ns, state.part, state.parts);
            events.push(end, source::WORKER, Event::Waited(worker, state.attempt));
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
            self.begin_again(now, worker, events);
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

    /// Counts `worker`'s transaction if one in flight changes the same index entry.
    fn count_collision(&mut self, worker: u32) {
        if self.settings.counts_collisions {
            let keys = &self.workers[worker as usize].keys;
            let shared = keys.iter().filter(|key| self.keys_in_flight.enter(**key)).count();
            self.totals.collisions += u64::from(shared > 0);
        }
    }
}

/// Part `part` of `parts` of `whole`; all parts add up to it.
fn share(whole: u64, part: u32, parts: u32) -> u64 {
    if parts == 1 { whole } else { part_begin(whole, part + 1, parts) - part_begin(whole, part, parts) }
}

/// Where part `part` of `parts` of `whole` begins.
pub(super) fn part_begin(whole: u64, part: u32, parts: u32) -> u64 {
    (u128::from(whole) * u128::from(part) / u128::from(parts)) as u64
}
