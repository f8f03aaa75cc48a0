//! A replica ends with the primary's bytes, whatever the table, the statement and the encoding; and these bytes are a tree.
//!
//! Failing cases shrink and print the parameters as an experiment holds them.

mod random_statement;
mod tree_check;

use std::rc::Rc;

use proptest::prelude::*;
use redo_lab::innodb::Tablespace;
use redo_lab::lab::redo_volume::plan::StatementPlan;
use redo_lab::lab::redo_volume::primary::Primary;
use redo_lab::lab::redo_volume::{Ddl, RedoVolumeParams, Variant};
use redo_lab::lab::{VariantResult, VariantRun};
use redo_lab::redo;
use redo_lab::replica::{Replica, compare_page};
use serde_json::{Value, json};
use tree_check::{IndexShape, check_tree, number};

const MAX_ROWS: u32 = 3_000;

/// Every encoding with a compression that it has.
fn encodings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let plain = redo::encodings().iter().map(|encoding| (encoding.name(), "none"));
    plain.chain([("page-image", "lz4")])
}

/// Runs the lab, which compares all pages itself.
fn run_lab(params: &RedoVolumeParams, seed: u64, step: u64, keep: bool) -> VariantResult {
    let mut variant = Variant::new(params.clone(), seed, keep).expect("the encoding exists");
    while !variant.advance(step).expect("the replica follows").done {}
    Box::new(variant).finish()
}

/// Runs the primary in steps of `step` rows; returns it and its whole log.
fn run_primary(plan: &StatementPlan, step: u64) -> (Primary, Vec<u8>) {
    let (mut primary, _) = Primary::new(plan);
    let mut log = Vec::new();
    while !primary.step(step).done {
        primary.log.writer().drain_into(&mut log);
    }
    primary.log.writer().finish_into(&mut log);
    (primary, log)
}

/// The file as it was before the statement, with the table's pages if the plan keeps them.
fn older_file(plan: &StatementPlan) -> (Tablespace, u64) {
    let (primary, older) = Primary::new(plan);
    let mut older = older.map_or_else(
        || Tablespace::new(plan.numbers.space_id, plan.page_size),
        |older| Tablespace::clone(&older),
    );
    // Pages that no mini-transaction changed were there before.
    for (page_no, page) in primary.space.iter().filter(|(_, page)| number(page, 16, 8) == 0) {
        older.put(page_no, page.into());
    }
    (older, primary.log.start_lsn())
}

/// Replays a log in pieces of `piece` bytes on the older file.
fn replay(plan: &StatementPlan, log: &[u8], piece: usize) -> Replica {
    let (older, start_lsn) = older_file(plan);
    let empty = Tablespace::new(plan.numbers.space_id, plan.page_size);
    let mut replica = Replica::new(plan.encoding, start_lsn, empty, Some(Rc::new(older)));
    for bytes in log.chunks(piece) {
        replica.replay(bytes).expect("the log is whole");
    }
    replica.finish().expect("the log is whole");
    replica
}

/// Gives the replica of an encoding that logs no bulk-built pages those that the primary flushed.
fn read_flushed(primary: &Primary, replica: &mut Replica) {
    if !primary.flushes_pages() {
        return;
    }
    assert_eq!(replica.loaded_indexes(), primary.trees().len() as u64);
    for &page_no in &primary.finished {
        replica.read_flushed(page_no, primary.space.get(page_no).expect("finished pages are kept"));
    }
}

/// Every page of the primary is the replica's and the other way round, LSN included.
fn assert_identical(primary: &Primary, replica: &Replica) {
    let logs_all = !primary.flushes_pages();
    for (page_no, page) in primary.space.iter() {
        let twin = replica.page(page_no);
        // A page that is not logged and was freed before any flush is nobody's.
        let is_nobodys = !logs_all && twin.is_none() && number(page, 24, 2) == 17_855;
        if !is_nobodys {
            compare_page(page_no, Some(page), twin).unwrap();
        }
    }
    for (page_no, page) in replica.space().iter() {
        compare_page(page_no, primary.space.get(page_no), Some(page)).unwrap();
    }
    if logs_all {
        assert_eq!(replica.lsn(), primary.log.lsn());
    }
}

/// Checks every tree that the statement built.
fn check_built_trees(plan: &StatementPlan, primary: &Primary) {
    let clustered = usize::from(plan.ddl != Ddl::AddIndex);
    assert_eq!(primary.trees().len(), plan.secondary.len() + clustered);
    for (place, tree) in primary.trees().iter().enumerate() {
        let definition = place.checked_sub(clustered).map(|place| &plan.secondary[place]);
        let shape = IndexShape::new(plan.rows.table(), definition);
        let found = check_tree(&primary.space, tree.layout.id, tree.root_page_no, &shape, &plan.rows);
        let counts: Vec<u32> = found.pages.iter().map(|level| level.len() as u32).collect();
        assert_eq!(counts, tree.pages_by_level, "pages of {}", tree.layout.name);
        assert_eq!(found.records as u64, tree.rows);
        if !matches!(plan.ddl, Ddl::Insert | Ddl::Copy) {
            check_transaction_numbers(plan, primary, &found.pages, shape.clustered);
        }
    }
}

/// Bulk-built leaves of secondary indexes carry the statement's transaction, other pages none.
fn check_transaction_numbers(plan: &StatementPlan, primary: &Primary, pages: &[Vec<u32>], clustered: bool) {
    for (level, page_nos) in pages.iter().enumerate() {
        for &page_no in page_nos {
            let expected = if level == 0 && !clustered { plan.numbers.trx_id } else { 0 };
            assert_eq!(number(primary.space.get(page_no).unwrap(), 56, 8), expected, "page {page_no}");
        }
    }
}

/// The table that an index is added to, when its pages are kept: a tree of all rows, untouched by the statement.
fn check_older_table(plan: &StatementPlan, primary: &Primary) {
    if plan.ddl != Ddl::AddIndex {
        return;
    }
    let (older, _) = older_file(plan);
    let id = plan.numbers.first_index_id - 1;
    let is_root =
        |page: &[u8]| number(page, 24, 2) == 17_855 && number(page, 66, 8) == id && number(page, 74, 8) != 0;
    let (root_page_no, _) = older.iter().find(|(_, page)| is_root(page)).expect("the table has a root");
    let shape = IndexShape::new(plan.rows.table(), None);
    let found = check_tree(&older, id, root_page_no, &shape, &plan.rows);
    for page_no in found.pages.into_iter().flatten() {
        assert_eq!(primary.space.get(page_no), older.get(page_no), "page {page_no} of the table changed");
    }
}

/// Everything about one statement in one encoding.
fn check_statement(params: &RedoVolumeParams, seed: u64, step: u64, piece: usize, keep_older_pages: bool) {
    let whole = run_lab(params, seed, u64::MAX, false);
    let in_steps = run_lab(params, seed, step, false);
    assert_eq!(in_steps.digest, whole.digest, "the digest depends on the steps");
    assert_eq!(in_steps.metrics, whole.metrics);
    let kept = run_lab(params, seed, step, true);
    assert_eq!(kept.digest, whole.digest, "the digest depends on whether pages are kept");

    let plan = StatementPlan::new(params, seed, keep_older_pages).expect("the encoding exists");
    let (primary, log) = run_primary(&plan, step);
    let mut replica = replay(&plan, &log, piece);
    read_flushed(&primary, &mut replica);
    assert_identical(&primary, &replica);
    check_built_trees(&plan, &primary);
    if keep_older_pages {
        check_older_table(&plan, &primary);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_encoding_leads_the_replica_to_the_primarys_bytes(
        params in random_statement::params(MAX_ROWS),
        seed in random_statement::seed(),
        step in prop_oneof![1..50_u64, 50..5_000_u64],
        piece in prop_oneof![1..600_usize, 600..100_000_usize],
        keep_older_pages: bool,
    ) {
        for (encoding, compression) in encodings() {
            let Some(params) = random_statement::parsed(&params, encoding, compression) else {
                return Err(TestCaseError::reject("a record does not fit"));
            };
            check_statement(&params, seed, step, piece, keep_older_pages);
        }
    }
}

/// The built-in tables at every page size, with few and many records a page.
#[test]
fn the_built_in_tables_are_trees_at_every_page_size() {
    for table in ["t0", "sbtest1", "mdev-19747"] {
        for page_size in [4_096, 8_192, 16_384, 32_768, 65_536] {
            for (fill_factor, ddl) in [(100, "add-index"), (10, "rebuild")] {
                let params = json!({ "table": table, "page_size": page_size, "rows": 1_500,
                    "fill_factor": fill_factor, "ddl": ddl });
                check_tree_of(&params, "physical");
            }
        }
    }
}

/// Rows inserted one by one are logged in every encoding: no page waits for a flush.
#[test]
fn rows_inserted_one_by_one_are_all_logged() {
    for ddl in ["insert", "copy"] {
        let params = json!({ "rows": 2_000, "page_size": 4_096, "ddl": ddl });
        let params = random_statement::parsed(&params, "unlogged", "none").expect("records fit");
        let result = run_lab(&params, 1, u64::MAX, false);
        let missing = result.metrics.get("pages_missing_before_flush").expect("the metric");
        assert_eq!(missing.value.plain(), "0");
        check_statement(&params, 1, 100, 1_000, false);
    }
}

/// With two records a page the tree is as high as it can get, and its top page is far from its segment's first ones.
#[test]
fn a_tree_of_two_records_a_page_is_valid() {
    let columns = json!([{ "name": "a", "type": "INT" },
        { "name": "c", "type": "VARCHAR(1900)", "min_length": 1_850, "max_length": 1_900 }]);
    let params = json!({ "table": { "columns": columns, "primary_key": ["a"] }, "index": ["c"], "rows": 2_000,
        "page_size": 4_096, "fill_factor": 10, "ddl": "rebuild" });
    for (encoding, _) in encodings() {
        check_tree_of(&params, encoding);
    }
}

/// More trees than one page of segments has room for.
#[test]
fn a_table_of_64_indexes_is_built() {
    let columns: Vec<Value> =
        (0..64).map(|place| json!({ "name": format!("c{place}"), "type": "INT" })).collect();
    let index: Vec<String> = (0..64).map(|place| format!("c{place}")).collect();
    let params = json!({ "table": { "columns": columns, "primary_key": ["c0"] }, "index": index, "rows": 50,
        "page_size": 4_096, "ddl": "rebuild" });
    check_tree_of(&params, "physical");
}

fn check_tree_of(params: &Value, encoding: &str) {
    let parsed = random_statement::parsed(params, encoding, "none").expect("records fit");
    check_statement(&parsed, 1, u64::MAX, 100_000, true);
}
