//! Numbers of the chapter about a replica that keeps up.

use redo_lab::report::{Report, RunReport};
use serde_json::json;

use crate::markdown::{Table, Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{
    Priced, bytes_text, changed, count, fallback, hundredths, parameter, preset, table, time, time_text, us,
    word,
};

/// Every file of the chapter.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    let encodings = preset("by-record-or-by-page");
    let builds = preset("one-to-eight-ddls");
    first_values(&encodings, values);
    build_values(&builds, values);
    replay_values(values);
    network_values(values);
    vec![
        ("replica-fallback.md", first_fallback(&encodings)),
        ("parse-by-hand.md", by_hand(values)),
        ("memory-by-hand.md", memory_by_hand(&builds)),
        ("builds-followed.md", builds_followed(&builds)),
        ("knife-edge.md", knife_edge(values)),
        ("far-away.md", far_away()),
    ]
}

fn memory_pct(run: &RunReport) -> String {
    format!("{} %", ratio(hundredths(run, "peak_memory_pct"), 100, 1))
}

fn first_fallback(report: &Report) -> String {
    let run = &report.runs[0];
    fallback(
        report,
        &[
            ("replica", |run| word(run, "status")),
            ("most lag", |run| time(run, "peak_lag_ms")),
            ("most memory", memory_pct),
            ("redo", |run| bytes_text(whole(run, "redo_bytes"))),
            ("records", |run| count(run, "redo_records")),
        ],
        "lrrrr",
        &format!(
            "{} statements at once, each ADD INDEX (b) on a `t0` of {} rows, simulated.",
            parameter(run, "concurrent_ddls"),
            grouped(parameter(run, "rows"))
        ),
    )
}

fn first_values(report: &Report, values: &mut Values) {
    let [record, page, window] = report.runs.as_slice() else { panic!("three variants") };
    values.set("rl-bounded-window", bytes_text(parameter(window, "network_window_bytes")));
    values.set("rl-bounded-status", word(window, "status"));
    values.set("rl-bounded-lag", time(window, "peak_lag_ms"));
    values.set("rl-bounded-memory", memory_pct(window));
    values.count("rl-rows", parameter(record, "rows"));
    values.set("rl-record-status", word(record, "status"));
    values.set("rl-record-lag", time(record, "peak_lag_ms"));
    values.set("rl-page-lag", time(page, "peak_lag_ms"));
    values.set("rl-record-memory", memory_pct(record));
    values.set("rl-page-memory", memory_pct(page));
    values.set("rl-record-ratio", ratio(whole(record, "redo_records"), whole(page, "redo_records"), 0));
    values.set(
        "rl-byte-share",
        format!("{} %", ratio(100 * whole(page, "redo_bytes"), whole(record, "redo_bytes"), 0)),
    );
    let memory = parameter(record, "replica_memory_bytes");
    values.set("rl-memory", bytes_text(memory));
    values.set("rl-memory-limit", format!("{} %", parameter(record, "memory_limit_pct")));
    values.set("rl-lag-limit", time_text(1_000 * parameter(record, "lag_limit_ms")));
    values.set("rl-expansion", ratio(parameter(record, "parsed_redo_permille"), 1_000, 2));
}

/// One statement in two encodings: how long it loads, how long its redo takes to parse.
fn by_hand(values: &mut Values) -> String {
    let alone = changed("by-record-or-by-page", &[("concurrent_ddls", json!(1))], None);
    let mut table = Table::new(
        &["redo of one statement", "work × price", "to parse", "to load", "statements that can be followed"],
        "llrrr",
    );
    for (name, run) in ["by record", "by page"].into_iter().zip(&alone.runs) {
        let records = Priced {
            count: whole(run, "redo_records"),
            ps: parameter(run, "parse_record_ps"),
            what: "records",
        };
        let bytes = Priced {
            count: whole(run, "redo_bytes"),
            ps: parameter(run, "parse_ps_per_byte"),
            what: "bytes",
        };
        let (parse, load) = (records.us() + bytes.us(), us(run, "duration_ms.load"));
        let followed = ratio(load, parse, 2);
        table.row(&[
            name,
            &format!("{} ({})", records.text(), records.what),
            &time_text(records.us()),
            "",
            "",
        ]);
        let bytes_text = format!("{} ({})", bytes.text(), bytes.what);
        table.row(&["", &bytes_text, &time_text(bytes.us()), &time_text(load), &followed]);
        let slug = name.replace(' ', "-");
        values.set(format!("rl-{slug}-parse"), time_text(parse));
        values.set(format!("rl-{slug}-load"), time_text(load));
        values.set(format!("rl-{slug}-followed"), followed);
        // What is left over with four statements, when they end.
        values.set(format!("rl-{slug}-left"), time_text((4 * parse).saturating_sub(load)));
    }
    table.file()
}

/// The most memory of one, two and four statements, from the stretch of log that is kept.
fn memory_by_hand(report: &Report) -> String {
    let mut table = Table::new(
        &[
            "statements",
            "memory, by hand",
            "engine",
            "log a second",
            "× lag = not parsed",
            "+ kept before",
            "× expansion",
            "+ memory before",
        ],
        "rrrrrrrr",
    );
    for run in report.runs.iter().take(3) {
        let kept = parameter(run, "kept_log_bytes");
        let expansion = parameter(run, "parsed_redo_permille");
        let base = parameter(run, "replica_base_memory_bytes");
        // Bytes in a microsecond are megabytes in a second.
        let (redo, load) = (u128::from(whole(run, "redo_bytes")), u128::from(us(run, "duration_ms.load")));
        let unparsed = (redo * u128::from(us(run, "peak_lag_ms")) / load) as u64;
        let memory = base + (u128::from(kept + unparsed) * u128::from(expansion) / 1_000) as u64;
        let gb = |bytes: u64| format!("{} GB", ratio(bytes, 1_000_000_000, 2));
        table.row(&[
            grouped(parameter(run, "concurrent_ddls")),
            format!("{} %", ratio(100 * memory, parameter(run, "replica_memory_bytes"), 1)),
            memory_pct(run),
            format!("{} MB", ratio(whole(run, "redo_bytes"), us(run, "duration_ms.load"), 1)),
            gb(unparsed),
            gb(kept),
            format!("× {}", ratio(expansion, 1_000, 2)),
            gb(base),
        ]);
    }
    table.file()
}

fn builds_followed(report: &Report) -> String {
    table(
        report,
        &[
            ("replica", |run| word(run, "status")),
            ("after", |run| match run.number("unavailable_after_ms") {
                Some(_) => time(run, "unavailable_after_ms"),
                None => "–".to_owned(),
            }),
            ("most lag", |run| time(run, "peak_lag_ms")),
            ("most memory", memory_pct),
            ("processors", |run| format!("{} %", ratio(hundredths(run, "peak_cpu_pct"), 100, 1))),
        ],
        "lrrrr",
    )
}

fn build_values(report: &Report, values: &mut Values) {
    values.set("rl-lag-limit-builds", time_text(1_000 * parameter(&report.runs[0], "lag_limit_ms")));
    for (count, run) in [1, 2, 4, 6, 8].into_iter().zip(&report.runs) {
        values.set(format!("rl-builds-{count}-status"), word(run, "status"));
        values.set(format!("rl-builds-{count}-lag"), time(run, "peak_lag_ms"));
        values.set(format!("rl-builds-{count}-memory"), memory_pct(run));
    }
}

/// Two statements, and a replica that parses a little faster or slower.
fn knife_edge(values: &mut Values) -> String {
    let base = preset("by-record-or-by-page").runs[0].clone();
    let price = parameter(&base, "parse_record_ps");
    values.set("rl-parse-price", format!("{} ns", ratio(price, 1_000, 0)));
    let percents = [90, 98, 99, 100, 101, 102, 105, 110];
    let compare: Vec<_> = percents
        .iter()
        .map(|percent| json!({ "encoding": "physiological", "parse_record_ps": price * percent / 100 }))
        .collect();
    let report = changed("by-record-or-by-page", &[("concurrent_ddls", json!(2))], Some(json!(compare)));
    let mut table = Table::new(&["a record takes", "ns", "replica", "most lag", "most memory"], "lrlrr");
    for (percent, run) in percents.into_iter().zip(&report.runs) {
        table.row(&[
            if percent == 100 { "as fitted".to_owned() } else { format!("{percent} % of it") },
            ratio(parameter(run, "parse_record_ps"), 1_000, 1),
            word(run, "status"),
            time(run, "peak_lag_ms"),
            memory_pct(run),
        ]);
    }
    let (fast, slow) = (&report.runs[0], &report.runs[report.runs.len() - 1]);
    values.set("rl-knife-fast", time(fast, "peak_lag_ms"));
    values.set("rl-knife-slow", time(slow, "peak_lag_ms"));
    for (percent, run) in percents.into_iter().zip(&report.runs) {
        values.set(format!("rl-knife-{percent}"), time(run, "peak_lag_ms"));
    }
    table.file()
}

/// Memory and processors with images dropped or installed; more threads that apply.
fn replay_values(values: &mut Values) {
    let report = preset("drop-or-install");
    for (name, run) in ["drop", "install", "narrow"].into_iter().zip(&report.runs) {
        values.set(format!("rl-{name}-memory"), memory_pct(run));
        values.set(format!("rl-{name}-cpu"), format!("{} %", ratio(hundredths(run, "peak_cpu_pct"), 100, 1)));
        values.set(format!("rl-{name}-lag"), time(run, "peak_lag_ms"));
        values.count(format!("rl-{name}-pages"), whole(run, "replica_installed_pages"));
    }
    let more = changed(
        "by-record-or-by-page",
        &[],
        Some(json!([
            { "encoding": "physiological", "apply_threads": 1 },
            { "encoding": "physiological", "apply_threads": 16 }
        ])),
    );
    values.set("rl-apply-one", time(&more.runs[0], "peak_lag_ms"));
    values.set("rl-apply-sixteen", time(&more.runs[1], "peak_lag_ms"));
}

fn far_away() -> String {
    table(
        &preset("far-away"),
        &[
            ("most lag", |run| time(run, "peak_lag_ms")),
            ("most memory", memory_pct),
            ("redo", |run| bytes_text(whole(run, "redo_bytes"))),
            ("build", |run| time(run, "duration_ms")),
        ],
        "rrrr",
    )
}

/// The wide area with a window that is too small.
fn network_values(values: &mut Values) {
    let report = changed(
        "far-away",
        &[("network", json!("wide-area")), ("encoding", json!("page-image")), ("compression", json!("lz4"))],
        Some(json!([{}, { "network_window_bytes": 1_048_576 }])),
    );
    let [wide, narrow] = report.runs.as_slice() else { panic!("two variants") };
    values.set("rl-window", bytes_text(parameter(wide, "network_window_bytes")));
    values.set("rl-latency", format!("{} ms", parameter(wide, "network_latency_us") / 1_000));
    values.set("rl-window-lag", time(wide, "peak_lag_ms"));
    values.set("rl-small-window", bytes_text(parameter(narrow, "network_window_bytes")));
    values.set("rl-small-window-lag", time(narrow, "peak_lag_ms"));
    // One window a round trip.
    let rate = parameter(narrow, "network_window_bytes") * 1_000_000
        / parameter(narrow, "network_latency_us").max(1);
    values.set("rl-small-window-rate", format!("{} MB/s", ratio(rate, 1_000_000, 0)));
    values.set("rl-wide-rate", format!("{} MB/s", parameter(wide, "network_mb_per_s")));
}
