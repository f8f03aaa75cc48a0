//! Sentences of the labs with virtual time.

use super::{Arguments, Sentence, capitalised, duration, ms, name_run, thousands};
use crate::report::{MetricValue, RunReport, column_letter, grouped};

/// The phases of a build, by their names in metrics.
const PHASES: [&str; 5] = ["scan", "sort", "merge", "load", "flush"];

/// What a single build took, or how the fastest (or else the slowest) compares with the first.
pub(super) fn parallel_ddl(runs: &[RunReport]) -> Option<Sentence> {
    let (base, others) = runs.split_first()?;
    let base_ms = ms(base, "duration_ms")?;
    let times =
        || others.iter().zip(1..).filter_map(|(run, column)| Some((run, column, ms(run, "duration_ms")?)));
    let fastest = times().min_by_key(|(.., ms)| *ms).filter(|(.., ms)| *ms < base_ms);
    let subject = fastest.or_else(|| times().max_by_key(|(.., ms)| *ms));
    let mut arguments = Arguments::default();
    let Some((subject, column, subject_ms)) = subject else {
        arguments.number("subject_ms", base_ms);
        let rest = time_clauses(base, base_ms, &mut arguments)?;
        let text = format!("The build takes {}{rest}", duration(base_ms));
        return Some(Sentence { key: "parallel-ddl.one", arguments, text });
    };
    name_run(&mut arguments, "subject", column, subject);
    name_run(&mut arguments, "base", 0, base);
    arguments.number("subject_ms", subject_ms);
    arguments.number("base_ms", base_ms);
    let percent = (200 * base_ms.abs_diff(subject_ms) + base_ms) / (2 * base_ms).max(1);
    let relation = match subject_ms.cmp(&base_ms) {
        _ if percent == 0 => "equal",
        std::cmp::Ordering::Less => "less",
        _ => "more",
    };
    arguments.word("relation", relation);
    arguments.number("percent", percent);
    let difference = match relation {
        "equal" => "about as much time as".to_owned(),
        _ => format!("{} % {relation} time than", thousands(percent)),
    };
    let rest = time_clauses(subject, subject_ms, &mut arguments)?;
    let text = format!(
        "{} ({}) takes {difference} '{}' (A): {} instead of {}{rest}",
        capitalised(&format!("'{}'", subject.label)),
        column_letter(column),
        base.label,
        duration(subject_ms),
        duration(base_ms),
    );
    Some(Sentence { key: "parallel-ddl.compare", arguments, text })
}

/// `. Its longest phase is load, 87 % of the time.`, and what waiting for the log takes.
fn time_clauses(run: &RunReport, total_ms: u64, arguments: &mut Arguments) -> Option<String> {
    let phases = PHASES.iter().filter_map(|phase| Some((ms(run, &format!("duration_ms.{phase}"))?, *phase)));
    let (longest_ms, longest) = phases.max_by_key(|(ms, _)| *ms)?;
    let share = |part: u64| (100 * part / total_ms.max(1)).min(100);
    arguments.word("longest_phase", longest);
    arguments.number("longest_phase_percent", share(longest_ms));
    let mut text = format!(". Its longest phase is {longest}, {} % of the time", share(longest_ms));
    let stall_ms = ms(run, "stall_ms").unwrap_or(0);
    arguments.number("stall_ms", stall_ms);
    if share(stall_ms) > 0 {
        text.push_str(&format!("; for {} it waits for room in the redo log", duration(stall_ms)));
    }
    text.push('.');
    Some(text)
}

/// How a replica fares in a single run, or in the best run and the first.
pub(super) fn replica_lag(runs: &[RunReport]) -> Option<Sentence> {
    let (base, others) = runs.split_first()?;
    let mut arguments = Arguments::default();
    // The better a replica fares, the smaller this is.
    let fate = |run: &RunReport| (run.number("status") != Some(&word("normal")), ms(run, "peak_lag_ms"));
    let best =
        others.iter().zip(1..).min_by_key(|(run, _)| fate(run)).filter(|(run, _)| fate(run) < fate(base));
    let subject = best.or_else(|| others.iter().zip(1..).max_by_key(|(run, _)| fate(run)));
    let Some((subject, column)) = subject else {
        let text = format!("The replica {}.", replica_clause(base, "subject", &mut arguments)?);
        return Some(Sentence { key: "replica-lag.one", arguments, text });
    };
    name_run(&mut arguments, "subject", column, subject);
    name_run(&mut arguments, "base", 0, base);
    let text = format!(
        "With '{}' ({}) the replica {}; with '{}' (A) it {}.",
        subject.label,
        column_letter(column),
        replica_clause(subject, "subject", &mut arguments)?,
        base.label,
        replica_clause(base, "base", &mut arguments)?,
    );
    Some(Sentence { key: "replica-lag.compare", arguments, text })
}

/// `stays at most 4 ms behind and uses 11.0 % of its memory`.
fn replica_clause(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> Option<String> {
    let lag_ms = ms(run, "peak_lag_ms")?;
    let memory = run.number("peak_memory_pct")?.clone();
    let memory_text = grouped(&memory);
    let MetricValue::Word(status) = run.number("status")?.clone() else { return None };
    arguments.word(format!("{prefix}_status"), status.as_str());
    arguments.number(format!("{prefix}_lag_ms"), lag_ms);
    arguments.0.push((format!("{prefix}_memory_pct"), memory));
    let after_ms = ms(run, "unavailable_after_ms").unwrap_or(0);
    arguments.number(format!("{prefix}_unavailable_after_ms"), after_ms);
    Some(match status.as_str() {
        "normal" => {
            format!("stays at most {} behind and uses {memory_text} % of its memory", duration(lag_ms))
        }
        _ => format!(
            "becomes unavailable after {}, {} behind and with {memory_text} % of its memory in use",
            duration(after_ms),
            duration(lag_ms),
        ),
    })
}

fn word(text: &str) -> MetricValue {
    MetricValue::Word(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Kind, Metric, Metrics};

    fn run(label: &str, numbers: &[(&str, u64)], status: &str) -> RunReport {
        let mut metrics = Metrics::default();
        for (name, value) in numbers {
            metrics.insert(*name, Metric::new(MetricValue::Whole(*value), "", Kind::Simulated));
        }
        if !status.is_empty() {
            metrics.insert("status", Metric::new(word(status), "", Kind::Simulated));
        }
        RunReport { label: label.into(), metrics, ..RunReport::default() }
    }

    #[test]
    fn the_fastest_build_is_named_with_its_longest_phase() {
        let phases = |total, load, stall| {
            [("duration_ms", total), ("duration_ms.load", load), ("duration_ms.scan", 5), ("stall_ms", stall)]
        };
        let runs = [
            run("one", &phases(2_000, 1_500, 0), ""),
            run("four", &phases(1_500, 1_400, 300), ""),
            run("two", &phases(1_900, 1_500, 0), ""),
        ];
        let text = parallel_ddl(&runs).unwrap().text;
        assert_eq!(
            text,
            "'four' (B) takes 25 % less time than 'one' (A): 1.50 s instead of 2.00 s. Its longest phase is load, 93 % \
             of the time; for 300 ms it waits for room in the redo log."
        );
        let text = parallel_ddl(&runs[..1]).unwrap().text;
        assert_eq!(text, "The build takes 2.00 s. Its longest phase is load, 75 % of the time.");
    }

    #[test]
    fn a_replica_that_survives_is_set_against_one_that_does_not() {
        let numbers =
            |lag| [("peak_lag_ms", lag), ("peak_memory_pct", 11), ("unavailable_after_ms", 995_333)];
        let runs = [run("rows", &numbers(211_000), "unavailable"), run("pages", &numbers(4), "normal")];
        assert_eq!(
            replica_lag(&runs).unwrap().text,
            "With 'pages' (B) the replica stays at most 4 ms behind and uses 11 % of its memory; with 'rows' (A) it \
             becomes unavailable after 995 s, 211 s behind and with 11 % of its memory in use."
        );
        assert_eq!(replica_lag(&[]), None);
    }
}
