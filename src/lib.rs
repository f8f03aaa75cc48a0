//! Redo Lab: the engine.

pub mod base;
pub mod bulk_load;
pub mod experiment;
pub mod innodb;
pub mod lab;
pub mod redo;
pub mod replica;
pub mod report;

#[cfg(target_arch = "wasm32")]
pub mod wasm;
