//! What a statement is: its rows, its indexes, and the table as it was before.

use std::rc::Rc;

use crate::base::DocumentError;
use crate::bulk_load::existing_tree::ExistingTree;
use crate::bulk_load::ordinary_insert::{OrdinaryInsert, create_system_space};
use crate::bulk_load::sort::{ExternalSort, primary_key_order};
use crate::bulk_load::{self, Build, BulkLoad, ParallelLoad, TreeSettings};
use crate::innodb::allocation::{Allocator, Placement, TreeRoot, Unlogged};
use crate::innodb::{IndexDefinition, IndexLayout, TableRows, Tablespace};
use crate::lab::redo_volume::dictionary::dictionary_records;
use crate::lab::redo_volume::{Compression, Ddl, InsertOrder, RedoVolumeParams};
use crate::redo::{self, Encoding};

/// What is added to the experiment's seed for shuffling rows, so that seed 1 shuffles as the reference's `RAND(101)`.
const SHUFFLE_OFFSET: u64 = 100;

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
    /// Seed of the shuffle if that order is random.
    pub shuffle_seed: u64,
    /// Bytes of a page.
    pub page_size: usize,
    /// Percentage to which pages are filled.
    pub fill_factor: u8,
    /// Bytes of a sorted run.
    pub sort_buffer_bytes: usize,
    /// Threads that load one tree, each a range of its keys ([`ParallelLoad`]); with 0 or 1 there is one loader.
    pub load_threads: u32,
    /// Whether pages that the statement does not touch are filled all the same.
    pub keep_older_pages: bool,
    /// How redo is written.
    pub encoding: &'static dyn Encoding,
    /// Redo bytes of the statement that stand before what is written here.
    pub bytes_before: u64,
    /// Numbers that the server gave.
    pub numbers: ServerNumbers,
}

/// The statement in progress.
pub(super) enum Statement {
    BulkLoad(Box<BulkLoad>),
    ParallelLoad(Box<ParallelLoad>),
    RowByRow { insert: Box<OrdinaryInsert>, rows: u32 },
}

/// The pages as they were before a statement.
pub(super) struct Older {
    /// The pages. Those of `existing` are allocated, but not filled.
    pub(super) space: Tablespace,
    /// Empty trees that the statement fills.
    pub(super) roots: Vec<TreeRoot>,
    /// Trees that the statement leaves as they are, with the order of their rows.
    pub(super) existing: Vec<(ExistingTree, Option<Vec<u32>>)>,
}

impl StatementPlan {
    /// The statement that parameters describe. With `keep_older_pages`, pages of the table that the statement does not
    /// touch are filled too, so that the file is whole.
    ///
    /// # Errors
    /// [`DocumentError`] if there is no such encoding.
    pub fn new(params: &RedoVolumeParams, seed: u64, keep_older_pages: bool) -> Result<Self, DocumentError> {
        let dictionary = dictionary_records(params.ddl, params.indexes.len());
        Ok(Self {
            rows: Rc::new(TableRows::new(params.table.clone(), params.rows, seed)),
            ddl: params.ddl,
            secondary: params.indexes.clone(),
            insert_order: params.insert_order,
            shuffle_seed: seed.wrapping_add(SHUFFLE_OFFSET),
            page_size: params.page_size as usize,
            fill_factor: params.fill_factor,
            sort_buffer_bytes: params.sort_buffer_bytes as usize,
            load_threads: 1,
            keep_older_pages,
            encoding: chosen_encoding(params)?,
            bytes_before: dictionary.iter().map(|part| part.bytes).sum(),
            numbers: ServerNumbers::default(),
        })
    }

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

    /// The statement on trees whose empty roots exist.
    pub(super) fn statement(&self, trees: Vec<(IndexLayout, TreeRoot)>) -> Statement {
        let clustered = match self.ddl {
            Ddl::AddPrimaryKey => Build::Sorted,
            Ddl::Rebuild => Build::Batches,
            Ddl::AddIndex | Ddl::BulkInsert => Build::Stream,
            Ddl::Insert | Ddl::Copy => {
                let order = self.row_order();
                let rows = self.rows.count();
                let insert =
                    OrdinaryInsert::new(self.rows.clone(), trees, order, self.numbers.trx_id, self.page_size);
                return Statement::RowByRow { insert: Box::new(insert), rows };
            }
        };
        let settings = TreeSettings { fill_factor: self.fill_factor, trx_id: self.numbers.trx_id };
        let rows = self.rows.clone();
        if self.load_threads > 1 {
            let threads = self.load_threads;
            let load = ParallelLoad::new(rows, trees, clustered, settings, threads, self.page_size);
            return Statement::ParallelLoad(Box::new(load));
        }
        let load = BulkLoad::new(rows, trees, clustered, settings, self.sort_buffer_bytes, self.page_size);
        Statement::BulkLoad(Box::new(load))
    }

    /// In which order rows arrive one by one: a copy reads its table in primary-key order.
    fn row_order(&self) -> bulk_load::InsertOrder {
        match self.insert_order {
            _ if self.ddl == Ddl::Copy => bulk_load::InsertOrder::PrimaryKey,
            InsertOrder::PrimaryKey => bulk_load::InsertOrder::PrimaryKey,
            InsertOrder::Index => bulk_load::InsertOrder::Index,
            InsertOrder::Random => bulk_load::InsertOrder::Random { seed: self.shuffle_seed },
        }
    }

    /// The pages as they were before the statement. A statement that makes a new file finds none of that file.
    pub(super) fn older(&self) -> Older {
        let mut space = Tablespace::new(self.numbers.space_id, self.page_size);
        let (mut roots, mut existing) = (Vec::new(), Vec::new());
        let allocator = Allocator::new(self.page_size);
        if matches!(self.ddl, Ddl::Insert | Ddl::Copy) {
            create_system_space(&mut space);
        }
        if matches!(self.ddl, Ddl::AddIndex | Ddl::Insert | Ddl::BulkInsert) {
            allocator.create_space(&mut Unlogged(&mut space), self.numbers.space_id);
        }
        match self.ddl {
            Ddl::AddIndex => existing = self.add_existing_trees(&mut space),
            Ddl::Insert | Ddl::BulkInsert => {
                let mut writer = Unlogged(&mut space);
                roots.extend(
                    self.layouts().iter().map(|layout| allocator.create_tree(&mut writer, layout.id)),
                );
            }
            Ddl::AddPrimaryKey | Ddl::Rebuild | Ddl::Copy => {}
        }
        Older { space, roots, existing }
    }

    /// The trees that the table has already: its rows, and those of its indexes that the statement does not build anew.
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

/// The encoding that parameters ask for.
fn chosen_encoding(params: &RedoVolumeParams) -> Result<&'static dyn Encoding, DocumentError> {
    // Compression is about page images; where there are none, it changes nothing.
    let compressed = match params.compression {
        Compression::None => None,
        Compression::Lz4 => redo::encoding_with(&params.encoding, "lz4"),
    };
    compressed
        .or_else(|| redo::encoding(&params.encoding))
        .ok_or_else(|| DocumentError::new("encoding", &params.encoding, "the name of an encoding"))
}
