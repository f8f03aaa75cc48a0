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
}
