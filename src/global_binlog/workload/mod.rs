//! What data nodes write into their own binlogs: transactions of several kinds, heartbeats, a huge and a stuck one.
//!
//! A [`Workload`] is a function: what a transaction is follows from the settings and its number, so nobody has to remember it.
//! [`Workload::sources`] gives the records of all nodes in the order of time, [`Workload::chunk`] what their events weigh.
//!
//! *Worked example.* A distributed transaction of two statements of one row each on two nodes. Each node's log has two records:
//! the prepare with six events (GTID, `XA START`, table map, rows, `XA END`, XA prepare), and the commit with two (GTID,
//! `XA COMMIT`). In the global binlog it is one transaction: GTID, `BEGIN`, its virtual timestamp, twice table map and rows, XID.

mod begins;
mod big;
mod controls;
pub mod event;
mod model;
mod record;
mod settings;
mod sources;
mod statements;
mod streams;

pub use model::Workload;
pub use record::{Kind, LogRecord, Mark, Shape};
pub use settings::{BigTransaction, Changes, Split, SplitBy, StuckTransaction, WorkloadSettings};
pub use sources::Sources;
