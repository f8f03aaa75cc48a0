//! How redo comes to the replica: the network's constants, as parameters.

use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec, Params};

/// The networks, in the order of the columns of [`CONSTANTS`].
const NETWORKS: [Choice; 3] = [
    Choice::new(
        "shared-storage",
        "Shared storage",
        "The replica reads the log that the primary has written, in a loop.",
    ),
    Choice::new("local-network", "Local network", "The primary sends its log within a data centre."),
    Choice::new("wide-area", "Wide area", "The primary sends its log to another region."),
];

/// One constant: what it is and what it is for each network.
struct Constant {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    consequence: &'static str,
    range: (u64, u64),
    values: [u64; 3],
}

/// The three constants of reading in a loop are fitted to the read operations and the processor load of the study
/// `polardb-ddl`, which describes them but does not explain them; all else is assumed.
const CONSTANTS: [Constant; 6] = [
    Constant {
        name: "network_latency_us",
        title: "Latency",
        unit: "us",
        consequence: "The least that a replica lags.",
        range: (0, 10_000_000),
        values: [94, 200, 40_000],
    },
    Constant {
        name: "network_mb_per_s",
        title: "Bandwidth",
        unit: "MB/s",
        consequence: "Redo that is logged faster waits on the primary.",
        range: (1, 1_000_000),
        values: [1_500, 1_000, 50],
    },
    Constant {
        name: "network_window_bytes",
        title: "Window",
        unit: "B",
        consequence: "Redo that is sent and not yet parsed; beyond it the sender waits, and the replica's memory is spared.",
        range: (65_536, 1 << 50),
        values: [1 << 50, 64 << 20, 64 << 20],
    },
    Constant {
        name: "log_poll_ns",
        title: "Time between reads",
        unit: "ns",
        consequence: "How often the replica reads the log; 0 where the log is sent.",
        range: (0, 1_000_000_000),
        values: [90_243, 0, 0],
    },
    Constant {
        name: "log_poll_parse_ns",
        title: "Longer while parsing",
        unit: "ns",
        consequence: "What a read takes longer while redo is parsed all the time.",
        range: (0, 1_000_000_000),
        values: [36_861, 0, 0],
    },
    Constant {
        name: "log_poll_cpu_ns",
        title: "Processor a read",
        unit: "ns",
        consequence: "What looking for new redo costs a replica that is idle.",
        range: (0, 1_000_000_000),
        values: [23_282, 0, 0],
    },
];

/// The network and its constants.
pub fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = vec![
        ParameterSpec::new(
            "network",
            "Network",
            "Network",
            "How redo comes to the replica.",
            ParameterKind::enumeration(&NETWORKS),
        )
        .default(ParamValue::word("shared-storage")),
    ];
    parameters.extend(CONSTANTS.iter().map(|constant| {
        let (min, max) = constant.range;
        ParameterSpec::new(
            constant.name,
            constant.title,
            "Network",
            constant.consequence,
            ParameterKind::integer(min, max, 1),
        )
        .unit(constant.unit)
        .default_rule("the network's")
    }));
    parameters
}

/// The default of a network's constant; nothing if `name` is none.
pub fn dependent_default(name: &str, params: &Params) -> Option<ParamValue> {
    let constant = CONSTANTS.iter().find(|constant| constant.name == name)?;
    let network = NETWORKS.iter().position(|network| network.value == params.word("network"));
    Some(ParamValue::Integer(constant.values[network.expect("checked words are choices")]))
}
