//! The lab `global-binlog`: many data nodes write logs of their own, and one ordered log is made of them.
//!
//! ```text
//!                                  +-> error: the order is not kept
//! parameters -> settings -> Pipeline -> measures: status, rates, delay, memory, the stage without time left
//!     |                            +-> picture: curves of the whole run, lanes and transactions of a part of it
//!     +-> size: what would take minutes is refused
//! ```
//!
//! *Worked example.* 5 GB in one transaction on an otherwise idle cluster, with the default prices: 5 GB at 1.33 ns a byte and 663,571
//! events at 500 ns are sorted after 7.0 s; writing them at 1.9 ns a byte and 600 ns an event takes 9.9 s more. Nothing can be
//! written before all is sorted, so that memory holds all of it, twice its size: 10 GB.

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
