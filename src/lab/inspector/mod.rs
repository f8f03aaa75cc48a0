//! The page inspector: one variant built anew, with everything kept that a run throws away.
//!
//! A run compares pages and drops them, so that it needs little memory. The inspector keeps the primary's pages and the log,
//! and reads the log once to know which mini-transactions touch which page. Then it answers three questions:
//!
//! * What pages are there, and what did each cost in redo? ([`Inspector::overview`])
//! * What does a page hold, byte by byte, and which redo records made it? ([`Inspector::page`], [`Inspector::page_redo`])
//! * What did the log look like, in order? ([`Inspector::tape`])
//!
//! *Worked example.* An index on `b` of `t0` with 10,000 rows and seed 1 has nine leaves. Page 23 is its root, page 24 its
//! first leaf with 1,120 records; in the `physical` encoding 3,955 redo records set its bytes.
//!
//! ```
//! use redo_lab::{experiment, lab::inspector::Inspector};
//! let document = experiment::parse_text(r#"{"lab": "redo-volume", "params": {"rows": 5000}}"#).unwrap();
//! let mut inspector = Inspector::new(&document, 0, None).unwrap();
//! while !inspector.step(1_000).unwrap().done {}
//! let tree = &inspector.overview().trees[0];
//! assert_eq!((tree.name.as_str(), tree.leaf_pages), ("b", 5));
//! assert_eq!(inspector.page(tree.root_page_no).unwrap().level, 1);
//! ```

mod header;
mod header_space;
mod memory;
mod overview;
mod page_view;
mod record_view;
mod redo_index;
mod redo_view;

pub use header::HeaderField;
pub use memory::MEMORY_LIMIT_BYTES;
pub use overview::{Overview, TreeSummary};
pub use page_view::{DirectorySlot, PageView};
pub use record_view::{FieldView, PageRecord};
pub use redo_view::{MAX_REDO_RECORDS, PageRedo, RedoRecord, Tape};

use crate::base::{DocumentError, EngineError, PageNo};
use crate::bulk_load::BuiltTree;
use crate::bulk_load::existing_tree::ExistingTree;
use crate::experiment::{Experiment, Json, ParamValue};
use crate::innodb::IndexLayout;
use crate::innodb::page::{self, page_type};
use crate::lab::redo_volume::dictionary::dictionary_records;
use crate::lab::redo_volume::{RedoVolumeParams, Variant};
use crate::redo::{self, RedoLog};
use redo_index::RedoIndex;

/// The tree of a page that belongs to none: a page that keeps account of the file, an undo page, a page that was freed.
pub const NO_TREE: u8 = 255;

/// The lab whose variants can be inspected.
const INSPECTED_LAB: &str = "redo-volume";

/// Rows between two readings of the log: bounds how much of it waits to be read.
const ROWS_PER_READING: u64 = 20_000;

/// One variant of an experiment, built in steps, with its pages and its log.
///
/// What the methods other than [`Inspector::step`] give is complete once `step` said `done`; before that they tell of what is
/// built so far.
pub struct Inspector {
    variant: Variant,
    index: RedoIndex,
    page_size: usize,
    trees: Vec<KnownTree>,
    /// Bytes of the statement's own records, which stand in the log before everything that is built.
    dictionary_bytes: u64,
    progress: InspectorProgress,
}

/// A tree whose pages the inspector can read.
struct KnownTree {
    layout: IndexLayout,
    root_page_no: PageNo,
    /// Pages by level, leaves first; the root is the last.
    pages_by_level: Vec<u32>,
    /// Whether the statement built it.
    is_built: bool,
}

impl From<&BuiltTree> for KnownTree {
    fn from(tree: &BuiltTree) -> Self {
        Self {
            layout: tree.layout.clone(),
            root_page_no: tree.root_page_no,
            pages_by_level: tree.pages_by_level.clone(),
            is_built: true,
        }
    }
}

impl From<&ExistingTree> for KnownTree {
    fn from(tree: &ExistingTree) -> Self {
        Self {
            layout: tree.layout().clone(),
            root_page_no: tree.root_page_no(),
            pages_by_level: tree.pages_by_level(),
            is_built: false,
        }
    }
}

/// How far an inspector has come.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct InspectorProgress {
    /// Whether everything is built and read.
    pub done: bool,
    /// Finished part of the work, 0 to 1.
    pub fraction: f64,
    /// What it is doing now, such as `build`; `done` at the end.
    pub phase: &'static str,
}

impl Inspector {
    /// Makes variant `run_index` (0 is the first) of the experiment `document` ready to be built; with `encoding`, under that
    /// redo encoding instead of the variant's own.
    ///
    /// # Errors
    /// The first thing in the document that is wrong; `run_index` if there is no such variant; `encoding` if it is not the
    /// name of one; the number of rows if pages and log would take more than [`MEMORY_LIMIT_BYTES`].
    pub fn new(document: &Json, run_index: usize, encoding: Option<&str>) -> Result<Self, DocumentError> {
        let experiment = crate::lab::complete(document)?;
        if experiment.lab != INSPECTED_LAB {
            let allowed = format!("{INSPECTED_LAB}, the lab that builds pages");
            return Err(DocumentError::new("lab", format!("{:?}", experiment.lab), allowed));
        }
        let params = chosen_params(&experiment, run_index, encoding)?;
        memory::check(&params, experiment.seed, rows_path(&experiment, run_index))?;
        let page_size = params.page_size as usize;
        let dictionary = dictionary_records(params.ddl, params.indexes.len());
        let variant = Variant::new(params, experiment.seed, true)?;
        Ok(Self {
            index: RedoIndex::new(variant.log(), variant.primary().space.space_id()),
            variant,
            page_size,
            trees: Vec::new(),
            dictionary_bytes: dictionary.iter().map(|part| part.bytes).sum(),
            progress: InspectorProgress { done: false, fraction: 0.0, phase: "scan" },
        })
    }

    /// Goes on for about `work_units` rows: builds, replays, and reads what was logged. After the end it does nothing.
    ///
    /// # Errors
    /// Whatever stops the run; it cannot go on after that.
    pub fn step(&mut self, work_units: u64) -> Result<InspectorProgress, EngineError> {
        let mut left = work_units.max(1);
        while left > 0 && !self.progress.done {
            let rows = left.min(ROWS_PER_READING);
            left -= rows;
            let state = self.variant.advance(rows)?;
            self.index.read(&self.variant.take_log_file(), self.variant.log())?;
            self.note_trees(state.done);
            if state.done {
                self.index.finish(self.variant.log())?;
                self.progress = InspectorProgress { done: true, fraction: 1.0, phase: "done" };
            } else {
                let fraction = f64::from(state.fraction_ppm.min(1_000_000)) / 1e6;
                self.progress = InspectorProgress { done: false, fraction, phase: state.phase };
            }
        }
        Ok(self.progress)
    }

    fn log(&self) -> &RedoLog {
        self.variant.log()
    }

    /// Brings the list of trees up to date: when there is a further one, and for good when all are `done`.
    fn note_trees(&mut self, done: bool) {
        let primary = self.variant.primary();
        if done || self.trees.len() != primary.trees().len() + primary.existing_trees().len() {
            let built = primary.trees().iter().map(KnownTree::from);
            self.trees = built.chain(primary.existing_trees().iter().map(KnownTree::from)).collect();
        }
    }

    /// Position of the tree that an index page says it belongs to; `None` for other pages.
    fn named_tree(&self, bytes: &[u8]) -> Option<usize> {
        if page::kind(bytes) != page_type::INDEX {
            return None;
        }
        self.trees.iter().position(|tree| tree.layout.id == page::index_id(bytes))
    }

    /// Whether an index page is what a build left behind when it copied the page into the root.
    fn was_freed(&self, page_no: PageNo, bytes: &[u8]) -> bool {
        let root_copy = |tree: &KnownTree| {
            usize::from(page::level(bytes)) + 1 == tree.pages_by_level.len() && tree.root_page_no != page_no
        };
        self.named_tree(bytes).is_some_and(|tree| root_copy(&self.trees[tree]))
    }

    /// Position of the tree that a page is part of, or [`NO_TREE`].
    fn tree_of(&self, page_no: PageNo, bytes: &[u8]) -> u8 {
        match self.named_tree(bytes) {
            Some(tree) if !self.was_freed(page_no, bytes) => tree as u8,
            _ => NO_TREE,
        }
    }
}

/// Parameters of one variant, its encoding replaced if asked.
fn chosen_params(
    experiment: &Experiment,
    run_index: usize,
    encoding: Option<&str>,
) -> Result<RedoVolumeParams, DocumentError> {
    let variant = experiment.variants.get(run_index).ok_or_else(|| {
        let allowed = match experiment.variants.len() {
            1 => "0: the experiment has one variant".to_owned(),
            count => format!("a whole number from 0 to {}: the experiment has {count} variants", count - 1),
        };
        DocumentError::new("run_index", run_index.to_string(), allowed)
    })?;
    let mut params = variant.params.clone();
    if let Some(name) = encoding {
        if redo::encoding(name).is_none() {
            let names: Vec<&str> = redo::encodings().iter().map(|known| known.name()).collect();
            let allowed = format!("one of {}", names.join(", "));
            return Err(DocumentError::new("encoding", format!("{name:?}"), allowed));
        }
        params.set("encoding", ParamValue::word(name));
    }
    RedoVolumeParams::new(&params)
}

/// Where in the document the variant's number of rows stands.
fn rows_path(experiment: &Experiment, run_index: usize) -> String {
    match experiment.compare.get(run_index).and_then(|overrides| overrides.get("rows")) {
        Some(_) => format!("compare[{run_index}].rows"),
        None => "params.rows".to_owned(),
    }
}
