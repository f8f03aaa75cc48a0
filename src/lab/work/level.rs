//! A few pages of one level of a large tree, really built and logged.

use crate::base::PageNo;
use crate::bulk_load::page_builder::{FillRule, PageBuilder};
use crate::bulk_load::sort::{ExternalSort, primary_key_order};
use crate::bulk_load::tree_builder::fresh_page;
use crate::innodb::record::REBUILT;
use crate::innodb::tablespace::SYSTEM_SPACE;
use crate::innodb::{
    IndexKind, IndexLayout, NO_PAGE, RecordBuffer, Table, TableRows, Tablespace, page, put_u32, put_u64,
};
use crate::lab::work::tally::{Tally, share};
use crate::redo::{BulkPage, RedoLog};

/// How many bytes of records of a level are made, about: more of leaves, because most redo is theirs.
const LEAF_BYTES: u64 = 1 << 20;
const INTERNAL_BYTES: u64 = 1 << 18;
/// The most records of a level that are made.
const MAX_RECORDS: u64 = 80_000;
/// Records whose sizes tell how many fill the wanted number of pages.
const SIZED_RECORDS: u64 = 200;
/// Of rebuilds: how many pauses are really made at a level.
const SPLITS: usize = 24;

/// What all levels of a tree share.
pub(super) struct TreeSample<'a> {
    /// The large table.
    pub(super) table: &'a Table,
    /// Its rows.
    pub(super) rows: u64,
    /// Seed of its values.
    pub(super) seed: u64,
    /// The tree's layout.
    pub(super) layout: &'a IndexLayout,
    /// How full pages are made.
    pub(super) rule: FillRule,
    /// An empty file, for its number and page size.
    pub(super) space: &'a Tablespace,
    /// Transaction that secondary leaves carry.
    pub(super) trx_id: u64,
}

/// Pages of one level.
pub(super) struct LevelSample {
    /// Records of the level in the large tree.
    pub(super) entries: u64,
    /// Pages of the level in the large tree.
    pub(super) pages: u64,
    /// Whether the sample is all of the level.
    whole: bool,
    builders: Vec<PageBuilder>,
    records: u64,
    record_bytes: u64,
}

impl TreeSample<'_> {
    /// Builds pages of level `level`, which has `entries` records.
    pub(super) fn level(&self, level: usize, entries: u64) -> LevelSample {
        let count = self.sample_records(level, entries);
        let whole = count == entries;
        let rows = self.slice(entries, count);
        let order = self.order(&rows);
        let mut record = RecordBuffer::new();
        let mut pointer = RecordBuffer::new();
        let mut builders = vec![self.start(level, if whole { NO_PAGE } else { 0 })];
        for position in 0..rows.count() {
            let row = order.as_ref().map_or(position, |order| order[position as usize]);
            record.set_next_leaf(self.layout, &rows, row, REBUILT);
            if level > 0 {
                pointer.set_node_pointer(self.layout, record.bytes(), record.extra_bytes(), position);
            }
            let next = if level > 0 { &mut pointer } else { &mut record };
            let mut last = builders.last_mut().expect("there is a first page");
            if !self.rule.fits(last.records(), last.used_bytes(), next.bytes().len()) {
                last.finish();
                builders.push(self.start(level, 0));
                last = builders.last_mut().expect("just added");
            }
            if last.wants_minimum_mark(next) {
                next.mark_minimum();
            }
            last.append(next);
        }
        match whole {
            true => builders.last_mut().expect("there is a page").finish(),
            // The last page is not full.
            false => drop(builders.pop()),
        }
        LevelSample::new(entries, whole, builders)
    }

    /// How many records of a level are made.
    fn sample_records(&self, level: usize, entries: u64) -> u64 {
        let sized = self.slice(entries, entries.min(SIZED_RECORDS));
        let mut record = RecordBuffer::new();
        let mut pointer = RecordBuffer::new();
        let mut bytes = 0;
        for row in 0..sized.count() {
            record.set_leaf(self.layout, &sized, row, REBUILT);
            pointer.set_node_pointer(self.layout, record.bytes(), record.extra_bytes(), 0);
            bytes += if level > 0 { pointer.bytes().len() } else { record.bytes().len() };
        }
        let records_in = |room: u64| (room * u64::from(sized.count())).div_ceil(bytes as u64);
        let wanted = records_in(if level > 0 { INTERNAL_BYTES } else { LEAF_BYTES });
        let count = wanted.min(MAX_RECORDS).max(records_in(4 * self.rule.free_bytes as u64));
        if entries <= count + count / 2 { entries } else { count }
    }

    fn slice(&self, entries: u64, count: u64) -> TableRows {
        TableRows::slice(self.table, self.layout, (self.rows, entries), count as u32, self.seed)
    }

    /// The order of the slice's rows in the index.
    fn order(&self, rows: &TableRows) -> Option<Vec<u32>> {
        let by_key = match self.table.primary_key.is_empty() {
            true => None,
            false => primary_key_order(&IndexLayout::clustered(self.table, 0), rows),
        };
        if self.layout.kind == IndexKind::Clustered {
            return by_key;
        }
        let mut sort = ExternalSort::new(self.layout, rows, usize::MAX / 2, true);
        sort.scan_run(self.layout, rows, by_key.as_deref());
        Some(sort.into_order())
    }

    /// An empty page of a level.
    fn start(&self, level: usize, prev: PageNo) -> PageBuilder {
        let mut page = fresh_page(self.space, self.layout, 0, level, prev);
        if level == 0 && self.layout.kind == IndexKind::Secondary {
            put_u64(&mut page, page::PAGE_MAX_TRX_ID, self.trx_id);
        }
        PageBuilder::new(0, page, true)
    }

    /// Logs the pages of a level; `page_no` tells the number of the page that stands `nth` among `pages` of its level. Gives
    /// what the whole level costs.
    pub(super) fn log_level(
        &self,
        sample: &LevelSample,
        log: &mut RedoLog,
        page_no: &dyn Fn(u64, u64) -> u64,
    ) -> Tally {
        let before = Tally::of(log);
        for (index, builder) in sample.builders.iter().enumerate() {
            let mut numbered = self.numbered(sample, index, builder, page_no);
            let next_is_new = !sample.whole || index + 1 < sample.builders.len();
            self.log_page(log, &mut numbered, next_is_new);
        }
        sample.scaled(&Tally::of(log).since(&before))
    }

    /// Logs again pages of a level whose build pauses `pauses` times, each time somewhere on a page. Gives what the pauses
    /// add.
    pub(super) fn log_pauses(
        &self,
        sample: &LevelSample,
        pauses: u64,
        log: &mut RedoLog,
        page_no: &dyn Fn(u64, u64) -> u64,
    ) -> Tally {
        let start = Tally::of(log);
        let (mut whole, mut parts, mut splits) = (Tally::default(), Tally::default(), 0);
        let mut before = start;
        let mut lap = |log: &RedoLog| {
            let now = Tally::of(log);
            now.since(&std::mem::replace(&mut before, now))
        };
        for split in 0..SPLITS {
            let index = split * sample.builders.len() / SPLITS;
            let builder = &sample.builders[index];
            let first = builder.records() * (2 * split + 1) / (2 * SPLITS);
            // Pages stand for each other: where the pause falls must not depend on which page it is.
            let first = if sample.builders.len() > 1 { (first * 7) % builder.records() } else { first };
            if first == 0 {
                continue;
            }
            splits += 1;
            let mut once = self.numbered(sample, index, builder, page_no);
            self.log_page(log, &mut once, true);
            whole.add(&lap(log));
            let mut twice = self.rebuilt(&once, 0, first);
            self.log_page(log, &mut twice, false);
            twice.logged = first;
            twice.created = false;
            append_records(&mut twice, &once, first, once.records());
            put_u32(&mut twice.page, page::FIL_PAGE_NEXT, page::next(&once.page));
            self.log_page(log, &mut twice, true);
            parts.add(&lap(log));
        }
        parts.excess_over(&whole).scaled(pauses, splits)
    }

    /// Logs the copy of the top page's records into the root.
    pub(super) fn log_root(&self, sample: &LevelSample, log: &mut RedoLog, root: PageNo) -> Tally {
        let before = Tally::of(log);
        let top = sample.builders.last().expect("a level has a page");
        let mut builder = self.rebuilt(top, root, top.records());
        builder.created = false;
        self.log_page(log, &mut builder, false);
        Tally::of(log).since(&before)
    }

    /// A page with the first `records` records of another one.
    fn rebuilt(&self, from: &PageBuilder, page_no: PageNo, records: usize) -> PageBuilder {
        let level = usize::from(page::level(&from.page));
        let mut builder = self.start(level, page::prev(&from.page));
        builder.page_no = if page_no == 0 { from.page_no } else { page_no };
        put_u32(&mut builder.page, page::FIL_PAGE_OFFSET, builder.page_no);
        append_records(&mut builder, from, 0, records);
        builder
    }

    /// The page with the number that it has in the large tree.
    fn numbered(
        &self,
        sample: &LevelSample,
        index: usize,
        builder: &PageBuilder,
        page_no: &dyn Fn(u64, u64) -> u64,
    ) -> PageBuilder {
        let mut numbered = builder.clone();
        // Page `index` of the sample stands for as many of the level; the middle one's number is taken.
        let built = sample.builders.len() as u64;
        let nth = sample.pages * (2 * index as u64 + 1) / (2 * built);
        let number = page_no(nth, sample.pages).clamp(2, u64::from(SYSTEM_SPACE) - 2) as PageNo;
        numbered.page_no = number;
        put_u32(&mut numbered.page, page::FIL_PAGE_OFFSET, number);
        if page::prev(&numbered.page) != NO_PAGE {
            put_u32(&mut numbered.page, page::FIL_PAGE_PREV, number - 1);
        }
        put_u32(&mut numbered.page, page::FIL_PAGE_NEXT, number + 1);
        numbered
    }

    fn log_page(&self, log: &mut RedoLog, builder: &mut PageBuilder, next_is_new: bool) {
        log.commit_bulk_page(&mut BulkPage {
            page_no: builder.page_no,
            page: &mut builder.page,
            layout: self.layout,
            origins: &builder.origins,
            starts: &builder.starts,
            logged: builder.logged,
            created: builder.created,
            next_is_new,
        });
    }
}

/// Appends records `from` to `to` of a page to another one, and finishes it.
fn append_records(builder: &mut PageBuilder, source: &PageBuilder, from: usize, to: usize) {
    let mut record = RecordBuffer::new();
    for index in from..to {
        let (bytes, origin) = source.record(index);
        record.set_copy(bytes, origin);
        builder.append(&record);
    }
    builder.finish();
}

impl LevelSample {
    fn new(entries: u64, whole: bool, builders: Vec<PageBuilder>) -> Self {
        let records = builders.iter().map(|builder| builder.records() as u64).sum();
        let record_bytes = builders.iter().map(|builder| builder.used_bytes() as u64).sum();
        let built = builders.len() as u64;
        let pages = if whole { built } else { (entries * built).div_ceil(records) };
        Self { entries, pages, whole, builders, records, record_bytes }
    }

    /// Bytes of all records of the level.
    pub(super) fn entry_bytes(&self) -> u64 {
        share(self.record_bytes, self.entries, self.records)
    }

    /// How many records `bytes` hold.
    pub(super) fn records_in(&self, bytes: u64) -> u64 {
        (bytes * self.records / self.record_bytes).max(1)
    }

    /// What the whole level costs if the sample cost `tally`.
    fn scaled(&self, tally: &Tally) -> Tally {
        match tally.images {
            _ if self.whole => *tally,
            0 => tally.scaled(self.entries, self.records),
            // A last page that is not full costs as much as any.
            _ => tally.scaled(self.pages, self.builders.len() as u64),
        }
    }
}
