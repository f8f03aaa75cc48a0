//! The rows of a table, made from a seed: any row can be made alone, so that a table of two million rows needs no memory.
//!
//! Every value is a function of the seed, the column and the row's position. Only `t0`'s `b` is drawn in order, because the
//! server's `RAND` is: its values are kept, four bytes a row. A table that is too large even for that is shown by a slice of
//! it ([`mod@slice`]).

pub mod slice;

use crate::base::random::{self, ServerRand, below};
use crate::innodb::table::{Column, ColumnKind, Table, Values};

/// A table and the values of its rows.
#[derive(Debug, Clone)]
pub struct TableRows {
    table: Table,
    count: u32,
    columns: Vec<ColumnStream>,
    numbering: Numbering,
    /// In a slice, a column and the numbering of the rows that hold NULL there.
    of_nulls: Option<(usize, Numbering)>,
}

#[derive(Debug, Clone)]
struct ColumnStream {
    seed: u64,
    drawn: Vec<u32>,
    /// Smallest number of a column of numbers.
    first: u64,
    /// Rows that sysbench's keys are spread over.
    range: u64,
    /// Only one in so many of all texts may occur; a number with [`slice::PLACES`] binary places.
    text_share: u128,
}

/// Which numbers rows have, where they are counted from 1 through the whole table.
#[derive(Debug, Clone, Copy)]
struct Numbering {
    /// Rows before the first one.
    first: u64,
    /// From one row to the next; a number with [`Numbering::PLACES`] binary places.
    step: u64,
}

impl Numbering {
    const PLACES: u32 = 16;
    /// Rows that are all there.
    const ALL: Self = Self { first: 0, step: 1 << Self::PLACES };

    #[inline]
    fn number(self, row: u32) -> u64 {
        self.first + ((u64::from(row) * self.step) >> Self::PLACES) + 1
    }
}

/// Salts that keep a row's value, its length and whether it is NULL independent.
const LENGTH_SALT: u64 = 0x6C65_6E67_7468;
const NULL_SALT: u64 = 0x6E75_6C6C;

impl TableRows {
    /// `count` rows of `table` under the experiment's `seed`.
    pub fn new(table: Table, count: u32, seed: u64) -> Self {
        let columns = table.columns.iter().enumerate().map(|(position, column)| {
            let stream = ColumnStream::new(seed, position);
            let drawn = match column.values {
                Values::ServerRand => {
                    let mut rand = ServerRand::new(seed);
                    (0..count).map(|_| rand.scaled(1_000_000) as u32).collect()
                }
                _ => Vec::new(),
            };
            ColumnStream { drawn, range: count.into(), ..stream }
        });
        let columns = columns.collect();
        Self { table, count, columns, numbering: Numbering::ALL, of_nulls: None }
    }

    /// The table's definition.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// How many rows there are.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The row's number in the whole table, from 1: its hidden row id if there is no primary key.
    #[inline]
    pub fn row_id(&self, row: u32) -> u64 {
        match self.of_nulls {
            Some((column, numbering)) if self.is_null(row, column) => numbering.number(row),
            _ => self.numbering.number(row),
        }
    }

    /// Whether every row holds the same value in `column`.
    pub fn is_constant(&self, column: usize) -> bool {
        let column = &self.table.columns[column];
        column.values == Values::Constant && column.null_pct == 0
    }

    /// Whether the stored values of `column`, cut to `len` bytes, ascend with the row's number.
    pub fn is_numbered_in_order(&self, column: usize, len: u16) -> bool {
        let column = &self.table.columns[column];
        let (min_len, max_len) = column.lengths;
        // Texts hold at least ten digits behind leading zeros, which compare as numbers if all have as many.
        let comparable = !column.kind.is_string() || min_len >= 10 && min_len == max_len;
        let whole = len >= column.kind.max_len() && comparable;
        column.values == Values::Sequential && column.null_pct == 0 && whole
    }

    /// Whether two rows are known to hold the same value in `column`, told without making it.
    pub fn same_value(&self, left: u32, right: u32, column: usize) -> bool {
        let definition = &self.table.columns[column];
        let seed = self.columns[column].seed;
        let same = |draw: &dyn Fn(u32) -> u64| draw(left) == draw(right);
        let same_number = match definition.values {
            Values::Constant => true,
            Values::Sequential | Values::SysbenchText { .. } => left == right,
            Values::ServerRand => same(&|row| u64::from(self.columns[column].drawn[row as usize])),
            Values::SysbenchKey => {
                same(&|row| u64::from(sysbench_key(seed, row, self.columns[column].range)))
            }
            Values::Uniform { .. } | Values::Skewed { .. } => same(&|row| self.number(row, column)),
        };
        same_number
            && (definition.null_pct == 0 || same(&|row| u64::from(self.is_null(row, column))))
            && (definition.lengths.0 == definition.lengths.1
                || same(&|row| u64::from(self.text_len(row, column))))
    }

    #[inline]
    fn is_null(&self, row: u32, column: usize) -> bool {
        let null_pct = self.table.columns[column].null_pct;
        let draw = || below(random::at(self.columns[column].seed ^ NULL_SALT, u64::from(row)), 100);
        null_pct > 0 && draw() < u64::from(null_pct)
    }

    fn text_len(&self, row: u32, column: usize) -> u16 {
        let (min, max) = self.table.columns[column].lengths;
        let draw = random::at(self.columns[column].seed ^ LENGTH_SALT, u64::from(row));
        min + below(draw, u64::from(max - min) + 1) as u16
    }

    /// Whether rows may hold NULL in `column`.
    pub fn has_nulls(&self, column: usize) -> bool {
        self.table.columns[column].null_pct > 0
    }

    /// Whether `column` is an `INT` that is never NULL.
    pub fn is_integer(&self, column: usize) -> bool {
        let column = &self.table.columns[column];
        column.kind == ColumnKind::Int && column.null_pct == 0
    }

    /// The stored form of a value of a column that [`TableRows::is_integer`], as a big-endian number.
    #[inline]
    pub fn integer(&self, row: u32, column: usize) -> u32 {
        let stream = &self.columns[column];
        let value = match self.table.columns[column].values {
            Values::Sequential => self.row_id(row) as u32,
            Values::ServerRand => stream.drawn[row as usize],
            Values::SysbenchKey => sysbench_key(stream.seed, row, stream.range),
            _ => self.number(row, column) as u32,
        };
        value ^ 0x8000_0000
    }

    /// Appends the stored bytes of a value to `out`; appends nothing and returns `false` for NULL.
    #[inline]
    pub fn append_value(&self, row: u32, column: usize, out: &mut Vec<u8>) -> bool {
        let definition = &self.table.columns[column];
        let stream = &self.columns[column];
        if self.is_null(row, column) {
            return false;
        }
        match definition.values {
            Values::ServerRand => append_int(stream.drawn[row as usize], out),
            Values::SysbenchText { groups } => append_digit_groups(stream, row, groups, definition, out),
            Values::SysbenchKey => append_int(sysbench_key(stream.seed, row, stream.range), out),
            _ => {
                let len =
                    if let ColumnKind::VarChar(_) = definition.kind { self.text_len(row, column) } else { 0 };
                append_number(self.number(row, column), (definition, stream), len, out);
            }
        }
        true
    }

    /// The number behind a value of a plain distribution.
    fn number(&self, row: u32, column: usize) -> u64 {
        let stream = &self.columns[column];
        let draw = || random::at(stream.seed, u64::from(row));
        match self.table.columns[column].values {
            Values::Sequential => self.row_id(row),
            Values::Uniform { distinct } => stream.first + below(draw(), distinct),
            Values::Skewed { distinct } => {
                // The product of four uniform numbers in [0, 1): half of its mass lies below 1/16 or so.
                let uniform = draw();
                let product = [0, 16, 32, 48].iter().fold(1_u128 << 64, |product, shift| {
                    (product * u128::from((uniform >> shift) & 0xFFFF)) >> 16
                });
                ((product * u128::from(distinct)) >> 64) as u64
            }
            _ => 0,
        }
    }
}

#[inline]
fn append_int(value: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&(value ^ 0x8000_0000).to_be_bytes());
}

/// Appends a number as a value of the column; `len` is the length of a `VARCHAR` value.
fn append_number(number: u64, of: (&Column, &ColumnStream), len: u16, out: &mut Vec<u8>) {
    let (column, _) = of;
    match column.kind {
        ColumnKind::Int => append_int(number as u32, out),
        ColumnKind::BigInt => out.extend_from_slice(&(number ^ (1 << 63)).to_be_bytes()),
        ColumnKind::DateTime => out.extend_from_slice(&packed_datetime(number)),
        ColumnKind::Char(len) => append_text(number, of, (len, len), out),
        ColumnKind::VarChar(_) => append_text(number, of, (len, len), out),
    }
}

/// Appends text of `len` bytes for `number`, padded with spaces to `padded` bytes.
fn append_text(
    number: u64,
    (column, stream): (&Column, &ColumnStream),
    (len, padded): (u16, u16),
    out: &mut Vec<u8>,
) {
    let start = out.len();
    match column.values {
        Values::Constant => {}
        Values::Sequential => {
            // The last digits, so that neighbours differ; leading zeros keep text order equal to number order.
            let digits = format!("{number:010}");
            let skip = digits.len().saturating_sub(usize::from(len));
            out.extend(std::iter::repeat_n(b'0', usize::from(len).saturating_sub(digits.len())));
            out.extend_from_slice(&digits.as_bytes()[skip..]);
        }
        _ => {
            let mut position = 0;
            while out.len() < start + usize::from(len) {
                let mut letters = twelve_letters(random::at(number, position));
                if position == 0 && stream.text_share > slice::ONE {
                    letters = narrowed(letters, stream);
                }
                position += 1;
                let room = (start + usize::from(len) - out.len()).min(12);
                out.extend_from_slice(&letters[..room]);
            }
        }
    }
    out.resize(start + usize::from(padded), b' ');
}

/// Twelve letters from 64 random bits.
fn twelve_letters(mut random: u64) -> [u8; 12] {
    std::array::from_fn(|_| {
        let letter = b'a' + (random % 26) as u8;
        random /= 26;
        letter
    })
}

/// Moves the first letters of a text into the slice's window.
fn narrowed(letters: [u8; 12], stream: &ColumnStream) -> [u8; 12] {
    let number = letters.iter().fold(0, |number, letter| number * 26 + u64::from(letter - b'a'));
    let mut number = stream.in_window(number, 26_u64.pow(12));
    let mut moved = letters;
    for letter in moved.iter_mut().rev() {
        *letter = b'a' + (number % 26) as u8;
        number /= 26;
    }
    moved
}

/// sysbench's "special" distribution: one draw in four is the mean of twelve uniform draws over the table, the others
/// are uniform over the middle hundredth (bulk-load log facts, section 1).
fn sysbench_key(seed: u64, row: u32, rows: u64) -> u32 {
    let draw = |position: u64| random::at(seed, u64::from(row) * 16 + position);
    if draw(0) & 3 == 0 {
        let sum: u64 = (1..=12).map(|position| below(draw(position), rows)).sum();
        (sum / 12 + 1) as u32
    } else {
        let width = (rows / 100).max(1);
        ((rows - width) / 2 + below(draw(1), width) + 1) as u32
    }
}

/// How many different groups of eleven digits there are.
const GROUP_VALUES: u64 = 100_000_000_000;

/// Groups of eleven random digits joined by hyphens, padded with spaces.
fn append_digit_groups(stream: &ColumnStream, row: u32, groups: u8, column: &Column, out: &mut Vec<u8>) {
    let start = out.len();
    for group in 0..u64::from(groups) {
        if group > 0 {
            out.push(b'-');
        }
        let mut digits = below(random::at(stream.seed, u64::from(row) * 16 + group), GROUP_VALUES);
        if group == 0 && stream.text_share > slice::ONE {
            digits = stream.in_window(digits, GROUP_VALUES);
        }
        let at = out.len();
        out.resize(at + 11, b'0');
        for place in (at..at + 11).rev() {
            out[place] = b'0' + (digits % 10) as u8;
            digits /= 10;
        }
    }
    out.resize(start + usize::from(column.kind.max_len()), b' ');
}

/// The moment `seconds` after 2020-01-01 00:00:00 in the servers' five-byte packing: sign, year * 13 + month (17 bits),
/// day (5), hour (5), minute (6), second (6).
fn packed_datetime(seconds: u64) -> [u8; 5] {
    let (mut days, of_day) = (seconds / 86_400, seconds % 86_400);
    let mut year = 2020;
    loop {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let in_year = if leap { 366 } else { 365 };
        if days < in_year {
            break;
        }
        days -= in_year;
        year = if year == 9999 { 2020 } else { year + 1 };
    }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let date = (year * 13 + month as u64 + 1) << 5 | (days + 1);
    let time = (of_day / 3600) << 12 | (of_day / 60 % 60) << 6 | (of_day % 60);
    let packed = 1 << 39 | date << 17 | time;
    let bytes = packed.to_be_bytes();
    [bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_rows_come_from_seed_one() {
        let rows = TableRows::new(Table::t0(), 3, 1);
        let mut bytes = Vec::new();
        for row in 0..3 {
            rows.append_value(row, 1, &mut bytes);
        }
        let values: Vec<u32> =
            bytes.chunks(4).map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]) ^ 0x8000_0000).collect();
        assert_eq!(values, [405_404, 871_614, 141_860]);
    }

    #[test]
    fn every_value_of_a_fixed_column_has_the_columns_size() {
        for table in [Table::sbtest1(), Table::mdev_19747()] {
            let rows = TableRows::new(table.clone(), 50, 9);
            for (position, column) in table.columns.iter().enumerate() {
                for row in 0..50 {
                    let mut bytes = Vec::new();
                    assert!(rows.append_value(row, position, &mut bytes));
                    assert_eq!(bytes.len(), usize::from(column.kind.max_len()), "{} row {row}", column.name);
                }
            }
        }
    }

    #[test]
    fn a_datetime_packs_the_days_of_leap_years() {
        // 2020-02-29 23:59:59, the 60th day.
        let packed = packed_datetime(60 * 86_400 - 1);
        let bits = packed.iter().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte)) & !(1 << 39);
        assert_eq!((bits >> 22, bits >> 17 & 31), (2020 * 13 + 2, 29));
        assert_eq!((bits >> 12 & 31, bits >> 6 & 63, bits & 63), (23, 59, 59));
    }

    #[test]
    fn half_of_skewed_values_lie_in_the_first_sixteenth() {
        let column = Column::new("s", ColumnKind::Int, Values::Skewed { distinct: 16_000 });
        let table = Table { name: "s".into(), columns: vec![column], primary_key: vec![], existing: vec![] };
        let rows = TableRows::new(table, 10_000, 3);
        let small = (0..10_000).filter(|&row| rows.number(row, 0) < 1_000).count();
        assert!((4_000..8_000).contains(&small), "{small} of 10,000 below a sixteenth");
    }
}
