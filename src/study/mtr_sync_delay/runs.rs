//! The settings that are searched, and where each one's runs stand.

use serde_json::{Map, Value as Json, json};

use crate::study::model::{Place, StudyExperiment, Value};

/// Seeds of the searches for each published value.
pub(super) const SEEDS: usize = 5;
/// Seeds for tables that are not published as numbers, and how long their runs last: half as long.
const FEW_SEEDS: usize = 2;
const SHORT_S: u64 = 15;

pub(super) const COMMIT_ORDER: [&str; SEEDS] = [
    "commit order, seed 1",
    "commit order, seed 2",
    "commit order, seed 3",
    "commit order, seed 4",
    "commit order, seed 5",
];
pub(super) const WRITESET: [&str; SEEDS] = [
    "write sets, seed 1",
    "write sets, seed 2",
    "write sets, seed 3",
    "write sets, seed 4",
    "write sets, seed 5",
];
const WORKERS_WITHOUT_DELAY: [&str; FEW_SEEDS] = ["workers, 0 us, seed 1", "workers, 0 us, seed 2"];
const WORKERS_WITH_DELAY: [&str; FEW_SEEDS] = ["workers, 10 us, seed 1", "workers, 10 us, seed 2"];
const WORKERS_IN_ORDER: [&str; 1] = ["workers, write sets in order"];
const WORKERS_WITHOUT_ORDER: [&str; 1] = ["workers, write sets without order"];
/// A setting of source and replica.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Setting {
    pub tracking: &'static str,
    pub order: &'static str,
    pub delay_us: u64,
}

pub(super) const fn commit_order(order: &'static str, delay_us: u64) -> Setting {
    Setting { tracking: "commit-order", order, delay_us }
}

pub(super) const fn writeset(order: &'static str, delay_us: u64) -> Setting {
    Setting { tracking: "writeset", order, delay_us }
}

/// The settings with 32 workers.
pub(super) const SETTINGS: [Setting; 10] = [
    commit_order("on", 0),
    commit_order("on", 10),
    commit_order("on", 100),
    commit_order("on", 1_000),
    commit_order("off", 0),
    commit_order("off", 10),
    writeset("on", 0),
    writeset("on", 10),
    writeset("off", 0),
    writeset("off", 10),
];

/// Settings whose number of workers is varied.
pub(super) const BY_WORKERS: [Setting; 4] =
    [commit_order("on", 0), commit_order("on", 10), writeset("on", 0), writeset("off", 0)];
/// Workers of the published values.
pub(super) const WORKERS: u64 = 32;
/// Numbers of workers.
pub(super) const NUMBERS_OF_WORKERS: [u64; 6] = [4, 8, 16, WORKERS, 64, 128];

impl Setting {
    pub(super) fn name(self) -> String {
        let tracking = if self.tracking == "writeset" { "WRITESET" } else { "COMMIT_ORDER" };
        format!("{tracking}, order {}, {} us", self.order, self.delay_us)
    }

    fn parameters(self) -> Json {
        json!({ "tracking": self.tracking, "preserve_commit_order": self.order, "sync_delay_us": self.delay_us })
    }

    /// Its run with 32 workers and one of the seeds.
    fn place(self, seed: usize) -> Place {
        let mut alike = SETTINGS.iter().filter(|setting| setting.tracking == self.tracking);
        let run = alike.position(|setting| *setting == self).expect("one of the settings");
        let labels = if self.tracking == "writeset" { WRITESET } else { COMMIT_ORDER };
        Place::new(labels[seed], run)
    }

    fn metrics(self, name: &'static str) -> Vec<Value> {
        (0..SEEDS).map(|seed| self.place(seed).metric(name)).collect()
    }

    /// The most throughput that the replica follows.
    pub(super) fn tps(self) -> Value {
        Value::mean(self.metrics("max_tps"), 0)
    }

    /// With how many clients.
    pub(super) fn clients(self) -> Value {
        Value::mean(self.metrics("clients_at_max"), 0)
    }

    /// The throughput against another setting's.
    pub(super) fn against(self, other: Setting) -> Value {
        ratio(self.metrics("max_tps"), other.metrics("max_tps"))
    }

    /// The labels of the runs with other numbers of workers.
    fn labels_by_workers(self) -> &'static [&'static str] {
        match (self.tracking, self.order, self.delay_us) {
            ("writeset", "on", _) => &WORKERS_IN_ORDER,
            ("writeset", ..) => &WORKERS_WITHOUT_ORDER,
            (.., 0) => &WORKERS_WITHOUT_DELAY,
            _ => &WORKERS_WITH_DELAY,
        }
    }

    /// The throughputs with `workers` workers, of few seeds.
    pub(super) fn tps_by_workers(self, workers: u64) -> Vec<Value> {
        let run =
            NUMBERS_OF_WORKERS.iter().position(|number| *number == workers).expect("one of the numbers");
        self.labels_by_workers().iter().map(|label| Place::new(label, run).metric("max_tps")).collect()
    }
}

/// The sum of some by the sum of as many others.
pub(super) fn ratio(upper: Vec<Value>, lower: Vec<Value>) -> Value {
    Value::Sum(upper).per(Value::Sum(lower), 3)
}

/// An fsync on either server.
const FSYNC_US: u64 = 2_250;

/// What all runs share.
fn machine() -> Map<String, Json> {
    let parameters = json!({
        "goal": "max-tps-without-lag", "clients": 104, "duration_s": 30, "lag_limit_ms": 2_000,
        "work_us": 10_000, "source_cores": 28, "rows_per_transaction": 3, "keys": 10_000_000,
        "fsync_us": FSYNC_US, "fsync_spread_pct": 20, "delay_overhead_us": 60,
        "replica_workers": WORKERS, "replica_cores": 8, "apply_cpu_us": 1_320, "apply_distribution": "exponential",
        "replica_fsync_us": FSYNC_US, "replica_fsyncs_per_group": 1, "hand_over_us": 0
    });
    parameters.as_object().cloned().unwrap_or_default()
}

fn experiment(label: &'static str, seed: usize, own: Json, compare: Vec<Json>) -> StudyExperiment {
    let mut params = machine();
    params.extend(own.as_object().cloned().unwrap_or_default());
    let document = json!({ "lab": "group-commit", "seed": seed + 1, "params": params, "compare": compare });
    StudyExperiment { label, document }
}

/// All experiments: by seed, by workers, and what else could be assumed.
pub(super) fn experiments() -> Vec<StudyExperiment> {
    let alike = |tracking: &str| -> Vec<Json> {
        let alike = SETTINGS.iter().filter(|setting| setting.tracking == tracking);
        alike.map(|setting| setting.parameters()).collect()
    };
    let mut experiments = Vec::new();
    for seed in 0..SEEDS {
        experiments.push(experiment(COMMIT_ORDER[seed], seed, json!({}), alike("commit-order")));
        experiments.push(experiment(WRITESET[seed], seed, json!({}), alike("writeset")));
    }
    let short = |own: Json, label, seed, compare| {
        let mut own = own;
        own["duration_s"] = SHORT_S.into();
        experiment(label, seed, own, compare)
    };
    for setting in BY_WORKERS {
        let by_workers = NUMBERS_OF_WORKERS.map(|workers| json!({ "replica_workers": workers })).to_vec();
        for (seed, label) in setting.labels_by_workers().iter().enumerate() {
            experiments.push(short(setting.parameters(), label, seed, by_workers.clone()));
        }
    }
    experiments.extend(
        Otherwise::ALL.map(|assumption| short(json!({}), assumption.label(), 0, assumption.compare())),
    );
    experiments
}

/// What could be assumed otherwise of what is not published.
#[derive(Clone, Copy)]
pub(super) enum Otherwise {
    /// How fsyncs vary, and how many a group has on the replica.
    Fsyncs,
    /// What waking costs, how times of applying vary, and how long clients work.
    Times,
}

impl Otherwise {
    const ALL: [Otherwise; 2] = [Otherwise::Fsyncs, Otherwise::Times];

    fn label(self) -> &'static str {
        match self {
            Otherwise::Fsyncs => "other fsyncs",
            Otherwise::Times => "other times",
        }
    }

    fn compare(self) -> Vec<Json> {
        match self {
            Otherwise::Fsyncs => vec![
                json!({ "sync_delay_us": 0 }),
                json!({ "sync_delay_us": 0, "fsync_spread_pct": 0 }),
                json!({ "sync_delay_us": 10, "fsync_spread_pct": 0 }),
                json!({ "sync_delay_us": 0, "fsync_spread_pct": 10 }),
                json!({ "sync_delay_us": 10, "fsync_spread_pct": 10 }),
                json!({ "replica_fsyncs_per_group": 2, "replica_fsync_us": FSYNC_US / 2 }),
            ],
            Otherwise::Times => vec![
                json!({ "sync_delay_us": 0 }),
                json!({ "sync_delay_us": 10, "preserve_commit_order": "on", "hand_over_us": 20 }),
                json!({ "sync_delay_us": 10, "preserve_commit_order": "off", "hand_over_us": 20 }),
                json!({ "tracking": "writeset", "preserve_commit_order": "on", "apply_distribution": "constant" }),
                json!({ "tracking": "writeset", "preserve_commit_order": "off", "apply_distribution": "constant" }),
                json!({ "work_us": 5_000 }),
            ],
        }
    }

    fn tps(self, run: usize) -> Value {
        Place::new(self.label(), run).metric("max_tps")
    }

    /// One of its runs against another; the first is as assumed: COMMIT_ORDER, order on, 0 us.
    pub(super) fn against(self, upper: usize, lower: usize) -> Value {
        ratio(vec![self.tps(upper)], vec![self.tps(lower)])
    }
}
