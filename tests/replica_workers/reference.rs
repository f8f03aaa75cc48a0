//! MariaDB's replica, measured: `tests/reference/mariadb-group-commit.json`.
//!
//! The machine had two cores. Four constants describe it, all shared by all points:
//!
//! | constant | value | chosen by |
//! |---|---|---|
//! | processor time of applying | 0.12 ms | the serial points at 1 ms: 1.24 ms a transaction less the fsync |
//! | an emulated fsync | 1.12 ms | the source's points: 0.12 ms on top of the sleep |
//! | time besides of the slow apply | 2.25 ms | the serial points of that series: 2.37 ms less the processor time |
//! | waking a thread | 0.198 ms | the points of 16 threads that nothing else limits, of both series: 3,928 to 5,519 a second |
//!
//! All else is predicted: every point with 4 threads, every conservative point of the slow series, and the hot keys.
//!
//! Of the source's groups only the mean is known. Drawn evenly from 1 to twice the mean less 1, they give what four threads
//! measured (1,052 a second at a mean of 3.86; groups of three and four alone would give 1,400). Hot keys need a source: which
//! transactions waited for a row there decides how fast an optimistic replica is.

use std::rc::Rc;

use redo_lab::base::random;
use redo_lab::group_commit::{
    Arrival, BinlogEntry, KeyDistribution, ParallelMode, RandomWorkload, Replica, ReplicaSettings,
    ReplicaTotals, Server, Source, SourceSettings, Spread, TrackingSettings, Workload,
};
use redo_lab::sim::{MICROSECOND, SimTime};
use serde_json::Value;

use crate::stream::{groups, per_s, settings};

const APPLY_CPU_NS: u64 = 120 * MICROSECOND;
const SLOW_APPLY_WAIT_NS: u64 = 2_250 * MICROSECOND;
const FSYNC_NS: u64 = 1_120 * MICROSECOND;
const NO_SYNC_NS: u64 = MICROSECOND;
const WAKE_NS: u64 = 198 * MICROSECOND;
const CORES: u32 = 2;

/// A measured point, and what the engine makes of it.
struct Point {
    name: String,
    threads: u64,
    mode: String,
    special: bool,
    transactions: u64,
    tps: f64,
    fsyncs: f64,
    engine: ReplicaTotals,
    engine_tps: f64,
}

impl Point {
    /// How far the engine is off, in percent.
    fn error(&self) -> f64 {
        100.0 * (self.engine_tps / self.tps - 1.0)
    }

    fn check(&self, limit: f64) {
        let error = self.error();
        assert!(error.abs() <= limit, "{}: {:.0}, {error:+.1} %", self.name, self.engine_tps);
    }
}

/// All points of a series.
fn series(name: &str) -> Vec<Point> {
    let text = include_str!("../reference/mariadb-group-commit.json");
    let reference: Value = serde_json::from_str(text).unwrap();
    let slow = name == "replica_slow_apply";
    let points = reference[name]["points"].as_array().unwrap();
    points.iter().map(|point| run_point(point, slow)).collect()
}

fn run_point(point: &Value, slow: bool) -> Point {
    let whole = |key: &str| point[key].as_u64().unwrap();
    let word = |key: &str| point[key].as_str().unwrap().to_owned();
    let special = word("source_keys") == "special";
    let mean_group = point["source_mean_group"].as_f64().unwrap();
    let (entries, workload) = if special && word("mode") == "optimistic" {
        special_stream(whole("transactions"), whole("source_clients") as u32)
    } else {
        stream_of_groups(whole("transactions"), mean_group)
    };
    let wait_ns = if slow { SLOW_APPLY_WAIT_NS } else { 0 };
    let priced =
        |entry: BinlogEntry| BinlogEntry { apply_cpu_ns: APPLY_CPU_NS, apply_wait_ns: wait_ns, ..entry };
    let starts_at = entries.last().unwrap().committed;
    let settings = ReplicaSettings {
        workload,
        mode: match word("mode").as_str() {
            "serial" => ParallelMode::Serial,
            "conservative" => ParallelMode::Conservative,
            _ => ParallelMode::Optimistic,
        },
        workers: whole("replica_threads") as u32,
        cores: CORES,
        // No binlog on the replica.
        fsyncs_per_group: 1,
        fsync_ns: if slow { NO_SYNC_NS } else { FSYNC_NS },
        hand_over_ns: WAKE_NS,
        starts_at,
        ..settings()
    };
    let mut simulation = Replica::simulation(settings);
    Replica::receive(&mut simulation, entries.into_iter().map(priced));
    while !simulation.step(1_000_000) {}
    Point {
        name: format!(
            "{} threads, {}, group {mean_group}, {}",
            whole("replica_threads"),
            word("mode"),
            word("source_keys")
        ),
        threads: whole("replica_threads"),
        mode: word("mode"),
        special,
        transactions: whole("transactions"),
        tps: point["replica_tps"].as_f64().unwrap(),
        fsyncs: point["replica_redo_fsyncs"].as_f64().unwrap(),
        engine: *simulation.model.totals(),
        engine_tps: per_s(&simulation.model, starts_at),
    }
}

/// Groups of a known mean size on rows that are drawn evenly. In a group nobody meets anybody, whatever the rows are.
fn stream_of_groups(transactions: u64, mean_group: f64) -> (Vec<BinlogEntry>, Rc<Workload>) {
    // From 1 to twice the mean less 1, in thousandths.
    let widest = (2_000.0 * mean_group) as u64 - 1_000;
    let size = |group: u64| random::below(random::at(7, group), widest).div_ceil(1_000).max(1);
    let mut entries = groups((0..transactions).map(size), 0);
    entries.truncate(transactions as usize);
    (entries, Rc::new(Workload::Random(rows(KeyDistribution::Uniform))))
}

/// What a source with that many clients commits, on sysbench's skewed keys; its prices are those of `tests/group_commit.rs`.
fn special_stream(transactions: u64, clients: u32) -> (Vec<BinlogEntry>, Rc<Workload>) {
    let workload = Rc::new(Workload::Random(rows(KeyDistribution::Special)));
    let mut source = Source::simulation(SourceSettings {
        workload: Rc::clone(&workload),
        seed: 1,
        arrival: Arrival::Closed { clients, think_ns: 0, think_spread: Spread::Constant },
        server: Server::Mariadb,
        fsync_ns: FSYNC_NS,
        fsync_spread_pct: 0,
        fsyncs_per_group: 2,
        delay_ns: 0,
        no_delay_count: 0,
        delay_overhead_ns: 0,
        sync_every: 1,
        siblings: 0,
        write_ns: 20 * MICROSECOND,
        cores: CORES,
        slice_ns: 75 * MICROSECOND,
        tracking: TrackingSettings::default(),
        duration_ns: u64::MAX,
        transactions,
        watch_from: SimTime(u64::MAX),
    });
    while !source.step(1_000_000) {}
    (source.model.take_binlog(), workload)
}

/// The write-only load: an index update, another update, and one row deleted and inserted; ten tables of 10,000 rows.
fn rows(distribution: KeyDistribution) -> RandomWorkload {
    RandomWorkload {
        execute_cpu_ns: 430 * MICROSECOND,
        work_ns: 300 * MICROSECOND,
        rows: 3,
        keys: 100_000,
        tables: 10,
        distribution,
        ..Default::default()
    }
}

#[test]
fn slow_apply_is_met_within_ten_percent_in_every_mode() {
    let points = series("replica_slow_apply");
    assert_eq!(points.len(), 18);
    for point in points.iter().filter(|point| !(point.special && point.mode == "optimistic")) {
        point.check(10.0);
        // Syncs cost nothing there: nearly everybody makes its own.
        assert!(point.engine.redo_fsyncs as f64 > 0.9 * point.transactions as f64);
    }
}

#[test]
fn hot_keys_in_optimistic_mode_are_met_within_twenty_percent() {
    let points = series("replica_slow_apply");
    let optimistic = |special| {
        let found =
            |point: &&Point| point.special == special && point.mode == "optimistic" && point.threads == 4;
        points.iter().find(found).unwrap()
    };
    let (even, hot) = (optimistic(false), optimistic(true));
    hot.check(20.0);
    // Hot keys cost time, for many waited on the source; that is also why hardly any is rolled back: none was, measured.
    assert!(hot.engine_tps < 0.93 * even.engine_tps);
    assert!(hot.engine.retries <= 3);
}

#[test]
fn plain_apply_is_met_within_eight_percent_with_up_to_four_threads_and_thirty_with_sixteen() {
    let points = series("replica");
    assert_eq!(points.len(), 10);
    for point in &points {
        point.check(if point.threads <= 4 { 8.0 } else { 30.0 });
        let fsyncs = point.engine.redo_fsyncs as f64 / point.fsyncs;
        let limit = if point.threads <= 4 { 0.1 } else { 0.3 };
        assert!((fsyncs - 1.0).abs() < limit, "{}: {fsyncs:.2} times the fsyncs", point.name);
    }
}
