//! What a transaction in the binlog depends on: the number `last_committed` that it carries.
//!
//! A replica may start a transaction as soon as all transactions up to its `last_committed` have ended. Two rules give the number.
//!
//! *Commit order.* A transaction that has prepared holds all its row locks. So whatever was not committed by then cannot be in
//! conflict with it: the newest transaction that was committed when this one entered prepare is enough.
//!
//! *Write sets.* A history remembers for each changed index entry, by its hash, who changed it last. The newest of those that the
//! transaction's own entries name is enough. The smaller of the two numbers is taken.
//!
//! *Worked example.* Five transactions of one client, so that by commit order each waits for the one before:
//!
//! | sequence | rows | history knows | write set | commit order | `last_committed` |
//! |---|---|---|---|---|---|
//! | 1 | a | nothing | 0 | 0 | 0 |
//! | 2 | b | a:1 | 0 | 1 | 0 |
//! | 3 | a, c | a:1 b:2 | 1 | 2 | 1 |
//! | 4 | a row without a key | a:3 b:2 c:3 | none | 3 | 3 |
//! | 5 | b | a:3 b:2 c:3 | 2 | 4 | 2 |
//!
//! 1 and 2 run together, and after them 3; 4 has no name for its row and waits for all before it, 5 only for 2:
//!
//! ```
//! use redo_lab::group_commit::{HashedKeys, Tracker, Tracking, TrackingSettings, WriteSetKind};
//!
//! let mut tracker = Tracker::new(TrackingSettings { tracking: Tracking::WriteSet, ..Default::default() });
//! let (a, b, c) = (11, 12, 13);
//! let usable = WriteSetKind::Usable;
//! assert_eq!(tracker.stamp(1, 0, 0, usable, &[a]), 0);
//! assert_eq!(tracker.stamp(2, 1, 0, usable, &[b]), 0);
//! assert_eq!(tracker.stamp(3, 2, 0, usable, &[a, c]), 1);
//! assert_eq!(tracker.stamp(4, 3, 0, WriteSetKind::Keyless, &[]), 3);
//! assert_eq!(tracker.stamp(5, 4, 0, usable, &[b]), 2);
//! ```
//!
//! Where a write set says nothing, commit order decides. Whoever comes later must not slip past such a transaction either: so a
//! DDL, a transaction without rows, a change of a parent table and a write set that is too large clear the history, and nobody
//! after them depends on less than them, unless commit order allows it. A table without keys does not clear it: its rows are
//! unknown to everybody, and a later change of them is again without a name and waits for all.

mod history;
mod tracker;

pub use tracker::{Tracker, TrackerTotals, Tracking, TrackingSettings};
