//! What is recorded while transactions are watched.

use redo_lab::group_commit::{Activity, BinlogEntry, Cause, MAX_WATCHED, Replica, ReplicaSettings};
use redo_lab::sim::{MILLISECOND, SimTime};

use crate::stream::{groups, run, settings};

const MS: u64 = MILLISECOND;

fn lane(replica: &Replica, name: &str) -> Vec<(u64, u64, Activity)> {
    let (_, spans) = replica.lanes().find(|(lane, _)| lane == name).unwrap();
    let span = |span: &redo_lab::sim::Span| (span.from.0, span.to.0, Activity::ALL[span.activity as usize]);
    spans.iter().map(span).collect()
}

#[test]
fn lanes_show_what_workers_do_and_what_they_wait_for() {
    let settings = ReplicaSettings { workers: 2, fsyncs_per_group: 2, fsync_ns: MS, ..settings() };
    let end = run(settings, &groups([2, 1], 2 * MS));
    let first = [
        (0, 2 * MS, Activity::Apply),
        (2 * MS, 3 * MS, Activity::FsyncRedo),
        (3 * MS, 4 * MS, Activity::FsyncBinlog),
        (4 * MS, 5 * MS, Activity::WaitDependency),
        (5 * MS, 7 * MS, Activity::Apply),
        (7 * MS, 8 * MS, Activity::FsyncRedo),
        (8 * MS, 9 * MS, Activity::FsyncBinlog),
    ];
    // The second one came a moment later, so each of its fsyncs is the next.
    let second = [
        (0, 2 * MS, Activity::Apply),
        (2 * MS, 3 * MS, Activity::WaitFlush),
        (3 * MS, 4 * MS, Activity::FsyncRedo),
        (4 * MS, 5 * MS, Activity::FsyncBinlog),
    ];
    assert_eq!(lane(&end.model, "worker 1"), first);
    assert_eq!(lane(&end.model, "worker 2"), second);
    // The third depends on both: until 4 ms no worker was free either, but that is not what it waits for.
    assert_eq!(lane(&end.model, "coordinator"), [(0, 5 * MS, Activity::WaitDependency)]);
}

#[test]
fn idle_workers_show_that_the_next_transaction_depends_on_one_that_runs() {
    let settings = ReplicaSettings { workers: 3, ..settings() };
    let end = run(settings, &groups([1, 1], MS));
    assert_eq!(lane(&end.model, "worker 3"), [(0, MS, Activity::WaitDependency)]);
    assert_eq!(end.model.totals().waits.ns(Cause::Dependency), MS);
}

#[test]
fn one_thread_that_does_everything_has_one_lane() {
    let end = run(ReplicaSettings { workers: 0, ..settings() }, &groups([1, 1], MS));
    let names: Vec<String> = end.model.lanes().map(|(name, _)| name).collect();
    assert_eq!(names, ["applier"]);
    assert_eq!(lane(&end.model, "applier"), [(0, 2 * MS, Activity::Apply)]);
}

#[test]
fn the_first_transactions_from_a_moment_on_are_watched_and_no_more() {
    let at = |entry: BinlogEntry| BinlogEntry { committed: SimTime(entry.transaction * MS), ..entry };
    let entries: Vec<BinlogEntry> = groups([4; 300], MS).into_iter().map(at).collect();
    let watch_from = SimTime(500 * MS);
    let end = run(ReplicaSettings { watch_from, ..settings() }, &entries);
    let watched = end.model.watched();
    assert_eq!(watched.len(), MAX_WATCHED);
    assert_eq!((watched[0].transaction, watched[0].sequence_number), (500, 501));
    assert!(watched.iter().all(|watched| {
        watched.apply_from < watched.apply_to
            && watched.apply_to <= watched.committed
            && watched.worker.is_some()
    }));
    for (name, spans) in end.model.lanes() {
        assert!(spans.windows(2).all(|pair| pair[0].to <= pair[1].from), "{name}");
        assert!(spans.iter().all(|span| span.from < span.to && span.from >= watch_from));
        assert!(spans.last().is_none_or(|span| span.to <= watched[MAX_WATCHED - 1].committed.unwrap()));
    }
}

#[test]
fn watching_does_not_change_what_happens() {
    let entries = groups([3; 200], MS);
    let totals = |watch_from| *run(ReplicaSettings { watch_from, ..settings() }, &entries).model.totals();
    assert_eq!(totals(SimTime(0)), totals(SimTime(u64::MAX)));
}
