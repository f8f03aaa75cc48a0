//! The lab `replica-lag` as documents, the command line and the page know it.

use super::network;
use crate::base::DocumentError;
use crate::experiment::{
    Choice, LabDescription, LabRules, MetricSpec, ParamValue, ParameterKind, ParameterSpec, Params,
};
use crate::lab::machine;
use crate::lab::parallel_ddl::thread_parameters;
use crate::lab::timed::params::{
    build_params, ddl_parameter, dependent_default, encoding_parameters, page_parameters, space_parameters,
    table_parameters,
};

/// The lab `replica-lag`.
#[derive(Debug, Clone, Copy)]
pub struct ReplicaLag;

/// What a replica does with page images.
const REPLAYS: [Choice; 2] = [
    Choice::new(
        "drop",
        "Drop",
        "Page images are thrown away; a page is read from shared storage when it is needed.",
    ),
    Choice::new(
        "install",
        "Install",
        "Page images are put in place, and their redo is kept until the primary has flushed.",
    ),
];

impl LabRules for ReplicaLag {
    fn description(&self) -> LabDescription {
        LabDescription {
            name: "replica-lag",
            title: "Does the replica keep up with index builds?",
            why: "A physical replica parses all redo and keeps what the primary has not flushed: redo by record can make \
                  it lag, and its memory run out.",
            label_parameter: "encoding",
            parameters: parameters(),
            metrics: METRICS.to_vec(),
        }
    }

    fn dependent_default(&self, name: &str, params: &Params) -> ParamValue {
        match name {
            "replica_base_memory_bytes" => ParamValue::Integer(params.integer("replica_memory_bytes") / 10),
            _ => network::dependent_default(name, params).unwrap_or_else(|| dependent_default(name, params)),
        }
    }

    fn check(&self, params: &Params) -> Result<(), DocumentError> {
        let (base, memory) =
            (params.integer("replica_base_memory_bytes"), params.integer("replica_memory_bytes"));
        if base > memory {
            let allowed = format!("at most replica_memory_bytes, {memory}");
            return Err(DocumentError::new("replica_base_memory_bytes", base.to_string(), allowed));
        }
        build_params(params).map(drop)
    }
}

fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = table_parameters(10_000_000);
    parameters[1].in_sight = true;
    parameters.push(ddl_parameter());
    parameters.push(
        ParameterSpec::new(
            "concurrent_ddls",
            "Statements at once",
            "Statement",
            "Each builds the index on a table of its own; all log at the same time.",
            ParameterKind::integer(1, 32, 1),
        )
        .default(ParamValue::Integer(4))
        .in_sight(),
    );
    parameters.extend(encoding_parameters());
    parameters.iter_mut().filter(|spec| spec.name == "encoding").for_each(|spec| spec.in_sight = true);
    parameters.extend(replica_parameters());
    parameters.extend(network::parameters());
    parameters.extend(limit_parameters());
    // The primary's threads and memory are not what this lab is about.
    let threads = thread_parameters();
    let threads = threads.into_iter().filter(|spec| spec.name != "sort" && spec.name != "read_threads");
    parameters.extend(threads.map(|spec| ParameterSpec { in_sight: false, ..spec }));
    parameters.extend(space_parameters());
    parameters.extend(page_parameters());
    parameters.extend(machine::parameters());
    parameters
}

fn replica_parameters() -> Vec<ParameterSpec> {
    let group = "Replica";
    vec![
        ParameterSpec::new(
            "replay",
            "Page images",
            group,
            "What the replica does with redo that holds whole pages; other redo is not changed.",
            ParameterKind::enumeration(&REPLAYS),
        )
        .default(ParamValue::word("drop"))
        .in_sight(),
        ParameterSpec::new(
            "replica_cores",
            "Replica's processors",
            group,
            "Parsing takes one; applying the others, as far as there are threads.",
            ParameterKind::integer(1, 256, 1),
        )
        .default(ParamValue::Integer(16)),
        ParameterSpec::new(
            "apply_threads",
            "Apply threads",
            group,
            "They apply redo to cached pages, each to other pages.",
            ParameterKind::integer(1, 32, 1),
        )
        .default(ParamValue::Integer(4)),
        ParameterSpec::new(
            "cached_pct",
            "Pages cached",
            group,
            "Share of the changed pages that the replica has in memory, and must apply redo to.",
            ParameterKind::integer(0, 100, 1),
        )
        .default(ParamValue::Integer(0))
        .unit("%"),
        ParameterSpec::new(
            "replica_memory_bytes",
            "Replica's memory",
            group,
            "Redo that has to be kept takes from it.",
            ParameterKind::integer(64 << 20, 1 << 44, 1 << 20),
        )
        .default(ParamValue::Integer(128 << 30))
        .unit("B"),
        ParameterSpec::new(
            "replica_base_memory_bytes",
            "Used before",
            group,
            "Buffer pool and all else that is no redo.",
            ParameterKind::integer(0, 1 << 44, 1 << 20),
        )
        .default_rule("a tenth of replica_memory_bytes")
        .unit("B"),
        ParameterSpec::new(
            "parsed_redo_permille",
            "Size of parsed redo",
            group,
            "Bytes of memory that 1,000 bytes of redo take once they are parsed.",
            ParameterKind::integer(1, 100_000, 10),
        )
        .default(ParamValue::Integer(2_700)),
        ParameterSpec::new(
            "kept_log_bytes",
            "Redo kept after use",
            group,
            "Parsed redo stays in memory until as many newer bytes of the log are parsed and applied.",
            ParameterKind::integer(0, 1 << 44, 1 << 20),
        )
        .default(ParamValue::Integer(0))
        .unit("B"),
        ParameterSpec::new(
            "release_ms",
            "Memory free again after",
            group,
            "Time after which redo that need not be kept gives its memory back.",
            ParameterKind::integer(0, 3_600_000, 100),
        )
        .default(ParamValue::Integer(2_000))
        .unit("ms"),
    ]
}

fn limit_parameters() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "memory_limit_pct",
            "Unavailable from",
            "Replica",
            "Share of its memory at which the replica stops serving.",
            ParameterKind::integer(1, 100, 1),
        )
        .default(ParamValue::Integer(69))
        .unit("%"),
        ParameterSpec::new(
            "lag_limit_ms",
            "Unavailable at a lag of",
            "Replica",
            "Lag at which the replica stops serving.",
            ParameterKind::integer(1, 86_400_000, 1_000),
        )
        .default(ParamValue::Integer(600_000))
        .unit("ms"),
    ]
}

/// The metrics of a run, in the order of the report. Counts are of kind `scaled` above 2,000,000 rows.
const METRICS: [MetricSpec; 16] = [
    MetricSpec::new(
        "status",
        "",
        "simulated",
        "normal, or unavailable once memory or lag has passed its limit.",
    ),
    MetricSpec::new(
        "unavailable_after_ms",
        "ms",
        "simulated",
        "When the replica became unavailable, if it did.",
    ),
    MetricSpec::new(
        "peak_lag_ms",
        "ms",
        "simulated",
        "The most that the replica was behind the primary's log.",
    ),
    MetricSpec::new("peak_memory_pct", "%", "simulated", "The most memory that it used, as a share."),
    MetricSpec::new("peak_memory_bytes", "B", "simulated", "The same in bytes."),
    MetricSpec::new(
        "peak_cpu_pct",
        "%",
        "simulated",
        "The most processor time that it used in an interval of the curve, as a share.",
    ),
    MetricSpec::new(
        "peak_read_iops",
        "/s",
        "simulated",
        "The most reads of the log a second in such an interval.",
    ),
    MetricSpec::new("duration_ms", "ms", "simulated", "From the start to the end of the last statement."),
    MetricSpec::new(
        "duration_ms.PHASE",
        "ms",
        "simulated",
        "Time during which at least one thread of the primary is in PHASE; phases overlap.",
    ),
    MetricSpec::new(
        "stall_ms",
        "ms",
        "simulated",
        "Time during which a loader waits for room in the redo log.",
    ),
    MetricSpec::new("redo_bytes", "B", "counted", "Growth of the redo log, all statements together."),
    MetricSpec::new("redo_records", "records", "counted", "Redo records, all statements together."),
    MetricSpec::new("replica_parsed_bytes", "B", "simulated", "Redo that the replica parsed."),
    MetricSpec::new("replica_installed_pages", "pages", "simulated", "Page images that it put in place."),
    MetricSpec::new(
        "peak_checkpoint_age_bytes",
        "B",
        "simulated",
        "The most redo that had to stay in the primary's log.",
    ),
    MetricSpec::new("events", "", "simulated", "Events that the simulation handled."),
];
