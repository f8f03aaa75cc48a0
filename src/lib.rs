//! Redo Lab: an engine that builds InnoDB pages, writes their redo in several encodings, and replays it on a replica.
//!
//! It is a deterministic library: its only input is an experiment, its only output a report. Same experiment, same seed,
//! same report, natively and in the browser.
//!
//! Rooms, each of which imports only what stands above it:
//!
//! | room | holds |
//! |---|---|
//! | [`base`] | units, seeded random streams, errors, digests |
//! | [`innodb`] | the bytes: tables, rows, records, pages, files |
//! | [`sim`] | virtual time: events and resources |
//! | [`redo`] | encodings, mini-transactions, the log |
//! | [`bulk_load`] | sorting, trees from the bottom up, ordinary inserts |
//! | [`replica`] | replay and comparison |
//! | [`timing`] | a primary and a replica in virtual time |
//! | [`group_commit`] | clients, commit groups, dependencies, a replica with many workers |
//! | [`global_binlog`] | the logs of many nodes sorted, merged and written as one |
//! | [`report`], [`experiment`] | the two documents |
//! | [`lab`] | runs that answer a question, and the inspector |
//! | [`study`] | what others published, beside the engine's values |
//!
//! ```
//! let document = r#"{"lab": "redo-volume", "params": {"rows": 2000, "encoding": "page-image"}}"#;
//! let document = redo_lab::experiment::parse_text(document).unwrap();
//! let mut run = redo_lab::lab::Run::new(&document).unwrap();
//! while !run.step(100_000).unwrap().done {}
//! let report = run.report();
//! assert_eq!(report.runs[0].whole("leaf_pages"), Some(2));
//! assert_eq!(report.runs[0].whole("replica_identical"), Some(1));
//! ```

pub mod base;
pub mod bulk_load;
pub mod experiment;
pub mod global_binlog;
pub mod group_commit;
pub mod innodb;
pub mod lab;
pub mod redo;
pub mod replica;
pub mod report;
pub mod sim;
pub mod study;
pub mod timing;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
