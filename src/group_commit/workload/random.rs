//! Transactions that are drawn from a seed, each by its position.
//!
//! The rows of all tables are numbered from 0: row `n` belongs to schema `n mod schemas`, and within the schema the tables take
//! turns again. So the rows that a skewed distribution prefers are spread over all tables, as if each table were skewed.
//!
//! A unique key's value is drawn like a row: a change gives up or takes over an entry that a change of another row may have
//! taken before, as when one account is deleted and another gets its address.

use super::{
    HashedKeys, Key, KeyDistribution, Kind, MAX_WRITE_SET, Moment, Transaction, WriteSetKind, keep_each_once,
};
use crate::base::random::{self, Exponential};
use crate::sim::{SimTime, scaled_ns};

/// Ids from here on are transactions that come at a given moment.
const FIRST_MOMENT: u64 = 1 << 63;
/// The DDL's id.
const DDL: u64 = FIRST_MOMENT;
/// The huge transaction's id.
const HUGE: u64 = FIRST_MOMENT + 1;

/// Kinds of index entries that a row can have: [`entry`].
const ENTRIES_OF_A_ROW: u64 = 8;
/// The entry of the primary key; those of unique keys follow.
const PRIMARY: u64 = 0;
/// The entry of a parent row that a child refers to.
const PARENT: u64 = 6;
/// A row of a table without any key, which only locks know by an internal number.
const UNNAMED: u64 = 7;

/// How the times of one kind are spread about their mean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Spread {
    /// All are equal.
    #[default]
    Constant,
    /// Exponentially distributed: short ones are frequent, some are many times the mean.
    Exponential,
}

impl Spread {
    /// The time of transaction `id`.
    #[inline]
    fn time(self, mean_ns: u64, seed: u64, id: u64) -> u64 {
        match self {
            Spread::Exponential if mean_ns > 0 => Exponential::new(mean_ns).time_of(random::at(seed, id)),
            _ => mean_ns,
        }
    }
}

/// A DDL that comes at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DdlMoment {
    /// When it starts on the source.
    pub at: SimTime,
    /// How long it takes on the source, and again on each replica.
    pub duration_ns: u64,
}

/// A huge transaction that comes at a moment. It takes as many times longer than the others, and as many times their bytes, as
/// it has more rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HugeMoment {
    /// When it starts on the source.
    pub at: SimTime,
    /// Rows that it changes.
    pub rows: u32,
}

/// Times and rows of transactions that are drawn from a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomWorkload {
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Mean time of the statements of a transaction besides their processor time.
    pub work_ns: u64,
    /// How these times are spread, and the processor times with them: a transaction that is long is long in both.
    pub work_spread: Spread,
    /// Mean processor time of the statements of a transaction.
    pub execute_cpu_ns: u64,
    /// Processor time of applying a transaction.
    pub apply_cpu_ns: u64,
    /// Time besides of applying a transaction.
    pub apply_wait_ns: u64,
    /// How both times of applying are spread; they are long and short together.
    pub apply_spread: Spread,
    /// Bytes of a transaction in the binlog.
    pub bytes: u64,
    /// Rows that a transaction changes.
    pub rows: u32,
    /// How many rows there are to change, in all tables together; at least 1, at most 2^60.
    pub keys: u64,
    /// Which of them are changed how often.
    pub distribution: KeyDistribution,
    /// Tables, in all schemas together. Only names of rows depend on it.
    pub tables: u32,
    /// Schemas, which share tables and rows evenly; at least 1. All rows of a transaction are in one.
    pub schemas: u16,
    /// Unique keys besides the primary key that every table has, 0 to 4.
    pub unique_keys: u32,
    /// If not 0, each transaction also inserts a child of one of so many parent rows, in a table of its own.
    pub parent_keys: u64,
    /// Of 100 transactions, how many change rows of a table without any key.
    pub keyless_pct: u64,
    /// A DDL beside the other transactions.
    pub ddl: Option<DdlMoment>,
    /// A huge transaction beside the others.
    pub huge: Option<HugeMoment>,
}

impl Default for RandomWorkload {
    /// One row of a million, in one table; nothing takes any time.
    fn default() -> Self {
        Self {
            seed: 1,
            work_ns: 0,
            work_spread: Spread::Constant,
            execute_cpu_ns: 0,
            apply_cpu_ns: 0,
            apply_wait_ns: 0,
            apply_spread: Spread::Constant,
            bytes: 0,
            rows: 1,
            keys: 1_000_000,
            distribution: KeyDistribution::Uniform,
            tables: 1,
            schemas: 1,
            unique_keys: 0,
            parent_keys: 0,
            keyless_pct: 0,
            ddl: None,
            huge: None,
        }
    }
}

/// The key of entry `kind` of row, value or parent `number`. Mixing is one to one, so keys never collide.
#[inline]
fn entry(number: u64, kind: u64) -> Key {
    random::at(0, number * ENTRIES_OF_A_ROW + kind)
}

/// What one transaction draws from: every question has a stream of its own.
#[derive(Clone, Copy)]
struct Draw {
    rows: u64,
    schema: u64,
    keyless: bool,
}

impl RandomWorkload {
    /// What transaction `id` does.
    pub fn transaction(&self, id: u64) -> Transaction {
        match (id, self.ddl, self.huge) {
            (DDL, Some(ddl), _) => self.ddl_statement(ddl),
            (HUGE, _, Some(huge)) => self.huge_transaction(huge),
            _ => self.usual_transaction(id),
        }
    }

    fn usual_transaction(&self, id: u64) -> Transaction {
        // How long a transaction takes on the source says nothing of how long it takes on a replica.
        let work = |mean_ns| self.work_spread.time(mean_ns, self.seed, id);
        let apply = |mean_ns| self.apply_spread.time(mean_ns, self.seed ^ 0x6170_706C, id);
        Transaction {
            kind: Kind::Rows,
            schema: self.schema(id) as u16,
            rows: self.rows,
            execute_cpu_ns: work(self.execute_cpu_ns),
            execute_wait_ns: work(self.work_ns),
            apply_cpu_ns: apply(self.apply_cpu_ns),
            apply_wait_ns: apply(self.apply_wait_ns),
            bytes: self.bytes,
        }
    }

    fn huge_transaction(&self, huge: HugeMoment) -> Transaction {
        let scaled = |price: u64| scaled_ns(u64::from(huge.rows), price, u64::from(self.rows.max(1)));
        Transaction {
            kind: Kind::Rows,
            schema: self.schema(HUGE) as u16,
            rows: huge.rows,
            execute_cpu_ns: scaled(self.execute_cpu_ns),
            execute_wait_ns: scaled(self.work_ns),
            apply_cpu_ns: scaled(self.apply_cpu_ns),
            apply_wait_ns: scaled(self.apply_wait_ns),
            bytes: scaled(self.bytes),
        }
    }

    fn ddl_statement(&self, ddl: DdlMoment) -> Transaction {
        Transaction {
            kind: Kind::Ddl,
            schema: self.schema(DDL) as u16,
            rows: 0,
            execute_cpu_ns: 0,
            execute_wait_ns: ddl.duration_ns,
            apply_cpu_ns: 0,
            apply_wait_ns: ddl.duration_ns,
            bytes: self.bytes,
        }
    }

    /// The transactions that come at a moment.
    pub fn moments(&self) -> Vec<Moment> {
        let ddl = self.ddl.map(|ddl| Moment { at: ddl.at, transaction: DDL });
        let huge = self.huge.map(|huge| Moment { at: huge.at, transaction: HUGE });
        ddl.into_iter().chain(huge).collect()
    }

    /// Appends the index entries that transaction `id` locks, each once.
    pub fn lock_keys(&self, id: u64, keys: &mut Vec<Key>) {
        let rows = self.rows_of(id);
        if rows == 0 {
            return;
        }
        let draw = self.draw(id);
        let from = keys.len();
        for position in 0..u64::from(rows) {
            let row = self.row(draw, position);
            self.entries_of(draw, position, row, |key| keys.push(key));
        }
        keep_each_once(keys, from);
    }

    /// Appends the hashes of transaction `id`'s write set, and says what the set is good for.
    pub fn write_set(&self, id: u64, hashed: HashedKeys, hashes: &mut Vec<Key>) -> WriteSetKind {
        let rows = self.rows_of(id);
        if rows == 0 {
            return WriteSetKind::Ddl;
        }
        let all = hashed == HashedKeys::All;
        let entries_of_a_row = if all { 1 + self.unique_keys as usize } else { 1 };
        if rows as usize * entries_of_a_row > MAX_WRITE_SET {
            return WriteSetKind::TooLarge;
        }
        let draw = self.draw(id);
        if !draw.keyless {
            for position in 0..u64::from(rows) {
                let row = self.row(draw, position);
                if all {
                    self.entries_of(draw, position, row, |key| hashes.push(key));
                } else {
                    hashes.push(entry(row, PRIMARY));
                }
            }
        }
        if all && self.parent_keys > 0 {
            hashes.push(entry(random::below(random::at(draw.rows, PARENT << 32), self.parent_keys), PARENT));
        }
        if draw.keyless { WriteSetKind::Keyless } else { WriteSetKind::Usable }
    }

    /// Rows that transaction `id` changes.
    fn rows_of(&self, id: u64) -> u32 {
        match (id, self.huge) {
            (DDL, _) if self.ddl.is_some() => 0,
            (HUGE, Some(huge)) => huge.rows,
            _ => self.rows,
        }
    }

    #[inline]
    fn schema(&self, id: u64) -> u64 {
        if self.schemas <= 1 {
            0
        } else {
            random::below(random::at(self.seed ^ 0x7363_6865, id), u64::from(self.schemas))
        }
    }

    #[inline]
    fn draw(&self, id: u64) -> Draw {
        Draw {
            rows: random::at(self.seed ^ 0x6B65_7973, id),
            schema: self.schema(id),
            keyless: self.keyless_pct > 0
                && random::below(random::at(self.seed ^ 0x6E6F_6B79, id), 100) < self.keyless_pct,
        }
    }

    /// The row at `position` of a transaction, by its number.
    #[inline]
    fn row(&self, draw: Draw, position: u64) -> u64 {
        self.place(draw.schema, random::at(draw.rows, position))
    }

    /// A row of `schema`, drawn with the workload's distribution.
    #[inline]
    fn place(&self, schema: u64, bits: u64) -> u64 {
        let schemas = u64::from(self.schemas);
        if schemas <= 1 {
            return self.distribution.draw(bits, self.keys, 1);
        }
        self.distribution.draw(bits, (self.keys / schemas).max(1), schemas) * schemas + schema
    }

    /// Calls `take` with the entries of a row that conflict with those of others.
    #[inline]
    fn entries_of(&self, draw: Draw, position: u64, row: u64, mut take: impl FnMut(Key)) {
        if draw.keyless {
            return take(entry(row, UNNAMED));
        }
        take(entry(row, PRIMARY));
        for unique in 1..=u64::from(self.unique_keys) {
            take(entry(self.place(draw.schema, random::at(draw.rows, (unique << 32) + position)), unique));
        }
    }

    /// The rows of transaction `id` as a learner reads them; at most `limit`.
    pub fn row_labels(&self, id: u64, limit: usize) -> Vec<String> {
        let rows = self.rows_of(id);
        if rows == 0 {
            return vec!["ddl".to_owned()];
        }
        let draw = self.draw(id);
        let mut labels = Vec::new();
        for position in 0..u64::from(rows).min(limit as u64) {
            let (table, row) = self.table_and_row(self.row(draw, position));
            if draw.keyless {
                labels.push(format!("{table}:-"));
                continue;
            }
            labels.push(format!("{table}:{row}"));
            for unique in 1..=u64::from(self.unique_keys) {
                let value = self.place(draw.schema, random::at(draw.rows, (unique << 32) + position));
                let (table, value) = self.table_and_row(value);
                labels.push(format!("{table}.u{unique}:{value}"));
            }
        }
        if self.parent_keys > 0 {
            let parent = random::below(random::at(draw.rows, PARENT << 32), self.parent_keys);
            labels.push(format!("child->parent:{parent}"));
        }
        labels.truncate(limit);
        labels
    }

    /// The table of the row with a number, and the row's number within it, both from 1 as sysbench counts.
    fn table_and_row(&self, row: u64) -> (String, u64) {
        let schemas = u64::from(self.schemas.max(1));
        let tables = (u64::from(self.tables) / schemas).max(1);
        let (schema, row) = (row % schemas, row / schemas);
        let (table, row) = (row % tables + 1, row / tables + 1);
        if schemas == 1 { (format!("t{table}"), row) } else { (format!("db{}/t{table}", schema + 1), row) }
    }
}
