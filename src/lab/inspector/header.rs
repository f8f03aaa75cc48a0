//! The fields around a page's records: file header, page header and trailer, with what each means.

use serde::Serialize;

use super::header_space::{file_space_fields, inode_fields};
use crate::base::PageNo;
use crate::innodb::page::{self, page_type};
use crate::innodb::tablespace::SYSTEM_SPACE;
use crate::innodb::undo_page::{UNDO_FREE, UNDO_NODE, UNDO_START};
use crate::innodb::{IndexKind, IndexLayout, NO_PAGE, u16_at, u32_at, u64_at};

/// Unused with full CRC-32C, where the checksum stands at the page's end.
const FIL_PAGE_SPACE_OR_CHKSUM: usize = 0;
/// Unused in tables.
const FIL_PAGE_FILE_FLUSH_LSN: usize = 26;
/// Flag of [`page::PAGE_N_HEAP`].
const COMPACT_FLAG: u64 = 0x8000;

/// One field of a page's header or trailer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HeaderField {
    /// Its name in the servers' sources.
    pub name: String,
    /// Its first byte.
    pub offset: usize,
    /// How many bytes it has.
    pub length: usize,
    /// Its value as text.
    pub value: String,
    /// What the value means.
    pub meaning: String,
}

/// A list of fields that is being made from a page's bytes.
pub struct FieldList<'a> {
    page: &'a [u8],
    fields: Vec<HeaderField>,
}

impl FieldList<'_> {
    /// Adds a field whose value is no plain number.
    pub fn text(
        &mut self,
        name: impl Into<String>,
        (offset, length): (usize, usize),
        value: String,
        meaning: impl Into<String>,
    ) {
        let (name, meaning) = (name.into(), meaning.into());
        self.fields.push(HeaderField { name, offset, length, value, meaning });
    }

    /// Adds a big-endian number of `length` bytes (2, 4 or 8).
    pub fn number(&mut self, name: &str, offset: usize, length: usize, meaning: impl Into<String>) {
        let value = match length {
            2 => u16_at(self.page, offset).into(),
            4 => u32_at(self.page, offset).into(),
            _ => u64_at(self.page, offset),
        };
        self.text(name, (offset, length), value.to_string(), meaning);
    }
}

/// Header fields of a page by offset, trailer last. `layout` is that of the tree that an index page names; `freed` says that
/// the page is no longer used.
pub fn header_fields(
    page_no: PageNo,
    bytes: &[u8],
    layout: Option<&IndexLayout>,
    freed: bool,
) -> Vec<HeaderField> {
    let mut list = FieldList { page: bytes, fields: Vec::new() };
    file_header(&mut list, page_no, freed);
    match page::kind(bytes) {
        page_type::INDEX => index_header(&mut list, layout),
        page_type::FSP_HDR | page_type::XDES => file_space_fields(&mut list, bytes),
        page_type::INODE => inode_fields(&mut list, bytes),
        page_type::UNDO_LOG => undo_header(&mut list),
        _ => {}
    }
    trailer(&mut list);
    list.fields
}

fn file_header(list: &mut FieldList<'_>, page_no: PageNo, freed: bool) {
    let own_number = match page_no {
        SYSTEM_SPACE.. => "the page's own number in the system tablespace",
        _ => "the page's own number",
    };
    let neighbour = |offset: usize, side: &str, end: &str| match u32_at(list.page, offset) {
        NO_PAGE => format!("no page: this is the {end} of its level"),
        _ => format!("{side} neighbour on the same level"),
    };
    let kind = page::kind(list.page);
    let (prev, next) = match kind {
        page_type::INDEX => {
            (neighbour(page::FIL_PAGE_PREV, "left", "first"), neighbour(page::FIL_PAGE_NEXT, "right", "last"))
        }
        _ => ("not used by this type of page".to_owned(), "not used by this type of page".to_owned()),
    };
    list.number(
        "FIL_PAGE_SPACE_OR_CHKSUM",
        FIL_PAGE_SPACE_OR_CHKSUM,
        4,
        "not used: the checksum stands at the page's end",
    );
    list.number("FIL_PAGE_OFFSET", page::FIL_PAGE_OFFSET, 4, own_number);
    list.number("FIL_PAGE_PREV", page::FIL_PAGE_PREV, 4, prev);
    list.number("FIL_PAGE_NEXT", page::FIL_PAGE_NEXT, 4, next);
    let lsn = "end of the newest mini-transaction that changed the page, as a position in the log";
    list.number("FIL_PAGE_LSN", page::FIL_PAGE_LSN, 8, lsn);
    let mut what = kind_text(kind).to_owned();
    if freed {
        what.push_str("; freed: its content was copied into the root, and the page may be used again");
    }
    list.number("FIL_PAGE_TYPE", page::FIL_PAGE_TYPE, 2, what);
    list.number("FIL_PAGE_FILE_FLUSH_LSN", FIL_PAGE_FILE_FLUSH_LSN, 8, "not used in this file");
    list.number("FIL_PAGE_SPACE_ID", page::FIL_PAGE_SPACE_ID, 4, "number of the tablespace, the file");
}

fn kind_text(kind: u16) -> &'static str {
    match kind {
        page_type::INDEX => "a page of an index",
        page_type::FSP_HDR => "the file's header: its size and its extents",
        page_type::XDES => "descriptors of further extents",
        page_type::INODE => "inodes: which pages each segment has",
        page_type::IBUF_BITMAP => "change-buffer bitmap",
        page_type::UNDO_LOG => "undo log",
        page_type::ALLOCATED => "none: a page without a type of its own",
        _ => "of a type that this engine does not write",
    }
}

fn index_header(list: &mut FieldList<'_>, layout: Option<&IndexLayout>) {
    let at = |offset: usize| u64::from(u16_at(list.page, offset));
    let heap = at(page::PAGE_N_HEAP);
    let (garbage, last_insert) = (at(page::PAGE_GARBAGE), at(page::PAGE_LAST_INSERT));
    let direction = direction_text(at(page::PAGE_DIRECTION) as u16);
    let level = level_text(page::level(list.page));
    list.number("PAGE_N_DIR_SLOTS", page::PAGE_N_DIR_SLOTS, 2, "slots of the directory at the page's end");
    list.number("PAGE_HEAP_TOP", page::PAGE_HEAP_TOP, 2, "first byte of the heap that was never used");
    let records =
        "records in the heap, infimum and supremum included; the highest bit, left out here, says COMPACT";
    list.text("PAGE_N_HEAP", (page::PAGE_N_HEAP, 2), (heap & !COMPACT_FLAG).to_string(), records);
    let freed = if garbage == 0 { "no record was deleted" } else { "where the first deleted record lies" };
    list.number("PAGE_FREE", page::PAGE_FREE, 2, freed);
    list.number("PAGE_GARBAGE", page::PAGE_GARBAGE, 2, "bytes in deleted records");
    let inserted = match last_insert {
        0 => "unknown: the page was not filled by single inserts",
        _ => "where the record that was inserted last lies",
    };
    list.number("PAGE_LAST_INSERT", page::PAGE_LAST_INSERT, 2, inserted);
    list.number("PAGE_DIRECTION", page::PAGE_DIRECTION, 2, direction);
    list.number("PAGE_N_DIRECTION", page::PAGE_N_DIRECTION, 2, "inserts in a row in that direction");
    list.number("PAGE_N_RECS", page::PAGE_N_RECS, 2, "records of the index on this page");
    list.number("PAGE_MAX_TRX_ID", page::PAGE_MAX_TRX_ID, 8, max_trx_text(list.page, layout));
    list.number("PAGE_LEVEL", page::PAGE_LEVEL, 2, level);
    let index = layout.map_or_else(|| "the index".to_owned(), |layout| format!("the index {}", layout.name));
    list.number("PAGE_INDEX_ID", page::PAGE_INDEX_ID, 8, index);
    segment(list, "PAGE_BTR_SEG_LEAF", page::PAGE_BTR_SEG_LEAF, "leaves");
    segment(list, "PAGE_BTR_SEG_TOP", page::PAGE_BTR_SEG_TOP, "internal pages");
}

fn direction_text(direction: u16) -> &'static str {
    match direction {
        page::DIRECTION_LEFT => "inserts go down, to the left",
        page::DIRECTION_RIGHT => "inserts go up, to the right",
        page::NO_DIRECTION => "inserts have no direction",
        _ => "not set: the page was filled in bulk",
    }
}

fn level_text(level: u16) -> String {
    match level {
        0 => "a leaf".to_owned(),
        1 => "an internal page, one level above the leaves".to_owned(),
        levels => format!("an internal page, {levels} levels above the leaves"),
    }
}

fn max_trx_text(bytes: &[u8], layout: Option<&IndexLayout>) -> &'static str {
    let of_leaf = page::level(bytes) == 0 && layout.is_some_and(|layout| layout.kind == IndexKind::Secondary);
    if of_leaf {
        "newest transaction that may have changed a record here"
    } else {
        "used on secondary leaves only"
    }
}

/// A segment as a root names it; all zeros on other pages.
fn segment(list: &mut FieldList<'_>, name: &str, offset: usize, of: &str) {
    let (space, page_no) = (u32_at(list.page, offset), u32_at(list.page, offset + 4));
    let inode = u16_at(list.page, offset + 8);
    if inode == 0 {
        list.text(name, (offset, 10), "0".to_owned(), "set on the root of a tree only");
        return;
    }
    let value = format!("space {space}, page {page_no}, offset {inode}");
    list.text(name, (offset, 10), value, format!("where the inode of the segment of {of} lies"));
}

fn undo_header(list: &mut FieldList<'_>) {
    list.number("TRX_UNDO_PAGE_TYPE", page::FIL_PAGE_DATA, 2, "what the undo records take back");
    list.number("TRX_UNDO_PAGE_START", UNDO_START, 2, "where the first undo record of the newest log begins");
    list.number("TRX_UNDO_PAGE_FREE", UNDO_FREE, 2, "first byte after the undo records");
    let node = |offset: usize| match u32_at(list.page, offset) {
        NO_PAGE => "none".to_owned(),
        page_no => format!("page {page_no}"),
    };
    let value = format!("before: {}, after: {}", node(UNDO_NODE), node(UNDO_NODE + 6));
    list.text("TRX_UNDO_PAGE_NODE", (UNDO_NODE, 12), value, "neighbours in the list of the segment's pages");
}

fn trailer(list: &mut FieldList<'_>) {
    let at = list.page.len() - page::FIL_TRAILER_BYTES;
    list.number(
        "FIL_PAGE_FCRC32_END_LSN",
        at,
        4,
        "the low half of FIL_PAGE_LSN once more: was the page written whole?",
    );
    let sum = format!("{:08x}", u32_at(list.page, at + 4));
    list.text("FIL_PAGE_FCRC32_CHECKSUM", (at + 4, 4), sum, "CRC-32C of all bytes before it");
}
