//! What this machine's own work costs: small pieces of the engine, done as often as asked, for a caller who has a clock.
//!
//! A page calls [`Meter::run`] with growing amounts, looks at its clock, and writes the prices into an experiment as the
//! constants of the machine `this-browser` ([`crate::lab::machine`]).
//!
//! | kind | a unit is | constant |
//! |---|---|---|
//! | `compare` | a comparison of a sort in memory, what moves with it included | `compare_ps` |
//! | `copy` | a byte of a page copied | `copy_ps_per_byte` |
//! | `merge` | an entry taken through a merge of two runs | `merge_row_ns` |
//! | `load` | a row made into a record and put on a page | `load_row_ns` |
//! | `encode` | an insert record of a finished page | `encode_record_ns` |
//! | `checksum` | a byte of a page | `checksum_ps_per_byte` |
//! | `parse` | such a record found and taken apart | `parse_record_ps` |
//! | `apply` | a physical record applied to a page | `apply_record_ns` |

use crate::base::{DocumentError, PageNo};
use crate::bulk_load::page_builder::{FillRule, PageBuilder};
use crate::bulk_load::tree_builder::fresh_page;
use crate::innodb::checksum::crc32c;
use crate::innodb::record::REBUILT;
use crate::innodb::{IndexKind, IndexLayout, NO_PAGE, RecordBuffer, Table, TableRows, Tablespace};
use crate::redo::{self, BulkPage, Encoding, RedoLog};
use crate::replica::Replica;

/// Every kind of work, in the order in which a page measures them.
pub const KINDS: [&str; 8] = ["compare", "copy", "merge", "load", "encode", "checksum", "parse", "apply"];

const PAGE_SIZE: usize = 16_384;
const SPACE_ID: u32 = 5;
const PAGE_NO: PageNo = 4;

/// Entries that are sorted and merged: more than a processor's nearest caches hold.
const ENTRIES: u64 = 1 << 16;

/// A leaf of `t0` and what is needed to work on it.
pub struct Meter {
    rows: TableRows,
    layout: IndexLayout,
    leaf: PageBuilder,
    entries: Vec<(u64, u32)>,
    runs: [Vec<(u64, u32)>; 2],
    record_log: Vec<u8>,
    write_log: Vec<u8>,
}

impl Meter {
    /// Prepares the work, so that no measurement pays for it.
    pub fn new() -> Self {
        let rows = TableRows::new(Table::t0(), 10_000, 1);
        let layout = IndexLayout::clustered(rows.table(), 27);
        let leaf = build_leaf(&layout, &rows);
        let shuffled = |index: u64| (crate::base::random::at(1, index), index as u32);
        let entries: Vec<(u64, u32)> = (0..ENTRIES).map(shuffled).collect();
        let mut runs =
            [0, 1].map(|half| (half * ENTRIES / 2..(half + 1) * ENTRIES / 2).map(shuffled).collect());
        runs.iter_mut().for_each(|run: &mut Vec<_>| run.sort_unstable());
        let mut meter =
            Self { rows, layout, leaf, entries, runs, record_log: Vec::new(), write_log: Vec::new() };
        meter.record_log = meter.log("physiological");
        meter.write_log = meter.log("physical");
        meter
    }

    /// Does at least `amount` units (at least one piece) of the work of that kind; how many it did.
    ///
    /// # Errors
    /// [`DocumentError`] at `kind` if it is none of [`KINDS`].
    pub fn run(&mut self, kind: &str, amount: u64) -> Result<u64, DocumentError> {
        let piece: fn(&mut Self) -> u64 = match kind {
            "compare" => Self::compare,
            "copy" => Self::copy,
            "merge" => Self::merge,
            "load" => Self::load,
            "encode" => Self::encode,
            "checksum" => Self::checksum,
            "parse" => Self::parse,
            "apply" => Self::apply,
            _ => return Err(DocumentError::new("kind", kind, KINDS.join(", "))),
        };
        let mut units = 0;
        while units < amount.max(1) {
            units += piece(self);
        }
        Ok(units)
    }

    fn compare(&mut self) -> u64 {
        let mut comparisons = 0;
        let mut entries = self.entries.clone();
        entries.sort_unstable_by(|left, right| {
            comparisons += 1;
            left.0.cmp(&right.0)
        });
        std::hint::black_box(entries);
        comparisons
    }

    fn copy(&mut self) -> u64 {
        let copy = std::hint::black_box(self.leaf.page.clone());
        copy.len() as u64
    }

    fn merge(&mut self) -> u64 {
        let [left, right] = &self.runs;
        let mut merged = Vec::with_capacity(left.len() + right.len());
        let (mut from_left, mut from_right) = (0, 0);
        while from_left < left.len() && from_right < right.len() {
            if left[from_left] <= right[from_right] {
                merged.push(left[from_left]);
                from_left += 1;
            } else {
                merged.push(right[from_right]);
                from_right += 1;
            }
        }
        merged.extend_from_slice(&left[from_left..]);
        merged.extend_from_slice(&right[from_right..]);
        std::hint::black_box(&merged).len() as u64
    }

    fn load(&mut self) -> u64 {
        std::hint::black_box(build_leaf(&self.layout, &self.rows)).records() as u64
    }

    fn encode(&mut self) -> u64 {
        std::hint::black_box(self.log("physiological"));
        self.leaf.records() as u64
    }

    fn checksum(&mut self) -> u64 {
        std::hint::black_box(crc32c(&self.leaf.page));
        self.leaf.page.len() as u64
    }

    fn parse(&mut self) -> u64 {
        let encoding = encoding("physiological");
        let mut reader = redo::LogReader::new(encoding, encoding.framing().first_lsn());
        let mut records = 0;
        reader.push(&self.record_log).expect("its own log is whole");
        while let Some(mtr) = reader.next_mtr().expect("its own log is whole") {
            encoding.outline(mtr.bytes, SPACE_ID, &mut |_| records += 1).expect("its own log is whole");
        }
        records
    }

    fn apply(&mut self) -> u64 {
        let encoding = encoding("physical");
        let space = Tablespace::new(SPACE_ID, PAGE_SIZE);
        let mut replica = Replica::new(encoding, encoding.framing().first_lsn(), space, None);
        replica.replay(&self.write_log).expect("its own log can be repeated");
        std::hint::black_box(replica.space().get(PAGE_NO));
        replica.records_applied()
    }

    /// The log of the leaf as a bulk loader writes it.
    fn log(&self, name: &str) -> Vec<u8> {
        let mut log = RedoLog::new(encoding(name), SPACE_ID, 0);
        let mut page = self.leaf.page.clone();
        log.commit_bulk_page(&mut BulkPage {
            page_no: PAGE_NO,
            page: &mut page,
            layout: &self.layout,
            origins: &self.leaf.origins,
            starts: &self.leaf.starts,
            logged: 0,
            created: true,
            next_is_new: false,
        });
        let mut bytes = Vec::new();
        log.writer().finish_into(&mut bytes);
        bytes
    }
}

impl Default for Meter {
    fn default() -> Self {
        Self::new()
    }
}

fn encoding(name: &str) -> &'static dyn Encoding {
    redo::encoding(name).expect("an encoding of the engine")
}

/// A full leaf of the clustered index.
fn build_leaf(layout: &IndexLayout, rows: &TableRows) -> PageBuilder {
    let space = Tablespace::new(SPACE_ID, PAGE_SIZE);
    let rule = FillRule::new(IndexKind::Clustered, PAGE_SIZE, 100);
    let mut leaf = PageBuilder::new(PAGE_NO, fresh_page(&space, layout, PAGE_NO, 0, NO_PAGE), true);
    let mut record = RecordBuffer::new();
    for row in 0..rows.count() {
        record.set_leaf(layout, rows, row, REBUILT);
        if !rule.fits(leaf.records(), leaf.used_bytes(), record.bytes().len()) {
            break;
        }
        leaf.append(&record);
    }
    leaf.finish();
    leaf
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_does_at_least_what_is_asked() {
        let mut meter = Meter::new();
        for kind in KINDS {
            for amount in [1, 5_000] {
                assert!(meter.run(kind, amount).unwrap() >= amount, "{kind}");
            }
        }
        assert_eq!(meter.leaf.records(), 553);
        assert!(meter.parse() >= 553, "a record a row");
        let error = meter.run("think", 1).unwrap_err().to_string();
        assert!(error.starts_with("kind: think is not allowed"), "{error}");
    }
}
