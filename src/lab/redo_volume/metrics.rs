//! The numbers of a run.

use crate::innodb::page;
use crate::lab::redo_volume::dictionary::DictionaryPart;
use crate::lab::redo_volume::primary::Primary;
use crate::redo::{Count, Framing, Purpose};
use crate::replica::Replica;
use crate::report::Metrics;

/// What a finished run is measured on.
pub struct Outcome<'a> {
    /// Rows of the table.
    pub rows: u32,
    /// Bytes of a page.
    pub page_size: usize,
    /// The primary, its statement done.
    pub primary: &'a Primary,
    /// The replica, found identical.
    pub replica: &'a Replica,
    /// The statement's own records.
    pub dictionary: &'a [DictionaryPart],
    /// Pages that were written instead of logged.
    pub flushed_pages: u64,
}

/// All metrics of the lab, in the order of its description.
pub fn metrics(outcome: &Outcome<'_>) -> Metrics {
    let mut metrics = Metrics::default();
    metrics.count("rows", outcome.rows.into(), "rows");
    tree_metrics(outcome, &mut metrics);
    redo_metrics(outcome, &mut metrics);
    let (sort_runs, merge_passes) = outcome.primary.sort_counts();
    metrics.count("sort_runs", sort_runs, "runs");
    metrics.count("merge_passes", merge_passes, "passes");
    metrics.count("pages_missing_before_flush", outcome.flushed_pages, "pages");
    metrics.count("replica_records_applied", outcome.replica.records_applied(), "records");
    metrics.count("replica_entries_inserted", outcome.primary.log.entries(), "entries");
    metrics.count("replica_page_reads", outcome.replica.page_reads(), "pages");
    // A replica with other bytes stops the run with an error before it comes here.
    metrics.count("replica_identical", 1, "");
    metrics
}

fn tree_metrics(outcome: &Outcome<'_>, metrics: &mut Metrics) {
    let trees = outcome.primary.trees();
    let leaves = |pages: &[u32]| u64::from(pages[0]);
    let internals = |pages: &[u32]| pages[1..].iter().copied().map(u64::from).sum::<u64>();
    let leaf_pages: u64 = trees.iter().map(|tree| leaves(&tree.pages_by_level)).sum();
    let internal_pages: u64 = trees.iter().map(|tree| internals(&tree.pages_by_level)).sum();
    metrics.count("leaf_pages", leaf_pages, "pages");
    for tree in trees {
        metrics.count(format!("leaf_pages.{}", tree.layout.name), leaves(&tree.pages_by_level), "pages");
    }
    metrics.count("internal_pages", internal_pages, "pages");
    for tree in trees {
        let name = format!("internal_pages.{}", tree.layout.name);
        metrics.count(name, internals(&tree.pages_by_level), "pages");
    }
    let height = trees.iter().map(|tree| tree.pages_by_level.len()).max().unwrap_or(0);
    metrics.count("tree_height", height as u64, "levels");
    let used: u64 = trees.iter().map(|tree| tree.leaf_used_bytes).sum();
    let room = leaf_pages * page::empty_page_free_bytes(outcome.page_size) as u64;
    metrics.count_ratio("leaf_fill_pct", (100 * used, room), 2, "%");
    metrics.count("data_bytes", (leaf_pages + internal_pages) * outcome.page_size as u64, "B");
}

fn redo_metrics(outcome: &Outcome<'_>, metrics: &mut Metrics) {
    let log = &outcome.primary.log;
    let statistics = log.statistics();
    let framing = log.encoding().framing();
    let dictionary_bytes: u64 = outcome.dictionary.iter().map(|part| part.bytes).sum();
    let payload_bytes = log.payload_bytes() + dictionary_bytes;
    let redo_bytes = log.lsn() - framing.first_lsn();
    metrics.count("redo_bytes", redo_bytes, "B");
    metrics.count("redo_payload_bytes", payload_bytes, "B");
    let types = types(outcome, redo_bytes - payload_bytes);
    let framing_records = statistics.purpose(Purpose::Framing).records;
    let dictionary_records: u64 =
        outcome.dictionary.iter().filter(|part| part.kind != "MTR_END").map(|part| part.records).sum();
    let records = statistics.total().records - framing_records + dictionary_records;
    metrics.count("redo_records", records, "records");
    metrics.count_ratio("redo_bytes_per_row", (redo_bytes, outcome.rows.into()), 2, "B");
    for (name, count) in &types {
        metrics.count(format!("redo_bytes.{name}"), count.bytes, "B");
    }
    for (name, count) in &types {
        metrics.count(format!("redo_records.{name}"), count.records, "records");
    }
    for purpose in Purpose::ALL {
        let bytes = match purpose {
            Purpose::Dictionary => dictionary_bytes,
            Purpose::Framing => statistics.purpose(purpose).bytes + redo_bytes - payload_bytes,
            _ => statistics.purpose(purpose).bytes,
        };
        if bytes > 0 {
            metrics.count(format!("redo_bytes_for.{}", purpose.name()), bytes, "B");
        }
    }
    let mini_transactions: u64 =
        outcome.dictionary.iter().filter(|part| part.kind == "MTR_END").map(|part| part.records).sum();
    metrics.count("mini_transactions", log.mini_transactions() + mini_transactions, "");
    metrics.count("undo_bytes", statistics.purpose(Purpose::Undo).bytes, "B");
}

/// Records and bytes by record type. The statement's own records count under the types that the encoding has; others, and
/// what log blocks add, under names of their own.
fn types(outcome: &Outcome<'_>, block_bytes: u64) -> Vec<(&'static str, Count)> {
    let log = &outcome.primary.log;
    let kinds = log.encoding().kinds();
    let mut types: Vec<(&str, Count)> =
        kinds.iter().zip(0..).map(|(name, kind)| (*name, log.statistics().kind(kind))).collect();
    for part in outcome.dictionary {
        let name = if kinds.contains(&part.kind) { part.kind } else { "DICTIONARY" };
        let place = match types.iter().position(|(known, _)| *known == name) {
            Some(place) => place,
            None => {
                types.push((name, Count::default()));
                types.len() - 1
            }
        };
        types[place].1.records += part.records;
        types[place].1.bytes += part.bytes;
    }
    if log.encoding().framing() == Framing::Blocks {
        let blocks = block_bytes / 16;
        types.push(("LOG_BLOCK", Count { records: blocks, bytes: block_bytes }));
    }
    types.retain(|(_, count)| count.bytes > 0);
    types
}
