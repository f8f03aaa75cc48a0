//! The detail window: what everybody did, exactly, for a while.
//!
//! A run of 30 s has hundreds of thousands of transactions of milliseconds. Blurred into one picture they would say nothing, so
//! lanes and single transactions are recorded from a given moment on, for as many transactions as fit in a picture.

use crate::group_commit::{Activity, BinlogEntry};
use crate::sim::{SimTime, Span};

/// The most transactions that are watched.
pub const MAX_WATCHED: usize = 400;

/// Clients that have a lane.
const CLIENT_LANES: usize = 16;
/// Lanes before those of the clients: the redo log's fsyncs, and the binlog's fsyncs and delays.
pub(super) const REDO_LANE: usize = 0;
pub(super) const BINLOG_LANE: usize = 1;
const FIRST_CLIENT_LANE: usize = 2;

/// A transaction that was watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedTransaction {
    /// What the binlog says of it.
    pub entry: BinlogEntry,
    /// When it asked to be committed.
    pub prepared: SimTime,
}

/// What somebody did in the detail window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneSpans<'a> {
    /// The client by its position, or nothing for the lanes `redo fsync` and `binlog`.
    pub client: Option<u32>,
    /// Spans of [`Activity`], ascending and not overlapping, none outside the window. A leader's writing of its group is shown
    /// as part of the fsync beside it.
    pub spans: &'a [Span],
}

/// The record.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    from: SimTime,
    ended: Option<SimTime>,
    lanes: Vec<Vec<Span>>,
    transactions: Vec<WatchedTransaction>,
}

impl Watch {
    /// Watches from `from` on.
    pub fn new(from: SimTime, clients: u32) -> Self {
        let lanes = FIRST_CLIENT_LANE + CLIENT_LANES.min(clients as usize);
        Self { from, ended: None, lanes: vec![Vec::new(); lanes], transactions: Vec::new() }
    }

    /// Whether what ends now is recorded.
    pub fn is_on(&self, now: SimTime) -> bool {
        self.ended.is_none() && now >= self.from
    }

    /// When the record ended.
    pub fn ended(&self) -> Option<SimTime> {
        self.ended
    }

    /// Nothing is recorded from now on.
    pub fn end(&mut self, now: SimTime) {
        self.ended = self.ended.or(Some(now));
    }

    /// The lane of a client, if it has one.
    pub fn lane_of(&self, client: u32) -> Option<usize> {
        let lane = FIRST_CLIENT_LANE + client as usize;
        (lane < self.lanes.len()).then_some(lane)
    }

    /// Records a span that ends now, or the part of it in the window.
    pub fn add(&mut self, lane: usize, activity: Activity, from: SimTime, now: SimTime) {
        let from = from.max(self.from);
        if !self.is_on(now) || now <= from {
            return;
        }
        let spans = &mut self.lanes[lane];
        match spans.last_mut() {
            Some(last) if last.activity == activity as u8 && last.to == from => last.to = now,
            _ => spans.push(Span { from, to: now, activity: activity as u8 }),
        }
    }

    /// Records a transaction that is committed now; whether the record is full with it.
    pub fn committed(&mut self, entry: BinlogEntry, prepared: SimTime) -> bool {
        self.transactions.push(WatchedTransaction { entry, prepared });
        self.transactions.len() == MAX_WATCHED
    }

    /// The lanes: `redo fsync`, `binlog`, then the clients.
    pub fn lanes(&self) -> impl Iterator<Item = LaneSpans<'_>> {
        self.lanes.iter().enumerate().map(|(lane, spans)| LaneSpans {
            client: lane.checked_sub(FIRST_CLIENT_LANE).map(|client| client as u32),
            spans,
        })
    }

    /// The transactions, in the order of the binlog.
    pub fn transactions(&self) -> &[WatchedTransaction] {
        &self.transactions
    }
}
