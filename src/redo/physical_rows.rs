//! The `physical` encoding of single-record changes: the few records of MariaDB's format that know what an index page is.
//!
//! Writing every byte that one insert changes (record, links, counts, directory) took 13 records and 92 bytes when the
//! format was young. So it got records of its own: the log says "insert these bytes after that record", and replay fills in
//! heap number, links, counts and directory itself.
//!
//! *Worked example*, the second row of `t0` on page 3 of tablespace 7, after the record at 126:
//!
//! ```text
//! 20 0d | 07 03 | 06 | 1b | 08 | 00 | 02 | 00 | 1377 00000000003a 990000012d01.. ..   29 bytes
//!         page    |    |    |    |    |    |    data after the two bytes shared with the record before
//!         subtype-+    |    |    |    |    +--- NULL flags
//!         126 - 99 ----+    |    |    +-------- two leading data bytes are as in the record before
//!         one header byte --+    +------------- none of the header's
//! ```

use std::ops::Range;

use crate::base::PageNo;
use crate::innodb::layout::HEADER_BYTES;
use crate::innodb::page::{
    self, INFIMUM, PAGE_FREE, PAGE_GARBAGE, PAGE_LAST_INSERT, PAGE_N_DIR_SLOTS, PAGE_N_RECS, SUPREMUM,
};
use crate::innodb::page_edit::{self, ListEnd, Place};
use crate::innodb::record::status;
use crate::innodb::{put_u16, u16_at, undo_page};
use crate::redo::physical::{Physical, common_prefix, put_write, small_varint};
use crate::redo::physical_format::{put_page_parts, record_type, take_varint};
use crate::redo::rows::{IndexPage, RowEncoding, RowInsert, list_end_size, reorganize_page};
use crate::redo::{KindId, MtrBuffer, Purpose, ReplayError};

// Subtypes of EXTENDED records.
const SUB_UNDO_INIT: u8 = 2;
const SUB_UNDO_APPEND: u8 = 3;
const SUB_INSERT_HEAP_DYNAMIC: u8 = 6;
const SUB_INSERT_REUSE_DYNAMIC: u8 = 7;
const SUB_DELETE_ROW_FORMAT_DYNAMIC: u8 = 9;

// Positions in the encoding's list of record types.
const INSERT_HEAP: KindId = 7;
const INSERT_REUSE: KindId = 8;
const DELETE_ROW_FORMAT: KindId = 9;
const UNDO_INIT: KindId = 10;
const UNDO_APPEND: KindId = 11;

impl RowEncoding for Physical {
    fn insert_row(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, insert: &RowInsert<'_>) -> usize {
        out.purpose = Purpose::Record;
        out.entries += 1;
        let (bytes, origin) = (insert.record, insert.origin);
        let data = &bytes[origin..];
        // The infimum's data are no key: nothing is shared with them.
        let shared = match insert.previous {
            INFIMUM => 0,
            previous => {
                let end = (previous + data.len()).min(page.bytes.len());
                common_prefix(&page.bytes[previous..end], data)
            }
        };
        let header = origin - HEADER_BYTES;
        let (kind, subtype) = match insert.place {
            Place::Heap => (INSERT_HEAP, SUB_INSERT_HEAP_DYNAMIC),
            Place::Freed { .. } => (INSERT_REUSE, SUB_INSERT_REUSE_DYNAMIC),
        };
        let mut body = Body::new(subtype);
        body.number(insert.previous - INFIMUM);
        if let Place::Freed { start } = insert.place {
            let freed = usize::from(u16_at(page.bytes, PAGE_FREE));
            body.number(stored_shift(freed, start + origin));
        }
        body.number(header << 3 | usize::from(bytes[header] >> 4));
        body.number(0);
        body.number(shared);
        put_extended(out, kind, page.page_no, &[body.bytes(), &bytes[..header], &data[shared..]]);
        page_edit::insert_record(page.bytes, insert.previous, bytes, origin, insert.place)
    }

    fn delete_row(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, previous: usize) {
        let origin = page::next_record(page.bytes, previous);
        let extent = crate::innodb::extent::record_extent(page.layout, page.bytes, origin);
        let mut body = Body::new(SUB_DELETE_ROW_FORMAT_DYNAMIC);
        body.number(previous - INFIMUM);
        body.number(origin - HEADER_BYTES - extent.start);
        body.number(extent.end - origin);
        out.purpose = Purpose::Record;
        put_extended(out, DELETE_ROW_FORMAT, page.page_no, &[body.bytes()]);
        page_edit::delete_record(page.bytes, previous, extent.len());
    }

    /// There is no record for this: the bytes that it changes are written.
    fn delete_list_end(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>, previous: usize) {
        let (count, bytes) = list_end_size(page, previous);
        if count == 0 {
            return;
        }
        let list = ListEnd::find(page.bytes, previous);
        let slot = page::slot_position(page.bytes.len(), list.slot);
        let before = page.bytes.to_vec();
        page_edit::delete_list_end(page.bytes, previous, count, bytes);
        out.purpose = Purpose::Directory;
        let mut changed = |offset, len| put_difference(out, page, &before, offset, len);
        changed(slot, 2);
        changed(SUPREMUM - HEADER_BYTES, 1);
        changed(PAGE_N_DIR_SLOTS, 2);
        changed(previous - 2, 2);
        changed(list.last - 2, 2);
        out.purpose = Purpose::Header;
        put_difference(out, page, &before, PAGE_FREE, PAGE_GARBAGE + 2 - PAGE_FREE);
        put_difference(out, page, &before, PAGE_LAST_INSERT, 2);
        put_difference(out, page, &before, PAGE_N_RECS, 2);
    }

    fn forget_last_insert(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>) {
        out.purpose = Purpose::Header;
        let before = page.bytes[PAGE_LAST_INSERT..PAGE_LAST_INSERT + 2].to_vec();
        let skip = common_prefix(&before, &[0; 2]);
        if skip < 2 {
            put_write(out, page.page_no, PAGE_LAST_INSERT + skip, &[0; 2][skip..]);
            put_u16(page.bytes, PAGE_LAST_INSERT, 0);
        }
    }

    /// Written as bytes: header, heap and directory. How MariaDB logs it is not in the reference data; no statement there
    /// needs it, because records of one size always fit into each other's memory.
    fn reorganize(&self, out: &mut MtrBuffer, page: &mut IndexPage<'_>) {
        let before = page.bytes.to_vec();
        reorganize_page(page);
        out.purpose = Purpose::Header;
        put_difference(out, page, &before, page::FIL_PAGE_DATA, page::PAGE_MAX_TRX_ID - page::FIL_PAGE_DATA);
        let heap = page::PAGE_BTR_SEG_TOP + 10;
        let heap_end = usize::from(u16_at(&before, page::PAGE_HEAP_TOP));
        let end = page.bytes.len() - page::FIL_TRAILER_BYTES;
        out.purpose = Purpose::Record;
        put_changed_stretch(out, page, &before, heap..heap_end);
        out.purpose = Purpose::Directory;
        put_changed_stretch(out, page, &before, heap_end..end);
    }

    fn init_undo_page(&self, out: &mut MtrBuffer, page_no: PageNo, page: &mut [u8]) {
        out.purpose = Purpose::Undo;
        put_extended(out, UNDO_INIT, page_no, &[&[SUB_UNDO_INIT]]);
        undo_page::init(page);
    }

    fn append_undo(&self, out: &mut MtrBuffer, page_no: PageNo, page: &mut [u8], record: &[u8]) -> usize {
        out.purpose = Purpose::Undo;
        put_extended(out, UNDO_APPEND, page_no, &[&[SUB_UNDO_APPEND], record]);
        undo_page::append(page, record)
    }
}

/// The numbers at the start of a record's body, subtype first, without heap memory.
struct Body {
    buffer: [u8; 24],
    len: usize,
}

impl Body {
    #[inline]
    fn new(subtype: u8) -> Self {
        let mut buffer = [0; 24];
        buffer[0] = subtype;
        Self { buffer, len: 1 }
    }
    #[inline]
    fn number(&mut self, value: usize) {
        self.len += small_varint(&mut self.buffer[self.len..], value);
    }
    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }
}

#[inline]
fn put_extended(out: &mut MtrBuffer, kind: KindId, page_no: PageNo, parts: &[&[u8]]) {
    put_page_parts(out, kind, record_type::EXTENDED, page_no, parts);
}

/// Writes `len` bytes from `offset` if they differ from `before`, without the leading ones that do not.
fn put_difference(out: &mut MtrBuffer, page: &IndexPage<'_>, before: &[u8], offset: usize, len: usize) {
    let (was, now) = (&before[offset..offset + len], &page.bytes[offset..offset + len]);
    let skip = common_prefix(was, now);
    if skip < len {
        put_write(out, page.page_no, offset + skip, &now[skip..]);
    }
}

/// Writes what lies between the first and the last byte of `stretch` that differ from `before`.
fn put_changed_stretch(out: &mut MtrBuffer, page: &IndexPage<'_>, before: &[u8], stretch: Range<usize>) {
    let mut differing = stretch.filter(|&at| before[at] != page.bytes[at]);
    if let Some(first) = differing.next() {
        let last = differing.next_back().unwrap_or(first);
        put_write(out, page.page_no, first, &page.bytes[first..=last]);
    }
}

/// How far an origin moves when the memory of a freed record is used again, as stored: backwards distances are odd.
fn stored_shift(freed: usize, origin: usize) -> usize {
    if origin < freed { (freed - origin) << 1 | 1 } else { (origin - freed) << 1 }
}

/// Whether the body of an EXTENDED record says what to insert, and not where its bytes go.
#[inline]
pub(super) fn inserts_entry(body: &[u8]) -> bool {
    matches!(body.first(), Some(&(SUB_UNDO_APPEND | SUB_INSERT_HEAP_DYNAMIC | SUB_INSERT_REUSE_DYNAMIC)))
}

/// Applies the body of an EXTENDED record that changes single records.
pub(super) fn apply(body: &[u8], page: &mut [u8]) -> Result<(), ReplayError> {
    let unknown = || ReplayError::damaged("an EXTENDED record of unknown subtype");
    let (&subtype, rest) = body.split_first().ok_or_else(unknown)?;
    let done = match subtype {
        SUB_UNDO_INIT => {
            undo_page::init(page);
            Some(())
        }
        SUB_UNDO_APPEND => apply_undo(rest, page),
        SUB_INSERT_HEAP_DYNAMIC | SUB_INSERT_REUSE_DYNAMIC => {
            apply_insert(rest, page, subtype == SUB_INSERT_REUSE_DYNAMIC)
        }
        SUB_DELETE_ROW_FORMAT_DYNAMIC => apply_delete(rest, page),
        _ => return Err(unknown()),
    };
    done.ok_or_else(|| ReplayError::damaged("a record does not fit the page that it changes"))
}

fn apply_undo(record: &[u8], page: &mut [u8]) -> Option<()> {
    undo_page::fits(page, record.len()).then(|| {
        undo_page::append(page, record);
    })
}

/// The numbers at the start of an insert record, and what follows them.
struct InsertBody<'a> {
    previous: usize,
    shift: usize,
    info_bits: u8,
    shared_header: usize,
    shared_data: usize,
    header: &'a [u8],
    data: &'a [u8],
}

impl<'a> InsertBody<'a> {
    fn parse(mut rest: &'a [u8], reuse: bool) -> Option<Self> {
        let previous = INFIMUM.checked_add(take_varint(&mut rest)?)?;
        let shift = if reuse { take_varint(&mut rest)? } else { 0 };
        let header = take_varint(&mut rest)?;
        let (shared_header, shared_data) = (take_varint(&mut rest)?, take_varint(&mut rest)?);
        let (header_bytes, data) = rest.split_at_checked(header >> 3)?;
        let info_bits = (header as u8 & 3) << 4;
        Some(Self { previous, shift, info_bits, shared_header, shared_data, header: header_bytes, data })
    }
}

fn apply_insert(rest: &[u8], page: &mut [u8], reuse: bool) -> Option<()> {
    let insert = InsertBody::parse(rest, reuse)?;
    let previous = insert.previous;
    if previous + 1 >= page.len() {
        return None;
    }
    let shared_header = previous.checked_sub(HEADER_BYTES + insert.shared_header)?;
    let shared_data = page.get(previous..previous.checked_add(insert.shared_data)?)?;
    let kind = if page::level(page) > 0 { status::NODE_POINTER } else { status::ORDINARY };
    let header_len = insert.header.len() + insert.shared_header;
    let mut record = Vec::with_capacity(header_len + HEADER_BYTES + shared_data.len() + insert.data.len());
    record.extend_from_slice(insert.header);
    record.extend_from_slice(page.get(shared_header..previous - HEADER_BYTES)?);
    record.extend_from_slice(&[insert.info_bits, 0, kind, 0, 0]);
    record.extend_from_slice(shared_data);
    record.extend_from_slice(insert.data);
    let origin = header_len + HEADER_BYTES;
    let place = if reuse {
        let freed = page_edit::freed_record(page)?;
        let distance = insert.shift >> 1;
        let at =
            if insert.shift & 1 == 1 { freed.checked_sub(distance)? } else { freed.checked_add(distance)? };
        let start = at.checked_sub(origin)?;
        let garbage = usize::from(u16_at(page, PAGE_GARBAGE));
        let fits = start >= page::HEAP_START && start + record.len() <= page.len() && record.len() <= garbage;
        fits.then_some(Place::Freed { start })?
    } else {
        (record.len() <= page_edit::free_heap_bytes(page)).then_some(Place::Heap)?
    };
    page_edit::insert_record(page, previous, &record, origin, place);
    Some(())
}

fn apply_delete(mut rest: &[u8], page: &mut [u8]) -> Option<()> {
    let previous = INFIMUM.checked_add(take_varint(&mut rest)?)?;
    let (header, data) = (take_varint(&mut rest)?, take_varint(&mut rest)?);
    let is_record = previous + 1 < page.len() && page::next_record(page, previous) != SUPREMUM;
    (is_record && rest.is_empty()).then(|| {
        page_edit::delete_record(page, previous, header + HEADER_BYTES + data);
    })
}

/// Type, length of the page bytes it sets, and description of an EXTENDED record's body.
pub(super) fn decode(body: &[u8]) -> Result<(KindId, usize, String), ReplayError> {
    let short = || ReplayError::damaged("a record is too short");
    let (&subtype, mut rest) = body.split_first().ok_or_else(short)?;
    Ok(match subtype {
        SUB_UNDO_INIT => (UNDO_INIT, 0, "an empty undo page".into()),
        SUB_UNDO_APPEND => (UNDO_APPEND, rest.len() + undo_page::UNDO_FRAMING, "an undo record".into()),
        SUB_INSERT_HEAP_DYNAMIC | SUB_INSERT_REUSE_DYNAMIC => {
            let reuse = subtype == SUB_INSERT_REUSE_DYNAMIC;
            let insert = InsertBody::parse(rest, reuse).ok_or_else(short)?;
            let size = insert.header.len()
                + insert.shared_header
                + HEADER_BYTES
                + insert.shared_data
                + insert.data.len();
            let place = if reuse { ", in freed memory" } else { "" };
            let detail = format!(
                "a record of {size} bytes after offset {}{place}, {} data bytes as there",
                insert.previous, insert.shared_data
            );
            (if reuse { INSERT_REUSE } else { INSERT_HEAP }, size, detail)
        }
        SUB_DELETE_ROW_FORMAT_DYNAMIC => {
            let previous = INFIMUM + take_varint(&mut rest).ok_or_else(short)?;
            (DELETE_ROW_FORMAT, 0, format!("the record after offset {previous} is deleted"))
        }
        _ => return Err(ReplayError::damaged("an EXTENDED record of unknown subtype")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::innodb::record::RowVersion;
    use crate::innodb::{IndexDefinition, IndexLayout, KeyPart, RecordBuffer, Table, TableRows};
    use crate::redo::Encoding;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn empty_page() -> Vec<u8> {
        let mut page = vec![0; 16_384];
        page::init(&mut page, 7, 3);
        page::create_index(&mut page);
        page
    }

    /// Key and `b` of the listing's three rows, which were inserted in the order of `b`.
    const LISTED: [(u32, u32); 3] = [(3110, 0x7E), (4983, 0x8B), (2884, 0x107)];

    fn t0_record(layout: &IndexLayout, (key, b): (u32, u32), roll_pointer: u64) -> RecordBuffer {
        let rows = TableRows::new(Table::t0(), 1, 1);
        let mut record = RecordBuffer::new();
        record.set_leaf(layout, &rows, 0, RowVersion { trx_id: 0x3A, roll_pointer });
        let mut bytes = record.bytes().to_vec();
        let origin = record.extra_bytes();
        let b_at = bytes.len() - 4;
        bytes[origin..origin + 4].copy_from_slice(&(key | 0x8000_0000).to_be_bytes());
        bytes[b_at..].copy_from_slice(&(b | 0x8000_0000).to_be_bytes());
        record.set_copy(&bytes, origin);
        record
    }

    #[test]
    fn clustered_inserts_read_as_in_the_servers_log() {
        let layout = IndexLayout::clustered(&Table::t0(), 35);
        let mut bytes = empty_page();
        let mut out = MtrBuffer::new(7);
        let mut logged = Vec::new();
        // The second row's key is larger, the third's is smaller than both.
        for (row, previous) in LISTED.into_iter().zip([99, 126, 99]) {
            let record = t0_record(&layout, row, 0x99_0000_012D_0110);
            let mut page = IndexPage { page_no: 3, bytes: &mut bytes, layout: &layout };
            let insert = RowInsert {
                previous,
                record: record.bytes(),
                origin: record.extra_bytes(),
                place: Place::Heap,
            };
            Physical.insert_row(&mut out, &mut page, &insert);
            logged.push(hex(&out.bytes));
            out.clear();
        }
        assert_eq!(logged.iter().map(|hex| hex.len() / 2).collect::<Vec<_>>(), [31, 29, 31]);
        assert_eq!(
            &logged[0][4..],
            "07030600080000 0080000c2600000000003a990000012d01108000007e".replace(' ', "")
        );
        assert_eq!(
            &logged[1][4..],
            "0703061b080002 00137700000000003a990000012d01108000008b".replace(' ', "")
        );
        assert_eq!(
            &logged[2][4..],
            "07030600080000 0080000b4400000000003a990000012d011080000107".replace(' ', "")
        );
        page_edit::check_page(&bytes).unwrap();
    }

    #[test]
    fn secondary_inserts_and_undo_read_as_in_the_servers_log() {
        let parts = vec![KeyPart { column: 1, prefix: None }];
        let layout = IndexLayout::secondary(&Table::t0(), &IndexDefinition { name: "b".into(), parts }, 36);
        let mut bytes = empty_page();
        let mut out = MtrBuffer::new(7);
        let mut logged = Vec::new();
        let mut previous = 99;
        for (key, b) in LISTED {
            let mut record = vec![0; 14];
            record[6..10].copy_from_slice(&(b | 0x8000_0000).to_be_bytes());
            record[10..].copy_from_slice(&(key | 0x8000_0000).to_be_bytes());
            let mut page = IndexPage { page_no: 4, bytes: &mut bytes, layout: &layout };
            let insert = RowInsert { previous, record: &record, origin: 6, place: Place::Heap };
            if previous == 99 {
                Physical.write(
                    &mut out,
                    4,
                    page.bytes,
                    page::PAGE_MAX_TRX_ID,
                    &0x3A_u64.to_be_bytes(),
                    false,
                );
            }
            previous = Physical.insert_row(&mut out, &mut page, &insert);
            logged.push(hex(&out.bytes));
            out.clear();
        }
        assert_eq!(logged[0], "3407043f3aae06000800000080 00007e80000c26".replace(' ', ""));
        assert_eq!(logged[1], "2d0704061b080003008b80001377");
        assert_eq!(logged[2], "2e070406290800020001078000 0b44".replace(' ', ""));

        let mut undo = vec![0; 16_384];
        let page_no = crate::innodb::tablespace::SYSTEM_SPACE + 301;
        Physical.init_undo_page(&mut out, page_no, &mut undo);
        out.clear();
        Physical.append_undo(&mut out, page_no, &mut undo, &[0x0B, 1, 0x14, 4, 0x80, 0, 0x13, 0x77]);
        assert_eq!(hex(&out.bytes), "2c0080ad030b01140480001377");
    }

    #[test]
    fn what_is_logged_makes_the_same_page() {
        let layout = IndexLayout::clustered(&Table::t0(), 35);
        let mut bytes = empty_page();
        let replica = bytes.clone();
        let mut out = MtrBuffer::new(7);
        let mut order = crate::base::random::Stream::new(1, "rows");
        for _ in 0..300 {
            let record = t0_record(&layout, (order.below(1 << 20) as u32, 5), 0);
            let before = |origin: usize| bytes[origin..origin + 4] < record.data()[..4];
            let previous = page_edit::search(&bytes, before);
            let freed = page_edit::freed_record(&bytes)
                .map(|origin| crate::innodb::extent::record_extent(&layout, &bytes, origin));
            let place = page_edit::place_for(&bytes, record.bytes().len(), freed).unwrap();
            let mut page = IndexPage { page_no: 3, bytes: &mut bytes, layout: &layout };
            let insert = RowInsert { previous, record: record.bytes(), origin: record.extra_bytes(), place };
            Physical.insert_row(&mut out, &mut page, &insert);
            if page::n_recs(page.bytes) % 64 == 63 {
                let origins = page::record_origins(page.bytes, 1000);
                match page::n_recs(page.bytes) % 3 {
                    0 => Physical.delete_list_start(&mut out, &mut page, origins[20]),
                    1 => Physical.delete_list_end(&mut out, &mut page, origins[40]),
                    _ => Physical.reorganize(&mut out, &mut page),
                }
            }
        }
        Physical.end(&mut out);
        let mut target = OnePage(Some(replica.into_boxed_slice()));
        Physical.apply(&out.bytes, &mut target).unwrap();
        assert!(*target.0.unwrap() == *bytes);
        page_edit::check_page(&bytes).unwrap();
        assert_eq!(Physical.decode(&out.bytes, 7).unwrap().len(), out.records as usize);
    }

    struct OnePage(Option<crate::innodb::Page>);

    impl crate::redo::ReplayTarget for OnePage {
        fn take(&mut self, page_no: PageNo) -> Result<crate::innodb::Page, ReplayError> {
            self.0.take().ok_or(ReplayError::PageMissing(page_no))
        }
        fn take_for_overwrite(&mut self, _page_no: PageNo) -> crate::innodb::Page {
            unreachable!("no page is initialised")
        }
        fn put(&mut self, _page_no: PageNo, page: crate::innodb::Page) {
            self.0 = Some(page);
        }
        fn free(&mut self, _page_no: PageNo) {}
        fn index_loaded(&mut self, _index_id: u64) {}
        fn space_id(&self) -> u32 {
            7
        }
    }
}
