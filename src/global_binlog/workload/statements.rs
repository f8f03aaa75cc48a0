//! Statements of small transactions: a pool of samples that are encoded once.
//!
//! Which sample a statement is follows from a hash of its transaction's number and its place. So its bytes exist, and counting
//! them costs no more than looking them up. A statement is a table map and the row events behind it; a large one is cut into
//! pieces, which are some of its row events.
//!
//! *Worked example.* A statement inserts 1,000 rows of 189 bytes, with row events of up to 8,192 bytes, 35 of them around the
//! rows: 43 rows an event, so 24 events, 190 kB. Cut into pieces of about 64 KiB these are three of 8 events.

use super::controls::{SCHEMA, shape_of};
use super::event::{ColumnType, Event, EventWriter, RowChange, column_types, push_stored_image};
use super::{Changes, Shape, WorkloadSettings};
use crate::base::random;
use crate::innodb::TableRows;

/// All changes, by their numbers.
const CHANGES: [RowChange; 3] = [RowChange::Write, RowChange::Update, RowChange::Delete];
/// Samples of a change, if their rows are few.
const SAMPLES: u64 = 64;
/// Rows that all samples of a change hold together at most, unless a single one has more.
const SAMPLE_ROWS: u64 = 16_384;
/// Row images that samples are made of.
const IMAGES: u32 = 1_024;
/// About so many bytes are read at a time.
pub(super) const PIECE_BYTES: u64 = 65_536;

/// The samples.
#[derive(Debug, Clone)]
pub(super) struct Statements {
    images: Images,
    table_map: Shape,
    /// Bytes of a row event without images, by [`RowChange`].
    overheads: [u64; 3],
    row_event_bytes: u64,
    rows_per_statement: u64,
    /// Changes of consecutive statements.
    pattern: Vec<RowChange>,
    /// By [`RowChange`]; empty for those that are not in the pattern.
    samples: [Vec<Sample>; 3],
    /// Pieces of a statement.
    pieces: u32,
}

/// A statement that has been encoded.
#[derive(Debug, Clone, Default)]
pub(super) struct Sample {
    /// Position of its first row's image.
    first_image: u64,
    /// Rows before the end of each row event, and bytes before it, this event included.
    ends: Vec<(u64, u64)>,
    /// The whole statement.
    pub whole: Shape,
}

/// Encoded rows, one behind the other.
#[derive(Debug, Clone)]
struct Images {
    bytes: Vec<u8>,
    /// Where each begins, and where the last one ends.
    starts: Vec<u32>,
    columns: Vec<(ColumnType, bool)>,
}

impl Images {
    fn new(settings: &WorkloadSettings) -> Self {
        let rows = TableRows::new(settings.table.clone(), IMAGES, settings.seed);
        let columns = column_types(&settings.table);
        let types: Vec<ColumnType> = columns.iter().map(|(column, _)| *column).collect();
        let (mut bytes, mut starts, mut scratch) = (Vec::new(), vec![0], Vec::new());
        for row in 0..IMAGES {
            push_stored_image(&rows, row, &types, &mut scratch, &mut bytes);
            starts.push(bytes.len() as u32);
        }
        Self { bytes, starts, columns }
    }

    fn range(&self, position: u64) -> std::ops::Range<usize> {
        let position = (position % u64::from(IMAGES)) as usize;
        self.starts[position] as usize..self.starts[position + 1] as usize
    }

    /// The images of a row: it itself, and for an update the one that it becomes.
    fn of_row(&self, change: RowChange, position: u64) -> impl Iterator<Item = &[u8]> {
        (0..change.images() as u64).map(move |image| &self.bytes[self.range(position + image)])
    }

    fn row_bytes(&self, change: RowChange, position: u64) -> u64 {
        self.of_row(change, position).map(|image| image.len() as u64).sum()
    }
}

impl Statements {
    /// Encodes the samples that `settings` ask for.
    pub fn new(settings: &WorkloadSettings) -> Self {
        let images = Images::new(settings);
        let pattern = match settings.changes {
            Changes::Mixed => vec![RowChange::Update, RowChange::Update, RowChange::Delete, RowChange::Write],
            Changes::Insert => vec![RowChange::Write],
            Changes::Update => vec![RowChange::Update],
            Changes::Delete => vec![RowChange::Delete],
        };
        let name = format!("{}_{:05}", settings.table.name, 0);
        let columns = images.columns.clone();
        let overheads = CHANGES.map(|change| empty_row_event_bytes(change, columns.len()));
        let table_map = shape_of(&[Event::TableMap { table: 1, schema: SCHEMA, name: &name, columns }]);
        let mut statements = Self {
            images,
            table_map,
            overheads,
            row_event_bytes: settings.row_event_bytes,
            rows_per_statement: settings.rows_per_statement.max(1),
            pattern,
            samples: [const { Vec::new() }; 3],
            pieces: 1,
        };
        statements.encode_samples(settings.seed);
        statements
    }

    fn encode_samples(&mut self, seed: u64) {
        let count = (SAMPLE_ROWS / self.rows_per_statement).clamp(1, SAMPLES);
        let mut draws = random::Stream::new(seed, "global binlog: samples");
        for change in CHANGES {
            if self.pattern.contains(&change) {
                let samples = (0..count).map(|_| self.encode(change, draws.below(IMAGES.into())));
                self.samples[change as usize] = samples.collect();
            }
        }
        let all = || self.samples.iter().flatten();
        let largest = all().map(|sample| sample.whole.bytes).max().unwrap_or(0);
        let fewest = all().map(|sample| sample.ends.len()).min().unwrap_or(1);
        self.pieces = largest.div_ceil(PIECE_BYTES).clamp(1, fewest as u64) as u32;
    }

    /// Encodes a statement whose rows begin with image `first_image`: a row event is closed before it grows beyond its limit.
    fn encode(&self, change: RowChange, first_image: u64) -> Sample {
        let mut sample = Sample { first_image, ends: Vec::new(), whole: self.table_map };
        let (mut writer, mut images) = (EventWriter::new(1, 0), Vec::new());
        let overhead = self.row_event_overhead(change);
        let mut close = |images: &mut Vec<u8>, row: u64| {
            let ends_statement = row == self.rows_per_statement;
            let columns = self.images.columns.len();
            let bytes = writer.push(&Event::Rows { change, table: 1, columns, ends_statement, images });
            writer.clear();
            images.clear();
            sample.whole += row_event(bytes);
            sample.ends.push((row, sample.whole.bytes));
        };
        for row in 0..self.rows_per_statement {
            let more = self.images.row_bytes(change, first_image + row);
            let bytes = overhead + images.len() as u64 + more;
            if bytes > self.row_event_bytes && !images.is_empty() {
                close(&mut images, row);
            }
            self.images.of_row(change, first_image + row).for_each(|image| images.extend_from_slice(image));
        }
        close(&mut images, self.rows_per_statement);
        sample
    }

    /// Bytes of a row event besides its images.
    #[inline]
    pub fn row_event_overhead(&self, change: RowChange) -> u64 {
        self.overheads[change as usize]
    }

    /// The table map in front of a statement.
    pub fn table_map(&self) -> Shape {
        self.table_map
    }

    /// Pieces of a statement, at least 1.
    pub fn pieces(&self) -> u32 {
        self.pieces
    }

    /// Mean bytes of a statement, at least 1.
    pub fn mean_bytes(&self) -> u64 {
        let mean_of = |change: &RowChange| {
            let samples = &self.samples[*change as usize];
            samples.iter().map(|sample| sample.whole.bytes).sum::<u64>() / samples.len() as u64
        };
        (self.pattern.iter().map(mean_of).sum::<u64>() / self.pattern.len() as u64).max(1)
    }

    /// What a statement does that comes at `position` in a sequence.
    #[inline]
    pub fn change(&self, position: u64) -> RowChange {
        self.pattern[(position % self.pattern.len() as u64) as usize]
    }

    /// The sample that stands for a statement with that hash.
    #[inline]
    pub fn sample(&self, change: RowChange, hash: u64) -> &Sample {
        let samples = &self.samples[change as usize];
        &samples[random::below(hash, samples.len() as u64) as usize]
    }

    /// A piece of a statement; the first one has the table map.
    pub fn piece(&self, sample: &Sample, piece: u32) -> Shape {
        if self.pieces == 1 {
            return sample.whole;
        }
        let events = self.events(sample, piece);
        let mut shape = if piece == 0 { self.table_map } else { Shape::default() };
        events.for_each(|event| shape += row_event(self.event_bytes(sample, event)));
        shape
    }

    /// The row events of a piece, by position.
    pub fn events(&self, sample: &Sample, piece: u32) -> std::ops::Range<usize> {
        let events = sample.ends.len() as u64;
        let place = |piece: u64| (events * piece / u64::from(self.pieces)) as usize;
        place(piece.into())..place(u64::from(piece) + 1)
    }

    fn event_bytes(&self, sample: &Sample, event: usize) -> u64 {
        let before = if event == 0 { self.table_map.bytes } else { sample.ends[event - 1].1 };
        sample.ends[event].1 - before
    }

    /// The rows of a row event, by position in the statement.
    pub fn rows(&self, sample: &Sample, event: usize) -> std::ops::Range<u64> {
        let before = if event == 0 { 0 } else { sample.ends[event - 1].0 };
        before..sample.ends[event].0
    }

    /// Bytes of a row in its row event.
    pub fn row_bytes(&self, change: RowChange, sample: &Sample, row: u64) -> u64 {
        self.images.row_bytes(change, sample.first_image + row)
    }
}

/// A row event of so many bytes.
pub(super) fn row_event(bytes: u64) -> Shape {
    Shape { events: 1, dml_events: 1, bytes, dml_bytes: bytes, largest_event_bytes: bytes }
}

fn empty_row_event_bytes(change: RowChange, columns: usize) -> u64 {
    shape_of(&[Event::Rows { change, table: 1, columns, ends_statement: false, images: &[] }]).bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::innodb::Table;

    fn statements(changes: Changes, rows_per_statement: u64) -> Statements {
        Statements::new(&WorkloadSettings {
            seed: 1,
            data_nodes: 1,
            idle_nodes: 0,
            tps_per_node: 1,
            duration_ns: 1,
            distributed_pct: 0,
            unordered_pct: 0,
            nodes_per_transaction: 1,
            execute_ns: 1,
            commit_gap_ns: 1,
            table: Table::sbtest1(),
            tables: 1,
            transaction_bytes: 1,
            rows_per_statement,
            changes,
            row_event_bytes: 8_192,
            heartbeat_ns: 0,
            big: None,
            stuck: None,
        })
    }

    #[test]
    fn a_statement_is_cut_as_the_example_says() {
        let statements = statements(Changes::Insert, 1_000);
        let sample = statements.sample(RowChange::Write, 0);
        assert_eq!(statements.row_event_overhead(RowChange::Write), 35);
        assert_eq!(statements.row_bytes(RowChange::Write, sample, 0), 189);
        assert_eq!(statements.rows(sample, 0), 0..43);
        assert_eq!((statements.pieces(), sample.whole.dml_events), (3, 1 + 24));
        assert_eq!(statements.events(sample, 1), 8..16);
        let mut sum = Shape::default();
        (0..3).for_each(|piece| sum += statements.piece(sample, piece));
        assert_eq!(sum, sample.whole);
    }

    #[test]
    fn an_event_has_the_bytes_of_its_rows_and_no_more() {
        for (changes, change) in [(Changes::Update, RowChange::Update), (Changes::Delete, RowChange::Delete)]
        {
            let statements = statements(changes, 300);
            let sample = statements.sample(change, u64::MAX);
            for event in 0..sample.ends.len() {
                let rows = statements.rows(sample, event);
                let rows: u64 = rows.map(|row| statements.row_bytes(change, sample, row)).sum();
                let bytes = statements.event_bytes(sample, event);
                assert_eq!(bytes, statements.row_event_overhead(change) + rows);
                assert!(bytes <= 8_192);
            }
        }
    }
}
