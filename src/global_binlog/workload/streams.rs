//! Dealing out rows to several streams.
//!
//! By table, a statement goes to one stream whole. By key, each row goes where the hash of its key says: a row event becomes one
//! event in each stream that gets some of its rows, and each of these streams needs the statement's table map once, in front of the first
//! of them.
//!
//! *Worked example.* An event of 35 bytes and 10 rows of 200 bytes: 2,035 bytes. Dealt out to two streams, six rows and four: 1,235
//! and 835 bytes, 35 more than before, besides the second table map.

use super::Shape;
use super::statements::row_event;
use crate::base::random;

/// Most streams that there may be.
pub(super) const MAX_STREAMS: usize = 64;

/// The stream of a table or row with that hash.
#[inline]
pub(super) fn stream_of(hash: u64, streams: usize) -> usize {
    random::below(hash, streams as u64) as usize
}

/// A statement that is dealt out row by row.
pub(super) struct Dealer<'a> {
    /// What each stream has got.
    pub streams: &'a mut [Shape],
    /// The table map of the statement.
    pub table_map: Shape,
    /// Bytes of a row event without rows.
    pub overhead: u64,
    /// Events that one event stands for.
    pub stands_for: u64,
    /// Streams that have the table map, a bit each.
    pub mapped: u64,
}

impl Dealer<'_> {
    /// Deals out a row event; rows come as the hash of their key and their bytes.
    pub fn row_event(&mut self, rows: impl Iterator<Item = (u64, u64)>) {
        let mut bytes = [0; MAX_STREAMS];
        let mut touched = 0_u64;
        for (hash, row_bytes) in rows {
            let stream = stream_of(hash, self.streams.len());
            bytes[stream] += row_bytes;
            touched |= 1 << stream;
        }
        while touched != 0 {
            let stream = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            if self.mapped >> stream & 1 == 0 {
                self.mapped |= 1 << stream;
                self.streams[stream] += self.table_map;
            }
            let one = row_event(self.overhead + bytes[stream]);
            self.streams[stream] += Shape {
                events: self.stands_for,
                dml_events: self.stands_for,
                bytes: one.bytes * self.stands_for,
                dml_bytes: one.dml_bytes * self.stands_for,
                ..one
            };
        }
    }

    /// Notes the streams that earlier rows of the statement went to, given the hashes of their keys.
    pub fn note_earlier(&mut self, hashes: impl Iterator<Item = u64>) {
        let all = u64::MAX >> (MAX_STREAMS - self.streams.len());
        for hash in hashes {
            self.mapped |= 1 << stream_of(hash, self.streams.len());
            if self.mapped == all {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hashes that go to the first and to the second of two streams.
    const HASHES: [u64; 2] = [0, u64::MAX];

    fn dealt(stands_for: u64, mapped: u64) -> [Shape; 2] {
        let mut streams = [Shape::default(); 2];
        let (table_map, overhead) = (row_event(50), 35);
        let mut dealer = Dealer { streams: &mut streams, table_map, overhead, stands_for, mapped };
        dealer.row_event((0..10).map(|row| (HASHES[usize::from(row >= 6)], 200)));
        streams
    }

    #[test]
    fn an_event_is_dealt_out_as_the_example_says() {
        assert_eq!(dealt(1, 0b11).map(|shape| shape.bytes), [1_235, 835]);
        assert_eq!(
            dealt(100, 0b11).map(|shape| (shape.events, shape.bytes)),
            [(100, 123_500), (100, 83_500)]
        );
    }

    #[test]
    fn a_stream_that_has_no_table_map_gets_one() {
        assert_eq!(dealt(1, 0b10).map(|shape| (shape.events, shape.bytes)), [(2, 1_285), (1, 835)]);
        let mut streams = [Shape::default(); 2];
        let mut dealer = Dealer {
            streams: &mut streams,
            table_map: row_event(50),
            overhead: 35,
            stands_for: 1,
            mapped: 0,
        };
        dealer.note_earlier(HASHES[..1].iter().copied());
        assert_eq!(dealer.mapped, 0b01);
    }
}
