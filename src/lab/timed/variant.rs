//! The run of one variant: counting, then virtual time.

use std::cell::RefCell;

use crate::base::{Digest, DocumentError, EngineError};
use crate::lab::work::{BuildParams, BuildWork, WorkCounter};
use crate::lab::{VariantProgress, VariantResult, VariantRun};
use crate::sim::{SimTime, Simulation};
use crate::timing::{Cluster, ClusterSettings};

/// The part of the progress that counting takes, in millionths.
const COUNTING_PPM: u64 = 800_000;

/// How many counted statements are remembered.
const REMEMBERED_WORKS: usize = 8;

thread_local! {
    /// What statements asked for, latest last. Variants that differ in threads or machines only, and a learner who turns a knob
    /// again, then need not wait for the same count; it is a function of its key, so no result depends on what is remembered.
    static WORKS: RefCell<Vec<(BuildParams, u64, BuildWork)>> = const { RefCell::new(Vec::new()) };
}

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
    build: BuildParams,
    seed: u64,
    stage: Stage,
}

/// How far a run is.
enum Stage {
    Counting(Box<WorkCounter>),
    Simulating(BuildWork, Box<Simulation<Cluster>>),
    Failed,
}

impl<P: TimedPlan> TimedVariant<P> {
    /// Prepares a run.
    ///
    /// # Errors
    /// Parameters that cannot be counted.
    pub fn new(plan: P, build: BuildParams, seed: u64) -> Result<Self, DocumentError> {
        let known = |works: &Vec<(BuildParams, u64, BuildWork)>| {
            let found = works.iter().find(|(known, known_seed, _)| *known == build && *known_seed == seed);
            found.map(|(.., work)| work.clone())
        };
        let stage = match WORKS.with_borrow(known) {
            Some(work) => simulate(&plan, work),
            None => Stage::Counting(Box::new(WorkCounter::new(&build, seed)?)),
        };
        Ok(Self { plan, build, seed, stage })
    }

    /// Keeps what was counted, for runs to come.
    fn remember(&self, work: &BuildWork) {
        WORKS.with_borrow_mut(|works| {
            if works.len() == REMEMBERED_WORKS {
                works.remove(0);
            }
            works.push((self.build.clone(), self.seed, work.clone()));
        });
    }
}

fn simulate(plan: &impl TimedPlan, work: BuildWork) -> Stage {
    let settings = plan.settings(&work);
    Stage::Simulating(work, Box::new(Cluster::simulation(settings)))
}

impl<P: TimedPlan> VariantRun for TimedVariant<P> {
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
        match &mut self.stage {
            Stage::Counting(counter) => {
                let progress = counter.step(work_units);
                let fraction_ppm = (u64::from(progress.fraction_ppm) * COUNTING_PPM / 1_000_000) as u32;
                if progress.done
                    && let Stage::Counting(counter) = std::mem::replace(&mut self.stage, Stage::Failed)
                {
                    let work = counter.finish();
                    self.remember(&work);
                    self.stage = simulate(&self.plan, work);
                }
                Ok(VariantProgress { fraction_ppm, phase: progress.phase, done: false })
            }
            Stage::Simulating(_, simulation) => {
                let done = simulation.step(work_units.max(1));
                let simulated_ppm =
                    simulation.model.primary.progress_ppm() * (1_000_000 - COUNTING_PPM) / 1_000_000;
                let fraction_ppm = (COUNTING_PPM + simulated_ppm) as u32;
                Ok(VariantProgress { fraction_ppm, phase: "simulate", done })
            }
            Stage::Failed => unreachable!("counting cannot fail half-way"),
        }
    }

    fn finish(self: Box<Self>) -> VariantResult {
        let Stage::Simulating(work, mut simulation) = self.stage else {
            unreachable!("a finished run was simulated")
        };
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
