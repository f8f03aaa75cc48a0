//! Sentences of the lab `crash-recovery`.
//!
//! | key | says | arguments |
//! |---|---|---|
//! | `crash-recovery.one` | what a crash left and what recovery took | `subject_recovered`, `subject_committed`, `subject_redo_scanned_bytes`, `subject_recovery_ms`, `subject_pages`, `subject_backup`, `subject_backup_pages_wrong`, `subject_stall_ms` |
//! | `crash-recovery.compare` | the run that ends otherwise than the first, or recovers fastest | both runs, and the same for `base_...` |
//!
//! `..._recovered` is `yes`, `index-dropped` or `lost`; `..._committed` is `yes` or `no`; `..._backup` is `yes`, `no` or `none`.

use super::{Arguments, Sentence, count_of, duration, ms, name_run, thousands};
use crate::report::{MetricValue, RunReport, column_letter};

/// What happened in a single run, or in the most telling run and the first.
pub(super) fn sentence(runs: &[RunReport]) -> Option<Sentence> {
    let (base, others) = runs.split_first()?;
    let mut arguments = Arguments::default();
    if others.is_empty() {
        let text = format!("After the crash {}.", clause(base, "subject", &mut arguments)?);
        return Some(Sentence { key: "crash-recovery.one", arguments, text });
    }
    let (subject, column) = most_telling(base, others)?;
    name_run(&mut arguments, "subject", column, subject);
    name_run(&mut arguments, "base", 0, base);
    let text = format!(
        "With '{}' ({}) {}. With '{}' (A) {}.",
        subject.label,
        column_letter(column),
        clause(subject, "subject", &mut arguments)?,
        base.label,
        clause(base, "base", &mut arguments)?,
    );
    Some(Sentence { key: "crash-recovery.compare", arguments, text })
}

/// The first run that ends otherwise than `base`; if there is none, the one that waits least, or else recovers fastest.
fn most_telling<'r>(base: &RunReport, others: &'r [RunReport]) -> Option<(&'r RunReport, usize)> {
    let same_ending = |run: &RunReport| {
        ["recovered", "backup_consistent"].iter().all(|name| run.number(name) == base.number(name))
    };
    let mut columns = others.iter().zip(1..);
    let other_ending = columns.clone().find(|(run, _)| !same_ending(run));
    other_ending.or_else(|| {
        let waits = |run: &RunReport| run.number("stall_ms").and_then(MetricValue::millionths);
        let takes = |run: &RunReport| run.number("recovery_ms").and_then(MetricValue::millionths);
        match columns.clone().all(|(run, _)| waits(run) == waits(base)) {
            true => columns.min_by_key(|(run, _)| takes(run)),
            false => columns.by_ref().min_by_key(|(run, _)| waits(run)),
        }
    })
}

fn outcome<'r>(run: &'r RunReport, metric: &str) -> Option<&'r str> {
    match run.number(metric)? {
        MetricValue::Word(word) => Some(word),
        _ => None,
    }
}

/// `recovery reads 5,185,907 B of redo in 163 ms and brings back all 183 pages that the data files lack`.
fn clause(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> Option<String> {
    let recovered = outcome(run, "recovered")?;
    let committed = outcome(run, "statement_committed")?;
    let scanned = run.whole("redo_scanned_bytes")?;
    let pages = run.whole("pages_recovered")?;
    let recovery_ms = ms(run, "recovery_ms")?;
    arguments.word(format!("{prefix}_recovered"), recovered);
    arguments.word(format!("{prefix}_committed"), committed);
    arguments.number(format!("{prefix}_redo_scanned_bytes"), scanned);
    arguments.number(format!("{prefix}_recovery_ms"), recovery_ms);
    arguments.number(format!("{prefix}_pages"), pages);
    let reads = format!("recovery reads {} B of redo in {}", thousands(scanned), duration(recovery_ms));
    let mut text = match (recovered, committed) {
        ("lost", _) => {
            "the table is lost: a page was half written, and neither a copy nor the log holds all of it"
                .into()
        }
        ("index-dropped", _) => {
            format!("{reads} and then undoes the statement, which had not ended; the table is as before")
        }
        (_, "no") => format!(
            "{reads}, brings {} up to date and rolls the open transaction back",
            count_of(pages, "page")
        ),
        _ if pages == 0 => format!("{reads} and finds every page on disk already"),
        _ => format!("{reads} and brings {} up to date: nothing is lost", count_of(pages, "page")),
    };
    text.push_str(&backup_clause(run, prefix, arguments)?);
    let stall_ms = ms(run, "stall_ms")?;
    arguments.number(format!("{prefix}_stall_ms"), stall_ms);
    if stall_ms > 0 {
        text.push_str(&format!(
            "; the statement had waited {} for room in the log or in memory",
            duration(stall_ms)
        ));
    }
    Some(text)
}

/// What the backup is worth, if one was taken.
fn backup_clause(run: &RunReport, prefix: &str, arguments: &mut Arguments) -> Option<String> {
    let consistent = outcome(run, "backup_consistent")?;
    let wrong = run.whole("backup_pages_wrong").unwrap_or(0);
    arguments.word(format!("{prefix}_backup"), consistent);
    arguments.number(format!("{prefix}_backup_pages_wrong"), wrong);
    Some(match consistent {
        "yes" => "; the backup taken meanwhile is consistent".into(),
        "no" => format!("; the backup taken meanwhile is useless: it lacks {}", count_of(wrong, "page")),
        _ => String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Kind, Metric, Metrics};

    fn run(label: &str, recovered: &str, backup: &str, stall_ms: u64) -> RunReport {
        let mut metrics = Metrics::default();
        let committed = if recovered == "yes" { "yes" } else { "no" };
        for (name, word) in
            [("recovered", recovered), ("statement_committed", committed), ("backup_consistent", backup)]
        {
            metrics.insert(name, Metric::new(MetricValue::Word(word.to_owned()), "", Kind::Counted));
        }
        metrics.count("redo_scanned_bytes", 5_185_907, "B");
        metrics.count("pages_recovered", 183, "pages");
        metrics.count("backup_pages_wrong", u64::from(backup == "no"), "pages");
        for (name, ms) in [("recovery_ms", 163), ("stall_ms", stall_ms)] {
            metrics.insert(name, Metric::new(MetricValue::Whole(ms), "ms", Kind::Simulated));
        }
        RunReport { label: label.into(), metrics, ..RunReport::default() }
    }

    #[test]
    fn a_single_run_says_what_came_back() {
        let sentence = sentence(&[run("physical", "yes", "none", 3_025)]).unwrap();
        assert_eq!(sentence.key, "crash-recovery.one");
        assert_eq!(
            sentence.text,
            "After the crash recovery reads 5,185,907 B of redo in 163 ms and brings 183 pages up to date: nothing is \
             lost; the statement had waited 3.03 s for room in the log or in memory."
        );
    }

    #[test]
    fn the_run_that_ends_otherwise_is_compared() {
        let runs = [
            run("physical", "yes", "yes", 0),
            run("list-copy", "yes", "yes", 0),
            run("unlogged", "yes", "no", 0),
        ];
        let sentence = sentence(&runs).unwrap();
        assert_eq!(sentence.key, "crash-recovery.compare");
        assert!(sentence.text.starts_with("With 'unlogged' (C) recovery reads"), "{}", sentence.text);
        assert!(
            sentence.text.contains("the backup taken meanwhile is useless: it lacks 1 page."),
            "{}",
            sentence.text
        );
        assert_eq!(sentence.arguments.get("base_backup"), Some(&MetricValue::Word("yes".into())));
    }

    #[test]
    fn a_lost_table_is_said_first() {
        let runs = [run("on", "index-dropped", "none", 0), run("off", "lost", "none", 0)];
        let text = sentence(&runs).unwrap().text;
        assert!(text.starts_with("With 'off' (B) the table is lost: "), "{text}");
        assert!(
            text.ends_with("undoes the statement, which had not ended; the table is as before."),
            "{text}"
        );
    }
}
