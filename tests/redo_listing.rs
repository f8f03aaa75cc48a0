//! The physical encoding against a real log, record by record: `reference/mariadb-redo-listing.txt` lists the beginning
//! and the end of bulk-built pages as MariaDB 10.11 logged them.

mod support;

use redo_lab::innodb::{Column, ColumnKind, Table, Values};
use redo_lab::lab::redo_volume::Ddl;
use redo_lab::lab::redo_volume::plan::{ServerNumbers, StatementPlan};
use redo_lab::redo::{LogReader, RecordView};
use support::{physical, plan, run};

/// One listed mini-transaction.
struct Listed {
    lsn: u64,
    bytes: usize,
    records: usize,
    /// Lines before the elision, how many were elided, and lines after it.
    head: Vec<String>,
    tail: Vec<String>,
}

/// The mini-transactions listed under the heading that contains `heading`.
fn listed(heading: &str) -> Vec<Listed> {
    let text = include_str!("reference/mariadb-redo-listing.txt");
    let mut found = Vec::new();
    let mut inside = false;
    let mut elided = false;
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("##### ") {
            inside = title.contains(heading);
        } else if let (true, Some(numbers)) = (inside, line.strip_prefix("--- mtr ")) {
            let number = |name: &str| -> u64 {
                let field = numbers.split(' ').find_map(|field| field.strip_prefix(name));
                field.expect("the field is there").parse().expect("a number")
            };
            elided = false;
            let (bytes, records) = (number("bytes=") as usize, number("records=") as usize);
            found.push(Listed { lsn: number("lsn="), bytes, records, head: Vec::new(), tail: Vec::new() });
        } else if inside && line.trim_start().starts_with("... ") {
            elided = true;
        } else if inside {
            let mtr = found.last_mut().expect("a mini-transaction began");
            let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
            if elided { mtr.tail.push(line) } else { mtr.head.push(line) }
        }
    }
    found
}

/// A record in the listing's words.
fn line(kind: &str, space_id: u32, record: &RecordView<'_>) -> String {
    let mut words = match kind {
        "INIT_ROW_FORMAT_DYNAMIC" => vec!["EXTENDED".to_owned()],
        kind => vec![kind.to_owned()],
    };
    words.push(format!("{}B", record.bytes.len()));
    if record.bytes[0] & 0x80 == 0 {
        words.push(format!("{space_id}:{}", record.page_no.expect("the record names a page")));
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    match kind {
        "INIT_ROW_FORMAT_DYNAMIC" => words.push("sub=1".into()),
        "INIT_PAGE" => {}
        _ => {
            let offset = record.offset.expect("a change has an offset");
            words.push(format!("off={offset}"));
            words.push(format!("len={}", record.len));
            match kind {
                "WRITE" if record.len > 24 => {
                    let data = &record.bytes[record.bytes.len() - record.len..];
                    words.push(format!("data={}...", hex(&data[..24])));
                }
                "WRITE" => {
                    words.push(format!("data={}", hex(&record.bytes[record.bytes.len() - record.len..])))
                }
                "MEMSET" => words.push(format!("data={}", hex(&record.bytes[record.bytes.len() - 1..]))),
                _ => {
                    let source: usize =
                        record.detail.to_string().rsplit(' ').next().unwrap().parse().expect("an offset");
                    words.push(format!("src=off-{}", offset - source));
                }
            }
        }
    }
    words.join(" ")
}

/// The mini-transactions of a statement's log that build a page, with their start LSN.
fn page_builds(plan: &StatementPlan) -> Vec<(u64, usize, Vec<String>)> {
    let (primary, log) = run(plan);
    let mut reader = LogReader::new(physical(), primary.log.start_lsn());
    reader.push(&log).unwrap();
    let mut builds = Vec::new();
    while let Some(mtr) = reader.next_mtr().unwrap() {
        let records = physical().decode(mtr.bytes, plan.numbers.space_id).unwrap();
        let kind = |record: &RecordView<'_>| physical().kinds()[record.kind as usize];
        if kind(&records[0]) == "INIT_PAGE" && records.len() > 200 {
            let lines = records.iter().map(|record| line(kind(record), plan.numbers.space_id, record));
            builds.push((mtr.start_lsn, mtr.bytes.len(), lines.collect()));
        }
    }
    builds
}

fn assert_listed(heading: &str, plan: &StatementPlan) {
    let builds = page_builds(plan);
    let expected = listed(heading);
    assert_eq!(expected.len(), 2, "two pages are listed for {heading}");
    for (index, listed) in expected.iter().enumerate() {
        let (lsn, bytes, lines) = &builds[index];
        assert_eq!(lines[..listed.head.len()], listed.head, "beginning of page {index} of {heading}");
        assert_eq!(lines[lines.len() - listed.tail.len()..], listed.tail, "end of page {index} of {heading}");
        assert_eq!(
            (*bytes, lines.len()),
            (listed.bytes, listed.records),
            "size of page {index} of {heading}"
        );
        let distance = lsn - builds[0].0;
        assert_eq!(distance, listed.lsn - expected[0].lsn, "LSN distance of page {index} of {heading}");
    }
}

fn with_numbers(mut plan: StatementPlan, numbers: (u32, u64, u64)) -> StatementPlan {
    plan.numbers = ServerNumbers { space_id: numbers.0, first_index_id: numbers.1, trx_id: numbers.2 };
    plan
}

#[test]
fn a_bulk_built_secondary_page_is_logged_byte_for_byte_as_the_server_does() {
    let plan = plan(Table::t0(), 5_000, Ddl::AddIndex, &[("b", None)]);
    assert_listed("t0 add index b", &with_numbers(plan, (5, 27, 0x20)));
}

#[test]
fn a_rebuilt_clustered_page_is_logged_byte_for_byte_as_the_server_does() {
    let plan = plan(Table::t0(), 5_000, Ddl::Rebuild, &[("b", None)]);
    assert_listed("t0 force", &with_numbers(plan, (8, 28, 0x20)));
}

#[test]
fn an_index_on_blank_text_is_logged_byte_for_byte_as_the_server_does() {
    let a = Column::new("a", ColumnKind::BigInt, Values::Sequential);
    let b = Column::new("b", ColumnKind::Char(255), Values::Constant);
    let table = Table { name: "t1".into(), columns: vec![a, b], primary_key: vec![0], existing: vec![] };
    // Ten leaf pages of the table come before the index: 500 rows.
    let plan = plan(table, 500, Ddl::AddIndex, &[("b", None)]);
    assert_listed("t1 add index b", &with_numbers(plan, (6, 30, 0x32)));
}
