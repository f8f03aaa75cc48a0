//! The external sort against a plain one, and the shape of a tree told without building it.

mod random_statement;
mod tree_check;

use std::cmp::Ordering;

use proptest::prelude::*;
use redo_lab::bulk_load::shape::pages_by_level;
use redo_lab::bulk_load::sort::{ExternalSort, primary_key_order};
use redo_lab::innodb::record::REBUILT;
use redo_lab::innodb::{
    Column, ColumnKind, IndexDefinition, IndexLayout, KeyPart, RecordBuffer, Table, TableRows, Values,
};
use redo_lab::lab::redo_volume::plan::StatementPlan;
use redo_lab::lab::redo_volume::primary::Primary;
use redo_lab::lab::redo_volume::{PAGE_SIZES, RedoVolumeParams};
use tree_check::{IndexShape, Value, compare_keys};

/// Runs and passes of a sort, and the order that it found.
struct Sorted {
    runs: usize,
    passes: u32,
    order: Vec<u32>,
}

fn sort(
    layout: &IndexLayout,
    rows: &TableRows,
    buffer_bytes: usize,
    scan: Option<&[u32]>,
    in_key_order: bool,
) -> Sorted {
    let mut sort = ExternalSort::new(layout, rows, buffer_bytes, in_key_order);
    while sort.scan_run(layout, rows, scan) < rows.count() {}
    let runs = sort.runs();
    while sort.merge_pass(layout, rows) > 1 {}
    Sorted { runs, passes: sort.merge_passes(), order: sort.into_order() }
}

/// The rows sorted by the whole key of an index, decoded.
fn plain_order(shape: &IndexShape, rows: &TableRows) -> Vec<u32> {
    let mut keyed: Vec<(Vec<Value>, u32)> =
        (0..rows.count()).map(|row| (shape.key_of(rows, row), row)).collect();
    keyed.sort_by(|left, right| compare_keys(&left.0, &right.0));
    assert!(keyed.windows(2).all(|pair| compare_keys(&pair[0].0, &pair[1].0) == Ordering::Less));
    keyed.into_iter().map(|(_, row)| row).collect()
}

/// Bytes that an entry takes in the sort buffer, if all take the same.
fn entry_bytes(layout: &IndexLayout, rows: &TableRows) -> Option<usize> {
    let mut record = RecordBuffer::new();
    let mut sizes = (0..rows.count()).map(|row| {
        record.set_leaf(layout, rows, row, REBUILT);
        record.bytes().len()
    });
    let first = sizes.next()?;
    sizes.all(|size| size == first).then_some(first)
}

/// Sorts for every index of a statement and compares.
fn check_sorts(params: &RedoVolumeParams, seed: u64, buffer_bytes: usize) {
    let rows = TableRows::new(params.table.clone(), params.rows, seed);
    let clustered = IndexLayout::clustered(&params.table, 1);
    let scan = match params.table.primary_key.is_empty() {
        true => None,
        false => primary_key_order(&clustered, &rows),
    };
    let table_shape = IndexShape::new(&params.table, None);
    if !params.table.primary_key.is_empty() {
        let expected = plain_order(&table_shape, &rows);
        let own_order: Vec<u32> = (0..rows.count()).collect();
        assert_eq!(scan.as_ref().unwrap_or(&own_order), &expected, "the primary key's order");
        let sorted = sort(&clustered, &rows, buffer_bytes, None, false);
        assert_eq!(sorted.order, expected, "rows sorted by the primary key");
        check_counts(&sorted, &clustered, &rows, buffer_bytes);
    }
    for definition in &params.indexes {
        let layout = IndexLayout::secondary(&params.table, definition, 2);
        let sorted = sort(&layout, &rows, buffer_bytes, scan.as_deref(), true);
        let shape = IndexShape::new(&params.table, Some(definition));
        assert_eq!(sorted.order, plain_order(&shape, &rows), "rows sorted by {}", definition.name);
        check_counts(&sorted, &layout, &rows, buffer_bytes);
    }
}

/// Runs and passes as the textbook has them.
fn check_counts(sorted: &Sorted, layout: &IndexLayout, rows: &TableRows, buffer_bytes: usize) {
    if let Some(bytes) = entry_bytes(layout, rows) {
        let rows_in_buffer = (buffer_bytes / bytes).max(2);
        assert_eq!(sorted.runs, (rows.count() as usize).div_ceil(rows_in_buffer), "runs of {}", layout.name);
    }
    let passes = (0..).find(|&passes| 1_usize << passes >= sorted.runs).unwrap();
    assert_eq!(sorted.passes, passes, "passes over {} runs", sorted.runs);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_shrink_iters: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_external_sort_is_a_sort(
        params in random_statement::params(2_000),
        seed in random_statement::seed(),
        buffer_bytes in prop_oneof![1..5_000_usize, 5_000..200_000_usize],
    ) {
        match random_statement::parsed(&params, "physical", "none") {
            None => return Err(TestCaseError::reject("a record does not fit")),
            Some(params) => check_sorts(&params, seed, buffer_bytes),
        }
    }

    #[test]
    fn the_shape_of_a_tree_is_that_of_the_tree(
        params in random_statement::params(2_500),
        seed in random_statement::seed(),
    ) {
        let mut params = params;
        if params["ddl"] == "insert" || params["ddl"] == "copy" {
            // Rows inserted one by one leave other shapes.
            params["ddl"] = "bulk-insert".into();
        }
        match random_statement::parsed(&params, "unlogged", "none") {
            None => return Err(TestCaseError::reject("a record does not fit")),
            Some(params) => check_shapes(&params, seed),
        }
    }
}

/// Builds a statement's trees and compares their page counts with what the shape says.
fn check_shapes(params: &RedoVolumeParams, seed: u64) {
    let plan = StatementPlan::new(params, seed, false).unwrap();
    let (mut primary, _) = Primary::new(&plan);
    while !primary.step(100_000).done {}
    for (place, tree) in primary.trees().iter().enumerate() {
        let definition = (place + params.indexes.len()).checked_sub(primary.trees().len());
        let shape = IndexShape::new(&params.table, definition.map(|place| &params.indexes[place]));
        let order = match shape.clustered && params.table.primary_key.is_empty() {
            true => (0..params.rows).collect(),
            false => plain_order(&shape, &plan.rows),
        };
        let told = pages_by_level(&tree.layout, &plan.rows, Some(&order), plan.page_size, plan.fill_factor);
        assert_eq!(told, tree.pages_by_level, "pages of {} by level", tree.layout.name);
    }
}

#[test]
fn shapes_of_the_built_in_tables_are_right_at_every_page_size() {
    for (table, rows) in [("t0", 30_000), ("sbtest1", 5_000), ("mdev-19747", 2_000)] {
        for page_size in PAGE_SIZES {
            for fill_factor in [100, 47, 10] {
                let document = serde_json::json!({ "table": table, "rows": rows, "page_size": page_size,
                    "fill_factor": fill_factor, "ddl": "rebuild" });
                check_shapes(&random_statement::parsed(&document, "unlogged", "none").unwrap(), 1);
            }
        }
    }
}

/// 100,000 entries of 14 bytes, as the sort's documentation works it out.
#[test]
fn runs_and_passes_of_the_worked_example() {
    let rows = TableRows::new(Table::t0(), 100_000, 1);
    let definition = IndexDefinition { name: "b".into(), parts: vec![KeyPart { column: 1, prefix: None }] };
    let layout = IndexLayout::secondary(rows.table(), &definition, 2);
    for (buffer_bytes, runs, passes) in [(1 << 20, 2, 1), (1 << 16, 22, 5), (1 << 26, 1, 0)] {
        let sorted = sort(&layout, &rows, buffer_bytes, None, true);
        assert_eq!((sorted.runs, sorted.passes), (runs, passes), "buffer of {buffer_bytes} bytes");
    }
}

/// Numbers as texts of varying length do not ascend with the row: `0000000005` follows `00000000004`.
#[test]
fn texts_that_count_rows_are_sorted_as_texts() {
    let text = Column { lengths: (10, 14), ..Column::new("a", ColumnKind::VarChar(20), Values::Sequential) };
    let table = Table { name: "x".into(), columns: vec![text], primary_key: vec![0], existing: Vec::new() };
    let rows = TableRows::new(table, 1_000, 3);
    let order = primary_key_order(&IndexLayout::clustered(rows.table(), 1), &rows).expect("another order");
    assert_eq!(order, plain_order(&IndexShape::new(rows.table(), None), &rows));
}

/// Texts of nothing but spaces are equal, however many there are: the primary key decides.
#[test]
fn trailing_spaces_do_not_count() {
    let key = Column::new("a", ColumnKind::Int, Values::Sequential);
    let spaces = Column {
        lengths: (0, 9),
        null_pct: 5,
        ..Column::new("b", ColumnKind::VarChar(9), Values::Constant).nullable()
    };
    let table =
        Table { name: "x".into(), columns: vec![key, spaces], primary_key: vec![0], existing: Vec::new() };
    let rows = TableRows::new(table, 1_000, 3);
    let definition = IndexDefinition { name: "b".into(), parts: vec![KeyPart { column: 1, prefix: None }] };
    let layout = IndexLayout::secondary(rows.table(), &definition, 2);
    let shape = IndexShape::new(rows.table(), Some(&definition));
    assert_eq!(sort(&layout, &rows, 1 << 16, None, true).order, plain_order(&shape, &rows));
}
