//! The metrics of a finished run, from the source's and the replicas' sums.

use super::Trial;
use crate::experiment::Params;
use crate::group_commit::{Cause, Replica, Source, SourceTotals};
use crate::report::{Kind, Metric, MetricValue, Metrics};
use crate::sim::{MICROSECOND, MILLISECOND, SECOND, SimTime};

/// Writes simulated numbers into metrics.
pub(super) struct Numbers<'a>(pub(super) &'a mut Metrics);

impl Numbers<'_> {
    /// A whole number.
    pub(super) fn whole(&mut self, name: &str, value: u64, unit: &'static str) {
        self.0.insert(name, Metric::new(MetricValue::Whole(value), unit, Kind::Simulated));
    }

    /// A quotient, rounded to `digits` decimals.
    pub(super) fn ratio(&mut self, name: &str, parts: (u64, u64), digits: u8, unit: &'static str) {
        let value = MetricValue::ratio(parts.0, parts.1, digits);
        self.0.insert(name, Metric::new(value, unit, Kind::Simulated));
    }

    /// A share in percent.
    fn percent(&mut self, name: &str, part: u64, whole: u64) {
        // Hundredfold would leave 64 bits after half a year of a thousand cores.
        let hundredfold = u128::from(part) * 10_000 / u128::from(whole.max(1));
        self.ratio(name, (u64::try_from(hundredfold).unwrap_or(u64::MAX), 100), 1, "%");
    }

    /// The share of processor time that was used. Time is booked when a piece of work is handed to a core, and a crash or the end of a
    /// search cuts off what is under way: no more than all of it was used.
    fn processors(&mut self, name: &str, busy_ns: u64, processor_ns: u64) {
        self.percent(name, busy_ns.min(processor_ns), processor_ns);
    }

    fn milliseconds(&mut self, name: &str, ns: u64) {
        self.ratio(name, (ns, MILLISECOND), 3, "ms");
    }

    fn word(&mut self, name: &str, word: &str) {
        self.0.insert(name, Metric::new(MetricValue::Word(word.to_owned()), "", Kind::Simulated));
    }

    /// `amount` a second of `time_ns`.
    pub(super) fn per_second(&mut self, name: &str, amount: u64, time_ns: u64) {
        let thousandths = (u128::from(amount) * u128::from(1_000 * SECOND)).checked_div(u128::from(time_ns));
        self.tps(name, thousandths.unwrap_or(0) as u64);
    }

    /// Transactions a second, with more decimals where they are few: a rate is 0 only where nothing was committed.
    pub(super) fn tps(&mut self, name: &str, thousandths: u64) {
        let digits = if thousandths < 10_000 { 3 } else { 1 };
        self.ratio(name, (thousandths, 1_000), digits, "TPS");
    }
}

/// The metrics of source, dependencies and replica.
pub(super) fn of_run(trial: &Trial, params: &Params, metrics: &mut Metrics) {
    let mut numbers = Numbers(metrics);
    let ended = trial.topology.now();
    of_source(&mut numbers, trial.source(), trial.topology.source_ended().unwrap_or(ended), params);
    if let Some(replica) = trial.replica() {
        let begins = match params.word("replica_start") {
            "after-source" => trial.topology.source_ended().unwrap_or_default(),
            _ => SimTime::default(),
        };
        of_replica(&mut numbers, replica, (begins, ended), params);
        of_lag(&mut numbers, trial, replica, params);
    }
    trial.analysis.metrics(numbers.0);
    of_tracking(&mut numbers, trial.source());
    Numbers(metrics).whole("events", trial.topology.events(), "events");
}

/// What the source did until it ended.
fn of_source(numbers: &mut Numbers, source: &Source, ended: SimTime, params: &Params) {
    let totals = source.totals();
    numbers.tps("source_tps", totals.tps_thousandths());
    numbers.whole("transactions", totals.transactions, "transactions");
    let latencies = source.commit_latencies();
    numbers.ratio("commit_latency_us.mean", (latencies.mean_ns(), MICROSECOND), 1, "us");
    for (name, permille) in [("p50", 500), ("p95", 950), ("p99", 990)] {
        let value = (latencies.quantile_ns(permille), MICROSECOND);
        numbers.ratio(&format!("commit_latency_us.{name}"), value, 1, "us");
    }
    of_groups(numbers, source.group_sizes(), &totals);
    numbers.whole("redo_fsyncs", totals.redo_fsyncs, "fsyncs");
    numbers.whole("binlog_fsyncs", totals.binlog_fsyncs, "fsyncs");
    let fsyncs = totals.redo_fsyncs + totals.binlog_fsyncs;
    numbers.ratio("fsyncs_per_transaction", (fsyncs, totals.transactions), 3, "fsyncs");
    numbers.whole("row_lock_waits", totals.row_lock_waits, "waits");
    let processor_ns = ended.max(totals.last_committed_at).0.saturating_mul(params.integer("source_cores"));
    numbers.processors("source_cpu_pct", totals.cpu_busy_ns, processor_ns);
}

/// How large groups were, and what closed them.
fn of_groups(numbers: &mut Numbers, sizes: &[u64], totals: &SourceTotals) {
    let mean = (totals.transactions, totals.groups);
    numbers.ratio("group_size", mean, 2, "transactions");
    numbers.ratio("group_size.mean", mean, 2, "transactions");
    for (name, permille) in [("p50", 500), ("p95", 950), ("max", 1_000)] {
        numbers.whole(&format!("group_size.{name}"), size_of(sizes, permille), "transactions");
    }
    numbers.whole("groups", totals.groups, "groups");
    let closed = totals.closed;
    let reasons = [
        ("delay", closed.delay),
        ("count", closed.count),
        ("row-lock", closed.row_lock),
        ("no-wait", closed.no_wait),
    ];
    for (reason, count) in reasons {
        numbers.whole(&format!("groups_closed.{reason}"), count, "groups");
    }
}

/// The size that `permille` thousandths of the groups do not exceed.
fn size_of(sizes: &[u64], permille: u64) -> u64 {
    let groups: u64 = sizes.iter().sum();
    let rank = (groups * permille).div_ceil(1_000);
    let mut seen = 0;
    let found = sizes.iter().position(|count| {
        seen += count;
        seen >= rank
    });
    found.unwrap_or(0) as u64
}

/// What the replica did; it could begin at `begins`, and the run ended at `ended`.
pub(super) fn of_replica(
    numbers: &mut Numbers,
    replica: &Replica,
    (begins, ended): (SimTime, SimTime),
    params: &Params,
) {
    let totals = replica.totals();
    let time_ns = totals.last_commit - begins;
    numbers.per_second("replica_tps", totals.applied, time_ns);
    numbers.ratio("replica_group_size", (totals.applied, totals.groups), 2, "transactions");
    numbers.whole("replica_fsyncs", totals.redo_fsyncs + totals.binlog_fsyncs, "fsyncs");
    numbers.whole("retries", totals.retries, "retries");
    let processor_ns =
        (ended.max(totals.last_commit) - begins).saturating_mul(params.integer("replica_cores"));
    numbers.processors("replica_cpu_pct", totals.cpu_busy_ns, processor_ns);
    let all_ns = totals.waits.total_ns();
    for cause in Cause::ALL {
        numbers.percent(&format!("replica_wait_pct.{}", cause.name()), totals.waits.ns(cause), all_ns);
    }
    numbers.milliseconds("drained_at_ms", totals.last_commit.0);
    numbers.whole("low_water_mark", replica.low_water_mark(), "");
    if let Some(crash) = replica.crash() {
        numbers.whole("gaps_after_crash", crash.gaps, "transactions");
        numbers.whole("committed_beyond_gap", crash.committed_above, "transactions");
    }
    numbers.whole("wrong_results", totals.collisions, "transactions");
}

fn of_lag(numbers: &mut Numbers, trial: &Trial, replica: &Replica, params: &Params) {
    let lag = replica.lag();
    // The replica knows its lag up to its last commit; where it stopped before the clients did, the last lag is the longest.
    let final_ns = trial.final_lag_ns();
    numbers.milliseconds("peak_lag_ms", lag.peak_ns().max(final_ns));
    numbers.milliseconds("final_lag_ms", final_ns);
    // A list ends, and a replica that has not started is behind in any case.
    if params.transactions("own_transactions").is_empty() && params.word("replica_start") == "with-source" {
        numbers.word("lag_grows", if trial.lag_grows() { "yes" } else { "no" });
    }
    numbers.whole("peak_seconds_behind_source_s", lag.peak_seconds_behind_source(), "s");
    if let Some(second) = trial.topology.replicas().nth(1) {
        numbers.milliseconds("peak_lag_ms.replica-2", second.lag().peak_ns());
    }
}

fn of_tracking(numbers: &mut Numbers, source: &Source) {
    let totals = source.tracker_totals();
    numbers.whole("writeset_history_clears", totals.clears(), "times");
    numbers.whole("writeset_fallbacks", totals.fallbacks(), "transactions");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_groups_are_not_larger_than_the_median() {
        // No group without a transaction, three of one, two of two, one of five.
        let sizes = [0, 3, 2, 0, 0, 1];
        assert_eq!([500, 950, 1_000].map(|permille| size_of(&sizes, permille)), [1, 5, 5]);
        assert_eq!(size_of(&[], 500), 0);
    }
}
