//! What holds for every stream and every replica.

use proptest::prelude::*;
use redo_lab::group_commit::{
    BinlogEntry, Kind, ParallelMode, RandomWorkload, Replica, ReplicaSettings, Tracking, TrackingSettings,
    WatchedApply, Workload, Written,
};
use redo_lab::sim::{MICROSECOND, SimTime, Simulation};

use std::rc::Rc;

use crate::stream::{entry, settings};

/// What is drawn for one transaction.
#[derive(Debug, Clone)]
struct Drawn {
    gap_us: u64,
    cpu_us: u64,
    wait_us: u64,
    back: u64,
    new_group: bool,
    schema: u16,
    ddl: bool,
    waited: bool,
    bytes: u64,
}

fn drawn() -> impl Strategy<Value = Drawn> {
    let times = (0_u64..300, 0_u64..400, 0_u64..400);
    let what = (1_u64..12, any::<bool>(), 0_u16..4, prop::bool::weighted(0.03), prop::bool::weighted(0.1));
    (times, what, 0_u64..2_000).prop_map(
        |((gap_us, cpu_us, wait_us), (back, new_group, schema, ddl, waited), bytes)| Drawn {
            gap_us,
            cpu_us,
            wait_us,
            back,
            new_group,
            schema,
            ddl,
            waited,
            bytes,
        },
    )
}

/// Up to 120 transactions, in the order of the binlog.
fn streams() -> impl Strategy<Value = Vec<BinlogEntry>> {
    prop::collection::vec(drawn(), 1..120).prop_map(|drawn| {
        let (mut time, mut group) = (0, 0);
        let with_position = drawn.into_iter().enumerate();
        with_position
            .map(|(position, drawn)| {
                group += u64::from(drawn.new_group || position == 0);
                time += if drawn.new_group { drawn.gap_us * MICROSECOND } else { 0 };
                let position = position as u64;
                BinlogEntry {
                    last_committed: (position + 1).saturating_sub(drawn.back),
                    group,
                    schema: drawn.schema,
                    kind: if drawn.ddl { Kind::Ddl } else { Kind::Rows },
                    waited: drawn.waited,
                    committed: SimTime(time),
                    bytes: drawn.bytes,
                    apply_cpu_ns: drawn.cpu_us * MICROSECOND,
                    ..entry(position, drawn.wait_us * MICROSECOND)
                }
            })
            .collect()
    })
}

/// Replicas of all kinds, on hot rows.
fn replicas() -> impl Strategy<Value = ReplicaSettings> {
    let mode = prop::sample::select(vec![
        ParallelMode::Serial,
        ParallelMode::LogicalClock,
        ParallelMode::Schema,
        ParallelMode::Conservative,
        ParallelMode::Optimistic,
    ]);
    let threads = (0_u32..9, 1_u32..10, any::<bool>());
    let commits = (0_u32..3, 0_u64..500, prop::sample::select(vec![0, 0, 300]), 0_u64..4);
    let tracking =
        prop::sample::select(vec![Tracking::CommitOrder, Tracking::WriteSet, Tracking::WriteSetSession]);
    let rest = (
        prop::sample::select(vec![0_u64, 0, 40]),
        0_u32..3,
        1_000_000_u64..50_000_000,
        10_u64..200,
        tracking,
    );
    (mode, threads, commits, rest).prop_map(|(mode, threads, commits, rest)| {
        let workload = RandomWorkload { rows: 3, keys: rest.3, ..Default::default() };
        ReplicaSettings {
            workload: Rc::new(Workload::Random(workload)),
            mode,
            workers: threads.0,
            cores: threads.1,
            preserve_commit_order: threads.2,
            fsyncs_per_group: commits.0,
            fsync_ns: commits.1 * MICROSECOND,
            delay_ns: commits.2 * MICROSECOND,
            no_delay_count: commits.3,
            hand_over_ns: rest.0 * MICROSECOND,
            retries: rest.1,
            link_bytes_per_s: rest.2,
            keeps_binlog: true,
            tracking: TrackingSettings { tracking: rest.4, history_size: 50, ..Default::default() },
            counts_collisions: true,
            ..settings()
        }
    })
}

/// Hands over what the source has committed slice by slice, as one who drives both does.
fn drive(
    settings: ReplicaSettings,
    entries: &[BinlogEntry],
    slice_us: u64,
    budget: u64,
) -> Simulation<Replica> {
    let mut simulation = Replica::simulation(settings);
    let (mut given, mut time) = (0, 0);
    while given < entries.len() {
        time += slice_us * MICROSECOND;
        let until = entries.partition_point(|entry| entry.committed < SimTime(time));
        Replica::receive(&mut simulation, entries[given..until].iter().copied());
        given = until;
        if given < entries.len() {
            while !simulation.step_until(SimTime(time), budget) {}
        }
    }
    while !simulation.step(budget) {}
    simulation
}

fn in_order(settings: &ReplicaSettings) -> bool {
    settings.preserve_commit_order
        || matches!(
            settings.mode,
            ParallelMode::Conservative | ParallelMode::Optimistic | ParallelMode::Serial
        )
        || settings.workers == 0
}

fn committed(watched: &WatchedApply) -> SimTime {
    watched.committed.expect("everything is committed in the end")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_is_lost_or_applied_twice(settings in replicas(), entries in streams()) {
        let mut end = drive(settings, &entries, 500, 1_000);
        let replica = &mut end.model;
        prop_assert_eq!(replica.totals().applied, entries.len() as u64);
        prop_assert_eq!(replica.low_water_mark(), entries.len() as u64);
        prop_assert_eq!(replica.backlog(), 0);
        let written: Vec<Written> = replica.take_binlog();
        let mut transactions: Vec<u64> = written.iter().map(|written| written.entry.transaction).collect();
        transactions.sort_unstable();
        prop_assert!(transactions.iter().copied().eq(0..entries.len() as u64));
        for (position, written) in written.iter().enumerate() {
            prop_assert_eq!(written.entry.sequence_number, position as u64 + 1);
            prop_assert!(written.entry.last_committed < written.entry.sequence_number);
        }
        prop_assert_eq!(replica.totals().cpu_busy_ns >= entries.iter().map(|entry| entry.apply_cpu_ns).sum(), true);
    }

    #[test]
    fn commits_are_in_the_order_of_the_source_when_that_is_asked(settings in replicas(), entries in streams()) {
        let settings = ReplicaSettings { preserve_commit_order: true, ..settings };
        let mut end = drive(settings, &entries, 500, 1_000);
        prop_assert!(end.model.watched().windows(2).all(|pair| committed(&pair[0]) <= committed(&pair[1])));
        let written = end.model.take_binlog();
        prop_assert!(written.windows(2).all(|pair| pair[0].entry.transaction < pair[1].entry.transaction));
    }

    #[test]
    fn no_transaction_begins_before_those_that_it_depends_on_are_committed(settings in replicas(), entries in streams()) {
        let settings = ReplicaSettings { mode: ParallelMode::LogicalClock, ..settings };
        let end = drive(settings, &entries, 500, 1_000);
        let watched = end.model.watched();
        let mut newest = SimTime(0);
        let all_up_to: Vec<SimTime> = watched.iter().map(|watched| { newest = newest.max(committed(watched)); newest }).collect();
        for (entry, watched) in entries.iter().zip(watched) {
            prop_assert!(watched.apply_from.unwrap() >= entry.committed);
            if entry.last_committed > 0 {
                prop_assert!(watched.apply_from.unwrap() >= all_up_to[entry.last_committed as usize - 1]);
            }
        }
    }

    #[test]
    fn a_ddl_runs_beside_nobody(settings in replicas(), entries in streams()) {
        let mode = if settings.mode == ParallelMode::Schema { ParallelMode::LogicalClock } else { settings.mode };
        let settings = ReplicaSettings { mode, ..settings };
        let end = drive(settings, &entries, 500, 1_000);
        let watched = end.model.watched();
        for ddl in entries.iter().filter(|entry| entry.kind == Kind::Ddl) {
            let position = ddl.transaction as usize;
            let (before, behind) = (&watched[..position], &watched[position + 1..]);
            prop_assert!(before.iter().all(|other| committed(other) <= watched[position].apply_from.unwrap()));
            prop_assert!(behind.iter().all(|other| other.apply_from.unwrap() >= committed(&watched[position])));
        }
    }

    #[test]
    fn transactions_that_change_one_row_never_have_it_at_the_same_time(settings in replicas(), entries in streams()) {
        let settings = ReplicaSettings { mode: ParallelMode::Optimistic, ..settings };
        let workload = Rc::clone(&settings.workload);
        let end = drive(settings, &entries, 500, 1_000);
        let keys = |position: usize| { let mut keys = Vec::new(); workload.lock_keys(position as u64, &mut keys); keys };
        let watched = end.model.watched();
        for later in 1..entries.len() {
            for earlier in 0..later {
                if keys(later).iter().any(|key| keys(earlier).contains(key)) {
                    prop_assert!(watched[earlier].apply_to <= watched[later].apply_to);
                }
            }
        }
    }

    #[test]
    fn a_run_cut_into_steps_of_any_size_ends_in_the_same_digest(
        settings in replicas(), entries in streams(), slice_us in 1_u64..2_000, budget in 1_u64..50,
    ) {
        let whole = drive(settings.clone(), &entries, 1_000_000, u64::MAX);
        let cut = drive(settings, &entries, slice_us, budget);
        prop_assert_eq!(whole.model.digest(), cut.model.digest());
        prop_assert_eq!(whole.now(), cut.now());
    }

    #[test]
    fn a_checkpoint_goes_on_as_the_original_does(settings in replicas(), entries in streams(), steps in 0_u64..300) {
        let mut original = Replica::simulation(settings);
        Replica::receive(&mut original, entries.iter().copied());
        original.step(steps);
        let mut checkpoint = original.clone();
        while !original.step(7) {}
        while !checkpoint.step(100) {}
        prop_assert_eq!(original.model.digest(), checkpoint.model.digest());
    }

    #[test]
    fn a_crash_leaves_everything_below_the_low_water_mark_and_gaps_only_without_order(
        settings in replicas(), entries in streams(), crash_us in 0_u64..20_000,
    ) {
        let ordered = in_order(&settings);
        let settings = ReplicaSettings { crash_at: Some(SimTime(crash_us * MICROSECOND)), ..settings };
        let mut end = drive(settings, &entries, 500, 1_000);
        let mut left: Vec<u64> = end.model.take_binlog().iter().map(|written| written.entry.transaction).collect();
        left.sort_unstable();
        if let Some(crash) = end.model.crash() {
            let without_gap = left.iter().enumerate().take_while(|(position, left)| *position as u64 == **left).count();
            prop_assert_eq!(crash.low_water_mark, without_gap as u64);
            prop_assert_eq!(crash.committed_above, (left.len() - without_gap) as u64);
            let newest = left.last().map_or(0, |newest| newest + 1);
            prop_assert_eq!(crash.gaps, newest - left.len() as u64);
            prop_assert!(!ordered || crash.gaps == 0);
        }
    }
}
