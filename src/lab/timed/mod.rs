//! What the labs with virtual time share: parameters, from counted work to a simulation, and its picture.
//!
//! A run has two parts. First the work is counted ([`crate::lab::work`]): really done up to two million rows, scaled from real
//! pages beyond. Then a simulation prices it and lets it compete for processors, disk, log and memory ([`crate::timing`]).
//!
//! ```text
//! Params -> BuildParams -> WorkCounter -> BuildWork -> StatementDemand -> Cluster -> metrics, series, timeline
//! ```

pub mod demand;
pub mod params;
pub mod picture;
mod variant;

pub use demand::Buffers;
pub use variant::{Finished, TimedPlan, TimedVariant};
