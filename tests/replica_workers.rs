//! A replica with many workers: who may run beside whom, in which order they commit, and how far it is behind.

use std::rc::Rc;

use redo_lab::group_commit::{
    BinlogEntry, Kind, ParallelMode, RandomWorkload, Replica, ReplicaSettings, Workload,
};
use redo_lab::sim::{MILLISECOND, SECOND, SimTime, Simulation};

/// A replica whose transactions change rows that nobody else does.
fn settings() -> ReplicaSettings {
    ReplicaSettings::new(Rc::new(Workload::Random(RandomWorkload::default())))
}

/// Transactions 1 to `count` in groups of `group`, all on the source at time 0, each of which takes `apply_ns` to apply.
fn in_groups(count: u64, group: u64, apply_ns: u64) -> Vec<BinlogEntry> {
    let entry = |position: u64| BinlogEntry {
        transaction: position,
        sequence_number: position + 1,
        last_committed: position / group * group,
        group: position / group + 1,
        session: 0,
        schema: 0,
        kind: Kind::Rows,
        waited: false,
        started: SimTime(0),
        committed: SimTime(0),
        bytes: 0,
        apply_cpu_ns: 0,
        apply_wait_ns: apply_ns,
    };
    (0..count).map(entry).collect()
}

/// Runs to the end.
fn run(settings: ReplicaSettings, entries: Vec<BinlogEntry>) -> Simulation<Replica> {
    let mut simulation = Replica::simulation(settings);
    Replica::receive(&mut simulation, entries);
    while !simulation.step(1_000_000) {}
    simulation
}

#[test]
fn a_serial_replica_does_one_transaction_after_another() {
    let settings = ReplicaSettings { mode: ParallelMode::Serial, fsync_ns: MILLISECOND, ..settings() };
    let end = run(settings, in_groups(100, 10, 3 * MILLISECOND));
    assert_eq!(end.model.totals().applied, 100);
    assert_eq!(end.now(), SimTime(100 * 5 * MILLISECOND), "3 ms to apply, two fsyncs of 1 ms");
}

#[test]
fn thirty_statements_of_one_second_side_by_side_leave_a_serial_replica_half_a_minute_behind() {
    let mut entries = in_groups(30, 30, SECOND);
    entries.iter_mut().for_each(|entry| entry.committed = SimTime(SECOND));
    let end = run(ReplicaSettings { mode: ParallelMode::Serial, ..settings() }, entries);
    assert_eq!(end.model.lag().peak_ns(), 30 * SECOND);
    assert_eq!(end.model.lag().peak_seconds_behind_source(), 30);
}
