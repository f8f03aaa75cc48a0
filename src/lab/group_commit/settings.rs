//! From the parameters of an experiment to what the simulation takes.

use std::rc::Rc;

use crate::base::DocumentError;
use crate::experiment::{Params, TransactionSpec};
use crate::group_commit::{
    Arrival, DdlMoment, HashedKeys, HugeMoment, KeyDistribution, ListedTransaction, ListedWorkload,
    ParallelMode, RandomWorkload, ReplicaSettings, Server, SourceSettings, Spread, Tracking,
    TrackingSettings, Workload,
};
use crate::sim::{MICROSECOND, MILLISECOND, SECOND, SimTime};

/// A parameter in microseconds as nanoseconds.
fn from_us(params: &Params, name: &str) -> u64 {
    params.integer(name) * MICROSECOND
}

/// A parameter in milliseconds as a point in time.
fn moment(params: &Params, name: &str) -> SimTime {
    SimTime(params.integer(name) * MILLISECOND)
}

/// A whole number of 32 bits; the parameter's range sees to that.
fn small(params: &Params, name: &str) -> u32 {
    u32::try_from(params.integer(name)).unwrap_or(u32::MAX)
}

/// What the transactions do: the learner's own, or drawn ones.
///
/// # Errors
/// A row of the learner's own that cannot be read.
pub(super) fn workload(params: &Params, seed: u64) -> Result<Workload, DocumentError> {
    let own = params.transactions("own_transactions");
    if own.is_empty() {
        return Ok(random_workload(params, seed).into());
    }
    let listed = own.iter().map(|transaction| listed_transaction(params, transaction)).collect();
    let workload = ListedWorkload::new(listed).map_err(|error| {
        let path = format!("own_transactions[{}].rows[{}]", error.transaction, error.row);
        DocumentError::new(path, own[error.transaction].rows[error.row].as_str(), error.reason.to_string())
    })?;
    Ok(workload.into())
}

fn random_workload(params: &Params, seed: u64) -> RandomWorkload {
    let ddl =
        DdlMoment { at: moment(params, "ddl_at_ms"), duration_ns: params.integer("ddl_ms") * MILLISECOND };
    let huge = HugeMoment { at: moment(params, "big_at_ms"), rows: small(params, "big_rows") };
    RandomWorkload {
        seed,
        work_ns: from_us(params, "work_us"),
        work_spread: match params.word("work_distribution") {
            "constant" => Spread::Constant,
            _ => Spread::Exponential,
        },
        execute_cpu_ns: from_us(params, "source_cpu_us"),
        apply_cpu_ns: from_us(params, "apply_cpu_us"),
        apply_wait_ns: from_us(params, "apply_wait_us"),
        bytes: params.integer("transaction_bytes"),
        rows: small(params, "rows_per_transaction"),
        keys: params.integer("keys"),
        distribution: match params.word("key_distribution") {
            "special" => KeyDistribution::Special,
            "hot" => KeyDistribution::Hot { rows: params.integer("hot_keys").min(params.integer("keys")) },
            _ => KeyDistribution::Uniform,
        },
        tables: small(params, "tables"),
        schemas: params.integer("schemas") as u16,
        unique_keys: small(params, "unique_keys"),
        parent_keys: params.integer("parent_keys"),
        keyless_pct: params.integer("keyless_pct"),
        ddl: (ddl.duration_ns > 0).then_some(ddl),
        huge: (huge.rows > 0).then_some(huge),
    }
}

/// One of the learner's own transactions; what it does not say is the lab's.
fn listed_transaction(params: &Params, own: &TransactionSpec) -> ListedTransaction {
    let or_lab =
        |own_us: Option<u64>, name: &str| own_us.unwrap_or_else(|| params.integer(name)) * MICROSECOND;
    ListedTransaction {
        arrival: SimTime(own.at_us * MICROSECOND),
        session: own.session as u32,
        execute_cpu_ns: from_us(params, "source_cpu_us"),
        work_ns: or_lab(own.work_us, "work_us"),
        apply_cpu_ns: or_lab(own.apply_us, "apply_cpu_us"),
        apply_wait_ns: from_us(params, "apply_wait_us"),
        bytes: params.integer("transaction_bytes"),
        rows: if own.ddl { vec!["ddl t".to_owned()] } else { own.rows.clone() },
    }
}

/// How dependencies are tracked.
pub(super) fn tracking(params: &Params) -> TrackingSettings {
    TrackingSettings {
        tracking: match params.word("tracking") {
            "writeset" => Tracking::WriteSet,
            "writeset-session" => Tracking::WriteSetSession,
            _ => Tracking::CommitOrder,
        },
        history_size: params.integer("history_size") as usize,
        hashed: match params.word("writeset_keys") {
            "primary-only" => HashedKeys::PrimaryOnly,
            _ => HashedKeys::All,
        },
    }
}

/// How transactions come to the source.
fn arrival(params: &Params, workload: &Workload) -> Arrival {
    let clients = small(params, "clients");
    match (workload, params.word("arrival")) {
        (Workload::Listed(_), _) => Arrival::Listed,
        (_, "open") => Arrival::Open { clients, transactions_per_s: params.integer("arrival_tps") },
        // Thinking is as irregular as people are.
        _ => Arrival::Closed {
            clients,
            think_ns: from_us(params, "think_us"),
            think_spread: Spread::Exponential,
        },
    }
}

/// Whose rules of group commit hold.
fn server(params: &Params) -> Server {
    match params.word("server") {
        "mariadb" => Server::Mariadb,
        "postgresql" => Server::Postgresql,
        "single" => Server::Single,
        _ => Server::Mysql,
    }
}

/// The source.
pub(super) fn source(params: &Params, workload: &Rc<Workload>, seed: u64) -> SourceSettings {
    // A list is worked off, however long that takes.
    let duration_ns = match **workload {
        Workload::Listed(_) | Workload::Dump(_) => u64::MAX,
        Workload::Random(_) => params.integer("duration_s") * SECOND,
    };
    SourceSettings {
        workload: Rc::clone(workload),
        seed,
        arrival: arrival(params, workload),
        server: server(params),
        fsync_ns: from_us(params, "fsync_us"),
        fsyncs_per_group: small(params, "fsyncs_per_group"),
        delay_ns: from_us(params, "sync_delay_us"),
        no_delay_count: params.integer("no_delay_count"),
        delay_overhead_ns: from_us(params, "delay_overhead_us"),
        sync_every: params.integer("sync_every"),
        siblings: small(params, "commit_siblings"),
        write_ns: from_us(params, "binlog_write_us"),
        cores: small(params, "source_cores"),
        slice_ns: from_us(params, "statement_cpu_us"),
        tracking: tracking(params),
        duration_ns,
        transactions: params.integer("transactions"),
        watch_from: watch_from(params),
    }
}

/// When the stage begins to look closely.
pub(super) fn watch_from(params: &Params) -> SimTime {
    moment(params, "watch_at_ms")
}

/// Workers of a replica; one thread that does everything is one.
pub(super) fn workers(params: &Params) -> u64 {
    params.integer("replica_workers").max(1)
}

/// The replicas, one behind another.
pub(super) fn replicas(params: &Params, workload: &Rc<Workload>) -> Vec<ReplicaSettings> {
    let count = params.integer("servers") as usize - 1;
    (0..count).map(|place| replica(params, workload, place)).collect()
}

/// A replica; the first of a chain keeps a binlog for the second.
fn replica(params: &Params, workload: &Rc<Workload>, place: usize) -> ReplicaSettings {
    let is_first = place == 0;
    let crash_at = moment(params, "replica_crash_at_ms");
    ReplicaSettings {
        mode: match params.word("parallel_mode") {
            "schema" => ParallelMode::Schema,
            "conservative" => ParallelMode::Conservative,
            "optimistic" => ParallelMode::Optimistic,
            _ => ParallelMode::LogicalClock,
        },
        workers: small(params, "replica_workers"),
        cores: small(params, "replica_cores"),
        preserve_commit_order: params.word("preserve_commit_order") == "on",
        fsync_ns: from_us(params, "replica_fsync_us"),
        fsyncs_per_group: small(params, "replica_fsyncs_per_group"),
        delay_ns: from_us(params, "replica_sync_delay_us"),
        no_delay_count: params.integer("replica_no_delay_count"),
        delay_overhead_ns: from_us(params, "delay_overhead_us"),
        hand_over_ns: from_us(params, "hand_over_us"),
        retries: small(params, "transaction_retries"),
        link_latency_ns: from_us(params, "link_latency_us"),
        link_bytes_per_s: params.integer("link_bytes_per_s"),
        crash_at: (is_first && crash_at.0 > 0).then_some(crash_at),
        watch_from: watch_from(params),
        keeps_binlog: is_first && params.integer("servers") > 2,
        tracking: tracking(params),
        // With all keys in the write sets nobody runs beside a transaction that changes the same entry.
        counts_collisions: params.word("writeset_keys") == "primary-only",
        ..ReplicaSettings::new(Rc::clone(workload))
    }
}
