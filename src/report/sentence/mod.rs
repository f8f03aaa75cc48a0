//! The result in one sentence.
//!
//! A [`Sentence`] is a key with arguments, which a page can put into any language, and the same in English:
//!
//! > Page images (D) write 24 % fewer bytes than one insert record per row (A), and the replica installs 91 pages
//! > instead of inserting 100,182 entries.
//!
//! Keys and arguments of the lab `redo-volume`:
//!
//! | key | says | arguments |
//! |---|---|---|
//! | `redo-volume.one` | what a single run wrote | `encoding`, `redo_bytes`, `redo_bytes_per_row`, `rows`, `pages`, work |
//! | `redo-volume.compare` | one run against the first | both runs, `relation`, `percent`, `measure`, work |
//! | `redo-volume.compare-unlogged` | the same, and what the unlogged run gives up | also `unlogged_column`, `unlogged_redo_bytes`, `unlogged_pages_missing` |
//!
//! Of the labs with virtual time (times in whole milliseconds):
//!
//! | key | says | arguments |
//! |---|---|---|
//! | `parallel-ddl.one` | what a build took | `subject_ms`, `longest_phase`, `longest_phase_percent`, `stall_ms` |
//! | `parallel-ddl.compare` | the fastest build against the first | also both runs, `base_ms`, `relation` (`less`, `more`, `equal`), `percent` |
//! | `replica-lag.one` | how a replica fared | `subject_status`, `subject_lag_ms`, `subject_memory_pct`, `subject_unavailable_after_ms` |
//! | `replica-lag.compare` | the best replica against the first | both runs, and the same for `base_...` |
//!
//! Of the lab `group-commit` (`subject_...`, and the same for `base_...` where runs are compared):
//!
//! | key | says | arguments |
//! |---|---|---|
//! | `group-commit.one`, `.compare` | throughput, groups, commits, lag | `subject_tps`, `subject_group_size`, `subject_latency_us`, `subject_lag_ms`, `subject_lag_grows` (`yes`, `no`), `subject_wrong_results` |
//! | `group-commit.backlog-one`, `.backlog-compare` | how fast the replica then is | `subject_tps`, `subject_group_size`, `subject_latency_us`, `subject_replica_tps` |
//! | `group-commit.list-one`, `.list-compare` | a learner's own transactions | `subject_transactions`, `subject_group_size`, `subject_workers`, `subject_steps`, `subject_drained_ms`, `subject_wrong_results` |
//! | `group-commit.limit-one`, `.limit-compare` | the most that the replica follows | `subject_tps`, `subject_clients` or `subject_arrivals`, `subject_group_size` |
//! | `group-commit.replay-one`, `.replay-compare` | how parallel a binlog is | `subject_transactions`, `subject_critical_path`, `subject_parallelism`, `subject_workers`, `subject_steps`, `subject_writeset_steps` if known |
//!
//! Of the lab `global-binlog`, `global-binlog.one` and `.compare`. What is said of a run goes by `subject_says` (and `base_says`):
//!
//! | `says` | when | arguments |
//! |---|---|---|
//! | `flows` | everything is written | `subject_tps`, `subject_usual_delay_ms` (half of the transactions), `subject_delay_ms` (99 of 100), `subject_memory_bytes`, `subject_memory_pct`, `subject_spilled_bytes` |
//! | `saturated` | a stage has no time left | `subject_bottleneck` (`link`, `sort`, `merge`, `collect`, `write`), `subject_tps`, `subject_peak_delay_ms` |
//! | `huge` | there is a huge transaction | `subject_sorted_ms`, `subject_written_ms`, `subject_memory_bytes`, `subject_memory_pct`, `subject_spilled_bytes`, `subject_spill_from_bytes` if it began late |
//! | `stalled` | an idle node holds everything back | `subject_written`, `subject_unwritten`, `subject_held_back_by` (the node) |
//! | `out-of-memory` | memory ran out | `subject_at_ms`, `subject_cause` (`big-transaction`, `hole`, `merge-input`, `writer`, `spread`) |
//! | `nothing` | nothing was committed | |
//!
//! With several streams there is also `subject_split_pct`, with a slow consumer `subject_consumer_ms`.
//!
//! In `redo-volume`, `relation` is `fewer`, `more`, `equal` or `from-nothing` (the first run wrote nothing); `measure` is `redo_bytes`, or
//! `redo_bytes_per_row` where the runs' row counts differ. Runs are named by `subject_column`, `subject_label`,
//! `subject_encoding` and `base_...`. Work on the replica is `..._work` (`install-pages`, `apply-records` or
//! `take-flushed-pages`, `insert-entries`) with its number `..._work_count`.

mod global_binlog;
mod group_commit;
mod timed;

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{MetricValue, RunReport, column_letter, grouped};
use crate::base::grouped as thousands;

mod crash_recovery;

/// A result in one sentence: for translation (`key`, `arguments`) and in English (`text`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Sentence {
    /// Which sentence it is.
    pub key: &'static str,
    /// The numbers and names in it.
    pub arguments: Arguments,
    /// The sentence in English.
    pub text: String,
}

/// The numbers and names in a sentence, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arguments(Vec<(String, MetricValue)>);

impl Arguments {
    /// The argument of that name.
    pub fn get(&self, name: &str) -> Option<&MetricValue> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn number(&mut self, name: impl Into<String>, value: u64) {
        self.0.push((name.into(), MetricValue::Whole(value)));
    }

    fn word(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.push((name.into(), MetricValue::Word(value.into())));
    }
}

impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Sentence {
    /// The sentence for these runs of `lab`; nothing when there is no run, or the lab has no sentence or its runs lack
    /// the numbers that the sentence needs.
    pub fn of(lab: &str, runs: &[RunReport]) -> Option<Self> {
        match (lab, runs) {
            ("crash-recovery", runs) => crash_recovery::sentence(runs),
            ("redo-volume", [run]) => one(run),
            ("redo-volume", [base, others @ ..]) => compare(base, others),
            ("parallel-ddl", runs) => timed::parallel_ddl(runs),
            ("replica-lag", runs) => timed::replica_lag(runs),
            ("group-commit", runs) => group_commit::sentence(runs),
            ("global-binlog", runs) => global_binlog::sentence(runs),
            _ => None,
        }
    }
}

/// What the replica had to do in a run.
struct Work {
    key: &'static str,
    count: u64,
}

impl Work {
    fn of(run: &RunReport) -> Option<Self> {
        // What the log holds decides, not the encoding's name: row by row an "unlogged" run logs everything.
        let kinds = [
            ("take-flushed-pages", "pages_missing_before_flush"),
            ("install-pages", "redo_records.MLOG_PAGE_IMAGE"),
            ("insert-entries", "replica_entries_inserted"),
        ];
        let done = kinds.iter().find_map(|&(key, metric)| {
            run.whole(metric).filter(|&count| count > 0).map(|count| Self { key, count })
        });
        match done {
            Some(work) => Some(work),
            None => Some(Self { key: "apply-records", count: run.whole("replica_records_applied")? }),
        }
    }

    /// `installs 91 pages`.
    fn english(&self) -> String {
        match self.key {
            "install-pages" => format!("installs {}", count_of(self.count, "page")),
            "take-flushed-pages" => format!("takes {}", count_of(self.count, "flushed page")),
            "insert-entries" if self.count == 1 => "inserts 1 entry".into(),
            "insert-entries" => format!("inserts {} entries", thousands(self.count)),
            _ => format!("applies {}", count_of(self.count, "record")),
        }
    }

    /// `installs 91 pages instead of applying 100,182 records`.
    fn english_instead_of(&self, other: &Self) -> String {
        let base = match other.key {
            key if key == self.key && other.count == self.count => {
                return format!("{} either way", self.english());
            }
            key if key == self.key => thousands(other.count),
            "install-pages" => format!("installing {}", count_of(other.count, "page")),
            "take-flushed-pages" => format!("taking {}", count_of(other.count, "flushed page")),
            "insert-entries" => format!("inserting {} entries", thousands(other.count)),
            _ => format!("applying {}", count_of(other.count, "record")),
        };
        format!("{} instead of {base}", self.english())
    }

    fn add_to(&self, arguments: &mut Arguments, prefix: &str) {
        arguments.word(format!("{prefix}_work"), self.key);
        arguments.number(format!("{prefix}_work_count"), self.count);
    }
}

fn one(run: &RunReport) -> Option<Sentence> {
    let work = Work::of(run)?;
    let (redo_bytes, rows, pages) = (run.whole("redo_bytes")?, run.whole("rows")?, pages(run)?);
    let per_row = MetricValue::ratio(redo_bytes, rows, 1);
    let name = Name::of(run, false);
    let mut arguments = Arguments::default();
    arguments.word("encoding", run.word("encoding").unwrap_or_default());
    arguments.number("redo_bytes", redo_bytes);
    arguments.0.push(("redo_bytes_per_row".into(), per_row.clone()));
    arguments.number("rows", rows);
    arguments.number("pages", pages);
    work.add_to(&mut arguments, "subject");
    let text = format!(
        "{} {} {} B of redo for {} ({} B a row) in {}; the replica {}.",
        capitalised(&name.text),
        name.verb(),
        thousands(redo_bytes),
        count_of(rows, "row"),
        grouped(&per_row),
        count_of(pages, "page"),
        work.english(),
    );
    Some(Sentence { key: "redo-volume.one", arguments, text })
}

/// Compares the first run with the one that writes least; an unlogged one apart, because it gives something up for it.
fn compare(base: &RunReport, others: &[RunReport]) -> Option<Sentence> {
    let same_rows = others.iter().all(|run| run.whole("rows") == base.whole("rows"));
    let measure = if same_rows { "redo_bytes" } else { "redo_bytes_per_row" };
    let size = |run: &RunReport| run.number(measure).and_then(MetricValue::millionths);
    let is_unlogged = |run: &RunReport| run.word("encoding") == Some("unlogged");
    let logged = || others.iter().enumerate().filter(|(_, run)| !is_unlogged(run));
    let least = logged().min_by_key(|(_, run)| size(run)).or_else(|| others.iter().enumerate().next());
    let most = logged().max_by_key(|(_, run)| size(run));
    let (index, subject) = match (least, most) {
        // The first run writes least: say what the most costly one adds.
        (Some((_, least)), Some(most)) if size(least) >= size(base) => most,
        (Some(least), _) => least,
        (None, _) => return None,
    };
    let by_encoding = differ_by_encoding_only(base, others);
    let (subject_name, base_name) = (Name::of(subject, !by_encoding), Name::of(base, !by_encoding));
    let (subject_work, base_work) = (Work::of(subject)?, Work::of(base)?);
    let difference = Difference::between(size(base)?, size(subject)?);

    let mut arguments = Arguments::default();
    name_run(&mut arguments, "subject", index + 1, subject);
    name_run(&mut arguments, "base", 0, base);
    arguments.word("relation", difference.relation);
    arguments.number("percent", difference.percent);
    arguments.word("measure", measure);
    subject_work.add_to(&mut arguments, "subject");
    base_work.add_to(&mut arguments, "base");
    let mut text = format!(
        "{} ({}) {} {} {} ({}), and the replica {}.",
        capitalised(&subject_name.text),
        column_letter(index + 1),
        subject_name.verb(),
        difference.english(if same_rows { "bytes" } else { "bytes a row" }),
        base_name.text,
        column_letter(0),
        subject_work.english_instead_of(&base_work),
    );
    let unlogged = others.iter().enumerate().find(|(position, run)| *position != index && is_unlogged(run));
    let unlogged = unlogged.and_then(|(position, run)| unlogged_clause(&mut arguments, position + 1, run));
    let key = match unlogged {
        Some(clause) => {
            text.push(' ');
            text.push_str(&clause);
            "redo-volume.compare-unlogged"
        }
        None => "redo-volume.compare",
    };
    Some(Sentence { key, arguments, text })
}

fn unlogged_clause(arguments: &mut Arguments, column: usize, run: &RunReport) -> Option<String> {
    let (redo_bytes, missing) = (run.whole("redo_bytes")?, run.whole("pages_missing_before_flush")?);
    let letter = column_letter(column);
    arguments.word("unlogged_column", letter);
    arguments.number("unlogged_redo_bytes", redo_bytes);
    arguments.number("unlogged_pages_missing", missing);
    Some(format!(
        "The unlogged build ({letter}) writes {} B, but until it has flushed its pages a replica misses {} of them.",
        thousands(redo_bytes),
        thousands(missing)
    ))
}

/// How the subject's size stands to the base's.
struct Difference {
    relation: &'static str,
    percent: u64,
}

impl Difference {
    fn between(base: u128, subject: u128) -> Self {
        if base == 0 {
            return Self { relation: if subject == 0 { "equal" } else { "from-nothing" }, percent: 0 };
        }
        let percent = (200 * base.abs_diff(subject) + base) / (2 * base);
        let relation = match subject.cmp(&base) {
            _ if percent == 0 => "equal",
            std::cmp::Ordering::Less => "fewer",
            _ => "more",
        };
        Self { relation, percent: u64::try_from(percent).unwrap_or(u64::MAX) }
    }

    fn english(&self, what: &str) -> String {
        match self.relation {
            "equal" => format!("about as many {what} as"),
            "from-nothing" => "redo, unlike".to_owned(),
            relation => format!("{} % {relation} {what} than", thousands(self.percent)),
        }
    }
}

/// A run's name inside an English sentence.
struct Name {
    text: String,
    plural: bool,
}

impl Name {
    fn of(run: &RunReport, by_label: bool) -> Self {
        let (text, plural) = match run.word("encoding") {
            _ if by_label => (format!("'{}'", run.label), false),
            Some("physiological") => ("one insert record per row".into(), false),
            Some("list-copy") => ("list copies".into(), true),
            Some("physical") => ("physical records".into(), true),
            Some("page-image") => ("page images".into(), true),
            Some("unlogged") => ("the unlogged build".into(), false),
            _ => (format!("'{}'", run.label), false),
        };
        Self { text, plural }
    }

    fn verb(&self) -> &'static str {
        if self.plural { "write" } else { "writes" }
    }
}

fn name_run(arguments: &mut Arguments, prefix: &str, column: usize, run: &RunReport) {
    arguments.word(format!("{prefix}_column"), column_letter(column));
    arguments.word(format!("{prefix}_label"), run.label.as_str());
    arguments.word(format!("{prefix}_encoding"), run.word("encoding").unwrap_or_default());
}

fn differ_by_encoding_only(base: &RunReport, others: &[RunReport]) -> bool {
    let same = |run: &RunReport| {
        run.params.iter().all(|(name, value)| name == "encoding" || base.params.get(name) == Some(value))
    };
    let mut seen = vec![base.word("encoding")];
    others.iter().all(|run| {
        let encoding = run.word("encoding");
        let new = !seen.contains(&encoding);
        seen.push(encoding);
        new && same(run)
    })
}

fn pages(run: &RunReport) -> Option<u64> {
    Some(run.whole("leaf_pages")? + run.whole("internal_pages")?)
}

fn count_of(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(count), if count == 1 { "" } else { "s" })
}

/// A metric in whole milliseconds, rounded half up.
fn ms(run: &RunReport, metric: &str) -> Option<u64> {
    let millionths = run.number(metric)?.millionths()?;
    u64::try_from((millionths + 500_000) / 1_000_000).ok()
}

/// A duration for people: `less than 1 ms`, `4 ms`, `1.92 s`, `995 s`.
fn duration(ms: u64) -> String {
    match ms {
        0 => "less than 1 ms".to_owned(),
        1..1_000 => format!("{ms} ms"),
        1_000..100_000 => format!("{} s", grouped(&MetricValue::ratio(ms, 1_000, 2))),
        _ => format!("{} s", thousands((ms + 500) / 1_000)),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Metrics, Report, csv, table};

    fn run(encoding: &str, redo_bytes: u64, applied: u64) -> RunReport {
        let mut metrics = Metrics::default();
        for (name, value) in [("rows", 100_000), ("leaf_pages", 90), ("internal_pages", 1)] {
            metrics.count(name, value, "");
        }
        metrics.count("redo_bytes", redo_bytes, "B");
        metrics.count("replica_records_applied", applied, "records");
        match encoding {
            "unlogged" => metrics.count("pages_missing_before_flush", 91, "pages"),
            "page-image" => metrics.count("redo_records.MLOG_PAGE_IMAGE", 92, "records"),
            "physiological" | "list-copy" => metrics.count("replica_entries_inserted", 100_181, "entries"),
            _ => {}
        }
        let mut params = serde_json::Map::new();
        params.insert("encoding".into(), encoding.into());
        RunReport { label: encoding.into(), params, metrics, ..RunReport::default() }
    }

    #[test]
    fn page_images_against_row_records() {
        let runs = vec![
            run("physiological", 1_970_000, 100_182),
            run("physical", 2_590_000, 204_000),
            run("page-image", 1_497_200, 100),
            run("unlogged", 4_200, 60),
        ];
        let sentence = Sentence::of("redo-volume", &runs).unwrap();
        assert_eq!(sentence.key, "redo-volume.compare-unlogged");
        assert_eq!(
            sentence.text,
            "Page images (C) write 24 % fewer bytes than one insert record per row (A), and the replica installs \
             92 pages instead of inserting 100,181 entries. The unlogged build (D) writes 4,200 B, but until it has \
             flushed its pages a replica misses 91 of them."
        );
        assert_eq!(sentence.arguments.get("percent"), Some(&MetricValue::Whole(24)));
    }

    #[test]
    fn a_short_log_may_leave_the_replica_as_much_to_do() {
        let runs = vec![run("physiological", 2_000, 9), run("list-copy", 600, 3)];
        let text = Sentence::of("redo-volume", &runs).unwrap().text;
        assert!(text.ends_with("and the replica inserts 100,181 entries either way."), "{text}");
    }

    #[test]
    fn the_first_run_may_be_the_smallest() {
        let runs = vec![run("list-copy", 600, 10), run("physical", 2_400, 400)];
        let sentence = Sentence::of("redo-volume", &runs).unwrap();
        assert!(
            sentence.text.starts_with("Physical records (B) write 300 % more bytes than list copies (A)")
        );
    }

    #[test]
    fn a_single_run_and_a_run_after_nothing() {
        let one = Sentence::of("redo-volume", &[run("physical", 2_590_000, 1)]).unwrap();
        assert_eq!(
            one.text,
            "Physical records write 2,590,000 B of redo for 100,000 rows (25.9 B a row) in 91 pages; the replica \
             applies 1 record."
        );
        let runs = [run("unlogged", 0, 0), run("physical", 10, 1)];
        let sentence = Sentence::of("redo-volume", &runs).unwrap();
        assert_eq!(sentence.arguments.get("relation"), Some(&MetricValue::Word("from-nothing".into())));
        assert!(sentence.text.starts_with("Physical records (B) write redo, unlike the unlogged build (A)"));
        assert_eq!(Sentence::of("redo-volume", &[]), None);
        assert_eq!(Sentence::of("other", &runs), None);
    }

    #[test]
    fn the_report_as_table_and_csv() {
        let runs = vec![run("physiological", 4_000, 7), run("page-image", 1_000, 7)];
        let report = Report::new("redo-volume", 1, runs, true);
        let text = table(&report);
        assert!(
            text.lines().any(|line| line.starts_with("redo_bytes ") && line.ends_with("  1,000  x0.2500"))
        );
        assert!(text.ends_with("entries.\n"));
        let text = csv(&report);
        assert!(text.contains("\nredo-volume,0.1.0,1,B,page-image,redo_bytes,1000,B,counted,0.2500\n"));
        assert!(text.contains(",A,physiological,encoding,physiological,,parameter,\n"));
    }
}
