//! What a statement asks for, as counts: the input of the simulation.

/// What building one tree asks for. Counts come from real pages and a real log, or are extrapolated from them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeDemand {
    /// Rows of the table: entries of the tree's leaves.
    pub rows: u64,
    /// Bytes of all sort entries together.
    pub entry_bytes: u64,
    /// Whether its rows have to be sorted; they need not where they are read in the tree's order.
    pub sorts: bool,
    /// Sorted runs that one scan thread leaves.
    pub runs_per_file: u64,
    /// Pages of all levels.
    pub pages: u64,
    /// Bytes of a page.
    pub page_bytes: u64,
    /// What its redo is.
    pub redo: Redo,
}

/// Redo of a piece of work, and what repeating it takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Redo {
    /// Bytes by which the log grows.
    pub bytes: u64,
    /// Redo records.
    pub records: u64,
    /// Entries that replay inserts one by one.
    pub entries: u64,
    /// Pages that it changes.
    pub pages: u64,
    /// Page images: pages that replay installs as a whole.
    pub images: u64,
}

impl Redo {
    /// Adds another piece of work's.
    pub fn add(&mut self, other: &Self) {
        self.bytes += other.bytes;
        self.records += other.records;
        self.entries += other.entries;
        self.pages += other.pages;
        self.images += other.images;
    }

    /// The part of it that falls to slice `index` of `slices`.
    pub fn part(&self, index: u64, slices: u64) -> Self {
        let part = |whole| super::part(whole, index, slices);
        Self {
            bytes: part(self.bytes),
            records: part(self.records),
            entries: part(self.entries),
            pages: part(self.pages),
            images: part(self.images),
        }
    }
}

/// One statement: the trees that it builds and how it goes about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatementDemand {
    /// The trees.
    pub trees: Vec<TreeDemand>,
    /// Rows that the scan reads, once for all trees.
    pub scan_rows: u64,
    /// Bytes that the scan reads from disk; 0 if they are in the buffer pool.
    pub scan_read_bytes: u64,
    /// Redo of the statement itself: dictionary, files, empty roots.
    pub dictionary_redo: Redo,
    /// Threads that scan: files of sorted runs an index.
    pub read_threads: u32,
    /// Threads that merge and load.
    pub ddl_threads: u32,
    /// Whether sampled key ranges let all threads load one tree.
    pub sample_sort: bool,
    /// Whether built pages are logged; if not, they are flushed before the statement ends.
    pub logged: bool,
    /// Memory of the statement's buffers.
    pub buffer_memory_bytes: u64,
}

/// A buffer pool and a redo log of limited size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Space {
    /// Pages that the buffer pool holds.
    pub pool_pages: u64,
    /// Bytes of a page.
    pub page_bytes: u64,
    /// Dirty pages of other tables when the run starts.
    pub dirty_pages_before: u64,
    /// Part of the pool that may be dirty before the page cleaner works, in percent.
    pub dirty_limit_pct: u64,
    /// Redo bytes that the log takes before the oldest change must be flushed.
    pub log_capacity_bytes: u64,
    /// Checkpoint age at which the page cleaner starts.
    pub flush_age_bytes: u64,
}
