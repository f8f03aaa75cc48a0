//! Whole bulk statements in every encoding: the replica ends with the primary's pages.

mod support;

use redo_lab::innodb::{Column, ColumnKind, Table, Values};
use redo_lab::lab::redo_volume::Ddl;
use redo_lab::redo::{Encoding, Purpose, encoding, encoding_with, encodings};
use support::{SEVEN, assert_identical, plan, replica_of, run};

/// Every encoding, and compressed page images.
fn all_encodings() -> impl Iterator<Item = &'static dyn Encoding> {
    encodings().iter().copied().chain(encoding_with("page-image", "lz4"))
}

/// A table with NULLs and with strings of all lengths, which MySQL's records describe in two ways.
fn table_of_strings() -> Table {
    let text = |name: &str, max: u16| Column {
        lengths: (0, max),
        null_pct: 20,
        ..Column::new(name, ColumnKind::VarChar(max), Values::Uniform { distinct: 400 }).nullable()
    };
    let id = Column::new("a", ColumnKind::BigInt, Values::Sequential);
    Table {
        name: "x".into(),
        columns: vec![id, text("b", 9), text("c", 300)],
        primary_key: vec![0],
        existing: vec![],
    }
}

fn statement_replays(
    encoding: &'static dyn Encoding,
    table: Table,
    ddl: Ddl,
    columns: &[(&str, Option<u16>)],
) {
    for page_size in [4096, 16_384, 65_536] {
        let mut plan = plan(table.clone(), 3000, ddl, columns);
        // A small buffer, so that a rebuild opens pages again.
        (plan.page_size, plan.encoding, plan.sort_buffer_bytes) = (page_size, encoding, 65_536);
        let (primary, log) = run(&plan);
        let (mut replica, _) = replica_of(&plan);
        let what = format!("{} of {:?} on {} at {page_size} B", encoding.name(), ddl, table.name);
        replica.replay(&log).unwrap_or_else(|error| panic!("{what}: {error}"));
        replica.finish().unwrap_or_else(|error| panic!("{what}: {error}"));
        if !encoding.logs_bulk_pages() {
            assert_eq!(replica.loaded_indexes() as usize, plan.layouts().len(), "{what}");
            let flushed: Vec<u32> = primary.finished.clone();
            for page_no in flushed {
                replica.read_flushed(page_no, primary.space.get(page_no).unwrap());
            }
        }
        assert_identical(&primary, &replica);
        for page_no in &primary.finished {
            assert!(replica.space().get(*page_no).is_some(), "{what}: page {page_no}");
        }
    }
}

#[test]
fn statements_on_short_rows_replay_to_the_same_pages() {
    for encoding in all_encodings() {
        for ddl in [Ddl::AddIndex, Ddl::AddPrimaryKey, Ddl::Rebuild, Ddl::BulkInsert] {
            statement_replays(encoding, Table::t0(), ddl, &[("b", None)]);
        }
    }
}

#[test]
fn statements_on_long_rows_replay_to_the_same_pages() {
    for encoding in all_encodings() {
        statement_replays(encoding, Table::mdev_19747(), Ddl::Rebuild, &SEVEN);
        statement_replays(encoding, Table::sbtest1(), Ddl::AddIndex, &[("k", None), ("c", None)]);
    }
}

#[test]
fn statements_on_rows_of_all_lengths_replay_to_the_same_pages() {
    for encoding in all_encodings() {
        let columns = [("b", None), ("c", None), ("c", Some(20))];
        statement_replays(encoding, table_of_strings(), Ddl::Rebuild, &columns);
    }
}

#[test]
fn every_byte_is_counted_once_for_a_purpose_and_once_for_a_type() {
    for encoding in all_encodings() {
        let mut plan = plan(Table::t0(), 5000, Ddl::AddIndex, &[("b", None)]);
        plan.encoding = encoding;
        let (primary, _) = run(&plan);
        let statistics = primary.log.statistics();
        assert_eq!(statistics.total().bytes, primary.log.payload_bytes(), "{}", encoding.name());
        let by_kind: u64 = (0..encoding.kinds().len()).map(|kind| statistics.kind(kind as u8).bytes).sum();
        assert_eq!(by_kind, primary.log.payload_bytes(), "{}", encoding.name());
    }
}

#[test]
fn an_unlogged_build_logs_only_the_account_of_pages_and_a_mark() {
    let mut plan = plan(Table::t0(), 50_000, Ddl::AddIndex, &[("b", None)]);
    plan.encoding = encoding("unlogged").unwrap();
    let (primary, _) = run(&plan);
    let statistics = primary.log.statistics();
    let mark = statistics.purpose(Purpose::IndexLoad);
    assert_eq!(mark.records, 1);
    // Type, tablespace, page in one byte or two, eight bytes of index number.
    assert!((11..=12).contains(&mark.bytes));
    let others = [Purpose::Allocation, Purpose::Framing, Purpose::IndexLoad];
    let accounted: u64 = others.iter().map(|&purpose| statistics.purpose(purpose).bytes).sum();
    assert_eq!(accounted, statistics.total().bytes);
    assert!(primary.log.payload_bytes() < 5000, "{} B", primary.log.payload_bytes());
}
