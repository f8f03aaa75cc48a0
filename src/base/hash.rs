//! The digest that proves two runs equal.

use twox_hash::XxHash3_128;

/// A 128-bit digest of a run's bytes (XXH3), shown as 32 hexadecimal digits.
///
/// It tells runs apart that differ by accident; it is no protection against somebody who searches for a collision.
///
/// ```
/// use redo_lab::base::Digest;
/// let mut digest = Digest::new();
/// digest.update(b"page");
/// assert_eq!(digest.hex().len(), 32);
/// ```
#[derive(Clone)]
pub struct Digest(XxHash3_128);

impl std::fmt::Debug for Digest {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(formatter, "Digest({})", self.hex())
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    /// A digest of nothing yet.
    pub fn new() -> Self {
        Self(XxHash3_128::with_seed(0))
    }

    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// Adds a number, as eight little-endian bytes.
    pub fn update_u64(&mut self, number: u64) {
        self.0.write(&number.to_le_bytes());
    }

    /// The digest so far as 32 hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:032x}", self.0.finish_128())
    }
}
