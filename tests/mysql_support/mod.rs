//! Pages built by hand and a replica that keeps them in memory, for tests of redo encodings.

#![allow(dead_code, reason = "each test file uses what it needs")]

use std::collections::BTreeMap;

use redo_lab::base::PageNo;
use redo_lab::base::random::Stream;
use redo_lab::innodb::extent::{KeyOrder, record_extent};
use redo_lab::innodb::record::REBUILT;
use redo_lab::innodb::{
    Column, ColumnKind, IndexDefinition, IndexKind, IndexLayout, KeyPart, NO_PAGE, Page, RecordBuffer, Table,
    TableRows, Values, page, page_edit, put_u16, put_u32, put_u64, u16_at,
};
use redo_lab::redo::bulk_page::bulk_directory;
use redo_lab::redo::{
    BulkPage, Encoding, Framing, IndexPage, LogReader, MtrBuffer, Purpose, RecordView, RedoLog, ReplayError,
    ReplayTarget, RowInsert, encoding, encoding_with, encodings,
};

/// Tablespace of all tests.
pub const SPACE: u32 = 5;

/// A replica's pages.
pub struct Replica {
    pub pages: BTreeMap<PageNo, Page>,
    pub page_size: usize,
    pub loaded: Vec<u64>,
}

impl Replica {
    pub fn new(page_size: usize) -> Self {
        Self { pages: BTreeMap::new(), page_size, loaded: Vec::new() }
    }
}

impl ReplayTarget for Replica {
    fn take(&mut self, page_no: PageNo) -> Result<Page, ReplayError> {
        self.pages.remove(&page_no).ok_or(ReplayError::PageMissing(page_no))
    }
    fn take_for_overwrite(&mut self, page_no: PageNo) -> Page {
        self.pages.remove(&page_no).unwrap_or_else(|| vec![0; self.page_size].into_boxed_slice())
    }
    fn put(&mut self, page_no: PageNo, page: Page) {
        self.pages.insert(page_no, page);
    }
    fn free(&mut self, _page_no: PageNo) {}
    fn index_loaded(&mut self, index_id: u64) {
        self.loaded.push(index_id);
    }
    fn space_id(&self) -> u32 {
        SPACE
    }
}

/// The definition of an index on columns named as in `a,b(10)`.
pub fn index_on(table: &Table, key: &str) -> IndexDefinition {
    let parts = key.split(',').map(|part| {
        let (name, prefix) = match part.split_once('(') {
            Some((name, prefix)) => (name, prefix.trim_end_matches(')').parse().ok()),
            None => (part, None),
        };
        let column = table.columns.iter().position(|column| column.name == name).unwrap();
        KeyPart { column, prefix }
    });
    IndexDefinition { name: key.into(), parts: parts.collect() }
}

/// The trees of the three reference tables: their names, layouts and rows.
pub fn reference_trees(rows: u32) -> Vec<(String, IndexLayout, TableRows)> {
    let secondary: [(Table, &[&str]); 3] = [
        (Table::t0(), &["b"]),
        (Table::sbtest1(), &["k", "c"]),
        (Table::mdev_19747(), &["b", "c", "d", "e(10)", "f(4)", "g(5)", "h(5)"]),
    ];
    let mut trees = Vec::new();
    for (table, keys) in secondary {
        let values = TableRows::new(table.clone(), rows, 1);
        trees.push((format!("{} PRIMARY", table.name), IndexLayout::clustered(&table, 40), values.clone()));
        for key in keys {
            let layout = IndexLayout::secondary(&table, &index_on(&table, key), 41);
            trees.push((format!("{} {key}", table.name), layout, values.clone()));
        }
    }
    trees
}

/// Leaf records of an index, sorted.
pub fn sorted_records(layout: &IndexLayout, rows: &TableRows) -> Vec<RecordBuffer> {
    let mut records: Vec<RecordBuffer> = (0..rows.count())
        .map(|row| {
            let mut record = RecordBuffer::new();
            record.set_leaf(layout, rows, row, REBUILT);
            record
        })
        .collect();
    records.sort_by(|left, right| left.data().cmp(right.data()));
    records
}

/// Node pointers to the pages that start with `first_records`, numbered from `child`; the first one carries the minimum mark.
pub fn node_pointers(
    layout: &IndexLayout,
    first_records: &[RecordBuffer],
    child: PageNo,
) -> Vec<RecordBuffer> {
    let pointers = first_records.iter().zip(child..).map(|(record, child)| {
        let mut pointer = RecordBuffer::new();
        pointer.set_node_pointer(layout, record.bytes(), record.extra_bytes(), child);
        pointer
    });
    let mut pointers: Vec<_> = pointers.collect();
    pointers[0].mark_minimum();
    pointers
}

/// How many of the records fill a page of `page_size` bytes: the rule that bulk loaders follow.
pub fn records_on_page(layout: &IndexLayout, records: &[RecordBuffer], page_size: usize) -> usize {
    let reserve = if layout.kind == IndexKind::Clustered { page_size / 16 } else { 0 };
    let mut free = page::empty_page_free_bytes(page_size);
    for (count, record) in records.iter().enumerate() {
        let slots = |records: usize| (2 * records).div_ceil(4);
        let need = record.bytes().len() + slots(count + 1) - slots(count);
        if need > free || (count >= 2 && free - need < reserve) {
            return count;
        }
        free -= need;
    }
    records.len()
}

/// A page under construction.
#[derive(Clone)]
pub struct Builder {
    pub page_no: PageNo,
    pub page: Page,
    origins: Vec<u16>,
    starts: Vec<u16>,
    pub logged: usize,
    created: bool,
}

impl Builder {
    /// An empty page of `layout` on `level`.
    pub fn new(page_no: PageNo, page_size: usize, layout: &IndexLayout, level: u16) -> Self {
        let mut page = vec![0; page_size].into_boxed_slice();
        page::init(&mut page, SPACE, page_no);
        page::create_index(&mut page);
        put_u32(&mut page, page::FIL_PAGE_PREV, NO_PAGE);
        put_u32(&mut page, page::FIL_PAGE_NEXT, NO_PAGE);
        put_u64(&mut page, page::PAGE_INDEX_ID, layout.id);
        let mut builder =
            Self { page_no, page, origins: Vec::new(), starts: Vec::new(), logged: 0, created: true };
        builder.set_level(layout, level);
        builder
    }

    /// Says that the page was an empty index page before.
    pub fn on_existing(mut self, layout: &IndexLayout, level: u16) -> Self {
        self.created = false;
        self.set_level(layout, level);
        self
    }

    fn set_level(&mut self, layout: &IndexLayout, level: u16) {
        put_u16(&mut self.page, page::PAGE_LEVEL, level);
        if level == 0 && layout.kind == IndexKind::Secondary {
            put_u64(&mut self.page, page::PAGE_MAX_TRX_ID, 0x1234);
        }
    }

    /// Puts records at the end, links and header included.
    pub fn append(&mut self, records: &[RecordBuffer]) {
        for record in records {
            let start = usize::from(u16_at(&self.page, page::PAGE_HEAP_TOP));
            let origin = start + record.extra_bytes();
            let end = start + record.bytes().len();
            self.page[start..end].copy_from_slice(record.bytes());
            let heap_no = self.origins.len() as u16 + 2;
            put_u16(&mut self.page, origin - 4, heap_no << 3 | u16::from(record.status()));
            let before = self.origins.last().map_or(page::INFIMUM, |&origin| usize::from(origin));
            page::set_next_record(&mut self.page, before, origin);
            page::set_next_record(&mut self.page, origin, page::SUPREMUM);
            put_u16(&mut self.page, page::PAGE_HEAP_TOP, end as u16);
            self.origins.push(origin as u16);
            self.starts.push(start as u16);
        }
        self.finish();
    }

    /// Directory and counts.
    fn finish(&mut self) {
        let count = self.origins.len();
        let (owned, slots) = bulk_directory(count);
        for (index, &origin) in self.origins.iter().enumerate() {
            let owner = index % 4 == 3 && (index + 1) / 4 < slots - 1;
            page::set_n_owned(&mut self.page, usize::from(origin), if owner { 4 } else { 0 });
        }
        page::set_n_owned(&mut self.page, page::SUPREMUM, owned);
        let page_size = self.page.len();
        for slot in 1..slots - 1 {
            put_u16(&mut self.page, page::slot_position(page_size, slot), self.origins[4 * slot - 1]);
        }
        put_u16(&mut self.page, page::slot_position(page_size, slots - 1), page::SUPREMUM as u16);
        put_u16(&mut self.page, page::PAGE_N_DIR_SLOTS, slots as u16);
        put_u16(&mut self.page, page::PAGE_N_HEAP, 0x8002 + count as u16);
        put_u16(&mut self.page, page::PAGE_N_RECS, count as u16);
    }

    /// Logs what was appended since the last time.
    pub fn log(&mut self, log: &mut RedoLog, layout: &IndexLayout) {
        let mut bulk = BulkPage {
            page_no: self.page_no,
            page: &mut self.page,
            layout,
            origins: &self.origins,
            starts: &self.starts,
            logged: self.logged,
            created: self.created && self.logged == 0,
            next_is_new: false,
        };
        bulk.next_is_new = page::next(bulk.page) != NO_PAGE;
        log.commit_bulk_page(&mut bulk);
        self.logged = self.origins.len();
    }
}

/// A log that nothing stands in yet.
pub fn new_log(encoding: &'static dyn Encoding) -> RedoLog {
    RedoLog::new(encoding, SPACE, 0)
}

/// Builds all leaf pages of a tree, numbered from `first_page`, and logs them; returns them and the first record of each.
pub fn build_leaves(
    log: &mut RedoLog,
    layout: &IndexLayout,
    records: &[RecordBuffer],
    page_size: usize,
    first_page: PageNo,
) -> (Vec<Builder>, Vec<RecordBuffer>) {
    let (mut pages, mut firsts) = (Vec::new(), Vec::new());
    let mut rest = records;
    while !rest.is_empty() {
        let (now, later) = rest.split_at(records_on_page(layout, rest, page_size));
        let page_no = first_page + pages.len() as PageNo;
        let mut builder = Builder::new(page_no, page_size, layout, 0);
        if page_no > first_page {
            put_u32(&mut builder.page, page::FIL_PAGE_PREV, page_no - 1);
        }
        if !later.is_empty() {
            put_u32(&mut builder.page, page::FIL_PAGE_NEXT, page_no + 1);
        }
        builder.append(now);
        builder.log(log, layout);
        firsts.push(now[0].clone());
        pages.push(builder);
        rest = later;
    }
    (pages, firsts)
}

/// All mini-transactions of a log.
pub fn mini_transactions(log: &mut RedoLog) -> Vec<(u64, Vec<u8>)> {
    let encoding = log.encoding();
    let start_lsn = log.start_lsn();
    let mut file = Vec::new();
    log.writer().finish_into(&mut file);
    let mut reader = LogReader::new(encoding, start_lsn);
    reader.push(&file).unwrap();
    let mut found = Vec::new();
    while let Some(mtr) = reader.next_mtr().unwrap() {
        found.push((mtr.end_lsn, mtr.bytes.to_vec()));
    }
    reader.finish().unwrap();
    found
}

/// Replays a log into `replica`, stamping pages with their LSN; returns how many records there were.
pub fn replay(log: &mut RedoLog, replica: &mut Replica) -> u64 {
    let encoding = log.encoding();
    let mut records = 0;
    for (end_lsn, mtr) in mini_transactions(log) {
        let views = encoding.decode(&mtr, SPACE).unwrap();
        let applied = encoding.apply(&mtr, replica).unwrap();
        assert_eq!(applied, views.len() as u64);
        check_views(encoding, &mtr, &views);
        records += applied;
        for page_no in views.iter().filter_map(|view| view.page_no) {
            if let Some(page) = replica.pages.get_mut(&page_no) {
                page::set_lsn(page, end_lsn);
            }
        }
    }
    records
}

/// Decoded records lie one after the other in the mini-transaction.
fn check_views(encoding: &dyn Encoding, mtr: &[u8], views: &[RecordView<'_>]) {
    let bytes: usize = views.iter().map(|view| view.bytes.len()).sum();
    let end = match encoding.framing() {
        Framing::Blocks => usize::from(views.len() > 1),
        Framing::Checksummed => 5,
    };
    assert_eq!(bytes + end, mtr.len());
    assert!(views.iter().all(|view| usize::from(view.kind) < encoding.kinds().len()));
}

/// Bytes that the log spent on everything but framing.
pub fn bytes_for(log: &RedoLog, purposes: &[Purpose]) -> u64 {
    purposes.iter().map(|&purpose| log.statistics().purpose(purpose).bytes).sum()
}

/// Every encoding that logs bulk-built pages, compressed images included.
pub fn logging_encodings() -> Vec<&'static dyn Encoding> {
    let lz4 = encoding_with("page-image", "lz4").unwrap();
    let plain = encodings().iter().copied().filter(|encoding| encoding.logs_bulk_pages());
    plain.chain([lz4]).collect()
}

/// The encodings of MySQL's format.
pub fn mysql_encodings() -> Vec<&'static dyn Encoding> {
    logging_encodings()
        .into_iter()
        .chain(encoding("unlogged"))
        .filter(|encoding| encoding.name() != "physical")
        .collect()
}

/// A replica with a full page 15, an empty page 16 and page 17 of `noise`.
pub fn some_pages(noise: &[u8]) -> Replica {
    let mut replica = Replica::new(4096);
    let table = Table::t0();
    let layout = IndexLayout::secondary(&table, &index_on(&table, "b"), 41);
    let records = sorted_records(&layout, &TableRows::new(table, 200, 1));
    let mut full = Builder::new(15, 4096, &layout, 0);
    full.append(&records);
    replica.pages.insert(15, full.page);
    replica.pages.insert(16, Builder::new(16, 4096, &layout, 0).page);
    let mut noisy = replica.pages[&15].clone();
    for (index, &byte) in noise.iter().enumerate() {
        let at = (index * 7 + usize::from(byte)) % 4096;
        noisy[if index % 2 == 0 { at % 200 } else { at }] = byte;
    }
    replica.pages.insert(17, noisy);
    replica
}

/// Random inserts, deletes and reorganisations on page 15 of `layout`: the mini-transactions, and the page in the end.
pub fn change_randomly(
    encoding: &'static dyn Encoding,
    layout: &IndexLayout,
    records: &[RecordBuffer],
    seed: u64,
) -> (Vec<Vec<u8>>, Vec<u8>) {
    let mut bytes = Builder::new(15, 4096, layout, 0).page.into_vec();
    let order = KeyOrder::new(layout);
    let mut random = Stream::new(seed, "rows");
    let (mut out, mut mtrs) = (MtrBuffer::new(SPACE), Vec::new());
    for _ in 0..200 {
        let record = &records[random.below(records.len() as u64) as usize];
        let key = (record.bytes(), record.extra_bytes());
        let previous =
            page_edit::search(&bytes, |origin| order.compare(layout, (&bytes, origin), key).is_lt());
        let next = page::next_record(&bytes, previous);
        let is_there = next != page::SUPREMUM && order.compare(layout, (&bytes, next), key).is_eq();
        let freed = page_edit::freed_record(&bytes).map(|origin| record_extent(layout, &bytes, origin));
        let place = page_edit::place_for(&bytes, record.bytes().len(), freed);
        let origins = page::record_origins(&bytes, 1000);
        let mut page = IndexPage { page_no: 15, bytes: &mut bytes, layout };
        match (random.below(12), place) {
            (0, _) if is_there => encoding.delete_row(&mut out, &mut page, previous),
            (1, _) if origins.len() > 20 => encoding.delete_list_start(&mut out, &mut page, origins[3]),
            (2, _) if origins.len() > 20 => encoding.delete_list_end(&mut out, &mut page, origins[15]),
            (3, _) => encoding.reorganize(&mut out, &mut page),
            (4, _) => encoding.forget_last_insert(&mut out, &mut page),
            (_, Some(place)) if !is_there => {
                let (bytes, origin) = (record.bytes(), record.extra_bytes());
                let insert = RowInsert { previous, record: bytes, origin, place };
                encoding.insert_row(&mut out, &mut page, &insert);
            }
            (_, None) if !is_there => encoding.reorganize(&mut out, &mut page),
            _ => {}
        }
        if out.records > 0 && random.below(3) == 0 {
            encoding.end(&mut out);
            mtrs.push(out.bytes.clone());
            out.clear();
        }
    }
    page_edit::check_page(&bytes).unwrap();
    if out.records > 0 {
        encoding.end(&mut out);
        mtrs.push(out.bytes);
    }
    (mtrs, bytes)
}

/// A table whose index entries have all sizes, and NULLs.
pub fn varying_tree() -> (IndexLayout, Vec<RecordBuffer>) {
    let text = Column {
        lengths: (0, 200),
        null_pct: 20,
        ..Column::new("t", ColumnKind::VarChar(300), Values::Uniform { distinct: 90 }).nullable()
    };
    let short = Column {
        lengths: (0, 9),
        ..Column::new("s", ColumnKind::VarChar(9), Values::Uniform { distinct: 7 })
    };
    let id = Column::new("a", ColumnKind::Int, Values::Sequential);
    let table =
        Table { name: "x".into(), columns: vec![id, text, short], primary_key: vec![0], existing: vec![] };
    let layout = IndexLayout::secondary(&table, &index_on(&table, "t,s"), 41);
    let rows = TableRows::new(table, 120, 3);
    let mut records = Vec::new();
    for row in 0..rows.count() {
        let mut record = RecordBuffer::new();
        record.set_leaf(&layout, &rows, row, redo_lab::innodb::record::REBUILT);
        records.push(record);
    }
    (layout, records)
}
