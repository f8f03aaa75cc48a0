//! One run of source and replicas, and what it says about lag.

use std::rc::Rc;

use super::{Analysis, settings};
use crate::experiment::Params;
use crate::group_commit::{Replica, Source, Topology, Workload};
use crate::sim::{MILLISECOND, SimTime};

/// Parts per million.
const PPM: u64 = 1_000_000;

/// Rows of a transaction that are as much work as an event without any.
const ROWS_OF_A_UNIT: u64 = 8;

/// Share of the source's transactions, in percent, that a replica must commit to keep up.
const KEEPS_UP_PCT: u64 = 99;

/// A run, worked on in steps.
pub(super) struct Trial {
    /// Source and replicas.
    pub(super) topology: Topology,
    /// The parallelism of the source's binlog.
    pub(super) analysis: Analysis,
    /// What the transactions do.
    pub(super) workload: Rc<Workload>,
    duration_ns: u64,
    transactions: u64,
    /// Units of work of an event: rows are looked up in some of them.
    units_an_event: u64,
    lag_limit_ns: u64,
    progress_ppm: u64,
}

impl Trial {
    /// A run that has not begun. With `ends_at_lag` it ends as soon as the lag is beyond its limit.
    pub(super) fn new(params: &Params, workload: &Rc<Workload>, seed: u64, ends_at_lag: bool) -> Self {
        let source = settings::source(params, workload, seed);
        let (duration_ns, transactions) = (source.duration_ns, source.transactions);
        let transactions = workload.count().unwrap_or(transactions);
        let replicas = settings::replicas(params, workload, seed);
        let topology = match params.word("replica_start") {
            "after-source" => Topology::with_backlog(source, replicas),
            _ => Topology::new(source, replicas),
        };
        let lag_limit_ns = params.integer("lag_limit_ms") * MILLISECOND;
        Self {
            topology: if ends_at_lag { topology.ending_at_lag(lag_limit_ns) } else { topology },
            analysis: Analysis::new(params, workload),
            workload: Rc::clone(workload),
            duration_ns,
            transactions,
            units_an_event: 1 + params.integer("rows_per_transaction") / ROWS_OF_A_UNIT,
            lag_limit_ns,
            progress_ppm: 0,
        }
    }

    /// Does about `work_units` of work; whether the run has ended.
    pub(super) fn step(&mut self, work_units: u64) -> bool {
        let budget = (work_units / self.units_an_event).max(1);
        let analysis = &mut self.analysis;
        let done = self.topology.step(budget, |entries| analysis.push(entries));
        self.progress_ppm = self.progress_ppm.max(self.worked_ppm());
        done
    }

    /// Finished part of the run in millionths.
    pub(super) fn progress_ppm(&self) -> u64 {
        self.progress_ppm
    }

    /// The source's part and the replicas' count alike.
    fn worked_ppm(&self) -> u64 {
        let committed = self.source().totals().transactions;
        let source_ppm = match self.topology.source_ended() {
            Some(_) => PPM,
            None => {
                let by_time =
                    u128::from(self.topology.now().0) * u128::from(PPM) / u128::from(self.duration_ns.max(1));
                (by_time as u64).max(committed * PPM / self.transactions.max(1)).min(PPM)
            }
        };
        let parts = self.topology.replicas().map(|replica| replica.totals().applied).collect::<Vec<_>>();
        let applied_ppm = |applied: &u64| applied * PPM / committed.max(1);
        let replica_ppm = parts.iter().map(applied_ppm).sum::<u64>() / parts.len().max(1) as u64;
        source_ppm / 2 + source_ppm * replica_ppm.min(PPM) / PPM / 2
    }

    /// What it is doing: the clients work, or the replicas go on after them.
    pub(super) fn phase(&self) -> &'static str {
        if self.topology.source_ended().is_none() { "commit" } else { "catch-up" }
    }

    /// The source.
    pub(super) fn source(&self) -> &Source {
        self.topology.source().expect("a run has a source")
    }

    /// The first replica, if it has started.
    pub(super) fn replica(&self) -> Option<&Replica> {
        self.topology.replicas().next()
    }

    /// Transactions a second of the source, in thousandths.
    pub(super) fn tps_thousandths(&self) -> u64 {
        self.source().totals().tps_thousandths()
    }

    /// The true lag when the clients ended.
    pub(super) fn final_lag_ns(&self) -> u64 {
        let end = SimTime(self.clients_ended().0.saturating_add(MILLISECOND));
        self.topology.mark_before(end).map_or(0, |mark| mark.lag_ns)
    }

    /// When the clients ended, or the run, if it ended before.
    fn clients_ended(&self) -> SimTime {
        self.topology.source_ended().unwrap_or_else(|| self.topology.now())
    }

    /// Whether the lag kept growing: over the second half of the time that the clients worked, the replica committed less than
    /// 99 % of what the source did; and at the end its lag was longer than in the middle, and than a hundredth of that time. A
    /// replica that misses 1 % for half of the time is behind by about as much.
    pub(super) fn lag_grows(&self) -> bool {
        let end = self.clients_ended();
        let middle = self.topology.mark_before(SimTime(end.0 / 2)).unwrap_or_default();
        let Some(last) = self.topology.mark_before(SimTime(end.0.saturating_add(MILLISECOND))) else {
            return false;
        };
        let (committed, applied) = (last.committed - middle.committed, last.applied - middle.applied);
        let tolerated_ns = (end.0 / 100 * (100 - KEEPS_UP_PCT)).max(middle.lag_ns);
        100 * applied < KEEPS_UP_PCT * committed && last.lag_ns > tolerated_ns
    }

    /// Whether the replica followed: the lag stayed within its limit while the clients worked, and did not keep growing.
    pub(super) fn follows(&self) -> bool {
        self.topology.lag_while_source_works_ns() <= self.lag_limit_ns && !self.lag_grows()
    }
}
