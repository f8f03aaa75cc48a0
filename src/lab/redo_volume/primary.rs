//! The primary of a run: a table as it was, and a statement that changes it.

use std::rc::Rc;

use crate::base::PageNo;
use crate::bulk_load::existing_tree::ExistingTree;
use crate::bulk_load::{BuiltTree, LoadTarget, Phase, StatementProgress};
use crate::innodb::Tablespace;
use crate::innodb::allocation::Allocator;
use crate::lab::redo_volume::plan::{Older, Statement, StatementPlan};
use crate::redo::{MiniTransaction, Purpose, RedoLog};

/// The primary: its pages, its log, and the statement in progress.
pub struct Primary {
    /// Its pages. Those that the statement does not touch may be absent.
    pub space: Tablespace,
    /// Its log.
    pub log: RedoLog,
    /// Pages that will not change any more, since this was last emptied.
    pub finished: Vec<PageNo>,
    statement: Statement,
    trees: Vec<BuiltTree>,
    existing: Vec<ExistingTree>,
}

impl Primary {
    /// Prepares the statement: the pages as they were, and the roots of the new trees, logged. Also gives back the pages
    /// as they were, from which a replica starts.
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
        let allocator = Allocator::new(plan.page_size);
        let Older { mut space, mut roots, existing } = plan.older();
        // The replica needs no page that the statement leaves as it is.
        let older = Rc::new(space.clone());
        let fill = |(tree, order): (ExistingTree, Option<Vec<u32>>)| {
            if plan.keep_older_pages {
                tree.fill(&plan.rows, order.as_deref(), &mut space);
            }
            tree
        };
        let existing = existing.into_iter().map(fill).collect();
        if space.get(0).is_none() {
            let mut mtr = MiniTransaction::begin(&mut space, &mut log, Purpose::Allocation);
            allocator.create_space(&mut mtr, plan.numbers.space_id);
            mtr.commit();
        }
        let layouts = plan.layouts();
        for layout in &layouts[roots.len()..] {
            let mut mtr = MiniTransaction::begin(&mut space, &mut log, Purpose::Allocation);
            let root = allocator.create_tree(&mut mtr, layout.id);
            mtr.set_main_page(root.page_no);
            roots.push(root);
            mtr.commit();
        }
        let statement = plan.statement(layouts.into_iter().zip(roots).collect());
        (Self { space, log, finished: Vec::new(), statement, trees: Vec::new(), existing }, Some(older))
    }

    /// Goes on with the statement for about `work_units` rows.
    pub fn step(&mut self, work_units: u64) -> StatementProgress {
        let mut target =
            LoadTarget { space: &mut self.space, log: &mut self.log, finished: &mut self.finished };
        match &mut self.statement {
            Statement::BulkLoad(load) => {
                let progress = load.step(&mut target, work_units);
                if progress.done {
                    self.trees = load.built().to_vec();
                }
                progress
            }
            Statement::ParallelLoad(load) => {
                let progress = load.step(&mut target, work_units);
                if progress.done {
                    self.trees = load.built().to_vec();
                }
                progress
            }
            Statement::RowByRow { insert, rows } => {
                let units = work_units.clamp(1, u32::MAX.into()) as u32;
                let inserted = insert.step(&mut target, units);
                let done = inserted == *rows;
                if done {
                    self.trees = insert.trees(&self.space);
                }
                StatementProgress {
                    done_units: inserted.into(),
                    total_units: (*rows).into(),
                    phase: Phase::Insert,
                    done,
                }
            }
        }
    }

    /// Whether pages reach the replica by a flush and not by the log: those that a bulk load builds, if the encoding does not
    /// log them.
    pub fn flushes_pages(&self) -> bool {
        !matches!(self.statement, Statement::RowByRow { .. }) && !self.log.encoding().logs_bulk_pages()
    }

    /// Whether the statement may only go on once the pages that it did not log are flushed.
    pub fn waits_for_flush(&self) -> bool {
        self.flushes_pages() && matches!(&self.statement, Statement::BulkLoad(load) if load.waits_for_flush())
    }

    /// Entries put into pages so far, and how many there will be; of rows inserted one by one, the rows.
    pub fn loaded(&self) -> (u64, u64) {
        match &self.statement {
            Statement::BulkLoad(load) => load.loaded(),
            Statement::ParallelLoad(load) => {
                let loaded = |trees: &[BuiltTree]| trees.iter().map(|tree| tree.rows).sum();
                (loaded(load.built()), load.entries())
            }
            Statement::RowByRow { insert, rows } => (insert.inserted().into(), (*rows).into()),
        }
    }

    /// The trees that the statement built; empty until it is done.
    pub fn trees(&self) -> &[BuiltTree] {
        &self.trees
    }

    /// The trees of a bulk load that are complete so far, in the order in which they are built; empty for rows that are
    /// inserted one by one.
    pub fn complete_trees(&self) -> &[BuiltTree] {
        match &self.statement {
            Statement::BulkLoad(load) => load.built(),
            Statement::ParallelLoad(load) => load.built(),
            Statement::RowByRow { .. } => &[],
        }
    }

    /// The trees that the table had before and the statement leaves as they are.
    pub fn existing_trees(&self) -> &[ExistingTree] {
        &self.existing
    }

    /// Sorted runs and merge passes.
    pub fn sort_counts(&self) -> (u64, u64) {
        match &self.statement {
            Statement::BulkLoad(load) => (load.sort_runs(), load.merge_passes()),
            Statement::ParallelLoad(_) | Statement::RowByRow { .. } => (0, 0),
        }
    }
}
