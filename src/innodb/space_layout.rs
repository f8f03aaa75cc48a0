//! Where the pages that keep account of a file hold what: space header, extent descriptors, inodes.
//!
//! *Worked example.* At 16 KiB an extent has 64 pages, so its descriptor takes 24 + 16 bytes; a segment may have 32
//! fragments, so its inode takes 64 + 128 bytes, and 85 of them fit a page. At 4 KiB: 24 + 64, 64 + 512, and 7.

use crate::base::PageNo;
use crate::innodb::u32_at;

// Page 0, from byte 38: the file space header.
pub(crate) const FSP_SIZE: usize = 46;
pub(crate) const FSP_FREE_LIMIT: usize = 50;
pub(crate) const FSP_SPACE_FLAGS: usize = 54;
pub(crate) const FSP_FRAG_N_USED: usize = 58;
pub(crate) const FSP_FREE: usize = 62;
pub(crate) const FSP_FREE_FRAG: usize = 78;
pub(crate) const FSP_FULL_FRAG: usize = 94;
pub(crate) const FSP_SEG_ID: usize = 110;
pub(crate) const FSP_SEG_INODES_FULL: usize = 118;
pub(crate) const FSP_SEG_INODES_FREE: usize = 134;
pub(crate) const XDES_ARRAY: usize = 150;

// An extent descriptor.
pub(crate) const XDES_ID: usize = 0;
pub(crate) const XDES_NODE: usize = 8;
pub(crate) const XDES_STATE: usize = 20;
pub(crate) const XDES_BITMAP: usize = 24;

pub(crate) const STATE_FREE: u32 = 1;
pub(crate) const STATE_FREE_FRAG: u32 = 2;
pub(crate) const STATE_FULL_FRAG: u32 = 3;
pub(crate) const STATE_SEGMENT: u32 = 4;

// An inode, from byte 50 of an inode page: 192 bytes each at 16 KiB.
pub(crate) const INODE_NODE: usize = 38;
pub(crate) const INODE_ARRAY: usize = 50;
pub(crate) const INODE_PAGE_TRAILER_BYTES: usize = 10;
pub(crate) const INODE_NOT_FULL_N_USED: usize = 8;
pub(crate) const INODE_FREE: usize = 12;
pub(crate) const INODE_NOT_FULL: usize = 28;
pub(crate) const INODE_FULL: usize = 44;
pub(crate) const INODE_MAGIC: usize = 60;
pub(crate) const INODE_FRAGMENTS: usize = 64;

/// Pages of a file, as its page 0 says.
pub fn size_in_pages(space_header: &[u8]) -> PageNo {
    u32_at(space_header, FSP_SIZE)
}

/// Pages of an extent.
pub fn extent_pages(page_size: usize) -> u32 {
    if page_size <= 16_384 { (1 << 20) / page_size as u32 } else { 64 }
}

/// Pages that a segment may take singly: half an extent.
pub(crate) fn fragment_slots(page_size: usize) -> usize {
    extent_pages(page_size) as usize / 2
}

/// Bytes of a segment's inode.
pub(crate) fn inode_bytes(page_size: usize) -> usize {
    INODE_FRAGMENTS + 4 * fragment_slots(page_size)
}
