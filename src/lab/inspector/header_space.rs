//! The fields of pages that keep account of the file: space header, extent descriptors, inodes.

use super::header::FieldList;
use crate::base::PageNo;
use crate::innodb::page::{self, page_type};
use crate::innodb::space_layout::{
    FSP_FRAG_N_USED, FSP_FREE, FSP_FREE_FRAG, FSP_FREE_LIMIT, FSP_FULL_FRAG, FSP_SEG_ID, FSP_SEG_INODES_FREE,
    FSP_SEG_INODES_FULL, FSP_SIZE, FSP_SPACE_FLAGS, INODE_ARRAY, INODE_FRAGMENTS, INODE_FREE, INODE_FULL,
    INODE_NODE, INODE_NOT_FULL, INODE_NOT_FULL_N_USED, INODE_PAGE_TRAILER_BYTES, STATE_FREE, STATE_FREE_FRAG,
    STATE_FULL_FRAG, STATE_SEGMENT, XDES_ARRAY, XDES_BITMAP, XDES_ID, XDES_STATE, extent_pages,
    fragment_slots, inode_bytes,
};
use crate::innodb::{NO_PAGE, u16_at, u32_at, u64_at};

/// Bytes of the base of a list: length, first and last address.
const LIST_BYTES: usize = 16;

/// Space header (on page 0) and the descriptors of extents that are in use.
pub fn file_space_fields(list: &mut FieldList<'_>, bytes: &[u8]) {
    if page::kind(bytes) == page_type::FSP_HDR {
        list.number("FSP_SPACE_ID", page::FIL_PAGE_DATA, 4, "number of the tablespace, the file");
        list.number("FSP_SIZE", FSP_SIZE, 4, "pages of the file");
        list.number("FSP_FREE_LIMIT", FSP_FREE_LIMIT, 4, "first page whose extent has no descriptor yet");
        list.number("FSP_SPACE_FLAGS", FSP_SPACE_FLAGS, 4, "page size and checksum of the file");
        list.number("FSP_FRAG_N_USED", FSP_FRAG_N_USED, 4, "used pages of the extents on FSP_FREE_FRAG");
        list_base(list, bytes, "FSP_FREE", FSP_FREE, "extents that nobody uses");
        list_base(
            list,
            bytes,
            "FSP_FREE_FRAG",
            FSP_FREE_FRAG,
            "extents whose pages are given singly, with free ones",
        );
        list_base(
            list,
            bytes,
            "FSP_FULL_FRAG",
            FSP_FULL_FRAG,
            "extents whose pages are given singly, all used",
        );
        list.number("FSP_SEG_ID", FSP_SEG_ID, 8, "number of the next segment");
        list_base(list, bytes, "FSP_SEG_INODES_FULL", FSP_SEG_INODES_FULL, "inode pages without room");
        list_base(
            list,
            bytes,
            "FSP_SEG_INODES_FREE",
            FSP_SEG_INODES_FREE,
            "inode pages with room for further segments",
        );
    }
    let extent = extent_pages(bytes.len());
    let size = XDES_BITMAP + extent as usize / 4;
    for index in 0..bytes.len() as u32 / extent {
        let at = XDES_ARRAY + index as usize * size;
        if u32_at(bytes, at + XDES_STATE) != 0 {
            descriptor(list, bytes, (at, size), index, page::page_no(bytes) + index * extent);
        }
    }
}

fn descriptor(
    list: &mut FieldList<'_>,
    bytes: &[u8],
    (at, size): (usize, usize),
    index: u32,
    first_page: PageNo,
) {
    let pages = (size - XDES_BITMAP) as u32 * 4;
    let free: u32 =
        bytes[at + XDES_BITMAP..at + size].iter().map(|byte| (byte & 0b0101_0101).count_ones()).sum();
    let state = match u32_at(bytes, at + XDES_STATE) {
        STATE_FREE => "used by nobody".to_owned(),
        STATE_FREE_FRAG => "its pages are given singly".to_owned(),
        STATE_FULL_FRAG => "its pages are given singly, and all are".to_owned(),
        STATE_SEGMENT => format!("belongs to segment {}", u64_at(bytes, at + XDES_ID)),
        _ => "of an unknown state".to_owned(),
    };
    let value = format!("{} of {pages} pages used", pages - free);
    let meaning = format!("the extent of pages {first_page} to {}: {state}", first_page + pages - 1);
    list.text(format!("XDES[{index}]"), (at, size), value, meaning);
}

/// The inodes of an inode page that are in use.
pub fn inode_fields(list: &mut FieldList<'_>, bytes: &[u8]) {
    let node = "neighbours in the list of inode pages";
    let value = format!("before: {}, after: {}", address(bytes, INODE_NODE), address(bytes, INODE_NODE + 6));
    list.text("FSEG_INODE_PAGE_NODE", (INODE_NODE, 12), value, node);
    let size = inode_bytes(bytes.len());
    let room = (bytes.len() - INODE_ARRAY - INODE_PAGE_TRAILER_BYTES) / size;
    for index in 0..room {
        let at = INODE_ARRAY + index * size;
        let id = u64_at(bytes, at);
        if id == 0 {
            continue;
        }
        let slots =
            (0..fragment_slots(bytes.len())).map(|slot| u32_at(bytes, at + INODE_FRAGMENTS + 4 * slot));
        let single = slots.filter(|&slot| slot != NO_PAGE).count();
        let [free, not_full, full] =
            [INODE_FREE, INODE_NOT_FULL, INODE_FULL].map(|base| u32_at(bytes, at + base));
        let used = u32_at(bytes, at + INODE_NOT_FULL_N_USED);
        let value = format!("single pages: {single}, extents: {}", free + not_full + full);
        let meaning = format!(
            "segment {id}; of its extents {full} are full, {not_full} partly used (with {used} used pages) and {free} free"
        );
        list.text(format!("INODE[{index}]"), (at, size), value, meaning);
    }
}

fn list_base(list: &mut FieldList<'_>, bytes: &[u8], name: &str, offset: usize, meaning: &str) {
    list.text(name, (offset, LIST_BYTES), list_text(bytes, offset), meaning);
}

/// The base of a list: how long it is, and where its first and last node lie.
fn list_text(bytes: &[u8], offset: usize) -> String {
    match u32_at(bytes, offset) {
        0 => "empty".to_owned(),
        length => {
            let (first, last) = (address(bytes, offset + 4), address(bytes, offset + 10));
            format!("{length}, from {first} to {last}")
        }
    }
}

/// The address of a list node.
fn address(bytes: &[u8], offset: usize) -> String {
    match u32_at(bytes, offset) {
        NO_PAGE => "none".to_owned(),
        page_no => format!("page {page_no}, offset {}", u16_at(bytes, offset + 4)),
    }
}
