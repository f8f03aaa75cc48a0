//! The replica's own group commit.
//!
//! The stages are those of a source. In FLUSH the leader takes the whole queue and syncs the redo log; in SYNC the leader waits
//! for others if there is a delay, takes the queue, and syncs the replica's own binlog. While one group is in a stage the next
//! one gathers before it: whoever asks while an fsync runs shares the next. Then the leader of that next group has to be woken.
//!
//! A replica without a binlog of its own has one fsync, that of the redo log, and a replica that syncs nothing none. There a
//! transaction is committed in memory when it enters, and gives its rows back.
//!
//! *Worked example.* Four workers, an fsync of 1 ms, 0.1 ms to apply, 0.2 ms to wake a leader. Two commit while the other two
//! apply and gather: two transactions leave every 1.2 ms, 1,667 a second. One worker makes one in 1.1 ms, 909 a second.

use super::super::{Activity, BinlogEntry, Tracking, WriteSetKind};
use super::totals::Cause;
use super::watch::lane_of;
use super::worker::Phase;
use super::{Event, Events, Replica, Written, source};
use crate::base::random;
use crate::sim::SimTime;

/// What a stage is at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// Nobody is in it.
    #[default]
    Free,
    /// The leader of the next group, of this many, is woken.
    Wakes(usize),
    /// The leader waits for others.
    Delays,
    /// The leader syncs.
    Syncs,
}

/// The queue before a stage and the group in it: workers in the order of commit.
#[derive(Debug, Clone, Default)]
struct Stage {
    queue: Vec<u32>,
    group: Vec<u32>,
    state: State,
}

impl Stage {
    /// The first `count` of the queue enter.
    fn enter(&mut self, count: usize) {
        debug_assert!(self.group.is_empty(), "one group at a time is in a stage");
        self.state = State::Syncs;
        if count == self.queue.len() {
            std::mem::swap(&mut self.queue, &mut self.group);
        } else {
            self.group.extend(self.queue.drain(..count));
        }
    }

    /// Keeps the memory of a group that has left.
    fn reuse(&mut self, mut group: Vec<u32>) {
        group.clear();
        self.group = group;
    }
}

/// The stages and the numbers that they give.
#[derive(Debug, Clone, Default)]
pub(super) struct Stages {
    flush: Stage,
    sync: Stage,
    /// Tells the end of a delay that was cut short from that of the present one.
    delay: u32,
    /// The replica's own sequence number that was given last, and the newest that is committed.
    sequence_number: u64,
    newest_committed: u64,
}

impl Stages {
    /// The newest of the replica's own sequence numbers that is committed.
    pub(super) fn newest_committed(&self) -> u64 {
        self.newest_committed
    }
}

impl Replica {
    /// `worker` enters the queue before the first stage.
    pub(super) fn enter_stages(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        if self.settings.fsyncs_per_group == 2 {
            self.stages.flush.queue.push(worker);
            return;
        }
        self.give_sequence_number(worker);
        if self.locks_rows {
            self.release_rows(now, worker, None, events);
        }
        self.stages.sync.queue.push(worker);
    }

    /// Stages that are free begin with what is before them.
    pub(super) fn run_stages(&mut self, now: SimTime, events: &mut Events) {
        let flush = &self.stages.flush;
        if flush.state == State::Free && !flush.queue.is_empty() {
            self.begin_flush(now, flush.queue.len(), events);
        }
        while !self.stages.sync.queue.is_empty() {
            match self.stages.sync.state {
                State::Free | State::Delays => {}
                State::Wakes(_) | State::Syncs => return,
            }
            if !self.delay_is_over(now, events) || !self.begin_sync(now, self.stages.sync.queue.len(), events)
            {
                return;
            }
        }
    }

    /// The leader that was woken begins, in FLUSH or in SYNC.
    pub(super) fn leader_awake(&mut self, now: SimTime, flushes: bool, events: &mut Events) {
        let stage = if flushes { &mut self.stages.flush } else { &mut self.stages.sync };
        let State::Wakes(count) = stage.state else { return };
        stage.state = State::Free;
        if flushes {
            self.begin_flush(now, count, events);
        } else if self.delay_is_over(now, events) && self.begin_sync(now, count, events) {
            self.run_stages(now, events);
        }
    }

    fn begin_flush(&mut self, now: SimTime, count: usize, events: &mut Events) {
        self.stages.flush.enter(count);
        for index in 0..count {
            let worker = self.stages.flush.group[index];
            self.give_sequence_number(worker);
            self.watch.does(now, lane_of(worker), Some(Activity::FsyncRedo));
        }
        self.totals.redo_fsyncs += 1;
        events.push(now + self.fsyncs.next_ns(), source::STAGES, Event::Flushed);
    }

    fn give_sequence_number(&mut self, worker: u32) {
        self.stages.sequence_number += 1;
        let state = &mut self.workers[worker as usize];
        state.own_sequence_number = self.stages.sequence_number;
        if !self.settings.keeps_binlog {
            return;
        }
        let transaction = self.window.slot(state.position).entry.transaction;
        self.hashes.clear();
        let kind = match self.settings.tracking.tracking {
            Tracking::CommitOrder => WriteSetKind::Usable,
            _ => {
                self.settings.workload.write_set(transaction, self.settings.tracking.hashed, &mut self.hashes)
            }
        };
        // On a replica the sessions are the workers.
        let (sequence, parent) = (self.stages.sequence_number, state.commit_parent);
        state.own_last_committed = self.tracker.stamp(sequence, parent, worker, kind, &self.hashes);
    }

    /// The redo log is synced: the group goes to the next stage.
    pub(super) fn flushed(&mut self, now: SimTime, events: &mut Events) {
        let group = std::mem::take(&mut self.stages.flush.group);
        for &worker in &group {
            self.watch.does(now, lane_of(worker), Some(Activity::WaitSync));
        }
        self.stages.sync.queue.extend(&group);
        self.stages.flush.reuse(group);
        self.stages.flush.state = State::Free;
        self.wake_leader(now, true, events);
        self.run_stages(now, events);
    }

    /// A group has left a stage: the leader of those who have gathered there is woken.
    fn wake_leader(&mut self, now: SimTime, flushes: bool, events: &mut Events) {
        let stage = if flushes { &mut self.stages.flush } else { &mut self.stages.sync };
        if !stage.queue.is_empty() && self.wake_ns > 0 {
            stage.state = State::Wakes(stage.queue.len());
            events.push(now + self.wake_ns, source::STAGES, Event::LeaderAwake { flushes });
        }
    }

    /// Whether the leader in SYNC need not wait for others; begins to wait if it does.
    fn delay_is_over(&mut self, now: SimTime, events: &mut Events) -> bool {
        let (delay_ns, count) = (self.settings.delay_ns, self.settings.no_delay_count);
        if delay_ns == 0 || count > 0 && self.stages.sync.queue.len() as u64 >= count {
            return true;
        }
        if self.stages.sync.state == State::Free {
            self.stages.sync.state = State::Delays;
            self.stages.delay = self.stages.delay.wrapping_add(1);
            let end = now + delay_ns + self.settings.delay_overhead_ns;
            events.push(end, source::STAGES, Event::DelayOver(self.stages.delay));
        }
        if self.watch.records() {
            for &worker in &self.stages.sync.queue {
                self.watch.does(now, lane_of(worker), Some(Activity::Delay));
            }
        }
        false
    }

    /// The leader has waited long enough.
    pub(super) fn delay_over(&mut self, now: SimTime, delay: u32, events: &mut Events) {
        if self.stages.sync.state != State::Delays || self.stages.delay != delay {
            return;
        }
        if self.begin_sync(now, self.stages.sync.queue.len(), events) {
            self.run_stages(now, events);
        }
    }

    /// The leader takes the first `count` of the queue and syncs; whether the stage is free again, for nothing is synced.
    fn begin_sync(&mut self, now: SimTime, count: usize, events: &mut Events) -> bool {
        self.stages.sync.enter(count);
        self.totals.groups += 1;
        let activity = match self.settings.fsyncs_per_group {
            0 => {
                self.stages.sync.state = State::Free;
                self.commit_group(now, events);
                return true;
            }
            1 => {
                self.totals.redo_fsyncs += 1;
                Activity::FsyncRedo
            }
            _ => {
                self.totals.binlog_fsyncs += 1;
                Activity::FsyncBinlog
            }
        };
        for &worker in &self.stages.sync.group {
            self.watch.does(now, lane_of(worker), Some(activity));
        }
        events.push(now + self.fsyncs.next_ns(), source::STAGES, Event::Synced);
        false
    }

    /// The group is synced.
    pub(super) fn synced(&mut self, now: SimTime, events: &mut Events) {
        // Those who gathered while the fsync ran are the next group, whoever comes while its leader is woken is not.
        self.stages.sync.state = State::Free;
        self.wake_leader(now, false, events);
        self.commit_group(now, events);
        self.run_stages(now, events);
    }

    /// The group in SYNC becomes visible, and its workers are free.
    fn commit_group(&mut self, now: SimTime, events: &mut Events) {
        self.lag.advance(now, self.window.oldest());
        let group = std::mem::take(&mut self.stages.sync.group);
        for &worker in &group {
            self.make_visible(now, worker, events);
        }
        self.totals.first_commit.get_or_insert(now);
        self.totals.last_commit = now;
        for &worker in &group {
            let schema = self.window.slot(self.workers[worker as usize].position).entry.schema;
            self.free_worker(now, worker, schema, events);
        }
        self.stages.sync.reuse(group);
        self.window.advance();
        self.lag.set(now, self.window.oldest());
        self.dispatch(now, events);
        if self.watch.is_complete() {
            self.watch.stop(now);
        }
    }

    /// `worker`'s transaction is committed.
    fn make_visible(&mut self, now: SimTime, worker: u32, events: &mut Events) {
        if self.locks_rows {
            self.release_rows(now, worker, None, events);
        }
        let state = &mut self.workers[worker as usize];
        state.phase = Phase::Idle;
        state.waits.add(Cause::Fsync, now - state.since);
        self.stages.newest_committed = self.stages.newest_committed.max(state.own_sequence_number);
        self.totals.waits.add_all(&state.waits);
        self.totals.applied += 1;
        self.window.commit(state.position);
        self.watch.commit(now, state.position, &state.waits);
        self.fingerprint = random::at(self.fingerprint ^ now.0, state.position);
        if self.settings.counts_collisions {
            state.keys.iter().for_each(|key| self.keys_in_flight.leave(*key));
        }
        if self.settings.keeps_binlog {
            let entry = BinlogEntry {
                sequence_number: state.own_sequence_number,
                last_committed: state.own_last_committed,
                group: self.totals.groups,
                ..self.window.slot(state.position).entry
            };
            self.binlog.push(Written { entry, written: now });
        }
    }
}
