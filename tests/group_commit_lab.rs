//! The lab `group-commit`: what public reports and worked examples say of it, its search, its own workloads, and its picture.

use redo_lab::experiment::{self, Json, parse_text};
use redo_lab::lab::{self, Run};
use redo_lab::report::{MetricValue, Report, RunReport, Series};
use serde_json::json;

/// The report of a document, worked on in steps of so many units.
fn report_in_steps(document: &Json, work_units: u64) -> Report {
    let mut run = Run::new(document).unwrap_or_else(|error| panic!("{document}: {error}"));
    while !run.step(work_units).unwrap_or_else(|error| panic!("{document}: {error}")).done {}
    run.report()
}

fn report(document: &Json) -> Report {
    report_in_steps(document, 100_000)
}

fn run(params: Json) -> RunReport {
    report(&json!({ "lab": "group-commit", "params": params })).runs.remove(0)
}

fn preset(name: &str) -> Vec<RunReport> {
    report(&json!({ "preset": name })).runs
}

/// A metric as a decimal number.
fn number(run: &RunReport, name: &str) -> f64 {
    let value = run.number(name).unwrap_or_else(|| panic!("{} has {name}", run.label));
    value.millionths().expect("a number") as f64 / 1e6
}

fn numbers(runs: &[RunReport], name: &str) -> Vec<f64> {
    runs.iter().map(|run| number(run, name)).collect()
}

fn series<'a>(run: &'a RunReport, name: &str) -> &'a Series {
    let found = run.series.0.iter().find(|(known, _)| known == name);
    &found.unwrap_or_else(|| panic!("{} has the series {name}", run.label)).1
}

#[track_caller]
fn assert_near(found: f64, expected: f64, percent: f64) {
    let error = (found / expected - 1.0) * 100.0;
    assert!(error.abs() <= percent, "{found} is {error:+.2} % off {expected}");
}

fn lag_grows(run: &RunReport) -> bool {
    run.number("lag_grows") == Some(&MetricValue::Word("yes".to_owned()))
}

#[test]
fn the_textbooks_delay_helps_on_a_slow_disk_and_not_when_it_is_too_long() {
    let runs = preset("delay-textbook");
    for (run, (tps, group)) in runs.iter().zip([(3_200.0, 32.0), (5_124.0, 56.3), (4_264.0, 64.0)]) {
        assert_near(number(run, "source_tps"), tps, 0.5);
        assert_near(number(run, "group_size"), group, 0.5);
    }
}

#[test]
fn with_two_fsyncs_a_delay_only_costs() {
    let runs = preset("delay-two-fsyncs");
    let two: Vec<&RunReport> = runs.iter().filter(|run| run.params["fsyncs_per_group"] == json!(2)).collect();
    for (run, tps) in two.iter().zip([2_133.0, 2_021.0, 1_445.0]) {
        assert_near(number(run, "source_tps"), tps, 0.5);
    }
    // Side by side with the textbook's model, in which the same delay gains 60 %.
    assert!(number(&runs[2], "source_tps") > 1.5 * number(&runs[0], "source_tps"));
}

#[test]
fn one_client_pays_the_whole_delay_whatever_the_count() {
    let tps = numbers(&preset("delay-one-client"), "source_tps");
    for (found, expected) in tps.iter().zip([666.0, 400.0, 400.0]) {
        assert_near(*found, expected, 0.5);
    }
    assert_eq!(tps[1], tps[2], "the count never cuts the delay short");
}

#[test]
fn without_group_commit_the_disk_allows_one_transaction_an_fsync() {
    let runs = preset("without-group-commit");
    let tps = numbers(&runs, "source_tps");
    assert!(tps[0] <= 1_000.0 && tps[0] > 995.0, "{tps:?}");
    assert!(tps[1] <= 10_000.0 && tps[1] > 9_950.0, "{tps:?}");
    assert!(tps[2] > 30_000.0, "{tps:?}");
    for clients in [1, 16, 256] {
        let params = json!({ "server": "single", "fsyncs_per_group": 1, "work_us": 50, "clients": clients, "duration_s": 3 });
        assert!(number(&run(params), "source_tps") <= 1_000.0);
    }
}

#[test]
fn children_of_one_parent_are_a_chain_however_many_workers_there_are() {
    let runs = preset("chain-of-children");
    assert_eq!(numbers(&runs[..3], "parallel_steps"), [500.0; 3]);
    assert_eq!(numbers(&runs[..3], "critical_path"), [500.0; 3]);
    let drained = numbers(&runs, "drained_at_ms");
    assert!(drained[..3].iter().all(|ms| (ms - drained[0]).abs() < 0.001), "{drained:?}");
    assert!(number(&runs[3], "parallel_steps") < 50.0 && drained[3] < drained[0] / 2.0);
}

#[test]
fn a_unique_key_that_is_not_hashed_lets_a_replica_run_what_it_must_not() {
    let runs = preset("unique-key-handed-over");
    let last_committed = |run: &RunReport| run.transactions.as_ref().unwrap().last_committed.clone();
    assert_eq!(last_committed(&runs[0]), [0, 1, 0]);
    assert_eq!(last_committed(&runs[1]), [0, 0, 0]);
    assert_eq!(numbers(&runs, "wrong_results"), [0.0, 1.0]);
    let sentence = report(&json!({ "preset": "unique-key-handed-over" })).sentence.unwrap().text;
    assert!(sentence.contains("1 transaction beside one that changes the same index entry"), "{sentence}");
}

#[test]
fn eight_transactions_take_five_steps_by_groups_and_three_by_rows() {
    let runs = preset("eight-transactions");
    let logs: Vec<_> = runs.iter().map(|run| run.transactions.as_ref().unwrap()).collect();
    assert_eq!(logs[0].group, [1, 1, 2, 3, 3, 4, 5, 5]);
    assert_eq!(logs[0].last_committed, [0, 0, 2, 3, 3, 5, 6, 6]);
    assert_eq!(logs[0].step, [1, 1, 2, 3, 3, 4, 5, 5]);
    assert_eq!(logs[1].step, [1, 1, 1, 2, 2, 2, 2, 3]);
    assert_eq!(numbers(&runs, "parallel_steps"), [5.0, 3.0]);
    assert_eq!(number(&runs[0], "parallel_steps.writeset"), 3.0);
    // A transaction takes a millisecond, and the replica starts on all of them: 5 and 3 ms.
    let drained = numbers(&runs, "drained_at_ms");
    assert!((drained[0] - drained[1] - 2.0).abs() < 0.01, "{drained:?}");
}

#[test]
fn the_same_eight_as_a_binlogs_lines_take_the_same_steps() {
    let runs = preset("eight-transactions-as-a-binlog");
    assert_eq!(numbers(&runs, "parallel_steps"), [8.0, 5.0, 5.0, 5.0]);
    assert_eq!(numbers(&runs, "critical_path"), [5.0; 4]);
    assert_eq!(numbers(&runs, "critical_path.writeset"), [3.0; 4]);
    assert_eq!(runs[2].transactions.as_ref().unwrap().rows[3], ["test/t:'a'"]);
    // A millisecond each, however the replica is told: as many as there are steps.
    for (drained, steps) in numbers(&runs, "drained_at_ms").iter().zip([8.0, 5.0, 5.0, 5.0]) {
        assert!((drained - steps - 0.1).abs() < 0.05, "{drained} ms for {steps} steps");
    }
    assert!(runs.iter().all(|run| run.notes.is_empty()));
}

#[test]
fn after_a_ddl_the_lag_peaks_at_its_duration_and_drains_by_the_formula() {
    // 5 s; the replica's capacity is 4 cores for 2 ms each: 2,000 a second.
    for run in &preset("ddl-in-the-stream") {
        assert_near(number(run, "peak_lag_ms"), 5_000.0, 1.0);
        let lag = series(run, "lag");
        let peak = (0..lag.y.len()).max_by_key(|&point| lag.y[point]).expect("a curve");
        let drained = (peak..lag.y.len()).find(|&point| lag.y[point] < 50).expect("the lag ends");
        let drain_s = (lag.x[drained] - lag.x[peak]) as f64 / 1e6;
        let load = number(run, "source_tps") / 2_000.0;
        assert_near(drain_s, 5.0 * load / (1.0 - load), 10.0);
    }
}

#[test]
fn thirty_statements_of_one_second_make_a_serial_replica_thirty_seconds_late() {
    let runs = preset("thirty-statements");
    let behind = numbers(&runs, "peak_seconds_behind_source_s");
    assert!((29.0..=31.0).contains(&behind[0]) && behind[1] <= 2.0, "{behind:?}");
    let lag = numbers(&runs, "peak_lag_ms");
    assert!((29_000.0..=30_500.0).contains(&lag[0]) && lag[1] < 1_100.0, "{lag:?}");
}

#[test]
fn rows_hold_more_parallelism_than_groups() {
    let runs = preset("writeset-against-commit-order");
    assert!(lag_grows(&runs[0]) && !lag_grows(&runs[1]) && !lag_grows(&runs[2]));
    let parallelism = numbers(&runs, "parallelism");
    assert!(parallelism[1] > 20.0 * parallelism[0], "{parallelism:?}");
    assert!(parallelism[2] <= 8.0, "a session's transactions stay in order: {parallelism:?}");
}

#[test]
fn a_delay_on_the_source_gives_the_replica_parallelism_and_costs_throughput() {
    let runs = preset("delay-feeds-the-replica");
    assert!(numbers(&runs[..4], "source_tps").is_sorted_by(|left, right| left > right));
    assert!(numbers(&runs[..4], "peak_lag_ms").is_sorted_by(|left, right| left > right));
    assert!(lag_grows(&runs[0]) && !lag_grows(&runs[3]));
}

#[test]
fn the_most_that_a_replica_follows_rises_from_groups_to_rows_to_any_order() {
    let runs = preset("most-tps-without-lag");
    let max = numbers(&runs, "max_tps");
    assert!(max.is_sorted_by(|left, right| left < right), "{max:?}");
    // 8 cores and 1 ms a transaction are the end of it, a hand-over of 150 us the end with the order kept.
    assert!(max[2] <= 1e6 / 150.0 && max[3] <= 8_000.0, "{max:?}");
    for run in &runs {
        assert!(number(run, "peak_lag_ms") <= 2_000.0 && !lag_grows(run), "{}", run.label);
        assert_eq!(run.number("max_tps"), run.number("source_tps"));
        let clients = run.whole("clients_at_max").unwrap();
        let followed = series(run, "search");
        assert!(followed.x.contains(&clients), "{followed:?}");
        assert!(followed.x.is_sorted() && series(run, "search.too-much").x.iter().all(|x| *x > clients));
    }
}

#[test]
fn the_best_trial_of_a_search_is_the_run_with_its_clients() {
    let params =
        json!({ "goal": "max-tps-without-lag", "clients": 40, "duration_s": 2, "replica_workers": 16 });
    let document = json!({ "lab": "group-commit", "params": params });
    let found = report(&document);
    assert_eq!(found, report_in_steps(&document, 777), "however large the steps are");
    let best = &found.runs[0];
    let mut single = params;
    single["goal"] = json!("run");
    single["clients"] = json!(best.whole("clients_at_max"));
    let single = run(single);
    for name in ["source_tps", "group_size", "peak_lag_ms", "replica_tps", "events"] {
        assert_eq!(best.number(name), single.number(name), "{name}");
    }
    // One more client is too much, or nothing would be gained by it.
    let mut heavier = json!({ "clients": 1 + best.whole("clients_at_max").unwrap() });
    heavier["duration_s"] = json!(2);
    heavier["replica_workers"] = json!(16);
    let heavier = run(heavier);
    assert!(lag_grows(&heavier) || number(&heavier, "peak_lag_ms") > 2_000.0);
}

#[test]
fn a_search_says_when_it_ended_for_want_of_load_or_found_none() {
    let search = |more: Json| {
        let mut params =
            json!({ "goal": "max-tps-without-lag", "duration_s": 1, "clients": 4, "replica_workers": 64 });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        run(params)
    };
    let keys = |run: &RunReport| run.notes.iter().map(|note| note.key).collect::<Vec<_>>();
    let all = search(json!({ "tracking": "writeset" }));
    assert_eq!((all.whole("clients_at_max"), keys(&all)), (Some(4), vec!["search-ceiling"]));
    let none = search(json!({ "apply_cpu_us": 100_000, "replica_cores": 1, "lag_limit_ms": 1 }));
    assert_eq!((number(&none, "max_tps"), keys(&none)), (0.0, vec!["search-none"]));
    let open = search(json!({
        "arrival": "open", "arrival_tps": 3_000, "clients": 64, "tracking": "writeset",
        "apply_cpu_us": 1_000, "replica_cores": 1, "replica_fsyncs_per_group": 0
    }));
    let arrivals = open.whole("arrival_tps_at_max").unwrap();
    assert!((900..1_060).contains(&arrivals) && keys(&open).is_empty(), "{arrivals}");
    assert_eq!(series(&open, "search").x_unit, "TPS");
}

#[test]
fn a_crash_without_the_commit_order_leaves_gaps() {
    let runs = preset("commit-order-kept-or-not");
    assert_eq!(numbers(&runs, "gaps_after_crash"), [0.0, 1.0]);
    let beyond = numbers(&runs, "committed_beyond_gap");
    assert!(beyond[0] == 0.0 && beyond[1] > 1_000.0, "{beyond:?}");
    assert_eq!(runs[0].number("low_water_mark"), runs[1].number("low_water_mark"));
}

#[test]
fn workers_help_up_to_about_four_times_the_cores() {
    let tps = numbers(&preset("workers-beyond-cores"), "replica_tps");
    // 1, 4, 8, 16, 32 workers for 8 cores; then 64, 128 and 256.
    for (found, workers) in tps[..5].iter().zip([1.0, 4.0, 8.0, 16.0, 32.0]) {
        assert_near(*found, workers * tps[0], 1.0);
    }
    for found in &tps[5..] {
        assert_near(*found, tps[4], 1.0);
    }
}

#[test]
fn a_cleared_history_and_tables_without_keys_take_parallelism_away() {
    let history = preset("history-too-small");
    assert!(numbers(&history, "parallelism").is_sorted_by(|left, right| left > right));
    // 50 entries hold two transactions of 20 rows: a clear every two.
    assert_near(number(&history[3], "parallelism"), 2.0, 1.0);
    let keyless = numbers(&preset("tables-without-keys"), "parallel_steps");
    // By Amdahl's law: 1 / (p + (1 - p) / 32), here in steps, and a transaction may share its step with the one without a key.
    let speed_up: Vec<f64> = keyless.iter().map(|steps| 20_000.0 / steps).collect();
    assert!((7.8..=10.0).contains(&speed_up[1]) && speed_up[2] <= 2.3, "{speed_up:?}");
}

#[test]
fn the_rest_of_the_presets_show_what_they_say() {
    let servers = numbers(&preset("group-commit-servers"), "source_tps");
    assert!(servers[2] > servers[0] && servers[3] < servers[1] / 10.0, "{servers:?}");
    let huge = numbers(&preset("huge-transaction"), "peak_lag_ms");
    assert!(
        huge[0] < 10.0 && (1_990.0..2_100.0).contains(&huge[1]) && (huge[2] - huge[1]).abs() < 50.0,
        "{huge:?}"
    );
    let throttled = preset("throttled-receiver");
    assert!(!lag_grows(&throttled[0]) && lag_grows(&throttled[1]));
    let hot = preset("hot-rows");
    assert!(number(&hot[1], "retries") > 100.0 && number(&hot[0], "parallelism") < 5.0);
    assert!(lag_grows(&hot[0]) && !lag_grows(&hot[2]));
    let chain = numbers(&preset("chain-of-three"), "peak_lag_ms.replica-2");
    assert!(chain[0] > 1_000.0 && chain[1] < 20.0 && chain[2] < 20.0, "{chain:?}");
}

#[test]
fn mariadb_forms_groups_of_a_third_of_its_clients() {
    let runs = preset("mariadb-5ms");
    let reference: Json = serde_json::from_str(include_str!("reference/mariadb-group-commit.json"))
        .expect("the reference is JSON");
    for (run, clients) in runs.iter().zip([1, 4, 16, 64]) {
        let points = reference["source"].as_array().unwrap();
        let measured = points.iter().find(|point| {
            point["fsync"] == "5000 us emulated" && point["clients"] == clients && point["wait_usec"] == 0
        });
        let measured = measured.expect("the point was measured");
        assert_near(number(run, "source_tps"), measured["tps"].as_f64().unwrap(), 10.0);
        assert_near(number(run, "group_size"), measured["mean_group"].as_f64().unwrap(), 10.0);
    }
}

#[test]
fn wrong_lines_of_a_binlog_are_named_and_the_rest_is_used() {
    let listing = "last_committed=0 sequence_number=1\nlast_committed=x sequence_number=2\n\
                   # a comment\nlast_committed=0 sequence_number=3\nsequence_number=4\n";
    let found = run(json!({ "own_binlog": listing }));
    assert_eq!(found.whole("transactions"), Some(2));
    let lines: Vec<_> = found.notes.iter().map(|note| (note.key, note.line)).collect();
    assert_eq!(lines, [("binlog-line", 2), ("binlog-line", 5), ("binlog-no-rows", 0)]);
    assert!(found.notes[0].text.starts_with("line 2: "), "{}", found.notes[0].text);
    assert!(found.number("critical_path.writeset").is_none(), "no rows, no write sets");
    let many = "nonsense\n".repeat(500) + "last_committed=0 sequence_number=1\n";
    let notes = run(json!({ "own_binlog": many })).notes;
    assert_eq!((notes.len(), notes[100].text.as_str()), (102, "400 more lines could not be used"));
    let error =
        lab::complete(&json!({ "lab": "group-commit", "params": { "own_binlog": "a\nb" } })).unwrap_err();
    assert!(
        error.to_string().starts_with(
            "params.own_binlog: a listing of 2 lines is not allowed: lines with last_committed and sequence_number, as a \
             binlog dump has them; line 1: "
        ),
        "{error}"
    );
}

#[test]
fn transactions_of_ones_own_run_when_and_as_long_as_they_say() {
    let own = json!([
        { "at_us": 0, "session": 7, "work_us": 100, "apply_us": 2_000, "rows": ["t:1"] },
        { "at_us": 0, "session": 7, "work_us": 100, "rows": ["t:2"] },
        { "at_us": 50, "work_us": 100, "rows": ["t:1"] },
        { "at_us": 9_000, "work_us": 300, "ddl": true }
    ]);
    let params = json!({ "own_transactions": own, "fsync_us": 1_000, "fsyncs_per_group": 1 });
    let found = run(params);
    let log = found.transactions.as_ref().unwrap();
    assert_eq!(log.session, [7, 3, 7, 4]);
    assert_eq!(log.rows, [["t:1"], ["t:1"], ["t:2"], ["ddl t"]]);
    assert_eq!(log.started, [Some(0), Some(50), Some(1_100), Some(9_000)]);
    // Session 3 waits for the row of the first, session 7 for the end of its own first.
    assert_eq!(log.committed[..3], [Some(1_100), Some(2_200), Some(3_200)]);
    assert_eq!(log.apply_to[0].unwrap() - log.apply_from[0].unwrap(), 2_000);
    assert_eq!(log.committed[3], Some(10_300));
    assert!(found.number("lag_grows").is_none(), "a list ends");
}

#[test]
fn the_picture_holds_the_window_that_is_watched() {
    let found = run(json!({ "duration_s": 3, "watch_at_ms": 1_500, "servers": 3, "replica_workers": 16 }));
    let timeline = found.timeline.as_ref().unwrap();
    assert_eq!(timeline.from, 1_500_000);
    assert!(timeline.end > timeline.from);
    let lane =
        |group: &str, name: &str| timeline.lanes.iter().any(|lane| lane.group == group && lane.name == name);
    for (group, name) in [
        ("source", "client 1"),
        ("source", "client 16"),
        ("binlog", "redo fsync"),
        ("binlog", "binlog"),
        ("replica", "worker 1"),
        ("replica-2", "worker 16"),
    ] {
        assert!(lane(group, name), "{group}, {name}");
    }
    for lane in &timeline.lanes {
        assert!(lane.from.iter().zip(&lane.to).all(|(from, to)| from <= to && *to <= timeline.end));
        assert!(lane.to.iter().zip(&lane.from[1..]).all(|(to, next)| to <= next));
        assert!(lane.from[0] >= timeline.from, "{}", lane.name);
    }
    let log = found.transactions.as_ref().unwrap();
    assert_eq!(log.sequence_number.len(), 400);
    assert!(log.sequence_number.windows(2).all(|pair| pair[1] == pair[0] + 1));
    let columns =
        [&log.started, &log.prepared, &log.committed, &log.apply_from, &log.apply_to, &log.replica_committed];
    for position in 0..400 {
        let times: Vec<u64> =
            columns.iter().map(|column| column[position].expect("all were committed")).collect();
        assert!(times.is_sorted() && times[2] >= 1_500_000, "{times:?}");
    }
    assert!(log.step.iter().all(|step| *step > 0) && log.step.is_sorted());
}

#[test]
fn curves_are_those_that_the_lab_promises() {
    let names = |run: &RunReport| run.series.0.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let found = run(json!({ "duration_s": 1, "servers": 3 }));
    let expected = [
        "lag",
        "seconds_behind_source",
        "lag.replica-2",
        "seconds_behind_source.replica-2",
        "source_tps",
        "replica_tps",
        "replica_tps.replica-2",
        "group_size",
        "width",
        "speed_up",
    ];
    assert_eq!(names(&found), expected);
    let sizes = series(&found, "group_size");
    let transactions: u64 = sizes.x.iter().zip(&sizes.y).map(|(size, groups)| size * groups).sum();
    assert_eq!(Some(transactions), found.whole("transactions"));
    assert_eq!(series(&found, "speed_up").x, [1, 2, 4, 8, 16, 32, 64, 128, 256]);
    let listing = run(json!({ "own_binlog": "last_committed=0 sequence_number=1" }));
    assert_eq!(names(&listing), ["replica_tps", "width", "speed_up"]);
}

#[test]
fn the_size_of_a_step_changes_nothing() {
    let variants = [
        json!({}),
        json!({ "replica_start": "after-source", "tracking": "writeset" }),
        json!({ "servers": 3, "server": "mariadb", "parallel_mode": "optimistic", "key_distribution": "hot", "keys": 1_000 }),
        json!({ "replica_crash_at_ms": 600, "preserve_commit_order": false, "tracking": "writeset" }),
        json!({ "arrival": "open", "arrival_tps": 5_000, "ddl_ms": 100, "ddl_at_ms": 300, "link_bytes_per_s": 2_000_000 }),
    ];
    let params = json!({ "duration_s": 1, "replica_workers": 8 });
    let document = json!({ "lab": "group-commit", "params": params, "compare": variants });
    let whole = report_in_steps(&document, 10_000_000);
    assert_eq!(whole, report_in_steps(&document, 997));
    assert_eq!(whole, report_in_steps(&document, 50_000));
    let digests: std::collections::BTreeSet<_> = whole.runs.iter().map(|run| &run.digest).collect();
    assert_eq!(digests.len(), variants.len());
}

#[test]
fn progress_rises_to_the_end_and_names_what_is_done() {
    for (params, phases) in [
        (json!({ "duration_s": 2, "clients": 16 }), ["commit", "catch-up"]),
        (json!({ "duration_s": 1, "clients": 8, "goal": "max-tps-without-lag" }), ["trial 1", "trial 2"]),
    ] {
        let mut run = Run::new(&json!({ "lab": "group-commit", "params": params })).unwrap();
        let (mut last, mut seen) = (0.0, Vec::new());
        loop {
            let progress = run.step(2_000).unwrap();
            let state = &progress.runs[0];
            assert!(state.fraction >= last && state.fraction <= 1.0, "{} after {last}", state.fraction);
            (last, _) = (state.fraction, seen.push(state.phase));
            if progress.done {
                break;
            }
        }
        assert!(phases.iter().all(|phase| seen.contains(phase)), "{seen:?}");
    }
}

#[test]
fn every_documented_metric_is_in_some_report_and_the_other_way_round() {
    let runs = [
        run(
            json!({ "duration_s": 1, "servers": 3, "replica_crash_at_ms": 500, "preserve_commit_order": "off" }),
        ),
        run(json!({ "own_transactions": [{ "rows": ["t:1"] }] })),
        run(json!({ "duration_s": 1, "clients": 2, "goal": "max-tps-without-lag" })),
        run(json!({ "duration_s": 1, "arrival": "open", "arrival_tps": 10, "goal": "max-tps-without-lag" })),
    ];
    let lab = lab::descriptions().into_iter().find(|lab| lab.name == "group-commit").unwrap();
    let mut seen = Vec::new();
    for run in &runs {
        for (name, metric) in run.metrics.iter() {
            let described = lab.metrics.iter().find(|spec| spec.name == name);
            let described = described.unwrap_or_else(|| panic!("{name} is not described"));
            assert_eq!((described.unit, described.kind), (metric.unit, metric.kind.name()), "{name}");
            seen.push(name);
        }
    }
    for spec in &lab.metrics {
        assert!(seen.contains(&spec.name), "{} is described but in no report", spec.name);
    }
}

#[test]
fn a_report_with_a_binlog_as_table_and_csv_stays_readable() {
    let listing = "last_committed=0 sequence_number=1\nlast_committed=0 sequence_number=2, \"quoted\"\n";
    let text = json!({ "lab": "group-commit", "params": { "own_binlog": listing } }).to_string();
    let report = report(&parse_text(&text).unwrap());
    assert!(redo_lab::report::table(&report).contains("parallel_steps"));
    let csv = redo_lab::report::csv(&report);
    assert!(csv.contains("own_binlog,\"last_committed=0 sequence_number=1\nlast_committed=0"), "{csv}");
    assert!(csv.contains("sequence_number=2, \"\"quoted\"\"\n\",,parameter,\n"), "{csv}");
    assert_eq!(report.sentence.unwrap().key, "group-commit.replay-one");
}

#[test]
fn every_preset_of_the_lab_has_a_sentence_and_at_most_eight_quick_runs() {
    let presets = experiment::presets().into_iter().filter(|preset| preset.lab == "group-commit");
    let names: Vec<String> = presets.map(|preset| preset.name).collect();
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        let document = json!({ "preset": name, "params": { "duration_s": 1 } });
        let mut run = Run::new(&document).unwrap();
        run.step(1_000).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn a_run_whose_time_grows_beyond_all_numbers_ends_and_loses_nothing() {
    for params in [
        json!({"link_bytes_per_s": 1_000, "transaction_bytes": 1_000_000_000, "transactions": 20_000}),
        json!({"big_rows": 10_000_000, "rows_per_transaction": 1, "duration_s": 1, "apply_cpu_us": 3_600_000_000_u64}),
    ] {
        let run = run(params);
        assert!(run.whole("transactions") > Some(0));
        assert_eq!(run.whole("low_water_mark"), run.whole("transactions"));
    }
}

#[test]
fn a_rate_is_0_only_where_nothing_was_committed() {
    // Work of ten seconds in a run of one: the only commits come after its duration.
    let slow =
        run(json!({ "clients": 2, "work_us": 10_000_000, "work_distribution": "constant", "duration_s": 1 }));
    assert!(number(&slow, "transactions") > 0.0);
    assert!(number(&slow, "source_tps") > 0.0 && number(&slow, "replica_tps") > 0.0);
}

#[test]
fn no_more_processor_time_is_used_than_there_is() {
    let crashed = json!({ "replica_crash_at_ms": 30, "apply_cpu_us": 100_000, "replica_workers": 8, "replica_cores": 2, "duration_s": 1 });
    let never = json!({ "clients": 64, "source_cpu_us": 1_000_000, "source_cores": 1, "duration_s": 1 });
    for params in [crashed, never] {
        let run = run(params);
        for name in ["source_cpu_pct", "replica_cpu_pct"] {
            assert!(number(&run, name) <= 100.0, "{name} is {}", number(&run, name));
        }
    }
}

#[test]
fn the_last_lag_is_never_longer_than_the_longest() {
    let crashed = run(json!({ "replica_crash_at_ms": 300, "duration_s": 2 }));
    assert!(number(&crashed, "final_lag_ms") > 1_000.0);
    assert!(number(&crashed, "peak_lag_ms") >= number(&crashed, "final_lag_ms"));
}
