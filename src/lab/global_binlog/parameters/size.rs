//! How much work a run is, estimated before it begins: a run that would take minutes is refused.

use crate::base::{DocumentError, grouped};
use crate::experiment::Params;
use crate::innodb::Table;
use crate::lab::redo_volume::engine_table;

/// The most binlog events of a run.
const MAX_EVENTS: u64 = 4_000_000;
/// Events around the rows of a transaction: its start, its end, and what prepares and commits it on each node.
const EVENTS_OF_A_PART: u64 = 6;
/// A table map and a row event.
const EVENTS_OF_A_STATEMENT: u64 = 2;
/// Records of a heartbeat on a node: prepared, and committed.
const RECORDS_OF_A_HEARTBEAT: u64 = 2;
/// Milliseconds of a second.
const MS_OF_S: u64 = 1_000;

/// Refuses more events than a run may have, and names the parameter that is to blame.
pub(super) fn check(params: &Params) -> Result<(), DocumentError> {
    check_transactions(params)?;
    check_huge(params)?;
    check_heartbeats(params)
}

/// Bytes of a row image, about.
fn row_bytes(table: &Table) -> u64 {
    let column = |column: &crate::innodb::Column| match column.kind.fixed_len() {
        Some(bytes) => u64::from(bytes),
        None => u64::from(column.lengths.0 + column.lengths.1) / 2,
    };
    table.columns.iter().map(column).sum::<u64>().max(1)
}

/// Binlog events of one transaction, about.
fn events_of_a_transaction(params: &Params) -> u64 {
    let row_bytes = row_bytes(&engine_table(&params.table("table")));
    let statement_bytes = row_bytes * params.integer("rows_per_statement");
    let statements = params.integer("transaction_bytes").div_ceil(statement_bytes);
    // A statement of many rows takes several row events.
    let row_events = statement_bytes.div_ceil(params.integer("row_event_bytes").max(row_bytes));
    let active = params.integer("data_nodes") - params.integer("idle_nodes");
    let shared = params.integer("nodes_per_transaction").min(active);
    let shared_pct = params.integer("distributed_pct") + params.integer("unordered_pct");
    let parts_pct = 100 + shared_pct * (shared - 1);
    EVENTS_OF_A_PART * parts_pct / 100 + statements * (EVENTS_OF_A_STATEMENT - 1 + row_events)
}

fn check_transactions(params: &Params) -> Result<(), DocumentError> {
    let active = params.integer("data_nodes") - params.integer("idle_nodes");
    let per_s = active * params.integer("tps_per_node");
    let events = events_of_a_transaction(params);
    let duration_ms = params.integer("duration_ms");
    let all = u128::from(per_s) * u128::from(events) * u128::from(duration_ms) / u128::from(MS_OF_S);
    if all <= u128::from(MAX_EVENTS) {
        return Ok(());
    }
    let longest_ms = MAX_EVENTS * MS_OF_S / per_s.saturating_mul(events).max(1);
    let most = grouped(MAX_EVENTS);
    if longest_ms > 0 {
        let allowed = format!(
            "at most {} with {} transactions a second of about {} events each: a run has at most {most} events",
            grouped(longest_ms),
            grouped(per_s),
            grouped(events)
        );
        return Err(DocumentError::new("duration_ms", grouped(duration_ms), allowed));
    }
    let allowed = format!(
        "fewer bytes, or more rows_per_statement: a transaction would have about {} events, and a run has at most {most}",
        grouped(events)
    );
    Err(DocumentError::new("transaction_bytes", grouped(params.integer("transaction_bytes")), allowed))
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

fn check_heartbeats(params: &Params) -> Result<(), DocumentError> {
    let (every_ms, nodes) = (params.integer("heartbeat_ms"), params.integer("data_nodes"));
    let longest_ms =
        params.integer("duration_ms").max(params.integer("stuck_at_ms") + params.integer("stuck_ms"));
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
