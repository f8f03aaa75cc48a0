//! Labs with virtual time: the same run however it is cut, and what a learner should see.

use redo_lab::experiment::parse_text;
use redo_lab::lab::Run;
use redo_lab::lab::machine;
use redo_lab::lab::timed::demand::statement;
use redo_lab::lab::timed::{Buffers, params};
use redo_lab::lab::work::{BuildWork, WorkCounter};
use redo_lab::report::{MetricValue, Report, RunReport};
use redo_lab::timing::{Cluster, ClusterSettings, Order, Replay, ReplicaSettings};

/// Runs a document in steps of `units`.
fn run_in_steps(document: &str, units: u64) -> Report {
    let mut run = Run::new(&parse_text(document).unwrap()).unwrap();
    while !run.step(units).unwrap().done {}
    run.report()
}

fn run(document: &str) -> Report {
    run_in_steps(document, 1_000_000)
}

/// A metric in thousandths.
fn number(run: &RunReport, metric: &str) -> u64 {
    let value = run.number(metric).unwrap_or_else(|| panic!("{metric} of {}", run.label));
    (value.millionths().expect("a number") / 1_000) as u64
}

fn times(report: &Report) -> Vec<u64> {
    report.runs.iter().map(|run| number(run, "duration_ms")).collect()
}

const SMALL: &str = r#"{"lab": "LAB", "params": {"rows": 60000, "buffer_bytes": 262144, "redo_log_bytes": 8388608},
    "compare": [{"encoding": "physical"}, {"encoding": "page-image"}, {"encoding": "unlogged"}]}"#;

#[test]
fn a_run_cut_into_steps_of_any_size_ends_in_the_same_digest() {
    for lab in ["parallel-ddl", "replica-lag"] {
        let document = SMALL.replace("LAB", lab);
        let whole = run(&document);
        for units in [1, 7, 1_000] {
            let cut = run_in_steps(&document, units);
            assert_eq!(cut, whole, "{lab} in steps of {units}");
        }
    }
}

/// A simulation of two statements and a replica, from parameters of the lab `replica-lag`.
fn simulation(rows: u64) -> redo_lab::sim::Simulation<Cluster> {
    let document = format!(r#"{{"lab": "replica-lag", "params": {{"rows": {rows}, "concurrent_ddls": 2}}}}"#);
    let experiment = redo_lab::lab::complete(&parse_text(&document).unwrap()).unwrap();
    let params = &experiment.variants[0].params;
    let work = counted(&params::build_params(params).unwrap());
    let how = Buffers {
        read_threads: 2,
        ddl_threads: 2,
        buffer_bytes: 1 << 18,
        sample_sort: false,
        pool_bytes: 1 << 30,
        logged: true,
    };
    let demand = statement(&work, &how);
    Cluster::simulation(ClusterSettings {
        costs: machine::costs(params),
        space: params::space(params),
        statements: vec![demand; 2],
        order: Order::SideBySide,
        replica: Some(replica()),
    })
}

fn replica() -> ReplicaSettings {
    ReplicaSettings {
        cores: 2,
        memory_bytes: 1 << 30,
        base_memory_bytes: 1 << 20,
        apply_threads: 2,
        cached_pct: 50,
        replay: Replay::Install,
        parsed_redo_permille: 2_000,
        kept_log_bytes: 0,
        release_ms: 1,
        memory_limit_pct: 90,
        lag_limit_ms: 10_000,
        log_poll_ns: 0,
        log_poll_cpu_ns: 0,
        log_poll_parse_ns: 0,
        network_latency_us: 100,
        network_bytes_per_s: 100_000_000,
        network_window_bytes: 1 << 16,
    }
}

fn counted(build: &redo_lab::lab::work::BuildParams) -> BuildWork {
    let mut counter = WorkCounter::new(build, 1).unwrap();
    while !counter.step(1_000_000).done {}
    counter.finish()
}

#[test]
fn a_run_restored_from_any_checkpoint_ends_in_the_same_digest() {
    let mut original = simulation(20_000);
    let mut checkpoints = Vec::new();
    while !original.step(29) {
        checkpoints.push(original.clone());
    }
    let digest = original.model.digest(original.now());
    assert!(checkpoints.len() > 5, "{} checkpoints", checkpoints.len());
    for mut checkpoint in checkpoints {
        while !checkpoint.step(1_000) {}
        assert_eq!(checkpoint.model.digest(checkpoint.now()), digest);
    }
}

#[test]
fn a_log_that_is_too_small_stalls_the_build_at_its_capacity_and_a_larger_one_later() {
    // Report 10: two files of 48 MiB have 90,593,280 usable bytes.
    let report = run(r#"{"preset": "tiny-log"}"#);
    let capacity = redo_lab::redo::usable_redo_bytes(2 * 48 * 1_048_576);
    assert_eq!(capacity, 90_593_280);
    let peak = report.runs[0].whole("peak_checkpoint_age_bytes").unwrap();
    assert!(peak <= capacity && peak > capacity / 100 * 99, "{peak} of {capacity}");
    let stalls: Vec<u64> = report.runs.iter().map(|run| number(run, "stall_ms")).collect();
    assert!(stalls[0] > stalls[1] && stalls[1] > 0 && stalls[2] == 0, "{stalls:?}");
    let took = times(&report);
    assert!(took[0] > took[1] && took[1] > took[2], "{took:?}");
}

#[test]
fn three_indexes_share_one_scan_and_three_statements_at_once_gain_nothing() {
    // Report 7: 66.5 s in one ALTER, 105.5 s one after another, 106 s at the same time.
    let took = times(&run(r#"{"preset": "three-indexes"}"#));
    let permille = took[0] * 1_000 / took[1];
    assert!((570..=690).contains(&permille), "one statement takes {permille} thousandths of three");
    assert!(took[2].abs_diff(took[1]) * 200 <= took[1], "{took:?}");
}

#[test]
fn without_merge_passes_more_threads_hardly_help_and_with_a_range_each_they_do() {
    let with = |sort: &str, threads: u32| {
        format!(
            r#"{{"lab": "parallel-ddl", "params": {{"rows": 5000000, "buffer_bytes": 2147483648, "sort": "{sort}",
            "ddl_threads": {threads}, "read_threads": {threads}, "encoding": "page-image"}}}}"#
        )
    };
    let took = |sort: &str, threads| times(&run(&with(sort, threads)))[0];
    let (one, eight) = (took("merge", 1), took("merge", 8));
    assert!(eight < one && eight * 2 > one, "one loader stays: {one} and {eight}");
    let sampled = took("sample", 8);
    assert!(sampled * 4 < eight, "eight loaders: {sampled} instead of {eight}");
}

#[test]
fn an_unlogged_build_logs_next_to_nothing_and_flushes_everything() {
    let document = r#"{"lab": "parallel-ddl", "params": {"rows": 200000},
        "compare": [{"encoding": "physical"}, {"encoding": "unlogged"}]}"#;
    let runs = run(document).runs;
    let unlogged = &runs[1];
    assert!(unlogged.whole("redo_bytes") < Some(runs[0].whole("redo_bytes").unwrap() / 50));
    let built = unlogged.whole("leaf_pages").unwrap() + unlogged.whole("internal_pages").unwrap();
    assert_eq!(unlogged.whole("pages_flushed"), Some(built));
    assert!(number(unlogged, "duration_ms.flush") > 0);
    assert_eq!(number(&runs[0], "duration_ms.flush"), 0);
}

#[test]
fn redo_by_record_makes_the_replica_unavailable_where_redo_by_page_does_not() {
    // Report 11, four statements at once on 1,000,000,000 rows.
    let runs = run(r#"{"preset": "by-record-or-by-page"}"#).runs;
    let status = |run: &RunReport| run.number("status").cloned();
    assert_eq!(status(&runs[0]), Some(MetricValue::Word("unavailable".into())));
    assert_eq!(status(&runs[1]), Some(MetricValue::Word("normal".into())));
    assert!(number(&runs[1], "peak_lag_ms") < 1_000_000, "less than a second");
}

#[test]
fn images_that_are_installed_take_memory_until_the_primary_has_flushed() {
    let runs = run(r#"{"preset": "drop-or-install"}"#).runs;
    let memory = |run: &RunReport| run.whole("peak_memory_bytes").unwrap();
    assert!(memory(&runs[1]) > memory(&runs[0]) * 3 / 2);
    assert_eq!(runs[0].whole("replica_installed_pages"), Some(0));
    assert!(runs[1].whole("replica_installed_pages") > Some(7_000_000), "eight indexes of 893,878 pages");
}

#[test]
fn a_window_spares_the_replicas_memory_and_not_its_lag() {
    let runs = run(r#"{"preset": "far-away"}"#).runs;
    let [near, far, ..] = &runs[..] else { panic!("three runs") };
    assert!(number(far, "peak_lag_ms") > 100 * number(near, "peak_lag_ms"));
    assert!(far.whole("peak_memory_bytes") <= near.whole("peak_memory_bytes"));
}

#[test]
fn timelines_are_in_order_and_bounded() {
    for preset in ["tiny-log", "one-to-eight-ddls", "three-indexes"] {
        for run in run(&format!(r#"{{"preset": "{preset}"}}"#)).runs {
            let timeline = run.timeline.expect("a lab with time has a timeline");
            assert!(!timeline.lanes.is_empty() && timeline.lanes.len() <= 64);
            for lane in &timeline.lanes {
                assert!(lane.from.len() <= 800 && lane.from.len() == lane.activity.len());
                let ordered = lane.to.iter().zip(&lane.from[1..]).all(|(to, next)| to <= next);
                assert!(
                    ordered && lane.from.iter().zip(&lane.to).all(|(from, to)| from <= to),
                    "{}",
                    lane.name
                );
                assert!(
                    lane.activity.iter().all(|activity| usize::from(*activity) < timeline.activities.len())
                );
            }
            for (name, series) in run.series.0 {
                assert!(series.x.len() == series.y.len() && series.x.len() <= 500, "{name}");
            }
        }
    }
}

#[test]
fn scaled_time_agrees_with_counted_time_within_three_percent() {
    let document = r#"{"lab": "parallel-ddl", "params": {"rows": 2000000}}"#;
    let experiment = redo_lab::lab::complete(&parse_text(document).unwrap()).unwrap();
    let params = &experiment.variants[0].params;
    for encoding in ["physiological", "list-copy", "physical", "page-image", "unlogged"] {
        let mut build = params::build_params(params).unwrap();
        build.encoding = encoding.into();
        let how = Buffers {
            read_threads: 4,
            ddl_threads: 4,
            buffer_bytes: 1 << 20,
            sample_sort: false,
            pool_bytes: 1 << 33,
            logged: encoding != "unlogged",
        };
        let end = |work: &BuildWork| {
            let mut simulation = Cluster::simulation(ClusterSettings {
                costs: machine::costs(params),
                space: params::space(params),
                statements: vec![statement(work, &how)],
                order: Order::Serial,
                replica: None,
            });
            while !simulation.step(1_000_000) {}
            simulation.model.primary.ended_at().expect("the statement has ended").0
        };
        let mut scaled = WorkCounter::scaled(&build, 1).unwrap();
        while !scaled.step(1_000_000).done {}
        let (counted, scaled) = (end(&counted(&build)), end(&scaled.finish()));
        assert!(counted.abs_diff(scaled) * 100 <= 3 * counted, "{encoding}: {counted} and {scaled} ns");
    }
}

#[test]
fn loaders_with_a_range_each_really_build_a_page_or_two_more_and_lose_no_row() {
    let with = |sort: &str| {
        format!(
            r#"{{"lab": "parallel-ddl", "params": {{"rows": 100000, "sort": "{sort}", "ddl_threads": 7,
            "encoding": "page-image"}}}}"#
        )
    };
    let leaves = |sort: &str| run(&with(sort)).runs[0].whole("leaf_pages").unwrap();
    let (one, seven) = (leaves("merge"), leaves("sample"));
    assert!(seven > one && seven <= one + 7, "{one} and {seven} leaves");
}

#[test]
fn dozens_of_statements_threads_and_indexes_take_no_more_events_than_a_learner_waits_for() {
    let many: Vec<String> = (1..=60).map(|prefix| format!("\"c({prefix})\"")).collect();
    let document = format!(
        r#"{{"lab": "parallel-ddl", "params": {{"rows": 1000000000, "table": "sbtest1", "index": [{}], "ddl_threads": 64,
        "read_threads": 256, "buffer_bytes": 65536, "sort": "sample"}}}}"#,
        many.join(", ")
    );
    assert!(run(&document).runs[0].whole("events") < Some(12_000_000));
    let dirty = r#"{"lab": "parallel-ddl", "params": {"rows": 100, "buffer_pool_bytes": 1099511627776, "page_size": 4096,
        "dirty_pct_before": 99, "max_dirty_pct": 1, "flush_batch_pages": 1, "redo_log_bytes": 1099511627776}}"#;
    assert!(run(dirty).runs[0].whole("events") < Some(200_000));
}

#[test]
fn a_replica_whose_memory_is_used_up_before_any_redo_is_unavailable_from_the_start() {
    let report = run(r#"{"lab": "replica-lag", "params": {"rows": 1000, "memory_limit_pct": 1}}"#);
    assert_eq!(report.runs[0].number("status"), Some(&MetricValue::Word("unavailable".into())));
    assert_eq!(number(&report.runs[0], "unavailable_after_ms"), 0);
}

#[test]
fn looking_for_redo_uses_one_processor_at_the_most() {
    let report = run(r#"{"lab": "replica-lag", "params": {"rows": 1000, "log_poll_ns": 1}}"#);
    assert!(number(&report.runs[0], "peak_cpu_pct") <= 100_000, "of 16 processors");
}

#[test]
fn a_build_in_time_logs_the_very_bytes_and_records_that_the_same_statement_logs_without_time() {
    for encoding in ["physiological", "list-copy", "physical", "page-image", "unlogged"] {
        let params = format!(r#"{{"rows": 30000, "encoding": "{encoding}"}}"#);
        let of = |lab: &str| run(&format!(r#"{{"lab": "{lab}", "params": {params}}}"#)).runs.remove(0);
        let (timed, counted) = (of("parallel-ddl"), of("redo-volume"));
        for metric in ["redo_bytes", "redo_records", "leaf_pages", "internal_pages"] {
            assert_eq!(timed.whole(metric), counted.whole(metric), "{metric} of {encoding}");
        }
    }
}
