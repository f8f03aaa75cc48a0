//! Sources for tests.

#![allow(dead_code)]

use std::rc::Rc;

use redo_lab::group_commit::{
    Arrival, BinlogEntry, RandomWorkload, Server, Source, SourceSettings, SourceTotals, Spread,
    TrackingSettings,
};
use redo_lab::sim::{MICROSECOND, SECOND, SimTime, Simulation};

/// Clients that start their next transaction at once.
pub fn closed(clients: u32) -> Arrival {
    Arrival::Closed { clients, think_ns: 0, think_spread: Spread::Constant }
}

/// Rows that nobody shares, and work of `work_us` spread like that.
pub fn workload(seed: u64, work_us: u64, work_spread: Spread) -> RandomWorkload {
    let work_ns = work_us * MICROSECOND;
    let (rows, keys, bytes) = (2, 1 << 40, 1_000);
    RandomWorkload { seed, work_ns, work_spread, rows, keys, bytes, ..RandomWorkload::default() }
}

/// The textbook's model: MySQL's rules, one fsync a group, exponential work, 30 s.
pub fn textbook(seed: u64, clients: u32, work_us: u64, fsync_us: u64, delay_us: u64) -> SourceSettings {
    SourceSettings {
        workload: Rc::new(workload(seed, work_us, Spread::Exponential).into()),
        seed,
        arrival: closed(clients),
        server: Server::Mysql,
        fsync_ns: fsync_us * MICROSECOND,
        fsync_spread_pct: 0,
        fsyncs_per_group: 1,
        delay_ns: delay_us * MICROSECOND,
        no_delay_count: 0,
        delay_overhead_ns: 0,
        sync_every: 1,
        siblings: 5,
        write_ns: 0,
        cores: u32::MAX,
        slice_ns: 0,
        tracking: TrackingSettings::default(),
        duration_ns: 30 * SECOND,
        transactions: u64::MAX,
        watch_from: SimTime(u64::MAX),
    }
}

/// Runs to the end.
pub fn run(settings: SourceSettings) -> Simulation<Source> {
    let mut simulation = Source::simulation(settings);
    while !simulation.step(100_000) {}
    simulation
}

/// The sums of a run.
pub fn totals(settings: SourceSettings) -> SourceTotals {
    run(settings).model.totals()
}

/// Runs to the end in steps of `budget` events; the binlog and the digest.
pub fn binlog_in_steps(settings: SourceSettings, budget: u64) -> (Vec<BinlogEntry>, String) {
    let mut simulation = Source::simulation(settings);
    let mut binlog = Vec::new();
    while !simulation.step(budget) {
        binlog.extend(simulation.model.take_binlog());
    }
    binlog.extend(simulation.model.take_binlog());
    (binlog, simulation.model.digest())
}

/// Transactions a second.
pub fn tps(totals: &SourceTotals) -> f64 {
    totals.per_s_thousandths(totals.in_time) as f64 / 1_000.0
}

/// Transactions of a group on average.
pub fn mean_group(totals: &SourceTotals) -> f64 {
    totals.transactions as f64 / totals.groups as f64
}

/// Fails unless `found` is within `pct` per cent of `expected`.
pub fn assert_near(found: f64, expected: f64, pct: f64, what: &str) {
    let error_pct = 100.0 * (found / expected - 1.0);
    assert!(error_pct.abs() <= pct, "{what}: {found:.3} instead of {expected} ({error_pct:+.1} %)");
}
