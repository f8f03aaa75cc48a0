//! The account of how much room secondary leaves have: two bits a page on a bitmap page.
//!
//! A server that buffers changes to pages it has not read must know whether they will fit. So every secondary leaf has a
//! class from 3 (at least an eighth of the page is free) down to 0 (less than a thirty-second), and each step down while
//! the page fills up is logged, in a mini-transaction of its own.
//!
//! *Worked example.* A 16 KiB leaf that fills up goes from 3 to 2 with 2,047 bytes left, to 1 with 1,023 and to 0 with 511:
//! three mini-transactions between two splits, which is what the reference server's counts show.

use crate::base::PageNo;
use crate::innodb::allocation::PageWriter;

/// Offset of the bits of the first page that a bitmap page describes.
const BITMAP: usize = 94;

/// The class of a leaf with room for a record of `free_bytes`.
pub(super) fn free_class(page_size: usize, free_bytes: usize) -> u8 {
    match free_bytes / (page_size / 32) {
        0 => 0,
        1 => 1,
        2 | 3 => 2,
        _ => 3,
    }
}

/// Notes the class of a leaf in its bitmap page: four bits a page, of which the first two hold the class.
pub(super) fn set_free_class(writer: &mut dyn PageWriter, page_size: usize, page_no: PageNo, class: u8) {
    let described = page_size as PageNo;
    let bitmap = page_no / described * described + 1;
    let at = BITMAP + (page_no % described / 2) as usize;
    let shift = 4 * (page_no % 2);
    let bits = (class >> 1 | (class & 1) << 1) << shift;
    let byte = writer.page(bitmap)[at] & !(3 << shift) | bits;
    writer.write(bitmap, at, &[byte]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_that_fills_up_passes_every_class() {
        let classes: Vec<u8> =
            [16_252, 2048, 2047, 1024, 1023, 512, 511, 0].map(|free| free_class(16_384, free)).to_vec();
        assert_eq!(classes, [3, 3, 2, 2, 1, 1, 0, 0]);
    }
}
