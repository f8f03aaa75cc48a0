//! MySQL's redo records: their types, their parts, and how they are taken apart.
//!
//! A record is its type, the page that it changes and a body that depends on the type. How entries of an index stand in it
//! is in [`mysql_entries`](super::mysql_entries).
//!
//! *Worked example.* `b = 126, a = 3110` goes into page 15 of an index on `b`, after the entry at offset 140:
//!
//! ```text
//! 26 05 0f                    MLOG_COMP_REC_INSERT, tablespace 5, page 15
//! 0002 0002 0004 8004         index info
//! 008c                        after the record at 140
//! 04 0c26                     insert tail
//! ```

use crate::redo::mysql_entries::{Tail, take_tail};
use crate::redo::mysql_numbers::{
    Stop, put_compressed, take_bytes, take_compressed, take_compressed_u64, take_u16,
};

/// Record types.
pub mod code {
    /// One byte becomes a value.
    pub const WRITE_1: u8 = 1;
    /// Two bytes become a value.
    pub const WRITE_2: u8 = 2;
    /// Four bytes become a value.
    pub const WRITE_4: u8 = 4;
    /// Eight bytes become a value.
    pub const WRITE_8: u8 = 8;
    /// Bytes become other bytes.
    pub const WRITE_STRING: u8 = 30;
    /// Ends a mini-transaction of two or more records. Type byte only: no page, no body.
    pub const MULTI_REC_END: u8 = 31;
    /// An initialised page becomes an empty index page.
    pub const COMP_PAGE_CREATE: u8 = 37;
    /// An undo record is appended to an undo page.
    pub const UNDO_INSERT: u8 = 20;
    /// An initialised page becomes an empty undo page.
    pub const UNDO_INIT: u8 = 22;
    /// An entry goes into a page after another one.
    pub const COMP_REC_INSERT: u8 = 38;
    /// An entry is deleted.
    pub const COMP_REC_DELETE: u8 = 42;
    /// All entries from one on are deleted.
    pub const COMP_LIST_END_DELETE: u8 = 43;
    /// All entries before one are deleted.
    pub const COMP_LIST_START_DELETE: u8 = 44;
    /// Entries go to the end of a page, one after the other.
    pub const COMP_LIST_END_COPY_CREATED: u8 = 45;
    /// Entries are put together so that the memory of deleted ones is free again.
    pub const COMP_PAGE_REORGANIZE: u8 = 46;
    /// A page becomes a fresh zeroed one.
    pub const INIT_FILE_PAGE2: u8 = 59;
}

/// Set in the type of a record that is a mini-transaction of its own.
pub const SINGLE_RECORD: u8 = 0x80;

/// Appends the type and page of a record.
#[inline]
pub fn put_head(out: &mut Vec<u8>, code: u8, (space, page): (u32, u32)) {
    out.push(code);
    put_compressed(out, space);
    put_compressed(out, page);
}

/// What a record does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body<'a> {
    /// The page becomes a fresh zeroed one.
    InitPage,
    /// The page becomes an empty index page.
    CreateIndexPage,
    /// `len` bytes at `offset` become the big-endian `value`.
    Number {
        /// First byte.
        offset: usize,
        /// 1, 2, 4 or 8.
        len: usize,
        /// The value.
        value: u64,
    },
    /// Bytes at `offset` become `bytes`.
    Text {
        /// First byte.
        offset: usize,
        /// The bytes.
        bytes: &'a [u8],
    },
    /// An entry goes after the one at `cursor`.
    Insert {
        /// Index info.
        info: &'a [u8],
        /// Origin of the cursor record.
        cursor: usize,
        /// The entry.
        tail: Tail<'a>,
    },
    /// Entries go to the end of the page.
    ListEnd {
        /// Index info.
        info: &'a [u8],
        /// Their tails.
        tails: &'a [u8],
    },
    /// Entries are deleted.
    Delete {
        /// Index info.
        info: &'a [u8],
        /// Which entries, as seen from `origin`.
        which: Deleted,
        /// Origin of an entry.
        origin: usize,
    },
    /// Entries are put together.
    Reorganize {
        /// Index info.
        info: &'a [u8],
    },
    /// The page becomes an empty undo page.
    InitUndo,
    /// An undo record goes to the end of an undo page.
    AppendUndo(&'a [u8]),
    /// A type that belongs to one encoding: its body.
    Own(&'a [u8]),
}

/// Which entries are deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deleted {
    /// The named one.
    One,
    /// It and all after it.
    FromHere,
    /// All before it.
    BeforeHere,
}

/// A record, taken apart.
#[derive(Debug, Clone, Copy)]
pub struct RawRecord<'a> {
    /// Its type, without [`SINGLE_RECORD`].
    pub code: u8,
    /// Whether it is a mini-transaction of its own.
    pub single: bool,
    /// Tablespace and page that it names.
    pub wire: (u32, u32),
    /// What it does.
    pub body: Body<'a>,
    /// All its bytes.
    pub bytes: &'a [u8],
}

/// Takes a record off the front of `bytes`. For a type that belongs to one encoding, `own` is asked for the length of the
/// body, given the type and the bytes from the body on.
///
/// # Errors
/// If it is cut off, or no record.
#[inline]
pub fn take_record<'a>(
    bytes: &mut &'a [u8],
    own: impl Fn(u8, &[u8]) -> Result<usize, Stop>,
) -> Result<RawRecord<'a>, Stop> {
    let whole = *bytes;
    let first = take_bytes(bytes, 1)?[0];
    let code = first & !SINGLE_RECORD;
    let wire = (take_compressed(bytes)?, take_compressed(bytes)?);
    let body = take_body(bytes, code, own)?;
    let used = whole.len() - bytes.len();
    Ok(RawRecord { code, single: first != code, wire, body, bytes: &whole[..used] })
}

#[inline]
fn take_body<'a>(
    bytes: &mut &'a [u8],
    code: u8,
    own: impl Fn(u8, &[u8]) -> Result<usize, Stop>,
) -> Result<Body<'a>, Stop> {
    Ok(match code {
        code::COMP_REC_INSERT => {
            let info = take_index_info(bytes)?;
            Body::Insert { info, cursor: take_u16(bytes)?, tail: take_tail(bytes)? }
        }
        code::INIT_FILE_PAGE2 => Body::InitPage,
        code::COMP_PAGE_CREATE => Body::CreateIndexPage,
        code::WRITE_1 | code::WRITE_2 | code::WRITE_4 => {
            let offset = take_u16(bytes)?;
            Body::Number { offset, len: code.into(), value: take_compressed(bytes)?.into() }
        }
        code::WRITE_8 => {
            Body::Number { offset: take_u16(bytes)?, len: 8, value: take_compressed_u64(bytes)? }
        }
        code::WRITE_STRING => {
            let (offset, len) = (take_u16(bytes)?, take_u16(bytes)?);
            Body::Text { offset, bytes: take_bytes(bytes, len)? }
        }
        code::COMP_LIST_END_COPY_CREATED => {
            let info = take_index_info(bytes)?;
            let total = take_bytes(bytes, 4)?;
            let total = crate::innodb::u32_at(total, 0) as usize;
            Body::ListEnd { info, tails: take_bytes(bytes, total)? }
        }
        _ => return take_rare_body(bytes, code, own),
    })
}

/// Takes the body of a record that is none of those of bulk-built pages and writes.
fn take_rare_body<'a>(
    bytes: &mut &'a [u8],
    code: u8,
    own: impl Fn(u8, &[u8]) -> Result<usize, Stop>,
) -> Result<Body<'a>, Stop> {
    let which = match code {
        code::COMP_REC_DELETE => Deleted::One,
        code::COMP_LIST_END_DELETE => Deleted::FromHere,
        code::COMP_LIST_START_DELETE => Deleted::BeforeHere,
        code::COMP_PAGE_REORGANIZE => return Ok(Body::Reorganize { info: take_index_info(bytes)? }),
        code::UNDO_INIT => {
            // The kind of undo: only inserts are undone here.
            take_compressed(bytes)?;
            return Ok(Body::InitUndo);
        }
        code::UNDO_INSERT => {
            let len = take_u16(bytes)?;
            return Ok(Body::AppendUndo(take_bytes(bytes, len)?));
        }
        _ => {
            let len = own(code, bytes)?;
            return Ok(Body::Own(take_bytes(bytes, len)?));
        }
    };
    Ok(Body::Delete { info: take_index_info(bytes)?, which, origin: take_u16(bytes)? })
}

/// Takes index info off the front of `bytes`, without looking into it.
#[inline]
fn take_index_info<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8], Stop> {
    let fields = take_u16(&mut { *bytes })?;
    take_bytes(bytes, 4 + 2 * fields)
}
