//! The lab `group-commit`: clients commit in groups, the binlog says what depends on what, and a replica with many workers
//! follows.

mod description;
mod metric_list;
mod parameters;

pub use description::GroupCommit;

use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;

impl Lab for GroupCommit {
    fn start(&self, _: &Params, _: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        Err(DocumentError::new("goal", "run", "nothing yet"))
    }
}
