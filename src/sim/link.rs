//! A network link: latency, bandwidth, flow control.

use super::{SECOND, SimTime, scaled_ns};

/// A link that delivers messages in order. At most `window_bytes` are under way or unread at the far end: the sender then waits
/// for an acknowledgement.
#[derive(Debug, Clone)]
pub struct Link {
    latency_ns: u64,
    bytes_per_s: u64,
    window_bytes: u64,
    unread_bytes: u64,
    free_at: SimTime,
}

impl Link {
    /// An idle link.
    pub fn new(latency_ns: u64, bytes_per_s: u64, window_bytes: u64) -> Self {
        Self { latency_ns, bytes_per_s, window_bytes, unread_bytes: 0, free_at: SimTime::default() }
    }

    /// Sends `bytes`, if the window has room; when they arrive. A message larger than the window goes alone.
    pub fn send(&mut self, now: SimTime, bytes: u64) -> Option<SimTime> {
        if self.unread_bytes > 0 && self.unread_bytes.saturating_add(bytes) > self.window_bytes {
            return None;
        }
        self.unread_bytes += bytes;
        self.free_at = self.free_at.max(now) + scaled_ns(bytes, SECOND, self.bytes_per_s);
        Some(self.free_at + self.latency_ns)
    }

    /// The far end has read `bytes` that arrived.
    pub fn acknowledge(&mut self, bytes: u64) {
        self.unread_bytes = self.unread_bytes.saturating_sub(bytes);
    }

    /// Bytes under way or unread.
    pub fn unread_bytes(&self) -> u64 {
        self.unread_bytes
    }
}
