//! The pages of one file.

use crate::base::PageNo;
use crate::innodb::page;

/// One page's bytes.
pub type Page = Box<[u8]>;

/// A file of pages of one size, any of which may be absent: a page that was never written, or one that a run has already
/// compared and dropped to keep memory small.
#[derive(Debug, Clone)]
pub struct Tablespace {
    space_id: u32,
    page_size: usize,
    pages: Vec<Option<Page>>,
}

impl Tablespace {
    /// An empty tablespace; `page_size` in bytes: 4096, 8192, 16384, 32768 or 65536.
    pub fn new(space_id: u32, page_size: usize) -> Self {
        Self { space_id, page_size, pages: Vec::new() }
    }

    /// The number by which redo records name this file.
    pub fn space_id(&self) -> u32 {
        self.space_id
    }

    /// Bytes of a page.
    pub fn page_size(&self) -> usize {
        self.page_size
    }

    /// One more than the largest page number that was ever present.
    pub fn page_count(&self) -> PageNo {
        self.pages.len() as PageNo
    }

    /// A page, if present.
    #[inline]
    pub fn get(&self, page_no: PageNo) -> Option<&[u8]> {
        self.pages.get(page_no as usize)?.as_deref()
    }

    /// A page for changing, if present.
    #[inline]
    pub fn get_mut(&mut self, page_no: PageNo) -> Option<&mut [u8]> {
        self.pages.get_mut(page_no as usize)?.as_deref_mut()
    }

    /// Puts a page in place, whatever was there.
    pub fn put(&mut self, page_no: PageNo, page: Page) {
        debug_assert_eq!(page.len(), self.page_size);
        let index = page_no as usize;
        if self.pages.len() <= index {
            self.pages.resize_with(index + 1, || None);
        }
        self.pages[index] = Some(page);
    }

    /// Takes a page out.
    pub fn take(&mut self, page_no: PageNo) -> Option<Page> {
        self.pages.get_mut(page_no as usize)?.take()
    }

    /// A page for changing, created as a fresh zeroed page with its number in place if absent.
    pub fn init(&mut self, page_no: PageNo) -> &mut [u8] {
        let index = page_no as usize;
        if self.pages.len() <= index {
            self.pages.resize_with(index + 1, || None);
        }
        let page = self.pages[index].get_or_insert_with(|| vec![0; self.page_size].into_boxed_slice());
        page::init(page, self.space_id, page_no);
        page
    }

    /// The pages that are present, in order.
    pub fn iter(&self) -> impl Iterator<Item = (PageNo, &[u8])> {
        self.pages.iter().enumerate().filter_map(|(no, page)| Some((no as PageNo, page.as_deref()?)))
    }

    /// The file's bytes as a server's file would hold them: every page sealed with its checksum, absent pages as zeros.
    pub fn file_pages(&self) -> impl Iterator<Item = Page> + '_ {
        self.pages.iter().map(|present| match present {
            Some(present) => {
                let mut sealed = present.clone();
                page::seal(&mut sealed);
                sealed
            }
            None => vec![0; self.page_size].into_boxed_slice(),
        })
    }
}
