//! Sentences of the lab `group-commit`.

use std::cmp::Ordering;

use super::{Arguments, Sentence, count_of, duration, ms, name_run};
use crate::report::{MetricValue, RunReport, column_letter, grouped};

/// Throughputs that differ by no more than this many percent are alike.
const ALIKE_PCT: u128 = 1;

/// What a single run did, or how the best (or else the worst) compares with the first.
pub(super) fn sentence(runs: &[RunReport]) -> Option<Sentence> {
    let (base, others) = runs.split_first()?;
    let kind = Saying::of(base);
    let all_alike = others.iter().all(|run| Saying::of(run) == kind);
    let mut arguments = Arguments::default();
    let Some((subject, column)) = subject(base, others).filter(|_| all_alike) else {
        let text = format!("{}.", kind.clause(base, "subject", "The", &mut arguments)?);
        return Some(Sentence { key: kind.keys()[0], arguments, text });
    };
    name_run(&mut arguments, "subject", column, subject);
    name_run(&mut arguments, "base", 0, base);
    let letter = column_letter(column);
    let text = format!(
        "With '{}' ({letter}) {}; with '{}' (A) {}.",
        subject.label,
        kind.clause(subject, "subject", "the", &mut arguments)?,
        base.label,
        kind.clause(base, "base", "the", &mut arguments)?,
    );
    Some(Sentence { key: kind.keys()[1], arguments, text })
}

/// What a run is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Saying {
    /// A load, and how the replica fared under it.
    Run,
    /// A load, and how fast the replica worked it off afterwards.
    Backlog,
    /// A learner's own transactions.
    List,
    /// The most that a replica can follow.
    Limit,
    /// The parallelism of a binlog.
    Replay,
}

impl Saying {
    fn of(run: &RunReport) -> Self {
        match (run.number("max_tps"), run.number("source_tps")) {
            (Some(_), _) => Self::Limit,
            (None, None) => Self::Replay,
            _ if is_list(run) => Self::List,
            _ if run.word("replica_start") == Some("after-source") => Self::Backlog,
            _ => Self::Run,
        }
    }

    /// The keys for one run and for several.
    fn keys(self) -> [&'static str; 2] {
        match self {
            Self::Run => ["group-commit.one", "group-commit.compare"],
            Self::Backlog => ["group-commit.backlog-one", "group-commit.backlog-compare"],
            Self::List => ["group-commit.list-one", "group-commit.list-compare"],
            Self::Limit => ["group-commit.limit-one", "group-commit.limit-compare"],
            Self::Replay => ["group-commit.replay-one", "group-commit.replay-compare"],
        }
    }

    fn clause(self, run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
        match self {
            Self::Run => run_clause(run, prefix, the, arguments),
            Self::Backlog => backlog_clause(run, prefix, the, arguments),
            Self::List => list_clause(run, prefix, the, arguments),
            Self::Limit => limit_clause(run, prefix, the, arguments),
            Self::Replay => replay_clause(run, prefix, the, arguments),
        }
    }
}

/// Whether the transactions are a learner's own.
fn is_list(run: &RunReport) -> bool {
    let own = run.params.get("own_transactions").and_then(|own| own.as_array());
    own.is_some_and(|own| !own.is_empty())
}

/// The run to set against the first: the best if it is better, otherwise the worst.
fn subject<'a>(base: &RunReport, others: &'a [RunReport]) -> Option<(&'a RunReport, usize)> {
    let columns = || others.iter().zip(1..);
    let best =
        columns().reduce(|best, run| if better(run.0, best.0) == Ordering::Greater { run } else { best })?;
    if better(best.0, base) == Ordering::Greater {
        return Some(best);
    }
    columns().reduce(|worst, run| if better(run.0, worst.0) == Ordering::Less { run } else { worst })
}

/// `Greater` if `left` is the better run: by what the replica can do; of a load by whether it keeps up, by throughput where that
/// differs, and by lag. A wrong result is worse than anything else.
fn better(left: &RunReport, right: &RunReport) -> Ordering {
    let number =
        |run: &RunReport, name: &str| run.number(name).and_then(MetricValue::millionths).unwrap_or(0);
    let compare = |name: &str| number(left, name).cmp(&number(right, name));
    let right_or_wrong = compare("wrong_results").reverse();
    right_or_wrong.then(match Saying::of(left) {
        Saying::Limit => compare("max_tps"),
        Saying::Replay | Saying::Backlog => compare("replica_tps"),
        Saying::List => compare("parallel_steps").then(compare("drained_at_ms")).reverse(),
        Saying::Run => {
            let keeps_up = |run: &RunReport| !lag_grows(run);
            let (tps, other_tps) = (number(left, "source_tps"), number(right, "source_tps"));
            let alike = tps.abs_diff(other_tps) * 100 <= tps.max(other_tps) * ALIKE_PCT;
            let by_tps = if alike { Ordering::Equal } else { tps.cmp(&other_tps) };
            keeps_up(left).cmp(&keeps_up(right)).then(by_tps).then(compare("peak_lag_ms").reverse())
        }
    })
}

fn lag_grows(run: &RunReport) -> bool {
    run.number("lag_grows") == Some(&MetricValue::Word("yes".to_owned()))
}

/// `the source commits 5,124 TPS in groups of 56.4, a commit takes 12.0 ms, and the replica is at most 14 ms behind`.
fn run_clause(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let mut text = source_clause(run, prefix, the, arguments)?;
    // Without a replica that has started there is no lag.
    let Some(lag_ms) = ms(run, "peak_lag_ms") else { return Some(text) };
    arguments.number(format!("{prefix}_lag_ms"), lag_ms);
    arguments.word(format!("{prefix}_lag_grows"), if lag_grows(run) { "yes" } else { "no" });
    text.push_str(&match lag_grows(run) {
        true => format!(", and the replica falls further and further behind, up to {}", duration(lag_ms)),
        false => format!(", and the replica is at most {} behind", duration(lag_ms)),
    });
    text.push_str(&wrong_results(run, prefix, arguments));
    Some(text)
}

/// `the source commits 5,124 TPS in groups of 56.4, a commit takes 12.0 ms, and the replica then applies 1,600 TPS`.
fn backlog_clause(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let text = source_clause(run, prefix, the, arguments)?;
    let replica_tps = whole_part(run, "replica_tps")?;
    arguments.number(format!("{prefix}_replica_tps"), replica_tps);
    Some(format!("{text}, and the replica then applies {} TPS", grouped(&MetricValue::Whole(replica_tps))))
}

/// `the source commits 8 transactions in groups of 1.33, 4 workers can apply them in 5 steps, and the replica has committed them
/// after 11 ms`.
fn list_clause(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let (transactions, steps) = (run.whole("transactions")?, run.whole("parallel_steps")?);
    let group_size = run.number("group_size")?.clone();
    let workers = workers(run)?;
    let drained_ms = ms(run, "drained_at_ms")?;
    for (name, value) in
        [("transactions", transactions), ("steps", steps), ("workers", workers), ("drained_ms", drained_ms)]
    {
        arguments.number(format!("{prefix}_{name}"), value);
    }
    arguments.0.push((format!("{prefix}_group_size"), group_size.clone()));
    Some(format!(
        "{the} source commits {} in groups of {}, {} can apply them in {}, and the replica has committed them after {}{}",
        count_of(transactions, "transaction"),
        grouped(&group_size),
        count_of(workers, "worker"),
        count_of(steps, "step"),
        duration(drained_ms),
        wrong_results(run, prefix, arguments),
    ))
}

/// What is said of transactions that ran side by side although they must not; nothing if there are none.
fn wrong_results(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> String {
    let count = run.whole("wrong_results").unwrap_or(0);
    arguments.number(format!("{prefix}_wrong_results"), count);
    match count {
        0 => String::new(),
        _ => format!(
            ", with {} beside one that changes the same index entry: a wrong result",
            count_of(count, "transaction")
        ),
    }
}

/// Workers of the replica; one thread that does everything is one.
fn workers(run: &RunReport) -> Option<u64> {
    Some(run.params.get("replica_workers")?.as_u64()?.max(1))
}

/// `the source commits 5,124 TPS in groups of 56.4, a commit takes 12.0 ms`.
fn source_clause(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let tps = whole_part(run, "source_tps")?;
    let group_size = run.number("group_size")?.clone();
    let latency_us = whole_part(run, "commit_latency_us.mean")?;
    arguments.number(format!("{prefix}_tps"), tps);
    arguments.0.push((format!("{prefix}_group_size"), group_size.clone()));
    arguments.number(format!("{prefix}_latency_us"), latency_us);
    Some(format!(
        "{the} source commits {} TPS in groups of {}, a commit takes {}",
        grouped(&MetricValue::Whole(tps)),
        grouped(&group_size),
        latency(latency_us),
    ))
}

/// `the replica follows up to 10,455 TPS (33 clients)`.
fn limit_clause(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let tps = whole_part(run, "max_tps")?;
    arguments.number(format!("{prefix}_tps"), tps);
    if tps == 0 {
        return Some(format!("{the} replica follows at no load that was tried"));
    }
    let load = match (run.whole("clients_at_max"), run.whole("arrival_tps_at_max")) {
        (Some(clients), _) => {
            arguments.number(format!("{prefix}_clients"), clients);
            count_of(clients, "client")
        }
        (None, Some(arrivals)) => {
            arguments.number(format!("{prefix}_arrivals"), arrivals);
            format!("{} arrivals a second", grouped(&MetricValue::Whole(arrivals)))
        }
        (None, None) => return None,
    };
    let group_size = run.number("group_size")?.clone();
    arguments.0.push((format!("{prefix}_group_size"), group_size.clone()));
    Some(format!(
        "{the} replica follows up to {} TPS ({load}, groups of {})",
        grouped(&MetricValue::Whole(tps)),
        grouped(&group_size)
    ))
}

/// `the binlog holds 8 transactions, of which 5 must run one after another: a replica can be at most 1.60 times as fast as one
/// thread, and 4 workers take 5 steps`.
fn replay_clause(run: &RunReport, prefix: &str, the: &str, arguments: &mut Arguments) -> Option<String> {
    let (transactions, path) = (run.whole("transactions")?, run.whole("critical_path")?);
    let parallelism = run.number("parallelism")?.clone();
    let steps = run.whole("parallel_steps")?;
    let workers = workers(run)?;
    for (name, value) in
        [("transactions", transactions), ("critical_path", path), ("steps", steps), ("workers", workers)]
    {
        arguments.number(format!("{prefix}_{name}"), value);
    }
    arguments.0.push((format!("{prefix}_parallelism"), parallelism.clone()));
    let with_write_sets = run.whole("parallel_steps.writeset").map_or_else(String::new, |steps| {
        arguments.number(format!("{prefix}_writeset_steps"), steps);
        format!(", with write sets {}", grouped(&MetricValue::Whole(steps)))
    });
    Some(format!(
        "{the} binlog holds {}, of which {} must run one after another: a replica can be at most {} times as fast as one \
         thread, and {} take{} {}{with_write_sets}",
        count_of(transactions, "transaction"),
        grouped(&MetricValue::Whole(path)),
        grouped(&parallelism),
        count_of(workers, "worker"),
        if workers == 1 { "s" } else { "" },
        count_of(steps, "step"),
    ))
}

/// The number of a metric, rounded half up.
fn whole_part(run: &RunReport, metric: &str) -> Option<u64> {
    let millionths = run.number(metric)?.millionths()?;
    u64::try_from((millionths + 500_000) / 1_000_000).ok()
}

/// `840 us`, `12.0 ms`.
fn latency(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} us"),
        _ => format!("{} ms", grouped(&MetricValue::ratio(us, 1_000, 1))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Kind, Metric, Metrics};

    fn run(label: &str, numbers: &[(&str, u64)], lag_grows: &str) -> RunReport {
        let mut metrics = Metrics::default();
        for (name, value) in numbers {
            metrics.insert(*name, Metric::new(MetricValue::Whole(*value), "", Kind::Simulated));
        }
        if !lag_grows.is_empty() {
            let word = MetricValue::Word(lag_grows.to_owned());
            metrics.insert("lag_grows", Metric::new(word, "", Kind::Simulated));
        }
        let mut run = RunReport { label: label.into(), metrics, ..RunReport::default() };
        run.params.insert("replica_workers".into(), 4.into());
        run
    }

    fn load(label: &str, tps: u64, latency_us: u64, lag_ms: u64, grows: &str) -> RunReport {
        let numbers = [
            ("source_tps", tps),
            ("group_size", 32),
            ("commit_latency_us.mean", latency_us),
            ("peak_lag_ms", lag_ms),
        ];
        run(label, &numbers, grows)
    }

    #[test]
    fn a_replica_that_keeps_up_is_set_against_one_that_does_not() {
        let runs = [
            load("commit-order", 20_000, 2_650, 426_000, "yes"),
            load("writeset", 19_900, 840, 3, "no"),
            load("writeset-session", 19_900, 840, 5, "no"),
        ];
        let found = sentence(&runs).unwrap();
        assert_eq!(found.key, "group-commit.compare");
        assert_eq!(
            found.text,
            "With 'writeset' (B) the source commits 19,900 TPS in groups of 32, a commit takes 840 us, and the replica is at \
             most 3 ms behind; with 'commit-order' (A) the source commits 20,000 TPS in groups of 32, a commit takes 2.7 ms, \
             and the replica falls further and further behind, up to 426 s."
        );
        assert!(
            sentence(&runs[..1]).unwrap().text.starts_with("The source commits 20,000 TPS in groups of 32, ")
        );
    }

    #[test]
    fn where_nothing_is_better_the_worst_is_named() {
        let runs =
            [load("none", 400, 1, 1, "no"), load("more", 390, 1, 1, "no"), load("most", 300, 1, 1, "no")];
        assert!(sentence(&runs).unwrap().text.starts_with("With 'most' (C) the source commits 300 TPS"));
    }

    #[test]
    fn limits_and_replays_have_sentences_of_their_own() {
        let limit = |label, tps| {
            run(
                label,
                &[("source_tps", tps), ("max_tps", tps), ("clients_at_max", 5), ("group_size", 2)],
                "no",
            )
        };
        assert_eq!(
            sentence(&[limit("a", 100), limit("b", 300)]).unwrap().text,
            "With 'b' (B) the replica follows up to 300 TPS (5 clients, groups of 2); with 'a' (A) the replica follows up to \
             100 TPS (5 clients, groups of 2)."
        );
        let numbers = [("transactions", 8), ("critical_path", 5), ("parallelism", 2), ("parallel_steps", 5)];
        let found = sentence(&[run("a", &numbers, "")]).unwrap();
        assert_eq!(found.key, "group-commit.replay-one");
        assert_eq!(
            found.text,
            "The binlog holds 8 transactions, of which 5 must run one after another: a replica can be at most 2 times as fast \
             as one thread, and 4 workers take 5 steps."
        );
    }
}
