//! Whose turn it is to commit.
//!
//! With *commit order* kept, a transaction that is applied waits for its turn: transactions become visible in the order of the
//! source's binlog. The turn goes on as soon as its owner has entered the commit's first queue, not when it is committed, so that
//! several transactions come together there and share an fsync. The next owner sleeps and has to be woken, which takes a moment:
//! however many workers there are, no more transactions commit than turns are handed over. Who comes to its turn later does not
//! have to be woken.
//!
//! *Worked example.* Four workers have applied 1 to 4 at the same time, waking takes 0.1 ms, the only fsync 1 ms. 1 enters and is
//! synced alone from 0 to 1 ms; 2, 3, 4 enter at 0.1, 0.2 and 0.3 ms and share the next fsync: two fsyncs for four transactions.
//!
//! The hidden price is the longest transaction: all later ones are applied, and their workers wait for it. Without order whoever
//! is applied commits. A crash leaves gaps then: transactions that are committed although an earlier one is not.

use super::super::Activity;
use super::totals::Cause;
use super::watch::lane_of;
use super::worker::Phase;
use super::{Event, Events, Replica, source};
use crate::sim::SimTime;

/// Whose turn it is.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    next: u64,
    /// When the turn has been handed over.
    free_at: SimTime,
    /// Whether an event tells when it has.
    is_awaited: bool,
}

impl Order {
    /// The position whose turn it is.
    pub(super) fn next(&self) -> u64 {
        self.next
    }
}

impl Replica {
    /// `worker` has applied its transaction.
    pub(super) fn applied(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let commit_parent = self.stages.newest_committed();
        let state = &mut self.workers[worker as usize];
        (state.phase, state.since, state.commit_parent) = (Phase::Applied, now, commit_parent);
        let first_time = state.retries == 0;
        if let Some(watched) = self.watch.transaction(state.position) {
            watched.apply_to = Some(now);
        }
        if self.commits_in_order {
            self.watch.does(now, lane_of(worker), Some(Activity::WaitCommitOrder));
            self.pass_turn(now, events);
        } else {
            self.commit(now, worker, events);
            self.run_stages(now, events);
        }
        if first_time {
            self.count_reached_commit(now, events);
        }
    }

    /// The turn has been handed over.
    pub(super) fn turn_is_free(&mut self, now: SimTime, events: &mut Events) {
        self.order.is_awaited = false;
        self.pass_turn(now, events);
    }

    /// Everybody whose turn it is, and who is ready, takes it.
    fn pass_turn(&mut self, now: SimTime, events: &mut Events) {
        while self.order.next < self.window.dispatched() {
            let worker = self.window.slot(self.order.next).worker;
            let state = &mut self.workers[worker as usize];
            // With one queue a schema its worker may still have an earlier one.
            if state.position != self.order.next {
                break;
            }
            if state.phase == Phase::WaitsForAll {
                state.waits.add(Cause::Dependency, now - state.since);
                self.wake(now, worker, events);
                break;
            }
            if state.phase != Phase::Applied {
                break;
            }
            if now < self.order.free_at {
                self.await_turn(events);
                break;
            }
            self.order.next += 1;
            self.order.free_at = now + self.wake_ns;
            self.commit(now, worker, events);
        }
        self.run_stages(now, events);
    }

    fn await_turn(&mut self, events: &mut Events) {
        if !self.order.is_awaited {
            self.order.is_awaited = true;
            events.push(self.order.free_at, source::TURN, Event::Turn);
        }
    }

    /// It is `worker`'s turn: it enters the commit's first queue.
    fn commit(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let state = &mut self.workers[worker as usize];
        state.waits.add(Cause::CommitOrder, now - state.since);
        (state.phase, state.since) = (Phase::Commits, now);
        self.watch.does(now, lane_of(worker), Some(Activity::WaitFlush));
        self.enter_stages(now, worker, events);
    }
}
