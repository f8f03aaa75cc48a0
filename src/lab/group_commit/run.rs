//! One run with the load as it is set.

use std::rc::Rc;

use super::{Trial, measures, picture, settings};
use crate::base::{DocumentError, EngineError};
use crate::experiment::Params;
use crate::lab::{VariantProgress, VariantResult, VariantRun};

/// A run of one variant.
pub(super) struct OneRun {
    params: Params,
    trial: Trial,
}

impl OneRun {
    /// Prepares a run.
    ///
    /// # Errors
    /// Rows of the learner's own that cannot be read.
    pub(super) fn new(params: &Params, seed: u64) -> Result<Self, DocumentError> {
        let workload = Rc::new(settings::workload(params, seed)?);
        let trial = Trial::new(params, &workload, seed, false);
        Ok(Self { params: params.clone(), trial })
    }
}

impl VariantRun for OneRun {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        let done = self.trial.step(work_units);
        let fraction_ppm = self.trial.progress_ppm() as u32;
        Ok(VariantProgress { fraction_ppm, phase: self.trial.phase(), done })
    }

    fn finish(self: Box<Self>) -> VariantResult {
        result(&self.trial, &self.params)
    }
}

/// All that a finished run gives.
pub(super) fn result(trial: &Trial, params: &Params) -> VariantResult {
    let mut result = VariantResult {
        series: picture::curves(trial),
        transactions: Some(picture::transactions(trial)),
        digest: trial.topology.digest(),
        ..VariantResult::default()
    };
    let (source, replicas) = (trial.topology.source(), trial.topology.replicas());
    result.timeline = Some(picture::timeline(source, replicas, settings::watch_from(params)));
    measures::of_run(trial, params, &mut result.metrics);
    result
}
