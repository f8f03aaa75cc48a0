//! The undo log of one transaction: for every inserted row, how to find it again to take it back.
//!
//! Undo pages lie in the system tablespace and are redo-logged like any other. An inserted row's undo record is its
//! primary key.
//!
//! *Worked example.* Row 3 of `t0`, table number 20: `0b 02 14 04 80000003`, that is insert, number 2 of the transaction,
//! table 20, 4 key bytes. It costs 13 bytes of redo and 5 for the end of its mini-transaction.
//!
//! Which header fields the first page gets, and in which order, follows the server's log; a few bytes differ because here
//! the rollback segment and the inodes lie on lower page numbers.

use crate::base::{PageNo, TrxId};
use crate::innodb::allocation::{Allocator, PageWriter, Segment, Unlogged};
use crate::innodb::layout::IndexLayout;
use crate::innodb::page::{FIL_PAGE_TYPE, FIL_TRAILER_BYTES};
use crate::innodb::record::field_ranges;
use crate::innodb::tablespace::SYSTEM_SPACE;
use crate::innodb::undo_page::{self, UNDO_FREE, UNDO_NODE, UNDO_START};
use crate::innodb::{RecordBuffer, Tablespace, u16_at, u32_at};
use crate::redo::{MiniTransaction, Purpose, RedoLog};

/// Pages of the system tablespace that are in use before the statement; the first undo page is the next one.
const PAGES_IN_USE: PageNo = 300;
/// Size of a system tablespace as created, in bytes.
const SYSTEM_FILE_BYTES: usize = 12 << 20;
/// The page of the rollback segment: the first one that is no bookkeeping page.
const ROLLBACK_SEGMENT: PageNo = 3;

// The rollback segment's page.
const HISTORY_LIST: usize = 46;
const UNDO_SLOTS: usize = 72;

// The first page of an undo segment.
const STATE: usize = 56;
const SEGMENT_HEADER: usize = 60;
const PAGE_LIST: usize = 70;
const LOG_HEADER: usize = 86;
const HISTORY_NODE: usize = LOG_HEADER + 34;
const FIRST_RECORD: usize = 272;
const STATE_ACTIVE: u8 = 1;
const STATE_TO_PURGE: u8 = 2;
/// Type of a page of the system tablespace before it becomes an undo page.
const PAGE_TYPE_SYSTEM: u16 = 6;

/// The type byte of an insert's undo record.
const INSERT_RECORD: u8 = 0x0B;
/// The number by which undo records name the table.
const TABLE_ID: u32 = 20;
/// "Inserted", and the number of the rollback segment: the high byte of a roll pointer.
const ROLL_POINTER_INSERT: u64 = 0x99 << 48;

/// Lets an [`Allocator`] keep the account of the system tablespace instead of the table's file.
struct SystemPages<'a, W>(&'a mut W);

impl<W: PageWriter> PageWriter for SystemPages<'_, W> {
    fn page(&self, page_no: PageNo) -> &[u8] {
        self.0.page(page_no + SYSTEM_SPACE)
    }
    fn write(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        self.0.write(page_no + SYSTEM_SPACE, offset, bytes);
    }
    fn write_whole(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        self.0.write_whole(page_no + SYSTEM_SPACE, offset, bytes);
    }
    fn fill(&mut self, page_no: PageNo, offset: usize, len: usize, byte: u8) {
        self.0.fill(page_no + SYSTEM_SPACE, offset, len, byte);
    }
    fn init_page(&mut self, page_no: PageNo) {
        self.0.init_page(page_no + SYSTEM_SPACE);
    }
    fn create_index_page(&mut self, page_no: PageNo) {
        self.0.create_index_page(page_no + SYSTEM_SPACE);
    }
    fn free_page(&mut self, page_no: PageNo) {
        self.0.free_page(page_no + SYSTEM_SPACE);
    }
}

/// Makes the system tablespace as a running server has it: its account, a rollback segment, and 300 pages in use, whose
/// content plays no part and is absent. Logs nothing: a replica starts with a copy.
pub fn create_system_space(space: &mut Tablespace) {
    let allocator = Allocator::new(space.page_size());
    let file_pages = SYSTEM_FILE_BYTES / space.page_size();
    let mut unlogged = Unlogged(space);
    let mut writer = SystemPages(&mut unlogged);
    allocator.create_space(&mut writer, 0);
    allocator.extend_file(&mut writer, (file_pages as u32).max(PAGES_IN_USE + 1));
    let mut last = 0;
    while last + 1 < PAGES_IN_USE {
        let segment = allocator.create_segment(&mut writer);
        for _ in 0..32 {
            if last + 1 < PAGES_IN_USE {
                last = allocator.allocate(&mut writer, segment, crate::innodb::allocation::Placement::Dense);
            }
        }
    }
    writer.init_page(ROLLBACK_SEGMENT);
}

/// The undo log of one transaction that inserts rows.
pub(super) struct UndoLog {
    allocator: Allocator,
    trx_id: TrxId,
    open: Option<OpenLog>,
    records: u32,
    record: Vec<u8>,
}

/// Where the log lies, once it has a page.
#[derive(Clone, Copy)]
struct OpenLog {
    segment: Segment,
    first_page: PageNo,
    last_page: PageNo,
}

impl UndoLog {
    /// The log of transaction `trx_id`, which has not changed anything yet.
    pub(super) fn new(page_size: usize, trx_id: TrxId) -> Self {
        Self { allocator: Allocator::new(page_size), trx_id, open: None, records: 0, record: Vec::new() }
    }

    /// Logs how to take back the row with the clustered record `row`, as one mini-transaction (two where a page ends);
    /// returns the row's roll pointer.
    pub(super) fn append(
        &mut self,
        space: &mut Tablespace,
        log: &mut RedoLog,
        clustered: &IndexLayout,
        row: &RecordBuffer,
    ) -> u64 {
        self.describe(clustered, row);
        if let Some(open) = self.open
            && !undo_page::fits(space.get(open.last_page).expect("the undo page is there"), self.record.len())
        {
            self.close_page(space, log, open);
        }
        let mut mtr = MiniTransaction::begin(space, log, Purpose::Undo);
        let open = match self.open {
            None => self.create(&mut mtr),
            Some(open) if undo_page::fits(mtr.page(open.last_page), self.record.len()) => open,
            Some(open) => self.add_page(&mut mtr, open),
        };
        self.open = Some(open);
        let (page_no, record) = (open.last_page, &self.record);
        let start = mtr.edit(page_no, |encoding, out, page| encoding.append_undo(out, page_no, page, record));
        mtr.commit();
        self.records += 1;
        ROLL_POINTER_INSERT | u64::from(page_no - SYSTEM_SPACE) << 16 | start as u64
    }

    /// Makes the undo record of a row.
    fn describe(&mut self, clustered: &IndexLayout, row: &RecordBuffer) {
        self.record.clear();
        self.record.push(INSERT_RECORD);
        put_compressed(&mut self.record, self.records);
        put_compressed(&mut self.record, TABLE_ID);
        for (_, range, _) in field_ranges(clustered, row.bytes(), row.extra_bytes(), clustered.unique_fields)
        {
            put_compressed(&mut self.record, range.len() as u32);
            self.record.extend_from_slice(&row.bytes()[range]);
        }
    }

    /// The first page: a new segment, the segment's header, and the transaction's log header.
    fn create(&self, mtr: &mut MiniTransaction<'_>) -> OpenLog {
        let mut system = SystemPages(mtr);
        let segment = self.allocator.create_segment(&mut system);
        let page_no = self.allocator.allocate_initialised(&mut system, segment);
        let first_page = page_no + SYSTEM_SPACE;
        mtr.write(first_page, FIL_PAGE_TYPE, &PAGE_TYPE_SYSTEM.to_be_bytes());
        mtr.write(first_page, SEGMENT_HEADER, &segment.header(0));
        mtr.edit(first_page, |encoding, out, page| encoding.init_undo_page(out, first_page, page));
        mtr.write(first_page, UNDO_FREE, &(LOG_HEADER as u16).to_be_bytes());
        let node = node_address(first_page);
        mtr.write(first_page, PAGE_LIST, &1_u32.to_be_bytes());
        mtr.write(first_page, PAGE_LIST + 4, &node);
        mtr.write(first_page, PAGE_LIST + 10, &node);
        mtr.write(ROLLBACK_SEGMENT + SYSTEM_SPACE, UNDO_SLOTS, &page_no.to_be_bytes());
        let start = (FIRST_RECORD as u16).to_be_bytes();
        mtr.write(first_page, UNDO_START, &[start[0], start[1], start[0], start[1]]);
        mtr.write(first_page, STATE, &[0, STATE_ACTIVE, 0, LOG_HEADER as u8]);
        mtr.write(first_page, LOG_HEADER, &self.trx_id.to_be_bytes());
        mtr.write(first_page, LOG_HEADER + 16, &[0, 1, start[0], start[1]]);
        mtr.fill(first_page, LOG_HEADER + 20, 26, 0);
        OpenLog { segment, first_page, last_page: first_page }
    }

    /// What remains of a full page is cleared, in a mini-transaction of its own.
    fn close_page(&self, space: &mut Tablespace, log: &mut RedoLog, open: OpenLog) {
        let mut mtr = MiniTransaction::begin(space, log, Purpose::Undo);
        let page = mtr.page(open.last_page);
        let (from, end) = (usize::from(u16_at(page, UNDO_FREE)), page.len() - FIL_TRAILER_BYTES);
        mtr.fill(open.last_page, from, end - from, 0);
        mtr.commit();
    }

    /// A further page, linked to the one before it and counted in the first page's list.
    fn add_page(&self, mtr: &mut MiniTransaction<'_>, open: OpenLog) -> OpenLog {
        let page_no = self.allocator.allocate_initialised(&mut SystemPages(mtr), open.segment) + SYSTEM_SPACE;
        mtr.set_purpose(Purpose::Undo);
        mtr.edit(page_no, |encoding, out, page| encoding.init_undo_page(out, page_no, page));
        mtr.write(page_no, UNDO_NODE, &node_address(open.last_page));
        mtr.write(open.last_page, UNDO_NODE + 6, &node_address(page_no));
        mtr.write(open.first_page, PAGE_LIST + 10, &node_address(page_no));
        let pages = u32_at(mtr.page(open.first_page), PAGE_LIST) + 1;
        mtr.write(open.first_page, PAGE_LIST, &pages.to_be_bytes());
        OpenLog { last_page: page_no, ..open }
    }

    /// The transaction commits: its log goes to the rollback segment's history, to be thrown away later.
    pub(super) fn commit(&mut self, space: &mut Tablespace, log: &mut RedoLog) {
        let Some(open) = self.open.take() else { return };
        let mut mtr = MiniTransaction::begin(space, log, Purpose::Undo);
        let rollback_segment = ROLLBACK_SEGMENT + SYSTEM_SPACE;
        let mut node = [0; 6];
        node[..4].copy_from_slice(&(open.first_page - SYSTEM_SPACE).to_be_bytes());
        node[4..].copy_from_slice(&(HISTORY_NODE as u16).to_be_bytes());
        mtr.write(rollback_segment, HISTORY_LIST, &1_u32.to_be_bytes());
        mtr.write(rollback_segment, HISTORY_LIST + 4, &node);
        mtr.write(rollback_segment, HISTORY_LIST + 10, &node);
        mtr.fill(open.first_page, HISTORY_NODE, 4, 0xFF);
        mtr.fill(open.first_page, HISTORY_NODE + 6, 4, 0xFF);
        mtr.write(open.first_page, STATE, &[0, STATE_TO_PURGE]);
        mtr.write(open.first_page, LOG_HEADER + 8, &(self.trx_id + 1).to_be_bytes());
        mtr.commit();
    }
}

/// Page and offset of an undo page's list node, as list links name it.
fn node_address(page_no: PageNo) -> [u8; 6] {
    let mut bytes = [0; 6];
    bytes[..4].copy_from_slice(&(page_no - SYSTEM_SPACE).to_be_bytes());
    bytes[4..].copy_from_slice(&(UNDO_NODE as u16).to_be_bytes());
    bytes
}

/// Appends a number in one to five bytes, as undo records hold them: the leading one bits of the first byte say how many.
fn put_compressed(out: &mut Vec<u8>, value: u32) {
    let bytes = match value {
        0..0x80 => return out.push(value as u8),
        0x80..0x4000 => return out.extend_from_slice(&(value as u16 | 0x8000).to_be_bytes()),
        0x4000..0x20_0000 => (value | 0xC0_0000).to_be_bytes(),
        0x20_0000..0x1000_0000 => (value | 0xE000_0000).to_be_bytes(),
        _ => {
            out.push(0xF0);
            value.to_be_bytes()
        }
    };
    let skip = usize::from(value < 0x20_0000);
    out.extend_from_slice(&bytes[skip..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_takes_as_many_bytes_as_the_format_says() {
        for (value, hex) in [
            (0x7F, "7f"),
            (0x80, "8080"),
            (0x3FFF, "bfff"),
            (0x4000, "c04000"),
            (0x1F_FFFF, "dfffff"),
            (0x20_0000, "e0200000"),
            (0x1000_0000, "f010000000"),
        ] {
            let mut bytes = Vec::new();
            put_compressed(&mut bytes, value);
            let written: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(written, hex);
        }
    }

    #[test]
    fn the_first_undo_page_lies_beyond_page_127_at_every_page_size() {
        for page_size in [4096, 8192, 16_384, 32_768, 65_536] {
            let mut space = Tablespace::new(5, page_size);
            create_system_space(&mut space);
            let allocator = Allocator::new(page_size);
            let mut unlogged = Unlogged(&mut space);
            let mut writer = SystemPages(&mut unlogged);
            let segment = allocator.create_segment(&mut writer);
            let page_no = allocator.allocate_initialised(&mut writer, segment);
            assert!((PAGES_IN_USE..PAGES_IN_USE + 100).contains(&page_no), "{page_size}: {page_no}");
        }
    }
}
