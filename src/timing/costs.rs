//! What work costs on a machine: integer prices of the things that the engine counts.

use crate::sim::{Disk, MICROSECOND, scaled_ns};

/// A machine: how many processors, what each piece of work costs on one of them, and its disk.
///
/// Prices are in nanoseconds, or in picoseconds (`_ps`) where a nanosecond is too coarse. Every one is a parameter of the labs
/// that use it, so every report shows it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Costs {
    /// Processors.
    pub cores: u32,
    /// Reading a row and making its sort key.
    pub scan_row_ns: u64,
    /// Comparing two sort keys in memory.
    pub compare_ps: u64,
    /// Copying a byte.
    pub copy_ps_per_byte: u64,
    /// Taking a row through a merge pass, besides comparing and copying.
    pub merge_row_ns: u64,
    /// Taking a row from the merge cursor, making its record and putting it on a page.
    pub load_row_ns: u64,
    /// Encoding a redo record.
    pub encode_record_ns: u64,
    /// Putting a redo byte into the log: copying, checksum, and writing it where the thread itself does that.
    pub log_ps_per_byte: u64,
    /// Checksum of a page's byte.
    pub checksum_ps_per_byte: u64,
    /// Scanning and parsing a redo record, on a replica or in recovery.
    pub parse_record_ps: u64,
    /// Scanning and parsing a redo byte.
    pub parse_ps_per_byte: u64,
    /// Repeating a physical write.
    pub apply_record_ns: u64,
    /// Repeating the insertion of an entry.
    pub insert_entry_ns: u64,
    /// All that a page costs besides its records (finding, latching, a share of reading): one price, its split is not known.
    pub apply_page_ns: u64,
    /// Putting a page image in place.
    pub install_page_ns: u64,
    /// Passing one page of the flush list by.
    pub flush_list_visit_ns: u64,
    /// Pages that one round of flushing writes.
    pub flush_batch_pages: u64,
    /// The disk.
    pub disk: DiskCosts,
    /// Redo bytes that the log device takes in a second.
    pub log_bytes_per_s: u64,
    /// Redo bytes that may wait for the log device.
    pub log_buffer_bytes: u64,
}

/// A disk's figures, see [`Disk`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DiskCosts {
    /// Operations a second.
    pub iops: u64,
    /// Bytes a second.
    pub bytes_per_s: u64,
    /// Microseconds until an operation is done, besides waiting for others.
    pub latency_us: u64,
    /// Microseconds of an fsync.
    pub fsync_us: u64,
    /// Operations whose latencies pass side by side.
    pub queue_depth: u64,
}

impl DiskCosts {
    /// The disk, idle.
    pub fn disk(&self) -> Disk {
        Disk::new(
            self.iops,
            self.bytes_per_s,
            self.latency_us * MICROSECOND,
            self.fsync_us * MICROSECOND,
            self.queue_depth,
        )
    }
}

/// Sums prices in picoseconds and gives slices of the sum in nanoseconds that add up exactly.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Price {
    picoseconds: u128,
}

impl Price {
    /// `count` things at `ps` picoseconds each, added.
    pub fn add_ps(mut self, count: u64, ps: u64) -> Self {
        self.picoseconds += u128::from(count) * u128::from(ps);
        self
    }

    /// `count` things at `ns` nanoseconds each, added.
    pub fn add_ns(self, count: u64, ns: u64) -> Self {
        self.add_ps(count, ns.saturating_mul(1_000))
    }

    /// The sum in nanoseconds.
    pub fn ns(self) -> u64 {
        u64::try_from(self.picoseconds / 1_000).unwrap_or(u64::MAX)
    }
}

/// The part of `whole` that falls to slice `index` of `slices`: parts differ by at most 1 and add up to `whole`.
///
/// ```
/// use redo_lab::timing::part;
/// let parts: Vec<u64> = (0..3).map(|index| part(10, index, 3)).collect();
/// assert_eq!(parts, [3, 3, 4]);
/// ```
pub fn part(whole: u64, index: u64, slices: u64) -> u64 {
    let until = |index: u64| (u128::from(whole) * u128::from(index) / u128::from(slices.max(1))) as u64;
    until(index + 1) - until(index)
}

/// How often `count` things can be halved until one is left, rounded up: comparisons of a binary search or merge.
///
/// ```
/// use redo_lab::timing::log2_ceil;
/// assert_eq!([0, 1, 2, 3, 4, 5].map(log2_ceil), [0, 0, 1, 2, 2, 3]);
/// ```
pub fn log2_ceil(count: u64) -> u64 {
    match count {
        0 | 1 => 0,
        _ => u64::from(u64::BITS - (count - 1).leading_zeros()),
    }
}

/// Nanoseconds for `bytes` at `bytes_per_s`.
pub fn transfer_ns(bytes: u64, bytes_per_s: u64) -> u64 {
    scaled_ns(bytes, crate::sim::SECOND, bytes_per_s)
}
