//! Splitting a page that has no room.
//!
//! Where a page is split depends on where the last inserts went. If the new record belongs right after the one inserted
//! before it, more of the kind are expected: the page stays full and the new record starts the next page. If it belongs
//! right before it, the same happens towards the left. Otherwise half of the records move to a new page on the right.
//!
//! *Worked example.* `t0` in key order, 16 KiB pages: the root holds 553 rows when it is full. They all move to a new leaf,
//! the root becomes level 1; the new leaf has no last insert, so it is split in the middle: 276 rows stay, 277 move on. From
//! there on every leaf is filled to 553 rows and split at its end. 100,000 rows fill 182 leaves.
//!
//! Everything that a split changes is one mini-transaction: the new page's allocation, the pointer to it, the siblings'
//! links, and the records that move: they are copied to the new page one by one and deleted from the old one.

use crate::base::PageNo;
use crate::bulk_load::ordinary_insert::free_bits::{free_class, set_free_class};
use crate::bulk_load::ordinary_insert::tree::{Fit, Tree};
use crate::innodb::allocation::PageWriter;
use crate::innodb::extent::record_extent;
use crate::innodb::page::{
    self, FIL_PAGE_NEXT, FIL_PAGE_PREV, INFIMUM, PAGE_INDEX_ID, PAGE_LAST_INSERT, PAGE_LEVEL,
    PAGE_MAX_TRX_ID, SUPREMUM, next_record,
};
use crate::innodb::page_edit::{free_bytes, previous_record};
use crate::innodb::{IndexKind, NO_PAGE, RecordBuffer, u16_at, u64_at};
use crate::redo::{IndexPage, MiniTransaction, Purpose};

/// Where a page is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SplitPlan {
    /// Whether the new page goes to the left.
    to_left: bool,
    /// First record of the upper page; `None` if that is the new record itself.
    first_upper: Option<usize>,
    /// First record that does not move to (or stays on) the lower page.
    limit: usize,
}

/// Whether the insert after `previous` belongs right beside the one before it.
pub(super) fn converges(page: &[u8], previous: usize) -> bool {
    let last = usize::from(u16_at(page, PAGE_LAST_INSERT));
    last != 0 && (last == previous || last == next_record(page, previous))
}

impl SplitPlan {
    /// The plan for an insert after `previous`; `is_smallest` if the new record sorts before all others.
    fn new(page: &[u8], previous: usize, is_smallest: bool) -> Self {
        let last = usize::from(u16_at(page, PAGE_LAST_INSERT));
        let next = next_record(page, previous);
        if last != 0 && last == previous {
            return Self::after(page, previous);
        }
        if last != 0 && last == next {
            // In the middle of a page the record before the new one goes to the upper page too.
            let in_middle = previous != INFIMUM && next_record(page, INFIMUM) != previous;
            let split = if in_middle { previous } else { next };
            return Self { to_left: true, first_upper: Some(split), limit: split };
        }
        let records = usize::from(page::n_recs(page));
        if records > 1 {
            let mut middle = INFIMUM;
            for _ in 0..(records + 2) / 2 {
                middle = next_record(page, middle);
            }
            return Self { to_left: false, first_upper: Some(middle), limit: middle };
        }
        let only = next_record(page, INFIMUM);
        let (first_upper, limit) = if is_smallest { (Some(only), only) } else { (None, SUPREMUM) };
        Self { to_left: false, first_upper, limit }
    }

    /// The split behind a run of ascending inserts: one record beyond the place stays, later ones move.
    fn after(page: &[u8], previous: usize) -> Self {
        let next = next_record(page, previous);
        let after_next = if next == SUPREMUM { SUPREMUM } else { next_record(page, next) };
        match after_next {
            SUPREMUM => Self { to_left: false, first_upper: None, limit: next },
            split => Self { to_left: false, first_upper: Some(split), limit: split },
        }
    }
}

impl Tree {
    /// Makes room for a leaf record that does not fit where it belongs, and inserts it; returns the leaf. The path leads to
    /// the page that is too full.
    pub(super) fn split_and_insert(
        &mut self,
        mtr: &mut MiniTransaction<'_>,
        record: &RecordBuffer,
    ) -> PageNo {
        self.split_level_and_insert(mtr, record, 0)
    }

    /// Inserts a node pointer on `level`, splitting if needed.
    fn insert_pointer(&mut self, mtr: &mut MiniTransaction<'_>, pointer: &RecordBuffer, level: usize) {
        let page_no = self.find_path_in(mtr, pointer, level);
        let bytes = mtr.page(page_no);
        let previous = self.search(bytes, pointer);
        match self.optimistic_fit(bytes, previous, pointer, level) {
            Fit::No => {
                self.split_level_and_insert(mtr, pointer, level);
            }
            fit => self.put_record(mtr, page_no, level, previous, pointer, fit),
        }
    }

    /// Splits the page at the end of the path, which is on `level`, until `record` fits, and inserts it there.
    fn split_level_and_insert(
        &mut self,
        mtr: &mut MiniTransaction<'_>,
        record: &RecordBuffer,
        level: usize,
    ) -> PageNo {
        if self.path.len() == 1 {
            self.raise_root(mtr);
            self.find_path_in(mtr, record, level);
        }
        let mut halves = self.split(mtr, record, level);
        loop {
            let page_no = self.find_path_in(mtr, record, level);
            let bytes = mtr.page(page_no);
            let previous = self.search(bytes, record);
            let fit = self.fit(bytes, record);
            if fit != Fit::No {
                self.put_record(mtr, page_no, level, previous, record, fit);
                self.note_room(mtr, level, halves);
                return page_no;
            }
            // Records of very different sizes: even half a page may be too full.
            halves = self.split(mtr, record, level);
        }
    }

    /// Notes how much room the halves of a split secondary leaf have.
    fn note_room(&self, mtr: &mut MiniTransaction<'_>, level: usize, halves: [PageNo; 2]) {
        if level > 0 || self.layout.kind == IndexKind::Clustered {
            return;
        }
        mtr.set_purpose(Purpose::Allocation);
        for page_no in halves {
            let class = free_class(self.page_size, free_bytes(mtr.page(page_no)));
            set_free_class(mtr, self.page_size, page_no, class);
        }
    }

    /// Allocates a page of the tree and makes it an empty index page of `level`.
    fn new_page(&mut self, mtr: &mut MiniTransaction<'_>, level: usize) -> PageNo {
        mtr.set_purpose(Purpose::Allocation);
        let segment = if level == 0 { self.root.leaves } else { self.root.internals };
        let page_no = self.allocator.allocate_initialised(mtr, segment);
        mtr.set_purpose(Purpose::Header);
        mtr.create_index_page(page_no);
        mtr.write(page_no, PAGE_LEVEL, &(level as u16).to_be_bytes());
        mtr.write(page_no, PAGE_INDEX_ID, &self.layout.id.to_be_bytes());
        self.pages_by_level[level] += 1;
        page_no
    }

    /// The root is full: its records move to a new page below it, and the root keeps one pointer. Root pages never move.
    fn raise_root(&mut self, mtr: &mut MiniTransaction<'_>) {
        let root = self.root.page_no;
        let level = self.pages_by_level.len() - 1;
        // The new page takes over the root's place in the count of its level.
        self.pages_by_level[level] = 0;
        self.pages_by_level.push(1);
        let page_no = self.new_page(mtr, level);
        mtr.fill(page_no, FIL_PAGE_PREV, 8, 0xFF);
        self.copy_to(mtr, root, page_no, level, (None, SUPREMUM));
        mtr.set_purpose(Purpose::Header);
        mtr.create_index_page(root);
        mtr.write(root, PAGE_LEVEL, &(level as u16 + 1).to_be_bytes());
        let mut pointer = self.pointer_to(&self.scratch, next_record(&self.scratch, INFIMUM), page_no);
        pointer.mark_minimum();
        let fit = self.fit(mtr.page(root), &pointer);
        self.put_record(mtr, root, level + 1, INFIMUM, &pointer, fit);
    }

    /// A node pointer to `child` with the key of the record at `origin`.
    fn pointer_to(&self, page: &[u8], origin: usize, child: PageNo) -> RecordBuffer {
        let extent = record_extent(&self.layout, page, origin);
        let mut pointer = RecordBuffer::new();
        pointer.set_node_pointer(&self.layout, &page[extent.clone()], origin - extent.start, child);
        pointer
    }

    /// Copies records of one page to the empty page `to`, and keeps a copy of the page as it was; `None` stands for the
    /// first record.
    fn copy_to(
        &mut self,
        mtr: &mut MiniTransaction<'_>,
        from: PageNo,
        to: PageNo,
        level: usize,
        (first, end): (Option<usize>, usize),
    ) {
        self.scratch.clear();
        self.scratch.extend_from_slice(mtr.page(from));
        let (source, layout) = (&self.scratch, &self.layout);
        let first = first.unwrap_or_else(|| next_record(source, INFIMUM));
        mtr.edit(to, |encoding, out, bytes| {
            encoding.copy_rows(out, &mut IndexPage { page_no: to, bytes, layout }, source, (first, end));
        });
        if level == 0 && self.layout.kind == IndexKind::Secondary {
            self.note_transaction(mtr, to, u64_at(&self.scratch, PAGE_MAX_TRX_ID).max(self.trx_id));
        }
    }

    /// Splits the page at the end of the path in two; returns both halves. The path is no longer valid then.
    fn split(&mut self, mtr: &mut MiniTransaction<'_>, record: &RecordBuffer, level: usize) -> [PageNo; 2] {
        let page_no = *self.path.last().expect("a path starts at the root");
        let bytes = mtr.page(page_no);
        let previous = self.search(bytes, record);
        let plan = SplitPlan::new(bytes, previous, previous == INFIMUM);
        let upper_key = match plan.first_upper {
            Some(origin) => self.pointer_to(bytes, origin, NO_PAGE),
            None => self.pointer_to(record.bytes(), record.extra_bytes(), NO_PAGE),
        };
        let new_page = self.new_page(mtr, level);
        let (lower, upper) = if plan.to_left { (new_page, page_no) } else { (page_no, new_page) };
        self.attach(mtr, record, level, (&upper_key, upper), plan.to_left.then_some((page_no, lower)));
        link_siblings(mtr, page_no, new_page, plan.to_left);
        let layout = &self.layout.clone();
        if plan.to_left {
            self.copy_to(mtr, page_no, new_page, level, (None, plan.limit));
            mtr.edit(page_no, |encoding, out, bytes| {
                encoding.delete_list_start(out, &mut IndexPage { page_no, bytes, layout }, plan.limit);
            });
        } else {
            self.copy_to(mtr, page_no, new_page, level, (Some(plan.limit), SUPREMUM));
            if plan.limit != SUPREMUM {
                let last_kept = previous_record(mtr.page(page_no), plan.limit);
                mtr.edit(page_no, |encoding, out, bytes| {
                    encoding.delete_list_end(out, &mut IndexPage { page_no, bytes, layout }, last_kept);
                });
            }
        }
        if !plan.to_left {
            self.leave_behind(mtr, page_no, level);
        }
        [lower, upper]
    }

    /// Puts the pointer to the upper page in the level above. If the old page is the upper one, the pointer that led to it
    /// leads to the new lower page first.
    fn attach(
        &mut self,
        mtr: &mut MiniTransaction<'_>,
        record: &RecordBuffer,
        level: usize,
        (upper_key, upper): (&RecordBuffer, PageNo),
        redirect: Option<(PageNo, PageNo)>,
    ) {
        mtr.set_purpose(Purpose::Record);
        if let Some((old, lower)) = redirect {
            let parent = self.path[self.path.len() - 2];
            let bytes = mtr.page(parent);
            let origin = self.search(bytes, record);
            debug_assert_eq!(self.child(bytes, origin), old, "the path leads to the page that is split");
            let child_at = record_extent(&self.layout, bytes, origin).end - 4;
            mtr.write(parent, child_at, &lower.to_be_bytes());
        }
        let pointer = self.pointer_to(upper_key.bytes(), upper_key.extra_bytes(), upper);
        self.insert_pointer(mtr, &pointer, level + 1);
    }
}

/// Links a new page in beside the page that it was split from.
fn link_siblings(mtr: &mut MiniTransaction<'_>, old: PageNo, new: PageNo, to_left: bool) {
    mtr.set_purpose(Purpose::Header);
    let (prev, next) = match to_left {
        true => (page::prev(mtr.page(old)), old),
        false => (old, page::next(mtr.page(old))),
    };
    let mut links = [0; 8];
    links[..4].copy_from_slice(&prev.to_be_bytes());
    links[4..].copy_from_slice(&next.to_be_bytes());
    mtr.write(new, FIL_PAGE_PREV, &links);
    if prev != NO_PAGE {
        mtr.write(prev, FIL_PAGE_NEXT, &new.to_be_bytes());
    }
    if next != NO_PAGE {
        mtr.write(next, FIL_PAGE_PREV, &new.to_be_bytes());
    }
}
