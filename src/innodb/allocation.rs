//! Which page a tree gets next: extents, segments, and the two pages that keep the account.
//!
//! A file is divided into **extents** (1 MiB, or 64 pages for pages above 16 KiB). Page 0 holds one descriptor an extent,
//! with two bits a page; page 2 holds one **inode** a segment, and further pages do when it is full. Each tree has two
//! segments, one for leaves and one for internal pages. A segment takes its first pages singly from shared *fragment*
//! extents, as many as half an extent has (32 at 16 KiB, 128 at 4 KiB), then whole extents.
//!
//! *Worked example.* `t0` with 5,000 rows uses pages 0 to 13. Its new index on `b` gets page 14 as root; its first leaf
//! becomes page 15: one bit in page 0, the count of used fragment pages in page 0, and the next slot of the leaf segment's
//! inode in page 2. MariaDB logs that as 6 + 5 + 9 bytes and 5 bytes for the mini-transaction's end.
//!
//! All changes go through a [`PageWriter`], so the same code serves the logged statement and the unlogged making of the
//! table that was there before.

use crate::base::PageNo;
use crate::innodb::file_list::{Address, append, first, init_list, plus, remove};
use crate::innodb::page::{self, page_type};
pub use crate::innodb::page_writer::{PageWriter, Unlogged};
use crate::innodb::space_layout::*;
use crate::innodb::{put_u16, u32_at, u64_at};

const FIRST_INODE_PAGE: PageNo = 2;
const MAGIC: u32 = 97_937_874;
const SEG_INODES_FULL: Address = Address { page_no: 0, offset: FSP_SEG_INODES_FULL };
const SEG_INODES_FREE: Address = Address { page_no: 0, offset: FSP_SEG_INODES_FREE };

/// A segment, named by where its inode lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    page_no: PageNo,
    inode: usize,
}

impl Segment {
    /// The ten bytes by which a root page names the segment: tablespace, page and offset of its inode.
    pub fn header(self, space_id: u32) -> [u8; 10] {
        let mut bytes = [0; 10];
        bytes[..4].copy_from_slice(&space_id.to_be_bytes());
        bytes[4..8].copy_from_slice(&self.page_no.to_be_bytes());
        put_u16(&mut bytes, 8, self.inode as u16);
        bytes
    }

    /// The field of the inode that lies `offset` bytes after its start.
    fn field(self, offset: usize) -> Address {
        Address { page_no: self.page_no, offset: self.inode + offset }
    }

    /// The number that stands there.
    fn number(self, writer: &dyn PageWriter, offset: usize) -> u32 {
        u32_at(writer.page(self.page_no), self.inode + offset)
    }
}

/// Where a tree begins: its root page, which never moves, and its two segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeRoot {
    /// The root page.
    pub page_no: PageNo,
    /// Segment of the leaves.
    pub leaves: Segment,
    /// Segment of the internal pages; the root is its first page.
    pub internals: Segment,
}

/// How a segment chooses its next page once it has all the fragments that it may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Beside the page before: an extent is filled before the next one is taken (ordinary inserts).
    Dense,
    /// Anywhere: a new extent is taken early, so that some pages stay in reserve (bulk loads).
    ///
    /// The reserve is an eighth of the segment, at most four extents. MariaDB's own index sizes show it: 800 leaf pages
    /// hold 928 pages, 1,370 hold 1,568; and the four extents follow from the page numbers of a table of 12,500 leaves.
    Reserving,
}

/// The account of a file's pages, kept in its page 0, pages of further descriptors, and inode pages.
#[derive(Debug, Clone, Copy)]
pub struct Allocator {
    page_size: usize,
    extent: u32,
}

impl Allocator {
    /// The account of a file with pages of `page_size` bytes.
    pub fn new(page_size: usize) -> Self {
        Self { page_size, extent: extent_pages(page_size) }
    }

    /// Writes the first three pages of a new file: space header, change-buffer bitmap and inodes.
    pub fn create_space(self, writer: &mut dyn PageWriter, space_id: u32) {
        writer.init_page(0);
        writer.write(0, page::FIL_PAGE_TYPE, &page_type::FSP_HDR.to_be_bytes());
        writer.write(0, page::FIL_PAGE_DATA, &space_id.to_be_bytes());
        // Full CRC-32C format, and the page size as a power of two.
        let flags = 0x10 | (self.page_size.trailing_zeros() - 9);
        writer.write(0, FSP_SPACE_FLAGS, &flags.to_be_bytes());
        for base in [FSP_FREE, FSP_FREE_FRAG, FSP_FULL_FRAG] {
            init_list(writer, Address { page_no: 0, offset: base });
        }
        init_list(writer, SEG_INODES_FULL);
        init_list(writer, SEG_INODES_FREE);
        writer.write(0, FSP_SEG_ID, &1_u64.to_be_bytes());
        writer.write(0, FSP_SIZE, &3_u32.to_be_bytes());
        self.describe_next_extent(writer);
        self.add_inode_page(writer, FIRST_INODE_PAGE);
    }

    fn fragment_slots(self) -> usize {
        fragment_slots(self.page_size)
    }

    fn inode_bytes(self) -> usize {
        inode_bytes(self.page_size)
    }

    /// Makes a page one of inodes, all unused.
    fn add_inode_page(self, writer: &mut dyn PageWriter, page_no: PageNo) {
        writer.init_page(page_no);
        writer.write(page_no, page::FIL_PAGE_TYPE, &page_type::INODE.to_be_bytes());
        self.take_fragment_page(writer, page_no);
        append(writer, SEG_INODES_FREE, Address { page_no, offset: INODE_NODE });
    }

    /// Makes a new segment.
    pub fn create_segment(self, writer: &mut dyn PageWriter) -> Segment {
        let node = match first(writer, SEG_INODES_FREE) {
            Some(node) => node,
            None => {
                let page_no = self.lowest_fragment_page(writer);
                self.add_inode_page(writer, page_no);
                Address { page_no, offset: INODE_NODE }
            }
        };
        let segment =
            self.unused_inode(writer, node.page_no).expect("the page is on the list of free inodes");
        let id = u64_at(writer.page(0), FSP_SEG_ID);
        writer.write(0, FSP_SEG_ID, &(id + 1).to_be_bytes());
        writer.write(segment.page_no, segment.inode, &id.to_be_bytes());
        for base in [INODE_FREE, INODE_NOT_FULL, INODE_FULL] {
            init_list(writer, segment.field(base));
        }
        writer.write(segment.page_no, segment.inode + INODE_MAGIC, &MAGIC.to_be_bytes());
        writer.fill(segment.page_no, segment.inode + INODE_FRAGMENTS, 4 * self.fragment_slots(), 0xFF);
        if self.unused_inode(writer, node.page_no).is_none() {
            remove(writer, SEG_INODES_FREE, node);
            append(writer, SEG_INODES_FULL, node);
        }
        segment
    }

    fn unused_inode(self, writer: &dyn PageWriter, page_no: PageNo) -> Option<Segment> {
        let room = (self.page_size - INODE_ARRAY - INODE_PAGE_TRAILER_BYTES) / self.inode_bytes();
        (0..room)
            .map(|index| Segment { page_no, inode: INODE_ARRAY + index * self.inode_bytes() })
            .find(|segment| u64_at(writer.page(page_no), segment.inode) == 0)
    }

    /// Makes a tree: two segments and an empty root page that belongs to index `index_id`.
    pub fn create_tree(self, writer: &mut dyn PageWriter, index_id: u64) -> TreeRoot {
        let internals = self.create_segment(writer);
        let page_no = self.allocate(writer, internals, Placement::Dense);
        let leaves = self.create_segment(writer);
        writer.init_page(page_no);
        writer.create_index_page(page_no);
        writer.fill(page_no, page::FIL_PAGE_PREV, 8, 0xFF);
        writer.write(page_no, page::PAGE_INDEX_ID, &index_id.to_be_bytes());
        let space_id = u32_at(writer.page(0), page::FIL_PAGE_SPACE_ID);
        writer.write(page_no, page::PAGE_BTR_SEG_LEAF, &leaves.header(space_id));
        writer.write(page_no, page::PAGE_BTR_SEG_TOP, &internals.header(space_id));
        TreeRoot { page_no, leaves, internals }
    }

    /// Gives the segment its next page: the lowest free fragment page while it has fewer than half an extent of them, then
    /// the lowest free page of an extent of its own. The page itself is not touched.
    pub fn allocate(self, writer: &mut dyn PageWriter, segment: Segment, placement: Placement) -> PageNo {
        match self.free_slot(writer, segment) {
            Some(slot) => {
                let page_no = self.lowest_fragment_page(writer);
                self.take_fragment_page(writer, page_no);
                writer.write(segment.page_no, slot, &page_no.to_be_bytes());
                page_no
            }
            None => self.allocate_in_own_extent(writer, segment, placement),
        }
    }

    /// Where the segment's first free fragment slot lies, if it has one.
    fn free_slot(self, writer: &dyn PageWriter, segment: Segment) -> Option<usize> {
        self.slot_that_holds(writer, segment, crate::innodb::NO_PAGE)
    }

    fn slot_that_holds(self, writer: &dyn PageWriter, segment: Segment, page_no: PageNo) -> Option<usize> {
        let slots = segment.inode + INODE_FRAGMENTS;
        let inodes = writer.page(segment.page_no);
        (0..self.fragment_slots()).map(|slot| slots + 4 * slot).find(|&slot| u32_at(inodes, slot) == page_no)
    }

    /// Gives the segment its next page, zeroed, as a page split does: a fragment page is zeroed before it is entered in the
    /// segment's inode, a page of the segment's own extent at the end.
    pub fn allocate_initialised(self, writer: &mut dyn PageWriter, segment: Segment) -> PageNo {
        let Some(slot) = self.free_slot(writer, segment) else {
            let page_no = self.allocate_in_own_extent(writer, segment, Placement::Dense);
            writer.init_page(page_no);
            return page_no;
        };
        let page_no = self.lowest_fragment_page(writer);
        self.take_fragment_page(writer, page_no);
        writer.init_page(page_no);
        writer.write(segment.page_no, slot, &page_no.to_be_bytes());
        page_no
    }

    /// Makes the file at least `pages` pages long, as if it had been created that large.
    pub fn extend_file(self, writer: &mut dyn PageWriter, pages: u32) {
        self.grow_to(writer, pages - 1);
    }

    /// Gives back a page of the segment.
    pub fn free(self, writer: &mut dyn PageWriter, segment: Segment, page_no: PageNo) {
        writer.free_page(page_no);
        match self.slot_that_holds(writer, segment, page_no) {
            Some(slot) => {
                self.free_fragment(writer, page_no);
                writer.fill(segment.page_no, slot, 4, 0xFF);
            }
            None => self.free_in_own_extent(writer, segment, page_no),
        }
    }

    fn free_fragment(self, writer: &mut dyn PageWriter, page_no: PageNo) {
        let descriptor = self.descriptor(page_no);
        self.set_page_free(writer, page_no, true);
        let used = u32_at(writer.page(0), FSP_FRAG_N_USED);
        if u32_at(writer.page(descriptor.page_no), descriptor.offset + XDES_STATE) == STATE_FULL_FRAG {
            let node = plus(descriptor, XDES_NODE);
            remove(writer, Address { page_no: 0, offset: FSP_FULL_FRAG }, node);
            self.set_state(writer, descriptor, STATE_FREE_FRAG);
            append(writer, Address { page_no: 0, offset: FSP_FREE_FRAG }, node);
            writer.write(0, FSP_FRAG_N_USED, &(used + self.extent - 1).to_be_bytes());
        } else {
            writer.write(0, FSP_FRAG_N_USED, &(used - 1).to_be_bytes());
        }
    }

    /// Gives back a page of one of the segment's own extents, and the extent if that was its last one.
    fn free_in_own_extent(self, writer: &mut dyn PageWriter, segment: Segment, page_no: PageNo) {
        let descriptor = self.descriptor(page_no);
        let node = plus(descriptor, XDES_NODE);
        let mut used = segment.number(writer, INODE_NOT_FULL_N_USED);
        if self.lowest_free_page(writer, node).is_none() {
            remove(writer, segment.field(INODE_FULL), node);
            append(writer, segment.field(INODE_NOT_FULL), node);
            used += self.extent;
        }
        self.set_page_free(writer, page_no, true);
        writer.write(segment.page_no, segment.inode + INODE_NOT_FULL_N_USED, &(used - 1).to_be_bytes());
        if self.is_unused(writer, descriptor) {
            remove(writer, segment.field(INODE_NOT_FULL), node);
            self.set_state(writer, descriptor, STATE_FREE);
            append(writer, Address { page_no: 0, offset: FSP_FREE }, node);
        }
    }

    fn is_unused(self, writer: &dyn PageWriter, descriptor: Address) -> bool {
        let bits = &writer.page(descriptor.page_no)[descriptor.offset + XDES_BITMAP..];
        bits[..self.extent as usize / 4].iter().all(|byte| byte & 0b0101_0101 == 0b0101_0101)
    }

    fn allocate_in_own_extent(
        self,
        writer: &mut dyn PageWriter,
        segment: Segment,
        placement: Placement,
    ) -> PageNo {
        let not_full = first(writer, segment.field(INODE_NOT_FULL));
        let node = match not_full {
            Some(node) if placement == Placement::Dense || self.has_reserve(writer, segment) => node,
            _ => {
                let node = self.take_free_extent(writer);
                let descriptor = Address { offset: node.offset - XDES_NODE, ..node };
                self.set_state(writer, descriptor, STATE_SEGMENT);
                let id = u64_at(writer.page(segment.page_no), segment.inode);
                writer.write(descriptor.page_no, descriptor.offset + XDES_ID, &id.to_be_bytes());
                append(writer, segment.field(INODE_FREE), node);
                remove(writer, segment.field(INODE_FREE), node);
                append(writer, segment.field(INODE_NOT_FULL), node);
                node
            }
        };
        let page_no = self.lowest_free_page(writer, node).expect("the extent is on the not-full list");
        self.grow_to(writer, page_no);
        self.set_page_free(writer, page_no, false);
        let used = segment.number(writer, INODE_NOT_FULL_N_USED) + 1;
        let at = segment.inode + INODE_NOT_FULL_N_USED;
        if self.lowest_free_page(writer, node).is_none() {
            writer.write(segment.page_no, at, &(used - self.extent).to_be_bytes());
            remove(writer, segment.field(INODE_NOT_FULL), node);
            append(writer, segment.field(INODE_FULL), node);
        } else {
            writer.write(segment.page_no, at, &used.to_be_bytes());
        }
        page_no
    }

    /// Whether the segment has as many unused pages as a bulk load keeps.
    fn has_reserve(self, writer: &dyn PageWriter, segment: Segment) -> bool {
        let extents_of = |list| segment.number(writer, list);
        let (not_full, full) = (extents_of(INODE_NOT_FULL), extents_of(INODE_FULL));
        let reserved = self.fragment_slots() as u32 + (not_full + full) * self.extent;
        let unused = not_full * self.extent - segment.number(writer, INODE_NOT_FULL_N_USED);
        unused >= (reserved / 8).min(4 * self.extent)
    }

    fn lowest_fragment_page(self, writer: &mut dyn PageWriter) -> PageNo {
        let free_frag = Address { page_no: 0, offset: FSP_FREE_FRAG };
        let node = match first(writer, free_frag) {
            Some(node) => node,
            None => {
                let node = self.take_free_extent(writer);
                self.set_state(writer, Address { offset: node.offset - XDES_NODE, ..node }, STATE_FREE_FRAG);
                append(writer, free_frag, node);
                node
            }
        };
        self.lowest_free_page(writer, node).expect("the extent is on the free-fragment list")
    }

    /// Marks a fragment page used and keeps the count and the lists right.
    fn take_fragment_page(self, writer: &mut dyn PageWriter, page_no: PageNo) {
        self.grow_to(writer, page_no);
        self.set_page_free(writer, page_no, false);
        let descriptor = self.descriptor(page_no);
        let node = Address { offset: descriptor.offset + XDES_NODE, ..descriptor };
        let used = u32_at(writer.page(0), FSP_FRAG_N_USED) + 1;
        if self.lowest_free_page(writer, node).is_none() {
            remove(writer, Address { page_no: 0, offset: FSP_FREE_FRAG }, node);
            self.set_state(writer, descriptor, STATE_FULL_FRAG);
            append(writer, Address { page_no: 0, offset: FSP_FULL_FRAG }, node);
            writer.write(0, FSP_FRAG_N_USED, &(used - self.extent).to_be_bytes());
        } else {
            writer.write(0, FSP_FRAG_N_USED, &used.to_be_bytes());
        }
    }

    /// Takes the first free extent off its list, describing a further one if there is none.
    fn take_free_extent(self, writer: &mut dyn PageWriter) -> Address {
        let free = Address { page_no: 0, offset: FSP_FREE };
        loop {
            if let Some(node) = first(writer, free) {
                remove(writer, free, node);
                return node;
            }
            self.describe_next_extent(writer);
        }
    }

    /// Makes the extent after the last described one known. An extent that begins with pages of bookkeeping (the space
    /// header, or descriptors further on) is a fragment extent from the start; any other is free.
    fn describe_next_extent(self, writer: &mut dyn PageWriter) {
        let start = u32_at(writer.page(0), FSP_FREE_LIMIT);
        if start > 0 && u32_at(writer.page(0), FSP_SIZE) < start + self.extent {
            writer.write_whole(0, FSP_SIZE, &(start + self.extent).to_be_bytes());
        }
        writer.write(0, FSP_FREE_LIMIT, &(start + self.extent).to_be_bytes());
        let keeps_books = (start as usize).is_multiple_of(self.page_size);
        if keeps_books {
            if start > 0 {
                writer.init_page(start);
                writer.write(start, page::FIL_PAGE_TYPE, &page_type::XDES.to_be_bytes());
            }
            writer.init_page(start + 1);
            writer.write(start + 1, page::FIL_PAGE_TYPE, &page_type::IBUF_BITMAP.to_be_bytes());
        }
        let descriptor = self.descriptor(start);
        let node = Address { offset: descriptor.offset + XDES_NODE, ..descriptor };
        writer.fill(descriptor.page_no, descriptor.offset + XDES_BITMAP, self.extent as usize / 4, 0xFF);
        if keeps_books {
            self.set_state(writer, descriptor, STATE_FREE_FRAG);
            append(writer, Address { page_no: 0, offset: FSP_FREE_FRAG }, node);
            for page_no in [start, start + 1] {
                self.take_fragment_page(writer, page_no);
            }
        } else {
            self.set_state(writer, descriptor, STATE_FREE);
            append(writer, Address { page_no: 0, offset: FSP_FREE }, node);
        }
    }

    /// Grows a file of less than one extent page by page; larger files grow when an extent is described.
    fn grow_to(self, writer: &mut dyn PageWriter, page_no: PageNo) {
        if u32_at(writer.page(0), FSP_SIZE) <= page_no {
            writer.write_whole(0, FSP_SIZE, &(page_no + 1).to_be_bytes());
        }
    }

    fn lowest_free_page(self, writer: &dyn PageWriter, node: Address) -> Option<PageNo> {
        let descriptor = Address { offset: node.offset - XDES_NODE, ..node };
        let bits =
            &writer.page(descriptor.page_no)[descriptor.offset + XDES_BITMAP..][..self.extent as usize / 4];
        let byte = bits.iter().position(|byte| byte & 0b0101_0101 != 0)?;
        let in_byte = (bits[byte] & 0b0101_0101).trailing_zeros() / 2;
        Some(self.first_page(descriptor) + 4 * byte as u32 + in_byte)
    }

    fn set_page_free(self, writer: &mut dyn PageWriter, page_no: PageNo, free: bool) {
        let descriptor = self.descriptor(page_no);
        let index = page_no % self.extent;
        let at = descriptor.offset + XDES_BITMAP + (index / 4) as usize;
        let bit = 1 << (2 * (index % 4));
        let old = writer.page(descriptor.page_no)[at];
        writer.write(descriptor.page_no, at, &[if free { old | bit } else { old & !bit }]);
    }

    fn set_state(self, writer: &mut dyn PageWriter, descriptor: Address, state: u32) {
        writer.write(descriptor.page_no, descriptor.offset + XDES_STATE, &state.to_be_bytes());
    }

    /// Bytes of an extent descriptor: 40 at 16 KiB.
    fn descriptor_bytes(self) -> usize {
        XDES_BITMAP + self.extent as usize / 4
    }

    /// Where the descriptor of a page's extent lies. One page describes as many pages as it has bytes.
    fn descriptor(self, page_no: PageNo) -> Address {
        let described = self.page_size as u32;
        let index = page_no % described / self.extent;
        Address {
            page_no: page_no / described * described,
            offset: XDES_ARRAY + index as usize * self.descriptor_bytes(),
        }
    }

    fn first_page(self, descriptor: Address) -> PageNo {
        let index = (descriptor.offset - XDES_ARRAY) / self.descriptor_bytes();
        descriptor.page_no + index as u32 * self.extent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::innodb::Tablespace;

    fn space(page_size: usize) -> (Tablespace, Allocator) {
        let mut space = Tablespace::new(5, page_size);
        let allocator = Allocator::new(page_size);
        allocator.create_space(&mut Unlogged(&mut space), 5);
        (space, allocator)
    }

    #[test]
    fn a_segment_takes_32_fragments_then_whole_extents() {
        let (mut space, allocator) = space(16_384);
        let mut writer = Unlogged(&mut space);
        let segment = allocator.create_segment(&mut writer);
        let pages: Vec<PageNo> =
            (0..100).map(|_| allocator.allocate(&mut writer, segment, Placement::Dense)).collect();
        assert_eq!(pages[..32], (3..35).collect::<Vec<_>>());
        assert_eq!(pages[32..96], (64..128).collect::<Vec<_>>());
        assert_eq!(pages[96], 128);
    }

    #[test]
    fn a_bulk_load_reserves_as_many_pages_as_the_servers_indexes_show() {
        // Leaf pages in use, and pages of the leaf segment (index size less the internal pages).
        for (used, reserved) in [(84, 96), (90, 160), (800, 928), (1_370, 1_568)] {
            let (mut space, allocator) = space(16_384);
            let mut writer = Unlogged(&mut space);
            let segment = allocator.create_segment(&mut writer);
            for _ in 0..used {
                allocator.allocate(&mut writer, segment, Placement::Reserving);
            }
            let extents = [INODE_NOT_FULL, INODE_FULL].map(|list| segment.number(&writer, list));
            assert_eq!(32 + 64 * (extents[0] + extents[1]), reserved, "{used} pages in use");
        }
    }

    #[test]
    fn no_page_is_given_twice_at_any_page_size() {
        for page_size in [4096, 8192, 16_384, 32_768, 65_536] {
            let (mut space, allocator) = space(page_size);
            let mut writer = Unlogged(&mut space);
            let segments = [allocator.create_segment(&mut writer), allocator.create_segment(&mut writer)];
            let mut seen = std::collections::BTreeSet::from([0, 1, 2]);
            for turn in 0..9000 {
                let page_no = {
                    let placement = if turn % 3 == 0 { Placement::Dense } else { Placement::Reserving };
                    allocator.allocate(&mut writer, segments[turn % 2], placement)
                };
                assert!(seen.insert(page_no), "page {page_no} of {page_size} B twice");
                assert!(!(page_no as usize).is_multiple_of(page_size), "page {page_no} holds descriptors");
            }
        }
    }

    #[test]
    fn segments_have_the_fragments_and_inodes_that_the_servers_files_show() {
        // MariaDB 10.11: 7 inodes of 128 slots a page at 4 KiB, 25 of 64 at 8 KiB, 85 of 32 at 16 KiB.
        for (page_size, fragments, inodes) in
            [(4_096, 128, 7), (8_192, 64, 25), (16_384, 32, 85), (65_536, 32, 341)]
        {
            let (mut space, allocator) = space(page_size);
            let mut writer = Unlogged(&mut space);
            let segments: Vec<Segment> =
                (0..=inodes).map(|_| allocator.create_segment(&mut writer)).collect();
            assert!(segments[..inodes].iter().all(|segment| segment.page_no == 2), "{page_size}");
            assert_eq!(segments[inodes].page_no, 3, "{page_size}");
            assert_eq!(u32_at(writer.page(0), SEG_INODES_FULL.offset), 1, "{page_size}");
            assert_eq!(allocator.fragment_slots(), fragments);
        }
    }

    #[test]
    fn a_segment_gives_back_its_last_extent_page_by_page() {
        let (mut space, allocator) = space(16_384);
        let mut writer = Unlogged(&mut space);
        let segment = allocator.create_segment(&mut writer);
        let mut allocate = || allocator.allocate(&mut writer, segment, Placement::Dense);
        let pages: Vec<PageNo> = (0..32 + 128).map(|_| allocate()).collect();
        for &page_no in &pages[32 + 64..] {
            allocator.free(&mut writer, segment, page_no);
        }
        assert_eq!(segment.number(&writer, INODE_FULL), 1);
        assert_eq!(segment.number(&writer, INODE_NOT_FULL), 0);
        assert_eq!(segment.number(&writer, INODE_NOT_FULL_N_USED), 0);
        assert_eq!(u32_at(writer.page(0), FSP_FREE), 1);
        allocator.free(&mut writer, segment, pages[40]);
        assert_eq!(segment.number(&writer, INODE_NOT_FULL_N_USED), 63);
        assert_eq!(allocator.allocate(&mut writer, segment, Placement::Dense), pages[40]);
    }

    #[test]
    fn a_freed_fragment_is_the_next_one_given() {
        let (mut space, allocator) = space(16_384);
        let mut writer = Unlogged(&mut space);
        let segment = allocator.create_segment(&mut writer);
        let pages: Vec<PageNo> =
            (0..3).map(|_| allocator.allocate(&mut writer, segment, Placement::Dense)).collect();
        allocator.free(&mut writer, segment, pages[1]);
        assert_eq!(allocator.allocate(&mut writer, segment, Placement::Dense), pages[1]);
    }
}
