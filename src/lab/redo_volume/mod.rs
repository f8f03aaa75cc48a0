//! The lab `redo-volume`: one statement, its redo in one encoding, and a replica that repeats it.

pub mod primary;
