//! The goal max-tps-without-lag: trials with one load after another.

use std::rc::Rc;

use super::measures::Numbers;
use super::search::{Outcome, Search};
use super::{Trial, run, settings};
use crate::base::{Digest, DocumentError, EngineError};
use crate::experiment::{ParamValue, Params};
use crate::group_commit::Workload;
use crate::lab::{VariantProgress, VariantResult, VariantRun};
use crate::report::{Kind, Note, Series};

/// What trials are called in progress; a search has fewer.
const TRIALS: [&str; 32] = [
    "trial 1", "trial 2", "trial 3", "trial 4", "trial 5", "trial 6", "trial 7", "trial 8", "trial 9",
    "trial 10", "trial 11", "trial 12", "trial 13", "trial 14", "trial 15", "trial 16", "trial 17",
    "trial 18", "trial 19", "trial 20", "trial 21", "trial 22", "trial 23", "trial 24", "trial 25",
    "trial 26", "trial 27", "trial 28", "trial 29", "trial 30", "trial 31", "trial 32",
];

/// The search of one variant.
pub(super) struct SearchRun {
    params: Params,
    seed: u64,
    workload: Rc<Workload>,
    search: Search,
    trial: Option<(u64, Trial)>,
    /// The result of the best trial, or of the first if the replica never followed.
    best: Option<VariantResult>,
    digest: Digest,
}

impl SearchRun {
    /// Prepares a search.
    ///
    /// # Errors
    /// As a single run.
    pub(super) fn new(params: &Params, seed: u64) -> Result<Self, DocumentError> {
        let workload = Rc::new(settings::workload(params, seed)?);
        let mut search = Self {
            params: params.clone(),
            seed,
            workload,
            search: Search::new(params.integer(load_parameter(params))),
            trial: None,
            best: None,
            digest: Digest::new(),
        };
        search.start_next();
        Ok(search)
    }

    /// Starts the next trial; whether there is none.
    fn start_next(&mut self) -> bool {
        let next = self.search.next();
        self.trial =
            next.map(|load| (load, Trial::new(&self.with_load(load), &self.workload, self.seed, true)));
        self.trial.is_none()
    }

    /// The parameters of a trial.
    fn with_load(&self, load: u64) -> Params {
        let mut params = self.params.clone();
        params.set(load_parameter(&self.params), ParamValue::Integer(load));
        params
    }

    /// Takes down what became of a trial that has ended.
    fn end_trial(&mut self, load: u64, trial: &Trial) {
        let (tps_thousandths, follows) = (trial.tps_thousandths(), trial.follows());
        self.digest.update(trial.topology.digest().as_bytes());
        let first = self.search.outcomes().is_empty();
        self.search.add(Outcome { load, tps_thousandths, follows });
        if first || self.search.best().is_some_and(|best| best.load == load) {
            self.best = Some(run::result(trial, &self.with_load(load)));
        }
    }
}

/// The parameter that the search varies; its value is the ceiling.
fn load_parameter(params: &Params) -> &'static str {
    if params.word("arrival") == "open" { "arrival_tps" } else { "clients" }
}

impl VariantRun for SearchRun {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        let mut done = false;
        if let Some((load, mut trial)) = self.trial.take() {
            if trial.step(work_units) {
                self.end_trial(load, &trial);
                done = self.start_next();
            } else {
                self.trial = Some((load, trial));
            }
        }
        let ended = self.search.outcomes().len();
        let trials = u64::from(self.search.expected_trials());
        let current_ppm = self.trial.as_ref().map_or(0, |(_, trial)| trial.progress_ppm());
        let fraction_ppm = ((ended as u64 * 1_000_000 + current_ppm) / trials) as u32;
        let phase = TRIALS[ended.min(TRIALS.len() - 1)];
        Ok(VariantProgress { fraction_ppm, phase, done })
    }

    fn finish(self: Box<Self>) -> VariantResult {
        let mut result = self.best.unwrap_or_default();
        let best = self.search.best();
        let is_open = load_parameter(&self.params) == "arrival_tps";
        let mut numbers = Numbers(&mut result.metrics);
        numbers.ratio("max_tps", (best.map_or(0, |best| best.tps_thousandths), 1_000), 1, "TPS");
        let load = best.map_or(0, |best| best.load);
        match is_open {
            true => numbers.whole("arrival_tps_at_max", load, "TPS"),
            false => numbers.whole("clients_at_max", load, "clients"),
        }
        let load_unit = if is_open { "TPS" } else { "clients" };
        for (name, follows) in [("search", true), ("search.too-much", false)] {
            let curve = curve(self.search.outcomes(), follows, load_unit);
            result.series.0.push((name.to_owned(), curve));
        }
        result.notes.extend(note(&self.search, is_open));
        VariantResult { digest: self.digest.hex(), ..result }
    }
}

/// The trials in which the replica followed, or did not, in the order of their loads.
fn curve(outcomes: &[Outcome], follows: bool, x_unit: &'static str) -> Series {
    let mut points: Vec<(u64, u64)> = outcomes
        .iter()
        .filter(|outcome| outcome.follows == follows)
        .map(|outcome| (outcome.load, (outcome.tps_thousandths + 500) / 1_000))
        .collect();
    points.sort_unstable();
    let (x, y) = points.into_iter().unzip();
    Series { unit: "TPS", x_unit, kind: Kind::Simulated, x, y }
}

/// What a reader of the answer must know.
fn note(search: &Search, is_open: bool) -> Option<Note> {
    let parameter = if is_open { "arrival_tps" } else { "clients" };
    let (key, text) = match search.best() {
        None => (
            "search-none",
            "The replica followed at no load that was tried; the numbers are those of the lightest."
                .to_owned(),
        ),
        Some(_) if search.is_at_ceiling() => (
            "search-ceiling",
            format!(
                "The replica followed even at the heaviest load that was tried; a higher {parameter} may give more."
            ),
        ),
        Some(_) => return None,
    };
    Some(Note { key, line: 0, text })
}
