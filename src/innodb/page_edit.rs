//! Changing an index page record by record: inserts, deletes, and finding the place for a key.
//!
//! A new record goes to the top of the heap, or into the memory of the record that was deleted last if it fits there.
//! Then it is linked in after its predecessor, and the directory slot that covers the place owns one record more; a slot
//! that would own nine is split into four and five.
//!
//! *Worked example.* Eight ascending inserts into an empty page: the supremum's slot owns 2, 3 ... 9 records, itself
//! included. Nine is too many: the fourth record becomes the owner of four, the supremum keeps five. Every further fourth
//! insert does the same, so that the directory equals the one that a bulk loader leaves
//! ([`bulk_directory`](crate::redo::bulk_page::bulk_directory)).
//!
//! Nothing here knows what fields a record has: callers say where a record's memory starts and ends.

use std::cmp::Ordering;
use std::ops::Range;

use crate::innodb::page::{
    self, DIRECTION_LEFT, DIRECTION_RIGHT, FIL_TRAILER_BYTES, HEAP_START, INFIMUM, NO_DIRECTION,
    PAGE_DIRECTION, PAGE_FREE, PAGE_GARBAGE, PAGE_HEAP_TOP, PAGE_LAST_INSERT, PAGE_N_DIR_SLOTS,
    PAGE_N_DIRECTION, PAGE_N_HEAP, PAGE_N_RECS, SUPREMUM, next_record, set_next_record, slot_position,
};
use crate::innodb::{put_u16, u16_at};

/// The most records that a directory slot may own.
const MAX_OWNED: u8 = 8;
/// The fewest that it may own, but for the first and the last slot.
const MIN_OWNED: u8 = 4;

/// Where a new record's bytes go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// To the top of the heap.
    Heap,
    /// Into the memory of the record at the head of the free list, which starts at this offset.
    Freed {
        /// First byte of the freed record: of its lengths and NULL flags, not its origin.
        start: usize,
    },
}

#[inline]
fn field(page: &[u8], offset: usize) -> usize {
    usize::from(u16_at(page, offset))
}

/// Origin of the record that was deleted last, the head of the free list.
#[inline]
pub fn freed_record(page: &[u8]) -> Option<usize> {
    match field(page, PAGE_FREE) {
        0 => None,
        origin => Some(origin),
    }
}

/// Where a record of `bytes` goes, given the memory of the record at the head of the free list, if there is one: there
/// if it fits, else on top of the heap if there is room, else nowhere (`None`).
#[inline]
pub fn place_for(page: &[u8], bytes: usize, freed: Option<Range<usize>>) -> Option<Place> {
    match freed {
        Some(freed) if freed.len() >= bytes => Some(Place::Freed { start: freed.start }),
        _ if bytes <= free_heap_bytes(page) => Some(Place::Heap),
        _ => None,
    }
}

/// Bytes that the directory needs at worst for `records` records: a slot of two bytes for every four.
#[inline]
fn directory_reserve(records: usize) -> usize {
    (2 * records).div_ceil(4)
}

/// How large a record on top of the heap could be, room for its share of the directory set aside.
#[inline]
pub fn free_heap_bytes(page: &[u8]) -> usize {
    let in_heap = (field(page, PAGE_N_HEAP) & 0x7FFF) - 2;
    let used = field(page, PAGE_HEAP_TOP) - HEAP_START + directory_reserve(in_heap + 1);
    page::empty_page_free_bytes(page.len()).saturating_sub(used)
}

/// How large a record could be if all freed memory lay in one piece.
#[inline]
pub fn free_bytes(page: &[u8]) -> usize {
    let used = data_bytes(page) + directory_reserve(usize::from(page::n_recs(page)) + 1);
    page::empty_page_free_bytes(page.len()).saturating_sub(used)
}

/// Bytes of all user records.
#[inline]
pub fn data_bytes(page: &[u8]) -> usize {
    field(page, PAGE_HEAP_TOP) - HEAP_START - field(page, PAGE_GARBAGE)
}

/// Inserts a record after the one at `previous_origin`; returns its origin.
///
/// `record` holds all its bytes, with the origin at `origin_in_record`; heap number, link and owned count of its header
/// are filled in here. [`Place::Freed`] must only be given while the free list has a record that is large enough.
pub fn insert_record(
    page: &mut [u8],
    previous_origin: usize,
    record: &[u8],
    origin_in_record: usize,
    place: Place,
) -> usize {
    let (start, heap_no) = match place {
        Place::Heap => {
            let start = field(page, PAGE_HEAP_TOP);
            let heap = u16_at(page, PAGE_N_HEAP);
            put_u16(page, PAGE_HEAP_TOP, (start + record.len()) as u16);
            put_u16(page, PAGE_N_HEAP, heap + 1);
            (start, heap & 0x7FFF)
        }
        Place::Freed { start } => {
            let freed = field(page, PAGE_FREE);
            let heap_no = page::heap_no(page, freed);
            let next_freed = next_record(page, freed);
            put_u16(page, PAGE_FREE, next_freed as u16);
            let garbage = field(page, PAGE_GARBAGE) - record.len();
            put_u16(page, PAGE_GARBAGE, garbage as u16);
            (start, heap_no)
        }
    };
    let origin = start + origin_in_record;
    page[start..start + record.len()].copy_from_slice(record);
    page[origin - 5] &= 0xF0;
    let kind = record[origin_in_record - 3] & 7;
    put_u16(page, origin - 4, heap_no << 3 | u16::from(kind));
    let next = next_record(page, previous_origin);
    set_next_record(page, origin, next);
    set_next_record(page, previous_origin, origin);
    note_direction(page, previous_origin, origin, next);
    let records = page::n_recs(page) + 1;
    put_u16(page, PAGE_N_RECS, records);
    own_one_more(page, next);
    origin
}

/// Keeps account of whether inserts run in one direction.
fn note_direction(page: &mut [u8], previous: usize, origin: usize, next: usize) {
    let last = field(page, PAGE_LAST_INSERT);
    let was = u16_at(page, PAGE_DIRECTION);
    let run = u16_at(page, PAGE_N_DIRECTION);
    let (direction, run) = if last != 0 && last == previous && was != DIRECTION_LEFT {
        (DIRECTION_RIGHT, run + 1)
    } else if last != 0 && last == next && was != DIRECTION_RIGHT {
        (DIRECTION_LEFT, run + 1)
    } else {
        (NO_DIRECTION, 0)
    };
    put_u16(page, PAGE_LAST_INSERT, origin as u16);
    put_u16(page, PAGE_DIRECTION, direction);
    put_u16(page, PAGE_N_DIRECTION, run);
}

/// The first record from `origin` on that owns a directory slot.
#[inline]
pub fn owner_from(page: &[u8], mut origin: usize) -> usize {
    while page::n_owned(page, origin) == 0 {
        origin = next_record(page, origin);
    }
    origin
}

/// The directory slot of an owner. Searched from the end, where appends find theirs at once.
#[inline]
pub fn slot_of(page: &[u8], owner: usize) -> usize {
    let slots = field(page, PAGE_N_DIR_SLOTS);
    (0..slots)
        .rev()
        .find(|&slot| field(page, slot_position(page.len(), slot)) == owner)
        .expect("an owner has a directory slot")
}

fn set_slot(page: &mut [u8], slot: usize, owner: usize) {
    let at = slot_position(page.len(), slot);
    put_u16(page, at, owner as u16);
}

/// Counts a record that was just inserted before `next` and splits its slot if that is full.
fn own_one_more(page: &mut [u8], next: usize) {
    let owner = owner_from(page, next);
    let owned = page::n_owned(page, owner) + 1;
    page::set_n_owned(page, owner, owned);
    if owned > MAX_OWNED {
        split_slot(page, slot_of(page, owner), owner, owned);
    }
}

fn split_slot(page: &mut [u8], slot: usize, owner: usize, owned: u8) {
    let mut middle = field(page, slot_position(page.len(), slot - 1));
    for _ in 0..owned / 2 {
        middle = next_record(page, middle);
    }
    page::set_n_owned(page, middle, owned / 2);
    page::set_n_owned(page, owner, owned - owned / 2);
    // Slots lie in descending order: those from this one on move down by one place.
    let slots = field(page, PAGE_N_DIR_SLOTS);
    let (from, to) = (slot_position(page.len(), slots - 1), slot_position(page.len(), slot) + 2);
    page.copy_within(from..to, from - 2);
    set_slot(page, slot, middle);
    put_u16(page, PAGE_N_DIR_SLOTS, slots as u16 + 1);
}

fn remove_slot(page: &mut [u8], slot: usize) {
    let slots = field(page, PAGE_N_DIR_SLOTS);
    let (from, to) = (slot_position(page.len(), slots - 1), slot_position(page.len(), slot));
    page.copy_within(from..to, from + 2);
    put_u16(page, from, 0);
    put_u16(page, PAGE_N_DIR_SLOTS, slots as u16 - 1);
}

/// Deletes the record after `previous_origin`; `bytes` is its size. It becomes the head of the free list.
pub fn delete_record(page: &mut [u8], previous_origin: usize, bytes: usize) {
    let origin = next_record(page, previous_origin);
    let next = next_record(page, origin);
    let owner = owner_from(page, origin);
    let owned = page::n_owned(page, owner) - 1;
    // Searching for the slot is needed only if the owner itself goes or its slot gets too small.
    let slot = (owner == origin || owned < MIN_OWNED && owner != SUPREMUM).then(|| slot_of(page, owner));
    set_next_record(page, previous_origin, next);
    page::set_n_owned(page, origin, 0);
    let owner = if owner == origin { previous_origin } else { owner };
    page::set_n_owned(page, owner, owned);
    if let Some(slot) = slot {
        set_slot(page, slot, owner);
        if owned < MIN_OWNED {
            balance_slot(page, slot, owner, owned);
        }
    }
    let freed = field(page, PAGE_FREE);
    match freed {
        0 => put_u16(page, origin - 2, 0),
        _ => set_next_record(page, origin, freed),
    }
    put_u16(page, PAGE_FREE, origin as u16);
    let garbage = field(page, PAGE_GARBAGE) + bytes;
    put_u16(page, PAGE_GARBAGE, garbage as u16);
    put_u16(page, PAGE_LAST_INSERT, 0);
    let records = page::n_recs(page) - 1;
    put_u16(page, PAGE_N_RECS, records);
}

/// Takes one record over from the next slot, or joins the two slots if that one could not spare it.
fn balance_slot(page: &mut [u8], slot: usize, owner: usize, owned: u8) {
    let next_owner = field(page, slot_position(page.len(), slot + 1));
    let next_owned = page::n_owned(page, next_owner);
    page::set_n_owned(page, owner, 0);
    if next_owned > MIN_OWNED {
        let new_owner = next_record(page, owner);
        page::set_n_owned(page, next_owner, next_owned - 1);
        page::set_n_owned(page, new_owner, owned + 1);
        set_slot(page, slot, new_owner);
    } else {
        page::set_n_owned(page, next_owner, next_owned + owned);
        remove_slot(page, slot);
    }
}

/// Deletes all records after `previous_origin`, `count` of them with `bytes` in all: they go to the free list in one piece.
///
/// The directory ends with the slot that covered the first of them; the supremum takes over what remains of it.
pub fn delete_list_end(page: &mut [u8], previous_origin: usize, count: usize, bytes: usize) {
    let first = next_record(page, previous_origin);
    if first == SUPREMUM {
        return;
    }
    let list = ListEnd::find(page, previous_origin);
    put_u16(page, PAGE_N_DIR_SLOTS, list.slot as u16 + 1);
    set_slot(page, list.slot, SUPREMUM);
    page::set_n_owned(page, SUPREMUM, list.owned);
    set_next_record(page, previous_origin, SUPREMUM);
    match field(page, PAGE_FREE) {
        0 => put_u16(page, list.last - 2, 0),
        freed => set_next_record(page, list.last, freed),
    }
    put_u16(page, PAGE_FREE, first as u16);
    let garbage = field(page, PAGE_GARBAGE) + bytes;
    put_u16(page, PAGE_GARBAGE, garbage as u16);
    put_u16(page, PAGE_LAST_INSERT, 0);
    let records = page::n_recs(page) - count as u16;
    put_u16(page, PAGE_N_RECS, records);
}

/// Takes all records off an index page, leaving its level, index and siblings as they are.
pub fn clear_records(page: &mut [u8]) {
    let max_trx_id: [u8; 8] = page[page::PAGE_MAX_TRX_ID..][..8].try_into().expect("eight bytes");
    page::create_index(page);
    page[page::PAGE_MAX_TRX_ID..][..8].copy_from_slice(&max_trx_id);
}

/// What the end of a page's record list looks like when it is cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListEnd {
    /// Origin of the last user record.
    pub last: usize,
    /// The directory slot that will be the supremum's.
    pub slot: usize,
    /// How many records the supremum will own, itself included.
    pub owned: u8,
}

impl ListEnd {
    /// The list of all records after `previous_origin`, at least one.
    pub fn find(page: &[u8], previous_origin: usize) -> Self {
        let first = next_record(page, previous_origin);
        let owner = owner_from(page, first);
        let mut to_owner = 0;
        let mut at = first;
        while at != owner {
            to_owner += 1;
            at = next_record(page, at);
        }
        let slots = field(page, PAGE_N_DIR_SLOTS);
        let mut last = field(page, slot_position(page.len(), slots - 2));
        while next_record(page, last) != SUPREMUM {
            last = next_record(page, last);
        }
        // The owner's slot covered this many records that stay; the supremum is one more.
        let stay = page::n_owned(page, owner) - 1 - to_owner;
        Self { last, slot: slot_of(page, owner), owned: stay + 1 }
    }
}

/// Origin of the last record (or the infimum) for which `is_before` holds: the place after which a key belongs.
///
/// `is_before` is asked about origins of user records and must hold for none after one for which it does not.
#[inline]
pub fn search(page: &[u8], mut is_before: impl FnMut(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, field(page, PAGE_N_DIR_SLOTS) - 1);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if is_before(field(page, slot_position(page.len(), middle))) {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mut previous = field(page, slot_position(page.len(), low));
    let stop = field(page, slot_position(page.len(), high));
    loop {
        let next = next_record(page, previous);
        if next == stop || !is_before(next) {
            return previous;
        }
        previous = next;
    }
}

/// Compares the record at `origin` with key bytes that sort as bytes do.
#[inline]
pub fn compare_bytes(page: &[u8], origin: usize, key: &[u8]) -> Ordering {
    page[origin..origin + key.len()].cmp(key)
}

/// Origin of the last user record, or of the infimum on an empty page.
#[inline]
pub fn last_record(page: &[u8]) -> usize {
    let slots = field(page, PAGE_N_DIR_SLOTS);
    let mut last = field(page, slot_position(page.len(), slots - 2));
    loop {
        let next = next_record(page, last);
        if next == SUPREMUM {
            return last;
        }
        last = next;
    }
}

/// Origin of the record before the one at `origin`, which is no infimum.
pub fn previous_record(page: &[u8], origin: usize) -> usize {
    let slot = slot_of(page, owner_from(page, origin));
    let mut previous = field(page, slot_position(page.len(), slot - 1));
    loop {
        let next = next_record(page, previous);
        if next == origin {
            return previous;
        }
        previous = next;
    }
}

/// Checks that a page is well formed: links end at the supremum, counts agree, every slot's owner owns what lies between
/// the slots, heap numbers are unique, and freed records lie in the heap.
///
/// # Errors
/// A sentence about the first thing that is wrong.
pub fn check_page(page: &[u8]) -> Result<(), String> {
    let slots = field(page, PAGE_N_DIR_SLOTS);
    let heap = field(page, PAGE_N_HEAP) & 0x7FFF;
    let heap_top = field(page, PAGE_HEAP_TOP);
    let directory = page.len() - FIL_TRAILER_BYTES - 2 * slots;
    ensure(slots >= 2 && heap_top <= directory, || format!("heap {heap_top} and {slots} slots collide"))?;
    let mut seen = vec![false; heap];
    let mut visit = |origin: usize| {
        ensure(origin >= HEAP_START + 5 && origin <= heap_top, || format!("a record at {origin}"))?;
        let number = usize::from(page::heap_no(page, origin));
        ensure(number >= 2 && number < heap, || format!("heap number {number} of {heap}"))?;
        ensure(!std::mem::replace(&mut seen[number], true), || format!("heap number {number} twice"))
    };
    ensure(field(page, slot_position(page.len(), 0)) == INFIMUM, || "slot 0 is not the infimum's".into())?;
    ensure(page::n_owned(page, INFIMUM) == 1, || "the infimum does not own itself alone".into())?;
    let (mut at, mut slot, mut owned, mut records) = (next_record(page, INFIMUM), 1, 1, 0);
    loop {
        if at != SUPREMUM {
            visit(at)?;
            records += 1;
        }
        let says = page::n_owned(page, at);
        if says > 0 {
            ensure(slot < slots, || format!("the record at {at} owns a slot beyond the directory"))?;
            let stands = field(page, slot_position(page.len(), slot));
            ensure(stands == at, || format!("slot {slot} names {stands}, not {at}"))?;
            ensure(says == owned, || format!("slot {slot} says it owns {says}, not {owned}"))?;
            let least = if at == SUPREMUM { 1 } else { MIN_OWNED };
            ensure((least..=MAX_OWNED).contains(&says), || format!("slot {slot} owns {says}"))?;
            (slot, owned) = (slot + 1, 0);
        }
        owned += 1;
        if at == SUPREMUM {
            break;
        }
        at = next_record(page, at);
    }
    ensure(slot == slots, || format!("{slots} slots, but {slot} owners"))?;
    ensure(records == page::n_recs(page), || format!("{records} records, not {}", page::n_recs(page)))?;
    let mut free = field(page, PAGE_FREE);
    let mut freed = 0;
    while free != 0 {
        visit(free)?;
        freed += 1;
        free = next_record(page, free);
    }
    ensure(usize::from(records) + freed == heap - 2, || {
        format!("{records} records and {freed} freed ones do not make {heap} in the heap")
    })
}

fn ensure(holds: bool, sentence: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(sentence()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redo::bulk_page::bulk_directory;
    use proptest::prelude::*;

    const RECORD: usize = 14;
    const ORIGIN: usize = 6;

    fn empty(page_size: usize) -> Vec<u8> {
        let mut page = vec![0; page_size];
        page::init(&mut page, 5, 3);
        page::create_index(&mut page);
        page
    }

    fn record(key: u32) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[ORIGIN..ORIGIN + 4].copy_from_slice(&key.to_be_bytes());
        bytes
    }

    fn key_at(page: &[u8], origin: usize) -> u32 {
        crate::innodb::u32_at(page, origin)
    }

    fn insert(page: &mut [u8], key: u32) -> bool {
        let previous = search(page, |origin| key_at(page, origin) < key);
        let freed = freed_record(page).map(|origin| origin - ORIGIN..origin - ORIGIN + RECORD);
        let Some(place) = place_for(page, RECORD, freed) else { return false };
        insert_record(page, previous, &record(key), ORIGIN, place);
        true
    }

    fn keys(page: &[u8]) -> Vec<u32> {
        page::record_origins(page, 1 << 16).into_iter().map(|origin| key_at(page, origin)).collect()
    }

    #[test]
    fn ascending_inserts_leave_the_bulk_loaders_directory() {
        let mut page = empty(16_384);
        let mut count = 0;
        while free_bytes(&page) >= RECORD {
            assert!(insert(&mut page, count as u32));
            count += 1;
            check_page(&page).unwrap();
            let (owned, slots) = bulk_directory(count);
            assert_eq!(page::n_owned(&page, SUPREMUM), owned, "{count} records");
            assert_eq!(field(&page, PAGE_N_DIR_SLOTS), slots, "{count} records");
        }
        assert_eq!(count, 1120);
        assert_eq!(u16_at(&page, PAGE_DIRECTION), DIRECTION_RIGHT);
        assert_eq!(u16_at(&page, PAGE_N_DIRECTION), 1119);
        let origins = page::record_origins(&page, 2000);
        for (index, owner) in origins.chunks_exact(4).map(|four| four[3]).enumerate().take(279) {
            assert_eq!(field(&page, slot_position(page.len(), index + 1)), owner);
        }
    }

    proptest! {
        #[test]
        fn any_inserts_and_deletes_leave_a_well_formed_page(
            page_size in prop::sample::select(vec![4096_usize, 8192, 16_384, 32_768, 65_536]),
            steps in prop::collection::vec((0_u8..8, 0_u32..5000), 1..600),
        ) {
            let mut page = empty(page_size);
            let mut model = std::collections::BTreeSet::new();
            for (action, key) in steps {
                match action {
                    0..=4 => {
                        if !model.contains(&key) && insert(&mut page, key) {
                            model.insert(key);
                        }
                    }
                    5 | 6 => {
                        let previous = search(&page, |origin| key_at(&page, origin) < key);
                        let origin = next_record(&page, previous);
                        if origin != SUPREMUM {
                            model.remove(&key_at(&page, origin));
                            delete_record(&mut page, previous, RECORD);
                        }
                    }
                    _ => {
                        // Cut off at most the last few, so that pages also grow.
                        let from = key + 3000;
                        let previous = search(&page, |origin| key_at(&page, origin) < from);
                        let cut = model.split_off(&from);
                        delete_list_end(&mut page, previous, cut.len(), cut.len() * RECORD);
                    }
                }
                prop_assert_eq!(check_page(&page), Ok(()));
            }
            prop_assert_eq!(keys(&page), model.iter().copied().collect::<Vec<_>>());
            let last = last_record(&page);
            if last != INFIMUM {
                prop_assert_eq!(next_record(&page, previous_record(&page, last)), last);
            }
        }
    }
}
