//! Row locks: who holds which index entry, and who waits for it.
//!
//! A transaction asks for all its entries at one moment, and each entry has a queue in order of asking: whoever is first in the
//! queues of all its entries goes on. Somebody who waits waits only for those that asked earlier, so nobody waits in a circle.
//!
//! | asks | for | queue of 7 | queue of 9 | goes on |
//! |---|---|---|---|---|
//! | A | 7 | A | | A |
//! | B | 7, 9 | A B | B | A |
//! | C | 9 | A B | B C | A |
//! | A ends | | B | B C | B |
//!
//! All of this happens for every row of every transaction, so there is no map: requests lie in one vector, and the queues of all
//! entries with the same hash are one linked list through it, in order of asking. With many more buckets than requests nearly
//! every list has no request or one.

use crate::group_commit::Key;

/// Buckets for each request, at least: so many that a list with two is rare.
const BUCKETS_OF_A_REQUEST: usize = 8;

/// No request.
const NONE: u32 = u32::MAX;

/// Somebody's wish for an entry.
#[derive(Debug, Clone, Copy)]
struct Request {
    key: Key,
    owner: u32,
    next_in_bucket: u32,
    next_of_owner: u32,
}

/// Who has asked for what.
#[derive(Debug, Clone)]
pub(super) struct RowLocks {
    /// First request of each bucket; their number is a power of two.
    buckets: Vec<u32>,
    requests: Vec<Request>,
    /// First of the places in `requests` that are free, linked by `next_of_owner`.
    free: u32,
    live: usize,
    /// First request of each owner.
    of_owner: Vec<u32>,
    /// For how many entries each owner waits.
    missing: Vec<u32>,
}

impl RowLocks {
    /// No locks, for owners 0 to `owners` - 1.
    pub fn new(owners: u32) -> Self {
        Self {
            buckets: vec![NONE; 64],
            requests: Vec::new(),
            free: NONE,
            live: 0,
            of_owner: vec![NONE; owners as usize],
            missing: vec![0; owners as usize],
        }
    }

    /// `owner`, which holds nothing, asks for all of `keys`; whether it may go on. If not, `holders` gets those that hold what it
    /// waits for.
    pub fn ask(&mut self, owner: u32, keys: &[Key], holders: &mut Vec<u32>) -> bool {
        debug_assert!(self.of_owner[owner as usize] == NONE, "an owner asks for everything at once");
        while self.live + keys.len() > self.buckets.len() / BUCKETS_OF_A_REQUEST {
            self.double();
        }
        keys.iter().for_each(|key| self.ask_for(owner, *key, holders));
        self.missing[owner as usize] == 0
    }

    fn ask_for(&mut self, owner: u32, key: Key, holders: &mut Vec<u32>) {
        let bucket = self.bucket_of(key);
        let (mut last, mut holder) = (NONE, None);
        let mut position = self.buckets[bucket];
        while position != NONE {
            let request = &self.requests[position as usize];
            if request.key == key {
                if request.owner == owner {
                    return;
                }
                holder = holder.or(Some(request.owner));
            }
            last = position;
            position = request.next_in_bucket;
        }
        if let Some(holder) = holder {
            self.missing[owner as usize] += 1;
            holders.push(holder);
        }
        let added = self.add(owner, key);
        match last {
            NONE => self.buckets[bucket] = added,
            last => self.requests[last as usize].next_in_bucket = added,
        }
    }

    /// A request at a free place, in its owner's list but in no bucket yet.
    fn add(&mut self, owner: u32, key: Key) -> u32 {
        let next_of_owner = self.of_owner[owner as usize];
        let request = Request { key, owner, next_in_bucket: NONE, next_of_owner };
        let place = match self.free {
            NONE => {
                self.requests.push(request);
                self.requests.len() as u32 - 1
            }
            place => {
                self.free = self.requests[place as usize].next_of_owner;
                self.requests[place as usize] = request;
                place
            }
        };
        self.of_owner[owner as usize] = place;
        self.live += 1;
        place
    }

    /// `owner`, which holds all that it asked for, gives it back; `go_on` gets those that may go on now.
    pub fn release(&mut self, owner: u32, go_on: &mut Vec<u32>) {
        debug_assert!(self.missing[owner as usize] == 0, "only a holder gives back");
        let mut place = std::mem::replace(&mut self.of_owner[owner as usize], NONE);
        while place != NONE {
            self.unlink(place, go_on);
            self.live -= 1;
            let freed = &mut self.requests[place as usize];
            let next = std::mem::replace(&mut freed.next_of_owner, self.free);
            self.free = place;
            place = next;
        }
    }

    /// Takes a holder's request out of its bucket; the next in the queue of its entry holds that now.
    fn unlink(&mut self, place: u32, go_on: &mut Vec<u32>) {
        let Request { key, next_in_bucket, .. } = self.requests[place as usize];
        let bucket = self.bucket_of(key);
        let mut position = self.buckets[bucket];
        if position == place {
            self.buckets[bucket] = next_in_bucket;
        } else {
            while self.requests[position as usize].next_in_bucket != place {
                position = self.requests[position as usize].next_in_bucket;
            }
            self.requests[position as usize].next_in_bucket = next_in_bucket;
        }
        if let Some(next) = self.first_of(key, next_in_bucket) {
            let missing = &mut self.missing[next as usize];
            *missing -= 1;
            if *missing == 0 {
                go_on.push(next);
            }
        }
    }

    /// Owner of the first request for `key` from `position` on in its bucket.
    fn first_of(&self, key: Key, mut position: u32) -> Option<u32> {
        while position != NONE {
            let request = &self.requests[position as usize];
            if request.key == key {
                return Some(request.owner);
            }
            position = request.next_in_bucket;
        }
        None
    }

    /// Whether somebody waits for an entry that `owner`, which has all of its entries, holds.
    pub fn holds_up_somebody(&self, owner: u32) -> bool {
        let mut place = self.of_owner[owner as usize];
        while place != NONE {
            let request = &self.requests[place as usize];
            if self.first_of(request.key, request.next_in_bucket).is_some() {
                return true;
            }
            place = request.next_of_owner;
        }
        false
    }

    fn bucket_of(&self, key: Key) -> usize {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> (64 - self.buckets.len().trailing_zeros())) as usize
    }

    /// Twice as many buckets; the order in each stays.
    fn double(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.buckets = vec![NONE; 2 * old.len()];
        for mut position in old {
            let (mut lasts, mut of_bucket) = ([NONE; 2], [0; 2]);
            while position != NONE {
                let Request { key, next_in_bucket, .. } = self.requests[position as usize];
                self.requests[position as usize].next_in_bucket = NONE;
                let bucket = self.bucket_of(key);
                let half = bucket % 2;
                of_bucket[half] = bucket;
                match std::mem::replace(&mut lasts[half], position) {
                    NONE => self.buckets[of_bucket[half]] = position,
                    last => self.requests[last as usize].next_in_bucket = position,
                }
                position = next_in_bucket;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// The same, written down as it is meant: all requests in order of asking.
    #[derive(Default)]
    struct Plain(Vec<(Key, u32)>);

    impl Plain {
        fn holds_all(&self, owner: u32) -> bool {
            let first = |key| self.0.iter().find(|request| request.0 == key).map(|request| request.1);
            self.0.iter().filter(|request| request.1 == owner).all(|request| first(request.0) == Some(owner))
        }

        fn holds_up_somebody(&self, owner: u32) -> bool {
            let mut own = self.0.iter().filter(|request| request.1 == owner);
            own.any(|own| self.0.iter().any(|request| request.0 == own.0 && request.1 != owner))
        }

        fn has_asked(&self, owner: u32) -> bool {
            self.0.iter().any(|request| request.1 == owner)
        }
    }

    proptest! {
        #[test]
        fn locks_are_held_by_one_and_given_on_in_the_order_of_asking(
            turns in vec((0..12_u32, vec(0..30_u64, 1..40)), 1..200),
        ) {
            let (mut locks, mut plain) = (RowLocks::new(12), Plain::default());
            for (owner, mut keys) in turns {
                let mut changed = Vec::new();
                if !plain.has_asked(owner) {
                    keys.sort_unstable();
                    keys.dedup();
                    plain.0.extend(keys.iter().map(|key| (*key, owner)));
                    let free = locks.ask(owner, &keys, &mut changed);
                    prop_assert_eq!(free, plain.holds_all(owner));
                    prop_assert!(changed.iter().all(|holder| plain.has_asked(*holder)));
                    prop_assert_eq!(free, changed.is_empty());
                } else if plain.holds_all(owner) {
                    let waited: Vec<u32> =
                        (0..12).filter(|other| plain.has_asked(*other) && !plain.holds_all(*other)).collect();
                    plain.0.retain(|request| request.1 != owner);
                    locks.release(owner, &mut changed);
                    changed.sort_unstable();
                    let may: Vec<u32> =
                        waited.into_iter().filter(|other| plain.holds_all(*other)).collect();
                    prop_assert_eq!(changed, may);
                }
                for owner in (0..12).filter(|owner| plain.has_asked(*owner) && plain.holds_all(*owner)) {
                    prop_assert_eq!(locks.holds_up_somebody(owner), plain.holds_up_somebody(owner));
                }
            }
        }
    }
}
