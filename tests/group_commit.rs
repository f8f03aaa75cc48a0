//! Group commit on a source: the textbook's numbers, what real servers measured, and bounds that always hold.

use std::rc::Rc;

use redo_lab::group_commit::{
    Arrival, RandomWorkload, Server, Source, SourceSettings, Spread, TrackingSettings,
};
use redo_lab::sim::{SECOND, SimTime, Simulation};

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

/// A measured point.
struct Point {
    name: String,
    fsync_us: u64,
    clients: u32,
    wait_us: u64,
    wait_count: u64,
    tps: f64,
    group: f64,
    fsyncs_per_tx: f64,
    redo_per_binlog: f64,
}

fn points() -> Vec<Point> {
    let reference: serde_json::Value =
        serde_json::from_str(include_str!("reference/mariadb-group-commit.json")).unwrap();
    reference["source"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| {
            let n = |k: &str| p[k].as_f64().unwrap();
            Point {
                name: format!("{} {} {}/{}", p["fsync"], p["clients"], p["wait_usec"], p["wait_count"]),
                fsync_us: p["fsync"].as_str().unwrap().split(' ').next().unwrap().parse().unwrap(),
                clients: n("clients") as u32,
                wait_us: n("wait_usec") as u64,
                wait_count: n("wait_count") as u64,
                tps: n("tps"),
                group: n("mean_group"),
                fsyncs_per_tx: (n("redo_fsyncs") + n("binlog_fsyncs")) / n("transactions"),
                redo_per_binlog: n("redo_fsyncs") / n("binlog_fsyncs"),
            }
        })
        .collect()
}

fn mariadb(p: &Point, cpu: u64, other: u64, extra: u64, spread: Spread, cores: u32) -> SourceSettings {
    let mut s = textbook(p.clients, other, p.fsync_us + extra, p.wait_us);
    let w = RandomWorkload {
        seed: 1,
        work_ns: 1000 * other,
        work_spread: spread,
        execute_cpu_ns: 1000 * cpu,
        rows: 3,
        keys: 100_000,
        ..RandomWorkload::default()
    };
    s.workload = Rc::new(w.into());
    s.server = Server::Mariadb;
    s.no_delay_count = p.wait_count;
    s.fsyncs_per_group = 2;
    s.cores = cores;
    s.delay_overhead_ns = 0;
    s
}

#[test]
fn print_mariadb() {
    for (cpu, other, extra, write, slice) in
        [(430, 300, 120, 20, 75), (480, 300, 120, 20, 75), (480, 300, 120, 20, 100)]
    {
        println!("cpu {cpu} other {other} extra {extra} {write} {slice}");
        for p in points() {
            let mut s = mariadb(&p, cpu, other, extra, Spread::Exponential, 2);
            s.write_ns = 1000 * write;
            s.slice_ns = 1000 * slice;
            let t0 = std::time::Instant::now();
            let sim = run(s);
            let t = sim.model.totals();
            let tps = t.per_s_thousandths(t.in_time) as f64 / 1000.0;
            let g = t.transactions as f64 / t.groups as f64;
            let f = (t.redo_fsyncs + t.binlog_fsyncs) as f64 / t.transactions as f64;
            let r = t.redo_fsyncs as f64 / t.binlog_fsyncs as f64;
            println!(
                "{:35} tps {:6.0} {:6.0} {:+6.1}%  group {:5.2} {:5.2} {:+6.1}%  fs/tx {:5.2} {:5.2} {:+6.1}%  r/b {:5.2} {:5.2} {:+6.1}% {:?} lat {} {:?} events {}",
                p.name,
                tps,
                p.tps,
                100.0 * (tps / p.tps - 1.0),
                g,
                p.group,
                100.0 * (g / p.group - 1.0),
                f,
                p.fsyncs_per_tx,
                100.0 * (f / p.fsyncs_per_tx - 1.0),
                r,
                p.redo_per_binlog,
                100.0 * (r / p.redo_per_binlog - 1.0),
                t.closed,
                sim.model.commit_latencies().mean_ns() / 1000,
                t0.elapsed(),
                sim.handled()
            );
        }
    }
}

#[test]
#[ignore = "a measurement: run it alone, optimised"]
fn a_million_transactions_take_a_quarter_of_a_second() {
    for fsyncs_per_group in [1, 2] {
        let mut settings = textbook(64, 500, 1_000, 0);
        settings.fsyncs_per_group = fsyncs_per_group;
        (settings.duration_ns, settings.transactions) = (u64::MAX, 1_000_000);
        let start = std::time::Instant::now();
        let mut simulation = Source::simulation(settings);
        while !simulation.step(10_000) {
            simulation.model.take_binlog();
        }
        println!("{fsyncs_per_group} fsyncs: {:?}, {} events", start.elapsed(), simulation.handled());
    }
}
