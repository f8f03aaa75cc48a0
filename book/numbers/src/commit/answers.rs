//! Answers of the exercises about a commit delay.

use redo_lab::report::RunReport;
use serde_json::{Value, json};

use super::{decimal, ms_of_us, rounded, runs_of, source_only};
use crate::markdown::{Values, grouped};

/// Adds every value that an answer names.
pub fn values(values: &mut Values) {
    few_for_the_count(values);
    quick_disk(values);
    equal_work(values);
    thinking(values);
    every_tenth(values);
    solid_state(values);
}

/// Two runs of a source alone: parameters of both, and of each.
fn two(params: Value, first: Value, second: Value) -> [RunReport; 2] {
    let runs = runs_of(&source_only(&params), &[first, second]);
    runs.try_into().unwrap_or_else(|_| panic!("two variants are two runs"))
}

fn few_for_the_count(values: &mut Values) {
    let params = json!({ "clients": 8, "sync_delay_us": 1_000 });
    let [count, delay] = two(params, json!({ "no_delay_count": 10 }), json!({ "no_delay_count": 0 }));
    values.set("gc-eight-count", rounded(&count, "source_tps"));
    values.set("gc-eight-delay", rounded(&delay, "source_tps"));
}

fn quick_disk(values: &mut Values) {
    let params = json!({ "fsync_us": 100, "fsyncs_per_group": 1, "transactions": 5_000_000 });
    let [none, delay] = two(params, json!({}), json!({ "sync_delay_us": 1_000 }));
    values.set("gc-quick-0-tps", rounded(&none, "source_tps"));
    values.set("gc-quick-1-tps", rounded(&delay, "source_tps"));
}

fn equal_work(values: &mut Values) {
    let params = json!({ "fsync_us": 10_000, "fsyncs_per_group": 1 });
    let [equal, delay] = two(
        params,
        json!({ "work_distribution": "constant" }),
        json!({ "work_distribution": "constant", "sync_delay_us": 1_000 }),
    );
    values.set("gc-constant-group", decimal(&equal, "group_size.mean", 1));
    values.set("gc-constant-max", decimal(&equal, "group_size.max", 0));
    values.set("gc-constant-delay-group", decimal(&delay, "group_size.mean", 1));
}

fn thinking(values: &mut Values) {
    let params = json!({ "fsync_us": 10_000, "think_us": 50_000 });
    let [slow, free] = two(params, json!({}), json!({ "fsync_us": 0 }));
    values.set("gc-thinking-tps", rounded(&slow, "source_tps"));
    values.set("gc-thinking-group", decimal(&slow, "group_size.mean", 1));
    values.set("gc-thinking-latency", ms_of_us(&slow, "commit_latency_us.mean"));
    values.set("gc-thinking-free-tps", rounded(&free, "source_tps"));
}

fn every_tenth(values: &mut Values) {
    let [none, delay] = two(json!({ "sync_every": 10 }), json!({}), json!({ "sync_delay_us": 1_000 }));
    values.set("gc-every-cost", rounded(&none, "source_tps"));
    values.set("gc-tenth-cost", rounded(&delay, "source_tps"));
}

/// By hand, as the text asks for.
fn solid_state(values: &mut Values) {
    let tps = |delay_us: u64| grouped(1_000_000 / (500 + 2 * 50 + delay_us));
    values.set("gc-ssd-none", tps(0));
    values.set("gc-ssd-ten", tps(10));
    values.set("gc-ssd-seventy", tps(70));
}
