//! The redo log as a space that runs out: its end, its checkpoint, and the device that writes it.
//!
//! The checkpoint is the oldest change that is not yet in the data files. The log is a ring: what lies between checkpoint and end
//! (the *checkpoint age*) must stay, and a build whose redo would make it larger than the log stalls until pages are flushed.
//!
//! *Worked example.* Two files of 48 MiB have a usable capacity of 90,593,280 bytes. A build that logs 100 MB a second while 40 MB
//! a second of its redo are flushed away fills it in 1.5 seconds, and from then on runs at 40 MB a second. A log of ten times the
//! size fills in 15 seconds; the rate after that is the same.

use super::transfer_ns;
use crate::sim::SimTime;

/// The log: how far it is written, and how much of it may be overwritten.
#[derive(Debug, Clone)]
pub struct LogSpace {
    capacity_bytes: u64,
    lsn: u64,
    reserved_bytes: u64,
    checkpoint_lsn: u64,
    peak_age_bytes: u64,
    bytes_per_s: u64,
    buffer_bytes: u64,
    device_free_at: SimTime,
}

impl LogSpace {
    /// An empty log whose checkpoint lies `age_bytes` back.
    pub fn new(capacity_bytes: u64, age_bytes: u64, bytes_per_s: u64, buffer_bytes: u64) -> Self {
        Self {
            capacity_bytes,
            lsn: age_bytes,
            reserved_bytes: 0,
            checkpoint_lsn: 0,
            peak_age_bytes: age_bytes,
            bytes_per_s,
            buffer_bytes,
            device_free_at: SimTime::default(),
        }
    }

    /// Reserves room for `bytes`, if there is any. An empty log takes anything, so that nobody waits for ever.
    pub fn reserve(&mut self, bytes: u64) -> bool {
        let taken_bytes = self.age_bytes() + self.reserved_bytes;
        let fits = taken_bytes == 0 || taken_bytes + bytes <= self.capacity_bytes;
        if fits {
            self.reserved_bytes += bytes;
        }
        fits
    }

    /// Appends `bytes` that were reserved and hands them to the device; when the device has written them.
    pub fn append(&mut self, now: SimTime, bytes: u64) -> SimTime {
        self.reserved_bytes = self.reserved_bytes.saturating_sub(bytes);
        self.lsn += bytes;
        self.peak_age_bytes = self.peak_age_bytes.max(self.age_bytes());
        self.device_free_at = self.device_free_at.max(now) + transfer_ns(bytes, self.bytes_per_s);
        self.device_free_at
    }

    /// When what waits for the device fits the log buffer again.
    pub fn buffer_free_at(&self) -> SimTime {
        let buffered_ns = transfer_ns(self.buffer_bytes, self.bytes_per_s);
        SimTime(self.device_free_at.0.saturating_sub(buffered_ns))
    }

    /// Every change before `lsn` is in the data files. A checkpoint never goes back.
    pub fn set_checkpoint(&mut self, lsn: u64) {
        self.checkpoint_lsn = self.checkpoint_lsn.max(lsn);
    }

    /// The end of the log.
    pub fn lsn(&self) -> u64 {
        self.lsn
    }

    /// The oldest change that must stay in the log.
    pub fn checkpoint_lsn(&self) -> u64 {
        self.checkpoint_lsn
    }

    /// Redo bytes between checkpoint and end.
    pub fn age_bytes(&self) -> u64 {
        self.lsn - self.checkpoint_lsn
    }

    /// The largest checkpoint age so far.
    pub fn peak_age_bytes(&self) -> u64 {
        self.peak_age_bytes
    }

    /// When the device has written all that was appended.
    pub fn written_at(&self) -> SimTime {
        self.device_free_at
    }
}
