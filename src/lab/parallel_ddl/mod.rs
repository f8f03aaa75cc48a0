//! The lab `parallel-ddl`: what threads and buffers buy when an index is built.

mod description;
mod metrics;
mod plan;

pub use description::{ParallelDdl, thread_parameters};
pub use metrics::{PHASES, simulated_ms};
pub use plan::buffers;

use super::timed::{TimedVariant, params};
use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;
use plan::ParallelPlan;

impl Lab for ParallelDdl {
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        let plan = ParallelPlan::new(params);
        let mut build = params::build_params(params)?;
        if params.word("sort") == "sample" {
            build.load_threads = params.integer("ddl_threads") as u32;
        }
        Ok(Box::new(TimedVariant::new(plan, build, seed)?))
    }
}
