//! `physical`: bytes at offsets, as MariaDB has written them since 10.5.
//!
//! A record says which bytes of which page become what. Replay needs no knowledge of records or indexes. For a bulk-built
//! page the log holds, entry by entry, the link from the entry before, the entry's header, a copy of the data that it
//! shares with the entry before (if longer than two bytes) and the rest; at the end the directory and the header.
//!
//! *Worked example*, the second entry of a page, sharing 3 of 8 data bytes with the first:
//!
//! ```text
//! WRITE   off=124 len=2 000e        6 bytes  the first entry's link, backwards, so the page is named again
//! WRITE   off=137 len=3 18ffe4      5 bytes  the entry's header
//! MEMMOVE off=140 len=3 src=off-14  4 bytes  its shared data
//! WRITE   off=143 len=5 8b80001377  7 bytes  the rest
//! ```
//!
//! Rules and byte counts follow MariaDB 10.11's log (bulk-load log facts, sections 2 to 6).

use crate::base::PageNo;
use crate::base::bytes::{copy_short, move_short};
use crate::innodb::layout::HEADER_BYTES;
use crate::innodb::tablespace::wire_address;
use crate::innodb::{IndexKind, checksum, page, u16_at, u32_at};
use crate::redo::bulk_page::bulk_directory;
use crate::redo::physical_format::{
    RawRecord, RawRecords, head_len, put_change, put_page_record, put_varint, record_type, signed_distance,
    take_varint,
};
use crate::redo::{
    BulkPage, Encoding, Framing, KindId, MtrBuffer, Purpose, RecordOutline, RecordView, ReplayError,
    ReplayTarget, physical_rows,
};

/// The encoding.
pub struct Physical;

const KINDS: &[&str] = &[
    "FREE_PAGE",
    "INIT_PAGE",
    "INIT_ROW_FORMAT_DYNAMIC",
    "WRITE",
    "MEMSET",
    "MEMMOVE",
    "MTR_END",
    "INSERT_HEAP_DYNAMIC",
    "INSERT_REUSE_DYNAMIC",
    "DELETE_ROW_FORMAT_DYNAMIC",
    "UNDO_INIT",
    "UNDO_APPEND",
];
const FREE_PAGE: KindId = 0;
const INIT_PAGE: KindId = 1;
const INIT_ROW_FORMAT: KindId = 2;
const WRITE: KindId = 3;
const MEMSET: KindId = 4;
const MEMMOVE: KindId = 5;
const MTR_END: KindId = 6;

/// Subtypes of EXTENDED records.
const SUB_INIT_ROW_FORMAT_DYNAMIC: u8 = 1;

/// Bytes that end a mini-transaction: a marker and a CRC-32C.
const END_BYTES: usize = 5;
const END_MARKER: u8 = 1;

/// A prefix shared with the record before is copied only if longer than this.
const MIN_COPY: usize = 3;

impl Encoding for Physical {
    fn name(&self) -> &'static str {
        "physical"
    }
    fn title(&self) -> &'static str {
        "physical, MariaDB"
    }
    fn sentence(&self) -> &'static str {
        "Bytes at offsets, as MariaDB has written them since 10.5: each entry, its link, and at the end the page's directory."
    }
    fn kinds(&self) -> &'static [&'static str] {
        KINDS
    }
    fn framing(&self) -> Framing {
        Framing::Checksummed
    }

    fn init_page(&self, out: &mut MtrBuffer, page_no: PageNo) {
        put_page_record(out, INIT_PAGE, record_type::INIT_PAGE, page_no, &[]);
    }

    fn free_page(&self, out: &mut MtrBuffer, page_no: PageNo) {
        put_page_record(out, FREE_PAGE, record_type::FREE_PAGE, page_no, &[]);
    }

    fn create_index_page(&self, out: &mut MtrBuffer, page_no: PageNo) {
        let body = [SUB_INIT_ROW_FORMAT_DYNAMIC];
        put_page_record(out, INIT_ROW_FORMAT, record_type::EXTENDED, page_no, &body);
    }

    fn write(
        &self,
        out: &mut MtrBuffer,
        page_no: PageNo,
        before: &[u8],
        offset: usize,
        bytes: &[u8],
        whole: bool,
    ) {
        let skip = if whole { 0 } else { common_prefix(&before[offset..], bytes) };
        if skip < bytes.len() {
            put_write(out, page_no, offset + skip, &bytes[skip..]);
        }
    }

    fn fill(&self, out: &mut MtrBuffer, page_no: PageNo, offset: usize, len: usize, byte: u8) {
        let mut middle = Vec::with_capacity(3);
        put_varint(&mut middle, len);
        put_change(out, MEMSET, record_type::MEMSET, page_no, (offset, len), &middle, &[byte]);
    }

    fn bulk_page(&self, out: &mut MtrBuffer, bulk: &mut BulkPage<'_>) {
        out.purpose = Purpose::Header;
        open_page(self, out, bulk);
        for index in bulk.logged..bulk.origins.len() {
            put_bulk_record(out, bulk, index);
        }
        finish_page(self, out, bulk);
        if bulk.next_is_new {
            out.purpose = Purpose::Header;
            let next = &bulk.page[page::FIL_PAGE_NEXT..page::FIL_PAGE_NEXT + 4];
            put_write(out, bulk.page_no, page::FIL_PAGE_NEXT, next);
        }
    }

    fn end(&self, out: &mut MtrBuffer) {
        let start = out.bytes.len();
        let sum = checksum::crc32c(&out.bytes);
        out.bytes.push(END_MARKER);
        out.bytes.extend_from_slice(&sum.to_be_bytes());
        out.count_framing(MTR_END, start);
    }

    fn mtr_len(&self, payload: &[u8]) -> Result<Option<usize>, ReplayError> {
        let mut at = 0;
        loop {
            match payload.get(at) {
                None => return Ok(None),
                Some(&END_MARKER) => break,
                Some(0) => return Err(ReplayError::damaged("a record of no type")),
                Some(_) => {}
            }
            let Some(head) = head_len(&payload[at..]) else { return Ok(None) };
            at += head.before + head.rest;
        }
        if payload.len() < at + END_BYTES {
            return Ok(None);
        }
        if checksum::crc32c(&payload[..at]) != u32_at(payload, at + 1) {
            return Err(ReplayError::damaged("a mini-transaction's checksum is wrong"));
        }
        Ok(Some(at + END_BYTES))
    }

    fn apply(&self, mtr: &[u8], target: &mut dyn ReplayTarget) -> Result<u64, ReplayError> {
        apply(mtr, target)
    }

    fn decode<'a>(&self, mtr: &'a [u8], space_id: u32) -> Result<Vec<RecordView<'a>>, ReplayError> {
        decode(mtr, space_id)
    }

    fn outline(
        &self,
        mtr: &[u8],
        space_id: u32,
        visit: &mut dyn FnMut(RecordOutline),
    ) -> Result<(), ReplayError> {
        for record in RawRecords::new(&mtr[..mtr.len() - END_BYTES], space_id) {
            let record = record?;
            visit(RecordOutline { page_no: Some(record.page_no), bytes: record.bytes.len() });
        }
        Ok(())
    }
}

/// How many leading bytes two byte strings share.
#[inline]
pub(super) fn common_prefix(left: &[u8], right: &[u8]) -> usize {
    left.iter().zip(right).take_while(|(left, right)| left == right).count()
}

#[inline]
pub(super) fn put_write(out: &mut MtrBuffer, page_no: PageNo, offset: usize, bytes: &[u8]) {
    put_change(out, WRITE, record_type::WRITE, page_no, (offset, bytes.len()), &[], bytes);
}

/// Writes the bytes of the page at `offset` if they differ from `before`, without the leading ones that do not.
fn put_if_changed(out: &mut MtrBuffer, bulk: &BulkPage<'_>, offset: usize, before: &[u8]) {
    let now = &bulk.page[offset..offset + before.len()];
    let skip = common_prefix(before, now);
    if skip < now.len() {
        put_write(out, bulk.page_no, offset + skip, &now[skip..]);
    }
}

/// Everything that stands on a page before its first record.
fn open_page(encoding: &Physical, out: &mut MtrBuffer, bulk: &BulkPage<'_>) {
    if bulk.logged > 0 {
        return;
    }
    if bulk.created {
        encoding.init_page(out, bulk.page_no);
        encoding.create_index_page(out, bulk.page_no);
        encoding.fill(out, bulk.page_no, page::FIL_PAGE_PREV, 8, 0xFF);
    }
    put_if_changed(out, bulk, page::PAGE_LEVEL, &[0; 2]);
    if bulk.created {
        put_if_changed(out, bulk, page::PAGE_INDEX_ID, &[0; 8]);
    }
    if bulk.level() == 0 && bulk.layout.kind == IndexKind::Secondary {
        put_if_changed(out, bulk, page::PAGE_MAX_TRX_ID, &[0; 8]);
    }
    if bulk.created {
        put_if_changed(out, bulk, page::FIL_PAGE_PREV, &[0xFF; 4]);
    }
}

/// One entry: the link to it, then its header and data.
#[inline]
fn put_bulk_record(out: &mut MtrBuffer, bulk: &BulkPage<'_>, index: usize) {
    let page_bytes: &[u8] = bulk.page;
    let origin = usize::from(bulk.origins[index]);
    out.purpose = Purpose::NextPointer;
    let (before, link_was) = match index {
        0 => (page::INFIMUM, page::relative_next(page::INFIMUM, page::SUPREMUM)),
        _ => {
            let before = usize::from(bulk.origins[index - 1]);
            (before, page::relative_next(before, page::SUPREMUM))
        }
    };
    let link = page::relative_next(before, origin).to_be_bytes();
    let skip = usize::from(link[0] == (link_was >> 8) as u8);
    put_write(out, bulk.page_no, before - 2 + skip, &link[skip..]);

    out.purpose = Purpose::Record;
    let end = bulk.record_end(index);
    let shared = match index {
        0 => 0,
        _ => {
            let previous = usize::from(bulk.origins[index - 1]);
            let previous_end = bulk.record_start(index);
            common_prefix(&page_bytes[previous..previous_end], &page_bytes[origin..end])
        }
    };
    if shared < MIN_COPY {
        put_bulk_header(out, bulk, index, &page_bytes[origin..end]);
        return;
    }
    put_bulk_header(out, bulk, index, &[]);
    put_move(out, bulk.page_no, origin, shared, usize::from(bulk.origins[index - 1]));
    if origin + shared < end {
        put_write(out, bulk.page_no, origin + shared, &page_bytes[origin + shared..end]);
    }
}

/// The header of a bulk-inserted record as first written, and `data` behind it: nothing is owned yet, the link leads to the
/// supremum, and leading zeros are left out because a fresh page holds zeros already.
#[inline]
fn put_bulk_header(out: &mut MtrBuffer, bulk: &BulkPage<'_>, index: usize, data: &[u8]) {
    let start = bulk.record_start(index);
    let origin = usize::from(bulk.origins[index]);
    let header = origin - HEADER_BYTES;
    let link = page::relative_next(origin, page::SUPREMUM).to_be_bytes();
    let kept = &bulk.page[header..header + 3];
    let fixed = [kept[0] & 0xF0, kept[1], kept[2], link[0], link[1]];
    match bulk.page[start..header].iter().position(|&byte| byte != 0) {
        None => {
            let zeros = fixed.iter().take_while(|&&byte| byte == 0).count();
            put_record_bytes(out, bulk.page_no, header + zeros, &fixed[zeros..], data);
        }
        Some(zeros) => {
            // NULL flags or lengths come first.
            let mut whole = bulk.page[start + zeros..header].to_vec();
            whole.extend_from_slice(&fixed);
            put_record_bytes(out, bulk.page_no, start + zeros, &whole, data);
        }
    }
}

#[inline]
fn put_record_bytes(out: &mut MtrBuffer, page_no: PageNo, offset: usize, header: &[u8], data: &[u8]) {
    let len = header.len() + data.len();
    put_change(out, WRITE, record_type::WRITE, page_no, (offset, len), header, data);
}

#[inline]
fn put_move(out: &mut MtrBuffer, page_no: PageNo, offset: usize, len: usize, source: usize) {
    let mut middle = [0; 10];
    let mut used = 0;
    for value in [len, signed_distance(offset, source)] {
        used += small_varint(&mut middle[used..], value);
    }
    put_change(out, MEMMOVE, record_type::MEMMOVE, page_no, (offset, len), &middle[..used], &[]);
}

/// Writes a number below 16,512 (page offsets shifted by one bit may need three bytes) without touching the heap.
#[inline]
pub(super) fn small_varint(out: &mut [u8], value: usize) -> usize {
    match value {
        0..=127 => {
            out[0] = value as u8;
            1
        }
        128..=16_511 => {
            out[..2].copy_from_slice(&((value - 128) as u16 | 0x8000).to_be_bytes());
            2
        }
        _ => {
            let rest = value - 16_512;
            out[..3].copy_from_slice(&[0xC0 | (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
            3
        }
    }
}

/// Directory and header, when the page is full or the build pauses.
fn finish_page(encoding: &Physical, out: &mut MtrBuffer, bulk: &BulkPage<'_>) {
    let (old, new) = (bulk.logged, bulk.origins.len());
    let page_no = bulk.page_no;
    out.purpose = Purpose::Directory;
    let owners = new / 4;
    let merged_before = old / 4;
    for owner in 1..=owners {
        // Owners of an earlier finish stand already, but for the one that was merged into the supremum.
        if owner >= merged_before.max(1) {
            put_write(
                out,
                page_no,
                usize::from(bulk.origins[4 * owner - 1]) - 5,
                &[owner_byte(bulk, 4 * owner - 1, 4)],
            );
        }
    }
    if owners > 0 {
        put_write(
            out,
            page_no,
            usize::from(bulk.origins[4 * owners - 1]) - 5,
            &[owner_byte(bulk, 4 * owners - 1, 0)],
        );
    }
    let (owned_before, slots_before) = bulk_directory(old);
    put_if_changed(out, bulk, page::SUPREMUM - 5, &[owned_before]);
    out.purpose = Purpose::Header;
    let mut header_before = [0; 6];
    crate::innodb::put_u16(&mut header_before, 0, slots_before as u16);
    crate::innodb::put_u16(&mut header_before, 2, bulk.heap_top_before() as u16);
    crate::innodb::put_u16(&mut header_before, 4, 0x8002 + old as u16);
    put_if_changed(out, bulk, page::PAGE_N_DIR_SLOTS, &header_before);
    put_if_changed(out, bulk, page::PAGE_N_RECS, &(old as u16).to_be_bytes());
    out.purpose = Purpose::Directory;
    let slots = usize::from(u16_at(bulk.page, page::PAGE_N_DIR_SLOTS));
    let from = page::slot_position(bulk.page.len(), slots - 1);
    encoding.write(out, page_no, bulk.page, from, &bulk.page[from..from + 2 * (slots - 1)], true);
}

/// The byte of record `index` that holds info bits and the number of owned records.
fn owner_byte(bulk: &BulkPage<'_>, index: usize, owned: u8) -> u8 {
    bulk.page[usize::from(bulk.origins[index]) - 5] & 0xF0 | owned
}

fn apply(mtr: &[u8], target: &mut dyn ReplayTarget) -> Result<u64, ReplayError> {
    let (mut records, mut entries) = (0, 0);
    let mut current: Option<(PageNo, Box<[u8]>)> = None;
    let mut position = 0;
    let outcome = RawRecords::new(&mtr[..mtr.len() - END_BYTES], target.space_id()).try_for_each(|record| {
        let record = record?;
        records += 1;
        let is_free = record.first & 0x70 == record_type::FREE_PAGE;
        if is_free || current.as_ref().is_none_or(|(page_no, _)| *page_no != record.page_no) {
            if let Some((page_no, page)) = current.take() {
                target.put(page_no, page);
            }
            if is_free {
                target.free(record.page_no);
                return Ok(());
            }
            let fresh = record.first & 0x70 == record_type::INIT_PAGE;
            if target.skips(record.page_no, fresh) {
                return Ok(());
            }
            let page = if fresh {
                target.take_for_overwrite(record.page_no)
            } else {
                target.take(record.page_no)?
            };
            current = Some((record.page_no, page));
        }
        if !record.is_same_page() {
            position = 0;
        }
        let space_id = target.space_id();
        let (_, page) = current.as_mut().expect("just taken");
        entries += u64::from(inserts_entry(&record));
        apply_record(&record, space_id, page, &mut position)
    });
    if let Some((page_no, page)) = current {
        target.put(page_no, page);
    }
    target.inserted(entries, entries);
    outcome.map(|()| records)
}

/// Whether a record inserts an entry or an undo record, and leaves it to replay where its bytes go.
#[inline]
fn inserts_entry(record: &RawRecord<'_>) -> bool {
    record.first & 0x70 == record_type::EXTENDED && physical_rows::inserts_entry(record.body)
}

#[inline]
fn apply_record(
    record: &RawRecord<'_>,
    space_id: u32,
    bytes: &mut [u8],
    position: &mut usize,
) -> Result<(), ReplayError> {
    match record.first & 0x70 {
        record_type::INIT_PAGE => {
            let (space, page_no) = wire_address(space_id, record.page_no);
            page::init(bytes, space, page_no);
        }
        record_type::EXTENDED => match record.body {
            [SUB_INIT_ROW_FORMAT_DYNAMIC] => page::create_index(bytes),
            body => physical_rows::apply(body, bytes)?,
        },
        _ => return apply_change(record, bytes, position),
    }
    *position = super::physical_format::AFTER_INIT;
    Ok(())
}

#[inline]
fn apply_change(record: &RawRecord<'_>, bytes: &mut [u8], position: &mut usize) -> Result<(), ReplayError> {
    let beyond = || ReplayError::damaged(format!("a record reaches beyond page {}", record.page_no));
    let mut body = record.body;
    let offset = *position + take_varint(&mut body).ok_or_else(beyond)?;
    let end = match record.first & 0x70 {
        record_type::WRITE => {
            let end = offset + body.len();
            copy_short(bytes.get_mut(offset..end).ok_or_else(beyond)?, body);
            end
        }
        record_type::MEMSET => {
            let end = offset.saturating_add(take_varint(&mut body).ok_or_else(beyond)?);
            let target = bytes.get_mut(offset..end).ok_or_else(beyond)?;
            match body {
                [] => return Err(beyond()),
                [byte] => target.fill(*byte),
                pattern => target.iter_mut().zip(pattern.iter().cycle()).for_each(|(to, from)| *to = *from),
            }
            end
        }
        record_type::MEMMOVE => {
            let (source, len) = move_source(&mut body, offset).ok_or_else(beyond)?;
            let end = offset.saturating_add(len);
            if end > bytes.len() || source.saturating_add(len) > bytes.len() {
                return Err(beyond());
            }
            move_short(bytes, source, offset, len);
            end
        }
        _ => return Err(ReplayError::damaged("a record of unknown type")),
    };
    *position = end;
    Ok(())
}

/// Length and source of a copy to `offset`.
#[inline]
fn move_source(body: &mut &[u8], offset: usize) -> Option<(usize, usize)> {
    let len = take_varint(body)?;
    let stored = take_varint(body)?;
    let distance = (stored >> 1) + 1;
    let source =
        if stored & 1 == 1 { offset.checked_sub(distance)? } else { offset.checked_add(distance)? };
    Some((source, len))
}

fn decode(mtr: &[u8], space_id: u32) -> Result<Vec<RecordView<'_>>, ReplayError> {
    let mut position = 0;
    let mut views = Vec::new();
    for record in RawRecords::new(&mtr[..mtr.len() - END_BYTES], space_id) {
        let record = record?;
        if !record.is_same_page() {
            position = 0;
        }
        views.push(decode_record(&record, &mut position)?);
    }
    Ok(views)
}

fn decode_record<'a>(record: &RawRecord<'a>, position: &mut usize) -> Result<RecordView<'a>, ReplayError> {
    let mut view = RecordView {
        kind: FREE_PAGE,
        page_no: Some(record.page_no),
        offset: None,
        len: 0,
        bytes: record.bytes,
        detail: String::new(),
    };
    let kind = record.first & 0x70;
    if matches!(kind, record_type::FREE_PAGE | record_type::INIT_PAGE | record_type::EXTENDED) {
        *position = super::physical_format::AFTER_INIT;
        view.kind = match kind {
            record_type::FREE_PAGE => FREE_PAGE,
            record_type::INIT_PAGE => INIT_PAGE,
            _ if record.body == [SUB_INIT_ROW_FORMAT_DYNAMIC] => INIT_ROW_FORMAT,
            _ => {
                (view.kind, view.len, view.detail) = physical_rows::decode(record.body)?;
                view.kind
            }
        };
        return Ok(view);
    }
    let short = || ReplayError::damaged("a record is too short");
    let mut body = record.body;
    let offset = *position + take_varint(&mut body).ok_or_else(short)?;
    view.offset = Some(offset);
    match kind {
        record_type::WRITE => (view.kind, view.len) = (WRITE, body.len()),
        record_type::MEMSET => {
            view.kind = MEMSET;
            view.len = take_varint(&mut body).ok_or_else(short)?;
            view.detail = format!("filled with {:02x}", body.first().copied().unwrap_or_default());
        }
        _ => {
            let (source, len) = move_source(&mut body, offset).ok_or_else(short)?;
            view.kind = MEMMOVE;
            view.len = len;
            view.detail = format!("copied from offset {source}");
        }
    }
    *position = offset + view.len;
    Ok(view)
}
