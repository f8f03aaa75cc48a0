//! How the memory of a parallel index build is divided, and what follows: runs a thread and merge passes.
//!
//! One setting is the memory of the whole statement. It is divided by the number of **scan buffers**, one for each reading
//! thread and each index that the statement builds. A share holds a **key buffer**, in which sort entries are collected and
//! sorted, and an **I/O buffer**, through which a sorted run goes to the thread's file. So a run is as large as a key
//! buffer, each thread writes as many as its rows need, and merges them two by two.
//!
//! ```text
//! buffer / (threads x indexes) = share;  share - I/O buffer = key buffer;  key buffer / entry = entries a run
//! rows / threads / entries a run = runs a thread;  log2(runs) = merge passes
//! ```
//!
//! *Worked example.* 1 MiB, 4 reading threads, 1 index: shares of 256 KiB, of which 64 KiB are I/O buffer and 192 KiB key
//! buffer: 1,572 entries of 125 bytes. For 50,000,000 rows each thread writes 7,952 runs, 31,808 in all, and merges them in
//! 13 passes. With 512 MiB and one thread it is 12 runs and 4 passes.
//!
//! The arithmetic is the published one of MySQL 8.0.27 and later. Two things in it are **assumed**, because no document says
//! them: the size of a sort entry ([`sort_entry_bytes`]), and what happens when shares get smaller than a page
//! ([`scan_buffer_share`]). What a statement's memory comes to is measured, not explained ([`statement_memory_bytes`]).

/// Block size of the files that runs are written to, in bytes.
pub const IO_BLOCK_BYTES: u64 = 4_096;

/// What each thread beyond the first adds to a statement's memory, in thousandths of a share.
///
/// Fitted to published figures: with shares of 512 MiB and 1 to 8 threads, `share x (1 + 1.445 (n - 1))` meets the maximum
/// memory of the statement within 2 %. That a further thread should take more than the share it was given has a reason that
/// is **not known**; the arithmetic of this module alone would say 1,000.
pub const FURTHER_THREAD_PERMILLE: u64 = 1_445;

const KIB: u64 = 1_024;
const MIB: u64 = 1_024 * KIB;

/// Scan buffers of a statement that builds `indexes` indexes with `read_threads` threads: at least one.
pub fn scan_buffers(read_threads: u64, indexes: u64) -> u64 {
    read_threads.max(1) * indexes.max(1)
}

/// Bytes of one scan buffer of a statement that may use `buffer_bytes` in all.
///
/// At least two pages of `page_size` bytes, one for keys and one for input and output: assumed, and reached only if a small
/// buffer is divided among many threads and indexes.
pub fn scan_buffer_share(buffer_bytes: u64, read_threads: u64, indexes: u64, page_size: u64) -> u64 {
    (buffer_bytes / scan_buffers(read_threads, indexes)).max(2 * page_size)
}

/// Bytes of the I/O buffer in a share of `share_bytes`.
///
/// One page up to 64 KiB (and half a page and a block at the least), 32 KiB below 256 KiB, then 64 KiB, 128 KiB, 512 KiB
/// and from 2 MiB on 1 MiB.
pub fn io_buffer_bytes(share_bytes: u64, page_size: u64) -> u64 {
    let by_share = match share_bytes {
        _ if share_bytes <= 64 * KIB => page_size,
        _ if share_bytes >= 2 * MIB => MIB,
        _ if share_bytes >= MIB => 512 * KIB,
        _ if share_bytes >= 512 * KIB => 128 * KIB,
        _ if share_bytes >= 256 * KIB => 64 * KIB,
        _ => 32 * KIB,
    };
    by_share.max(page_size / 2 + IO_BLOCK_BYTES).min(share_bytes)
}

/// Bytes of the key buffer in a share of `share_bytes`: what the I/O buffer leaves.
///
/// ```
/// use redo_lab::bulk_load::buffers::{key_buffer_bytes, scan_buffer_share};
/// assert_eq!(key_buffer_bytes(scan_buffer_share(1 << 20, 4, 1, 16_384), 16_384), 192 * 1_024);
/// ```
pub fn key_buffer_bytes(share_bytes: u64, page_size: u64) -> u64 {
    share_bytes - io_buffer_bytes(share_bytes, page_size)
}

/// Bytes of each buffer through which runs are read and written while `ddl_threads` threads merge and load.
pub fn merge_io_buffer_bytes(buffer_bytes: u64, ddl_threads: u64, page_size: u64) -> u64 {
    let share = buffer_bytes / ddl_threads.max(1);
    (share / IO_BLOCK_BYTES * IO_BLOCK_BYTES).max(page_size.max(IO_BLOCK_BYTES))
}

/// Bytes of a sort entry in the key buffer, for a leaf record of `record_bytes` bytes.
///
/// **Assumed**: the record without its five header bytes, which only a page needs, and with one byte that holds the entry's
/// length. 125 bytes for an index on `sbtest1.c`, whose records have 129.
pub fn sort_entry_bytes(record_bytes: u64) -> u64 {
    record_bytes.saturating_sub(5) + 1
}

/// How many sort entries of `entry_bytes` bytes a run holds: as many as the key buffer, at least one.
pub fn run_entries(key_buffer_bytes: u64, entry_bytes: u64) -> u64 {
    (key_buffer_bytes / entry_bytes.max(1)).max(1)
}

/// Rows that a thread reads if `rows` are divided among `read_threads`, in the largest part.
pub fn thread_rows(rows: u64, read_threads: u64) -> u64 {
    rows.div_ceil(read_threads.max(1))
}

/// Sorted runs of one thread that reads `thread_rows` rows, `run_entries` of them a run.
pub fn runs(thread_rows: u64, run_entries: u64) -> u64 {
    thread_rows.div_ceil(run_entries.max(1))
}

/// Two-way merge passes until `runs` runs are one: each halves their number.
///
/// ```
/// use redo_lab::bulk_load::buffers::merge_passes;
/// assert_eq!([0, 1, 2, 3, 6, 12, 33_000].map(merge_passes), [0, 0, 1, 2, 3, 4, 16]);
/// ```
pub fn merge_passes(runs: u64) -> u32 {
    runs.max(1).next_power_of_two().trailing_zeros()
}

/// The most memory that a statement takes, in bytes: what its threads ask for, but never more than its `data_bytes`, the sort
/// entries of all rows.
///
/// `threads` threads ask for `share x (1 + 1.445 (threads - 1))` ([`FURTHER_THREAD_PERMILLE`]: fitted, mechanism unknown).
pub fn statement_memory_bytes(share_bytes: u64, threads: u64, data_bytes: u64) -> u64 {
    let further = threads.max(1) - 1;
    let permille = u128::from(1_000 + FURTHER_THREAD_PERMILLE * further);
    let asked = u128::from(share_bytes) * permille / 1_000;
    asked.min(u128::from(data_bytes)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: u64 = 16_384;

    /// Runs and passes of one thread.
    fn thread(buffer: u64, read_threads: u64, indexes: u64, rows: u64, entry: u64) -> (u64, u32) {
        let key = key_buffer_bytes(scan_buffer_share(buffer, read_threads, indexes, PAGE), PAGE);
        let runs = runs(thread_rows(rows, read_threads), run_entries(key, entry));
        (runs, merge_passes(runs))
    }

    #[test]
    fn the_default_buffer_gives_some_33_000_runs_for_fifty_million_rows() {
        let share = scan_buffer_share(MIB, 4, 1, PAGE);
        assert_eq!((share, key_buffer_bytes(share, PAGE)), (256 * KIB, 192 * KIB));
        let (runs, passes) = thread(MIB, 4, 1, 50_000_000, sort_entry_bytes(129));
        assert_eq!((runs, passes), (7_952, 13));
        assert!((4 * runs).abs_diff(33_000) * 20 < 33_000, "{} runs in all", 4 * runs);
    }

    #[test]
    fn the_studys_six_settings_give_its_runs_and_passes() {
        let settings = [1, 2, 4, 8, 16, 32].map(|threads| (threads, threads * 512 * MIB));
        let found = settings.map(|(threads, buffer)| thread(buffer, threads, 1, 50_000_000, 125));
        assert_eq!(found, [(12, 4), (6, 3), (3, 2), (2, 1), (1, 0), (1, 0)]);
    }

    #[test]
    fn the_second_tables_rows_need_no_pass_once_the_buffer_is_large() {
        // (buffer, reading threads); an entry holds flight, seat, passenger and booking: 4 + 4 + 4 + 4 + 1 bytes.
        let rows = [
            (MIB, 4),
            (104_857_600, 8),
            (1_048_576_000, 8),
            (1_048_576_000, 16),
            (1_048_576_000, 8),
            (1_048_576_000, 4),
            (1_048_576_000, 12),
            (1_048_576_000, 4),
        ];
        let passes = rows.map(|(buffer, threads)| thread(buffer, threads, 1, 54_300_000, 17).1);
        assert_eq!(passes, [11, 4, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn indexes_of_one_statement_share_its_buffer() {
        assert_eq!(scan_buffer_share(7 * 64 * MIB, 1, 7, PAGE), 64 * MIB);
        assert_eq!(thread(512 * MIB, 1, 7, 50_000_000, 125).0, 83);
    }

    #[test]
    fn an_io_buffer_grows_in_steps_and_leaves_room_for_keys() {
        let shares = [32 * KIB, 64 * KIB, 65 * KIB, 256 * KIB, 512 * KIB, MIB, 2 * MIB, 512 * MIB];
        let io = shares.map(|share| io_buffer_bytes(share, PAGE) / KIB);
        assert_eq!(io, [16, 16, 32, 64, 128, 512, 1_024, 1_024]);
        for page_size in [4_096, 8_192, PAGE, 32_768, 65_536] {
            for buffer in [65_536, 1_000_000, MIB, 1 << 36] {
                for threads in [1, 4, 256] {
                    let share = scan_buffer_share(buffer, threads, 64, page_size);
                    assert!(io_buffer_bytes(share, page_size) >= page_size / 2 + IO_BLOCK_BYTES);
                    let key = key_buffer_bytes(share, page_size);
                    assert!(key >= page_size / 4, "{key} of {share} at {page_size}");
                }
            }
        }
    }

    #[test]
    fn merging_and_loading_use_whole_blocks() {
        assert_eq!(merge_io_buffer_bytes(MIB, 4, PAGE), 256 * KIB);
        assert_eq!(merge_io_buffer_bytes(100_000, 3, PAGE), 32_768);
        assert_eq!(merge_io_buffer_bytes(65_536, 64, PAGE), PAGE);
    }

    #[test]
    fn passes_are_what_halving_takes() {
        for count in 1..5_000_u64 {
            let mut left = count;
            let mut passes = 0;
            while left > 1 {
                left = left.div_ceil(2);
                passes += 1;
            }
            assert_eq!(merge_passes(count), passes);
        }
    }

    #[test]
    fn a_statements_memory_meets_the_published_figures_within_three_percent() {
        let published = [(1, 513), (2, 1_230), (4, 2_735), (8, 5_791), (16, 5_975), (32, 6_084)];
        let data = 50_000_000 * sort_entry_bytes(129);
        for (threads, mib) in published {
            let found = statement_memory_bytes(512 * MIB, threads, data) / MIB;
            assert!(found.abs_diff(mib) * 100 <= 3 * mib, "{threads} threads: {found} MiB instead of {mib}");
        }
    }
}
