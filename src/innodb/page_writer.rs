//! How allocation changes pages: the same code serves a statement that is logged and a table that was there before it.

use crate::base::PageNo;
use crate::innodb::{Tablespace, page};

/// Something that changes pages, and may log what it changes.
pub trait PageWriter {
    /// The page as it stands. Panics if absent: a segment's bookkeeping pages always exist.
    fn page(&self, page_no: PageNo) -> &[u8];
    /// Sets bytes; does nothing where they already stand so.
    fn write(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]);
    /// Sets bytes that are logged whole even where leading ones do not change.
    fn write_whole(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]);
    /// Sets `len` bytes to one value.
    fn fill(&mut self, page_no: PageNo, offset: usize, len: usize, byte: u8);
    /// Makes a page a fresh zeroed one with its number in place.
    fn init_page(&mut self, page_no: PageNo);
    /// Makes an initialised page an empty index page.
    fn create_index_page(&mut self, page_no: PageNo);
    /// Notes that a page is no longer used.
    fn free_page(&mut self, page_no: PageNo);
}

/// Changes pages of a tablespace and logs nothing.
pub struct Unlogged<'a>(pub &'a mut Tablespace);

impl PageWriter for Unlogged<'_> {
    fn page(&self, page_no: PageNo) -> &[u8] {
        self.0.get(page_no).expect("bookkeeping pages exist")
    }
    fn write(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        let page = self.0.get_mut(page_no).expect("bookkeeping pages exist");
        page[offset..offset + bytes.len()].copy_from_slice(bytes);
    }
    fn write_whole(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        self.write(page_no, offset, bytes);
    }
    fn fill(&mut self, page_no: PageNo, offset: usize, len: usize, byte: u8) {
        self.0.get_mut(page_no).expect("bookkeeping pages exist")[offset..offset + len].fill(byte);
    }
    fn init_page(&mut self, page_no: PageNo) {
        self.0.init(page_no);
    }
    fn create_index_page(&mut self, page_no: PageNo) {
        page::create_index(self.0.get_mut(page_no).expect("the page was initialised"));
    }
    fn free_page(&mut self, _page_no: PageNo) {}
}
