//! The metrics of the lab, in the order in which they are shown.

use crate::experiment::MetricSpec;

const fn simulated(name: &'static str, unit: &'static str, meaning: &'static str) -> MetricSpec {
    MetricSpec::new(name, unit, "simulated", meaning)
}

const fn counted(name: &'static str, unit: &'static str, meaning: &'static str) -> MetricSpec {
    MetricSpec::counted(name, unit, meaning)
}

/// The metrics.
pub(super) fn all() -> Vec<MetricSpec> {
    [&OUTCOME[..], &DELAY, &MEMORY, &STAGES, &CONTENTS].concat()
}

const OUTCOME: [MetricSpec; 9] = [
    simulated(
        "status",
        "",
        "written if every transaction is in the global binlog; stalled if a node without anything to say holds the rest back for \
         ever; out-of-memory if memory ran out.",
    ),
    simulated("eps", "events/s", "Events written a second, until the last transaction was written."),
    simulated("dml_eps", "events/s", "The table maps and row events among them."),
    simulated("bps", "B/s", "Bytes written a second."),
    simulated("tps", "TPS", "Transactions written a second."),
    simulated("fpm", "files/min", "Files that are filled a minute at that rate."),
    simulated("written_at_ms", "ms", "When the last transaction was in the global binlog."),
    simulated(
        "bottleneck",
        "",
        "The stage that was busy for at least 95 % of that time: with a higher load, delay grows without bound. none if there is \
         no such stage.",
    ),
    counted(
        "order_kept",
        "",
        "1: what was written has been checked. Every transaction is there once and whole, in the order of the timestamps, and what \
         came before on a node came before.",
    ),
];

const DELAY: [MetricSpec; 15] = [
    simulated(
        "delay_ms.mean",
        "ms",
        "From committed on its last node until in the global binlog, of all transactions: mean.",
    ),
    simulated("delay_ms.p50", "ms", "The delay that half of the transactions stay within."),
    simulated("delay_ms.p95", "ms", "The delay that 95 of 100 transactions stay within."),
    simulated("delay_ms.p99", "ms", "The delay that 99 of 100 transactions stay within."),
    simulated(
        "delay_ms.peak",
        "ms",
        "The longest delay, that of transactions included which were not written when the run ended.",
    ),
    simulated(
        "sort_delay_ms",
        "ms",
        "From committed until the last merge had passed all of it on: the huge transaction, or the one that took longest.",
    ),
    simulated(
        "write_delay_ms",
        "ms",
        "From committed until it was in the global binlog, from the same zero.",
    ),
    simulated(
        "delay_pct.read",
        "%",
        "Of all delays: on the link, being read, sorted or spilled, or unread, behind others or because the queue before the merge is \
         full.",
    ),
    simulated("delay_pct.hole", "%", "Of all delays: held by a hole in the node's log."),
    simulated("delay_pct.input", "%", "Of all delays: before the merge, which waited for another node."),
    simulated("delay_pct.merge", "%", "Of all delays: in merges that were busy."),
    simulated(
        "delay_pct.collect",
        "%",
        "Of all delays: until the first of it was put together and transformed.",
    ),
    simulated(
        "delay_pct.write",
        "%",
        "Of all delays: until written and flushed, or before the merge because writers had no room.",
    ),
    simulated("held_back_by", "node", "The node that merges waited for longest."),
    simulated("held_back_ms", "ms", "How long they waited for it."),
];

const MEMORY: [MetricSpec; 11] = [
    simulated("peak_memory_bytes", "B", "The most memory in use, expansion included."),
    simulated("peak_memory_pct", "%", "The same as a share of the memory that there is."),
    simulated(
        "peak_memory_bytes.receiving",
        "B",
        "The most memory of transactions that were being read or not committed.",
    ),
    simulated("peak_memory_bytes.holes", "B", "The most memory of committed ones that a hole held back."),
    simulated("peak_memory_bytes.queued", "B", "The most memory of sorted ones before a merge."),
    simulated("peak_memory_bytes.sending", "B", "The most memory between merge and file."),
    counted("spilled_bytes", "B", "Bytes of events that went to the spill store."),
    simulated("spill_from_memory_bytes", "B", "Memory in use when the first event was spilled."),
    simulated("first_spill_at_ms", "ms", "When that was."),
    simulated("out_of_memory_at_ms", "ms", "When memory ran out."),
    simulated(
        "memory_cause",
        "",
        "What held most of the memory then: big-transaction, hole, merge-input, writer or spread.",
    ),
];

const STAGES: [MetricSpec; 6] = [
    simulated("busy_pct.link", "%", "Share of the time that the busiest link was busy."),
    simulated(
        "busy_pct.sort",
        "%",
        "Share of the time that the busiest node's sort was busy, spilling included.",
    ),
    simulated("busy_pct.merge", "%", "Share of the time that the busiest merge was busy."),
    simulated("busy_pct.collect", "%", "Share of the time that collectors were busy, on average."),
    simulated("busy_pct.write", "%", "Share of the time that the busiest writer was busy."),
    simulated("busy_pct.consume", "%", "Share of the time that the busiest consumer was busy."),
];

const CONTENTS: [MetricSpec; 17] = [
    simulated("transactions", "transactions", "Transactions written; parts of unordered ones by themselves."),
    simulated("distributed_transactions", "transactions", "The distributed ones among them."),
    simulated("single_shard_transactions", "transactions", "The single-shard ones among them."),
    simulated("unordered_parts", "transactions", "The parts of unordered ones among them."),
    simulated("unwritten_transactions", "transactions", "Committed, but not written when the run ended."),
    simulated("heartbeats", "heartbeats", "Heartbeats that passed the merge."),
    counted("source_bytes", "B", "Bytes read from the nodes' logs."),
    counted("written_bytes", "B", "Bytes of the global binlog."),
    counted("written_events", "events", "Events of the global binlog."),
    counted("files", "files", "Files begun."),
    simulated("flushes", "flushes", "Flushes of the write buffer."),
    simulated("holes", "holes", "Times that a hole held transactions back in a node's log."),
    simulated("longest_hole_ms", "ms", "The longest of these times."),
    simulated("peak_unread_records", "records", "The most records that stood unread in one node's log."),
    simulated(
        "split_transactions",
        "transactions",
        "Transactions whose rows went to more than one stream: no reader sees them as one.",
    ),
    simulated("split_pct", "%", "The same as a share of the transactions written."),
    simulated("consumer_delay_ms", "ms", "The longest time from written until the consumer had read it."),
];
