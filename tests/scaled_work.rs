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
