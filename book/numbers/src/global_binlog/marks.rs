//! Worked examples: a node's log, its sort, a merge, and virtual timestamps, all by the engine's own machines.

use redo_lab::base::random::Stream;
use redo_lab::global_binlog::{Kind, LogRecord, Mark, Merge, NodeSort, Sorted, VirtualTimestamp};
use redo_lab::sim::SimTime;

use crate::markdown::{Table, grouped};

/// Every file of these sections.
pub fn files() -> Vec<(&'static str, String)> {
    vec![
        ("global-node-log.md", node_log()),
        ("global-sort-by-hand.md", sort_by_hand()),
        ("global-comparisons.md", comparisons_table()),
        ("global-merge-by-hand.md", merge_by_hand()),
        ("global-timestamps.md", timestamps()),
    ]
}

/// The log of the example: transaction, mark, commit timestamp.
const LOG: [(u64, Mark, u64); 8] = [
    (1, Mark::Prepare, 0),
    (2, Mark::Prepare, 0),
    (2, Mark::Commit, 20),
    (4, Mark::OnePhase, 0),
    (1, Mark::Commit, 10),
    (3, Mark::Prepare, 0),
    (3, Mark::Commit, 30),
    (5, Mark::OnePhase, 0),
];

fn record(position: usize) -> LogRecord {
    let (transaction, mark, commit_timestamp) = LOG[position];
    let kind = if mark == Mark::OnePhase { Kind::SingleShard } else { Kind::Distributed };
    LogRecord {
        at: SimTime(position as u64),
        node: 0,
        mark,
        kind,
        transaction,
        part: 0,
        parts: if kind == Kind::SingleShard { 1 } else { 2 },
        commit_timestamp,
        chunks: 1,
    }
}

fn mark_text(position: usize) -> String {
    let (transaction, mark, timestamp) = LOG[position];
    match mark {
        Mark::Prepare => format!("*P* T{transaction}"),
        Mark::Commit => format!("*C* T{transaction}, {timestamp}"),
        Mark::OnePhase => format!("T{transaction}"),
    }
}

fn node_log() -> String {
    let mut table = Table::new(&["place", "mark", "what it says"], "rll");
    for (position, (transaction, mark, timestamp)) in LOG.into_iter().enumerate() {
        let says = match mark {
            Mark::Prepare => format!("the rows of T{transaction}, and that it is prepared"),
            Mark::Commit => format!("T{transaction} is committed, its timestamp is {timestamp}"),
            Mark::OnePhase => {
                format!("the rows of T{transaction}, of this node only, and that it is committed")
            }
        };
        table.row(&[(position + 1).to_string(), mark_text(position), says]);
    }
    table.file()
}

/// The sorted transactions that leave with each mark.
fn leaving(sort: &mut NodeSort) -> Vec<Sorted> {
    std::iter::from_fn(|| sort.pop()).collect()
}

fn sort_by_hand() -> String {
    let mut sort = NodeSort::new(0);
    let mut table =
        Table::new(&["place", "mark", "prepared and open", "committed and held", "leaves"], "rllll");
    let (mut open, mut held): (Vec<u64>, Vec<u64>) = (Vec::new(), Vec::new());
    for position in 0..LOG.len() {
        let record = record(position);
        sort.read(&record);
        match record.mark {
            Mark::Prepare => open.push(record.transaction),
            Mark::Commit | Mark::OnePhase => {
                open.retain(|transaction| *transaction != record.transaction);
                held.push(record.transaction);
            }
        }
        let gone: Vec<u64> = leaving(&mut sort).iter().map(|sorted| sorted.transaction).collect();
        held.retain(|transaction| !gone.contains(transaction));
        assert_eq!((open.len(), held.len()), (sort.open(), sort.held()), "the table is what the sort holds");
        let place = (position + 1).to_string();
        table.row(&[place, mark_text(position), names(&open), names(&held), names(&gone)]);
    }
    table.file()
}

fn names(transactions: &[u64]) -> String {
    let names: Vec<String> = transactions.iter().map(|transaction| format!("T{transaction}")).collect();
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}

fn timestamps() -> String {
    let mut sort = NodeSort::new(0);
    let mut table = Table::new(&["", "own timestamp", "54 digits"], "lrl");
    for position in 0..LOG.len() {
        sort.read(&record(position));
        for sorted in leaving(&mut sort) {
            let digits = sorted.timestamp.to_string();
            let parts = [&digits[..19], &digits[19..38], &digits[38..48], &digits[48..]];
            let own = match sorted.kind {
                Kind::Distributed => sorted.timestamp.commit_timestamp.to_string(),
                _ => "–".to_owned(),
            };
            table.row(&[format!("T{}", sorted.transaction), own, format!("`{}`", parts.join(" "))]);
        }
    }
    table.file()
}

/// What comes to each of three inputs of a merge, moment by moment.
const ARRIVALS: [(&str, [&[u64]; 3]); 3] = [
    ("three sorted streams", [&[10, 14, 20], &[11, 17], &[12]]),
    ("node 2 sends one more", [&[], &[18], &[]]),
    ("a heartbeat, 21", [&[21], &[21], &[21]]),
];

fn merge_by_hand() -> String {
    let mut merge = Merge::new(3);
    let mut table =
        Table::new(&["what comes", "node 1", "node 2", "node 3", "leaves", "left", "waits for"], "lllllll");
    for (what, arrivals) in ARRIVALS {
        for (input, numbers) in arrivals.iter().enumerate() {
            for number in *numbers {
                merge.push(input, VirtualTimestamp { commit_timestamp: *number, ..Default::default() });
            }
        }
        let gone: Vec<String> = std::iter::from_fn(|| merge.pop())
            .map(|(_, timestamp)| timestamp.commit_timestamp.to_string())
            .collect();
        let list = |numbers: &[u64]| match numbers {
            [] => "–".to_owned(),
            _ => numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
        };
        let mut left: Vec<u64> = (0..3)
            .flat_map(|input| merge.waiting(input))
            .map(|timestamp| timestamp.commit_timestamp)
            .collect();
        left.sort_unstable();
        let waits = merge.waits_for().map_or("–".to_owned(), |input| format!("node {}", input + 1));
        let mut cells = vec![what.to_owned()];
        cells.extend(arrivals.iter().map(|numbers| list(numbers)));
        cells.extend([if gone.is_empty() { "–".to_owned() } else { gone.join(", ") }, list(&left), waits]);
        table.row(&cells);
    }
    table.file()
}

/// Comparisons of merging so many timestamps at random nodes, in one tree or in groups: all, and those of the last merge.
pub fn comparisons(transactions: u64, nodes: usize, group: usize) -> (u64, u64) {
    let streams = streams(transactions, nodes);
    let mut made = 0;
    let mut groups = Vec::new();
    for members in streams.chunks(group) {
        let (merged, comparisons) = merged(members);
        made += comparisons;
        groups.push(merged);
    }
    if groups.len() == 1 {
        return (made, made);
    }
    let last = merged(&groups).1;
    (made + last, last)
}

/// Sorted streams: each timestamp, in turn, goes to a node drawn at random.
fn streams(transactions: u64, nodes: usize) -> Vec<Vec<VirtualTimestamp>> {
    let mut random = Stream::new(1, "merge");
    let mut streams = vec![Vec::new(); nodes];
    for commit_timestamp in 0..transactions {
        let node = random.below(nodes as u64);
        streams[node as usize].push(VirtualTimestamp { commit_timestamp, ..Default::default() });
    }
    streams
}

fn merged(streams: &[Vec<VirtualTimestamp>]) -> (Vec<VirtualTimestamp>, u64) {
    let mut merge = Merge::new(streams.len());
    for (input, stream) in streams.iter().enumerate() {
        stream.iter().for_each(|timestamp| merge.push(input, *timestamp));
        merge.end(input);
    }
    let merged = std::iter::from_fn(|| merge.pop()).map(|(_, timestamp)| timestamp).collect();
    (merged, merge.comparisons())
}

/// Transactions of the table about comparisons.
const MERGED: u64 = 100_000;

fn comparisons_table() -> String {
    let mut table = Table::new(
        &[
            "nodes",
            "comparisons, engine",
            "transactions × log₂ nodes",
            "every head each time",
            "last merge, groups of 8",
        ],
        "rrrrr",
    );
    for nodes in [2_usize, 8, 16, 64] {
        let last = if nodes > 8 { grouped(comparisons(MERGED, nodes, 8).1) } else { "–".to_owned() };
        table.row(&[
            nodes.to_string(),
            grouped(comparisons(MERGED, nodes, nodes).0),
            grouped(MERGED * u64::from(nodes.ilog2())),
            grouped(MERGED * (nodes as u64 - 1)),
            last,
        ]);
    }
    table.file()
}
