//! Building an index with several threads: ranges of keys, a subtree each, and one tree in the end.
//!
//! One loader that takes all rows in key order is the part of a parallel build that more threads do not make faster. With
//! a sample sort ([`sample_sort`](crate::bulk_load::sample_sort)) each thread has a range of keys of its own and builds the
//! pages for it; then neighbouring subtrees are joined: siblings are linked, and the pointers of all levels come together
//! under one root.
//!
//! *Worked example.* 3,000 rows of `t0`, index on `b`, 16 KiB pages, 2 threads: about 1,500 entries each, so leaves of 1,120
//! and 380 entries for both: 4 leaves where one loader needs 3. Joining writes two pages once more, moves two pointers, and
//! gives back the second thread's page of pointers.
//!
//! The threads are virtual: each fills a leaf in turn, so that the log holds their mini-transactions interleaved page by
//! page, and always in the same order. With one thread, log and pages are those of a
//! [`BulkLoad`](crate::bulk_load::BulkLoad), byte for byte.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::bulk_load::sample_sort::{SampleSort, SortedRanges};
use crate::bulk_load::sort::primary_key_order;
use crate::bulk_load::statement::{Build, Phase, StatementProgress};
use crate::bulk_load::stitch::StitchCounts;
use crate::bulk_load::tree_builder::{BuiltTree, LoadTarget, Part, TreeBuilder, TreeSettings};
use crate::innodb::allocation::TreeRoot;
use crate::innodb::record::REBUILT;
use crate::innodb::{IndexKind, IndexLayout, RecordBuffer, TableRows};

/// Rows of a scan that are handled in one go.
const SCAN_ROWS: u32 = 1_024;

/// What a parallel build came to, over all trees so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParallelCounts {
    /// Rows sampled for splitters.
    pub sampled_rows: u64,
    /// Rows of each thread, tree after tree.
    pub range_rows: Vec<u32>,
    /// Leaves of the finished trees.
    pub leaf_pages: u64,
    /// Pages above the leaves, roots included.
    pub internal_pages: u64,
    /// Finished pages that were written once more when subtrees were joined.
    pub stitch_page_writes: u64,
    /// Node pointers that were moved to another page then.
    pub moved_pointers: u64,
    /// Pages that were given back then.
    pub freed_pages: u64,
    /// Redo bytes from the first joining to the end of each tree.
    pub stitch_redo_bytes: u64,
}

/// A statement that builds trees one after the other, each with all threads.
pub struct ParallelLoad {
    rows: Rc<TableRows>,
    key_order: Option<Vec<u32>>,
    clustered: Build,
    settings: TreeSettings,
    threads: u32,
    forced_ends: Option<Vec<u32>>,
    page_size: usize,
    waiting: VecDeque<(IndexLayout, TreeRoot)>,
    working: Option<Working>,
    built: Vec<BuiltTree>,
    counts: ParallelCounts,
    done_units: u64,
    total_units: u64,
    phase: Phase,
}

struct Working {
    layout: IndexLayout,
    root: TreeRoot,
    stage: Stage,
}

enum Stage {
    Scan(SampleSort),
    Sort(SampleSort),
    Build(RangeBuild),
}

/// The subtrees of a tree while they are built.
struct RangeBuild {
    order: Option<Vec<u32>>,
    ranges: Vec<RangeThread>,
    /// Whose turn it is.
    turn: usize,
    record: RecordBuffer,
}

/// One thread: the places of its rows in key order that are still to come, and its subtree.
struct RangeThread {
    next: u32,
    end: u32,
    tree: TreeBuilder,
}

impl ParallelLoad {
    /// A statement that builds `trees`, whose empty roots exist, from `rows` with `threads` threads (1 to 64).
    ///
    /// Rows of a clustered index that arrive in key order ([`Build::Batches`] and [`Build::Stream`] alike) are divided into
    /// equal ranges and not sorted.
    pub fn new(
        rows: Rc<TableRows>,
        trees: Vec<(IndexLayout, TreeRoot)>,
        clustered: Build,
        settings: TreeSettings,
        threads: u32,
        page_size: usize,
    ) -> Self {
        let key_order = match rows.table().primary_key.is_empty() {
            true => None,
            false => primary_key_order(&IndexLayout::clustered(rows.table(), 0), &rows),
        };
        let row_count = u64::from(rows.count());
        let units =
            |layout: &IndexLayout| if is_sorted(layout, clustered) { 3 * row_count } else { row_count };
        let total_units = trees.iter().map(|(layout, _)| units(layout)).sum();
        Self {
            rows,
            key_order,
            clustered,
            settings,
            threads: threads.max(1),
            forced_ends: None,
            page_size,
            waiting: trees.into(),
            working: None,
            built: Vec::new(),
            counts: ParallelCounts::default(),
            done_units: 0,
            total_units,
            phase: Phase::Scan,
        }
    }

    /// Divides the sorted rows of every tree where `ends` says (one past the last row of each range, ascending, the last one
    /// all rows), as splitters from a bad sample would; one thread for each range.
    pub fn divided_at(mut self, ends: Vec<u32>) -> Self {
        self.threads = ends.len() as u32;
        self.forced_ends = Some(ends);
        self
    }

    /// The trees that are complete, in the order in which they were built.
    pub fn built(&self) -> &[BuiltTree] {
        &self.built
    }

    /// Entries that all trees together will hold on their leaves.
    pub fn entries(&self) -> u64 {
        let trees = self.built.len() + self.waiting.len() + usize::from(self.working.is_some());
        trees as u64 * u64::from(self.rows.count())
    }

    /// What the build came to so far.
    pub fn counts(&self) -> &ParallelCounts {
        &self.counts
    }

    /// Goes on for about `work_units` rows.
    pub fn step(&mut self, target: &mut LoadTarget<'_>, work_units: u64) -> StatementProgress {
        let until = self.done_units.saturating_add(work_units.max(1));
        while self.done_units < until {
            let Some(working) = self.working.take().or_else(|| self.next_tree()) else { break };
            self.working = self.step_tree(working, target);
        }
        StatementProgress {
            done_units: self.done_units,
            total_units: self.total_units,
            phase: self.phase,
            done: self.working.is_none() && self.waiting.is_empty(),
        }
    }

    fn next_tree(&mut self) -> Option<Working> {
        let (layout, root) = self.waiting.pop_front()?;
        let stage = if is_sorted(&layout, self.clustered) {
            let in_key_order = layout.kind == IndexKind::Secondary;
            let scan = scan_order(&layout, &self.key_order);
            let sort = SampleSort::new(&layout, &self.rows, self.threads, scan, in_key_order);
            self.counts.sampled_rows += u64::from(sort.sampled());
            Stage::Scan(sort)
        } else {
            let ranges = SortedRanges::equal(self.key_order.clone(), self.rows.count(), self.threads);
            Stage::Build(self.start_build(&layout, root, ranges))
        };
        Some(Working { layout, root, stage })
    }

    /// Gives each range that has rows to a thread.
    fn start_build(&mut self, layout: &IndexLayout, root: TreeRoot, sorted: SortedRanges) -> RangeBuild {
        let mut ranges: Vec<RangeThread> = Vec::new();
        let mut next = 0;
        for &end in self.forced_ends.as_ref().unwrap_or(&sorted.ends) {
            self.counts.range_rows.push(end - next);
            if end > next {
                let part = if ranges.is_empty() { Part::Leftmost } else { Part::Later };
                let tree = TreeBuilder::new_part(layout.clone(), self.settings, root, self.page_size, part);
                ranges.push(RangeThread { next, end, tree });
            }
            next = end;
        }
        RangeBuild { order: sorted.order, ranges, turn: 0, record: RecordBuffer::new() }
    }

    /// Does the smallest piece of work on one tree; `None` when the tree is complete.
    fn step_tree(&mut self, working: Working, target: &mut LoadTarget<'_>) -> Option<Working> {
        let Working { layout, root, stage } = working;
        let stage = match stage {
            Stage::Scan(mut sort) => {
                self.phase = Phase::Scan;
                let before = sort.scanned();
                let scan = scan_order(&layout, &self.key_order);
                let scanned = sort.scan(&layout, &self.rows, scan, SCAN_ROWS);
                self.done_units += u64::from(scanned - before);
                if scanned < self.rows.count() { Stage::Scan(sort) } else { Stage::Sort(sort) }
            }
            Stage::Sort(mut sort) => {
                self.phase = Phase::Sort;
                match sort.sort_range(&layout, &self.rows) {
                    Some(sorted) => {
                        self.done_units += u64::from(sorted);
                        Stage::Sort(sort)
                    }
                    None => Stage::Build(self.start_build(&layout, root, sort.into_ranges())),
                }
            }
            Stage::Build(mut build) => {
                self.phase = Phase::Build;
                match build.fill_a_leaf(&layout, &self.rows, target) {
                    Some(rows) => self.done_units += u64::from(rows),
                    None => {
                        let empty = || TreeBuilder::new(layout, self.settings, root, self.page_size);
                        let trees = build.ranges.into_iter().map(|range| range.tree);
                        let built = join(trees, empty, target, &mut self.counts);
                        self.built.push(built);
                        return None;
                    }
                }
                Stage::Build(build)
            }
        };
        Some(Working { layout, root, stage })
    }
}

/// Whether the rows of an index must be sorted.
fn is_sorted(layout: &IndexLayout, clustered: Build) -> bool {
    layout.kind == IndexKind::Secondary || clustered == Build::Sorted
}

/// In which order rows are scanned for an index: that of the primary key, or, if there is none yet, their own.
fn scan_order<'a>(layout: &IndexLayout, key_order: &'a Option<Vec<u32>>) -> Option<&'a [u32]> {
    key_order.as_deref().filter(|_| layout.kind == IndexKind::Secondary)
}

impl RangeBuild {
    /// Lets the thread whose turn it is go on to its next leaf; returns how many rows it handled, or `None` if no thread has
    /// any left.
    fn fill_a_leaf(
        &mut self,
        layout: &IndexLayout,
        rows: &TableRows,
        target: &mut LoadTarget<'_>,
    ) -> Option<u32> {
        let count = self.ranges.len();
        let waiting = |turn: &usize| self.ranges[turn % count].next < self.ranges[turn % count].end;
        let index = (self.turn..self.turn + count).find(waiting)? % count;
        self.turn = index + 1;
        let range = &mut self.ranges[index];
        let (first, leaves) = (range.next, range.tree.leaf_pages());
        while range.next < range.end && range.tree.leaf_pages() == leaves {
            let row = self.order.as_ref().map_or(range.next, |order| order[range.next as usize]);
            self.record.set_next_leaf(layout, rows, row, REBUILT);
            range.tree.add(target, &self.record);
            range.next += 1;
        }
        // Alone, a range is the tree, and its last leaf may become the root.
        if range.next == range.end && count > 1 {
            range.tree.close_leaves(target);
        }
        Some(range.next - first)
    }
}

/// Joins the subtrees of all ranges and finishes the tree; `empty` makes one if there is none.
fn join(
    mut trees: impl Iterator<Item = TreeBuilder>,
    empty: impl FnOnce() -> TreeBuilder,
    target: &mut LoadTarget<'_>,
    counts: &mut ParallelCounts,
) -> BuiltTree {
    let start_lsn = target.log.lsn();
    let mut tree = trees.next().unwrap_or_else(empty);
    let mut stitched = StitchCounts::default();
    for right in trees {
        tree.graft(target, right, &mut stitched);
    }
    let built = tree.finish(target);
    counts.stitch_page_writes += stitched.page_writes;
    counts.moved_pointers += stitched.moved_pointers;
    counts.freed_pages += stitched.freed_pages;
    counts.stitch_redo_bytes += target.log.lsn() - start_lsn;
    counts.leaf_pages += u64::from(built.pages_by_level[0]);
    counts.internal_pages += built.pages_by_level[1..].iter().copied().map(u64::from).sum::<u64>();
    built
}
