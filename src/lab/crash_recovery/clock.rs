//! The statement's time: what it computes, what the log device takes, what the page cleaner can do meanwhile.
//!
//! *Worked example.* A step of 200 rows logs 852 records and 5,172 bytes. Loading takes 200 x 500 ns, encoding 852 x 100 ns,
//! the log's bytes 2,586 ns of processor and 5,172 ns of the device, which works beside: 187,786 ns. In that time a disk that
//! writes 1,250 MB/s of pages, each twice, at a share of 500 thousandths, is worth 7 pages of 16 KiB; they wait until a round is full.

use crate::sim::{Samples, SimTime};
use crate::timing::{Costs, Price, log2_ceil, transfer_ns};

/// What one step did.
#[derive(Debug, Clone, Copy, Default)]
pub struct StepWork {
    /// Rows scanned and sorted.
    pub scanned: u64,
    /// Rows taken through merge passes, once a pass.
    pub merged: u64,
    /// Entries put into pages.
    pub loaded: u64,
    /// Redo records.
    pub records: u64,
    /// Redo bytes.
    pub log_bytes: u64,
}

/// A clock with the prices of one machine.
pub struct Clock {
    costs: Costs,
    rows: u64,
    /// Nanoseconds that flushing one page takes, its share of the round's fsyncs included.
    page_ns: u64,
    round_pages: u64,
    now: u64,
    /// Nanoseconds of the disk that the page cleaner may still use.
    credit: u64,
    stalls: u64,
    stall_ns: u64,
    flush_ns: u64,
    age: Samples,
    peak_age: u64,
}

/// First interval of the curve of the checkpoint age.
const AGE_INTERVAL_NS: u64 = 10_000;

impl Clock {
    /// The clock of a statement on a table of `rows` rows; `doublewrite` writes each page twice.
    pub fn new(costs: Costs, rows: u64, page_size: u64, doublewrite: bool, round_pages: u64) -> Self {
        let writes = if doublewrite { 2 } else { 1 };
        let disk = &costs.disk;
        // Copies go to one place in one operation a round.
        let page_ns = transfer_ns(writes * page_size, disk.bytes_per_s).max(transfer_ns(1, disk.iops))
            + writes * disk.fsync_us * 1_000 / costs.flush_batch_pages.max(1)
            + Price::default().add_ps(page_size, costs.checksum_ps_per_byte).ns();
        Self {
            costs,
            rows,
            page_ns,
            round_pages,
            now: 0,
            credit: 0,
            stalls: 0,
            stall_ns: 0,
            flush_ns: 0,
            age: Samples::gauge(AGE_INTERVAL_NS),
            peak_age: 0,
        }
    }

    /// The statement did a step of work; the cleaner got `share_permille` of the disk meanwhile. Returns the step's time.
    pub fn work(&mut self, work: StepWork, share_permille: u64) -> u64 {
        let costs = &self.costs;
        let processor = Price::default()
            .add_ns(work.scanned, costs.scan_row_ns)
            .add_ps(work.scanned * log2_ceil(self.rows), costs.compare_ps)
            .add_ns(work.merged, costs.merge_row_ns)
            .add_ns(work.loaded, costs.load_row_ns)
            .add_ns(work.records, costs.encode_record_ns)
            .add_ps(work.log_bytes, costs.log_ps_per_byte)
            .ns();
        let step = processor.max(transfer_ns(work.log_bytes, costs.log_bytes_per_s));
        self.pass(step, share_permille);
        step
    }

    /// Time passes; the cleaner gets `share_permille` of the disk.
    pub fn pass(&mut self, ns: u64, share_permille: u64) {
        self.now += ns;
        // Time in which nothing was to do is not saved up beyond one round.
        let most = self.page_ns * self.round_pages;
        self.credit = (self.credit.min(most))
            .saturating_add((u128::from(ns) * u128::from(share_permille) / 1000) as u64);
    }

    /// Whether the cleaner has time for a round; takes it if so.
    pub fn takes_round(&mut self) -> bool {
        let round = self.page_ns * self.round_pages;
        let takes = self.credit >= round;
        if takes {
            self.credit -= round;
        }
        takes
    }

    /// The statement waited while `pages` pages were flushed, to make room in the log or in memory.
    pub fn stall(&mut self, pages: u64) {
        let ns = pages * self.page_ns;
        self.stalls += 1;
        self.stall_ns += ns;
        self.now += ns;
    }

    /// The statement flushed `pages` pages that it did not log.
    pub fn flush(&mut self, pages: u64) {
        let ns = pages * self.page_ns;
        self.flush_ns += ns;
        self.now += ns;
    }

    /// The checkpoint age now.
    pub fn note_age(&mut self, age: u64) {
        self.age.set(SimTime(self.now), age);
        self.peak_age = self.peak_age.max(age);
    }

    /// Nanoseconds since the statement began.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// How often the statement waited for room.
    pub fn stalls(&self) -> u64 {
        self.stalls
    }

    /// Nanoseconds waited for room.
    pub fn stall_ns(&self) -> u64 {
        self.stall_ns
    }

    /// Nanoseconds spent flushing pages that are not logged.
    pub fn flush_ns(&self) -> u64 {
        self.flush_ns
    }

    /// The highest checkpoint age.
    pub fn peak_age(&self) -> u64 {
        self.peak_age
    }

    /// The checkpoint age over time.
    pub fn age(&self) -> &Samples {
        &self.age
    }

    /// The machine.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }
}
