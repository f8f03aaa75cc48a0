//! The format that MySQL's redo encodings share: how anything but a bulk-built page is logged, and how a log is read.
//!
//! A mini-transaction of one record sets the high bit of that record's type. One of two or more ends with a byte
//! `MLOG_MULTI_REC_END`. There is no checksum: log blocks have one.
//!
//! *Worked example.* Setting byte 107 of page 15 to 5, alone: `81 05 0f 006b 05`, a single record of type 1 on page 15 of
//! tablespace 5. Together with another record: `01 05 0f 006b 05`, the other one, `1f`.
//!
//! An encoding of this format says in a [`MysqlFormat`] what it does with bulk-built pages; all else is here. Two changes
//! have no record of their own in this format: freeing a page (its descriptor's bytes say it) and filling bytes with one
//! value, which is a write of these bytes.

use crate::base::PageNo;
use crate::innodb::tablespace::wire_address;
use crate::innodb::{IndexLayout, NO_PAGE, page};
use crate::redo::mysql_numbers::{Stop, put_compressed, put_compressed_u64};
use crate::redo::mysql_records::{RawRecord, SINGLE_RECORD, code, put_head, take_record};
use crate::redo::{
    BulkPage, Encoding, Framing, KindId, MtrBuffer, Purpose, RecordOutline, RecordView, ReplayError,
    ReplayTarget,
};

/// Record types that every encoding of the format may write.
const COMMON_KINDS: [&str; 16] = [
    "MLOG_1BYTE",
    "MLOG_2BYTES",
    "MLOG_4BYTES",
    "MLOG_8BYTES",
    "MLOG_WRITE_STRING",
    "MLOG_INIT_FILE_PAGE2",
    "MLOG_COMP_PAGE_CREATE",
    "MLOG_COMP_REC_INSERT",
    "MLOG_COMP_LIST_END_COPY_CREATED",
    "MLOG_COMP_REC_DELETE",
    "MLOG_COMP_LIST_END_DELETE",
    "MLOG_COMP_LIST_START_DELETE",
    "MLOG_COMP_PAGE_REORGANIZE",
    "MLOG_UNDO_INIT",
    "MLOG_UNDO_INSERT",
    "MLOG_MULTI_REC_END",
];
const MULTI_REC_END: KindId = 15;
/// Kind of the one record type that an encoding may add.
pub const OWN_KIND: KindId = COMMON_KINDS.len() as KindId;

/// The common record types and one more.
pub const fn kinds_with(own: &'static str) -> [&'static str; COMMON_KINDS.len() + 1] {
    let mut kinds = [own; COMMON_KINDS.len() + 1];
    let mut index = 0;
    while index < COMMON_KINDS.len() {
        kinds[index] = COMMON_KINDS[index];
        index += 1;
    }
    kinds
}

/// The kind of a record type.
pub fn kind_of(code: u8) -> KindId {
    match code {
        code::WRITE_1 => 0,
        code::WRITE_2 => 1,
        code::WRITE_4 => 2,
        code::WRITE_8 => 3,
        code::WRITE_STRING => 4,
        code::INIT_FILE_PAGE2 => 5,
        code::COMP_PAGE_CREATE => 6,
        code::COMP_REC_INSERT => 7,
        code::COMP_LIST_END_COPY_CREATED => 8,
        code::COMP_REC_DELETE => 9,
        code::COMP_LIST_END_DELETE => 10,
        code::COMP_LIST_START_DELETE => 11,
        code::COMP_PAGE_REORGANIZE => 12,
        code::UNDO_INIT => 13,
        code::UNDO_INSERT => 14,
        code::MULTI_REC_END => MULTI_REC_END,
        _ => OWN_KIND,
    }
}

/// A record type that only one encoding writes.
pub trait OwnRecord: Sync {
    /// Its type in the log.
    fn code(&self) -> u8;
    /// Length of the body at the start of `rest`.
    ///
    /// # Errors
    /// [`Stop::Short`] if `rest` does not tell yet.
    fn body_len(&self, rest: &[u8]) -> Result<usize, Stop>;
    /// Applies a record about `page_no`.
    ///
    /// # Errors
    /// If it is damaged.
    fn apply(&self, page_no: PageNo, body: &[u8], target: &mut dyn ReplayTarget) -> Result<(), ReplayError>;
    /// Fills in offset, length and detail of a decoded record.
    ///
    /// # Errors
    /// If it is damaged.
    fn describe(&self, body: &[u8], view: &mut RecordView<'_>) -> Result<(), ReplayError>;
}

/// An encoding of MySQL's format: what it does with bulk-built pages.
pub trait MysqlFormat: Sync {
    /// The name in experiments.
    const NAME: &'static str;
    /// The name on charts.
    const TITLE: &'static str;
    /// One sentence for learners.
    const SENTENCE: &'static str;
    /// Its record types: the common ones, and its own.
    const KINDS: &'static [&'static str] = &COMMON_KINDS;
    /// Its own record type, if it has one: of kind [`OWN_KIND`].
    const OWN: Option<&'static dyn OwnRecord> = None;
    /// Whether bulk-built pages are logged.
    const LOGS_BULK_PAGES: bool = true;

    /// See [`Encoding::bulk_page`].
    fn log_bulk_page(&self, out: &mut MtrBuffer, bulk: &mut BulkPage<'_>);
    /// See [`Encoding::index_loaded`].
    fn log_index_loaded(&self, out: &mut MtrBuffer, layout: &IndexLayout, root_page_no: PageNo) {
        let _ = (out, layout, root_page_no);
    }
}

impl<Format: MysqlFormat> Encoding for Format {
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn title(&self) -> &'static str {
        Self::TITLE
    }
    fn sentence(&self) -> &'static str {
        Self::SENTENCE
    }
    fn kinds(&self) -> &'static [&'static str] {
        Self::KINDS
    }
    fn framing(&self) -> Framing {
        Framing::Blocks
    }
    fn logs_bulk_pages(&self) -> bool {
        Self::LOGS_BULK_PAGES
    }

    fn init_page(&self, out: &mut MtrBuffer, page_no: PageNo) {
        put_record(out, code::INIT_FILE_PAGE2, page_no, |_| ());
    }

    fn free_page(&self, _out: &mut MtrBuffer, _page_no: PageNo) {}

    fn create_index_page(&self, out: &mut MtrBuffer, page_no: PageNo) {
        put_record(out, code::COMP_PAGE_CREATE, page_no, |_| ());
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
        if whole || before[offset..offset + bytes.len()] != *bytes {
            put_write(out, page_no, offset, bytes);
        }
    }

    fn fill(&self, out: &mut MtrBuffer, page_no: PageNo, offset: usize, len: usize, byte: u8) {
        put_write(out, page_no, offset, &vec![byte; len]);
    }

    fn bulk_page(&self, out: &mut MtrBuffer, page: &mut BulkPage<'_>) {
        self.log_bulk_page(out, page);
    }

    fn index_loaded(&self, out: &mut MtrBuffer, layout: &IndexLayout, root_page_no: PageNo) {
        self.log_index_loaded(out, layout, root_page_no);
    }

    fn end(&self, out: &mut MtrBuffer) {
        if out.records == 1 {
            out.bytes[0] |= SINGLE_RECORD;
            return;
        }
        let start = out.bytes.len();
        out.bytes.push(code::MULTI_REC_END);
        out.count_framing(MULTI_REC_END, start);
    }

    fn mtr_len(&self, payload: &[u8]) -> Result<Option<usize>, ReplayError> {
        let mut records = Records::new(payload, Self::OWN);
        loop {
            match records.next_record() {
                Ok(Some(_)) => {}
                Ok(None) => return Ok(Some(payload.len() - records.rest.len())),
                Err(Stop::Short) => return Ok(None),
                Err(damaged) => return Err(damaged.into()),
            }
        }
    }

    fn apply(&self, mtr: &[u8], target: &mut dyn ReplayTarget) -> Result<u64, ReplayError> {
        super::mysql_replay::apply(Records::new(mtr, Self::OWN), Self::OWN, target)
    }

    fn decode<'a>(&self, mtr: &'a [u8], space_id: u32) -> Result<Vec<RecordView<'a>>, ReplayError> {
        super::mysql_replay::decode(Records::new(mtr, Self::OWN), Self::OWN, space_id)
    }

    fn outline(
        &self,
        mtr: &[u8],
        space_id: u32,
        visit: &mut dyn FnMut(RecordOutline),
    ) -> Result<(), ReplayError> {
        super::mysql_replay::outline(Records::new(mtr, Self::OWN), space_id, visit)
    }
}

/// Appends a record about `page_no` whose body `put_body` appends, and counts it.
#[inline]
pub fn put_record(out: &mut MtrBuffer, code: u8, page_no: PageNo, put_body: impl FnOnce(&mut Vec<u8>)) {
    let start = out.bytes.len();
    put_head(&mut out.bytes, code, wire_address(out.space_id, page_no));
    put_body(&mut out.bytes);
    out.count_record(kind_of(code), start);
}

/// [`put_record`] of an encoding's own type.
pub fn put_own_record(out: &mut MtrBuffer, code: u8, page_no: PageNo, put_body: impl FnOnce(&mut Vec<u8>)) {
    debug_assert_eq!(kind_of(code), OWN_KIND);
    put_record(out, code, page_no, put_body);
}

/// Appends a record that sets bytes: as a number where there are 1, 2, 4 or 8.
pub fn put_write(out: &mut MtrBuffer, page_no: PageNo, offset: usize, bytes: &[u8]) {
    let value = bytes.iter().take(8).fold(0, |value, &byte| value << 8 | u64::from(byte));
    let code = match bytes.len() {
        1 | 2 | 4 | 8 => bytes.len() as u8,
        _ => code::WRITE_STRING,
    };
    put_record(out, code, page_no, |body| {
        body.extend_from_slice(&(offset as u16).to_be_bytes());
        match code {
            code::WRITE_STRING => {
                body.extend_from_slice(&(bytes.len() as u16).to_be_bytes());
                body.extend_from_slice(bytes);
            }
            code::WRITE_8 => put_compressed_u64(body, value),
            _ => put_compressed(body, value as u32),
        }
    });
}

/// Logs what stands on a bulk-built page before its first entry: a fresh page without siblings, its level and index, the
/// newest transaction on secondary leaves, and its left sibling. On a fresh page level and transaction are logged even
/// where they are zero, on one that was there already only where they are not.
pub fn open_bulk_page(out: &mut MtrBuffer, bulk: &BulkPage<'_>) {
    if bulk.logged > 0 {
        return;
    }
    out.purpose = Purpose::Header;
    let page_no = bulk.page_no;
    if bulk.created {
        put_record(out, code::INIT_FILE_PAGE2, page_no, |_| ());
        put_record(out, code::COMP_PAGE_CREATE, page_no, |_| ());
        put_write(out, page_no, page::FIL_PAGE_PREV, &NO_PAGE.to_be_bytes());
        put_write(out, page_no, page::FIL_PAGE_NEXT, &NO_PAGE.to_be_bytes());
    }
    let mut put = |offset: usize, len: usize| {
        let bytes = &bulk.page[offset..offset + len];
        if bulk.created || bytes.iter().any(|&byte| byte != 0) {
            put_write(out, page_no, offset, bytes);
        }
    };
    put(page::PAGE_LEVEL, 2);
    if bulk.created {
        put(page::PAGE_INDEX_ID, 8);
    }
    if bulk.is_secondary_leaf() {
        put(page::PAGE_MAX_TRX_ID, 8);
    }
    if bulk.created && page::prev(bulk.page) != NO_PAGE {
        put(page::FIL_PAGE_PREV, 4);
    }
}

/// Logs the right sibling of a bulk-built page if it became known.
pub fn close_bulk_page(out: &mut MtrBuffer, bulk: &BulkPage<'_>) {
    if bulk.next_is_new {
        out.purpose = Purpose::Header;
        let sibling = page::FIL_PAGE_NEXT;
        put_write(out, bulk.page_no, sibling, &bulk.page[sibling..sibling + 4]);
    }
}

/// The records of a mini-transaction, one after the other.
pub struct Records<'a> {
    rest: &'a [u8],
    own: Option<&'static dyn OwnRecord>,
    count: u64,
    ended: bool,
}

impl<'a> Records<'a> {
    /// Reads the mini-transaction at the start of `bytes`.
    pub fn new(bytes: &'a [u8], own: Option<&'static dyn OwnRecord>) -> Self {
        Self { rest: bytes, own, count: 0, ended: false }
    }

    /// How many records were read.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The next record; `None` at the mini-transaction's end.
    ///
    /// # Errors
    /// If it is cut off, or no record.
    #[inline]
    pub fn next_record(&mut self) -> Result<Option<RawRecord<'a>>, Stop> {
        if self.ended {
            return Ok(None);
        }
        if self.count > 0 && self.rest.first() == Some(&code::MULTI_REC_END) {
            self.rest = &self.rest[1..];
            self.ended = true;
            return Ok(None);
        }
        let own = self.own;
        let record = take_record(&mut self.rest, |code, rest| match own {
            Some(own) if own.code() == code => own.body_len(rest),
            _ => Err(Stop::Damaged("a record is of unknown type", code.into())),
        })?;
        if record.single && self.count > 0 {
            return Err(Stop::Damaged(
                "a record that stands alone follows others, as number",
                self.count as u32,
            ));
        }
        self.ended = record.single;
        self.count += 1;
        Ok(Some(record))
    }
}
