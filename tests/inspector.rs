//! The page inspector: what it says agrees with the report and with the bytes.

use std::collections::BTreeMap;

use redo_lab::innodb::page;
use redo_lab::lab::inspector::{Inspector, NO_TREE, Overview, PageView};
use redo_lab::lab::{self, Run};
use serde_json::{Value, json};

const PAGE_SIZES: [u64; 5] = [4096, 8192, 16_384, 32_768, 65_536];

fn document(params: Value) -> Value {
    json!({ "lab": "redo-volume", "params": params })
}

fn built(document: &Value, encoding: Option<&str>) -> Inspector {
    let mut inspector = Inspector::new(document, 0, encoding).expect("a right document");
    while !inspector.step(5_000).expect("the engine agrees with itself").done {}
    inspector
}

fn encodings() -> Vec<&'static str> {
    redo_lab::redo::encodings().iter().map(|encoding| encoding.name()).collect()
}

fn metrics(document: &Value) -> BTreeMap<String, u64> {
    let mut run = Run::new(document).expect("a right document");
    while !run.step(100_000).expect("the engine agrees with itself").done {}
    let report = serde_json::to_value(run.report()).expect("reports are plain JSON");
    let metrics = report["runs"][0]["metrics"].as_object().expect("metrics");
    metrics.iter().filter_map(|(name, metric)| Some((name.clone(), metric["value"].as_u64()?))).collect()
}

/// User records of a page, without infimum and supremum.
fn user_records(page: &PageView) -> usize {
    page.records.len().saturating_sub(2)
}

#[test]
fn the_first_record_of_the_reference_index_is_read_right() {
    let inspector = built(&document(json!({ "table": "t0", "rows": 10_000 })), None);
    let overview = inspector.overview();
    assert_eq!(overview.trees[0].name, "b");
    assert_eq!((overview.trees[0].leaf_pages, overview.trees[0].height), (9, 2));
    let first_leaf = leftmost_leaf(&inspector, &overview);
    let page = inspector.page(first_leaf).expect("the leaf exists");
    let first = &page.records[1];
    let fields: Vec<_> =
        first.fields.iter().map(|field| (field.name.as_str(), field.value.as_str())).collect();
    assert_eq!(fields, [("b", "126"), ("a", "3110")]);
    assert_eq!((first.start, first.offset, first.end, first.heap_no), (120, 126, 134, 2));
    assert_eq!((first.status.as_str(), page.records[0].next), ("ordinary", 126));
    let root = inspector.page(overview.trees[0].root_page_no).expect("the root exists");
    assert_eq!(root.records[1].status, "node pointer, least of its level");
    let child = root.records[1].fields.last().expect("a child");
    assert_eq!((child.name.as_str(), child.value.clone()), ("child page", first_leaf.to_string()));
}

fn leftmost_leaf(inspector: &Inspector, overview: &Overview) -> u32 {
    let leaves =
        (0..overview.page_no.len()).filter(|&place| overview.tree[place] == 0 && overview.level[place] == 0);
    let mut numbers = leaves.map(|place| overview.page_no[place]);
    let is_first =
        |page_no: &u32| page::prev(&inspector.page(*page_no).expect("it exists").bytes) == u32::MAX;
    numbers.find(is_first).expect("a level has a first page")
}

#[test]
fn totals_agree_with_the_report() {
    for encoding in encodings() {
        for ddl in ["add-index", "rebuild"] {
            let document = document(json!({ "rows": 4_000, "ddl": ddl, "encoding": encoding }));
            let inspector = built(&document, None);
            let (overview, tape, metrics) = (inspector.overview(), inspector.tape(), metrics(&document));
            let name = format!("{encoding} {ddl}");
            assert_eq!(overview.encoding, encoding);
            assert_eq!(overview.lsn_end - overview.lsn_start, metrics["redo_bytes"], "{name}");
            let bytes_for = |purpose: usize| -> u64 {
                tape.purpose_bytes.chunks(tape.purposes.len()).map(|row| u64::from(row[purpose])).sum()
            };
            for (position, purpose) in tape.purposes.iter().enumerate() {
                let reported = metrics.get(&format!("redo_bytes_for.{purpose}")).copied().unwrap_or(0);
                assert_eq!(bytes_for(position), reported, "{name}: {purpose}");
            }
            // Bytes about pages, of the dictionary and of what frames mini-transactions make up the whole log.
            let of_pages = overview.redo_bytes.iter().sum::<f64>() as u64;
            let others = metrics["redo_bytes_for.framing"] + metrics["redo_bytes_for.dictionary"];
            assert_eq!(of_pages + others, metrics["redo_bytes"], "{name}");
            let dictionary_groups = 55 + u64::from(ddl == "rebuild") * 65;
            let groups = tape.mtr_lsn.len() as u64 - 1 + dictionary_groups;
            assert_eq!(groups, metrics["mini_transactions"], "{name}");
            assert_tape_has_no_gaps(&inspector);
        }
    }
}

fn assert_tape_has_no_gaps(inspector: &Inspector) {
    let (overview, tape) = (inspector.overview(), inspector.tape());
    let mut lsn = overview.lsn_start;
    for (start, bytes) in tape.mtr_lsn.iter().zip(&tape.mtr_bytes) {
        assert_eq!(*start as u64, lsn);
        lsn += u64::from(*bytes);
    }
    assert_eq!(lsn, overview.lsn_end);
}

#[test]
fn the_overview_counts_the_pages_of_the_report() {
    let document = document(json!({ "rows": 20_000, "ddl": "rebuild", "page_size": 4096 }));
    let (overview, metrics) = (built(&document, None).overview(), metrics(&document));
    for (position, tree) in overview.trees.iter().enumerate() {
        let levels = || {
            let pages = overview.tree.iter().zip(&overview.level);
            pages.filter(|(tree, _)| usize::from(**tree) == position).map(|(_, level)| *level)
        };
        assert_eq!(levels().filter(|&level| level == 0).count() as u32, tree.leaf_pages, "{}", tree.name);
        assert_eq!(levels().filter(|&level| level > 0).count() as u32, tree.internal_pages, "{}", tree.name);
        assert!(tree.built);
        assert_eq!(u64::from(tree.leaf_pages), metrics[&format!("leaf_pages.{}", tree.name)]);
    }
    assert!(overview.page_no.is_sorted());
    assert_eq!(overview.tree[0], NO_TREE, "page 0 keeps account of the file");
}

#[test]
fn every_page_opens_at_every_page_size_and_in_every_encoding() {
    for page_size in PAGE_SIZES {
        for encoding in encodings() {
            assert_every_page_opens("rebuild", page_size, encoding);
        }
    }
    for encoding in encodings() {
        assert_every_page_opens("insert", 4096, encoding);
    }
}

fn assert_every_page_opens(ddl: &str, page_size: u64, encoding: &str) {
    let params = json!({ "rows": 6_000, "ddl": ddl, "page_size": page_size, "index": ["b"] });
    let inspector = built(&document(params), Some(encoding));
    let overview = inspector.overview();
    for (place, &page_no) in overview.page_no.iter().enumerate() {
        let page = inspector.page(page_no).expect("a page of the overview");
        assert_page_is_covered(&page);
        assert!(page::checksum_is_right(&page.bytes));
        if overview.tree[place] != NO_TREE {
            let counted = usize::from(overview.records[place]);
            assert_eq!(user_records(&page), counted, "{encoding} {page_size}: page {page_no}");
        }
        assert_redo_pages_through(&inspector, page_no, overview.redo_bytes[place] as usize);
    }
}

/// Header fields, records and directory slots lie on the page, apart from each other.
fn assert_page_is_covered(page: &PageView) {
    let fields = page.header.iter().map(|field| (field.offset, field.offset + field.length));
    let records = page.records.iter().map(|record| (record.start, record.end));
    let slots = page.directory.iter().map(|slot| (slot.position, slot.position + 2));
    let mut parts: Vec<_> = fields.chain(records).chain(slots).collect();
    parts.sort_unstable();
    for pair in parts.windows(2) {
        assert!(pair[0].1 <= pair[1].0, "page {}: {:?} and {:?} overlap", page.page_no, pair[0], pair[1]);
    }
    assert!(parts.last().expect("headers").1 <= page.bytes.len());
    let owned: usize = page.directory.iter().map(|slot| usize::from(slot.owned)).sum();
    assert_eq!(owned, page.records.len(), "page {}: every record is owned", page.page_no);
}

/// All records about a page, asked for in small portions, are its redo bytes.
fn assert_redo_pages_through(inspector: &Inspector, page_no: u32, redo_bytes: usize) {
    let (mut from, mut bytes, mut lsn) = (0, 0, 0);
    loop {
        let part = inspector.page_redo(page_no, from, 2_000);
        for record in &part.records {
            assert!(record.lsn > lsn && record.mtr_lsn <= record.lsn, "page {page_no}: records are in order");
            (lsn, bytes) = (record.lsn, bytes + record.bytes);
            assert!(!record.text.is_empty() && !record.purpose.is_empty());
        }
        from += part.records.len();
        if part.records.is_empty() {
            assert_eq!((from, bytes), (part.total, redo_bytes), "page {page_no}");
            return;
        }
    }
}

#[test]
fn redo_of_a_page_tells_what_became_of_its_bytes() {
    let inspector = built(&document(json!({ "rows": 5_000 })), None);
    let root = inspector.overview().trees[0].root_page_no;
    let redo = inspector.page_redo(root, 0, 3);
    let texts: Vec<&str> = redo.records.iter().map(|record| record.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "becomes a fresh page of zeros with its number in place",
            "becomes an empty index page",
            "8 bytes at 8: filled with ff",
        ]
    );
    assert_eq!(redo.records[2].hex, "45 05 0e 08 08 ff");
    let later = inspector.page_redo(root, 1, 2);
    assert_eq!((later.total, &later.records[..]), (redo.total, &redo.records[1..]));
}

#[test]
fn a_table_that_was_there_before_can_be_read_too() {
    let inspector = built(&document(json!({ "table": "sbtest1", "rows": 2_000 })), None);
    let overview = inspector.overview();
    let trees: Vec<_> = overview.trees.iter().map(|tree| (tree.name.as_str(), tree.built)).collect();
    assert_eq!(trees, [("c", true), ("PRIMARY", false), ("k", false)]);
    let mut rows = [0; 3];
    for (place, &tree) in overview.tree.iter().enumerate() {
        if tree == NO_TREE {
            continue;
        }
        let page = inspector.page(overview.page_no[place]).expect("a page of the overview");
        assert_eq!(user_records(&page), usize::from(overview.records[place]));
        if page.level == 0 {
            rows[usize::from(tree)] += user_records(&page);
        }
        if !overview.trees[usize::from(tree)].built {
            assert_eq!(inspector.page_redo(page.page_no, 0, 1).total, 0);
        }
    }
    assert_eq!(rows, [2_000; 3]);
}

#[test]
fn a_page_that_was_flushed_instead_of_logged_has_no_redo() {
    let inspector = built(&document(json!({ "rows": 5_000 })), Some("unlogged"));
    let overview = inspector.overview();
    let leaf = leftmost_leaf(&inspector, &overview);
    assert_eq!(inspector.page_redo(leaf, 0, 100).total, 0);
    assert!(inspector.tape().page_no.contains(&leaf), "its allocation is on the tape");
}

#[test]
fn the_size_of_a_step_changes_nothing() {
    let document = document(json!({ "rows": 30_000, "ddl": "rebuild", "table": "sbtest1", "index": ["k"] }));
    let small = built(&document, None);
    let mut large = Inspector::new(&document, 0, None).expect("a right document");
    while !large.step(u64::MAX).expect("the engine agrees with itself").done {}
    assert_eq!(small.overview(), large.overview());
    assert_eq!(small.tape(), large.tape());
}

#[test]
fn every_kind_of_value_is_shown() {
    let column = |name: &str, kind: &str| json!({ "name": name, "type": kind });
    let mut optional = column("n", "VARCHAR(300)");
    optional["nullable"] = true.into();
    optional["null_pct"] = 50.into();
    let columns = [column("k", "BIGINT"), column("d", "DATETIME"), column("c", "CHAR(8)"), optional];
    let table = json!({ "columns": columns, "primary_key": ["k"] });
    let inspector = built(
        &document(json!({ "table": table, "rows": 500, "ddl": "rebuild", "index": ["n(200),d"] })),
        None,
    );
    let overview = inspector.overview();
    let mut nulls = 0;
    for &page_no in &overview.page_no {
        for record in inspector.page(page_no).expect("it exists").records {
            for field in &record.fields {
                match field.name.as_str() {
                    "d" => assert!(field.value.len() == 19 && &field.value[4..5] == "-", "{}", field.value),
                    "k" => assert!(field.value.parse::<i64>().is_ok(), "{}", field.value),
                    "n" if field.value == "NULL" => nulls += 1,
                    "c" | "n" => assert!(field.value.starts_with('"'), "{}", field.value),
                    _ => {}
                }
            }
        }
    }
    assert!(nulls > 300, "half of the rows, in the table and in the index: {nulls}");
}

#[test]
fn what_does_not_exist_is_refused_with_a_sentence() {
    let document =
        json!({ "lab": "redo-volume", "params": { "rows": 500 }, "compare": [{}, { "fill_factor": 50 }] });
    let refused =
        |run_index, encoding| Inspector::new(&document, run_index, encoding).err().expect("an error");
    assert_eq!(
        refused(2, None).to_string(),
        "run_index: 2 is not allowed: a whole number from 0 to 1: the experiment has 2 variants"
    );
    assert_eq!(refused(0, Some("best")).path, "encoding");
    let mut inspector = Inspector::new(&document, 1, None).expect("the second variant");
    while !inspector.step(1_000).expect("the engine agrees with itself").done {}
    let error = inspector.page(77_777).expect_err("no such page");
    assert_eq!((error.path.as_str(), error.value.as_str()), ("page_no", "77777"));
    assert_eq!(inspector.page_redo(77_777, 0, 10).total, 0);
}

#[test]
fn what_would_not_fit_into_memory_is_refused_before_it_is_built() {
    let params = json!({ "table": "mdev-19747", "rows": 2_000_000, "ddl": "rebuild" });
    let error = Inspector::new(&document(params), 0, None).err().expect("an error");
    assert_eq!(error.path, "params.rows");
    let words: Vec<&str> = error.allowed.split(' ').collect();
    let allowed: u64 = words[6].replace(',', "").parse().expect("a number of rows");
    assert!((10_000..60_000).contains(&allowed), "{}", error.allowed);
    let compare = json!({ "lab": "redo-volume", "params": { "table": "mdev-19747" }, "compare": [{ "rows": 2_000_000 }] });
    assert_eq!(Inspector::new(&compare, 0, None).err().expect("an error").path, "compare[0].rows");
    let reference = document(json!({ "table": "t0", "rows": 2_000_000 }));
    assert!(Inspector::new(&reference, 0, None).is_ok(), "an index of the reference table always fits");
    assert!(lab::complete(&reference).is_ok());
}
