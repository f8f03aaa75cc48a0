//! Streams of transactions, and replicas that apply them.

use std::rc::Rc;

use redo_lab::group_commit::{
    BinlogEntry, Kind, ListedTransaction, ListedWorkload, RandomWorkload, Replica, ReplicaSettings, Workload,
};
use redo_lab::sim::{SimTime, Simulation};

/// A replica whose transactions change rows that nobody else does; nothing but applying takes time.
pub fn settings() -> ReplicaSettings {
    ReplicaSettings::new(Rc::new(Workload::Random(RandomWorkload { keys: 1 << 60, ..Default::default() })))
}

/// A workload of these rows, one list for each transaction.
pub fn rows(transactions: &[&[&str]]) -> Rc<Workload> {
    let listed = |rows: &&[&str]| ListedTransaction {
        rows: rows.iter().map(|row| (*row).to_owned()).collect(),
        ..Default::default()
    };
    let listed = ListedWorkload::new(transactions.iter().map(listed).collect()).unwrap();
    Rc::new(Workload::Listed(listed))
}

/// The transaction at `position`, in a group of its own, on the source at time 0. Applying it takes `apply_ns` and no processor.
pub fn entry(position: u64, apply_ns: u64) -> BinlogEntry {
    BinlogEntry {
        transaction: position,
        sequence_number: position + 1,
        last_committed: position,
        group: position + 1,
        session: 0,
        schema: 0,
        kind: Kind::Rows,
        waited: false,
        started: SimTime(0),
        committed: SimTime(0),
        bytes: 0,
        apply_cpu_ns: 0,
        apply_wait_ns: apply_ns,
    }
}

/// Transactions in groups of these sizes, committed together: those of a group do not depend on each other.
pub fn groups(sizes: impl IntoIterator<Item = u64>, apply_ns: u64) -> Vec<BinlogEntry> {
    let mut entries = Vec::new();
    for (group, size) in sizes.into_iter().enumerate() {
        let last_committed = entries.len() as u64;
        for _ in 0..size {
            let position = entries.len() as u64;
            entries.push(BinlogEntry {
                last_committed,
                group: group as u64 + 1,
                ..entry(position, apply_ns)
            });
        }
    }
    entries
}

/// `count` transactions that do not depend on each other.
pub fn independent(count: u64, apply_ns: u64) -> Vec<BinlogEntry> {
    groups([count], apply_ns)
}

/// Gives a replica everything and runs it to its end.
pub fn run(settings: ReplicaSettings, entries: &[BinlogEntry]) -> Simulation<Replica> {
    let mut simulation = Replica::simulation(settings);
    Replica::receive(&mut simulation, entries.iter().copied());
    while !simulation.step(1_000_000) {}
    simulation
}

/// Transactions a second, from `from` to the last commit.
pub fn per_s(replica: &Replica, from: SimTime) -> f64 {
    replica.totals().applied as f64 * 1e9 / (replica.totals().last_commit - from) as f64
}
