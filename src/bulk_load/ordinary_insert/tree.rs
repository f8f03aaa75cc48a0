//! One tree that rows are inserted into, wherever their keys belong.
//!
//! An insert walks from the root to a leaf, page by page: the directory narrows the search to a handful of records, and a
//! few comparisons find the place. If the record fits there, that is all ("optimistic"). If not, the page is split first
//! ([`split`](super::split)).

use crate::base::{PageNo, TrxId};
use crate::bulk_load::BuiltTree;
use crate::bulk_load::ordinary_insert::free_bits::{free_class, set_free_class};
use crate::innodb::allocation::{Allocator, PageWriter, TreeRoot};
use crate::innodb::extent::{KeyOrder, record_extent};
use crate::innodb::page::{
    self, INFIMUM, PAGE_GARBAGE, PAGE_LAST_INSERT, PAGE_MAX_TRX_ID, SUPREMUM, next_record,
};
use crate::innodb::page_edit::{self, Place, free_bytes, free_heap_bytes, freed_record, place_for};
use crate::innodb::record::MIN_REC_FLAG;
use crate::innodb::{IndexKind, IndexLayout, NO_PAGE, RecordBuffer, Tablespace, u16_at, u32_at, u64_at};
use crate::redo::{IndexPage, MiniTransaction, Purpose, RedoLog, RowInsert};
use std::cmp::Ordering;

/// A tree and what is known about it between inserts.
pub(super) struct Tree {
    pub(super) layout: IndexLayout,
    pub(super) order: KeyOrder,
    pub(super) root: TreeRoot,
    pub(super) allocator: Allocator,
    pub(super) page_size: usize,
    pub(super) trx_id: TrxId,
    /// Pages from the root down to the page of the last search.
    pub(super) path: Vec<PageNo>,
    /// Pages by level, leaves first.
    pub(super) pages_by_level: Vec<u32>,
    /// A copy of a page while it is being split.
    pub(super) scratch: Vec<u8>,
    /// Whether keys only ever ascend, so that a page is never touched again once the next one has begun.
    ascends: bool,
    /// Pages that will not be touched again, since this was last emptied.
    pub(super) finished: Vec<PageNo>,
    /// Bytes that records and directory use on finished leaves.
    finished_leaf_bytes: u64,
    /// The leaf of the last insert.
    last_leaf: PageNo,
    rows: u64,
}

/// Whether and how a record fits on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// It goes here.
    At(Place),
    /// It fits once the memory of deleted records is gathered.
    AfterReorganizing,
    /// The page must be split.
    No,
}

impl Tree {
    /// The tree of the empty root page `root`; `ascends` says that records will come in key order.
    pub(super) fn new(
        layout: IndexLayout,
        root: TreeRoot,
        page_size: usize,
        trx_id: TrxId,
        ascends: bool,
    ) -> Self {
        Self {
            order: KeyOrder::new(&layout),
            layout,
            root,
            allocator: Allocator::new(page_size),
            page_size,
            trx_id,
            path: Vec::with_capacity(8),
            pages_by_level: vec![1],
            scratch: Vec::new(),
            ascends,
            finished: Vec::new(),
            finished_leaf_bytes: 0,
            last_leaf: root.page_no,
            rows: 0,
        }
    }

    /// What the tree came to so far; its pages are in `space`.
    pub(super) fn built(&self, space: &Tablespace) -> BuiltTree {
        BuiltTree {
            layout: self.layout.clone(),
            root_page_no: self.root.page_no,
            pages_by_level: self.pages_by_level.clone(),
            leaf_used_bytes: self.leaf_used_bytes(space),
            rows: self.rows,
        }
    }

    /// Bytes that records and directory use on leaves.
    fn leaf_used_bytes(&self, space: &Tablespace) -> u64 {
        let page_at = |page_no| space.get(page_no).expect("unfinished pages of the tree are present");
        let mut leaf = page_at(if self.ascends { self.last_leaf } else { self.leftmost_leaf(space) });
        let mut used = self.finished_leaf_bytes + filled_bytes(leaf);
        while page::next(leaf) != NO_PAGE {
            leaf = page_at(page::next(leaf));
            used += filled_bytes(leaf);
        }
        used
    }

    fn leftmost_leaf(&self, space: &Tablespace) -> PageNo {
        let mut page_no = self.root.page_no;
        loop {
            let page = space.get(page_no).expect("pages of the tree are present");
            if page::level(page) == 0 {
                return page_no;
            }
            page_no = self.child(page, next_record(page, INFIMUM));
        }
    }

    /// The left half of a split: if keys ascend, nothing will change it any more.
    pub(super) fn leave_behind(&mut self, mtr: &MiniTransaction<'_>, page_no: PageNo, level: usize) {
        if !self.ascends {
            return;
        }
        self.finished.push(page_no);
        if level == 0 {
            self.finished_leaf_bytes += filled_bytes(mtr.page(page_no));
        }
    }

    /// Inserts a leaf record, as one mini-transaction; a secondary leaf that fills up noticeably takes another.
    pub(super) fn insert(&mut self, space: &mut Tablespace, log: &mut RedoLog, record: &RecordBuffer) {
        self.rows += 1;
        let (leaf, previous) = match self.place_at_end(space, record) {
            Some(previous) => (self.last_leaf, previous),
            None => {
                let leaf = self.find_path(space, record, 0);
                let bytes = space.get(leaf).expect("pages of the tree are present");
                (leaf, self.search(bytes, record))
            }
        };
        let bytes = space.get(leaf).expect("pages of the tree are present");
        let room_before = free_bytes(bytes);
        let fit = self.optimistic_fit(bytes, previous, record, 0);
        let mut mtr = MiniTransaction::begin(space, log, Purpose::Record);
        if fit == Fit::No {
            self.find_path_in(&mtr, record, 0);
            self.last_leaf = self.split_and_insert(&mut mtr, record);
            mtr.commit();
            return;
        }
        self.put_record(&mut mtr, leaf, 0, previous, record, fit);
        self.last_leaf = leaf;
        mtr.commit();
        if self.layout.kind == IndexKind::Secondary {
            self.note_filling(space, log, leaf, room_before, record.bytes().len());
        }
    }

    /// The class of a leaf's free room may have sunk with an insert.
    fn note_filling(
        &self,
        space: &mut Tablespace,
        log: &mut RedoLog,
        leaf: PageNo,
        room_before: usize,
        record_bytes: usize,
    ) {
        // The record and a directory slot, reckoned carefully.
        let room = room_before.saturating_sub(record_bytes + 2);
        let class = free_class(self.page_size, room);
        if class < free_class(self.page_size, room_before) {
            let mut mtr = MiniTransaction::begin(space, log, Purpose::Allocation);
            set_free_class(&mut mtr, self.page_size, leaf, class);
            mtr.commit();
        }
    }

    /// The place after the last record, if the last insert went to the end of the last leaf and this one does too: then no
    /// search is needed.
    fn place_at_end(&self, space: &Tablespace, record: &RecordBuffer) -> Option<usize> {
        let page = space.get(self.last_leaf)?;
        let last = usize::from(u16_at(page, PAGE_LAST_INSERT));
        let at_end = last != 0 && page::next(page) == NO_PAGE && next_record(page, last) == SUPREMUM;
        (at_end && self.compare(page, last, record) == Ordering::Less).then_some(last)
    }

    fn compare(&self, page: &[u8], origin: usize, record: &RecordBuffer) -> Ordering {
        self.order.compare(&self.layout, (page, origin), (record.bytes(), record.extra_bytes()))
    }

    /// Whether the record at `origin` sorts before `record`, or equally.
    pub(super) fn is_before(&self, page: &[u8], origin: usize, record: &RecordBuffer) -> bool {
        page[origin - 5] & MIN_REC_FLAG != 0 || self.compare(page, origin, record) != Ordering::Greater
    }

    /// Origin of the record after which `record` belongs.
    pub(super) fn search(&self, page: &[u8], record: &RecordBuffer) -> usize {
        page_edit::search(page, |origin| self.is_before(page, origin, record))
    }

    fn find_path(&mut self, space: &Tablespace, record: &RecordBuffer, to_level: usize) -> PageNo {
        self.descend(|page_no| space.get(page_no).expect("pages of the tree are present"), record, to_level)
    }

    /// Walks from the root to the page of `to_level` where `record` belongs; keeps the path and returns that page.
    pub(super) fn find_path_in(
        &mut self,
        mtr: &MiniTransaction<'_>,
        record: &RecordBuffer,
        to_level: usize,
    ) -> PageNo {
        self.descend(|page_no| mtr.page(page_no), record, to_level)
    }

    fn descend<'p>(
        &mut self,
        page: impl Fn(PageNo) -> &'p [u8],
        record: &RecordBuffer,
        to_level: usize,
    ) -> PageNo {
        let mut page_no = self.root.page_no;
        self.path.clear();
        self.path.push(page_no);
        for _ in to_level..self.pages_by_level.len() - 1 {
            let bytes = page(page_no);
            page_no = self.child(bytes, self.search(bytes, record));
            self.path.push(page_no);
        }
        page_no
    }

    /// The page that the node pointer at `origin` leads to.
    pub(super) fn child(&self, page: &[u8], origin: usize) -> PageNo {
        debug_assert_ne!(origin, INFIMUM, "the leftmost pointer is smaller than any key");
        u32_at(page, record_extent(&self.layout, page, origin).end - 4)
    }

    /// Whether a record may go on a page without splitting it.
    ///
    /// Three rules lie beyond mere room. A clustered leaf that fills in one direction keeps a sixteenth of the page for
    /// rows that may grow. A page with deleted records is not squeezed any more once less than a thirty-second is free. And
    /// freed memory only helps if the record that was deleted last was large enough.
    pub(super) fn optimistic_fit(
        &self,
        page: &[u8],
        previous: usize,
        record: &RecordBuffer,
        level: usize,
    ) -> Fit {
        let bytes = record.bytes().len();
        let room = free_bytes(page);
        let records = page::n_recs(page);
        if level == 0
            && self.layout.kind == IndexKind::Clustered
            && records >= 2
            && room < self.page_size / 16 + bytes
            && super::split::converges(page, previous)
        {
            return Fit::No;
        }
        let squeezed = u16_at(page, PAGE_GARBAGE) != 0
            && room < self.page_size / 32
            && records > 1
            && free_heap_bytes(page) < bytes;
        if squeezed { Fit::No } else { self.fit(page, record) }
    }

    /// Whether there is room for a record on a page.
    pub(super) fn fit(&self, page: &[u8], record: &RecordBuffer) -> Fit {
        let bytes = record.bytes().len();
        if free_bytes(page) < bytes {
            return Fit::No;
        }
        let freed = freed_record(page).map(|origin| record_extent(&self.layout, page, origin));
        place_for(page, bytes, freed).map_or(Fit::AfterReorganizing, Fit::At)
    }

    /// Puts a record on a page where it fits.
    pub(super) fn put_record(
        &self,
        mtr: &mut MiniTransaction<'_>,
        page_no: PageNo,
        level: usize,
        mut previous: usize,
        record: &RecordBuffer,
        fit: Fit,
    ) {
        if level == 0 && self.layout.kind == IndexKind::Secondary {
            self.note_transaction(mtr, page_no, self.trx_id);
        }
        let place = match fit {
            Fit::At(place) => place,
            _ => {
                mtr.edit(page_no, |encoding, out, bytes| {
                    encoding.reorganize(out, &mut IndexPage { page_no, bytes, layout: &self.layout });
                });
                previous = self.search(mtr.page(page_no), record);
                Place::Heap
            }
        };
        let insert = RowInsert { previous, record: record.bytes(), origin: record.extra_bytes(), place };
        mtr.edit(page_no, |encoding, out, bytes| {
            encoding.insert_row(out, &mut IndexPage { page_no, bytes, layout: &self.layout }, &insert);
        });
    }

    /// A secondary leaf carries the number of the newest transaction that changed it.
    pub(super) fn note_transaction(&self, mtr: &mut MiniTransaction<'_>, page_no: PageNo, trx_id: TrxId) {
        if u64_at(mtr.page(page_no), PAGE_MAX_TRX_ID) < trx_id {
            mtr.set_purpose(Purpose::Header);
            mtr.write(page_no, PAGE_MAX_TRX_ID, &trx_id.to_be_bytes());
            mtr.set_purpose(Purpose::Record);
        }
    }
}

/// Bytes that records and directory use on a page.
fn filled_bytes(page: &[u8]) -> u64 {
    let slots = usize::from(u16_at(page, page::PAGE_N_DIR_SLOTS));
    (page_edit::data_bytes(page) + 2 * (slots - 2)) as u64
}
