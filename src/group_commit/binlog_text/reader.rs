//! Puts a dump together from its lines.

use std::collections::BTreeMap;

use super::line::{Clock, Line, MariadbGtid};
use super::{
    BinlogText, DumpedTransaction, LineProblem, MAX_DUMPED_ROWS, MAX_DUMPED_TRANSACTIONS, MAX_LABELLED_ROWS,
    MAX_LISTED_PROBLEMS, ProblemKind,
};
use crate::base::random;
use crate::group_commit::{Key, Kind, MAX_WRITE_SET, WriteSetKind};

/// Reads a dump.
pub(super) fn read(text: &str) -> BinlogText {
    let mut reader = Reader::default();
    for line in lines(text) {
        reader.dump.lines += 1;
        reader.line(line);
    }
    reader.end_transaction();
    reader.dump
}

/// The lines of a text: they end with a line feed, a carriage return, or both.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, behind) = rest.split_at(end);
        let is_over = rest.is_empty();
        rest = behind.strip_prefix("\r\n").unwrap_or_else(|| behind.get(1..).unwrap_or(""));
        (!is_over).then_some(line)
    })
}

/// What the lines so far mean for the next one.
#[derive(Default)]
struct Reader<'text> {
    dump: BinlogText,
    file: File,
    schemas: BTreeMap<&'text str, u16>,
    /// Whether lines that cannot be used belong to something that is passed over.
    within: Within,
    /// The transaction that rows and statements belong to.
    open: Option<Open>,
    row: Row<'text>,
    /// The group of the last transaction, and what makes the next one a member of it.
    group: u64,
    group_of: Option<GroupOf>,
    /// Limits that have been reached, and said.
    transactions_full: bool,
    rows_full: bool,
}

/// The binlog file that is read.
#[derive(Default)]
struct File {
    number: u32,
    /// Transactions before it.
    before: u64,
    /// The sequence numbers that it prints, which rise.
    sequences: Vec<u64>,
    /// A line told that the next transaction is in another file.
    ended: bool,
}

/// Text that is passed over.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Within {
    #[default]
    Nothing,
    Statement,
    Base64,
}

/// What is known of the transaction that is being read.
#[derive(Default, Clone, Copy)]
struct Open {
    begun: bool,
    /// Keys of its rows, kept or not.
    keys: usize,
    keyless: bool,
    too_large: bool,
}

/// The row that is being read.
#[derive(Default, Clone, Copy)]
struct Row<'text> {
    table: &'text str,
    /// An image has begun and its first column has not come yet.
    awaits_column: bool,
    new: bool,
    /// The first column of the old image.
    old_column: &'text str,
}

/// What the members of a group have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupOf {
    LastCommitted(u32, u64),
    CommitId(u32, u64),
}

impl<'text> Reader<'text> {
    fn line(&mut self, text: &'text str) {
        if self.within != Within::Nothing && !ends_text(text) {
            return self.passed_over(text);
        }
        self.within = Within::Nothing;
        match Line::of(text) {
            Line::Clock(clock) => self.clock(clock),
            Line::Mariadb(gtid) => self.mariadb(gtid),
            Line::Wrong(kind) => {
                // Its rows must not be taken for those of the transaction before.
                self.end_transaction();
                self.problem(kind);
            }
            Line::FileBoundary => self.file.ended = true,
            Line::Query { thread } => {
                if let (Some(thread), Some(transaction)) = (thread, self.current()) {
                    transaction.session = thread;
                }
                if text.starts_with('#') {
                    self.within = Within::Statement;
                }
            }
            Line::Row { table } => self.row = Row { table, ..Row::default() },
            Line::Image { new } => {
                self.row.awaits_column = true;
                self.row.new = new;
            }
            Line::Column { number, value } => self.column(number, value),
            Line::Begin => self.begin(),
            Line::Base64 => self.within = Within::Base64,
            Line::Base64End | Line::OtherEvent | Line::Nothing => {}
            Line::Text(_) => self.problem(ProblemKind::NotUnderstood),
        }
    }

    /// A line of a statement or a base64 block.
    fn passed_over(&mut self, text: &str) {
        match (self.within, Line::of(text)) {
            (Within::Base64, Line::Base64End) => self.within = Within::Nothing,
            (Within::Statement, Line::Begin) => self.begin(),
            (Within::Statement, Line::Text(text)) if is_ddl(text) => {
                if self.open.is_some_and(|open| !open.begun)
                    && let Some(transaction) = self.current()
                {
                    transaction.kind = Kind::Ddl;
                }
            }
            _ => {}
        }
    }

    fn begin(&mut self) {
        if let Some(open) = &mut self.open {
            open.begun = true;
        }
    }

    fn current(&mut self) -> Option<&mut DumpedTransaction> {
        self.open.as_ref()?;
        self.dump.transactions.last_mut()
    }

    fn problem(&mut self, kind: ProblemKind) {
        self.dump.problem_count += 1;
        if self.dump.problems.len() < MAX_LISTED_PROBLEMS {
            self.dump.problems.push(LineProblem { line: self.dump.lines, kind });
        }
    }

    fn clock(&mut self, clock: Clock) {
        self.end_transaction();
        let last = self.file.sequences.last().copied().unwrap_or(0);
        if clock.sequence_number <= last && clock.sequence_number != 1 && !self.file.ended {
            return self.problem(ProblemKind::DoesNotRise);
        }
        if !self.has_room() {
            return;
        }
        if clock.sequence_number <= last || self.file.ended || self.file.number == 0 {
            self.next_file();
        }
        let last_committed = self.file.position(clock.last_committed);
        self.file.sequences.push(clock.sequence_number);
        self.push(
            GroupOf::LastCommitted(self.file.number, clock.last_committed),
            DumpedTransaction {
                printed_sequence: clock.sequence_number,
                last_committed,
                started_s: clock.started_s,
                committed_us: clock.committed_us,
                bytes: clock.bytes,
                ..NOTHING_KNOWN
            },
        );
    }

    fn mariadb(&mut self, gtid: MariadbGtid) {
        self.end_transaction();
        if !self.has_room() {
            return;
        }
        if self.file.ended || self.file.number == 0 {
            self.next_file();
        }
        let before = self.dump.transactions.len() as u64;
        let group_of = gtid.commit_id.map(|id| GroupOf::CommitId(gtid.domain, id));
        // A group depends on all before it; who is alone is a group.
        let last_committed = match self.dump.transactions.last() {
            Some(last) if group_of.is_some() && group_of == self.group_of => last.last_committed,
            _ => before,
        };
        self.push(
            group_of.unwrap_or(GroupOf::LastCommitted(self.file.number, before)),
            DumpedTransaction {
                printed_sequence: gtid.sequence,
                last_committed,
                started_s: gtid.started_s,
                kind: if gtid.ddl { Kind::Ddl } else { Kind::Rows },
                ..NOTHING_KNOWN
            },
        );
    }

    /// Whether another transaction can be kept; the first that cannot is a problem.
    fn has_room(&mut self) -> bool {
        let room = self.dump.transactions.len() < MAX_DUMPED_TRANSACTIONS;
        if !room && !self.transactions_full {
            self.transactions_full = true;
            self.problem(ProblemKind::TooManyTransactions);
        }
        room
    }

    fn next_file(&mut self) {
        self.file.number += 1;
        self.file.before = self.dump.transactions.len() as u64;
        self.file.sequences.clear();
        self.file.ended = false;
    }

    fn push(&mut self, group_of: GroupOf, transaction: DumpedTransaction) {
        if self.group_of != Some(group_of) {
            self.group += 1;
        }
        self.group_of = Some(group_of);
        self.open = Some(Open::default());
        self.row = Row::default();
        self.dump.transactions.push(DumpedTransaction {
            line: u32::try_from(self.dump.lines).unwrap_or(u32::MAX),
            file: self.file.number,
            group: self.group,
            keys_end: self.dump.keys.len() as u32,
            ..transaction
        });
    }

    /// The first column of an image is a key.
    fn column(&mut self, number: &'text str, value: &str) {
        let row = self.row;
        if !row.awaits_column {
            return;
        }
        self.row.awaits_column = false;
        if !row.new {
            self.row.old_column = number;
        } else if !row.old_column.is_empty() && row.old_column != number {
            // A new image may hold changed columns only: its first column is no key then.
            return;
        }
        self.key(row.table, number, value);
    }

    fn key(&mut self, table: &'text str, column: &str, value: &str) {
        let Some(open) = &mut self.open else { return };
        if open.keys == 0
            && let Some(transaction) = self.dump.transactions.last_mut()
        {
            let schema = table.split_once("`.`").map_or("", |(schema, _)| schema);
            let next = self.schemas.len().min(usize::from(u16::MAX)) as u16;
            transaction.schema = *self.schemas.entry(schema).or_insert(next);
        }
        open.keys += 1;
        if value == "NULL" {
            open.keyless = true;
        } else if self.dump.keys.len() >= MAX_DUMPED_ROWS || open.keys > MAX_WRITE_SET {
            open.too_large = true;
        } else {
            self.dump.keys.push(hash(&[table, column, value]));
            if self.dump.labels.len() < MAX_LABELLED_ROWS
                && self.dump.labels.len() + 1 == self.dump.keys.len()
            {
                self.dump.labels.push(label(table, value));
            }
        }
    }

    /// What belongs to the last transaction has come.
    fn end_transaction(&mut self) {
        let Some(open) = self.open.take() else { return };
        let keys_end = self.dump.keys.len() as u32;
        let Some(transaction) = self.dump.transactions.last_mut() else { return };
        transaction.keys_end = keys_end;
        transaction.write_set = match open {
            _ if transaction.kind == Kind::Ddl || open.keys == 0 => WriteSetKind::Ddl,
            Open { too_large: true, .. } => WriteSetKind::TooLarge,
            Open { keyless: true, .. } => WriteSetKind::Keyless,
            _ => WriteSetKind::Usable,
        };
        if open.too_large && !self.rows_full {
            self.rows_full = true;
            self.problem(ProblemKind::TooManyRows);
        }
    }
}

/// What a transaction is before anything is known of it.
const NOTHING_KNOWN: DumpedTransaction = DumpedTransaction {
    line: 0,
    file: 0,
    printed_sequence: 0,
    last_committed: 0,
    group: 0,
    session: 0,
    schema: 0,
    kind: Kind::Rows,
    write_set: WriteSetKind::Ddl,
    started_s: None,
    committed_us: 0,
    bytes: 0,
    keys_end: 0,
};

impl File {
    /// How many transactions there are up to the one that this file numbers `sequence`, all files counted.
    fn position(&self, sequence: u64) -> u64 {
        self.before + self.sequences.partition_point(|&number| number <= sequence) as u64
    }
}

/// Whether a line cannot belong to a statement or a base64 block any more: an event's header, a position, a row.
fn ends_text(line: &str) -> bool {
    let digit = line.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    line.starts_with("# at ") || line.starts_with("###") || line.starts_with('#') && digit
}

/// Whether a statement changes the definition of something.
fn is_ddl(text: &str) -> bool {
    const VERBS: [&str; 5] = ["create", "alter", "drop", "truncate", "rename"];
    let verb =
        text.trim_start().split(|character: char| !character.is_ascii_alphabetic()).next().unwrap_or("");
    VERBS.iter().any(|known| verb.eq_ignore_ascii_case(known))
}

/// A hash of texts, each with its length, eight bytes at a time.
fn hash(texts: &[&str]) -> Key {
    texts.iter().fold(0, |hash, text| {
        text.as_bytes().chunks(8).fold(random::at(hash, text.len() as u64), |hash, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            random::at(hash, u64::from_le_bytes(word))
        })
    })
}

/// A row as learners write it, shortened if it is long.
fn label(table: &str, value: &str) -> String {
    const LONGEST: usize = 60;
    let name = table.trim_matches('`').replace("`.`", "/");
    format!("{name}:{value}").chars().take(LONGEST).collect()
}
