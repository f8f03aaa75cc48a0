//! A client's life: it starts a transaction, waits for its rows, executes, and asks for the commit.

use super::model::{Event, Events, Source, WRITER, order};
use crate::group_commit::{Activity, Kind, Transaction};
use crate::sim::SimTime;

/// The most slices of processor time that a transaction is cut into.
const MAX_SLICES: u64 = 400;

/// A client and the transaction that it has.
#[derive(Debug, Clone)]
pub(super) struct Client {
    /// What it does or waits for, since `since`; nothing between two transactions.
    pub doing: Option<Activity>,
    pub since: SimTime,
    /// Its transaction: position in the workload, what it does, when it began and when it asked for the commit.
    pub id: u64,
    pub transaction: Transaction,
    pub cpu_left_ns: u64,
    pub started: SimTime,
    pub prepared: SimTime,
    /// The newest transaction that was committed when this one asked for it.
    pub commit_parent: u64,
    pub last_committed: u64,
    /// Whether it waited for a row.
    pub waited: bool,
}

impl Client {
    /// A client without a transaction.
    pub fn idle() -> Self {
        let transaction = Transaction {
            kind: Kind::Rows,
            schema: 0,
            rows: 0,
            execute_cpu_ns: 0,
            execute_wait_ns: 0,
            apply_cpu_ns: 0,
            apply_wait_ns: 0,
            bytes: 0,
        };
        let time = SimTime::default();
        Self {
            doing: None,
            since: time,
            id: 0,
            transaction,
            cpu_left_ns: 0,
            started: time,
            prepared: time,
            commit_parent: 0,
            last_committed: 0,
            waited: false,
        }
    }
}

impl Source {
    /// A client begins transaction `id`: it asks for its rows first.
    pub(super) fn begin(&mut self, now: SimTime, client: u32, id: u64, events: &mut Events) {
        let transaction = self.settings.workload.transaction(id);
        self.keys.clear();
        self.settings.workload.lock_keys(id, &mut self.keys);
        self.holders.clear();
        let free = self.locks.ask(client, &self.keys, &mut self.holders);
        let of = &mut self.clients[client as usize];
        (of.id, of.transaction, of.started, of.waited) = (id, transaction, now, !free);
        self.open += 1;
        if free {
            return self.execute(now, client, events);
        }
        self.blocked += 1;
        self.totals.row_lock_waits += 1;
        self.turn_to(now, client, Some(Activity::WaitRowLock));
        if self.policy.closes_for_row_locks() && self.a_holder_is_in_the_queue() {
            self.sync.holds_up_somebody = true;
            self.look_at_queue(now, events);
        }
    }

    /// Whether one that holds what the last client asked for waits in the queue of SYNC.
    fn a_holder_is_in_the_queue(&self) -> bool {
        let doing = |client: &u32| self.clients[*client as usize].doing;
        self.holders.iter().any(|holder| matches!(doing(holder), Some(Activity::WaitSync | Activity::Delay)))
    }

    /// A client that waited for rows has all of them.
    pub(super) fn has_rows(&mut self, now: SimTime, client: u32, events: &mut Events) {
        self.blocked -= 1;
        self.totals.row_lock_wait_ns += now - self.clients[client as usize].since;
        self.execute(now, client, events);
    }

    /// A client executes its statements.
    fn execute(&mut self, now: SimTime, client: u32, events: &mut Events) {
        let of = &mut self.clients[client as usize];
        let Transaction { execute_cpu_ns, execute_wait_ns, .. } = of.transaction;
        of.cpu_left_ns = execute_cpu_ns;
        self.totals.cpu_busy_ns += execute_cpu_ns;
        self.turn_to(now, client, Some(Activity::Execute));
        if self.processors.is_some() && execute_cpu_ns > 0 {
            return self.compute(now, client, events);
        }
        events.push(now + execute_cpu_ns + execute_wait_ns, order::CLIENTS, Event::Executed(client));
    }

    /// A client asks for its next slice of processor time.
    fn compute(&mut self, now: SimTime, client: u32, events: &mut Events) {
        let of = &mut self.clients[client as usize];
        let slice_ns = match self.settings.slice_ns {
            0 => of.cpu_left_ns,
            // A huge transaction has a few hundred slices, not a million.
            slice_ns => slice_ns.max(of.transaction.execute_cpu_ns / MAX_SLICES).min(of.cpu_left_ns),
        };
        of.cpu_left_ns -= slice_ns;
        if !self.take_core(now, client, slice_ns, events) {
            self.turn_to(now, client, Some(Activity::WaitCore));
        }
    }

    /// Asks for a core for `work_ns`; whether one is free. If not, the job waits in order of asking.
    pub(super) fn take_core(&mut self, now: SimTime, job: u32, work_ns: u64, events: &mut Events) -> bool {
        let started = match &mut self.processors {
            Some(processors) => processors.request(now, job, work_ns),
            None => Some((job, now + work_ns)),
        };
        if let Some((job, end)) = started {
            push_end_of_work(job, end, events);
        }
        started.is_some()
    }

    /// A job's time on its core is over: the next job gets it.
    pub(super) fn leave_core(&mut self, now: SimTime, events: &mut Events) {
        let next = self.processors.as_mut().and_then(|processors| processors.release(now));
        if let Some((job, end)) = next {
            if job != WRITER {
                self.turn_to(now, job, Some(Activity::Execute));
            }
            push_end_of_work(job, end, events);
        }
    }

    /// A client's slice is over; another follows, or whatever else its statements wait for.
    pub(super) fn computed(&mut self, now: SimTime, client: u32, events: &mut Events) {
        self.leave_core(now, events);
        let of = &self.clients[client as usize];
        if of.cpu_left_ns > 0 {
            return self.compute(now, client, events);
        }
        events.push(now + of.transaction.execute_wait_ns, order::CLIENTS, Event::Executed(client));
    }

    /// A client turns to something else.
    pub(super) fn turn_to(&mut self, now: SimTime, client: u32, doing: Option<Activity>) {
        let of = &mut self.clients[client as usize];
        let (before, since) = (of.doing, of.since);
        (of.doing, of.since) = (doing, now);
        if self.watch.is_on(now)
            && let (Some(activity), Some(lane)) = (before, self.watch.lane_of(client))
        {
            self.watch.add(lane, activity, since, now);
        }
    }
}

/// Puts in the end of a job's time on a core.
fn push_end_of_work(job: u32, end: SimTime, events: &mut Events) {
    match job {
        WRITER => events.push(end, order::SYNC, Event::Written),
        client => events.push(end, order::CLIENTS, Event::Computed(client)),
    }
}
