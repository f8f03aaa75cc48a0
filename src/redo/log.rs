//! The log as a file: mini-transactions one after the other, and how an end of it is found.
//!
//! Two framings exist. MariaDB since 10.8 writes mini-transactions back to back, each with its own checksum, so the LSN
//! counts just their bytes. MySQL (and older MariaDB) cuts the stream into 512-byte **blocks** of 12 bytes of header, 496 of
//! records and 4 of checksum, and the LSN counts all 512: 3.2 % more than what was written.
//!
//! *Worked example.* 1,000 bytes of records in blocks: two blocks are full with 992 bytes, 8 bytes go to a third. The LSN
//! grows by 1,000 + 2 x 16 = 1,032.

use crate::base::{EngineError, Lsn};
use crate::innodb::{checksum, put_u16, put_u32, u16_at, u32_at};
use crate::redo::{Encoding, ReplayError};

/// How mini-transactions become a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Framing {
    /// Back to back; each mini-transaction ends with its own checksum.
    Checksummed,
    /// In blocks of 512 bytes with 496 bytes of payload.
    Blocks,
}

const BLOCK: usize = 512;
const BLOCK_HEADER: usize = 12;
const BLOCK_TRAILER: usize = 4;
/// Bytes of records that a block holds.
pub const BLOCK_PAYLOAD: usize = BLOCK - BLOCK_HEADER - BLOCK_TRAILER;

/// Bytes at the start of each of the two log files that hold no redo.
const FILE_HEADER_BYTES: u64 = 2_048;

/// Redo bytes that may lie between the checkpoint and the log's end, for a log of two files of together `log_bytes`: nine tenths
/// of what the files hold besides their headers.
///
/// ```
/// use redo_lab::redo::usable_redo_bytes;
/// assert_eq!(usable_redo_bytes(2 * 48 * 1_048_576), 90_593_280);
/// ```
pub fn usable_redo_bytes(log_bytes: u64) -> u64 {
    let payload = log_bytes.saturating_sub(2 * FILE_HEADER_BYTES);
    (u128::from(payload) * 9 / 10) as u64
}

impl Framing {
    /// Where a log begins: the first LSN at which a record can stand.
    pub fn first_lsn(self) -> Lsn {
        match self {
            Self::Checksummed => 12_288,
            Self::Blocks => 8_192 + BLOCK_HEADER as Lsn,
        }
    }

    /// The LSN `bytes` of payload after `lsn`.
    pub fn advance(self, lsn: Lsn, bytes: u64) -> Lsn {
        match self {
            Self::Checksummed => lsn + bytes,
            Self::Blocks => {
                let in_block = lsn % BLOCK as Lsn - BLOCK_HEADER as Lsn;
                let total = in_block + bytes;
                let payload = BLOCK_PAYLOAD as Lsn;
                lsn - in_block - BLOCK_HEADER as Lsn
                    + total / payload * BLOCK as Lsn
                    + BLOCK_HEADER as Lsn
                    + total % payload
            }
        }
    }
}

/// Start, end and bytes of a mini-transaction.
#[derive(Debug, Clone, Copy)]
pub struct MtrBytes<'a> {
    /// LSN of its first byte.
    pub start_lsn: Lsn,
    /// LSN after its last byte: what its pages are stamped with.
    pub end_lsn: Lsn,
    /// Its bytes, framing of the log file removed.
    pub bytes: &'a [u8],
}

/// The writing end of a log file.
#[derive(Debug, Clone)]
pub struct LogWriter {
    framing: Framing,
    start_lsn: Lsn,
    lsn: Lsn,
    /// File bytes that were not drained yet; for blocks, from the start of a block.
    bytes: Vec<u8>,
    /// Offset in the open block of the first mini-transaction that starts in it; 0 for none.
    first_start: u16,
    payload_bytes: u64,
}

impl LogWriter {
    /// An empty log whose first record will stand at `lsn`, or at the first possible LSN after it.
    pub fn new(framing: Framing, after_bytes: u64) -> Self {
        let lsn = framing.advance(framing.first_lsn(), after_bytes);
        let mut writer =
            Self { framing, start_lsn: lsn, lsn, bytes: Vec::new(), first_start: 0, payload_bytes: 0 };
        if framing == Framing::Blocks {
            // Bytes of the first block that lie before this log are zeros.
            writer.bytes.resize((lsn % BLOCK as Lsn) as usize, 0);
        }
        writer
    }

    /// LSN of the first record.
    pub fn start_lsn(&self) -> Lsn {
        self.start_lsn
    }

    /// LSN at which the next record will stand.
    pub fn lsn(&self) -> Lsn {
        self.lsn
    }

    /// Bytes of mini-transactions appended so far, without what blocks add.
    pub fn payload_bytes(&self) -> u64 {
        self.payload_bytes
    }

    /// Appends a mini-transaction; returns the LSN after it.
    pub fn append(&mut self, mtr: &[u8]) -> Lsn {
        self.payload_bytes += mtr.len() as u64;
        match self.framing {
            Framing::Checksummed => self.bytes.extend_from_slice(mtr),
            Framing::Blocks => self.append_to_blocks(mtr),
        }
        self.lsn = self.framing.advance(self.lsn, mtr.len() as u64);
        self.lsn
    }

    fn append_to_blocks(&mut self, mut mtr: &[u8]) {
        if self.first_start == 0 {
            self.first_start = (self.bytes.len() % BLOCK) as u16;
        }
        let mut block_no = (self.lsn / BLOCK as Lsn) as u32;
        while !mtr.is_empty() {
            let used = self.bytes.len() % BLOCK;
            let room = BLOCK - BLOCK_TRAILER - used;
            let (now, later) = mtr.split_at(room.min(mtr.len()));
            self.bytes.extend_from_slice(now);
            mtr = later;
            if now.len() == room {
                self.bytes.extend_from_slice(&[0; BLOCK_TRAILER]);
                self.close_block(block_no, BLOCK);
                block_no += 1;
                self.bytes.extend_from_slice(&[0; BLOCK_HEADER]);
                self.first_start = 0;
            }
        }
    }

    /// Fills in header and checksum of the last block of `bytes`, which holds `data_len` bytes.
    fn close_block(&mut self, block_no: u32, data_len: usize) {
        let start = self.bytes.len() - BLOCK;
        let first_start = self.first_start;
        let block = &mut self.bytes[start..];
        put_u32(block, 0, block_no);
        put_u16(block, 4, data_len as u16);
        put_u16(block, 6, first_start);
        let sum = checksum::crc32c(&block[..BLOCK - BLOCK_TRAILER]);
        put_u32(block, BLOCK - BLOCK_TRAILER, sum);
    }

    /// Takes the file bytes written since the last call that will not change any more.
    pub fn drain_into(&mut self, out: &mut Vec<u8>) {
        let keep = match self.framing {
            Framing::Checksummed => 0,
            Framing::Blocks => self.bytes.len() % BLOCK,
        };
        let ready = self.bytes.len() - keep;
        out.extend_from_slice(&self.bytes[..ready]);
        self.bytes.drain(..ready);
    }

    /// Appends what a write of the whole log would add to what was drained: the open block, padded with zeros.
    pub fn open_block_into(&self, out: &mut Vec<u8>) {
        self.clone().finish_into(out);
    }

    /// Takes all remaining file bytes; a last block that is not full is padded with zeros. Nothing may be appended
    /// afterwards.
    pub fn finish_into(&mut self, out: &mut Vec<u8>) {
        self.drain_into(out);
        if self.framing == Framing::Blocks && self.bytes.len() > BLOCK_HEADER {
            let data_len = self.bytes.len();
            self.bytes.resize(BLOCK, 0);
            self.close_block((self.lsn / BLOCK as Lsn) as u32, data_len);
            out.append(&mut self.bytes);
        }
    }
}

/// The reading end: takes file bytes as they come and gives back whole mini-transactions.
pub struct LogReader {
    encoding: &'static dyn Encoding,
    /// LSN of the first byte of `payload`.
    lsn: Lsn,
    payload: Vec<u8>,
    consumed: usize,
    block: Vec<u8>,
    skip_in_block: usize,
    ended: bool,
}

impl LogReader {
    /// A reader of a log that starts at `start_lsn` and holds records of `encoding`.
    pub fn new(encoding: &'static dyn Encoding, start_lsn: Lsn) -> Self {
        Self {
            encoding,
            lsn: start_lsn,
            payload: Vec::new(),
            consumed: 0,
            block: Vec::new(),
            skip_in_block: (start_lsn % BLOCK as Lsn) as usize,
            ended: false,
        }
    }

    /// The encoding of the records.
    pub fn encoding(&self) -> &'static dyn Encoding {
        self.encoding
    }

    /// Takes further file bytes.
    ///
    /// # Errors
    /// [`EngineError::LogDamaged`] if a block's checksum or length is wrong.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        self.payload.drain(..self.consumed);
        self.consumed = 0;
        match self.encoding.framing() {
            Framing::Checksummed => self.payload.extend_from_slice(bytes),
            Framing::Blocks => {
                let mut rest = bytes;
                while !rest.is_empty() {
                    let want = (BLOCK - self.block.len()).min(rest.len());
                    self.block.extend_from_slice(&rest[..want]);
                    rest = &rest[want..];
                    if self.block.len() == BLOCK {
                        self.take_block()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn take_block(&mut self) -> Result<(), EngineError> {
        let lsn = self.encoding.framing().advance(self.lsn, self.payload.len() as u64);
        let damaged = |what: &str| EngineError::LogDamaged { lsn, what: what.into() };
        let block = std::mem::take(&mut self.block);
        if checksum::crc32c(&block[..BLOCK - BLOCK_TRAILER]) != u32_at(&block, BLOCK - BLOCK_TRAILER) {
            return Err(damaged("a block's checksum is wrong"));
        }
        if u64::from(u32_at(&block, 0)) != lsn / BLOCK as Lsn {
            return Err(damaged("a block's number does not follow"));
        }
        let data_len = usize::from(u16_at(&block, 4));
        let end = if data_len == BLOCK { BLOCK - BLOCK_TRAILER } else { data_len };
        let start = std::mem::replace(&mut self.skip_in_block, BLOCK_HEADER);
        if end < start || end > BLOCK - BLOCK_TRAILER || self.ended {
            return Err(damaged("a block's length is wrong"));
        }
        self.ended = data_len < BLOCK;
        self.payload.extend_from_slice(&block[start..end]);
        self.block = block;
        self.block.clear();
        Ok(())
    }

    /// The next whole mini-transaction, if there is one.
    ///
    /// # Errors
    /// [`EngineError::LogDamaged`] if what stands next is none.
    pub fn next_mtr(&mut self) -> Result<Option<MtrBytes<'_>>, EngineError> {
        let len =
            self.encoding.mtr_len(&self.payload[self.consumed..]).map_err(|error| self.at_lsn(error))?;
        let Some(len) = len else { return Ok(None) };
        let start_lsn = self.lsn;
        let end_lsn = self.encoding.framing().advance(start_lsn, len as u64);
        let from = self.consumed;
        self.consumed += len;
        self.lsn = end_lsn;
        Ok(Some(MtrBytes { start_lsn, end_lsn, bytes: &self.payload[from..from + len] }))
    }

    /// Checks that the log ended with a whole mini-transaction.
    ///
    /// # Errors
    /// [`EngineError::LogTruncated`] with the LSN up to which it is whole.
    pub fn finish(&self) -> Result<(), EngineError> {
        if self.consumed < self.payload.len() || !self.block.is_empty() {
            return Err(EngineError::LogTruncated { lsn: self.lsn });
        }
        Ok(())
    }

    /// LSN up to which mini-transactions were given out.
    pub fn lsn(&self) -> Lsn {
        self.lsn
    }

    fn at_lsn(&self, error: ReplayError) -> EngineError {
        replay_error_at(error, self.lsn)
    }
}

/// Adds to a replay error where in the log it happened.
pub fn replay_error_at(error: ReplayError, lsn: Lsn) -> EngineError {
    match error {
        ReplayError::Damaged(what) => EngineError::LogDamaged { lsn, what },
        ReplayError::PageMissing(page_no) => EngineError::PageMissing { lsn, page_no },
    }
}
