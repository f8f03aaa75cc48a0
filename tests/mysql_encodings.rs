//! The MySQL-style encodings: replay gives the same pages, and records have the sizes that their layouts say.

#[allow(dead_code, reason = "each test file uses what it needs")]
mod mysql_support;

use mysql_support::*;
use proptest::prelude::*;
use redo_lab::base::random::Stream;
use redo_lab::innodb::extent::{KeyOrder, record_extent};
use redo_lab::innodb::{
    Column, ColumnKind, IndexLayout, NO_PAGE, RecordBuffer, Table, TableRows, Values, page, page_edit,
    put_u32, u16_at,
};
use redo_lab::redo::{
    Encoding, IndexPage, MtrBuffer, Purpose, RowInsert, encoding, encoding_with, encodings,
};

const PAGE_SIZES: [usize; 5] = [4096, 8192, 16_384, 32_768, 65_536];

/// Every encoding that logs bulk-built pages, compressed images included.
fn logging_encodings() -> Vec<&'static dyn Encoding> {
    let lz4 = encoding_with("page-image", "lz4").unwrap();
    let plain = encodings().iter().copied().filter(|encoding| encoding.logs_bulk_pages());
    plain.chain([lz4]).collect()
}

/// Replays `log` into `replica` and compares it with the pages of `built`.
fn assert_replays(what: &str, log: &mut redo_lab::redo::RedoLog, replica: &mut Replica, built: &[Builder]) {
    replay(log, replica);
    for builder in built {
        let copy = &replica.pages[&builder.page_no];
        let differs = builder.page.iter().zip(copy.iter()).position(|(left, right)| left != right);
        assert_eq!(differs, None, "{what}: first byte of page {} that differs", builder.page_no);
    }
}

#[test]
fn leaf_and_node_pages_of_every_tree_replay_byte_for_byte() {
    for encoding in logging_encodings() {
        for (name, layout, rows) in reference_trees(700) {
            let records = sorted_records(&layout, &rows);
            for page_size in PAGE_SIZES {
                let what = format!("{} of {name} at {page_size}", encoding.name());
                let mut log = new_log(encoding);
                let (mut pages, firsts) = build_leaves(&mut log, &layout, &records, page_size, 100);
                let mut node = Builder::new(99, page_size, &layout, 1);
                let pointers = node_pointers(&layout, &firsts, 100);
                node.append(&pointers[..records_on_page(&layout, &pointers, page_size)]);
                node.log(&mut log, &layout);
                pages.push(node);
                assert_replays(&what, &mut log, &mut Replica::new(page_size), &pages);
            }
        }
    }
}

#[test]
fn pages_of_every_number_of_records_replay_byte_for_byte() {
    let rows = TableRows::new(Table::t0(), 40, 1);
    let layout = IndexLayout::secondary(&Table::t0(), &index_on(&Table::t0(), "b"), 41);
    let records = sorted_records(&layout, &rows);
    for encoding in logging_encodings() {
        for count in 1..=records.len() {
            let mut log = new_log(encoding);
            let mut builder = Builder::new(30, 4096, &layout, 0);
            builder.append(&records[..count]);
            builder.log(&mut log, &layout);
            let what = format!("{} with {count} records", encoding.name());
            assert_replays(&what, &mut log, &mut Replica::new(4096), &[builder]);
        }
    }
}

#[test]
fn a_page_that_is_opened_again_replays_byte_for_byte() {
    let rows = TableRows::new(Table::t0(), 60, 1);
    let layout = IndexLayout::secondary(&Table::t0(), &index_on(&Table::t0(), "b"), 41);
    let records = sorted_records(&layout, &rows);
    for encoding in logging_encodings() {
        for first in 1..records.len() {
            let mut log = new_log(encoding);
            let mut builder = Builder::new(30, 4096, &layout, 0);
            builder.append(&records[..first]);
            builder.log(&mut log, &layout);
            builder.append(&records[first..]);
            put_u32(&mut builder.page, page::FIL_PAGE_NEXT, 31);
            builder.log(&mut log, &layout);
            let what = format!("{} after {first} records", encoding.name());
            assert_replays(&what, &mut log, &mut Replica::new(4096), &[builder]);
        }
    }
}

#[test]
fn records_copied_into_an_existing_root_replay_byte_for_byte() {
    for encoding in logging_encodings() {
        for (name, layout, rows) in reference_trees(50) {
            let records = sorted_records(&layout, &rows);
            for level in [0, 1] {
                let mut log = new_log(encoding);
                let empty = Builder::new(14, 16_384, &layout, 0);
                let mut replica = Replica::new(16_384);
                let mut root = Builder::new(14, 16_384, &layout, 0);
                page::create_index(&mut root.page);
                redo_lab::innodb::put_u64(&mut root.page, page::PAGE_INDEX_ID, layout.id);
                replica.pages.insert(14, root.page.clone());
                let mut root = root.on_existing(&layout, level);
                match level {
                    0 => root.append(&records[..5]),
                    _ => root.append(&node_pointers(&layout, &records, 100)),
                }
                assert_eq!(page::prev(&empty.page), NO_PAGE);
                root.log(&mut log, &layout);
                let what = format!("{} of {name}, level {level}", encoding.name());
                assert_replays(&what, &mut log, &mut replica, &[root]);
            }
        }
    }
}

#[test]
fn only_ordinary_inserts_leave_their_direction_on_the_page() {
    let rows = TableRows::new(Table::t0(), 20, 1);
    let layout = IndexLayout::clustered(&Table::t0(), 40);
    let records = sorted_records(&layout, &rows);
    for encoding in logging_encodings() {
        let mut builder = Builder::new(30, 4096, &layout, 0);
        builder.append(&records);
        builder.log(&mut new_log(encoding), &layout);
        let expected = match encoding.name() {
            "physiological" => (page::DIRECTION_RIGHT, 19),
            _ => (page::NO_DIRECTION, 0),
        };
        let direction = u16_at(&builder.page, page::PAGE_DIRECTION);
        let in_a_row = u16_at(&builder.page, page::PAGE_N_DIRECTION);
        assert_eq!((direction, in_a_row), expected, "{}", encoding.name());
    }
}

// ---- Sizes, computed from the layouts and not by the encoder.

fn compressed_len(value: usize) -> usize {
    match value {
        0..=0x7F => 1,
        0x80..=0x3FFF => 2,
        0x4000..=0x1F_FFFF => 3,
        0x20_0000..=0x0FFF_FFFF => 4,
        _ => 5,
    }
}

/// All bytes of a record, and how many lie in front of its data.
type Bytes = (Vec<u8>, usize);

fn bytes_of(record: &RecordBuffer) -> Bytes {
    (record.bytes().to_vec(), record.extra_bytes())
}

/// The infimum, as every page has it.
fn infimum() -> Bytes {
    (b"\x01\x00\x02\x00\x0dinfimum\0".to_vec(), 5)
}

/// Bytes of the tail of `record` inserted after `cursor`: walks both as the rule says, one byte after the other.
fn tail_len(cursor: &Bytes, record: &Bytes) -> usize {
    let extra = record.1;
    let size = record.0.len();
    let mut same = 0;
    if cursor.1 == extra {
        while same < size.min(cursor.0.len()) {
            if (extra - 5..extra).contains(&same) || cursor.0[same] == record.0[same] {
                same += 1;
            } else {
                break;
            }
        }
    }
    let flags = |bytes: &Bytes| (bytes.0[bytes.1 - 5] >> 4, bytes.0[bytes.1 - 3] & 7);
    let short = cursor.1 == extra && cursor.0.len() == size && flags(cursor) == flags(record);
    let new = size - same;
    match short {
        true => compressed_len(2 * new) + new,
        false => compressed_len(2 * new + 1) + 1 + compressed_len(extra) + compressed_len(same) + new,
    }
}

fn head_len(page_no: u32) -> usize {
    1 + compressed_len(SPACE as usize) + compressed_len(page_no as usize)
}

fn info_len(layout: &IndexLayout) -> usize {
    4 + 2 * layout.fields.len()
}

/// Tail sizes of the records of one page.
fn tails(records: &[RecordBuffer]) -> Vec<usize> {
    let bytes: Vec<Bytes> = std::iter::once(infimum()).chain(records.iter().map(bytes_of)).collect();
    bytes.windows(2).map(|pair| tail_len(&pair[0], &pair[1])).collect()
}

/// Encoded sizes of all records of type `kind` in the log of one page.
fn encoded(
    encoding: &'static dyn Encoding,
    layout: &IndexLayout,
    level: u16,
    page_no: u32,
    records: &[RecordBuffer],
    kind: &str,
) -> Vec<usize> {
    let mut log = new_log(encoding);
    let mut builder = Builder::new(page_no, 16_384, layout, level);
    builder.append(records);
    builder.log(&mut log, layout);
    let mut sizes = Vec::new();
    for (_, mtr) in mini_transactions(&mut log) {
        for view in encoding.decode(&mtr, SPACE).unwrap() {
            if encoding.kinds()[usize::from(view.kind)] == kind {
                sizes.push(view.bytes.len());
            }
        }
    }
    sizes
}

#[test]
fn every_record_has_the_size_that_its_layout_says() {
    let single = encoding("physiological").unwrap();
    let list = encoding("list-copy").unwrap();
    for (name, layout, rows) in reference_trees(2000) {
        let records = sorted_records(&layout, &rows);
        let mut firsts = Vec::new();
        let mut rest = records.as_slice();
        let check = |level: u16, page_no: u32, on_page: &[RecordBuffer]| {
            let tails = tails(on_page);
            let head = head_len(page_no) + info_len(&layout);
            let inserts: Vec<usize> = tails.iter().map(|tail| head + 2 + tail).collect();
            let one_list = head + 4 + tails.iter().sum::<usize>();
            let what = format!("{name}, level {level}, page {page_no}");
            assert_eq!(
                encoded(single, &layout, level, page_no, on_page, "MLOG_COMP_REC_INSERT"),
                inserts,
                "{what}"
            );
            let kind = "MLOG_COMP_LIST_END_COPY_CREATED";
            assert_eq!(encoded(list, &layout, level, page_no, on_page, kind), [one_list], "{what}");
        };
        for page_no in [15, 127, 128, 16_383, 16_384, 2_097_152].into_iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (now, later) = rest.split_at(records_on_page(&layout, rest, 16_384));
            check(0, page_no, now);
            firsts.push(now[0].clone());
            rest = later;
        }
        let pointers = node_pointers(&layout, &firsts, 200);
        check(1, 17, &pointers[..records_on_page(&layout, &pointers, 16_384)]);
    }
}

#[test]
fn a_page_image_costs_the_page_and_seven_bytes() {
    let rows = TableRows::new(Table::t0(), 20, 1);
    let layout = IndexLayout::clustered(&Table::t0(), 40);
    let records = sorted_records(&layout, &rows);
    let image = encoding("page-image").unwrap();
    assert_eq!(encoded(image, &layout, 0, 15, &records, "MLOG_PAGE_IMAGE"), [16_384 + 7]);
    let lz4 = encoding_with("page-image", "lz4").unwrap();
    let compressed = encoded(lz4, &layout, 0, 15, &records, "MLOG_PAGE_IMAGE")[0];
    assert!(compressed < 700, "20 records compress to {compressed} bytes");
    for encoding in encodings().iter().filter(|encoding| encoding.name() != "page-image") {
        assert!(encoding_with(encoding.name(), "lz4").is_none());
        assert!(encoding_with(encoding.name(), "none").is_some());
    }
}

/// Bytes a row of the leaf pages of 200,000 rows of t0.
fn bytes_a_row(encoding_name: &str, key: Option<&str>) -> f64 {
    let table = Table::t0();
    let rows = TableRows::new(table.clone(), 200_000, 1);
    // The clustered index has its leaves from page 5 on, the secondary one after them.
    let (layout, first_page) = match key {
        None => (IndexLayout::clustered(&table, 40), 5),
        Some(key) => (IndexLayout::secondary(&table, &index_on(&table, key), 41), 370),
    };
    let mut log = new_log(encoding(encoding_name).unwrap());
    build_leaves(&mut log, &layout, &sorted_records(&layout, &rows), 16_384, first_page);
    log.payload_bytes() as f64 / 200_000.0
}

#[test]
fn bytes_a_row_agree_with_the_estimates_from_the_layouts() {
    let estimates = [("physiological", 36.9, 19.7), ("list-copy", 19.1, 6.1), ("page-image", 29.7, 14.7)];
    for (name, clustered, secondary) in estimates {
        let measured = (bytes_a_row(name, None), bytes_a_row(name, Some("b")));
        println!("{name}: {:.3} {:.3}", measured.0, measured.1);
        assert!((measured.0 - clustered).abs() < 0.3, "{name}, clustered: {} B a row", measured.0);
        assert!((measured.1 - secondary).abs() < 0.3, "{name}, secondary: {} B a row", measured.1);
    }
}

#[test]
fn an_unlogged_index_leaves_one_mark() {
    let unlogged = encoding("unlogged").unwrap();
    let layout = IndexLayout::clustered(&Table::t0(), 45);
    let mut out = redo_lab::redo::MtrBuffer::new(SPACE);
    unlogged.index_loaded(&mut out, &layout, 14);
    unlogged.end(&mut out);
    assert_eq!(out.bytes, [0xBD, 5, 14, 0, 0, 0, 0, 0, 0, 0, 45]);
    assert_eq!(out.statistics.purpose(Purpose::IndexLoad).bytes, 11);
    let mut replica = Replica::new(4096);
    assert_eq!(unlogged.apply(&out.bytes, &mut replica), Ok(1));
    assert_eq!(replica.loaded, [45]);
}

// ---- Damage.

/// A replica with a full page 15, an empty page 16 and page 17 of `noise`.
fn some_pages(noise: &[u8]) -> Replica {
    let mut replica = Replica::new(4096);
    let table = Table::t0();
    let layout = IndexLayout::secondary(&table, &index_on(&table, "b"), 41);
    let records = sorted_records(&layout, &TableRows::new(table, 200, 1));
    let mut full = Builder::new(15, 4096, &layout, 0);
    full.append(&records);
    replica.pages.insert(15, full.page);
    replica.pages.insert(16, Builder::new(16, 4096, &layout, 0).page);
    let mut noisy = replica.pages[&15].clone();
    for (index, &byte) in noise.iter().enumerate() {
        let at = (index * 7 + usize::from(byte)) % 4096;
        noisy[if index % 2 == 0 { at % 200 } else { at }] = byte;
    }
    replica.pages.insert(17, noisy);
    replica
}

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

fn mysql_encodings() -> Vec<&'static dyn Encoding> {
    logging_encodings()
        .into_iter()
        .chain(encoding("unlogged"))
        .filter(|encoding| encoding.name() != "physical")
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

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
}

// ---- Rows one after the other.

/// Random inserts, deletes and reorganisations on page 15 of `layout`: the mini-transactions, and the page in the end.
fn change_randomly(
    encoding: &'static dyn Encoding,
    layout: &IndexLayout,
    records: &[RecordBuffer],
    seed: u64,
) -> (Vec<Vec<u8>>, Vec<u8>) {
    let mut bytes = Builder::new(15, 4096, layout, 0).page.into_vec();
    let order = KeyOrder::new(layout);
    let mut random = Stream::new(seed, "rows");
    let (mut out, mut mtrs) = (MtrBuffer::new(SPACE), Vec::new());
    for _ in 0..200 {
        let record = &records[random.below(records.len() as u64) as usize];
        let key = (record.bytes(), record.extra_bytes());
        let previous =
            page_edit::search(&bytes, |origin| order.compare(layout, (&bytes, origin), key).is_lt());
        let next = page::next_record(&bytes, previous);
        let is_there = next != page::SUPREMUM && order.compare(layout, (&bytes, next), key).is_eq();
        let freed = page_edit::freed_record(&bytes).map(|origin| record_extent(layout, &bytes, origin));
        let place = page_edit::place_for(&bytes, record.bytes().len(), freed);
        let origins = page::record_origins(&bytes, 1000);
        let mut page = IndexPage { page_no: 15, bytes: &mut bytes, layout };
        match (random.below(12), place) {
            (0, _) if is_there => encoding.delete_row(&mut out, &mut page, previous),
            (1, _) if origins.len() > 20 => encoding.delete_list_start(&mut out, &mut page, origins[3]),
            (2, _) if origins.len() > 20 => encoding.delete_list_end(&mut out, &mut page, origins[15]),
            (3, _) => encoding.reorganize(&mut out, &mut page),
            (4, _) => encoding.forget_last_insert(&mut out, &mut page),
            (_, Some(place)) if !is_there => {
                let (bytes, origin) = (record.bytes(), record.extra_bytes());
                let insert = RowInsert { previous, record: bytes, origin, place };
                encoding.insert_row(&mut out, &mut page, &insert);
            }
            (_, None) if !is_there => encoding.reorganize(&mut out, &mut page),
            _ => {}
        }
        if out.records > 0 && random.below(3) == 0 {
            encoding.end(&mut out);
            mtrs.push(out.bytes.clone());
            out.clear();
        }
    }
    page_edit::check_page(&bytes).unwrap();
    if out.records > 0 {
        encoding.end(&mut out);
        mtrs.push(out.bytes);
    }
    (mtrs, bytes)
}

/// Applies mini-transactions and checks that each is as long as the encoding says.
fn apply_all(encoding: &dyn Encoding, mtrs: &[Vec<u8>], replica: &mut Replica) {
    for mtr in mtrs {
        assert_eq!(encoding.mtr_len(mtr), Ok(Some(mtr.len())));
        let applied = encoding.apply(mtr, replica).unwrap();
        assert_eq!(applied, encoding.decode(mtr, SPACE).unwrap().len() as u64);
    }
}

/// A table whose index entries have all sizes, and NULLs.
fn varying_tree() -> (IndexLayout, Vec<RecordBuffer>) {
    let text = Column {
        lengths: (0, 200),
        null_pct: 20,
        ..Column::new("t", ColumnKind::VarChar(300), Values::Uniform { distinct: 90 }).nullable()
    };
    let short = Column {
        lengths: (0, 9),
        ..Column::new("s", ColumnKind::VarChar(9), Values::Uniform { distinct: 7 })
    };
    let id = Column::new("a", ColumnKind::Int, Values::Sequential);
    let table =
        Table { name: "x".into(), columns: vec![id, text, short], primary_key: vec![0], existing: vec![] };
    let layout = IndexLayout::secondary(&table, &index_on(&table, "t,s"), 41);
    let rows = TableRows::new(table, 120, 3);
    let mut records = Vec::new();
    for row in 0..rows.count() {
        let mut record = RecordBuffer::new();
        record.set_leaf(&layout, &rows, row, redo_lab::innodb::record::REBUILT);
        records.push(record);
    }
    (layout, records)
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

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
