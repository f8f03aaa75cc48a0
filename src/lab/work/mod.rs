//! What building an index or a table asks for: pages, redo and entries of each tree, for 1 to 1,000,000,000 rows.
//!
//! A lab that tells how long a statement takes needs to know what the statement does. Up to [`MAX_ROWS`] rows it is done:
//! the engine builds every tree, and its pages and its log are counted ([`Kind::Counted`]). Beyond that it is *scaled*
//! ([`Kind::Scaled`]): pages that stand in the large tree, evenly spread, are built and logged, each with the number it would
//! have there, and every one stands for as many of its neighbours ([`scaled`] tells how, and what is assumed).
//!
//! *Worked example.* ADD INDEX on `b` of `t0` with 1,000,000,000 rows at 16 KiB pages. A leaf holds 1,120 entries of 14
//! bytes, so there are 892,858 leaves, above them 1,017 pages of up to 878 pointers, two above these and a root. Some
//! 66 leaves are built. Almost every entry has the same `b` as the one before: in the `list-copy` encoding an entry takes 4.3
//! bytes of redo, with 2,000,000 rows 5.1.
//!
//! ```
//! use redo_lab::lab::redo_volume::Ddl;
//! use redo_lab::innodb::{IndexDefinition, KeyPart, Table};
//! use redo_lab::lab::work::{BuildParams, WorkCounter};
//! use redo_lab::report::Kind;
//! let b = IndexDefinition { name: "b".into(), parts: vec![KeyPart { column: 1, prefix: None }] };
//! let params = BuildParams { rows: 3_000, ..BuildParams::new(Table::t0(), vec![b], Ddl::AddIndex, "physical") };
//! let mut counter = WorkCounter::new(&params, 1).unwrap();
//! while !counter.step(100_000).done {}
//! let work = counter.finish();
//! assert_eq!(work.kind, Kind::Counted);
//! assert_eq!((work.trees[0].leaf_pages, work.trees[0].internal_pages), (3, 1));
//! ```

mod account;
mod counted;
mod level;
pub mod scaled;
mod tally;

use crate::base::{Digest, DocumentError};
use crate::bulk_load::shape::pages_by_level;
use crate::innodb::{IndexDefinition, IndexLayout, Table, TableRows};
use crate::lab::VariantProgress;
use crate::lab::redo_volume::{Compression, Ddl, InsertOrder, MAX_ROWS, RedoVolumeParams};
use crate::report::Kind;
use counted::CountedBuild;
use scaled::ScaledBuild;

/// The most rows that a statement may have.
pub const MAX_SCALED_ROWS: u64 = 1_000_000_000;

/// A statement that builds trees in bulk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildParams {
    /// The table, with its primary key.
    pub table: Table,
    /// The secondary indexes that the statement builds.
    pub indexes: Vec<IndexDefinition>,
    /// Rows, 1 to [`MAX_SCALED_ROWS`].
    pub rows: u64,
    /// The statement: [`Ddl::AddIndex`], [`Ddl::AddPrimaryKey`] or [`Ddl::Rebuild`].
    pub ddl: Ddl,
    /// Name of the redo encoding.
    pub encoding: String,
    /// Compression of page images.
    pub compression: Compression,
    /// Page size in bytes: 4096, 8192, 16384, 32768 or 65536.
    pub page_size: u32,
    /// How full pages are made, 10 to 100 percent.
    pub fill_factor: u8,
    /// Memory of the server's sort buffer in bytes: after as many a rebuild finishes and logs the pages that it has open.
    pub sort_buffer_bytes: u32,
    /// Whether a sample of the pages stands for all of them even where all could be built.
    pub is_scaled: bool,
    /// Threads that load one tree, each a range of its keys. Scaled work is that of one loader: the few pages more that several
    /// leave do not count there.
    pub load_threads: u32,
}

impl BuildParams {
    /// A statement on 100,000 rows at 16 KiB pages, all else at the labs' defaults.
    pub fn new(table: Table, indexes: Vec<IndexDefinition>, ddl: Ddl, encoding: &str) -> Self {
        Self {
            table,
            indexes,
            rows: 100_000,
            ddl,
            encoding: encoding.to_owned(),
            compression: Compression::None,
            page_size: 16_384,
            fill_factor: 100,
            sort_buffer_bytes: 1 << 20,
            is_scaled: false,
            load_threads: 1,
        }
    }

    /// The same for the lab that really runs it, with `rows` rows.
    fn redo_volume(&self, rows: u32) -> RedoVolumeParams {
        RedoVolumeParams {
            table: self.table.clone(),
            indexes: self.indexes.clone(),
            rows,
            page_size: self.page_size,
            fill_factor: self.fill_factor,
            ddl: self.ddl,
            insert_order: InsertOrder::PrimaryKey,
            encoding: self.encoding.clone(),
            compression: self.compression,
            sort_buffer_bytes: self.sort_buffer_bytes,
        }
    }

    /// Checks what the counter cannot do; everything else is checked where documents are read.
    fn check(&self) -> Result<(), DocumentError> {
        if self.rows == 0 || self.rows > MAX_SCALED_ROWS {
            let allowed = format!("a whole number from 1 to {MAX_SCALED_ROWS}");
            return Err(DocumentError::new("rows", self.rows.to_string(), allowed));
        }
        match self.ddl {
            Ddl::AddIndex | Ddl::AddPrimaryKey | Ddl::Rebuild => Ok(()),
            other => {
                let allowed = "a statement that builds trees in bulk from a table that is there";
                Err(DocumentError::new("ddl", format!("{other:?}"), allowed))
            }
        }
    }
}

impl From<&RedoVolumeParams> for BuildParams {
    fn from(params: &RedoVolumeParams) -> Self {
        Self {
            table: params.table.clone(),
            indexes: params.indexes.clone(),
            rows: params.rows.into(),
            ddl: params.ddl,
            encoding: params.encoding.clone(),
            compression: params.compression,
            page_size: params.page_size,
            fill_factor: params.fill_factor,
            sort_buffer_bytes: params.sort_buffer_bytes,
            load_threads: 1,
            is_scaled: false,
        }
    }
}

/// What one tree asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeWork {
    /// The index's name; `PRIMARY` is the table itself.
    pub name: String,
    /// Entries on leaves.
    pub rows: u64,
    /// Bytes of all leaf records together, header included: what is sorted, and what is copied into pages.
    pub entry_bytes: u64,
    /// Whether the entries are sorted. Those of a clustered index that is rebuilt arrive in order.
    pub sorts: bool,
    /// Leaf pages.
    pub leaf_pages: u64,
    /// Pages above the leaves; the root is one of them, unless it is the only leaf.
    pub internal_pages: u64,
    /// Pages by level, leaves first; the last level is the root.
    pub pages_by_level: Vec<u64>,
    /// Bytes of a page.
    pub page_bytes: u64,
    /// Growth of the log's sequence number while the tree is built: payload, and what blocks add. Its root, which is made
    /// before, counts for the statement.
    pub redo_bytes: u64,
    /// Of these, bytes of records that find and give back pages, without the ends of their mini-transactions.
    pub allocation_redo_bytes: u64,
    /// Redo records, without what only ends a mini-transaction.
    pub redo_records: u64,
    /// Mini-transactions.
    pub mini_transactions: u64,
    /// Entries that replay inserts one by one, node pointers included.
    pub replay_entries: u64,
    /// Distinct pages that replay of the tree's log reads or installs: its own, if they are logged, and those that keep
    /// account of the file: space header, inodes, extent descriptors.
    pub replay_pages: u64,
    /// Page images that replay installs.
    pub installs: u64,
}

impl TreeWork {
    /// Leaves and pages above.
    pub fn pages(&self) -> u64 {
        self.leaf_pages + self.internal_pages
    }
}

/// What a statement asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildWork {
    /// Its trees, in the order in which they are built.
    pub trees: Vec<TreeWork>,
    /// Rows of the table that it reads.
    pub scan_rows: u64,
    /// Bytes of the table's leaf pages: what one scan reads, all of them being full.
    pub scan_bytes: u64,
    /// Growth of the log's sequence number for the statement itself: dictionary, files, empty roots.
    pub statement_redo_bytes: u64,
    /// Redo records of the statement itself.
    pub statement_redo_records: u64,
    /// [`Kind::Counted`] or [`Kind::Scaled`].
    pub kind: Kind,
    /// Digest of the log's bytes that were written for counting, and of every number here: 32 hexadecimal digits.
    pub digest: String,
}

impl BuildWork {
    /// Redo bytes of the statement with all its trees. Counted, it is the `redo_bytes` of the lab `redo-volume`.
    pub fn redo_bytes(&self) -> u64 {
        self.statement_redo_bytes + self.trees.iter().map(|tree| tree.redo_bytes).sum::<u64>()
    }

    /// Redo records of the statement with all its trees.
    pub fn redo_records(&self) -> u64 {
        self.statement_redo_records + self.trees.iter().map(|tree| tree.redo_records).sum::<u64>()
    }

    /// Leaves and pages above of all trees.
    pub fn pages(&self) -> u64 {
        self.trees.iter().map(TreeWork::pages).sum()
    }

    /// Adds everything that was counted to a digest.
    fn add_to(&self, digest: &mut Digest) {
        let statement =
            [self.scan_rows, self.scan_bytes, self.statement_redo_bytes, self.statement_redo_records];
        statement.into_iter().for_each(|number| digest.update_u64(number));
        for tree in &self.trees {
            digest.update(tree.name.as_bytes());
            let numbers = [
                tree.rows,
                tree.entry_bytes,
                u64::from(tree.sorts),
                tree.redo_bytes,
                tree.allocation_redo_bytes,
                tree.redo_records,
                tree.mini_transactions,
                tree.replay_entries,
                tree.replay_pages,
                tree.installs,
            ];
            numbers.iter().chain(&tree.pages_by_level).for_each(|&number| digest.update_u64(number));
        }
    }
}

/// Counts what a statement asks for, in steps.
pub struct WorkCounter {
    build: Build,
}

enum Build {
    Counted(Box<CountedBuild>),
    Scaled(Box<ScaledBuild>),
}

impl WorkCounter {
    /// Prepares to count a statement's work: by building everything up to [`MAX_ROWS`] rows, beyond that or on
    /// request by scaling.
    ///
    /// # Errors
    /// [`DocumentError`] for rows out of range, a statement that builds nothing in bulk, or an unknown encoding; its path is
    /// the parameter's name. Whether records fit pages and the statement fits the table is for the caller to check, as
    /// [`RedoVolumeParams::new`] does.
    pub fn new(params: &BuildParams, seed: u64) -> Result<Self, DocumentError> {
        params.check()?;
        if params.rows > MAX_ROWS || params.is_scaled {
            return Self::scaled(params, seed);
        }
        Ok(Self { build: Build::Counted(Box::new(CountedBuild::new(params, seed)?)) })
    }

    /// Prepares to scale a statement's work, however many rows it has: to be held against what is counted.
    ///
    /// # Errors
    /// As [`WorkCounter::new`].
    pub fn scaled(params: &BuildParams, seed: u64) -> Result<Self, DocumentError> {
        params.check()?;
        Ok(Self { build: Build::Scaled(Box::new(ScaledBuild::new(params, seed)?)) })
    }

    /// Goes on for about `work_units` rows.
    pub fn step(&mut self, work_units: u64) -> VariantProgress {
        match &mut self.build {
            Build::Counted(build) => build.step(work_units),
            Build::Scaled(build) => build.step(work_units),
        }
    }

    /// What was counted; to be called once [`VariantProgress::done`].
    pub fn finish(self) -> BuildWork {
        let (mut work, mut digest) = match self.build {
            Build::Counted(build) => build.finish(),
            Build::Scaled(build) => build.finish(),
        };
        work.add_to(&mut digest);
        work.digest = digest.hex();
        work
    }
}

/// Leaf pages of the table that the statement scans: its rows in full pages.
fn source_leaf_pages(params: &BuildParams, seed: u64) -> u64 {
    // A table that is getting its primary key has hidden row ids instead.
    let table = match params.ddl {
        Ddl::AddPrimaryKey => params.table.without_primary_key(),
        _ => params.table.clone(),
    };
    let rows = TableRows::new(table, params.rows as u32, seed);
    let layout = IndexLayout::clustered(rows.table(), 0);
    pages_by_level(&layout, &rows, None, params.page_size as usize, 100)[0].into()
}
