//! Speed of the engine beside the lower bound, medians of several runs: `cargo bench`.
//!
//! Absolute times depend on the machine and its load; the ratios of one run are what to compare.

use std::time::Instant;

use redo_lab::lab::speed::SpeedCase;
use redo_lab::redo::encodings;

const RUNS: usize = 7;

fn main() {
    // `cargo test` builds and runs benchmarks too, with arguments of its own: measure only when asked to.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let case = SpeedCase::new(1_000_000);
    println!("t0, index on b, 1,000,000 rows; median of {RUNS} runs");
    let bound = median_ms(|| u64::from(case.lower_bound()));
    println!("{:<24} {bound:>9.1} ms", "lower bound");
    for encoding in encodings() {
        let time = median_ms(|| case.add_index(*encoding));
        println!("{:<24} {time:>9.1} ms {:>7.1} x", format!("add index, {}", encoding.name()), time / bound);
    }
    let time = median_ms(|| case.all_encodings_with_replay().expect("the replicas are identical"));
    println!("{:<24} {time:>9.1} ms {:>7.1} x", "all five, with replay", time / bound);
}

fn median_ms(mut work: impl FnMut() -> u64) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}
