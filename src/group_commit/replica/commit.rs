//! Commits on the replica: in order or not, and in groups of its own.
//!
//! With *commit order* kept, a transaction that is applied waits for its turn. The turn goes from one to the next in the order of
//! the source's binlog, and handing it over takes a moment: the next worker has to be woken. It goes on as soon as its owner has
//! entered the commit's first queue, so several transactions come together there and share an fsync. Without order whoever is
//! applied enters at once.
//!
//! The stages are those of a source. In FLUSH the leader takes the whole queue and syncs the redo log, in SYNC the leader waits if
//! there is a delay, takes the queue, and syncs the replica's own binlog; while one group is in a stage the next one gathers before
//! it. A replica without a binlog of its own has one fsync, and a replica that syncs nothing none.
//!
//! *Worked example.* Four workers have applied 1 to 4 at the same time; the turn takes 0.1 ms, the only fsync 1 ms. 1 enters and
//! is synced alone from 0 to 1 ms; 2, 3, 4 enter at 0.1, 0.2, 0.3 ms and share the next fsync: two fsyncs for four transactions.

use super::super::{Activity, BinlogEntry};
use super::totals::Cause;
use super::watch::lane_of;
use super::worker::Phase;
use super::{Event, Events, Replica, Written, source};
use crate::base::random;
use crate::sim::SimTime;

/// Whose turn it is to commit.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    next: u64,
    /// When the turn has been handed over.
    free_at: SimTime,
    wakes: bool,
}

impl Order {
    /// The position whose turn it is.
    pub(super) fn next(&self) -> u64 {
        self.next
    }
}

/// What the SYNC stage is at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Sync {
    #[default]
    Idle,
    Delays,
    Syncs,
}

/// The queues before the stages, and who is in them: workers, in the order of commit.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages {
    flush_queue: Vec<u32>,
    flushing: Vec<u32>,
    sync_queue: Vec<u32>,
    syncing: Vec<u32>,
    sync: Sync,
    /// Tells the end of a delay that was cut short from the end of the present one.
    delay: u32,
    /// The replica's own sequence number that was given last.
    sequence_number: u64,
    /// The newest of them that is committed.
    committed: u64,
}

impl Replica {
    /// `worker` has applied its transaction.
    pub(super) fn applied(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        let state = &mut self.workers[worker as usize];
        (state.phase, state.since) = (Phase::Applied, now);
        state.commit_parent = self.stages.committed;
        if let Some(watched) = self.watch.transaction(state.position) {
            watched.apply_to = Some(now);
        }
        let first_time = state.retries == 0;
        if self.commits_in_order {
            self.watch.does(now, lane_of(worker), Some(Activity::WaitCommitOrder));
            self.pass_turn(now, events);
        } else {
            self.enter_stages(now, worker);
            self.run_stages(now, events);
        }
        if first_time {
            self.count_reached_commit(now, events);
        }
    }

    /// The turn has been handed over.
    pub(super) fn turn_is_free(&mut self, now: SimTime, events: &mut Events) {
        self.order.wakes = false;
        self.pass_turn(now, events);
    }

    /// Everybody whose turn it is, and who is ready, takes it.
    fn pass_turn(&mut self, now: SimTime, events: &mut Events) {
        while self.order.next < self.window.dispatched() {
            let worker = self.window.slot(self.order.next).worker;
            let state = &self.workers[worker as usize];
            if state.position != self.order.next {
                break;
            }
            if state.phase == Phase::WaitsToRetry {
                let since = state.since;
                self.workers[worker as usize].waits.add(Cause::CommitOrder, now - since);
                self.wake(worker);
            }
            if self.workers[worker as usize].phase != Phase::Applied {
                break;
            }
            if now < self.order.free_at {
                if !self.order.wakes {
                    self.order.wakes = true;
                    events.push(self.order.free_at, source::TURN, Event::Turn);
                }
                break;
            }
            self.order.next += 1;
            self.order.free_at = now + self.settings.hand_over_ns;
            self.enter_stages(now, worker);
        }
        self.run_stages(now, events);
    }

    /// `worker` enters the queue before the first stage.
    fn enter_stages(&mut self, now: SimTime, worker: u32) {
        let state = &mut self.workers[worker as usize];
        state.waits.add(Cause::CommitOrder, now - state.since);
        (state.phase, state.since) = (Phase::Commits, now);
        self.watch.does(now, lane_of(worker), Some(Activity::WaitFlush));
        if self.settings.fsyncs_per_group == 2 {
            self.stages.flush_queue.push(worker);
            return;
        }
        // Without a binlog of its own the transaction is committed in memory here, and the redo log is synced behind.
        self.stages.sequence_number += 1;
        self.workers[worker as usize].own_sequence_number = self.stages.sequence_number;
        if self.locks_rows {
            self.release_rows(now, worker, None);
        }
        self.stages.sync_queue.push(worker);
    }

    /// Stages begin with what is before them, if they are free.
    fn run_stages(&mut self, now: SimTime, events: &mut Events) {
        if self.stages.flushing.is_empty() && !self.stages.flush_queue.is_empty() {
            self.begin_flush(now, events);
        }
        while !self.stages.sync_queue.is_empty() && self.stages.sync != Sync::Syncs {
            if !self.delay_is_over(now, events) {
                return;
            }
            self.begin_sync(now);
            if self.settings.fsyncs_per_group > 0 {
                events.push(now + self.settings.fsync_ns, source::STAGES, Event::Synced);
                return;
            }
            self.commit_group(now, events);
        }
    }

    fn begin_flush(&mut self, now: SimTime, events: &mut Events) {
        std::mem::swap(&mut self.stages.flushing, &mut self.stages.flush_queue);
        for &worker in &self.stages.flushing {
            self.stages.sequence_number += 1;
            self.workers[worker as usize].own_sequence_number = self.stages.sequence_number;
            self.watch.does(now, lane_of(worker), Some(Activity::FsyncRedo));
        }
        self.totals.redo_fsyncs += 1;
        events.push(now + self.settings.fsync_ns, source::STAGES, Event::Flushed);
    }

    /// The redo log is synced: the group goes to the next stage.
    pub(super) fn flushed(&mut self, now: SimTime, events: &mut Events) {
        let mut group = std::mem::take(&mut self.stages.flushing);
        for &worker in &group {
            self.watch.does(now, lane_of(worker), Some(Activity::WaitSync));
        }
        self.stages.sync_queue.append(&mut group);
        self.stages.flushing = group;
        self.run_stages(now, events);
    }

    /// Whether the leader need not wait for others; begins to wait if it does.
    fn delay_is_over(&mut self, now: SimTime, events: &mut Events) -> bool {
        let (delay_ns, count) = (self.settings.delay_ns, self.settings.no_delay_count);
        if delay_ns == 0 || count > 0 && self.stages.sync_queue.len() as u64 >= count {
            return true;
        }
        if self.stages.sync == Sync::Idle {
            self.stages.sync = Sync::Delays;
            self.stages.delay += 1;
            let end = now + delay_ns + self.settings.delay_overhead_ns;
            events.push(end, source::STAGES, Event::DelayOver(self.stages.delay));
            self.show_stage(now, Activity::Delay);
        }
        false
    }

    /// The leader has waited long enough.
    pub(super) fn delay_over(&mut self, now: SimTime, delay: u32, events: &mut Events) {
        if self.stages.sync != Sync::Delays || self.stages.delay != delay {
            return;
        }
        self.begin_sync(now);
        if self.settings.fsyncs_per_group > 0 {
            events.push(now + self.settings.fsync_ns, source::STAGES, Event::Synced);
        } else {
            self.commit_group(now, events);
            self.run_stages(now, events);
        }
    }

    /// The leader takes the queue.
    fn begin_sync(&mut self, now: SimTime) {
        self.stages.sync = Sync::Syncs;
        let activity = match self.settings.fsyncs_per_group {
            2 => Activity::FsyncBinlog,
            _ => Activity::FsyncRedo,
        };
        self.show_stage(now, activity);
        std::mem::swap(&mut self.stages.syncing, &mut self.stages.sync_queue);
        self.totals.groups += 1;
        match self.settings.fsyncs_per_group {
            0 => {}
            1 => self.totals.redo_fsyncs += 1,
            _ => self.totals.binlog_fsyncs += 1,
        }
    }

    fn show_stage(&mut self, now: SimTime, activity: Activity) {
        if self.watch.records() {
            for &worker in &self.stages.sync_queue {
                self.watch.does(now, lane_of(worker), Some(activity));
            }
        }
    }

    /// The group is synced.
    pub(super) fn synced(&mut self, now: SimTime, events: &mut Events) {
        self.commit_group(now, events);
        self.run_stages(now, events);
    }

    /// The group in the SYNC stage becomes visible, and its workers are free.
    fn commit_group(&mut self, now: SimTime, events: &mut Events) {
        self.stages.sync = Sync::Idle;
        self.lag.advance(now, self.window.oldest());
        let mut group = std::mem::take(&mut self.stages.syncing);
        for &worker in &group {
            self.commit(now, worker);
        }
        self.totals.first_commit.get_or_insert(now);
        self.totals.last_commit = now;
        for &worker in &group {
            let schema = self.window.slot(self.workers[worker as usize].position).entry.schema;
            self.free_worker(now, worker, schema, events);
        }
        group.clear();
        self.stages.syncing = group;
        self.window.advance();
        self.lag.set(now, self.window.oldest());
        self.dispatch(now, events);
        if self.watch.records() && self.watch.is_complete() {
            self.watch.stop(now);
        }
    }

    /// `worker`'s transaction becomes visible.
    fn commit(&mut self, now: SimTime, worker: u32) {
        if self.locks_rows {
            self.release_rows(now, worker, None);
        }
        let state = &mut self.workers[worker as usize];
        state.phase = Phase::Idle;
        state.waits.add(Cause::Fsync, now - state.since);
        self.stages.committed = self.stages.committed.max(state.own_sequence_number);
        self.totals.waits.add_all(&state.waits);
        self.totals.applied += 1;
        self.window.commit(state.position);
        self.watch.commit(now, state.position, &state.waits);
        self.digest = random::at(self.digest ^ now.0, state.position);
        if self.settings.counts_collisions {
            state.keys.iter().for_each(|key| self.keys_in_flight.leave(*key));
        }
        if self.settings.keeps_binlog {
            let entry = BinlogEntry {
                sequence_number: state.own_sequence_number,
                last_committed: state.commit_parent,
                group: self.totals.groups,
                ..self.window.slot(state.position).entry
            };
            self.binlog.push(Written { entry, written: now });
        }
    }
}
