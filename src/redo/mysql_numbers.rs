//! Numbers as MySQL's redo records write them: short when small, and short again when close to 2^32.
//!
//! The leading bits of the first byte say how many bytes follow:
//!
//! | value | bytes | first byte |
//! |---|---|---|
//! | below 0x80 | 1 | `0nnnnnnn` |
//! | below 0x4000 | 2 | `10nnnnnn` |
//! | below 0x20_0000 | 3 | `110nnnnn` |
//! | below 0x1000_0000 | 4 | `1110nnnn` |
//! | 0xFFFF_FC00 and above | 2 | `111110nn` |
//! | 0xFFFE_0000 and above | 3 | `1111110n` |
//! | 0xFF00_0000 and above | 4 | `11111110` |
//! | any other | 5 | `11110000` |
//!
//! *Worked example.* 15 is `0f`, 300 is `81 2c`, and "no page" (0xFFFF_FFFF) is `fb ff` instead of five bytes.

use crate::redo::ReplayError;

/// Why a record, or part of one, cannot be read. Small, because every number that is read may end this way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The bytes end too early: more may follow.
    Short,
    /// No continuation makes sense of what stands there: a sentence that ends with a number.
    Damaged(&'static str, u32),
}

impl From<Stop> for ReplayError {
    #[cold]
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Short => Self::damaged("a record is cut off"),
            Stop::Damaged(what, number) => Self::damaged(format!("{what} {number}")),
        }
    }
}

/// Appends a number in 1 to 5 bytes.
#[inline]
pub fn put_compressed(out: &mut Vec<u8>, value: u32) {
    match value {
        0..0x80 => out.push(value as u8),
        0x80..0x4000 => out.extend_from_slice(&(value as u16 | 0x8000).to_be_bytes()),
        0x4000..0x20_0000 => out.extend_from_slice(&(value | 0xC0_0000).to_be_bytes()[1..]),
        0x20_0000..0x1000_0000 => out.extend_from_slice(&(value | 0xE000_0000).to_be_bytes()),
        0x1000_0000..0xFF00_0000 => {
            out.push(0xF0);
            out.extend_from_slice(&value.to_be_bytes());
        }
        0xFF00_0000..0xFFFE_0000 => out.extend_from_slice(&(value & 0xFF_FFFF | 0xFE00_0000).to_be_bytes()),
        0xFFFE_0000..0xFFFF_FC00 => {
            out.extend_from_slice(&(value & 0x1_FFFF | 0xFC_0000).to_be_bytes()[1..]);
        }
        0xFFFF_FC00.. => out.extend_from_slice(&(value as u16 & 0x03FF | 0xF800).to_be_bytes()),
    }
}

/// Appends a 64-bit number in 5 to 9 bytes: its high half compressed, its low half as four bytes.
#[inline]
pub fn put_compressed_u64(out: &mut Vec<u8>, value: u64) {
    put_compressed(out, (value >> 32) as u32);
    out.extend_from_slice(&(value as u32).to_be_bytes());
}

/// Takes `count` bytes off the front of `bytes`.
#[inline]
pub fn take_bytes<'a>(bytes: &mut &'a [u8], count: usize) -> Result<&'a [u8], Stop> {
    let (taken, rest) = bytes.split_at_checked(count).ok_or(Stop::Short)?;
    *bytes = rest;
    Ok(taken)
}

/// Takes a plain 16-bit number off the front of `bytes`.
#[inline]
pub fn take_u16(bytes: &mut &[u8]) -> Result<usize, Stop> {
    let taken = take_bytes(bytes, 2)?;
    Ok(usize::from(taken[0]) << 8 | usize::from(taken[1]))
}

/// Takes a number written by [`put_compressed`] off the front of `bytes`.
#[inline]
pub fn take_compressed(bytes: &mut &[u8]) -> Result<u32, Stop> {
    let first = *bytes.first().ok_or(Stop::Short)?;
    if first < 0x80 {
        *bytes = &bytes[1..];
        return Ok(u32::from(first));
    }
    take_longer(bytes, first)
}

/// Reads a number whose first byte `first` says that more follow.
fn take_longer(bytes: &mut &[u8], first: u8) -> Result<u32, Stop> {
    // How many bytes, which bits of the first one count, and what stands above them.
    let (len, mask, above) = match first {
        0x80..=0xBF => (2, 0x3F, 0),
        0xC0..=0xDF => (3, 0x1F, 0),
        0xE0..=0xEF => (4, 0x0F, 0),
        0xF0 => (5, 0x00, 0),
        0xF8..=0xFB => (2, 0x03, 0xFFFF_FC00),
        0xFC | 0xFD => (3, 0x01, 0xFFFE_0000),
        0xFE => (4, 0x00, 0xFF00_0000),
        _ => return Err(Stop::Damaged("a number begins with the byte", first.into())),
    };
    let taken = take_bytes(bytes, len)?;
    let low = taken[1..].iter().fold(u32::from(first & mask), |value, &byte| value << 8 | u32::from(byte));
    Ok(above | low)
}

/// Takes a number written by [`put_compressed_u64`] off the front of `bytes`.
#[inline]
pub fn take_compressed_u64(bytes: &mut &[u8]) -> Result<u64, Stop> {
    let high = take_compressed(bytes)?;
    let low = take_bytes(bytes, 4)?;
    Ok(u64::from(high) << 32 | u64::from(u32::from_be_bytes([low[0], low[1], low[2], low[3]])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_length_class_begins_where_the_table_says() {
        let cases: [(u32, &[u8]); 16] = [
            (0, &[0x00]),
            (0x7F, &[0x7F]),
            (0x80, &[0x80, 0x80]),
            (0x3FFF, &[0xBF, 0xFF]),
            (0x4000, &[0xC0, 0x40, 0x00]),
            (0x1F_FFFF, &[0xDF, 0xFF, 0xFF]),
            (0x20_0000, &[0xE0, 0x20, 0x00, 0x00]),
            (0x0FFF_FFFF, &[0xEF, 0xFF, 0xFF, 0xFF]),
            (0x1000_0000, &[0xF0, 0x10, 0x00, 0x00, 0x00]),
            (0xFEFF_FFFF, &[0xF0, 0xFE, 0xFF, 0xFF, 0xFF]),
            (0xFF00_0000, &[0xFE, 0x00, 0x00, 0x00]),
            (0xFFFD_FFFF, &[0xFE, 0xFD, 0xFF, 0xFF]),
            (0xFFFE_0000, &[0xFC, 0x00, 0x00]),
            (0xFFFF_FBFF, &[0xFD, 0xFB, 0xFF]),
            (0xFFFF_FC00, &[0xF8, 0x00]),
            (0xFFFF_FFFF, &[0xFB, 0xFF]),
        ];
        for (value, expected) in cases {
            let mut bytes = Vec::new();
            put_compressed(&mut bytes, value);
            assert_eq!(bytes, expected, "{value:#x}");
            assert_eq!(take_compressed(&mut bytes.as_slice()), Ok(value));
        }
    }

    #[test]
    fn a_number_that_is_cut_off_is_short_and_a_wrong_first_byte_is_damaged() {
        assert_eq!(take_compressed(&mut [].as_slice()), Err(Stop::Short));
        assert_eq!(take_compressed(&mut [0xF0, 1, 2, 3].as_slice()), Err(Stop::Short));
        for first in [0xF1, 0xF7, 0xFF] {
            let taken = take_compressed(&mut [first, 0, 0, 0, 0].as_slice());
            assert!(matches!(taken, Err(Stop::Damaged(..))), "{first:02x}");
        }
    }

    proptest! {
        #[test]
        fn a_number_reads_back(value: u32, high: u32) {
            let mut bytes = Vec::new();
            let long = u64::from(high) << 32 | u64::from(value);
            put_compressed(&mut bytes, value);
            put_compressed_u64(&mut bytes, long);
            let mut rest = bytes.as_slice();
            prop_assert_eq!(take_compressed(&mut rest), Ok(value));
            prop_assert_eq!(take_compressed_u64(&mut rest), Ok(long));
            prop_assert!(rest.is_empty());
        }
    }
}
