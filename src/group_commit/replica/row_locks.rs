//! Row locks of transactions that run side by side without knowing of each other.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::super::Key;

/// A locked index entry.
#[derive(Debug, Clone)]
struct Lock {
    key: Key,
    holder: u32,
    waiters: u32,
}

/// Who holds which index entry. Keys are mixed well already, so a key is its own hash.
#[derive(Debug, Clone, Default)]
pub(super) struct RowLocks {
    locks: HashTable<Lock>,
}

impl RowLocks {
    /// Gives `key` to `worker` if it is free; who has it then.
    pub(super) fn take(&mut self, key: Key, worker: u32) -> u32 {
        match self.locks.entry(key, |lock| lock.key == key, |lock| lock.key) {
            Entry::Occupied(entry) => entry.get().holder,
            Entry::Vacant(entry) => entry.insert(Lock { key, holder: worker, waiters: 0 }).into_mut().holder,
        }
    }

    /// One more waits for `key`.
    pub(super) fn wait(&mut self, key: Key) {
        self.lock(key).waiters += 1;
    }

    /// One who waited for `key` does so no longer.
    pub(super) fn give_up(&mut self, key: Key) {
        self.lock(key).waiters -= 1;
    }

    /// `key` goes to `worker`, whoever held it.
    pub(super) fn hand(&mut self, key: Key, worker: u32) {
        self.lock(key).holder = worker;
    }

    /// Frees `key` if nobody waits for it; whether somebody does.
    pub(super) fn release(&mut self, key: Key) -> bool {
        match self.locks.find_entry(key, |lock| lock.key == key) {
            Ok(entry) if entry.get().waiters == 0 => {
                entry.remove();
                false
            }
            Ok(_) => true,
            Err(_) => false,
        }
    }

    fn lock(&mut self, key: Key) -> &mut Lock {
        self.locks.find_mut(key, |lock| lock.key == key).expect("a lock that somebody holds")
    }
}

/// How many transactions in flight change each index entry.
#[derive(Debug, Clone, Default)]
pub(super) struct KeysInFlight {
    keys: HashTable<(Key, u32)>,
}

impl KeysInFlight {
    /// A transaction that changes `key` begins; whether another one was there.
    pub(super) fn enter(&mut self, key: Key) -> bool {
        match self.keys.entry(key, |entry| entry.0 == key, |entry| entry.0) {
            Entry::Occupied(mut entry) => {
                entry.get_mut().1 += 1;
                true
            }
            Entry::Vacant(entry) => {
                entry.insert((key, 1));
                false
            }
        }
    }

    /// A transaction that changes `key` is committed.
    pub(super) fn leave(&mut self, key: Key) {
        if let Ok(mut entry) = self.keys.find_entry(key, |entry| entry.0 == key) {
            entry.get_mut().1 -= 1;
            if entry.get().1 == 0 {
                entry.remove();
            }
        }
    }
}
