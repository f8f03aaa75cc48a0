//! How fast the engine is, measured against the least that the work can cost.
//!
//! The lower bound does only what no index build can leave out: sort the keys, put the records on pages, checksum the
//! pages. `benches/` runs the cases natively and the benchmark page in the browser; whoever runs them holds the clock.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

use crate::base::EngineError;
use crate::base::random::{self, Exponential};
use crate::experiment::parse_text;
use crate::innodb::checksum::crc32c;
use crate::innodb::{IndexDefinition, KeyPart, Table, TableRows, page, put_u16, put_u32};
use crate::lab::Run;
use crate::lab::redo_volume::plan::{ServerNumbers, StatementPlan};
use crate::lab::redo_volume::primary::Primary;
use crate::lab::redo_volume::{Ddl, InsertOrder, RedoVolumeParams, Variant};
use crate::redo::{Encoding, encodings};
use crate::sim::{SECOND, SingleServerQueues};

/// Table `t0` and an index on `b` of it: 16 KiB pages, 14-byte records.
pub struct SpeedCase {
    rows: Rc<TableRows>,
    keys: Vec<u64>,
}

const PAGE_SIZE: usize = 16_384;
const RECORD_BYTES: usize = 14;
const RECORDS_PER_PAGE: usize = 1_120;

impl SpeedCase {
    /// The table with `rows` rows (1 to 2,000,000), seed 1: made here, so that no case pays for it.
    pub fn new(rows: u32) -> Self {
        let rows = Rc::new(TableRows::new(Table::t0(), rows, 1));
        let mut bytes = Vec::with_capacity(4);
        let keys = (0..rows.count()).map(|row| {
            bytes.clear();
            rows.append_value(row, 1, &mut bytes);
            let key = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            u64::from(key) << 32 | u64::from(row + 1)
        });
        let keys = keys.collect();
        Self { rows, keys }
    }

    /// The lower bound: radix sort of the pairs (b, a), 16 KiB pages filled with 14-byte records, CRC-32C of each page.
    /// Returns the checksums combined, so that nothing can be left out.
    pub fn lower_bound(&self) -> u32 {
        let sorted = radix_sorted(&self.keys);
        let mut page = vec![0_u8; PAGE_SIZE];
        let mut combined = 0;
        for (page_no, records) in sorted.chunks(RECORDS_PER_PAGE).enumerate() {
            put_u32(&mut page, page::FIL_PAGE_OFFSET, page_no as u32);
            let mut at = page::HEAP_START;
            for (heap_no, &key) in (2_u16..).zip(records) {
                put_u16(&mut page, at + 2, heap_no << 3);
                put_u16(&mut page, at + 4, RECORD_BYTES as u16);
                page[at + 6..at + RECORD_BYTES].copy_from_slice(&key.to_be_bytes());
                at += RECORD_BYTES;
            }
            combined ^= crc32c(&page);
        }
        combined
    }

    /// Builds the index and writes its redo in `encoding`, without a replica; returns the LSN after it.
    pub fn add_index(&self, encoding: &'static dyn Encoding) -> u64 {
        let b = IndexDefinition { name: "b".into(), parts: vec![KeyPart { column: 1, prefix: None }] };
        let plan = StatementPlan {
            rows: self.rows.clone(),
            ddl: Ddl::AddIndex,
            secondary: vec![b],
            insert_order: InsertOrder::PrimaryKey,
            shuffle_seed: 101,
            page_size: PAGE_SIZE,
            fill_factor: 100,
            sort_buffer_bytes: 1 << 20,
            load_threads: 1,
            keep_older_pages: false,
            encoding,
            bytes_before: 0,
            numbers: ServerNumbers::default(),
        };
        let (mut primary, _) = Primary::new(&plan);
        let mut log = Vec::new();
        // As in a run of the lab: finished pages and written log do not pile up.
        while !primary.step(10_000).done {
            primary.log.writer().drain_into(&mut log);
            log.clear();
            for page_no in primary.finished.drain(..) {
                primary.space.take(page_no);
            }
        }
        primary.log.writer().finish_into(&mut log);
        primary.log.lsn()
    }

    /// All encodings one after another as the lab runs them, replay and comparison included; returns redo bytes in all.
    ///
    /// # Errors
    /// As a run of the lab.
    pub fn all_encodings_with_replay(&self) -> Result<u64, EngineError> {
        let mut redo_bytes = 0;
        for encoding in encodings() {
            let params = RedoVolumeParams::t0_add_index(self.rows.count(), encoding.name());
            let mut variant = Variant::new(params, 1, false)?;
            while !variant.advance(100_000)?.done {}
            redo_bytes += variant.log().lsn() - variant.log().start_lsn();
        }
        Ok(redo_bytes)
    }
}

/// Arrivals and services a second at each clerk of the queues that the kernel is measured with.
const QUEUE_RATES: (u64, u64) = (500, 1_000);

/// Handles `events` events of `clerks` queues with one clerk each (1 to 65,536) in the kernel; returns how long a customer was
/// there on average, in nanoseconds: 2 ms in theory.
pub fn queue_events(clerks: u32, events: u64) -> u64 {
    let (arrivals, services) = QUEUE_RATES;
    let mut shop = SingleServerQueues::start(clerks, arrivals, services, 1);
    shop.step(events);
    shop.model.mean_visit_ns()
}

/// The same with nothing but a binary heap and counters, as one would write it for this one purpose: the least that it costs.
/// Returns the same number.
pub fn queue_events_bound(clerks: u32, events: u64) -> u64 {
    let (arrivals, services) = QUEUE_RATES;
    let (gap, service) = (Exponential::new(SECOND / arrivals), Exponential::new(SECOND / services));
    let mut draws = (0..).map(|index| random::at(1, index));
    let mut draw = |times: Exponential| times.time_of(draws.next().unwrap_or_default());
    // Who waits at each clerk, the one being served first: time of arrival and service.
    let mut waiting: Vec<VecDeque<(u64, u64)>> = vec![VecDeque::new(); clerks as usize];
    let mut heap: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
    for clerk in 0..clerks {
        heap.push(Reverse((draw(gap), 2 * clerk)));
    }
    let (mut served, mut visits) = (0_u64, 0);
    for _ in 0..events {
        let Some(Reverse((now, event))) = heap.pop() else { break };
        let queue = &mut waiting[(event / 2) as usize];
        if event % 2 == 0 {
            heap.push(Reverse((now + draw(gap), event)));
            queue.push_back((now, draw(service)));
            if queue.len() > 1 {
                continue;
            }
        } else if let Some((arrived, _)) = queue.pop_front() {
            served += 1;
            visits += now - arrived;
        }
        if let Some((_, service)) = queue.front() {
            heap.push(Reverse((now + service, event | 1)));
        }
    }
    visits / served.max(1)
}

/// Runs `transactions` of 64 clients through a source and a replica with 32 workers, as the lab group-commit does: rows are locked,
/// groups formed, write sets looked up, lag measured. Returns how many the replica has committed.
///
/// # Errors
/// As a run of the lab.
pub fn group_commit(transactions: u64) -> Result<u64, EngineError> {
    let document = format!(
        r#"{{"lab": "group-commit", "params": {{"clients": 64, "replica_workers": 32, "tracking": "writeset",
        "transactions": {transactions}, "duration_s": 3600}}}}"#
    );
    let mut run = Run::new(&parse_text(&document)?)?;
    while !run.step(100_000)?.done {}
    Ok(run.report().runs[0].whole("low_water_mark").unwrap_or(0))
}

/// Nodes of the global binlog that is measured.
const SPEED_NODES: u64 = 16;
/// Transactions a second on each of them.
const SPEED_TPS: u64 = 1_000;
/// Binlog events of one of them in the global binlog.
const EVENTS_A_TRANSACTION: u64 = 14;

/// Puts the logs of 16 nodes into one, as the lab global-binlog does, until its writer has written about `events` binlog events: they
/// are encoded, sorted, merged and checked. Returns how many were written.
///
/// # Errors
/// As a run of the lab.
pub fn global_binlog(events: u64) -> Result<u64, EngineError> {
    let duration_ms = (events * 1_000).div_ceil(SPEED_NODES * SPEED_TPS * EVENTS_A_TRANSACTION).max(1);
    let document = format!(
        r#"{{"lab": "global-binlog", "params": {{"data_nodes": {SPEED_NODES}, "tps_per_node": {SPEED_TPS},
        "duration_ms": {duration_ms}}}}}"#
    );
    let mut run = Run::new(&parse_text(&document)?)?;
    while !run.step(100_000)?.done {}
    Ok(run.report().runs[0].whole("written_events").unwrap_or(0))
}

/// A byte-wise radix sort that skips bytes which are the same in all keys.
fn radix_sorted(keys: &[u64]) -> Vec<u64> {
    let mut from = keys.to_vec();
    let mut to = vec![0; keys.len()];
    let varying = keys.iter().fold(0, |bits, key| bits | key ^ keys[0]);
    // The low half is the row's number: keys stand in its order already.
    for shift in (32..64).step_by(8).filter(|shift| varying >> shift & 0xFF != 0) {
        let mut places = [0_u32; 256];
        for key in &from {
            places[(key >> shift & 0xFF) as usize] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += std::mem::replace(place, next);
        }
        for &key in &from {
            let place = &mut places[(key >> shift & 0xFF) as usize];
            to[*place as usize] = key;
            *place += 1;
        }
        std::mem::swap(&mut from, &mut to);
    }
    from
}
