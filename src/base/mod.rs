//! The smallest shared things: units, seeded random streams, limits, errors and hashes.
//!
//! Everything above this room speaks in these types, so that a byte count is never mistaken for a page number and an
//! error always says which part of the learner's document caused it.

pub mod bytes;
mod error;
mod hash;
pub mod random;
mod text;

pub use error::{DocumentError, EngineError};
pub use hash::Digest;
pub use text::grouped;

/// A position in the redo log, in bytes since the log began. Every redo byte that a server writes advances it.
pub type Lsn = u64;

/// The number of a page inside its tablespace, counted from 0.
pub type PageNo = u32;

/// A transaction's identifier as records and pages carry it (48 bits).
pub type TrxId = u64;
