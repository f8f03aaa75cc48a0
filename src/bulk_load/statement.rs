//! A DDL statement as a sequence of steps: scan, sort and build, index after index.

use std::collections::VecDeque;
use std::rc::Rc;

use crate::bulk_load::sort::{ExternalSort, primary_key_order};
use crate::bulk_load::tree_builder::{BuiltTree, LoadTarget, TreeBuilder, TreeSettings};
use crate::innodb::allocation::TreeRoot;
use crate::innodb::record::REBUILT;
use crate::innodb::{IndexKind, IndexLayout, RecordBuffer, TableRows};

/// What the rows of the clustered index are built from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// Rows are in primary-key order already and arrive in batches of one buffer; after each, all pages are finished
    /// and logged (a rebuild in key order).
    Batches,
    /// Rows are in primary-key order already and arrive in one go (a bulk insert).
    Stream,
    /// Rows must be sorted first (adding a primary key).
    Sorted,
}

/// What a statement is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Reading rows and sorting them in runs.
    Scan,
    /// Sorting a range of keys.
    Sort,
    /// Joining sorted runs.
    Merge,
    /// Filling pages.
    Build,
    /// Inserting rows one by one.
    Insert,
}

impl Phase {
    /// The name in progress reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scan => "scan",
            Self::Sort => "sort",
            Self::Merge => "merge",
            Self::Build => "build",
            Self::Insert => "insert",
        }
    }
}

/// How far a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementProgress {
    /// Work done and to do, in rows handled.
    pub done_units: u64,
    /// All of it.
    pub total_units: u64,
    /// What it was doing last.
    pub phase: Phase,
    /// Whether it is complete.
    pub done: bool,
}

/// A statement that builds one or several trees from the same rows.
pub struct BulkLoad {
    rows: Rc<TableRows>,
    key_order: Option<Vec<u32>>,
    sort_buffer_bytes: usize,
    clustered: Build,
    waiting: VecDeque<TreeBuilder>,
    working: Option<Working>,
    /// Whether the last of `built` is still to be declared complete.
    undeclared: bool,
    /// Entries put into pages, and all that there are.
    loaded: u64,
    entries: u64,
    built: Vec<BuiltTree>,
    sort_runs: u64,
    merge_passes: u64,
    done_units: u64,
    total_units: u64,
    phase: Phase,
    record: RecordBuffer,
}

struct Working {
    tree: TreeBuilder,
    stage: Stage,
}

enum Stage {
    Scan(ExternalSort),
    Merge(ExternalSort),
    Build { order: Option<Vec<u32>>, next: u32, batch_bytes: usize },
}

impl BulkLoad {
    /// A statement that builds `trees`, whose empty roots exist, from `rows`, one tree after the other.
    ///
    /// `sort_buffer_bytes` bounds a sorted run, and a batch if the clustered index is built in [`Build::Batches`].
    pub fn new(
        rows: Rc<TableRows>,
        trees: Vec<(IndexLayout, TreeRoot)>,
        clustered: Build,
        settings: TreeSettings,
        sort_buffer_bytes: usize,
        page_size: usize,
    ) -> Self {
        let key_order = match rows.table().primary_key.is_empty() {
            true => None,
            false => primary_key_order(&IndexLayout::clustered(rows.table(), 0), &rows),
        };
        // Scanning, sorting and building each handle every row once; a clustered index in key order is only built.
        let units = |layout: &IndexLayout| match (layout.kind, clustered) {
            (IndexKind::Clustered, Build::Batches | Build::Stream) => u64::from(rows.count()),
            _ => 3 * u64::from(rows.count()),
        };
        let total_units = trees.iter().map(|(layout, _)| units(layout)).sum();
        let entries = trees.len() as u64 * u64::from(rows.count());
        let builder = |(layout, root)| TreeBuilder::new(layout, settings, root, page_size);
        Self {
            key_order,
            sort_buffer_bytes,
            clustered,
            waiting: trees.into_iter().map(builder).collect(),
            working: None,
            undeclared: false,
            loaded: 0,
            entries,
            built: Vec::new(),
            sort_runs: 0,
            merge_passes: 0,
            done_units: 0,
            total_units,
            phase: Phase::Scan,
            record: RecordBuffer::new(),
            rows,
        }
    }

    /// The trees that are complete, in the order in which they were built.
    pub fn built(&self) -> &[BuiltTree] {
        &self.built
    }

    /// Sorted runs written, over all trees.
    pub fn sort_runs(&self) -> u64 {
        self.sort_runs
    }

    /// Merge passes made, over all trees.
    pub fn merge_passes(&self) -> u64 {
        self.merge_passes
    }

    /// Entries put into pages so far, and how many there will be.
    pub fn loaded(&self) -> (u64, u64) {
        (self.loaded, self.entries)
    }

    /// Whether all pages of a tree are finished and the next step will log that it is complete. Pages that are not logged
    /// must reach the disk before that.
    pub fn waits_for_flush(&self) -> bool {
        self.undeclared
    }

    /// Goes on for about `work_units` rows, at most to the end of a tree.
    pub fn step(&mut self, target: &mut LoadTarget<'_>, work_units: u64) -> StatementProgress {
        let until = self.done_units.saturating_add(work_units.max(1));
        while self.done_units < until {
            self.declare_complete(target);
            let Some(working) = self.working.take().or_else(|| self.next_tree()) else { break };
            self.working = self.step_tree(working, target, until);
            if self.undeclared {
                break;
            }
        }
        StatementProgress {
            done_units: self.done_units.min(self.total_units),
            total_units: self.total_units,
            phase: self.phase,
            done: self.working.is_none() && self.waiting.is_empty() && !self.undeclared,
        }
    }

    /// Logs that the tree whose pages were finished last is complete. A step that ends with the last row of a tree leaves
    /// this to the next step, so that pages that are not logged can be flushed in between.
    fn declare_complete(&mut self, target: &mut LoadTarget<'_>) {
        if let (true, Some(tree)) = (std::mem::take(&mut self.undeclared), self.built.last()) {
            tree.declare_complete(target);
        }
    }

    fn next_tree(&mut self) -> Option<Working> {
        let tree = self.waiting.pop_front()?;
        let in_key_order = match (tree.layout().kind, self.clustered) {
            (IndexKind::Clustered, Build::Batches | Build::Stream) => {
                let stage = Stage::Build { order: self.key_order.clone(), next: 0, batch_bytes: 0 };
                return Some(Working { tree, stage });
            }
            // A table that is only getting its primary key is scanned in the order in which it was filled.
            (IndexKind::Clustered, Build::Sorted) => false,
            (IndexKind::Secondary, _) => true,
        };
        let sort = ExternalSort::new(tree.layout(), &self.rows, self.sort_buffer_bytes, in_key_order);
        Some(Working { tree, stage: Stage::Scan(sort) })
    }

    /// Works on one tree until `until` units are done or its stage ends; `None` when the tree is complete.
    fn step_tree(&mut self, working: Working, target: &mut LoadTarget<'_>, until: u64) -> Option<Working> {
        let Working { mut tree, stage } = working;
        let rows = u64::from(self.rows.count());
        match stage {
            Stage::Scan(mut sort) => {
                self.phase = Phase::Scan;
                let scan =
                    if tree.layout().kind == IndexKind::Secondary { self.key_order.as_deref() } else { None };
                let before = sort.scanned();
                let scanned = sort.scan_run(tree.layout(), &self.rows, scan);
                self.done_units += u64::from(scanned - before);
                let stage = if scanned < self.rows.count() { Stage::Scan(sort) } else { Stage::Merge(sort) };
                Some(Working { tree, stage })
            }
            Stage::Merge(mut sort) => {
                self.phase = Phase::Merge;
                let passes_left = sort.passes_left();
                if passes_left > 0 {
                    sort.merge_pass(tree.layout(), &self.rows);
                    // The passes together count as one handling of every row.
                    self.done_units += rows / u64::from(passes_left + sort.merge_passes());
                    return Some(Working { tree, stage: Stage::Merge(sort) });
                }
                self.sort_runs += sort.runs() as u64;
                self.merge_passes += u64::from(sort.merge_passes());
                if sort.merge_passes() == 0 {
                    self.done_units += rows;
                }
                let stage = Stage::Build { order: Some(sort.into_order()), next: 0, batch_bytes: 0 };
                Some(Working { tree, stage })
            }
            Stage::Build { order, mut next, mut batch_bytes } => {
                self.phase = Phase::Build;
                let batches = tree.layout().kind == IndexKind::Clustered && self.clustered == Build::Batches;
                let end = (u64::from(next) + (until - self.done_units)).min(rows) as u32;
                self.done_units += u64::from(end - next);
                self.loaded += u64::from(end - next);
                while next < end {
                    let row = order.as_ref().map_or(next, |order| order[next as usize]);
                    self.record.set_next_leaf(tree.layout(), &self.rows, row, REBUILT);
                    if batches {
                        let bytes = self.record.bytes().len();
                        if batch_bytes + bytes > self.sort_buffer_bytes {
                            tree.pause(target);
                            batch_bytes = 0;
                        }
                        batch_bytes += bytes;
                    }
                    tree.add(target, &self.record);
                    next += 1;
                }
                if next < self.rows.count() {
                    return Some(Working { tree, stage: Stage::Build { order, next, batch_bytes } });
                }
                self.built.push(tree.finish_pages(target));
                self.undeclared = true;
                None
            }
        }
    }
}
