//! Golden reports: the same experiments give the same reports, digest for digest, today and in a year.
//!
//! `tests/golden/experiments/NAME.json` gives `tests/golden/reports/NAME.json`, apart from the engine's version. After a change
//! that is meant to change reports, `GOLDEN=update cargo test --test golden` (or `cargo xtask golden`) writes them anew; the
//! difference then belongs into the review. The browser runs the same set.

use std::fs;
use std::path::{Path, PathBuf};

use redo_lab::experiment::parse_text;
use redo_lab::lab::Run;
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// The report of an experiment, as the command line prints it but without the engine's version.
fn report_of(experiment: &Path, work_units: u64) -> Value {
    let document =
        parse_text(&fs::read_to_string(experiment).expect("a golden experiment")).expect("it is JSON");
    let mut run = Run::new(&document).unwrap_or_else(|error| panic!("{}: {error}", experiment.display()));
    while !run.step(work_units).unwrap_or_else(|error| panic!("{}: {error}", experiment.display())).done {}
    let mut report = serde_json::to_value(run.report()).expect("reports are plain JSON");
    report.as_object_mut().expect("an object").shift_remove("engine");
    report
}

fn experiments() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder("experiments")).expect("golden experiments");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

#[test]
fn experiments_give_their_golden_reports() {
    let update = std::env::var("GOLDEN").is_ok_and(|value| value == "update");
    for experiment in experiments() {
        let name = experiment.file_name().expect("a file name");
        let golden = folder("reports").join(name);
        let report = report_of(&experiment, 50_000);
        if update {
            fs::create_dir_all(folder("reports")).expect("a folder for the reports");
            let text = serde_json::to_string_pretty(&report).expect("reports are plain JSON") + "\n";
            fs::write(&golden, text).expect("the golden report can be written");
            continue;
        }
        let text =
            fs::read_to_string(&golden).unwrap_or_else(|error| panic!("{}: {error}", golden.display()));
        let expected: Value = serde_json::from_str(&text).expect("golden reports are JSON");
        compare(&name.to_string_lossy(), &expected, &report);
    }
}

/// Names the first metric that differs, instead of printing two long reports.
fn compare(name: &str, expected: &Value, report: &Value) {
    let runs = |report: &Value| report["runs"].as_array().expect("runs").clone();
    for (expected, run) in runs(expected).iter().zip(runs(report)) {
        let label = &run["label"];
        for (metric, value) in run["metrics"].as_object().expect("metrics") {
            assert_eq!(&expected["metrics"][metric], value, "{name}, {label}: {metric}");
        }
        assert_eq!(expected["digest"], run["digest"], "{name}, {label}: digest");
    }
    assert_eq!(expected, report, "{name}");
}

#[test]
fn the_size_of_a_step_changes_nothing() {
    let experiment = folder("experiments").join("t0-add-index.json");
    assert_eq!(report_of(&experiment, 97), report_of(&experiment, 1_000_000));
}

#[test]
fn a_golden_report_has_an_experiment() {
    let reports = fs::read_dir(folder("reports")).expect("golden reports");
    for report in reports {
        let name = report.expect("a file").file_name();
        assert!(folder("experiments").join(&name).exists(), "{name:?} has no experiment");
    }
}
