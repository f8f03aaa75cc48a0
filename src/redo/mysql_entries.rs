//! Entries of an index as MySQL's redo records hold them.
//!
//! * **Index info** tells how the index's entries are laid out. The log names no tables, so every record that puts an entry
//!   into a page repeats it: number of fields, number of fields that identify an entry, and two bytes a field.
//! * The **insert tail** is the entry's bytes from where they begin to differ from the entry before it, the *cursor* record.
//!
//! *Worked example.* `b = 126, a = 3110` goes into an index on `b` after `b = 126, a = 2000`:
//!
//! ```text
//! 0002 0002 0004 8004         two fields, both identify the entry: b, 4 bytes, may be NULL; a, 4 bytes, NOT NULL
//! 04 0c26                     short tail: the last 2 of its bytes are new (2 x 2, even)
//! ```

use crate::base::bytes::push_short;
use crate::innodb::layout::Width;
use crate::innodb::record::status;
use crate::innodb::{IndexLayout, page, put_u16};
use crate::redo::mysql_numbers::{Stop, put_compressed, take_bytes, take_compressed, take_u16};

/// Bytes of an entry's header that an insert sets anew: they never count as a difference.
const HEADER_BYTES: usize = crate::innodb::layout::HEADER_BYTES;

/// Field width in index info for variable fields of more than 255 bytes.
const LONG_VARIABLE: u16 = 0x7FFF;
/// Set in a field's width if it may not be NULL.
const NOT_NULL: u16 = 0x8000;

/// Appends the index info of `layout`.
pub fn put_index_info(out: &mut Vec<u8>, layout: &IndexLayout) {
    out.extend_from_slice(&(layout.fields.len() as u16).to_be_bytes());
    out.extend_from_slice(&(layout.unique_fields as u16).to_be_bytes());
    for field in &layout.fields {
        let width = match field.width {
            Width::Fixed(len) => len,
            Width::Variable(_) if field.is_of_long_column() => LONG_VARIABLE,
            Width::Variable(_) => 0,
        };
        let flag = if field.nullable { 0 } else { NOT_NULL };
        out.extend_from_slice(&(width | flag).to_be_bytes());
    }
}

/// An entry as a page holds it.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// All its bytes: lengths, NULL flags, header, data.
    pub bytes: &'a [u8],
    /// Where its data begin.
    pub origin: usize,
}

impl<'a> Entry<'a> {
    /// The entry of `page_bytes` that lies from `start` to `end` with its data at `origin`.
    #[inline]
    pub fn on_page(page_bytes: &'a [u8], start: usize, origin: usize, end: usize) -> Self {
        Self { bytes: &page_bytes[start..end], origin: origin - start }
    }

    /// The infimum of `page_bytes`, which the first entry of a page is inserted after.
    pub fn infimum(page_bytes: &'a [u8]) -> Self {
        let extent = Extent::EDGE;
        let start = page::INFIMUM - extent.extra;
        Self::on_page(page_bytes, start, page::INFIMUM, start + extent.size)
    }

    /// Info bits (high half) and status bits (low) in one byte.
    #[inline]
    fn info_and_status(self) -> u8 {
        self.bytes[self.origin - 5] & 0xF0 | self.bytes[self.origin - 3] & 7
    }

    /// How many leading bytes the entry shares with `cursor`, header not counting: 0 unless both have as many bytes in
    /// front of their data.
    #[inline]
    fn shared_with(self, cursor: Entry<'_>) -> usize {
        if self.origin != cursor.origin {
            return 0;
        }
        let before_header = self.origin - HEADER_BYTES;
        let shared = common_prefix(&self.bytes[..before_header], &cursor.bytes[..before_header]);
        if shared < before_header {
            return shared;
        }
        self.origin + common_prefix(&self.bytes[self.origin..], &cursor.bytes[cursor.origin..])
    }
}

/// How many leading bytes two byte strings share.
#[inline]
fn common_prefix(left: &[u8], right: &[u8]) -> usize {
    let mut shared = 0;
    for (left, right) in left.chunks_exact(8).zip(right.chunks_exact(8)) {
        let difference = crate::innodb::u64_at(left, 0) ^ crate::innodb::u64_at(right, 0);
        if difference != 0 {
            return shared + difference.leading_zeros() as usize / 8;
        }
        shared += 8;
    }
    let rest = left[shared..].iter().zip(&right[shared..]);
    shared + rest.take_while(|(left, right)| left == right).count()
}

/// Appends the insert tail of `entry` after `cursor`. `next` is the link that it carries when inserted; where its header is
/// part of the tail, it is written as an insert leaves it, owning no records.
///
/// Short form, if info and status bits and both sizes are the cursor's: twice the number of differing bytes, and these
/// bytes. Long form: that number plus 1, info and status bits, bytes in front of the data, how many leading bytes are the
/// cursor's, and the rest.
#[inline]
pub fn put_insert_tail(out: &mut Vec<u8>, cursor: Entry<'_>, entry: Entry<'_>, next: u16) {
    let shared = entry.shared_with(cursor);
    let differing = entry.bytes.len() - shared;
    let alike = entry.origin == cursor.origin
        && entry.bytes.len() == cursor.bytes.len()
        && entry.info_and_status() == cursor.info_and_status();
    if alike {
        put_compressed(out, 2 * differing as u32);
    } else {
        put_compressed(out, 2 * differing as u32 + 1);
        out.push(entry.info_and_status());
        put_compressed(out, entry.origin as u32);
        put_compressed(out, shared as u32);
    }
    let start = out.len();
    push_short(out, &entry.bytes[shared..]);
    if shared < entry.origin {
        // All of the header is here: what differs lies in front of it.
        let header = &mut out[start + entry.origin - HEADER_BYTES - shared..];
        header[0] &= 0xF0;
        put_u16(header, 3, next);
    }
}

/// Bytes of an entry: those in front of its data, and all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Lengths, NULL flags and header.
    pub extra: usize,
    /// Everything.
    pub size: usize,
}

impl Extent {
    /// Infimum and supremum: a header and eight letters.
    pub const EDGE: Self = Self { extra: HEADER_BYTES, size: HEADER_BYTES + 8 };
}

/// The layout of an index's entries as index info tells it: enough to find where an entry begins and ends.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexShape {
    info: Vec<u8>,
    fields: Vec<ShapeField>,
    unique_fields: usize,
    null_bytes: usize,
    /// Data bytes of leaf entries and node pointers without a NULL, where all have the same.
    uniform_data: [Option<usize>; 2],
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct ShapeField {
    /// Bytes of a fixed field; `None` for a variable one.
    fixed: Option<u16>,
    /// Whether a variable field may take two length bytes.
    long: bool,
    nullable: bool,
}

impl IndexShape {
    /// Makes this the shape that `info` tells, unless it is already.
    ///
    /// # Errors
    /// If more fields identify an entry than there are.
    #[inline]
    pub fn set(&mut self, info: &[u8]) -> Result<(), Stop> {
        if self.info == info {
            return Ok(());
        }
        self.read(info)
    }

    fn read(&mut self, mut info: &[u8]) -> Result<(), Stop> {
        self.info.clear();
        self.fields.clear();
        let whole = info;
        let count = take_u16(&mut info)?;
        self.unique_fields = take_u16(&mut info)?;
        if self.unique_fields > count {
            return Err(Stop::Damaged("an index has more identifying fields than its", count as u32));
        }
        for _ in 0..count {
            let width = take_u16(&mut info)? as u16;
            let (len, nullable) = (width & !NOT_NULL, width & NOT_NULL == 0);
            let fixed = (len != 0 && len != LONG_VARIABLE).then_some(len);
            self.fields.push(ShapeField { fixed, long: len == LONG_VARIABLE, nullable });
        }
        self.null_bytes = self.fields.iter().filter(|field| field.nullable).count().div_ceil(8);
        self.uniform_data = [(count, 0), (self.unique_fields, 4)].map(|(fields, child)| {
            self.fields[..fields].iter().try_fold(child, |sum, field| Some(sum + usize::from(field.fixed?)))
        });
        self.info.extend_from_slice(whole);
        Ok(())
    }

    /// Extent of the entry of `page_bytes` whose data begin at `origin`; `None` if none can stand there.
    #[inline]
    pub fn extent(&self, page_bytes: &[u8], origin: usize) -> Option<Extent> {
        let header = page_bytes.get(origin.checked_sub(HEADER_BYTES + self.null_bytes)?..origin)?;
        let extra = header.len();
        let (fields, child, uniform) = match header[extra - 3] & 7 {
            status::ORDINARY => (self.fields.len(), 0, self.uniform_data[0]),
            status::NODE_POINTER => (self.unique_fields, 4, self.uniform_data[1]),
            status::INFIMUM if origin == page::INFIMUM => return Some(Extent::EDGE),
            _ => return None,
        };
        let extent = match uniform {
            Some(data) if header[..self.null_bytes].iter().all(|&flags| flags == 0) => {
                Extent { extra, size: extra + data }
            }
            _ => self.varying_extent(page_bytes, origin, fields, child)?,
        };
        (origin - extent.extra + extent.size <= page_bytes.len()).then_some(extent)
    }

    /// Extent of an entry with the first `fields` fields and `child` more bytes, some of variable length or NULL.
    fn varying_extent(
        &self,
        page_bytes: &[u8],
        origin: usize,
        fields: usize,
        child: usize,
    ) -> Option<Extent> {
        let nulls_end = origin - HEADER_BYTES;
        let mut lengths = nulls_end - self.null_bytes;
        let (mut nullable, mut data) = (0, child);
        for field in &self.fields[..fields] {
            if field.nullable {
                let flag = page_bytes[nulls_end - 1 - nullable / 8] >> (nullable % 8) & 1;
                nullable += 1;
                if flag == 1 {
                    continue;
                }
            }
            data += match field.fixed {
                Some(len) => usize::from(len),
                None => stored_length(page_bytes, &mut lengths, field.long)?,
            };
        }
        let extra = origin - lengths;
        Some(Extent { extra, size: extra + data })
    }
}

/// Reads a variable field's length, which lies in front of `at`, and moves `at` to where it begins.
fn stored_length(page_bytes: &[u8], at: &mut usize, long: bool) -> Option<usize> {
    *at = at.checked_sub(1)?;
    let first = usize::from(page_bytes[*at]);
    if !long || first < 0x80 {
        return Some(first);
    }
    *at = at.checked_sub(1)?;
    Some((first & 0x3F) << 8 | usize::from(page_bytes[*at]))
}

/// An insert tail, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tail<'a> {
    /// The entry's last bytes.
    pub bytes: &'a [u8],
    /// What the long form tells.
    pub long: Option<LongTail>,
}

/// What an insert tail's long form tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongTail {
    /// Info bits and status bits.
    pub info_and_status: u8,
    /// Bytes in front of the data.
    pub extra: usize,
    /// How many leading bytes are the cursor record's.
    pub shared: usize,
}

/// Takes an insert tail off the front of `bytes`.
///
/// # Errors
/// If it is cut off or no tail.
#[inline]
pub fn take_tail<'a>(bytes: &mut &'a [u8]) -> Result<Tail<'a>, Stop> {
    let stored = take_compressed(bytes)?;
    let long = match stored & 1 {
        0 => None,
        _ => Some(LongTail {
            info_and_status: take_bytes(bytes, 1)?[0],
            extra: take_compressed(bytes)? as usize,
            shared: take_compressed(bytes)? as usize,
        }),
    };
    Ok(Tail { bytes: take_bytes(bytes, stored as usize >> 1)?, long })
}
