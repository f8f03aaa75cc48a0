//! Which stage is the limit, consumers that are slow, and several streams.

use redo_lab::report::RunReport;

use serde_json::{Value, json};

use super::{bytes, bytes_of, each, price, runs_of, share, time};
use crate::commit::{choice, millionths, rows_of, setting};
use crate::markdown::{Values, grouped, ratio};
use crate::timed::{preset, word};

/// Every file of these sections.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    vec![
        ("global-load.md", load(values)),
        ("global-consumer.md", consumer()),
        ("global-streams.md", streams(values)),
    ]
}

/// Bytes written a second.
fn rate_text(run: &RunReport) -> String {
    format!("{}/s", bytes(millionths(run, "bps") / 1_000_000))
}

/// Transactions a second and node of the table about load.
const LOADS: [u64; 6] = [250, 1_000, 4_000, 8_000, 10_000, 12_000];

/// Load raised step by step, for half a second and for a second.
fn load(values: &mut Values) -> String {
    let runs = runs_of(&json!({ "duration_ms": 1_000 }), &each("tps_per_node", &LOADS));
    let short = runs_of(&json!({ "duration_ms": 500 }), &each("tps_per_node", &LOADS));
    values.set("gb-write-price", price(&runs[0], "write_byte_ps"));
    values.set("gb-write-event", format!("{} ns", grouped(setting(&runs[0], "write_event_ns"))));
    let rate = rate_of_full_events(&runs[0]);
    values.set("gb-ceiling", format!("{}/s", bytes(rate)));
    values.set("gb-ceiling-files", ratio(60 * rate, setting(&runs[0], "file_bytes"), 0));
    let of_short = |run: &RunReport| {
        let same = |short: &&RunReport| setting(short, "tps_per_node") == setting(run, "tps_per_node");
        time(short.iter().find(same).expect("the same loads"), "delay_ms.mean")
    };
    rows_of(
        &runs,
        &[
            ("transactions a second and node", 'r', &|run| grouped(setting(run, "tps_per_node"))),
            ("mean delay, 0.5 s of load", 'r', &of_short),
            ("1 s of load", 'r', &|run| time(run, "delay_ms.mean")),
            ("of it for another node", 'r', &|run| share(run, "delay_pct.input")),
            ("for a hole", 'r', &|run| share(run, "delay_pct.hole")),
            ("sort busy", 'r', &|run| share(run, "busy_pct.sort")),
            ("collect busy", 'r', &|run| share(run, "busy_pct.collect")),
            ("write busy", 'r', &|run| share(run, "busy_pct.write")),
            ("limit", 'l', &|run| word(run, "bottleneck")),
        ],
    )
}

/// Bytes that a writer takes a second if every row event is as large as it may be.
fn rate_of_full_events(run: &RunReport) -> u64 {
    let event_bytes = setting(run, "row_event_bytes");
    let event_ps = event_bytes * setting(run, "write_byte_ps") + 1_000 * setting(run, "write_event_ns");
    event_bytes * 1_000_000_000_000 / event_ps
}

/// A consumer as fast as the writer, and one that is slower.
fn consumer() -> String {
    let runs = preset("slow-consumer").runs;
    rows_of(
        &runs,
        &[
            ("consumer reads", 'r', &|run| match setting(run, "consumer_bytes_per_s") {
                0 => "as it comes".to_owned(),
                rate => format!("{}/s", bytes(rate)),
            }),
            ("written", 'r', &rate_text),
            ("delay, mean", 'r', &|run| time(run, "delay_ms.mean")),
            ("consumer's longest", 'r', &|run| time(run, "consumer_delay_ms")),
        ],
    )
}

/// One stream and several, by key and by table.
fn streams(values: &mut Values) -> String {
    let mut variants: Vec<Value> =
        [1, 2, 4, 8].map(|streams| json!({ "streams": streams, "stream_by": "key" })).to_vec();
    for tables in [16, 1] {
        variants.push(json!({ "streams": 8, "stream_by": "table", "tables": tables }));
    }
    let runs = runs_of(&json!({ "tps_per_node": 24_000, "duration_ms": 300 }), &variants);
    values.count("gb-streams-load", setting(&runs[0], "tps_per_node"));
    rows_of(
        &runs,
        &[
            ("streams", 'r', &|run| grouped(setting(run, "streams"))),
            ("by", 'l', &|run| match (choice(run, "stream_by"), setting(run, "tables")) {
                ("table", 1) => "table, there is one".to_owned(),
                ("table", tables) => format!("table, of {tables}"),
                (by, _) => by.to_owned(),
            }),
            ("written", 'r', &rate_text),
            ("all of it", 'r', &|run| bytes_of(run, "written_bytes")),
            ("longest delay", 'r', &|run| time(run, "delay_ms.peak")),
            ("split", 'r', &|run| share(run, "split_pct")),
            ("limit", 'l', &|run| word(run, "bottleneck")),
        ],
    )
}
