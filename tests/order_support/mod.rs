//! Random clusters whose logs keep the rules of two-phase commit, the whole way from logs to whole transactions, and the same by
//! other means: plain sorting.

use std::collections::BTreeSet;

use proptest::prelude::*;
use redo_lab::global_binlog::{
    Assembler, Kind, LogRecord, Mark, Merge, NodeSort, OrderCheck, Sorted, VirtualTimestamp, Whole,
};
use redo_lab::sim::SimTime;

/// A record of node 0's log.
pub fn of_kind(kind: Kind, mark: Mark, transaction: u64) -> LogRecord {
    let has_timestamp = mark == Mark::Commit && matches!(kind, Kind::Distributed | Kind::Heartbeat);
    let commit_timestamp = if has_timestamp { 100 + transaction } else { 0 };
    LogRecord {
        at: SimTime(0),
        node: 0,
        mark,
        kind,
        transaction,
        part: 0,
        parts: 1,
        commit_timestamp,
        chunks: 1,
    }
}

/// A record of a distributed transaction whose commit timestamp is 100 more than its number.
pub fn distributed(mark: Mark, transaction: u64) -> LogRecord {
    of_kind(Kind::Distributed, mark, transaction)
}

/// A part: its node, when it is prepared there, and how long after the timestamp it is committed.
type Part = (u16, u64, u64);

/// What a transaction does.
#[derive(Debug, Clone)]
struct Plan {
    kind: Kind,
    parts: Vec<Part>,
}

/// Transactions of some nodes.
#[derive(Debug, Clone)]
pub struct Cluster {
    nodes: u16,
    plans: Vec<Plan>,
}

/// 1 to 20 nodes and up to 80 transactions that begin one behind the other and overlap a lot; now and then one stays prepared long.
pub fn any_cluster() -> impl Strategy<Value = Cluster> {
    let gap = prop_oneof![8 => 1_u64..30, 1 => 1_u64..2_000];
    let part = (any::<u16>(), 0_u64..30, gap);
    let plan = (0_u8..10, proptest::collection::vec(part, 1..5));
    (1_u16..21, proptest::collection::vec(plan, 0..80)).prop_map(|(nodes, plans)| {
        let plan = |(number, (kind, parts)): (usize, (u8, Vec<Part>))| {
            let kind = match kind {
                0..6 => Kind::Distributed,
                6..8 => Kind::SingleShard,
                8 => Kind::Unordered,
                _ => Kind::Heartbeat,
            };
            dealt(nodes, kind, 5 * number as u64, &parts)
        };
        Cluster { nodes, plans: plans.into_iter().enumerate().map(plan).collect() }
    })
}

/// Deals parts out: a single-shard one takes the first, a heartbeat has one on every node, others one a node.
fn dealt(nodes: u16, kind: Kind, begin: u64, parts: &[Part]) -> Plan {
    let mut used = BTreeSet::new();
    let parts = match kind {
        Kind::Heartbeat => (0..nodes).map(|node| (node, begin + parts[0].1, parts[0].2)).collect(),
        Kind::SingleShard => vec![(parts[0].0 % nodes, begin + parts[0].1, 0)],
        _ => {
            let each = parts.iter().map(|&(node, execute, gap)| (node % nodes, begin + execute, gap));
            each.filter(|&(node, ..)| used.insert(node)).collect()
        }
    };
    Plan { kind, parts }
}

impl Cluster {
    /// The same with a heartbeat on all nodes behind everything.
    pub fn with_heartbeat(mut self) -> Self {
        let parts = (0..self.nodes).map(|node| (node, 1_000_000, 1)).collect();
        self.plans.push(Plan { kind: Kind::Heartbeat, parts });
        self
    }

    /// Transactions that must be in the global binlog.
    pub fn committed(&self) -> u64 {
        let count = |plan: &Plan| match plan.kind {
            Kind::Heartbeat => 0,
            Kind::Unordered => plan.parts.len() as u64,
            Kind::Distributed | Kind::SingleShard => 1,
        };
        self.plans.iter().map(count).sum()
    }

    /// The log of each node. Commit timestamps are taken when all parts are prepared, strictly ascending.
    pub fn logs(&self) -> Vec<Vec<LogRecord>> {
        let latest = |plan: &Plan| plan.parts.iter().map(|part| part.1).max().unwrap_or(0);
        let mut taking: Vec<usize> = (0..self.plans.len()).collect();
        taking.sort_by_key(|&number| latest(&self.plans[number]));
        let mut logs = vec![vec![]; usize::from(self.nodes)];
        let mut commit_timestamp = 0;
        for number in taking {
            let taken_at = latest(&self.plans[number]);
            commit_timestamp = taken_at.max(commit_timestamp + 1);
            self.write(number, taken_at, commit_timestamp, &mut logs);
        }
        logs.iter_mut().for_each(|log| log.sort_by_key(|record| (record.at, record.transaction)));
        logs
    }

    fn write(&self, number: usize, taken_at: u64, commit_timestamp: u64, logs: &mut [Vec<LogRecord>]) {
        let Plan { kind, parts } = &self.plans[number];
        for (part, &(node, prepared, gap)) in parts.iter().enumerate() {
            let log = &mut logs[usize::from(node)];
            let record = |at, mark, commit_timestamp| LogRecord {
                at: SimTime(at),
                node,
                mark,
                kind: *kind,
                transaction: number as u64,
                part: part as u16,
                parts: parts.len() as u16,
                commit_timestamp,
                chunks: 1,
            };
            if *kind == Kind::SingleShard {
                log.push(record(prepared, Mark::OnePhase, 0));
            } else {
                let own = if *kind == Kind::Unordered { 0 } else { commit_timestamp };
                log.push(record(prepared, Mark::Prepare, 0));
                log.push(record(taken_at + gap, Mark::Commit, own));
            }
        }
    }
}

/// A transaction of the global binlog: timestamp, number, nodes.
pub type Line = (VirtualTimestamp, u64, Vec<u16>);

/// The global binlog of some logs, by looking at all of them at once and sorting.
pub fn expected(logs: &[Vec<LogRecord>]) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![];
    for log in logs {
        let mut stamps = Stamps::default();
        for record in log.iter().filter(|record| record.mark != Mark::Prepare) {
            let timestamp = stamps.of(record);
            if record.kind != Kind::Heartbeat {
                lines.push((timestamp, record.transaction, vec![record.node]));
            }
        }
    }
    lines.sort();
    lines.dedup_by(|line, before| {
        let is_same = (line.0, line.1) == (before.0, before.1);
        if is_same {
            before.2.append(&mut line.2);
        }
        is_same
    });
    lines
}

/// Virtual timestamps of the commits of one log.
#[derive(Debug, Default)]
struct Stamps {
    seen: Vec<(u64, u64)>,
    without: u64,
}

impl Stamps {
    fn of(&mut self, record: &LogRecord) -> VirtualTimestamp {
        let (mut sequence, mut node) = (0, 0);
        if record.commit_timestamp > 0 {
            self.seen.push((record.commit_timestamp, record.transaction));
            let (commit_timestamp, transaction) = (record.commit_timestamp, record.transaction);
            return VirtualTimestamp { commit_timestamp, transaction, sequence, node };
        }
        self.without += 1;
        (sequence, node) = (self.without, u32::from(record.node) + 1);
        let (commit_timestamp, transaction) = self.seen.iter().max().copied().unwrap_or_default();
        VirtualTimestamp { commit_timestamp, transaction, sequence, node }
    }
}

/// The rule of the first-level sort, told by looking at everything each time.
#[derive(Debug, Default)]
pub struct Rule {
    stamps: Stamps,
    position: usize,
    open: Vec<(u64, usize)>,
    held: Vec<(VirtualTimestamp, usize, u64)>,
}

impl Rule {
    /// Reads a record; the transactions that leave, in their order.
    pub fn read(&mut self, record: &LogRecord) -> Vec<u64> {
        match record.mark {
            Mark::Prepare if record.kind != Kind::Unordered => {
                self.open.push((record.transaction, self.position));
            }
            Mark::Prepare => {}
            Mark::Commit | Mark::OnePhase => {
                self.open.retain(|&(transaction, _)| transaction != record.transaction);
                self.held.push((self.stamps.of(record), self.position, record.transaction));
                self.held.sort();
            }
        }
        self.position += 1;
        let is_free = |commit: usize| self.open.iter().all(|&(_, prepare)| prepare > commit);
        let free = self.held.iter().take_while(|&&(_, commit, _)| is_free(commit)).count();
        self.held.drain(..free).map(|(.., transaction)| transaction).collect()
    }

    /// How many are held.
    pub fn held(&self) -> usize {
        self.held.len()
    }
}

/// The way from logs to whole transactions: sorts, merges in groups, the merge of groups, assembler, check.
pub struct Machine {
    logs: Vec<std::vec::IntoIter<LogRecord>>,
    sorts: Vec<NodeSort>,
    group: usize,
    groups: Vec<Merge<Sorted>>,
    root: Merge<Sorted>,
    assembler: Assembler,
    /// The check of it all.
    pub check: OrderCheck,
    /// What the last merge passed on.
    pub merged: Vec<Sorted>,
    /// The global binlog.
    pub output: Vec<Line>,
}

impl Machine {
    /// The machine for the logs of all nodes, with groups of so many nodes.
    pub fn new(logs: Vec<Vec<LogRecord>>, group: usize) -> Self {
        let nodes: Vec<u16> = (0..logs.len() as u16).collect();
        let groups: Vec<_> = nodes.chunks(group).map(|chunk| Merge::new(chunk.len())).collect();
        Self {
            logs: logs.into_iter().map(Vec::into_iter).collect(),
            sorts: nodes.iter().map(|&node| NodeSort::new(node)).collect(),
            group,
            root: Merge::new(groups.len()),
            groups,
            assembler: Assembler::new(),
            check: OrderCheck::new(nodes.len() as u16),
            merged: vec![],
            output: vec![],
        }
    }

    /// Reads one record of the node whose turn it is, then the rest node by node.
    pub fn read_in_turns(&mut self, turns: &[u16]) {
        for turn in turns {
            self.read(usize::from(*turn) % self.logs.len());
        }
        for node in 0..self.logs.len() {
            while self.read(node) {}
        }
    }

    /// Says that nothing more will come.
    pub fn end(&mut self) {
        for node in 0..self.logs.len() {
            self.groups[node / self.group].end(node % self.group);
        }
        self.merge();
        (0..self.groups.len()).for_each(|group| self.root.end(group));
        self.merge();
        let last = self.assembler.finish();
        self.write(last);
    }

    fn read(&mut self, node: usize) -> bool {
        let Some(record) = self.logs[node].next() else { return false };
        self.sorts[node].read(&record);
        while let Some(sorted) = self.sorts[node].pop() {
            self.groups[node / self.group].push(node % self.group, sorted);
        }
        self.merge();
        true
    }

    fn merge(&mut self) {
        for (input, group) in self.groups.iter_mut().enumerate() {
            while let Some((_, sorted)) = group.pop() {
                self.root.push(input, sorted);
            }
        }
        while let Some((_, sorted)) = self.root.pop() {
            self.check.merged(&sorted).expect("the merge keeps the order");
            self.merged.push(sorted);
            let mut whole = self.assembler.push(sorted);
            while whole.is_some() {
                self.write(whole);
                whole = self.assembler.pop();
            }
        }
    }

    fn write(&mut self, whole: Option<Whole>) {
        if let Some(whole) = whole.filter(|whole| whole.kind != Kind::Heartbeat) {
            self.check.written(&whole).expect("the assembler keeps the order");
            self.output.push((whole.timestamp, whole.transaction, whole.nodes.iter().collect()));
        }
    }
}
