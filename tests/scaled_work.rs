//! What a build asks for: counted by building, and scaled from a sample, against each other and against published numbers.

mod support;

use redo_lab::innodb::Table;
use redo_lab::lab::VariantRun;
use redo_lab::lab::redo_volume::{Ddl, RedoVolumeParams, Variant};
use redo_lab::lab::work::{BuildParams, BuildWork, WorkCounter};
use redo_lab::redo::encodings;
use redo_lab::report::{Kind, MetricValue};
use support::indexes;

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

/// Panics unless `scaled` is within `per_mille` thousandths of `counted`.
fn assert_near(what: &str, scaled: u64, counted: u64, per_mille: u64) {
    let error = scaled as f64 / counted as f64 - 1.0;
    println!("{what}: {scaled} for {counted}, {:+.3} %", 100.0 * error);
    let allowed = per_mille as f64 / 1000.0;
    assert!(error.abs() <= allowed, "{what}: {scaled} for {counted}, {:+.3} %", 100.0 * error);
}

#[test]
#[ignore]
fn explore() {
    let rows: u64 = std::env::var("ROWS").map_or(2_000_000, |text| text.parse().unwrap());
    let only = std::env::var("ONLY").unwrap_or_default();
    let cases: [(fn() -> Table, Ddl, &[(&str, Option<u16>)]); 7] = [
        (Table::t0, Ddl::AddIndex, &[("b", None)]),
        (Table::t0, Ddl::Rebuild, &[("b", None)]),
        (Table::t0, Ddl::AddPrimaryKey, &[]),
        (Table::sbtest1, Ddl::AddIndex, &[("k", None), ("c", None)]),
        (Table::sbtest1, Ddl::Rebuild, &[("k", None)]),
        (Table::mdev_19747, Ddl::AddIndex, &support::SEVEN[2..5]),
        (Table::mdev_19747, Ddl::Rebuild, &support::SEVEN[3..4]),
    ];
    for (table, ddl, columns) in cases {
        for encoding in encodings() {
            let what = format!("{} {ddl:?} {}", table().name, encoding.name());
            if !what.contains(&only) {
                continue;
            }
            let params = params(table(), rows, ddl, columns, encoding.name());
            let start = std::time::Instant::now();
            let scaled = work_of(WorkCounter::scaled(&params, 1).unwrap(), 100_000);
            let took = start.elapsed();
            let start = std::time::Instant::now();
            let counted = work_of(WorkCounter::new(&params, 1).unwrap(), 100_000);
            println!("== {what}: scaled in {took:?}, counted in {:?}", start.elapsed());
            let near = |name: &str, scaled: u64, counted: u64| {
                let error = 100.0 * (scaled as f64 / (counted as f64).max(1.0) - 1.0);
                let mark = if error.abs() > 0.2 { "   <<<" } else { "" };
                println!("  {name}: {scaled} for {counted}, {error:+.3} %{mark}");
            };
            near("statement", scaled.statement_redo_bytes, counted.statement_redo_bytes);
            near("scan", scaled.scan_bytes, counted.scan_bytes);
            for (s, c) in scaled.trees.iter().zip(&counted.trees) {
                println!(" {} {:?} {:?}", s.name, s.pages_by_level, c.pages_by_level);
                near("redo", s.redo_bytes, c.redo_bytes);
                near("allocation", s.allocation_redo_bytes, c.allocation_redo_bytes);
                near("records", s.redo_records, c.redo_records);
                near("mtrs", s.mini_transactions, c.mini_transactions);
                near("entry bytes", s.entry_bytes, c.entry_bytes);
                if c.replay_entries + s.replay_entries > 0 {
                    near("entries", s.replay_entries, c.replay_entries);
                }
                if c.installs + s.installs > 0 {
                    near("installs", s.installs, c.installs);
                }
                near("replay pages", s.replay_pages, c.replay_pages);
            }
        }
    }
}

#[test]
#[ignore]
fn explore_large() {
    let rows: u64 = std::env::var("ROWS").map_or(1_000_000_000, |text| text.parse().unwrap());
    let cases: [(fn() -> Table, Ddl, &[(&str, Option<u16>)]); 4] = [
        (Table::t0, Ddl::AddIndex, &[("b", None)]),
        (Table::t0, Ddl::Rebuild, &[("b", None)]),
        (Table::sbtest1, Ddl::Rebuild, &[("k", None), ("c", None)]),
        (Table::mdev_19747, Ddl::Rebuild, &support::SEVEN),
    ];
    for (table, ddl, columns) in cases {
        for encoding in encodings() {
            let what = format!("{} {ddl:?} {}", table().name, encoding.name());
            let params = params(table(), rows, ddl, columns, encoding.name());
            let start = std::time::Instant::now();
            let scaled = work_of(WorkCounter::scaled(&params, 1).unwrap(), 100_000);
            println!(
                "== {what}: scaled in {:?} statement {} scan {}",
                start.elapsed(),
                scaled.statement_redo_bytes,
                scaled.scan_bytes
            );
            for s in &scaled.trees {
                println!(
                    " {} {:?} redo {} ({:.3} B/row) allocation {} records {} entries {} installs {}",
                    s.name,
                    s.pages_by_level,
                    s.redo_bytes,
                    s.redo_bytes as f64 / rows as f64,
                    s.allocation_redo_bytes,
                    s.redo_records,
                    s.replay_entries,
                    s.installs
                );
            }
        }
    }
}
