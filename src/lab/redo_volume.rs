//! The lab `redo-volume`: one statement, its redo in one encoding, and a replica that repeats it.

mod description;
pub mod dictionary;
mod file;
mod metrics;
mod params;
pub mod plan;
pub mod primary;
mod variant;

pub use description::RedoVolume;
pub(in crate::lab) use description::{default_index, parameters};
pub use file::tablespace;
pub(in crate::lab) use params::engine_table;
pub use params::{Compression, Ddl, InsertOrder, MAX_ROWS, PAGE_SIZES, RedoVolumeParams, encodings};
pub use variant::Variant;

use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;

impl Lab for RedoVolume {
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        Ok(Box::new(Variant::new(RedoVolumeParams::new(params)?, seed, false)?))
    }
}
