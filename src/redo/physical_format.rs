//! The MariaDB 10.5+ record format: variable-length numbers, record heads, and a reader of them.
//!
//! A record's first byte holds a same-page flag, three bits of type and, if it fits, the length of the rest. Offsets of a
//! record on the same page count from where the record before it ended, so that neighbouring changes are short.

use crate::base::PageNo;
use crate::innodb::tablespace::{page_at, wire_address};
use crate::redo::{KindId, MtrBuffer, ReplayError};

/// Record types, as bits 6 to 4 of the first byte.
pub mod record_type {
    /// A page is freed.
    pub const FREE_PAGE: u8 = 0x00;
    /// A page is zeroed.
    pub const INIT_PAGE: u8 = 0x10;
    /// An operation with a subtype.
    pub const EXTENDED: u8 = 0x20;
    /// Bytes are set.
    pub const WRITE: u8 = 0x30;
    /// Bytes are filled.
    pub const MEMSET: u8 = 0x40;
    /// Bytes are copied within the page.
    pub const MEMMOVE: u8 = 0x50;
}

/// Set in the first byte when the record is about the page of the record before.
pub const SAME_PAGE: u8 = 0x80;

/// Offset that a page initialisation leaves behind: where the page type lies.
pub const AFTER_INIT: usize = 24;

/// Bytes of a variable-length number. Each length class starts where the one before it ends.
#[inline]
pub fn varint_len(value: usize) -> usize {
    match value {
        0..=127 => 1,
        128..=16_511 => 2,
        16_512..=2_113_663 => 3,
        2_113_664..=270_549_119 => 4,
        _ => 5,
    }
}

/// Appends a variable-length number.
#[inline]
pub fn put_varint(out: &mut Vec<u8>, value: usize) {
    match value {
        0..=127 => out.push(value as u8),
        128..=16_511 => {
            let rest = value - 128;
            out.extend_from_slice(&[0x80 | (rest >> 8) as u8, rest as u8]);
        }
        16_512..=2_113_663 => {
            let rest = value - 16_512;
            out.extend_from_slice(&[0xC0 | (rest >> 16) as u8, (rest >> 8) as u8, rest as u8]);
        }
        2_113_664..=270_549_119 => {
            let rest = value - 2_113_664;
            let bytes = (rest as u32 | 0xE000_0000).to_be_bytes();
            out.extend_from_slice(&bytes);
        }
        _ => {
            out.push(0xF0);
            out.extend_from_slice(&((value - 270_549_120) as u32).to_be_bytes());
        }
    }
}

/// Takes a variable-length number off the front of `bytes`.
#[inline]
pub fn take_varint(bytes: &mut &[u8]) -> Option<usize> {
    let first = usize::from(*bytes.first()?);
    let (len, value) = match first {
        0..=0x7F => (1, first),
        0x80..=0xBF => (2, 128 + ((first & 0x3F) << 8 | usize::from(*bytes.get(1)?))),
        0xC0..=0xDF => {
            let tail = bytes.get(1..3)?;
            (3, 16_512 + ((first & 0x1F) << 16 | usize::from(tail[0]) << 8 | usize::from(tail[1])))
        }
        0xE0..=0xEF => {
            let head = bytes.get(..4)?;
            let value = u32::from_be_bytes([head[0] & 0x0F, head[1], head[2], head[3]]);
            (4, 2_113_664 + value as usize)
        }
        0xF0 => {
            let tail = bytes.get(1..5)?;
            let value = u32::from_be_bytes([tail[0], tail[1], tail[2], tail[3]]);
            (5, 270_549_120_usize.checked_add(value as usize)?)
        }
        _ => return None,
    };
    *bytes = &bytes[len..];
    Some(value)
}

/// Starts a record whose rest (page, offset, body) takes `rest` bytes.
///
/// One to 15 bytes fit into the first byte. Longer ones carry a variable-length number that counts the bytes beyond 15,
/// itself included.
#[inline]
fn put_head(out: &mut Vec<u8>, first: u8, rest: usize) {
    match rest {
        0..=15 => out.push(first | rest as u8),
        16..=141 => out.extend_from_slice(&[first, (rest - 14) as u8]),
        142..=16_524 => {
            out.push(first);
            put_varint(out, rest - 13);
        }
        _ => {
            out.push(first);
            put_varint(out, rest - 12);
        }
    }
}

/// Appends a record about a page without an offset: `first` is the type, `body` what follows the page number.
pub fn put_page_record(out: &mut MtrBuffer, kind: KindId, first: u8, page_no: PageNo, body: &[u8]) {
    put_page_parts(out, kind, first, page_no, &[body]);
}

/// Like [`put_page_record`], with a body in several parts.
#[inline]
pub fn put_page_parts(out: &mut MtrBuffer, kind: KindId, first: u8, page_no: PageNo, parts: &[&[u8]]) {
    let start = out.bytes.len();
    let body: usize = parts.iter().map(|part| part.len()).sum();
    let same = out.position.is_some_and(|(page, _)| page == page_no) && first == record_type::EXTENDED;
    let page_bytes = if same { 0 } else { page_bytes(out, page_no) };
    put_head(&mut out.bytes, first | if same { SAME_PAGE } else { 0 }, page_bytes + body);
    if !same {
        put_page(out, page_no);
    }
    for part in parts {
        out.bytes.extend_from_slice(part);
    }
    out.position = Some((page_no, AFTER_INIT));
    out.count_record(kind, start);
}

/// Appends a record that changes `len` bytes from `offset`: `middle` is the already encoded part between the offset and
/// `data`.
#[inline]
pub fn put_change(
    out: &mut MtrBuffer,
    kind: KindId,
    first: u8,
    page_no: PageNo,
    (offset, len): (usize, usize),
    middle: &[u8],
    data: &[u8],
) {
    let start = out.bytes.len();
    let body = middle.len() + data.len();
    match out.position {
        Some((page, current)) if page == page_no && offset >= current => {
            let relative = offset - current;
            put_head(&mut out.bytes, first | SAME_PAGE, varint_len(relative) + body);
            put_varint(&mut out.bytes, relative);
        }
        _ => {
            let rest = page_bytes(out, page_no) + varint_len(offset) + body;
            put_head(&mut out.bytes, first, rest);
            put_page(out, page_no);
            put_varint(&mut out.bytes, offset);
        }
    }
    out.bytes.extend_from_slice(middle);
    out.bytes.extend_from_slice(data);
    out.position = Some((page_no, offset + len));
    out.count_record(kind, start);
}

fn page_bytes(out: &MtrBuffer, page_no: PageNo) -> usize {
    let (space, page) = wire_address(out.space_id, page_no);
    varint_len(space as usize) + varint_len(page as usize)
}

fn put_page(out: &mut MtrBuffer, page_no: PageNo) {
    let (space, page) = wire_address(out.space_id, page_no);
    put_varint(&mut out.bytes, space as usize);
    put_varint(&mut out.bytes, page as usize);
}

/// The distance of a copy's source, as the format stores it: backwards distances are odd.
pub fn signed_distance(target: usize, source: usize) -> usize {
    if source > target { (source - target - 1) << 1 } else { (target - source - 1) << 1 | 1 }
}

/// One record as read: its type bits, its page, its body after the page number, and its bytes.
pub struct RawRecord<'a> {
    /// First byte without length.
    pub first: u8,
    /// The page.
    pub page_no: PageNo,
    /// What follows the page number.
    pub body: &'a [u8],
    /// The whole record.
    pub bytes: &'a [u8],
}

impl RawRecord<'_> {
    /// Whether the record continues on the page of the record before.
    pub fn is_same_page(&self) -> bool {
        self.first & SAME_PAGE != 0
    }
}

/// Splits the records of a whole mini-transaction.
pub struct RawRecords<'a> {
    rest: &'a [u8],
    space_id: u32,
    page_no: Option<PageNo>,
}

impl<'a> RawRecords<'a> {
    /// The records of `mtr`, whose end is cut off already. Space `space_id` is the only one they may name.
    pub fn new(records: &'a [u8], space_id: u32) -> Self {
        Self { rest: records, space_id, page_no: None }
    }

    fn next_record(&mut self) -> Result<RawRecord<'a>, ReplayError> {
        let whole = self.rest;
        let truncated = || ReplayError::damaged("a record reaches beyond its mini-transaction");
        let head = head_len(whole).ok_or_else(truncated)?;
        let end = head.before + head.rest;
        let mut body = whole.get(head.before..end).ok_or_else(truncated)?;
        self.rest = &whole[end..];
        let first = whole[0] & 0xF0;
        if first & SAME_PAGE == 0 {
            let space = take_varint(&mut body).ok_or_else(truncated)?;
            let page = take_varint(&mut body).ok_or_else(truncated)?;
            let page_no = page_at(self.space_id, space as u32, page as PageNo);
            let foreign =
                || ReplayError::damaged(format!("a record names page {page} of tablespace {space}"));
            self.page_no = Some(page_no.ok_or_else(foreign)?);
        }
        let page_no = self.page_no.ok_or_else(|| {
            ReplayError::damaged("the first record continues on a page, but none was named")
        })?;
        Ok(RawRecord { first, page_no, body, bytes: &whole[..end] })
    }
}

impl<'a> Iterator for RawRecords<'a> {
    type Item = Result<RawRecord<'a>, ReplayError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let record = self.next_record();
        if record.is_err() {
            self.rest = &[];
        }
        Some(record)
    }
}

/// Length of a record's head (first byte and length bytes) and of its rest.
pub struct HeadLen {
    /// Bytes before the page number.
    pub before: usize,
    /// Bytes from the page number to the record's end.
    pub rest: usize,
}

/// Reads a record's length; `None` if even that is cut off.
pub fn head_len(bytes: &[u8]) -> Option<HeadLen> {
    let in_first = usize::from(bytes.first()? & 0x0F);
    if in_first > 0 {
        return Some(HeadLen { before: 1, rest: in_first });
    }
    let mut tail = &bytes[1..];
    let stored = take_varint(&mut tail)?;
    let length_bytes = bytes.len() - 1 - tail.len();
    Some(HeadLen { before: 1 + length_bytes, rest: (stored + 15).checked_sub(length_bytes)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_length_class_starts_where_the_one_before_ends() {
        for (value, len) in [(127, 1), (128, 2), (16_511, 2), (16_512, 3), (2_113_663, 3), (2_113_664, 4)] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            assert_eq!((bytes.len(), varint_len(value)), (len, len), "{value}");
        }
    }

    proptest! {
        #[test]
        fn a_number_reads_back(value in 0_usize..0x1_0000_0000) {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            let mut rest = bytes.as_slice();
            prop_assert_eq!(take_varint(&mut rest), Some(value));
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn a_head_reads_back(rest in 1_usize..70_000) {
            let mut bytes = Vec::new();
            put_head(&mut bytes, record_type::WRITE, rest);
            let head = head_len(&bytes).unwrap();
            prop_assert_eq!((head.before, head.rest), (bytes.len(), rest));
        }
    }
}
