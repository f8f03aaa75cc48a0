//! The pipeline of a global binlog in virtual time.

#[path = "global_binlog_support/mod.rs"]
mod support;

use redo_lab::global_binlog::{
    BigTransaction, Changes, Costs, Flush, MemorySettings, Outcome, Pipeline, PipelineSettings, Split,
    SplitBy, Swap, WorkloadSettings, WriterSettings,
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
            write_byte_ps: 1_900,
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

#[test]
fn a_calm_load_is_written_whole() {
    let run = run(settings(workload()));
    println!("{:#?} {} events", run.model.totals(), run.handled());
    assert_eq!(run.model.outcome(), Outcome::Written);
}

#[test]
fn a_huge_transaction_is_sorted_in_7_s_and_written_in_17() {
    let big = BigTransaction {
        at: SimTime(100 * MILLISECOND),
        bytes: 5_000_000_000,
        row_bytes: 2_500,
        nodes: 1,
        scale: 100,
    };
    let mut settings = settings(WorkloadSettings { big: Some(big), ..workload() });
    settings.memory.swap = Swap::Off;
    let run = run(settings);
    println!("{:#?} {} events", run.model.totals(), run.handled());
    assert_eq!(run.model.outcome(), Outcome::Written);
}
