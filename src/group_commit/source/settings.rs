//! What a source is asked to do.

use std::rc::Rc;

use super::policy::Server;
use crate::group_commit::{Spread, TrackingSettings, Workload};
use crate::sim::SimTime;

/// How transactions come to the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// Each client starts its next transaction when the one before is committed: the slower the server, the fewer come.
    Closed {
        /// How many clients there are, at least 1.
        clients: u32,
        /// Mean time that a client thinks between two transactions.
        think_ns: u64,
        /// How these times are spread.
        think_spread: Spread,
    },
    /// Transactions come at random, whatever the server does; those that find no free connection wait in order of arrival.
    Open {
        /// How many connections there are, at least 1.
        clients: u32,
        /// How many transactions come a second on average, at least 1.
        transactions_per_s: u64,
    },
    /// As the workload's list says; a session starts a transaction when the one before is committed, even if it came earlier.
    Listed,
}

/// Everything that a source needs.
#[derive(Debug, Clone)]
pub struct SourceSettings {
    /// What the transactions do.
    pub workload: Rc<Workload>,
    /// Seed of arrivals, of thinking and of the lengths of fsyncs.
    pub seed: u64,
    /// How transactions come.
    pub arrival: Arrival,
    /// Whose rules of group commit hold.
    pub server: Server,
    /// How long an fsync takes, of the redo log or of the binlog.
    pub fsync_ns: u64,
    /// How much shorter or longer each of them may be, in percent; drawn evenly.
    pub fsync_spread_pct: u64,
    /// 2 if the redo log is synced before the binlog, as servers do; 1 for the textbook's model with one fsync a group.
    pub fsyncs_per_group: u32,
    /// How long a leader waits for others before it syncs, at most.
    pub delay_ns: u64,
    /// How many transactions end that wait early; 0 if none do (for MariaDB: if there is no wait).
    pub no_delay_count: u64,
    /// How much longer than asked a wait lasts that nobody ends early: a real sleep oversleeps.
    pub delay_overhead_ns: u64,
    /// Every how many groups the binlog is synced; 0 for never.
    pub sync_every: u64,
    /// PostgreSQL: how many other transactions must be open for a leader to wait.
    pub siblings: u32,
    /// Work of a leader to write one transaction into the binlog, on a core. It comes before the fsync of the binlog.
    pub write_ns: u64,
    /// Cores of the source; more than there are clients never limit anything.
    pub cores: u32,
    /// How long a client keeps a core while others wait for one: about the processor time of a statement, after which a server
    /// waits for the client. 0 for as long as its transaction needs.
    pub slice_ns: u64,
    /// How the binlog's dependencies are tracked.
    pub tracking: TrackingSettings,
    /// No transaction starts at or after this time.
    pub duration_ns: u64,
    /// How many transactions start at most.
    pub transactions: u64,
    /// From when on lanes and single transactions are recorded.
    pub watch_from: SimTime,
}

impl SourceSettings {
    /// How many clients there are, if the list does not say it.
    pub(super) fn connections(&self) -> Option<u32> {
        match &self.arrival {
            Arrival::Closed { clients, .. } | Arrival::Open { clients, .. } => Some((*clients).max(1)),
            Arrival::Listed => None,
        }
    }
}
