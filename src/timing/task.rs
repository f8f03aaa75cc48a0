//! What a thread works on: a task in slices, and the actions of a slice.
//!
//! A slice is what a thread does before others get their turn: some pages of a load, a buffer of a scan. Large builds have
//! slices of more pages, so that a billion rows take no more events than ten million.

use super::dirty_pages::{Owner, Taken};
use super::{Activity, Costs, Price, Redo, StatementDemand, TreeDemand, log2_ceil, part};
use crate::bulk_load::buffers::merge_passes;

/// The most slices of one task: a billion rows in some 16,000 steps.
const MAX_SLICES: u64 = 16_384;

/// Slices that all tasks of one kind have together, about, if there are very many of them.
const MAX_SLICES_TOGETHER: u64 = 1 << 19;

/// The most slices of a task of each kind. Dozens of statements with dozens of indexes and threads have so many tasks that each
/// gets fewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grain {
    scan: u64,
    merge_pass: u64,
    load: u64,
}

impl Grain {
    /// The grain of all tasks of `statements`.
    pub fn of(statements: &[StatementDemand]) -> Self {
        let (mut readers, mut passes, mut loads) = (0, 0, 0);
        for statement in statements {
            let files = u64::from(statement.read_threads.max(statement.ddl_threads));
            let ranges = if statement.sample_sort { u64::from(statement.ddl_threads.max(1)) } else { 1 };
            readers += u64::from(statement.read_threads);
            passes += statement
                .trees
                .iter()
                .map(|tree| files * u64::from(merge_passes(tree.runs_per_file)))
                .sum::<u64>();
            loads += statement.trees.len() as u64 * ranges;
        }
        let each =
            |tasks: u64, least: u64, most: u64| (MAX_SLICES_TOGETHER / tasks.max(1)).clamp(least, most);
        Self {
            scan: each(readers, 64, MAX_SLICES),
            merge_pass: each(passes, 1, 64),
            load: each(loads, 64, MAX_SLICES),
        }
    }
}

/// Bytes of one operation on a file that is read or written from one end to the other: what reading ahead and writing behind
/// come to, whatever the buffers. Assumed.
const FILE_OPERATION_BYTES: u64 = 1 << 20;

/// A task of one thread.
#[derive(Debug, Clone)]
pub struct Task {
    /// What it is.
    pub work: Work,
    /// Slices in all.
    pub slices: u64,
    /// The slice being worked on.
    pub slice: u64,
    /// The action within the slice.
    pub stage: u8,
}

/// What a task is.
#[derive(Debug, Clone)]
pub enum Work {
    /// Reading rows, and sorting the buffer whenever it is full.
    Scan {
        /// Processor time of reading.
        scan: Price,
        /// Processor time of sorting.
        sort: Price,
        /// How often the buffer is sorted.
        runs: u64,
        /// Bytes to read.
        read_bytes: u64,
        /// Bytes of runs to write.
        spill_bytes: u64,
    },
    /// All merge passes over one thread's runs.
    Merge {
        /// Processor time.
        merge: Price,
        /// Bytes to read and write.
        file_bytes: u64,
    },
    /// Loading a tree, or a range of it.
    Load {
        /// Whose pages.
        owner: Owner,
        /// Processor time.
        load: Price,
        /// What is logged.
        redo: Redo,
        /// Pages that are built.
        pages: u64,
        /// Bytes of runs to read.
        file_bytes: u64,
    },
    /// Flushing a tree that was not logged.
    Flush {
        /// Pages on their way.
        taken: Taken,
        /// Pages a round.
        round_pages: u64,
        /// Bytes of a page.
        page_bytes: u64,
    },
}

/// One action of a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Work on a processor.
    Compute(Activity, u64),
    /// Reading or writing: operations and bytes.
    Transfer(u64, u64),
    /// Waiting until the log has room for these bytes, and the buffer pool for pages.
    Reserve(u64),
    /// Redo is in the log buffer, pages are dirty.
    Publish(Owner, Redo, u64),
    /// Walking past the other pages of the flush list.
    PassFlushList,
    /// Pages are in the data file.
    Written(Taken, u64),
}

impl Task {
    fn new(work: Work, slices: u64) -> Self {
        Self { work, slices: slices.clamp(1, MAX_SLICES), slice: 0, stage: 0 }
    }

    /// The scan of one of the statement's read threads, for all its trees.
    pub fn scan(statement: &StatementDemand, costs: &Costs, grain: &Grain, thread: u64) -> Self {
        let threads = u64::from(statement.read_threads);
        let mine = |whole| part(whole, thread, threads);
        let rows = mine(statement.scan_rows);
        let mut scan = Price::default().add_ns(rows, costs.scan_row_ns);
        let mut sort = Price::default();
        let (mut runs, mut spill_bytes) = (0, 0);
        for tree in statement.trees.iter().filter(|tree| tree.sorts) {
            let entries = mine(tree.rows);
            scan = scan.add_ps(mine(tree.entry_bytes), costs.copy_ps_per_byte);
            let comparisons = entries * log2_ceil(entries.div_ceil(tree.runs_per_file.max(1)));
            sort = sort.add_ps(comparisons, costs.compare_ps);
            runs += tree.runs_per_file;
            if tree.runs_per_file > 1 {
                spill_bytes += mine(tree.entry_bytes);
            }
        }
        let read_bytes = mine(statement.scan_read_bytes);
        let slices = runs.max(64).min(rows.max(1)).min(grain.scan);
        Self::new(Work::Scan { scan, sort, runs: runs.min(slices), read_bytes, spill_bytes }, slices)
    }

    /// The merge passes over the runs of one scan thread, if there is more than one run.
    pub fn merge(tree: &TreeDemand, costs: &Costs, grain: &Grain, thread: u64, threads: u64) -> Option<Self> {
        let passes = u64::from(merge_passes(tree.runs_per_file));
        if !tree.sorts || passes == 0 {
            return None;
        }
        let rows = passes * part(tree.rows, thread, threads);
        let bytes = 2 * passes * part(tree.entry_bytes, thread, threads);
        let merge = Price::default()
            .add_ns(rows, costs.merge_row_ns)
            .add_ps(rows, costs.compare_ps)
            .add_ps(bytes, costs.copy_ps_per_byte);
        Some(Self::new(Work::Merge { merge, file_bytes: bytes }, grain.merge_pass * passes))
    }

    /// The load of range `range` of `ranges` of a tree whose sorted rows stand in `files` files.
    pub fn load(
        (owner, tree): (Owner, &TreeDemand),
        costs: &Costs,
        grain: &Grain,
        files: u64,
        (range, ranges): (u64, u64),
    ) -> Self {
        let redo = tree.redo.part(range, ranges);
        let rows = part(tree.rows, range, ranges);
        let pages = part(tree.pages, range, ranges);
        let load = Price::default()
            .add_ns(rows, costs.load_row_ns)
            .add_ps(rows * log2_ceil(files), costs.compare_ps)
            .add_ns(redo.records, costs.encode_record_ns)
            .add_ps(redo.bytes, costs.log_ps_per_byte)
            .add_ps(pages * tree.page_bytes, costs.checksum_ps_per_byte);
        let is_in_files = tree.sorts && tree.runs_per_file > 1;
        let file_bytes = if is_in_files { part(tree.entry_bytes, range, ranges) } else { 0 };
        Self::new(Work::Load { owner, load, redo, pages, file_bytes }, pages.min(grain.load))
    }

    /// The flush of a tree's pages.
    pub fn flush(taken: Taken, costs: &Costs, grain: &Grain, page_bytes: u64) -> Self {
        let round_pages = costs.flush_batch_pages.max(taken.pages.div_ceil(grain.load));
        Self::new(Work::Flush { taken, round_pages, page_bytes }, taken.pages.div_ceil(round_pages))
    }

    /// The next action of the current slice; nothing at its end.
    pub fn action(&self) -> Option<Action> {
        let (slice, slices) = (self.slice, self.slices);
        let slice_ns = |price: &Price| part(price.ns(), slice, slices);
        match (&self.work, self.stage) {
            (Work::Scan { read_bytes, .. }, 0) => Some(self.transfer(*read_bytes)),
            (Work::Scan { scan, .. }, 1) => Some(Action::Compute(Activity::Scan, slice_ns(scan))),
            (Work::Scan { sort, runs, .. }, 2) => {
                let (before, after) = self.runs_ended(*runs);
                let sort_ns = part_between(sort.ns(), before, after, *runs);
                Some(Action::Compute(Activity::Sort, sort_ns))
            }
            (Work::Scan { spill_bytes, runs, .. }, 3) => {
                let (before, after) = self.runs_ended(*runs);
                let bytes = part_between(*spill_bytes, before, after, *runs);
                Some(Action::Transfer(bytes.div_ceil(FILE_OPERATION_BYTES), bytes))
            }
            (Work::Merge { merge, .. }, 0) => Some(Action::Compute(Activity::Merge, slice_ns(merge))),
            (Work::Merge { file_bytes, .. }, 1) => Some(self.transfer(*file_bytes)),
            (Work::Load { redo, .. }, 0) => Some(Action::Reserve(redo.part(slice, slices).bytes)),
            (Work::Load { file_bytes, .. }, 1) => Some(self.transfer(*file_bytes)),
            (Work::Load { load, .. }, 2) => Some(Action::Compute(Activity::Load, slice_ns(load))),
            (Work::Load { owner, redo, pages, .. }, 3) => {
                Some(Action::Publish(*owner, redo.part(slice, slices), part(*pages, slice, slices)))
            }
            (Work::Flush { .. }, 0) => Some(Action::PassFlushList),
            (Work::Flush { page_bytes, .. }, 1) => {
                let pages = self.round_pages();
                Some(Action::Transfer(pages, pages * page_bytes))
            }
            (Work::Flush { taken, .. }, 2) => Some(Action::Written(*taken, self.round_pages())),
            _ => None,
        }
    }

    /// Runs that have ended before the current slice and with it.
    fn runs_ended(&self, runs: u64) -> (u64, u64) {
        let before = part_between(runs, 0, self.slice, self.slices);
        (before, before + part(runs, self.slice, self.slices))
    }

    /// The slice's share of `bytes` that the task reads or writes in sequence: whole operations, so that many small slices
    /// pay the latency no more often than few large ones.
    fn transfer(&self, bytes: u64) -> Action {
        let operations = bytes.div_ceil(FILE_OPERATION_BYTES);
        let before = part_between(operations, 0, self.slice, self.slices);
        let after = before + part(operations, self.slice, self.slices);
        Action::Transfer(after - before, part_between(bytes, before, after, operations))
    }

    /// Pages that the current round of a flush writes.
    fn round_pages(&self) -> u64 {
        match &self.work {
            Work::Flush { taken, round_pages, .. } => {
                (taken.pages - self.slice * round_pages).min(*round_pages)
            }
            _ => 0,
        }
    }

    /// Goes on with the next slice; whether there is one.
    pub fn next_slice(&mut self) -> bool {
        self.slice += 1;
        self.stage = 0;
        self.slice < self.slices
    }

    /// The phase of the statement to which the current action belongs.
    pub fn phase(&self) -> Activity {
        match (&self.work, self.stage) {
            (Work::Scan { .. }, 2 | 3) => Activity::Sort,
            (Work::Scan { .. }, _) => Activity::Scan,
            (Work::Merge { .. }, _) => Activity::Merge,
            (Work::Load { .. }, _) => Activity::Load,
            (Work::Flush { .. }, _) => Activity::Flush,
        }
    }
}

/// What of `whole` lies between piece `from` and piece `to` of `pieces`.
fn part_between(whole: u64, from: u64, to: u64, pieces: u64) -> u64 {
    let until = |piece: u64| (u128::from(whole) * u128::from(piece) / u128::from(pieces.max(1))) as u64;
    until(to) - until(from)
}
