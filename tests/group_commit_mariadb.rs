//! Group commit on a source beside what a real server measured (`reference/mariadb-group-commit.json`).

mod source_support;

use std::rc::Rc;

use redo_lab::group_commit::{RandomWorkload, Server, SourceSettings, Spread};
use redo_lab::sim::MICROSECOND;
use source_support::{assert_near, mean_group, textbook, totals, tps, workload};

/// What MariaDB measured, and a source of this model.
struct Measured {
    name: String,
    settings: SourceSettings,
    tps: f64,
    mean_group: f64,
    fsyncs_per_transaction: f64,
    redo_per_binlog: f64,
    processors_limit: bool,
}

/// Of sysbench's write-only transactions on that machine: processor time of the statements and of writing the binlog, other
/// latency, what a sleep takes beyond an emulated fsync, and the processor time of one of six statements; all in us.
const EXECUTE: u64 = 480;
const WRITE: u64 = 20;
const OTHER: u64 = 300;
const BEYOND_FSYNC: u64 = 120;
const STATEMENT: u64 = 80;

fn mariadb(clients: u32, fsync_us: u64, wait_us: u64, wait_count: u64) -> SourceSettings {
    let workload = RandomWorkload {
        execute_cpu_ns: EXECUTE * MICROSECOND,
        rows: 3,
        keys: 100_000,
        ..workload(1, OTHER, Spread::Exponential)
    };
    SourceSettings {
        workload: Rc::new(workload.into()),
        server: Server::Mariadb,
        fsyncs_per_group: 2,
        no_delay_count: wait_count,
        write_ns: WRITE * MICROSECOND,
        cores: 2,
        slice_ns: STATEMENT * MICROSECOND,
        ..textbook(1, clients, OTHER, fsync_us + BEYOND_FSYNC, wait_us)
    }
}

fn measured() -> Vec<Measured> {
    let text = include_str!("reference/mariadb-group-commit.json");
    let reference: serde_json::Value = serde_json::from_str(text).unwrap();
    let of = |point: &serde_json::Value| {
        let number = |name: &str| point[name].as_f64().unwrap();
        let whole = |name: &str| point[name].as_u64().unwrap();
        let fsync = point["fsync"].as_str().unwrap();
        let fsync_us = fsync.strip_suffix(" us emulated").unwrap().parse().unwrap();
        let clients = whole("clients") as u32;
        let (redo, binlog) = (number("redo_fsyncs"), number("binlog_fsyncs"));
        Measured {
            name: format!("{clients} clients, {fsync}, wait {}", point["wait_usec"]),
            settings: mariadb(clients, fsync_us, whole("wait_usec"), whole("wait_count")),
            tps: number("tps"),
            mean_group: number("mean_group"),
            fsyncs_per_transaction: (redo + binlog) / number("transactions"),
            redo_per_binlog: redo / binlog,
            processors_limit: fsync_us < 5_000 && clients > 4,
        }
    };
    reference["source"].as_array().unwrap().iter().map(of).collect()
}

#[test]
fn the_source_agrees_with_mariadb_where_its_processors_did_not_limit_it() {
    for point in measured() {
        let totals = totals(point.settings);
        if point.processors_limit {
            let ratio = mean_group(&totals) / point.mean_group;
            assert!((1.0 / 1.35..=1.35).contains(&ratio), "{}: mean group {ratio:.2}-fold", point.name);
            continue;
        }
        let (redo, binlog) = (totals.redo_fsyncs as f64, totals.binlog_fsyncs as f64);
        assert_near(tps(&totals), point.tps, 10.0, &format!("{}: TPS", point.name));
        assert_near(mean_group(&totals), point.mean_group, 10.0, &format!("{}: mean group", point.name));
        let fsyncs = (redo + binlog) / totals.transactions as f64;
        assert_near(fsyncs, point.fsyncs_per_transaction, 10.0, &format!("{}: fsyncs", point.name));
        assert_near(redo / binlog, point.redo_per_binlog, 15.0, &format!("{}: redo fsyncs", point.name));
    }
}

#[test]
fn a_wait_costs_mariadb_throughput_although_groups_grow() {
    for (clients, fsync_us) in [(64, 5_000), (16, 5_000), (16, 2_000), (4, 1_000)] {
        let (without, with) = (mariadb(clients, fsync_us, 0, 0), mariadb(clients, fsync_us, 1_000, 100));
        let (without, with) = (totals(without), totals(with));
        assert!(tps(&with) < tps(&without), "{clients} clients, {fsync_us} us");
        assert!(mean_group(&with) > mean_group(&without), "{clients} clients, {fsync_us} us");
    }
}

#[test]
fn four_clients_that_wait_for_a_hundred_are_closed_by_the_timeout() {
    let few = totals(mariadb(4, 1_000, 1_000, 100));
    assert_eq!((few.closed.count, few.closed.no_wait), (0, 0));
    assert!(few.closed.row_lock * 500 < few.closed.delay, "{:?}", few.closed);
    let more = totals(mariadb(16, 1_000, 1_000, 100));
    assert!(more.closed.row_lock > 0 && more.closed.row_lock * 100 < more.closed.delay, "{:?}", more.closed);
}
