//! From parameters to what the engine is set up with.

use crate::experiment::Params;
use crate::global_binlog::{
    BigTransaction, Changes, Costs, Flush, MemorySettings, PipelineSettings, Split, SplitBy,
    StuckTransaction, Swap, WorkloadSettings, WriterSettings,
};
use crate::lab::redo_volume::engine_table;
use crate::sim::{MICROSECOND, MILLISECOND, SimTime};

/// A parameter in microseconds as nanoseconds.
fn from_us(params: &Params, name: &str) -> u64 {
    params.integer(name) * MICROSECOND
}

/// A parameter in milliseconds as nanoseconds.
fn from_ms(params: &Params, name: &str) -> u64 {
    params.integer(name) * MILLISECOND
}

/// A whole number of 32 bits; the parameter's range sees to that.
fn small(params: &Params, name: &str) -> u32 {
    u32::try_from(params.integer(name)).unwrap_or(u32::MAX)
}

/// A whole number of 16 bits; the parameter's range sees to that.
fn tiny(params: &Params, name: &str) -> u16 {
    u16::try_from(params.integer(name)).unwrap_or(u16::MAX)
}

/// The whole pipeline.
pub(super) fn pipeline(params: &Params, seed: u64) -> PipelineSettings {
    PipelineSettings {
        workload: workload(params, seed),
        merge_group: tiny(params, "merge_group"),
        source_queue: small(params, "source_queue"),
        group_queue: small(params, "group_queue"),
        memory: memory(params),
        writer: writer(params),
        costs: costs(params),
        watch_from: watch_from(params),
    }
}

/// When the picture begins to look closely.
pub(super) fn watch_from(params: &Params) -> SimTime {
    SimTime(from_ms(params, "watch_at_ms"))
}

fn workload(params: &Params, seed: u64) -> WorkloadSettings {
    WorkloadSettings {
        seed,
        data_nodes: tiny(params, "data_nodes"),
        idle_nodes: tiny(params, "idle_nodes"),
        tps_per_node: params.integer("tps_per_node"),
        duration_ns: from_ms(params, "duration_ms"),
        distributed_pct: params.integer("distributed_pct"),
        unordered_pct: params.integer("unordered_pct"),
        nodes_per_transaction: tiny(params, "nodes_per_transaction"),
        execute_ns: from_us(params, "execute_us"),
        commit_gap_ns: from_us(params, "commit_gap_us"),
        table: engine_table(&params.table("table")),
        tables: params.integer("tables"),
        transaction_bytes: params.integer("transaction_bytes"),
        rows_per_statement: params.integer("rows_per_statement"),
        changes: match params.word("changes") {
            "insert" => Changes::Insert,
            "update" => Changes::Update,
            "delete" => Changes::Delete,
            _ => Changes::Mixed,
        },
        row_event_bytes: params.integer("row_event_bytes"),
        heartbeat_ns: from_ms(params, "heartbeat_ms"),
        big: big(params),
        stuck: stuck(params),
    }
}

fn big(params: &Params) -> Option<BigTransaction> {
    let bytes = params.integer("big_transaction_bytes");
    (bytes > 0).then(|| BigTransaction {
        at: SimTime(from_ms(params, "big_at_ms")),
        bytes,
        row_bytes: params.integer("big_row_bytes"),
        // More nodes than have transactions it cannot have.
        nodes: tiny(params, "big_nodes").min(tiny(params, "data_nodes") - tiny(params, "idle_nodes")),
        scale: small(params, "scale"),
    })
}

fn stuck(params: &Params) -> Option<StuckTransaction> {
    let lasts_ns = from_ms(params, "stuck_ms");
    (lasts_ns > 0).then(|| StuckTransaction { at: SimTime(from_ms(params, "stuck_at_ms")), lasts_ns })
}

fn memory(params: &Params) -> MemorySettings {
    MemorySettings {
        limit_bytes: params.integer("memory_bytes"),
        expansion_pct: params.integer("expansion_pct"),
        swap: match params.word("swap") {
            "force" => Swap::Force,
            "off" => Swap::Off,
            _ => Swap::Auto,
        },
        new_threshold_pct: params.integer("persist_new_threshold_pct"),
        all_threshold_pct: params.integer("persist_all_threshold_pct"),
        check_ns: from_ms(params, "memory_check_ms"),
        transaction_check_bytes: params.integer("transaction_check_bytes"),
        event_check_bytes: params.integer("event_check_bytes"),
    }
}

fn writer(params: &Params) -> WriterSettings {
    let by = match params.word("stream_by") {
        "key" => SplitBy::Key,
        _ => SplitBy::Table,
    };
    WriterSettings {
        split: Split { streams: tiny(params, "streams"), by },
        file_bytes: params.integer("file_bytes"),
        buffer_bytes: params.integer("buffer_bytes"),
        flush: match params.word("flush") {
            "interval" => Flush::Interval { interval_ns: from_ms(params, "flush_interval_ms") },
            _ => Flush::EveryTransaction,
        },
        queue: small(params, "send_queue"),
        consumer_bytes_per_s: params.integer("consumer_bytes_per_s"),
    }
}

fn costs(params: &Params) -> Costs {
    Costs {
        link_latency_ns: from_us(params, "link_latency_us"),
        link_bytes_per_s: params.integer("link_bytes_per_s"),
        sort_event_ns: params.integer("sort_event_ns"),
        sort_byte_ps: params.integer("sort_byte_ps"),
        merge_part_ns: params.integer("merge_part_ns"),
        collectors: small(params, "collectors"),
        collect_event_ns: params.integer("collect_event_ns"),
        collect_byte_ps: params.integer("collect_byte_ps"),
        write_event_ns: params.integer("write_event_ns"),
        write_byte_ps: params.integer("write_byte_ps"),
        flush_ns: from_us(params, "flush_us"),
        spill_event_ns: params.integer("spill_event_ns"),
        spill_byte_ps: params.integer("spill_byte_ps"),
        restore_byte_ps: params.integer("restore_byte_ps"),
    }
}
