//! One index page under construction.

use crate::base::PageNo;
use crate::base::bytes::copy_short;
use crate::innodb::record::status;
use crate::innodb::{IndexKind, Page, RecordBuffer, page, put_u16};
use crate::redo::bulk_page::bulk_directory;

/// How much of a page may be filled.
///
/// A record fits if its bytes and its share of the directory (half a byte) are free, and, once a page holds two records,
/// if the reserve stays free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FillRule {
    /// Bytes of an empty page.
    pub free_bytes: usize,
    /// Bytes that stay free for later changes.
    pub reserve_bytes: usize,
}

impl FillRule {
    /// The rule for an index of `kind` on pages of `page_size` bytes at `fill_factor` percent (10 to 100).
    ///
    /// At 100 percent a clustered index still keeps a sixteenth of the page, on all levels; a secondary index nothing.
    pub fn new(kind: IndexKind, page_size: usize, fill_factor: u8) -> Self {
        let reserve_bytes = match (kind, fill_factor) {
            (IndexKind::Clustered, 100) => page_size / 16,
            _ => page_size * (100 - usize::from(fill_factor)) / 100,
        };
        Self { free_bytes: page::empty_page_free_bytes(page_size), reserve_bytes }
    }

    /// Bytes that the directory may need for `records` records in the worst case.
    #[inline]
    fn directory_bytes(records: usize) -> usize {
        (2 * records).div_ceil(4)
    }

    /// Whether a record of `bytes` fits on a page that holds `records` records of `used_bytes`.
    #[inline]
    pub fn fits(&self, records: usize, used_bytes: usize, bytes: usize) -> bool {
        let need = used_bytes + bytes + Self::directory_bytes(records + 1);
        need <= self.free_bytes && (records < 2 || need + self.reserve_bytes <= self.free_bytes)
    }
}

/// A page that is being filled, record after record in key order.
#[derive(Debug, Clone)]
pub struct PageBuilder {
    /// Its number.
    pub page_no: PageNo,
    /// Its bytes so far.
    pub page: Page,
    /// Origins of its records.
    pub origins: Vec<u16>,
    /// First bytes of its records.
    pub starts: Vec<u16>,
    /// How many of its records were logged already.
    pub logged: usize,
    /// Whether the mini-transaction in progress initialised the page.
    pub created: bool,
    heap_top: usize,
    last: usize,
}

impl PageBuilder {
    /// Starts on an empty index page that has its header and siblings already.
    pub fn new(page_no: PageNo, page: Page, created: bool) -> Self {
        Self {
            page_no,
            page,
            origins: Vec::with_capacity(1024),
            starts: Vec::with_capacity(1024),
            logged: 0,
            created,
            heap_top: page::HEAP_START,
            last: page::INFIMUM,
        }
    }

    /// What stands in the place of a page that was handed over.
    pub(super) fn closed() -> Self {
        Self::new(crate::innodb::NO_PAGE, Box::default(), false)
    }

    /// How many records there are.
    #[inline]
    pub fn records(&self) -> usize {
        self.origins.len()
    }

    /// Bytes of the record heap in use.
    #[inline]
    pub fn used_bytes(&self) -> usize {
        self.heap_top - page::HEAP_START
    }

    /// Bytes that records and directory use, once the page is finished.
    pub fn filled_bytes(&self) -> usize {
        let (_, slots) = bulk_directory(self.records());
        self.used_bytes() + 2 * (slots - 2)
    }

    /// Appends a record that fits.
    #[inline]
    pub fn append(&mut self, record: &RecordBuffer) {
        let bytes = record.bytes();
        let start = self.heap_top;
        let origin = start + record.extra_bytes();
        copy_short(&mut self.page[start..start + bytes.len()], bytes);
        let heap_no = self.origins.len() as u16 + 2;
        put_u16(&mut self.page, origin - 4, heap_no << 3 | u16::from(record.status()));
        page::set_next_record(&mut self.page, origin, page::SUPREMUM);
        page::set_next_record(&mut self.page, self.last, origin);
        self.last = origin;
        self.heap_top = start + bytes.len();
        self.origins.push(origin as u16);
        self.starts.push(start as u16);
    }

    /// Writes directory and counts for the records so far: what the page needs to be read.
    pub fn finish(&mut self) {
        let records = self.origins.len();
        let (supremum_owns, slots) = bulk_directory(records);
        // An earlier finish may have given the record of the then last slot to the supremum: write all owners.
        for slot in 1..slots - 1 {
            let owner = usize::from(self.origins[4 * slot - 1]);
            page::set_n_owned(&mut self.page, owner, 4);
            let position = page::slot_position(self.page.len(), slot);
            put_u16(&mut self.page, position, owner as u16);
        }
        page::set_n_owned(&mut self.page, page::SUPREMUM, supremum_owns);
        let position = page::slot_position(self.page.len(), slots - 1);
        put_u16(&mut self.page, position, page::SUPREMUM as u16);
        put_u16(&mut self.page, page::PAGE_N_DIR_SLOTS, slots as u16);
        put_u16(&mut self.page, page::PAGE_HEAP_TOP, self.heap_top as u16);
        put_u16(&mut self.page, page::PAGE_N_HEAP, 0x8002 + records as u16);
        put_u16(&mut self.page, page::PAGE_N_RECS, records as u16);
    }

    /// The first record, as the page holds it: its bytes, and its origin in them.
    pub fn first_record(&self) -> (&[u8], usize) {
        self.record(0)
    }

    /// Record `index`, as the page holds it: its bytes, and its origin in them.
    pub fn record(&self, index: usize) -> (&[u8], usize) {
        let start = usize::from(self.starts[index]);
        let end = self.starts.get(index + 1).map_or(self.heap_top, |&next| usize::from(next));
        (&self.page[start..end], usize::from(self.origins[index]) - start)
    }

    /// Whether the next record would be the smallest of its level, to be marked so: the first pointer of the leftmost page.
    pub fn wants_minimum_mark(&self, record: &RecordBuffer) -> bool {
        record.status() == status::NODE_POINTER
            && self.origins.is_empty()
            && page::prev(&self.page) == crate::innodb::NO_PAGE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many records of `bytes` a page takes.
    fn capacity(kind: IndexKind, page_size: usize, fill_factor: u8, bytes: usize) -> usize {
        let rule = FillRule::new(kind, page_size, fill_factor);
        (0..).find(|&records| !rule.fits(records, records * bytes, bytes)).unwrap()
    }

    #[test]
    fn pages_hold_as_many_records_as_the_servers_put_there() {
        use IndexKind::{Clustered, Secondary};
        let at_16k = |kind, bytes| capacity(kind, 16_384, 100, bytes);
        // t0 primary and b; sbtest1 k, primary and c; a CHAR(255) index and a prefix index of the MDEV-19747 table.
        assert_eq!(at_16k(Clustered, 27), 553);
        assert_eq!(at_16k(Secondary, 14), 1_120);
        assert_eq!(at_16k(Secondary, 13), 1_203);
        assert_eq!(at_16k(Clustered, 206), 73);
        assert_eq!(at_16k(Secondary, 129), 125);
        assert_eq!(at_16k(Secondary, 268), 60);
        assert_eq!(at_16k(Secondary, 23), 691);
    }

    #[test]
    fn a_lower_fill_factor_leaves_room() {
        assert_eq!(capacity(IndexKind::Secondary, 16_384, 90, 14), 1_007);
        assert_eq!(capacity(IndexKind::Clustered, 16_384, 90, 27), 531);
    }

    #[test]
    fn two_records_fit_however_large_the_reserve() {
        assert_eq!(capacity(IndexKind::Secondary, 4_096, 10, 1_900), 2);
    }
}
