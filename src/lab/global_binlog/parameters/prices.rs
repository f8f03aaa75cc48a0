//! What work costs, and what is watched.

use super::{MAX_BYTE_PS, MAX_EVENT_NS, MAX_MOMENT_MS, number};
use crate::experiment::ParameterSpec;

const GROUP: &str = "Prices";
/// The longest latency or flush: a second.
const MAX_US: u64 = 1_000_000;

/// The price of an event.
fn event_ns(names: (&'static str, &'static str), consequence: &'static str, default: u64) -> ParameterSpec {
    number(names, GROUP, consequence, (0, MAX_EVENT_NS), default).unit("ns")
}

/// The price of a byte.
fn byte_ps(names: (&'static str, &'static str), consequence: &'static str, default: u64) -> ParameterSpec {
    number(names, GROUP, consequence, (0, MAX_BYTE_PS), default).unit("ps")
}

pub(super) fn parameters() -> Vec<ParameterSpec> {
    [link(), sort(), collect(), write(), spill(), watch()].concat()
}

fn link() -> Vec<ParameterSpec> {
    vec![
        number(
            ("link_latency_us", "Link's latency"),
            GROUP,
            "From a node's log to who reads it. Assumed.",
            (0, MAX_US),
            100,
        )
        .unit("us"),
        number(
            ("link_bytes_per_s", "Link's bandwidth"),
            GROUP,
            "Bytes a second from a node: 10 Gbit/s. Assumed.",
            (1_000, 1_000_000_000_000),
            1_250_000_000,
        )
        .unit("B/s"),
    ]
}

fn sort() -> Vec<ParameterSpec> {
    vec![
        event_ns(
            ("sort_event_ns", "Sort: an event"),
            "One thread a node reads, parses and sorts its log: an event of it. Assumed.",
            500,
        ),
        byte_ps(("sort_byte_ps", "Sort: a byte"), "A byte of it. Fitted: 5 GB are sorted in 7 s.", 1_330),
        event_ns(
            ("merge_part_ns", "Merge: a part"),
            "A merge passes one part of a transaction on. Assumed.",
            1_000,
        ),
    ]
}

fn collect() -> Vec<ParameterSpec> {
    vec![
        number(
            ("collectors", "Collectors"),
            GROUP,
            "Threads that put transactions together and transform their events.",
            (1, 64),
            4,
        )
        .unit("threads"),
        event_ns(
            ("collect_event_ns", "Collect: an event"),
            "A collector's work on an event. Assumed.",
            1_000,
        ),
        byte_ps(("collect_byte_ps", "Collect: a byte"), "A collector's work on a byte. Assumed.", 500),
    ]
}

fn write() -> Vec<ParameterSpec> {
    vec![
        event_ns(("write_event_ns", "Write: an event"), "A writer's work on an event. Assumed.", 600),
        byte_ps(
            ("write_byte_ps", "Write: a byte"),
            "A writer's work on a byte. Fitted: 5 GB are written in 10 s.",
            1_920,
        ),
        number(("flush_us", "Flush"), GROUP, "A flush of the write buffer. Assumed.", (0, MAX_US), 5)
            .unit("us"),
    ]
}

fn spill() -> Vec<ParameterSpec> {
    vec![
        event_ns(
            ("spill_event_ns", "Spill: an event"),
            "An event goes to the spill store, while its reader waits. Spill rates are not published; assumed.",
            1_000,
        ),
        byte_ps(("spill_byte_ps", "Spill: a byte"), "A byte goes to the spill store. Assumed.", 1_000),
        byte_ps(
            ("restore_byte_ps", "Restore: a byte"),
            "A collector reads a spilled byte back. Assumed.",
            2_000,
        ),
    ]
}

fn watch() -> Vec<ParameterSpec> {
    vec![
        number(
            ("watch_at_ms", "Watched from"),
            "Picture",
            "From when on the picture shows single transactions and what every thread does.",
            (0, MAX_MOMENT_MS),
            100,
        )
        .unit("ms"),
    ]
}
