//! CRC-32C (Castagnoli), the checksum of pages, mini-transactions and log blocks.

use std::sync::LazyLock;

use crc::{CRC_32_ISCSI, Crc, Table};

/// The tables are made at first use: they are 16 KiB of noise, which a module that is sent over a network should not hold.
static CRC32C: LazyLock<Crc<u32, Table<16>>> = LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISCSI));

/// The CRC-32C of `bytes`.
///
/// ```
/// assert_eq!(redo_lab::innodb::checksum::crc32c(b"123456789"), 0xE306_9283);
/// ```
pub fn crc32c(bytes: &[u8]) -> u32 {
    CRC32C.checksum(bytes)
}
