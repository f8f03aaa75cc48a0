//! Numbers of the chapter about crash recovery.

use redo_lab::report::{Report, RunReport};
use serde_json::json;

use crate::markdown::{Table, Values, grouped, ratio};
use crate::runs::whole;
use crate::timed::{
    Priced, bytes_text, changed, count, fallback, parameter, preset, table, time, time_text, times, us, word,
};

/// Every file of the chapter.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    let logged = preset("crash-logged-build");
    logged_values(&logged, values);
    let unlogged = preset("crash-unlogged-build");
    unlogged_values(&unlogged, values);
    let backup = preset("backup-during-build");
    backup_values(&backup, values);
    let sizes = preset("redo-log-rarer-stalls");
    size_values(&sizes, values);
    torn_values(values);
    vec![
        ("crash-fallback.md", crash_fallback(&logged)),
        ("recovery-by-hand.md", by_hand(&logged)),
        ("crash-unlogged.md", unlogged_table(&unlogged)),
        ("crash-backup.md", backup_table(&backup)),
        ("crash-log-sizes.md", size_table(&sizes)),
    ]
}

fn crash_fallback(report: &Report) -> String {
    let run = &report.runs[0];
    fallback(
        report,
        &[
            ("recovery", |run| time(run, "recovery_ms")),
            ("redo read, bytes", |run| count(run, "redo_scanned_bytes")),
            ("records", |run| count(run, "records_applied")),
            ("entries inserted", |run| count(run, "entries_inserted")),
            ("pages brought up to date", |run| count(run, "pages_recovered")),
            ("outcome", |run| word(run, "recovered")),
        ],
        "rrrrrl",
        &format!(
            "ADD INDEX (b) on `t0` with {} rows; the server dies when {} % of the entries are in pages.",
            grouped(parameter(run, "rows")),
            parameter(run, "crash_at_pct")
        ),
    )
}

fn logged_values(report: &Report, values: &mut Values) {
    for (name, run) in ["physiological", "list-copy", "physical", "page-image"].into_iter().zip(&report.runs)
    {
        values.set(format!("cr-{name}-time"), time(run, "recovery_ms"));
        values.set(format!("cr-{name}-scan"), time(run, "recovery_ms.scan"));
        values.set(format!("cr-{name}-apply"), time(run, "recovery_ms.apply"));
        values.count(format!("cr-{name}-bytes"), whole(run, "redo_scanned_bytes"));
    }
    let run = &report.runs[0];
    values.count("cr-rows", parameter(run, "rows"));
    values.count("cr-pages", whole(run, "pages_recovered"));
    values.set("cr-crash-pct", format!("{} %", parameter(run, "crash_at_pct")));
    let rate = |run: &RunReport| ratio(whole(run, "redo_scanned_bytes"), us(run, "recovery_ms"), 0);
    values.set("cr-physical-rate", format!("{} MB/s", rate(&report.runs[2])));
    values.set("cr-page-image-rate", format!("{} MB/s", rate(&report.runs[3])));
}

/// Recovery of two encodings, from counts and prices.
fn by_hand(report: &Report) -> String {
    let mut table = Table::new(&["encoding", "step", "work × price", "of", "by hand", "engine"], "lllrrr");
    for run in [&report.runs[2], &report.runs[3]] {
        let price = |name: &str| parameter(run, name);
        let part = |count, ps, what| Priced { count, ps, what };
        let pages = whole(run, "pages_recovered");
        // A record that is neither an entry's nor a write's puts a whole page in place.
        let images = whole(run, "records_applied") - whole(run, "physical_writes");
        let steps = [
            (
                "scan",
                "recovery_ms.scan",
                vec![
                    part(whole(run, "records_scanned"), price("parse_record_ps"), "records"),
                    part(whole(run, "redo_scanned_bytes"), price("parse_ps_per_byte"), "bytes"),
                ],
            ),
            (
                "apply",
                "recovery_ms.apply",
                vec![
                    part(whole(run, "physical_writes"), 1_000 * price("apply_record_ns"), "writes"),
                    part(images, 1_000 * price("install_page_ns"), "images"),
                    part(pages, 1_000 * price("apply_page_ns"), "pages"),
                ],
            ),
        ];
        let mut encoding = format!("`{}`", run.label);
        for (step, metric, parts) in steps {
            let parts: Vec<Priced> = parts.into_iter().filter(|part| part.count > 0).collect();
            let sum = time_text(parts.iter().map(Priced::us).sum());
            let engine = time(run, metric);
            for (index, part) in parts.iter().enumerate() {
                let (is_first, is_last) = (index == 0, index + 1 == parts.len());
                let what = format!("{} ({})", part.text(), part.what);
                let of = time_text(part.us());
                let [step, sum, engine] = [
                    if is_first { step } else { "" },
                    if is_last { &sum } else { "" },
                    if is_last { &engine } else { "" },
                ];
                table.row(&[&encoding, step, &what, &of, sum, engine]);
                encoding.clear();
            }
        }
    }
    table.file()
}

fn unlogged_table(report: &Report) -> String {
    table(
        report,
        &[
            ("outcome", |run| word(run, "recovered")),
            ("recovery", |run| time(run, "recovery_ms")),
            ("redo read, bytes", |run| count(run, "redo_scanned_bytes")),
            ("pages written before", |run| count(run, "pages_flushed")),
            ("statement flushed for", |run| time(run, "flush_ms")),
        ],
        "lrrrr",
    )
}

fn unlogged_values(report: &Report, values: &mut Values) {
    values.count("cr-unlogged-pages", whole(&report.runs[1], "pages_flushed"));
    values.set("cr-unlogged-flush", time(&report.runs[1], "flush_ms"));
    // The crash earlier and later.
    let early = changed(
        "crash-unlogged-build",
        &[("encoding", json!("physical"))],
        Some(json!([{ "crash_at_pct": 10 }, { "crash_at_pct": 50 }, { "crash_at_pct": 90 }])),
    );
    for (name, run) in ["10", "50", "90"].into_iter().zip(&early.runs) {
        values.set(format!("cr-crash-{name}-time"), time(run, "recovery_ms"));
    }
}

fn backup_table(report: &Report) -> String {
    table(
        report,
        &[
            ("backup", |run| {
                if word(run, "backup_consistent") == "yes" {
                    "consistent".into()
                } else {
                    "**useless**".into()
                }
            }),
            ("pages wrong", |run| count(run, "backup_pages_wrong")),
            ("log copied, bytes", |run| count(run, "backup_log_bytes")),
            ("marks of finished indexes in it", |run| count(run, "backup_index_loads")),
        ],
        "lrrr",
    )
}

fn backup_values(report: &Report, values: &mut Values) {
    values.count("cr-backup-wrong", whole(&report.runs[2], "backup_pages_wrong"));
    values.set("cr-backup-from", format!("{} %", parameter(&report.runs[2], "backup_at_pct")));
    values.set("cr-backup-speed", format!("{} MB/s", parameter(&report.runs[2], "backup_mb_per_s")));
}

fn size_table(report: &Report) -> String {
    table(
        report,
        &[
            ("statement", |run| time(run, "duration_ms")),
            ("recovery", |run| time(run, "recovery_ms")),
            ("waits", |run| count(run, "stalls")),
            ("waited", |run| time(run, "stall_ms")),
            ("log holds", |run| count(run, "usable_redo_bytes")),
            ("age at most", |run| count(run, "peak_checkpoint_age_bytes")),
        ],
        "rrrrrr",
    )
}

fn size_values(report: &Report, values: &mut Values) {
    let (small, large) = (&report.runs[0], &report.runs[report.runs.len() - 1]);
    values.count("cr-size-rows", parameter(small, "rows"));
    values.count("cr-size-redo", whole(small, "redo_bytes"));
    let scale = parameter(small, "rows").div_ceil(whole(small, "built_rows"));
    values.set("cr-size-scale", format!("1:{scale}"));
    values.count("cr-size-built", whole(small, "built_rows"));
    values.set("cr-size-small", bytes_text(parameter(small, "redo_log_bytes")));
    values.set("cr-size-large", bytes_text(parameter(large, "redo_log_bytes")));
    for (name, run) in [("small", small), ("large", large)] {
        values.set(format!("cr-size-{name}-time"), time(run, "duration_ms"));
        values.set(format!("cr-size-{name}-recovery"), time(run, "recovery_ms"));
    }
    values.set("cr-size-recovery-ratio", times(us(large, "recovery_ms"), us(small, "recovery_ms")));
    // What flushing comes to while the statement waits.
    let waited = us(small, "stall_ms").max(1);
    let page = parameter(small, "page_size");
    let flushed = whole(small, "pages_flushed") * page;
    let total = us(small, "duration_ms");
    values.set("cr-size-flushed", format!("{} MB/s", ratio(flushed, total, 1)));
    values.set("cr-size-waited-pct", format!("{} %", ratio(100 * waited, total, 0)));
}

fn torn_values(values: &mut Values) {
    let report = changed("torn-page", &[], Some(json!([{ "doublewrite": "on" }, { "doublewrite": "off" }])));
    for (name, run) in ["on", "off"].into_iter().zip(&report.runs) {
        values.set(format!("cr-torn-{name}"), word(run, "recovered"));
        values.count(format!("cr-torn-{name}-repaired"), whole(run, "pages_repaired"));
    }
}
