//! The huge transaction: one insert of many rows, encoded piece by piece.
//!
//! Its table has a BIGINT key and one text. All rows have the same size, so that the bytes of any event are known by its
//! position; a piece is one row event that is really encoded, and stands for `scale` of them.
//!
//! *Worked example.* 5 GB of rows of 2,500 bytes on one node, row events of up to 8,192 bytes: three rows and 35 bytes are an event
//! of 7,535 bytes, 663,570 events. At a scale of 100 these are 6,636 pieces.

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

    /// The row events of a piece, one of which is encoded.
    pub fn encoded_piece(&self, part: u16, piece: u32) -> Shape {
        self.piece_of(piece, self.encode(part, self.rows_of(piece)))
    }

    /// The same from the sizes of rows and events, without encoding one.
    pub fn known_piece(&self, piece: u32) -> Shape {
        let rows = self.rows_of(piece);
        self.piece_of(piece, self.overhead + (rows.end - rows.start) * self.row_bytes)
    }

    /// A piece whose own event has `own_bytes`. The others are as large, but for the last one of all, which has the rows that are
    /// left.
    fn piece_of(&self, piece: u32, own_bytes: u64) -> Shape {
        let rows = self.rows_of(piece);
        let others = self.stands_for(piece) - 1;
        let end = (rows.start + (others + 1) * self.rows_per_event).min(self.rows);
        let bytes = others * self.overhead + (end - rows.end) * self.row_bytes;
        let mut shape = if piece == 0 { self.table_map } else { Shape::default() };
        shape += row_event(own_bytes);
        shape +=
            Shape { events: others, dml_events: others, bytes, dml_bytes: bytes, largest_event_bytes: 0 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::SimTime;

    fn rows(bytes: u64, row_bytes: u64, nodes: u16, scale: u32) -> BigRows {
        let big = BigTransaction { at: SimTime(0), bytes, row_bytes, nodes, scale };
        BigRows::new(&big, 16, 8_192)
    }

    #[test]
    fn five_gigabytes_are_as_many_events_as_the_example_says() {
        let big = rows(5_000_000_000, 2_500, 1, 100);
        assert_eq!((big.events(), big.pieces()), (663_570, 6_636));
        assert_eq!(big.known_piece(1).bytes, 100 * 7_535);
    }

    #[test]
    fn an_encoded_event_has_the_size_that_its_position_says() {
        let many =
            [(1_000_000, 2_500, 1, 1), (1_000_000, 100, 3, 10), (100, 2_500, 2, 7), (400_000, 70_000, 1, 2)];
        for (bytes, row_bytes, nodes, scale) in many {
            let big = rows(bytes, row_bytes, nodes, scale);
            for piece in 0..big.pieces() {
                assert_eq!(big.encoded_piece(0, piece), big.known_piece(piece), "{piece} of {big:?}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_huge_transaction_share_no_key() {
        let big = rows(1_000_000, 2_500, 3, 1);
        let keys = |part| (0..100).map(move |row| big.key(part, row));
        assert!(keys(0).all(|key| keys(1).chain(keys(2)).all(|other| other != key)));
    }
}
