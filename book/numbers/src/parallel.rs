//! Numbers of the chapter about threads and memory.

use redo_lab::bulk_load::buffers::{
    io_buffer_bytes, key_buffer_bytes, merge_passes, run_entries, runs as sort_runs, scan_buffer_share,
    sort_entry_bytes, thread_rows,
};
use redo_lab::innodb::{IndexDefinition, IndexLayout, KeyPart, Table as RowTable};
use redo_lab::report::{Report, RunReport};
use redo_lab::timing::log2_ceil;
use serde_json::json;

use crate::markdown::{Table, Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{
    Priced, bytes_text, changed, count, fallback, parameter, preset, table, time, time_text, times, us,
};

const PAGE: u64 = 16_384;

/// Every file of the chapter.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    let threads = preset("threads-1-to-16");
    thread_values(&threads, values);
    let buffers = preset("buffer-before-threads");
    buffer_values(&buffers, values);
    let log = preset("tiny-log");
    log_values(&log, values);
    let unlogged = preset("logged-or-flushed");
    unlogged_values(&unlogged, values);
    statement_values(values);
    sample_values(values);
    vec![
        ("parallel-fallback.md", threads_fallback(&threads)),
        ("parallel-by-hand.md", by_hand(&threads.runs[0], values)),
        ("buffer-arithmetic.md", buffer_arithmetic(values)),
        ("buffer-times.md", buffer_times(&buffers)),
        ("merge-by-hand.md", merge_by_hand(&buffers, values)),
        ("log-times.md", log_times(&log)),
        ("unlogged-times.md", unlogged_times(&unlogged)),
    ]
}

fn threads_fallback(report: &Report) -> String {
    fallback(
        report,
        &[
            ("time", |run| time(run, "duration_ms")),
            ("scan", |run| time(run, "duration_ms.scan")),
            ("sort", |run| time(run, "duration_ms.sort")),
            ("merge", |run| time(run, "duration_ms.merge")),
            ("load", |run| time(run, "duration_ms.load")),
            ("flush", |run| time(run, "duration_ms.flush")),
        ],
        "rrrrrr",
        &format!("ADD INDEX (b) on `t0` with {} rows, simulated.", count(&report.runs[0], "rows")),
    )
}

fn thread_values(report: &Report, values: &mut Values) {
    let (first, last) = (&report.runs[0], &report.runs[report.runs.len() - 1]);
    values.count("pd-rows", parameter(first, "rows"));
    for (name, run) in [("one", first), ("all", last)] {
        values.set(format!("pd-{name}-time"), time(run, "duration_ms"));
        values.set(format!("pd-{name}-load"), time(run, "duration_ms.load"));
        values.set(format!("pd-{name}-scan"), time(run, "duration_ms.scan"));
        values.set(format!("pd-{name}-merge"), time(run, "duration_ms.merge"));
    }
    values.set("pd-speed-up", times(us(first, "duration_ms"), us(last, "duration_ms")));
    let serial = us(first, "duration_ms.load");
    values.set("pd-serial-share", format!("{} %", ratio(100 * serial, us(first, "duration_ms"), 0)));
    values.set("pd-amdahl", times(us(first, "duration_ms"), serial));
    let few = changed(
        "threads-1-to-16",
        &[("cores", json!(2))],
        Some(json!([{ "ddl_threads": 2, "read_threads": 2 }, { "ddl_threads": 16, "read_threads": 16 }])),
    );
    values.set("pd-two-cores-two", time(&few.runs[0], "duration_ms"));
    values.set("pd-two-cores-sixteen", time(&few.runs[1], "duration_ms"));
}

/// The first variant's phases, from counts and prices.
fn by_hand(run: &RunReport, values: &mut Values) -> String {
    let rows = parameter(run, "rows");
    let price = |name: &str| parameter(run, name);
    // One thread: all runs are its own.
    let passes = whole(run, "merge_passes");
    let runs = whole(run, "sort_runs");
    let spilled = whole(run, "spilled_bytes");
    // What is spilled is written once by the scan, and once by each merge pass.
    let entry_bytes = spilled / (1 + passes);
    let comparisons = log2_ceil(rows.div_ceil(runs));
    let pages = whole(run, "leaf_pages") + whole(run, "internal_pages");
    let part = |count, ps, what| Priced { count, ps, what };
    let phases = [
        (
            "scan",
            "duration_ms.scan",
            vec![
                part(rows, 1_000 * price("scan_row_ns"), "rows"),
                part(entry_bytes, price("copy_ps_per_byte"), "bytes of sort entries, copied"),
            ],
        ),
        ("sort", "duration_ms.sort", vec![part(rows * comparisons, price("compare_ps"), "comparisons")]),
        (
            "merge",
            "duration_ms.merge",
            vec![
                part(passes * rows, 1_000 * price("merge_row_ns"), "rows, once a pass"),
                part(passes * rows, price("compare_ps"), "comparisons"),
                part(2 * passes * entry_bytes, price("copy_ps_per_byte"), "bytes, in and out"),
            ],
        ),
        (
            "load",
            "duration_ms.load",
            vec![
                part(rows, 1_000 * price("load_row_ns"), "rows"),
                part(whole(run, "redo_records"), 1_000 * price("encode_record_ns"), "redo records"),
                part(whole(run, "redo_bytes"), price("log_ps_per_byte"), "redo bytes"),
                part(pages * PAGE, price("checksum_ps_per_byte"), "bytes of pages, for checksums"),
            ],
        ),
        (
            "flush",
            "duration_ms.flush",
            vec![part(pages * PAGE, 1_000_000 / price("disk_mb_per_s"), "bytes of pages, to the disk")],
        ),
    ];
    values.count("pd-comparisons", comparisons);
    let mut table = Table::new(&["phase", "work × price", "of", "by hand", "engine"], "llrrr");
    for (phase, metric, parts) in phases {
        let sum: u64 = parts.iter().map(Priced::us).sum();
        let [sum, engine] = [time_text(sum), time(run, metric)];
        // An unlogged build has hardly any records: they cost nothing that could be read here.
        let parts: Vec<Priced> = parts.into_iter().filter(|part| part.us() > 0).collect();
        for (index, part) in parts.iter().enumerate() {
            let is_last = index + 1 == parts.len();
            let [phase, sum, engine] = [
                if index == 0 { phase } else { "" },
                if is_last { &sum } else { "" },
                if is_last { &engine } else { "" },
            ];
            let what = format!("{} ({})", part.text(), part.what);
            table.row(&[phase, &what, &time_text(part.us()), sum, engine]);
        }
    }
    table.file()
}

/// The index on `c` of sysbench's table.
fn entry_bytes() -> u64 {
    let c = IndexDefinition { name: "c".into(), parts: vec![KeyPart { column: 2, prefix: None }] };
    sort_entry_bytes(IndexLayout::secondary(&RowTable::sbtest1(), &c, 2).max_record_bytes() as u64)
}

/// Runs a thread and merge passes of `rows` entries.
fn runs_of(rows: u64, entry: u64, buffer: u64, threads: u64, indexes: u64) -> u64 {
    let key = key_buffer_bytes(scan_buffer_share(buffer, threads, indexes, PAGE), PAGE);
    sort_runs(thread_rows(rows, threads), run_entries(key, entry))
}

/// Shares, runs and passes for several settings.
fn buffer_arithmetic(values: &mut Values) -> String {
    const ROWS: u64 = 50_000_000;
    let entry = entry_bytes();
    values.count("pd-entry-bytes", entry);
    values.count("pd-arithmetic-rows", ROWS);
    values.set("pd-entries-size", format!("{} GB", ratio(ROWS * entry, 1_000_000_000, 2)));
    let mut table = Table::new(
        &[
            "buffer",
            "threads",
            "indexes",
            "share",
            "I/O buffer",
            "key buffer",
            "entries a run",
            "runs a thread",
            "passes",
        ],
        "rrrrrrrrr",
    );
    let settings: [(u64, u64, u64); 6] = [
        (1 << 20, 4, 1),
        (1 << 20, 4, 7),
        (100 << 20, 4, 1),
        (512 << 20, 1, 1),
        (1 << 30, 4, 1),
        (1 << 30, 16, 1),
    ];
    for (buffer, threads, indexes) in settings {
        let share = scan_buffer_share(buffer, threads, indexes, PAGE);
        let key = key_buffer_bytes(share, PAGE);
        let runs = runs_of(ROWS, entry, buffer, threads, indexes);
        table.row(&[
            bytes_text(buffer),
            threads.to_string(),
            indexes.to_string(),
            bytes_text(share),
            bytes_text(io_buffer_bytes(share, PAGE)),
            bytes_text(key),
            grouped(run_entries(key, entry)),
            grouped(runs),
            merge_passes(runs).to_string(),
        ]);
    }
    let first = settings[0];
    let key = key_buffer_bytes(scan_buffer_share(first.0, first.1, 1, PAGE), PAGE);
    values.count("pd-key-buffer", key);
    values.count("pd-run-entries", run_entries(key, entry));
    for (name, indexes) in [("one", 1), ("seven", 7)] {
        let runs = runs_of(ROWS, entry, first.0, first.1, indexes);
        values.count(format!("pd-{name}-index-runs"), runs);
        values.count(format!("pd-{name}-index-passes"), merge_passes(runs).into());
    }
    table.file()
}

fn buffer_times(report: &Report) -> String {
    table(
        report,
        &[
            ("time", |run| time(run, "duration_ms")),
            ("passes", |run| count(run, "merge_passes")),
            ("merge", |run| time(run, "duration_ms.merge")),
            ("load", |run| time(run, "duration_ms.load")),
            ("runs", |run| count(run, "sort_runs")),
            ("most memory", |run| bytes_text(whole(run, "peak_memory_bytes"))),
        ],
        "rrrrrr",
    )
}

/// Bandwidth of the disk that the MySQL study's experiment is given.
fn study_disk() -> u64 {
    let studies = redo_lab::study::studies();
    let study = studies.iter().find(|study| study.name == "mysql-parallel-ddl").expect("the study is there");
    let rate = study.experiments[0].document["params"]["disk_mb_per_s"].as_u64();
    rate.expect("the study states its disk")
}

/// The merge of each setting: what the disk and what the processors need at least.
fn merge_by_hand(report: &Report, values: &mut Values) -> String {
    let mut table = Table::new(
        &["", "engine", "disk, at least", "processors, at least", "passes × 2 × bytes", "÷ disk", "threads"],
        "lrrrrrr",
    );
    for (letter, run) in ('A'..).zip(&report.runs) {
        let passes = whole(run, "merge_passes");
        // What is spilled is written once by the scan, and once by each merge pass.
        let entry_bytes = whole(run, "spilled_bytes") / (1 + passes);
        let disk = parameter(run, "disk_mb_per_s");
        let disk_us = 2 * passes * entry_bytes / disk;
        let threads = parameter(run, "read_threads").min(parameter(run, "cores"));
        let rows = passes * parameter(run, "rows");
        let price = |count, ps| Priced { count, ps, what: "" }.us();
        let work = price(rows, 1_000 * parameter(run, "merge_row_ns"))
            + price(rows, parameter(run, "compare_ps"))
            + price(2 * passes * entry_bytes, parameter(run, "copy_ps_per_byte"));
        values.set(format!("pd-merge-disk-{}", letter.to_ascii_lowercase()), time_text(disk_us));
        values
            .set(format!("pd-merge-engine-{}", letter.to_ascii_lowercase()), time(run, "duration_ms.merge"));
        values.set("pd-merge-disk-rate", format!("{} MB/s", grouped(disk)));
        values.set("pd-study-disk-rate", format!("{} MB/s", grouped(study_disk())));
        table.row(&[
            letter.to_string(),
            time(run, "duration_ms.merge"),
            time_text(disk_us),
            time_text(work / threads),
            format!("{passes} × 2 × {} GB", ratio(entry_bytes, 1_000_000_000, 2)),
            format!("{} MB/s", grouped(disk)),
            threads.to_string(),
        ]);
    }
    table.file()
}

fn buffer_values(report: &Report, values: &mut Values) {
    let [small, _, large, many] = report.runs.as_slice() else { panic!("four variants") };
    values.set("pd-buffer-gain", times(us(small, "duration_ms"), us(large, "duration_ms")));
    values.set("pd-threads-gain", times(us(large, "duration_ms"), us(many, "duration_ms")));
    values.count("pd-small-passes", whole(small, "merge_passes"));
    values.count("pd-large-passes", whole(large, "merge_passes"));
    values.count("pd-many-passes", whole(many, "merge_passes"));
}

fn log_times(report: &Report) -> String {
    table(
        report,
        &[
            ("time", |run| time(run, "duration_ms")),
            ("waited", |run| time(run, "stall_ms")),
            ("log holds", |run| grouped(redo_lab::redo::usable_redo_bytes(parameter(run, "redo_log_bytes")))),
            ("redo written", |run| count(run, "redo_bytes")),
        ],
        "rrrr",
    )
}

fn log_values(report: &Report, values: &mut Values) {
    let [small, middle, large] = report.runs.as_slice() else { panic!("three variants") };
    values.count("usable-2x48", redo_lab::redo::usable_redo_bytes(2 * (48 << 20)));
    values.count("file-48-bytes", 48 << 20);
    values.count("file-header-bytes", 2_048);
    for (name, run) in [("small", small), ("middle", middle), ("large", large)] {
        values.set(format!("pd-log-{name}-time"), time(run, "duration_ms"));
        values.set(format!("pd-log-{name}-stall"), time(run, "stall_ms"));
    }
    // Bytes of redo over the time of the load: what the build may log in the end.
    let rate = |run| ratio(whole(run, "redo_bytes"), us(run, "duration_ms.load"), 1);
    values.set("pd-log-small-rate", format!("{} MB/s", rate(small)));
    values.set("pd-log-large-rate", format!("{} MB/s", rate(large)));
}

fn unlogged_times(report: &Report) -> String {
    table(
        report,
        &[
            ("time", |run| time(run, "duration_ms")),
            ("load", |run| time(run, "duration_ms.load")),
            ("flush", |run| time(run, "duration_ms.flush")),
            ("redo", |run| count(run, "redo_bytes")),
        ],
        "rrrr",
    )
}

fn unlogged_values(report: &Report, values: &mut Values) {
    let [index, index_unlogged, table, table_unlogged] = report.runs.as_slice() else {
        panic!("four variants")
    };
    let compared = |unlogged, logged| ratio(us(unlogged, "duration_ms"), us(logged, "duration_ms"), 2);
    values.set("pd-unlogged-index", compared(index_unlogged, index));
    values.set("pd-unlogged-table", compared(table_unlogged, table));
    values.count("pd-unlogged-rows", parameter(index, "rows"));
}

fn statement_values(values: &mut Values) {
    let report = preset("three-indexes");
    for (name, run) in ["one", "serial", "concurrent"].into_iter().zip(&report.runs) {
        values.set(format!("pd-statements-{name}"), time(run, "duration_ms"));
        values.set(format!("pd-statements-{name}-scan"), time(run, "duration_ms.scan"));
    }
    let [one, serial, _] = report.runs.as_slice() else { panic!("three variants") };
    values.set(
        "pd-statements-share",
        format!("{} %", ratio(100 * us(one, "duration_ms"), us(serial, "duration_ms"), 0)),
    );
}

fn sample_values(values: &mut Values) {
    let report = preset("sample-sort");
    let [merge, sample] = report.runs.as_slice() else { panic!("two variants") };
    values.set("pd-sample-merge", time(merge, "duration_ms"));
    values.set("pd-sample-sample", time(sample, "duration_ms"));
    values.set("pd-sample-gain", times(us(merge, "duration_ms"), us(sample, "duration_ms")));
    values.set("pd-sample-merge-load", time(merge, "duration_ms.load"));
    values.set("pd-sample-sample-load", time(sample, "duration_ms.load"));
    // The same by record: what the log device takes is then in the way.
    let records = changed("sample-sort", &[("encoding", json!("physiological"))], None);
    values.set("pd-sample-records", time(&records.runs[1], "duration_ms"));
    values.set("pd-sample-records-stall", time(&records.runs[1], "stall_ms"));
}
