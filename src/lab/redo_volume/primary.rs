//! The primary of a run: a table as it was, and a statement that changes it.

use std::rc::Rc;

use crate::base::PageNo;
use crate::bulk_load::existing_tree::ExistingTree;
use crate::bulk_load::sort::{ExternalSort, primary_key_order};
use crate::bulk_load::{Build, BuiltTree, BulkLoad, LoadTarget, StatementProgress, TreeSettings};
use crate::innodb::allocation::{Allocator, Placement, TreeRoot, Unlogged};
use crate::innodb::{IndexDefinition, IndexLayout, TableRows, Tablespace};
use crate::lab::redo_volume::{Ddl, InsertOrder};
use crate::redo::{Encoding, MiniTransaction, Purpose, RedoLog};

/// Numbers that a server would have given: they show in page headers and in the size of redo records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServerNumbers {
    /// The tablespace of the new pages.
    pub space_id: u32,
    /// The first new index's number; further ones follow.
    pub first_index_id: u64,
    /// The statement's transaction.
    pub trx_id: u64,
}

impl Default for ServerNumbers {
    fn default() -> Self {
        Self { space_id: 5, first_index_id: 27, trx_id: 0x20 }
    }
}

/// Everything that determines a statement.
#[derive(Clone)]
pub struct StatementPlan {
    /// The table's rows.
    pub rows: Rc<TableRows>,
    /// What is done to them.
    pub ddl: Ddl,
    /// The secondary indexes that the statement builds.
    pub secondary: Vec<IndexDefinition>,
    /// In which order rows arrive, if they arrive one by one.
    pub insert_order: InsertOrder,
    /// Bytes of a page.
    pub page_size: usize,
    /// Percentage to which pages are filled.
    pub fill_factor: u8,
    /// Bytes of a sorted run.
    pub sort_buffer_bytes: usize,
    /// Whether pages that the statement does not touch are filled all the same.
    pub keep_older_pages: bool,
    /// How redo is written.
    pub encoding: &'static dyn Encoding,
    /// Redo bytes of the statement that stand before what is written here.
    pub bytes_before: u64,
    /// Numbers that the server gave.
    pub numbers: ServerNumbers,
}

/// The primary: its pages, its log, and the statement in progress.
pub struct Primary {
    /// Its pages. Those that the statement does not touch may be absent.
    pub space: Tablespace,
    /// Its log.
    pub log: RedoLog,
    /// Pages that will not change any more, since this was last emptied.
    pub finished: Vec<PageNo>,
    statement: BulkLoad,
    existing: Vec<ExistingTree>,
}

/// The file as it was before a statement that does not make a new one.
struct Older {
    /// Its pages. Those of `existing` are allocated, but not filled.
    space: Tablespace,
    /// Empty trees that the statement fills.
    roots: Vec<TreeRoot>,
    /// Trees that the statement leaves as they are, with the order of their rows.
    existing: Vec<(ExistingTree, Option<Vec<u32>>)>,
}

impl StatementPlan {
    /// Layouts of the trees that the statement builds, in order.
    pub fn layouts(&self) -> Vec<IndexLayout> {
        let table = self.rows.table();
        let mut ids = self.numbers.first_index_id..;
        let mut next_id = || ids.next().expect("index numbers do not run out");
        let mut layouts = Vec::new();
        if self.ddl != Ddl::AddIndex {
            layouts.push(IndexLayout::clustered(table, next_id()));
        }
        for definition in &self.secondary {
            layouts.push(IndexLayout::secondary(table, definition, next_id()));
        }
        layouts
    }

    /// The file as it was before the statement; `None` if the statement makes a new one.
    fn older_space(&self) -> Option<Older> {
        let mut space = Tablespace::new(self.numbers.space_id, self.page_size);
        let allocator = Allocator::new(self.page_size);
        let mut writer = Unlogged(&mut space);
        match self.ddl {
            Ddl::AddPrimaryKey | Ddl::Rebuild | Ddl::Copy => None,
            Ddl::AddIndex => {
                allocator.create_space(&mut writer, self.numbers.space_id);
                let existing = self.add_existing_trees(&mut space);
                Some(Older { space, roots: Vec::new(), existing })
            }
            Ddl::BulkInsert | Ddl::Insert => {
                allocator.create_space(&mut writer, self.numbers.space_id);
                let layouts = self.layouts();
                let roots =
                    layouts.iter().map(|layout| allocator.create_tree(&mut writer, layout.id)).collect();
                Some(Older { space, roots, existing: Vec::new() })
            }
        }
    }
}

impl StatementPlan {
    /// Allocates the trees that the table has already: its rows, and those of its indexes that the statement does not build
    /// anew.
    fn add_existing_trees(&self, space: &mut Tablespace) -> Vec<(ExistingTree, Option<Vec<u32>>)> {
        let table = self.rows.table();
        // Index numbers below the first new one, so that all stay distinct.
        let clustered = IndexLayout::clustered(table, self.numbers.first_index_id - 1);
        let order = primary_key_order(&clustered, &self.rows);
        let tree = ExistingTree::allocate(clustered, &self.rows, order.as_deref(), Placement::Dense, space);
        let mut trees = Vec::new();
        let is_rebuilt =
            |existing: &IndexDefinition| self.secondary.iter().any(|new| new.parts == existing.parts);
        for (number, definition) in (2..).zip(table.existing.iter().filter(|index| !is_rebuilt(index))) {
            let layout = IndexLayout::secondary(table, definition, self.numbers.first_index_id - number);
            let mut sort = ExternalSort::new(&layout, &self.rows, usize::MAX / 2, true);
            sort.scan_run(&layout, &self.rows, order.as_deref());
            let sorted = sort.into_order();
            let tree = ExistingTree::allocate(layout, &self.rows, Some(&sorted), Placement::Reserving, space);
            trees.push((tree, Some(sorted)));
        }
        trees.insert(0, (tree, order));
        trees
    }
}

impl Primary {
    /// Prepares the statement: the file as it was, and the roots of the new trees, logged. Also gives back the file as it
    /// was, from which a replica starts.
    pub fn new(plan: &StatementPlan) -> (Self, Option<Rc<Tablespace>>) {
        Self::with_log(plan, RedoLog::new(plan.encoding, plan.numbers.space_id, plan.bytes_before))
    }

    /// Like [`Primary::new`], with a log that keeps what an inspector needs ([`RedoLog::keep_purposes`]).
    pub fn traced(plan: &StatementPlan) -> (Self, Option<Rc<Tablespace>>) {
        let mut log = RedoLog::new(plan.encoding, plan.numbers.space_id, plan.bytes_before);
        log.keep_purposes();
        Self::with_log(plan, log)
    }

    fn with_log(plan: &StatementPlan, mut log: RedoLog) -> (Self, Option<Rc<Tablespace>>) {
        let numbers = plan.numbers;
        let allocator = Allocator::new(plan.page_size);
        let mut existing = Vec::new();
        let (mut space, mut roots, older) = match plan.older_space() {
            Some(Older { mut space, roots, existing: trees }) => {
                // The replica needs no page that the statement leaves as it is.
                let older = Rc::new(space.clone());
                for (tree, order) in trees {
                    if plan.keep_older_pages {
                        tree.fill(&plan.rows, order.as_deref(), &mut space);
                    }
                    existing.push(tree);
                }
                (space, roots, Some(older))
            }
            None => {
                let mut space = Tablespace::new(numbers.space_id, plan.page_size);
                let mut mtr = MiniTransaction::begin(&mut space, &mut log, Purpose::Allocation);
                allocator.create_space(&mut mtr, numbers.space_id);
                mtr.commit();
                (space, Vec::new(), None)
            }
        };
        let layouts = plan.layouts();
        for layout in &layouts[roots.len()..] {
            let mut mtr = MiniTransaction::begin(&mut space, &mut log, Purpose::Allocation);
            let root = allocator.create_tree(&mut mtr, layout.id);
            mtr.set_main_page(root.page_no);
            roots.push(root);
            mtr.commit();
        }
        let clustered = match plan.ddl {
            Ddl::AddPrimaryKey => Build::Sorted,
            Ddl::Rebuild => Build::Batches,
            _ => Build::Stream,
        };
        let settings = TreeSettings { fill_factor: plan.fill_factor, trx_id: numbers.trx_id };
        let trees = layouts.into_iter().zip(roots).collect();
        let statement = BulkLoad::new(
            plan.rows.clone(),
            trees,
            clustered,
            settings,
            plan.sort_buffer_bytes,
            plan.page_size,
        );
        (Self { space, log, finished: Vec::new(), statement, existing }, older)
    }

    /// Goes on with the statement for about `work_units` rows.
    pub fn step(&mut self, work_units: u64) -> StatementProgress {
        let mut target =
            LoadTarget { space: &mut self.space, log: &mut self.log, finished: &mut self.finished };
        self.statement.step(&mut target, work_units)
    }

    /// The trees that are complete.
    pub fn trees(&self) -> &[BuiltTree] {
        self.statement.built()
    }

    /// The trees that the table had before and the statement leaves as they are.
    pub fn existing_trees(&self) -> &[ExistingTree] {
        &self.existing
    }

    /// Sorted runs and merge passes.
    pub fn sort_counts(&self) -> (u64, u64) {
        (self.statement.sort_runs(), self.statement.merge_passes())
    }
}
