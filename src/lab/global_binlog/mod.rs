//! The lab `global-binlog`: many data nodes write logs of their own, and one ordered log is made of them.
//!
//! ```text
//! parameters -> settings -> Pipeline (sources, sorts, merges, writers) -> measures, picture
//! ```

mod description;
mod measures;
mod metric_list;
mod parameters;
mod picture;
mod run;
mod settings;

pub use description::GlobalBinlog;

use run::PipelineRun;

use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;

impl Lab for GlobalBinlog {
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        Ok(Box::new(PipelineRun::new(params, seed)))
    }
}
