//! What a build asks for: counted by building, and scaled from a sample, against each other and against published numbers.

mod support;

use redo_lab::innodb::{Column, ColumnKind, IndexDefinition, KeyPart, Table, Values};
use redo_lab::lab::VariantRun;
use redo_lab::lab::redo_volume::{Compression, Ddl, RedoVolumeParams, Variant};
use redo_lab::lab::work::{BuildParams, BuildWork, WorkCounter};
use redo_lab::redo::encodings;
use redo_lab::report::{Kind, MetricValue};
use serde_json::Value;
use support::{SEVEN, indexes};

fn params(table: Table, rows: u64, ddl: Ddl, columns: &[(&str, Option<u16>)], encoding: &str) -> BuildParams {
    let indexes = indexes(&table, columns);
    BuildParams { rows, ..BuildParams::new(table, indexes, ddl, encoding) }
}

fn work_of(mut counter: WorkCounter, work_units: u64) -> BuildWork {
    while !counter.step(work_units).done {}
    counter.finish()
}

#[test]
fn counted_trees_and_statement_add_up_to_what_the_lab_redo_volume_reports() {
    for encoding in encodings() {
        let mut plain = RedoVolumeParams::t0_add_index(20_000, encoding.name());
        plain.ddl = Ddl::Rebuild;
        let mut variant = Variant::new(plain, 1, false).unwrap();
        while !variant.advance(100_000).unwrap().done {}
        let metrics = Box::new(variant).finish().metrics;
        let whole = |name: &str| match metrics.get(name).map(|metric| &metric.value) {
            Some(MetricValue::Whole(value)) => *value,
            other => panic!("{name}: {other:?}"),
        };
        let params = params(Table::t0(), 20_000, Ddl::Rebuild, &[("b", None)], encoding.name());
        let work = work_of(WorkCounter::new(&params, 1).unwrap(), 100_000);
        assert_eq!(work.kind, Kind::Counted);
        assert_eq!(work.redo_bytes(), whole("redo_bytes"), "{}", encoding.name());
        assert_eq!(work.redo_records(), whole("redo_records"), "{}", encoding.name());
        let entries: u64 = work.trees.iter().map(|tree| tree.replay_entries).sum();
        assert_eq!(entries, whole("replica_entries_inserted"));
        assert_eq!(work.pages(), whole("leaf_pages") + whole("internal_pages"));
        let entry_bytes: Vec<u64> = work.trees.iter().map(|tree| tree.entry_bytes).collect();
        assert_eq!(entry_bytes, [20_000 * 27, 20_000 * 14]);
    }
}

#[test]
fn the_size_of_steps_changes_nothing() {
    let params = params(Table::sbtest1(), 30_000, Ddl::Rebuild, &[("k", None), ("c", None)], "physical");
    let whole = work_of(WorkCounter::new(&params, 1).unwrap(), u64::MAX);
    let cut = work_of(WorkCounter::new(&params, 1).unwrap(), 777);
    assert_eq!(whole, cut);
}

/// Panics unless `scaled` is within so many thousandths of `expected`.
fn assert_near(what: &str, scaled: u64, expected: u64, per_mille: u64) {
    let error = 100.0 * (scaled as f64 / expected as f64 - 1.0);
    println!("{what}: {scaled} for {expected}, {error:+.3} %");
    let allowed = per_mille as f64 / 10.0;
    assert!(error.abs() <= allowed, "{what}: {scaled} for {expected}, {error:+.3} % (allowed {allowed} %)");
}

/// Holds what is scaled against what is counted, tree by tree.
fn assert_scaled_is_counted(params: &BuildParams) {
    let scaled = work_of(WorkCounter::scaled(params, 1).unwrap(), 100_000);
    let counted = work_of(WorkCounter::new(params, 1).unwrap(), 100_000);
    assert_eq!((scaled.kind, counted.kind), (Kind::Scaled, Kind::Counted));
    let what = format!("{} {:?} {}", params.table.name, params.ddl, params.encoding);
    assert_near(&format!("{what}, statement"), scaled.statement_redo_bytes, counted.statement_redo_bytes, 10);
    assert_near(&format!("{what}, scan"), scaled.scan_bytes, counted.scan_bytes, 5);
    for (scaled, counted) in scaled.trees.iter().zip(&counted.trees) {
        let what = format!("{what}, {}", scaled.name);
        assert_eq!((&scaled.name, scaled.sorts), (&counted.name, counted.sorts));
        let near = |quantity: &str, scaled: u64, counted: u64| {
            if counted > 0 {
                assert_near(&format!("{what}, {quantity}"), scaled, counted, 10);
            } else {
                assert_eq!(scaled, 0, "{what}, {quantity}");
            }
        };
        near("leaf pages", scaled.leaf_pages, counted.leaf_pages);
        near("pages", scaled.pages(), counted.pages());
        near("entry bytes", scaled.entry_bytes, counted.entry_bytes);
        near("redo bytes", scaled.redo_bytes, counted.redo_bytes);
        near("redo records", scaled.redo_records, counted.redo_records);
        near("mini-transactions", scaled.mini_transactions, counted.mini_transactions);
        near("entries", scaled.replay_entries, counted.replay_entries);
        near("installs", scaled.installs, counted.installs);
        assert!(
            scaled.replay_pages.abs_diff(counted.replay_pages) <= 10 + counted.replay_pages / 100,
            "{what}"
        );
    }
}

const B: &[(&str, Option<u16>)] = &[("b", None)];

#[test]
fn scaled_t0_with_two_million_rows_is_what_is_counted() {
    for encoding in encodings() {
        assert_scaled_is_counted(&params(Table::t0(), 2_000_000, Ddl::AddIndex, B, encoding.name()));
        assert_scaled_is_counted(&params(Table::t0(), 2_000_000, Ddl::Rebuild, &[], encoding.name()));
    }
    assert_scaled_is_counted(&params(Table::t0(), 2_000_000, Ddl::AddPrimaryKey, &[], "physical"));
}

#[test]
fn scaled_sbtest1_with_two_million_rows_is_what_is_counted() {
    for encoding in encodings() {
        let k = [("k", None)];
        assert_scaled_is_counted(&params(Table::sbtest1(), 2_000_000, Ddl::AddIndex, &k, encoding.name()));
    }
    let c = [("c", None)];
    assert_scaled_is_counted(&params(Table::sbtest1(), 2_000_000, Ddl::AddIndex, &c, "physical"));
    assert_scaled_is_counted(&params(Table::sbtest1(), 2_000_000, Ddl::Rebuild, &[], "page-image"));
}

#[test]
fn scaled_mdev_19747_with_two_million_rows_is_what_is_counted() {
    for encoding in encodings() {
        let e = &SEVEN[3..4];
        assert_scaled_is_counted(&params(Table::mdev_19747(), 2_000_000, Ddl::AddIndex, e, encoding.name()));
    }
    for encoding in ["page-image", "unlogged"] {
        assert_scaled_is_counted(&params(Table::mdev_19747(), 2_000_000, Ddl::Rebuild, &[], encoding));
    }
}

/// A table with everything that scaling treats in its own way: texts, lengths that vary, NULLs, few and skewed values.
fn mixed_table() -> Table {
    let uniform = |distinct| Values::Uniform { distinct };
    let columns = vec![
        Column::new("id", ColumnKind::BigInt, Values::Sequential),
        Column::new("few", ColumnKind::Int, uniform(10)),
        Column { null_pct: 30, ..Column::new("some", ColumnKind::Int, uniform(50_000)).nullable() },
        Column::new("text", ColumnKind::Char(30), uniform(u32::MAX.into())),
        Column { lengths: (5, 60), ..Column::new("name", ColumnKind::VarChar(60), uniform(100_000)) },
        Column::new("skewed", ColumnKind::Int, Values::Skewed { distinct: 1_000_000 }),
    ];
    Table { name: "mixed".into(), columns, primary_key: vec![0], existing: vec![] }
}

#[test]
fn scaled_texts_nulls_and_skewed_values_are_what_is_counted() {
    let table = mixed_table();
    let indexes = |keys: &[&[(usize, Option<u16>)]]| -> Vec<IndexDefinition> {
        let part = |&(column, prefix): &(usize, Option<u16>)| KeyPart { column, prefix };
        let parts = |key: &&[(usize, Option<u16>)]| key.iter().map(part).collect();
        keys.iter().map(|key| IndexDefinition { name: format!("{key:?}"), parts: parts(key) }).collect()
    };
    let small =
        BuildParams { rows: 400_000, ..BuildParams::new(table, Vec::new(), Ddl::Rebuild, "physical") };
    let text = indexes(&[&[(3, None)], &[(1, None), (2, None)], &[(4, Some(8))]]);
    assert_scaled_is_counted(&BuildParams {
        indexes: text,
        page_size: 4096,
        fill_factor: 80,
        ..small.clone()
    });
    let lz4 = BuildParams { encoding: "page-image".into(), compression: Compression::Lz4, ..small.clone() };
    let skewed = indexes(&[&[(5, None)], &[(2, None)]]);
    assert_scaled_is_counted(&BuildParams { indexes: skewed, ddl: Ddl::AddIndex, ..lz4 });
    // A key of text, in a table that is sorted by it; and a table without any key.
    let by_text = Table { primary_key: vec![3], ..small.table.clone() };
    let no_key = small.table.without_primary_key();
    let few = indexes(&[&[(1, None)]]);
    assert_scaled_is_counted(&BuildParams { table: by_text, ddl: Ddl::AddPrimaryKey, ..small.clone() });
    assert_scaled_is_counted(&BuildParams { table: no_key, indexes: few, page_size: 8192, ..small });
}

#[test]
fn large_trees_have_the_published_numbers_of_leaves() {
    for (rows, leaves) in [(10_000_000, [18_084, 8_929]), (1_000_000_000, [1_808_319, 892_858])] {
        let params = params(Table::t0(), rows, Ddl::Rebuild, B, "unlogged");
        let work = work_of(WorkCounter::new(&params, 1).unwrap(), 100_000);
        assert_eq!(work.kind, Kind::Scaled);
        let scaled: Vec<u64> = work.trees.iter().map(|tree| tree.leaf_pages).collect();
        assert_eq!(scaled, leaves, "{rows} rows");
        assert!(work.trees.iter().all(|tree| tree.pages_by_level.last() == Some(&1)));
    }
}

#[test]
fn large_statements_write_as_many_redo_bytes_as_the_server_did() {
    let reference: Value = serde_json::from_str(include_str!("reference/mariadb-recovery.json")).unwrap();
    let measured = |name: &str| {
        let runs = reference["runs"].as_array().unwrap();
        let run = runs.iter().find(|run| run["crashed_after"] == name).expect("the statement was measured");
        (run["redo_bytes"].as_u64().unwrap(), run["log_records"].as_u64().unwrap())
    };
    let add_index = params(Table::t0(), 5_000_000, Ddl::AddIndex, B, "physical");
    let work = work_of(WorkCounter::new(&add_index, 1).unwrap(), 100_000);
    let (bytes, records) = measured("t0 ADD INDEX(b), 5,000,000 rows");
    assert_near("t0 ADD INDEX, redo bytes", work.redo_bytes(), bytes, 20);
    assert_near("t0 ADD INDEX, log records", work.redo_records(), records, 20);
    let force = params(Table::mdev_19747(), 500_000, Ddl::Rebuild, &[], "physical");
    let (bytes, records) = measured("mdev-19747 FORCE, 500,000 rows, primary only");
    for counter in [WorkCounter::new(&force, 1).unwrap(), WorkCounter::scaled(&force, 1).unwrap()] {
        let work = work_of(counter, 100_000);
        assert_near("mdev-19747 FORCE, redo bytes", work.redo_bytes(), bytes, 20);
        assert_near("mdev-19747 FORCE, log records", work.redo_records(), records, 20);
    }
}

#[test]
fn a_scaled_build_in_any_steps_gives_the_same_digest_and_another_seed_another_one() {
    let params = params(Table::t0(), 300_000_000, Ddl::Rebuild, B, "physiological");
    let whole = work_of(WorkCounter::new(&params, 1).unwrap(), u64::MAX);
    assert_eq!(whole, work_of(WorkCounter::new(&params, 1).unwrap(), 1));
    assert_ne!(whole.digest, work_of(WorkCounter::new(&params, 2).unwrap(), u64::MAX).digest);
}

#[test]
fn neighbours_in_a_larger_table_share_more_so_that_an_entry_costs_less() {
    let bytes_per_thousand_rows = |rows: u64| {
        let params = params(Table::t0(), rows, Ddl::AddIndex, B, "list-copy");
        work_of(WorkCounter::new(&params, 1).unwrap(), 100_000).trees[0].redo_bytes * 1_000 / rows
    };
    // With 1,000,000 rows values of b stand once on average, with 1,000,000,000 a thousand times.
    let (small, large) = (bytes_per_thousand_rows(1_000_000), bytes_per_thousand_rows(1_000_000_000));
    assert!(large < small * 9 / 10, "{large} and {small} B for a thousand rows");
}

#[test]
fn what_cannot_be_built_is_refused_with_the_parameters_name() {
    let fine = params(Table::t0(), 1_000, Ddl::AddIndex, B, "physical");
    let refused = |params: &BuildParams| WorkCounter::new(params, 1).err().expect("it is refused").path;
    assert_eq!(refused(&BuildParams { rows: 0, ..fine.clone() }), "rows");
    assert_eq!(refused(&BuildParams { rows: 1_000_000_001, ..fine.clone() }), "rows");
    assert_eq!(refused(&BuildParams { ddl: Ddl::Insert, ..fine.clone() }), "ddl");
    assert_eq!(refused(&BuildParams { encoding: "morse".into(), ..fine }), "encoding");
}
