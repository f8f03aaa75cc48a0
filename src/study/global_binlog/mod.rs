//! `global-binlog`: how long a huge transaction takes to come into one log of many nodes, and what memory it needs.
//!
//! ```text
//! sort_delay  = bytes x 1.4 ns              5 GB:  7 s   all of it has been read and sorted
//! write_delay = bytes x 1.4 ns + 2.0 ns     5 GB: 17 s   all of it is in the global binlog
//! memory      = bytes x expansion           5 GB: 10 GB  nothing is given back before the whole is sorted
//! ```
//!
//! Two numbers are published, and two prices were fitted to them. That both come out is no evidence. What can be tested is the rest:
//! that smaller transactions take their share, that memory is reached where the published thresholds say, and that a writer at its
//! limit closes as many files a minute as its price allows.
//!
//! Events and bytes have prices of their own. A transaction of large rows tells the price of a byte only, so those of an event are
//! *assumed*, and small beside it here. A gigabyte is 1,000,000,000 bytes: 5 GB in 10 s are 500,000,000 B/s, 57 files of
//! 524,288,000 B a minute.

mod runs;
mod tables;

use super::fit::{Fit, Goal, Search};
use super::model::{CheckSpec, ConstantSpec, Study, Value};
use runs::{IDLE, LARGE, SIZES, SMALL, SWAPS, seconds, size, swap};
use tables::PUBLISHED;

/// The study.
pub(super) fn study() -> Study {
    Study {
        name: "global-binlog",
        title: "What does a huge transaction do to the log of many nodes?",
        source: "The vendor's articles on the global binlog of PolarDB-X: 8 data nodes, 2 nodes for the log with 16 cores and \
                 32 GB each; thresholds from the open configuration of polardbx-cdc. Its tables are pictures: two times of one \
                 transaction are known.",
        why: "A transaction is written when all of it has been sorted, so it stands in memory whole, and larger than in a log. \
              Whether 5 GB fit is arithmetic: size, expansion, threshold.",
        experiments: runs::experiments(),
        tables: tables::tables(),
        constants: constants(),
        readings: vec![],
        checks: checks(),
        fits: fits(),
    }
}

fn fits() -> Vec<Fit> {
    let fit = |title, search, quantity: &str| Fit {
        title,
        constants: vec![search],
        experiments: vec![SIZES],
        rows: vec![format!("{PUBLISHED}: {quantity}")],
        goal: Goal::Solve,
    };
    vec![
        fit("Reading and sorting a byte", Search::new("sort_byte_ps", 500, 3_000, 10), "sort_delay"),
        fit("Writing a byte", Search::new("write_byte_ps", 500, 4_000, 10), "write_delay"),
    ]
}

fn checks() -> Vec<CheckSpec> {
    let chain = |memory, ways: &[&str], metric| -> Vec<Value> {
        ways.iter().map(|way| seconds(swap(memory, way), metric)).collect()
    };
    let mut chains = Vec::new();
    for metric in ["sort_delay_ms", "write_delay_ms"] {
        chains.push(chain(LARGE, &SWAPS, metric));
        chains.push(chain(SMALL, &SWAPS[1..], metric));
    }
    vec![CheckSpec {
        text: "Off is at least as fast as auto, and auto as force (with 4 GB of memory off does not end)",
        chains,
        note: "By how much is a matter of the prices of spilling, which are assumed.",
    }]
}

fn constants() -> Vec<ConstantSpec> {
    let place = size(50);
    let fits = fits();
    let assumed = |name, unit, meaning| ConstantSpec::assumed(name, unit, place, meaning);
    vec![
        assumed(
            "sort_byte_ps",
            "ps",
            "Reading a byte of a node's log and sorting it, by the one thread of that node.",
        )
        .fitted_to(fits[0].rows.clone()),
        assumed("write_byte_ps", "ps", "Writing a byte of the global binlog.")
            .fitted_to(fits[1].rows.clone()),
        assumed(
            "sort_event_ns",
            "ns",
            "The same of an event, whatever its size. Hardly seen with large row events.",
        ),
        assumed("write_event_ns", "ns", "The same of an event."),
        assumed(
            "collect_byte_ps",
            "ps",
            "Transforming a byte, by one of several collectors. They keep ahead of the writer.",
        ),
        assumed(
            "expansion_pct",
            "%",
            "Memory that events take: from 100 % to 280 % a memory of 14 GB is enough for 5 GB, as published.",
        ),
        assumed("spill_event_ns", "ns", "Spilling an event to disk."),
        assumed(
            "spill_byte_ps",
            "ps",
            "Spilling a byte to disk. No rate is published: no time with a spill is evidence.",
        ),
        assumed("restore_byte_ps", "ps", "Reading a spilled byte back."),
        assumed("memory_bytes", "B", "The old generation of the heap.").published(),
        assumed("persist_new_threshold_pct", "%", "From this share of memory on what grows goes to disk.")
            .published(),
        assumed("persist_all_threshold_pct", "%", "From this share on what waits goes to disk, too.")
            .published(),
        assumed("memory_check_ms", "ms", "How old the share may be that is looked at.").published(),
        assumed("transaction_check_bytes", "B", "A transaction of this size is checked at once.").published(),
        assumed("event_check_bytes", "B", "An event of this size is checked at once.").published(),
        assumed("big_row_bytes", "B", "Bytes of a row: 200,000 rows make 500 MB.").published(),
        assumed("file_bytes", "B", "A file of the global binlog.").published(),
        ConstantSpec::assumed(
            "heartbeat_ms",
            "ms",
            super::model::Place::new(IDLE, 2),
            "Time between two heartbeats.",
        )
        .published(),
    ]
}
