//! The workload: what each transaction is, and what its events weigh.

use std::rc::Rc;

use super::begins::{Begin, Begins, Origin};
use super::big::BigRows;
use super::controls::{Controls, frame};
use super::sources::{MAX_NODES, Sources};
use super::statements::{PIECE_BYTES, Sample, Statements};
use super::streams::{Dealer, MAX_STREAMS, stream_of};
use super::{Kind, LogRecord, Mark, Shape, Split, SplitBy, WorkloadSettings};
use crate::base::random::{self, Exponential, Stream};

/// Places of a transaction's random numbers: its kind, its nodes, and the times of each part.
const KIND_DRAW: u64 = 0;
const NODE_DRAWS: u64 = 1_000;
const EXECUTE_DRAWS: u64 = 2_000;
const COMMIT_GAP_DRAWS: u64 = 3_000;
/// Places of a statement's random numbers: its table, its sample, and the keys of its rows.
const TABLE_DRAW: u64 = 0;
const SAMPLE_DRAW: u64 = 1;
const KEY_DRAWS: u64 = 2;

/// What the nodes do.
#[derive(Debug, Clone)]
pub struct Workload {
    settings: WorkloadSettings,
    statements: Statements,
    controls: Controls,
    big: Option<(BigRows, Controls)>,
    /// Numbers of the huge and the stuck transaction.
    big_transaction: Option<u64>,
    stuck_transaction: Option<u64>,
    /// Statements of a transaction on all its nodes.
    statements_per_transaction: u64,
    /// Statements that are read at a time, if they are not cut into pieces.
    statements_per_chunk: u64,
    execute: Exponential,
    commit_gap: Exponential,
    frame: Shape,
    transactions_seed: u64,
    statements_seed: u64,
}

impl Workload {
    /// Encodes what `settings` ask for.
    ///
    /// # Panics
    ///
    /// If there are no data nodes or more than 64, or if all of them are idle.
    pub fn new(settings: WorkloadSettings) -> Self {
        let (nodes, idle) = (settings.data_nodes, settings.idle_nodes);
        assert!(usize::from(nodes) <= MAX_NODES, "at most {MAX_NODES} data nodes");
        assert!(idle < nodes, "a node that is not idle");
        let statements = Statements::new(&settings);
        let mean = statements.mean_bytes();
        let per_transaction = ((settings.transaction_bytes + mean / 2) / mean).max(1);
        let transaction_bytes = per_transaction.saturating_mul(mean);
        let big = settings.big.map(|big| {
            let big = BigRows::new(&big, nodes - idle, settings.row_event_bytes);
            (big, Controls::new(big.bytes()))
        });
        let (big_transaction, stuck_transaction) = special_transactions(&settings);
        let mut seeds = Stream::new(settings.seed, "global binlog: transactions");
        Self {
            controls: Controls::new(transaction_bytes),
            big,
            big_transaction,
            stuck_transaction,
            statements_per_transaction: per_transaction,
            statements_per_chunk: (PIECE_BYTES / mean).max(1),
            execute: Exponential::new(settings.execute_ns),
            commit_gap: Exponential::new(settings.commit_gap_ns),
            frame: frame(transaction_bytes),
            transactions_seed: seeds.next_u64(),
            statements_seed: seeds.next_u64(),
            statements,
            settings,
        }
    }

    /// The settings that it was made from.
    pub fn settings(&self) -> &WorkloadSettings {
        &self.settings
    }

    /// The records of all nodes in the order of time.
    pub fn sources(self: &Rc<Self>) -> Sources {
        Sources::new(Rc::clone(self))
    }

    /// Whether it is the huge transaction.
    pub fn is_big(&self, transaction: u64) -> bool {
        self.big_transaction == Some(transaction)
    }

    /// Whether it is the one that stays prepared.
    pub fn is_stuck(&self, transaction: u64) -> bool {
        self.stuck_transaction == Some(transaction)
    }

    /// What the global binlog adds to the rows of a transaction in each stream that it is in.
    pub fn frame(&self) -> Shape {
        self.frame
    }

    /// Piece `k` of a record's events, below [`LogRecord::chunks`]: rows, and in the first and the last one what stands before
    /// and behind them. Of the huge transaction one event is encoded for that, so ask once.
    pub fn chunk(&self, record: &LogRecord, k: u32) -> Shape {
        let controls = match &self.big {
            Some((_, controls)) if self.is_big(record.transaction) => controls,
            _ => &self.controls,
        };
        let (before, behind) = controls.around(record.mark, record.kind);
        let mut shape = if k == 0 { before } else { Shape::default() };
        if has_rows(record) {
            shape += self.rows(record, k);
        }
        if k + 1 == record.chunks {
            shape += behind;
        }
        shape
    }

    /// Adds the row events of piece `k` to the streams that they go to, one a position; at most 64.
    ///
    /// One stream gets what the node's log has. Where the rows of an event go to several streams, each gets an event with its own.
    pub fn by_stream(&self, record: &LogRecord, k: u32, split: Split, streams: &mut [Shape]) {
        let count = usize::from(split.streams).clamp(1, MAX_STREAMS).min(streams.len());
        let streams = &mut streams[..count];
        if !has_rows(record) || count == 0 {
            return;
        }
        if let Some(big) = self.big_of(record) {
            deal_big(big, (record.part, k), split.by, self.statements_seed, streams);
        } else if count == 1 {
            streams[0] += self.rows(record, k);
        } else {
            self.each_piece(record, k, |statement, piece| match split.by {
                SplitBy::Table => {
                    let stream = stream_of(random::at(self.statements_seed, statement.table), count);
                    streams[stream] += self.statements.piece(statement.sample, piece);
                }
                SplitBy::Key => self.deal(&statement, piece, streams),
            });
        }
    }

    /// Pieces of a record.
    pub(super) fn chunks(&self, record: &LogRecord) -> u32 {
        if !has_rows(record) {
            return 1;
        }
        if let Some(big) = self.big_of(record) {
            return big.pieces();
        }
        let statements = self.statements_of_part(record.part, record.parts);
        let chunks = match self.statements.pieces() {
            1 => statements.div_ceil(self.statements_per_chunk),
            pieces => statements.saturating_mul(pieces.into()),
        };
        u32::try_from(chunks).unwrap_or(u32::MAX)
    }

    fn big_of(&self, record: &LogRecord) -> Option<&BigRows> {
        self.big.as_ref().filter(|_| self.is_big(record.transaction)).map(|(big, _)| big)
    }

    /// The row events of piece `k`.
    fn rows(&self, record: &LogRecord, k: u32) -> Shape {
        if let Some(big) = self.big_of(record) {
            return big.encoded_piece(record.part, k);
        }
        let mut shape = Shape::default();
        self.each_piece(record, k, |statement, piece| {
            shape += self.statements.piece(statement.sample, piece);
        });
        shape
    }

    /// Statements of a part: they are dealt out to the parts in turn, and each has one at least.
    fn statements_of_part(&self, part: u16, parts: u16) -> u64 {
        let (part, parts) = (u64::from(part), u64::from(parts));
        self.statements_per_transaction.saturating_sub(part).div_ceil(parts).max(1)
    }

    /// Calls `each` for the statements of piece `k`, or for the one of which it is a piece.
    #[inline]
    fn each_piece(&self, record: &LogRecord, k: u32, mut each: impl FnMut(Statement, u32)) {
        let pieces = self.statements.pieces();
        let of_part = self.statements_of_part(record.part, record.parts);
        let (first, end, piece) = if pieces == 1 {
            let first = u64::from(k) * self.statements_per_chunk;
            (first, (first + self.statements_per_chunk).min(of_part), 0)
        } else {
            let first = u64::from(k / pieces);
            (first, first + 1, k % pieces)
        };
        for position in first..end {
            let position = u64::from(record.part) + position * u64::from(record.parts);
            each(self.statement(record.transaction, position), piece);
        }
    }

    #[inline]
    fn statement(&self, transaction: u64, position: u64) -> Statement<'_> {
        let hash = random::at(random::at(self.statements_seed, transaction), position);
        // Transactions of fewer statements than there are changes in turn begin with different ones.
        let change = self.statements.change(transaction.wrapping_add(position));
        let table = random::below(random::at(hash, TABLE_DRAW), self.settings.tables.max(1));
        let sample = self.statements.sample(change, random::at(hash, SAMPLE_DRAW));
        Statement { hash, table, change, sample }
    }

    /// Deals out a piece of a statement by the keys of its rows.
    fn deal(&self, statement: &Statement, piece: u32, streams: &mut [Shape]) {
        let Statement { hash, change, sample, .. } = *statement;
        let key = |row: u64| random::at(hash, KEY_DRAWS + row);
        let mut dealer = Dealer {
            streams,
            table_map: self.statements.table_map(),
            overhead: self.statements.row_event_overhead(change),
            stands_for: 1,
            mapped: 0,
        };
        let events = self.statements.events(sample, piece);
        dealer.note_earlier((0..self.statements.rows(sample, events.start).start).map(key));
        for event in events {
            let rows = self.statements.rows(sample, event);
            dealer.row_event(rows.map(|row| (key(row), self.statements.row_bytes(change, sample, row))));
        }
    }

    // What is random about a transaction.

    fn draw(&self, transaction: u64, place: u64) -> u64 {
        random::at(random::at(self.transactions_seed, transaction), place)
    }

    /// The kind of a client's transaction.
    pub(super) fn draw_kind(&self, transaction: u64) -> Kind {
        let settings = &self.settings;
        let percent = random::below(self.draw(transaction, KIND_DRAW), 100);
        if percent < settings.distributed_pct {
            Kind::Distributed
        } else if percent < settings.distributed_pct + settings.unordered_pct {
            Kind::Unordered
        } else {
            Kind::SingleShard
        }
    }

    /// A number below `bound` that says which node is next.
    pub(super) fn draw_node(&self, transaction: u64, part: u64, bound: u64) -> u64 {
        random::below(self.draw(transaction, NODE_DRAWS + part), bound)
    }

    /// From begin to prepared of a part.
    pub(super) fn draw_execute_ns(&self, transaction: u64, part: u16) -> u64 {
        self.execute.time_of(self.draw(transaction, EXECUTE_DRAWS + u64::from(part)))
    }

    /// From the latest prepare to the commit of a part.
    pub(super) fn draw_commit_gap_ns(&self, transaction: u64, part: u16) -> u64 {
        self.commit_gap.time_of(self.draw(transaction, COMMIT_GAP_DRAWS + u64::from(part)))
    }

    /// Nodes of the huge transaction.
    pub(super) fn big_nodes(&self) -> u16 {
        self.big.as_ref().map_or(1, |(big, _)| big.nodes)
    }
}

/// A statement of a transaction.
struct Statement<'a> {
    hash: u64,
    table: u64,
    change: super::event::RowChange,
    sample: &'a Sample,
}

/// Whether row events stand in a record.
fn has_rows(record: &LogRecord) -> bool {
    record.mark != Mark::Commit && record.kind != Kind::Heartbeat
}

/// Deals out a piece of the huge transaction.
fn deal_big(big: &BigRows, (part, k): (u16, u32), by: SplitBy, seed: u64, streams: &mut [Shape]) {
    // Its table is none of those that are numbered.
    let table = u64::MAX;
    if by == SplitBy::Table || streams.len() == 1 {
        streams[stream_of(random::at(seed, table), streams.len())] += big.known_piece(k);
        return;
    }
    let key = |row: u64| random::at(seed, big.key(part, row));
    let (overhead, row_bytes) = big.event_bytes();
    let mut dealer =
        Dealer { streams, table_map: big.table_map(), overhead, stands_for: big.stands_for(k), mapped: 0 };
    dealer.note_earlier((0..k).flat_map(|piece| big.rows_of(piece)).map(key));
    dealer.row_event(big.rows_of(k).map(|row| (key(row), row_bytes)));
}

/// Numbers of the huge and the stuck transaction: how many begin before them.
fn special_transactions(settings: &WorkloadSettings) -> (Option<u64>, Option<u64>) {
    let mut numbers = (None, None);
    let asked = (settings.big.is_some(), settings.stuck.is_some());
    if asked == (false, false) {
        return numbers;
    }
    for Begin { transaction, origin, .. } in Begins::new(settings) {
        match origin {
            Origin::Big => numbers.0 = Some(transaction),
            Origin::Stuck => numbers.1 = Some(transaction),
            Origin::Client(_) | Origin::Heartbeat => continue,
        }
        if (numbers.0.is_some(), numbers.1.is_some()) == asked {
            break;
        }
    }
    numbers
}
