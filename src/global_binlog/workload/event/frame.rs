//! What stands around every event, and what can be wrong with one.

use std::sync::LazyLock;

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// The tables are made at first use, as those of the page checksum.
static CRC32: LazyLock<Crc<u32, Table<16>>> = LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));

/// Bytes in front of what an event says.
pub(super) const HEADER_BYTES: usize = 19;
/// Bytes of the checksum behind it.
pub(super) const CHECKSUM_BYTES: usize = 4;
/// Bytes that every event has besides what it says.
pub const FRAME_BYTES: usize = HEADER_BYTES + CHECKSUM_BYTES;
/// The flag of a frame that says that a commit timestamp stands in a GTID event. *Assumed*: the bit is not published.
pub const COMMIT_TIMESTAMP_FLAG: u16 = 0x200;

/// The CRC-32 of `bytes`, as Ethernet and zip files have it; another polynomial than that of pages.
///
/// ```
/// assert_eq!(redo_lab::global_binlog::event::crc32(b"123456789"), 0xCBF4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    CRC32.checksum(bytes)
}

/// The frame of an event as it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Seconds since 1970.
    pub timestamp_s: u32,
    /// The server that wrote it.
    pub server_id: u32,
    /// Bytes of the whole event.
    pub length: u32,
    /// Position behind it in its file, modulo 2^32.
    pub next_position: u32,
    /// Flags.
    pub flags: u16,
}

/// Why bytes are no event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EventError {
    /// They end before the event does.
    #[error("the event is cut off")]
    Truncated,
    /// The checksum is another one.
    #[error("the checksum is {found:08x} and should be {expected:08x}")]
    Checksum {
        /// The one behind the event.
        found: u32,
        /// The one of its bytes.
        expected: u32,
    },
    /// No writer of this engine makes an event of that type.
    #[error("events of type {0} are not known")]
    UnknownType(u8),
    /// The event says something that its type does not allow.
    #[error("the event is malformed: {0}")]
    Malformed(&'static str),
}
