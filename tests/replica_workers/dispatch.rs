//! Who may run beside whom.

use redo_lab::group_commit::{BinlogEntry, Kind, ParallelMode, ReplicaSettings};
use redo_lab::sim::{MILLISECOND, SimTime};

use crate::stream::{entry, groups, independent, per_s, rows, run, settings};

const MS: u64 = MILLISECOND;

#[test]
fn a_serial_replica_does_one_transaction_after_another() {
    let settings = ReplicaSettings { mode: ParallelMode::Serial, fsync_ns: MS, ..settings() };
    let end = run(settings, &groups([10; 10], 3 * MS));
    assert_eq!(end.model.totals().applied, 100);
    assert_eq!(end.now(), SimTime(100 * 5 * MS), "3 ms to apply, two fsyncs of 1 ms");
}

#[test]
fn without_workers_one_thread_does_everything_whatever_the_mode() {
    let serial = run(ReplicaSettings { mode: ParallelMode::Serial, ..settings() }, &independent(50, MS));
    for mode in [
        ParallelMode::LogicalClock,
        ParallelMode::Schema,
        ParallelMode::Conservative,
        ParallelMode::Optimistic,
    ] {
        // Nobody else has to be woken either.
        let settings = ReplicaSettings { mode, workers: 0, hand_over_ns: MS, ..settings() };
        let end = run(settings, &independent(50, MS));
        assert_eq!(end.model.digest(), serial.model.digest(), "{mode:?}");
    }
}

#[test]
fn eight_transactions_in_the_groups_of_the_example_take_five_steps_by_commit_order_and_three_by_write_sets() {
    let by_commit_order = groups([2, 1, 2, 1, 2], MS);
    let by_write_sets: Vec<BinlogEntry> = [0, 0, 0, 3, 3, 3, 3, 7]
        .into_iter()
        .zip(&by_commit_order)
        .map(|(last_committed, entry)| BinlogEntry { last_committed, ..*entry })
        .collect();
    for workers in [4, 16] {
        let settings = ReplicaSettings { workers, ..settings() };
        assert_eq!(run(settings.clone(), &by_commit_order).now(), SimTime(5 * MS));
        assert_eq!(run(settings, &by_write_sets).now(), SimTime(3 * MS));
    }
}

#[test]
fn a_chain_of_transactions_takes_a_step_for_each_however_many_workers_there_are() {
    let chain: Vec<BinlogEntry> = (0..40).map(|position| entry(position, MS)).collect();
    assert_eq!(run(ReplicaSettings { workers: 1_024, ..settings() }, &chain).now(), SimTime(40 * MS));
}

#[test]
fn processors_bound_what_workers_can_do() {
    let entries: Vec<BinlogEntry> =
        independent(4_000, 0).into_iter().map(|entry| BinlogEntry { apply_cpu_ns: MS, ..entry }).collect();
    for (workers, cores, expected) in [(32, 8, 8_000), (8, 32, 8_000), (32, 1, 1_000), (16, 16, 16_000)] {
        let end = run(ReplicaSettings { workers, cores, ..settings() }, &entries);
        assert_eq!(
            per_s(&end.model, SimTime(0)).round() as u64,
            expected,
            "{workers} workers, {cores} cores"
        );
        assert_eq!(end.model.totals().cpu_busy_ns, 4_000 * MS);
    }
}

#[test]
fn a_long_computation_shares_its_core_with_short_ones() {
    let entries = [(0, 1_000 * MS), (1, MS), (2, MS)].map(|(position, apply_cpu_ns)| BinlogEntry {
        apply_cpu_ns,
        last_committed: 0,
        ..entry(position, 0)
    });
    let settings = ReplicaSettings { cores: 1, workers: 3, preserve_commit_order: false, ..settings() };
    let end = run(settings, &entries);
    let short = end.model.watched()[2].committed.unwrap();
    assert_eq!(short, SimTime(12 * MS), "after one slice of the long one");
    assert_eq!(end.now(), SimTime(1_002 * MS));
}

#[test]
fn a_ddl_runs_alone_in_every_mode_with_a_global_order() {
    let mut entries = independent(9, MS);
    entries[4].kind = Kind::Ddl;
    for mode in [ParallelMode::LogicalClock, ParallelMode::Conservative, ParallelMode::Optimistic] {
        let end = run(ReplicaSettings { mode, workers: 16, ..settings() }, &entries);
        assert_eq!(end.now(), SimTime(3 * MS), "{mode:?}: four before it, the DDL, four behind it");
    }
}

#[test]
fn transactions_of_one_schema_follow_each_other_and_schemas_run_side_by_side() {
    let stream = |schemas: u64| -> Vec<BinlogEntry> {
        let of_schema =
            |entry: BinlogEntry| BinlogEntry { schema: (entry.transaction % schemas) as u16, ..entry };
        independent(48, MS).into_iter().map(of_schema).collect()
    };
    for preserve_commit_order in [true, false] {
        let settings =
            ReplicaSettings { mode: ParallelMode::Schema, workers: 8, preserve_commit_order, ..settings() };
        for (schemas, steps) in [(1, 48), (2, 24), (8, 6), (48, 6)] {
            let end = run(settings.clone(), &stream(schemas));
            assert_eq!(end.now(), SimTime(steps * MS), "{schemas} schemas, order {preserve_commit_order}");
        }
    }
}

#[test]
fn the_next_group_of_a_conservative_replica_starts_when_the_one_before_has_reached_its_commit() {
    // The commit takes long, but nobody waits for it: 1 ms for each group, then the last two fsyncs.
    let settings = ReplicaSettings {
        mode: ParallelMode::Conservative,
        workers: 16,
        fsyncs_per_group: 1,
        fsync_ns: MS / 2,
        ..settings()
    };
    let end = run(settings, &groups([3, 4, 2], MS));
    assert_eq!(end.now(), SimTime(3 * MS + 2 * MS / 2));
}

#[test]
fn sequence_numbers_that_begin_again_are_another_file_and_wait_for_the_one_before() {
    let first = independent(4, MS);
    let again = first.iter().map(|entry| BinlogEntry { transaction: entry.transaction + 4, ..*entry });
    let entries: Vec<BinlogEntry> = first.iter().copied().chain(again).collect();
    for mode in [ParallelMode::LogicalClock, ParallelMode::Conservative, ParallelMode::Optimistic] {
        let end = run(ReplicaSettings { mode, workers: 8, ..settings() }, &entries);
        assert_eq!(end.now(), SimTime(2 * MS), "{mode:?}");
    }
}

#[test]
fn transactions_that_change_one_row_side_by_side_are_counted() {
    // The second takes over the value of a unique key that the first gives up; only the primary keys were hashed.
    let workload = rows(&[&["t1:1", "t1.email:a"], &["t1:2", "t1.email:a"], &["t1:3", "t1.email:b"]]);
    let settings = ReplicaSettings { workload, counts_collisions: true, ..settings() };
    let independent = independent(3, MS);
    assert_eq!(run(settings.clone(), &independent).model.totals().collisions, 1);
    let one_by_one: Vec<BinlogEntry> = (0..3).map(|position| entry(position, MS)).collect();
    assert_eq!(run(settings, &one_by_one).model.totals().collisions, 0);
}
