//! The log, as a page's history and as a tape.

use serde::Serialize;

use super::Inspector;
use super::redo_index::{MtrEntry, PURPOSES};
use crate::base::{Lsn, PageNo};
use crate::innodb::NO_PAGE;
use crate::redo::{Purpose, RecordView};

/// The most redo records that are given at a time.
pub const MAX_REDO_RECORDS: usize = 10_000;

/// Bytes of a record that are shown; longer ones end with dots.
const SHOWN_BYTES: usize = 64;

/// Bytes that a record's sentence shows.
const SHOWN_IN_TEXT: usize = 16;

/// One redo record about a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RedoRecord {
    /// LSN of its first byte.
    pub lsn: Lsn,
    /// LSN at which its mini-transaction begins.
    pub mtr_lsn: Lsn,
    /// Its type, such as `WRITE`.
    pub kind: &'static str,
    /// What it is for, such as `next-pointer`.
    pub purpose: &'static str,
    /// Its bytes in the log.
    pub bytes: usize,
    /// First byte of the page that it names, if any.
    pub offset: Option<usize>,
    /// How many bytes of the page it sets, as far as it tells; 0 for one about the whole page.
    pub length: usize,
    /// What it does, in words.
    pub text: String,
    /// Its first bytes in hexadecimal, separated by spaces.
    pub hex: String,
}

/// Some of the redo records about a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PageRedo {
    /// How many there are in all.
    pub total: usize,
    /// Those that were asked for, in the order of the log.
    pub records: Vec<RedoRecord>,
}

/// All mini-transactions in order, one place in each list a mini-transaction. Without gaps: each begins where the one before
/// it ends.
///
/// The statement's own records (dictionary, files) are one block at the start. Bytes are growth of the LSN: what log blocks
/// add is framing of the mini-transaction in which it falls. So the sums by purpose are those of the report. The lists are
/// no part of the serialised object: they cross to JavaScript as typed arrays.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Tape {
    /// LSN at which it begins.
    #[serde(skip)]
    pub mtr_lsn: Vec<f64>,
    /// Its bytes.
    #[serde(skip)]
    pub mtr_bytes: Vec<u32>,
    /// The page that it is about: the page that an allocation gives, else the one with most of its bytes;
    /// [`NO_PAGE`] (4294967295) if none.
    #[serde(skip)]
    pub page_no: Vec<u32>,
    /// Bytes by purpose: a row of `purposes.len()` numbers for each mini-transaction.
    #[serde(skip)]
    pub purpose_bytes: Vec<u32>,
    /// Names of the purposes.
    pub purposes: Vec<&'static str>,
}

impl Tape {
    fn push(&mut self, lsn: Lsn, page_no: PageNo, purpose_bytes: &[u32; PURPOSES]) {
        self.mtr_lsn.push(lsn as f64);
        self.mtr_bytes.push(purpose_bytes.iter().sum());
        self.page_no.push(page_no);
        self.purpose_bytes.extend_from_slice(purpose_bytes);
    }
}

impl Inspector {
    /// The redo records about a page: `count` of them, at most [`MAX_REDO_RECORDS`], from position `from`. None for a page
    /// that the log does not name.
    pub fn page_redo(&self, page_no: PageNo, from: usize, count: usize) -> PageRedo {
        let Some(page) = self.index.page(page_no) else { return PageRedo::default() };
        let count = count.min(MAX_REDO_RECORDS);
        let mut skip = from;
        let mut records = Vec::new();
        for &number in &page.mini_transactions {
            if records.len() == count {
                break;
            }
            let entry = &self.index.mini_transactions()[number as usize];
            if skip > 0 {
                let here = self.index.count_records(entry, page_no);
                if here <= skip {
                    skip -= here;
                    continue;
                }
            }
            let wanted = std::mem::take(&mut skip)..;
            self.append_records(entry, page_no, wanted.start, count, &mut records);
        }
        PageRedo { total: page.records, records }
    }

    /// Appends the records of a mini-transaction about `page_no`, without the first `skip`, until there are `count`.
    fn append_records(
        &self,
        entry: &MtrEntry,
        page_no: PageNo,
        skip: usize,
        count: usize,
        records: &mut Vec<RedoRecord>,
    ) {
        let encoding = self.log().encoding();
        let mut bytes_before = 0;
        let placed = self.index.records(entry).into_iter().zip(entry.first_record..).map(|(view, number)| {
            let lsn = encoding.framing().advance(entry.start_lsn, bytes_before);
            bytes_before += view.bytes.len() as u64;
            (view, number, lsn)
        });
        let wanted = placed.filter(|(view, ..)| view.page_no == Some(page_no)).skip(skip);
        for (view, number, lsn) in wanted.take(count - records.len()) {
            let purpose = Purpose::ALL[usize::from(self.log().purposes()[number])];
            let kind = encoding.kinds()[usize::from(view.kind)];
            records.push(RedoRecord {
                lsn,
                mtr_lsn: entry.start_lsn,
                kind,
                purpose: purpose.name(),
                bytes: view.bytes.len(),
                offset: view.offset,
                length: view.len,
                text: text(&view, kind),
                hex: hex(view.bytes, SHOWN_BYTES),
            });
        }
    }

    /// All mini-transactions in order.
    pub fn tape(&self) -> Tape {
        let mut tape = Tape { purposes: Purpose::ALL.map(Purpose::name).to_vec(), ..Tape::default() };
        let first_lsn = self.log().encoding().framing().first_lsn();
        let before = self.log().start_lsn() - first_lsn;
        if before > 0 {
            let mut purpose_bytes = [0; PURPOSES];
            purpose_bytes[Purpose::Dictionary as usize] = self.dictionary_bytes as u32;
            purpose_bytes[Purpose::Framing as usize] = (before - self.dictionary_bytes) as u32;
            tape.push(first_lsn, NO_PAGE, &purpose_bytes);
        }
        for entry in self.index.mini_transactions() {
            tape.push(entry.start_lsn, entry.main_page, &entry.purpose_bytes);
        }
        tape
    }
}

/// What a record does, in words.
fn text(view: &RecordView<'_>, kind: &str) -> String {
    let place = match view.offset {
        Some(offset) if view.len == 1 => format!("1 byte at {offset}"),
        Some(offset) => format!("{} bytes at {offset}", view.len),
        None => String::new(),
    };
    match (place.is_empty(), view.detail.is_empty()) {
        (true, true) => whole_page_text(kind).to_owned(),
        (true, false) => view.detail.clone(),
        (false, false) => format!("{place}: {}", view.detail),
        // A record that sets bytes and says no more ends with them.
        (false, true) => {
            let data = &view.bytes[view.bytes.len().saturating_sub(view.len)..];
            format!("{place}: {}", hex(data, SHOWN_IN_TEXT))
        }
    }
}

/// What record types do that name a page and nothing else.
fn whole_page_text(kind: &str) -> &'static str {
    match kind {
        "INIT_PAGE" | "MLOG_INIT_FILE_PAGE2" => "becomes a fresh page of zeros with its number in place",
        "INIT_ROW_FORMAT_DYNAMIC" | "MLOG_COMP_PAGE_CREATE" => "becomes an empty index page",
        "FREE_PAGE" => "is no longer used",
        _ => "the whole page",
    }
}

/// The first `limit` bytes in hexadecimal; dots if there are more.
fn hex(bytes: &[u8], limit: usize) -> String {
    let shown: Vec<String> = bytes.iter().take(limit).map(|byte| format!("{byte:02x}")).collect();
    let dots = if bytes.len() > limit { " ..." } else { "" };
    shown.join(" ") + dots
}
