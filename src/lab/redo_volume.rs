//! The lab `redo-volume`.

mod description;
mod params;

pub use description::RedoVolume;
pub use params::{Compression, Ddl, ENCODINGS, InsertOrder, MAX_ROWS, PAGE_SIZES, RedoVolumeParams};

use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;

impl Lab for RedoVolume {
    fn start(&self, params: &Params, _seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        let params = RedoVolumeParams::new(params)?;
        Err(DocumentError::new(
            "encoding",
            params.encoding,
            "an encoding that this build of the engine can run",
        ))
    }
}
