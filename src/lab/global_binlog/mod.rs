//! The lab `global-binlog`: many data nodes write logs of their own, and one ordered log is made of them.
//!
//! ```text
//! parameters -> settings -> Pipeline (sources, sorts, merges, writers) -> measures, picture
//! ```

mod description;
mod metric_list;
mod parameters;
mod settings;

pub use description::GlobalBinlog;

use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;

impl Lab for GlobalBinlog {
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        let _ = settings::pipeline(params, seed);
        Err(DocumentError::new("lab", "global-binlog", "a lab whose engine is there"))
    }
}
