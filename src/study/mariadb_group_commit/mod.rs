//! `mariadb-group-commit`: groups on a source and parallel apply on replicas, measured on MariaDB 10.11.
//!
//! A fixed sleep stood for the fsync, so how long it takes is known, and the rest follows: how many transactions gather in a group,
//! what a wait at commit does, how many transactions a replica applies at once, and what it costs to commit them in order.
//!
//! Client, source and the measuring itself shared two cores. Where those were the limit (an fsync of 1 ms with 16 and more clients)
//! throughput is no target: equal set-ups gave up to 85 % more there. On the replica equal set-ups scattered by 13 %.
//!
//! No constant was fitted to one point: each to a series of them, and others of the same series are predicted.

mod points;
mod tables;

use super::fit::{Fit, Goal, Search};
use super::model::{CheckSpec, ConstantSpec, Origin, Place, Study, Value};
use points::{BACKLOGS, Backlog, SOURCE, SOURCE_1_MS, SOURCE_5_MS, place_of_source};

/// The study.
pub(super) fn study() -> Study {
    Study {
        name: "mariadb-group-commit",
        title: "How many commit together, and how many may a replica apply at once?",
        source: "Measured: MariaDB 10.11.19, sysbench oltp_write_only on 10 tables of 10,000 rows, fsync emulated by a sleep, 2 cores \
                 shared by client, source and replica. Equal set-ups differ by 13 % on the replica, and by up to 85 % where processors \
                 are the limit.",
        why: "With two fsyncs a commit groups are a third of the clients, and a wait makes them larger and throughput smaller. A replica \
              that runs a group at a time gets as fast as groups are large; one that tries everything at once is faster, as long as rows \
              are not hot.",
        experiments: points::experiments(),
        tables: tables::tables(),
        constants: constants(),
        readings: vec![],
        checks: checks(),
        fits: fits(),
    }
}

/// The backlogs with slow or plain apply.
fn backlogs(is_slow: bool) -> impl Iterator<Item = &'static Backlog> {
    BACKLOGS.iter().filter(move |backlog| backlog.is_slow == is_slow)
}

/// The rows of the replica's points with so many threads.
fn rows_with(is_slow: bool, threads: u64) -> Vec<String> {
    let rows = backlogs(is_slow).flat_map(|backlog| {
        let points = backlog.points.iter().filter(move |point| point.threads == threads);
        points.map(|point| format!("{}: replica_tps", backlog.setting(point)))
    });
    rows.collect()
}

fn fits() -> Vec<Fit> {
    let labels = |is_slow| backlogs(is_slow).map(|backlog| backlog.label).collect::<Vec<_>>();
    let fitted = SOURCE.iter().filter(|point| point.is_fitted());
    let fit = |title, constant, experiments, rows| Fit {
        title,
        constants: vec![constant],
        experiments,
        rows,
        goal: Goal::LeastLargestError,
    };
    vec![
        fit(
            "Executing a transaction on the source",
            Search::new("source_cpu_us", 300, 900, 20),
            vec![SOURCE_1_MS, SOURCE_5_MS],
            fitted.map(|point| format!("{}: source_tps", point.setting())).collect(),
        ),
        fit(
            "Applying a transaction",
            Search::new("apply_cpu_us", 20, 400, 5),
            labels(false),
            rows_with(false, 0),
        ),
        fit(
            "The trigger that makes apply slow",
            Search::new("apply_wait_us", 2_000, 2_600, 10),
            labels(true),
            rows_with(true, 0),
        ),
        fit("Waking a thread", Search::new("hand_over_us", 50, 400, 5), labels(true), rows_with(true, 16)),
    ]
}

fn constants() -> Vec<ConstantSpec> {
    let [source, slow, plain] =
        [SOURCE_1_MS, BACKLOGS[0].label, BACKLOGS[4].label].map(|label| Place::new(label, 0));
    let measured = |constant: ConstantSpec| ConstantSpec { origin: Origin::Measured, ..constant };
    let fits = fits();
    let rows = |fit: usize| fits[fit].rows.clone();
    vec![
        ConstantSpec::assumed("source_cpu_us", "us", source, "Processor time of a transaction's statements on the source.")
            .fitted_to(rows(0)),
        ConstantSpec::assumed("apply_cpu_us", "us", plain, "Processor time of applying a transaction.").fitted_to(rows(1)),
        ConstantSpec::assumed(
            "apply_wait_us",
            "us",
            slow,
            "What the sleeping trigger adds to applying: 2.4 ms in all.",
        )
        .of("slow apply")
        .fitted_to(rows(2)),
        ConstantSpec::assumed(
            "hand_over_us",
            "us",
            slow,
            "Waking a thread: the worker whose turn it is to commit, the leader of the next group, a worker that had nothing to do.",
        )
        .fitted_to(rows(3)),
        measured(ConstantSpec::assumed("source_cores", "", source, "Cores of the machine.")),
        measured(ConstantSpec::assumed("replica_cores", "", plain, "The same.")),
        ConstantSpec::assumed(
            "fsync_us",
            "us",
            source,
            "An emulated fsync of 1 ms: the sleep, and 0.12 ms that it takes beyond.",
        )
        .of("1 ms"),
        ConstantSpec::assumed("fsync_us", "us", Place::new(SOURCE_5_MS, 0), "The same of 5 ms.").of("5 ms"),
        ConstantSpec::assumed("work_us", "us", source, "What a transaction waits for besides: the client, the network."),
        ConstantSpec::assumed("binlog_write_us", "us", source, "Writing a transaction into the binlog, by the leader of its group."),
        ConstantSpec::assumed("statement_cpu_us", "us", source, "Processor time of one of six statements."),
        measured(ConstantSpec::assumed("rows_per_transaction", "rows", source, "Rows that a transaction of this load changes.")),
        measured(ConstantSpec::assumed("keys", "rows", source, "Rows of all tables.")),
    ]
}

fn checks() -> Vec<CheckSpec> {
    let of = |clients, wait_us, metric: &'static str| {
        let is_it = |point: &points::SourcePoint| {
            (point.fsync_ms, point.clients, point.wait.0) == (1, clients, wait_us)
        };
        let position = SOURCE.iter().position(is_it).expect("a point");
        place_of_source(position).metric(metric)
    };
    let falls = |clients| vec![of(clients, 1_000, "source_tps"), of(clients, 0, "source_tps")];
    let grows = |clients| vec![of(clients, 0, "group_size"), of(clients, 1_000, "group_size")];
    let conservative = |run| {
        let groups = [0, 1, 2].map(|backlog: usize| Place::new(BACKLOGS[backlog].label, run));
        groups.map(|place| place.metric("replica_tps")).to_vec()
    };
    let with_hot_keys: Vec<Value> = [(3, 2), (1, 3)]
        .map(|(backlog, run)| Place::new(BACKLOGS[backlog].label, run).metric("replica_tps"))
        .to_vec();
    vec![
        CheckSpec {
            text: "A wait of 1 ms costs throughput with 1 and 4 clients, and groups of 4 clients grow",
            chains: vec![falls(1), falls(4), grows(4)],
            note: "",
        },
        CheckSpec {
            text: "The larger the source's groups, the faster a conservative replica, with 4 and 16 threads",
            chains: vec![conservative(1), conservative(2)],
            note: "",
        },
        CheckSpec {
            text: "Hot keys make an optimistic replica slower",
            chains: vec![with_hot_keys],
            note: "Hardly a transaction is retried: those that waited for a row on the source wait on the replica, too.",
        },
    ]
}
