//! Optimistic transactions that meet at a row.

use redo_lab::group_commit::{BinlogEntry, Cause, ParallelMode, ReplicaSettings};
use redo_lab::sim::{MILLISECOND, SimTime};

use crate::stream::{independent, rows, run, settings};

const MS: u64 = MILLISECOND;

fn optimistic(transactions: &[&[&str]]) -> ReplicaSettings {
    ReplicaSettings { workload: rows(transactions), mode: ParallelMode::Optimistic, workers: 8, ..settings() }
}

#[test]
fn the_later_one_is_rolled_back_when_an_earlier_one_needs_its_row() {
    // The second locks c at once, the first asks for it after 2 ms and commits after 3.
    let settings = optimistic(&[&["t:a", "t:b", "t:c"], &["t:c", "t:d", "t:e"]]);
    let end = run(settings, &independent(2, 3 * MS));
    assert_eq!(end.model.totals().retries, 1);
    assert_eq!(end.now(), SimTime(6 * MS));
    let second = end.model.watched()[1];
    assert_eq!((second.retries, second.waited_for), (1, Some(Cause::RowLock)));
    assert_eq!(end.model.totals().waits.ns(Cause::RowLock), MS);
}

#[test]
fn the_later_one_waits_when_the_earlier_one_has_the_row() {
    let settings = optimistic(&[&["t:a", "t:b", "t:c"], &["t:d", "t:e", "t:b"]]);
    let end = run(settings, &independent(2, 3 * MS));
    assert_eq!(end.model.totals().retries, 0);
    assert_eq!(end.now(), SimTime(4 * MS), "it had 1 ms left when it got the row at 3 ms");
}

#[test]
fn transactions_that_change_one_row_are_applied_one_after_another() {
    let one_row: [&[&str]; 20] = [&["t:1"]; 20];
    let end = run(optimistic(&one_row), &independent(20, MS));
    assert_eq!(end.now(), SimTime(20 * MS));
    let other_rows: Vec<String> = (0..20).map(|row| format!("t:{row}")).collect();
    let other_rows: Vec<[&str; 1]> = other_rows.iter().map(|row| [row.as_str()]).collect();
    let other_rows: Vec<&[&str]> = other_rows.iter().map(|rows| &rows[..]).collect();
    let end = run(optimistic(&other_rows), &independent(20, MS));
    assert_eq!(end.now(), SimTime(3 * MS), "20 with 8 workers");
}

#[test]
fn a_row_goes_to_the_earliest_of_those_who_wait_for_it() {
    let transactions: [&[&str]; 4] = [&["t:x"], &["t:b", "t:x"], &["t:x"], &["t:x"]];
    let end = run(optimistic(&transactions), &independent(4, 2 * MS));
    let applied = |position: usize| end.model.watched()[position].apply_to.unwrap();
    assert!((1..4).all(|position| applied(position - 1) < applied(position)));
    assert_eq!(end.model.totals().applied, 4);
}

#[test]
fn after_many_retries_a_transaction_waits_for_all_before_it() {
    // Each of the first seven takes the row from the last one, one every millisecond.
    let mut owned: Vec<Vec<String>> = Vec::new();
    for position in 0..7 {
        let mut rows: Vec<String> = (0..=position).map(|row| format!("t{position}:{row}")).collect();
        rows.push(format!("h:{position}"));
        rows.extend((position..7).map(|row| format!("u{position}:{row}")));
        owned.push(rows);
    }
    owned.push((0..9).map(|row| format!("h:{row}")).collect());
    let borrowed: Vec<Vec<&str>> =
        owned.iter().map(|rows| rows.iter().map(String::as_str).collect()).collect();
    let transactions: Vec<&[&str]> = borrowed.iter().map(Vec::as_slice).collect();
    let end = |retries| {
        let settings = ReplicaSettings { retries, ..optimistic(&transactions) };
        let mut entries = independent(8, 9 * MS);
        entries[7].apply_wait_ns = MS / 10;
        *run(settings, &entries).model.totals()
    };
    let patient = end(0);
    assert_eq!(patient.retries, 1, "it is rolled back once and waits");
    let stubborn = end(10);
    assert!(stubborn.retries >= patient.retries);
    assert_eq!((patient.applied, stubborn.applied), (8, 8));
}

#[test]
fn a_transaction_that_waited_for_a_row_on_the_source_begins_when_all_before_it_are_committed() {
    let transactions: [&[&str]; 4] = [&["t:1"], &["t:2"], &["t:3"], &["t:4"]];
    let mut entries = independent(4, MS);
    entries[2].waited = true;
    let end = run(optimistic(&transactions), &entries);
    let watched = end.model.watched();
    assert_eq!(watched[2].apply_from, Some(SimTime(MS)));
    assert_eq!(watched[2].waited_for, Some(Cause::Dependency));
    // Those behind it do not wait to begin, only to commit.
    assert_eq!((watched[3].apply_from, watched[3].committed), (Some(SimTime(0)), Some(SimTime(2 * MS))));
    // A replica that goes by the logical clock knows better what depends on what.
    let clock = ReplicaSettings { mode: ParallelMode::LogicalClock, ..optimistic(&transactions) };
    assert_eq!(run(clock, &entries).now(), SimTime(MS));
}

#[test]
fn conflicts_on_few_cores_are_settled_as_well() {
    let hot: Vec<Vec<String>> = (0..200)
        .map(|position: u64| (0..4).map(|row| format!("t:{}", (position * 7 + row * row * 5) % 23)).collect())
        .collect();
    let borrowed: Vec<Vec<&str>> = hot.iter().map(|rows| rows.iter().map(String::as_str).collect()).collect();
    let transactions: Vec<&[&str]> = borrowed.iter().map(Vec::as_slice).collect();
    let entries: Vec<BinlogEntry> =
        independent(200, MS).into_iter().map(|entry| BinlogEntry { apply_cpu_ns: MS, ..entry }).collect();
    for (cores, hand_over_ns) in [(1, 0), (2, 0), (2, MS / 10), (64, MS / 10)] {
        let settings = ReplicaSettings { cores, hand_over_ns, ..optimistic(&transactions) };
        let end = run(settings, &entries);
        assert_eq!(end.model.totals().applied, 200);
        assert!(end.model.totals().retries > 0);
    }
}
