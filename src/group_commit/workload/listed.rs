//! Transactions that are given one by one.
//!
//! Rows are numbered when the list is made, so that equal texts become equal keys and different ones never collide. A table that
//! some row refers to is a parent table: whoever changes it has a write set that cannot be used.

use std::collections::{BTreeMap, BTreeSet};

use super::row_text::{Row, RowError};
use super::{HashedKeys, Key, Kind, Transaction, WriteSetKind, keep_each_once};
use crate::base::random;
use crate::sim::SimTime;

/// One transaction of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListedTransaction {
    /// When its client has it ready.
    pub arrival: SimTime,
    /// The client that executes it; its transactions run one after another.
    pub session: u32,
    /// Processor time of its statements on the source.
    pub execute_cpu_ns: u64,
    /// Time besides that its statements take.
    pub work_ns: u64,
    /// Processor time of applying it on a replica.
    pub apply_cpu_ns: u64,
    /// Time besides that applying it takes.
    pub apply_wait_ns: u64,
    /// Its bytes in the binlog.
    pub bytes: u64,
    /// The rows that it changes, written as [`Row`] reads them.
    pub rows: Vec<String>,
}

/// A row of a list that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedError {
    /// Position of the transaction in the list, from 0.
    pub transaction: usize,
    /// Position of the row in the transaction, from 0.
    pub row: usize,
    /// What is wrong.
    pub reason: RowError,
}

/// What an index entry of a list is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Primary,
    Unique,
    Reference,
}

/// A list of transactions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedWorkload {
    transactions: Vec<ListedTransaction>,
    facts: Vec<Facts>,
    /// The index entries of all transactions, one after another.
    entries: Vec<(Key, Entry)>,
}

/// What is known of a transaction before it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Facts {
    write_set: WriteSetKind,
    schema: u16,
    /// Where its entries end; they begin where those of the transaction before end.
    entries_end: usize,
}

impl ListedWorkload {
    /// A workload of these transactions; their ids are their positions.
    ///
    /// ```
    /// use redo_lab::group_commit::{HashedKeys, ListedTransaction, ListedWorkload, WriteSetKind};
    ///
    /// let rows = vec!["t1:5".to_owned(), "t1.email:7".to_owned()];
    /// let listed = ListedWorkload::new(vec![ListedTransaction { rows, ..Default::default() }]).unwrap();
    /// let mut hashes = Vec::new();
    /// assert_eq!(listed.write_set(0, HashedKeys::PrimaryOnly, &mut hashes), WriteSetKind::Usable);
    /// assert_eq!(hashes.len(), 1);
    /// ```
    pub fn new(transactions: Vec<ListedTransaction>) -> Result<Self, ListedError> {
        let parsed = parse_all(&transactions)?;
        let parents: BTreeSet<&str> = parsed
            .iter()
            .flatten()
            .filter_map(|row| if let Row::Reference { parent, .. } = row { Some(*parent) } else { None })
            .collect();
        let mut names = Names::default();
        let mut entries = Vec::new();
        let facts = parsed
            .iter()
            .map(|rows| {
                entries.extend(rows.iter().filter_map(|row| names.entry(row)));
                Facts {
                    write_set: write_set_kind(rows, &parents),
                    schema: names.schema_of(rows),
                    entries_end: entries.len(),
                }
            })
            .collect();
        drop(names);
        Ok(Self { transactions, facts, entries })
    }

    /// How many transactions there are.
    pub fn count(&self) -> u64 {
        self.transactions.len() as u64
    }

    /// What transaction `id` does.
    pub fn transaction(&self, id: u64) -> Transaction {
        let (listed, facts) = (&self.transactions[id as usize], self.facts[id as usize]);
        let ddl = is_ddl(&listed.rows);
        Transaction {
            kind: if ddl { Kind::Ddl } else { Kind::Rows },
            schema: facts.schema,
            rows: if ddl { 0 } else { listed.rows.len() as u32 },
            execute_cpu_ns: listed.execute_cpu_ns,
            execute_wait_ns: listed.work_ns,
            apply_cpu_ns: listed.apply_cpu_ns,
            apply_wait_ns: listed.apply_wait_ns,
            bytes: listed.bytes,
        }
    }

    /// Appends the index entries that transaction `id` locks, each once.
    pub fn lock_keys(&self, id: u64, keys: &mut Vec<Key>) {
        let from = keys.len();
        let locked = self.entries_of(id).iter().filter(|(_, entry)| *entry != Entry::Reference);
        keys.extend(locked.map(|(key, _)| *key));
        keep_each_once(keys, from);
    }

    /// Appends the hashes of transaction `id`'s write set, and says what the set is good for.
    pub fn write_set(&self, id: u64, hashed: HashedKeys, hashes: &mut Vec<Key>) -> WriteSetKind {
        let wanted = |entry: Entry| hashed == HashedKeys::All || entry == Entry::Primary;
        hashes.extend(self.entries_of(id).iter().filter(|(_, entry)| wanted(*entry)).map(|(key, _)| *key));
        self.facts[id as usize].write_set
    }

    /// When transaction `id` arrives.
    pub fn arrival(&self, id: u64) -> SimTime {
        self.transactions[id as usize].arrival
    }

    /// The session that executes transaction `id`.
    pub fn session(&self, id: u64) -> u32 {
        self.transactions[id as usize].session
    }

    /// The rows of transaction `id` as they were given; at most `limit`.
    pub fn row_labels(&self, id: u64, limit: usize) -> Vec<String> {
        self.transactions[id as usize].rows.iter().take(limit).cloned().collect()
    }

    fn entries_of(&self, id: u64) -> &[(Key, Entry)] {
        let id = id as usize;
        let from = if id == 0 { 0 } else { self.facts[id - 1].entries_end };
        &self.entries[from..self.facts[id].entries_end]
    }
}

fn is_ddl(rows: &[String]) -> bool {
    matches!(rows.first().map(|row| Row::parse(row)), Some(Ok(Row::Ddl { .. })))
}

/// Reads the rows of all transactions.
fn parse_all(transactions: &[ListedTransaction]) -> Result<Vec<Vec<Row<'_>>>, ListedError> {
    transactions
        .iter()
        .enumerate()
        .map(|(transaction, listed)| parse_rows(transaction, &listed.rows))
        .collect()
}

fn parse_rows(transaction: usize, texts: &[String]) -> Result<Vec<Row<'_>>, ListedError> {
    let mut rows = Vec::with_capacity(texts.len());
    for (position, text) in texts.iter().enumerate() {
        let error = |reason| ListedError { transaction, row: position, reason };
        let row = Row::parse(text).map_err(error)?;
        if matches!(row, Row::Ddl { .. }) && texts.len() > 1 {
            return Err(error(RowError::DdlNotAlone));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// What the write set of a transaction with these rows is good for.
fn write_set_kind(rows: &[Row], parents: &BTreeSet<&str>) -> WriteSetKind {
    let changes_parent = |row: &Row| row.changed_table().is_some_and(|table| parents.contains(table));
    if rows.is_empty() || matches!(rows[0], Row::Ddl { .. }) {
        WriteSetKind::Ddl
    } else if rows.iter().any(changes_parent) {
        WriteSetKind::ParentTable
    } else if rows.iter().any(|row| matches!(row, Row::Keyless { .. })) {
        WriteSetKind::Keyless
    } else {
        WriteSetKind::Usable
    }
}

/// Numbers of the index entries and schemas that have been seen.
#[derive(Default)]
struct Names<'text> {
    /// By table, index (empty for the primary key, `->` for references) and value.
    entries: BTreeMap<(&'text str, &'text str, &'text str), u64>,
    schemas: BTreeMap<&'text str, u16>,
}

impl<'text> Names<'text> {
    fn entry(&mut self, row: &Row<'text>) -> Option<(Key, Entry)> {
        let (name, entry) = match *row {
            Row::Primary { table, value } => ((table, "", value), Entry::Primary),
            Row::Unique { table, index, value } => ((table, index, value), Entry::Unique),
            Row::Reference { parent, value } => ((parent, "->", value), Entry::Reference),
            Row::Keyless { .. } | Row::Ddl { .. } => return None,
        };
        let next = self.entries.len() as u64;
        let number = *self.entries.entry(name).or_insert(next);
        Some((random::at(0, number), entry))
    }

    /// The number of the schema of the first row that changes a table; tables without one are in a schema without a name.
    fn schema_of(&mut self, rows: &[Row<'text>]) -> u16 {
        let Some(table) = rows.iter().find_map(Row::changed_table) else { return 0 };
        let schema = table.split_once('/').map_or("", |(schema, _)| schema);
        let next = self.schemas.len().min(usize::from(u16::MAX)) as u16;
        *self.schemas.entry(schema).or_insert(next)
    }
}
