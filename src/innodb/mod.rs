//! The bytes: tables and rows, records, index pages, and the file that holds them.
//!
//! A table is a set of trees. The **clustered** index holds the rows in primary-key order; every **secondary** index holds
//! its key columns and the primary key. A tree is made of pages of one size; a page holds records in a heap that grows
//! upwards from byte 120, and a directory of every fourth record or so that grows downwards from the end:
//!
//! ```text
//! 0        38           94        120                                           page_size-8
//! | header | page header | inf sup | record record record ...   free   ... slots | trailer |
//! ```
//!
//! *Worked example.* `t0(a INT PRIMARY KEY, b INT)` with an index on `b`: a secondary record holds `b` (4 bytes) and `a`
//! (4 bytes) after a 5-byte header and one byte of NULL flags, 14 bytes in all. An empty 16 KiB page has 16,252 bytes
//! free; each record also needs half a byte of directory: 16,252 / 14.5 gives 1,120 records a page, so 1,000,000 rows
//! fill 893 leaf pages. The servers build exactly that many.
//!
//! Layouts are those of the COMPACT and DYNAMIC row formats; page checksums are MariaDB's full CRC-32C.

pub mod allocation;
pub mod checksum;
pub mod extent;
mod file_list;
pub mod layout;
pub mod page;
pub mod page_edit;
mod page_writer;
pub mod record;
pub mod rows;
pub(crate) mod space_layout;
pub mod table;
pub mod tablespace;
pub mod undo_page;

pub use layout::{IndexKind, IndexLayout};
pub use record::RecordBuffer;
pub use rows::TableRows;
pub use table::{Column, ColumnKind, IndexDefinition, KeyPart, Table, Values};
pub use tablespace::{Page, Tablespace};

/// "No page": the sibling link of the first and last page of a level.
pub const NO_PAGE: crate::base::PageNo = 0xFFFF_FFFF;

/// Reads a big-endian 16-bit number at `offset`.
#[inline]
pub fn u16_at(bytes: &[u8], offset: usize) -> u16 {
    u16::from_be_bytes([bytes[offset], bytes[offset + 1]])
}

/// Reads a big-endian 32-bit number at `offset`.
#[inline]
pub fn u32_at(bytes: &[u8], offset: usize) -> u32 {
    u32::from_be_bytes([bytes[offset], bytes[offset + 1], bytes[offset + 2], bytes[offset + 3]])
}

/// Reads a big-endian 64-bit number at `offset`.
#[inline]
pub fn u64_at(bytes: &[u8], offset: usize) -> u64 {
    u64::from(u32_at(bytes, offset)) << 32 | u64::from(u32_at(bytes, offset + 4))
}

/// Writes a big-endian 16-bit number at `offset`.
#[inline]
pub fn put_u16(bytes: &mut [u8], offset: usize, value: u16) {
    bytes[offset..offset + 2].copy_from_slice(&value.to_be_bytes());
}

/// Writes a big-endian 32-bit number at `offset`.
#[inline]
pub fn put_u32(bytes: &mut [u8], offset: usize, value: u32) {
    bytes[offset..offset + 4].copy_from_slice(&value.to_be_bytes());
}

/// Writes a big-endian 64-bit number at `offset`.
#[inline]
pub fn put_u64(bytes: &mut [u8], offset: usize, value: u64) {
    bytes[offset..offset + 8].copy_from_slice(&value.to_be_bytes());
}
