//! Group commit on a source: the textbook's numbers, every server's rules, and how transactions come.

mod source_support;

use std::rc::Rc;

use redo_lab::group_commit::{
    Arrival, ClosedGroups, DdlMoment, ListedTransaction, ListedWorkload, RandomWorkload, Server,
    SourceSettings, Spread, Tracking,
};
use redo_lab::sim::{MICROSECOND, MILLISECOND, SECOND, SimTime};
use source_support::{
    assert_near, binlog_in_steps, closed, mean_group, run, textbook, totals, tps, workload,
};

/// TPS and mean group of the textbook's model, over the runs of several seeds: more of them where there are few transactions.
fn mean_of_seeds(settings: impl Fn(u64) -> SourceSettings) -> (f64, f64) {
    let seeds = if settings(1).arrival == closed(1) { 5 } else { 2 };
    let runs: Vec<_> = (1..=seeds).map(|seed| totals(settings(seed))).collect();
    let mean = |of: fn(&_) -> f64| runs.iter().map(of).sum::<f64>() / runs.len() as f64;
    (mean(tps), mean(mean_group))
}

#[test]
fn with_one_fsync_a_group_the_textbooks_numbers_come_out() {
    // Clients, work, fsync and delay in us; TPS; mean group.
    let rows: [(u32, u64, u64, u64, f64, f64); 11] = [
        (1, 500, 1_000, 0, 666.7, 1.0),
        (1, 500, 1_000, 1_000, 400.0, 1.0),
        (16, 500, 1_000, 0, 7_420.0, 7.4),
        (16, 500, 1_000, 1_000, 7_023.0, 14.1),
        (64, 500, 1_000, 0, 29_679.0, 29.7),
        (64, 500, 1_000, 1_000, 28_125.0, 56.3),
        (64, 5_000, 1_000, 0, 9_821.0, 9.8),
        (64, 5_000, 1_000, 1_000, 9_188.0, 18.4),
        (64, 500, 10_000, 0, 3_200.0, 32.0),
        (64, 500, 10_000, 1_000, 5_124.0, 56.0),
        (64, 500, 10_000, 5_000, 4_264.0, 64.0),
    ];
    for (clients, work_us, fsync_us, delay_us, expected_tps, expected_group) in rows {
        let (tps, group) = mean_of_seeds(|seed| textbook(seed, clients, work_us, fsync_us, delay_us));
        let what = format!("{clients} clients, work {work_us}, fsync {fsync_us}, delay {delay_us}");
        assert_near(tps, expected_tps, 0.5, &what);
        assert_near(group, expected_group, 2.0, &what);
    }
}

#[test]
fn with_two_fsyncs_a_group_a_delay_never_helps() {
    let expected = [(0, 2_133.0), (1_000, 2_021.0), (5_000, 1_445.0)];
    for (delay_us, expected) in expected {
        let (tps, _) = mean_of_seeds(|seed| SourceSettings {
            fsyncs_per_group: 2,
            ..textbook(seed, 64, 500, 10_000, delay_us)
        });
        assert_near(tps, expected, 0.5, &format!("a delay of {delay_us} us"));
    }
}

#[test]
fn without_a_delay_both_stages_sync_once_a_group_and_with_one_groups_join_in_the_queue_of_sync() {
    let of =
        |delay_us| totals(SourceSettings { fsyncs_per_group: 2, ..textbook(1, 64, 500, 10_000, delay_us) });
    let without = of(0);
    assert!(without.redo_fsyncs.abs_diff(without.binlog_fsyncs) <= 1);
    let with = of(5_000);
    assert!(with.redo_fsyncs > with.binlog_fsyncs * 5 / 4);
}

#[test]
fn equal_fsyncs_fall_into_step_and_the_least_delay_breaks_it_for_good() {
    // Fsyncs that a commit lasts.
    let lasts = |spread_pct, delay_us| {
        let source = run(SourceSettings {
            fsyncs_per_group: 2,
            fsync_spread_pct: spread_pct,
            ..textbook(1, 48, 10_000, 2_500, delay_us)
        });
        source.model.commit_latencies().mean_ns() as f64 / 2_500_000.0
    };
    assert_near(lasts(0, 0), 2.5, 3.0, "in step, a group leaves FLUSH just when SYNC is free");
    assert_near(lasts(0, 10), 3.0, 3.0, "out of step, it waits for SYNC");
    assert_near(lasts(15, 0), 2.8, 3.0, "unequal fsyncs are never in step for long");
    assert_near(lasts(15, 10), 2.85, 3.0, "so the delay costs about what it lasts");
}

#[test]
fn a_count_that_the_clients_cannot_reach_never_ends_a_delay() {
    for (clients, count) in [(1, 2), (1, 10), (64, 65), (64, 100_000)] {
        let without = textbook(1, clients, 500, 1_000, 1_000);
        let with = SourceSettings { no_delay_count: count, ..without.clone() };
        assert_eq!(totals(with), totals(without), "{clients} clients, count {count}");
    }
}

#[test]
fn a_count_is_ignored_if_the_delay_is_zero() {
    let without = textbook(1, 16, 500, 1_000, 0);
    let with = SourceSettings { no_delay_count: 4, ..without.clone() };
    assert_eq!(totals(with), totals(without));
}

#[test]
fn a_delay_ends_early_when_the_count_is_reached() {
    let settings = SourceSettings { no_delay_count: 8, ..textbook(1, 16, 500, 1_000, 500_000) };
    let run = run(settings);
    let totals = run.model.totals();
    // At the end of the run some clients do not come any more, so that the last groups wait in vain.
    assert!(totals.closed.count > 1_000 && totals.closed.delay <= 2, "{:?}", totals.closed);
    let sizes = run.model.group_sizes();
    assert!(sizes[..8].iter().sum::<u64>() <= totals.closed.delay);
    assert!(run.model.commit_latencies().quantile_ns(990) < 10 * MILLISECOND);
}

#[test]
fn a_delay_costs_its_overhead_only_if_nobody_ends_it_early() {
    let single = SourceSettings { delay_overhead_ns: 60 * MICROSECOND, ..textbook(1, 1, 500, 1_000, 1_000) };
    let commit = run(single.clone());
    assert_eq!(commit.model.commit_latencies().mean_ns(), 2_060 * MICROSECOND);
    let ended = run(SourceSettings { no_delay_count: 1, ..single });
    assert_eq!(ended.model.commit_latencies().mean_ns(), MILLISECOND);
}

#[test]
fn without_group_commit_an_fsync_of_a_millisecond_allows_a_thousand_transactions_a_second() {
    for clients in [1, 4, 64, 1_000] {
        let of = |sync_every| {
            let server = Server::Single;
            tps(&totals(SourceSettings { server, sync_every, ..textbook(1, clients, 500, 1_000, 0) }))
        };
        let (every, every_tenth) = (of(1), of(10));
        assert!(every <= 1_001.0 && every_tenth <= 10_010.0, "{every}, {every_tenth}");
        if clients >= 64 {
            assert_near(every, 1_000.0, 0.5, "always busy");
            assert_near(every_tenth, 10_000.0, 0.5, "always busy");
        }
    }
}

#[test]
fn without_group_commit_two_fsyncs_follow_one_another_for_each_transaction() {
    let settings =
        SourceSettings { server: Server::Single, fsyncs_per_group: 2, ..textbook(1, 16, 500, 1_000, 0) };
    let totals = totals(settings);
    assert_near(tps(&totals), 500.0, 0.5, "one at a time");
    assert_eq!(totals.transactions, totals.redo_fsyncs);
    assert_eq!(totals.transactions, totals.groups);
}

#[test]
fn only_every_nth_group_is_synced_and_only_that_one_waits() {
    for (sync_every, share) in [(1, 1), (5, 5), (100, 100)] {
        let totals = totals(SourceSettings { sync_every, ..textbook(1, 16, 500, 1_000, 200) });
        assert_eq!(totals.binlog_fsyncs, totals.groups / share);
        assert!(totals.closed.delay.abs_diff(totals.binlog_fsyncs) <= 1);
    }
    let never = totals(SourceSettings { sync_every: 0, ..textbook(1, 16, 500, 1_000, 200) });
    assert_eq!(never.binlog_fsyncs, 0);
    assert_eq!(never.closed.delay, never.groups, "with sync_binlog = 0 every group waits");
}

#[test]
fn postgresql_sleeps_only_if_enough_other_transactions_are_open() {
    let of = |clients, siblings| {
        let server = Server::Postgresql;
        totals(SourceSettings {
            server,
            siblings,
            no_delay_count: 1,
            ..textbook(1, clients, 500, 1_000, 1_000)
        })
    };
    let (few, enough) = (of(5, 5), of(6, 5));
    assert_eq!((few.closed.delay, few.closed.no_wait), (0, few.groups));
    // The last groups of the run are led when others have gone home.
    assert!(enough.closed.no_wait <= 6 && enough.closed.count == 0, "{:?}", enough.closed);
    let mysql = totals(textbook(1, 6, 500, 1_000, 1_000));
    assert_eq!(of(6, 0), mysql, "without siblings nothing but the delay is left");
    assert_eq!(
        totals(SourceSettings {
            server: Server::Postgresql,
            fsyncs_per_group: 2,
            ..textbook(1, 6, 500, 1_000, 0)
        })
        .redo_fsyncs,
        0,
        "there is one log"
    );
}

#[test]
fn mariadb_waits_only_if_both_time_and_count_are_given() {
    let of = |delay_us, no_delay_count| {
        let server = Server::Mariadb;
        totals(SourceSettings { server, no_delay_count, ..textbook(1, 16, 500, 1_000, delay_us) })
    };
    let none = of(0, 0);
    assert_eq!([of(1_000, 0), of(0, 8)], [none, none]);
    assert_eq!(none.closed, ClosedGroups { no_wait: none.groups, ..ClosedGroups::default() });
    let both = of(1_000, 8);
    assert!(both.closed.count > 0 && both.closed.no_wait == 0);
}

#[test]
fn mariadb_closes_a_group_at_once_when_somebody_needs_a_row_of_it() {
    let hot = RandomWorkload { rows: 1, keys: 20, ..workload(1, 500, Spread::Exponential) };
    let settings = SourceSettings {
        workload: Rc::new(hot.into()),
        server: Server::Mariadb,
        no_delay_count: 100,
        ..textbook(1, 16, 500, 1_000, 20_000)
    };
    let mariadb = totals(settings.clone());
    assert!(mariadb.closed.row_lock > 10 * mariadb.closed.delay, "{:?}", mariadb.closed);
    let mysql = totals(SourceSettings { server: Server::Mysql, ..settings });
    assert_eq!(mysql.closed.row_lock, 0);
    assert!(tps(&mariadb) > 2.0 * tps(&mysql));
}

#[test]
fn an_open_source_takes_what_comes_up_to_its_capacity() {
    let of = |transactions_per_s| {
        let arrival = Arrival::Open { clients: 64, transactions_per_s };
        run(SourceSettings { arrival, ..textbook(1, 64, 500, 1_000, 0) })
    };
    assert_near(tps(&of(5_000).model.totals()), 5_000.0, 1.0, "as many as come");
    let overloaded = of(100_000);
    assert_near(tps(&overloaded.model.totals()), 29_679.0, 1.0, "as many as 64 connections can");
    // Few find no group to join, so most wait for one fsync that runs and then for their own.
    let idle = of(100).model.commit_latencies().mean_ns();
    assert!((1_000_000..1_100_000).contains(&idle), "{idle}");
}

#[test]
fn clients_that_think_come_less_often() {
    let arrival = Arrival::Closed { clients: 4, think_ns: 8_500_000, think_spread: Spread::Exponential };
    let totals = totals(SourceSettings { arrival, ..textbook(1, 4, 500, 1_000, 0) });
    // 4 clients, each every 10 ms and a little more when it just misses a group.
    assert_near(tps(&totals), 395.0, 2.0, "thinking");
}

#[test]
fn statements_that_run_side_by_side_end_together_and_carry_the_second_in_which_they_began() {
    let statement = |session| ListedTransaction {
        arrival: SimTime(33 * MILLISECOND * u64::from(session)),
        session,
        work_ns: SECOND,
        rows: vec![format!("t1:{session}")],
        ..ListedTransaction::default()
    };
    let list = ListedWorkload::new((0..30).map(statement).collect()).unwrap();
    let arrival = Arrival::Listed;
    let settings = SourceSettings { workload: Rc::new(list.into()), arrival, ..textbook(1, 1, 0, 1_000, 0) };
    let (binlog, _) = binlog_in_steps(settings, 1_000);
    assert_eq!(binlog.len(), 30);
    assert!(binlog.iter().all(|entry| entry.started.0 < SECOND && entry.committed.0 > SECOND));
    assert!(binlog.iter().all(|entry| entry.committed - entry.started < SECOND + 3 * MILLISECOND));
}

#[test]
fn a_session_of_a_list_runs_one_transaction_after_another_and_keeps_its_number() {
    let transaction = |at_ms, session| ListedTransaction {
        arrival: SimTime(at_ms * MILLISECOND),
        session,
        work_ns: 5 * MILLISECOND,
        rows: vec![format!("t1:{at_ms}")],
        ..ListedTransaction::default()
    };
    let list =
        ListedWorkload::new(vec![transaction(2, 700), transaction(0, 700), transaction(1, 3)]).unwrap();
    let settings = SourceSettings {
        workload: Rc::new(list.into()),
        arrival: Arrival::Listed,
        ..textbook(1, 1, 0, 1_000, 0)
    };
    let simulation = run(settings.clone());
    let (binlog, _) = binlog_in_steps(settings, 1);
    let of = |entry: &redo_lab::group_commit::BinlogEntry| {
        (
            entry.transaction,
            simulation.model.client_number(entry.session),
            entry.started.us(),
            entry.committed.us(),
        )
    };
    let binlog: Vec<_> = binlog.iter().map(of).collect();
    assert_eq!(binlog, [(1, 700, 0, 6_000), (2, 3, 1_000, 7_000), (0, 700, 6_000, 12_000)]);
}

#[test]
fn a_ddl_comes_at_its_moment_on_a_session_of_its_own_and_holds_up_nobody() {
    let ddl = Some(DdlMoment { at: SimTime(SECOND), duration_ns: 2 * SECOND });
    let with = RandomWorkload { ddl, ..workload(1, 500, Spread::Exponential) };
    let settings = SourceSettings {
        workload: Rc::new(with.into()),
        duration_ns: 5 * SECOND,
        ..textbook(1, 4, 500, 1_000, 0)
    };
    let (binlog, _) = binlog_in_steps(settings, 1_000);
    let ddl: Vec<_> = binlog.iter().filter(|entry| entry.session == 4).collect();
    assert_eq!(ddl.len(), 1);
    assert_eq!(ddl[0].started, SimTime(SECOND));
    assert!(ddl[0].committed - ddl[0].started < 2 * SECOND + 3 * MILLISECOND);
    let meanwhile = binlog.iter().filter(|entry| entry.committed < ddl[0].committed).count();
    assert!(meanwhile > 4_000, "{meanwhile}");
}

#[test]
fn write_sets_ask_for_less_than_commit_order_and_change_nothing_else() {
    let of = |tracking| {
        let mut settings = SourceSettings { transactions: 20_000, ..textbook(1, 16, 500, 1_000, 0) };
        settings.workload =
            Rc::new(RandomWorkload { keys: 5_000, ..workload(1, 500, Spread::Exponential) }.into());
        settings.tracking.tracking = tracking;
        binlog_in_steps(settings, 1_000).0
    };
    let (order, sets) = (of(Tracking::CommitOrder), of(Tracking::WriteSet));
    let session = of(Tracking::WriteSetSession);
    let mut lower = 0;
    for ((order, sets), session) in order.iter().zip(&sets).zip(&session) {
        assert!(sets.last_committed <= session.last_committed);
        assert!(session.last_committed <= order.last_committed);
        lower += u64::from(sets.last_committed < order.last_committed);
        assert_eq!(sets.committed, order.committed);
    }
    assert!(lower > 15_000, "{lower} of 20,000 are lower");
}

#[test]
fn processors_bound_what_clients_can_do_and_are_shared_by_turns() {
    let workload = RandomWorkload { execute_cpu_ns: MILLISECOND, ..workload(1, 0, Spread::Constant) };
    let settings = SourceSettings {
        workload: Rc::new(workload.into()),
        cores: 2,
        slice_ns: 100 * MICROSECOND,
        ..textbook(1, 16, 0, 100, 0)
    };
    let totals = totals(settings.clone());
    assert_near(tps(&totals), 2_000.0, 0.5, "two cores, a millisecond each");
    // As many cores as clients and one for the leader are as good as any number.
    let plenty = |cores| run(SourceSettings { cores, ..settings.clone() }).model.digest();
    assert_eq!(plenty(17), plenty(u32::MAX));
}

#[test]
#[ignore = "a measurement: run it alone, optimised"]
fn a_million_transactions_take_a_quarter_of_a_second() {
    for fsyncs_per_group in [1, 2] {
        let mut settings = SourceSettings { fsyncs_per_group, ..textbook(1, 64, 500, 1_000, 0) };
        (settings.duration_ns, settings.transactions) = (u64::MAX, 1_000_000);
        let start = std::time::Instant::now();
        let mut simulation = redo_lab::group_commit::Source::simulation(settings);
        while !simulation.step(10_000) {
            simulation.model.take_binlog();
        }
        println!("{fsyncs_per_group} fsyncs: {:?}, {} events", start.elapsed(), simulation.handled());
    }
}
