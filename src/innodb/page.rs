//! Index pages: where each header field lies, how an empty page looks, and how records are reached.
//!
//! Offsets are those of the COMPACT format. All numbers on a page are big-endian.

use crate::base::{Lsn, PageNo};
use crate::innodb::{NO_PAGE, checksum, put_u16, put_u32, put_u64, u16_at, u32_at, u64_at};

/// Page number, 4 bytes.
pub const FIL_PAGE_OFFSET: usize = 4;
/// Left sibling, 4 bytes.
pub const FIL_PAGE_PREV: usize = 8;
/// Right sibling, 4 bytes.
pub const FIL_PAGE_NEXT: usize = 12;
/// End LSN of the newest mini-transaction that changed the page, 8 bytes.
pub const FIL_PAGE_LSN: usize = 16;
/// Page type, 2 bytes.
pub const FIL_PAGE_TYPE: usize = 24;
/// Tablespace number, 4 bytes.
pub const FIL_PAGE_SPACE_ID: usize = 34;
/// End of the file header, start of a page's own data.
pub const FIL_PAGE_DATA: usize = 38;
/// Bytes at a page's end: low half of the LSN, CRC-32C.
pub const FIL_TRAILER_BYTES: usize = 8;

/// Number of directory slots, 2 bytes.
pub const PAGE_N_DIR_SLOTS: usize = 38;
/// First byte of the heap that was never used, 2 bytes.
pub const PAGE_HEAP_TOP: usize = 40;
/// Records in the heap, infimum and supremum included, with the COMPACT flag 0x8000, 2 bytes.
pub const PAGE_N_HEAP: usize = 42;
/// Head of the list of deleted records, 2 bytes.
pub const PAGE_FREE: usize = 44;
/// Bytes in deleted records, 2 bytes.
pub const PAGE_GARBAGE: usize = 46;
/// Origin of the last inserted record, 2 bytes.
pub const PAGE_LAST_INSERT: usize = 48;
/// Direction of the last inserts, 2 bytes.
pub const PAGE_DIRECTION: usize = 50;
/// How many inserts in a row went in that direction, 2 bytes.
pub const PAGE_N_DIRECTION: usize = 52;
/// User records, 2 bytes.
pub const PAGE_N_RECS: usize = 54;
/// Newest transaction that may have changed a secondary leaf, 8 bytes.
pub const PAGE_MAX_TRX_ID: usize = 56;
/// Level: 0 for leaves, 2 bytes.
pub const PAGE_LEVEL: usize = 64;
/// Which index the page belongs to, 8 bytes.
pub const PAGE_INDEX_ID: usize = 66;
/// On a root: the leaf segment's inode (space 4, page 4, offset 2); the internal pages' segment follows.
pub const PAGE_BTR_SEG_LEAF: usize = 74;
/// On a root: the inode of the internal pages' segment.
pub const PAGE_BTR_SEG_TOP: usize = 84;
/// Origin of the infimum.
pub const INFIMUM: usize = 99;
/// Origin of the supremum.
pub const SUPREMUM: usize = 112;
/// First byte of the record heap.
pub const HEAP_START: usize = 120;

/// `PAGE_DIRECTION` when nothing is known.
pub const NO_DIRECTION: u16 = 5;
/// `PAGE_DIRECTION` of ascending inserts.
pub const DIRECTION_RIGHT: u16 = 2;
/// `PAGE_DIRECTION` of descending inserts.
pub const DIRECTION_LEFT: u16 = 1;

/// Page types.
pub mod page_type {
    /// Never written.
    pub const ALLOCATED: u16 = 0;
    /// Undo log.
    pub const UNDO_LOG: u16 = 2;
    /// Segment inodes.
    pub const INODE: u16 = 3;
    /// Change-buffer bitmap.
    pub const IBUF_BITMAP: u16 = 5;
    /// File space header, page 0.
    pub const FSP_HDR: u16 = 8;
    /// Extent descriptors further on in a large file.
    pub const XDES: u16 = 9;
    /// B-tree page.
    pub const INDEX: u16 = 17855;
}

/// Free bytes of an empty index page: 16,252 at 16 KiB.
pub fn empty_page_free_bytes(page_size: usize) -> usize {
    page_size - HEAP_START - FIL_TRAILER_BYTES - 4
}

/// The largest record in bytes that an index page of `page_size` may hold: half of an empty page, and never 16 KiB or more.
pub fn max_record_bytes(page_size: usize) -> usize {
    (empty_page_free_bytes(page_size) / 2).min(16_383)
}

/// Zeroes a page and writes its own number, its tablespace's, and that it has no siblings.
pub fn init(page: &mut [u8], space_id: u32, page_no: PageNo) {
    page.fill(0);
    put_u32(page, FIL_PAGE_OFFSET, page_no);
    put_u32(page, FIL_PAGE_PREV, NO_PAGE);
    put_u32(page, FIL_PAGE_NEXT, NO_PAGE);
    put_u32(page, FIL_PAGE_SPACE_ID, space_id);
}

/// Makes a page an empty index page: type, page header, infimum, supremum and their two slots.
///
/// Level, index and segments stay as they are: a root that is emptied because the tree grows is still that tree's root.
pub fn create_index(page: &mut [u8]) {
    let page_size = page.len();
    put_u16(page, FIL_PAGE_TYPE, page_type::INDEX);
    page[FIL_PAGE_DATA..PAGE_LEVEL].fill(0);
    page[HEAP_START..page_size - FIL_TRAILER_BYTES].fill(0);
    put_u16(page, PAGE_N_DIR_SLOTS, 2);
    put_u16(page, PAGE_HEAP_TOP, HEAP_START as u16);
    put_u16(page, PAGE_N_HEAP, 0x8002);
    put_u16(page, PAGE_DIRECTION, NO_DIRECTION);
    page[94..HEAP_START].copy_from_slice(b"\x01\x00\x02\x00\x0dinfimum\0\x01\x00\x0b\x00\x00supremum");
    put_u16(page, page_size - FIL_TRAILER_BYTES - 2, INFIMUM as u16);
    put_u16(page, page_size - FIL_TRAILER_BYTES - 4, SUPREMUM as u16);
}

/// Origin of the record after the one at `origin`, by its relative next pointer; 0 at the supremum.
#[inline]
pub fn next_record(page: &[u8], origin: usize) -> usize {
    match u16_at(page, origin - 2) {
        0 => 0,
        relative => (origin + usize::from(relative)) & 0xFFFF & (page.len() - 1),
    }
}

/// Links the record at `origin` to the one at `next`.
#[inline]
pub fn set_next_record(page: &mut [u8], origin: usize, next: usize) {
    put_u16(page, origin - 2, relative_next(origin, next));
}

/// The stored next pointer of a record at `origin` whose successor is at `next`: their distance modulo 65,536.
#[inline]
pub fn relative_next(origin: usize, next: usize) -> u16 {
    (next.wrapping_sub(origin)) as u16
}

/// How many records the directory slot of the record at `origin` owns; 0 when it has no slot.
#[inline]
pub fn n_owned(page: &[u8], origin: usize) -> u8 {
    page[origin - 5] & 0x0F
}

/// Sets how many records the record at `origin` owns.
#[inline]
pub fn set_n_owned(page: &mut [u8], origin: usize, owned: u8) {
    page[origin - 5] = page[origin - 5] & 0xF0 | owned;
}

/// Heap number of the record at `origin`.
#[inline]
pub fn heap_no(page: &[u8], origin: usize) -> u16 {
    u16_at(page, origin - 4) >> 3
}

/// Status bits of the record at `origin`.
#[inline]
pub fn record_status(page: &[u8], origin: usize) -> u8 {
    page[origin - 3] & 7
}

/// Where directory slot `slot` (0 is the infimum's) lies.
#[inline]
pub fn slot_position(page_size: usize, slot: usize) -> usize {
    page_size - FIL_TRAILER_BYTES - 2 * (slot + 1)
}

/// Page number as the page itself says.
pub fn page_no(page: &[u8]) -> PageNo {
    u32_at(page, FIL_PAGE_OFFSET)
}

/// Left sibling, or [`NO_PAGE`].
pub fn prev(page: &[u8]) -> PageNo {
    u32_at(page, FIL_PAGE_PREV)
}

/// Right sibling, or [`NO_PAGE`].
pub fn next(page: &[u8]) -> PageNo {
    u32_at(page, FIL_PAGE_NEXT)
}

/// The page's type.
pub fn kind(page: &[u8]) -> u16 {
    u16_at(page, FIL_PAGE_TYPE)
}

/// The page's level.
pub fn level(page: &[u8]) -> u16 {
    u16_at(page, PAGE_LEVEL)
}

/// The index that the page belongs to.
pub fn index_id(page: &[u8]) -> u64 {
    u64_at(page, PAGE_INDEX_ID)
}

/// How many user records the page holds.
pub fn n_recs(page: &[u8]) -> u16 {
    u16_at(page, PAGE_N_RECS)
}

/// End LSN of the newest mini-transaction that changed the page.
pub fn lsn(page: &[u8]) -> Lsn {
    u64_at(page, FIL_PAGE_LSN)
}

/// Stamps a page with the end LSN of a mini-transaction that changed it.
#[inline]
pub fn set_lsn(page: &mut [u8], lsn: Lsn) {
    put_u64(page, FIL_PAGE_LSN, lsn);
}

/// Writes what a page gets when it goes to disk: the low half of its LSN and its CRC-32C.
pub fn seal(page: &mut [u8]) {
    let lsn_at = page.len() - 8;
    put_u32(page, lsn_at, lsn(page) as u32);
    let sum_at = page.len() - 4;
    let sum = checksum::crc32c(&page[..sum_at]);
    put_u32(page, sum_at, sum);
}

/// Whether a sealed page's checksum is right.
pub fn checksum_is_right(page: &[u8]) -> bool {
    let at = page.len() - 4;
    u32_at(page, at) == checksum::crc32c(&page[..at])
}

/// Origins of a page's user records in key order. Stops at the supremum, or after `limit` records on a damaged page.
pub fn record_origins(page: &[u8], limit: usize) -> Vec<usize> {
    let mut origins = Vec::new();
    let mut at = next_record(page, INFIMUM);
    while at != SUPREMUM && at >= HEAP_START && origins.len() < limit {
        origins.push(at);
        at = next_record(page, at);
    }
    origins
}

/// How full the page is: bytes of records and directory in thousandths of an empty page.
pub fn fill_permille(page: &[u8]) -> u16 {
    let records =
        usize::from(u16_at(page, PAGE_HEAP_TOP)) - HEAP_START - usize::from(u16_at(page, PAGE_GARBAGE));
    let slots = 2 * (usize::from(u16_at(page, PAGE_N_DIR_SLOTS)) - 2);
    ((records + slots) * 1000 / empty_page_free_bytes(page.len())).min(1000) as u16
}
