//! One page of an index, and one entry on it, in every encoding.
//!
//! The page is the first leaf that the chapter's first experiment builds, so a reader finds the very same bytes in the
//! lab's inspector.

pub mod picture;

use redo_lab::base::PageNo;
use redo_lab::experiment::parse_text;
use redo_lab::innodb::page;
use redo_lab::lab::redo_volume::{RedoVolumeParams, Variant};
use redo_lab::redo::{LogReader, Purpose};
use serde_json::json;

use crate::markdown::{Table, Values, grouped, hex, ratio};
use crate::volume::FIRST;

/// Which entry of the page is shown: one from the middle of the crowd, whose offset takes two bytes.
const ENTRY: usize = 99;

/// Index info of a redo record about an index of two fields: two counts and two fields of two bytes each.
const INDEX_INFO: usize = 8;
/// Offset of the cursor record.
const CURSOR: usize = 2;
/// Length of what follows in a list-copy record.
const LIST_LENGTH: usize = 4;

/// A record of the log.
pub struct LoggedRecord {
    /// Its type.
    pub kind: &'static str,
    /// What it is for.
    pub purpose: Purpose,
    /// The page that it changes, if any.
    pub page_no: Option<PageNo>,
    /// First byte of the page that it sets, if it says.
    pub offset: Option<usize>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The mini-transaction that built the page, in one encoding.
pub struct Logged {
    /// The encoding's name.
    pub encoding: &'static str,
    /// Its records; none if the encoding does not log the page.
    pub records: Vec<LoggedRecord>,
    /// By how much the LSN grew.
    pub bytes: u64,
}

impl Logged {
    /// Bytes by purpose, in the order of [`Purpose::ALL`]. What ends and frames the mini-transaction is
    /// [`Purpose::Framing`].
    pub fn purpose_bytes(&self) -> Vec<(Purpose, u64)> {
        let of = |purpose: Purpose| -> u64 {
            let records = self.records.iter().filter(|record| record.purpose == purpose);
            records.map(|record| record.bytes.len() as u64).sum()
        };
        let in_records: u64 = self.records.iter().map(|record| record.bytes.len() as u64).sum();
        let bytes = |purpose| match purpose {
            Purpose::Framing => self.bytes - in_records + of(purpose),
            _ => of(purpose),
        };
        let all = Purpose::ALL.into_iter().map(|purpose| (purpose, bytes(purpose)));
        all.filter(|(_, bytes)| *bytes > 0).collect()
    }
}

/// The page in every encoding.
pub struct OnePage {
    /// Its number.
    pub page_no: PageNo,
    /// Its bytes, as the physical encoding leaves them.
    pub page: Vec<u8>,
    /// Origins of its entries in key order.
    pub origins: Vec<usize>,
    /// How each encoding logged it.
    pub logs: Vec<Logged>,
}

impl OnePage {
    /// The first leaf of the chapter's first experiment.
    pub fn of_t0() -> Self {
        let mut logs = Vec::new();
        let mut found = None;
        for encoding in redo_lab::redo::encodings() {
            let mut variant = finished(encoding.name());
            let (page_no, bytes) = first_leaf(&variant);
            logs.push(logged(&mut variant, page_no));
            if encoding.name() == "physical" {
                found = Some((page_no, bytes));
            }
        }
        let (page_no, page) = found.expect("physical is an encoding");
        let origins = page::record_origins(&page, page.len());
        Self { page_no, page, origins, logs }
    }

    /// How the encoding of that name logged it.
    pub fn log(&self, encoding: &str) -> &Logged {
        self.logs.iter().find(|log| log.encoding == encoding).expect("the encoding exists")
    }

    /// How many entries it holds.
    pub fn entries(&self) -> u64 {
        self.origins.len() as u64
    }

    /// Where entry `index` starts: one past the end of the entry before, for bulk-built pages are dense.
    fn entry_start(&self, index: usize) -> usize {
        let size = self.origins[1] - self.origins[0];
        page::HEAP_START + index * size
    }

    /// The bytes of entry `index`.
    fn entry(&self, index: usize) -> &[u8] {
        &self.page[self.entry_start(index)..self.entry_start(index + 1)]
    }
}

/// Runs the first experiment in an encoding and keeps everything.
fn finished(encoding: &str) -> Variant {
    let document = json!({ "lab": "redo-volume", "params": FIRST.params(encoding, "none") });
    let document = parse_text(&document.to_string()).expect("the document is JSON");
    let experiment = redo_lab::lab::complete(&document).expect("the document is right");
    let params = RedoVolumeParams::new(&experiment.variants[0].params).expect("the parameters are right");
    let mut variant = Variant::new(params, experiment.seed, true).expect("the encoding exists");
    while !variant.advance(1_000_000).expect("the engine runs").done {}
    variant
}

/// Number and bytes of the first leaf of the tree that was built.
fn first_leaf(variant: &Variant) -> (PageNo, Vec<u8>) {
    let primary = variant.primary();
    let index_id = primary.trees()[0].layout.id;
    let is_it = |bytes: &[u8]| {
        page::kind(bytes) == page::page_type::INDEX
            && page::index_id(bytes) == index_id
            && page::level(bytes) == 0
            && page::prev(bytes) == redo_lab::innodb::NO_PAGE
    };
    let (page_no, bytes) = primary.space.iter().find(|(_, bytes)| is_it(bytes)).expect("a tree has leaves");
    (page_no, bytes.to_vec())
}

/// A mini-transaction's records, and by how much it moved the LSN.
struct Mtr {
    records: Vec<LoggedRecord>,
    bytes: u64,
}

/// The mini-transaction that filled a page.
fn logged(variant: &mut Variant, page_no: PageNo) -> Logged {
    let fills = |record: &LoggedRecord| {
        record.page_no == Some(page_no) && matches!(record.purpose, Purpose::Record | Purpose::PageImage)
    };
    let found = mtrs(variant).into_iter().find(|mtr| mtr.records.iter().any(fills));
    let Mtr { records, bytes } = found.unwrap_or(Mtr { records: Vec::new(), bytes: 0 });
    Logged { encoding: variant.log().encoding().name(), records, bytes }
}

/// The whole log, decoded.
fn mtrs(variant: &mut Variant) -> Vec<Mtr> {
    let file = variant.take_log_file();
    let log = variant.log();
    let encoding = log.encoding();
    let mut reader = LogReader::new(encoding, log.start_lsn());
    reader.push(&file).expect("the log is whole");
    let mut mtrs = Vec::new();
    while let Some(mtr) = reader.next_mtr().expect("the log is whole") {
        let views = encoding.decode(mtr.bytes, variant.primary().space.space_id()).expect("it can be read");
        let records = views.into_iter().map(|view| LoggedRecord {
            kind: encoding.kinds()[usize::from(view.kind)],
            purpose: Purpose::Allocation,
            page_no: view.page_no,
            offset: view.offset,
            bytes: view.bytes.to_vec(),
        });
        let records = records.filter(|record| !matches!(record.kind, "MTR_END" | "MLOG_MULTI_REC_END"));
        mtrs.push(Mtr { records: records.collect(), bytes: mtr.end_lsn - mtr.start_lsn });
    }
    let records: Vec<&mut LoggedRecord> = mtrs.iter_mut().flat_map(|mtr| &mut mtr.records).collect();
    assert_eq!(records.len(), log.purposes().len(), "every record has a purpose");
    for (record, purpose) in records.into_iter().zip(log.purposes()) {
        record.purpose = Purpose::ALL[usize::from(*purpose)];
    }
    mtrs
}

/// The bytes of one entry in every encoding, with what they mean.
pub fn entry_bytes(of: &OnePage, values: &mut Values) -> String {
    let mut table = Table::new(&["encoding", "bytes in the log", "what they say"], "lll");
    let mut totals = Vec::new();
    let mut add = |name: &'static str, parts: Vec<(Vec<u8>, String)>| {
        let total: usize = parts.iter().map(|(bytes, _)| bytes.len()).sum();
        let mut name_cell = format!("**{name}**<br>{total} bytes");
        for (bytes, meaning) in parts {
            table.row(&[name_cell.as_str(), &format!("`{}`", hex(&bytes)), &meaning]);
            name_cell.clear();
        }
        totals.push((name, total));
    };
    add("physiological", physiological_parts(of));
    add("list copy", list_copy_parts(of));
    add("physical", physical_parts(of));
    add(
        "page image",
        vec![(of.entry(ENTRY).to_vec(), "the entry as it stands on the page, among all others".into())],
    );
    table.row(&["**unlogged**<br>0 bytes", "", "nothing"]);
    for (name, total) in totals {
        values.count(format!("entry-{}-bytes", name.replace(' ', "-")), total as u64);
    }
    let context: usize = physiological_parts(of)[..3].iter().map(|(bytes, _)| bytes.len()).sum();
    values.count("entry-context-bytes", context as u64);
    let data = &of.page[of.origins[ENTRY]..][..8];
    // The highest bit of a stored INT is flipped, so that bytes sort as the numbers do.
    let int = |at: usize| {
        let bytes = [data[at], data[at + 1], data[at + 2], data[at + 3]];
        u64::from(u32::from_be_bytes(bytes) ^ 0x8000_0000)
    };
    values.set("entry-b", int(0).to_string());
    values.set("entry-a", int(4).to_string());
    values.count("entry-number", ENTRY as u64 + 1);
    values.count("entry-bytes", of.entry(ENTRY).len() as u64);
    values.count("records-per-page", of.entries());
    table.file()
}

/// Length of a number that MySQL compressed, by its first byte.
fn compressed_len(first: u8) -> usize {
    match first {
        0..0x80 => 1,
        0x80..0xC0 => 2,
        0xC0..0xE0 => 3,
        0xE0..0xF0 => 4,
        _ => 5,
    }
}

/// Length of type, tablespace and page at the start of a record.
fn head_len(record: &[u8]) -> usize {
    let space = compressed_len(record[1]);
    1 + space + compressed_len(record[1 + space])
}

/// The insert tail of every entry: what its own record says after page, index and cursor.
fn tails(of: &OnePage) -> Vec<&[u8]> {
    let inserts =
        of.log("physiological").records.iter().filter(|record| record.kind == "MLOG_COMP_REC_INSERT");
    inserts.map(|record| &record.bytes[head_len(&record.bytes) + INDEX_INFO + CURSOR..]).collect()
}

fn physiological_parts(of: &OnePage) -> Vec<(Vec<u8>, String)> {
    let mut inserts =
        of.log("physiological").records.iter().filter(|record| record.kind == "MLOG_COMP_REC_INSERT");
    let record = &inserts.nth(ENTRY).expect("every entry has a record").bytes;
    let (head, rest) = record.split_at(head_len(record));
    let (info, rest) = rest.split_at(INDEX_INFO);
    let (cursor, tail) = rest.split_at(CURSOR);
    let cursor_at = u16::from_be_bytes([cursor[0], cursor[1]]);
    vec![
        (head.to_vec(), format!("insert; tablespace {}, page {}", record[1], of.page_no)),
        (info.to_vec(), "the index: two fields, of 4 bytes each".into()),
        (cursor.to_vec(), format!("after the entry at byte {} of the page", grouped(cursor_at.into()))),
        (tail.to_vec(), tail_meaning(of, tail)),
    ]
}

fn tail_meaning(of: &OnePage, tail: &[u8]) -> String {
    let new = tail.len() - compressed_len(tail[0]);
    let total = of.entry(ENTRY).len();
    format!("length, and the last {new} of {total} bytes; the others are those of the entry before")
}

fn list_copy_parts(of: &OnePage) -> Vec<(Vec<u8>, String)> {
    let mut lists =
        of.log("list-copy").records.iter().filter(|record| record.kind == "MLOG_COMP_LIST_END_COPY_CREATED");
    let record = &lists.next_back().expect("the page has one list").bytes;
    let entries = &record[head_len(record) + INDEX_INFO + LIST_LENGTH..];
    let tails = tails(of);
    assert_eq!(entries, tails.concat(), "a list is the tails of all inserts");
    let tail = tails[ENTRY];
    vec![(
        tail.to_vec(),
        format!("the same tail; page and index stand once, before all {} entries", grouped(of.entries())),
    )]
}

fn physical_parts(of: &OnePage) -> Vec<(Vec<u8>, String)> {
    let records = &of.log("physical").records;
    let link = of.origins[ENTRY - 1] - 2;
    let is_link = |record: &&LoggedRecord| record.purpose == Purpose::NextPointer;
    let at = records
        .iter()
        .position(|record| is_link(&record) && record.offset == Some(link))
        .expect("every entry is linked");
    let own = records[at + 1..].iter().take_while(|record| !is_link(record));
    let mut parts = vec![(
        records[at].bytes.clone(),
        format!("write at byte {}: the entry before now points here", grouped(link as u64)),
    )];
    let header = of.entry_start(ENTRY);
    for record in own {
        let offset = record.offset.expect("changes of bytes have an offset");
        let shown = grouped(offset as u64);
        let origin = of.origins[ENTRY];
        let meaning = match record.kind {
            "MEMMOVE" => format!("copy to byte {shown}: data that equals the entry before"),
            _ if offset < origin && offset >= header => format!("write at byte {shown}: the entry's header"),
            _ => format!("write at byte {shown}: the rest of its data"),
        };
        parts.push((record.bytes.clone(), meaning));
    }
    parts
}

/// The whole page in every encoding: records, bytes, and the replica's work.
pub fn page_table(of: &OnePage, values: &mut Values) -> String {
    let mut table =
        Table::new(&["encoding", "records", "bytes", "bytes an entry", "what the replica does"], "lrrrl");
    let entries = grouped(of.entries());
    for log in &of.logs {
        let records = log.records.len() as u64;
        let work = match log.encoding {
            "physiological" => format!("inserts {entries} entries"),
            "list-copy" => format!("unpacks and inserts {entries} entries"),
            "physical" => format!("sets bytes in {} places", grouped(records)),
            "page-image" => "puts one page in place".to_owned(),
            _ => "reads one page, once it is on disk".to_owned(),
        };
        table.row(&[
            log.encoding.replace('-', " "),
            grouped(records),
            grouped(log.bytes),
            ratio(log.bytes, of.entries(), 1),
            work,
        ]);
        values.count(format!("page-{}-records", log.encoding), records);
    }
    table.file()
}
