//! In which order transactions commit, in which groups, and what a crash leaves.

use redo_lab::group_commit::{
    BinlogEntry, Cause, ParallelMode, Replica, ReplicaSettings, Tracking, TrackingSettings,
};
use redo_lab::sim::{MILLISECOND, SimTime};

use crate::stream::{entry, groups, independent, run, settings};

const MS: u64 = MILLISECOND;

/// A transaction of 10 ms, then 100 of 1 ms; none depends on another.
fn a_long_one_first() -> Vec<BinlogEntry> {
    let mut entries = independent(101, MS);
    entries[0].apply_wait_ns = 10 * MS;
    entries
}

#[test]
fn with_order_on_everybody_waits_for_the_longest_transaction_and_without_nobody_does() {
    let settings =
        |preserve_commit_order| ReplicaSettings { preserve_commit_order, workers: 5, ..settings() };
    // In order: four short ones are applied after 1 ms and wait for the long one; then 96 in steps of five.
    let ordered = run(settings(true), &a_long_one_first());
    assert_eq!(ordered.now(), SimTime((10 + 96_u64.div_ceil(5)) * MS));
    assert_eq!(ordered.model.totals().waits.ns(Cause::CommitOrder), 4 * 9 * MS);
    // Not in order: four workers do 40 short ones meanwhile, then five the other 60.
    let unordered = run(settings(false), &a_long_one_first());
    assert_eq!(unordered.now(), SimTime((10 + 60 / 5) * MS));
    assert_eq!(unordered.model.totals().waits.ns(Cause::CommitOrder), 0);
}

#[test]
fn workers_that_ask_while_an_fsync_runs_share_the_next_one() {
    let settings = ReplicaSettings { workers: 8, fsyncs_per_group: 1, fsync_ns: MS, ..settings() };
    let end = run(settings, &independent(8_000, MS / 10));
    // Two halves of the workers take turns: one is synced while the other applies and gathers.
    let totals = end.model.totals();
    assert_eq!(totals.redo_fsyncs, totals.groups);
    assert!(totals.groups.abs_diff(2_000) < 10, "{} groups", totals.groups);
    assert!((totals.last_commit.0 / MS).abs_diff(2_000) < 10);
}

#[test]
fn a_replica_with_a_binlog_syncs_twice_a_group_and_one_that_syncs_nothing_never() {
    for (fsyncs_per_group, redo, binlog) in [(0, 0, 0), (1, 10, 0), (2, 10, 10)] {
        let settings = ReplicaSettings { workers: 0, fsyncs_per_group, fsync_ns: MS, ..settings() };
        let end = run(settings, &independent(10, MS));
        let totals = end.model.totals();
        assert_eq!((totals.groups, totals.redo_fsyncs, totals.binlog_fsyncs), (10, redo, binlog));
        assert_eq!(end.now(), SimTime(10 * (1 + u64::from(fsyncs_per_group)) * MS));
    }
}

#[test]
fn a_delay_makes_larger_groups_and_ends_early_at_its_count() {
    let settings = ReplicaSettings { workers: 16, fsyncs_per_group: 2, fsync_ns: MS, ..settings() };
    let entries = independent(1_600, 2 * MS);
    let size = |settings: ReplicaSettings| {
        let totals = *run(settings, &entries).model.totals();
        (totals.applied as f64 / totals.groups as f64, totals.last_commit)
    };
    let (without, _) = size(settings.clone());
    let (delayed, at) = size(ReplicaSettings { delay_ns: 8 * MS, ..settings.clone() });
    assert!(without < 12.0, "{without}");
    assert_eq!(delayed, 16.0, "everybody comes back within 8 ms");
    assert_eq!(at, SimTime(100 * (2 + 1 + 8 + 1) * MS), "apply, fsync, delay, fsync");
    // The first one is flushed alone, the others together behind it; with them the count is reached.
    let (counted, at) = size(ReplicaSettings { delay_ns: 8 * MS, no_delay_count: 16, ..settings });
    assert_eq!((counted, at), (16.0, SimTime(100 * (2 + 1 + 1 + 1) * MS)));
}

#[test]
fn no_more_transactions_commit_in_order_than_turns_are_handed_over() {
    let settings = ReplicaSettings { workers: 64, hand_over_ns: MS / 5, fsyncs_per_group: 0, ..settings() };
    let end = run(settings, &independent(2_000, 2 * MS));
    assert_eq!(end.now(), SimTime(2 * MS + 1_999 * MS / 5));
}

#[test]
fn a_crash_leaves_gaps_above_the_low_water_mark_without_order_and_none_with_it() {
    let settings = ReplicaSettings { workers: 5, crash_at: Some(SimTime(5 * MS + 1)), ..settings() };
    let ordered = run(settings.clone(), &a_long_one_first()).model.crash().unwrap();
    assert_eq!((ordered.low_water_mark, ordered.committed_above, ordered.gaps), (0, 0, 0));
    let unordered = run(ReplicaSettings { preserve_commit_order: false, ..settings }, &a_long_one_first());
    let crash = unordered.model.crash().unwrap();
    assert_eq!(crash.at, SimTime(5 * MS + 1));
    assert_eq!((crash.low_water_mark, crash.committed_above, crash.gaps), (0, 20, 1));
    assert_eq!(unordered.now(), crash.at, "nothing happens after a crash");
}

#[test]
fn a_replica_in_the_middle_hands_on_what_its_own_commits_say() {
    // Pairs on the source; with five workers and a delay the replica commits in larger groups, and passes that on.
    let settings = ReplicaSettings {
        workers: 8,
        mode: ParallelMode::Optimistic,
        delay_ns: MS,
        fsync_ns: MS,
        keeps_binlog: true,
        ..settings()
    };
    let mut end = run(settings, &groups([2; 40], MS));
    let written = end.model.take_binlog();
    assert!(end.model.take_binlog().is_empty(), "a binlog is taken once");
    assert_eq!(written.len(), 80);
    let mut second = Replica::simulation(ReplicaSettings { workers: 8, ..crate::stream::settings() });
    for (position, written) in written.iter().enumerate() {
        let entry = &written.entry;
        assert_eq!((entry.transaction, entry.sequence_number), (position as u64, position as u64 + 1));
        assert!(entry.last_committed < entry.sequence_number);
        assert_eq!(entry.committed, SimTime(0), "of the origin");
    }
    assert_eq!(written[79].entry.group, 10, "groups of eight");
    Replica::receive_from_replica(&mut second, written.iter().copied());
    while !second.step(1_000) {}
    assert_eq!(second.model.totals().applied, 80);
    // Eight at a time, as they came, where the source's pairs would have taken 40 steps.
    assert_eq!(second.now(), written[79].written + MS);
    assert_eq!(second.model.lag().peak_ns(), second.now().0, "the lag of a chain counts from the origin");
}

#[test]
fn a_replica_in_the_middle_that_tracks_write_sets_gives_back_what_the_source_did_not_know() {
    // One client on the source: a chain. Its rows are all different.
    let chain: Vec<BinlogEntry> = (0..64).map(|position| entry(position, MS)).collect();
    let second = |tracking| {
        let tracking = TrackingSettings { tracking, ..Default::default() };
        let mut first = run(ReplicaSettings { keeps_binlog: true, tracking, ..settings() }, &chain);
        let written: Vec<BinlogEntry> =
            first.model.take_binlog().iter().map(|written| written.entry).collect();
        run(ReplicaSettings { workers: 8, ..settings() }, &written).now()
    };
    assert_eq!(second(Tracking::CommitOrder), SimTime(64 * MS));
    assert_eq!(second(Tracking::WriteSet), SimTime(8 * MS));
}

#[test]
fn a_worker_that_slept_has_to_be_woken_and_one_that_finds_work_has_not() {
    let settings = ReplicaSettings { workers: 2, hand_over_ns: MS / 10, fsyncs_per_group: 0, ..settings() };
    // One behind the other: the second worker is never needed, but the first one sleeps between two groups of its own.
    let chain: Vec<BinlogEntry> = (0..10).map(|position| entry(position, MS)).collect();
    assert_eq!(
        run(settings.clone(), &chain).now(),
        SimTime(10 * MS),
        "the next one is there when it commits"
    );
    let late: Vec<BinlogEntry> = chain
        .iter()
        .map(|entry| BinlogEntry { committed: SimTime(2 * MS * entry.sequence_number), ..*entry })
        .collect();
    assert_eq!(run(settings, &late).now(), SimTime(20 * MS + MS / 10 + MS));
}
