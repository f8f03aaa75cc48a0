//! What is run: one huge transaction in several memories, an idle node, and an import at full speed.

use serde_json::{Map, Value as Json, json};

use crate::experiment::presets;
use crate::study::model::{Place, StudyExperiment, Value};

/// Of these sizes, the last is the published one.
pub(super) const SIZES: &str = "sizes, 14 GB, swap off";
/// The ways of swapping with the published memory.
pub(super) const LARGE: &str = "5 GB, 14 GB of memory";
/// The same with little memory.
pub(super) const SMALL: &str = "5 GB, 4 GB of memory";
/// By how much larger events are in memory than in a log.
pub(super) const EXPANSIONS: &str = "5 GB, 14 GB of memory, auto, expansion";
/// Seven nodes that work and one that does not.
pub(super) const IDLE: &str = "idle node";
/// More than the writer can take.
pub(super) const IMPORT: &str = "import";

/// The other scenarios: the preset that runs each, and what it is called in the source.
pub(super) const SCENARIOS: [(&str, &str, &[&str]); 4] = [
    ("tpcc-import", "(a) TPC-C import", &["250", "500"]),
    ("tpcc-transactions", "(b) TPC-C transactions", &["500", "1,000", "2,000"]),
    ("sysbench-import", "(c) sysbench import", &["1 table", "16 tables", "64 tables"]),
    ("sysbench-write-only", "(d) sysbench write only", &["500", "1,000", "2,000", "4,000"]),
];

/// A gigabyte of the source.
pub(super) const GB: u64 = 1_000_000_000;
/// Bytes of a huge transaction, in tenths of a gigabyte.
pub(super) const TENTHS: [u64; 4] = [5, 10, 20, 50];
/// The old generation, as published.
const MEMORY_BYTES: u64 = 14 * GB;
/// A memory that is too small.
const SMALL_MEMORY_BYTES: u64 = 4 * GB;
/// Ways of swapping.
pub(super) const SWAPS: [&str; 3] = ["off", "auto", "force"];
/// Expansions on both sides of 0.85 x 14 / 5 = 2.38, in percent.
pub(super) const EXPANSION_PCT: [u64; 2] = [237, 239];
/// Times between heartbeats, in milliseconds; 0 for none.
pub(super) const HEARTBEATS_MS: [u64; 4] = [0, 20, 200, 1_000];

/// The run of this size in [`SIZES`].
pub(super) fn size(tenths: u64) -> Place {
    place(SIZES, &TENTHS, tenths)
}

/// The run with this way of swapping, in [`LARGE`] or [`SMALL`].
pub(super) fn swap(experiment: &'static str, swap: &str) -> Place {
    Place::new(experiment, SWAPS.iter().position(|known| *known == swap).expect("a way of swapping"))
}

/// The run with this expansion.
pub(super) fn expansion(percent: u64) -> Place {
    place(EXPANSIONS, &EXPANSION_PCT, percent)
}

/// The run with this time between heartbeats.
pub(super) fn heartbeat(ms: u64) -> Place {
    place(IDLE, &HEARTBEATS_MS, ms)
}

fn place(experiment: &'static str, numbers: &[u64], number: u64) -> Place {
    Place::new(experiment, numbers.iter().position(|known| *known == number).expect("one of the runs"))
}

/// A time in seconds, to the hundredth.
pub(super) fn seconds(place: Place, metric: &'static str) -> Value {
    place.metric(metric).per(Value::Number(1_000), 2)
}

/// Bytes in gigabytes, to the hundredth.
pub(super) fn gigabytes(place: Place, metric: &'static str) -> Value {
    place.metric(metric).per(Value::Number(GB), 2)
}

/// One huge transaction and nothing else but heartbeats.
fn huge() -> Map<String, Json> {
    let parameters = json!({
        "data_nodes": 1, "tps_per_node": 0, "big_transaction_bytes": 5 * GB, "big_row_bytes": 2_500,
        "memory_bytes": MEMORY_BYTES, "expansion_pct": 200, "swap": "off"
    });
    parameters.as_object().cloned().unwrap_or_default()
}

fn experiment(label: &'static str, own: &Json, compare: Vec<Json>) -> StudyExperiment {
    let mut params = huge();
    params.extend(own.as_object().cloned().unwrap_or_default());
    StudyExperiment { label, document: document(Json::Object(params), compare) }
}

fn document(params: Json, compare: Vec<Json>) -> Json {
    json!({ "lab": "global-binlog", "params": params, "compare": compare })
}

/// All experiments.
pub(super) fn experiments() -> Vec<StudyExperiment> {
    let swaps = || SWAPS.map(|swap| json!({ "swap": swap })).to_vec();
    let sizes = TENTHS.map(|tenths| json!({ "big_transaction_bytes": tenths * GB / 10 }));
    let expansions = EXPANSION_PCT.map(|percent| json!({ "expansion_pct": percent }));
    let mut experiments = vec![
        experiment(SIZES, &json!({}), sizes.to_vec()),
        experiment(LARGE, &json!({}), swaps()),
        experiment(SMALL, &json!({ "memory_bytes": SMALL_MEMORY_BYTES }), swaps()),
        experiment(EXPANSIONS, &json!({ "swap": "auto" }), expansions.to_vec()),
        StudyExperiment { label: IDLE, document: idle_node() },
        StudyExperiment { label: IMPORT, document: import() },
    ];
    experiments
        .extend(SCENARIOS.iter().map(|(name, ..)| StudyExperiment { label: name, document: preset(name) }));
    experiments
}

/// The document of a preset.
fn preset(name: &str) -> Json {
    let found = presets().into_iter().find(|preset| preset.name == name);
    found.unwrap_or_else(|| panic!("there is no preset {name}")).experiment
}

/// Eight nodes, one of them idle, with a load that leaves every stage time.
fn idle_node() -> Json {
    let heartbeats = HEARTBEATS_MS.map(|ms| json!({ "heartbeat_ms": ms }));
    document(json!({ "data_nodes": 8, "idle_nodes": 1, "duration_ms": 5_000 }), heartbeats.to_vec())
}

/// Rows in bulk on eight nodes: 1.6 times what the writer takes.
fn import() -> Json {
    let params = json!({
        "data_nodes": 8, "tps_per_node": 100, "transaction_bytes": 1_000_000, "rows_per_statement": 1_000,
        "changes": "insert", "duration_ms": 2_000
    });
    document(params, vec![json!({})])
}
