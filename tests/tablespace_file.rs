//! A tablespace written to a file, as an independent reader of InnoDB files finds it, and its account of pages.
//!
//! The reader is the crate `innodb-utils` (library `idb`). Its check of the trailer's LSN is left out: it looks for the
//! LSN where MariaDB's full CRC-32 format has the checksum, and so reports every such page of real servers too.

mod file_account;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use file_account::{Account, File};
use idb::innodb::checksum::{ChecksumAlgorithm, validate_checksum};
use idb::innodb::index::{FsegHeader, IndexHeader};
use idb::innodb::page::FilHeader;
use idb::innodb::page_types::PageType;
use idb::innodb::record::walk_compact_records;
use idb::innodb::tablespace::Tablespace as IndependentReader;
use idb::innodb::verify::{VerifyConfig, verify_tablespace};
use redo_lab::bulk_load::BuiltTree;
use redo_lab::lab::redo_volume::plan::StatementPlan;
use redo_lab::lab::redo_volume::primary::Primary;
use redo_lab::lab::redo_volume::{Ddl, PAGE_SIZES, RedoVolumeParams, tablespace};
use redo_lab::{experiment, lab};
use serde_json::{Value, json};

const NO_PAGE: u32 = 0xFFFF_FFFF;

fn params(params: &Value) -> RedoVolumeParams {
    let document = json!({ "lab": "redo-volume", "params": params }).to_string();
    let experiment = lab::complete(&experiment::parse_text(&document).unwrap()).unwrap();
    RedoVolumeParams::new(&experiment.params).unwrap()
}

/// A file that is deleted in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("{name}-{}.ibd", std::process::id());
        Self(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The trees that the statement built.
fn built_trees(params: &RedoVolumeParams) -> Vec<BuiltTree> {
    let (mut primary, _) = Primary::new(&StatementPlan::new(params, 1, true).unwrap());
    while !primary.step(100_000).done {}
    primary.trees().to_vec()
}

/// Writes the statement's file, and reads it back with the independent reader.
fn check_file(name: &str, params: &RedoVolumeParams) {
    let file = Temporary::new(name);
    let mut output = fs::File::create(&file.0).unwrap();
    for page in tablespace(params, 1).unwrap().file_pages() {
        output.write_all(&page).unwrap();
    }
    drop(output);

    let mut reader = IndependentReader::open(&file.0).unwrap();
    assert_eq!(reader.page_size(), params.page_size, "the page size that the header says");
    assert!(reader.vendor_info().is_full_crc32(), "the format that the header says");
    let bytes = fs::read(&file.0).unwrap();
    let account = File::new(&bytes, params.page_size as usize).account();
    let index_pages = check_pages(&mut reader, params, &account);
    check_structure(&bytes, params, &file);
    let trees = built_trees(params);
    for tree in &trees {
        let id = tree.layout.id;
        let own: Vec<&IndexPage> = index_pages.values().filter(|page| page.header.index_id == id).collect();
        check_tree(&own, tree, &account);
    }
    let mut ids: Vec<u64> = index_pages.values().map(|page| page.header.index_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let older = match (params.ddl, params.table.name.as_str()) {
        (Ddl::AddIndex, "sbtest1") => 2,
        (Ddl::AddIndex, _) => 1,
        _ => 0,
    };
    assert_eq!(ids.len(), trees.len() + older, "trees in the file");
}

/// An index page as the independent reader sees it.
struct IndexPage {
    fil: FilHeader,
    header: IndexHeader,
    leaf_segment: FsegHeader,
    internal_segment: FsegHeader,
}

/// Checks every page; returns the index pages in use.
fn check_pages(
    reader: &mut IndependentReader,
    params: &RedoVolumeParams,
    account: &Account,
) -> BTreeMap<u32, IndexPage> {
    let mut index_pages = BTreeMap::new();
    let vendor = reader.vendor_info().clone();
    for page_no in 0..reader.page_count() {
        let bytes = reader.read_page(page_no).unwrap();
        let checksum = validate_checksum(&bytes, params.page_size, Some(&vendor));
        assert!(checksum.valid, "checksum of page {page_no}");
        let is_empty = bytes.iter().all(|&byte| byte == 0);
        let is_free = account.free.contains(&page_no);
        assert!(!is_empty || is_free, "page {page_no} is in use, and empty");
        if is_empty {
            continue;
        }
        assert_eq!(checksum.algorithm, ChecksumAlgorithm::MariaDbFullCrc32);
        let fil = FilHeader::parse(&bytes).unwrap();
        let described = u64::from(params.page_size);
        match page_no % described {
            0 => assert_eq!(fil.page_type, if page_no == 0 { PageType::FspHdr } else { PageType::Xdes }),
            1 => assert_eq!(fil.page_type, PageType::IbufBitmap),
            _ if page_no == 2 => assert_eq!(fil.page_type, PageType::Inode),
            _ => assert!(matches!(fil.page_type, PageType::Index | PageType::Inode), "page {page_no}"),
        }
        if fil.page_type == PageType::Index && !is_free {
            let header = IndexHeader::parse(&bytes).unwrap();
            assert!(header.is_compact());
            // The reader's links between records reach half of 64 KiB.
            if params.page_size <= 32_768 {
                assert_eq!(walk_compact_records(&bytes).len(), usize::from(header.n_recs), "page {page_no}");
            }
            let (leaf_segment, internal_segment) =
                (FsegHeader::parse_leaf(&bytes).unwrap(), FsegHeader::parse_internal(&bytes).unwrap());
            index_pages.insert(page_no as u32, IndexPage { fil, header, leaf_segment, internal_segment });
        }
    }
    index_pages
}

/// The reader's own checks of the whole file.
fn check_structure(bytes: &[u8], params: &RedoVolumeParams, file: &Temporary) {
    // Pages that were never changed again have low LSNs in any server's file.
    let config =
        VerifyConfig { check_trailer_lsn: false, check_lsn_monotonicity: false, ..VerifyConfig::default() };
    let report = verify_tablespace(bytes, params.page_size, 5, &file.0.to_string_lossy(), &config);
    let findings: Vec<&String> = report.findings.iter().map(|finding| &finding.message).collect();
    assert!(report.passed, "{findings:?}");
}

/// Levels, siblings, record counts and segments of one tree.
fn check_tree(pages: &[&IndexPage], tree: &BuiltTree, account: &Account) {
    let name = &tree.layout.name;
    let root = pages.iter().find(|page| page.fil.page_number == tree.root_page_no).expect("a root");
    assert_eq!(usize::from(root.header.level) + 1, tree.pages_by_level.len(), "height of {name}");
    let mut records_above = None;
    for (level, &count) in tree.pages_by_level.iter().enumerate().rev() {
        let on_level: BTreeMap<u32, &IndexPage> = pages
            .iter()
            .filter(|page| usize::from(page.header.level) == level)
            .map(|page| (page.fil.page_number, *page))
            .collect();
        assert_eq!(on_level.len(), count as usize, "pages on level {level} of {name}");
        let mut left = NO_PAGE;
        let mut at = on_level.values().find(|page| page.fil.prev_page == NO_PAGE).expect("a first page");
        let (mut seen, mut records) = (1, usize::from(at.header.n_recs));
        while at.fil.next_page != NO_PAGE {
            assert_eq!(at.fil.prev_page, left, "left sibling of page {}", at.fil.page_number);
            left = at.fil.page_number;
            at = on_level.get(&at.fil.next_page).expect("the right sibling is on the level");
            seen += 1;
            records += usize::from(at.header.n_recs);
        }
        assert_eq!(seen, on_level.len(), "pages joined on level {level} of {name}");
        if let Some(above) = records_above {
            assert_eq!(above, seen, "pointers to level {level} of {name}");
        }
        records_above = Some(records);
    }
    assert_eq!(records_above, Some(tree.rows as usize), "records on the leaves of {name}");
    let leaves_are_root = tree.pages_by_level.len() == 1;
    let of = |wanted: bool| -> Vec<u64> {
        let is_leaf = |page: &IndexPage| page.header.level == 0 && !leaves_are_root;
        let mut numbers: Vec<u64> = pages
            .iter()
            .filter(|page| is_leaf(page) == wanted)
            .map(|page| page.fil.page_number.into())
            .collect();
        numbers.sort_unstable();
        numbers
    };
    for (segment, pages) in [(&root.leaf_segment, of(true)), (&root.internal_segment, of(false))] {
        let owned = &account.segments[&(segment.page_no.into(), segment.offset.into())].pages;
        assert_eq!(owned.iter().copied().collect::<Vec<_>>(), pages, "pages of a segment of {name}");
    }
}

#[test]
fn an_independent_reader_finds_everything_right_at_every_page_size() {
    let tables = [("t0", 20_000), ("sbtest1", 2_000), ("mdev-19747", 800)];
    for page_size in PAGE_SIZES {
        for (ddl, order) in [("add-index", "primary-key"), ("rebuild", "primary-key"), ("insert", "random")] {
            for (table, rows) in tables {
                let name = format!("{table}-{ddl}-{page_size}");
                let document = json!({ "table": table, "rows": rows, "page_size": page_size, "ddl": ddl,
                    "insert_order": order });
                check_file(&name, &params(&document));
            }
        }
    }
}

#[test]
fn an_independent_reader_finds_everything_right_beyond_one_page_of_descriptors() {
    // 4 KiB: page 4,096 holds further descriptors, and 10 percent full pages come soon there.
    let document = json!({ "table": "sbtest1", "rows": 20_000, "page_size": 4_096, "ddl": "rebuild",
        "index": ["k", "c", "pad"], "fill_factor": 20 });
    check_file("many-pages", &params(&document));
}

#[test]
fn an_independent_reader_finds_everything_right_with_many_segments() {
    let columns: Vec<Value> =
        (0..40).map(|place| json!({ "name": format!("c{place}"), "type": "INT" })).collect();
    let index: Vec<String> = (0..40).map(|place| format!("c{place}")).collect();
    let document = json!({ "table": { "columns": columns, "primary_key": ["c0"] }, "rows": 500,
        "page_size": 4_096, "ddl": "rebuild", "index": index });
    check_file("many-segments", &params(&document));
}
