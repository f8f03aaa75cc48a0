//! A tree that was there before the statement: allocated, and on demand filled, without any log.
//!
//! It looks as a rebuild would have left it: every page full, leaves in key order. A statement that adds an index never
//! changes these pages, so a run only needs to know which page numbers they take; a file that somebody wants to read needs
//! their bytes too.

use crate::base::PageNo;
use crate::bulk_load::page_builder::{FillRule, PageBuilder};
use crate::bulk_load::shape::pages_by_level;
use crate::bulk_load::tree_builder::fresh_page;
use crate::innodb::allocation::{Allocator, Placement, TreeRoot, Unlogged};
use crate::innodb::record::{RowVersion, status};
use crate::innodb::{IndexLayout, NO_PAGE, RecordBuffer, TableRows, Tablespace, page, put_u16, put_u32};

/// What rows of an existing table carry: the transaction that inserted them.
const INSERTED: RowVersion = RowVersion { trx_id: 0x10, roll_pointer: 0x80_0000_0000_0110 };

/// The page numbers of an existing tree.
pub struct ExistingTree {
    layout: IndexLayout,
    root: TreeRoot,
    /// Pages by level, leaves first, without the root.
    pages: Vec<Vec<PageNo>>,
}

impl ExistingTree {
    /// Allocates the pages of the tree of `layout` over `rows`, which `order` puts in key order.
    pub fn allocate(
        layout: IndexLayout,
        rows: &TableRows,
        order: Option<&[u32]>,
        placement: Placement,
        space: &mut Tablespace,
    ) -> Self {
        let page_size = space.page_size();
        let allocator = Allocator::new(page_size);
        let mut writer = Unlogged(space);
        let root = allocator.create_tree(&mut writer, layout.id);
        let levels = pages_by_level(&layout, rows, order, page_size, 100);
        let mut pages = Vec::new();
        for (level, &count) in levels.iter().enumerate().take(levels.len() - 1) {
            let segment = if level == 0 { root.leaves } else { root.internals };
            let allocated = (0..count).map(|_| allocator.allocate(&mut writer, segment, placement));
            pages.push(allocated.collect());
        }
        Self { layout, root, pages }
    }

    /// The tree's layout.
    pub fn layout(&self) -> &IndexLayout {
        &self.layout
    }

    /// The root page's number.
    pub fn root_page_no(&self) -> PageNo {
        self.root.page_no
    }

    /// Pages by level, leaves first; the root is the last.
    pub fn pages_by_level(&self) -> Vec<u32> {
        self.pages.iter().map(|pages| pages.len() as u32).chain([1]).collect()
    }

    /// Fills the pages with the rows.
    pub fn fill(&self, rows: &TableRows, order: Option<&[u32]>, space: &mut Tablespace) {
        let mut level = self.open(space, 0);
        let mut pointers = Vec::new();
        let mut record = RecordBuffer::new();
        for position in 0..rows.count() {
            let row = order.map_or(position, |order| order[position as usize]);
            record.set_leaf(&self.layout, rows, row, INSERTED);
            self.add(&mut level, &record, space, &mut pointers);
        }
        self.close(level, space, &mut pointers);
        for height in 1..=self.pages.len() {
            let mut above = Vec::new();
            let mut level = self.open(space, height);
            for pointer in pointers {
                self.add(&mut level, &pointer, space, &mut above);
            }
            self.close(level, space, &mut above);
            pointers = above;
        }
    }

    /// Starts on the leftmost page of a level; the last level is the root.
    fn open(&self, space: &mut Tablespace, height: usize) -> Level {
        let numbers = match self.pages.get(height) {
            Some(pages) => pages.clone(),
            None => vec![self.root.page_no],
        };
        let rule = FillRule::new(self.layout.kind, space.page_size(), 100);
        Level { height, builder: self.start(space, height, numbers[0], NO_PAGE), numbers, at: 0, rule }
    }

    fn start(&self, space: &mut Tablespace, height: usize, page_no: PageNo, prev: PageNo) -> PageBuilder {
        let bytes = if page_no == self.root.page_no {
            let mut root = space.take(page_no).expect("the root was created");
            put_u16(&mut root, page::PAGE_LEVEL, height as u16);
            root
        } else {
            fresh_page(space, &self.layout, page_no, height, prev)
        };
        PageBuilder::new(page_no, bytes, true)
    }

    fn add(
        &self,
        level: &mut Level,
        record: &RecordBuffer,
        space: &mut Tablespace,
        pointers: &mut Vec<RecordBuffer>,
    ) {
        let builder = &level.builder;
        if !level.rule.fits(builder.records(), builder.used_bytes(), record.bytes().len()) {
            level.at += 1;
            let next = level.numbers[level.at];
            put_u32(&mut level.builder.page, page::FIL_PAGE_NEXT, next);
            let started = self.start(space, level.height, next, level.numbers[level.at - 1]);
            let full = std::mem::replace(&mut level.builder, started);
            self.put(full, space, pointers);
        }
        if level.builder.wants_minimum_mark(record) {
            let mut first = record.clone();
            first.mark_minimum();
            level.builder.append(&first);
        } else {
            level.builder.append(record);
        }
    }

    fn close(&self, level: Level, space: &mut Tablespace, pointers: &mut Vec<RecordBuffer>) {
        self.put(level.builder, space, pointers);
    }

    fn put(&self, mut builder: PageBuilder, space: &mut Tablespace, pointers: &mut Vec<RecordBuffer>) {
        builder.finish();
        let (first, origin) = builder.first_record();
        let mut pointer = RecordBuffer::new();
        pointer.set_node_pointer(&self.layout, first, origin, builder.page_no);
        debug_assert_eq!(pointer.status(), status::NODE_POINTER);
        pointers.push(pointer);
        space.put(builder.page_no, builder.page);
    }
}

/// A level while it is filled.
struct Level {
    height: usize,
    builder: PageBuilder,
    numbers: Vec<PageNo>,
    at: usize,
    rule: FillRule,
}
