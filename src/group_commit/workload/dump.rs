//! The transactions of a binlog dump, with prices for what a dump does not tell.
//!
//! *Times.* Events carry whole seconds of the dump tool's time zone, and newer servers also microseconds of the commit in UTC. The
//! zone is a multiple of a quarter of an hour, and no statement begins after its commit: so the largest difference between the two
//! tells the zone. Time 0 of the run is the whole second of the earliest of all. Where nothing is printed, a transaction has the
//! times of the one before.

use super::{HashedKeys, Key, Transaction, WriteSetKind, keep_each_once};
use crate::group_commit::{BinlogEntry, BinlogText, DumpedTransaction};
use crate::sim::{MICROSECOND, SECOND, SimTime};

/// What the transactions of a dump cost.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DumpPrices {
    /// Processor time of the statements of a transaction on the source.
    pub execute_cpu_ns: u64,
    /// Time besides that they take.
    pub work_ns: u64,
    /// Processor time of applying a transaction.
    pub apply_cpu_ns: u64,
    /// Time besides of applying a transaction.
    pub apply_wait_ns: u64,
    /// Bytes of a transaction whose length is not printed.
    pub bytes: u64,
}

/// A binlog dump as a workload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpWorkload {
    text: BinlogText,
    prices: DumpPrices,
    times: Vec<Times>,
}

/// When a transaction began, and when it was committed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Times {
    started: SimTime,
    committed: SimTime,
}

impl DumpWorkload {
    /// The workload of a dump.
    pub fn new(text: BinlogText, prices: DumpPrices) -> Self {
        let times = times(text.transactions());
        Self { text, prices, times }
    }

    /// The dump.
    pub fn text(&self) -> &BinlogText {
        &self.text
    }

    /// How many transactions there are.
    pub fn count(&self) -> u64 {
        self.text.transactions().len() as u64
    }

    /// The transaction with this id as it was in the binlog, with the printed dependency, numbered through all files.
    pub fn entry(&self, id: u64) -> BinlogEntry {
        let (dumped, times) = (self.dumped(id), self.times[id as usize]);
        let transaction = self.transaction(id);
        BinlogEntry {
            transaction: id,
            sequence_number: id + 1,
            last_committed: dumped.last_committed,
            group: dumped.group,
            session: dumped.session,
            schema: dumped.schema,
            kind: dumped.kind,
            waited: false,
            started: times.started,
            committed: times.committed,
            bytes: transaction.bytes,
            apply_cpu_ns: transaction.apply_cpu_ns,
            apply_wait_ns: transaction.apply_wait_ns,
        }
    }

    /// What transaction `id` does.
    pub fn transaction(&self, id: u64) -> Transaction {
        let dumped = self.dumped(id);
        Transaction {
            kind: dumped.kind,
            schema: dumped.schema,
            rows: self.text.keys_of(id as usize).len() as u32,
            execute_cpu_ns: self.prices.execute_cpu_ns,
            execute_wait_ns: self.prices.work_ns,
            apply_cpu_ns: self.prices.apply_cpu_ns,
            apply_wait_ns: self.prices.apply_wait_ns,
            bytes: if dumped.bytes == 0 { self.prices.bytes } else { dumped.bytes },
        }
    }

    /// Appends the rows that transaction `id` locks, each once.
    pub fn lock_keys(&self, id: u64, keys: &mut Vec<Key>) {
        let from = keys.len();
        keys.extend_from_slice(self.text.keys_of(id as usize));
        keep_each_once(keys, from);
    }

    /// Appends the hashes of transaction `id`'s write set, and says what the set is good for. A dump knows primary keys only.
    pub fn write_set(&self, id: u64, _hashed: HashedKeys, hashes: &mut Vec<Key>) -> WriteSetKind {
        hashes.extend_from_slice(self.text.keys_of(id as usize));
        self.dumped(id).write_set
    }

    /// When transaction `id` arrives: when its first statement began.
    pub fn arrival(&self, id: u64) -> SimTime {
        self.times[id as usize].started
    }

    /// The connection that executed transaction `id`; 0 if it is not printed.
    pub fn session(&self, id: u64) -> u32 {
        self.dumped(id).session
    }

    /// The rows of transaction `id` as a learner reads them; at most `limit`, and only at the beginning of the dump.
    pub fn row_labels(&self, id: u64, limit: usize) -> Vec<String> {
        self.text.row_labels(id as usize, limit)
    }

    fn dumped(&self, id: u64) -> &DumpedTransaction {
        &self.text.transactions()[id as usize]
    }
}

/// Seconds of the smallest step between time zones.
const ZONE_STEP_S: i64 = 900;

/// When transactions began and were committed. Commits never go back.
fn times(transactions: &[DumpedTransaction]) -> Vec<Times> {
    let zone_s = zone(transactions);
    let started_s = |dumped: &DumpedTransaction| dumped.started_s.map(|second| i64::from(second) - zone_s);
    let committed_us =
        |dumped: &DumpedTransaction| (dumped.committed_us > 0).then_some(dumped.committed_us as i64);
    let seconds = |dumped: &DumpedTransaction| {
        let committed_s = committed_us(dumped).map(|time_us| time_us / 1_000_000);
        started_s(dumped).into_iter().chain(committed_s)
    };
    let origin_s = transactions.iter().flat_map(seconds).min().unwrap_or(0);
    let ns = |since: i64, unit_ns: u64| SimTime((since.max(0) as u64).saturating_mul(unit_ns));
    let mut last = Times::default();
    let of = |dumped: &DumpedTransaction| {
        let started = started_s(dumped).map(|second| ns(second - origin_s, SECOND));
        let committed = committed_us(dumped).map(|time_us| ns(time_us - origin_s * 1_000_000, MICROSECOND));
        let committed = committed.or(started).unwrap_or(last.committed).max(last.committed);
        let whole_second = SimTime(committed.0 / SECOND * SECOND);
        last = Times { started: started.unwrap_or(whole_second).min(committed), committed };
        last
    };
    transactions.iter().map(of).collect()
}

/// Seconds that the printed time stamps are ahead of UTC.
fn zone(transactions: &[DumpedTransaction]) -> i64 {
    let ahead_s = |dumped: &DumpedTransaction| {
        let committed_s = (dumped.committed_us / 1_000_000) as i64;
        dumped.started_s.filter(|_| committed_s > 0).map(|started_s| i64::from(started_s) - committed_s)
    };
    let ahead_s = transactions.iter().filter_map(ahead_s).max().unwrap_or(0);
    (ahead_s + ZONE_STEP_S / 2).div_euclid(ZONE_STEP_S) * ZONE_STEP_S
}
