//! The rules of group commit of each server, one file each.
//!
//! All servers share two stages (see [`super`]): what differs is which of them there are, how many transactions a leader takes,
//! and when it waits for others. A policy is only that; it holds no state. **To add a server**, write a file here with a
//! [`Policy`] and list it in [`Server`].

mod mariadb;
mod mysql;
mod postgresql;
mod single;

use super::SourceSettings;

/// Whose rules of group commit hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Server {
    /// `binlog_group_commit_sync_delay` and `binlog_group_commit_sync_no_delay_count`.
    Mysql,
    /// `binlog_commit_wait_usec` and `binlog_commit_wait_count`.
    Mariadb,
    /// `commit_delay` and `commit_siblings`.
    Postgresql,
    /// No group commit: one transaction after another.
    Single,
}

impl Server {
    /// The rules.
    pub(super) fn policy(self) -> &'static dyn Policy {
        match self {
            Server::Mysql => &mysql::Mysql,
            Server::Mariadb => &mariadb::Mariadb,
            Server::Postgresql => &postgresql::Postgresql,
            Server::Single => &single::Single,
        }
    }
}

/// How a leader waits for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wait {
    /// For how long at most.
    pub delay_ns: u64,
    /// How many transactions in the queue end it; 0 if none do.
    pub count: u64,
}

/// What a leader sees when it could sync.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    /// Whether this group is one that syncs.
    pub sync_is_due: bool,
    /// Transactions besides the leader's that are open and do not wait for a row lock. Those that were synced just now count:
    /// they have not told anybody yet.
    pub others_active: u32,
}

/// The rules of a server.
pub(super) trait Policy: std::fmt::Debug {
    /// Whether a stage of its own makes the redo log durable before the binlog's stage.
    fn has_flush_stage(&self, settings: &SourceSettings) -> bool {
        settings.fsyncs_per_group > 1
    }

    /// Whether the leader of the flush stage writes its group into the binlog, and not that of the next stage.
    fn writes_in_flush_stage(&self) -> bool {
        false
    }

    /// Whether a leader waits for others before it syncs, and how.
    fn wait(&self, settings: &SourceSettings, moment: Moment) -> Option<Wait>;

    /// Whether a leader does not wait, or not any longer, if a transaction needs a row that one in the queue has locked.
    fn closes_for_row_locks(&self) -> bool {
        false
    }

    /// Whether transactions are committed one after another: none enters the first stage before the one ahead has left the last.
    fn commits_one_by_one(&self) -> bool {
        false
    }
}
