//! One tree, built from its leaves up.

use crate::base::PageNo;
use crate::bulk_load::page_builder::{FillRule, PageBuilder};
use crate::innodb::allocation::{Allocator, Placement, TreeRoot};
use crate::innodb::{
    IndexKind, IndexLayout, NO_PAGE, Page, RecordBuffer, Tablespace, page, put_u16, put_u32, put_u64, u64_at,
};
use crate::redo::{BulkPage, MiniTransaction, Purpose, RedoLog};

/// What every tree of a statement shares.
#[derive(Debug, Clone, Copy)]
pub struct TreeSettings {
    /// Percentage to which pages are filled, 10 to 100.
    pub fill_factor: u8,
    /// The statement's transaction number, which secondary leaves carry.
    pub trx_id: u64,
}

/// Where a statement builds: the file, its log, and the list of pages that will not change any more.
pub struct LoadTarget<'a> {
    /// The primary's pages.
    pub space: &'a mut Tablespace,
    /// The primary's log.
    pub log: &'a mut RedoLog,
    /// Numbers of finished pages, in the order in which they were finished. The caller empties it.
    pub finished: &'a mut Vec<PageNo>,
}

/// What a tree came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltTree {
    /// Its layout.
    pub layout: IndexLayout,
    /// Its root page.
    pub root_page_no: PageNo,
    /// Pages by level, leaves first; the root is the last.
    pub pages_by_level: Vec<u32>,
    /// Bytes that records and directory use on leaves.
    pub leaf_used_bytes: u64,
    /// Records on leaves.
    pub rows: u64,
}

/// Which part of an index a builder makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it, or the range of its least keys.
    Leftmost,
    /// A later range: what stands to the left of its first pages is not known yet.
    Later,
}

impl BuiltTree {
    /// Logs that the index is complete, if its encoding says so.
    pub fn declare_complete(&self, target: &mut LoadTarget<'_>) {
        let mut mtr = MiniTransaction::begin(target.space, target.log, Purpose::IndexLoad);
        mtr.index_loaded(&self.layout, self.root_page_no);
        mtr.commit();
    }
}

/// A tree under construction.
pub struct TreeBuilder {
    pub(super) layout: IndexLayout,
    settings: TreeSettings,
    rule: FillRule,
    pub(super) allocator: Allocator,
    pub(super) root: TreeRoot,
    part: Part,
    /// The page of each level that is being filled.
    pub(super) levels: Vec<PageBuilder>,
    /// The first page of each level.
    pub(super) first_pages: Vec<PageNo>,
    /// The last leaf, once it is closed although the tree is not finished.
    pub(super) last_leaf: Option<PageNo>,
    pub(super) pages_by_level: Vec<u32>,
    pub(super) leaf_used_bytes: u64,
    pub(super) rows: u64,
    pointer: RecordBuffer,
}

/// An empty page of an index, with number, level, index and left sibling in place.
pub fn fresh_page(
    space: &Tablespace,
    layout: &IndexLayout,
    page_no: PageNo,
    level: usize,
    prev: PageNo,
) -> Page {
    let mut bytes = vec![0; space.page_size()].into_boxed_slice();
    put_u32(&mut bytes, page::FIL_PAGE_OFFSET, page_no);
    put_u32(&mut bytes, page::FIL_PAGE_SPACE_ID, space.space_id());
    page::create_index(&mut bytes);
    put_u32(&mut bytes, page::FIL_PAGE_PREV, prev);
    put_u32(&mut bytes, page::FIL_PAGE_NEXT, NO_PAGE);
    put_u16(&mut bytes, page::PAGE_LEVEL, level as u16);
    put_u64(&mut bytes, page::PAGE_INDEX_ID, layout.id);
    bytes
}

impl TreeBuilder {
    /// Starts on an index whose empty root page exists.
    pub fn new(layout: IndexLayout, settings: TreeSettings, root: TreeRoot, page_size: usize) -> Self {
        Self::new_part(layout, settings, root, page_size, Part::Leftmost)
    }

    /// Starts on a part of an index whose empty root page exists.
    pub(super) fn new_part(
        layout: IndexLayout,
        settings: TreeSettings,
        root: TreeRoot,
        page_size: usize,
        part: Part,
    ) -> Self {
        let rule = FillRule::new(layout.kind, page_size, settings.fill_factor);
        Self {
            layout,
            settings,
            rule,
            allocator: Allocator::new(page_size),
            root,
            part,
            levels: Vec::new(),
            first_pages: Vec::new(),
            last_leaf: None,
            pages_by_level: Vec::new(),
            leaf_used_bytes: 0,
            rows: 0,
            pointer: RecordBuffer::new(),
        }
    }

    /// The tree's layout.
    pub fn layout(&self) -> &IndexLayout {
        &self.layout
    }

    /// The root page's number.
    pub fn root_page_no(&self) -> PageNo {
        self.root.page_no
    }

    /// Leaves so far.
    pub(super) fn leaf_pages(&self) -> u32 {
        self.pages_by_level.first().copied().unwrap_or(0)
    }

    /// Appends a leaf record: the next in key order.
    pub fn add(&mut self, target: &mut LoadTarget<'_>, record: &RecordBuffer) {
        self.rows += 1;
        if self.levels.is_empty() {
            self.open_level(target);
        }
        if !self.fits(0, record) {
            self.turn_page(target, 0);
        }
        self.levels[0].append(record);
    }

    fn fits(&self, level: usize, record: &RecordBuffer) -> bool {
        let page = &self.levels[level];
        self.rule.fits(page.records(), page.used_bytes(), record.bytes().len())
    }

    /// Allocates the first page of a new level on top.
    fn open_level(&mut self, target: &mut LoadTarget<'_>) {
        let level = self.levels.len();
        let page_no = self.allocate(target, level);
        self.levels.push(self.fresh_page(target, page_no, level, NO_PAGE));
        self.first_pages.push(page_no);
        self.pages_by_level.push(1);
    }

    fn allocate(&self, target: &mut LoadTarget<'_>, level: usize) -> PageNo {
        let segment = if level == 0 { self.root.leaves } else { self.root.internals };
        let mut mtr = MiniTransaction::begin(target.space, target.log, Purpose::Allocation);
        let page_no = self.allocator.allocate(&mut mtr, segment, Placement::Reserving);
        mtr.set_main_page(page_no);
        mtr.commit();
        page_no
    }

    fn fresh_page(
        &self,
        target: &LoadTarget<'_>,
        page_no: PageNo,
        level: usize,
        prev: PageNo,
    ) -> PageBuilder {
        let mut bytes = fresh_page(target.space, &self.layout, page_no, level, prev);
        if level == 0 && self.layout.kind == IndexKind::Secondary {
            put_u64(&mut bytes, page::PAGE_MAX_TRX_ID, self.settings.trx_id);
        }
        PageBuilder::new(page_no, bytes, true)
    }

    /// The page of `level` is full: allocates its right sibling, finishes it, puts a pointer to it on the level above, and
    /// goes on with the sibling.
    fn turn_page(&mut self, target: &mut LoadTarget<'_>, level: usize) {
        let next_page_no = self.allocate(target, level);
        let sibling = self.fresh_page(target, next_page_no, level, self.levels[level].page_no);
        self.go_on_with(target, level, next_page_no, sibling);
        self.pages_by_level[level] += 1;
    }

    /// Finishes the page of `level`, whose right sibling is `next_page_no`, puts a pointer to it on the level above, and goes
    /// on with `page`.
    pub(super) fn go_on_with(
        &mut self,
        target: &mut LoadTarget<'_>,
        level: usize,
        next_page_no: PageNo,
        page: PageBuilder,
    ) {
        put_u32(&mut self.levels[level].page, page::FIL_PAGE_NEXT, next_page_no);
        self.finish_page(level);
        self.point_to(target, level);
        let full = std::mem::replace(&mut self.levels[level], page);
        self.commit_page(target, full, true);
    }

    fn finish_page(&mut self, level: usize) {
        self.levels[level].finish();
        if level == 0 {
            self.leaf_used_bytes += self.levels[0].filled_bytes() as u64;
        }
    }

    /// Appends a pointer to the page of `level` to the level above, which is made if it does not exist.
    fn point_to(&mut self, target: &mut LoadTarget<'_>, level: usize) {
        let page = &self.levels[level];
        let (first, origin) = page.first_record();
        let mut pointer = std::mem::take(&mut self.pointer);
        pointer.set_node_pointer(&self.layout, first, origin, page.page_no);
        if level + 1 == self.levels.len() {
            self.open_level(target);
        }
        if self.part == Part::Leftmost && self.levels[level + 1].wants_minimum_mark(&pointer) {
            pointer.mark_minimum();
        }
        self.append_pointer(target, level + 1, &pointer);
        self.pointer = pointer;
    }

    /// Appends a node pointer to the page of `level`, or to its right sibling if it is full.
    pub(super) fn append_pointer(
        &mut self,
        target: &mut LoadTarget<'_>,
        level: usize,
        pointer: &RecordBuffer,
    ) {
        if !self.fits(level, pointer) {
            self.turn_page(target, level);
        }
        self.levels[level].append(pointer);
    }

    /// Logs a page and hands it over.
    fn commit_page(&self, target: &mut LoadTarget<'_>, mut builder: PageBuilder, has_next: bool) {
        self.log_page(target, &mut builder, has_next);
        // The first pages of a later range get their left siblings when the ranges are joined.
        if self.part == Part::Leftmost || !self.first_pages.contains(&builder.page_no) {
            target.finished.push(builder.page_no);
        }
        target.space.put(builder.page_no, builder.page);
    }

    /// All rows of a range are in: finishes and logs its last leaf, which gets its right sibling when ranges are joined.
    pub(super) fn close_leaves(&mut self, target: &mut LoadTarget<'_>) {
        self.finish_page(0);
        self.point_to(target, 0);
        let mut last = std::mem::replace(&mut self.levels[0], PageBuilder::closed());
        self.log_page(target, &mut last, false);
        self.last_leaf = Some(last.page_no);
        target.space.put(last.page_no, last.page);
    }

    fn log_page(&self, target: &mut LoadTarget<'_>, builder: &mut PageBuilder, next_is_new: bool) {
        target.log.commit_bulk_page(&mut BulkPage {
            page_no: builder.page_no,
            page: &mut builder.page,
            layout: &self.layout,
            origins: &builder.origins,
            starts: &builder.starts,
            logged: builder.logged,
            created: builder.created,
            next_is_new,
        });
    }

    /// The rows of one buffer are in: every page that grew is finished and logged, and then built on.
    pub fn pause(&mut self, target: &mut LoadTarget<'_>) {
        let mut levels = std::mem::take(&mut self.levels);
        for builder in &mut levels {
            if builder.records() > builder.logged {
                builder.finish();
                self.log_page(target, builder, false);
                builder.logged = builder.records();
                builder.created = false;
                // As logged, for the page cleaner: what is built from here on has no log yet.
                target.space.put(builder.page_no, builder.page.clone());
            }
        }
        self.levels = levels;
    }

    /// All rows are in: finishes the pages and declares the index complete.
    pub fn finish(self, target: &mut LoadTarget<'_>) -> BuiltTree {
        let built = self.finish_pages(target);
        built.declare_complete(target);
        built
    }

    /// All rows are in: finishes the last page of every level, copies the top page into the root and frees it.
    ///
    /// If pages are not logged, they must reach the disk before [`BuiltTree::declare_complete`].
    pub fn finish_pages(mut self, target: &mut LoadTarget<'_>) -> BuiltTree {
        if self.levels.is_empty() {
            self.open_level(target);
        }
        let mut level = 0;
        if let Some(last_leaf) = self.last_leaf {
            target.finished.push(last_leaf);
            level = 1;
        }
        loop {
            self.finish_page(level);
            if level + 1 < self.levels.len() {
                self.point_to(target, level);
            }
            let last = std::mem::replace(&mut self.levels[level], PageBuilder::closed());
            if level + 1 == self.levels.len() {
                self.move_to_root(target, last, level);
                break;
            }
            self.commit_page(target, last, false);
            level += 1;
        }
        BuiltTree {
            layout: self.layout,
            root_page_no: self.root.page_no,
            pages_by_level: self.pages_by_level,
            leaf_used_bytes: self.leaf_used_bytes,
            rows: self.rows,
        }
    }

    fn move_to_root(&self, target: &mut LoadTarget<'_>, top: PageBuilder, level: usize) {
        let root = target.space.take(self.root.page_no).expect("the root was created first");
        let mut builder = PageBuilder::new(self.root.page_no, root, false);
        put_u16(&mut builder.page, page::PAGE_LEVEL, level as u16);
        let max_trx_id = u64_at(&top.page, page::PAGE_MAX_TRX_ID);
        put_u64(&mut builder.page, page::PAGE_MAX_TRX_ID, max_trx_id);
        let mut record = RecordBuffer::new();
        for index in 0..top.records() {
            let (bytes, origin) = top.record(index);
            record.set_copy(bytes, origin);
            builder.append(&record);
        }
        builder.finish();
        // The page is freed in a moment and may be used again: it is not among the finished ones.
        let mut top = top;
        let freed = top.page_no;
        self.log_page(target, &mut top, false);
        target.space.put(freed, top.page);
        self.commit_page(target, builder, false);
        let segment = if level == 0 { self.root.leaves } else { self.root.internals };
        let mut mtr = MiniTransaction::begin(target.space, target.log, Purpose::Allocation);
        self.allocator.free(&mut mtr, segment, freed);
        mtr.commit();
    }
}
