//! What the nodes write into their logs, in the order of time.
//!
//! A transaction that begins at b is prepared at each of its nodes at b + a random time of execution. When the last of them has
//! prepared it, it takes its commit timestamp from one number line that the whole cluster shares; then each node commits it, a
//! random gap later. A transaction on one node only stands in its log once, at b + the time of execution.
//!
//! *Worked example.* Transaction 1 on nodes 1 and 2, transaction 2 on node 1 alone:
//!
//! | ms | node 1's log | node 2's log | what happens |
//! |---|---|---|---|
//! | 0 | | | 1 begins |
//! | 2 | P1 | | prepared on node 1 |
//! | 3 | 2 | | 2 is committed in one step: it lies in the hole of 1 |
//! | 5 | | P1 | the last node has prepared 1, which takes timestamp 5,000,000 |
//! | 6 | C1 | | |
//! | 7 | | C1 | 1 is committed everywhere |
//!
//! What is known of real logs follows from that. A transaction that stands committed in a log before another one is prepared
//! there has the smaller timestamp, because it took it earlier. Two that overlap may have theirs either way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::begins::{Begin, Begins, Origin};
use super::{Kind, LogRecord, Mark, Workload};
use crate::sim::SimTime;

/// Most data nodes that there may be.
pub(super) const MAX_NODES: usize = 64;

/// The nodes of a transaction, its parts in order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nodes {
    list: [u8; MAX_NODES],
    len: u16,
}

impl Nodes {
    /// The first `len` nodes.
    fn first(len: u16) -> Self {
        Self { list: std::array::from_fn(|node| node as u8), len }
    }

    /// `len` of the first `of` nodes at random, `home` first; `draw` gives a number below its second argument.
    fn drawn(home: u16, len: u16, of: u16, draw: impl Fn(u64, u64) -> u64) -> Self {
        let mut nodes = Self::first(len);
        nodes.list.swap(0, usize::from(home));
        for part in 1..u64::from(len) {
            let chosen = part + draw(part, u64::from(of) - part);
            nodes.list.swap(part as usize, chosen as usize);
        }
        nodes
    }

    /// Parts with their nodes.
    fn parts(&self) -> impl Iterator<Item = (u16, u16)> + '_ {
        (0..self.len).map(|part| (part, u16::from(self.list[usize::from(part)])))
    }
}

/// Something that is going to happen: a record, or that a transaction takes its commit timestamp. The order of the fields is the
/// order in which things happen; of those at one time, timestamps are taken first, since commits follow from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pending {
    at: u64,
    /// 0 for a commit timestamp, else the record's node, from 1.
    place: u16,
    transaction: u64,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Timestamp(Origin),
    Prepare { kind: Kind, part: u16, parts: u16 },
    Commit { kind: Kind, part: u16, parts: u16, commit_timestamp: u64 },
    OnePhase,
}

/// The records of all nodes in the order of time, those at one time by node.
///
/// They end when the last transaction is committed, or never if there are heartbeats: the last transaction is followed by one at once,
/// so that the end of a load is not taken for a cluster that has gone idle. A clone goes on from where it was taken.
#[derive(Debug, Clone)]
pub struct Sources {
    workload: Rc<Workload>,
    begins: Begins,
    pending: BinaryHeap<Reverse<Pending>>,
    /// The last commit timestamp that was taken.
    last_timestamp: u64,
    /// Whether the load is over and the heartbeat behind it is planned.
    is_over: bool,
}

impl Sources {
    /// The records of `workload` from the start.
    pub(super) fn new(workload: Rc<Workload>) -> Self {
        let begins = Begins::new(workload.settings());
        Self { workload, begins, pending: BinaryHeap::new(), last_timestamp: 0, is_over: false }
    }

    /// Whether anything but heartbeats is to come.
    pub fn has_load(&self) -> bool {
        let is_load = |Reverse(pending): &Reverse<Pending>| match pending.what {
            What::Timestamp(origin) => origin != Origin::Heartbeat,
            What::Prepare { kind, .. } | What::Commit { kind, .. } => kind != Kind::Heartbeat,
            What::OnePhase => true,
        };
        self.begins.has_load() || self.pending.iter().any(is_load)
    }

    /// The nodes of a transaction.
    fn nodes(&self, transaction: u64, origin: Origin, kind: Kind) -> Nodes {
        let settings = self.workload.settings();
        let active = settings.data_nodes - settings.idle_nodes;
        let parts =
            if kind == Kind::SingleShard { 1 } else { settings.nodes_per_transaction.clamp(1, active) };
        let draw = |part, bound| self.workload.draw_node(transaction, part, bound);
        match origin {
            Origin::Client(home) => Nodes::drawn(home, parts, active, draw),
            Origin::Stuck => Nodes::drawn(0, parts, active, draw),
            Origin::Heartbeat => Nodes::first(settings.data_nodes),
            Origin::Big => Nodes::first(self.workload.big_nodes()),
        }
    }

    fn kind(&self, transaction: u64, origin: Origin) -> Kind {
        match origin {
            Origin::Client(_) => self.workload.draw_kind(transaction),
            Origin::Heartbeat => Kind::Heartbeat,
            Origin::Big if self.workload.big_nodes() == 1 => Kind::SingleShard,
            Origin::Big | Origin::Stuck => Kind::Distributed,
        }
    }

    /// Time from begin to prepared of a part. What the settings give a moment is prepared at that moment.
    fn execute_ns(&self, transaction: u64, part: u16, origin: Origin) -> u64 {
        match origin {
            Origin::Client(_) | Origin::Heartbeat => self.workload.draw_execute_ns(transaction, part),
            Origin::Big | Origin::Stuck => 0,
        }
    }

    /// Time from the latest prepare to the commit of a part.
    fn commit_gap_ns(&self, transaction: u64, part: u16, origin: Origin) -> u64 {
        let stuck_ns = self.workload.settings().stuck.map_or(0, |stuck| stuck.lasts_ns);
        match (origin, part) {
            (Origin::Stuck, 0) => stuck_ns,
            _ => self.workload.draw_commit_gap_ns(transaction, part),
        }
    }

    fn push(&mut self, at: u64, place: u16, transaction: u64, what: What) {
        self.pending.push(Reverse(Pending { at, place, transaction, what }));
    }

    /// Plans what follows from a begin: its prepares, and the moment of the last one.
    fn begin(&mut self, Begin { at, transaction, origin }: Begin) {
        let kind = self.kind(transaction, origin);
        let nodes = self.nodes(transaction, origin, kind);
        let mut latest = at;
        for (part, node) in nodes.parts() {
            let prepared = at.saturating_add(self.execute_ns(transaction, part, origin));
            latest = latest.max(prepared);
            let what = match kind {
                Kind::SingleShard => What::OnePhase,
                _ => What::Prepare { kind, part, parts: nodes.len },
            };
            self.push(prepared, node + 1, transaction, what);
        }
        match kind {
            Kind::SingleShard => {}
            Kind::Unordered => self.commit((latest, transaction, origin), (kind, nodes), 0),
            Kind::Distributed | Kind::Heartbeat => {
                self.push(latest, 0, transaction, What::Timestamp(origin));
            }
        }
    }

    /// Plans the commits of a transaction that is prepared everywhere at `at`.
    fn commit(
        &mut self,
        (at, transaction, origin): (u64, u64, Origin),
        (kind, nodes): (Kind, Nodes),
        commit_timestamp: u64,
    ) {
        for (part, node) in nodes.parts() {
            let committed = at.saturating_add(self.commit_gap_ns(transaction, part, origin));
            let what = What::Commit { kind, part, parts: nodes.len, commit_timestamp };
            self.push(committed, node + 1, transaction, what);
        }
    }

    /// Gives a transaction the next commit timestamp: the moment in nanoseconds, or the next number that nobody has.
    fn take_timestamp(&mut self, at: u64, transaction: u64, origin: Origin) {
        self.last_timestamp = at.max(self.last_timestamp + 1);
        let kind = self.kind(transaction, origin);
        let nodes = self.nodes(transaction, origin, kind);
        self.commit((at, transaction, origin), (kind, nodes), self.last_timestamp);
    }

    /// Plans a heartbeat behind the last record of the load.
    fn close_load(&mut self, record: &LogRecord) {
        if !self.is_over && record.kind != Kind::Heartbeat && !self.has_load() {
            self.is_over = true;
            self.begins.beat_at(record.at.0.saturating_add(1));
        }
    }

    fn record(&self, at: u64, node: u16, transaction: u64, what: What) -> LogRecord {
        let (mark, kind, part, parts, commit_timestamp) = match what {
            What::Prepare { kind, part, parts } => (Mark::Prepare, kind, part, parts, 0),
            What::Commit { kind, part, parts, commit_timestamp } => {
                (Mark::Commit, kind, part, parts, commit_timestamp)
            }
            What::OnePhase | What::Timestamp(_) => (Mark::OnePhase, Kind::SingleShard, 0, 1, 0),
        };
        let at = SimTime(at);
        let record =
            LogRecord { at, node, mark, kind, transaction, part, parts, commit_timestamp, chunks: 1 };
        LogRecord { chunks: self.workload.chunks(&record), ..record }
    }
}

impl Iterator for Sources {
    type Item = LogRecord;

    fn next(&mut self) -> Option<LogRecord> {
        loop {
            // Whatever begins before something happens, or at the same time, may have records before it.
            let happens = self.pending.peek().map(|Reverse(pending)| pending.at);
            if let Some(begins) = self.begins.next_at()
                && happens.is_none_or(|happens| begins <= happens)
            {
                let begin = self.begins.next()?;
                self.begin(begin);
                continue;
            }
            let Reverse(Pending { at, place, transaction, what }) = self.pending.pop()?;
            match what {
                What::Timestamp(origin) => self.take_timestamp(at, transaction, origin),
                _ => {
                    let record = self.record(at, place - 1, transaction, what);
                    self.close_load(&record);
                    return Some(record);
                }
            }
        }
    }
}
