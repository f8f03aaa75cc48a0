//! The global binlog's files, and who reads them.

use super::order::MAX_QUEUE;
use super::{MAX_BYTES, MAX_MOMENT_MS, number, word};
use crate::experiment::{Choice, ParameterSpec};

const GROUP: &str = "Global binlog";
/// The most streams.
const MAX_STREAMS: u64 = 64;

/// What decides to which stream a row goes.
const SPLITS: [Choice; 2] = [
    Choice::new(
        "table",
        "Table",
        "All rows of a table are in one stream: changes of one table stay in order.",
    ),
    Choice::new("key", "Primary key", "Rows of one table are spread: only changes of one row stay in order."),
];

/// When written events become visible.
const FLUSHES: [Choice; 2] = [
    Choice::new(
        "every-transaction",
        "Every transaction",
        "Behind every transaction, or behind as many as have come during the last flush.",
    ),
    Choice::new("interval", "At intervals", "At equal distances of time, and when the buffer is full."),
];

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = streams();
    parameters.extend(files());
    parameters
}

fn streams() -> Vec<ParameterSpec> {
    vec![
        number(
            ("streams", "Streams"),
            GROUP,
            "Each has a writer and files of its own, so that more is written a second; a transaction whose rows go to several \
             streams is no longer read as one.",
            (1, MAX_STREAMS),
            1,
        )
        .unit("streams"),
        word(
            ("stream_by", "Rows go by"),
            GROUP,
            "By key the load is even but almost every larger transaction is split; by table a busy table keeps one stream busy.",
            &SPLITS,
        ),
        number(
            ("send_queue", "Queue of the writers"),
            GROUP,
            "Transactions that may be between the last merge and the files; when they are so many, the merge waits.",
            (1, MAX_QUEUE),
            1_024,
        )
        .unit("transactions"),
        number(
            ("consumer_bytes_per_s", "The consumer reads"),
            GROUP,
            "Bytes a second that a downstream consumer reads of each stream. 0 is as fast as they come.",
            (0, MAX_BYTES),
            0,
        )
        .unit("B/s"),
    ]
}

fn files() -> Vec<ParameterSpec> {
    vec![
        number(
            ("file_bytes", "A file holds"),
            GROUP,
            "A file is closed at so many bytes, and the next one begun.",
            (1_000_000, MAX_BYTES),
            524_288_000,
        )
        .unit("B"),
        number(
            ("buffer_bytes", "Write buffer"),
            GROUP,
            "A full buffer is flushed, whatever else has been said.",
            (1_000, MAX_BYTES),
            1_048_576,
        )
        .unit("B"),
        word(
            ("flush", "Flush"),
            GROUP,
            "Whoever reads sees what is flushed: at intervals there are fewer flushes, and everything is later.",
            &FLUSHES,
        ),
        number(
            ("flush_interval_ms", "Flush every"),
            GROUP,
            "From one flush to the next when flush is interval.",
            (1, MAX_MOMENT_MS),
            1_000,
        )
        .unit("ms"),
    ]
}
