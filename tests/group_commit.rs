//! Group commit on a source: the textbook's numbers, what real servers measured, and bounds that always hold.

use std::rc::Rc;

use redo_lab::group_commit::{Arrival, RandomWorkload, Server, Source, SourceSettings, SourceTotals, Spread};
use redo_lab::sim::{MILLISECOND, SECOND, SimTime, Simulation};

/// Settings of the textbook's model: one fsync a group, exponential work, every transaction changes rows of its own.
fn textbook(clients: u32, work_us: u64, fsync_us: u64, delay_us: u64) -> SourceSettings {
    let workload = RandomWorkload {
        seed: 1,
        work_ns: 1_000 * work_us,
        work_spread: Spread::Exponential,
        rows: 4,
        keys: 1_000_000_000,
        bytes: 1_000,
        ..RandomWorkload::default()
    };
    SourceSettings {
        workload: Rc::new(workload.into()),
        seed: 1,
        arrival: Arrival::Closed { clients, think_ns: 0, think_spread: Spread::Constant },
        server: Server::Mysql,
        fsync_ns: 1_000 * fsync_us,
        fsyncs_per_group: 1,
        delay_ns: 1_000 * delay_us,
        no_delay_count: 0,
        delay_overhead_ns: 0,
        sync_every: 1,
        siblings: 5,
        cores: u32::MAX,
        duration_ns: 30 * SECOND,
        transactions: u64::MAX,
        watch_from: SimTime(u64::MAX),
    }
}

/// Runs to the end.
fn run(settings: SourceSettings) -> Simulation<Source> {
    let mut simulation = Source::simulation(settings);
    while !simulation.step(1_000_000) {}
    simulation
}

#[test]
fn print() {
    for (n, w, f, d) in [
        (1, 500, 1000, 0),
        (1, 500, 1000, 1000),
        (16, 500, 1000, 0),
        (16, 500, 1000, 1000),
        (64, 500, 1000, 0),
        (64, 500, 1000, 1000),
        (64, 5000, 1000, 0),
        (64, 5000, 1000, 1000),
        (64, 500, 10000, 0),
        (64, 500, 10000, 1000),
        (64, 500, 10000, 5000),
    ] {
        for fs in [1, 2] {
            let mut s = textbook(n, w, f, d);
            s.fsyncs_per_group = fs;
            let t0 = std::time::Instant::now();
            let sim = run(s);
            let t = sim.model.totals();
            println!(
                "{n} {w} {f} {d} fs {fs}: tps {} group {:.2} redo/binlog {:.2} {:?} lat {} {:?} ns/tx {}",
                t.per_s_thousandths(t.in_time) / 1000,
                t.transactions as f64 / t.groups as f64,
                t.redo_fsyncs as f64 / t.binlog_fsyncs as f64,
                t.closed,
                sim.model.commit_latencies().mean_ns(),
                t0.elapsed(),
                t0.elapsed().as_nanos() as u64 / t.transactions
            );
        }
    }
}
