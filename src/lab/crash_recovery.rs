//! The lab `crash-recovery`: a statement, a crash at any point of it, and what recovery makes of what was durable.
//!
//! ```text
//! statement -> pages in memory -> page cleaner -> data files ---+
//!          \-> redo log -----------------------> log files -----+-> crash -> recovery -> compared with the primary
//! ```
//!
//! Pages and log are real. Recovery starts from nothing but what the disks hold, and its pages must be those that the
//! primary had in memory, byte for byte; a run in which they are not ends with an error. Only time is simulated.

mod backup;
mod clock;
mod description;
mod metrics;
mod params;
mod server;
mod variant;

pub use description::CrashRecovery;
pub use params::CrashParams;
pub use server::Server;
pub use variant::CrashVariant;

use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;

impl Lab for CrashRecovery {
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        Ok(Box::new(CrashVariant::new(CrashParams::new(params)?, seed)?))
    }
}
