//! Labs.
pub mod redo_volume;
