//! From counted work to what a simulation is asked to do.

use crate::bulk_load::buffers;
use crate::lab::work::{BuildWork, TreeWork};
use crate::timing::{Redo, StatementDemand, TreeDemand, part};

/// How a statement sorts and loads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Buffers {
    /// Threads that scan.
    pub read_threads: u32,
    /// Threads that merge and load.
    pub ddl_threads: u32,
    /// Memory of the statement.
    pub buffer_bytes: u64,
    /// Whether sampled key ranges let all threads load one tree.
    pub sample_sort: bool,
    /// Pages that the buffer pool holds.
    pub pool_bytes: u64,
    /// Whether built pages are logged.
    pub logged: bool,
}

/// The statement that builds the trees of `work` at once.
pub fn statement(work: &BuildWork, how: &Buffers) -> StatementDemand {
    let redo =
        Redo { bytes: work.statement_redo_bytes, records: work.statement_redo_records, ..Redo::default() };
    of_trees(work, &work.trees, redo, how)
}

/// One statement a tree, as if each index were added on its own.
pub fn statement_a_tree(work: &BuildWork, how: &Buffers) -> Vec<StatementDemand> {
    let statements = work.trees.len() as u64;
    let redo = |index| Redo {
        bytes: part(work.statement_redo_bytes, index, statements),
        records: part(work.statement_redo_records, index, statements),
        ..Redo::default()
    };
    (0..).zip(work.trees.chunks(1)).map(|(index, trees)| of_trees(work, trees, redo(index), how)).collect()
}

fn of_trees(work: &BuildWork, trees: &[TreeWork], redo: Redo, how: &Buffers) -> StatementDemand {
    let indexes = trees.iter().filter(|tree| tree.sorts).count() as u64;
    StatementDemand {
        trees: trees.iter().map(|tree| tree_demand(tree, indexes, how)).collect(),
        scan_rows: work.scan_rows,
        scan_read_bytes: if work.scan_bytes > how.pool_bytes { work.scan_bytes } else { 0 },
        dictionary_redo: redo,
        read_threads: how.read_threads,
        ddl_threads: how.ddl_threads,
        sample_sort: how.sample_sort,
        logged: how.logged,
        buffer_memory_bytes: trees.iter().map(|tree| memory_bytes(tree, indexes, how)).sum(),
    }
}

fn tree_demand(tree: &TreeWork, indexes: u64, how: &Buffers) -> TreeDemand {
    TreeDemand {
        rows: tree.rows,
        entry_bytes: sort_bytes(tree),
        sorts: tree.sorts,
        runs_per_file: runs_per_file(tree, indexes, how),
        pages: tree.pages(),
        page_bytes: tree.page_bytes,
        redo: Redo {
            bytes: tree.redo_bytes,
            records: tree.redo_records,
            entries: tree.replay_entries,
            pages: tree.replay_pages,
            images: tree.installs,
        },
    }
}

/// Bytes of a sort entry.
fn entry_bytes(tree: &TreeWork) -> u64 {
    buffers::sort_entry_bytes(tree.entry_bytes.div_ceil(tree.rows.max(1)))
}

/// Bytes of all sort entries.
fn sort_bytes(tree: &TreeWork) -> u64 {
    tree.rows * entry_bytes(tree)
}

fn share_bytes(tree: &TreeWork, indexes: u64, how: &Buffers) -> u64 {
    buffers::scan_buffer_share(how.buffer_bytes, how.read_threads.into(), indexes, tree.page_bytes)
}

/// Sorted runs that each scan thread leaves for a tree; 0 if it need not be sorted.
pub fn runs_per_file(tree: &TreeWork, indexes: u64, how: &Buffers) -> u64 {
    if !tree.sorts {
        return 0;
    }
    let key_bytes = buffers::key_buffer_bytes(share_bytes(tree, indexes, how), tree.page_bytes);
    let entries = buffers::run_entries(key_bytes, entry_bytes(tree));
    buffers::runs(buffers::thread_rows(tree.rows, how.read_threads.into()), entries)
}

fn memory_bytes(tree: &TreeWork, indexes: u64, how: &Buffers) -> u64 {
    if !tree.sorts {
        return 0;
    }
    let share = share_bytes(tree, indexes, how);
    buffers::statement_memory_bytes(share, how.read_threads.into(), sort_bytes(tree))
}
