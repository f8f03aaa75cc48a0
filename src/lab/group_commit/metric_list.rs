//! The metrics of the lab, in the order in which they are shown.

use crate::experiment::MetricSpec;

const fn simulated(name: &'static str, unit: &'static str, meaning: &'static str) -> MetricSpec {
    MetricSpec::new(name, unit, "simulated", meaning)
}

const fn counted(name: &'static str, unit: &'static str, meaning: &'static str) -> MetricSpec {
    MetricSpec::counted(name, unit, meaning)
}

/// The metrics.
pub(super) const METRICS: [MetricSpec; 54] = [
    simulated("source_tps", "TPS", "Transactions that the source committed a second."),
    simulated(
        "transactions",
        "transactions",
        "Transactions that the source committed, or that the listing holds.",
    ),
    simulated(
        "commit_latency_us.mean",
        "us",
        "From asking for the commit until it is done, on the source: mean.",
    ),
    simulated("commit_latency_us.p50", "us", "The commit latency that half of the transactions stay within."),
    simulated("commit_latency_us.p95", "us", "The commit latency that 95 of 100 transactions stay within."),
    simulated("commit_latency_us.p99", "us", "The commit latency that 99 of 100 transactions stay within."),
    simulated("group_size", "transactions", "Transactions of a binlog group of the source, on average."),
    simulated("group_size.mean", "transactions", "The same."),
    simulated("group_size.p50", "transactions", "Half of the groups are not larger."),
    simulated("group_size.p95", "transactions", "95 of 100 groups are not larger."),
    simulated("group_size.max", "transactions", "The largest group."),
    simulated("groups", "groups", "Binlog groups of the source."),
    simulated("groups_closed.delay", "groups", "Groups that were closed because the delay was over."),
    simulated(
        "groups_closed.count",
        "groups",
        "Groups that were closed because enough transactions had come.",
    ),
    simulated(
        "groups_closed.row-lock",
        "groups",
        "Groups that were closed because a transaction waited for a row of one in the group.",
    ),
    simulated("groups_closed.no-wait", "groups", "Groups that were closed without any waiting."),
    simulated("redo_fsyncs", "fsyncs", "Fsyncs of the source's redo log."),
    simulated("binlog_fsyncs", "fsyncs", "Fsyncs of the source's binlog."),
    simulated("fsyncs_per_transaction", "fsyncs", "Fsyncs of both logs a transaction."),
    simulated("row_lock_waits", "waits", "Transactions of the source that waited for a row."),
    simulated("source_cpu_pct", "%", "Share of the source's processor time that was used."),
    simulated(
        "replica_tps",
        "TPS",
        "Transactions that the replica committed a second, from its start to its last commit.",
    ),
    simulated(
        "replica_group_size",
        "transactions",
        "Transactions that the replica committed together, on average.",
    ),
    simulated("replica_fsyncs", "fsyncs", "Fsyncs of the replica."),
    simulated(
        "retries",
        "retries",
        "Times that a transaction was rolled back on the replica and tried again.",
    ),
    simulated("replica_cpu_pct", "%", "Share of the replica's processor time that was used."),
    simulated(
        "replica_wait_pct.dependency",
        "%",
        "Of all time that transactions waited on the replica: for one that they depend on.",
    ),
    simulated(
        "replica_wait_pct.worker",
        "%",
        "Of all time that transactions waited on the replica: for a free worker.",
    ),
    simulated(
        "replica_wait_pct.core",
        "%",
        "Of all time that transactions waited on the replica: for a free core.",
    ),
    simulated(
        "replica_wait_pct.row-lock",
        "%",
        "Of all time that transactions waited on the replica: for a row that an earlier one holds.",
    ),
    simulated(
        "replica_wait_pct.commit-order",
        "%",
        "Of all time that transactions waited on the replica: for their turn to commit.",
    ),
    simulated(
        "replica_wait_pct.fsync",
        "%",
        "Of all time that transactions waited on the replica: for an fsync.",
    ),
    simulated("drained_at_ms", "ms", "When the replica had committed all that it did commit."),
    simulated(
        "low_water_mark",
        "",
        "Up to this place in the binlog the replica had committed everything when it ended.",
    ),
    simulated(
        "gaps_after_crash",
        "transactions",
        "Transactions that the crashed replica had not committed although later ones were.",
    ),
    simulated(
        "committed_beyond_gap",
        "transactions",
        "Transactions that the crashed replica had committed although an earlier one was not.",
    ),
    simulated(
        "wrong_results",
        "transactions",
        "Transactions that the replica ran beside one that changes the same index entry, because their write sets did not name \
         it; counted with primary-only.",
    ),
    simulated(
        "peak_lag_ms",
        "ms",
        "The longest true lag: the age of the oldest transaction that the replica had not committed.",
    ),
    simulated("final_lag_ms", "ms", "The true lag when the clients ended."),
    simulated(
        "lag_grows",
        "",
        "yes if in the second half of the clients' time the replica committed less than 99 % of what the source did, and was \
         further behind at its end than at its start and than 1 % of that time; otherwise no.",
    ),
    simulated(
        "peak_seconds_behind_source_s",
        "s",
        "The highest Seconds_Behind_Source, which is not the true lag.",
    ),
    simulated("peak_lag_ms.replica-2", "ms", "The longest true lag of the second replica of a chain."),
    counted(
        "parallel_steps",
        "steps",
        "Steps on the replica's workers if every transaction took one step and they were started in order.",
    ),
    counted(
        "critical_path",
        "transactions",
        "The longest chain of transactions that must run one after another.",
    ),
    counted("parallelism", "x", "Transactions divided by the critical path: the best possible speed-up."),
    counted(
        "parallel_steps.writeset",
        "steps",
        "The same steps if the binlog came from write sets; of one's own workload.",
    ),
    counted(
        "critical_path.writeset",
        "transactions",
        "The longest chain if the binlog came from write sets.",
    ),
    counted("parallelism.writeset", "x", "The best possible speed-up if the binlog came from write sets."),
    simulated("writeset_history_clears", "times", "How often the history of write sets was cleared."),
    simulated(
        "writeset_fallbacks",
        "transactions",
        "Transactions for which the write set could not be used.",
    ),
    simulated("events", "events", "Events that the simulation handled."),
    simulated(
        "max_tps",
        "TPS",
        "The highest throughput of the source at which the lag stayed within its limit while the clients worked, and did not keep \
         growing; the other numbers are those of that run.",
    ),
    simulated("clients_at_max", "clients", "The clients with which the highest throughput was reached."),
    simulated(
        "arrival_tps_at_max",
        "TPS",
        "The arrivals with which the highest throughput was reached, when arrival is open.",
    ),
];
