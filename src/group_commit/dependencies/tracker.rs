//! Computes `last_committed`.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::history::History;
use crate::base::random;
use crate::group_commit::{HashedKeys, Key, WriteSetKind};

/// What `last_committed` is computed from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tracking {
    /// From the order of prepares and commits.
    #[default]
    CommitOrder,
    /// From write sets, where they allow less than commit order.
    WriteSet,
    /// The same, but transactions of one session keep their order.
    WriteSetSession,
}

/// How dependencies are tracked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackingSettings {
    /// What they are computed from.
    pub tracking: Tracking,
    /// Index entries that the history remembers, 1 to 1,000,000.
    pub history_size: usize,
    /// Which index entries of a row are hashed; for whoever asks the workload for write sets.
    pub hashed: HashedKeys,
}

impl Default for TrackingSettings {
    /// Commit order; MySQL's history of 25,000 entries; all keys.
    fn default() -> Self {
        Self { tracking: Tracking::CommitOrder, history_size: 25_000, hashed: HashedKeys::All }
    }
}

/// What a tracker has done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TrackerTotals {
    /// Transactions that got a smaller number than commit order gives.
    pub lowered: u64,
    /// Times that the history was cleared because it had no room for a transaction's entries.
    pub cleared_overflow: u64,
    /// Times that it was cleared by a DDL or a transaction without rows.
    pub cleared_ddl: u64,
    /// Times that it was cleared by a change of a parent table.
    pub cleared_parent_table: u64,
    /// Times that it was cleared by a write set larger than the history.
    pub cleared_too_large: u64,
    /// Transactions with a row in a table without keys.
    pub keyless: u64,
}

impl TrackerTotals {
    /// How often the history was cleared.
    pub fn clears(&self) -> u64 {
        self.cleared_overflow + self.cleared_ddl + self.cleared_parent_table + self.cleared_too_large
    }

    /// Transactions whose write sets were of no use, so that commit order decided.
    pub fn fallbacks(&self) -> u64 {
        self.cleared_ddl + self.cleared_parent_table + self.cleared_too_large + self.keyless
    }
}

/// Gives transactions their `last_committed`, in the order of the binlog.
#[derive(Debug, Clone)]
pub struct Tracker {
    settings: TrackingSettings,
    history: History,
    /// The last sequence number of each session; only if sessions keep their order.
    sessions: HashTable<(u32, u64)>,
    totals: TrackerTotals,
}

impl Tracker {
    /// A tracker that remembers nothing yet.
    pub fn new(settings: TrackingSettings) -> Self {
        let used = if settings.tracking == Tracking::CommitOrder { 0 } else { settings.history_size };
        Self {
            settings,
            history: History::new(used),
            sessions: HashTable::new(),
            totals: TrackerTotals::default(),
        }
    }

    /// The `last_committed` of the transaction with this sequence number; numbers rise from 1.
    ///
    /// `commit_parent` is the newest transaction that had committed when this one entered prepare, 0 for none. `kind` and `hashes`
    /// are what [`super::super::Workload::write_set`] says; by commit order they are not looked at.
    ///
    /// The result is never more than `commit_parent`, but for a session that did not wait for its own transaction before.
    #[inline]
    pub fn stamp(
        &mut self,
        sequence: u64,
        commit_parent: u64,
        session: u32,
        kind: WriteSetKind,
        hashes: &[Key],
    ) -> u64 {
        debug_assert!(commit_parent < sequence);
        match self.settings.tracking {
            Tracking::CommitOrder => commit_parent,
            Tracking::WriteSet => self.by_write_set(sequence, commit_parent, kind, hashes),
            Tracking::WriteSetSession => {
                let last = self.by_write_set(sequence, commit_parent, kind, hashes);
                last.max(self.last_of_session(session, sequence))
            }
        }
    }

    #[inline]
    fn by_write_set(&mut self, sequence: u64, commit_parent: u64, kind: WriteSetKind, hashes: &[Key]) -> u64 {
        let kept = matches!(kind, WriteSetKind::Usable | WriteSetKind::Keyless);
        if !kept || hashes.len() > self.settings.history_size {
            self.count_clear(kind);
            self.history.clear(sequence);
            return commit_parent;
        }
        let (parent, overflow) = self.history.replace(sequence, hashes);
        if overflow {
            self.totals.cleared_overflow += 1;
            self.history.clear(sequence);
            self.history.replace(sequence, hashes);
        }
        if kind == WriteSetKind::Keyless {
            self.totals.keyless += 1;
            return commit_parent;
        }
        self.totals.lowered += u64::from(parent < commit_parent);
        parent.min(commit_parent)
    }

    #[cold]
    fn count_clear(&mut self, kind: WriteSetKind) {
        match kind {
            WriteSetKind::Ddl => self.totals.cleared_ddl += 1,
            WriteSetKind::ParentTable => self.totals.cleared_parent_table += 1,
            WriteSetKind::Usable | WriteSetKind::Keyless | WriteSetKind::TooLarge => {
                self.totals.cleared_too_large += 1;
            }
        }
    }

    /// The session's transaction before this one, 0 for none; remembers this one.
    fn last_of_session(&mut self, session: u32, sequence: u64) -> u64 {
        let hash = |session: u32| random::at(0, u64::from(session));
        let entry = self.sessions.entry(hash(session), |known| known.0 == session, |known| hash(known.0));
        match entry {
            Entry::Occupied(mut known) => std::mem::replace(&mut known.get_mut().1, sequence),
            Entry::Vacant(free) => {
                free.insert((session, sequence));
                0
            }
        }
    }

    /// A new binlog file begins: nothing in it looks up what is in the file before. Transactions up to `last` have ended before it;
    /// 0 if sequence numbers start again at 1.
    pub fn rotate(&mut self, last: u64) {
        self.history.clear(last);
        self.sessions.clear();
    }

    /// Index entries that the history holds.
    pub fn history_len(&self) -> usize {
        self.history.len()
    }

    /// What the tracker has done.
    pub fn totals(&self) -> &TrackerTotals {
        &self.totals
    }
}
