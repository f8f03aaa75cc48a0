//! Joining the trees of neighbouring ranges.
//!
//! Each range comes with its leaves written and one page of every level above still open. What is joined:
//!
//! ```text
//! level 2   [ open ]                                  a level that only the left tree has stays as it is
//! level 1   [full]-[ open ] + ...  <- copied          the right tree's top page: its pointers go to the left tree
//! level 0   [a]-[b]-[c] ====link==== [d]-[e]          last and first leaf name each other
//! ```
//!
//! A level below the right tree's top goes on where the right tree stands: the left tree's open page is finished, names the
//! right tree's first page of that level as its sibling, and gets its pointer above. So both trees have the same height
//! after it, whichever was higher, and nothing but the pages at the seam is written again.

use crate::base::PageNo;
use crate::bulk_load::page_builder::PageBuilder;
use crate::bulk_load::tree_builder::{LoadTarget, TreeBuilder};
use crate::innodb::allocation::PageWriter;
use crate::innodb::{RecordBuffer, page, put_u32};
use crate::redo::{MiniTransaction, Purpose};

/// What joining trees cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StitchCounts {
    /// Pages that were finished already and written once more, for a sibling's number.
    pub page_writes: u64,
    /// Node pointers that were moved to another page.
    pub moved_pointers: u64,
    /// Pages that were given back, because their pointers moved.
    pub freed_pages: u64,
}

impl TreeBuilder {
    /// Joins the tree of the next range to the right. The leaves of both are closed.
    pub(super) fn graft(
        &mut self,
        target: &mut LoadTarget<'_>,
        mut right: TreeBuilder,
        counts: &mut StitchCounts,
    ) {
        self.join_leaves(target, &right);
        counts.page_writes += 2;
        let top = right.levels.len() - 1;
        for level in 1..top {
            let left_page_no = self.levels[level].page_no;
            let first = right.first_pages[level];
            let open = std::mem::replace(&mut right.levels[level], PageBuilder::closed());
            self.go_on_with(target, level, first, open);
            self.pages_by_level[level] += right.pages_by_level[level];
            write_siblings(target, &[(first, page::FIL_PAGE_PREV, left_page_no)]);
            target.finished.push(first);
            counts.page_writes += 1;
        }
        self.take_pointers(target, &right.levels[top], top);
        counts.moved_pointers += right.levels[top].records() as u64;
        counts.freed_pages += 1;
        self.pages_by_level[0] += right.pages_by_level[0];
        self.leaf_used_bytes += right.leaf_used_bytes;
        self.rows += right.rows;
        self.last_leaf = right.last_leaf;
    }

    /// Makes the last leaf of this tree and the first of `right` each other's siblings.
    fn join_leaves(&self, target: &mut LoadTarget<'_>, right: &TreeBuilder) {
        let last = self.last_leaf.expect("the leaves of the left range are closed");
        let first = right.first_pages[0];
        write_siblings(target, &[(last, page::FIL_PAGE_NEXT, first), (first, page::FIL_PAGE_PREV, last)]);
        target.finished.push(last);
        // The only leaf of a range waits for its right sibling.
        if right.last_leaf != Some(first) {
            target.finished.push(first);
        }
    }

    /// Moves the pointers of another tree's open page to the page of the same level here, and gives back the page, which
    /// was never written.
    fn take_pointers(&mut self, target: &mut LoadTarget<'_>, top: &PageBuilder, level: usize) {
        let mut pointer = RecordBuffer::new();
        for index in 0..top.records() {
            let (bytes, origin) = top.record(index);
            pointer.set_copy(bytes, origin);
            self.append_pointer(target, level, &pointer);
        }
        let mut mtr = MiniTransaction::begin(target.space, target.log, Purpose::Allocation);
        self.allocator.free(&mut mtr, self.root.internals, top.page_no);
        mtr.set_main_page(top.page_no);
        mtr.commit();
    }
}

/// Writes siblings' numbers into pages that were finished before: (page, offset, sibling). All in one mini-transaction, or,
/// in an encoding that does not log bulk-built pages, without any.
fn write_siblings(target: &mut LoadTarget<'_>, writes: &[(PageNo, usize, PageNo)]) {
    if target.log.encoding().logs_bulk_pages() {
        let mut mtr = MiniTransaction::begin(target.space, target.log, Purpose::Header);
        for &(page_no, offset, sibling) in writes {
            mtr.write(page_no, offset, &sibling.to_be_bytes());
        }
        mtr.commit();
        return;
    }
    let lsn = target.log.lsn();
    for &(page_no, offset, sibling) in writes {
        let bytes = target.space.get_mut(page_no).expect("a page at a seam is kept until it is joined");
        put_u32(bytes, offset, sibling);
        page::set_lsn(bytes, lsn);
    }
}
