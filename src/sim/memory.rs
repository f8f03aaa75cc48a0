//! Memory with a limit.

/// How much memory is used, and how much was at most.
#[derive(Debug, Clone)]
pub struct Memory {
    limit_bytes: u64,
    used_bytes: u64,
    peak_bytes: u64,
}

impl Memory {
    /// Memory of which nothing is used.
    pub fn new(limit_bytes: u64) -> Self {
        Self { limit_bytes, used_bytes: 0, peak_bytes: 0 }
    }

    /// Takes `bytes`; whether they were there. If not, nothing is taken.
    pub fn take(&mut self, bytes: u64) -> bool {
        let used_bytes = self.used_bytes.saturating_add(bytes);
        if used_bytes > self.limit_bytes {
            return false;
        }
        self.used_bytes = used_bytes;
        self.peak_bytes = self.peak_bytes.max(used_bytes);
        true
    }

    /// Gives back `bytes` that were taken.
    pub fn give(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.used_bytes, "more memory is given back than was taken");
        self.used_bytes = self.used_bytes.saturating_sub(bytes);
    }

    /// Bytes in use.
    pub fn used_bytes(&self) -> u64 {
        self.used_bytes
    }

    /// The most that was in use at once.
    pub fn peak_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// The most that may be in use.
    pub fn limit_bytes(&self) -> u64 {
        self.limit_bytes
    }
}
