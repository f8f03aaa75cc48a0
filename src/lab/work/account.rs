//! What finding pages costs: the real allocator, on the pages that keep account of a file, at chosen places of a large file.
//!
//! A tree of a hundred million pages would have as many allocations. They are all alike but for the size of the numbers in
//! them, so the first ones are made, and then some at eight places spread over the rest of the file: the account is moved
//! there as if everything in between were in use. A place stands for an eighth of the rest.
//!
//! *Worked example.* At 16 KiB in the `physical` encoding, a page of a segment's own extent costs 17 bytes in the first
//! 16,384 pages, 19 from page 32,768 on (whose extents are described there) and 20 from page 2,113,664 on; a new extent, one
//! page in 64, a few hundred more.

use crate::base::{Digest, PageNo};
use crate::innodb::allocation::{Allocator, PageWriter, Placement, Segment, TreeRoot};
use crate::innodb::space_layout::{FSP_FREE_LIMIT, FSP_SIZE, extent_pages, fragment_slots};
use crate::innodb::{IndexLayout, Page, page, put_u32, u32_at};
use crate::lab::work::tally::Tally;
use crate::redo::{Encoding, MtrBuffer, Purpose};

/// Extents that a segment is given one page after the other, from its first page on: until it has its whole reserve.
const FIRST_EXTENTS: u64 = 36;
/// Places at which the rest is measured.
const PLACES: u64 = 8;
/// Extents at each place that are given before measuring, so that the reserve lies there too, and those that are measured.
const EXTENTS_BEFORE: u64 = 5;
const EXTENTS_MEASURED: u64 = 3;

/// The account of a file, and what changing it logs.
pub(super) struct FileAccount {
    encoding: &'static dyn Encoding,
    allocator: Allocator,
    page_size: usize,
    /// The pages so far, the file's first three in front, then the newest: of all of them only these are wanted often.
    pages: Vec<(PageNo, Page)>,
    out: MtrBuffer,
    payload_bytes: u64,
    mini_transactions: u64,
    last_page: PageNo,
    digest: Digest,
}

impl FileAccount {
    /// No file yet.
    pub(super) fn new(encoding: &'static dyn Encoding, space_id: u32, page_size: usize) -> Self {
        Self {
            encoding,
            allocator: Allocator::new(page_size),
            page_size,
            pages: Vec::new(),
            out: MtrBuffer::new(space_id),
            payload_bytes: 0,
            mini_transactions: 0,
            last_page: 0,
            digest: Digest::new(),
        }
    }

    /// What was logged so far.
    pub(super) fn tally(&self) -> Tally {
        let statistics = &self.out.statistics;
        Tally {
            lsn: 0,
            payload_bytes: self.payload_bytes,
            allocation_bytes: statistics.purpose(Purpose::Allocation).bytes,
            records: statistics.total().records - statistics.purpose(Purpose::Framing).records,
            mini_transactions: self.mini_transactions,
            entries: 0,
            images: 0,
        }
    }

    /// Digest of everything that was logged.
    pub(super) fn digest(&self) -> String {
        self.digest.hex()
    }

    /// Makes the file.
    pub(super) fn create_file(&mut self) {
        self.out.purpose = Purpose::Allocation;
        let (allocator, space_id) = (self.allocator, self.out.space_id);
        allocator.create_space(self, space_id);
        self.commit();
    }

    /// Makes an empty tree.
    pub(super) fn create_tree(&mut self, layout: &IndexLayout) -> TreeRoot {
        self.out.purpose = Purpose::Allocation;
        let allocator = self.allocator;
        let root = allocator.create_tree(self, layout.id);
        self.commit();
        root
    }

    /// A tree that was there before: its first pages lie between those of others.
    pub(super) fn add_existing_tree(&mut self, layout: &IndexLayout, pages_by_level: &[u64]) {
        let root = self.create_tree(layout);
        let fragments = fragment_slots(self.page_size) as u64;
        let internal_pages: u64 = pages_by_level[1..].iter().sum();
        self.allocate_all(root.leaves, pages_by_level[0].min(fragments));
        self.allocate_all(root.internals, internal_pages.saturating_sub(1).min(fragments - 1));
    }

    /// The top page of a tree, which was the last one given to `segment`, is freed, and the tree is complete.
    pub(super) fn complete_tree(&mut self, layout: &IndexLayout, root: &TreeRoot, segment: Segment) {
        self.out.purpose = Purpose::Allocation;
        let (allocator, top) = (self.allocator, self.last_page);
        allocator.free(self, segment, top);
        self.commit();
        self.encoding.index_loaded(&mut self.out, layout, root.page_no);
        self.commit();
    }

    /// What giving `count` pages to a segment costs, the last of which lies at page `last` of the file.
    pub(super) fn allocate(&mut self, segment: Segment, count: u64, last: u64) -> Tally {
        let extent = u64::from(extent_pages(self.page_size));
        let first = count.min(FIRST_EXTENTS * extent);
        let start = self.tally();
        self.allocate_all(segment, first);
        let mut total = self.tally().since(&start);
        let rest = count - first;
        if rest > PLACES * EXTENTS_MEASURED * extent {
            let from = self.limit();
            let described = self.page_size as u64;
            let stretches = (last / described).saturating_sub(from / described);
            for place in 0..PLACES {
                let part = rest * (place + 1) / PLACES - rest * place / PLACES;
                let at = from + last.saturating_sub(from) * (2 * place + 1) / (2 * PLACES);
                self.move_to(at);
                total.add(&self.measure(segment).scaled(part, EXTENTS_MEASURED * extent));
            }
            if stretches > 0 {
                total.add(&self.stretch(segment).scaled(stretches, 1));
            }
        } else {
            let start = self.tally();
            self.allocate_all(segment, rest);
            total.add(&self.tally().since(&start));
        }
        total
    }

    /// What the pages of [`EXTENTS_MEASURED`] extents cost, once the segment's reserve lies here too.
    fn measure(&mut self, segment: Segment) -> Tally {
        let extent = u64::from(extent_pages(self.page_size));
        self.allocate_all(segment, EXTENTS_BEFORE * extent);
        let start = self.tally();
        self.allocate_all(segment, EXTENTS_MEASURED * extent);
        self.tally().since(&start)
    }

    /// What is added where descriptors begin a further stretch of the file: the pages that hold them.
    fn stretch(&mut self, segment: Segment) -> Tally {
        let (extent, described) = (u64::from(extent_pages(self.page_size)), self.page_size as u64);
        let usual = self.measure(segment);
        let pages = self.pages.clone();
        self.set_limit(self.limit().next_multiple_of(described));
        let start = self.tally();
        // As many extents as are described at least once.
        self.allocate_all(segment, EXTENTS_MEASURED * extent);
        let beginning = self.tally().since(&start);
        self.pages = pages;
        beginning.excess_over(&usual)
    }

    fn allocate_all(&mut self, segment: Segment, count: u64) {
        for _ in 0..count {
            self.out.purpose = Purpose::Allocation;
            let allocator = self.allocator;
            self.last_page = allocator.allocate(self, segment, Placement::Reserving);
            self.commit();
        }
    }

    /// First page of the file of which no extent is described.
    fn limit(&self) -> u64 {
        u32_at(self.page(0), FSP_FREE_LIMIT).into()
    }

    /// Goes on as if all pages before `at` were in use.
    pub(super) fn move_to(&mut self, at: u64) {
        let extent = u64::from(extent_pages(self.page_size));
        let described = self.page_size as u64;
        // Not the extent that begins with the next descriptors: it is one among very many.
        let in_stretch = (at % described).clamp(extent, described.saturating_sub(12 * extent).max(extent));
        let at = (at / described * described + in_stretch) / extent * extent;
        if at <= self.limit() {
            return;
        }
        let descriptors = (at / described * described) as PageNo;
        if self.pages.iter().all(|(page_no, _)| *page_no != descriptors) {
            self.add_page(descriptors);
        }
        self.set_limit(at);
    }

    fn set_limit(&mut self, limit: u64) {
        let header = self.page_mut(0);
        put_u32(header, FSP_FREE_LIMIT, limit as u32);
        put_u32(header, FSP_SIZE, limit as u32);
    }

    fn commit(&mut self) {
        if self.out.records > 0 {
            self.encoding.end(&mut self.out);
            self.payload_bytes += self.out.bytes.len() as u64;
            self.mini_transactions += 1;
            self.digest.update(&self.out.bytes);
        }
        self.out.clear();
    }

    fn page_mut(&mut self, page_no: PageNo) -> &mut [u8] {
        let place = place_of(&self.pages, page_no);
        &mut self.pages[place].1
    }

    fn add_page(&mut self, page_no: PageNo) {
        let mut page = vec![0; self.page_size].into_boxed_slice();
        page::init(&mut page, self.out.space_id, page_no);
        self.pages.insert(self.pages.len().min(3), (page_no, page));
    }
}

fn place_of(pages: &[(PageNo, Page)], page_no: PageNo) -> usize {
    pages.iter().position(|(number, _)| *number == page_no).expect("bookkeeping pages exist")
}

impl PageWriter for FileAccount {
    fn page(&self, page_no: PageNo) -> &[u8] {
        &self.pages[place_of(&self.pages, page_no)].1
    }

    fn write(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        let place = place_of(&self.pages, page_no);
        let before = &mut self.pages[place].1;
        if before[offset..offset + bytes.len()] != *bytes {
            self.encoding.write(&mut self.out, page_no, before, offset, bytes, false);
            before[offset..offset + bytes.len()].copy_from_slice(bytes);
        }
    }

    fn write_whole(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        let place = place_of(&self.pages, page_no);
        let before = &mut self.pages[place].1;
        self.encoding.write(&mut self.out, page_no, before, offset, bytes, true);
        before[offset..offset + bytes.len()].copy_from_slice(bytes);
    }

    fn fill(&mut self, page_no: PageNo, offset: usize, len: usize, byte: u8) {
        self.encoding.fill(&mut self.out, page_no, offset, len, byte);
        self.page_mut(page_no)[offset..offset + len].fill(byte);
    }

    fn init_page(&mut self, page_no: PageNo) {
        self.encoding.init_page(&mut self.out, page_no);
        self.add_page(page_no);
    }

    fn create_index_page(&mut self, page_no: PageNo) {
        self.encoding.create_index_page(&mut self.out, page_no);
        page::create_index(self.page_mut(page_no));
    }

    fn free_page(&mut self, page_no: PageNo) {
        self.encoding.free_page(&mut self.out, page_no);
    }
}
