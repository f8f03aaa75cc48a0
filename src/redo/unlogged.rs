//! `unlogged`: bulk-built pages are not logged; they reach the disk before the statement ends.
//!
//! MySQL since 5.7 and MariaDB 10.2 to 10.4 build an index so by default. Only the account of pages is logged, and at the
//! end, when all pages are on disk, one record "index loaded" for each index. A replica that reads this log finds no pages
//! in it: it needs the files.
//!
//! *Worked example.* Index 45 with its root in page 14 is complete: `bd 05 0e 000000000000002d`, 11 bytes, instead of some
//! 16 MB of pages for a million rows.

use crate::base::PageNo;
use crate::innodb::{IndexLayout, u64_at};
use crate::redo::mysql_format::{MysqlFormat, OWN_KIND, OwnRecord, kinds_with, put_own_record};
use crate::redo::mysql_numbers::Stop;
use crate::redo::{BulkPage, MtrBuffer, Purpose, RecordView, ReplayError, ReplayTarget};

/// The encoding.
pub struct Unlogged;

/// The one record type.
struct IndexLoadRecord;

const INDEX_LOAD: u8 = 61;
const INDEX_ID_BYTES: usize = 8;

impl MysqlFormat for Unlogged {
    const NAME: &'static str = "unlogged";
    const TITLE: &'static str = "unlogged, MySQL 5.7 and later";
    const SENTENCE: &'static str = "Nothing for the pages themselves, which are flushed before the statement ends; one mark for each finished index.";
    const KINDS: &'static [&'static str] = &kinds_with("MLOG_INDEX_LOAD");
    const OWN: Option<&'static dyn OwnRecord> = Some(&IndexLoadRecord);
    const LOGS_BULK_PAGES: bool = false;

    fn log_bulk_page(&self, _out: &mut MtrBuffer, _bulk: &mut BulkPage<'_>) {}

    fn log_index_loaded(&self, out: &mut MtrBuffer, layout: &IndexLayout, root_page_no: PageNo) {
        out.purpose = Purpose::IndexLoad;
        put_own_record(out, INDEX_LOAD, root_page_no, |body| {
            body.extend_from_slice(&layout.id.to_be_bytes());
        });
    }
}

impl OwnRecord for IndexLoadRecord {
    fn code(&self) -> u8 {
        INDEX_LOAD
    }

    fn body_len(&self, _rest: &[u8]) -> Result<usize, Stop> {
        Ok(INDEX_ID_BYTES)
    }

    fn apply(&self, _page_no: PageNo, body: &[u8], target: &mut dyn ReplayTarget) -> Result<(), ReplayError> {
        target.index_loaded(u64_at(body, 0));
        Ok(())
    }

    fn describe(&self, body: &[u8], view: &mut RecordView<'_>) -> Result<(), ReplayError> {
        view.kind = OWN_KIND;
        view.detail = format!("index {} is complete", u64_at(body, 0));
        Ok(())
    }
}
