//! An index built by several threads is the index that one loader builds: a tree of the same rows in the same order, logged
//! so that a replica ends with the same bytes.

mod random_statement;
mod tree_check;

use std::rc::Rc;

use proptest::prelude::*;
use redo_lab::base::PageNo;
use redo_lab::bulk_load::sample_sort::{SampleSort, SortedRanges};
use redo_lab::bulk_load::sort::{ExternalSort, primary_key_order};
use redo_lab::bulk_load::{
    Build, BuiltTree, BulkLoad, LoadTarget, ParallelCounts, ParallelLoad, TreeSettings,
};
use redo_lab::innodb::allocation::{Allocator, Unlogged};
use redo_lab::innodb::{IndexLayout, Tablespace};
use redo_lab::lab::redo_volume::plan::StatementPlan;
use redo_lab::lab::redo_volume::{Ddl, RedoVolumeParams};
use redo_lab::redo::{self, MiniTransaction, Purpose, RedoLog};
use redo_lab::replica::{Replica, compare_page};
use serde_json::{Value, json};
use tree_check::{IndexShape, check_tree, number};

const MAX_ROWS: u32 = 3_000;

/// Who builds.
#[derive(Debug, Clone)]
enum Loader {
    One,
    Threads(u32),
    /// A thread for each range, which ends there.
    Ranges(Vec<u32>),
}

/// A statement that has ended.
struct Outcome {
    space: Tablespace,
    older: Tablespace,
    start_lsn: u64,
    end_lsn: u64,
    log: Vec<u8>,
    finished: Vec<PageNo>,
    trees: Vec<BuiltTree>,
    counts: ParallelCounts,
}

/// How rows of the clustered index arrive: never in batches, so that one loader and one thread do the same.
fn clustered_build(plan: &StatementPlan) -> Build {
    if plan.ddl == Ddl::AddPrimaryKey { Build::Sorted } else { Build::Stream }
}

/// Builds the trees of a plan in an empty file, `step` rows at a time.
fn build(plan: &StatementPlan, loader: Loader, step: u64) -> Outcome {
    let allocator = Allocator::new(plan.page_size);
    let space_id = plan.numbers.space_id;
    let mut space = Tablespace::new(space_id, plan.page_size);
    allocator.create_space(&mut Unlogged(&mut space), space_id);
    let older = space.clone();
    let mut log = RedoLog::new(plan.encoding, space_id, 0);
    let start_lsn = log.start_lsn();
    let mut roots = Vec::new();
    for layout in plan.layouts() {
        let mut mtr = MiniTransaction::begin(&mut space, &mut log, Purpose::Allocation);
        roots.push((layout.clone(), allocator.create_tree(&mut mtr, layout.id)));
        mtr.commit();
    }
    let settings = TreeSettings { fill_factor: plan.fill_factor, trx_id: plan.numbers.trx_id };
    let mut finished = Vec::new();
    let mut target = LoadTarget { space: &mut space, log: &mut log, finished: &mut finished };
    let (rows, clustered) = (plan.rows.clone(), clustered_build(plan));
    let mut counts = ParallelCounts::default();
    let trees = match loader {
        Loader::One => {
            let buffer = plan.sort_buffer_bytes;
            let mut load = BulkLoad::new(rows, roots, clustered, settings, buffer, plan.page_size);
            while !load.step(&mut target, step).done {}
            load.built().to_vec()
        }
        Loader::Threads(_) | Loader::Ranges(_) => {
            let threads = if let Loader::Threads(threads) = loader { threads } else { 1 };
            let mut load = ParallelLoad::new(rows, roots, clustered, settings, threads, plan.page_size);
            if let Loader::Ranges(ends) = loader {
                load = load.divided_at(ends);
            }
            let mut at_finish = Finished::default();
            loop {
                let progress = load.step(&mut target, step);
                at_finish.note(target.space, target.finished);
                if progress.done {
                    assert_eq!(progress.done_units, progress.total_units);
                    break;
                }
            }
            at_finish.check(target.space);
            counts = load.counts().clone();
            load.built().to_vec()
        }
    };
    let mut bytes = Vec::new();
    log.writer().finish_into(&mut bytes);
    let end_lsn = log.lsn();
    Outcome { space, older, start_lsn, end_lsn, log: bytes, finished, trees, counts }
}

/// Pages as they were when the loader called them finished.
#[derive(Default)]
struct Finished {
    seen: usize,
    pages: Vec<(PageNo, Vec<u8>)>,
}

impl Finished {
    fn note(&mut self, space: &Tablespace, finished: &[PageNo]) {
        for &page_no in &finished[self.seen..] {
            self.pages.push((page_no, space.get(page_no).expect("a finished page").to_vec()));
        }
        self.seen = finished.len();
    }

    /// None of them changed after that, and none is named twice.
    fn check(&self, space: &Tablespace) {
        for (page_no, bytes) in &self.pages {
            compare_page(*page_no, Some(bytes), space.get(*page_no)).expect("finished pages stay");
        }
        let mut numbers: Vec<PageNo> = self.pages.iter().map(|(page_no, _)| *page_no).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), self.pages.len(), "a page is finished once");
    }
}

/// Replays the log on the file as it was, and compares every page.
fn check_replica(plan: &StatementPlan, outcome: &Outcome, piece: usize) {
    let empty = Tablespace::new(plan.numbers.space_id, plan.page_size);
    let older = Some(Rc::new(outcome.older.clone()));
    let mut replica = Replica::new(plan.encoding, outcome.start_lsn, empty, older);
    for bytes in outcome.log.chunks(piece) {
        replica.replay(bytes).expect("the log is whole");
    }
    replica.finish().expect("the log is whole");
    assert_eq!(replica.lsn(), outcome.end_lsn);
    let logs_all = plan.encoding.logs_bulk_pages();
    if !logs_all {
        assert_eq!(replica.loaded_indexes(), outcome.trees.len() as u64);
        for &page_no in &outcome.finished {
            replica.read_flushed(page_no, outcome.space.get(page_no).expect("a finished page"));
        }
    }
    for (page_no, page) in outcome.space.iter() {
        let twin = replica.page(page_no);
        // A page that is not logged and was freed before any flush is nobody's.
        let is_nobodys = !logs_all && twin.is_none() && number(page, 24, 2) == 17_855;
        if !is_nobodys {
            compare_page(page_no, Some(page), twin).expect("the replica follows");
        }
    }
    for (page_no, page) in replica.space().iter() {
        compare_page(page_no, outcome.space.get(page_no), Some(page)).expect("the replica has no more");
    }
}

/// Every tree holds all rows in key order, and has hardly more leaves than one loader's.
fn check_trees(plan: &StatementPlan, outcome: &Outcome, single: &Outcome, threads: u32) {
    let clustered = usize::from(plan.ddl != Ddl::AddIndex);
    assert_eq!(outcome.trees.len(), single.trees.len());
    for (place, (tree, one)) in outcome.trees.iter().zip(&single.trees).enumerate() {
        let definition = place.checked_sub(clustered).map(|place| &plan.secondary[place]);
        let shape = IndexShape::new(plan.rows.table(), definition);
        let found = check_tree(&outcome.space, tree.layout.id, tree.root_page_no, &shape, &plan.rows);
        let counts: Vec<u32> = found.pages.iter().map(|level| level.len() as u32).collect();
        assert_eq!(counts, tree.pages_by_level, "pages of {}", tree.layout.name);
        assert_eq!((tree.rows, one.rows), (found.records as u64, found.records as u64));
        let (leaves, one_loader) = (counts[0], one.pages_by_level[0]);
        assert!((one_loader..one_loader + threads).contains(&leaves), "{leaves} leaves, {one_loader} by one");
        // Directories are rounded page by page, to the slot of two bytes.
        assert!(tree.leaf_used_bytes.abs_diff(one.leaf_used_bytes) <= 4 * u64::from(leaves));
        for &page_no in &found.pages[0] {
            let expected = if shape.clustered { 0 } else { plan.numbers.trx_id };
            assert_eq!(number(outcome.space.get(page_no).unwrap(), 56, 8), expected, "page {page_no}");
        }
    }
}

/// Counts are what the trees and the log show.
fn check_counts(plan: &StatementPlan, outcome: &Outcome, threads: u32) {
    let counts = &outcome.counts;
    let leaves: u32 = outcome.trees.iter().map(|tree| tree.pages_by_level[0]).sum();
    let all: u32 = outcome.trees.iter().flat_map(|tree| &tree.pages_by_level).sum();
    assert_eq!((counts.leaf_pages, counts.internal_pages), (leaves.into(), (all - leaves).into()));
    assert_eq!(all as usize, outcome.finished.len(), "every page is finished");
    assert_eq!(counts.range_rows.len(), outcome.trees.len() * threads as usize);
    for ranges in counts.range_rows.chunks(threads as usize) {
        assert_eq!(ranges.iter().sum::<u32>(), plan.rows.count());
    }
    let seams = |ranges: &[u32]| ranges.iter().filter(|&&rows| rows > 0).count().saturating_sub(1) as u64;
    let seams: u64 = counts.range_rows.chunks(threads as usize).map(seams).sum();
    assert_eq!(counts.freed_pages, seams);
    // A seam has two leaves, and on each level below the lower tree's top one page.
    assert!((2 * seams..=8 * seams).contains(&counts.stitch_page_writes));
}

fn check_statement(plan: &StatementPlan, threads: u32, step: u64, piece: usize) {
    check_loader(plan, Loader::Threads(threads), threads, step, piece);
}

fn check_loader(plan: &StatementPlan, loader: Loader, threads: u32, step: u64, piece: usize) {
    let single = build(plan, Loader::One, u64::MAX);
    let outcome = build(plan, loader.clone(), step);
    let whole = build(plan, loader, u64::MAX);
    assert!(outcome.log == whole.log, "the log depends on the steps");
    assert_eq!((&outcome.finished, &outcome.counts), (&whole.finished, &whole.counts));
    if threads == 1 {
        assert!(outcome.log == single.log, "one thread is one loader");
    }
    check_replica(plan, &outcome, piece);
    check_trees(plan, &outcome, &single, threads);
    check_counts(plan, &outcome, threads);
}

/// Every encoding with a compression that it has.
fn encodings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let plain = redo::encodings().iter().map(|encoding| (encoding.name(), "none"));
    plain.chain([("page-image", "lz4")])
}

/// The plan of a statement; one that inserts row by row adds its indexes instead.
fn plan_of(params: &RedoVolumeParams, seed: u64) -> StatementPlan {
    let mut plan = StatementPlan::new(params, seed, false).expect("the encoding exists");
    if matches!(plan.ddl, Ddl::Insert | Ddl::Copy) {
        plan.ddl = Ddl::AddIndex;
    }
    plan
}

fn plan_from(params: &Value, encoding: &str) -> StatementPlan {
    plan_of(&random_statement::parsed(params, encoding, "none").expect("records fit"), 1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn several_threads_build_the_tree_of_one_loader_in_every_encoding(
        params in random_statement::params(MAX_ROWS),
        seed in random_statement::seed(),
        threads in 1..=16_u32,
        step in prop_oneof![1..50_u64, 50..5_000_u64],
        piece in prop_oneof![1..600_usize, 600..100_000_usize],
    ) {
        for (encoding, compression) in encodings() {
            let Some(params) = random_statement::parsed(&params, encoding, compression) else {
                return Err(TestCaseError::reject("a record does not fit"));
            };
            check_statement(&plan_of(&params, seed), threads, step, piece);
        }
    }

    #[test]
    fn ranges_of_any_sizes_are_joined(
        params in random_statement::params(MAX_ROWS),
        cuts in prop::collection::vec(0..=MAX_ROWS, 0..16),
        encoding in prop::sample::select(redo::encodings().iter().map(|e| e.name()).collect::<Vec<_>>()),
        step in 1..5_000_u64,
    ) {
        let Some(params) = random_statement::parsed(&params, encoding, "none") else {
            return Err(TestCaseError::reject("a record does not fit"));
        };
        let plan = plan_of(&params, 1);
        let rows = plan.rows.count();
        let mut ends: Vec<u32> = cuts.iter().map(|&cut| cut.min(rows)).chain([rows]).collect();
        ends.sort_unstable();
        let threads = ends.len() as u32;
        check_loader(&plan, Loader::Ranges(ends), threads, step, 10_000);
    }

    #[test]
    fn ranges_one_after_the_other_are_the_order_of_the_external_sort(
        params in random_statement::params(MAX_ROWS),
        seed in random_statement::seed(),
        ranges in 1..=64_u32,
        count in 1..4_000_u32,
    ) {
        let Some(params) = random_statement::parsed(&params, "physical", "none") else {
            return Err(TestCaseError::reject("a record does not fit"));
        };
        let plan = plan_of(&params, seed);
        for layout in plan.layouts() {
            let sorted = sample_sorted(&plan, &layout, ranges, count);
            prop_assert_eq!(sorted.order, Some(externally_sorted(&plan, &layout)));
            prop_assert_eq!(sorted.ends.len() as u32, ranges);
            prop_assert!(sorted.ends.is_sorted());
            prop_assert_eq!(sorted.ends.last().copied(), Some(plan.rows.count()));
        }
    }
}

/// The order in which rows are scanned for an index, and whether it is the primary key's.
fn scan_of(plan: &StatementPlan, layout: &IndexLayout) -> (Option<Vec<u32>>, bool) {
    let is_secondary = layout.kind == redo_lab::innodb::IndexKind::Secondary;
    let clustered = IndexLayout::clustered(plan.rows.table(), 0);
    let has_key = !plan.rows.table().primary_key.is_empty();
    let scan = (is_secondary && has_key).then(|| primary_key_order(&clustered, &plan.rows));
    (scan.flatten(), is_secondary)
}

fn sample_sorted(plan: &StatementPlan, layout: &IndexLayout, ranges: u32, count: u32) -> SortedRanges {
    let (scan, in_key_order) = scan_of(plan, layout);
    let mut sort = SampleSort::new(layout, &plan.rows, ranges, scan.as_deref(), in_key_order);
    while sort.scan(layout, &plan.rows, scan.as_deref(), count) < plan.rows.count() {}
    while sort.sort_range(layout, &plan.rows).is_some() {}
    sort.into_ranges()
}

fn externally_sorted(plan: &StatementPlan, layout: &IndexLayout) -> Vec<u32> {
    let (scan, in_key_order) = scan_of(plan, layout);
    let mut sort = ExternalSort::new(layout, &plan.rows, usize::MAX / 2, in_key_order);
    sort.scan_run(layout, &plan.rows, scan.as_deref());
    sort.into_order()
}

/// The worked example of the module's documentation.
#[test]
fn three_thousand_rows_by_two_threads_are_four_leaves() {
    let plan = plan_from(&json!({ "rows": 3_000 }), "physical");
    let outcome = build(&plan, Loader::Threads(2), 100);
    assert_eq!(outcome.trees[0].pages_by_level, [4, 1]);
    let counts = &outcome.counts;
    assert_eq!((counts.stitch_page_writes, counts.moved_pointers, counts.freed_pages), (2, 2, 1));
    assert_eq!(build(&plan, Loader::One, 100).trees[0].pages_by_level, [3, 1]);
}

/// The built-in tables at every page size, by 1 to 16 threads, with few and many records a page.
#[test]
fn the_built_in_tables_are_built_at_every_page_size() {
    for (turn, table) in ["t0", "sbtest1", "mdev-19747"].into_iter().enumerate() {
        for (place, page_size) in [4_096, 8_192, 16_384, 32_768, 65_536].into_iter().enumerate() {
            for (fill_factor, ddl) in [(100, "add-index"), (10, "rebuild"), (100, "add-primary-key")] {
                let params = json!({ "table": table, "page_size": page_size, "rows": 1_500,
                    "fill_factor": fill_factor, "ddl": ddl });
                let threads = [2, 3, 5, 8, 16][(turn + place) % 5];
                check_statement(&plan_from(&params, "physical"), threads, 700, 100_000);
            }
        }
    }
}

/// One row, and fewer rows than threads: most ranges are empty.
#[test]
fn ranges_without_rows_and_of_one_row_are_joined() {
    for rows in [1, 2, 3, 7, 15, 16, 17] {
        for threads in 1..=16 {
            for ddl in ["add-index", "bulk-insert", "add-primary-key"] {
                let params = json!({ "rows": rows, "page_size": 4_096, "ddl": ddl });
                check_statement(&plan_from(&params, "physiological"), threads, 1, 1_000);
            }
        }
    }
}

/// Two records a page make high trees; skewed and constant keys, in every encoding.
#[test]
fn high_trees_are_joined_at_every_level() {
    for values in ["uniform", "skewed", "constant"] {
        let columns = json!([{ "name": "a", "type": "INT" }, { "name": "c", "type": "VARCHAR(1900)",
            "min_length": 1_850, "max_length": 1_900, "values": values }]);
        let params = json!({ "table": { "columns": columns, "primary_key": ["a"] }, "index": ["c"],
            "rows": 600, "page_size": 4_096, "fill_factor": 10, "ddl": "bulk-insert" });
        for (encoding, _) in encodings() {
            for threads in [2, 7, 16] {
                check_statement(&plan_from(&params, encoding), threads, u64::MAX, 100_000);
            }
        }
    }
}

/// Ranges of very different sizes: trees of different heights, in every order.
#[test]
fn trees_of_different_heights_are_joined() {
    let columns = json!([{ "name": "a", "type": "INT" }, { "name": "c", "type": "VARCHAR(1900)",
        "min_length": 1_850, "max_length": 1_900 }]);
    let params = json!({ "table": { "columns": columns, "primary_key": ["a"] }, "index": ["c"],
        "rows": 400, "page_size": 4_096, "fill_factor": 10, "ddl": "bulk-insert" });
    let divisions: [&[u32]; 8] = [
        &[1, 400],
        &[399, 400],
        &[200, 201, 202, 203, 400],
        &[0, 2, 8, 40, 200, 400, 400],
        &[200, 360, 392, 398, 399, 400],
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 400],
        &[3, 203, 206, 390, 400],
        &[100, 101, 300, 301, 303, 350, 351, 400],
    ];
    for ends in divisions {
        for (encoding, _) in encodings() {
            let threads = ends.len() as u32;
            check_loader(&plan_from(&params, encoding), Loader::Ranges(ends.to_vec()), threads, 7, 100_000);
        }
    }
}

#[test]
fn constant_keys_are_divided_as_evenly_as_others() {
    for values in ["uniform", "skewed", "constant"] {
        let columns =
            json!([{ "name": "a", "type": "INT" }, { "name": "b", "type": "INT", "values": values }]);
        let params = json!({ "table": { "columns": columns, "primary_key": ["a"] }, "index": ["b"],
            "rows": 100_000 });
        let plan = plan_from(&params, "physical");
        for ranges in [2_u32, 8, 16] {
            let ends = sample_sorted(&plan, &plan.layouts()[0], ranges, 100_000).ends;
            let sizes = ends.iter().scan(0, |before, &end| Some(end - std::mem::replace(before, end)));
            let largest = sizes.max().expect("there are ranges");
            assert!(largest * ranges < 125_000, "{values}: {largest} rows in one of {ranges} ranges");
        }
    }
}

/// What a parallel build costs beyond one loader's: a few pages more, each as dear as its encoding makes it.
#[test]
fn sixteen_threads_write_hardly_more_redo_than_one() {
    for (encoding, permille) in [("physical", 10), ("list-copy", 10), ("page-image", 50)] {
        let plan = plan_from(&json!({ "rows": 200_000 }), encoding);
        let redo_bytes = |loader| {
            let outcome = build(&plan, loader, u64::MAX);
            outcome.end_lsn - outcome.start_lsn
        };
        let (one, sixteen) = (redo_bytes(Loader::One), redo_bytes(Loader::Threads(16)));
        assert!(sixteen > one, "{encoding}: {one} and {sixteen} bytes");
        assert!((sixteen - one) * 1_000 < permille * one, "{encoding}: {one} and {sixteen} bytes");
    }
}
