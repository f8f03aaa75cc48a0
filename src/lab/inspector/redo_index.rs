//! The index of a log: where each mini-transaction stands, and which of them touch which page.
//!
//! The log is read while it is written, so that the reading needs no step of its own: [`RedoIndex::read`] takes the bytes
//! that were added since the last time.

use std::collections::BTreeMap;

use crate::base::{EngineError, Lsn, PageNo};
use crate::innodb::NO_PAGE;
use crate::redo::{LogReader, Purpose, RecordView, RedoLog, replay_error_at};

/// How many purposes there are.
pub const PURPOSES: usize = Purpose::ALL.len();

/// One mini-transaction.
#[derive(Debug, Clone)]
pub struct MtrEntry {
    /// LSN of its first byte.
    pub start_lsn: Lsn,
    /// Where its bytes begin in the payload.
    payload_at: usize,
    /// How many bytes it has.
    payload_len: usize,
    /// How many records stand in the log before its first.
    pub first_record: usize,
    /// The page that it is about: the one it named, else the one with most of its bytes, else [`NO_PAGE`].
    pub main_page: PageNo,
    /// How far the LSN grows with it, by purpose in the order of [`Purpose::ALL`]. What no record takes, such as what log
    /// blocks add, is framing.
    pub purpose_bytes: [u32; PURPOSES],
}

/// What the log does to one page.
#[derive(Debug, Clone, Default)]
pub struct PageEntry {
    /// Bytes of the records about it.
    pub redo_bytes: u64,
    /// How many records are about it.
    pub records: usize,
    /// The mini-transactions that hold them, by position, in order.
    pub mini_transactions: Vec<u32>,
}

/// The index of a log.
pub struct RedoIndex {
    reader: LogReader,
    space_id: u32,
    /// All mini-transactions, one after the other, without the framing of log blocks.
    payload: Vec<u8>,
    mini_transactions: Vec<MtrEntry>,
    pages: BTreeMap<PageNo, PageEntry>,
    records: usize,
}

/// Records and bytes of one mini-transaction about one page.
struct Share {
    page_no: PageNo,
    records: usize,
    bytes: u64,
}

impl RedoIndex {
    /// An index of `log`, of which nothing is read yet.
    pub fn new(log: &RedoLog, space_id: u32) -> Self {
        Self {
            reader: LogReader::new(log.encoding(), log.start_lsn()),
            space_id,
            payload: Vec::new(),
            mini_transactions: Vec::new(),
            pages: BTreeMap::new(),
            records: 0,
        }
    }

    /// Takes further bytes of the log file. `log`, which wrote them, knows the purposes of their records.
    ///
    /// # Errors
    /// If the log is damaged.
    pub fn read(&mut self, file_bytes: &[u8], log: &RedoLog) -> Result<(), EngineError> {
        self.reader.push(file_bytes)?;
        while let Some(mtr) = self.reader.next_mtr()? {
            let number = self.mini_transactions.len() as u32;
            let mut shares: Vec<Share> = Vec::new();
            let mut purpose_bytes = [0; PURPOSES];
            let mut records = self.records;
            let outlined = log.encoding().outline(mtr.bytes, self.space_id, &mut |record| {
                purpose_bytes[usize::from(log.purposes()[records])] += record.bytes as u32;
                records += 1;
                if let Some(page_no) = record.page_no {
                    add_share(&mut shares, page_no, record.bytes as u64);
                }
            });
            outlined.map_err(|error| replay_error_at(error, mtr.start_lsn))?;
            let lsn_bytes = (mtr.end_lsn - mtr.start_lsn) as u32;
            purpose_bytes[Purpose::Framing as usize] += lsn_bytes - purpose_bytes.iter().sum::<u32>();
            let named = log.main_pages()[number as usize];
            // Of several pages with as many bytes, the first.
            let largest = shares.iter().rev().max_by_key(|share| share.bytes).map(|share| share.page_no);
            self.mini_transactions.push(MtrEntry {
                start_lsn: mtr.start_lsn,
                payload_at: self.payload.len(),
                payload_len: mtr.bytes.len(),
                first_record: self.records,
                main_page: named.or(largest).unwrap_or(NO_PAGE),
                purpose_bytes,
            });
            self.payload.extend_from_slice(mtr.bytes);
            self.records = records;
            for share in shares {
                let page = self.pages.entry(share.page_no).or_default();
                page.redo_bytes += share.bytes;
                page.records += share.records;
                page.mini_transactions.push(number);
            }
        }
        Ok(())
    }

    /// Checks that everything `log` wrote was read.
    ///
    /// # Errors
    /// [`EngineError::LogTruncated`] if the file ends inside a mini-transaction.
    pub fn finish(&self, log: &RedoLog) -> Result<(), EngineError> {
        self.reader.finish()?;
        assert_eq!(
            self.records,
            log.purposes().len(),
            "every record that was read has the purpose it was written for"
        );
        Ok(())
    }

    /// All mini-transactions in order.
    pub fn mini_transactions(&self) -> &[MtrEntry] {
        &self.mini_transactions
    }

    /// What the log does to a page; `None` if nothing.
    pub fn page(&self, page_no: PageNo) -> Option<&PageEntry> {
        self.pages.get(&page_no)
    }

    /// Records of a mini-transaction about `page_no`.
    pub fn count_records(&self, entry: &MtrEntry, page_no: PageNo) -> usize {
        let mut count = 0;
        self.reader
            .encoding()
            .outline(self.bytes(entry), self.space_id, &mut |record| {
                count += usize::from(record.page_no == Some(page_no));
            })
            .expect("the mini-transaction was read before");
        count
    }

    /// All records of a mini-transaction.
    pub fn records(&self, entry: &MtrEntry) -> Vec<RecordView<'_>> {
        self.reader
            .encoding()
            .decode(self.bytes(entry), self.space_id)
            .expect("the mini-transaction was read before")
    }

    fn bytes(&self, entry: &MtrEntry) -> &[u8] {
        &self.payload[entry.payload_at..entry.payload_at + entry.payload_len]
    }
}

/// Adds a record to its page's share. Most records are about the page of the record before.
fn add_share(shares: &mut Vec<Share>, page_no: PageNo, bytes: u64) {
    match shares.iter_mut().rev().find(|share| share.page_no == page_no) {
        Some(share) => {
            share.records += 1;
            share.bytes += bytes;
        }
        None => shares.push(Share { page_no, records: 1, bytes }),
    }
}
