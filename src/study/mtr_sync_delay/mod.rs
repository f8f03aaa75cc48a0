//! `mtr-sync-delay`: what `binlog_group_commit_sync_delay` and WRITESET are worth to a replica with many workers.
//!
//! The measure is the highest throughput of the source that the replica follows for 30 s: its lag is never more than 2 s, and does
//! not keep growing. It keeps growing if, over the second half, the replica commits less than 99 % of what the source does and
//! is further behind at the end than in the middle. How many clients the source had is not published: the lab searches for the
//! number that gives the most. Each published value stands beside the mean of five searches, one a seed.
//!
//! *What bounds the replica.* Under COMMIT_ORDER a transaction may run beside those that were ready to commit when it was. How many
//! these are is the throughput times how long a commit lasts on the source; so many the replica may run at once, and each lasts
//! a while there. Throughput stands on both sides: the replica follows for as long as a transaction lasts no longer there than its
//! commit did on the source. More load makes cores busy and transactions last longer, but slowly: the limit is
//! ill-conditioned, and a commit that lasts 3 or 4 % longer on the source allows 8 or 9 % more load. Under WRITESET cores are the
//! limit, and with order workers: those that wait for a long transaction cannot take another.
//!
//! *Why 10 us do nearly as much as 1,000.* A commit lasts two fsyncs and what it waits for them, 2.8 fsyncs in all. The
//! delay makes SYNC the slower of the two stages, so that groups queue before it: 2.9 with 10 us, 3.0 with 100, 3.2 with 1,000. If
//! all fsyncs took equally long the stages would be in step without a delay (2.5), and the gain far larger than what was
//! measured: that no two fsyncs take the same time (`fsync_spread_pct`) is part of the mechanism.
//!
//! *What was fitted.* Two constants: the processor time of applying to the one value that cores bound, and an fsync, the same on
//! both servers, to two values of COMMIT_ORDER. All ratios are predictions. What no source tells was assumed, and the last table
//! shows what would come out otherwise.

mod runs;
mod tables;

use super::fit::{Fit, Goal, Search};
use super::model::{CheckSpec, ConstantSpec, Place, ReadingSpec, Study, Value, whole};
use runs::{BY_WORKERS, COMMIT_ORDER, Setting, WORKERS, WRITESET, commit_order, ratio, writeset};

/// The study.
pub(super) fn study() -> Study {
    Study {
        name: "mtr-sync-delay",
        title: "What are a commit delay and WRITESET worth to a replica?",
        source: "Published: MySQL 8.0.28, sysbench oltp_write_only for 30 s, source with 28 vCPU, replica with 8; the highest \
                 throughput of the source at which the replica's lag stays within 2 s and does not keep growing.",
        why: "A delay of 10 us on the source makes its replica nearly a tenth faster, though an fsync takes a hundred times \
              longer: it lets transactions gather. WRITESET, which looks at rows, gives many times that gain, and nobody waits.",
        experiments: runs::experiments(),
        tables: tables::tables(),
        constants: constants(),
        readings: readings(),
        checks: checks(),
        fits: fits(),
    }
}

fn readings() -> Vec<ReadingSpec> {
    let engine = || writeset("off", 10).tps();
    let reading =
        |text, published| ReadingSpec { text, published: whole(published), unit: "TPS", engine: engine() };
    vec![
        reading("5,600 TPS are the most with 32 workers: twice the cautious setting", 5_600),
        reading("The other figures chained: 3,200 TPS / 1.10 x 1.81 x 1.037", 5_460),
    ]
}

fn checks() -> Vec<CheckSpec> {
    let chain = |settings: &[Setting]| settings.iter().map(|setting| setting.tps()).collect::<Vec<_>>();
    let by_delay = |delay_us| {
        chain(&[commit_order("on", delay_us), writeset("on", delay_us), writeset("off", delay_us)])
    };
    let gain = |workers| {
        let of = |delay_us| commit_order("on", delay_us).tps_by_workers(workers);
        ratio(of(10), of(0))
    };
    let up_to_four_times = |setting: Setting| {
        [4, 8, 16, WORKERS].map(|workers| Value::mean(setting.tps_by_workers(workers), 0)).to_vec()
    };
    vec![
        CheckSpec {
            text: "COMMIT_ORDER, then WRITESET with order, then WRITESET without",
            chains: vec![by_delay(0), by_delay(10)],
            note: "",
        },
        CheckSpec {
            text: "The more workers, the larger the gain of 10 us: 4, 16, 64 workers",
            chains: vec![[4, 16, 64].map(gain).to_vec()],
            note: "With few workers they are the limit, not how many transactions may run side by side.",
        },
        CheckSpec {
            text: "More workers help up to four times the cores: 4, 8, 16, 32 workers",
            chains: BY_WORKERS.map(up_to_four_times).to_vec(),
            note: "",
        },
    ]
}

fn rows(settings: &[Setting]) -> Vec<String> {
    settings.iter().map(|setting| format!("{}: max_tps", setting.name())).collect()
}

fn fits() -> Vec<Fit> {
    vec![
        Fit {
            title: "Applying a transaction",
            constants: vec![Search::new("apply_cpu_us", 1_000, 1_800, 20)],
            experiments: WRITESET.to_vec(),
            rows: rows(&[writeset("off", 10)]),
            goal: Goal::Solve,
        },
        Fit {
            title: "An fsync, on both servers",
            constants: vec![Search::new("fsync_us", 1_500, 3_500, 100).also("replica_fsync_us")],
            experiments: COMMIT_ORDER.to_vec(),
            rows: rows(&[commit_order("on", 0), commit_order("off", 10)]),
            goal: Goal::LeastLargestError,
        },
    ]
}

fn constants() -> Vec<ConstantSpec> {
    let place = Place::new(COMMIT_ORDER[0], 0);
    let assumed = |name, unit, meaning| ConstantSpec::assumed(name, unit, place, meaning);
    let fits = fits();
    vec![
        assumed("apply_cpu_us", "us", "Processor time of applying a transaction; 8 cores bound the replica.")
            .fitted_to(fits[0].rows.clone()),
        assumed("fsync_us", "us", "An fsync: how long a commit lasts, on the source and on the replica.")
            .fitted_to(fits[1].rows.clone()),
        assumed(
            "replica_fsync_us",
            "us",
            "The same on the replica: both servers have the same kind of disk.",
        ),
        assumed("replica_workers", "", "Workers.").published(),
        assumed("replica_cores", "", "Cores of the replica.").published(),
        assumed("source_cores", "", "Cores of the source, which never limit it here.").published(),
        assumed("duration_s", "s", "How long a run lasts.").published(),
        assumed("lag_limit_ms", "ms", "The lag that is allowed.").published(),
        assumed(
            "work_us",
            "us",
            "Time between two commits of a client: it decides how many clients give a throughput, hardly which one they give.",
        ),
        assumed(
            "fsync_spread_pct",
            "%",
            "How much shorter or longer fsyncs are than the mean. Not fitted, but not blind either: without it the gain of 10 us is \
             far too large; 10 % would do as well (last table).",
        ),
        assumed("delay_overhead_us", "us", "How much longer than asked a delay lasts, as real sleeps do."),
        assumed(
            "apply_distribution",
            "",
            "How times of applying are spread. With equal ones keeping the order would cost nothing (last table).",
        ),
        assumed(
            "replica_fsyncs_per_group",
            "",
            "Fsyncs of a group on the replica: its own binlog is not synced.",
        ),
        assumed(
            "hand_over_us",
            "us",
            "What waking a worker takes. A little of it turns order off against on (last table).",
        ),
        assumed("rows_per_transaction", "rows", "Rows that a transaction of this load changes."),
        assumed("keys", "rows", "Rows in all tables: so many that hardly two transactions meet."),
    ]
}
