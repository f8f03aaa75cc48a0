//! MySQL's redo records applied to pages, and put into words.
//!
//! *Worked example.* A mini-transaction of three records, two of them about page 0: page 0 is taken from the target once,
//! changed twice and put back before the third record's page is taken.

use crate::base::PageNo;
use crate::innodb::tablespace::{page_at, wire_address};
use crate::innodb::{Page, page, u16_at, undo_page};
use crate::redo::mysql_entries::{Tail, take_tail};
use crate::redo::mysql_entry_replay::EntryReplay;
use crate::redo::mysql_format::{OwnRecord, Records, kind_of};
use crate::redo::mysql_numbers::Stop;
use crate::redo::mysql_records::{Body, Deleted, RawRecord};
use crate::redo::{RecordOutline, RecordView, ReplayError, ReplayTarget};

/// Applies all `records`; returns how many there were.
pub fn apply(
    mut records: Records<'_>,
    own: Option<&dyn OwnRecord>,
    target: &mut dyn ReplayTarget,
) -> Result<u64, ReplayError> {
    let mut replay = Replay {
        space_id: target.space_id(),
        target: &mut *target,
        current: None,
        entries: EntryReplay::default(),
        undo_records: 0,
        inserting_records: 0,
    };
    let outcome = replay.run(&mut records, own);
    replay.put_back();
    let entries = replay.entries.inserted() + replay.undo_records;
    let inserting = replay.inserting_records;
    target.inserted(inserting, entries);
    outcome.map(|()| records.count())
}

/// Replay of one mini-transaction.
struct Replay<'t> {
    target: &'t mut dyn ReplayTarget,
    space_id: u32,
    /// The page that the record before changed.
    current: Option<(PageNo, Page)>,
    entries: EntryReplay,
    undo_records: u64,
    inserting_records: u64,
}

impl Replay<'_> {
    fn run(&mut self, records: &mut Records<'_>, own: Option<&dyn OwnRecord>) -> Result<(), ReplayError> {
        while let Some(record) = records.next_record()? {
            let page_no = named_page(&record, self.space_id)?;
            if let (Body::Own(body), Some(own)) = (record.body, own) {
                self.put_back();
                own.apply(page_no, body, self.target)?;
                continue;
            }
            let fresh = record.body == Body::InitPage;
            if self.is_other(page_no) {
                // Put back first: the target decides by the page as it is now.
                self.put_back();
                if self.target.skips(page_no, fresh) {
                    continue;
                }
            }
            match record.body {
                Body::AppendUndo(_) => {
                    self.undo_records += 1;
                    self.inserting_records += 1;
                }
                Body::Insert { .. } | Body::ListEnd { .. } => self.inserting_records += 1,
                _ => {}
            }
            let space_id = self.space_id;
            let bytes = open_page(&mut self.current, self.target, page_no, fresh)?;
            change_page(&record.body, space_id, page_no, bytes, &mut self.entries)?;
        }
        Ok(())
    }

    fn is_other(&self, page_no: PageNo) -> bool {
        self.current.as_ref().is_none_or(|(open, _)| *open != page_no)
    }

    fn put_back(&mut self) {
        if let Some((page_no, page)) = self.current.take() {
            self.target.put(page_no, page);
        }
    }
}

/// Makes `page_no` the current page; `fresh` if its content does not matter.
#[inline]
fn open_page<'p>(
    current: &'p mut Option<(PageNo, Page)>,
    target: &mut dyn ReplayTarget,
    page_no: PageNo,
    fresh: bool,
) -> Result<&'p mut [u8], ReplayError> {
    if current.as_ref().is_none_or(|(open, _)| *open != page_no) {
        if let Some((open, page)) = current.take() {
            target.put(open, page);
        }
        let page = if fresh { target.take_for_overwrite(page_no) } else { target.take(page_no)? };
        *current = Some((page_no, page));
    }
    Ok(&mut current.as_mut().expect("set above").1)
}

/// The page that a record names.
#[inline]
fn named_page(record: &RawRecord<'_>, space_id: u32) -> Result<PageNo, ReplayError> {
    let (space, page) = record.wire;
    page_at(space_id, space, page)
        .ok_or_else(|| ReplayError::damaged(format!("a record names page {page} of tablespace {space}")))
}

#[inline]
fn change_page(
    body: &Body<'_>,
    space_id: u32,
    page_no: PageNo,
    bytes: &mut [u8],
    entries: &mut EntryReplay,
) -> Result<(), ReplayError> {
    match *body {
        Body::Insert { info, cursor, tail } => entries.insert(bytes, info, cursor, tail)?,
        Body::ListEnd { info, tails } => entries.append_all(bytes, info, tails)?,
        Body::Delete { info, which, origin } => entries.delete(bytes, info, which, origin)?,
        Body::Reorganize { info } => entries.reorganize(bytes, info)?,
        Body::InitUndo => undo_page::init(bytes),
        Body::AppendUndo(record) => append_undo(bytes, record)?,
        Body::InitPage => {
            let (space, wire_page) = wire_address(space_id, page_no);
            page::init(bytes, space, wire_page);
        }
        Body::CreateIndexPage => page::create_index(bytes),
        Body::Number { offset, len, value } => set_bytes(bytes, offset, &value.to_be_bytes()[8 - len..])?,
        Body::Text { offset, bytes: text } => set_bytes(bytes, offset, text)?,
        Body::Own(_) => return Err(ReplayError::damaged("a record of unknown type")),
    }
    Ok(())
}

fn set_bytes(page_bytes: &mut [u8], offset: usize, bytes: &[u8]) -> Result<(), ReplayError> {
    let place = page_bytes.get_mut(offset..offset + bytes.len());
    place.ok_or_else(|| ReplayError::damaged("a record reaches beyond its page"))?.copy_from_slice(bytes);
    Ok(())
}

fn append_undo(bytes: &mut [u8], record: &[u8]) -> Result<(), ReplayError> {
    let free = usize::from(u16_at(bytes, undo_page::UNDO_FREE));
    if free < undo_page::UNDO_RECORDS || !undo_page::fits(bytes, record.len()) {
        return Err(ReplayError::damaged("an undo record does not fit on its page"));
    }
    undo_page::append(bytes, record);
    Ok(())
}

/// Decodes all `records`.
pub fn decode<'a>(
    mut records: Records<'a>,
    own: Option<&dyn OwnRecord>,
    space_id: u32,
) -> Result<Vec<RecordView<'a>>, ReplayError> {
    let mut views = Vec::new();
    while let Some(record) = records.next_record()? {
        views.push(decode_record(&record, own, space_id)?);
    }
    Ok(views)
}

/// Visits page and size of all `records`.
pub fn outline(
    mut records: Records<'_>,
    space_id: u32,
    visit: &mut dyn FnMut(RecordOutline),
) -> Result<(), ReplayError> {
    while let Some(record) = records.next_record()? {
        visit(RecordOutline { page_no: Some(named_page(&record, space_id)?), bytes: record.bytes.len() });
    }
    Ok(())
}

fn decode_record<'a>(
    record: &RawRecord<'a>,
    own: Option<&dyn OwnRecord>,
    space_id: u32,
) -> Result<RecordView<'a>, ReplayError> {
    let mut view = RecordView {
        kind: kind_of(record.code),
        page_no: Some(named_page(record, space_id)?),
        offset: None,
        len: 0,
        bytes: record.bytes,
        detail: String::new(),
    };
    match record.body {
        Body::InitPage | Body::CreateIndexPage | Body::InitUndo | Body::Reorganize { .. } => {}
        Body::AppendUndo(record) => view.len = record.len(),
        Body::Delete { which, origin, .. } => view.detail = describe_delete(which, origin),
        Body::Number { offset, len, value } => {
            (view.offset, view.len) = (Some(offset), len);
            view.detail = format!("becomes {value}");
        }
        Body::Text { offset, bytes } => (view.offset, view.len) = (Some(offset), bytes.len()),
        Body::Insert { cursor, tail, .. } => {
            view.len = tail.bytes.len();
            view.detail = format!("after the record at {cursor}: {}", describe_tail(tail));
        }
        Body::ListEnd { tails, .. } => {
            view.len = tails.len();
            view.detail = format!("{} records at the end of the page", count_tails(tails)?);
        }
        Body::Own(body) => own.expect("records of other types are not read").describe(body, &mut view)?,
    }
    Ok(view)
}

/// What is deleted, in words.
fn describe_delete(which: Deleted, origin: usize) -> String {
    match which {
        Deleted::One => format!("the record at {origin}"),
        Deleted::FromHere => format!("the record at {origin} and all after it"),
        Deleted::BeforeHere => format!("all records before the one at {origin}"),
    }
}

/// Where an entry's bytes come from, in words.
fn describe_tail(tail: Tail<'_>) -> String {
    match tail.long {
        None => format!("its bytes, the last {} of them new", tail.bytes.len()),
        Some(long) => {
            let (new, shared) = (tail.bytes.len(), long.shared);
            format!("its first {shared} bytes and {new} new ones, data from byte {}", long.extra)
        }
    }
}

fn count_tails(mut tails: &[u8]) -> Result<usize, Stop> {
    let mut count = 0;
    while !tails.is_empty() {
        take_tail(&mut tails)?;
        count += 1;
    }
    Ok(count)
}
