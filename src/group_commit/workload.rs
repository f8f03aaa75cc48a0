//! What the clients' transactions do: drawn from a seed, or given one by one.
//!
//! A transaction is a function of the seed and its position, so that nobody has to remember it: the source asks again when it
//! locks its rows, the binlog when it hashes them, the replica when it applies them.

use super::Kind;
use crate::base::random::{self, Exponential};

/// Names one entry of one index: what a row lock is taken on, and what a write set holds the hash of.
pub type Key = u64;

/// How the times of one kind are spread about their mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spread {
    /// All are equal.
    Constant,
    /// Exponentially distributed: short ones are frequent, some are many times the mean.
    Exponential,
}

/// What one transaction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transaction {
    /// Rows or a DDL.
    pub kind: Kind,
    /// The schema that it changes.
    pub schema: u16,
    /// Rows that it changes.
    pub rows: u32,
    /// Processor time of its statements on the source.
    pub execute_cpu_ns: u64,
    /// Time besides that its statements take, whatever the processors do.
    pub execute_wait_ns: u64,
    /// Processor time of applying it on a replica.
    pub apply_cpu_ns: u64,
    /// Time besides that applying it takes.
    pub apply_wait_ns: u64,
    /// Its bytes in the binlog.
    pub bytes: u64,
}

/// Times and rows of transactions that are drawn from a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomWorkload {
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Mean time of the statements of a transaction besides their processor time.
    pub work_ns: u64,
    /// How these times are spread.
    pub work_spread: Spread,
    /// Processor time of the statements of a transaction.
    pub execute_cpu_ns: u64,
    /// Processor time of applying a transaction.
    pub apply_cpu_ns: u64,
    /// Time besides of applying a transaction.
    pub apply_wait_ns: u64,
    /// Rows that a transaction changes.
    pub rows: u32,
    /// How many rows there are to change, in all tables together.
    pub keys: u64,
    /// Bytes of a transaction in the binlog.
    pub bytes: u64,
}

impl RandomWorkload {
    /// What the transaction at position `id` does.
    pub fn transaction(&self, id: u64) -> Transaction {
        let execute_wait_ns = match self.work_spread {
            Spread::Constant => self.work_ns,
            Spread::Exponential => Exponential::new(self.work_ns).time_of(random::at(self.seed, id)),
        };
        Transaction {
            kind: Kind::Rows,
            schema: 0,
            rows: self.rows,
            execute_cpu_ns: self.execute_cpu_ns,
            execute_wait_ns,
            apply_cpu_ns: self.apply_cpu_ns,
            apply_wait_ns: self.apply_wait_ns,
            bytes: self.bytes,
        }
    }

    /// The index entries that the transaction at position `id` locks, in the order of its statements.
    pub fn keys(&self, id: u64, keys: &mut Vec<Key>) {
        let stream = random::at(self.seed ^ 0x6B65_7973, id);
        keys.extend((0..u64::from(self.rows)).map(|row| random::below(random::at(stream, row), self.keys)));
    }
}
