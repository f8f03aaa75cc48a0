//! One index page, read byte by byte.

use super::{IndexShape, Value};

/// A big-endian number of up to eight bytes.
pub fn number(bytes: &[u8], offset: usize, len: usize) -> u64 {
    bytes[offset..offset + len].iter().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// A record as a page holds it.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its fields; of a node pointer, those of the key.
    pub fields: Vec<Value>,
    /// The page that a node pointer leads to.
    pub child: u32,
    /// Whether it is marked as the least of its level.
    pub is_minimum: bool,
    /// First byte and one past the last.
    extent: (usize, usize),
}

/// A page whose header, chain of records and directory agree.
pub struct CheckedPage {
    /// Left and right.
    pub siblings: (u64, u64),
    /// In the order of the chain.
    pub records: Vec<Record>,
}

impl CheckedPage {
    /// Reads page `page_no` of the index and level given.
    pub fn read(page: &[u8], page_no: u32, (index_id, level): (u64, u64), shape: &IndexShape) -> Self {
        assert_eq!(number(page, 4, 4), u64::from(page_no), "page number");
        assert_eq!(number(page, 24, 2), 17_855, "type of page {page_no}");
        assert_eq!(number(page, 64, 2), level, "level of page {page_no}");
        assert_eq!(number(page, 66, 8), index_id, "index of page {page_no}");
        assert_eq!(
            &page[94..107],
            b"\x01\x00\x02"
                .iter()
                .chain(&page[97..99])
                .chain(b"infimum\0")
                .copied()
                .collect::<Vec<u8>>()
                .as_slice()
        );
        assert_eq!(&page[112..120], b"supremum");
        let mut records = Vec::new();
        let mut origins = Vec::new();
        let mut at = next(page, 99);
        while at != 112 {
            assert!(at > 120 && at < page.len(), "page {page_no}: the chain leads to offset {at}");
            assert!(origins.len() < page.len() / 5, "page {page_no}: the chain has a loop");
            origins.push(at);
            records.push(read_record(page, at, level, shape));
            at = next(page, at);
        }
        check_header(page, page_no, &origins, &records);
        check_directory(page, page_no, &origins);
        Self { siblings: (number(page, 8, 4), number(page, 12, 4)), records }
    }
}

fn next(page: &[u8], origin: usize) -> usize {
    (origin + number(page, origin - 2, 2) as usize) % 65_536 % page.len()
}

fn read_record(page: &[u8], origin: usize, level: u64, shape: &IndexShape) -> Record {
    assert_eq!(u64::from(page[origin - 3] & 7), u64::from(level > 0), "status of the record at {origin}");
    let in_record = if level > 0 { shape.key_fields } else { shape.fields.len() };
    // A node pointer has room for the flags of all fields that may be NULL.
    let null_bytes = shape.fields.iter().filter(|field| field.nullable).count().div_ceil(8);
    let flags_end = origin - 5;
    let mut lengths = flags_end - null_bytes;
    let mut flag = 0;
    let mut data = origin;
    let mut fields = Vec::new();
    for field in &shape.fields[..in_record] {
        if field.nullable {
            flag += 1;
            let byte = page[flags_end - 1 - (flag - 1) / 8];
            if byte >> ((flag - 1) % 8) & 1 == 1 {
                fields.push(Value::Null);
                continue;
            }
        }
        let len = field.fixed.unwrap_or_else(|| {
            lengths -= 1;
            let first = usize::from(page[lengths]);
            // Columns of more than 255 bytes take a second byte from 128 on.
            if field.kind.is_some_and(|kind| kind.max_len() > 255) && first > 127 {
                lengths -= 1;
                (first & 0x3F) * 256 + usize::from(page[lengths])
            } else {
                first
            }
        });
        assert!(len <= field.keeps, "a field of {len} bytes where {} are kept", field.keeps);
        fields.push(field.value(&page[data..data + len]));
        data += len;
    }
    let mut child = 0;
    if level > 0 {
        child = number(page, data, 4) as u32;
        data += 4;
    }
    Record { fields, child, is_minimum: page[origin - 5] & 0x10 != 0, extent: (lengths, data) }
}

fn check_header(page: &[u8], page_no: u32, origins: &[usize], records: &[Record]) {
    let heap_top = number(page, 40, 2) as usize;
    let in_heap = number(page, 42, 2);
    assert_eq!(in_heap & 0x8000, 0x8000, "page {page_no} is COMPACT");
    let (in_heap, garbage) = ((in_heap & 0x7FFF) as usize, number(page, 46, 2) as usize);
    assert_eq!(number(page, 54, 2) as usize, records.len(), "record count of page {page_no}");
    assert!(in_heap >= records.len() + 2, "heap count of page {page_no}");
    let mut heap_nos: Vec<u64> = origins.iter().map(|origin| number(page, origin - 4, 2) >> 3).collect();
    heap_nos.sort_unstable();
    heap_nos.dedup();
    assert_eq!(heap_nos.len(), records.len(), "heap numbers of page {page_no} repeat");
    assert!(heap_nos.iter().all(|&heap_no| heap_no >= 2 && heap_no < in_heap as u64), "page {page_no}");
    let mut extents: Vec<(usize, usize)> = records.iter().map(|record| record.extent).collect();
    extents.sort_unstable();
    assert!(extents.windows(2).all(|pair| pair[0].1 <= pair[1].0), "records of page {page_no} overlap");
    assert!(extents.first().is_none_or(|first| first.0 >= 120), "page {page_no}");
    assert!(extents.last().is_none_or(|last| last.1 <= heap_top), "page {page_no}");
    let used: usize = extents.iter().map(|(start, end)| end - start).sum();
    assert_eq!(120 + used + garbage, heap_top, "page {page_no}: records and garbage make up the heap");
    if garbage == 0 {
        assert_eq!(in_heap, records.len() + 2, "heap count of page {page_no}");
    }
}

/// Each slot points to the last of the records that it owns, in the order of the chain.
fn check_directory(page: &[u8], page_no: u32, origins: &[usize]) {
    let slots = number(page, 38, 2) as usize;
    let slot = |index: usize| number(page, page.len() - 8 - 2 * (index + 1), 2) as usize;
    assert!(
        page.len() - 8 - 2 * slots >= number(page, 40, 2) as usize,
        "page {page_no}: directory over heap"
    );
    assert_eq!((slot(0), slot(slots - 1)), (99, 112), "ends of the directory of page {page_no}");
    let mut index = 0;
    let mut unowned = 0;
    for &origin in [99].iter().chain(origins).chain(&[112]) {
        unowned += 1;
        let owned = usize::from(page[origin - 5] & 15);
        if owned == 0 {
            continue;
        }
        assert_eq!((slot(index), owned), (origin, unowned), "slot {index} of page {page_no}");
        let allowed = match origin {
            99 => 1..=1,
            112 => 1..=8,
            _ => 4..=8,
        };
        assert!(allowed.contains(&owned), "slot {index} of page {page_no} owns {owned}");
        (index, unowned) = (index + 1, 0);
    }
    assert_eq!((index, unowned), (slots, 0), "slots of page {page_no}");
}
