//! The run of a study: its experiments one after another, in steps.

use super::model::{Place, Results, Study};
use super::report::StudyReport;
use super::studies;
use crate::base::{DocumentError, EngineError};
use crate::lab::{self, Run};
use crate::report::{Progress, RunProgress};

/// A run of a study's experiments, one after another.
pub struct StudyRun {
    study: Study,
    /// The experiment that is being worked on.
    current: Option<Run>,
    /// How many experiments have ended.
    experiments_ended: usize,
    /// The runs that have ended.
    results: Results,
    /// Every run of every experiment.
    progress: Vec<RunProgress>,
}

impl StudyRun {
    /// Makes the study of that name ready to run.
    ///
    /// # Errors
    /// There is no such study; the error lists those that there are.
    pub fn new(name: &str) -> Result<Self, DocumentError> {
        let studies = studies();
        let names: Vec<&str> = studies.iter().map(|study| study.name).collect();
        let allowed = format!("one of {}", names.join(", "));
        match studies.into_iter().find(|study| study.name == name) {
            Some(study) => Self::of(study),
            None => Err(DocumentError::new("study", format!("{name:?}"), allowed)),
        }
    }

    /// Makes a study ready to run.
    ///
    /// # Errors
    /// The first thing that is wrong in one of its experiments.
    pub fn of(study: Study) -> Result<Self, DocumentError> {
        let mut progress = Vec::new();
        for entry in &study.experiments {
            let experiment = lab::complete(&entry.document)?;
            progress.extend(experiment.variants.iter().map(|variant| RunProgress {
                label: format!("{}: {}", entry.label, variant.label),
                fraction: 0.0,
                phase: "waiting",
                done: false,
            }));
        }
        Ok(Self { study, current: None, experiments_ended: 0, results: Results::default(), progress })
    }

    /// The study.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// Does about `work_units` rows' worth of work; after the last experiment, nothing.
    ///
    /// # Errors
    /// Whatever stops the engine.
    pub fn step(&mut self, work_units: u64) -> Result<Progress, EngineError> {
        let Some(entry) = self.study.experiments.get(self.experiments_ended) else {
            return Ok(self.progress());
        };
        let run = match self.current.take() {
            Some(run) => run,
            None => Run::new(&entry.document)?,
        };
        let run = self.current.insert(run);
        let state = run.step(work_units)?;
        let known = self.results.0.iter().filter(|(place, _)| place.experiment == entry.label).count();
        let from = self.results.0.len() - known;
        for (shown, state) in self.progress[from..].iter_mut().zip(&state.runs) {
            (shown.fraction, shown.phase, shown.done) = (state.fraction, state.phase, state.done);
        }
        if state.runs.iter().filter(|run| run.done).count() > known {
            let new = run.report().runs.into_iter().enumerate().skip(known);
            self.results.0.extend(new.map(|(position, run)| (Place::new(entry.label, position), run)));
        }
        if state.done {
            self.experiments_ended += 1;
            self.current = None;
        }
        Ok(self.progress())
    }

    /// How far all runs of all experiments have come.
    pub fn progress(&self) -> Progress {
        let ended = self.progress.iter().take_while(|run| run.done).count();
        Progress {
            done: ended == self.progress.len(),
            run_index: ended.min(self.progress.len().saturating_sub(1)),
            runs: self.progress.clone(),
        }
    }

    /// The runs that have ended.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The study with the engine's values, as far as they are there.
    pub fn report(&self) -> StudyReport {
        let complete = self.experiments_ended == self.study.experiments.len();
        StudyReport::new(&self.study, &self.results, complete)
    }
}
