//! The pages of one file.

use crate::base::PageNo;
use crate::innodb::{page, space_layout};

/// One page's bytes.
pub type Page = Box<[u8]>;

/// Page numbers from here on name pages of the system tablespace, where undo logs live: on the wire they are pages of
/// space 0, counted from 0. All others are pages of the table's own file.
pub const SYSTEM_SPACE: PageNo = 0x4000_0000;

/// The tablespace and page number by which a redo record names a page.
#[inline]
pub fn wire_address(space_id: u32, page_no: PageNo) -> (u32, PageNo) {
    if page_no >= SYSTEM_SPACE { (0, page_no - SYSTEM_SPACE) } else { (space_id, page_no) }
}

/// The page that a redo record names, the inverse of [`wire_address`]; `None` for a page of another table's file.
#[inline]
pub fn page_at(space_id: u32, wire_space: u32, wire_page: PageNo) -> Option<PageNo> {
    match wire_space {
        _ if wire_page >= SYSTEM_SPACE => None,
        own if own == space_id => Some(wire_page),
        0 => Some(wire_page + SYSTEM_SPACE),
        _ => None,
    }
}

/// The pages of a table's file, and those of the system tablespace that its statements change. All are of one size; any may be
/// absent: a page that was never written, or one that a run has already compared and dropped to keep memory small.
#[derive(Debug, Clone)]
pub struct Tablespace {
    space_id: u32,
    page_size: usize,
    pages: Vec<Option<Page>>,
    system_pages: Vec<Option<Page>>,
}

impl Tablespace {
    /// An empty tablespace; `page_size` in bytes: 4096, 8192, 16384, 32768 or 65536.
    pub fn new(space_id: u32, page_size: usize) -> Self {
        Self { space_id, page_size, pages: Vec::new(), system_pages: Vec::new() }
    }

    /// The number by which redo records name this file.
    pub fn space_id(&self) -> u32 {
        self.space_id
    }

    /// Bytes of a page.
    pub fn page_size(&self) -> usize {
        self.page_size
    }

    /// One more than the largest page number of the table's own file that was ever present.
    pub fn page_count(&self) -> PageNo {
        self.pages.len() as PageNo
    }

    #[inline]
    fn place(&self, page_no: PageNo) -> (&Vec<Option<Page>>, usize) {
        match page_no.checked_sub(SYSTEM_SPACE) {
            None => (&self.pages, page_no as usize),
            Some(in_system) => (&self.system_pages, in_system as usize),
        }
    }

    #[inline]
    fn place_mut(&mut self, page_no: PageNo) -> (&mut Vec<Option<Page>>, usize) {
        match page_no.checked_sub(SYSTEM_SPACE) {
            None => (&mut self.pages, page_no as usize),
            Some(in_system) => (&mut self.system_pages, in_system as usize),
        }
    }

    fn grown_place(&mut self, page_no: PageNo) -> &mut Option<Page> {
        let (pages, index) = self.place_mut(page_no);
        if pages.len() <= index {
            pages.resize_with(index + 1, || None);
        }
        &mut pages[index]
    }

    /// A page, if present.
    #[inline]
    pub fn get(&self, page_no: PageNo) -> Option<&[u8]> {
        let (pages, index) = self.place(page_no);
        pages.get(index)?.as_deref()
    }

    /// A page for changing, if present.
    #[inline]
    pub fn get_mut(&mut self, page_no: PageNo) -> Option<&mut [u8]> {
        let (pages, index) = self.place_mut(page_no);
        pages.get_mut(index)?.as_deref_mut()
    }

    /// Puts a page in place, whatever was there.
    pub fn put(&mut self, page_no: PageNo, page: Page) {
        debug_assert_eq!(page.len(), self.page_size);
        *self.grown_place(page_no) = Some(page);
    }

    /// Takes a page out.
    pub fn take(&mut self, page_no: PageNo) -> Option<Page> {
        let (pages, index) = self.place_mut(page_no);
        pages.get_mut(index)?.take()
    }

    /// A page for changing, created as a fresh zeroed page with its number in place if absent.
    pub fn init(&mut self, page_no: PageNo) -> &mut [u8] {
        let page_size = self.page_size;
        let (space, wire) = wire_address(self.space_id, page_no);
        let page = self.grown_place(page_no).get_or_insert_with(|| vec![0; page_size].into_boxed_slice());
        page::init(page, space, wire);
        page
    }

    /// The pages that are present, those of the system tablespace last.
    pub fn iter(&self) -> impl Iterator<Item = (PageNo, &[u8])> {
        let own = self.pages.iter().zip(0..);
        let system = self.system_pages.iter().zip(SYSTEM_SPACE..);
        own.chain(system).filter_map(|(page, page_no)| Some((page_no, page.as_deref()?)))
    }

    /// The file's bytes as a server's file would hold them: every page sealed with its checksum, absent pages as zeros, as
    /// many pages as the space header says.
    pub fn file_pages(&self) -> impl Iterator<Item = Page> + '_ {
        let count = self.page_count().max(self.get(0).map_or(0, space_layout::size_in_pages));
        (0..count).map(|page_no| match self.get(page_no) {
            Some(present) => {
                let mut sealed: Page = present.into();
                page::seal(&mut sealed);
                sealed
            }
            None => vec![0; self.page_size].into_boxed_slice(),
        })
    }
}
