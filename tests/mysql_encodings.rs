//! The MySQL-style encodings: replay gives the same pages, and records have the sizes that their layouts say.

mod mysql_support;

use mysql_support::*;
use redo_lab::innodb::{IndexLayout, NO_PAGE, RecordBuffer, Table, TableRows, page, put_u32, u16_at};
use redo_lab::redo::{Encoding, Purpose, RedoLog, encoding, encoding_with, encodings};

const PAGE_SIZES: [usize; 5] = [4096, 8192, 16_384, 32_768, 65_536];

/// Replays `log` into `replica` and compares it with the pages of `built`.
fn assert_replays(what: &str, log: &mut RedoLog, replica: &mut Replica, built: &[Builder]) {
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
