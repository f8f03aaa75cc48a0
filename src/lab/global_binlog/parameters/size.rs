//! How much work a run is, estimated before it begins: a run that would take minutes is refused.

use crate::base::{DocumentError, grouped};
use crate::experiment::Params;
use crate::innodb::{ColumnKind, Table, TableRows};
use crate::lab::redo_volume::engine_table;
use crate::sim::{MILLISECOND, SECOND};

/// The most binlog events of a run.
const MAX_EVENTS: u64 = 4_000_000;
/// Events around the rows of a transaction: its start, its end, and what prepares and commits it on each node.
const EVENTS_OF_A_PART: u64 = 6;
/// Rows whose size stands for all.
const ROWS_LOOKED_AT: u32 = 16;
/// Bytes of a statement beside its images: a table map, and a row event without rows.
const HEAD_BYTES: u64 = 110;
/// The most bytes of a statement.
const MAX_STATEMENT_BYTES: u64 = 256_000_000;
/// Records of a heartbeat on a node: prepared, and committed.
const RECORDS_OF_A_HEARTBEAT: u64 = 2;
/// The most seconds of virtual time that a run is busy.
const MAX_BUSY_S: u64 = 3_600;
/// A run of no more than this is not called long.
const SHORT_MS: u64 = 1_000;
/// Milliseconds of a second.
const MS_OF_S: u64 = 1_000;

/// Refuses more events than a run may have, and names the parameter that is to blame.
pub(super) fn check(params: &Params) -> Result<(), DocumentError> {
    check_statement(params)?;
    check_transactions(params)?;
    check_huge(params)?;
    let busy_ms = check_time(params)?;
    check_heartbeats(params, busy_ms)
}

/// Refuses a run that would be busy for longer than [`MAX_BUSY_S`] of virtual time: memory is looked at and heartbeats come all the
/// while. About how long it is busy, in milliseconds.
fn check_time(params: &Params) -> Result<u64, DocumentError> {
    let work = works(params);
    let busy_ns: u128 = work.iter().map(|(_, busy_ns)| busy_ns).sum();
    let limit_ns = u128::from(MAX_BUSY_S) * u128::from(SECOND);
    let longest = work.into_iter().max_by_key(|(_, busy_ns)| *busy_ns);
    let Some((name, _)) = longest.filter(|_| busy_ns > limit_ns) else {
        return Ok((busy_ns / u128::from(MILLISECOND)) as u64);
    };
    let value = u128::from(params.integer(name));
    let bound = if name == "link_bytes_per_s" {
        format!("at least {}", grouped(u64::try_from(value * busy_ns / limit_ns + 1).unwrap_or(u64::MAX)))
    } else {
        format!("at most {}", grouped((value * limit_ns / busy_ns) as u64))
    };
    let seconds = u64::try_from(busy_ns / u128::from(SECOND)).unwrap_or(u64::MAX);
    let allowed = format!(
        "{bound}: the run would be busy for {} s, most of them by this, and a run is at most {} s",
        grouped(seconds),
        grouped(MAX_BUSY_S)
    );
    Err(DocumentError::new(name, grouped(params.integer(name)), allowed))
}

/// How long each price keeps somebody busy, about: what a node's reader does for its share, and what everybody behind it does for all.
fn works(params: &Params) -> Vec<(&'static str, u128)> {
    let of = |name: &str| u128::from(params.integer(name));
    let active = of("data_nodes") - of("idle_nodes");
    let transactions = active * of("tps_per_node") * of("duration_ms") / u128::from(MS_OF_S);
    let big_events = of("big_transaction_bytes") / of("row_event_bytes").max(of("big_row_bytes"));
    let events = transactions * u128::from(events_of_a_transaction(params)) + big_events;
    let bytes = transactions * (of("transaction_bytes") + 1_000) + of("big_transaction_bytes");
    let big_nodes = of("big_nodes").min(active);
    let node_events = (events - big_events) / active + big_events / big_nodes;
    let node_bytes = (bytes - of("big_transaction_bytes")) / active + of("big_transaction_bytes") / big_nodes;
    let spills = u128::from(params.word("swap") != "off");
    let collectors = of("collectors");
    let price = |name: &'static str, amount: u128| (name, amount * of(name));
    let price_ps = |name: &'static str, amount: u128| (name, amount * of(name) / 1_000);
    vec![
        ("link_bytes_per_s", node_bytes * u128::from(SECOND) / of("link_bytes_per_s")),
        price("sort_event_ns", node_events),
        price_ps("sort_byte_ps", node_bytes),
        price("spill_event_ns", spills * node_events),
        price_ps("spill_byte_ps", spills * node_bytes),
        price("merge_part_ns", transactions * of("nodes_per_transaction").min(active)),
        price("collect_event_ns", events / collectors),
        price_ps("collect_byte_ps", bytes / collectors),
        price_ps("restore_byte_ps", spills * bytes / collectors),
        price("write_event_ns", events),
        price_ps("write_byte_ps", bytes),
        ("flush_us", transactions * of("flush_us") * 1_000),
    ]
}

/// Bytes of a row image, of some rows on average: its values, texts of CHAR without the spaces at their end.
fn row_bytes(table: Table) -> u64 {
    let rows = TableRows::new(table, ROWS_LOOKED_AT, 1);
    let (mut value, mut all) = (Vec::new(), 0);
    for (column, definition) in rows.table().columns.iter().enumerate() {
        for row in 0..ROWS_LOOKED_AT {
            value.clear();
            rows.append_value(row, column, &mut value);
            let is_padded = matches!(definition.kind, ColumnKind::Char(_));
            all += if is_padded { value.trim_ascii_end().len() } else { value.len() } as u64;
        }
    }
    (all / u64::from(ROWS_LOOKED_AT)).max(1)
}

/// Bytes of the images that a statement writes, about.
fn statement_bytes(params: &Params) -> u64 {
    // Two of the four statements in turn are updates, which write the row before and after.
    let images_pct = match params.word("changes") {
        "mixed" => 150,
        "update" => 200,
        _ => 100,
    };
    row_bytes(engine_table(&params.table("table"))) * params.integer("rows_per_statement") * images_pct / 100
}

/// Binlog events of one transaction, about.
fn events_of_a_transaction(params: &Params) -> u64 {
    let statement_bytes = statement_bytes(params);
    let statements = params.integer("transaction_bytes") / (HEAD_BYTES + statement_bytes);
    // A statement of many rows takes several row events.
    let row_events = statement_bytes.div_ceil(params.integer("row_event_bytes"));
    let row_events = row_events.min(params.integer("rows_per_statement"));
    let active = params.integer("data_nodes") - params.integer("idle_nodes");
    let shared = params.integer("nodes_per_transaction").min(active);
    let shared_pct = params.integer("distributed_pct") + params.integer("unordered_pct");
    let parts_pct = 100 + shared_pct * (shared - 1);
    EVENTS_OF_A_PART * parts_pct / 100 + statements.max(1) * (1 + row_events)
}

/// Samples of statements are encoded before a run: that must not take long.
fn check_statement(params: &Params) -> Result<(), DocumentError> {
    let bytes = statement_bytes(params);
    if bytes <= MAX_STATEMENT_BYTES {
        return Ok(());
    }
    let rows = params.integer("rows_per_statement");
    let allowed = format!(
        "at most {}: so many rows of this table are a statement of {} bytes, and it has at most {}",
        grouped(rows * MAX_STATEMENT_BYTES / bytes),
        grouped(bytes),
        grouped(MAX_STATEMENT_BYTES)
    );
    Err(DocumentError::new("rows_per_statement", grouped(rows), allowed))
}

fn check_transactions(params: &Params) -> Result<(), DocumentError> {
    let (tps, duration_ms) = (params.integer("tps_per_node"), params.integer("duration_ms"));
    let active = params.integer("data_nodes") - params.integer("idle_nodes");
    let events = events_of_a_transaction(params);
    let events_of = |tps: u64, duration_ms: u64| {
        u128::from(active * tps) * u128::from(events) * u128::from(duration_ms) / u128::from(MS_OF_S)
    };
    if events_of(tps, duration_ms) <= u128::from(MAX_EVENTS) {
        return Ok(());
    }
    let most = grouped(MAX_EVENTS);
    // The longest time at this rate, and the highest rate for this time.
    let longest_ms = MAX_EVENTS * MS_OF_S / (active * tps).saturating_mul(events);
    let highest_tps = MAX_EVENTS * MS_OF_S / active.saturating_mul(events).saturating_mul(duration_ms);
    let (name, value, least) = match () {
        () if duration_ms > SHORT_MS && longest_ms > 0 => ("duration_ms", duration_ms, longest_ms),
        () if highest_tps > 0 => ("tps_per_node", tps, highest_tps),
        () => ("transaction_bytes", params.integer("transaction_bytes"), 0),
    };
    let allowed = match least {
        0 => format!(
            "fewer bytes, or more rows_per_statement: a transaction would have about {} events, and a run has at most {most}",
            grouped(events)
        ),
        _ => format!(
            "at most {}: for {} ms on {} nodes with {} transactions a second of about {} events each, a run would have more than \
             {most} events",
            grouped(least),
            grouped(duration_ms),
            grouped(active),
            grouped(tps),
            grouped(events)
        ),
    };
    Err(DocumentError::new(name, grouped(value), allowed))
}

/// Row events of the huge transaction that are really encoded.
fn check_huge(params: &Params) -> Result<(), DocumentError> {
    let event_bytes = params.integer("row_event_bytes").max(params.integer("big_row_bytes"));
    let events = params.integer("big_transaction_bytes") / event_bytes;
    let scale = params.integer("scale");
    if events / scale <= MAX_EVENTS {
        return Ok(());
    }
    let allowed = format!(
        "at least {}: the huge transaction has {} row events, and a run has at most {} events",
        grouped(events.div_ceil(MAX_EVENTS)),
        grouped(events),
        grouped(MAX_EVENTS)
    );
    Err(DocumentError::new("scale", grouped(scale), allowed))
}

fn check_heartbeats(params: &Params, busy_ms: u64) -> Result<(), DocumentError> {
    let (every_ms, nodes) = (params.integer("heartbeat_ms"), params.integer("data_nodes"));
    let longest_ms =
        params.integer("duration_ms").max(params.integer("stuck_at_ms") + params.integer("stuck_ms"))
            + busy_ms;
    let records = longest_ms * nodes * RECORDS_OF_A_HEARTBEAT;
    if every_ms == 0 || records / every_ms <= MAX_EVENTS {
        return Ok(());
    }
    let allowed = format!(
        "0, or at least {}: for {} ms on {} nodes, more would be more than {} events",
        grouped(records.div_ceil(MAX_EVENTS)),
        grouped(longest_ms),
        grouped(nodes),
        grouped(MAX_EVENTS)
    );
    Err(DocumentError::new("heartbeat_ms", grouped(every_ms), allowed))
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::experiment::presets;
    use crate::global_binlog::{Shape, Workload};
    use crate::lab;
    use crate::lab::global_binlog::settings;

    /// What the nodes log in 50 ms, and how many transactions that is.
    fn logged(params: &Params) -> (Shape, u64) {
        let mut settings = settings::pipeline(params, 1).workload;
        (settings.duration_ns, settings.heartbeat_ns, settings.big) = (50_000_000, 0, None);
        let workload = Rc::new(Workload::new(settings));
        let (mut shape, mut transactions) = (Shape::default(), 0);
        for record in workload.sources() {
            (0..record.chunks).for_each(|chunk| shape += workload.chunk(&record, chunk));
            transactions = transactions.max(record.transaction + 1);
        }
        (shape, transactions)
    }

    #[test]
    fn the_estimate_is_near_what_is_encoded() {
        for preset in presets().into_iter().filter(|preset| preset.lab == "global-binlog") {
            let experiment = lab::complete(&preset.experiment).expect("a preset is complete");
            let variants = experiment.variants.iter().map(|variant| &variant.params);
            for params in variants.filter(|params| params.integer("tps_per_node") > 0) {
                let (shape, transactions) = logged(params);
                let estimated = events_of_a_transaction(params) * transactions;
                assert!(
                    estimated.abs_diff(shape.events) * 4 < shape.events,
                    "{}: {estimated} for {shape:?}",
                    preset.name
                );
            }
        }
    }
}
