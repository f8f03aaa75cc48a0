//! Building indexes: scan, sort, and fill pages from the bottom up.
//!
//! A bulk load reads the rows once, sorts the keys in runs no larger than its buffer, merges the runs, and then writes
//! each page of the new tree exactly once, from left to right: when a leaf is full, a pointer to it goes to the level
//! above, whose page may become full in turn.
//!
//! *Worked example.* 3,000 rows of `t0`, index on `b`, 16 KiB pages: leaves of 1,120, 1,120 and 760 entries, and one page
//! with three pointers above them. Pages are allocated in the order leaf, leaf, level-1 page, leaf: the level-1 page is
//! needed as soon as the first leaf is full. At the end the level-1 page's three records move to the root page, whose
//! place was fixed when the index was created, and the page is freed.
//!
//! - [`buffers`]: how a statement's memory is divided among threads, and what follows for runs and passes.
//! - [`sort`]: runs and merge passes in bounded memory.
//! - [`page_builder`]: one page under construction.
//! - [`tree_builder`]: the levels of one tree, their allocation and logging.
//! - [`sample_sort`], [`parallel_load`]: the same by several threads, each with a range of keys and a subtree of its own.
//! - [`shape`]: page counts of a tree without building it.
//! - [`existing_tree`]: a tree that was there before.
//! - [`ordinary_insert`]: rows inserted one after the other instead, for comparison.
//! - [`statement`]: DDL statements as sequences of these, in steps.

pub mod buffers;
pub mod existing_tree;
pub mod ordinary_insert;
pub mod page_builder;
pub mod parallel_load;
pub mod sample_sort;
pub mod shape;
pub mod sort;
pub mod statement;
mod stitch;
pub mod tree_builder;

pub use ordinary_insert::{InsertOrder, OrdinaryInsert};
pub use parallel_load::{ParallelCounts, ParallelLoad};
pub use statement::{Build, BulkLoad, Phase, StatementProgress};
pub use tree_builder::{BuiltTree, LoadTarget, TreeSettings};
