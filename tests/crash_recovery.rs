//! Crash recovery: wherever a crash cuts the writes of a server, recovery gives back what the log holds, or says that it cannot.
//!
//! A small statement runs while pages are flushed, and every write is kept. A crash may come before any of them, and in the
//! middle: after any byte of the log, after any sector of a page. Each of these states is recovered and compared with an
//! independent replay of the whole log from the pages before the statement, byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use redo_lab::base::{Lsn, PageNo};
use redo_lab::innodb::page::{self, page_type};
use redo_lab::innodb::{Page, Tablespace};
use redo_lab::lab::crash_recovery::Server;
use redo_lab::lab::redo_volume::{Ddl, InsertOrder, RedoVolumeParams};
use redo_lab::redo::{self, Encoding, Framing, LogReader, ReplayError, ReplayTarget};
use redo_lab::replica::recovery::{CleanerRule, Recovery, Storage, Write, unsealed};

/// The first index that a statement builds has this number.
const FIRST_NEW_INDEX: u64 = 27;
const SECTOR: usize = 512;
const ENCODINGS: [&str; 5] = ["physiological", "list-copy", "physical", "page-image", "unlogged"];

/// A statement that was run to its end, and every write that it made.
struct Recorded {
    encoding: &'static dyn Encoding,
    before: Storage,
    writes: Vec<Write>,
    /// Versions of every page by the LSN from which each is valid, by replaying the whole log.
    versions: BTreeMap<PageNo, Vec<(Lsn, Page)>>,
    /// Where the log frees pages: whoever uses such a page next makes it anew.
    freed: Vec<(PageNo, Lsn)>,
    /// Ends of all mini-transactions.
    ends: BTreeSet<Lsn>,
    /// The primary's pages at the end.
    last: Tablespace,
    /// Pages of each tree that the statement built.
    tree_pages: BTreeMap<u64, usize>,
    builds_unlogged: bool,
}

/// How a statement is recorded.
#[derive(Debug, Clone)]
struct Plan {
    params: RedoVolumeParams,
    rows_per_step: u64,
    pages_per_step: usize,
    batch_pages: usize,
    doublewrite: bool,
}

impl Plan {
    fn new(encoding: &str, ddl: Ddl, rows: u32, doublewrite: bool) -> Self {
        let mut params = RedoVolumeParams::t0_add_index(rows, encoding);
        params.page_size = 4096;
        params.ddl = ddl;
        params.sort_buffer_bytes = 4_000;
        params.insert_order = InsertOrder::Random;
        Self { params, rows_per_step: 60, pages_per_step: 2, batch_pages: 3, doublewrite }
    }

    fn record(&self) -> Recorded {
        let rule = CleanerRule {
            usable_bytes: 1 << 30,
            most_dirty_bytes: 1 << 30,
            batch_pages: self.batch_pages,
            doublewrite: self.doublewrite,
        };
        let mut server = Server::new(&self.params, 1, rule).unwrap();
        let before = server.cleaner().storage().clone();
        server.cleaner_mut().keep_writes();
        loop {
            let done = server.step(self.rows_per_step).unwrap().done;
            server.flush(self.pages_per_step);
            while server.primary().waits_for_flush() && server.flush(self.batch_pages) > 0 {}
            if done {
                break;
            }
        }
        let primary = server.primary();
        let encoding = redo::encoding(&self.params.encoding).unwrap();
        let trees = primary.trees().iter();
        let mut recorded = Recorded {
            encoding,
            writes: server.cleaner().writes().to_vec(),
            versions: BTreeMap::new(),
            freed: Vec::new(),
            ends: BTreeSet::new(),
            last: primary.space.clone(),
            tree_pages: trees
                .map(|tree| (tree.layout.id, tree.pages_by_level.iter().sum::<u32>() as usize))
                .collect(),
            builds_unlogged: primary.flushes_pages(),
            before,
        };
        recorded.replay_all();
        recorded
    }
}

impl Recorded {
    /// Replays the log mini-transaction by mini-transaction and keeps every version of every page.
    fn replay_all(&mut self) {
        let start = self.before.checkpoint();
        for (page_no, bytes) in self.before.pages().iter() {
            let page = unsealed(bytes).expect("nothing is torn before the statement");
            self.versions.insert(page_no, vec![(start, page)]);
        }
        self.ends.insert(start);
        let mut reader = LogReader::new(self.encoding, start);
        let log = self.writes.iter().filter_map(|write| match write {
            Write::Log(bytes) => Some(bytes.as_slice()),
            _ => None,
        });
        reader.push(&log.collect::<Vec<_>>().concat()).unwrap();
        while let Some(mtr) = reader.next_mtr().unwrap() {
            let mut target = History {
                versions: &self.versions,
                space_id: self.last.space_id(),
                page_size: self.last.page_size(),
                open: BTreeMap::new(),
                freed: Vec::new(),
            };
            self.encoding.apply(mtr.bytes, &mut target).unwrap();
            let (changed, freed) = (target.open, target.freed);
            let end = mtr.end_lsn;
            self.freed.extend(freed.into_iter().map(|page_no| (page_no, end)));
            self.ends.insert(end);
            for (page_no, mut bytes) in changed {
                page::set_lsn(&mut bytes, end);
                self.versions.entry(page_no).or_default().push((end, bytes));
            }
        }
    }

    fn version(&self, page_no: PageNo, lsn: Lsn) -> Option<&[u8]> {
        let versions = self.versions.get(&page_no)?;
        versions.iter().rev().find(|(from, _)| *from <= lsn).map(|(_, page)| &page[..])
    }

    /// Whether a page was freed and not used since.
    fn is_free(&self, page_no: PageNo, lsn: Lsn) -> bool {
        let changed = self.versions[&page_no].iter().map(|(from, _)| *from).filter(|&from| from <= lsn).max();
        self.freed.iter().any(|&(freed, at)| freed == page_no && at <= lsn && Some(at) >= changed)
    }

    fn end(&self) -> Lsn {
        *self.ends.last().unwrap()
    }

    /// The end of the last mini-transaction that is whole in a log file of which `bytes` are durable.
    fn durable(&self, bytes: &[u8]) -> Lsn {
        let mut reader = LogReader::new(self.encoding, self.before.checkpoint());
        let _ = reader.push(bytes);
        while let Ok(Some(_)) = reader.next_mtr() {}
        reader.lsn()
    }

    /// Recovers what a crash left and checks that it is what it must be; says how it ended.
    fn check(&self, storage: &Storage, log: &[u8], is_torn: bool, what: &dyn Fn() -> String) -> Ending {
        let mut recovery = Recovery::new(storage.clone());
        if let Err(error) = recovery.run() {
            assert!(is_torn, "{}: {error}", what());
            return Ending::Lost;
        }
        let lsn = recovery.lsn();
        assert_eq!(lsn, self.durable(log), "{}: where the log ends", what());
        assert!(self.ends.contains(&lsn), "{}", what());
        for page_no in self.versions.keys() {
            if self.is_unlogged(*page_no) {
                continue;
            }
            let recovered = recovery.page(*page_no);
            if recovered.is_none() && self.is_free(*page_no, lsn) {
                continue;
            }
            assert!(
                recovered.as_deref() == self.version(*page_no, lsn),
                "{}: page {page_no} at {lsn}",
                what()
            );
        }
        for index in recovery.loaded_indexes() {
            assert_eq!(
                self.complete_pages(&recovery, *index),
                self.tree_pages[index],
                "{}: index {index}",
                what()
            );
        }
        if lsn == self.end() { Ending::Committed } else { Ending::Undone }
    }

    /// Whether a page belongs to an index whose pages are not logged.
    fn is_unlogged(&self, page_no: PageNo) -> bool {
        let of_new_index =
            |bytes: &[u8]| page::kind(bytes) == page_type::INDEX && page::index_id(bytes) >= FIRST_NEW_INDEX;
        self.builds_unlogged && self.last.get(page_no).is_some_and(of_new_index)
    }

    fn complete_pages(&self, recovery: &Recovery, index: u64) -> usize {
        let is_page = |(page_no, bytes): &(PageNo, &[u8])| {
            page::kind(bytes) == page_type::INDEX
                && page::index_id(bytes) == index
                && recovery.page(*page_no).as_deref() == Some(*bytes)
        };
        self.last.iter().filter(is_page).count()
    }

    /// Tries every state that a crash can leave; returns how many ended how.
    fn check_every_cut(&self) -> BTreeMap<Ending, u32> {
        let mut endings = BTreeMap::new();
        let mut storage = self.before.clone();
        let mut log = LogFile::new(self.encoding.framing());
        for (position, write) in self.writes.iter().enumerate() {
            let mut note = |ending| *endings.entry(ending).or_insert(0) += 1;
            note(self.check(&storage, &log.durable(), false, &|| format!("before write {position}")));
            for bytes in cuts(write, position + 1 == self.last_log_write()) {
                let (mut cut, mut cut_log) = (storage.clone(), log.clone());
                cut.apply_part(write, bytes);
                cut_log.apply_part(write, bytes);
                let is_torn = matches!(write, Write::Page(..)) && self.before_has_no_doublewrite(position);
                note(self.check(&cut, &cut_log.durable(), is_torn, &|| {
                    format!("write {position} cut after {bytes} bytes")
                }));
            }
            log.apply(write);
            storage.apply(write.clone());
        }
        *endings
            .entry(self.check(&storage, &log.durable(), false, &|| "after all writes".into()))
            .or_insert(0) += 1;
        endings
    }

    fn before_has_no_doublewrite(&self, position: usize) -> bool {
        !self.writes[..position].iter().any(|write| matches!(write, Write::Doublewrite(_)))
    }

    /// One more than the position of the last write of the log.
    fn last_log_write(&self) -> usize {
        self.writes
            .iter()
            .rposition(|write| matches!(write, Write::Log(_)))
            .map_or(0, |position| position + 1)
    }
}

/// How recovery ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    Committed,
    Undone,
    Lost,
}

/// Where to cut a write: pages after every sector, the log at every block and at every byte of its last ones.
fn cuts(write: &Write, is_last_log: bool) -> Vec<usize> {
    match write {
        Write::Page(_, page) => (SECTOR..page.len()).step_by(SECTOR).collect(),
        Write::Doublewrite(copies) => {
            let bytes: usize = copies.iter().map(|(_, copy)| copy.len()).sum();
            (SECTOR..bytes).step_by(4 * SECTOR).collect()
        }
        Write::Log(bytes) => {
            let bytewise = if is_last_log { 3 * SECTOR } else { 48 };
            let last = bytes.len().saturating_sub(bytewise).max(1);
            (SECTOR..last).step_by(SECTOR).chain(last..bytes.len()).collect()
        }
        Write::OpenBlock { .. } | Write::Checkpoint(_) => Vec::new(),
    }
}

/// The log file from its start, as far as it is durable.
#[derive(Clone)]
struct LogFile {
    framing: Framing,
    bytes: Vec<u8>,
    open_block: Vec<u8>,
}

impl LogFile {
    fn new(framing: Framing) -> Self {
        Self { framing, bytes: Vec::new(), open_block: Vec::new() }
    }

    fn apply(&mut self, write: &Write) {
        match write {
            Write::Log(bytes) => self.append(bytes),
            Write::OpenBlock { block } => self.open_block = block.clone(),
            _ => {}
        }
    }

    fn apply_part(&mut self, write: &Write, bytes: usize) {
        if let Write::Log(log) = write {
            // A sector that stands is written again as a whole or not at all.
            if self.framing == Framing::Blocks && bytes < SECTOR && !self.open_block.is_empty() {
                return;
            }
            self.append(&log[..bytes]);
        }
    }

    fn append(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.open_block.clear();
        }
        self.bytes.extend_from_slice(bytes);
    }

    fn durable(&self) -> Vec<u8> {
        [self.bytes.as_slice(), self.open_block.as_slice()].concat()
    }
}

/// The newest versions of all pages, for one mini-transaction to be applied to.
struct History<'h> {
    versions: &'h BTreeMap<PageNo, Vec<(Lsn, Page)>>,
    space_id: u32,
    page_size: usize,
    open: BTreeMap<PageNo, Page>,
    freed: Vec<PageNo>,
}

impl ReplayTarget for History<'_> {
    fn take(&mut self, page_no: PageNo) -> Result<Page, ReplayError> {
        let open = self.open.remove(&page_no);
        let newest = || Some(self.versions.get(&page_no)?.last()?.1.clone());
        open.or_else(newest).ok_or(ReplayError::PageMissing(page_no))
    }

    fn take_for_overwrite(&mut self, page_no: PageNo) -> Page {
        self.take(page_no).unwrap_or_else(|_| vec![0; self.page_size].into_boxed_slice())
    }

    fn put(&mut self, page_no: PageNo, page: Page) {
        self.open.insert(page_no, page);
    }

    fn free(&mut self, page_no: PageNo) {
        self.freed.push(page_no);
    }

    fn index_loaded(&mut self, _index_id: u64) {}

    fn space_id(&self) -> u32 {
        self.space_id
    }
}

/// Every cut of a small statement in every encoding.
fn every_cut(ddl: Ddl, rows: u32, may_lose: bool) {
    for name in ENCODINGS {
        for doublewrite in [true, false] {
            let recorded = Plan::new(name, ddl, rows, doublewrite).record();
            let endings = recorded.check_every_cut();
            assert!(endings[&Ending::Undone] > 50, "{name}: {endings:?}");
            assert!(endings[&Ending::Committed] > 0, "{name}: {endings:?}");
            let lost = endings.contains_key(&Ending::Lost);
            assert_eq!(lost, may_lose && !doublewrite, "{name}: {endings:?}");
        }
    }
}

#[test]
fn an_index_under_construction_survives_every_cut_or_is_dropped() {
    every_cut(Ddl::AddIndex, 900, true);
}

#[test]
fn a_rebuild_survives_every_cut_or_is_undone() {
    every_cut(Ddl::Rebuild, 500, true);
}

#[test]
fn rows_inserted_one_by_one_survive_every_cut() {
    every_cut(Ddl::Insert, 240, true);
}

/// A random small statement, and how it is run and flushed.
fn plans() -> impl Strategy<Value = Plan> {
    let encoding = prop::sample::select(&ENCODINGS[..]);
    let ddl = prop::sample::select(
        &[Ddl::AddIndex, Ddl::Rebuild, Ddl::Insert, Ddl::AddPrimaryKey, Ddl::Copy, Ddl::BulkInsert][..],
    );
    let page_size = prop::sample::select(&[4096_u32, 8192, 16_384][..]);
    let order = prop::sample::select(&[InsertOrder::PrimaryKey, InsertOrder::Index, InsertOrder::Random][..]);
    let flushing = (1..400_u64, 0..12_usize, 1..10_usize, any::<bool>());
    (encoding, ddl, 1..4_000_u32, page_size, order, 10..=100_u8, 3_000..200_000_u32, flushing).prop_map(
        |(encoding, ddl, rows, page_size, order, fill_factor, sort_buffer_bytes, flushing)| {
            let (rows_per_step, pages_per_step, batch_pages, doublewrite) = flushing;
            let mut plan = Plan::new(encoding, ddl, rows, doublewrite);
            plan.params.page_size = page_size;
            plan.params.insert_order = order;
            plan.params.fill_factor = fill_factor;
            plan.params.sort_buffer_bytes = sort_buffer_bytes;
            Plan { rows_per_step, pages_per_step, batch_pages, ..plan }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Also with whatever older bytes stand behind the log's end.
    #[test]
    fn a_crash_anywhere_in_a_larger_statement(
        plan in plans(),
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 8),
        behind in prop::collection::vec(any::<u8>(), 0..1_500),
    ) {
        let recorded = plan.record();
        for (place, part) in places {
            let position = place.index(recorded.writes.len());
            let mut storage = recorded.before.clone();
            let mut log = LogFile::new(recorded.encoding.framing());
            for write in &recorded.writes[..position] {
                storage.apply(write.clone());
                log.apply(write);
            }
            let write = &recorded.writes[position];
            let whole = match write {
                Write::Log(bytes) => bytes.len(),
                Write::Page(_, page) => page.len(),
                Write::Doublewrite(copies) => copies.len() * plan.params.page_size as usize,
                _ => 1,
            };
            let bytes = part.index(whole);
            storage.apply_part(write, bytes);
            log.apply_part(write, bytes);
            let is_torn = matches!(write, Write::Page(..)) && !plan.doublewrite;
            let what = || format!("{plan:?}: write {position} cut after {bytes} bytes");
            recorded.check(&storage, &log.durable(), is_torn, &what);
            let plain = Recovery::new(storage.clone());
            let ends = |mut recovery: Recovery| recovery.run().map(|()| recovery.lsn());
            let plain = ends(plain);
            if !log.durable().is_empty() && !behind.is_empty() {
                storage.apply_behind_log(&behind);
                prop_assert_eq!(plain, ends(Recovery::new(storage)));
            }
        }
    }
}
