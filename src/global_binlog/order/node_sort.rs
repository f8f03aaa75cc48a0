//! First-level sort: one node's log, put in the order of commit timestamps.
//!
//! A log shows transactions in the order in which their commits reached it. That is nearly the order of their commit timestamps:
//! two transactions may have changed places only if both were prepared before either was committed. So the sort keeps what is
//! committed until nothing that was prepared before is still open, and lets go the smallest timestamp first.
//!
//! ```text
//!  position   0    1    2    3    4    5
//!  record     P1   P2   C2   P3   C1   C3        timestamps: 1 has 101, 2 has 102, 3 has 103
//!
//!  read C2    2 is committed, but 1 was prepared before it and is open: a hole holds 2
//!  read C1    1 is committed, but 3 was prepared before it and is open: a hole holds 1, and 2 may not overtake it
//!  read C3    nothing is open: 1, 2, 3 leave
//! ```
//!
//! The rule looks at places in the log only, never at a timestamp that is not known yet, and a log whose oldest open transaction
//! stays open is held for as long: every transaction behind it takes memory.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

use crate::global_binlog::order::{Sorted, VirtualTimestamp};
use crate::global_binlog::workload::{Kind, LogRecord, Mark};

/// A transaction that is prepared in a node's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prepared {
    /// The transaction's number, from 0.
    pub transaction: u64,
    /// Where the log says so: its record's number, from 0.
    pub position: u64,
}

/// First-level sort of one node's log. A step costs O(log n) of what it holds.
#[derive(Debug, Clone)]
pub struct NodeSort {
    node: u16,
    /// Where the next record stands.
    position: u64,
    /// The largest commit timestamp seen, and its transaction.
    newest: VirtualTimestamp,
    /// The place of the last transaction without a timestamp of its own.
    sequence: u64,
    /// What is prepared and not committed, by transaction.
    open: BTreeMap<u64, Open>,
    /// What can hold others, in the order of the log from the first that is still open; those behind it may be committed.
    window: VecDeque<Window>,
    /// How many have left the window.
    window_start: u64,
    /// What is committed, smallest timestamp on top.
    held: BinaryHeap<Held>,
}

/// Where an open transaction was prepared, and its number among all that the window has held, if it can hold others.
#[derive(Debug, Clone, Copy)]
struct Open {
    position: u64,
    window_number: Option<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Window {
    prepared: Prepared,
    is_open: bool,
}

impl NodeSort {
    /// A sort of the log of a node, which is counted from 0.
    pub fn new(node: u16) -> Self {
        Self {
            node,
            position: 0,
            newest: VirtualTimestamp::default(),
            sequence: 0,
            open: BTreeMap::new(),
            window: VecDeque::new(),
            window_start: 0,
            held: BinaryHeap::new(),
        }
    }

    /// Takes the next record of the log, which has been read whole.
    ///
    /// A commit whose prepare stands before the place where reading began counts as one in one step.
    pub fn read(&mut self, record: &LogRecord) {
        debug_assert_eq!(record.node, self.node, "a record of another node's log");
        match record.mark {
            Mark::Prepare => self.prepare(record),
            Mark::Commit => {
                let prepared = self.close(record.transaction).unwrap_or(self.position);
                self.commit(record, prepared);
            }
            Mark::OnePhase => self.commit(record, self.position),
        }
        self.position += 1;
    }

    /// Lets go the transaction with the smallest timestamp, if no hole holds it.
    ///
    /// What leaves later is never smaller: see [`crate::global_binlog`].
    pub fn pop(&mut self) -> Option<Sorted> {
        if self.holds_hole() {
            return None;
        }
        self.held.pop().map(|held| held.0)
    }

    /// Transactions that are prepared and not committed.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Transactions that are committed and have not left.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Whether something is committed and a hole holds it.
    pub fn holds_hole(&self) -> bool {
        self.held_by().is_some()
    }

    /// The oldest open transaction, if it holds what is committed. Costs O(1).
    pub fn held_by(&self) -> Option<Prepared> {
        let smallest = &self.held.peek()?.0;
        let oldest = self.window.front()?.prepared;
        (oldest.position < smallest.commit_position).then_some(oldest)
    }

    /// What is committed and has not left, in no particular order.
    pub fn waiting(&self) -> impl Iterator<Item = &Sorted> {
        self.held.iter().map(|held| &held.0)
    }

    /// Records that were read.
    pub fn records(&self) -> u64 {
        self.position
    }

    fn prepare(&mut self, record: &LogRecord) {
        let prepared = Prepared { transaction: record.transaction, position: self.position };
        // A transaction without a timestamp takes one when it is committed, so nobody has to wait for it (assumed).
        let window_number = (record.kind != Kind::Unordered).then(|| {
            self.window.push_back(Window { prepared, is_open: true });
            self.window_start + self.window.len() as u64 - 1
        });
        self.open.insert(record.transaction, Open { position: self.position, window_number });
    }

    /// Closes an open transaction; where it was prepared.
    fn close(&mut self, transaction: u64) -> Option<u64> {
        let Open { position, window_number } = self.open.remove(&transaction)?;
        if let Some(number) = window_number {
            self.window[(number - self.window_start) as usize].is_open = false;
            while self.window.front().is_some_and(|first| !first.is_open) {
                self.window.pop_front();
                self.window_start += 1;
            }
        }
        Some(position)
    }

    fn commit(&mut self, record: &LogRecord, prepare_position: u64) {
        let timestamp = self.timestamp(record);
        let LogRecord { transaction, part, parts, kind, node, .. } = *record;
        let commit_position = self.position;
        let sorted =
            Sorted { transaction, part, parts, kind, node, timestamp, prepare_position, commit_position };
        self.held.push(Held(sorted));
    }

    /// The timestamp of a transaction that is committed by this record: its own, or the next behind the largest that was seen.
    fn timestamp(&mut self, record: &LogRecord) -> VirtualTimestamp {
        if record.mark == Mark::Commit && matches!(record.kind, Kind::Distributed | Kind::Heartbeat) {
            let LogRecord { commit_timestamp, transaction, .. } = *record;
            let own = VirtualTimestamp { commit_timestamp, transaction, sequence: 0, node: 0 };
            self.newest = self.newest.max(own);
            own
        } else {
            self.sequence += 1;
            VirtualTimestamp { sequence: self.sequence, node: u32::from(self.node) + 1, ..self.newest }
        }
    }
}

/// A committed transaction; the smaller the timestamp, the greater, because a heap has the greatest on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Held(Sorted);

impl Ord for Held {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.timestamp.cmp(&self.0.timestamp)
    }
}

impl PartialOrd for Held {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
