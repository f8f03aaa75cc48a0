//! The run of one variant: counting, then virtual time.

use crate::base::{Digest, DocumentError, EngineError};
use crate::lab::work::{BuildParams, BuildWork, WorkCounter};
use crate::lab::{VariantProgress, VariantResult, VariantRun};
use crate::sim::{SimTime, Simulation};
use crate::timing::{Cluster, ClusterSettings};

/// The part of the progress that counting takes, in millionths.
const COUNTING_PPM: u64 = 800_000;

/// What a lab adds to a run in virtual time.
pub trait TimedPlan {
    /// What is simulated, once the work is counted.
    fn settings(&self, work: &BuildWork) -> ClusterSettings;

    /// Metrics and curves of the finished run; its digest is filled in later.
    fn result(&self, finished: &Finished<'_>) -> VariantResult;
}

/// A finished run.
pub struct Finished<'a> {
    /// What was counted.
    pub work: &'a BuildWork,
    /// The primary and the replica at the end.
    pub cluster: &'a Cluster,
    /// The end.
    pub end: SimTime,
    /// Events that were handled.
    pub events: u64,
}

/// A run of one variant in virtual time.
pub struct TimedVariant<P> {
    plan: P,
    counter: Option<WorkCounter>,
    simulation: Option<(BuildWork, Box<Simulation<Cluster>>)>,
}

impl<P: TimedPlan> TimedVariant<P> {
    /// Prepares a run.
    ///
    /// # Errors
    /// Parameters that cannot be counted.
    pub fn new(plan: P, build: &BuildParams, seed: u64) -> Result<Self, DocumentError> {
        Ok(Self { plan, counter: Some(WorkCounter::new(build, seed)?), simulation: None })
    }

    fn count(&mut self, work_units: u64) -> VariantProgress {
        let counter = self.counter.as_mut().expect("work is counted first");
        let progress = counter.step(work_units);
        if progress.done {
            let work = self.counter.take().expect("the counter is there").finish();
            let settings = self.plan.settings(&work);
            self.simulation = Some((work, Box::new(Cluster::simulation(settings))));
        }
        let fraction_ppm = (u64::from(progress.fraction_ppm) * COUNTING_PPM / 1_000_000) as u32;
        VariantProgress { fraction_ppm, phase: progress.phase, done: false }
    }
}

impl<P: TimedPlan> VariantRun for TimedVariant<P> {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        let Some((_, simulation)) = &mut self.simulation else { return Ok(self.count(work_units)) };
        let done = simulation.step(work_units.max(1));
        let simulated_ppm = simulation.model.primary.progress_ppm() * (1_000_000 - COUNTING_PPM) / 1_000_000;
        Ok(VariantProgress { fraction_ppm: (COUNTING_PPM + simulated_ppm) as u32, phase: "simulate", done })
    }

    fn finish(self: Box<Self>) -> VariantResult {
        let (work, mut simulation) = self.simulation.expect("a finished run was simulated");
        let (now, events) = (simulation.now(), simulation.handled());
        if let Some(replica) = &mut simulation.model.replica {
            replica.end(now);
        }
        let cluster = &simulation.model;
        let mut digest = Digest::new();
        digest.update(work.digest.as_bytes());
        digest.update(cluster.digest(now).as_bytes());
        let end = cluster.primary.ended_at().unwrap_or(now);
        let finished = Finished { work: &work, cluster, end: end.max(now), events };
        VariantResult { digest: digest.hex(), ..self.plan.result(&finished) }
    }
}
