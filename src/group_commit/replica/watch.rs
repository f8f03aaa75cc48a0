//! Watching: what workers and some transactions do, recorded exactly for as long as somebody looks.
//!
//! A run of half a minute holds a million activities of a millisecond: nobody sees anything in all of them, so the first
//! [`MAX_WATCHED`] transactions from a given moment on are recorded, and the lanes while these are on their way.

use super::super::{Activity, BinlogEntry, MAX_WATCHED};
use super::totals::{Cause, Waits};
use crate::sim::{SimTime, Span};

/// Workers whose lanes are recorded at most.
pub const MAX_WORKER_LANES: usize = 32;

/// What became of a watched transaction on the replica.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedApply {
    /// Its position in the workload.
    pub transaction: u64,
    /// Its place in the binlog that the replica reads.
    pub sequence_number: u64,
    /// When a worker began to apply it.
    pub apply_from: Option<SimTime>,
    /// When the worker had applied it.
    pub apply_to: Option<SimTime>,
    /// When it was committed on the replica.
    pub committed: Option<SimTime>,
    /// The worker, from 0.
    pub worker: Option<u32>,
    /// What held it up longest, if it is committed and anything did.
    pub waited_for: Option<Cause>,
    /// How often it was rolled back.
    pub retries: u32,
}

impl WatchedApply {
    fn new(entry: &BinlogEntry) -> Self {
        Self {
            transaction: entry.transaction,
            sequence_number: entry.sequence_number,
            apply_from: None,
            apply_to: None,
            committed: None,
            worker: None,
            waited_for: None,
            retries: 0,
        }
    }
}

/// One lane while it is recorded.
#[derive(Debug, Clone, Default)]
struct Recorded {
    activity: Option<Activity>,
    since: SimTime,
    spans: Vec<Span>,
}

/// What is recorded.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    from: SimTime,
    /// The position of the first watched transaction, once it is known.
    first: Option<u64>,
    transactions: Vec<WatchedApply>,
    committed: usize,
    records: bool,
    stopped: bool,
    /// The coordinator, then the workers.
    lanes: Vec<Recorded>,
}

/// The coordinator's lane; worker `w` has lane `w + 1`.
pub(super) const COORDINATOR: usize = 0;

/// The lane of `worker`.
pub(super) fn lane_of(worker: u32) -> usize {
    worker as usize + 1
}

impl Watch {
    pub(super) fn new(from: SimTime, workers: usize) -> Self {
        let lanes = vec![Recorded::default(); 1 + workers.min(MAX_WORKER_LANES)];
        Self {
            from,
            first: None,
            transactions: Vec::new(),
            committed: 0,
            records: false,
            stopped: false,
            lanes,
        }
    }

    /// The coordinator looks at the transaction at `position` for the first time.
    pub(super) fn meet(&mut self, now: SimTime, position: u64, entry: &BinlogEntry) {
        if self.stopped || self.first.is_none() && entry.committed < self.from {
            return;
        }
        if self.first.is_none() {
            self.first = Some(position);
            self.records = true;
            self.lanes.iter_mut().for_each(|lane| lane.since = now);
        }
        if self.transactions.len() < MAX_WATCHED {
            self.transactions.push(WatchedApply::new(entry));
        }
    }

    /// Nothing is recorded from now on.
    pub(super) fn stop(&mut self, now: SimTime) {
        for lane in 0..self.lanes.len() {
            let activity = self.lanes[lane].activity;
            self.does(now, lane, activity);
        }
        self.records = false;
        self.stopped = true;
    }

    /// Whether anything is recorded at the moment.
    pub(super) fn records(&self) -> bool {
        self.records
    }

    /// `lane` does `activity` from now on; `None` for nothing.
    pub(super) fn does(&mut self, now: SimTime, lane: usize, activity: Option<Activity>) {
        let Some(lane) = self.lanes.get_mut(lane) else { return };
        if self.records
            && let Some(before) = lane.activity
            && lane.since < now
        {
            let span = Span { from: lane.since, to: now, activity: before as u8 };
            match lane.spans.last_mut() {
                Some(last) if last.activity == span.activity && last.to == span.from => last.to = now,
                _ => lane.spans.push(span),
            }
        }
        lane.activity = activity;
        lane.since = now;
    }

    /// The record of the transaction at `position`, if it is watched.
    pub(super) fn transaction(&mut self, position: u64) -> Option<&mut WatchedApply> {
        let first = self.first?;
        self.transactions.get_mut(usize::try_from(position.checked_sub(first)?).ok()?)
    }

    /// The transaction at `position` is committed.
    pub(super) fn commit(&mut self, now: SimTime, position: u64, waits: &Waits) {
        let Some(watched) = self.transaction(position) else { return };
        watched.committed = Some(now);
        watched.waited_for = waits.longest();
        self.committed += 1;
    }

    /// Whether every transaction that can be watched is committed.
    pub(super) fn is_complete(&self) -> bool {
        self.records && self.committed == MAX_WATCHED
    }

    pub(super) fn transactions(&self) -> &[WatchedApply] {
        &self.transactions
    }

    pub(super) fn lanes(&self) -> impl Iterator<Item = &[Span]> {
        self.lanes.iter().map(|lane| lane.spans.as_slice())
    }
}
