//! Group commit on a source: what holds whatever the settings.

mod source_support;

use std::collections::BTreeMap;
use std::rc::Rc;

use proptest::prelude::*;
use redo_lab::group_commit::{
    Arrival, MAX_WATCHED, RandomWorkload, Server, Source, SourceSettings, Spread, Tracking,
    WatchedTransaction, Workload,
};
use redo_lab::sim::{MICROSECOND, MILLISECOND, SimTime};
use source_support::{binlog_in_steps, closed, run, textbook, workload};

fn spread() -> impl Strategy<Value = Spread> {
    prop_oneof![Just(Spread::Constant), Just(Spread::Exponential)]
}

fn arrival() -> impl Strategy<Value = Arrival> {
    let clients = prop_oneof![Just(1_u32), 2..40_u32];
    let closed = (clients.clone(), prop_oneof![Just(0), 1..3_000_u64], spread()).prop_map(
        |(clients, think_us, think_spread)| Arrival::Closed {
            clients,
            think_ns: think_us * MICROSECOND,
            think_spread,
        },
    );
    let open = (clients, 1..100_000_u64)
        .prop_map(|(clients, transactions_per_s)| Arrival::Open { clients, transactions_per_s });
    prop_oneof![closed, open]
}

fn server() -> impl Strategy<Value = Server> {
    prop_oneof![Just(Server::Mysql), Just(Server::Mariadb), Just(Server::Postgresql), Just(Server::Single)]
}

fn any_workload() -> impl Strategy<Value = RandomWorkload> {
    let times = (any::<u64>(), 0..2_000_u64, spread(), prop_oneof![Just(0), 1..500_u64]);
    let rows = (0..5_u32, prop_oneof![1..30_u64, 1_000..1_000_000_u64], 0..2_u32);
    (times, rows).prop_map(|((seed, work_us, spread, cpu_us), (rows, keys, unique_keys))| RandomWorkload {
        execute_cpu_ns: cpu_us * MICROSECOND,
        rows,
        keys,
        unique_keys,
        ..workload(seed, work_us, spread)
    })
}

prop_compose! {
    /// A source with 1 to 600 transactions.
    fn settings()(
        workload in any_workload(),
        arrival in arrival(),
        server in server(),
        fsync_us in prop_oneof![Just(0), 1..3_000_u64],
        fsyncs_per_group in 1..3_u32,
        delay_us in prop_oneof![Just(0), 1..3_000_u64],
        no_delay_count in 0..20_u64,
        sync_every in prop_oneof![3 => Just(1), 1 => 0..5_u64],
        siblings in 0..8_u32,
        (write_us, slice_us) in (prop_oneof![Just(0), 1..100_u64], prop_oneof![Just(0), 20..500_u64]),
        cores in prop_oneof![Just(u32::MAX), 1..6_u32],
        transactions in 1..600_u64,
        tracking in prop_oneof![
            Just(Tracking::CommitOrder), Just(Tracking::WriteSet), Just(Tracking::WriteSetSession)
        ],
    ) -> SourceSettings {
        let mut settings = textbook(1, 1, 0, fsync_us, delay_us);
        settings.workload = Rc::new(workload.into());
        settings.tracking.tracking = tracking;
        SourceSettings {
            arrival, server, fsyncs_per_group, no_delay_count, sync_every, siblings, cores, transactions,
            write_ns: write_us * MICROSECOND,
            slice_ns: slice_us * MICROSECOND,
            duration_ns: u64::MAX,
            watch_from: SimTime(0),
            ..settings
        }
    }
}

/// Fsyncs that every transaction waits for at least.
fn fsyncs_of_each(settings: &SourceSettings) -> u64 {
    let redo = u64::from(settings.fsyncs_per_group > 1 && settings.server != Server::Postgresql);
    redo + u64::from(settings.sync_every == 1)
}

fn clients_of(settings: &SourceSettings) -> u64 {
    match settings.arrival {
        Arrival::Closed { clients, .. } | Arrival::Open { clients, .. } => u64::from(clients),
        Arrival::Listed => unreachable!("no list here"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_transaction_is_in_the_binlog_once_and_depends_only_on_what_was_committed_before_its_commit_began(
        settings in settings(),
    ) {
        let (binlog, _) = binlog_in_steps(settings.clone(), 1_000);
        prop_assert_eq!(binlog.len() as u64, settings.transactions);
        let mut seen = vec![false; binlog.len()];
        for (position, entry) in binlog.iter().enumerate() {
            prop_assert_eq!(entry.sequence_number, position as u64 + 1);
            prop_assert!(entry.last_committed < entry.sequence_number);
            prop_assert!(!std::mem::replace(&mut seen[entry.transaction as usize], true));
            let commit_ns = fsyncs_of_each(&settings) * settings.fsync_ns;
            if let Some(parent) = entry.last_committed.checked_sub(1) {
                let parent = &binlog[parent as usize];
                prop_assert!(parent.committed + commit_ns <= entry.committed);
            }
            prop_assert!(position == 0 || binlog[position - 1].committed <= entry.committed);
        }
    }

    #[test]
    fn a_group_is_committed_at_once_and_has_at_most_one_transaction_of_each_client(settings in settings()) {
        let (binlog, _) = binlog_in_steps(settings.clone(), 1_000);
        let groups = binlog.chunk_by(|one, next| one.group == next.group);
        for (number, group) in (1..).zip(groups) {
            prop_assert_eq!(group[0].group, number);
            prop_assert!(group.iter().all(|entry| entry.committed == group[0].committed));
            let mut sessions: Vec<u32> = group.iter().map(|entry| entry.session).collect();
            sessions.sort_unstable();
            sessions.dedup();
            prop_assert_eq!(sessions.len(), group.len());
            prop_assert!(settings.server != Server::Single || group.len() == 1);
        }
    }

    #[test]
    fn nobody_commits_more_than_clients_processors_and_fsyncs_allow(settings in settings()) {
        let run = run(settings.clone());
        let totals = run.model.totals();
        let (clients, end) = (clients_of(&settings), totals.last_committed_at.0);
        // No two fsyncs of one log overlap, and each serves at most one transaction of every client.
        prop_assert!(totals.binlog_fsyncs * settings.fsync_ns <= end);
        prop_assert!(totals.redo_fsyncs * settings.fsync_ns <= end);
        prop_assert!(settings.sync_every != 1 || totals.transactions <= totals.binlog_fsyncs * clients);
        prop_assert!(totals.cpu_busy_ns <= end.saturating_mul(u64::from(settings.cores)));
        // A client does one transaction after another, each with its work and its fsyncs.
        let work_ns = |id| {
            let transaction = settings.workload.transaction(id);
            transaction.execute_cpu_ns + transaction.execute_wait_ns + settings.write_ns
        };
        let commit_ns = fsyncs_of_each(&settings) * settings.fsync_ns;
        let all_ns: u64 = (0..totals.transactions).map(|id| work_ns(id) + commit_ns).sum();
        prop_assert!(all_ns <= clients * end);
        let closed = totals.closed;
        prop_assert_eq!(closed.delay + closed.count + closed.row_lock + closed.no_wait, totals.groups);
        let sizes = run.model.group_sizes();
        prop_assert_eq!(sizes.iter().sum::<u64>(), totals.groups);
        prop_assert!(sizes.len() as u64 <= clients + 1);
    }

    #[test]
    fn no_two_transactions_hold_a_row_at_once(
        settings in settings(), keys in 1..20_u64, rows in 1..5_u32, unique_keys in 0..2_u32,
    ) {
        let Workload::Random(workload) = &*settings.workload else { unreachable!("drawn") };
        let workload = RandomWorkload { keys, rows, unique_keys, ..workload.clone() };
        let workload = Rc::new(Workload::from(workload));
        // With plenty of cores a transaction has its rows from its work's start to its commit.
        let (cores, transactions) = (u32::MAX, settings.transactions.min(MAX_WATCHED as u64));
        let run = run(SourceSettings { workload: Rc::clone(&workload), cores, transactions, ..settings });
        prop_assert_eq!(run.model.watched_transactions().len() as u64, transactions);
        let mut held: BTreeMap<u64, Vec<(SimTime, SimTime)>> = BTreeMap::new();
        for watched in run.model.watched_transactions() {
            let transaction = workload.transaction(watched.entry.transaction);
            let work_ns = transaction.execute_cpu_ns + transaction.execute_wait_ns;
            let from = SimTime(watched.prepared.0 - work_ns);
            prop_assert!(watched.entry.started <= from);
            let mut keys = Vec::new();
            workload.lock_keys(watched.entry.transaction, &mut keys);
            keys.iter().for_each(|key| held.entry(*key).or_default().push((from, watched.entry.committed)));
        }
        for times in held.values_mut() {
            times.sort_unstable();
            prop_assert!(times.windows(2).all(|pair| pair[0].1 <= pair[1].0));
        }
    }

    #[test]
    fn a_run_cut_into_steps_of_any_size_is_the_same_run(settings in settings(), budget in 1..50_u64) {
        let whole = binlog_in_steps(settings.clone(), u64::MAX);
        prop_assert!(binlog_in_steps(settings.clone(), budget) == whole);
        // Nor does it matter whether anybody watches.
        let unwatched = SourceSettings { watch_from: SimTime(u64::MAX), ..settings };
        prop_assert!(binlog_in_steps(unwatched, 1_000) == whole);
    }

    #[test]
    fn what_is_watched_is_in_order_and_in_the_window(
        settings in settings(), from_us in 0..20_000_u64, for_us in 0..20_000_u64,
    ) {
        let from = SimTime(from_us * MICROSECOND);
        let mut simulation = Source::simulation(SourceSettings { watch_from: from, ..settings });
        while !simulation.step_until(from + for_us * MICROSECOND, 100) {}
        simulation.model.stop_watching(from + for_us * MICROSECOND);
        while !simulation.step(1_000) {}
        let until = simulation.model.watched_until().unwrap();
        prop_assert!(until <= from + for_us * MICROSECOND);
        for lane in simulation.model.lanes() {
            prop_assert!(lane.spans.iter().all(|span| from <= span.from && span.from < span.to));
            prop_assert!(lane.spans.iter().all(|span| span.to <= until));
            prop_assert!(lane.spans.windows(2).all(|pair| pair[0].to <= pair[1].from));
        }
        let watched = simulation.model.watched_transactions();
        prop_assert!(watched.len() <= MAX_WATCHED);
        let follow = |pair: &[WatchedTransaction]| {
            pair[0].entry.sequence_number + 1 == pair[1].entry.sequence_number
        };
        prop_assert!(watched.windows(2).all(follow));
        prop_assert!(watched.iter().all(|one| from <= one.entry.committed && one.entry.committed <= until));
    }
}

#[test]
fn at_most_four_hundred_transactions_are_watched_and_a_client_without_a_pause_has_no_gap() {
    let settings = SourceSettings {
        arrival: closed(20),
        fsyncs_per_group: 2,
        watch_from: SimTime(100 * MILLISECOND),
        duration_ns: 1_000 * MILLISECOND,
        ..textbook(1, 20, 500, 1_000, 200)
    };
    let run = run(settings);
    assert_eq!(run.model.watched_transactions().len(), MAX_WATCHED);
    let (from, until) = (SimTime(100 * MILLISECOND), run.model.watched_until().unwrap());
    assert!(until < SimTime(300 * MILLISECOND));
    let clients: Vec<_> = run.model.lanes().filter(|lane| lane.client.is_some()).collect();
    assert_eq!(clients.len(), 16);
    for lane in clients {
        assert!(lane.spans.windows(2).all(|pair| pair[0].to == pair[1].from));
        assert_eq!((lane.spans[0].from, lane.spans.last().unwrap().to), (from, until));
    }
}

#[test]
fn a_clone_in_the_middle_goes_on_as_the_original_does() {
    let mut original = Source::simulation(SourceSettings {
        duration_ns: 200 * MILLISECOND,
        fsyncs_per_group: 2,
        ..textbook(1, 16, 500, 1_000, 300)
    });
    original.step(1_234);
    let mut copy = original.clone();
    while !original.step(7) {}
    while !copy.step(1_000_000) {}
    assert_eq!(original.model.digest(), copy.model.digest());
}
