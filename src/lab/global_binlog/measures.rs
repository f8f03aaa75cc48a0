//! The metrics of a finished run.

use crate::experiment::Params;
use crate::global_binlog::{MemoryPlace, Outcome, Pipeline, PipelineTotals, Stage};
use crate::report::{Kind, Metric, MetricValue, Metrics};
use crate::sim::{MILLISECOND, SECOND};

/// Share of the time from which on a stage is a bottleneck, in millionths.
const BOTTLENECK: u64 = 950_000;
/// Nanoseconds of a minute.
const MINUTE: u64 = 60 * SECOND;
/// The most decimals that a number has.
const MAX_DIGITS: u8 = 6;
/// Where delay passes, by the numbers of [`PipelineTotals::delay_by_cause_ns`].
const DELAYS: [&str; 6] = ["read", "hole", "input", "merge", "collect", "write"];

/// All metrics.
pub(super) fn of_run(pipeline: &Pipeline, params: &Params) -> Metrics {
    let totals = pipeline.totals();
    let mut metrics = Metrics::default();
    let mut numbers = Numbers { metrics: &mut metrics, bytes: kind_of_bytes(params) };
    of_outcome(&mut numbers, pipeline, &totals, params);
    of_delay(&mut numbers, pipeline, &totals);
    of_memory(&mut numbers, pipeline, &totals, params);
    of_stages(&mut numbers, &totals);
    of_contents(&mut numbers, &totals);
    metrics
}

/// Whether all bytes exist, or some events stand for others.
fn kind_of_bytes(params: &Params) -> Kind {
    match params.integer("big_transaction_bytes") > 0 && params.integer("scale") > 1 {
        true => Kind::Scaled,
        false => Kind::Counted,
    }
}

/// Writes numbers into metrics.
struct Numbers<'a> {
    metrics: &'a mut Metrics,
    /// What kind of number bytes and events are.
    bytes: Kind,
}

impl Numbers<'_> {
    fn put(&mut self, name: &str, value: MetricValue, unit: &'static str, kind: Kind) {
        self.metrics.insert(name, Metric::new(value, unit, kind));
    }

    /// A whole number.
    fn whole(&mut self, name: &str, value: u64, unit: &'static str) {
        self.put(name, MetricValue::Whole(value), unit, Kind::Simulated);
    }

    /// A number of bytes, events or files.
    fn amount(&mut self, name: &str, value: u64, unit: &'static str) {
        self.put(name, MetricValue::Whole(value), unit, self.bytes);
    }

    fn word(&mut self, name: &str, word: &str) {
        self.put(name, MetricValue::Word(word.to_owned()), "", Kind::Simulated);
    }

    fn milliseconds(&mut self, name: &str, ns: u64) {
        self.put(name, MetricValue::ratio(ns, MILLISECOND, 3), "ms", Kind::Simulated);
    }

    /// A share in percent, at most 100.
    fn percent(&mut self, name: &str, part: u64, whole: u64) {
        let millionths = millionths(part, whole);
        // What is not 0 is not shown as 0, if three decimals can help it.
        let digits = if millionths < 500 { 3 } else { 1 };
        self.put(name, MetricValue::ratio(millionths, 10_000, digits), "%", Kind::Simulated);
    }

    /// `amount` in each `unit_ns` of `time_ns`; nothing if that is not known. What is not 0 is not shown as 0.
    fn rate(&mut self, name: &str, (amount, unit_ns): (u64, u64), time_ns: u128, unit: &'static str) {
        let millionths = (u128::from(amount) * u128::from(unit_ns) * 1_000_000).checked_div(time_ns);
        let Some(millionths) = millionths.and_then(|value| u64::try_from(value).ok()) else { return };
        let digits = match millionths {
            0..1_000 => MAX_DIGITS,
            1_000..100_000 => 3,
            _ => 1,
        };
        if amount == 0 || millionths > 0 {
            self.put(name, MetricValue::ratio(millionths, 1_000_000, digits), unit, Kind::Simulated);
        }
    }
}

/// Millionths, at most all of them; of nothing, 0.
fn millionths(part: u64, whole: u64) -> u64 {
    let millionths = (u128::from(part) * 1_000_000).checked_div(u128::from(whole));
    millionths.unwrap_or(0).min(1_000_000) as u64
}

fn of_outcome(numbers: &mut Numbers, pipeline: &Pipeline, totals: &PipelineTotals, params: &Params) {
    numbers.word(
        "status",
        match pipeline.outcome() {
            Outcome::Written => "written",
            Outcome::Stalled => "stalled",
            Outcome::OutOfMemory { .. } => "out-of-memory",
        },
    );
    let time_ns = totals.last_written.0;
    let output = totals.output;
    for (name, amount, unit) in [
        ("eps", output.events, "events/s"),
        ("dml_eps", output.dml_events, "events/s"),
        ("bps", output.bytes, "B/s"),
        ("tps", totals.written, "TPS"),
    ] {
        numbers.rate(name, (amount, SECOND), u128::from(time_ns), unit);
    }
    // Files in a minute: a file takes as much longer as it is larger than a byte.
    let of_a_file_ns = u128::from(time_ns) * u128::from(params.integer("file_bytes"));
    numbers.rate("fpm", (output.bytes, MINUTE), of_a_file_ns, "files/min");
    if totals.written > 0 {
        numbers.milliseconds("written_at_ms", time_ns);
    }
    numbers.word("bottleneck", bottleneck(totals).map_or("none", Stage::name));
    // The run would have ended with an error otherwise.
    numbers.put("order_kept", MetricValue::Whole(1), "", Kind::Counted);
}

/// The time that counts: until the last transaction was written; until the end if not all were.
fn time_ns(totals: &PipelineTotals) -> u64 {
    if totals.written == totals.committed { totals.last_written.0 } else { totals.ended.0 }
}

/// The stage that had no time left, if there is one: the busiest of them. A run that is cut short has none: it is not the load that
/// ended it.
fn bottleneck(totals: &PipelineTotals) -> Option<Stage> {
    if totals.written < totals.committed {
        return None;
    }
    let busiest = Stage::ALL.into_iter().max_by_key(|stage| totals.busy_ns[*stage as usize])?;
    (millionths(totals.busy_ns[busiest as usize], time_ns(totals)) >= BOTTLENECK).then_some(busiest)
}

fn of_delay(numbers: &mut Numbers, pipeline: &Pipeline, totals: &PipelineTotals) {
    let delays = pipeline.delays();
    if totals.written > 0 {
        numbers.milliseconds("delay_ms.mean", delays.mean_ns());
        for (name, permille) in [("p50", 500), ("p95", 950), ("p99", 990)] {
            numbers.milliseconds(&format!("delay_ms.{name}"), delays.quantile_ns(permille));
        }
    }
    numbers.milliseconds("delay_ms.peak", totals.peak_delay_ns);
    if let Some(ns) = totals.big_sorted_ns.or((totals.written > 0).then_some(totals.longest_sorted_ns)) {
        numbers.milliseconds("sort_delay_ms", ns);
    }
    if let Some(ns) = totals.big_written_ns.or((totals.written > 0).then_some(totals.longest_written_ns)) {
        numbers.milliseconds("write_delay_ms", ns);
    }
    let all_ns: u64 = totals.delay_by_cause_ns.iter().sum();
    for (name, ns) in DELAYS.iter().zip(totals.delay_by_cause_ns).filter(|_| all_ns > 0) {
        numbers.percent(&format!("delay_pct.{name}"), ns, all_ns);
    }
    // Of nodes that were waited for equally long, the first.
    let longest = totals.held_back_ns.iter().enumerate().rev().max_by_key(|(_, ns)| **ns);
    if let Some((node, ns)) = longest.filter(|(_, ns)| **ns > 0) {
        numbers.whole("held_back_by", node as u64 + 1, "node");
        numbers.milliseconds("held_back_ms", *ns);
    }
}

fn of_memory(numbers: &mut Numbers, pipeline: &Pipeline, totals: &PipelineTotals, params: &Params) {
    numbers.whole("peak_memory_bytes", totals.peak_memory_bytes, "B");
    numbers.percent("peak_memory_pct", totals.peak_memory_bytes, params.integer("memory_bytes"));
    for place in MemoryPlace::ALL {
        let peak = totals.peak_memory_by_place[place as usize];
        numbers.whole(&format!("peak_memory_bytes.{}", place.name()), peak, "B");
    }
    numbers.amount("spilled_bytes", totals.spilled_bytes, "B");
    if let Some((at, memory_bytes)) = totals.first_spill {
        numbers.whole("spill_from_memory_bytes", memory_bytes, "B");
        numbers.milliseconds("first_spill_at_ms", at.0);
    }
    if let Outcome::OutOfMemory { at, cause } = pipeline.outcome() {
        numbers.milliseconds("out_of_memory_at_ms", at.0);
        numbers.word("memory_cause", cause.name());
    }
}

fn of_stages(numbers: &mut Numbers, totals: &PipelineTotals) {
    for stage in Stage::ALL {
        let busy_ns = totals.busy_ns[stage as usize];
        numbers.percent(&format!("busy_pct.{}", stage.name()), busy_ns, time_ns(totals));
    }
}

fn of_contents(numbers: &mut Numbers, totals: &PipelineTotals) {
    for (name, count, unit) in [
        ("transactions", totals.written, "transactions"),
        ("distributed_transactions", totals.distributed, "transactions"),
        ("single_shard_transactions", totals.single_shard, "transactions"),
        ("unordered_parts", totals.unordered_parts, "transactions"),
        ("unwritten_transactions", totals.committed - totals.written, "transactions"),
        ("heartbeats", totals.heartbeats, "heartbeats"),
    ] {
        numbers.whole(name, count, unit);
    }
    numbers.amount("source_bytes", totals.read.bytes, "B");
    numbers.amount("written_bytes", totals.output.bytes, "B");
    numbers.amount("written_events", totals.output.events, "events");
    numbers.amount("files", totals.files, "files");
    numbers.whole("flushes", totals.flushes, "flushes");
    numbers.whole("holes", totals.holes, "holes");
    numbers.milliseconds("longest_hole_ms", totals.longest_hole_ns);
    numbers.whole("peak_unread_records", totals.peak_unread_records, "records");
    numbers.whole("split_transactions", totals.split_transactions, "transactions");
    numbers.percent("split_pct", totals.split_transactions, totals.written);
    numbers.milliseconds("consumer_delay_ms", totals.longest_consumed_ns);
}
