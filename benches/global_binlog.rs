//! Speed of the lab global-binlog: `cargo bench --bench global_binlog`.
//!
//! Absolute numbers depend on the machine and its load. Two million binlog events of 16 nodes should take a second at
//! most, and two in a browser.

use std::time::Instant;

use redo_lab::lab::speed::global_binlog;

const RUNS: usize = 7;
const EVENTS: u64 = 2_000_000;

fn main() {
    // `cargo test` builds and runs benchmarks too, with arguments of its own: measure only when asked to.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut times: Vec<f64> = (0..RUNS).map(|_| seconds()).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{EVENTS} binlog events of 16 nodes put into one log: {:.2} s, median of {RUNS} runs",
        times[RUNS / 2]
    );
}

fn seconds() -> f64 {
    let start = Instant::now();
    let written = global_binlog(EVENTS).expect("the lab runs");
    assert!(written.abs_diff(EVENTS) < EVENTS / 20, "{written} events were written");
    start.elapsed().as_secs_f64()
}
