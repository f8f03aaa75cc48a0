//! All pages at a glance.

use serde::Serialize;

use super::{Inspector, KnownTree, NO_TREE};
use crate::base::{Lsn, PageNo};
use crate::innodb::{IndexKind, page};

/// One tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TreeSummary {
    /// Whether the statement built it; if not, it was there before and did not change.
    pub built: bool,
    /// The index's name; `PRIMARY` is the table itself.
    pub name: String,
    /// The number by which pages name the index.
    pub index_id: u64,
    /// `clustered` or `secondary`.
    pub kind: &'static str,
    /// The root page.
    pub root_page_no: PageNo,
    /// Levels, leaves included.
    pub height: usize,
    /// Pages of level 0.
    pub leaf_pages: u32,
    /// Pages above the leaves, the root included unless it is the only page.
    pub internal_pages: u32,
}

/// All pages of the primary, one place in each list a page, by ascending page number.
///
/// Pages of the system tablespace, where undo logs live, come last; their numbers count from
/// [`SYSTEM_SPACE`](crate::innodb::tablespace::SYSTEM_SPACE). The lists are no part of the serialised object: they cross to
/// JavaScript as typed arrays.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overview {
    /// Bytes of a page.
    pub page_size: usize,
    /// Name of the redo encoding.
    pub encoding: &'static str,
    /// Where the log begins: the statement's own records stand here.
    pub lsn_start: Lsn,
    /// Where the log ends. What lies between is the metric `redo_bytes`.
    pub lsn_end: Lsn,
    /// The trees in the order in which they were built; then those that were there before.
    pub trees: Vec<TreeSummary>,
    /// Page numbers.
    #[serde(skip)]
    pub page_no: Vec<u32>,
    /// Positions in `trees`, or [`NO_TREE`].
    #[serde(skip)]
    pub tree: Vec<u8>,
    /// Levels: 0 for leaves, and for pages of no tree.
    #[serde(skip)]
    pub level: Vec<u8>,
    /// User records; 0 for pages of no tree.
    #[serde(skip)]
    pub records: Vec<u16>,
    /// Bytes of records and directory in thousandths of an empty page; 0 for pages of no tree.
    #[serde(skip)]
    pub fill_permille: Vec<u16>,
    /// Bytes of redo records about the page.
    #[serde(skip)]
    pub redo_bytes: Vec<f64>,
}

impl Inspector {
    /// All pages at a glance.
    pub fn overview(&self) -> Overview {
        let log = self.log();
        let mut overview = Overview {
            page_size: self.page_size,
            encoding: log.encoding().name(),
            lsn_start: log.encoding().framing().first_lsn(),
            lsn_end: log.lsn(),
            trees: self.tree_summaries(),
            page_no: Vec::new(),
            tree: Vec::new(),
            level: Vec::new(),
            records: Vec::new(),
            fill_permille: Vec::new(),
            redo_bytes: Vec::new(),
        };
        for (page_no, bytes) in self.variant.primary().space.iter() {
            let tree = self.tree_of(page_no, bytes);
            let (level, records, fill) = match tree {
                NO_TREE => (0, 0, 0),
                _ => (page::level(bytes) as u8, page::n_recs(bytes), page::fill_permille(bytes)),
            };
            overview.page_no.push(page_no);
            overview.tree.push(tree);
            overview.level.push(level);
            overview.records.push(records);
            overview.fill_permille.push(fill);
            let redo_bytes = self.index.page(page_no).map_or(0, |entry| entry.redo_bytes);
            overview.redo_bytes.push(redo_bytes as f64);
        }
        overview
    }

    fn tree_summaries(&self) -> Vec<TreeSummary> {
        let summary = |tree: &KnownTree| TreeSummary {
            built: tree.is_built,
            name: tree.layout.name.clone(),
            index_id: tree.layout.id,
            kind: match tree.layout.kind {
                IndexKind::Clustered => "clustered",
                IndexKind::Secondary => "secondary",
            },
            root_page_no: tree.root_page_no,
            height: tree.pages_by_level.len(),
            leaf_pages: tree.pages_by_level[0],
            internal_pages: tree.pages_by_level[1..].iter().sum(),
        };
        self.trees.iter().map(summary).collect()
    }
}
