//! `page-image`: a bulk-built page is logged as a whole.
//!
//! Replay installs the page: no entry is inserted again, nothing is read. The record holds unused bytes too, so a page that
//! is built in several steps, or not filled, costs as much as a full one each time. The layout of such records by a vendor's
//! server is not published; this one is assumed:
//!
//! | part | bytes |
//! |---|---|
//! | type 90, tablespace, page | 3 to 11 |
//! | flags: 1 if the image is compressed | 1 |
//! | bytes of the page | 2 or 3 |
//! | bytes of the image that follow, if compressed | 1 to 3 |
//! | image | as many |
//!
//! LSN and trailer are zeros in the image: replay stamps pages itself, and what a page costs must not depend on where in the
//! log it stands.
//!
//! *Worked example.* A page of 16,384 bytes as page 15 of tablespace 5: `da 05 0f 00 c04000` and the page, 16,391 bytes, of
//! which seven are not the page's. Holding 1,120 entries, that is 14.6 bytes an entry.
//!
//! With `lz4`, the image is one LZ4 block, unless that would be longer. Of a page of 64 KiB each half is a block of its own, with
//! its length before it: from 65,535 bytes on, the compressor chooses other matches on 32-bit machines than on 64-bit ones, and
//! the same run must give the same bytes everywhere.

use lz4_flex::block;

use crate::base::PageNo;
use crate::innodb::page;
use crate::redo::mysql_format::{MysqlFormat, OWN_KIND, OwnRecord, kinds_with, put_own_record};
use crate::redo::mysql_numbers::{Stop, put_compressed, take_bytes, take_compressed};
use crate::redo::{BulkPage, MtrBuffer, Purpose, RecordView, ReplayError, ReplayTarget};

/// The encoding.
pub struct PageImage {
    /// Whether images are compressed.
    pub lz4: bool,
}

/// The one record type.
struct ImageRecord;

/// Beyond every type that MySQL has used.
const PAGE_IMAGE: u8 = 90;
const FLAG_LZ4: u8 = 1;

/// The most bytes of a page that one LZ4 block holds.
const MAX_BLOCK_BYTES: usize = 32_768;

impl MysqlFormat for PageImage {
    const NAME: &'static str = "page-image";
    const TITLE: &'static str = "page image";
    const SENTENCE: &'static str = "Each finished page as a whole: replay installs it and needs neither its earlier version nor an index.";
    const KINDS: &'static [&'static str] = &kinds_with("MLOG_PAGE_IMAGE");
    const OWN: Option<&'static dyn OwnRecord> = Some(&ImageRecord);

    fn log_bulk_page(&self, out: &mut MtrBuffer, bulk: &mut BulkPage<'_>) {
        out.purpose = Purpose::PageImage;
        put_own_record(out, PAGE_IMAGE, bulk.page_no, |body| put_image(body, bulk.page, self.lz4));
    }
}

/// Appends flags, sizes and image of a page.
fn put_image(body: &mut Vec<u8>, page_bytes: &[u8], lz4: bool) {
    if lz4 && put_compressed_image(body, page_bytes) {
        return;
    }
    body.push(0);
    put_compressed(body, page_bytes.len() as u32);
    let image = body.len();
    body.extend_from_slice(page_bytes);
    clear_stamps(&mut body[image..]);
}

/// Appends flags, sizes and compressed image; `false` if that would not be shorter.
fn put_compressed_image(body: &mut Vec<u8>, page_bytes: &[u8]) -> bool {
    let mut image = page_bytes.to_vec();
    clear_stamps(&mut image);
    let Some(compressed) = compress(&image) else { return false };
    if compressed.len() >= image.len() {
        return false;
    }
    body.push(FLAG_LZ4);
    put_compressed(body, image.len() as u32);
    put_compressed(body, compressed.len() as u32);
    body.extend_from_slice(&compressed);
    true
}

/// The image as one LZ4 block, or as several with their lengths.
fn compress(image: &[u8]) -> Option<Vec<u8>> {
    let mut stored = Vec::new();
    let mut compressed = vec![0; block::get_maximum_output_size(image.len().min(MAX_BLOCK_BYTES))];
    for part in image.chunks(MAX_BLOCK_BYTES) {
        let len = block::compress_into(part, &mut compressed).ok()?;
        if image.len() > MAX_BLOCK_BYTES {
            put_compressed(&mut stored, len as u32);
        }
        stored.extend_from_slice(&compressed[..len]);
    }
    Some(stored)
}

/// Fills `page_bytes` from what [`compress`] gave; `false` if it does not do that exactly.
fn decompress(mut stored: &[u8], page_bytes: &mut [u8]) -> bool {
    let in_blocks = page_bytes.len() > MAX_BLOCK_BYTES;
    for part in page_bytes.chunks_mut(MAX_BLOCK_BYTES) {
        let block_bytes = match in_blocks {
            true => take_compressed(&mut stored).and_then(|len| take_bytes(&mut stored, len as usize)),
            false => Ok(std::mem::take(&mut stored)),
        };
        let Ok(block_bytes) = block_bytes else { return false };
        if block::decompress_into(block_bytes, part).ok() != Some(part.len()) {
            return false;
        }
    }
    stored.is_empty()
}

/// Zeroes the LSN and the trailer, which a page gets when it is stamped and when it goes to disk.
fn clear_stamps(image: &mut [u8]) {
    image[page::FIL_PAGE_LSN..page::FIL_PAGE_LSN + 8].fill(0);
    let trailer = image.len() - page::FIL_TRAILER_BYTES;
    image[trailer..].fill(0);
}

/// An image record's body, taken apart.
struct Image<'a> {
    lz4: bool,
    page_len: usize,
    bytes: &'a [u8],
}

/// Takes an image off the front of `bytes`.
fn take_image<'a>(bytes: &mut &'a [u8]) -> Result<Image<'a>, Stop> {
    let flags = take_bytes(bytes, 1)?[0];
    let page_len = take_compressed(bytes)? as usize;
    let stored = match flags {
        0 => page_len,
        FLAG_LZ4 => take_compressed(bytes)? as usize,
        _ => return Err(Stop::Damaged("a page image has the flags", flags.into())),
    };
    Ok(Image { lz4: flags == FLAG_LZ4, page_len, bytes: take_bytes(bytes, stored)? })
}

impl OwnRecord for ImageRecord {
    fn code(&self) -> u8 {
        PAGE_IMAGE
    }

    fn body_len(&self, rest: &[u8]) -> Result<usize, Stop> {
        let mut after = rest;
        take_image(&mut after)?;
        Ok(rest.len() - after.len())
    }

    fn apply(&self, page_no: PageNo, body: &[u8], target: &mut dyn ReplayTarget) -> Result<(), ReplayError> {
        let image = take_image(&mut { body })?;
        if target.skips(page_no, true) {
            return Ok(());
        }
        target.installed();
        let mut page = target.take_for_overwrite(page_no);
        let installed = install(&image, &mut page);
        target.put(page_no, page);
        installed
    }

    fn describe(&self, body: &[u8], view: &mut RecordView<'_>) -> Result<(), ReplayError> {
        let image = take_image(&mut { body })?;
        (view.kind, view.offset, view.len) = (OWN_KIND, Some(0), image.page_len);
        if image.lz4 {
            view.detail = format!("the page in {} compressed bytes", image.bytes.len());
        }
        Ok(())
    }
}

/// Makes `page_bytes` what `image` holds.
fn install(image: &Image<'_>, page_bytes: &mut [u8]) -> Result<(), ReplayError> {
    if image.page_len != page_bytes.len() {
        let (len, page_len) = (image.page_len, page_bytes.len());
        return Err(ReplayError::damaged(format!(
            "the image of a page of {len} bytes; pages have {page_len}"
        )));
    }
    if !image.lz4 {
        page_bytes.copy_from_slice(image.bytes);
        return Ok(());
    }
    match decompress(image.bytes, page_bytes) {
        true => Ok(()),
        false => Err(ReplayError::damaged("a compressed page image cannot be unpacked")),
    }
}
