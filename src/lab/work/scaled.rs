//! Scaling: some pages of each level of a large tree, built and logged as they would be there.
//!
//! A tree of a billion entries has a million leaves that are alike. A few of them, evenly spread, show them all, if they are
//! made right:
//!
//! - *Their entries are neighbours in the large tree.* A slice of the table as dense as the whole
//!   ([`slice`](crate::innodb::rows::slice)) gives entries that share as many bytes with their neighbours as there, on leaves
//!   and, one level up, among the first keys of pages.
//! - *Their numbers are those of the large file.* Redo names pages by numbers of one to five bytes, in every record where
//!   records are small. The trees of a statement lie behind each other, each page at its share of its tree.
//! - *Pages by level are exact* where records are of one size: a page then holds as many in the sample as anywhere. Where
//!   sizes vary, their average counts.
//! - *A rebuild pauses* whenever its buffer is empty, and logs its open pages as they are. Such pauses are made on some
//!   pages, and counted for all.
//! - *Finding pages* is done by the real allocator at eight places of the file (`account.rs`).
//!
//! What is assumed: pages differ from each other by chance only, so that the sample's average is the tree's; the first and
//! last page of a level weigh nothing, and neither do the few pages that a tree has at the start of the file; NULLs and
//! skewed values stand as densely as the slice's module says; no page number is above 1,073,741,821.
//!
//! *Worked example.* A rebuild of `t0` with 1,000,000,000 rows in the `page-image` encoding: 1,808,319 leaves and some 1,800
//! pages above them, each once, and 25,749 pauses, at each of which a leaf and a page above it are logged again.

use crate::base::{Digest, DocumentError};
use crate::bulk_load::page_builder::FillRule;
use crate::innodb::allocation::TreeRoot;
use crate::innodb::space_layout::extent_pages;
use crate::innodb::{IndexKind, IndexLayout, Table, Tablespace};
use crate::lab::VariantProgress;
use crate::lab::redo_volume::Ddl;
use crate::lab::redo_volume::dictionary::dictionary_records;
use crate::lab::redo_volume::plan::StatementPlan;
use crate::lab::work::account::FileAccount;
use crate::lab::work::counted::sorts;
use crate::lab::work::level::{LevelSample, TreeSample};
use crate::lab::work::tally::Tally;
use crate::lab::work::{BuildParams, BuildWork, TreeWork};
use crate::redo::RedoLog;
use crate::report::Kind;

/// Pages of a new file before its first tree: space header, bitmap, inodes.
const FIRST_PAGES: u64 = 3;

/// A statement that is scaled from samples.
pub(super) struct ScaledBuild {
    params: BuildParams,
    seed: u64,
    plan: StatementPlan,
    space: Tablespace,
    log: RedoLog,
    account: FileAccount,
    layouts: Vec<IndexLayout>,
    roots: Vec<TreeRoot>,
    statement: Tally,
    scan_bytes: u64,
    /// First page of the file that no tree has taken yet.
    position: u64,
    /// Levels of the tree in progress that are built.
    levels: Vec<LevelSample>,
    trees: Vec<TreeWork>,
    digest: Digest,
}

impl ScaledBuild {
    /// Prepares the statement.
    ///
    /// # Errors
    /// [`DocumentError`] if there is no such encoding.
    pub(super) fn new(params: &BuildParams, seed: u64) -> Result<Self, DocumentError> {
        // A plan of one row: only its numbers, encoding and layouts are used.
        let plan = StatementPlan::new(&params.redo_volume(1), seed, false)?;
        let space_id = plan.numbers.space_id;
        let layouts = plan.layouts();
        let mut build = Self {
            params: params.clone(),
            seed,
            space: Tablespace::new(space_id, plan.page_size),
            log: RedoLog::new(plan.encoding, space_id, 0),
            account: FileAccount::new(plan.encoding, space_id, plan.page_size),
            plan,
            layouts,
            roots: Vec::new(),
            statement: Tally::default(),
            scan_bytes: 0,
            position: FIRST_PAGES,
            levels: Vec::new(),
            trees: Vec::new(),
            digest: Digest::new(),
        };
        build.prepare_file();
        Ok(build)
    }

    /// The file as it was, and what the statement logs before it builds the first tree.
    fn prepare_file(&mut self) {
        self.account.create_file();
        let mut before = Tally::default();
        let source = match self.params.ddl {
            Ddl::AddPrimaryKey => self.params.table.without_primary_key(),
            _ => self.params.table.clone(),
        };
        let clustered = IndexLayout::clustered(&source, self.plan.numbers.first_index_id - 1);
        let is_there = self.params.ddl == Ddl::AddIndex;
        let pages = self.existing_pages(&source, &clustered, is_there);
        self.scan_bytes = pages[0] * u64::from(self.params.page_size);
        if is_there {
            self.account.add_existing_tree(&clustered, &pages);
            self.position += pages.iter().sum::<u64>() + u64::from(extent_pages(self.plan.page_size));
            for definition in &source.existing {
                if self.params.indexes.iter().all(|new| new.parts != definition.parts) {
                    let layout = IndexLayout::secondary(&source, definition, 0);
                    let pages = self.existing_pages(&source, &layout, true);
                    self.account.add_existing_tree(&layout, &pages);
                    self.position += self.with_reserve(pages.iter().sum());
                }
            }
            self.account.move_to(self.position);
            before = self.account.tally();
        }
        for layout in &self.layouts {
            self.roots.push(self.account.create_tree(layout));
        }
        self.position += self.layouts.len() as u64;
        self.statement = self.account.tally().since(&before);
        for part in dictionary_records(self.params.ddl, self.params.indexes.len()) {
            self.statement.payload_bytes += part.bytes;
            self.statement.records += if part.kind == "MTR_END" { 0 } else { part.records };
        }
    }

    fn sample<'a>(&'a self, table: &'a Table, layout: &'a IndexLayout, fill_factor: u8) -> TreeSample<'a> {
        TreeSample {
            table,
            rows: self.params.rows,
            seed: self.seed,
            layout,
            rule: FillRule::new(layout.kind, self.plan.page_size, fill_factor),
            space: &self.space,
            trx_id: self.plan.numbers.trx_id,
        }
    }

    /// Pages by level of a tree that was there before, full; the leaves alone unless `all`.
    fn existing_pages(&self, table: &Table, layout: &IndexLayout, all: bool) -> Vec<u64> {
        let sample = self.sample(table, layout, 100);
        let mut pages = vec![sample.level(0, self.params.rows).pages];
        while all && pages.last().is_some_and(|pages| *pages > 1) {
            pages.push(sample.level(pages.len(), pages[pages.len() - 1]).pages);
        }
        pages
    }

    /// Pages that a segment of `pages` pages takes of the file: a bulk load keeps an eighth unused, at most four extents.
    fn with_reserve(&self, pages: u64) -> u64 {
        pages + (pages / 8).min(4 * u64::from(extent_pages(self.plan.page_size)))
    }

    /// Goes on for about `work_units` rows.
    pub(super) fn step(&mut self, work_units: u64) -> VariantProgress {
        let mut left = work_units.max(1);
        while left > 0 && self.trees.len() < self.layouts.len() {
            // A level, or the logging of a tree, is done at once.
            left = left.saturating_sub(100_000);
            let layout = &self.layouts[self.trees.len()];
            let entries = self.levels.last().map_or(self.params.rows, |level| level.pages);
            if entries > 1 || self.levels.is_empty() {
                let sample = self.sample(&self.params.table, layout, self.params.fill_factor);
                let level = sample.level(self.levels.len(), entries);
                self.levels.push(level);
            } else {
                self.log_tree();
            }
        }
        let done = self.trees.len() == self.layouts.len();
        // A tree has three levels or so; this is for showing only.
        let of_tree = (self.levels.len() * 250_000).min(900_000);
        let fraction_ppm = (self.trees.len() * 1_000_000 + of_tree) / self.layouts.len().max(1);
        VariantProgress { fraction_ppm: fraction_ppm as u32, phase: "sample", done }
    }

    /// All levels of a tree are built: logs their pages and finds what the tree costs.
    fn log_tree(&mut self) {
        let nth_tree = self.trees.len();
        let levels = std::mem::take(&mut self.levels);
        let (layout, root) = (self.layouts[nth_tree].clone(), self.roots[nth_tree]);
        let pages_by_level: Vec<u64> = levels.iter().map(|level| level.pages).collect();
        let leaf_pages = pages_by_level[0];
        let pages: u64 = pages_by_level.iter().sum();
        let (first, span) = (self.position, self.with_reserve(pages));
        self.position += span;

        let mut log = RedoLog::new(self.plan.encoding, self.plan.numbers.space_id, 0);
        std::mem::swap(&mut log, &mut self.log);
        let mut redo = self.page_redo(&levels, &layout, &root, &mut log, &|nth, of| first + span * nth / of);
        self.log = log;
        let allocation = self.allocation_redo(&layout, &root, &pages_by_level, first + span);
        redo.add(&allocation);

        let own_pages = if self.plan.encoding.logs_bulk_pages() { pages + 1 } else { 0 };
        // Space header and inodes, and the descriptors of further stretches of the file.
        let described = self.plan.page_size as u64;
        let account_pages = 2 + (first + span) / described - (first / described).saturating_sub(1);
        self.trees.push(TreeWork {
            name: layout.name.clone(),
            rows: self.params.rows,
            entry_bytes: levels[0].entry_bytes(),
            sorts: sorts(self.params.ddl, &layout),
            leaf_pages,
            internal_pages: pages - leaf_pages,
            pages_by_level,
            page_bytes: self.plan.page_size as u64,
            redo_bytes: self.lsn_growth(redo.payload_bytes),
            allocation_redo_bytes: redo.allocation_bytes,
            redo_records: redo.records,
            mini_transactions: redo.mini_transactions,
            replay_entries: redo.entries,
            replay_pages: own_pages + account_pages,
            installs: redo.images,
        });
    }

    /// What the pages of a tree cost.
    fn page_redo(
        &mut self,
        levels: &[LevelSample],
        layout: &IndexLayout,
        root: &TreeRoot,
        log: &mut RedoLog,
        page_no: &dyn Fn(u64, u64) -> u64,
    ) -> Tally {
        let sample = self.sample(&self.params.table, layout, self.params.fill_factor);
        let pauses = self.pauses(layout, &levels[0]);
        let mut redo = Tally::default();
        for level in levels {
            redo.add(&sample.log_level(level, log, page_no));
            // A page is logged again only if it grew since the last time.
            let pauses = pauses.min(level.entries);
            if pauses > 0 {
                redo.add(&sample.log_pauses(level, pauses, log, page_no));
            }
        }
        redo.add(&sample.log_root(levels.last().expect("a tree has a level"), log, root.page_no));
        let mut bytes = Vec::new();
        log.writer().drain_into(&mut bytes);
        self.digest.update(&bytes);
        redo
    }

    /// How often the build of a tree pauses.
    fn pauses(&self, layout: &IndexLayout, leaves: &LevelSample) -> u64 {
        match (self.params.ddl, layout.kind) {
            (Ddl::Rebuild, IndexKind::Clustered) => {
                (self.params.rows - 1) / leaves.records_in(self.params.sort_buffer_bytes.into())
            }
            _ => 0,
        }
    }

    /// What finding the pages of a tree costs, giving back its top page, and saying that it is complete.
    fn allocation_redo(
        &mut self,
        layout: &IndexLayout,
        root: &TreeRoot,
        pages_by_level: &[u64],
        last: u64,
    ) -> Tally {
        let mut redo = self.account.allocate(root.leaves, pages_by_level[0], last);
        let internal_pages: u64 = pages_by_level[1..].iter().sum();
        let top_segment = if internal_pages > 0 { root.internals } else { root.leaves };
        if internal_pages > 0 {
            redo.add(&self.account.allocate(root.internals, internal_pages, last));
        }
        let before = self.account.tally();
        self.account.complete_tree(layout, root, top_segment);
        redo.add(&self.account.tally().since(&before));
        redo
    }

    /// By how much the log's sequence number grows with `payload_bytes`.
    fn lsn_growth(&self, payload_bytes: u64) -> u64 {
        let framing = self.plan.encoding.framing();
        framing.advance(framing.first_lsn(), payload_bytes) - framing.first_lsn()
    }

    /// What was scaled, and the digest of the sample's log.
    pub(super) fn finish(mut self) -> (BuildWork, Digest) {
        self.digest.update(self.account.digest().as_bytes());
        let work = BuildWork {
            statement_redo_bytes: self.lsn_growth(self.statement.payload_bytes),
            statement_redo_records: self.statement.records,
            scan_rows: self.params.rows,
            scan_bytes: self.scan_bytes,
            trees: self.trees,
            kind: Kind::Scaled,
            digest: String::new(),
        };
        (work, self.digest)
    }
}
