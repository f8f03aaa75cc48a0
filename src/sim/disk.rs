//! A disk: operations a second, bandwidth, latency, fsync.

use super::{SECOND, SimTime, scaled_ns};

/// A disk that serves requests in order of arrival. Because of that order, a request's end is known when it is made.
///
/// A request occupies the disk for as long as its operations or its bytes take, whichever is longer; its latency passes besides,
/// and up to `queue_depth` requests' latencies pass side by side.
///
/// ```
/// use redo_lab::sim::{Disk, MILLISECOND, SECOND, SimTime};
/// // 200 operations a second, 100 MB a second, 4 ms latency, one request at a time.
/// let mut disk = Disk::new(200, 100_000_000, 4 * MILLISECOND, 10 * MILLISECOND, 1);
/// assert_eq!(disk.request(SimTime(0), 1, 16_384), SimTime(9 * MILLISECOND));
/// assert_eq!(disk.fsync(SimTime(SECOND)), SimTime(SECOND + 10 * MILLISECOND));
/// ```
#[derive(Debug, Clone)]
pub struct Disk {
    operations_per_s: u64,
    bytes_per_s: u64,
    latency_ns: u64,
    fsync_ns: u64,
    queue_depth: u64,
    free_at: SimTime,
    busy_ns: u64,
    operations: u64,
    bytes: u64,
}

impl Disk {
    /// An idle disk. `queue_depth` is at least 1.
    pub fn new(
        operations_per_s: u64,
        bytes_per_s: u64,
        latency_ns: u64,
        fsync_ns: u64,
        queue_depth: u64,
    ) -> Self {
        let queue_depth = queue_depth.max(1);
        let free_at = SimTime::default();
        Self {
            operations_per_s,
            bytes_per_s,
            latency_ns,
            fsync_ns,
            queue_depth,
            free_at,
            busy_ns: 0,
            operations: 0,
            bytes: 0,
        }
    }

    /// Reads or writes `bytes` in `operations` operations; when that is done. Nothing takes no time.
    pub fn request(&mut self, now: SimTime, operations: u64, bytes: u64) -> SimTime {
        if operations == 0 && bytes == 0 {
            return now;
        }
        let by_operations = scaled_ns(operations, SECOND, self.operations_per_s);
        let by_bytes = scaled_ns(bytes, SECOND, self.bytes_per_s);
        // With few requests under way at once, their latency bounds how many a second there are.
        let by_latency = scaled_ns(operations.min(1), self.latency_ns, self.queue_depth);
        self.occupy(now, by_operations.max(by_bytes).max(by_latency));
        self.operations += operations;
        self.bytes += bytes;
        self.free_at + self.latency_ns
    }

    /// Makes everything durable that was written before; when that is done.
    pub fn fsync(&mut self, now: SimTime) -> SimTime {
        self.occupy(now, 0);
        self.free_at + self.fsync_ns
    }

    fn occupy(&mut self, now: SimTime, service_ns: u64) {
        self.free_at = self.free_at.max(now) + service_ns;
        self.busy_ns = self.busy_ns.saturating_add(service_ns);
    }

    /// When the disk has served all requests made so far.
    pub fn free_at(&self) -> SimTime {
        self.free_at
    }

    /// Nanoseconds of service asked for so far.
    pub fn busy_ns(&self) -> u64 {
        self.busy_ns
    }

    /// Operations asked for so far.
    pub fn operations(&self) -> u64 {
        self.operations
    }

    /// Bytes read and written so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}
