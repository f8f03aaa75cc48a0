//! One page, taken apart.

use serde::Serialize;

use super::header::{HeaderField, header_fields};
use super::record_view::{PageRecord, page_records};
use super::{Inspector, NO_TREE};
use crate::base::{DocumentError, PageNo};
use crate::innodb::page::{self, PAGE_N_DIR_SLOTS, page_type};
use crate::innodb::u16_at;

/// One slot of a page's directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DirectorySlot {
    /// Its number: 0 is the infimum's, the last one the supremum's.
    pub slot: usize,
    /// Where its two bytes lie.
    pub position: usize,
    /// Origin of the record that it points to.
    pub record_offset: usize,
    /// How many records that one owns, itself included.
    pub owned: u8,
}

/// One page, taken apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PageView {
    /// Its number.
    pub page_no: PageNo,
    /// Position of its tree in the overview, or [`NO_TREE`].
    pub tree: u8,
    /// Its level; 0 for leaves, and for pages of no tree.
    pub level: u8,
    /// Its bytes as they go to disk: with LSN and checksum at the end.
    #[serde(skip)]
    pub bytes: Vec<u8>,
    /// Its header fields and trailer, by offset.
    pub header: Vec<HeaderField>,
    /// Its records in key order, from infimum to supremum, both included: two more than the header counts. None unless it is
    /// an index page. Deleted records are not among them.
    pub records: Vec<PageRecord>,
    /// Its directory, from infimum to supremum.
    pub directory: Vec<DirectorySlot>,
}

impl Inspector {
    /// One page, taken apart.
    ///
    /// # Errors
    /// If there is no such page; names the page numbers that there are.
    pub fn page(&self, page_no: PageNo) -> Result<PageView, DocumentError> {
        let space = &self.variant.primary().space;
        let present = space.get(page_no).ok_or_else(|| self.no_such_page(page_no))?;
        let mut bytes = present.to_vec();
        page::seal(&mut bytes);
        let tree = self.tree_of(page_no, &bytes);
        let layout = self.named_tree(&bytes).map(|tree| &self.trees[tree].layout);
        let is_index = page::kind(&bytes) == page_type::INDEX;
        Ok(PageView {
            page_no,
            tree,
            level: if tree == NO_TREE { 0 } else { page::level(&bytes) as u8 },
            header: header_fields(page_no, &bytes, layout, self.was_freed(page_no, &bytes)),
            records: if is_index { page_records(&bytes, layout) } else { Vec::new() },
            directory: if is_index { directory(&bytes) } else { Vec::new() },
            bytes,
        })
    }

    fn no_such_page(&self, page_no: PageNo) -> DocumentError {
        let last = self.variant.primary().space.page_count().saturating_sub(1);
        let allowed =
            format!("a page that this run wrote: a number from 0 to {last}, of which some are not used");
        DocumentError::new("page_no", page_no.to_string(), allowed)
    }
}

fn directory(bytes: &[u8]) -> Vec<DirectorySlot> {
    let slot = |slot: usize| {
        let position = page::slot_position(bytes.len(), slot);
        let record_offset = usize::from(u16_at(bytes, position));
        DirectorySlot { slot, position, record_offset, owned: page::n_owned(bytes, record_offset) }
    };
    (0..usize::from(u16_at(bytes, PAGE_N_DIR_SLOTS))).map(slot).collect()
}
