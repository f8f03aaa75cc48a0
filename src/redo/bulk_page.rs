//! What an encoding is told about a page that a bulk loader built.

use crate::base::PageNo;
use crate::innodb::{IndexKind, IndexLayout, page, u16_at};

/// A stretch of a bulk build: one page, and the records that one mini-transaction put on it, in key order.
///
/// The page is given finished: records, links, directory, header and siblings stand in it. Records were put one after
/// the other into the heap, so that everything that happened in between follows from the records' origins.
pub struct BulkPage<'a> {
    /// The page's number.
    pub page_no: PageNo,
    /// The page, finished.
    pub page: &'a mut [u8],
    /// The index that it belongs to.
    pub layout: &'a IndexLayout,
    /// Origins of all records, in key order.
    pub origins: &'a [u16],
    /// First bytes of all records, in key order: the heap is dense, so each record ends where the next one starts.
    pub starts: &'a [u16],
    /// How many of them an earlier mini-transaction put there (and finished the page for).
    pub logged: usize,
    /// Whether this mini-transaction initialised the page.
    pub created: bool,
    /// Whether the page's right sibling became known in this mini-transaction.
    pub next_is_new: bool,
}

impl BulkPage<'_> {
    /// Level of the page.
    pub fn level(&self) -> u16 {
        page::level(self.page)
    }

    /// Whether the page is a leaf of a secondary index, which carries the newest transaction's number.
    pub fn is_secondary_leaf(&self) -> bool {
        self.level() == 0 && self.layout.kind == IndexKind::Secondary
    }

    /// First byte of record `index`: its lengths, NULL flags and header lie from there to its origin.
    #[inline]
    pub fn record_start(&self, index: usize) -> usize {
        usize::from(self.starts[index])
    }

    /// One past the last byte of record `index`.
    #[inline]
    pub fn record_end(&self, index: usize) -> usize {
        match self.starts.get(index + 1) {
            Some(&next) => usize::from(next),
            None => usize::from(u16_at(self.page, page::PAGE_HEAP_TOP)),
        }
    }

    /// First free byte of the heap after the records that were logged earlier.
    pub fn heap_top_before(&self) -> usize {
        match self.logged {
            0 => page::HEAP_START,
            logged => self.record_end(logged - 1),
        }
    }
}

/// The directory that a bulk loader leaves on a page of `records` records: how many records the supremum owns (itself
/// included), and how many slots there are.
///
/// Every fourth record owns four; the last owner is taken back and its records go to the supremum.
pub fn bulk_directory(records: usize) -> (u8, usize) {
    if records < 4 {
        return (records as u8 + 1, 2);
    }
    ((records % 4 + 5) as u8, records / 4 + 1)
}
