//! The lab `replica-lag`: whether a physical replica keeps up with index builds, and what that costs its memory.

mod description;
mod metrics;
mod network;
mod plan;

pub use description::ReplicaLag;

use super::timed::{TimedVariant, params};
use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;
use plan::ReplicaPlan;

impl Lab for ReplicaLag {
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        let plan = ReplicaPlan::new(params);
        Ok(Box::new(TimedVariant::new(plan, params::build_params(params)?, seed)?))
    }
}
