//! A learner's own binlog: its dependencies, replayed by a replica that finds all of it there at the start.

use std::rc::Rc;

use super::measures::{self, Numbers};
use super::{Analysis, picture, settings};
use crate::base::{DocumentError, EngineError, grouped};
use crate::experiment::Params;
use crate::group_commit::{
    BinlogEntry, BinlogText, DumpPrices, DumpWorkload, LineProblem, Replica, Topology, Workload,
};
use crate::lab::{VariantProgress, VariantResult, VariantRun};
use crate::report::{Kind, Metric, MetricValue, Note, TransactionLog};
use crate::sim::{MICROSECOND, SimTime};

/// The run of one variant.
pub(super) struct Replay {
    params: Params,
    workload: Rc<Workload>,
    entries: Vec<BinlogEntry>,
    topology: Topology,
    analysis: Analysis,
    notes: Vec<Note>,
}

/// Checks that a listing holds a transaction.
///
/// # Errors
/// If it holds none; with the first line that could not be used.
pub(super) fn check(listing: &str) -> Result<(), DocumentError> {
    if listing.is_empty() {
        return Ok(());
    }
    let text = BinlogText::parse(listing);
    if !text.transactions().is_empty() {
        return Ok(());
    }
    let plural = if text.lines() == 1 { "" } else { "s" };
    let lines = format!("a listing of {} line{plural}", grouped(text.lines()));
    let first = text.problems().first().map_or_else(String::new, |problem| format!("; {problem}"));
    let allowed = format!("lines with last_committed and sequence_number, as a binlog dump has them{first}");
    Err(DocumentError::new("own_binlog", lines, allowed))
}

impl Replay {
    /// Prepares a run.
    pub(super) fn new(params: &Params, seed: u64) -> Self {
        let prices = DumpPrices {
            execute_cpu_ns: params.integer("source_cpu_us") * MICROSECOND,
            work_ns: params.integer("work_us") * MICROSECOND,
            apply_cpu_ns: params.integer("apply_cpu_us") * MICROSECOND,
            apply_wait_ns: params.integer("apply_wait_us") * MICROSECOND,
            bytes: params.integer("transaction_bytes"),
        };
        let dump = DumpWorkload::new(BinlogText::parse(params.text("own_binlog")), prices);
        // The whole binlog is there when the replica starts.
        let at_start = |entry| BinlogEntry { started: SimTime(0), committed: SimTime(0), ..entry };
        let entries: Vec<BinlogEntry> = (0..dump.count()).map(|id| at_start(dump.entry(id))).collect();
        let analysis = Analysis::of_dump(params, &dump);
        let notes = notes(dump.text());
        let workload: Rc<Workload> = Rc::new(dump.into());
        let replicas = settings::replicas(params, &workload, seed).into_iter().map(|mut replica| {
            replica.watch_from = SimTime(0);
            replica
        });
        let topology = Topology::replay(&entries, replicas.collect());
        Self { params: params.clone(), workload, entries, topology, analysis, notes }
    }

    fn replica(&self) -> &Replica {
        self.topology.replicas().next().expect("a replay has a replica")
    }

    /// What became of the first transactions; a listing does not tell what happened to them on the source.
    fn transactions(&self) -> TransactionLog {
        let mut log = TransactionLog::default();
        for watched in self.replica().watched() {
            let entry = &self.entries[watched.transaction as usize];
            let step = self.analysis.step_of(entry.sequence_number);
            picture::put(&mut log, entry, entry.session.into(), step, &self.workload);
            log.started.push(None);
            log.prepared.push(None);
            log.committed.push(None);
            picture::put_applied(&mut log, Some(watched));
        }
        log
    }
}

impl VariantRun for Replay {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        let done = self.topology.step(work_units, |_| {});
        let applied = self.replica().totals().applied;
        let fraction_ppm = (applied * 1_000_000 / self.entries.len().max(1) as u64) as u32;
        Ok(VariantProgress { fraction_ppm, phase: "replay", done })
    }

    fn finish(self: Box<Self>) -> VariantResult {
        let mut result = VariantResult {
            timeline: Some(picture::timeline(None, self.topology.replicas(), SimTime(0))),
            transactions: Some(self.transactions()),
            digest: self.topology.digest(),
            ..VariantResult::default()
        };
        let transactions = MetricValue::Whole(self.entries.len() as u64);
        result.metrics.insert("transactions", Metric::new(transactions, "transactions", Kind::Simulated));
        let mut numbers = Numbers(&mut result.metrics);
        measures::of_replica(&mut numbers, self.replica(), (SimTime(0), self.topology.now()), &self.params);
        self.analysis.metrics(numbers.0);
        Numbers(&mut result.metrics).whole("events", self.topology.events(), "events");
        let commits = picture::per_second(&self.topology.commits()[1]);
        result.series.0.push(("replica_tps".to_owned(), commits));
        self.analysis.series(&mut result.series);
        VariantResult { notes: self.notes, ..result }
    }
}

/// Lines that could not be used, and what the listing does not tell.
fn notes(text: &BinlogText) -> Vec<Note> {
    let note = |key, line, text| Note { key, line, text };
    let of_line = |problem: &LineProblem| note("binlog-line", problem.line, problem.to_string());
    let mut notes: Vec<Note> = text.problems().iter().map(of_line).collect();
    let more = text.problem_count() - notes.len() as u64;
    if more > 0 {
        notes.push(note("binlog-more-lines", 0, format!("{} more lines could not be used", grouped(more))));
    }
    if text.with_write_set() == 0 {
        let sentence = "The listing has no rows, so what write sets would give is not known; a dump tool prints rows with -v";
        notes.push(note("binlog-no-rows", 0, sentence.to_owned()));
    }
    notes
}
