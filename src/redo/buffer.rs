//! The mini-transaction that is being written.

use crate::base::PageNo;
use crate::redo::{KindId, Purpose, Statistics};

/// The bytes of one mini-transaction while it is written, and the counts of everything that was ever written through it.
#[derive(Debug, Clone)]
pub struct MtrBuffer {
    /// The records so far.
    pub bytes: Vec<u8>,
    /// What records are for until this is changed.
    pub purpose: Purpose,
    /// Where the last record ended: page, and offset in it. Formats that write relative offsets need it.
    pub position: Option<(PageNo, usize)>,
    /// Counts over all mini-transactions.
    pub statistics: Statistics,
    /// Records in this mini-transaction.
    pub records: u32,
    /// Index entries, over all mini-transactions, that replay must insert one by one.
    pub entries: u64,
    /// Tablespace that the records name.
    pub space_id: u32,
    /// Purposes of the records of this mini-transaction, in order.
    pub purposes: Vec<u8>,
}

impl MtrBuffer {
    /// An empty mini-transaction on tablespace `space_id`.
    pub fn new(space_id: u32) -> Self {
        Self {
            bytes: Vec::new(),
            purpose: Purpose::Allocation,
            position: None,
            statistics: Statistics::default(),
            records: 0,
            entries: 0,
            space_id,
            purposes: Vec::new(),
        }
    }

    /// Counts the record that stands from byte `start` of the buffer to its end.
    #[inline]
    pub fn count_record(&mut self, kind: KindId, start: usize) {
        self.statistics.add(kind, self.purpose, (self.bytes.len() - start) as u64);
        self.purposes.push(self.purpose as u8);
        self.records += 1;
    }

    /// Counts what ends a mini-transaction: bytes, but no record to apply.
    #[inline]
    pub fn count_framing(&mut self, kind: KindId, start: usize) {
        self.statistics.add(kind, Purpose::Framing, (self.bytes.len() - start) as u64);
    }

    /// Forgets the mini-transaction, keeping the counts.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.purposes.clear();
        self.position = None;
        self.records = 0;
    }
}
