//! The numbers and curves of a run.

use crate::lab::parallel_ddl::{PHASES, simulated_ms};
use crate::lab::timed::Finished;
use crate::lab::timed::picture::series;
use crate::report::{Kind, Metric, MetricValue, Metrics, NamedSeries, Series};
use crate::sim::{MICROSECOND, SECOND, scaled_ns};
use crate::timing::{Activity, Replica};

/// Thousandths of a processor in the curve of processor time.
const MILLICORES: u64 = 1_000;

/// The curves: lag, memory, processor time, read operations, redo rate, checkpoint age.
pub fn curves(finished: &Finished<'_>, replica: &Replica) -> NamedSeries {
    let primary = finished.cluster.primary.curves();
    let curves = replica.curves();
    let same = |value: u64, _| value;
    NamedSeries(vec![
        ("lag".into(), series(&curves.lag_us, "ms", |lag_us, _| lag_us / 1_000)),
        ("memory".into(), series(&curves.memory_bytes, "B", same)),
        ("cpu".into(), cpu(replica)),
        ("read_iops".into(), read_iops(replica)),
        (
            "redo_rate".into(),
            series(&primary.redo_bytes, "B/s", |sum, interval| scaled_ns(sum, SECOND, interval)),
        ),
        ("checkpoint_age".into(), series(&primary.checkpoint_age_bytes, "B", same)),
    ])
}

/// Thousandths of a processor that the replica uses: parsing, applying, and reading the log in a loop.
fn cpu(replica: &Replica) -> Series {
    let settings = replica.settings();
    let polling = match settings.log_poll_ns {
        0 => 0,
        // One thread looks for new redo: it cannot use more than one processor.
        poll_ns => (settings.log_poll_cpu_ns * MILLICORES / poll_ns).min(MILLICORES),
    };
    series(&replica.curves().busy_ns, "millicores", |busy_ns, interval_ns| {
        polling + scaled_ns(busy_ns, MILLICORES, interval_ns)
    })
}

/// Reads of the log a second while redo comes. A read takes longer the more of the time redo is parsed.
fn read_iops(replica: &Replica) -> Series {
    let settings = *replica.settings();
    let samples = &replica.curves().parse_ns;
    let interval_ns = samples.interval_ns();
    let (first, last) = replica.active().unwrap_or_default();
    let mut curve = series(samples, "/s", |parse_ns, _| parse_ns);
    for (index, value) in (0..).zip(&mut curve.y) {
        let (from, to) = (interval_ns * index, interval_ns * (index + 1));
        let active_ns = to.min(last.0).saturating_sub(from.max(first.0));
        let parse_ns = (*value).min(interval_ns);
        let longer_ns = scaled_ns(settings.log_poll_parse_ns, parse_ns, interval_ns);
        let reads = match settings.log_poll_ns {
            0 => 0,
            poll_ns => active_ns / (poll_ns + longer_ns).max(1),
        };
        *value = scaled_ns(reads, SECOND, interval_ns);
    }
    curve
}

/// All metrics of the lab, in the order of its description.
pub fn metrics(finished: &Finished<'_>, replica: &Replica, curves: &NamedSeries) -> Metrics {
    let mut metrics = Metrics::default();
    let stopped = replica.unavailable_since();
    let status = if stopped.is_some() { "unavailable" } else { "normal" };
    let simulated = |value, unit| Metric::new(value, unit, Kind::Simulated);
    metrics.insert("status", simulated(MetricValue::Word(status.into()), ""));
    if let Some((since, _)) = stopped {
        metrics.insert("unavailable_after_ms", simulated_ms(since.0));
    }
    metrics.insert("peak_lag_ms", simulated_ms(replica.peak_lag_ns() / MICROSECOND * MICROSECOND));
    let settings = replica.settings();
    let peak_bytes = replica.peak_memory_bytes();
    let memory_pct = MetricValue::ratio(peak_bytes.saturating_mul(100), settings.memory_bytes, 2);
    metrics.insert("peak_memory_pct", simulated(memory_pct, "%"));
    metrics.insert("peak_memory_bytes", simulated(MetricValue::Whole(peak_bytes), "B"));
    let cpu_pct = MetricValue::ratio(peak(curves, "cpu"), u64::from(settings.cores) * MILLICORES / 100, 2);
    metrics.insert("peak_cpu_pct", simulated(cpu_pct, "%"));
    metrics.insert("peak_read_iops", simulated(MetricValue::Whole(peak(curves, "read_iops")), "/s"));
    primary_metrics(finished, replica, &mut metrics);
    metrics
}

fn peak(curves: &NamedSeries, name: &str) -> u64 {
    let curve = curves.0.iter().find(|(known, _)| known == name);
    curve.and_then(|(_, curve)| curve.y.iter().copied().max()).unwrap_or(0)
}

fn primary_metrics(finished: &Finished<'_>, replica: &Replica, metrics: &mut Metrics) {
    let primary = &finished.cluster.primary;
    metrics.insert("duration_ms", simulated_ms(primary.ended_at().unwrap_or(finished.end).0));
    for phase in PHASES {
        metrics.insert(format!("duration_ms.{}", phase.name()), simulated_ms(primary.phase_ns(phase)));
    }
    metrics.insert("stall_ms", simulated_ms(primary.phase_ns(Activity::WaitLog)));
    let kind = finished.work.kind;
    let mut add = |name: &str, value: u64, unit: &'static str, kind: Kind| {
        metrics.insert(name, Metric::new(MetricValue::Whole(value), unit, kind));
    };
    add("redo_bytes", primary.totals().redo.bytes, "B", kind);
    add("redo_records", primary.totals().redo.records, "records", kind);
    add("replica_parsed_bytes", replica.parsed_redo().bytes, "B", Kind::Simulated);
    add("replica_installed_pages", replica.installed_pages(), "pages", Kind::Simulated);
    add("peak_checkpoint_age_bytes", primary.log().peak_age_bytes(), "B", Kind::Simulated);
    add("events", finished.events, "", Kind::Simulated);
}
