//! Answers of the chapter's exercises.

use redo_lab::bulk_load::shape::pages_by_level;
use redo_lab::innodb::{IndexDefinition, IndexLayout, KeyPart, Table, TableRows, page};
use redo_lab::redo::Framing;
use serde_json::json;

use crate::markdown::{Values, grouped, ratio};
use crate::runs::{Runs, whole};

/// Page size of the exercises.
const PAGE: usize = 16_384;
/// Rows of the exercise about leaf pages.
const MILLION: u32 = 1_000_000;
/// Rows of the exercise about levels.
const BILLION: u64 = 1_000_000_000;
/// Payload of the exercise about log blocks.
const PAYLOAD: u64 = 1_000_000;

/// Adds every value that an exercise or its answer names.
pub fn values(runs: &mut Runs, values: &mut Values) {
    leaves(values);
    levels(values);
    blocks(values);
    fill_factor(runs, values);
    values.count("free-bytes", page::empty_page_free_bytes(PAGE) as u64);
}

/// The two trees of `t0`.
fn layouts() -> [(&'static str, IndexLayout); 2] {
    let table = Table::t0();
    let b = IndexDefinition { name: "b".into(), parts: vec![KeyPart { column: 1, prefix: None }] };
    [("primary", IndexLayout::clustered(&table, 1)), ("b", IndexLayout::secondary(&table, &b, 2))]
}

/// Leaf pages of a million rows, at two fill factors. All records of a tree have one size here, so their order is no matter.
fn leaves(values: &mut Values) {
    let rows = TableRows::new(Table::t0(), MILLION, 1);
    for (name, layout) in layouts() {
        values.count(format!("{name}-record-bytes"), layout.max_record_bytes() as u64);
        for fill in [100, 90] {
            let leaves = pages_by_level(&layout, &rows, None, PAGE, fill)[0];
            values.count(format!("million-{name}-leaves-{fill}"), leaves.into());
            values.count(format!("{name}-per-leaf-{fill}"), capacity(&layout, 1, fill));
        }
    }
    let leaves = pages_by_level(&layouts()[0].1, &rows, None, PAGE, 100)[0];
    values.set("million-primary-mib", format!("{} MiB", ratio(u64::from(leaves) * PAGE as u64, 1 << 20, 1)));
}

/// The most rows that a tree of `t0` with so many levels holds.
fn capacity(layout: &IndexLayout, levels: usize, fill_factor: u8) -> u64 {
    let fits = |count: u32| {
        let rows = TableRows::new(Table::t0(), count, 1);
        pages_by_level(layout, &rows, None, PAGE, fill_factor).len() <= levels
    };
    let (mut yes, mut no) = (1, if levels == 1 { PAGE as u32 } else { MILLION });
    assert!(!fits(no), "so many rows need more levels");
    while no - yes > 1 {
        let middle = yes + (no - yes) / 2;
        if fits(middle) { yes = middle } else { no = middle }
    }
    yes.into()
}

/// Levels that a billion rows need: rows a leaf, times pointers a page for every level above.
fn levels(values: &mut Values) {
    let primary = &layouts()[0].1;
    let leaf = capacity(primary, 1, 100);
    let fan_out = capacity(primary, 2, 100) / leaf;
    let three = leaf * fan_out * fan_out;
    assert!(three < BILLION && three * fan_out >= BILLION, "a billion rows need four levels");
    values.count("primary-fan-out", fan_out);
    values.set("three-levels-millions", grouped(three / 1_000_000));
}

/// How much a log of blocks grows.
fn blocks(values: &mut Values) {
    let start = Framing::Blocks.first_lsn();
    let grown = Framing::Blocks.advance(start, PAYLOAD) - start;
    values.count("block-payload", PAYLOAD);
    values.count("block-growth", grown);
}

/// What half-full pages cost in two encodings.
fn fill_factor(runs: &mut Runs, values: &mut Values) {
    for encoding in ["physical", "page-image"] {
        let bytes = [100, 50].map(|fill| {
            let run = runs.one(&json!({
                "table": "t0", "ddl": "add-primary-key", "rows": 100_000, "encoding": encoding, "fill_factor": fill,
            }));
            values.count(format!("fill-{fill}-leaves"), whole(&run, "leaf_pages"));
            values.count(format!("fill-{fill}-{encoding}"), whole(&run, "redo_bytes"));
            whole(&run, "redo_bytes")
        });
        values.set(format!("fill-ratio-{encoding}"), ratio(bytes[1], bytes[0], 2));
    }
}
