//! Two transactions meet at a row: what an optimistic replica does about transactions that it should not have run side by side.
//!
//! Rows are locked one after another, at equal shares of the time that applying takes, and kept until the commit. At a row that is
//! taken
//!
//! - a *later* transaction waits until the earlier one has committed;
//! - an *earlier* one cannot wait: commits are in order, so the later one would have to commit first. The later one is rolled
//!   back and begins again, the earlier one goes on.
//!
//! *Worked example.* Two transactions change three rows each in 3 ms. 1 changes a, b, c; 2 changes c, d, e and begins at the same
//! time. At 0 ms 2 locks c; at 2 ms 1 asks for c: 2 is rolled back, begins again, asks for c and waits. At 3 ms 1 commits, and 2
//! applies from 3 to 6 ms: one after the other, and 2 ms of work were for nothing.
//!
//! MariaDB spares itself most of that: the source notes in its binlog which transactions waited for a row there, and the replica
//! begins those only when all before them are committed. So hot rows cost a replica time, but hardly a retry.

use super::super::{Activity, Key};
use super::totals::Cause;
use super::watch::lane_of;
use super::worker::{Phase, part_begin};
use super::{Events, Replica};
use crate::sim::SimTime;

impl Replica {
    /// Locks the rows of `worker`'s part; false if it has to wait for one.
    pub(super) fn lock_rows(&mut self, now: SimTime, worker: u32, events: &mut Events) -> bool {
        loop {
            let state = &self.workers[worker as usize];
            let until = part_begin(state.keys.len() as u64, state.part + 1, state.parts) as usize;
            if state.locked >= until {
                return true;
            }
            let (key, position) = (state.keys[state.locked], state.position);
            let holder = self.locks.take(key, worker);
            if holder != worker && self.workers[holder as usize].position < position {
                self.locks.wait(key);
                let state = &mut self.workers[worker as usize];
                (state.phase, state.since) = (Phase::WaitsForRow(key), now);
                self.watch.does(now, lane_of(worker), Some(Activity::WaitRowLock));
                return false;
            }
            if holder != worker {
                self.locks.hand(key, worker);
                self.roll_back(now, holder, key, events);
            }
            self.workers[worker as usize].locked += 1;
        }
    }

    /// Rolls back `victim`, which had the row `key` that an earlier transaction has got now.
    fn roll_back(&mut self, now: SimTime, victim: u32, key: Key, events: &mut Events) {
        self.totals.retries += 1;
        let position = self.workers[victim as usize].position;
        if let Some(watched) = self.watch.transaction(position) {
            watched.retries += 1;
        }
        self.release_rows(now, victim, Some(key), events);
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
        self.begin_again(now, victim, events);
    }

    /// A transaction that was rolled back begins again: as soon as its worker is awake, or after many times only when all before
    /// it are committed.
    pub(super) fn begin_again(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let state = &self.workers[worker as usize];
        if state.retries > self.settings.retries && self.order.next() != state.position {
            self.wait_for_all(now, worker);
        } else {
            self.wake(now, worker, events);
        }
    }

    /// `worker` waits until all transactions before its own are committed.
    pub(super) fn wait_for_all(&mut self, now: SimTime, worker: u32) {
        let state = &mut self.workers[worker as usize];
        (state.phase, state.since) = (Phase::WaitsForAll, now);
        self.watch.does(now, lane_of(worker), Some(Activity::WaitDependency));
    }

    /// `worker` gives back its rows; those that others wait for go to the earliest of them.
    pub(super) fn release_rows(
        &mut self,
        now: SimTime,
        worker: u32,
        except: Option<Key>,
        events: &mut Events,
    ) {
        let count = std::mem::take(&mut self.workers[worker as usize].locked);
        for index in 0..count {
            let key = self.workers[worker as usize].keys[index];
            if Some(key) == except || !self.locks.release(key) {
                continue;
            }
            let waits = |worker: &u32| self.workers[*worker as usize].phase == Phase::WaitsForRow(key);
            let waiting = (0..self.workers.len() as u32).filter(waits);
            let earliest = waiting.min_by_key(|worker| self.workers[*worker as usize].position);
            let next = earliest.expect("somebody waits for the row");
            self.locks.give_up(key);
            self.locks.hand(key, next);
            let state = &mut self.workers[next as usize];
            state.waits.add(Cause::RowLock, now - state.since);
            state.locked += 1;
            self.wake(now, next, events);
        }
    }
}
