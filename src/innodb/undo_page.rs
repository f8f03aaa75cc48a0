//! Undo pages: where a transaction notes how to take its changes back.
//!
//! An undo page holds records one after the other. Each is framed by two bytes on either side, the offset of the next
//! record before it and its own offset after it, so that a rollback can walk backwards.
//!
//! *Worked example.* The first row of table 20 inserted with key 3110, as the first record of a page whose free space starts
//! at 272: the record `0b 00 14 04 80000c26` (insert, row 0, table 20, 4 key bytes) takes 8 bytes and 4 of framing, so
//! bytes 272 and 273 say 284, and the next record will start there.

use crate::innodb::page::{FIL_PAGE_DATA, FIL_PAGE_TYPE, FIL_TRAILER_BYTES, page_type};
use crate::innodb::{put_u16, put_u32, u16_at};

/// First undo record of the page, 2 bytes.
pub const UNDO_START: usize = FIL_PAGE_DATA + 2;
/// First free byte of the page, 2 bytes.
pub const UNDO_FREE: usize = FIL_PAGE_DATA + 4;
/// The page's node in the list of its undo segment's pages: previous and next, 6 bytes each.
pub const UNDO_NODE: usize = FIL_PAGE_DATA + 6;
/// Where records start on a page without a segment header.
pub const UNDO_RECORDS: usize = UNDO_NODE + 12;
/// Bytes of framing around a record.
pub const UNDO_FRAMING: usize = 4;
/// Bytes that the server keeps free behind the last record.
const SLACK: usize = 10;

/// Makes a fresh page an empty undo page whose node has no neighbours yet.
pub fn init(page: &mut [u8]) {
    put_u16(page, FIL_PAGE_TYPE, page_type::UNDO_LOG);
    put_u16(page, FIL_PAGE_DATA, 0);
    put_u16(page, UNDO_START, UNDO_RECORDS as u16);
    put_u16(page, UNDO_FREE, UNDO_RECORDS as u16);
    put_u32(page, UNDO_NODE, crate::innodb::NO_PAGE);
    put_u32(page, UNDO_NODE + 6, crate::innodb::NO_PAGE);
}

/// Whether a record of `bytes` fits on the page.
#[inline]
pub fn fits(page: &[u8], bytes: usize) -> bool {
    usize::from(u16_at(page, UNDO_FREE)) + bytes + UNDO_FRAMING + SLACK + FIL_TRAILER_BYTES <= page.len()
}

/// Appends a record, which must fit; returns where it starts.
#[inline]
pub fn append(page: &mut [u8], record: &[u8]) -> usize {
    let start = usize::from(u16_at(page, UNDO_FREE));
    let end = start + record.len() + UNDO_FRAMING;
    put_u16(page, start, end as u16);
    page[start + 2..start + 2 + record.len()].copy_from_slice(record);
    put_u16(page, end - 2, start as u16);
    put_u16(page, UNDO_FREE, end as u16);
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_framed_by_the_next_ones_offset_and_its_own() {
        let mut page = vec![0; 4096];
        init(&mut page);
        put_u16(&mut page, UNDO_FREE, 272);
        let record = [0x0B, 0, 0x14, 4, 0x80, 0, 0x0C, 0x26];
        assert_eq!(append(&mut page, &record), 272);
        assert_eq!(u16_at(&page, 272), 284);
        assert_eq!(page[274..282], record);
        assert_eq!(u16_at(&page, 282), 272);
        assert_eq!(u16_at(&page, UNDO_FREE), 284);
    }

    #[test]
    fn a_page_holds_as_many_records_as_the_reference_server_puts_there() {
        // 10,000 rows of `t0` take 8 undo pages, 100,000 take 85 (UNDO_INIT counts).
        for (rows, pages) in [(10_000_u32, 8), (100_000, 85)] {
            let mut page = vec![0; 16_384];
            let mut used = 1;
            init(&mut page);
            put_u16(&mut page, UNDO_FREE, 272);
            for row in 0..rows {
                let number = if row < 128 {
                    1
                } else if row < 16_384 {
                    2
                } else {
                    3
                };
                let record = vec![0; 7 + number];
                if !fits(&page, record.len()) {
                    init(&mut page);
                    used += 1;
                }
                append(&mut page, &record);
            }
            assert_eq!(used, pages, "{rows} rows");
        }
    }
}
