//! The logs of the data nodes: what stands in them, and in which order.

mod global_binlog_support;

use std::collections::BTreeMap;
use std::rc::Rc;

use global_binlog_support::{by_transaction, records, settings, whole};
use proptest::prelude::*;
use redo_lab::global_binlog::{
    BigTransaction, Kind, LogRecord, Mark, StuckTransaction, Workload, WorkloadSettings,
};
use redo_lab::sim::{MILLISECOND, SECOND, SimTime};

/// Whether records are as they have to be: in order, every part prepared before it is committed, and timestamps as theory has them.
fn check(records: &[LogRecord]) {
    assert!(records.is_sorted_by_key(|record| (record.at, record.node)), "in the order of time, then node");
    let mut takes = Vec::new();
    for (transaction, own) in by_transaction(records) {
        let first = own[0];
        assert!(own.iter().all(|record| (record.kind, record.parts) == (first.kind, first.parts)));
        let of = |mark| own.iter().filter(move |record| record.mark == mark);
        if first.kind == Kind::SingleShard {
            assert_eq!((own.len(), first.mark, first.parts), (1, Mark::OnePhase, 1), "{transaction}");
            continue;
        }
        for part in 0..first.parts {
            let of_part = |mark| of(mark).filter(move |record| record.part == part);
            let (prepares, commits) =
                (of_part(Mark::Prepare).collect::<Vec<_>>(), of_part(Mark::Commit).collect::<Vec<_>>());
            assert_eq!((prepares.len(), commits.len()), (1, 1), "part {part} of {transaction}");
            assert_eq!(prepares[0].node, commits[0].node);
        }
        let mut nodes: Vec<u16> = of(Mark::Prepare).map(|record| record.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), usize::from(first.parts), "one part a node");
        let prepared = of(Mark::Prepare).map(|record| record.at).max().unwrap();
        assert!(of(Mark::Commit).all(|record| record.at >= prepared), "no commit before all are prepared");
        let timestamp = of(Mark::Commit).next().unwrap().commit_timestamp;
        assert!(of(Mark::Commit).all(|record| record.commit_timestamp == timestamp), "one timestamp");
        assert_eq!(timestamp == 0, first.kind == Kind::Unordered);
        if timestamp > 0 {
            assert!(timestamp >= prepared.0, "taken when the last part was prepared");
            takes.push((prepared, transaction, timestamp));
        }
    }
    takes.sort_unstable();
    assert!(takes.is_sorted_by(|left, right| left.2 < right.2), "timestamps ascend as they are taken");
    without_a_hole_order_is_that_of_timestamps(records);
}

/// A transaction that stands committed in a log before another one is prepared there has the smaller timestamp.
fn without_a_hole_order_is_that_of_timestamps(records: &[LogRecord]) {
    let timestamps: BTreeMap<u64, u64> = records
        .iter()
        .filter(|record| record.commit_timestamp > 0)
        .map(|record| (record.transaction, record.commit_timestamp))
        .collect();
    let mut committed: BTreeMap<u16, u64> = BTreeMap::new();
    for record in records {
        let largest = committed.entry(record.node).or_default();
        if record.mark == Mark::Prepare
            && let Some(&timestamp) = timestamps.get(&record.transaction)
        {
            assert!(*largest < timestamp, "{record:?} behind a commit of {largest}");
        }
        *largest = (*largest).max(record.commit_timestamp);
    }
}

#[test]
fn transactions_come_as_often_and_of_such_kinds_as_they_should() {
    let asked = WorkloadSettings { unordered_pct: 20, nodes_per_transaction: 3, ..settings() };
    let (_, records) = records(asked);
    check(&records);
    let transactions = by_transaction(&records);
    // 8,000 begins of a Poisson process: its standard deviation is 89.
    assert!(transactions.len().abs_diff(8_000) < 300, "{} transactions", transactions.len());
    let share =
        |kind| transactions.values().filter(|own| own[0].kind == kind).count() * 100 / transactions.len();
    assert!(share(Kind::Distributed).abs_diff(50) <= 2);
    assert!(share(Kind::Unordered).abs_diff(20) <= 2);
    assert!(share(Kind::SingleShard).abs_diff(30) <= 2);
    for node in 0..16 {
        // Each has its own ones, and those of others: 500 x (0.3 + 0.7 x 3 parts).
        let parts =
            records.iter().filter(|record| record.node == node && record.mark != Mark::Commit).count();
        assert!(parts.abs_diff(1_200) < 150, "{parts} parts on node {node}");
    }
}

#[test]
fn prepares_and_commits_take_the_times_that_were_asked_for() {
    let (_, records) = records(WorkloadSettings { distributed_pct: 100, ..settings() });
    let transactions = by_transaction(&records);
    let (mut gaps, mut count) = (0, 0);
    for own in transactions.values() {
        let prepared = own.iter().filter(|record| record.mark == Mark::Prepare).map(|record| record.at).max();
        for record in own.iter().filter(|record| record.mark == Mark::Commit) {
            gaps += record.at - prepared.unwrap();
            count += 1;
        }
    }
    assert!((gaps / count).abs_diff(MILLISECOND) < MILLISECOND / 50, "{} ns", gaps / count);
}

#[test]
fn numbers_ascend_with_the_begins() {
    // Without a time of execution, a transaction is prepared when it begins.
    let (_, records) =
        records(WorkloadSettings { execute_ns: 0, heartbeat_ns: 10 * MILLISECOND, ..settings() });
    check(&records);
    let begins: Vec<(SimTime, u64)> = records
        .iter()
        .filter(|record| record.mark != Mark::Commit)
        .map(|record| (record.at, record.transaction))
        .collect();
    assert!(begins.is_sorted_by(|left, right| left.0 == right.0 || left.1 <= right.1));
}

#[test]
fn idle_nodes_have_nothing_but_heartbeats_and_those_never_end() {
    let asked = WorkloadSettings { idle_nodes: 5, heartbeat_ns: 20 * MILLISECOND, ..settings() };
    let (workload, all) = records(asked.clone());
    check(&all);
    let heartbeats: Vec<&LogRecord> = all
        .iter()
        .filter(|record| record.kind == Kind::Heartbeat && record.mark == Mark::Prepare && record.node == 15)
        .collect();
    // Two seconds, one every 20 ms; the last ones may be prepared later.
    assert!(heartbeats.len() >= 98, "{}", heartbeats.len());
    assert!(all.iter().filter(|record| record.node >= 11).all(|record| record.kind == Kind::Heartbeat));
    assert!(all.iter().filter(|record| record.kind == Kind::Heartbeat).all(|record| {
        let shape = workload.chunk(record, 0);
        record.parts == 16 && record.chunks == 1 && shape.events > 0 && shape.dml_events == 0
    }));
    let (_, without) = records(WorkloadSettings { heartbeat_ns: 0, ..asked });
    assert!(without.iter().all(|record| record.node < 11));
}

#[test]
fn a_stuck_transaction_is_committed_on_the_first_node_when_it_should() {
    let stuck = Some(StuckTransaction { at: SimTime(50 * MILLISECOND), lasts_ns: 5 * SECOND });
    let (workload, records) = records(WorkloadSettings { stuck, ..settings() });
    check(&records);
    let own: Vec<&LogRecord> =
        records.iter().filter(|record| workload.is_stuck(record.transaction)).collect();
    let at_first = |mark| own.iter().find(|record| record.node == 0 && record.mark == mark).unwrap().at;
    assert_eq!(at_first(Mark::Prepare), SimTime(50 * MILLISECOND));
    assert_eq!(at_first(Mark::Commit), SimTime(50 * MILLISECOND + 5 * SECOND));
    assert_eq!(own.len(), 4, "prepared and committed on two nodes");
    assert!(!workload.is_big(own[0].transaction));
}

#[test]
fn a_clone_goes_on_as_the_original_does() {
    let workload = Rc::new(Workload::new(WorkloadSettings { heartbeat_ns: MILLISECOND, ..settings() }));
    let mut sources = workload.sources();
    sources.by_ref().take(1_000).for_each(drop);
    let checkpoint = sources.clone();
    let next: Vec<LogRecord> = sources.take(1_000).collect();
    assert_eq!(checkpoint.take(1_000).collect::<Vec<_>>(), next);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_logs_of_any_workload_are_as_theory_has_them(
        (seed, data_nodes, idle) in (any::<u64>(), 1..20_u16, 0..20_u16),
        (distributed_pct, unordered) in (0..=100_u64, 0..=100_u64),
        nodes_per_transaction in 2..30_u16,
        (execute_ns, commit_gap_ns) in (prop_oneof![Just(0), 1..3 * MILLISECOND], prop_oneof![Just(0), 1..3 * MILLISECOND]),
        heartbeat_ns in prop_oneof![Just(0), MILLISECOND..20 * MILLISECOND],
        (tps_per_node, transaction_bytes, rows) in (0..2_000_u64, 1..200_000_u64, 1..500_u64),
        (with_big, with_stuck) in (any::<bool>(), any::<bool>()),
    ) {
        let at = SimTime(10 * MILLISECOND);
        let stuck = StuckTransaction { at, lasts_ns: 30 * MILLISECOND };
        let big = BigTransaction { at, bytes: 1_000_000, row_bytes: 100 + rows, nodes: nodes_per_transaction, scale: 3 };
        let (workload, records) = records(WorkloadSettings {
            seed,
            data_nodes,
            idle_nodes: idle % data_nodes,
            tps_per_node,
            duration_ns: 50 * MILLISECOND,
            distributed_pct,
            unordered_pct: unordered.min(100 - distributed_pct),
            nodes_per_transaction,
            execute_ns,
            commit_gap_ns,
            transaction_bytes,
            rows_per_statement: rows,
            heartbeat_ns,
            big: with_big.then_some(big),
            stuck: with_stuck.then_some(stuck),
            ..settings()
        });
        check(&records);
        for record in records.iter().step_by(7) {
            let shape = whole(&workload, record);
            prop_assert!(shape.events > 0 && shape.bytes >= shape.dml_bytes && shape.bytes >= shape.events * 23);
            let has_rows = record.mark != Mark::Commit && record.kind != Kind::Heartbeat;
            prop_assert_eq!(shape.dml_events > 0, has_rows);
        }
        let counted = |special: fn(&Workload, u64) -> bool| {
            by_transaction(&records).keys().filter(|&&transaction| special(&workload, transaction)).count()
        };
        prop_assert_eq!(counted(Workload::is_big), usize::from(with_big));
        prop_assert_eq!(counted(Workload::is_stuck), usize::from(with_stuck));
    }
}
