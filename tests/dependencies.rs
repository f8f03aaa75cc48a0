//! Dependencies of transactions: the published reports and exercises, the history's rules, and what must hold of any workload.

use std::collections::BTreeMap;

use proptest::prelude::*;
use redo_lab::base::random;
use redo_lab::group_commit::{
    HashedKeys, Key, KeyDistribution, Kind, ListedTransaction, ListedWorkload, RandomWorkload, Schedule,
    Tracker, Tracking, TrackingSettings, WORKERS, Workload, WriteSetKind,
};

/// A list of transactions, each by its rows; session and arrival do not matter.
fn listed(transactions: &[&[&str]]) -> Workload {
    let transaction = |rows: &&[&str]| ListedTransaction {
        rows: rows.iter().map(|row| row.to_string()).collect(),
        ..Default::default()
    };
    ListedWorkload::new(transactions.iter().map(transaction).collect()).unwrap().into()
}

fn write_sets() -> TrackingSettings {
    TrackingSettings { tracking: Tracking::WriteSet, ..Default::default() }
}

/// `last_committed` of the transactions 1 to `count`, where transaction `n` of the workload has `commit_parents[n - 1]`.
fn stamps(workload: &Workload, settings: TrackingSettings, commit_parents: &[u64]) -> Vec<u64> {
    let mut tracker = Tracker::new(settings);
    let mut hashes = Vec::new();
    let stamp = |(id, &parent): (usize, &u64)| {
        hashes.clear();
        let kind = workload.write_set(id as u64, settings.hashed, &mut hashes);
        tracker.stamp(id as u64 + 1, parent, 0, kind, &hashes)
    };
    commit_parents.iter().enumerate().map(stamp).collect()
}

/// One client: each transaction enters prepare after the one before has committed.
fn one_client(count: u64) -> Vec<u64> {
    (0..count).collect()
}

fn schedule(last_committed: &[u64], workers: &[u64]) -> Schedule {
    let mut schedule = Schedule::new(workers);
    for (&parent, sequence) in last_committed.iter().zip(1..) {
        schedule.push(sequence, parent);
    }
    schedule
}

/// The transactions of each step with so many workers.
fn steps(last_committed: &[u64], workers: usize) -> Vec<Vec<u64>> {
    let mut steps: Vec<Vec<u64>> = vec![vec![]];
    for (&parent, sequence) in last_committed.iter().zip(1..) {
        let step = steps.last_mut().unwrap();
        if step.len() < workers && step.first().is_none_or(|&first| parent < first) {
            step.push(sequence);
        } else {
            steps.push(vec![sequence]);
        }
    }
    steps
}

#[test]
fn report_6_eight_transactions_take_five_steps_by_commit_order_and_three_by_write_sets() {
    // Committed in the groups {1, 2} {3} {4, 5} {6} {7, 8}; each group prepares after the one before has committed.
    let commit_parents = [0, 0, 2, 3, 3, 5, 6, 6];
    let rows = ["a", "b", "c", "a", "b", "c", "d", "a"].map(|key| format!("t1:{key}"));
    let rows = rows.each_ref().map(|row| [row.as_str()]);
    let workload = listed(&rows.each_ref().map(|rows| rows.as_slice()));

    let commit_order = stamps(&workload, TrackingSettings::default(), &commit_parents);
    assert_eq!(commit_order, commit_parents);
    assert_eq!(steps(&commit_order, 4), [vec![1, 2], vec![3], vec![4, 5], vec![6], vec![7, 8]]);

    let by_write_sets = stamps(&workload, write_sets(), &commit_parents);
    assert_eq!(by_write_sets, [0, 0, 0, 1, 2, 3, 0, 4]);
    assert_eq!(steps(&by_write_sets, 4), [vec![1, 2, 3], vec![4, 5, 6, 7], vec![8]]);

    for workers in [4, 8, 256] {
        assert_eq!(schedule(&commit_order, &[]).steps(workers), Some(5));
        assert_eq!(schedule(&by_write_sets, &[]).steps(workers), Some(3));
    }
    let (before, after) = (schedule(&commit_order, &[]), schedule(&by_write_sets, &[]));
    assert_eq!((before.critical_path(), before.best_speed_up(), before.widest()), (5, 160, 2));
    assert_eq!((after.critical_path(), after.best_speed_up(), after.widest()), (3, 266, 4));
    assert_eq!(after.widths().hundredths, [300, 400, 100]);
}

#[test]
fn report_4_children_of_one_parent_row_form_a_chain_whatever_the_workers() {
    for k in [1, 2, 7, 50, 1_000] {
        let children = |parent_keys| {
            Workload::from(RandomWorkload {
                parent_keys,
                keys: 1 << 50,
                unique_keys: 1,
                ..Default::default()
            })
        };
        let chain = stamps(&children(1), write_sets(), &one_client(k));
        assert_eq!(chain, one_client(k), "each child depends on the one before");
        let free = schedule(&stamps(&children(0), write_sets(), &one_client(k)), &[3, 1_000]);
        let chain = schedule(&chain, &[3, 1_000]);
        for workers in WORKERS.into_iter().chain([3, 1_000]) {
            assert_eq!(chain.steps(workers), Some(k), "{k} children, {workers} workers");
            assert_eq!(free.steps(workers), Some(k.div_ceil(workers)), "no parent, {workers} workers");
        }
    }
    // The same in a learner's words, with two parents: two chains side by side.
    let rows: Vec<[String; 2]> =
        (0..10).map(|child| [format!("child:{child}"), format!("child->parent:{}", child % 2)]).collect();
    let rows: Vec<[&str; 2]> = rows.iter().map(|rows| rows.each_ref().map(String::as_str)).collect();
    let workload = listed(&rows.iter().map(|rows| rows.as_slice()).collect::<Vec<_>>());
    assert_eq!(schedule(&stamps(&workload, write_sets(), &one_client(10)), &[]).critical_path(), 5);
}

#[test]
fn report_5_with_primary_keys_only_an_insert_seems_independent_of_the_delete_that_freed_its_unique_key() {
    // DELETE of row 1 and INSERT of row 2 with the same address.
    let workload = listed(&[&["t1:1", "t1.email:7"], &["t1:2", "t1.email:7"]]);
    let hashed = |hashed| stamps(&workload, TrackingSettings { hashed, ..write_sets() }, &one_client(2));
    assert_eq!(
        hashed(HashedKeys::PrimaryOnly),
        [0, 0],
        "both start together, and the INSERT may find the key taken"
    );
    assert_eq!(hashed(HashedKeys::All), [0, 1]);
    let locks = |id| {
        let mut keys = Vec::new();
        workload.lock_keys(id, &mut keys);
        keys
    };
    assert!(locks(0).iter().any(|key| locks(1).contains(key)), "on the source they could not run together");
}

#[test]
fn random_workloads_with_unique_keys_break_if_only_primary_keys_are_hashed() {
    let workload =
        Workload::from(RandomWorkload { keys: 100, rows: 2, unique_keys: 2, ..Default::default() });
    let uncovered = |hashed| {
        let parents = one_client(500);
        let stamps = stamps(&workload, TrackingSettings { hashed, ..write_sets() }, &parents);
        last_conflicts(&workload, 500)
            .iter()
            .zip(&stamps)
            .filter(|(conflict, stamp)| conflict > stamp)
            .count()
    };
    assert_eq!(uncovered(HashedKeys::All), 0);
    assert!(uncovered(HashedKeys::PrimaryOnly) > 50);
}

#[test]
fn exercise_22_a_history_of_25_000_is_cleared_every_floor_of_25_000_by_m_transactions() {
    for m in [1, 3, 4, 7, 16, 24_999, 25_000] {
        let mut tracker = Tracker::new(write_sets());
        let fits = 25_000 / m;
        let mut cleared_by = vec![];
        for sequence in 1..=3 * fits + 1 {
            let hashes: Vec<Key> = (0..m).map(|row| random::at(0, sequence * m + row)).collect();
            let before = tracker.totals().clears();
            let parent = tracker.stamp(sequence, sequence - 1, 0, WriteSetKind::Usable, &hashes);
            let start = cleared_by.last().copied().unwrap_or(0);
            assert_eq!(parent, start, "new rows depend on whoever cleared the history last");
            if tracker.totals().clears() > before {
                cleared_by.push(sequence);
            }
            assert!(tracker.history_len() <= 25_000);
        }
        assert_eq!(cleared_by, [fits + 1, 2 * fits + 1, 3 * fits + 1], "{m} rows a transaction");
        assert_eq!(tracker.totals().cleared_overflow, 3);
    }
}

/// Speed-up in hundredths by Amdahl's law, with `serial_pct` of the work serial.
fn amdahl(serial_pct: u64, workers: u64) -> u64 {
    10_000 * workers / (serial_pct * workers + 100 - serial_pct)
}

#[test]
fn exercise_23_runs_of_keyless_transactions_are_the_serial_part_of_amdahls_law() {
    assert_eq!([amdahl(10, 32), amdahl(45, 256)], [780, 221], "7.8 and 2.2");
    for (serial_pct, workers) in [(10, 32), (45, 32), (45, 256), (1, 16)] {
        // 100 runs of 32,000 transactions, the last `serial_pct` in 100 of each without a key.
        let stamp = |sequence: u64| {
            if (sequence - 1) % 32_000 >= 320 * (100 - serial_pct) { sequence - 1 } else { 0 }
        };
        let stamps: Vec<u64> = (1..=3_200_000).map(stamp).collect();
        let speed_up = 100 * 3_200_000 / schedule(&stamps, &[]).steps(workers).unwrap();
        assert!(speed_up.abs_diff(amdahl(serial_pct, workers)) <= 2, "{serial_pct} % serial: {speed_up}");
    }
}

#[test]
fn keyless_transactions_at_random_places_are_bound_by_amdahl_from_below_and_by_their_share_from_above() {
    for (keyless_pct, workers) in [(10, 32), (45, 32), (45, 256), (1, 16)] {
        let workload = Workload::from(RandomWorkload { keyless_pct, keys: 1 << 50, ..Default::default() });
        let settings = TrackingSettings { history_size: 1_000_000, ..write_sets() };
        let stamps = stamps(&workload, settings, &one_client(100_000));
        let speed_up = 100 * 100_000 / schedule(&stamps, &[]).steps(workers).unwrap();
        // A keyless transaction waits for all before it; those after it do not wait for it.
        let most = (10_000 / keyless_pct).min(100 * workers);
        assert!(speed_up >= amdahl(keyless_pct, workers), "{keyless_pct} %, {workers} workers: {speed_up}");
        assert!(speed_up <= most * 103 / 100, "{keyless_pct} %, {workers} workers: {speed_up} above {most}");
    }
}

#[test]
fn whatever_has_no_usable_write_set_clears_the_history_but_for_tables_without_keys() {
    let mut tracker = Tracker::new(write_sets());
    let mut sequence = 0;
    let mut stamp = |kind, hashes: &[Key]| {
        sequence += 1;
        (tracker.stamp(sequence, sequence - 1, 0, kind, hashes), tracker.history_len(), *tracker.totals())
    };
    let usable = WriteSetKind::Usable;
    assert_eq!(stamp(usable, &[1]).0, 0);
    assert_eq!(stamp(WriteSetKind::Keyless, &[2]).0, 1, "by commit order");
    assert_eq!(stamp(usable, &[1]).0, 1, "the history is kept");
    assert_eq!(stamp(usable, &[2]).0, 2, "and knows the keys that a keyless transaction has besides");
    let (parent, len, totals) = stamp(WriteSetKind::Ddl, &[]);
    assert_eq!((parent, len, totals.cleared_ddl), (4, 0, 1));
    assert_eq!(stamp(usable, &[1]).0, 5, "nobody slips past the DDL");
    let (parent, len, totals) = stamp(WriteSetKind::ParentTable, &[3]);
    assert_eq!((parent, len, totals.cleared_parent_table), (6, 0, 1));
    assert_eq!(stamp(usable, &[1]).0, 7);
    let (parent, len, totals) = stamp(WriteSetKind::TooLarge, &[]);
    assert_eq!((parent, len, totals.cleared_too_large), (8, 0, 1));
    assert_eq!(stamp(usable, &[4]).0, 9);
    let many: Vec<Key> = (10..25_011).collect();
    let (parent, _, totals) = stamp(usable, &many);
    assert_eq!(
        (parent, totals.cleared_too_large),
        (10, 2),
        "a write set larger than the history is given up"
    );
    assert_eq!((totals.clears(), totals.fallbacks(), totals.keyless), (4, 5, 1));
}

#[test]
fn sessions_keep_their_order_only_if_asked() {
    let stamp = |tracking| {
        let mut tracker = Tracker::new(TrackingSettings { tracking, ..Default::default() });
        let mut sequence = 0;
        [7, 9, 7, 9, 7].map(|session| {
            sequence += 1;
            tracker.stamp(sequence, sequence - 1, session, WriteSetKind::Usable, &[random::at(1, sequence)])
        })
    };
    assert_eq!(stamp(Tracking::CommitOrder), [0, 1, 2, 3, 4]);
    assert_eq!(stamp(Tracking::WriteSet), [0; 5]);
    assert_eq!(stamp(Tracking::WriteSetSession), [0, 0, 1, 2, 3]);
}

/// For each transaction the newest one before it that has locked one of its rows; 0 for none.
fn last_conflicts(workload: &Workload, count: u64) -> Vec<u64> {
    let mut last: BTreeMap<Key, u64> = BTreeMap::new();
    let mut keys = Vec::new();
    let conflict = |id: u64| {
        keys.clear();
        workload.lock_keys(id, &mut keys);
        let before = keys.iter().filter_map(|&key| last.insert(key, id + 1)).max();
        before.unwrap_or(0)
    };
    (0..count).map(conflict).collect()
}

/// Commit parents as a source may give them: a transaction gets its locks when the last conflicting one has committed, so that
/// one at least had committed when it entered prepare.
fn commit_parents(conflicts: &[u64], seed: u64) -> Vec<u64> {
    let parent =
        |(id, &conflict): (u64, &u64)| conflict + random::below(random::at(seed, id), id + 1 - conflict);
    (0..).zip(conflicts).map(parent).collect()
}

fn random_workload() -> impl Strategy<Value = Workload> {
    let distribution = prop_oneof![
        Just(KeyDistribution::Uniform),
        Just(KeyDistribution::Special),
        (1_u64..50).prop_map(|rows| KeyDistribution::Hot { rows })
    ];
    let shape = (1_u32..6, 1_u64..2_000, 1_u32..5, 1_u16..4, 0_u32..=4);
    let tables = (0_u64..5, prop_oneof![Just(0_u64), 0_u64..=100]);
    (any::<u64>(), distribution, shape, tables).prop_map(
        |(seed, distribution, (rows, keys, tables, schemas, unique_keys), (parent_keys, keyless_pct))| {
            RandomWorkload {
                seed,
                distribution,
                rows,
                keys,
                tables,
                schemas,
                unique_keys,
                parent_keys,
                keyless_pct,
                ..Default::default()
            }
            .into()
        },
    )
}

/// Rows of few tables and keys, so that transactions meet: one list of transactions with everything that can be written.
fn listed_workload() -> impl Strategy<Value = Workload> {
    let row = prop_oneof![
        8 => (0..4, 0..20).prop_map(|(table, key)| format!("t{table}:{key}")),
        3 => (0..4, 0..9).prop_map(|(table, key)| format!("t{table}.email:{key}")),
        1 => Just("log:-".to_owned()),
        1 => (0..3).prop_map(|key| format!("child->parent:{key}")),
        1 => (0..3).prop_map(|key| format!("parent:{key}")),
    ];
    let rows = prop_oneof![
        20 => proptest::collection::vec(row, 0..5),
        1 => Just(vec!["ddl t1".to_owned()]),
    ];
    let transaction = rows.prop_map(|rows| ListedTransaction { rows, ..Default::default() });
    proptest::collection::vec(transaction, 1..120)
        .prop_map(|transactions| ListedWorkload::new(transactions).unwrap().into())
}

fn any_workload() -> impl Strategy<Value = (Workload, u64)> {
    prop_oneof![
        random_workload().prop_map(|workload| (workload, 200)),
        listed_workload().prop_map(|workload| {
            let count = workload.count().unwrap();
            (workload, count)
        })
    ]
}

proptest! {
    #[test]
    fn write_sets_cover_every_conflict_and_are_never_less_parallel_than_commit_order(
        (workload, count) in any_workload(),
        seed: u64,
        history_size in prop_oneof![1_usize..40, Just(25_000)],
    ) {
        let conflicts = last_conflicts(&workload, count);
        let parents = commit_parents(&conflicts, seed);
        let settings = TrackingSettings { history_size, ..write_sets() };
        let by_write_sets = stamps(&workload, settings, &parents);
        for (index, &stamp) in by_write_sets.iter().enumerate() {
            prop_assert!(conflicts[index] <= stamp, "transaction {} depends on {}", index + 1, conflicts[index]);
            prop_assert!(stamp <= parents[index]);
        }
        let (before, after) = (schedule(&parents, &[3]), schedule(&by_write_sets, &[3]));
        for workers in WORKERS.into_iter().chain([3]) {
            prop_assert!(after.steps(workers) <= before.steps(workers), "{workers} workers");
        }
        prop_assert!(after.critical_path() <= before.critical_path());
    }

    #[test]
    fn nobody_passes_a_ddl_that_had_committed_before_it(
        workload in listed_workload(), seed: u64,
    ) {
        let count = workload.count().unwrap();
        let parents = commit_parents(&last_conflicts(&workload, count), seed);
        let stamps = stamps(&workload, write_sets(), &parents);
        let mut ddl = 0;
        for (index, &stamp) in stamps.iter().enumerate() {
            prop_assert!(stamp >= ddl.min(parents[index]));
            if workload.transaction(index as u64).kind == Kind::Ddl {
                ddl = index as u64 + 1;
            }
        }
    }

    #[test]
    fn steps_are_those_of_a_plain_list_of_steps(
        parents in proptest::collection::vec(any::<u64>(), 0..200), workers in 1_usize..20,
    ) {
        let parents: Vec<u64> = parents.iter().zip(1..).map(|(parent, sequence)| parent % sequence).collect();
        let counted = schedule(&parents, &[workers as u64]);
        let listed = if parents.is_empty() { vec![] } else { steps(&parents, workers) };
        prop_assert_eq!(counted.steps(workers as u64), Some(listed.len() as u64));
        // The critical path by its definition: one more than the longest path to anybody up to the parent.
        let mut longest = vec![0];
        for &parent in &parents {
            let path = longest[..=parent as usize].iter().max().unwrap() + 1;
            longest.push(path);
        }
        prop_assert_eq!(counted.critical_path(), *longest.iter().max().unwrap());
        let wide: Vec<u64> = steps(&parents, usize::MAX).iter().map(|step| 100 * step.len() as u64).collect();
        prop_assert_eq!(counted.widths().hundredths, if parents.is_empty() { vec![] } else { wide });
    }
}
