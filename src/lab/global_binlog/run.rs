//! The run of one variant.

use super::{measures, picture, settings};
use crate::base::EngineError;
use crate::experiment::Params;
use crate::global_binlog::Pipeline;
use crate::lab::{VariantProgress, VariantResult, VariantRun};
use crate::sim::Simulation;

/// Millionths of a run that has ended.
const PPM: u32 = 1_000_000;

/// A run of one variant.
pub(super) struct PipelineRun {
    params: Params,
    simulation: Simulation<Pipeline>,
}

impl PipelineRun {
    /// Prepares a run.
    pub(super) fn new(params: &Params, seed: u64) -> Self {
        let simulation = Pipeline::simulation(settings::pipeline(params, seed));
        Self { params: params.clone(), simulation }
    }
}

impl VariantRun for PipelineRun {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        let done = self.simulation.step(work_units.max(1));
        let pipeline = &mut self.simulation.model;
        if let Some(error) = pipeline.error() {
            return Err(error.clone());
        }
        if done {
            pipeline.finish()?;
        }
        let fraction_ppm = if done { PPM } else { pipeline.progress_ppm() as u32 };
        Ok(VariantProgress { fraction_ppm, phase: pipeline.phase(), done })
    }

    fn finish(self: Box<Self>) -> VariantResult {
        let (pipeline, params) = (&self.simulation.model, &self.params);
        VariantResult {
            metrics: measures::of_run(pipeline, params),
            series: picture::curves(pipeline, params),
            timeline: Some(picture::timeline(pipeline, settings::watch_from(params))),
            order: Some(picture::order(pipeline, params)),
            digest: pipeline.digest(),
            ..VariantResult::default()
        }
    }
}
