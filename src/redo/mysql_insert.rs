//! Replay of insert records: an entry made whole, and put where the server put it.
//!
//! An insert record names the entry before (the *cursor* record), not bytes of the page. Replay finds that record's bytes,
//! completes the new entry with those that both share, and inserts it as the server did: into the heap, into the chain of
//! links, into the directory. So it needs the page as it was, and repeats the work of the primary.
//!
//! *Worked example.* The cursor record is `.. 80 00 00 7e 80 00 07 d0`, 14 bytes, and the tail is two bytes `0c 26`: the new
//! entry is the cursor's first 12 bytes and these two.
//!
//! A damaged log must not stop the replica with a panic, so the place is checked before anything is changed.

use crate::innodb::page_edit::{self, Place};
use crate::innodb::{page, put_u16, u16_at};
use crate::redo::ReplayError;
use crate::redo::mysql_records::{IndexShape, Tail, take_tail};

/// The most records that a directory slot owns.
const MAX_OWNED: u8 = 8;

/// Puts entries into pages; keeps what it knows about the index from one record to the next.
#[derive(Default)]
pub struct Inserter {
    shape: IndexShape,
    entry: Vec<u8>,
}

impl Inserter {
    /// Inserts one entry after the cursor record.
    #[inline]
    pub fn insert(
        &mut self,
        bytes: &mut [u8],
        info: &[u8],
        cursor: usize,
        tail: Tail<'_>,
    ) -> Result<(), ReplayError> {
        self.shape.set(info)?;
        self.insert_after(bytes, cursor, tail).map(|_| ())
    }

    /// Appends entries to a page. The server forgets afterwards where the last insert was.
    pub fn append_all(&mut self, bytes: &mut [u8], info: &[u8], mut tails: &[u8]) -> Result<(), ReplayError> {
        self.shape.set(info)?;
        let mut cursor = last_record(bytes).ok_or_else(no_index_page)?;
        while !tails.is_empty() {
            let tail = take_tail(&mut tails)?;
            cursor = self.insert_after(bytes, cursor, tail)?;
        }
        forget_last_insert(bytes);
        Ok(())
    }

    #[inline]
    fn insert_after(
        &mut self,
        bytes: &mut [u8],
        cursor: usize,
        tail: Tail<'_>,
    ) -> Result<usize, ReplayError> {
        let extra = self.complete(bytes, cursor, tail)?;
        let size = self.entry.len();
        let place = if takes_insert(bytes, cursor) { self.place(bytes, size) } else { None };
        let place = place.ok_or_else(|| {
            let sentence = format!("{size} bytes after offset {cursor}, where the page cannot take them");
            ReplayError::damaged(format!("a record inserts {sentence}"))
        })?;
        Ok(page_edit::insert_record(bytes, cursor, &self.entry, extra, place))
    }

    /// Where `size` bytes go on a page whose header makes sense; `None` if nowhere.
    #[inline]
    fn place(&self, bytes: &[u8], size: usize) -> Option<Place> {
        let heap_top = usize::from(u16_at(bytes, page::PAGE_HEAP_TOP));
        let freed = match page_edit::freed_record(bytes) {
            None => None,
            Some(origin) if is_origin(bytes, origin) => {
                let extent = self.shape.extent(bytes, origin)?;
                let start = origin - extent.extra;
                let garbage = usize::from(u16_at(bytes, page::PAGE_GARBAGE));
                let in_heap = start >= page::HEAP_START && start + extent.size <= heap_top;
                Some((in_heap && garbage >= size).then_some(start..start + extent.size)?)
            }
            Some(_) => return None,
        };
        // Room for a slot, should this insert split one.
        let fits = heap_top + size + 2 <= directory_start(bytes)?;
        page_edit::place_for(bytes, size, freed).filter(|place| *place != Place::Heap || fits)
    }

    /// Completes the entry whose last bytes `tail` holds; returns how many bytes lie in front of its data.
    #[inline]
    fn complete(&mut self, bytes: &[u8], cursor: usize, tail: Tail<'_>) -> Result<usize, ReplayError> {
        let wrong =
            || ReplayError::damaged(format!("a record's tail does not continue the entry at {cursor}"));
        let extent = self.shape.extent(bytes, cursor).ok_or_else(wrong)?;
        let (extra, shared) = match tail.long {
            Some(long) => (long.extra, long.shared),
            None => (extent.extra, extent.size.checked_sub(tail.bytes.len()).ok_or_else(wrong)?),
        };
        let start = cursor - extent.extra;
        let size = shared + tail.bytes.len();
        if shared > extent.size || extra < 5 || extra > size {
            return Err(wrong());
        }
        self.entry.clear();
        self.entry.extend_from_slice(&bytes[start..start + shared]);
        self.entry.extend_from_slice(tail.bytes);
        if let Some(long) = tail.long {
            self.entry[extra - 5] = long.info_and_status & 0xF0;
            self.entry[extra - 3] = self.entry[extra - 3] & !7 | long.info_and_status & 7;
        }
        Ok(extra)
    }
}

fn no_index_page() -> ReplayError {
    ReplayError::damaged("a record inserts into a page that is no index page")
}

/// A copy of a list leaves no trace of where and in which direction the last insert went.
fn forget_last_insert(bytes: &mut [u8]) {
    put_u16(bytes, page::PAGE_LAST_INSERT, 0);
    put_u16(bytes, page::PAGE_DIRECTION, page::NO_DIRECTION);
    put_u16(bytes, page::PAGE_N_DIRECTION, 0);
}

/// The place of a page's last directory slot; `None` if that is no place for one.
#[inline]
fn directory_start(bytes: &[u8]) -> Option<usize> {
    let slots = usize::from(u16_at(bytes, page::PAGE_N_DIR_SLOTS));
    let room = bytes.len() - page::FIL_TRAILER_BYTES - page::HEAP_START;
    (page::kind(bytes) == page::page_type::INDEX && (2..=room / 2).contains(&slots))
        .then(|| page::slot_position(bytes.len(), slots - 1))
}

/// Whether an entry's data may begin at `origin`.
#[inline]
fn is_origin(bytes: &[u8], origin: usize) -> bool {
    let top = usize::from(u16_at(bytes, page::PAGE_HEAP_TOP)).min(bytes.len() - page::FIL_TRAILER_BYTES);
    (page::HEAP_START + 5..=top).contains(&origin)
}

/// Origin of a page's last entry, or of the infimum; `None` on a damaged page.
fn last_record(bytes: &[u8]) -> Option<usize> {
    let start = directory_start(bytes)?;
    let mut at = usize::from(u16_at(bytes, start + 2));
    for _ in 0..=MAX_OWNED {
        if at != page::INFIMUM && !is_origin(bytes, at) {
            return None;
        }
        match page::next_record(bytes, at) {
            page::SUPREMUM => return Some(at),
            next => at = next,
        }
    }
    None
}

/// Whether `bytes` is an index page whose counts, links and directory around the record at `cursor` make sense.
#[inline]
fn takes_insert(bytes: &[u8], cursor: usize) -> bool {
    let Some(directory) = directory_start(bytes) else { return false };
    let heap_top = usize::from(u16_at(bytes, page::PAGE_HEAP_TOP));
    let heap = u16_at(bytes, page::PAGE_N_HEAP) & 0x7FFF;
    let counts = [page::n_recs(bytes), u16_at(bytes, page::PAGE_N_DIRECTION)];
    let header_makes_sense = (page::HEAP_START..=directory).contains(&heap_top)
        && (2..record_limit(bytes)).contains(&heap)
        && counts.into_iter().all(|count| count < record_limit(bytes));
    if !header_makes_sense || (cursor != page::INFIMUM && !is_origin(bytes, cursor)) {
        return false;
    }
    let mut owner = cursor;
    for _ in 0..=MAX_OWNED {
        owner = page::next_record(bytes, owner);
        if owner != page::SUPREMUM && !is_origin(bytes, owner) {
            return false;
        }
        match page::n_owned(bytes, owner) {
            0 => {}
            // A full slot is split, which needs the directory and the records that the slot owns.
            MAX_OWNED.. => return owns(bytes, directory, owner),
            _ => return true,
        }
    }
    false
}

/// More records than a page holds: each takes at least a header.
#[inline]
fn record_limit(bytes: &[u8]) -> u16 {
    (bytes.len() / 5) as u16
}

/// Whether the record at `owner` has a directory slot, and as many records as it owns lead to it from the slot before.
fn owns(bytes: &[u8], directory: usize, owner: usize) -> bool {
    let infimum_slot = page::slot_position(bytes.len(), 0);
    let mut slots = (directory..infimum_slot).step_by(2);
    let Some(slot) = slots.find(|&slot| usize::from(u16_at(bytes, slot)) == owner) else { return false };
    let mut at = usize::from(u16_at(bytes, slot + 2));
    for _ in 0..page::n_owned(bytes, owner) {
        if at != page::INFIMUM && !is_origin(bytes, at) {
            return false;
        }
        at = page::next_record(bytes, at);
    }
    at == owner
}
