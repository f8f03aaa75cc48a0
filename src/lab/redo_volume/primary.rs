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
    ///
    /// Unless `keep_older_pages`, only the pages that keep account of the file are there; the table's own pages are
    /// allocated, but not filled.
    fn older_space(&self) -> Option<(Tablespace, Vec<TreeRoot>)> {
        let mut space = Tablespace::new(self.numbers.space_id, self.page_size);
        let allocator = Allocator::new(self.page_size);
        let mut writer = Unlogged(&mut space);
        match self.ddl {
            Ddl::AddPrimaryKey | Ddl::Rebuild | Ddl::Copy => None,
            Ddl::AddIndex => {
                allocator.create_space(&mut writer, self.numbers.space_id);
                self.add_existing_trees(&mut space);
                Some((space, Vec::new()))
            }
            Ddl::BulkInsert | Ddl::Insert => {
                allocator.create_space(&mut writer, self.numbers.space_id);
                let layouts = self.layouts();
                let roots =
                    layouts.iter().map(|layout| allocator.create_tree(&mut writer, layout.id)).collect();
                Some((space, roots))
            }
        }
    }
}

impl StatementPlan {
    /// The trees that the table has already: its rows, and those of its indexes that the statement does not build anew.
    fn add_existing_trees(&self, space: &mut Tablespace) {
        let table = self.rows.table();
        // Index numbers below the first new one, so that all stay distinct.
        let clustered = IndexLayout::clustered(table, self.numbers.first_index_id - 1);
        let order = primary_key_order(&clustered, &self.rows);
        self.add_existing_tree(clustered, order.as_deref(), Placement::Dense, space);
        let is_rebuilt =
            |existing: &IndexDefinition| self.secondary.iter().any(|new| new.parts == existing.parts);
        for (number, definition) in (2..).zip(table.existing.iter().filter(|index| !is_rebuilt(index))) {
            let layout = IndexLayout::secondary(table, definition, self.numbers.first_index_id - number);
            let mut sort = ExternalSort::new(&layout, &self.rows, usize::MAX / 2, true);
            sort.scan_run(&layout, &self.rows, order.as_deref());
            self.add_existing_tree(layout, Some(&sort.into_order()), Placement::Reserving, space);
        }
    }

    fn add_existing_tree(
        &self,
        layout: IndexLayout,
        order: Option<&[u32]>,
        placement: Placement,
        space: &mut Tablespace,
    ) {
        let tree = ExistingTree::allocate(layout, &self.rows, order, placement, space);
        if self.keep_older_pages {
            tree.fill(&self.rows, order, space);
        }
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
        let (mut space, mut roots, older) = match plan.older_space() {
            Some((space, roots)) => {
                let older = Rc::new(space.clone());
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
        (Self { space, log, finished: Vec::new(), statement }, older)
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

    /// Sorted runs and merge passes.
    pub fn sort_counts(&self) -> (u64, u64) {
        (self.statement.sort_runs(), self.statement.merge_passes())
    }
}
