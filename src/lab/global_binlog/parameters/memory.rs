//! The memory, and when events go to the spill store.

use super::{MAX_BYTES, number, word};
use crate::experiment::{Choice, ParameterSpec};

const GROUP: &str = "Memory";

/// When events are spilled.
const SWAP: [Choice; 3] = [
    Choice::new(
        "auto",
        "Automatic",
        "A transaction that grows while memory is short goes to the spill store, and comes back when it is written.",
    ),
    Choice::new(
        "force",
        "Always",
        "Every transaction goes to the spill store, whether memory is short or not.",
    ),
    Choice::new("off", "Never", "Everything stays in memory: what does not fit ends the run."),
];

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = vec![
        number(
            ("memory_bytes", "Memory"),
            GROUP,
            "The old generation of the heap, in which all events are between a node's log and the global binlog. With more than \
             this in use the run ends: out of memory.",
            (1_000_000, MAX_BYTES),
            14_000_000_000,
        )
        .unit("B"),
        number(
            ("expansion_pct", "An event takes"),
            GROUP,
            "Memory of an event, in percent of its bytes: objects are larger than what they hold. How much larger is not published; \
             assumed.",
            (100, 400),
            200,
        )
        .unit("%"),
        word(
            ("swap", "Spill to disk"),
            GROUP,
            "The spill store takes what memory does not hold. A node's reader waits while events are written to it, so that sorting takes \
             longer; reading them back is done by the collectors side by side.",
            &SWAP,
        )
        .server_variable("storage.persist.mode")
        .in_sight(),
    ];
    parameters.extend(thresholds());
    parameters
}

fn thresholds() -> Vec<ParameterSpec> {
    vec![
        number(
            ("persist_new_threshold_pct", "Spill what grows from"),
            GROUP,
            "From this share of the memory on, a transaction to which an event is added is spilled: its earlier events and all \
             later ones.",
            (1, 100),
            85,
        )
        .unit("%")
        .server_variable("storage.persistNewThreshold"),
        number(
            ("persist_all_threshold_pct", "Spill what waits from"),
            GROUP,
            "From this share of the memory on, transactions that wait in sorts and queues are spilled too, the oldest first.",
            (1, 100),
            95,
        )
        .unit("%")
        .server_variable("storage.persistAllThreshold"),
        number(
            ("memory_check_ms", "Memory is looked at every"),
            GROUP,
            "In between, events are checked against what was seen last: many small ones can pass a threshold unseen.",
            (1, 60_000),
            10,
        )
        .unit("ms"),
        number(
            ("transaction_check_bytes", "At once for a transaction of"),
            GROUP,
            "A transaction that has grown to this makes every further event of it look at the memory itself.",
            (1, MAX_BYTES),
            104_857_600,
        )
        .unit("B")
        .server_variable("storage.txnPersistThreshold"),
        number(
            ("event_check_bytes", "At once for an event of"),
            GROUP,
            "An event of this size looks at the memory itself.",
            (1, MAX_BYTES),
            52_428_800,
        )
        .unit("B")
        .server_variable("storage.txnItemPersistThreshold"),
    ]
}
