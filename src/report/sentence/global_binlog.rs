//! Sentences of the lab `global-binlog`.

use std::cmp::Ordering;

use super::{Arguments, Sentence, count_of, duration, ms, name_run};
use crate::base::grouped as thousands;
use crate::report::{MetricValue, RunReport, column_letter, grouped};

/// Delays that differ by no more than this many percent are alike.
const ALIKE_PCT: u128 = 1;

/// What a single run did, or how the best (or else the worst) compares with the first. With the first between the two, both
/// are told; of all others it is said where they stand.
pub(super) fn sentence(runs: &[RunReport]) -> Option<Sentence> {
    let (base, others) = runs.split_first()?;
    let mut arguments = Arguments::default();
    let Some((subject, column)) = subject(base, others) else {
        let text = format!("{}.", clause(base, "subject", "The", &mut arguments)?);
        return Some(Sentence { key: "global-binlog.one", arguments, text });
    };
    name_run(&mut arguments, "subject", column, subject);
    name_run(&mut arguments, "base", 0, base);
    let letter = column_letter(column);
    let mut text = format!(
        "With '{}' ({letter}) {}; with '{}' (A) {}",
        subject.label,
        clause(subject, "subject", "the", &mut arguments)?,
        base.label,
        clause(base, "base", "the", &mut arguments)?,
    );
    let mut told = vec![(base, 0), (subject, column)];
    if let Some((worst, column)) = worst(others)
        && better(subject, base) == Ordering::Greater
        && better(base, worst) == Ordering::Greater
    {
        name_run(&mut arguments, "worst", column, worst);
        let says = clause(worst, "worst", "the", &mut arguments)?;
        text += &format!("; with '{}' ({}) {says}", worst.label, column_letter(column));
        told.push((worst, column));
    }
    let text = text + &rest(&told, runs, &mut arguments) + ".";
    Some(Sentence { key: "global-binlog.compare", arguments, text })
}

/// The run to set against the first: the best if it is better, otherwise the worst.
fn subject<'a>(base: &RunReport, others: &'a [RunReport]) -> Option<(&'a RunReport, usize)> {
    let columns = || others.iter().zip(1..);
    let best =
        columns().reduce(|best, run| if better(run.0, best.0) == Ordering::Greater { run } else { best })?;
    if better(best.0, base) == Ordering::Greater {
        return Some(best);
    }
    worst(others)
}

/// The worst of the runs behind the first.
fn worst(others: &[RunReport]) -> Option<(&RunReport, usize)> {
    let columns = others.iter().zip(1..);
    columns.reduce(|worst, run| if better(run.0, worst.0) == Ordering::Less { run } else { worst })
}

/// Where the runs stand of which nothing is told: `; B and C lie between`, `; C is like B`.
fn rest(told: &[(&RunReport, usize)], runs: &[RunReport], arguments: &mut Arguments) -> String {
    let mut between = Vec::new();
    let mut text = String::new();
    for (column, run) in runs.iter().enumerate() {
        if told.iter().any(|known| known.1 == column) {
            continue;
        }
        match told.iter().find(|known| better(run, known.0) == Ordering::Equal) {
            None => between.push(column_letter(column).to_string()),
            Some((like, like_column)) => {
                text += &format!("; {} is like {}", column_letter(column), column_letter(*like_column));
                if let Some(peak) = other_memory(run, like) {
                    text += &format!(", but with at most {} in memory", bytes(peak));
                }
            }
        }
    }
    let Some((last, first)) = between.split_last() else { return text };
    arguments.word("between", between.join(", "));
    let letters = if first.is_empty() { last.clone() } else { format!("{} and {last}", first.join(", ")) };
    let lie = if first.is_empty() { "lies" } else { "lie" };
    format!("; {letters} {lie} between{text}")
}

/// The most memory of a run, if it is not that of another one.
fn other_memory(run: &RunReport, other: &RunReport) -> Option<u64> {
    let (peak, known) = (run.whole("peak_memory_bytes")?, other.whole("peak_memory_bytes")?);
    let differs = u128::from(peak.abs_diff(known)) * 100 > u128::from(peak.max(known)) * ALIKE_PCT;
    differs.then_some(peak)
}

/// `Greater` if `left` is the better run: everything is written, earlier, and read earlier.
fn better(left: &RunReport, right: &RunReport) -> Ordering {
    let rank = |run: &RunReport| match word(run, "status") {
        "written" => 2,
        "stalled" => 1,
        _ => 0,
    };
    let earlier = |name: &str| {
        let number = |run: &RunReport| run.number(name).and_then(MetricValue::millionths).unwrap_or(0);
        let (one, other) = (number(left), number(right));
        let alike = one.abs_diff(other) * 100 <= one.max(other) * ALIKE_PCT;
        if alike { Ordering::Equal } else { other.cmp(&one) }
    };
    let by_status = rank(left).cmp(&rank(right));
    ["write_delay_ms", "delay_ms.p99", "consumer_delay_ms"]
        .into_iter()
        .filter(|name| *name != "write_delay_ms" || is_huge(left) && is_huge(right))
        .fold(by_status, |order, name| order.then_with(|| earlier(name)))
}

/// A metric that is a word.
fn word<'a>(run: &'a RunReport, name: &str) -> &'a str {
    match run.number(name) {
        Some(MetricValue::Word(word)) => word,
        _ => "",
    }
}

/// Whether the run has a huge transaction.
fn is_huge(run: &RunReport) -> bool {
    run.params.get("big_transaction_bytes").and_then(|bytes| bytes.as_u64()).unwrap_or(0) > 0
}

/// What is to be said of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Saying {
    /// Memory ran out.
    OutOfMemory,
    /// An idle node holds everything back.
    Stalled,
    /// Nothing was committed.
    Nothing,
    /// What became of the huge transaction.
    Huge,
    /// A stage is busy all the time.
    Saturated,
    /// Everything flows.
    Flows,
}

impl Saying {
    fn of(run: &RunReport) -> Self {
        match word(run, "status") {
            "out-of-memory" => Self::OutOfMemory,
            "stalled" => Self::Stalled,
            _ if run.whole("transactions") == Some(0) => Self::Nothing,
            _ if is_huge(run) => Self::Huge,
            // A slow consumer does not make the log late; what it does is said of it apart.
            _ if !["none", "consume", ""].contains(&word(run, "bottleneck")) => Self::Saturated,
            _ => Self::Flows,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::OutOfMemory => "out-of-memory",
            Self::Stalled => "stalled",
            Self::Nothing => "nothing",
            Self::Huge => "huge",
            Self::Saturated => "saturated",
            Self::Flows => "flows",
        }
    }
}

fn clause(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let saying = Saying::of(run);
    arguments.word(format!("{prefix}_says"), saying.name());
    let text = match saying {
        Saying::OutOfMemory => out_of_memory(run, prefix, the, arguments)?,
        Saying::Stalled => stalled(run, prefix, the, arguments)?,
        Saying::Nothing => format!("{the} nodes commit nothing"),
        Saying::Huge => huge(run, prefix, the, arguments)?,
        Saying::Saturated => saturated(run, prefix, the, arguments)?,
        Saying::Flows => flows(run, prefix, the, arguments)?,
    };
    Some(text + &split(run, prefix, arguments) + &consumer(run, prefix, arguments))
}

/// `the memory runs out after 1.43 s: most of it is held by what waits for the writer`. With a huge transaction as the cause time
/// counts from its commit, as its other times do.
fn out_of_memory(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let cause = word(run, "memory_cause");
    let is_big = cause == "big-transaction";
    let committed_ms = run.params.get("big_at_ms").and_then(|at_ms| at_ms.as_u64()).filter(|_| is_big);
    let at_ms = ms(run, "out_of_memory_at_ms")?.saturating_sub(committed_ms.unwrap_or(0));
    arguments.number(format!("{prefix}_at_ms"), at_ms);
    arguments.word(format!("{prefix}_cause"), cause);
    let what = match cause {
        "big-transaction" => {
            return Some(format!(
                "{the} memory runs out {} after the commit of the huge transaction, which holds most of it",
                duration(at_ms)
            ));
        }
        "hole" => "most of it is held by what a prepared transaction keeps from being sorted",
        "merge-input" => "most of it is held by what waits for a node in front of the merge",
        "writer" => "most of it is held by what waits for the writer",
        _ => "nothing alone holds most of it",
    };
    Some(format!("{the} memory runs out after {}: {what}", duration(at_ms)))
}

/// `the global binlog ends after 12 transactions, while 3,988 wait for node 8 for ever`.
fn stalled(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let (written, unwritten) = (run.whole("transactions")?, run.whole("unwritten_transactions")?);
    let node = run.whole("held_back_by")?;
    for (name, value) in [("written", written), ("unwritten", unwritten), ("held_back_by", node)] {
        arguments.number(format!("{prefix}_{name}"), value);
    }
    let end = match written {
        0 => "stays empty".to_owned(),
        _ => format!("ends after {}", count_of(written, "transaction")),
    };
    let waits = if unwritten == 1 { "waits" } else { "wait" };
    Some(format!(
        "{the} global binlog {end}, while {} {waits} for node {node} for ever",
        thousands(unwritten)
    ))
}

/// `the huge transaction is sorted after 7 s and written after 17 s, with at most 10.0 GB in memory (71 % of 14 GB)
/// and nothing spilled`.
fn huge(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let (sorted_ms, written_ms) = (ms(run, "sort_delay_ms")?, ms(run, "write_delay_ms")?);
    arguments.number(format!("{prefix}_sorted_ms"), sorted_ms);
    arguments.number(format!("{prefix}_written_ms"), written_ms);
    let memory = memory(run, prefix, arguments)?;
    let spilled = run.whole("spilled_bytes")?;
    arguments.number(format!("{prefix}_spilled_bytes"), spilled);
    let spill = match (spilled, run.whole("spill_from_memory_bytes")) {
        (0, _) => "nothing spilled".to_owned(),
        (_, Some(from)) if from > 0 => {
            arguments.number(format!("{prefix}_spill_from_bytes"), from);
            format!("{} spilled, from {} in memory on", bytes(spilled), bytes(from))
        }
        _ => format!("{} spilled", bytes(spilled)),
    };
    Some(format!(
        "{the} huge transaction is sorted after {} and written after {}, with {memory} and {spill}",
        duration(sorted_ms),
        duration(written_ms)
    ))
}

/// `the writer is busy all the time: 48,100 transactions a second are written, half of them after 120 ms`.
fn saturated(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let bottleneck = word(run, "bottleneck");
    arguments.word(format!("{prefix}_bottleneck"), bottleneck);
    let stage = match bottleneck {
        "link" => "link from a node is",
        "sort" => "sort of a node is",
        "merge" => "merge is",
        "collect" => "collectors are",
        _ => "writer is",
    };
    let tps = rate(run, prefix, arguments)?;
    let delay_ms = ms(run, "delay_ms.peak")?;
    arguments.number(format!("{prefix}_peak_delay_ms"), delay_ms);
    Some(format!(
        "{the} {stage} busy all the time: {tps} a second are written, and the delay grows up to {}",
        duration(delay_ms)
    ))
}

/// `the global binlog takes 4,000 transactions a second, 99 of 100 within 5 ms, with at most 3.1 MB in memory (1 %)`.
fn flows(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let tps = rate(run, prefix, arguments)?;
    let (usual_ms, delay_ms) = (ms(run, "delay_ms.p50")?, ms(run, "delay_ms.p99")?);
    arguments.number(format!("{prefix}_usual_delay_ms"), usual_ms);
    arguments.number(format!("{prefix}_delay_ms"), delay_ms);
    let memory = memory(run, prefix, arguments)?;
    let spilled = run.whole("spilled_bytes")?;
    arguments.number(format!("{prefix}_spilled_bytes"), spilled);
    let spill = if spilled > 0 { format!(" and {} spilled", bytes(spilled)) } else { String::new() };
    Some(format!(
        "{the} global binlog takes {tps} a second, half of them within {}, 99 of 100 within {}, with {memory}{spill}",
        duration(usual_ms),
        duration(delay_ms)
    ))
}

/// `48,100 transactions`, a second.
fn rate(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> Option<String> {
    let tps = run.number("tps")?;
    let whole = u64::try_from((tps.millionths()? + 500_000) / 1_000_000).ok()?;
    // Fewer than ten a second are not rounded.
    let value = if whole < 10 { tps.clone() } else { MetricValue::Whole(whole) };
    arguments.0.push((format!("{prefix}_tps"), value.clone()));
    Some(format!("{} transactions", grouped(&value)))
}

/// `at most 10.0 GB in memory (71 % of 14 GB)`.
fn memory(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> Option<String> {
    let peak = run.whole("peak_memory_bytes")?;
    let percent = u64::try_from((run.number("peak_memory_pct")?.millionths()? + 500_000) / 1_000_000).ok()?;
    arguments.number(format!("{prefix}_memory_bytes"), peak);
    arguments.number(format!("{prefix}_memory_pct"), percent);
    let share = match run.params.get("memory_bytes").and_then(|memory| memory.as_u64()) {
        Some(all) if percent > 0 => format!(" ({percent} % of {})", bytes(all).replacen(".0 ", " ", 1)),
        _ => String::new(),
    };
    Some(format!("at most {} in memory{share}", bytes(peak)))
}

/// What several streams cost; nothing with one.
fn split(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> String {
    let streams = run.params.get("streams").and_then(|streams| streams.as_u64()).unwrap_or(1);
    let Some(percent) = run.number("split_pct").filter(|_| streams > 1) else { return String::new() };
    arguments.0.push((format!("{prefix}_split_pct"), percent.clone()));
    let (split, all) = (run.whole("split_transactions"), run.whole("transactions"));
    if let (Some(split), Some(all), "100.0") = (split, all, grouped(percent).as_str()) {
        let whole = all.saturating_sub(split);
        let but = if whole == 0 { String::new() } else { format!(" but {}", thousands(whole)) };
        return format!(", and all{but} transactions are split");
    }
    format!(", and {} % of the transactions are split", grouped(percent))
}

/// How far a slow consumer is behind; nothing if there is none.
fn consumer(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> String {
    let slow = run.params.get("consumer_bytes_per_s").and_then(|bytes| bytes.as_u64()).unwrap_or(0) > 0;
    let Some(delay_ms) = ms(run, "consumer_delay_ms").filter(|_| slow) else { return String::new() };
    arguments.number(format!("{prefix}_consumer_ms"), delay_ms);
    format!(", and the consumer reads them up to {} later", duration(delay_ms))
}

/// Bytes for people: `840 B`, `3.1 MB`, `10.0 GB`.
fn bytes(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_000 => return format!("{} B", thousands(bytes)),
        1_000..1_000_000 => (1_000, "kB"),
        1_000_000..1_000_000_000 => (1_000_000, "MB"),
        _ => (1_000_000_000, "GB"),
    };
    format!("{} {name}", grouped(&MetricValue::ratio(bytes, unit, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Kind, Metric, Metrics};

    fn run(label: &str, words: &[(&str, &str)], numbers: &[(&str, u64)]) -> RunReport {
        let mut metrics = Metrics::default();
        for (name, word) in words {
            metrics.insert(*name, Metric::new(MetricValue::Word((*word).to_owned()), "", Kind::Simulated));
        }
        for (name, value) in numbers {
            metrics.insert(*name, Metric::new(MetricValue::Whole(*value), "", Kind::Simulated));
        }
        RunReport { label: label.into(), metrics, ..RunReport::default() }
    }

    fn flowing(label: &str, delay_ms: u64, bottleneck: &str) -> RunReport {
        let words = [("status", "written"), ("bottleneck", bottleneck)];
        let numbers = [
            ("transactions", 4_000),
            ("tps", 4_000),
            ("delay_ms.p50", 2),
            ("delay_ms.p99", delay_ms),
            ("delay_ms.peak", 2 * delay_ms),
            ("peak_memory_bytes", 3_140_000),
            ("peak_memory_pct", 0),
            ("spilled_bytes", 0),
        ];
        run(label, &words, &numbers)
    }

    fn huge(label: &str, written_ms: u64, spilled: u64) -> RunReport {
        let numbers = [
            ("transactions", 1),
            ("sort_delay_ms", 7_000),
            ("write_delay_ms", written_ms),
            ("peak_memory_bytes", 10_000_000_000),
            ("peak_memory_pct", 71),
            ("spilled_bytes", spilled),
            ("spill_from_memory_bytes", 3_400_000_000),
        ];
        let mut run = run(label, &[("status", "written"), ("bottleneck", "none")], &numbers);
        run.params.insert("big_transaction_bytes".into(), 5_000_000_000_u64.into());
        run.params.insert("memory_bytes".into(), 14_000_000_000_u64.into());
        run
    }

    #[test]
    fn a_log_that_flows_is_set_against_one_that_is_stalled() {
        let stalled = run(
            "0",
            &[("status", "stalled")],
            &[("transactions", 0), ("unwritten_transactions", 3_988), ("held_back_by", 8)],
        );
        let found = sentence(&[stalled, flowing("200", 205, "none"), flowing("20", 25, "none")]).unwrap();
        assert_eq!(found.key, "global-binlog.compare");
        assert_eq!(
            found.text,
            "With '20' (C) the global binlog takes 4,000 transactions a second, half of them within 2 ms, 99 of 100 within 25 ms, \
             with at most 3.1 MB in memory; with '0' (A) the global binlog stays empty, while 3,988 wait for node 8 for ever; B lies between."
        );
    }

    #[test]
    fn a_stage_without_time_left_is_named() {
        let found = sentence(&[flowing("a", 5, "none"), flowing("b", 60, "write")]).unwrap();
        assert!(
            found.text.starts_with(
                "With 'b' (B) the writer is busy all the time: 4,000 transactions a second are written, and the delay grows up to \
                 120 ms; with 'a' (A) the global binlog takes"
            ),
            "{}",
            found.text
        );
    }

    #[test]
    fn a_huge_transaction_is_told_by_its_own_times() {
        let found = sentence(&[huge("off", 17_000, 0)]).unwrap();
        assert_eq!(
            found.text,
            "The huge transaction is sorted after 7.00 s and written after 17.00 s, with at most 10.0 GB in memory (71 % of 14 GB) and \
             nothing spilled."
        );
        let mut oom = run(
            "off",
            &[("status", "out-of-memory"), ("memory_cause", "big-transaction")],
            &[("out_of_memory_at_ms", 1_430)],
        );
        oom.params.insert("big_at_ms".into(), 100_u64.into());
        let found = sentence(&[oom, huge("auto", 32_000, 5_000_000_000)]).unwrap();
        assert!(found.text.contains(
            "5.0 GB spilled, from 3.4 GB in memory on; with 'off' (A) the memory runs out 1.33 s after the commit of the huge"
        ));
    }

    #[test]
    fn with_the_first_between_the_best_and_the_worst_are_told() {
        let runs = [(20, "a"), (10, "b"), (40, "c"), (30, "d"), (10, "e")];
        let runs = runs.map(|(delay_ms, label)| flowing(label, delay_ms, "none"));
        let found = sentence(&runs).unwrap().text;
        assert!(found.starts_with("With 'b' (B) the") && found.contains("; with 'a' (A) the"), "{found}");
        assert!(found.contains("; with 'c' (C) the"), "{found}");
        assert!(found.ends_with("; D lies between; E is like B."), "{found}");
    }
}
