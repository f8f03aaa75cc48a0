//! A slice of a large table: some of its rows, those that stand beside each other in one of its indexes.
//!
//! A small table is no picture of a large one. With 1,000,000,000 rows of `t0` each of the million values of `b` stands a
//! thousand times, so that neighbours in the index on `b` share it; with 100,000 rows hardly any do. A slice is as dense as
//! the large table: it holds few rows, but from a narrow window of keys.
//!
//! *Worked example.* 100,000 of 1,000,000,000 entries are one in 10,000. The index is ordered by `b`, so the slice holds one in
//! 10,000 values of `b`, 100 of them, neighbours; each stands a thousand times as it should. The rows that hold these
//! values are scattered over the table: their keys `a` ascend by 10,000, not by 1. In an index on a column with only ten
//! values the slice holds one of them; its rows are one in ten of a stretch of a million rows.
//!
//! So the columns of the key are narrowed one after the other until the slice is small enough:
//!
//! | values | in the slice |
//! |---|---|
//! | one of so many | a window of neighbouring values; of texts, those that begin alike |
//! | skewed, `k` of sysbench | the same distribution over fewer values |
//! | in row order | rows that are as far from each other as the columns before let them be |
//!
//! Columns that were not narrowed keep their values. NULLs keep their share: they are one value, which is not narrowed, so
//! that the rows that hold NULL in the first narrowed column stand close together in the table. (Only their numbers know
//! that; other columns behind it are taken from as wide a window as for all rows.)

use super::{ColumnStream, Numbering, TableRows};
use crate::base::random;
use crate::innodb::layout::{FieldSource, IndexLayout, Width};
use crate::innodb::table::{Column, Table, Values};

/// Numbers here have this many binary places.
pub(super) const PLACES: u32 = 32;
pub(super) const ONE: u128 = 1 << PLACES;

/// How many values the server's `RAND` gives column `b` of `t0`.
const SERVER_RAND_VALUES: u64 = 1_000_001;

/// What is left to do.
struct Narrowing {
    /// By which factor the slice must still be narrowed.
    left: u128,
    /// By which factor the columns so far have narrowed it.
    taken: u128,
}

impl Narrowing {
    /// Narrows a column of `values` values as far as needed; gives how many of its `distinct` values remain, and the factor.
    fn narrow(&mut self, values: u64, distinct: u64) -> (u64, u128) {
        let wanted = self.left.min(u128::from(values.max(1)) << PLACES);
        if wanted <= ONE {
            return (distinct, ONE);
        }
        let kept = ((u128::from(distinct) << PLACES) + wanted / 2) / wanted;
        let kept = kept.max(1);
        // What few values were rounded to counts; many hidden behind a short prefix do not.
        let factor = if distinct <= values { (u128::from(distinct) << PLACES) / kept } else { wanted };
        self.left = ((self.left << PLACES) / factor).max(ONE);
        self.taken = (self.taken * factor) >> PLACES;
        (kept as u64, factor)
    }
}

impl TableRows {
    /// `count` rows of a table that has `rows` rows under the experiment's `seed`, as they stand beside each other in the
    /// index `layout`, of which every `rows / entries`-th entry is taken: all of them for a slice of the leaves
    /// (`entries` is `rows`), the first of each page for a slice of the level above.
    ///
    /// `count` is at most `entries`, which is at most `rows`.
    pub fn slice(
        table: &Table,
        layout: &IndexLayout,
        (rows, entries): (u64, u64),
        count: u32,
        seed: u64,
    ) -> Self {
        debug_assert!(u64::from(count) <= entries && entries <= rows);
        let mut table = table.clone();
        let mut streams = Vec::new();
        for (position, column) in table.columns.iter_mut().enumerate() {
            if column.values == Values::ServerRand {
                column.values = Values::Uniform { distinct: SERVER_RAND_VALUES };
            }
            streams.push(ColumnStream { range: rows, ..ColumnStream::new(seed, position) });
        }
        let mut narrowing = Narrowing { left: ratio(entries, count.into()), taken: ratio(rows, entries) };
        let mut step = None;
        let mut nulls = None;
        for field in &layout.fields[..layout.unique_fields] {
            let in_row_order = match field.source {
                FieldSource::Column(column) => table.columns[column].values == Values::Sequential,
                _ => true,
            };
            if in_row_order {
                step.get_or_insert(narrowing.taken);
                narrowing.left = ONE;
            } else if let FieldSource::Column(column) = field.source {
                if table.columns[column].null_pct > 0 {
                    nulls.get_or_insert((column, narrowing.taken));
                }
                let (Width::Fixed(len) | Width::Variable(len)) = field.width;
                narrow_column(&mut table.columns[column], &mut streams[column], len, &mut narrowing);
            }
        }
        let numbering = Numbering::stretch(rows, count, step.unwrap_or(ratio(rows, count.into())));
        let of_nulls = nulls.map(|(column, step)| (column, Numbering::stretch(rows, count, step)));
        Self { table, count, columns: streams, numbering, of_nulls }
    }
}

impl Numbering {
    /// `count` rows from the middle of `rows`, so far from each other.
    fn stretch(rows: u64, count: u32, step: u128) -> Self {
        let length = (step * u128::from(count)) >> PLACES;
        let first = u128::from(rows).saturating_sub(length) / 2;
        Self { first: first as u64, step: (step >> (PLACES - Self::PLACES)) as u64 }
    }
}

fn ratio(over: u64, under: u64) -> u128 {
    (u128::from(over) << PLACES) / u128::from(under.max(1))
}

/// Narrows the values of a key column of which the key uses `len` bytes.
fn narrow_column(column: &mut Column, stream: &mut ColumnStream, len: u16, narrowing: &mut Narrowing) {
    let is_text = column.kind.is_string();
    let shown = |letters: u64| letters.saturating_pow(u32::from(len.min(column.lengths.0)).min(12));
    match &mut column.values {
        Values::Uniform { distinct } | Values::Skewed { distinct } if is_text => {
            let (kept, factor) = narrowing.narrow(shown(26).min(*distinct), *distinct);
            *distinct = kept;
            stream.narrow_texts(factor);
        }
        Values::Uniform { distinct } => {
            let (kept, _) = narrowing.narrow(*distinct, *distinct);
            // Not in the middle, where the sign changes.
            stream.first = (*distinct - kept) / 3;
            *distinct = kept;
        }
        Values::Skewed { distinct } => *distinct = narrowing.narrow(*distinct, *distinct).0,
        Values::SysbenchKey => stream.range = narrowing.narrow(stream.range, stream.range).0,
        Values::SysbenchText { .. } => {
            let values = shown(10);
            stream.narrow_texts(narrowing.narrow(values, values).1);
        }
        Values::Constant | Values::Sequential | Values::ServerRand => {}
    }
}

impl ColumnStream {
    /// Every value of a column.
    pub(super) fn new(seed: u64, position: usize) -> Self {
        Self {
            seed: random::at(seed, position as u64),
            drawn: Vec::new(),
            first: 0,
            range: 0,
            text_share: ONE,
        }
    }

    /// Leaves one in `factor` of the texts, a number with [`PLACES`] binary places.
    fn narrow_texts(&mut self, factor: u128) {
        // A key may name a column twice: its first letters, and all of it.
        self.text_share = (self.text_share * factor) >> PLACES;
    }

    /// Moves a text, given as a number below `texts`, into the slice's window.
    #[inline]
    pub(super) fn in_window(&self, text: u64, texts: u64) -> u64 {
        let narrowed = |number: u64| ((u128::from(number) << PLACES) / self.text_share) as u64;
        (texts - narrowed(texts)) / 3 + narrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::innodb::table::{ColumnKind, IndexDefinition, KeyPart};

    fn index(table: &Table, column: usize) -> IndexLayout {
        let parts = vec![KeyPart { column, prefix: None }];
        IndexLayout::secondary(table, &IndexDefinition { name: "i".into(), parts }, 2)
    }

    fn values(rows: &TableRows, column: usize) -> Vec<Vec<u8>> {
        let value = |row| {
            let mut bytes = Vec::new();
            rows.append_value(row, column, &mut bytes);
            bytes
        };
        (0..rows.count()).map(value).collect()
    }

    fn distinct(values: &[Vec<u8>]) -> usize {
        let mut sorted = values.to_vec();
        sorted.sort();
        sorted.dedup();
        sorted.len()
    }

    #[test]
    fn a_slice_is_as_dense_as_the_large_table() {
        let table = Table::t0();
        let billion = 1_000_000_000;
        let slice = TableRows::slice(&table, &index(&table, 1), (billion, billion), 100_000, 1);
        assert_eq!(distinct(&values(&slice, 1)), 100);
        let number = |row| slice.integer(row, 0) ^ 0x8000_0000;
        assert!((9_999..=10_001).contains(&(number(1) - number(0))), "keys ascend by 10,000");
    }

    #[test]
    fn a_slice_of_the_clustered_index_is_a_stretch_of_rows() {
        let table = Table::t0();
        let layout = IndexLayout::clustered(&table, 1);
        let slice = TableRows::slice(&table, &layout, (1_000_000_000, 1_000_000_000), 1_000, 1);
        let numbers: Vec<u32> = (0..3).map(|row| slice.integer(row, 0) ^ 0x8000_0000).collect();
        assert_eq!(numbers, [499_999_501, 499_999_502, 499_999_503]);
        // The level above holds every 500th row.
        let slice = TableRows::slice(&table, &layout, (1_000_000_000, 2_000_000), 1_000, 1);
        assert_eq!(slice.integer(1, 0) - slice.integer(0, 0), 500);
    }

    #[test]
    fn a_column_of_few_values_is_narrowed_to_one_and_the_key_behind_it_further() {
        let mut table = Table::t0();
        table.columns[1].values = Values::Uniform { distinct: 10 };
        let slice = TableRows::slice(&table, &index(&table, 1), (1_000_000_000, 1_000_000_000), 1_000, 1);
        assert_eq!(distinct(&values(&slice, 1)), 1);
        assert_eq!(slice.integer(9, 0) - slice.integer(8, 0), 10);
    }

    #[test]
    fn rows_that_hold_null_stand_close_together() {
        let mut table = Table::t0();
        table.columns[1].null_pct = 50;
        let slice = TableRows::slice(&table, &index(&table, 1), (1_000_000_000, 1_000_000_000), 1_000, 1);
        let numbers = |null: bool| {
            let is_it = |row: &u32| slice.is_null(*row, 1) == null;
            let numbers = (0..1_000).filter(is_it).map(|row| slice.integer(row, 0) ^ 0x8000_0000);
            numbers.collect::<Vec<u32>>()
        };
        let length = |numbers: &[u32]| numbers[numbers.len() - 1] - numbers[0];
        assert!(length(&numbers(true)) < 1_000);
        assert!(length(&numbers(false)) > 900_000_000);
    }

    #[test]
    fn neighbouring_texts_begin_alike() {
        let table = Table::sbtest1();
        let slice = TableRows::slice(&table, &index(&table, 2), (1_000_000_000, 1_000_000_000), 10_000, 1);
        let texts = values(&slice, 2);
        let shared = |at: usize| texts.iter().all(|text| text[at] == texts[0][at]);
        // One in 100,000 texts: five digits are (almost) the same, the sixth is not.
        assert!((0..4).all(shared) && !shared(5));
        assert!(texts.iter().all(|text| text.len() == 120));
    }

    #[test]
    fn a_slice_of_everything_is_the_table() {
        let mut table = Table::sbtest1();
        let column = Column::new("u", ColumnKind::Char(30), Values::Uniform { distinct: 1_000 });
        table.columns.push(column);
        let all = TableRows::new(table.clone(), 500, 3);
        for column in [1, 2, 4] {
            let slice = TableRows::slice(&table, &index(&table, column), (500, 500), 500, 3);
            for column in 0..table.columns.len() {
                assert_eq!(values(&slice, column), values(&all, column));
            }
        }
    }
}
