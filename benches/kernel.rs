//! Speed of the discrete-event kernel beside a bare binary heap: `cargo bench --bench kernel`.
//!
//! Absolute numbers depend on the machine and its load; the ratios of one run are what to compare.

use std::time::Instant;

use redo_lab::lab::speed::{queue_events, queue_events_bound};

const RUNS: usize = 7;
const EVENTS: u64 = 4_000_000;

fn main() {
    // `cargo test` builds and runs benchmarks too, with arguments of its own: measure only when asked to.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("customers at one clerk each, {EVENTS} events; median of {RUNS} runs, million events a second");
    for clerks in [1, 1_000, 10_000] {
        // Turn by turn, so that a slow moment of the machine does not hit one of them alone.
        let (mut bound, mut kernel) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            bound.push(rate(|| queue_events_bound(clerks, EVENTS)));
            kernel.push(rate(|| queue_events(clerks, EVENTS)));
        }
        let (bound, kernel) = (median(bound), median(kernel));
        println!(
            "{clerks:>6} clerks: bare heap {bound:>6.1}, kernel {kernel:>6.1} ({:.2} x)",
            bound / kernel
        );
    }
}

/// Million events a second.
fn rate(work: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    std::hint::black_box(work());
    EVENTS as f64 / 1e6 / start.elapsed().as_secs_f64()
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
