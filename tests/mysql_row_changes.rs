//! Single-row changes, splits and undo in MySQL's format replay to the same pages.

mod mysql_support;

use mysql_support::*;
use redo_lab::innodb::extent::KeyOrder;
use redo_lab::innodb::{IndexLayout, RecordBuffer, Table, TableRows, page};
use redo_lab::redo::{Encoding, IndexPage, MtrBuffer, encoding};

/// Applies mini-transactions and checks that each is as long as the encoding says.
fn apply_all(encoding: &dyn Encoding, mtrs: &[Vec<u8>], replica: &mut Replica) {
    for mtr in mtrs {
        assert_eq!(encoding.mtr_len(mtr), Ok(Some(mtr.len())));
        let applied = encoding.apply(mtr, replica).unwrap();
        assert_eq!(applied, encoding.decode(mtr, SPACE).unwrap().len() as u64);
    }
}

#[test]
fn changes_of_single_rows_replay_byte_for_byte() {
    let table = Table::t0();
    let fixed = IndexLayout::clustered(&table, 40);
    let rows = TableRows::new(table, 150, 1);
    let trees = [(sorted_records(&fixed, &rows), fixed), {
        let (layout, records) = varying_tree();
        (records, layout)
    }];
    for encoding in mysql_encodings() {
        for (records, layout) in &trees {
            for seed in 0..20 {
                let (mtrs, expected) = change_randomly(encoding, layout, records, seed);
                let mut replica = Replica::new(4096);
                replica.pages.insert(15, Builder::new(15, 4096, layout, 0).page);
                apply_all(encoding, &mtrs, &mut replica);
                assert!(*replica.pages[&15] == *expected, "{} with seed {seed}", encoding.name());
            }
        }
    }
}

#[test]
fn a_split_copies_and_deletes_with_one_record_each() {
    let (layout, mut records) = varying_tree();
    let order = KeyOrder::new(&layout);
    let key = |record: &RecordBuffer| (record.bytes().to_vec(), record.extra_bytes());
    records.sort_by(|left, right| {
        let (left, right) = (key(left), key(right));
        order.compare(&layout, (&left.0, left.1), (&right.0, right.1))
    });
    let mut full = Builder::new(15, 4096, &layout, 0);
    full.append(&records[..records_on_page(&layout, &records, 4096)]);
    let empty = Builder::new(16, 4096, &layout, 0);
    let mut replica = Replica::new(4096);
    replica.pages.insert(15, full.page.clone());
    replica.pages.insert(16, empty.page.clone());

    let encoding = encoding("physiological").unwrap();
    let origins = page::record_origins(&full.page, 1000);
    let (mut old, mut new) = (full.page.into_vec(), empty.page.into_vec());
    let mut out = MtrBuffer::new(SPACE);
    let half = origins.len() / 2;
    let mut page = IndexPage { page_no: 16, bytes: &mut new, layout: &layout };
    encoding.copy_rows(&mut out, &mut page, &old, (origins[half], page::SUPREMUM));
    let mut page = IndexPage { page_no: 15, bytes: &mut old, layout: &layout };
    encoding.delete_list_end(&mut out, &mut page, origins[half - 1]);
    encoding.end(&mut out);
    apply_all(encoding, &[out.bytes.clone()], &mut replica);
    assert!(*replica.pages[&15] == *old && *replica.pages[&16] == *new);
    let kinds: Vec<&str> = encoding
        .decode(&out.bytes, SPACE)
        .unwrap()
        .iter()
        .map(|view| encoding.kinds()[usize::from(view.kind)])
        .collect();
    assert_eq!(kinds, ["MLOG_COMP_LIST_END_COPY_CREATED", "MLOG_COMP_LIST_END_DELETE"]);
    assert_eq!(usize::from(page::n_recs(&old)) + usize::from(page::n_recs(&new)), origins.len());
}

#[test]
fn undo_records_replay_byte_for_byte() {
    let encoding = encoding("physiological").unwrap();
    let page_no = redo_lab::innodb::tablespace::SYSTEM_SPACE + 301;
    let mut undo = vec![0; 4096];
    page::init(&mut undo, 0, 301);
    let mut out = MtrBuffer::new(SPACE);
    encoding.init_page(&mut out, page_no);
    encoding.init_undo_page(&mut out, page_no, &mut undo);
    for number in 0..10 {
        encoding.append_undo(&mut out, page_no, &mut undo, &[0x0B, number, 0x14, 4, 0x80, 0, 0, number]);
    }
    // Type, space 0, page 301 in two bytes, two bytes of length, the record.
    let last = [20, 0, 0x81, 0x2D, 0, 8, 0x0B, 9, 0x14, 4, 0x80, 0, 0, 9];
    assert!(out.bytes.ends_with(&last));
    encoding.end(&mut out);
    let mut replica = Replica::new(4096);
    apply_all(encoding, &[out.bytes], &mut replica);
    assert!(*replica.pages[&page_no] == *undo);
}
