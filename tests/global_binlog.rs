//! The pipeline of a global binlog in virtual time.

use proptest::prelude::*;
use redo_lab::global_binlog::{
    Activity, BigTransaction, Changes, Costs, Flush, LaneOf, MemoryCause, MemorySettings, Outcome, Pipeline,
    PipelineSettings, Split, SplitBy, Stage, StuckTransaction, Swap, WorkloadSettings, WriterSettings,
};
use redo_lab::innodb::Table;
use redo_lab::sim::{MICROSECOND, MILLISECOND, SECOND, SimTime, Simulation};

fn workload() -> WorkloadSettings {
    WorkloadSettings {
        seed: 1,
        data_nodes: 8,
        idle_nodes: 0,
        tps_per_node: 500,
        duration_ns: SECOND,
        distributed_pct: 50,
        unordered_pct: 10,
        nodes_per_transaction: 2,
        execute_ns: MILLISECOND,
        commit_gap_ns: MILLISECOND,
        table: Table::sbtest1(),
        tables: 16,
        transaction_bytes: 2_000,
        rows_per_statement: 1,
        changes: Changes::Mixed,
        row_event_bytes: 8_192,
        heartbeat_ns: 200 * MILLISECOND,
        big: None,
        stuck: None,
    }
}

fn settings(workload: WorkloadSettings) -> PipelineSettings {
    PipelineSettings {
        workload,
        merge_group: 8,
        source_queue: 512,
        group_queue: 256,
        memory: MemorySettings {
            limit_bytes: 14_000_000_000,
            expansion_pct: 200,
            swap: Swap::Auto,
            new_threshold_pct: 85,
            all_threshold_pct: 95,
            check_ns: 10 * MILLISECOND,
            transaction_check_bytes: 104_857_600,
            event_check_bytes: 52_428_800,
        },
        writer: WriterSettings {
            split: Split { streams: 1, by: SplitBy::Table },
            file_bytes: 524_288_000,
            buffer_bytes: 1 << 20,
            flush: Flush::EveryTransaction,
            queue: 1_024,
            consumer_bytes_per_s: 0,
        },
        costs: Costs {
            link_latency_ns: 100 * MICROSECOND,
            link_bytes_per_s: 1_250_000_000,
            sort_event_ns: 500,
            sort_byte_ps: 1_330,
            merge_part_ns: 1_000,
            collectors: 4,
            collect_event_ns: 1_000,
            collect_byte_ps: 500,
            write_event_ns: 600,
            write_byte_ps: 1_920,
            flush_ns: 5 * MICROSECOND,
            spill_event_ns: 1_000,
            spill_byte_ps: 1_000,
            restore_byte_ps: 2_000,
        },
        watch_from: SimTime(100 * MILLISECOND),
    }
}

fn run(settings: PipelineSettings) -> Simulation<Pipeline> {
    let mut simulation = Pipeline::simulation(settings);
    while !simulation.step(10_000) {}
    simulation.model.finish().unwrap();
    simulation
}

/// The same with one huge transaction on one node.
fn huge(bytes: u64, limit_bytes: u64, swap: Swap) -> PipelineSettings {
    let at = SimTime(100 * MILLISECOND);
    let big = BigTransaction { at, bytes, row_bytes: 2_500, nodes: 1, scale: 100 };
    let mut settings = settings(WorkloadSettings { big: Some(big), tps_per_node: 100, ..workload() });
    (settings.memory.limit_bytes, settings.memory.swap) = (limit_bytes, swap);
    settings
}

const GB: u64 = 1_000_000_000;

fn is_near(value: u64, expected: u64, permille: u64) -> bool {
    u128::from(value.abs_diff(expected)) * 1_000 <= u128::from(expected) * u128::from(permille)
}

#[test]
fn a_calm_load_is_written_whole_and_no_stage_is_busy() {
    let run = run(settings(workload()));
    let totals = run.model.totals();
    assert_eq!(run.model.outcome(), Outcome::Written);
    assert_eq!((totals.written, totals.written), (totals.committed, run.model.delays().count()));
    assert_eq!(totals.distributed + totals.single_shard + totals.unordered_parts, totals.written);
    assert!(Stage::ALL.iter().all(|stage| totals.busy_ns[*stage as usize] < totals.ended.0 / 4));
    assert_eq!(totals.output.dml_bytes, totals.read.dml_bytes, "rows pass as they are");
}

#[test]
fn five_gigabytes_are_sorted_after_7_s_and_written_after_17_s() {
    let model = run(huge(5 * GB, 14 * GB, Swap::Off)).model;
    let totals = model.totals();
    let (sorted_ns, written_ns) = (totals.big_sorted_ns.unwrap(), totals.big_written_ns.unwrap());
    assert!(is_near(sorted_ns, 7 * SECOND, 10), "sorted after {sorted_ns} ns");
    assert!(is_near(written_ns, 17 * SECOND, 10), "written after {written_ns} ns");
    assert!(is_near(totals.peak_memory_bytes, 10 * GB, 10), "{} bytes", totals.peak_memory_bytes);
    assert_eq!((model.outcome(), totals.spilled_bytes), (Outcome::Written, 0));
}

#[test]
fn nobody_waits_for_a_node_whose_huge_transaction_is_sorted_and_no_hole_holds_it() {
    let mut settings = huge(GB, 14 * GB, Swap::Off);
    settings.workload.tps_per_node = 0;
    let totals = run(settings).model.totals();
    let sorted_ns = totals.big_sorted_ns.unwrap();
    assert!(totals.held_back_ns.iter().all(|held_ns| *held_ns <= sorted_ns + SECOND / 10), "{totals:?}");
    assert!(totals.peak_memory_by_place[1] < GB / 100, "{totals:?}");
}

#[test]
fn smaller_transactions_take_less_time_in_proportion() {
    for tenths in [5, 10, 20] {
        let totals = run(huge(tenths * GB / 10, 14 * GB, Swap::Off)).model.totals();
        let (sorted_ns, written_ns) = (totals.big_sorted_ns.unwrap(), totals.big_written_ns.unwrap());
        assert!(is_near(sorted_ns, tenths * 140 * MILLISECOND, 50), "{tenths}: sorted after {sorted_ns}");
        assert!(is_near(written_ns, tenths * 340 * MILLISECOND, 50), "{tenths}: written after {written_ns}");
    }
}

#[test]
fn one_event_in_a_hundred_tells_as_much_as_all_of_them() {
    let counted = |scale| {
        let mut settings = huge(GB / 2, 14 * GB, Swap::Auto);
        settings.workload.big.as_mut().unwrap().scale = scale;
        run(settings).model.totals()
    };
    let (all, sample) = (counted(1), counted(100));
    assert_eq!((all.read, all.output), (sample.read, sample.output));
    assert!(is_near(sample.big_sorted_ns.unwrap(), all.big_sorted_ns.unwrap(), 10));
    assert!(is_near(sample.big_written_ns.unwrap(), all.big_written_ns.unwrap(), 10));
    assert!(is_near(sample.peak_memory_bytes, all.peak_memory_bytes, 10));
}

#[test]
fn a_scale_changes_neither_times_nor_much_memory_of_what_is_restored() {
    let forced = |scale| {
        let mut settings = huge(GB / 2, 14 * GB, Swap::Force);
        settings.workload.big.as_mut().unwrap().scale = scale;
        run(settings).model.totals()
    };
    let (all, sample) = (forced(1), forced(100));
    assert!(is_near(sample.big_written_ns.unwrap(), all.big_written_ns.unwrap(), 10));
    // A collector has at least one piece in hand, and a piece of the sample is a hundred times as large.
    let (counted, scaled) = (all.peak_memory_bytes, sample.peak_memory_bytes);
    assert!(scaled < 4 * counted, "{scaled} bytes at a scale of 100, {counted} bytes counted");
}

#[test]
fn a_transaction_stays_in_memory_up_to_an_expansion_of_238_percent() {
    let spilled = |expansion_pct| {
        let mut settings = huge(5 * GB, 14 * GB, Swap::Auto);
        settings.memory.expansion_pct = expansion_pct;
        run(settings).model.totals().spilled_bytes
    };
    assert_eq!(spilled(237), 0);
    assert!(spilled(239) >= 5 * GB);
}

#[test]
fn four_gigabytes_run_out_unless_the_transaction_is_spilled() {
    let totals = |limit_bytes, swap| {
        let model = run(huge(5 * GB, limit_bytes, swap)).model;
        (model.outcome(), model.totals())
    };
    let (outcome, off) = totals(4 * GB, Swap::Off);
    let Outcome::OutOfMemory { at, cause } = outcome else { panic!("{outcome:?}") };
    assert_eq!(cause, MemoryCause::BigTransaction);
    assert!(at < off.last_written + 20 * SECOND && off.peak_memory_bytes > 4 * GB);
    let (auto_outcome, auto) = totals(4 * GB, Swap::Auto);
    let (force_outcome, force) = totals(4 * GB, Swap::Force);
    assert_eq!((auto_outcome, force_outcome), (Outcome::Written, Outcome::Written));
    let (_, spilled_from) = auto.first_spill.unwrap();
    assert!(is_near(spilled_from, 34 * GB / 10, 5), "spilled from {spilled_from} on");
    assert!(auto.peak_memory_bytes <= 4 * GB);
    assert!(is_near(auto.spilled_bytes, 5 * GB, 10) && is_near(force.spilled_bytes, 5 * GB, 10));
    let (_, unlimited) = totals(14 * GB, Swap::Off);
    let times = [unlimited, auto, force].map(|totals| totals.big_written_ns.unwrap());
    assert!(times[0] <= times[1] && times[1] <= times[2], "{times:?}");
}

#[test]
fn an_idle_node_stalls_the_stream_until_heartbeats_come() {
    let with_heartbeat = |heartbeat_ms| {
        let workload = WorkloadSettings {
            idle_nodes: 1,
            heartbeat_ns: heartbeat_ms * MILLISECOND,
            duration_ns: 3 * SECOND,
            ..workload()
        };
        run(settings(workload)).model
    };
    let stalled = with_heartbeat(0);
    assert_eq!((stalled.outcome(), stalled.totals().written), (Outcome::Stalled, 0));
    assert!(stalled.totals().peak_delay_ns > 29 * SECOND / 10);
    assert!(stalled.totals().held_back_ns[7] > 29 * SECOND / 10, "the idle node is the one that holds back");
    let model = with_heartbeat(200);
    assert_eq!(model.outcome(), Outcome::Written);
    let quantile_ms = |permille| model.delays().quantile_ns(permille) / MILLISECOND;
    assert!((190..=215).contains(&quantile_ms(990)), "{} ms", quantile_ms(990));
    assert!((85..=120).contains(&quantile_ms(500)), "{} ms", quantile_ms(500));
}

#[test]
fn a_stuck_prepared_transaction_takes_memory_until_it_ends() {
    let peak = |seconds: u64| {
        let stuck = StuckTransaction { at: SimTime(100 * MILLISECOND), lasts_ns: seconds * SECOND };
        let workload =
            WorkloadSettings { stuck: Some(stuck), duration_ns: (seconds + 1) * SECOND, ..workload() };
        let model = run(settings(workload)).model;
        assert_eq!(model.outcome(), Outcome::Written);
        assert!(model.totals().longest_hole_ns.abs_diff(seconds * SECOND) < SECOND / 10);
        model.totals().peak_memory_by_place[1]
    };
    let [one, two, four] = [1, 2, 4].map(peak);
    assert!(is_near(two, 2 * one, 100) && is_near(four, 2 * two, 100), "{one}, {two}, {four} bytes");
}

#[test]
fn delay_stays_flat_until_a_stage_is_busy_all_the_time() {
    let at_load = |tps_per_node| {
        let workload = WorkloadSettings { tps_per_node, duration_ns: SECOND / 2, ..workload() };
        let model = run(settings(workload)).model;
        let totals = model.totals();
        let busy_pct = totals.busy_ns.iter().max().unwrap() * 100 / totals.last_written.0;
        (model.delays().quantile_ns(500), busy_pct)
    };
    let steps = [1_000, 2_000, 4_000, 16_000].map(at_load);
    assert!(steps[..3].iter().all(|(delay_ns, busy_pct)| *delay_ns < 12 * MILLISECOND && *busy_pct < 95));
    let (delay_ns, busy_pct) = steps[3];
    assert!(delay_ns > 50 * MILLISECOND && busy_pct >= 95, "{steps:?}");
}

#[test]
fn streams_add_throughput_and_cost_atomicity() {
    let with_streams = |streams| {
        let workload = WorkloadSettings { tps_per_node: 16_000, duration_ns: SECOND / 4, ..workload() };
        let mut settings = settings(workload);
        settings.writer.split = Split { streams, by: SplitBy::Key };
        run(settings).model.totals()
    };
    let (one, four) = (with_streams(1), with_streams(4));
    assert!(four.last_written < one.last_written);
    assert_eq!(one.split_transactions, 0);
    assert!(four.split_transactions > four.written / 4);
    assert_eq!(four.written, one.written);
}

#[test]
fn a_slow_consumer_is_late_and_takes_no_memory() {
    let peak_memory_and_delay = |consumer_bytes_per_s| {
        let mut settings = settings(workload());
        settings.writer.consumer_bytes_per_s = consumer_bytes_per_s;
        let totals = run(settings).model.totals();
        (totals.peak_memory_bytes, totals.longest_consumed_ns)
    };
    let (unread_memory, unread_delay) = peak_memory_and_delay(0);
    let (memory, delay) = peak_memory_and_delay(2_000_000);
    assert_eq!((memory, unread_delay), (unread_memory, 0));
    assert!(delay > SECOND);
}

#[test]
fn memory_that_runs_out_in_queues_is_swept_to_the_spill_store() {
    let stuck = StuckTransaction { at: SimTime(100 * MILLISECOND), lasts_ns: SECOND };
    let workload = WorkloadSettings { stuck: Some(stuck), duration_ns: 2 * SECOND, ..workload() };
    let with_threshold = |new_threshold_pct| {
        let mut settings = settings(workload.clone());
        settings.memory.limit_bytes = 8_000_000;
        settings.memory.new_threshold_pct = new_threshold_pct;
        let model = run(settings).model;
        (model.outcome(), model.totals())
    };
    let (outcome, totals) = with_threshold(85);
    assert_eq!(outcome, Outcome::Written);
    assert!(totals.spilled_bytes > 0 && totals.peak_memory_bytes < 8_000_000);
    // Without a threshold for new events only the sweep is left.
    let (_, swept) = with_threshold(100);
    assert!(swept.spilled_bytes > 0);
}

#[test]
fn a_sweep_behind_a_long_hole_does_not_look_at_everything_again() {
    // 64,000 transactions wait behind the hole. Looking at all of them for each one that is spilled takes a minute, not a second.
    let stuck = StuckTransaction { at: SimTime(100 * MILLISECOND), lasts_ns: 2 * SECOND };
    let workload = WorkloadSettings {
        stuck: Some(stuck),
        tps_per_node: 4_000,
        transaction_bytes: 500,
        duration_ns: 2 * SECOND,
        ..workload()
    };
    let mut settings = settings(workload);
    settings.memory.limit_bytes = 50_000_000;
    (settings.memory.new_threshold_pct, settings.memory.all_threshold_pct) = (100, 20);
    let model = run(settings).model;
    let totals = model.totals();
    assert_eq!((model.outcome(), totals.written), (Outcome::Written, totals.committed));
    assert!(totals.spilled_bytes > 0 && totals.peak_memory_bytes < 50_000_000);
}

#[test]
fn a_transaction_that_does_not_fit_when_it_is_restored_ends_the_run() {
    let outcome = |limit_bytes| {
        let model = run(huge(5 * GB, limit_bytes, Swap::Force)).model;
        (model.outcome(), model.totals().peak_memory_bytes)
    };
    let (written, restored_bytes) = outcome(14 * GB);
    assert_eq!(written, Outcome::Written);
    assert_eq!(outcome(restored_bytes), (Outcome::Written, restored_bytes));
    let (short, _) = outcome(restored_bytes - 1);
    assert!(matches!(short, Outcome::OutOfMemory { cause: MemoryCause::Writer, .. }), "{short:?}");
}

#[test]
fn a_merge_whose_writers_are_late_shows_that_it_waits_for_them() {
    let waited_ns = |tps_per_node| {
        let workload = WorkloadSettings { tps_per_node, duration_ns: SECOND / 4, ..workload() };
        let model = run(settings(workload)).model;
        let root = model.lanes().find(|(lane, _)| *lane == LaneOf::Merge(0)).unwrap().1;
        let waits = root.iter().filter(|span| span.activity == Activity::WaitWriter as u8);
        waits.map(|span| span.to - span.from).sum::<u64>()
    };
    assert_eq!(waited_ns(500), 0);
    assert!(waited_ns(16_000) > SECOND / 100);
}

#[test]
fn the_digest_does_not_depend_on_how_a_run_is_cut_into_steps() {
    let digest = |budget| {
        let mut simulation = Pipeline::simulation(settings(workload()));
        while !simulation.step(budget) {}
        simulation.model.finish().unwrap();
        simulation.model.digest()
    };
    assert_eq!(digest(1), digest(100_000));
}

#[test]
#[ignore = "prints times"]
fn two_million_events_of_sixteen_nodes() {
    let workload = WorkloadSettings {
        data_nodes: 16,
        tps_per_node: 10_000,
        duration_ns: 700 * MILLISECOND,
        ..workload()
    };
    let start = std::time::Instant::now();
    let run = run(settings(workload));
    let totals = run.model.totals();
    println!("{} events, {} handled, {:?}", totals.read.events, run.handled(), start.elapsed());
}

fn any_settings() -> impl Strategy<Value = PipelineSettings> {
    let cluster = (1_u16..20, 0_u16..3, 0_u64..3_000, 1_u64..60, any::<u64>());
    let kinds = (0_u64..=100, 0_u64..=100, 1_u16..6, 0_u64..5_000, 0_u64..5_000);
    let rows = (100_u64..30_000, 1_u64..50, 300_u64..20_000, 0_u64..60);
    let moments = (0_u64..3, 0_u64..3, 0_u64..200_000_000, 1_u16..4);
    let limits = (2_u16..9, 1_u32..40, 1_u32..40, 1_u32..40, 1_u32..6);
    let memory = (1_000_000_u64..100_000_000, 0_u8..3, 1_u64..100, 1_u64..100);
    let writer = (1_u16..6, any::<bool>(), any::<bool>(), 1_000_u64..3_000_000);
    (cluster, kinds, rows, moments, limits, memory, writer).prop_map(|all| {
        let (cluster, kinds, rows, moments, limits, memory, writer) = all;
        let mut settings = settings(WorkloadSettings {
            seed: cluster.4,
            data_nodes: cluster.0,
            idle_nodes: cluster.1.min(cluster.0 - 1),
            tps_per_node: cluster.2,
            duration_ns: cluster.3 * MILLISECOND,
            distributed_pct: kinds.0,
            unordered_pct: kinds.1.min(100 - kinds.0),
            nodes_per_transaction: kinds.2,
            execute_ns: kinds.3 * MICROSECOND,
            commit_gap_ns: kinds.4 * MICROSECOND,
            transaction_bytes: rows.0,
            rows_per_statement: rows.1,
            row_event_bytes: rows.2,
            heartbeat_ns: rows.3 * MILLISECOND,
            big: (moments.0 == 1).then_some(BigTransaction {
                at: SimTime(5 * MILLISECOND),
                bytes: moments.2,
                row_bytes: 1_000,
                nodes: moments.3,
                scale: 50,
            }),
            stuck: (moments.1 == 1)
                .then_some(StuckTransaction { at: SimTime(3 * MILLISECOND), lasts_ns: 50 * MILLISECOND }),
            ..workload()
        });
        (settings.merge_group, settings.source_queue, settings.group_queue) = (limits.0, limits.1, limits.2);
        (settings.writer.queue, settings.costs.collectors) = (limits.3, limits.4);
        settings.memory.limit_bytes = memory.0;
        settings.memory.swap = [Swap::Auto, Swap::Force, Swap::Off][usize::from(memory.1)];
        (settings.memory.new_threshold_pct, settings.memory.all_threshold_pct) = (memory.2, memory.3);
        let by = if writer.1 { SplitBy::Key } else { SplitBy::Table };
        settings.writer.split = Split { streams: writer.0, by };
        if writer.2 {
            settings.writer.flush = Flush::Interval { interval_ns: 10 * MILLISECOND };
        }
        settings.writer.buffer_bytes = writer.3;
        settings
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_run_ends_whole_stalled_or_out_of_memory(settings in any_settings()) {
        let idle = settings.workload.idle_nodes > 0 && settings.workload.heartbeat_ns == 0;
        let limit_bytes = settings.memory.limit_bytes;
        let mut simulation = Pipeline::simulation(settings);
        let mut steps = 0;
        while !simulation.step(100_000) {
            steps += 1;
            prop_assert!(steps < 200, "the run does not end");
        }
        prop_assert_eq!(simulation.model.finish(), Ok(()));
        let totals = simulation.model.totals();
        match simulation.model.outcome() {
            Outcome::Written => prop_assert_eq!(totals.written, totals.committed),
            Outcome::Stalled => prop_assert!(idle, "a stream of nodes that live stalls"),
            Outcome::OutOfMemory { .. } => {}
        }
        let has_memory = !matches!(simulation.model.outcome(), Outcome::OutOfMemory { .. });
        prop_assert_eq!(has_memory, totals.peak_memory_bytes <= limit_bytes);
        prop_assert!(totals.busy_ns.iter().take(5).all(|busy_ns| *busy_ns <= totals.ended.0 + SECOND));
    }
}
