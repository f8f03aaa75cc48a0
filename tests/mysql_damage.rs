//! Damaged logs and damaged pages: the MySQL-style encodings say so, and never panic.

mod mysql_support;

use mysql_support::*;
use proptest::prelude::*;
use redo_lab::innodb::{IndexLayout, Table, TableRows};
use redo_lab::redo::{Encoding, encoding};

/// A mini-transaction that builds page `page_no`.
fn built_page(encoding: &'static dyn Encoding, page_no: u32) -> Vec<u8> {
    let table = Table::t0();
    let layout = IndexLayout::secondary(&table, &index_on(&table, "b"), 41);
    let records = sorted_records(&layout, &TableRows::new(table, 12, 1));
    let mut log = new_log(encoding);
    let mut builder = Builder::new(page_no, 4096, &layout, 0);
    builder.append(&records);
    builder.log(&mut log, &layout);
    mini_transactions(&mut log).remove(0).1
}

fn try_everything(encoding: &dyn Encoding, bytes: &[u8], noise: &[u8]) {
    if let Ok(Some(len)) = encoding.mtr_len(bytes) {
        assert!(len <= bytes.len());
        let mtr = &bytes[..len];
        let mut replica = some_pages(noise);
        let applied = encoding.apply(mtr, &mut replica);
        let decoded = encoding.decode(mtr, SPACE);
        if let (Ok(applied), Ok(decoded)) = (applied, decoded) {
            assert_eq!(applied, decoded.len() as u64);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), noise: [u8; 8]) {
        for encoding in mysql_encodings() {
            try_everything(encoding, &bytes, &noise);
            let mut replica = some_pages(&noise);
            let _ = encoding.apply(&bytes, &mut replica);
            let _ = encoding.decode(&bytes, SPACE);
        }
    }

    #[test]
    fn damaged_mini_transactions_never_panic(
        page_no in 14_u32..18,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
        cut in any::<prop::sample::Index>(),
        noise in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        for encoding in mysql_encodings().into_iter().filter(|encoding| encoding.logs_bulk_pages()) {
            let mut mtr = built_page(encoding, page_no);
            prop_assert_eq!(encoding.mtr_len(&mtr), Ok(Some(mtr.len())));
            let cut = cut.index(mtr.len());
            prop_assert_eq!(encoding.mtr_len(&mtr[..cut]), Ok(None));
            for (at, byte) in &changes {
                let at = at.index(mtr.len());
                mtr[at] = *byte;
            }
            try_everything(encoding, &mtr, &noise);
        }
    }

    #[test]
    fn inserts_into_damaged_pages_never_panic(
        records in prop::collection::vec(
            (15_u8..18, 95_u16..3000, prop::collection::vec(any::<u8>(), 0..24), any::<bool>()),
            1..12,
        ),
        noise in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let encoding = encoding("physiological").unwrap();
        let mut mtr = Vec::new();
        for (page_no, cursor, tail, on_page) in records {
            let cursor = if on_page { 126 + cursor % 200 * 14 } else { cursor };
            mtr.extend_from_slice(&[38, SPACE as u8, page_no, 0, 2, 0, 2, 0, 4, 0x80, 4]);
            mtr.extend_from_slice(&cursor.to_be_bytes());
            mtr.push(2 * tail.len() as u8);
            mtr.extend_from_slice(&tail);
        }
        mtr.push(31);
        let mut replica = some_pages(&noise);
        let _ = encoding.apply(&mtr, &mut replica);
    }

    #[test]
    fn damaged_row_changes_never_panic(
        seed in 0_u64..50,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5),
        noise in prop::collection::vec(any::<u8>(), 0..20),
    ) {
        let (layout, records) = varying_tree();
        let encoding = encoding("physiological").unwrap();
        let (mtrs, _) = change_randomly(encoding, &layout, &records, seed);
        let mut replica = some_pages(&noise);
        let page_17 = replica.pages[&17].clone();
        replica.pages.insert(15, if seed % 2 == 0 { page_17 } else { Builder::new(15, 4096, &layout, 0).page });
        for (index, mtr) in mtrs.iter().enumerate() {
            let mut mtr = mtr.clone();
            let (at, byte) = changes[index % changes.len()];
            let at = at.index(mtr.len());
            mtr[at] = byte;
            let _ = encoding.mtr_len(&mtr);
            let _ = encoding.apply(&mtr, &mut replica);
            let _ = encoding.decode(&mtr, SPACE);
        }
    }
}
