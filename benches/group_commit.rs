//! Speed of the lab group-commit: `cargo bench --bench group_commit`.
//!
//! Absolute numbers depend on the machine and its load. In a browser a million transactions should take a second at most.

use std::time::Instant;

use redo_lab::lab::speed::group_commit;

const RUNS: usize = 7;
const TRANSACTIONS: u64 = 1_000_000;

fn main() {
    // `cargo test` builds and runs benchmarks too, with arguments of its own: measure only when asked to.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut times: Vec<f64> = (0..RUNS).map(|_| seconds()).collect();
    times.sort_by(f64::total_cmp);
    println!(
        "{TRANSACTIONS} transactions of 64 clients through a source and a replica with 32 workers: {:.2} s, median of {RUNS} runs",
        times[RUNS / 2]
    );
}

fn seconds() -> f64 {
    let start = Instant::now();
    let committed = group_commit(TRANSACTIONS).expect("the lab runs");
    assert_eq!(committed, TRANSACTIONS, "the replica commits all of them");
    start.elapsed().as_secs_f64()
}
