//! Order of a global binlog: worked examples, and what must hold of any logs, read in any interleaving.

mod order_support;

use std::rc::Rc;

use order_support::{Machine, any_cluster, distributed, expected, of_kind};
use proptest::prelude::*;
use redo_lab::base::EngineError;
use redo_lab::global_binlog::{
    Assembler, Changes, Kind, LogRecord, Mark, Merge, NodeSort, OrderCheck, Prepared, Sorted,
    StuckTransaction, VirtualTimestamp, Whole, Workload, WorkloadSettings,
};
use redo_lab::innodb::Table;
use redo_lab::sim::SimTime;

fn at(commit_timestamp: u64) -> VirtualTimestamp {
    VirtualTimestamp { commit_timestamp, ..Default::default() }
}

/// Reads records and gives the transactions that leave the sort after each of them.
fn leaving(sort: &mut NodeSort, records: &[LogRecord]) -> Vec<String> {
    let mut read = |record: &LogRecord| {
        sort.read(record);
        let left = std::iter::from_fn(|| sort.pop()).map(|sorted| sorted.transaction.to_string());
        left.collect::<Vec<_>>().join(" ")
    };
    records.iter().map(&mut read).collect()
}

fn p(transaction: u64) -> LogRecord {
    distributed(Mark::Prepare, transaction)
}

fn c(transaction: u64) -> LogRecord {
    distributed(Mark::Commit, transaction)
}

#[test]
fn a_hole_holds_what_was_committed_behind_it_and_nobody_overtakes() {
    let mut sort = NodeSort::new(0);
    assert_eq!(leaving(&mut sort, &[p(1), p(2), c(2)]), ["", "", ""]);
    assert_eq!(sort.held_by(), Some(Prepared { transaction: 1, position: 0 }));
    assert_eq!((sort.open(), sort.held()), (1, 1));
    assert_eq!(leaving(&mut sort, &[p(3), c(1)]), ["", ""]);
    assert_eq!(sort.held_by(), Some(Prepared { transaction: 3, position: 3 }));
    assert_eq!(leaving(&mut sort, &[c(3)]), ["1 2 3"]);
    assert_eq!((sort.open(), sort.held(), sort.held_by(), sort.records()), (0, 0, None, 6));
}

#[test]
fn what_was_prepared_behind_a_commit_does_not_hold_it() {
    let records = [p(1), c(1), p(2)];
    assert_eq!(leaving(&mut NodeSort::new(0), &records), ["", "1", ""]);
}

#[test]
fn a_transaction_that_stays_prepared_holds_all_behind_it() {
    let mut sort = NodeSort::new(0);
    sort.read(&p(0));
    for number in 1..=1_000 {
        sort.read(&p(number));
        sort.read(&c(number));
        assert_eq!((sort.pop(), sort.held() as u64, sort.open()), (None, number, 1));
    }
    sort.read(&c(0));
    assert_eq!(std::iter::from_fn(|| sort.pop()).count(), 1_001);
}

#[test]
fn a_commit_in_one_step_comes_directly_behind_the_largest_timestamp_before_it() {
    let mut sort = NodeSort::new(0);
    let one_phase = |number| of_kind(Kind::SingleShard, Mark::OnePhase, number);
    let mut timestamps = vec![];
    for record in [one_phase(1), p(7), c(7), one_phase(2), one_phase(3)] {
        sort.read(&record);
        timestamps.extend(sort.pop().map(|sorted| sorted.timestamp.to_string()));
    }
    let text = |commit_timestamp: u64, transaction: u64, sequence: u64, node: u64| {
        format!("{commit_timestamp:019}{transaction:019}{sequence:010}{node:06}")
    };
    assert_eq!(timestamps, [text(0, 0, 1, 1), text(107, 7, 0, 0), text(107, 7, 2, 1), text(107, 7, 3, 1)]);
}

#[test]
fn an_unordered_transaction_holds_nobody() {
    let unordered = of_kind(Kind::Unordered, Mark::Prepare, 1);
    let records = [unordered, p(2), c(2)];
    assert_eq!(leaving(&mut NodeSort::new(0), &records), ["", "", "2"]);
}

#[test]
fn a_merge_waits_for_an_input_that_has_nothing_to_say() {
    let mut merge = Merge::new(3);
    (1..=100).for_each(|number| merge.push(0, at(2 * number)));
    (1..=100).for_each(|number| merge.push(1, at(2 * number + 1)));
    assert_eq!((merge.pop(), merge.waits_for()), (None, Some(2)));
    // A heartbeat lets everything below it pass, and then itself; then the wait begins again.
    merge.push(2, at(51));
    assert_eq!(std::iter::from_fn(|| merge.pop()).last(), Some((2, at(51))));
    assert_eq!((merge.waits_for(), merge.len(0), merge.len(1)), (Some(2), 75, 75));
    merge.end(2);
    merge.end(0);
    merge.end(1);
    assert_eq!(std::iter::from_fn(|| merge.pop()).count(), 150);
    assert!(merge.is_done());
}

#[test]
fn a_merge_of_k_inputs_takes_about_n_log_k_comparisons() {
    for (inputs, levels) in [(1, 0), (2, 1), (8, 3), (64, 6)] {
        let mut merge = Merge::new(inputs);
        let items = 64_000;
        for number in 0..items {
            merge.push(number as usize % inputs, at(number));
        }
        (0..inputs).for_each(|input| merge.end(input));
        assert_eq!(std::iter::from_fn(|| merge.pop()).count() as u64, items);
        let comparisons = merge.comparisons();
        assert!(comparisons <= items * levels + inputs as u64, "{inputs} inputs: {comparisons}");
        assert!(comparisons >= (items - inputs as u64) * levels, "{inputs} inputs: {comparisons}");
    }
}

/// Parts of transactions as they come out of a merge: 1 on nodes 0 and 1, 2 in one step on node 0, 3 on nodes 1 and 2.
fn merged_parts() -> Vec<Sorted> {
    let part = |transaction, part, node, position| Sorted {
        transaction,
        part,
        parts: 2,
        kind: Kind::Distributed,
        node,
        timestamp: VirtualTimestamp { transaction, ..at(100 + transaction) },
        prepare_position: position,
        commit_position: position + 1,
    };
    let behind_1 = VirtualTimestamp { transaction: 1, sequence: 1, node: 1, ..at(101) };
    let single = Sorted {
        parts: 1,
        kind: Kind::SingleShard,
        timestamp: behind_1,
        commit_position: 2,
        ..part(2, 0, 0, 2)
    };
    vec![part(1, 0, 0, 0), part(1, 1, 1, 0), single, part(3, 0, 1, 2), part(3, 1, 2, 0)]
}

#[test]
fn a_distributed_transaction_is_whole_when_something_else_follows() {
    let mut assembler = Assembler::new();
    let parts = merged_parts();
    let number = |whole: Option<Whole>| whole.map(|whole| (whole.transaction, whole.nodes.len()));
    assert_eq!(number(assembler.push(parts[0])), None);
    assert_eq!(number(assembler.push(parts[1])), None);
    // What takes a place of its own is whole at once, so that two can be whole with one part.
    assert_eq!(number(assembler.push(parts[2])), Some((1, 2)));
    assert_eq!(number(assembler.pop()), Some((2, 1)));
    assert_eq!(number(assembler.push(parts[3])), None);
    assert_eq!(number(assembler.push(parts[4])), None);
    assert_eq!(number(assembler.finish()), Some((3, 2)));
    assert_eq!(number(assembler.finish()), None);
}

/// All parts but one.
fn without(parts: &[Sorted], lost: usize) -> Vec<Sorted> {
    [&parts[..lost], &parts[lost + 1..]].concat()
}

/// Checks parts as they come out of a merge, and what an assembler makes of them.
fn check(parts: &[Sorted], committed: u64) -> Result<(), EngineError> {
    let mut check = OrderCheck::new(64);
    let mut assembler = Assembler::new();
    let write = |check: &mut OrderCheck, whole: Option<Whole>| match whole {
        Some(whole) if whole.kind != Kind::Heartbeat => check.written(&whole),
        _ => Ok(()),
    };
    for part in parts {
        check.merged(part)?;
        // Only one is taken: the other one comes with the next part.
        write(&mut check, assembler.push(*part))?;
    }
    write(&mut check, assembler.finish())?;
    check.finish(committed)
}

#[test]
fn an_order_that_is_wrong_is_an_error() {
    let right = merged_parts();
    assert_eq!(check(&right, 3), Ok(()));
    let wrong = |change: fn(&mut Vec<Sorted>)| {
        let mut parts = right.clone();
        change(&mut parts);
        check(&parts, 3).unwrap_err().to_string().replace("the global binlog is wrong at transaction ", "")
    };
    assert_eq!(wrong(|parts| parts.swap(1, 2)), "2: the merge passed on only a part of it");
    assert_eq!(wrong(|parts| parts.swap(2, 3)), "3: its timestamp is smaller than that of the one before it");
    assert_eq!(wrong(|parts| *parts = without(parts, 0)), "2: the merge passed on only a part of it");
    assert_eq!(wrong(|parts| parts.insert(2, parts[1])), "2: a part of it came before");
    assert_eq!(wrong(|parts| *parts = without(parts, 4)), "4: it goes to the file without all its parts");
    assert_eq!(
        wrong(|parts| parts[3].prepare_position = 0),
        "4: a part of it came before",
        "two transactions cannot be prepared at one place"
    );
    assert_eq!(
        wrong(|parts| parts[0].prepare_position = 9),
        "3: one that was prepared after it was committed came before it"
    );
    assert_eq!(
        wrong(|parts| parts[2].timestamp = parts[1].timestamp),
        "3: it has the timestamp of the one before it"
    );
    assert_eq!(
        wrong(|parts| *parts = without(parts, 2)),
        "the global binlog holds 2 transactions, and 3 were committed"
    );
}

#[test]
fn what_goes_to_the_file_is_what_came_out_of_the_merge_in_its_order() {
    let parts = merged_parts();
    let mut assembler = Assembler::new();
    let mut check = OrderCheck::new(3);
    let mut wholes = vec![];
    for part in &parts {
        check.merged(part).unwrap();
        wholes.extend(assembler.push(*part));
        wholes.extend(assembler.pop());
    }
    let before_its_turn = check.clone().written(&wholes[1]).unwrap_err();
    assert!(before_its_turn.to_string().ends_with("at transaction 3: it goes to the file before its turn"));
    let half = Whole { nodes: Default::default(), ..wholes[0] };
    assert!(check.clone().written(&half).unwrap_err().to_string().ends_with("without all its parts"));
    check.written(&wholes[0]).unwrap();
    assert!(check.clone().written(&wholes[0]).is_err());
    check.written(&wholes[1]).unwrap();
    assert_eq!(check.transactions(), 2);
    assert!(check.finish(2).unwrap_err().to_string().ends_with("and is not in the file"));
}

/// A workload of all kinds of transactions, one of which stays prepared for a while.
fn workload(
    seed: u64,
    (data_nodes, idle_nodes): (u16, u16),
    execute_ns: u64,
    commit_gap_ns: u64,
) -> Rc<Workload> {
    let stuck = StuckTransaction { at: SimTime(20_000_000), lasts_ns: 150_000_000 };
    Rc::new(Workload::new(WorkloadSettings {
        seed,
        data_nodes,
        idle_nodes,
        tps_per_node: 500,
        duration_ns: 100_000_000,
        distributed_pct: 50,
        unordered_pct: 10,
        nodes_per_transaction: 3,
        execute_ns,
        commit_gap_ns,
        table: Table::sbtest1(),
        tables: 4,
        transaction_bytes: 500,
        rows_per_statement: 1,
        changes: Changes::Mixed,
        row_event_bytes: 8_192,
        heartbeat_ns: 20_000_000,
        big: None,
        stuck: Some(stuck),
    }))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn the_logs_of_a_workload_come_out_in_order_with_heartbeats_alone(
        seed in any::<u64>(),
        nodes in (1_u16..20).prop_flat_map(|nodes| (Just(nodes), 0..nodes)),
        execute_ns in 1_u64..5_000_000,
        commit_gap_ns in 1_u64..5_000_000,
        turns in proptest::collection::vec(any::<u16>(), 0..400),
    ) {
        // By then everything is committed, and a heartbeat or two have come behind it.
        let enough = SimTime(500_000_000);
        let mut logs = vec![vec![]; usize::from(nodes.0)];
        let workload = workload(seed, nodes, execute_ns, commit_gap_ns);
        for record in workload.sources().take_while(|record| record.at <= enough) {
            logs[usize::from(record.node)].push(record);
        }
        let expected = expected(&logs);
        let mut machine = Machine::new(logs, 8);
        machine.read_in_turns(&turns);
        prop_assert_eq!(machine.check.finish(expected.len() as u64), Ok(()));
        prop_assert_eq!(machine.output, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_logs_in_any_interleaving_give_every_transaction_once_whole_and_in_order(
        cluster in any_cluster(),
        turns in proptest::collection::vec(any::<u16>(), 0..400),
        group in 2_usize..9,
    ) {
        let mut machine = Machine::new(cluster.logs(), group);
        machine.read_in_turns(&turns);
        machine.end();
        prop_assert_eq!(machine.check.finish(cluster.committed()), Ok(()));
        prop_assert_eq!(machine.output, expected(&cluster.logs()));
    }

    #[test]
    fn with_a_heartbeat_everywhere_everything_before_it_passes_though_no_input_ends(
        cluster in any_cluster(),
        turns in proptest::collection::vec(any::<u16>(), 0..400),
        group in 2_usize..9,
    ) {
        let heartbeat = cluster.clone().with_heartbeat();
        let mut machine = Machine::new(heartbeat.logs(), group);
        machine.read_in_turns(&turns);
        prop_assert_eq!(machine.check.transactions(), cluster.committed());
        prop_assert_eq!(machine.output, expected(&cluster.logs()));
    }

    #[test]
    fn what_leaves_a_sort_is_held_for_exactly_as_long_as_the_rule_says(cluster in any_cluster()) {
        for (node, log) in cluster.logs().iter().enumerate() {
            let mut sort = NodeSort::new(node as u16);
            let mut rule = order_support::Rule::default();
            for record in log {
                sort.read(record);
                let left: Vec<u64> = std::iter::from_fn(|| sort.pop()).map(|sorted| sorted.transaction).collect();
                prop_assert_eq!(left, rule.read(record));
                prop_assert_eq!(sort.held(), rule.held());
                prop_assert_eq!(sort.holds_hole(), rule.held() > 0);
                prop_assert_eq!(sort.waiting().count(), sort.held());
            }
        }
    }

    #[test]
    fn a_merge_is_a_stable_sort_and_waits_only_for_an_empty_input(
        items in proptest::collection::vec((0_usize..7, 0_u64..50), 0..200),
        pops in proptest::collection::vec(any::<bool>(), 200),
    ) {
        let mut times = [0; 7];
        let mut merge = Merge::new(7);
        let (mut output, mut all) = (vec![], vec![]);
        for (&(input, more), is_popped) in items.iter().zip(pops) {
            times[input] += more;
            merge.push(input, at(times[input]));
            all.push((at(times[input]), input));
            if is_popped {
                output.extend(merge.pop());
            }
            let is_empty = (0..7).any(|input| merge.len(input) == 0);
            prop_assert_eq!(merge.waits_for().is_some(), is_empty);
            prop_assert!(merge.waits_for().is_none_or(|input| merge.len(input) == 0));
            prop_assert_eq!(merge.peek().is_none(), is_empty);
        }
        (0..7).for_each(|input| merge.end(input));
        output.extend(std::iter::from_fn(|| merge.pop()));
        all.sort();
        let swapped: Vec<_> = output.into_iter().map(|(input, item)| (item, input)).collect();
        prop_assert_eq!(swapped, all);
        prop_assert!(merge.is_done());
    }

    #[test]
    fn any_two_parts_of_different_transactions_that_change_places_are_noticed(
        cluster in any_cluster(),
        turns in proptest::collection::vec(any::<u16>(), 0..100),
        places in (any::<proptest::sample::Index>(), any::<proptest::sample::Index>()),
        is_lost in any::<bool>(),
    ) {
        let mut machine = Machine::new(cluster.logs(), 8);
        machine.read_in_turns(&turns);
        machine.end();
        let mut parts = machine.merged;
        prop_assume!(!parts.is_empty());
        prop_assert_eq!(check(&parts, cluster.committed()), Ok(()));
        let (one, other) = (places.0.index(parts.len()), places.1.index(parts.len()));
        if is_lost {
            // A lost part of a heartbeat at the very end is nobody's loss: only then is a heartbeat not known to be whole.
            prop_assume!(parts[one].kind != Kind::Heartbeat);
            parts.remove(one);
        } else {
            prop_assume!(parts[one].timestamp != parts[other].timestamp);
            parts.swap(one, other);
        }
        prop_assert!(check(&parts, cluster.committed()).is_err());
    }
}
