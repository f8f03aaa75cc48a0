//! The stages of a commit: FLUSH, SYNC, COMMIT.

use std::collections::VecDeque;

use super::model::{Event, Events, Source, WRITER, order};
use super::policy::Moment;
use super::totals::Closing;
use super::watch::{BINLOG_LANE, REDO_LANE};
use crate::base::random;
use crate::group_commit::{Activity, BinlogEntry, Tracking, WriteSetKind};
use crate::sim::SimTime;

/// A stage: who waits for it, whom it serves, and what it does for them.
#[derive(Debug, Clone, Default)]
pub(super) struct Stage {
    pub queue: VecDeque<u32>,
    pub group: Vec<u32>,
    /// What it does since `since`; nothing if it is free.
    pub doing: Option<Activity>,
    pub since: SimTime,
    /// SYNC: how many in the queue end the leader's wait; 0 if none do.
    count: u64,
    /// SYNC: whether somebody needs a row that one in the queue has locked, as far as that ends a wait.
    pub holds_up_somebody: bool,
}

impl Source {
    /// A client has executed its transaction and asks for the commit.
    pub(super) fn prepare(&mut self, now: SimTime, client: u32, events: &mut Events) {
        let of = &mut self.clients[client as usize];
        (of.prepared, of.commit_parent) = (now, self.committed);
        if self.policy.has_flush_stage(&self.settings) {
            self.turn_to(now, client, Some(Activity::WaitFlush));
            self.flush.queue.push_back(client);
            self.try_flush(now, events);
        } else {
            self.enter_sync(now, client);
            self.look_at_queue(now, events);
        }
    }

    /// FLUSH takes its queue, if it is free and somebody waits.
    fn try_flush(&mut self, now: SimTime, events: &mut Events) {
        if self.flush.doing.is_some() || self.flush.queue.is_empty() {
            return;
        }
        if self.policy.commits_one_by_one() && (self.sync.doing.is_some() || !self.sync.queue.is_empty()) {
            return;
        }
        let taken = self.limit(self.flush.queue.len());
        self.flush.group.extend(self.flush.queue.drain(..taken));
        (self.flush.doing, self.flush.since) = (Some(Activity::FsyncRedo), now);
        for position in 0..taken {
            self.turn_to(now, self.flush.group[position], Some(Activity::FsyncRedo));
        }
        self.totals.redo_fsyncs += 1;
        events.push(now + self.fsyncs.next_ns(), order::FLUSH, Event::Flushed);
    }

    /// How many of `waiting` transactions a leader takes.
    fn limit(&self, waiting: usize) -> usize {
        if self.policy.commits_one_by_one() { waiting.min(1) } else { waiting }
    }

    /// The redo log of a group is durable.
    pub(super) fn flushed(&mut self, now: SimTime, events: &mut Events) {
        if self.policy.writes_in_flush_stage() {
            self.write(now, self.flush.group.len(), events);
        } else {
            self.leave_flush(now, events);
        }
    }

    /// A leader writes its group into the binlog.
    fn write(&mut self, now: SimTime, transactions: usize, events: &mut Events) {
        let work_ns = self.settings.write_ns.saturating_mul(transactions as u64);
        if work_ns == 0 {
            return self.group_is_written(now, events);
        }
        self.totals.cpu_busy_ns += work_ns;
        self.take_core(now, WRITER, work_ns, events);
    }

    /// The leader's work is over.
    pub(super) fn written(&mut self, now: SimTime, events: &mut Events) {
        self.leave_core(now, events);
        self.group_is_written(now, events);
    }

    fn group_is_written(&mut self, now: SimTime, events: &mut Events) {
        if self.writes_in_flush_stage() {
            self.leave_flush(now, events);
        } else {
            self.sync_binlog(now, events);
        }
    }

    /// Whether groups are written into the binlog before they leave FLUSH.
    fn writes_in_flush_stage(&self) -> bool {
        self.policy.has_flush_stage(&self.settings) && self.policy.writes_in_flush_stage()
    }

    /// A group goes on from FLUSH to the queue of SYNC.
    fn leave_flush(&mut self, now: SimTime, events: &mut Events) {
        self.watch.add(REDO_LANE, Activity::FsyncRedo, self.flush.since, now);
        self.flush.doing = None;
        let mut group = std::mem::take(&mut self.flush.group);
        group.drain(..).for_each(|client| self.enter_sync(now, client));
        self.flush.group = group;
        self.look_at_queue(now, events);
        self.try_flush(now, events);
    }

    /// A transaction gets its place in the binlog and waits for SYNC.
    fn enter_sync(&mut self, now: SimTime, client: u32) {
        self.stamp(client);
        let waits_for = if self.leader_waits() { Activity::Delay } else { Activity::WaitSync };
        self.turn_to(now, client, Some(waits_for));
        self.sync.queue.push_back(client);
        if self.blocked > 0 && self.policy.closes_for_row_locks() {
            self.sync.holds_up_somebody |= self.locks.holds_up_somebody(client);
        }
    }

    /// Gives a transaction its place in the binlog and the newest one that it depends on.
    fn stamp(&mut self, client: u32) {
        self.sequence += 1;
        let of = &mut self.clients[client as usize];
        let mut kind = WriteSetKind::Usable;
        self.keys.clear();
        if self.settings.tracking.tracking != Tracking::CommitOrder {
            kind = self.settings.workload.write_set(of.id, self.settings.tracking.hashed, &mut self.keys);
        }
        of.last_committed = self.tracker.stamp(self.sequence, of.commit_parent, client, kind, &self.keys);
    }

    /// Whether a leader waits for others.
    pub(super) fn leader_waits(&self) -> bool {
        self.sync.doing == Some(Activity::Delay)
    }

    /// Somebody has come to the queue of SYNC, or SYNC has become free.
    pub(super) fn look_at_queue(&mut self, now: SimTime, events: &mut Events) {
        if self.leader_waits() {
            if let Some(closing) = self.reason_to_close() {
                self.close(now, closing, events);
            }
        } else if self.sync.doing.is_none() && !self.sync.queue.is_empty() {
            self.lead(now, events);
        }
    }

    /// Why a leader that could wait does not, or not any longer.
    fn reason_to_close(&self) -> Option<Closing> {
        if self.sync.count > 0 && self.sync.queue.len() as u64 >= self.sync.count {
            return Some(Closing::Count);
        }
        self.sync.holds_up_somebody.then_some(Closing::RowLock)
    }

    /// The first in the queue leads it: it syncs at once, or waits for others.
    fn lead(&mut self, now: SimTime, events: &mut Events) {
        let others_active = (self.open - self.blocked - 1) as u32;
        let moment = Moment { sync_is_due: self.sync_is_due(), others_active };
        let Some(wait) = self.policy.wait(&self.settings, moment) else {
            return self.close(now, Closing::NoWait, events);
        };
        self.sync.count = wait.count;
        (self.sync.doing, self.sync.since) = (Some(Activity::Delay), now);
        if let Some(closing) = self.reason_to_close() {
            return self.close(now, closing, events);
        }
        for position in 0..self.sync.queue.len() {
            self.turn_to(now, self.sync.queue[position], Some(Activity::Delay));
        }
        let end = now + wait.delay_ns + self.settings.delay_overhead_ns;
        events.push(end, order::WAIT, Event::Waited(self.totals.groups as u32));
    }

    /// Whether the next group is one that syncs the binlog.
    fn sync_is_due(&self) -> bool {
        self.settings.sync_every > 0 && self.unsynced_groups + 1 >= self.settings.sync_every
    }

    /// The wait of the leader of group `group` is over, if nothing has ended it before.
    pub(super) fn waited(&mut self, now: SimTime, group: u32, events: &mut Events) {
        if self.leader_waits() && self.totals.groups as u32 == group {
            self.close(now, Closing::Delay, events);
        }
    }

    /// The leader takes the queue and syncs, if that is due.
    fn close(&mut self, now: SimTime, closing: Closing, events: &mut Events) {
        if self.leader_waits() {
            self.watch.add(BINLOG_LANE, Activity::Delay, self.sync.since, now);
        }
        let taken = self.limit(self.sync.queue.len());
        self.sync.group.extend(self.sync.queue.drain(..taken));
        self.sync.holds_up_somebody = false;
        self.totals.groups += 1;
        self.totals.closed.add(closing);
        if self.group_sizes.len() <= taken {
            self.group_sizes.resize(taken + 1, 0);
        }
        self.group_sizes[taken] += 1;
        (self.sync.doing, self.sync.since) = (Some(Activity::FsyncBinlog), now);
        for position in 0..taken {
            self.turn_to(now, self.sync.group[position], Some(Activity::FsyncBinlog));
        }
        if self.writes_in_flush_stage() {
            self.sync_binlog(now, events);
        } else {
            self.write(now, taken, events);
        }
    }

    /// The group is in the binlog, which is synced if that is due.
    fn sync_binlog(&mut self, now: SimTime, events: &mut Events) {
        let mut end = now;
        if self.sync_is_due() {
            self.totals.binlog_fsyncs += 1;
            self.unsynced_groups = 0;
            end = now + self.fsyncs.next_ns();
        } else {
            self.unsynced_groups += 1;
        }
        events.push(end, order::SYNC, Event::Synced);
    }

    /// The group's binlog is durable: its transactions are committed in order, the next group goes on, then the clients do.
    pub(super) fn synced(&mut self, now: SimTime, events: &mut Events) {
        self.watch.add(BINLOG_LANE, Activity::FsyncBinlog, self.sync.since, now);
        self.sync.doing = None;
        let mut leaving = std::mem::replace(&mut self.sync.group, std::mem::take(&mut self.spare));
        leaving.iter().for_each(|client| self.commit(now, *client));
        let mut unblocked = std::mem::take(&mut self.unblocked);
        unblocked.drain(..).for_each(|client| self.has_rows(now, client, events));
        self.unblocked = unblocked;
        self.look_at_queue(now, events);
        self.try_flush(now, events);
        self.open -= leaving.len() as u64;
        leaving.drain(..).for_each(|client| self.go_on(now, client, events));
        self.spare = leaving;
    }

    /// COMMIT: a transaction becomes visible, its rows are free, and it is in the binlog for all to read.
    fn commit(&mut self, now: SimTime, client: u32) {
        self.committed += 1;
        self.locks.release(client, &mut self.unblocked);
        let entry = self.entry(now, client);
        let prepared = self.clients[client as usize].prepared;
        self.latencies.add(now - prepared);
        self.totals.transactions += 1;
        self.totals.in_time += u64::from(now.0 <= self.settings.duration_ns);
        self.totals.last_committed_at = now;
        self.fingerprint = random::at(
            self.fingerprint ^ now.0,
            entry.last_committed ^ entry.transaction << 20 ^ u64::from(client) << 44,
        );
        self.turn_to(now, client, None);
        if self.watch.is_on(now) && self.watch.committed(entry, prepared) {
            self.stop_watching(now);
        }
        self.binlog.push(entry);
    }

    /// What the binlog says of a client's transaction, which is committed now.
    fn entry(&self, now: SimTime, client: u32) -> BinlogEntry {
        let of = &self.clients[client as usize];
        BinlogEntry {
            transaction: of.id,
            sequence_number: self.committed,
            last_committed: of.last_committed,
            group: self.totals.groups,
            session: client,
            schema: of.transaction.schema,
            kind: of.transaction.kind,
            waited: of.waited,
            started: of.started,
            committed: now,
            bytes: of.transaction.bytes,
            apply_cpu_ns: of.transaction.apply_cpu_ns,
            apply_wait_ns: of.transaction.apply_wait_ns,
        }
    }
}
