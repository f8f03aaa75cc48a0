//! The coordinator: reads the log in order and gives each transaction to a worker when it may start.
//!
//! It looks at one transaction at a time, so a transaction that may not start holds up all behind it, even if they could. What
//! it asks depends on the mode:
//!
//! | mode | the transaction at position p may start when |
//! |---|---|
//! | logical clock | all up to its `last_committed` are committed: the low-water mark has come that far |
//! | schema | at once, but in the queue of the worker that has its schema |
//! | conservative | all of the groups before its own have reached their commit |
//! | optimistic | at once |
//!
//! A DDL waits for all before it, and all after it wait for it; with one queue a schema its schema does so anyway.
//!
//! *Worked example.* Groups {1, 2} {3} {4, 5} with `last_committed` 0, 0; 2; 3, 3, every transaction one step, two workers. 1
//! and 2 start at once, 3 when both are committed, 4 and 5 when 3 is: three steps.
//!
//! Sequence numbers start again at 1 in every binlog file. Numbers of one file mean nothing in the next, so the first
//! transaction of a file waits until all of the file before are committed.

use super::super::{Activity, BinlogEntry, Kind};
use super::settings::{MAX_WORKERS, ParallelMode};
use super::totals::{Cause, Waits};
use super::watch::{COORDINATOR, MAX_WORKER_LANES, lane_of};
use super::window::NOBODY;
use super::worker::Queued;
use super::{Event, Events, Replica, source};
use crate::sim::SimTime;

/// Transactions that wait in the queues of workers at most, with one queue a schema: the reader must stop somewhere.
const MAX_QUEUED: u64 = 16_384;

/// What the coordinator knows.
#[derive(Debug, Clone, Default)]
pub(super) struct Coordinator {
    /// Whether it has begun.
    pub(super) runs: bool,
    /// Whether an event wakes it when the next transaction arrives.
    wakes_at_arrival: bool,
    /// Positions below this have been looked at.
    looked_at: u64,
    /// The position of the first transaction of this binlog file.
    file_start: u64,
    /// The sequence number of the transaction before, in its file.
    sequence_number: u64,
    /// The next transaction may start when so many are committed.
    depends_on: u64,
    /// The same for all transactions behind the newest DDL.
    behind_ddl: u64,
    /// The source's group that the next transaction belongs to, and the position of its first.
    group: u64,
    group_start: u64,
    /// Transactions that have reached their commit.
    reached_commit: u64,
    /// What holds the next transaction up, and since when.
    held: Option<(Cause, SimTime)>,
    /// What has held it up so far.
    waits: Waits,
    /// By schema: the worker that has it, and how many of its transactions are on their way.
    schemas: Vec<(u32, u32)>,
    queued: u64,
}

/// Workers without a transaction, the lowest numbers first.
#[derive(Debug, Clone)]
pub(super) struct IdleWorkers([u64; MAX_WORKERS as usize / 64]);

impl IdleWorkers {
    pub(super) fn all(workers: usize) -> Self {
        let mut idle = Self([0; MAX_WORKERS as usize / 64]);
        (0..workers as u32).for_each(|worker| idle.put(worker));
        idle
    }

    pub(super) fn put(&mut self, worker: u32) {
        self.0[worker as usize / 64] |= 1 << (worker % 64);
    }

    fn take(&mut self, worker: u32) -> bool {
        let was_idle = self.contains(worker);
        self.0[worker as usize / 64] &= !(1 << (worker % 64));
        was_idle
    }

    fn first(&self) -> Option<u32> {
        let index = self.0.iter().position(|word| *word != 0)?;
        Some(index as u32 * 64 + self.0[index].trailing_zeros())
    }

    fn contains(&self, worker: u32) -> bool {
        self.0[worker as usize / 64] & 1 << (worker % 64) != 0
    }
}

impl Replica {
    /// Gives transactions to workers for as long as they may start.
    pub(super) fn dispatch(&mut self, now: SimTime, events: &mut Events) {
        if !self.coordinator.runs {
            return;
        }
        let held = loop {
            let position = self.window.dispatched();
            let Some(slot) = self.window.get(position) else { break None };
            if slot.arrives_at > now {
                self.wake_at_arrival(slot.arrives_at, events);
                break None;
            }
            self.look_at(now, position);
            if !self.may_start() {
                break Some(Cause::Dependency);
            }
            let Some(worker) = self.worker_for(position) else { break Some(Cause::Worker) };
            self.hold(now, None);
            self.window.dispatch(worker);
            self.assign(now, worker, position, events);
        };
        self.hold(now, held);
    }

    /// An event tells when the next transaction is there.
    pub(super) fn wake_at_arrival(&mut self, arrives_at: SimTime, events: &mut Events) {
        if !self.coordinator.wakes_at_arrival {
            self.coordinator.wakes_at_arrival = true;
            events.push(arrives_at, source::ARRIVAL, Event::Arrival);
        }
    }

    /// The next transaction is there.
    pub(super) fn arrived(&mut self, now: SimTime, events: &mut Events) {
        self.coordinator.wakes_at_arrival = false;
        self.dispatch(now, events);
    }

    /// Whether the coordinator has nothing to look at before the next transaction arrives.
    pub(super) fn waits_for_arrival(&self) -> bool {
        self.coordinator.runs && self.window.dispatched() == self.window.received()
    }

    /// Finds out what the transaction at `position` depends on, once.
    fn look_at(&mut self, now: SimTime, position: u64) {
        if position < self.coordinator.looked_at {
            return;
        }
        let entry = self.window.slot(position).entry;
        self.coordinator.look_at(position, &entry, self.settings.mode);
        self.watch.meet(now, position, &entry);
    }

    /// Whether the next transaction may run beside those in flight.
    fn may_start(&self) -> bool {
        let state = &self.coordinator;
        let group_may = state.reached_commit >= state.group_start;
        self.window.low_water_mark() >= state.depends_on
            && (self.settings.mode != ParallelMode::Conservative || group_may)
    }

    /// A worker that can take the transaction at `position`.
    fn worker_for(&mut self, position: u64) -> Option<u32> {
        if self.settings.mode != ParallelMode::Schema {
            return self.idle.first();
        }
        let schema = usize::from(self.window.slot(position).entry.schema);
        let state = &mut self.coordinator;
        if state.schemas.len() <= schema {
            state.schemas.resize(schema + 1, (NOBODY, 0));
        }
        match state.schemas[schema] {
            _ if state.queued >= MAX_QUEUED => None,
            (worker, 1..) => Some(worker),
            // The worker with the shortest queue takes a schema that nobody has.
            _ => self.idle.first().or_else(|| {
                let load = |worker: &u32| self.workers[*worker as usize].queue.len();
                (0..self.workers.len() as u32).min_by_key(load)
            }),
        }
    }

    /// The transaction at `position` goes to `worker`, which begins it or, with one queue a schema, has it in its queue.
    fn assign(&mut self, now: SimTime, worker: u32, position: u64, events: &mut Events) {
        let waits = std::mem::take(&mut self.coordinator.waits);
        if self.settings.mode == ParallelMode::Schema {
            let schema = usize::from(self.window.slot(position).entry.schema);
            let (owner, on_their_way) = &mut self.coordinator.schemas[schema];
            let cause = if *on_their_way > 0 { Cause::Dependency } else { Cause::Worker };
            (*owner, *on_their_way) = (worker, *on_their_way + 1);
            if !self.idle.take(worker) {
                self.coordinator.queued += 1;
                self.workers[worker as usize].queue.push_back(Queued { position, since: now, cause, waits });
                return;
            }
        } else {
            self.idle.take(worker);
        }
        self.give(now, worker, position, waits, events);
    }

    /// `worker` has committed a transaction of `schema`: it goes on with its queue, or is idle.
    pub(super) fn free_worker(&mut self, now: SimTime, worker: u32, schema: u16, events: &mut Events) {
        self.workers[worker as usize].since = now;
        if self.settings.mode == ParallelMode::Schema {
            self.coordinator.schemas[usize::from(schema)].1 -= 1;
            if let Some(queued) = self.workers[worker as usize].queue.pop_front() {
                self.coordinator.queued -= 1;
                let mut waits = queued.waits;
                waits.add(queued.cause, now - queued.since);
                self.give(now, worker, queued.position, waits, events);
                return;
            }
        }
        self.idle.put(worker);
        self.show_idle(now, worker);
    }

    /// A transaction has reached its commit for the first time.
    pub(super) fn count_reached_commit(&mut self, now: SimTime, events: &mut Events) {
        self.coordinator.reached_commit += 1;
        if self.settings.mode == ParallelMode::Conservative {
            self.dispatch(now, events);
        }
    }

    /// From now on `cause` holds the next transaction up.
    fn hold(&mut self, now: SimTime, cause: Option<Cause>) {
        let state = &mut self.coordinator;
        match (state.held, cause) {
            (None, None) => return,
            (Some((before, _)), Some(cause)) if before == cause => return,
            (Some((before, since)), _) => state.waits.add(before, now - since),
            (None, Some(_)) => {}
        }
        state.held = cause.map(|cause| (cause, now));
        if self.watch.records() {
            self.show_held(now, cause);
        }
    }

    fn show_held(&mut self, now: SimTime, cause: Option<Cause>) {
        let activity = cause.map(|cause| match cause {
            Cause::Dependency => Activity::WaitDependency,
            _ => Activity::WaitWorker,
        });
        self.watch.does(now, COORDINATOR, activity);
        for worker in 0..self.workers.len().min(MAX_WORKER_LANES) as u32 {
            if self.idle.contains(worker) {
                self.show_idle(now, worker);
            }
        }
    }

    /// An idle worker shows what it waits for, if there is work.
    fn show_idle(&mut self, now: SimTime, worker: u32) {
        let held = matches!(self.coordinator.held, Some((Cause::Dependency, _)));
        self.watch.does(now, lane_of(worker), held.then_some(Activity::WaitDependency));
    }
}

impl Coordinator {
    fn look_at(&mut self, position: u64, entry: &BinlogEntry, mode: ParallelMode) {
        self.looked_at = position + 1;
        let follows = position > 0 && entry.sequence_number == self.sequence_number + 1;
        self.sequence_number = entry.sequence_number;
        if !follows {
            self.file_start = position;
        }
        if !follows || entry.group != self.group {
            (self.group, self.group_start) = (entry.group, position);
        }
        let ddl = entry.kind == Kind::Ddl && mode != ParallelMode::Schema;
        self.depends_on = match mode {
            _ if ddl => position,
            ParallelMode::LogicalClock => {
                let back = entry.sequence_number.saturating_sub(entry.last_committed).max(1);
                (position + 1).saturating_sub(back).max(self.file_start)
            }
            ParallelMode::Schema => 0,
            _ => self.file_start,
        };
        self.depends_on = self.depends_on.max(self.behind_ddl);
        if ddl {
            self.behind_ddl = position + 1;
        }
    }
}
