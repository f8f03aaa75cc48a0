//! A primary and a replica in virtual time: what counted work costs.
//!
//! The rooms below count: comparisons, bytes copied, records encoded, pages written. This room prices those counts
//! ([`Costs`]) and lets them compete for processors, disk, log and memory ([`crate::sim`]).
//!
//! ```text
//! StatementDemand -> threads: scan + sort -> merge passes -> load -> (flush) -> end
//!                                                             |  |
//!                                            pages become dirty  redo fills the log
//!                                                  |                |         \
//!                                            page cleaner ----> checkpoint     replica: parse -> apply or keep
//!                                                                     \__________________________^ until flushed
//! ```
//!
//! *Worked example.* 1,000,000 rows, one thread, one run: a scan of 150 ns a row takes 0.15 s, 20 comparisons a row of 5 ns each
//! 0.1 s, a load of 500 ns a row 0.5 s. Four threads share the scan and the sort, not the load: 0.56 s instead of 0.75.
//!
//! A build pays for its redo three times: when it encodes it, when the log has no room and pages must be flushed first, and when
//! a replica has to parse it. An unlogged build pays once, at its end, when all its pages are flushed.

mod activity;
mod cluster;
mod costs;
mod demand;
mod dirty_pages;
mod log_space;
mod phase_clock;
mod primary;
mod replica;
mod task;

pub use activity::Activity;
pub use cluster::{Cluster, ClusterSettings, Event};
pub use costs::{Costs, DiskCosts, Price, log2_ceil, part, transfer_ns};
pub use demand::{Redo, Space, StatementDemand, TreeDemand};
pub use dirty_pages::{DirtyPages, Owner, Taken};
pub use log_space::LogSpace;
pub use primary::{Chunk, Order, Primary, PrimaryCurves, Totals};
pub use replica::{Job, Limit, Replay, Replica, ReplicaCurves, ReplicaSettings};
