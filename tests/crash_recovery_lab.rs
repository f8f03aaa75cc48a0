//! The lab `crash-recovery`: its outcomes, reports 9 and 10 of the studies' list, and the measured recoveries of MariaDB.

use redo_lab::lab::Run;
use redo_lab::report::{MetricValue, Report, RunReport};
use serde_json::{Value, json};

const ENCODINGS: [&str; 5] = ["physiological", "list-copy", "physical", "page-image", "unlogged"];

fn report_in_steps(document: &Value, work_units: u64) -> Report {
    let mut run = Run::new(document).unwrap_or_else(|error| panic!("{document}: {error}"));
    while !run.step(work_units).unwrap_or_else(|error| panic!("{document}: {error}")).done {}
    run.report()
}

fn report(params: Value, compare: Value) -> Report {
    report_in_steps(&json!({ "lab": "crash-recovery", "params": params, "compare": compare }), 100_000)
}

fn run(params: Value) -> RunReport {
    report(params, json!([{}])).runs.remove(0)
}

fn preset(name: &str) -> Report {
    report_in_steps(&json!({ "lab": "crash-recovery", "preset": name }), 100_000)
}

fn word<'r>(run: &'r RunReport, metric: &str) -> &'r str {
    match run.number(metric) {
        Some(MetricValue::Word(word)) => word,
        other => panic!("{}: {metric} is {other:?}", run.label),
    }
}

fn number(run: &RunReport, metric: &str) -> f64 {
    run.number(metric).and_then(MetricValue::millionths).unwrap_or_else(|| panic!("{metric}")) as f64 / 1e6
}

#[test]
fn what_is_not_committed_is_undone_and_what_is_committed_comes_back() {
    for ddl in ["add-index", "add-primary-key", "rebuild", "copy", "insert", "bulk-insert"] {
        for encoding in ENCODINGS {
            for crash_at_pct in [0, 1, 37, 80, 99, 100] {
                // So small a log that pages are flushed all the time.
                let run = run(
                    json!({ "rows": 5_000, "ddl": ddl, "encoding": encoding, "crash_at_pct": crash_at_pct,
                    "page_size": 4096, "redo_log_bytes": 1_048_576, "buffer_pool_bytes": 5_242_880, "table": "sbtest1" }),
                );
                let expected = match (ddl, crash_at_pct) {
                    (_, 100) | ("insert", _) => "yes",
                    _ => "index-dropped",
                };
                assert_eq!(word(&run, "recovered"), expected, "{ddl} {encoding} {crash_at_pct}");
                assert_eq!(word(&run, "statement_committed") == "yes", crash_at_pct == 100);
                assert_eq!(run.whole("identical"), Some(1));
            }
        }
    }
}

#[test]
fn an_unlogged_index_that_is_complete_needs_no_recovery() {
    let run = run(json!({ "encoding": "unlogged", "crash_at_pct": 100 }));
    assert_eq!((word(&run, "recovered"), run.whole("pages_recovered")), ("yes", Some(0)));
    assert!(number(&run, "flush_ms") > 0.0);
}

#[test]
fn without_doublewrite_a_torn_page_that_the_log_does_not_replace_is_lost() {
    let runs = preset("torn-page").runs;
    let outcomes: Vec<&str> = runs.iter().map(|run| word(run, "recovered")).collect();
    assert_eq!(outcomes, ["yes", "lost"]);
    assert_eq!(runs[0].whole("pages_repaired"), Some(1));
}

#[test]
fn report_9_a_backup_is_consistent_unless_an_unlogged_build_ends_meanwhile() {
    let runs = preset("backup-during-build").runs;
    let consistent: Vec<&str> = runs.iter().map(|run| word(run, "backup_consistent")).collect();
    assert_eq!(consistent, ["yes", "yes", "no", "yes"]);
    let wrong: Vec<bool> = runs.iter().map(|run| run.whole("backup_pages_wrong") > Some(0)).collect();
    assert_eq!(wrong, [false, false, true, false]);
    // What makes a tool abort, or copy again: the mark in the log.
    let marks: Vec<Option<u64>> = runs.iter().map(|run| run.whole("backup_index_loads")).collect();
    assert_eq!(marks, [Some(0), Some(0), Some(1), Some(0)]);
}

#[test]
fn report_9_whenever_a_backup_begins_a_logged_build_leaves_it_consistent() {
    for encoding in ENCODINGS {
        let mut inconsistent = 0;
        for backup_at_pct in [0, 20, 50, 80, 95, 99] {
            for backup_mb_per_s in [5, 20, 100] {
                let run = run(
                    json!({ "rows": 60_000, "encoding": encoding, "crash_at_pct": 100, "page_size": 4096,
                    "redo_log_bytes": 2_097_152, "backup_at_pct": backup_at_pct, "backup_mb_per_s": backup_mb_per_s }),
                );
                inconsistent += u32::from(word(&run, "backup_consistent") == "no");
            }
        }
        assert_eq!(inconsistent > 0, encoding == "unlogged", "{encoding}: {inconsistent}");
    }
}

#[test]
fn report_10_a_build_that_outruns_the_flusher_stalls_at_90_593_280_bytes() {
    let params = json!({ "table": "mdev-19747", "rows": 60_000, "ddl": "rebuild", "index": [], "crash_at_pct": 100,
        "disk": "spinning", "page_size": 16_384, "buffer_pool_bytes": 1_u64 << 31 });
    let compare = json!([{}, { "redo_log_bytes": 50_331_648 }, { "redo_log_bytes": 201_326_592 },
        { "redo_log_bytes": 201_326_592, "rows": 600_000 }]);
    let runs = report(params, compare).runs;
    assert_eq!(runs[0].whole("usable_redo_bytes"), Some(90_593_280));
    assert_eq!(runs[0].whole("built_rows"), Some(60_000));
    // The change that goes beyond is written before the statement waits: at most one page with its allocation.
    let peak = runs[0].whole("peak_checkpoint_age_bytes").unwrap();
    assert!((90_593_280..90_593_280 + 40_000).contains(&peak), "{peak}");
    // A larger log only makes stalls rarer: the same statement does not wait, a longer one does.
    let stalls: Vec<u64> = runs.iter().map(|run| run.whole("stalls").unwrap()).collect();
    assert!(stalls[1] > stalls[0] && stalls[0] > 0 && stalls[2] == 0 && stalls[3] > stalls[0], "{stalls:?}");
    // Flush bandwidth decides: what is not absorbed by the log passes at the same rate.
    let waited = |run: &RunReport| number(run, "stall_ms") / run.whole("stalls").unwrap() as f64;
    assert!((waited(&runs[0]) / waited(&runs[1]) - 1.0).abs() < 0.05);
}

#[test]
fn recovery_takes_longer_the_larger_the_log_is() {
    let params = json!({ "rows": 400_000, "ddl": "rebuild", "disk": "spinning", "crash_at_pct": 99 });
    let compare = json!([{ "redo_log_bytes": 4_194_304 }, { "redo_log_bytes": 8_388_608 }, { "redo_log_bytes": 16_777_216 }]);
    let runs = report(params, compare).runs;
    let times: Vec<f64> = runs.iter().map(|run| number(run, "recovery_ms")).collect();
    assert!(times[0] < times[1] && times[1] < times[2], "{times:?}");
    let stalls: Vec<f64> = runs.iter().map(|run| number(run, "stall_ms")).collect();
    assert!(stalls[0] > stalls[1] && stalls[1] > stalls[2], "{stalls:?}");
}

#[test]
fn measured_recoveries_scan_within_15_percent_and_total_within_25() {
    // Seconds of scanning and parsing, of applying; megabytes and records a second as measured.
    let measured = [(2.73, 1.23, 31.0, 5.4e6), (2.87, 1.78, 198.0, 0.67e6), (0.93, 1.85, 38.0, 1.6e6)];
    let runs = preset("recovery-reference").runs;
    let mut rates = Vec::new();
    for (run, (scan, apply, ..)) in runs.iter().zip(measured) {
        assert_eq!(run.whole("pages_flushed"), Some(0), "{}", run.label);
        let engine_scan = number(run, "recovery_ms.scan") / 1e3;
        let engine = number(run, "recovery_ms") / 1e3;
        let (scan_error, error) = (engine_scan / scan - 1.0, engine / (scan + apply) - 1.0);
        println!(
            "{}: scan {engine_scan:.2} s ({:+.1} %), total {engine:.2} s ({:+.1} %)",
            run.label,
            100.0 * scan_error,
            100.0 * error
        );
        assert!(scan_error.abs() < 0.15, "{}: scan {engine_scan} s", run.label);
        assert!(error.abs() < 0.25, "{}: total {engine} s", run.label);
        rates.push((number(run, "redo_scanned_bytes") / engine, number(run, "records_applied") / engine));
    }
    let order = |values: Vec<f64>| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&left, &right| values[left].total_cmp(&values[right]));
        order
    };
    let by = |of: fn(&(f64, f64)) -> f64| order(rates.iter().map(of).collect());
    assert_eq!(by(|rate| rate.0), order(measured.map(|run| run.2).to_vec()), "bytes a second");
    assert_eq!(by(|rate| rate.1), order(measured.map(|run| run.3).to_vec()), "records a second");
}

#[test]
fn a_scaled_run_agrees_with_a_counted_one() {
    // One row more is built as a smaller copy.
    let params = json!({ "ddl": "add-index", "encoding": "page-image", "crash_at_pct": 60 });
    let runs = report(params, json!([{ "rows": 2_000_000 }, { "rows": 2_000_001 }])).runs;
    assert!(runs[0].whole("built_rows") == Some(2_000_000) && runs[1].whole("built_rows") < Some(2_000_000));
    for (metric, percent) in [("redo_bytes", 1.0), ("redo_scanned_bytes", 10.0), ("duration_ms", 3.0)] {
        let error = 100.0 * (number(&runs[1], metric) / number(&runs[0], metric) - 1.0);
        assert!(error.abs() <= percent, "{metric}: {error:.2} %");
    }
}

#[test]
fn steps_of_any_size_end_in_the_same_report() {
    let document = json!({ "lab": "crash-recovery", "params": { "rows": 30_000, "ddl": "rebuild", "page_size": 4096,
        "redo_log_bytes": 1_048_576, "torn_write": "yes", "backup_at_pct": 30 },
        "compare": [{ "encoding": "physical" }, { "encoding": "unlogged" }] });
    let reports: Vec<Value> = [1, 777, 10_000_000]
        .map(|units| serde_json::to_value(report_in_steps(&document, units)).unwrap())
        .to_vec();
    assert_eq!(reports[0], reports[1]);
    assert_eq!(reports[0], reports[2]);
}
