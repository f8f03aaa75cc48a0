//! Counting by building: every tree, page by page, its log digested and dropped.

use std::collections::BTreeSet;

use crate::base::{Digest, DocumentError, PageNo};
use crate::bulk_load::BuiltTree;
use crate::innodb::{IndexKind, IndexLayout, page, u16_at};
use crate::lab::VariantProgress;
use crate::lab::redo_volume::Ddl;
use crate::lab::redo_volume::dictionary::dictionary_records;
use crate::lab::redo_volume::plan::StatementPlan;
use crate::lab::redo_volume::primary::Primary;
use crate::lab::work::tally::Tally;
use crate::lab::work::{BuildParams, BuildWork, TreeWork, source_leaf_pages};
use crate::report::Kind;

/// Rows between two looks at the log: bounds the memory that finished pages take.
const ROWS_PER_ROUND: u64 = 10_000;

/// A statement that is built for counting.
pub(super) struct CountedBuild {
    plan: StatementPlan,
    primary: Primary,
    rows: u64,
    /// The log when the last tree was complete.
    before: Tally,
    statement: Tally,
    open: OpenTree,
    trees: Vec<TreeWork>,
    scan_bytes: u64,
    log_bytes: Vec<u8>,
    digest: Digest,
}

/// What the pages of the tree in progress came to.
#[derive(Default)]
struct OpenTree {
    entry_bytes: u64,
    /// Pages of descriptors that know the tree's pages.
    descriptors: BTreeSet<PageNo>,
}

impl CountedBuild {
    /// Prepares the statement.
    ///
    /// # Errors
    /// [`DocumentError`] if there is no such encoding.
    pub(super) fn new(params: &BuildParams, seed: u64) -> Result<Self, DocumentError> {
        let rows = params.rows as u32;
        let plan = StatementPlan::new(&params.redo_volume(rows), seed, false)?;
        let plan = StatementPlan { load_threads: params.load_threads, ..plan };
        let (primary, _) = Primary::new(&plan);
        let before = Tally::of(&primary.log);
        let mut statement = before;
        statement.lsn -= plan.encoding.framing().first_lsn();
        let dictionary = dictionary_records(params.ddl, params.indexes.len());
        statement.records +=
            dictionary.iter().filter(|part| part.kind != "MTR_END").map(|part| part.records).sum::<u64>();
        let scan_bytes = source_leaf_pages(params, seed) * u64::from(params.page_size);
        Ok(Self {
            plan,
            primary,
            rows: params.rows,
            before,
            statement,
            open: OpenTree::default(),
            trees: Vec::new(),
            scan_bytes,
            log_bytes: Vec::new(),
            digest: Digest::new(),
        })
    }

    /// Goes on for about `work_units` rows.
    pub(super) fn step(&mut self, work_units: u64) -> VariantProgress {
        let mut left = work_units.max(1);
        loop {
            // No more than one scan's rows at once: a step then never writes redo of two trees, because a tree is scanned
            // and sorted before its first page is logged.
            let round = left.min(ROWS_PER_ROUND).min(self.rows);
            left -= round;
            let progress = self.primary.step(round);
            self.take_finished_pages();
            // A tree that is not logged is complete only when the step after its last page has said so.
            if self.primary.complete_trees().len() > self.trees.len() && !self.primary.waits_for_flush() {
                self.close_tree();
            }
            if progress.done {
                self.primary.log.writer().finish_into(&mut self.log_bytes);
            } else {
                self.primary.log.writer().drain_into(&mut self.log_bytes);
            }
            self.digest.update(&self.log_bytes);
            self.log_bytes.clear();
            if progress.done || left == 0 {
                let fraction = progress.done_units * 1_000_000 / progress.total_units.max(1);
                return VariantProgress {
                    fraction_ppm: fraction as u32,
                    phase: progress.phase.name(),
                    done: progress.done,
                };
            }
        }
    }

    /// Drops the pages that will not change any more, counting what stands on them.
    fn take_finished_pages(&mut self) {
        let finished = std::mem::take(&mut self.primary.finished);
        for page_no in finished {
            let Some(page) = self.primary.space.take(page_no) else { continue };
            if page::level(&page) == 0 {
                let heap_top = usize::from(u16_at(&page, page::PAGE_HEAP_TOP));
                self.open.entry_bytes += (heap_top - page::HEAP_START) as u64;
            }
            self.open.descriptors.insert(page_no / self.plan.page_size as PageNo);
        }
    }

    fn close_tree(&mut self) {
        let now = Tally::of(&self.primary.log);
        let built = &self.primary.complete_trees()[self.trees.len()];
        let open = std::mem::take(&mut self.open);
        let work = tree_work(&self.plan, built, &open, &now.since(&self.before));
        self.trees.push(work);
        self.before = now;
    }

    /// What was counted, and the digest of the log.
    pub(super) fn finish(self) -> (BuildWork, Digest) {
        let work = BuildWork {
            trees: self.trees,
            scan_rows: self.rows,
            scan_bytes: self.scan_bytes,
            statement_redo_bytes: self.statement.lsn,
            statement_redo_records: self.statement.records,
            kind: Kind::Counted,
            digest: String::new(),
        };
        (work, self.digest)
    }
}

fn tree_work(plan: &StatementPlan, built: &BuiltTree, open: &OpenTree, redo: &Tally) -> TreeWork {
    let pages_by_level: Vec<u64> = built.pages_by_level.iter().copied().map(u64::from).collect();
    let pages: u64 = pages_by_level.iter().sum();
    // The top page is logged before its records move to the root, and then freed.
    let own_pages = if plan.encoding.logs_bulk_pages() { pages + 1 } else { 0 };
    // Beside the space header, which holds the first descriptors, and the inodes.
    let account_pages = 2 + open.descriptors.iter().filter(|stretch| **stretch > 0).count() as u64;
    TreeWork {
        name: built.layout.name.clone(),
        rows: built.rows,
        entry_bytes: open.entry_bytes,
        sorts: sorts(plan.ddl, &built.layout),
        leaf_pages: pages_by_level[0],
        internal_pages: pages - pages_by_level[0],
        pages_by_level,
        page_bytes: plan.page_size as u64,
        redo_bytes: redo.lsn,
        allocation_redo_bytes: redo.allocation_bytes,
        redo_records: redo.records,
        mini_transactions: redo.mini_transactions,
        replay_entries: redo.entries,
        replay_pages: own_pages + account_pages,
        installs: redo.images,
    }
}

/// Whether a statement sorts the entries of an index.
pub(super) fn sorts(ddl: Ddl, layout: &IndexLayout) -> bool {
    layout.kind == IndexKind::Secondary || ddl == Ddl::AddPrimaryKey
}
