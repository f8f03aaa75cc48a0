//! The huge transaction: one insert of many rows, encoded piece by piece.
//!
//! Its table has a BIGINT key and one text. All rows have the same size, so that the bytes of any event are known by its
//! position; a piece is one row event that is really encoded, and stands for `scale` of them.
//!
//! *Worked example.* 5 GB of rows of 2,500 bytes on one node, row events of up to 8,192 bytes: three rows and 35 bytes are an event
//! of 7,535 bytes, 663,571 events. At a scale of 100 these are 6,636 pieces.

use super::controls::{SCHEMA, shape_of};
use super::event::{ColumnType, Event, EventWriter, RowChange, Value, push_image};
use super::statements::row_event;
use super::{BigTransaction, Shape};
use crate::base::random;

/// The longest text that a VARCHAR holds beside the key, in a row of at most 65,535 bytes.
const LONGEST_VARCHAR: u64 = 65_000;
/// Letters that a text repeats.
const PATTERN_BYTES: usize = 64;
/// Bytes that the image of a row has without its text, and of an empty LONGTEXT's: a byte for NULL, the key, the length.
const SHORT_ROW_BYTES: u64 = 11;
const LONG_ROW_BYTES: u64 = 13;

/// How the huge transaction is made up on each of its nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BigRows {
    /// Nodes that share it.
    pub nodes: u16,
    scale: u64,
    text: ColumnType,
    text_bytes: u64,
    /// Rows on a node.
    rows: u64,
    rows_per_event: u64,
    table_map: Shape,
    /// Bytes of a row event without rows, and of a row.
    overhead: u64,
    row_bytes: u64,
}

impl BigRows {
    /// Row events of up to `row_event_bytes`, on as many of `active` nodes as are asked for.
    pub fn new(big: &BigTransaction, active: u16, row_event_bytes: u64) -> Self {
        let nodes = big.nodes.clamp(1, active);
        let is_short = big.row_bytes <= LONGEST_VARCHAR + SHORT_ROW_BYTES;
        let (text, head) = match is_short {
            true => (ColumnType::VarChar(LONGEST_VARCHAR as u16), SHORT_ROW_BYTES),
            false => (ColumnType::LongText, LONG_ROW_BYTES),
        };
        let columns = vec![(ColumnType::BigInt, false), (text, false)];
        let table_map = shape_of(&[Event::TableMap { table: 2, schema: SCHEMA, name: "big", columns }]);
        let overhead = shape_of(&[rows_event(&[], false)]).bytes;
        let row_bytes = big.row_bytes.max(head);
        let rows_per_event = (row_event_bytes.saturating_sub(overhead) / row_bytes).max(1);
        let event_bytes = overhead + rows_per_event * row_bytes;
        let per_node = big.bytes / u64::from(nodes);
        let rows = u128::from(per_node) * u128::from(rows_per_event) / u128::from(event_bytes);
        Self {
            nodes,
            scale: u64::from(big.scale.max(1)),
            text,
            text_bytes: row_bytes - head,
            rows: (rows as u64).max(1),
            rows_per_event,
            table_map,
            overhead,
            row_bytes,
        }
    }

    /// Row events on a node.
    fn events(&self) -> u64 {
        self.rows.div_ceil(self.rows_per_event)
    }

    /// Pieces on a node.
    pub fn pieces(&self) -> u32 {
        u32::try_from(self.events().div_ceil(self.scale)).unwrap_or(u32::MAX)
    }

    /// About the bytes on a node.
    pub fn bytes(&self) -> u64 {
        self.events() * self.overhead + self.rows * self.row_bytes
    }

    /// Events that a piece stands for: its own, and those up to the next piece.
    pub fn stands_for(&self, piece: u32) -> u64 {
        let first = u64::from(piece) * self.scale;
        self.events().saturating_sub(first).min(self.scale)
    }

    /// Rows of a piece's own event, by position on the node.
    pub fn rows_of(&self, piece: u32) -> std::ops::Range<u64> {
        let first = u64::from(piece) * self.scale * self.rows_per_event;
        first..(first + self.rows_per_event).min(self.rows)
    }

    /// The row events of a piece: one is encoded, the others are as large. The last event of all may be shorter than the others; it
    /// is counted as such, too.
    pub fn piece(&self, part: u16, piece: u32) -> Shape {
        let rows = self.rows_of(piece);
        let covered = self.stands_for(piece);
        let bytes = self.encode(part, rows.clone());
        let full = row_event(bytes);
        let mut shape = if piece == 0 { self.table_map } else { Shape::default() };
        shape += full;
        // The others hold all the rows up to the next piece.
        let end = (rows.start + covered * self.rows_per_event).min(self.rows);
        let more_bytes = (covered - 1) * self.overhead + (end - rows.end) * self.row_bytes;
        shape += Shape {
            events: covered - 1,
            dml_events: covered - 1,
            bytes: more_bytes,
            dml_bytes: more_bytes,
            largest_event_bytes: 0,
        };
        shape
    }

    /// Encodes the event that holds `rows`, and says how many bytes it has.
    fn encode(&self, part: u16, rows: std::ops::Range<u64>) -> u64 {
        let mut writer = EventWriter::new(1, 0);
        let images = self.images(part, rows.clone());
        writer.push(&rows_event(&images, rows.end == self.rows))
    }

    /// The images of `rows`: keys that no other part has, and a text of letters that follow from the key.
    fn images(&self, part: u16, rows: std::ops::Range<u64>) -> Vec<u8> {
        let columns = [ColumnType::BigInt, self.text];
        let mut images = Vec::with_capacity(((rows.end - rows.start) * self.row_bytes) as usize);
        let mut text = vec![0; self.text_bytes as usize];
        for row in rows {
            let key = self.key(part, row);
            let letters = letters(key);
            text.chunks_mut(PATTERN_BYTES).for_each(|place| place.copy_from_slice(&letters[..place.len()]));
            push_image(&columns, &[Value::Number(key as i64), Value::Text(&text)], &mut images);
        }
        images
    }

    /// Key of a row: rows are dealt out to parts in turn.
    pub fn key(&self, part: u16, row: u64) -> u64 {
        row * u64::from(self.nodes) + u64::from(part) + 1
    }

    /// The table map in front of its rows.
    pub fn table_map(&self) -> Shape {
        self.table_map
    }

    /// Bytes of a row event without rows, and of a row.
    pub fn event_bytes(&self) -> (u64, u64) {
        (self.overhead, self.row_bytes)
    }
}

fn rows_event(images: &[u8], ends_statement: bool) -> Event<'_> {
    Event::Rows { change: RowChange::Write, table: 2, columns: 2, ends_statement, images }
}

/// Letters from a to p that follow from a key.
fn letters(key: u64) -> [u8; PATTERN_BYTES] {
    let mut letters = [0; PATTERN_BYTES];
    for (place, letters) in letters.chunks_mut(8).enumerate() {
        let nibbles = random::at(key, place as u64) & 0x0F0F_0F0F_0F0F_0F0F;
        letters.copy_from_slice(&(nibbles + 0x6161_6161_6161_6161).to_le_bytes());
    }
    letters
}
