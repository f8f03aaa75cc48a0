//! What the clients' transactions do: drawn from a seed, given one by one, or read from a binlog.
//!
//! A transaction is a function of the workload and its position (its *id*, from 0), so that nobody has to remember it: the
//! source asks for its rows when it locks them, the binlog when it hashes them, the replica when it applies them.
//!
//! *Worked example.* Transaction 7 changes rows 5 and 9 of a table with a unique key on `email`. It locks four index entries,
//! `t1:5`, `t1.email:a`, `t1:9`, `t1.email:b`, and its write set holds the same four. If only primary keys are hashed, the
//! write set holds two, and a transaction that takes over the address `a` for another row seems to have nothing to do with it.
//!
//! A child row's reference to its parent is in the write set, but no lock that others wait for: two clients may insert children
//! of one parent at the same time, a replica that goes by write sets applies them one after another.

mod distribution;
mod dump;
mod listed;
mod random;
mod row_text;

pub use distribution::KeyDistribution;
pub use dump::{DumpPrices, DumpWorkload};
pub use listed::{ListedError, ListedTransaction, ListedWorkload};
pub use random::{DdlMoment, HugeMoment, RandomWorkload, Spread};
pub use row_text::{MAX_ROW_TEXT_BYTES, Row, RowError};

use super::Kind;
use crate::sim::SimTime;

/// Names one entry of one index: what a row lock is taken on, and what a write set holds the hash of.
///
/// Equal keys are the same entry, different keys are different entries: no two collide. The bits are mixed well, so a table may
/// use the key itself as its hash.
pub type Key = u64;

/// Hashes that a write set may hold at most; a transaction with more has none. As many as the largest history.
pub const MAX_WRITE_SET: usize = 1_000_000;

/// What one transaction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transaction {
    /// Rows or a DDL.
    pub kind: Kind,
    /// The schema that it changes, from 0; the first one, if it changes several.
    pub schema: u16,
    /// Rows that it changes; 0 for a DDL.
    pub rows: u32,
    /// Processor time of its statements on the source.
    pub execute_cpu_ns: u64,
    /// Time besides that its statements take, whatever the processors do.
    pub execute_wait_ns: u64,
    /// Processor time of applying it on a replica.
    pub apply_cpu_ns: u64,
    /// Time besides that applying it takes.
    pub apply_wait_ns: u64,
    /// Its bytes in the binlog.
    pub bytes: u64,
}

/// Which index entries of a row go into a write set.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HashedKeys {
    /// Those of the primary key, of every unique key, and references to parent rows: what servers do.
    #[default]
    All,
    /// Those of the primary key only: what looks sufficient, and lets a replica break.
    PrimaryOnly,
}

/// What a write set is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteSetKind {
    /// It names everything that the transaction changes.
    Usable,
    /// Some row is in a table without any key: it has no name. Other rows of the transaction may have.
    Keyless,
    /// Some row is in a table that others refer to.
    ParentTable,
    /// A statement that changes a table's definition, or one that changes no rows.
    Ddl,
    /// More hashes than are kept ([`MAX_WRITE_SET`], or the history's size).
    TooLarge,
}

/// A transaction that comes at a given moment, beside those that the clients draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// When a session of its own starts it.
    pub at: SimTime,
    /// Its id, as all functions of a workload know it.
    pub transaction: u64,
}

/// What transactions there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Workload {
    /// Drawn from a seed: as many as one asks for.
    Random(RandomWorkload),
    /// Given one by one.
    Listed(ListedWorkload),
    /// Read from a dump of a binlog.
    Dump(DumpWorkload),
}

impl Workload {
    /// How many transactions there are, with ids from 0; `None` if they never end.
    pub fn count(&self) -> Option<u64> {
        match self {
            Workload::Random(_) => None,
            Workload::Listed(listed) => Some(listed.count()),
            Workload::Dump(dump) => Some(dump.count()),
        }
    }

    /// What transaction `id` does.
    ///
    /// # Panics
    ///
    /// As all functions here, if the workload is a list or a dump and has no such transaction.
    pub fn transaction(&self, id: u64) -> Transaction {
        match self {
            Workload::Random(random) => random.transaction(id),
            Workload::Listed(listed) => listed.transaction(id),
            Workload::Dump(dump) => dump.transaction(id),
        }
    }

    /// Appends the index entries that transaction `id` locks against others, each once.
    ///
    /// They come in the order of its statements; more than 16 in an order that is the same for all transactions.
    pub fn lock_keys(&self, id: u64, keys: &mut Vec<Key>) {
        match self {
            Workload::Random(random) => random.lock_keys(id, keys),
            Workload::Listed(listed) => listed.lock_keys(id, keys),
            Workload::Dump(dump) => dump.lock_keys(id, keys),
        }
    }

    /// Appends the hashes of transaction `id`'s write set, and says what the set is good for. Hashes may come twice.
    pub fn write_set(&self, id: u64, hashed: HashedKeys, hashes: &mut Vec<Key>) -> WriteSetKind {
        match self {
            Workload::Random(random) => random.write_set(id, hashed, hashes),
            Workload::Listed(listed) => listed.write_set(id, hashed, hashes),
            Workload::Dump(dump) => dump.write_set(id, hashed, hashes),
        }
    }

    /// When transaction `id` arrives, if that was given. Ids need not be in the order of arrival.
    pub fn arrival(&self, id: u64) -> Option<SimTime> {
        match self {
            Workload::Random(_) => None,
            Workload::Listed(listed) => Some(listed.arrival(id)),
            Workload::Dump(dump) => Some(dump.arrival(id)),
        }
    }

    /// The session that executes transaction `id`, if that was given; a session does one transaction after another.
    pub fn session(&self, id: u64) -> Option<u32> {
        match self {
            Workload::Random(_) => None,
            Workload::Listed(listed) => Some(listed.session(id)),
            Workload::Dump(dump) => Some(dump.session(id)),
        }
    }

    /// Transactions that come at a given moment, beside the others: a DDL, a huge transaction.
    pub fn moments(&self) -> Vec<Moment> {
        match self {
            Workload::Random(random) => random.moments(),
            Workload::Listed(_) | Workload::Dump(_) => Vec::new(),
        }
    }

    /// The rows of transaction `id` as a learner reads them, such as `t1:5`; at most `limit`.
    pub fn row_labels(&self, id: u64, limit: usize) -> Vec<String> {
        match self {
            Workload::Random(random) => random.row_labels(id, limit),
            Workload::Listed(listed) => listed.row_labels(id, limit),
            Workload::Dump(dump) => dump.row_labels(id, limit),
        }
    }
}

impl From<RandomWorkload> for Workload {
    fn from(random: RandomWorkload) -> Self {
        Workload::Random(random)
    }
}

impl From<ListedWorkload> for Workload {
    fn from(listed: ListedWorkload) -> Self {
        Workload::Listed(listed)
    }
}

impl From<DumpWorkload> for Workload {
    fn from(dump: DumpWorkload) -> Self {
        Workload::Dump(dump)
    }
}

/// Keys up to which their order is kept when repeated ones are dropped.
const FEW_KEYS: usize = 16;

/// Keeps each of the keys at and behind `from` once: a few in their order, many sorted.
#[inline]
fn keep_each_once(keys: &mut Vec<Key>, from: usize) {
    if keys.len() - from > FEW_KEYS {
        keys[from..].sort_unstable();
        let mut kept = from;
        for index in from..keys.len() {
            if kept == from || keys[index] != keys[kept - 1] {
                keys[kept] = keys[index];
                kept += 1;
            }
        }
        return keys.truncate(kept);
    }
    let mut index = from + 1;
    while index < keys.len() {
        if keys[from..index].contains(&keys[index]) {
            keys.remove(index);
        } else {
            index += 1;
        }
    }
}
