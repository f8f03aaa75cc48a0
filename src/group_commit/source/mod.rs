//! The source: clients that change rows, and the pipeline that commits their transactions in groups.
//!
//! To be durable a transaction needs an fsync, and an fsync takes as long for one transaction as for a hundred. So whoever comes
//! while one runs waits in a queue; the first in the queue is its *leader*, takes all who are in it when the stage is free, and
//! syncs once for all of them. There are two such stages, one behind the other:
//!
//! ```text
//! clients --execute--> [FLUSH: redo log's fsync] --> [SYNC: wait for others?, binlog's fsync] --> COMMIT --> clients
//! ```
//!
//! A stage takes its next group while the other stage works on the one before. Groups that leave FLUSH while SYNC is busy wait in
//! SYNC's queue and become one there. COMMIT makes changes visible, releases row locks, in the order of the binlog; it takes no
//! time.
//!
//! *Worked example.* One fsync a group (no FLUSH stage), 10 ms each; A, B and C ask to be committed at 0, 1 and 4 ms:
//!
//! | clock, ms | without a wait | with a wait of 5 ms |
//! |---|---|---|
//! | 0 | A leads, syncs alone | A leads, waits |
//! | 1 | B leads the next group | B joins |
//! | 4 | C joins B | C joins |
//! | 5 | | A syncs for all three |
//! | 10 | A is committed; B syncs for two | |
//! | 15 | | all are committed |
//! | 20 | B and C are committed | |
//!
//! The wait costs A 5 ms and saves C 5 ms and the disk an fsync. Whether a server waits, and what ends a wait, is its policy
//! ([`Server`]).
//!
//! Clients share the source's processors by turns, statement by statement, and a leader that writes its group into the binlog
//! takes its turn like the others. That is why groups grow when processors are short, not only when fsyncs are slow. A server
//! with a core for everybody has no turns to wait for.
//!
//! What comes out is a stream of [`BinlogEntry`](super::BinlogEntry); the source never waits for who reads it.

mod arrivals;
mod client;

mod model;
mod policy;
mod row_locks;
mod settings;
mod stages;
mod totals;
mod watch;

pub use model::Source;
pub use policy::Server;
pub use settings::{Arrival, SourceSettings};
pub use totals::{ClosedGroups, SourceTotals};
pub use watch::{LaneSpans, MAX_WATCHED, WatchedTransaction};
