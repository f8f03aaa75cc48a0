//! What was measured, and the runs that stand beside it.

use serde_json::{Value as Json, json};

use crate::study::model::{Place, StudyExperiment};

/// A point of the source.
#[derive(Clone, Copy)]
pub(super) struct SourcePoint {
    /// The emulated fsync.
    pub fsync_ms: u64,
    pub clients: u64,
    /// `binlog_commit_wait_usec` and `binlog_commit_wait_count`.
    pub wait: (u64, u64),
    pub tps: u64,
    /// In hundredths.
    pub mean_group: u64,
    pub redo_fsyncs: u64,
    pub binlog_fsyncs: u64,
    pub transactions: u64,
}

const fn source(
    fsync_ms: u64,
    clients: u64,
    wait: (u64, u64),
    tps: u64,
    mean_group: u64,
    (redo_fsyncs, binlog_fsyncs, transactions): (u64, u64, u64),
) -> SourcePoint {
    SourcePoint { fsync_ms, clients, wait, tps, mean_group, redo_fsyncs, binlog_fsyncs, transactions }
}

/// The points of the source: eight with an fsync of 1 ms, four with one of 5 ms.
#[rustfmt::skip]
pub(super) const SOURCE: [SourcePoint; 12] = [
    source(1, 1, (0, 0), 307, 100, (3_689, 3_686, 3_686)),
    source(1, 4, (0, 0), 1_106, 128, (10_358, 10_388, 13_280)),
    source(1, 16, (0, 0), 2_411, 362, (7_698, 8_005, 28_970)),
    source(1, 64, (0, 0), 3_559, 1_021, (6_119, 4_201, 42_870)),
    source(1, 1, (1_000, 100), 260, 100, (3_127, 3_126, 3_126)),
    source(1, 4, (1_000, 100), 877, 199, (8_543, 5_285, 10_537)),
    source(1, 16, (1_000, 100), 2_058, 594, (5_875, 4_162, 24_726)),
    source(1, 64, (1_000, 100), 3_006, 1_464, (5_431, 2_475, 36_230)),
    source(5, 1, (0, 0), 91, 100, (1_088, 1_087, 1_087)),
    source(5, 4, (0, 0), 246, 129, (2_324, 2_302, 2_961)),
    source(5, 16, (0, 0), 907, 473, (2_302, 2_303, 10_901)),
    source(5, 64, (0, 0), 3_139, 1_724, (2_182, 2_193, 37_803)),
];

/// How many of them have an fsync of 1 ms.
const WITH_1_MS: usize = 8;

/// A binlog that replicas applied.
pub(super) struct Backlog {
    /// Label of its experiment.
    pub label: &'static str,
    /// Whether a sleeping trigger made every transaction take 2.4 ms; without it an fsync was emulated.
    pub is_slow: bool,
    /// Clients of the source that wrote it, and the keys that they changed.
    pub clients: u64,
    pub keys: &'static str,
    pub transactions: u64,
    /// Of the source, in hundredths.
    pub mean_group: u64,
    pub points: &'static [ReplicaPoint],
}

/// How a replica applied it.
pub(super) struct ReplicaPoint {
    pub threads: u64,
    pub mode: &'static str,
    pub tps: u64,
    pub redo_fsyncs: u64,
}

const fn replica(threads: u64, mode: &'static str, tps: u64, redo_fsyncs: u64) -> ReplicaPoint {
    ReplicaPoint { threads, mode, tps, redo_fsyncs }
}

/// The binlogs and their points. No transaction was retried in any of them.
pub(super) const BACKLOGS: [Backlog; 6] = [
    Backlog {
        label: "slow apply, 1 client",
        is_slow: true,
        clients: 1,
        keys: "uniform",
        transactions: 3_000,
        mean_group: 100,
        points: &[
            replica(0, "serial", 422, 3_051),
            replica(4, "conservative", 418, 3_052),
            replica(16, "conservative", 414, 3_050),
            replica(4, "optimistic", 1_644, 2_920),
            replica(16, "optimistic", 5_519, 2_773),
        ],
    },
    Backlog {
        label: "slow apply, 16 clients",
        is_slow: true,
        clients: 16,
        keys: "uniform",
        transactions: 3_000,
        mean_group: 386,
        points: &[
            replica(0, "serial", 422, 3_051),
            replica(4, "conservative", 1_052, 2_791),
            replica(16, "conservative", 1_436, 2_840),
            replica(4, "optimistic", 1_635, 2_904),
            replica(16, "optimistic", 5_140, 2_793),
        ],
    },
    Backlog {
        label: "slow apply, 64 clients",
        is_slow: true,
        clients: 64,
        keys: "uniform",
        transactions: 3_000,
        mean_group: 1_000,
        points: &[
            replica(0, "serial", 417, 3_051),
            replica(4, "conservative", 1_356, 2_845),
            replica(16, "conservative", 2_834, 2_774),
            replica(4, "optimistic", 1_606, 2_878),
            replica(16, "optimistic", 4_865, 2_803),
        ],
    },
    Backlog {
        label: "slow apply, 16 clients, hot keys",
        is_slow: true,
        clients: 16,
        keys: "special",
        transactions: 3_000,
        mean_group: 385,
        points: &[
            replica(0, "serial", 418, 3_054),
            replica(16, "conservative", 1_375, 2_807),
            replica(4, "optimistic", 1_411, 2_847),
        ],
    },
    Backlog {
        label: "plain apply, 1 client",
        is_slow: false,
        clients: 1,
        keys: "uniform",
        transactions: 5_000,
        mean_group: 100,
        points: &[
            replica(0, "serial", 807, 5_042),
            replica(4, "conservative", 1_472, 2_738),
            replica(16, "conservative", 4_151, 959),
            replica(4, "optimistic", 1_452, 2_703),
            replica(16, "optimistic", 4_883, 722),
        ],
    },
    Backlog {
        label: "plain apply, 16 clients",
        is_slow: false,
        clients: 16,
        keys: "uniform",
        transactions: 10_000,
        mean_group: 372,
        points: &[
            replica(0, "serial", 794, 10_086),
            replica(4, "conservative", 1_490, 5_096),
            replica(16, "conservative", 3_928, 1_512),
            replica(4, "optimistic", 1_517, 5_121),
            replica(16, "optimistic", 3_944, 1_450),
        ],
    },
];

pub(super) const SOURCE_1_MS: &str = "source, fsync of 1 ms";
pub(super) const SOURCE_5_MS: &str = "source, fsync of 5 ms";

impl SourcePoint {
    pub(super) fn setting(&self) -> String {
        let plural = if self.clients == 1 { "" } else { "s" };
        let wait = if self.wait.0 == 0 { "no wait".to_owned() } else { format!("wait {} us", self.wait.0) };
        format!("fsync {} ms, {} client{plural}, {wait}", self.fsync_ms, self.clients)
    }

    /// Whether client, source and measuring on the same two cores were busier than any model of the source knows.
    pub(super) fn is_bound_by_processors(&self) -> bool {
        self.fsync_ms == 1 && self.clients > 4
    }

    /// Whether the fitted constant was chosen by it: the points with a wait were not looked at.
    pub(super) fn is_fitted(&self) -> bool {
        !self.is_bound_by_processors() && self.wait.0 == 0
    }
}

impl Backlog {
    pub(super) fn setting(&self, point: &ReplicaPoint) -> String {
        match point.threads {
            0 => format!("{}: serial", self.label),
            threads => format!("{}: {threads} threads, {}", self.label, point.mode),
        }
    }
}

/// The run beside a point of the source.
pub(super) fn place_of_source(position: usize) -> Place {
    match position.checked_sub(WITH_1_MS) {
        None => Place::new(SOURCE_1_MS, position),
        Some(position) => Place::new(SOURCE_5_MS, position),
    }
}

/// What an emulated fsync takes beyond its sleep.
const BEYOND_SLEEP_US: u64 = 120;

/// All experiments.
pub(super) fn experiments() -> Vec<StudyExperiment> {
    let (with_1_ms, with_5_ms) = SOURCE.split_at(WITH_1_MS);
    let mut experiments = vec![of_source(SOURCE_1_MS, with_1_ms), of_source(SOURCE_5_MS, with_5_ms)];
    experiments.extend(BACKLOGS.iter().map(of_backlog));
    experiments
}

/// The machine: two cores, a transaction of six statements that changes three rows.
fn machine(fsync_us: u64) -> Json {
    json!({
        "server": "mariadb", "source_cores": 2, "source_cpu_us": 560, "statement_cpu_us": 90,
        "binlog_write_us": 20, "work_us": 300, "rows_per_transaction": 3, "keys": 100_000, "tables": 10,
        "fsync_us": fsync_us + BEYOND_SLEEP_US
    })
}

fn of_source(label: &'static str, points: &[SourcePoint]) -> StudyExperiment {
    let mut params = machine(1_000 * points[0].fsync_ms);
    params["duration_s"] = 30.into();
    let variant = |point: &SourcePoint| {
        let (wait_us, wait_count) = point.wait;
        json!({ "clients": point.clients, "sync_delay_us": wait_us, "no_delay_count": wait_count })
    };
    let compare: Vec<Json> = points.iter().map(variant).collect();
    StudyExperiment { label, document: document(params, compare) }
}

fn of_backlog(backlog: &Backlog) -> StudyExperiment {
    let mut params = machine(1_000);
    let (wait_us, fsync_us) = if backlog.is_slow { (2_250, 1) } else { (0, 1_000 + BEYOND_SLEEP_US) };
    let own = json!({
        "clients": backlog.clients, "key_distribution": backlog.keys, "transactions": backlog.transactions,
        "duration_s": 3_600, "replica_start": "after-source", "replica_cores": 2, "apply_cpu_us": 130,
        "apply_wait_us": wait_us, "replica_fsync_us": fsync_us, "replica_fsyncs_per_group": 1, "hand_over_us": 193
    });
    let both = params.as_object_mut().zip(own.as_object());
    both.map(|(params, own)| params.extend(own.clone()));
    let variant = |point: &ReplicaPoint| {
        // With no thread beside its own the mode means nothing.
        let mode = if point.threads == 0 { "conservative" } else { point.mode };
        json!({ "replica_workers": point.threads, "parallel_mode": mode })
    };
    let compare: Vec<Json> = backlog.points.iter().map(variant).collect();
    StudyExperiment { label: backlog.label, document: document(params, compare) }
}

fn document(params: Json, compare: Vec<Json>) -> Json {
    json!({ "lab": "group-commit", "params": params, "compare": compare })
}
