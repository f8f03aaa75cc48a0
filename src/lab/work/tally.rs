//! How far a log has come, in everything that is counted.

use crate::redo::{Purpose, RedoLog};

/// Name of the record type that holds a whole page.
const PAGE_IMAGE: &str = "MLOG_PAGE_IMAGE";

/// A log's position, or the way between two.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Log sequence number, or its growth.
    pub(super) lsn: u64,
    /// Bytes of mini-transactions, without what log blocks add.
    pub(super) payload_bytes: u64,
    /// Of these, bytes that find and give back pages.
    pub(super) allocation_bytes: u64,
    /// Redo records.
    pub(super) records: u64,
    /// Mini-transactions.
    pub(super) mini_transactions: u64,
    /// Entries that replay inserts one by one.
    pub(super) entries: u64,
    /// Page images.
    pub(super) images: u64,
}

impl Tally {
    /// Where a log is.
    pub(super) fn of(log: &RedoLog) -> Self {
        let statistics = log.statistics();
        let kinds = log.encoding().kinds();
        let image = kinds.iter().position(|name| *name == PAGE_IMAGE);
        Self {
            lsn: log.lsn(),
            payload_bytes: log.payload_bytes(),
            allocation_bytes: statistics.purpose(Purpose::Allocation).bytes,
            records: statistics.total().records - statistics.purpose(Purpose::Framing).records,
            mini_transactions: log.mini_transactions(),
            entries: log.entries(),
            images: image.map_or(0, |kind| statistics.kind(kind as u8).records),
        }
    }

    /// The way from `earlier` to here.
    pub(super) fn since(&self, earlier: &Self) -> Self {
        Self {
            lsn: self.lsn - earlier.lsn,
            payload_bytes: self.payload_bytes - earlier.payload_bytes,
            allocation_bytes: self.allocation_bytes - earlier.allocation_bytes,
            records: self.records - earlier.records,
            mini_transactions: self.mini_transactions - earlier.mini_transactions,
            entries: self.entries - earlier.entries,
            images: self.images - earlier.images,
        }
    }

    /// By how much this exceeds `other`, at least 0 in everything.
    pub(super) fn excess_over(&self, other: &Self) -> Self {
        Self {
            lsn: self.lsn.saturating_sub(other.lsn),
            payload_bytes: self.payload_bytes.saturating_sub(other.payload_bytes),
            allocation_bytes: self.allocation_bytes.saturating_sub(other.allocation_bytes),
            records: self.records.saturating_sub(other.records),
            mini_transactions: self.mini_transactions.saturating_sub(other.mini_transactions),
            entries: self.entries.saturating_sub(other.entries),
            images: self.images.saturating_sub(other.images),
        }
    }

    /// Adds what `other` counted.
    pub(super) fn add(&mut self, other: &Self) {
        self.lsn += other.lsn;
        self.payload_bytes += other.payload_bytes;
        self.allocation_bytes += other.allocation_bytes;
        self.records += other.records;
        self.mini_transactions += other.mini_transactions;
        self.entries += other.entries;
        self.images += other.images;
    }

    /// What `count` cost if `of` cost this, to the nearest whole number.
    pub(super) fn scaled(&self, count: u64, of: u64) -> Self {
        let scale = |value: u64| share(value, count, of);
        Self {
            lsn: scale(self.lsn),
            payload_bytes: scale(self.payload_bytes),
            allocation_bytes: scale(self.allocation_bytes),
            records: scale(self.records),
            mini_transactions: scale(self.mini_transactions),
            entries: scale(self.entries),
            images: scale(self.images),
        }
    }
}

/// `value * count / of` to the nearest whole number; 0 if `of` is.
pub(super) fn share(value: u64, count: u64, of: u64) -> u64 {
    let of = u128::from(of);
    (u128::from(value) * u128::from(count) + of / 2).checked_div(of).unwrap_or(0) as u64
}
