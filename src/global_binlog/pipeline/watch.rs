//! What became of some transactions, moment by moment.

use std::collections::BTreeMap;

use crate::global_binlog::order::{Sorted, VirtualTimestamp};
use crate::global_binlog::workload::{Kind, LogRecord, Mark, Workload};
use crate::sim::SimTime;

/// One part of a watched transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchedPart {
    /// The node, from 0.
    pub node: u16,
    /// Which part of the transaction it is, from 0.
    pub number: u16,
    /// Bytes of its events that were read when it was committed.
    pub bytes: u64,
    /// When it was prepared there, or committed in one step.
    pub prepared: SimTime,
    /// When it was committed there.
    pub committed: Option<SimTime>,
    /// When all of it had been read.
    pub read: Option<SimTime>,
    /// When it left the node's sort.
    pub sorted: Option<SimTime>,
    /// When the last merge passed it on.
    pub merged: Option<SimTime>,
    /// Whether it was spilled.
    pub spilled: bool,
}

/// What became of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedTransaction {
    /// Its number, from 0.
    pub transaction: u64,
    /// Its kind.
    pub kind: Kind,
    /// Whether it is the huge or the stuck one.
    pub is_special: bool,
    /// Its place in the order, once it is known.
    pub timestamp: Option<VirtualTimestamp>,
    /// Its parts.
    pub parts: Vec<WatchedPart>,
    /// When it was put together.
    pub collected: Option<SimTime>,
    /// When it was in the global binlog.
    pub written: Option<SimTime>,
}

/// The most transactions that are watched.
pub const MAX_WATCHED: usize = 240;

/// Watches transactions.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    from: SimTime,
    transactions: Vec<WatchedTransaction>,
    /// Their places, by number.
    places: BTreeMap<u64, usize>,
    /// The smallest and the largest number.
    range: (u64, u64),
}

impl Watch {
    /// Watches transactions whose first record stands at `from` or later, and the huge and the stuck one.
    pub fn new(from: SimTime) -> Self {
        Self { from, transactions: Vec::new(), places: BTreeMap::new(), range: (u64::MAX, 0) }
    }

    /// The watched transactions.
    pub fn transactions(&self) -> &[WatchedTransaction] {
        &self.transactions
    }

    fn find(&mut self, transaction: u64) -> Option<&mut WatchedTransaction> {
        if transaction < self.range.0 || transaction > self.range.1 {
            return None;
        }
        self.places.get(&transaction).map(|place| &mut self.transactions[*place])
    }

    fn find_part(&mut self, transaction: u64, node: u16) -> Option<&mut WatchedPart> {
        self.find(transaction)?.parts.iter_mut().find(|part| part.node == node)
    }

    /// A part stands in its node's log.
    pub fn stands(&mut self, record: &LogRecord, workload: &Workload) {
        let LogRecord { at, node, transaction, kind, .. } = *record;
        if self.find(transaction).is_none() {
            let is_special = workload.is_big(transaction) || workload.is_stuck(transaction);
            let is_watched = at >= self.from && self.transactions.len() < MAX_WATCHED;
            if !is_special && !is_watched {
                return;
            }
            self.places.insert(transaction, self.transactions.len());
            self.range = (self.range.0.min(transaction), self.range.1.max(transaction));
            self.transactions.push(WatchedTransaction {
                transaction,
                kind,
                is_special,
                timestamp: None,
                parts: Vec::new(),
                collected: None,
                written: None,
            });
        }
        let is_one_phase = record.mark == Mark::OnePhase;
        let part = WatchedPart {
            node,
            number: record.part,
            bytes: 0,
            prepared: at,
            committed: is_one_phase.then_some(at),
            read: None,
            sorted: None,
            merged: None,
            spilled: false,
        };
        if let Some(found) = self.find(transaction) {
            found.parts.push(part);
        }
    }

    /// A part is committed.
    pub fn committed(&mut self, now: SimTime, record: &LogRecord) {
        if let Some(part) = self.find_part(record.transaction, record.node) {
            part.committed = Some(now);
        }
    }

    /// A part has been read, its commit included.
    pub fn read(&mut self, now: SimTime, record: &LogRecord, bytes: u64) {
        if let Some(part) = self.find_part(record.transaction, record.node) {
            (part.read, part.bytes) = (Some(now), bytes);
        }
    }

    /// A part has left its node's sort.
    pub fn sorted(&mut self, now: SimTime, sorted: &Sorted) {
        if let Some(part) = self.find_part(sorted.transaction, sorted.node) {
            part.sorted = Some(now);
        }
    }

    /// The last merge has passed a part on.
    pub fn merged(&mut self, now: SimTime, sorted: &Sorted) {
        if let Some(watched) = self.find(sorted.transaction) {
            watched.timestamp.get_or_insert(sorted.timestamp);
            if let Some(part) = watched.parts.iter_mut().find(|part| part.node == sorted.node) {
                part.merged = Some(now);
            }
        }
    }

    /// A part is in the spill store.
    pub fn spilled(&mut self, transaction: u64, node: u16) {
        if let Some(part) = self.find_part(transaction, node) {
            part.spilled = true;
        }
    }

    /// A transaction has been put together; of an unordered one the last part counts.
    pub fn collected(&mut self, now: SimTime, transaction: u64) {
        if let Some(watched) = self.find(transaction) {
            watched.collected = Some(now);
        }
    }

    /// A transaction is in the global binlog; of an unordered one the last part counts.
    pub fn written(&mut self, now: SimTime, transaction: u64) {
        if let Some(watched) = self.find(transaction) {
            watched.written = Some(now);
        }
    }
}
