//! Columns of the tables about commits.

use redo_lab::report::RunReport;

use super::{Column, decimal, ms_of_us, rounded, setting, short_time};
use crate::markdown::grouped;

/// The delay of a run.
pub fn delay(run: &RunReport) -> String {
    short_time(setting(run, "sync_delay_us"))
}

/// Transactions a second.
pub fn tps(run: &RunReport) -> String {
    rounded(run, "source_tps")
}

/// Transactions a group.
pub fn group(run: &RunReport) -> String {
    decimal(run, "group_size.mean", 1)
}

/// How long a commit takes on average.
pub fn latency(run: &RunReport) -> String {
    ms_of_us(run, "commit_latency_us.mean")
}

/// Fsyncs of both logs a transaction.
pub fn fsyncs(run: &RunReport) -> String {
    decimal(run, "fsyncs_per_transaction", 3)
}

/// The count that ends a delay.
pub fn ends_at(run: &RunReport) -> String {
    match setting(run, "no_delay_count") {
        0 => "–".to_owned(),
        count => grouped(count),
    }
}

/// The delay, as a column.
pub const DELAY: Column<'static> = ("delay", 'r', &delay);
/// Transactions a second, as a column.
pub const TPS: Column<'static> = ("TPS", 'r', &tps);
/// Transactions a group, as a column.
pub const GROUP: Column<'static> = ("transactions a group", 'r', &group);
/// How long a commit takes, as a column.
pub const LATENCY: Column<'static> = ("a commit takes", 'r', &latency);
/// Fsyncs a transaction, as a column.
pub const FSYNCS: Column<'static> = ("fsyncs a transaction", 'r', &fsyncs);
