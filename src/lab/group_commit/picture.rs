//! The picture of a run: curves of the whole of it, and lanes and transactions of the part that is watched.

use super::Trial;
use crate::group_commit::{Activity, BinlogEntry, Cause, Replica, Source, WatchedApply, Workload};
use crate::lab::timed::picture::series;
use crate::report::{Kind, NamedSeries, Series, Timeline, TimelineLane, TransactionLog};
use crate::sim::{SECOND, Samples, SimTime};

/// Rows that are told of a transaction at most.
const MAX_ROW_LABELS: usize = 16;

/// Microseconds of a millisecond.
const US_OF_MS: u64 = 1_000;

/// The curves.
pub(super) fn curves(trial: &Trial) -> NamedSeries {
    let mut curves = NamedSeries::default();
    of_lag(&mut curves, trial.topology.replicas());
    let commits = trial.topology.commits();
    for (name, samples) in ["source_tps", "replica_tps", "replica_tps.replica-2"].iter().zip(commits) {
        curves.0.push(((*name).to_owned(), per_second(samples)));
    }
    let sizes = trial.source().group_sizes().iter().zip(0..).filter(|(groups, _)| **groups > 0);
    let (y, x) = sizes.map(|(groups, size)| (*groups, size)).unzip();
    let (unit, x_unit, kind) = ("groups", "transactions", Kind::Simulated);
    curves.0.push(("group_size".to_owned(), Series { unit, x_unit, kind, x, y }));
    trial.analysis.series(&mut curves);
    curves
}

/// True lag and what the server says, of each replica.
fn of_lag<'a>(curves: &mut NamedSeries, replicas: impl Iterator<Item = &'a Replica>) {
    for (place, replica) in replicas.enumerate() {
        let ending = if place == 0 { String::new() } else { format!(".replica-{}", place + 1) };
        let (true_us, said) = (replica.lag().true_us(), replica.lag().seconds_behind_source());
        let lag = series(true_us, "ms", |us, _| us.div_ceil(US_OF_MS));
        curves.0.push((format!("lag{ending}"), lag));
        curves.0.push((format!("seconds_behind_source{ending}"), series(said, "s", |seconds, _| seconds)));
    }
}

/// Transactions a second.
pub(super) fn per_second(commits: &Samples) -> Series {
    series(commits, "TPS", |count, interval_ns| {
        ((u128::from(count) * u128::from(SECOND)) / u128::from(interval_ns)) as u64
    })
}

/// The lanes while transactions are watched: from `from` on.
pub(super) fn timeline<'a>(
    source: Option<&Source>,
    replicas: impl Iterator<Item = &'a Replica>,
    from: SimTime,
) -> Timeline {
    let mut lanes = source.map(source_lanes).unwrap_or_default();
    for (replica, group) in replicas.zip(["replica", "replica-2"]) {
        lanes.extend(replica.lanes().map(|(name, spans)| TimelineLane::of(group, name, spans)));
    }
    lanes.retain(|lane| !lane.from.is_empty());
    let ends = lanes.iter().filter_map(|lane| lane.to.last().copied());
    let end = ends.max().unwrap_or_default().max(from.us());
    Timeline {
        unit: "us",
        kind: Kind::Simulated,
        from: from.us(),
        end,
        activities: Activity::ALL.iter().map(|activity| activity.name()).collect(),
        lanes,
    }
}

/// The clients' lanes, then those of the two logs.
fn source_lanes(source: &Source) -> Vec<TimelineLane> {
    let mut logs = Vec::new();
    let mut clients = Vec::new();
    for (lane_of, log) in
        source.lanes().zip(["redo fsync", "binlog"].into_iter().chain(std::iter::repeat("")))
    {
        match lane_of.client {
            Some(client) => {
                let name = format!("client {}", source.client_number(client));
                clients.push(TimelineLane::of("source", name, lane_of.spans));
            }
            None => logs.push(TimelineLane::of("binlog", log.to_owned(), lane_of.spans)),
        }
    }
    clients.extend(logs);
    clients
}

/// What became of the watched transactions.
pub(super) fn transactions(trial: &Trial) -> TransactionLog {
    let source = trial.source();
    let mut log = TransactionLog::default();
    let applied = trial.replica().map_or(&[][..], Replica::watched);
    for watched in source.watched_transactions() {
        let entry = &watched.entry;
        let session = source.client_number(entry.session).into();
        put(&mut log, entry, session, trial.analysis.step_of(entry.sequence_number), &trial.workload);
        log.started.push(Some(entry.started.us()));
        log.prepared.push(Some(watched.prepared.us()));
        log.committed.push(Some(entry.committed.us()));
        put_applied(&mut log, find(applied, entry.sequence_number));
    }
    log
}

/// The watched transaction with that place in the binlog; they are in its order.
pub(super) fn find(applied: &[WatchedApply], sequence_number: u64) -> Option<&WatchedApply> {
    let place = applied.binary_search_by_key(&sequence_number, |watched| watched.sequence_number);
    place.ok().map(|place| &applied[place])
}

/// The columns that the binlog knows.
pub(super) fn put(
    log: &mut TransactionLog,
    entry: &BinlogEntry,
    session: u64,
    step: u64,
    workload: &Workload,
) {
    log.sequence_number.push(entry.sequence_number);
    log.last_committed.push(entry.last_committed);
    log.session.push(session);
    log.group.push(entry.group);
    log.rows.push(workload.row_labels(entry.transaction, MAX_ROW_LABELS));
    log.step.push(step);
}

/// The columns of the replica.
pub(super) fn put_applied(log: &mut TransactionLog, applied: Option<&WatchedApply>) {
    let time = |of: fn(&WatchedApply) -> Option<SimTime>| applied.and_then(of).map(SimTime::us);
    let committed = time(|applied| applied.committed);
    log.apply_from.push(time(|applied| applied.apply_from));
    log.apply_to.push(time(|applied| applied.apply_to));
    log.replica_committed.push(committed);
    log.worker.push(applied.and_then(|applied| applied.worker).map(|worker| u64::from(worker) + 1));
    let cause = applied.and_then(|applied| applied.waited_for).map_or("nothing", Cause::name);
    log.waited_for.push(committed.map(|_| cause));
    log.retries.push(applied.map_or(0, |applied| applied.retries.into()));
}
