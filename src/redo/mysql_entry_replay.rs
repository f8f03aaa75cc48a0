//! Replay of records about entries: an entry made whole and put where the server put it, or taken out again.
//!
//! An insert record names the entry before (the *cursor* record), not bytes of the page. Replay finds that record's bytes,
//! completes the new entry with those that both share, and inserts it as the server did: into the heap, into the chain of
//! links, into the directory. So it needs the page as it was, and repeats the work of the primary.
//!
//! *Worked example.* The cursor record is `.. 80 00 00 7e 80 00 07 d0`, 14 bytes, and the tail is two bytes `0c 26`: the new
//! entry is the cursor's first 12 bytes and these two.
//!
//! A damaged log must not stop the replica with a panic, so the place is checked before anything is changed.

use std::ops::Range;

use crate::base::bytes::push_short;
use crate::innodb::layout::HEADER_BYTES;
use crate::innodb::page_edit::{self, Place};
use crate::innodb::{page, put_u16, u16_at};
use crate::redo::ReplayError;
use crate::redo::mysql_entries::{Extent, IndexShape, Tail, take_tail};
use crate::redo::mysql_records::Deleted;

/// The most records that a directory slot owns.
const MAX_OWNED: u8 = 8;

/// Puts entries into pages and takes them out; keeps what it knows about the index from one record to the next.
#[derive(Default)]
pub struct EntryReplay {
    shape: IndexShape,
    entry: Vec<u8>,
    inserted: u64,
}

impl EntryReplay {
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

    /// How many entries were inserted so far.
    pub fn inserted(&self) -> u64 {
        self.inserted
    }

    /// Appends entries to a page. The server forgets afterwards where the last insert was.
    pub fn append_all(&mut self, bytes: &mut [u8], info: &[u8], mut tails: &[u8]) -> Result<(), ReplayError> {
        self.shape.set(info)?;
        let last = Site::of(bytes).and_then(|site| site.last_record());
        let mut cursor =
            last.ok_or_else(|| ReplayError::damaged("a record appends to a page that is no index page"))?;
        while !tails.is_empty() {
            let tail = take_tail(&mut tails)?;
            cursor = self.insert_after(bytes, cursor, tail)?;
        }
        forget_last_insert(bytes);
        Ok(())
    }

    /// Deletes entries.
    pub fn delete(
        &mut self,
        bytes: &mut [u8],
        info: &[u8],
        which: Deleted,
        origin: usize,
    ) -> Result<(), ReplayError> {
        self.shape.set(info)?;
        let entries = checked_origins(bytes)?;
        let at = entries.iter().position(|&entry| entry == origin);
        let at = at.ok_or_else(|| {
            ReplayError::damaged(format!("a record deletes at {origin}, where no entry is"))
        })?;
        let before = |at: usize| at.checked_sub(1).map_or(page::INFIMUM, |before| entries[before]);
        match which {
            Deleted::One => page_edit::delete_record(bytes, before(at), self.extent(bytes, origin)?.size),
            Deleted::BeforeHere => {
                for &entry in &entries[..at] {
                    let size = self.extent(bytes, entry)?.size;
                    page_edit::delete_record(bytes, page::INFIMUM, size);
                }
            }
            Deleted::FromHere => {
                let gone = &entries[at..];
                let sizes = gone.iter().map(|&entry| Ok(self.extent(bytes, entry)?.size));
                let size = sizes.sum::<Result<usize, ReplayError>>()?;
                page_edit::delete_list_end(bytes, before(at), gone.len(), size);
            }
        }
        Ok(())
    }

    /// Puts a page's entries together, in key order.
    pub fn reorganize(&mut self, bytes: &mut [u8], info: &[u8]) -> Result<(), ReplayError> {
        self.shape.set(info)?;
        let origins = checked_origins(bytes)?;
        let old = bytes.to_vec();
        page_edit::clear_records(bytes);
        let mut cursor = page::INFIMUM;
        for origin in origins {
            let extent = self.extent(&old, origin)?;
            let start = origin - extent.extra;
            self.entry.clear();
            self.entry.extend_from_slice(&old[start..start + extent.size]);
            cursor = self.put(bytes, cursor, extent.extra)?;
        }
        forget_last_insert(bytes);
        Ok(())
    }

    fn extent(&self, bytes: &[u8], origin: usize) -> Result<Extent, ReplayError> {
        let extent = self.shape.extent(bytes, origin);
        extent.ok_or_else(|| ReplayError::damaged(format!("no entry of the index can stand at {origin}")))
    }

    #[inline]
    fn insert_after(
        &mut self,
        bytes: &mut [u8],
        cursor: usize,
        tail: Tail<'_>,
    ) -> Result<usize, ReplayError> {
        let extra = self.complete(bytes, cursor, tail)?;
        self.inserted += 1;
        self.put(bytes, cursor, extra)
    }

    /// Puts the completed entry after the record at `cursor`; `extra` bytes of it lie in front of its data.
    #[inline]
    fn put(&mut self, bytes: &mut [u8], cursor: usize, extra: usize) -> Result<usize, ReplayError> {
        let size = self.entry.len();
        let place = self.place(bytes, cursor, size).ok_or_else(|| {
            let sentence = format!("{size} bytes after offset {cursor}, where the page cannot take them");
            ReplayError::damaged(format!("a record inserts {sentence}"))
        })?;
        Ok(page_edit::insert_record(bytes, cursor, &self.entry, extra, place))
    }

    /// Where an entry of `size` bytes after the record at `cursor` goes; `None` if the page cannot take it.
    #[inline]
    fn place(&self, bytes: &[u8], cursor: usize, size: usize) -> Option<Place> {
        let site = Site::of(bytes)?;
        let freed = match page_edit::freed_record(bytes) {
            None => None,
            Some(origin) => Some(self.freed_memory(&site, origin, size)?),
        };
        let place = page_edit::place_for(bytes, size, freed)?;
        let written = match place {
            Place::Heap => site.heap_top..site.heap_top + size,
            Place::Freed { start } => start..start + size,
        };
        site.takes(cursor, &written).then_some(place)
    }

    /// The memory of the freed record at `origin`; `None` if there can be none, or the account of freed bytes is wrong.
    fn freed_memory(&self, site: &Site<'_>, origin: usize, size: usize) -> Option<Range<usize>> {
        if !site.is_origin(origin) {
            return None;
        }
        let extent = self.shape.extent(site.bytes, origin)?;
        let start = origin - extent.extra;
        let garbage = usize::from(u16_at(site.bytes, page::PAGE_GARBAGE));
        let in_heap = start >= page::HEAP_START && start + extent.size <= site.heap_top;
        (in_heap && garbage >= size.min(extent.size)).then_some(start..start + extent.size)
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
        push_short(&mut self.entry, &bytes[start..start + shared]);
        push_short(&mut self.entry, tail.bytes);
        if let Some(long) = tail.long {
            self.entry[extra - 5] = long.info_and_status & 0xF0;
            self.entry[extra - 3] = self.entry[extra - 3] & !7 | long.info_and_status & 7;
        }
        Ok(extra)
    }
}

/// Origins of a page's entries in key order. Checks the whole page: deletes follow links far across it.
///
/// # Errors
/// If the page is not well formed, or headers of entries overlap.
fn checked_origins(bytes: &[u8]) -> Result<Vec<usize>, ReplayError> {
    let damaged =
        |what: &str| ReplayError::damaged(format!("a record changes a page that is damaged: {what}"));
    Site::of(bytes).ok_or_else(|| damaged("its header is none of an index page"))?;
    page_edit::check_page(bytes).map_err(|what| damaged(&what))?;
    let origins = page::record_origins(bytes, usize::from(page::n_recs(bytes)));
    let mut by_place = origins.clone();
    by_place.sort_unstable();
    match by_place.windows(2).find(|pair| pair[1] - pair[0] < HEADER_BYTES) {
        Some(pair) => Err(damaged(&format!("two records share the bytes before {}", pair[0]))),
        None => Ok(origins),
    }
}

/// A copy of a list leaves no trace of where and in which direction the last insert went.
pub fn forget_last_insert(bytes: &mut [u8]) {
    put_u16(bytes, page::PAGE_LAST_INSERT, 0);
    put_u16(bytes, page::PAGE_DIRECTION, page::NO_DIRECTION);
    put_u16(bytes, page::PAGE_N_DIRECTION, 0);
}

/// An index page that something is to be inserted into, its header checked.
struct Site<'p> {
    bytes: &'p [u8],
    heap_top: usize,
    /// Where the last directory slot lies: the heap ends here.
    directory: usize,
}

impl<'p> Site<'p> {
    /// `None` if the page is no index page, or its header cannot be one's.
    #[inline]
    fn of(bytes: &'p [u8]) -> Option<Self> {
        let slots = usize::from(u16_at(bytes, page::PAGE_N_DIR_SLOTS));
        let room = bytes.len() - page::FIL_TRAILER_BYTES - page::HEAP_START;
        if page::kind(bytes) != page::page_type::INDEX || !(2..=room / 2).contains(&slots) {
            return None;
        }
        let heap_top = usize::from(u16_at(bytes, page::PAGE_HEAP_TOP));
        let directory = page::slot_position(bytes.len(), slots - 1);
        // Each record takes at least a header.
        let most = (bytes.len() / HEADER_BYTES) as u16;
        let heap = u16_at(bytes, page::PAGE_N_HEAP) & 0x7FFF;
        let counts = [heap, page::n_recs(bytes), u16_at(bytes, page::PAGE_N_DIRECTION)];
        let makes_sense = (page::HEAP_START..=directory).contains(&heap_top)
            && heap >= 2
            && counts.into_iter().all(|count| count < most);
        makes_sense.then_some(Self { bytes, heap_top, directory })
    }

    /// Whether an entry's data may begin at `origin`.
    #[inline]
    fn is_origin(&self, origin: usize) -> bool {
        (page::HEAP_START + HEADER_BYTES..=self.heap_top).contains(&origin)
    }

    /// Whether an entry may be put to `written` and linked after the record at `cursor`: there is room, and links and
    /// directory around the cursor make sense and do not lie in memory that is written.
    #[inline]
    fn takes(&self, cursor: usize, written: &Range<usize>) -> bool {
        if !self.is_link(cursor, cursor, written) {
            return false;
        }
        let mut owner = cursor;
        for _ in 0..=MAX_OWNED {
            owner = page::next_record(self.bytes, owner);
            if owner != page::SUPREMUM && !self.is_link(owner, cursor, written) {
                return false;
            }
            match page::n_owned(self.bytes, owner) {
                0 => {}
                // A full slot is split, which needs room for another one and the records that the slot owns.
                MAX_OWNED.. => {
                    return written.end + 2 <= self.directory && self.owns(owner, cursor, written);
                }
                _ => return written.end <= self.directory,
            }
        }
        false
    }

    /// Whether the infimum or an entry's data may begin at `origin`, its header neither in `written` nor so close to the
    /// one of `cursor` that linking that one would change it.
    #[inline]
    fn is_link(&self, origin: usize, cursor: usize, written: &Range<usize>) -> bool {
        let apart = origin == cursor || origin.abs_diff(cursor) >= HEADER_BYTES;
        let kept = origin <= written.start || origin >= written.end + HEADER_BYTES;
        origin == page::INFIMUM || self.is_origin(origin) && apart && kept
    }

    /// Whether the record at `owner` has a directory slot, and as many records as it owns lead to it from the slot before.
    fn owns(&self, owner: usize, cursor: usize, written: &Range<usize>) -> bool {
        let infimum_slot = page::slot_position(self.bytes.len(), 0);
        let mut slots = (self.directory..infimum_slot).step_by(2);
        let Some(slot) = slots.find(|&slot| usize::from(u16_at(self.bytes, slot)) == owner) else {
            return false;
        };
        let mut at = usize::from(u16_at(self.bytes, slot + 2));
        for _ in 0..page::n_owned(self.bytes, owner) {
            if !self.is_link(at, cursor, written) {
                return false;
            }
            at = page::next_record(self.bytes, at);
        }
        at == owner
    }

    /// Origin of the page's last entry, or of the infimum; `None` if links or directory are damaged.
    fn last_record(&self) -> Option<usize> {
        let mut at = usize::from(u16_at(self.bytes, self.directory + 2));
        for _ in 0..=MAX_OWNED {
            if at != page::INFIMUM && !self.is_origin(at) {
                return None;
            }
            match page::next_record(self.bytes, at) {
                page::SUPREMUM => return Some(at),
                next => at = next,
            }
        }
        None
    }
}
