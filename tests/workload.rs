//! Workloads: which rows are drawn how often, what a list may say, and what names a row.

use std::collections::BTreeMap;

use proptest::prelude::*;
use redo_lab::group_commit::{
    DdlMoment, HashedKeys, HugeMoment, Key, KeyDistribution, Kind, ListedError, ListedTransaction,
    ListedWorkload, RandomWorkload, RowError, Spread, Workload, WriteSetKind,
};
use redo_lab::sim::SimTime;

/// A list of transactions, each by its rows; session and arrival do not matter.
fn listed(transactions: &[&[&str]]) -> Workload {
    let transaction = |rows: &&[&str]| ListedTransaction {
        rows: rows.iter().map(|row| row.to_string()).collect(),
        ..Default::default()
    };
    ListedWorkload::new(transactions.iter().map(transaction).collect()).unwrap().into()
}

#[test]
fn hot_rows_take_half_of_all_changes_and_special_ones_three_quarters_in_the_middle_one_percent() {
    let rows = |distribution| {
        let workload = RandomWorkload { distribution, keys: 100_000, rows: 10, ..Default::default() };
        let labels = (0..10_000).flat_map(move |id| workload.row_labels(id, usize::MAX));
        labels.map(|label| label.strip_prefix("t1:").unwrap().parse::<u64>().unwrap() - 1).collect::<Vec<_>>()
    };
    let share =
        |rows: &[u64], range: std::ops::Range<u64>| rows.iter().filter(|row| range.contains(row)).count();
    let hot = rows(KeyDistribution::Hot { rows: 10 });
    assert!(share(&hot, 0..10).abs_diff(50_000) < 700);
    assert!(share(&hot, 10..100_000) + share(&hot, 0..10) == 100_000);
    let special = rows(KeyDistribution::Special);
    // Of the mean of twelve, 4.8 % are in the middle 1 %: its standard deviation is 1/12 of the range.
    assert!(share(&special, 49_500..50_500).abs_diff(75_000 + 1_196) < 700);
    assert!(share(&special, 0..49_500).abs_diff(share(&special, 50_500..100_000)) < 700);
    assert!(share(&special, 41_667..58_333).abs_diff(75_000 + 25_000 * 683 / 1_000) < 700);
    let uniform = rows(KeyDistribution::Uniform);
    assert!(share(&uniform, 0..25_000).abs_diff(25_000) < 700);
}

#[test]
fn a_ddl_and_a_huge_transaction_come_beside_the_others_and_are_priced_by_their_own_size() {
    let workload = Workload::from(RandomWorkload {
        work_ns: 500,
        apply_cpu_ns: 400,
        apply_wait_ns: 100,
        bytes: 1_000,
        rows: 4,
        ddl: Some(DdlMoment { at: SimTime(5), duration_ns: 9_000 }),
        huge: Some(HugeMoment { at: SimTime(7), rows: 40_000 }),
        ..Default::default()
    });
    let [ddl, huge] = workload.moments()[..] else { panic!("two moments") };
    assert_eq!((ddl.at, huge.at), (SimTime(5), SimTime(7)));
    let statement = workload.transaction(ddl.transaction);
    assert_eq!((statement.kind, statement.rows), (Kind::Ddl, 0));
    assert_eq!(
        (statement.execute_wait_ns, statement.apply_wait_ns, statement.apply_cpu_ns),
        (9_000, 9_000, 0)
    );
    let mut hashes = Vec::new();
    assert_eq!(workload.write_set(ddl.transaction, HashedKeys::All, &mut hashes), WriteSetKind::Ddl);
    assert!(hashes.is_empty());
    let transaction = workload.transaction(huge.transaction);
    assert_eq!(
        (transaction.rows, transaction.execute_wait_ns, transaction.bytes),
        (40_000, 5_000_000, 10_000_000)
    );
    assert_eq!((transaction.apply_cpu_ns, transaction.apply_wait_ns), (4_000_000, 1_000_000));
    assert_eq!(workload.write_set(huge.transaction, HashedKeys::All, &mut hashes), WriteSetKind::Usable);
    assert_eq!(hashes.len(), 40_000);
}

#[test]
fn both_times_of_applying_are_long_and_short_together_whatever_the_source_took() {
    let shape = RandomWorkload {
        work_ns: 3_000,
        apply_cpu_ns: 400_000,
        apply_wait_ns: 100_000,
        ..Default::default()
    };
    let spread = Workload::from(RandomWorkload { apply_spread: Spread::Exponential, ..shape.clone() });
    let transactions: Vec<_> = (0..20_000).map(|id| spread.transaction(id)).collect();
    let mean_ns = transactions.iter().map(|one| one.apply_cpu_ns).sum::<u64>() / 20_000;
    assert!(mean_ns.abs_diff(400_000) < 8_000, "{mean_ns}");
    assert!(transactions.iter().all(|one| one.apply_cpu_ns.abs_diff(4 * one.apply_wait_ns) <= 4));
    assert!(transactions.iter().all(|one| one.execute_wait_ns == 3_000));
    let equal = Workload::from(shape);
    assert!((0..100).all(|id| equal.transaction(id).apply_cpu_ns == 400_000));
}

#[test]
fn rows_are_read_as_written_and_errors_name_the_transaction_and_the_row() {
    let read = |rows: &[&str]| {
        let transaction = |rows: &[&str]| ListedTransaction {
            rows: rows.iter().map(|row| row.to_string()).collect(),
            ..Default::default()
        };
        ListedWorkload::new(vec![transaction(&["t1:1"]), transaction(rows)])
    };
    let error = |rows: &[&str]| read(rows).unwrap_err();
    let at = |row, reason| ListedError { transaction: 1, row, reason };
    assert_eq!(error(&["t1:1", "t1"]), at(1, RowError::NoValue));
    assert_eq!(error(&["t1: "]), at(0, RowError::NoValue));
    assert_eq!(error(&[":5"]), at(0, RowError::Name));
    assert_eq!(error(&["a b:5"]), at(0, RowError::Name));
    assert_eq!(error(&["a/b/c:5"]), at(0, RowError::Name));
    assert_eq!(error(&["t1.:5"]), at(0, RowError::Name));
    assert_eq!(error(&["a->:5"]), at(0, RowError::Name));
    assert_eq!(error(&["t1:1", "ddl t1"]), at(1, RowError::DdlNotAlone));
    assert_eq!(error(&[&format!("t1:{}", "x".repeat(200))]), at(0, RowError::TooLong));
    for good in ["t1:5", "shop/t1:a:b->c.d", "\u{e9}t\u{e9}:5", "t$1._x:7", "a->b/c:5", "t1:-", "ddl shop/t1"]
    {
        assert!(read(&[good]).is_ok(), "{good}");
    }
}

#[test]
fn a_list_knows_schemas_keyless_tables_parents_and_ddls() {
    let workload = listed(&[
        &["a/t:1"],
        &["b/t:1", "a/t:1"],
        &["log:-", "a/t:1"],
        &["a->parent:1"],
        &["parent:1"],
        &["ddl b/t"],
        &[],
    ]);
    let write_set = |id| workload.write_set(id, HashedKeys::All, &mut Vec::new());
    let kinds: Vec<WriteSetKind> = (0..7).map(write_set).collect();
    use WriteSetKind::{Ddl, Keyless, ParentTable, Usable};
    assert_eq!(kinds, [Usable, Usable, Keyless, Usable, ParentTable, Ddl, Ddl]);
    let schemas: Vec<u16> = (0..7).map(|id| workload.transaction(id).schema).collect();
    assert_eq!(schemas, [0, 1, 2, 0, 2, 1, 0]);
    assert_eq!(workload.transaction(5).kind, Kind::Ddl);
    assert_eq!(workload.transaction(6).kind, Kind::Rows, "without rows, but no DDL");
    let mut keys = Vec::new();
    workload.lock_keys(3, &mut keys);
    assert!(keys.is_empty(), "two children of one parent do not wait for each other on the source");
}

fn random_workload() -> impl Strategy<Value = Workload> {
    let shape = (1_u32..30, 1_u64..2_000, 1_u32..5, 1_u16..4);
    (any::<u64>(), shape, 0_u32..=4, 0_u64..5, 0_u64..=50).prop_map(
        |(seed, (rows, keys, tables, schemas), unique_keys, parent_keys, keyless_pct)| {
            let shape = RandomWorkload { seed, rows, keys, tables, schemas, ..Default::default() };
            RandomWorkload { unique_keys, parent_keys, keyless_pct, ..shape }.into()
        },
    )
}

proptest! {
    #[test]
    fn locks_are_named_once_and_two_labels_are_equal_exactly_if_their_keys_are(
        workload in random_workload(), from in 0_u64..1_000_000,
    ) {
        let mut labels: BTreeMap<Key, String> = BTreeMap::new();
        for id in from..from + 50 {
            let mut keys = Vec::new();
            workload.lock_keys(id, &mut keys);
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            sorted.dedup();
            prop_assert_eq!(sorted.len(), keys.len());
            // Write set and labels have the same order, repeated entries included.
            let mut hashes = Vec::new();
            if workload.write_set(id, HashedKeys::All, &mut hashes) == WriteSetKind::Usable {
                let texts = workload.row_labels(id, usize::MAX);
                prop_assert_eq!(texts.len(), hashes.len());
                for (hash, text) in hashes.into_iter().zip(texts) {
                    let known = labels.entry(hash).or_insert_with(|| text.clone());
                    prop_assert_eq!(&*known, &text);
                }
            }
        }
        let distinct: std::collections::BTreeSet<&String> = labels.values().collect();
        prop_assert_eq!(distinct.len(), labels.len());
    }
}
