//! What several tests share: plans of statements, and running them.
#![allow(dead_code)]

use std::rc::Rc;

use redo_lab::innodb::{IndexDefinition, KeyPart, Table, TableRows, Tablespace};
use redo_lab::lab::redo_volume::plan::{ServerNumbers, StatementPlan};
use redo_lab::lab::redo_volume::primary::Primary;
use redo_lab::lab::redo_volume::{Ddl, InsertOrder};
use redo_lab::redo::{Encoding, encoding};
use redo_lab::replica::{Replica, compare_page};

/// Secondary indexes by column, each with a prefix length if it uses less than the whole column.
pub fn indexes(table: &Table, columns: &[(&str, Option<u16>)]) -> Vec<IndexDefinition> {
    let part = |name: &str, prefix| KeyPart {
        column: table.columns.iter().position(|column| column.name == name).expect("the column exists"),
        prefix,
    };
    columns
        .iter()
        .map(|(name, prefix)| IndexDefinition { name: (*name).into(), parts: vec![part(name, *prefix)] })
        .collect()
}

/// The seven indexes of the report MDEV-19747.
pub const SEVEN: [(&str, Option<u16>); 7] =
    [("b", None), ("c", None), ("d", None), ("e", Some(10)), ("f", Some(4)), ("g", Some(5)), ("h", Some(5))];

/// A statement at 16 KiB pages in the physical encoding.
pub fn plan(table: Table, rows: u32, ddl: Ddl, columns: &[(&str, Option<u16>)]) -> StatementPlan {
    let secondary = indexes(&table, columns);
    StatementPlan {
        rows: Rc::new(TableRows::new(table, rows, 1)),
        ddl,
        secondary,
        insert_order: InsertOrder::PrimaryKey,
        shuffle_seed: 101,
        page_size: 16_384,
        fill_factor: 100,
        sort_buffer_bytes: 1 << 20,
        load_threads: 1,
        keep_older_pages: false,
        encoding: physical(),
        bytes_before: 0,
        numbers: ServerNumbers::default(),
    }
}

/// The physical encoding.
pub fn physical() -> &'static dyn Encoding {
    encoding("physical").expect("the encoding exists")
}

/// Runs a statement to its end; returns the primary and the whole log file.
pub fn run(plan: &StatementPlan) -> (Primary, Vec<u8>) {
    let (mut primary, _) = Primary::new(plan);
    while !primary.step(100_000).done {}
    let mut log = Vec::new();
    primary.log.writer().finish_into(&mut log);
    (primary, log)
}

/// Replays a log on a replica that starts from the file as it was before the statement.
pub fn replica_of(plan: &StatementPlan) -> (Replica, u64) {
    let (primary, older) = Primary::new(plan);
    let start_lsn = primary.log.start_lsn();
    let empty = Tablespace::new(plan.numbers.space_id, plan.page_size);
    (Replica::new(plan.encoding, start_lsn, empty, older), start_lsn)
}

/// Panics unless both hold the same pages.
pub fn assert_identical(primary: &Primary, replica: &Replica) {
    for (page_no, page) in replica.space().iter() {
        compare_page(page_no, primary.space.get(page_no), Some(page)).unwrap();
    }
}
