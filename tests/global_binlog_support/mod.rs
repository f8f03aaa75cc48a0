//! Workloads of data nodes, and their records.

#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use redo_lab::global_binlog::{BigTransaction, Changes, Kind, LogRecord, Shape, Workload, WorkloadSettings};
use redo_lab::innodb::Table;
use redo_lab::sim::{MILLISECOND, SECOND, SimTime};

/// Sixteen nodes with 500 transactions a second each, for a second.
pub fn settings() -> WorkloadSettings {
    WorkloadSettings {
        seed: 7,
        data_nodes: 16,
        idle_nodes: 0,
        tps_per_node: 500,
        duration_ns: SECOND,
        distributed_pct: 50,
        unordered_pct: 0,
        nodes_per_transaction: 2,
        execute_ns: MILLISECOND,
        commit_gap_ns: MILLISECOND,
        table: Table::sbtest1(),
        tables: 16,
        transaction_bytes: 2_000,
        rows_per_statement: 1,
        changes: Changes::Mixed,
        row_event_bytes: 8_192,
        heartbeat_ns: 0,
        big: None,
        stuck: None,
    }
}

/// A transaction of `bytes` on `nodes`, 100 ms after the start.
pub fn big(bytes: u64, nodes: u16, scale: u32) -> Option<BigTransaction> {
    Some(BigTransaction { at: SimTime(100 * MILLISECOND), bytes, row_bytes: 2_500, nodes, scale })
}

/// The workload, and all records of transactions that are committed within twice the load: heartbeats never end.
pub fn records(settings: WorkloadSettings) -> (Rc<Workload>, Vec<LogRecord>) {
    let end = if settings.heartbeat_ns > 0 { SimTime(2 * settings.duration_ns) } else { SimTime(u64::MAX) };
    let workload = Rc::new(Workload::new(settings));
    let mut records: Vec<LogRecord> = workload.sources().take_while(|record| record.at <= end).collect();
    let is_cut_off =
        |own: &[LogRecord]| own[0].kind != Kind::SingleShard && own.len() < 2 * usize::from(own[0].parts);
    let cut_off: BTreeSet<u64> = by_transaction(&records)
        .into_iter()
        .filter_map(|(transaction, own)| is_cut_off(&own).then_some(transaction))
        .collect();
    assert!(end == SimTime(u64::MAX) || cut_off.len() < 50, "{} transactions are cut off", cut_off.len());
    assert!(end < SimTime(u64::MAX) || cut_off.is_empty(), "all transactions end");
    records.retain(|record| !cut_off.contains(&record.transaction));
    (workload, records)
}

/// All events of a record.
pub fn whole(workload: &Workload, record: &LogRecord) -> Shape {
    let mut shape = Shape::default();
    (0..record.chunks).for_each(|k| shape += workload.chunk(record, k));
    shape
}

/// All events of a transaction on all nodes.
pub fn of_transaction(workload: &Workload, records: &[LogRecord], transaction: u64) -> Shape {
    let mut shape = Shape::default();
    let own = records.iter().filter(|record| record.transaction == transaction);
    own.for_each(|record| shape += whole(workload, record));
    shape
}

/// Records of each transaction.
pub fn by_transaction(records: &[LogRecord]) -> BTreeMap<u64, Vec<LogRecord>> {
    let mut transactions: BTreeMap<u64, Vec<LogRecord>> = BTreeMap::new();
    records.iter().for_each(|record| transactions.entry(record.transaction).or_default().push(*record));
    transactions
}
