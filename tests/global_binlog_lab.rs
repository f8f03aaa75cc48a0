//! The lab `global-binlog`: what its starting points show, what its numbers hold to, its picture, and what it refuses.

use redo_lab::experiment::{self, Json, parse_text};
use redo_lab::lab::{self, Run};
use redo_lab::report::{MetricValue, OrderLog, Report, RunReport, Series};
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
    report(&json!({ "lab": "global-binlog", "params": params })).runs.remove(0)
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

fn word<'a>(run: &'a RunReport, name: &str) -> &'a str {
    match run.number(name) {
        Some(MetricValue::Word(word)) => word,
        other => panic!("{} has the word {name}, not {other:?}", run.label),
    }
}

fn words<'a>(runs: &'a [RunReport], name: &str) -> Vec<&'a str> {
    runs.iter().map(|run| word(run, name)).collect()
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

#[test]
fn five_gigabytes_are_sorted_in_7_s_and_written_after_17_and_spill_only_where_they_must() {
    let runs = preset("huge-transaction-14-gb");
    assert_eq!(words(&runs, "status"), ["written"; 3]);
    for run in &runs[..2] {
        assert_near(number(run, "sort_delay_ms"), 7_000.0, 1.0);
        assert_near(number(run, "write_delay_ms"), 17_000.0, 1.0);
        assert_near(number(run, "peak_memory_bytes"), 10e9, 2.0);
        assert_eq!(number(run, "spilled_bytes"), 0.0);
    }
    assert_near(number(&runs[2], "spilled_bytes"), 5e9, 1.0);
    assert!(number(&runs[2], "write_delay_ms") > number(&runs[1], "write_delay_ms"));
}

#[test]
fn with_four_gigabytes_only_spilling_saves_the_run() {
    let runs = preset("huge-transaction-4-gb");
    assert_eq!(words(&runs, "status"), ["out-of-memory", "written", "written"]);
    assert_eq!(word(&runs[0], "memory_cause"), "big-transaction");
    assert_near(number(&runs[1], "spill_from_memory_bytes"), 3.4e9, 1.0);
    for run in &runs[1..] {
        assert_near(number(run, "spilled_bytes"), 5e9, 1.0);
    }
    assert!(number(&runs[1], "write_delay_ms") <= number(&runs[2], "write_delay_ms"));
}

#[test]
fn times_of_a_huge_transaction_go_with_its_bytes() {
    let runs = preset("huge-transaction-sizes");
    for (run, gb) in runs.iter().zip([0.5, 1.0, 2.0, 5.0]) {
        assert_near(number(run, "sort_delay_ms"), 1_400.0 * gb, 5.0);
        assert_near(number(run, "write_delay_ms"), 3_400.0 * gb, 5.0);
    }
}

#[test]
fn one_event_of_a_hundred_stands_for_all() {
    let runs = preset("huge-transaction-full-scale");
    for name in ["sort_delay_ms", "write_delay_ms", "written_bytes", "written_events", "peak_memory_bytes"] {
        assert_near(number(&runs[0], name), number(&runs[1], name), 1.0);
    }
    let kind = |run: &RunReport| run.metrics.get("written_bytes").unwrap().kind.name();
    assert_eq!([kind(&runs[0]), kind(&runs[1])], ["scaled", "counted"]);
}

#[test]
fn an_idle_node_is_as_late_as_its_heartbeat() {
    let runs = preset("idle-node");
    assert_eq!(words(&runs, "status"), ["stalled", "written", "written", "written", "written", "written"]);
    assert_eq!(number(&runs[0], "held_back_by"), 8.0, "the idle node");
    assert!(number(&runs[0], "unwritten_transactions") > 1_000.0);
    for (run, heartbeat_ms) in runs[1..4].iter().zip([200.0, 50.0, 20.0]) {
        let peak = number(run, "delay_ms.peak");
        assert!(peak > 0.9 * heartbeat_ms && peak < heartbeat_ms + 20.0, "{peak} at {heartbeat_ms}");
        let median = number(run, "delay_ms.p50");
        assert!(median > 0.4 * heartbeat_ms && median < 0.7 * heartbeat_ms, "{median} at {heartbeat_ms}");
        assert_eq!(number(run, "held_back_by"), 8.0);
    }
    let medians = numbers(&runs[4..], "delay_ms.p50");
    assert!(medians[1] > medians[0], "heartbeats of 1 ms gain nothing over 5 ms: {medians:?}");
}

#[test]
fn a_prepared_transaction_grows_memory_until_it_ends() {
    let runs = preset("stuck-prepared");
    assert_eq!(words(&runs, "status"), ["written"; 4]);
    let peaks = numbers(&runs, "peak_memory_bytes");
    assert_near(peaks[2] / peaks[1], 2.0, 10.0);
    assert!(peaks[1] > 10.0 * peaks[0], "{peaks:?}");
    for (run, ms) in runs[1..].iter().zip([1_000.0, 2_000.0, 2_000.0]) {
        assert_near(number(run, "longest_hole_ms"), ms, 2.0);
        assert_near(number(run, "delay_ms.peak"), ms, 2.0);
        assert_eq!(number(run, "held_back_by"), 1.0);
    }
    // Half of the time, half of the memory.
    let memory = series(&runs[2], "memory");
    let at = |us: u64| memory.y[memory.x.iter().position(|x| *x >= us).expect("a point")] as f64;
    assert_near(at(2_050_000) / at(1_100_000), 1.95, 10.0);
    // Short queues leave the other nodes' logs unread; what the hole holds stays the same.
    let (long, short) = (&runs[2], &runs[3]);
    assert!(number(short, "peak_unread_records") > 100.0 * number(long, "peak_unread_records"));
    assert_near(number(short, "peak_memory_bytes.holes"), number(long, "peak_memory_bytes.holes"), 2.0);
}

#[test]
fn delay_is_flat_until_the_named_stage_has_no_time_left() {
    let runs = preset("load-step-by-step");
    let bottlenecks = words(&runs, "bottleneck");
    let first_busy = bottlenecks.iter().position(|stage| *stage != "none").expect("a stage saturates");
    assert!((2..runs.len()).contains(&first_busy), "{bottlenecks:?}");
    let delays = numbers(&runs, "delay_ms.p99");
    for delay in &delays[..first_busy] {
        assert!(*delay < 3.0 * delays[0], "flat: {delays:?}");
    }
    assert!(delays[runs.len() - 1] > 5.0 * delays[0], "{delays:?}");
    for (run, stage) in runs.iter().zip(&bottlenecks).skip(first_busy) {
        assert_eq!(*stage, "write");
        assert!(number(run, "busy_pct.write") >= 95.0);
    }
}

#[test]
fn a_slow_consumer_is_late_and_the_log_is_not() {
    let runs = preset("slow-consumer");
    assert_eq!(number(&runs[0], "delay_ms.p99"), number(&runs[1], "delay_ms.p99"));
    let late = numbers(&runs, "consumer_delay_ms");
    assert!(late[1] > 20.0 * number(&runs[1], "delay_ms.p99") && late[0] < 10.0, "{late:?}");
}

#[test]
fn more_streams_write_more_and_split_transactions() {
    let runs = preset("multi-stream");
    let (tps, split) = (numbers(&runs, "tps"), numbers(&runs, "split_pct"));
    assert!(tps[1] > 1.5 * tps[0] && tps[2] > 1.8 * tps[0], "{tps:?}");
    assert_eq!(word(&runs[0], "bottleneck"), "write");
    assert_eq!(split[0], 0.0);
    assert!(split[1] > 50.0 && split[2] >= split[1] && split[3] >= split[2], "{split:?}");
}

#[test]
fn shares_are_shares_and_what_was_written_has_a_rate() {
    let presets = experiment::presets().into_iter().filter(|preset| preset.lab == "global-binlog");
    for name in presets.map(|preset| preset.name) {
        for run in preset(&name) {
            assert_eq!(number(&run, "order_kept"), 1.0);
            for (metric, value) in run.metrics.iter() {
                let Some(millionths) = value.value.millionths() else { continue };
                if value.unit == "%" {
                    assert!(millionths <= 100_000_000, "{name}, {}: {metric}", run.label);
                }
            }
            let written = number(&run, "transactions");
            for rate in ["eps", "tps", "bps", "fpm"] {
                let found = run.number(rate).and_then(MetricValue::millionths);
                assert_eq!(
                    found.is_some_and(|rate| rate > 0),
                    written > 0.0,
                    "{name}, {}: {rate}",
                    run.label
                );
            }
        }
    }
}

#[test]
fn few_transactions_in_a_long_time_have_a_rate_too() {
    let run =
        run(json!({ "data_nodes": 1, "tps_per_node": 1, "duration_ms": 600_000, "distributed_pct": 0 }));
    assert_near(number(&run, "tps"), 1.0, 20.0);
    assert!(number(&run, "fpm") > 0.0);
}

#[test]
fn metrics_are_those_of_the_description() {
    let lab = lab::descriptions().into_iter().find(|lab| lab.name == "global-binlog").expect("the lab");
    let described: Vec<&str> = lab.metrics.iter().map(|metric| metric.name).collect();
    let small =
        json!({ "big_transaction_bytes": 2_000_000, "memory_bytes": 3_000_000, "memory_check_ms": 1 });
    for params in [small, json!({}), json!({ "idle_nodes": 1, "heartbeat_ms": 0 })] {
        let run = run(params);
        for (name, metric) in run.metrics.iter() {
            let spec = lab.metrics.iter().find(|spec| spec.name == name);
            assert_eq!(spec.map(|spec| spec.unit), Some(metric.unit), "{name}");
        }
        let order: Vec<_> =
            run.metrics.iter().map(|(name, _)| described.iter().position(|known| *known == name)).collect();
        assert!(order.is_sorted(), "in the order of the description");
    }
}

#[test]
fn the_size_of_a_step_changes_nothing() {
    let document = json!({
        "lab": "global-binlog",
        "params": { "data_nodes": 3, "tps_per_node": 300, "duration_ms": 60, "watch_at_ms": 0, "streams": 2, "stream_by": "key" },
        "compare": [{}, { "big_transaction_bytes": 3_000_000, "big_at_ms": 10, "scale": 3, "memory_bytes": 4_000_000 }]
    });
    assert_eq!(report_in_steps(&document, 7), report_in_steps(&document, 1_000_000));
}

/// Checks that the times of a log follow each other, and that its columns belong together.
fn check_order(log: &OrderLog) {
    let (transactions, parts) = (log.transaction.len(), log.part_of.len());
    assert!(transactions > 10 && parts >= transactions);
    assert!([log.kind.len(), log.timestamp.len(), log.written.len()].iter().all(|len| *len == transactions));
    assert!(
        [log.part_node.len(), log.part_bytes.len(), log.part_merged.len()].iter().all(|len| *len == parts)
    );
    assert!(log.part_of.is_sorted() && *log.part_of.last().unwrap() == transactions as u64 - 1);
    let known: Vec<_> = log.timestamp.iter().filter(|timestamp| !timestamp.is_empty()).collect();
    assert!(known.iter().all(|timestamp| timestamp.len() == 54) && known.is_sorted());
    for part in 0..parts {
        let whole = log.part_of[part] as usize;
        let times = [
            Some(log.part_prepared[part]),
            log.part_committed[part],
            log.part_read[part],
            log.part_sorted[part],
            log.part_merged[part],
            log.written[whole],
        ];
        let known: Vec<u64> = times.into_iter().flatten().collect();
        assert!(known.is_sorted(), "{} on {}: {times:?}", log.transaction[whole], log.part_node[part]);
        assert!((1..=log.nodes).contains(&log.part_node[part]));
    }
}

#[test]
fn the_order_log_follows_transactions_from_their_nodes_into_the_file() {
    for params in [
        json!({}),
        json!({ "stuck_ms": 300, "heartbeat_ms": 20 }),
        json!({ "idle_nodes": 2, "big_transaction_bytes": 20_000_000, "unordered_pct": 20 }),
    ] {
        let run = run(params);
        check_order(run.order.as_ref().expect("an order log"));
        let timeline = run.timeline.expect("lanes");
        let groups: Vec<_> = timeline.lanes.iter().map(|lane| lane.group).collect();
        assert!(["node", "merge", "writer"].iter().all(|group| groups.contains(group)), "{groups:?}");
        for lane in &timeline.lanes {
            let spans = lane.from.iter().zip(&lane.to);
            assert!(spans.clone().all(|(from, to)| from <= to), "{}", lane.name);
            assert!(lane.from.iter().skip(1).zip(&lane.to).all(|(from, to)| from >= to), "{}", lane.name);
        }
    }
}

fn refusal(params: Json) -> String {
    let document = json!({ "lab": "global-binlog", "params": params });
    Run::new(&document).map(|_| ()).expect_err("it is refused").to_string()
}

#[test]
fn what_is_too_much_is_refused_by_the_parameter_that_makes_it_so() {
    let long = refusal(json!({ "duration_ms": 600_000 }));
    assert!(long.starts_with("params.duration_ms: 600,000 ") && long.contains("4,000,000 events"), "{long}");
    let large = refusal(json!({ "transaction_bytes": 1_000_000_000, "tps_per_node": 100_000 }));
    assert!(large.starts_with("params.transaction_bytes"), "{large}");
    let huge = refusal(json!({ "big_transaction_bytes": 100_000_000_000_u64, "scale": 1 }));
    assert!(huge.starts_with("params.scale: 1 ") && huge.contains("at least 4"), "{huge}");
    let beats =
        refusal(json!({ "heartbeat_ms": 1, "data_nodes": 64, "duration_ms": 600_000, "tps_per_node": 0 }));
    assert!(beats.starts_with("params.heartbeat_ms: 1 "), "{beats}");
    let slow = refusal(json!({ "big_transaction_bytes": 5_000_000_000_u64, "link_bytes_per_s": 1_000 }));
    assert!(
        slow.starts_with("params.link_bytes_per_s: 1,000 ") && slow.contains("at most 3,600 s"),
        "{slow}"
    );
    let dear = refusal(json!({ "big_transaction_bytes": 100_000_000_000_u64, "sort_byte_ps": 1_000_000 }));
    assert!(dear.starts_with("params.sort_byte_ps: 1,000,000 "), "{dear}");
    let idle = refusal(json!({ "idle_nodes": 8 }));
    assert!(idle.starts_with("params.idle_nodes: 8 "), "{idle}");
    let shares = refusal(json!({ "distributed_pct": 60, "unordered_pct": 41 }));
    assert!(shares.starts_with("params.unordered_pct: 41 ") && shares.contains("at most 40"), "{shares}");
}

#[test]
fn nothing_to_write_is_said_and_not_divided_by() {
    let found = report(&json!({ "lab": "global-binlog", "params": { "tps_per_node": 0 } }));
    assert_eq!(word(&found.runs[0], "status"), "written");
    assert_eq!(found.sentence.unwrap().text, "The nodes commit nothing.");
}

#[test]
fn sentences_say_what_the_starting_points_show() {
    let text = |name: &str| report(&json!({ "preset": name })).sentence.expect("a sentence").text;
    let idle = text("idle-node");
    assert!(idle.contains("wait for node 8 for ever"), "{idle}");
    let memory = text("huge-transaction-4-gb");
    assert!(
        memory.contains("the memory runs out 2.79 s after the commit of the huge transaction")
            && memory.contains("from 3.4 GB in memory on"),
        "{memory}"
    );
    let streams = text("multi-stream");
    assert!(
        streams.contains("all but 5 transactions are split") && streams.contains("lie between"),
        "{streams}"
    );
}

#[test]
fn a_document_in_text_runs() {
    let document = parse_text(r#"{"lab": "global-binlog", "params": {"duration_ms": 20}}"#).unwrap();
    assert!(report(&document).complete);
}
