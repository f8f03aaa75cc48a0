//! Who changed an index entry last.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::group_commit::Key;

/// The last change of each index entry, of a limited number of entries.
#[derive(Debug, Clone)]
pub(super) struct History {
    /// Entries and the sequence numbers of their last changes.
    changes: HashTable<(Key, u64)>,
    limit: usize,
    /// What every entry that is not remembered may have been changed by, at the latest.
    start: u64,
}

impl History {
    /// An empty history that holds at most `limit` entries.
    pub(super) fn new(limit: usize) -> Self {
        // Room for the default size from the start; larger ones grow.
        Self { changes: HashTable::with_capacity(limit.min(1 << 15)), limit, start: 0 }
    }

    /// Looks up who changed `hashes` last and remembers that `sequence` has changed them now.
    ///
    /// Returns the newest of those that changed them before, and whether the history had no room for all.
    #[inline]
    pub(super) fn replace(&mut self, sequence: u64, hashes: &[Key]) -> (u64, bool) {
        let (mut newest, mut overflow) = (self.start, false);
        for &hash in hashes {
            let room = self.changes.len() < self.limit;
            match self.changes.entry(hash, |change| change.0 == hash, |change| change.0) {
                Entry::Occupied(mut found) => {
                    let last = std::mem::replace(&mut found.get_mut().1, sequence);
                    // An entry that comes twice finds the transaction itself.
                    if last > newest && last != sequence {
                        newest = last;
                    }
                }
                Entry::Vacant(free) if room => {
                    free.insert((hash, sequence));
                }
                Entry::Vacant(_) => overflow = true,
            }
        }
        (newest, overflow)
    }

    /// Forgets everything: from now on all entries count as changed by `sequence`.
    pub(super) fn clear(&mut self, sequence: u64) {
        self.changes.clear();
        self.start = sequence;
    }

    /// How many entries are remembered.
    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }
}
