//! Sorting in disjoint ranges: each thread gets the keys between two splitters, and no merge is left.
//!
//! The keys of a **sample** of rows are sorted first. From them **splitters** are taken that divide it into equal parts.
//! Each row then goes to the range of its key, and each range is sorted by a thread of its own. Ranges put one after the
//! other are the whole order, so their trees can be built at the same time.
//!
//! *Worked example.* 8 rows with keys 50 20 90 70 10 60 30 80, sample 20 70 60 80, two ranges: the sorted sample is
//! 20 60 70 80, its third key 70 the splitter. Range 0 gets 50 20 10 60 30, range 1 gets 90 70 80; sorted, 10 20 30 50 60 and
//! 70 80 90. The sample was small, so the ranges are 5 and 3 rows instead of 4 and 4.
//!
//! Rows with equal keys stand in the order of the scan, and so does a splitter among them: a column that is the same in all
//! rows is divided as evenly as any other.

use std::cmp::Ordering;

use crate::base::random;
use crate::bulk_load::sort::{Entry, SortKey, sort_entries};
use crate::innodb::{IndexLayout, TableRows};

/// Rows sampled for each range. The largest range, on which all threads wait, is seldom more than 1.2 times the average with
/// 256, and 1.4 times with 64.
const SAMPLE_PER_RANGE: u32 = 256;

/// The random sequence that places the sample.
const SAMPLE_SEED: u64 = 11;

/// A row in the order of the index: by key, then by place in the scan.
#[derive(Debug, Clone, Copy)]
struct Placed {
    entry: Entry,
    position: u32,
}

/// Compares two rows by key, then by place in the scan.
fn compare(key: &SortKey<'_>, left: Placed, right: Placed, scratch: &mut (Vec<u8>, Vec<u8>)) -> Ordering {
    left.entry.prefix.cmp(&right.entry.prefix).then_with(|| {
        if key.is_greater(left.entry.row, right.entry.row, scratch) {
            Ordering::Greater
        } else if key.is_greater(right.entry.row, left.entry.row, scratch) {
            Ordering::Less
        } else {
            left.position.cmp(&right.position)
        }
    })
}

/// A sort in progress.
pub struct SampleSort {
    fields: usize,
    splitters: Vec<Placed>,
    ranges: Vec<Vec<Entry>>,
    scratch: Vec<Entry>,
    sampled: u32,
    scanned: u32,
    sorted: usize,
}

/// Rows in key order, and where each range ends among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedRanges {
    /// All rows in key order; `None` if that is their own order.
    pub order: Option<Vec<u32>>,
    /// One past the last place of each range in that order, ascending. Ranges may be empty.
    pub ends: Vec<u32>,
}

impl SortedRanges {
    /// `ranges` ranges of the same number of rows, for rows that are in order already.
    pub fn equal(order: Option<Vec<u32>>, rows: u32, ranges: u32) -> Self {
        let end = |range: u32| (u64::from(rows) * u64::from(range) / u64::from(ranges)) as u32;
        Self { order, ends: (1..=ranges).map(end).collect() }
    }
}

impl SampleSort {
    /// Samples the rows of an index and finds splitters for `ranges` ranges (1 or more).
    ///
    /// `scan` gives the rows in scan order; `in_key_order` says that this is the order of the primary key, as in
    /// [`ExternalSort::new`](crate::bulk_load::sort::ExternalSort::new).
    pub fn new(
        layout: &IndexLayout,
        rows: &TableRows,
        ranges: u32,
        scan: Option<&[u32]>,
        in_key_order: bool,
    ) -> Self {
        let fields = if in_key_order { layout.key_fields } else { layout.unique_fields };
        let key = SortKey::new(layout, fields, rows);
        let sampled = (ranges.saturating_mul(SAMPLE_PER_RANGE)).min(rows.count());
        let sample = sorted_sample(&key, rows, sampled, scan);
        let splitter = |range: u32| sample[range as usize * sample.len() / ranges as usize];
        let splitters = match sample.is_empty() {
            true => Vec::new(),
            false => (1..ranges).map(splitter).collect(),
        };
        Self {
            fields,
            splitters,
            ranges: vec![Vec::new(); ranges as usize],
            scratch: Vec::new(),
            sampled,
            scanned: 0,
            sorted: 0,
        }
    }

    /// Reads up to `count` further rows and puts each into its range; returns how many rows are read so far.
    pub fn scan(&mut self, layout: &IndexLayout, rows: &TableRows, scan: Option<&[u32]>, count: u32) -> u32 {
        let key = SortKey::new(layout, self.fields, rows);
        let end = self.scanned.saturating_add(count).min(rows.count());
        let (mut bytes, mut scratch) = (Vec::new(), (Vec::new(), Vec::new()));
        for position in self.scanned..end {
            let placed = place(&key, scan, position, &mut bytes);
            let is_reached =
                |splitter: &Placed| compare(&key, *splitter, placed, &mut scratch) != Ordering::Greater;
            let range = self.splitters.partition_point(is_reached);
            self.ranges[range].push(placed.entry);
        }
        self.scanned = end;
        end
    }

    /// Sorts the next range; returns how many rows it holds, or `None` if all are sorted.
    pub fn sort_range(&mut self, layout: &IndexLayout, rows: &TableRows) -> Option<u32> {
        let range = self.ranges.get_mut(self.sorted)?;
        sort_entries(range, &mut self.scratch, &SortKey::new(layout, self.fields, rows));
        self.sorted += 1;
        Some(range.len() as u32)
    }

    /// Rows whose keys were sampled.
    pub fn sampled(&self) -> u32 {
        self.sampled
    }

    /// Rows read so far.
    pub fn scanned(&self) -> u32 {
        self.scanned
    }

    /// The rows in key order. Call when all ranges are sorted.
    pub fn into_ranges(self) -> SortedRanges {
        let mut order = Vec::with_capacity(self.scanned as usize);
        let mut ends = Vec::with_capacity(self.ranges.len());
        for range in &self.ranges {
            order.extend(range.iter().map(|entry| entry.row));
            ends.push(order.len() as u32);
        }
        SortedRanges { order: Some(order), ends }
    }
}

/// The row at `position` of the scan, with its key's prefix.
fn place(key: &SortKey<'_>, scan: Option<&[u32]>, position: u32, bytes: &mut Vec<u8>) -> Placed {
    let row = scan.map_or(position, |scan| scan[position as usize]);
    Placed { entry: Entry { prefix: key.prefix(row, bytes), row }, position }
}

/// `count` rows in key order: one at a random place of each of `count` equal stretches of the scan.
fn sorted_sample(key: &SortKey<'_>, rows: &TableRows, count: u32, scan: Option<&[u32]>) -> Vec<Placed> {
    let start = |stretch: u32| u64::from(rows.count()) * u64::from(stretch) / u64::from(count);
    let mut bytes = Vec::new();
    let mut sample: Vec<Placed> = (0..count)
        .map(|stretch| {
            let (from, to) = (start(stretch), start(stretch + 1));
            let position = from + random::below(random::at(SAMPLE_SEED, stretch.into()), to - from);
            place(key, scan, position as u32, &mut bytes)
        })
        .collect();
    let mut scratch = (Vec::new(), Vec::new());
    sample.sort_by(|left, right| compare(key, *left, *right, &mut scratch));
    sample
}
