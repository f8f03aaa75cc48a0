//! How far the replica is behind, truly and as the server says.

use redo_lab::group_commit::{BinlogEntry, Kind, ParallelMode, ReplicaSettings};
use redo_lab::sim::{MILLISECOND, SECOND, SimTime};

use crate::stream::{entry, independent, run, settings};

const MS: u64 = MILLISECOND;

/// A serial replica without fsyncs that takes time.
fn serial() -> ReplicaSettings {
    ReplicaSettings { mode: ParallelMode::Serial, ..settings() }
}

/// One transaction every `gap_ns` on the source, from 0.
fn steady(count: u64, gap_ns: u64, apply_ns: u64) -> Vec<BinlogEntry> {
    let at = |position: u64| SimTime(position * gap_ns);
    (0..count)
        .map(|position| BinlogEntry {
            started: at(position),
            committed: at(position),
            ..entry(position, apply_ns)
        })
        .collect()
}

#[test]
fn thirty_statements_of_one_second_side_by_side_leave_a_serial_replica_half_a_minute_behind() {
    let mut entries = independent(30, SECOND);
    entries.iter_mut().for_each(|entry| entry.committed = SimTime(SECOND));
    let end = run(serial(), &entries);
    let lag = end.model.lag();
    // When the last one begins the first 29 have taken 29 s.
    assert_eq!(end.model.watched()[29].apply_from, Some(SimTime(30 * SECOND)));
    assert_eq!(lag.peak_ns(), 30 * SECOND, "at its end");
    // All carry the time stamp 0, of their beginning: the server counts the second on the source as well.
    assert_eq!(lag.peak_seconds_behind_source(), 30);
    assert_eq!(end.model.watched()[29].committed, Some(SimTime(31 * SECOND)));
}

#[test]
fn a_ddl_makes_the_lag_peak_at_its_length_and_drains_by_the_formula() {
    // 20 s of DDL; load 800 a second, capacity 1,000 a second: 20 s x 0.8 / 0.2 = 80 s to drain.
    let (ddl_ns, gap_ns, apply_ns) = (20 * SECOND, 1_250_000, MS);
    let mut entries = steady(160_000, gap_ns, apply_ns);
    let at = entries.partition_point(|entry| entry.committed < SimTime(30 * SECOND));
    entries[at].kind = Kind::Ddl;
    entries[at].apply_wait_ns = ddl_ns;
    // Committed at 30 s: it began 20 s before.
    entries[at].started = SimTime(10 * SECOND);
    for mode in [ParallelMode::Serial, ParallelMode::LogicalClock] {
        let end = run(ReplicaSettings { mode, ..serial() }, &entries);
        let lag = end.model.lag();
        assert!(lag.peak_ns().abs_diff(ddl_ns) < ddl_ns / 50, "{mode:?}: peak {}", lag.peak_ns());
        assert!(lag.peak_at().0.abs_diff(50 * SECOND) < SECOND);
        let said = lag.peak_seconds_behind_source();
        assert!((19..=21).contains(&said), "the duration in the log is taken off: {said}");
        let curve = lag.true_us();
        let behind = curve.values().iter().rposition(|lag_us| *lag_us > 2_000).unwrap() as u64 + 1;
        let drained = curve.interval_ns() * behind - lag.peak_at().0;
        assert!(drained.abs_diff(80 * SECOND) < 3 * SECOND, "{mode:?}: drained in {drained} ns");
    }
}

#[test]
fn the_lag_grows_without_end_when_the_source_is_faster() {
    // 1,000 a second come, 500 leave: after 10 s 5 s of them are left.
    let end = run(serial(), &steady(10_000, MS, 2 * MS));
    assert_eq!(end.now(), SimTime(20 * SECOND));
    assert!(end.model.lag().peak_ns().abs_diff(10 * SECOND) < 10 * MS);
}

#[test]
fn a_slow_link_makes_the_replica_stale_and_the_server_says_nothing_is_behind() {
    // 1,000 B every millisecond on a link of 500,000 B a second: half of it comes.
    let bytes = |entry: BinlogEntry| BinlogEntry { bytes: 1_000, ..entry };
    let entries: Vec<BinlogEntry> = steady(10_000, MS, MS / 10).into_iter().map(bytes).collect();
    let end = run(ReplicaSettings { link_bytes_per_s: 500_000, link_latency_ns: MS, ..serial() }, &entries);
    let lag = end.model.lag();
    assert!(lag.peak_ns() > 9 * SECOND, "{}", lag.peak_ns());
    // What has come is applied at once; its time stamps are old, so whole seconds show only while something is applied.
    let shown = lag.seconds_behind_source();
    let points = shown.values().len();
    assert!(points > 100);
    let mid =
        run(ReplicaSettings { link_bytes_per_s: 500_000, link_latency_ns: MS, ..serial() }, &entries[..1]);
    assert_eq!(mid.model.lag().peak_seconds_behind_source(), 0);
    assert!(mid.model.lag().peak_ns() >= 3 * MS, "2 ms on the link, 1 ms of latency");
}

#[test]
fn where_nothing_was_delivered_for_long_the_server_sees_no_lag() {
    // One large transaction is ten seconds under way, everything before it is applied.
    let mut entries = steady(11, MS, MS / 10);
    entries[10].bytes = 10_000_000;
    let end = run(ReplicaSettings { link_bytes_per_s: 1_000_000, ..serial() }, &entries);
    let lag = end.model.lag();
    assert!(lag.peak_ns() > 9 * SECOND);
    let half_way = lag.seconds_behind_source().values();
    assert_eq!(half_way[half_way.len() / 2], 0, "blind to what has not been received");
    // At the end it is received and applied within a moment: its stamp is ten seconds old.
    assert!(lag.peak_seconds_behind_source() >= 9);
}

#[test]
fn a_huge_transaction_is_behind_for_as_long_as_it_takes_to_apply() {
    let mut entries = steady(200, 100 * MS, MS);
    entries[50].apply_wait_ns = 4 * SECOND;
    for (mode, preserve_commit_order) in [(ParallelMode::Serial, true), (ParallelMode::LogicalClock, true)] {
        let end = run(ReplicaSettings { mode, preserve_commit_order, ..serial() }, &entries);
        assert!(end.model.lag().peak_ns().abs_diff(4 * SECOND) < 10 * MS);
        assert_eq!(end.model.totals().applied, 200);
    }
}

#[test]
fn a_replica_that_starts_late_works_off_its_backlog() {
    let entries = steady(1_000, MS, MS / 2);
    let end = run(ReplicaSettings { starts_at: SimTime(SECOND), ..serial() }, &entries);
    assert_eq!(end.now(), SimTime(SECOND + 500 * MS));
    assert_eq!(end.model.lag().peak_ns(), SECOND + MS / 2);
    assert_eq!(end.model.backlog(), 0);
}

#[test]
fn the_oldest_transaction_counts_even_if_later_ones_are_committed() {
    // Without order the others do not wait, but a reader misses the first one all the same.
    let mut entries = steady(100, 10 * MS, MS);
    entries.iter_mut().for_each(|entry| entry.last_committed = 0);
    entries[0].apply_wait_ns = 700 * MS;
    let settings = ReplicaSettings { workers: 4, preserve_commit_order: false, ..settings() };
    let end = run(settings, &entries);
    assert_eq!(end.model.lag().peak_ns(), 700 * MS);
    assert_eq!(end.model.low_water_mark(), 100);
}
