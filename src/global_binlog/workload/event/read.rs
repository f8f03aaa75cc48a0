//! Reading events.

use super::columns::{little_endian, take};
use super::frame::{CHECKSUM_BYTES, COMMIT_TIMESTAMP_FLAG, FRAME_BYTES, HEADER_BYTES, crc32};
use super::{ColumnType, Event, EventError, Frame, RowChange};

/// Reads the first event of `bytes` and moves them behind it.
///
/// The checksum is looked at before anything else but the length, so that what is read is what was written.
pub fn read_event<'a>(bytes: &mut &'a [u8]) -> Result<(Frame, Event<'a>), EventError> {
    let header = bytes.get(..HEADER_BYTES).ok_or(EventError::Truncated)?;
    let number = |from: usize, to: usize| little_endian(&header[from..to]);
    let frame = Frame {
        timestamp_s: number(0, 4) as u32,
        server_id: number(5, 9) as u32,
        length: number(9, 13) as u32,
        next_position: number(13, 17) as u32,
        flags: number(17, 19) as u16,
    };
    let type_code = header[4];
    if (frame.length as usize) < FRAME_BYTES {
        return Err(EventError::Malformed("a length that is less than that of a frame"));
    }
    let event = take(bytes, frame.length as usize)?;
    let (content, checksum) = event.split_at(event.len() - CHECKSUM_BYTES);
    let (found, expected) = (little_endian(checksum) as u32, crc32(content));
    if found != expected {
        return Err(EventError::Checksum { found, expected });
    }
    Ok((frame, read_content(type_code, frame.flags, &content[HEADER_BYTES..])?))
}

fn read_content(type_code: u8, flags: u16, mut rest: &[u8]) -> Result<Event<'_>, EventError> {
    let rest = &mut rest;
    match type_code {
        2 => read_query(rest),
        16 => Ok(Event::Xid { number: read_number(rest, 8)? }),
        19 => read_table_map(rest),
        29 => {
            take(rest, 1)?;
            Ok(Event::RowsQuery { text: text(rest)? })
        }
        30 => read_rows(RowChange::Write, rest),
        31 => read_rows(RowChange::Update, rest),
        32 => read_rows(RowChange::Delete, rest),
        33 => read_gtid(flags, rest),
        38 => read_xa_prepare(rest),
        other => Err(EventError::UnknownType(other)),
    }
}

fn read_number(rest: &mut &[u8], len: usize) -> Result<u64, EventError> {
    take(rest, len).map(little_endian)
}

/// A number that takes as many bytes as it needs.
fn read_packed(rest: &mut &[u8]) -> Result<u64, EventError> {
    match read_number(rest, 1)? {
        252 => read_number(rest, 2),
        253 => read_number(rest, 3),
        254 => read_number(rest, 8),
        251 | 255 => Err(EventError::Malformed("a packed number that is none")),
        small => Ok(small),
    }
}

fn text(bytes: &[u8]) -> Result<&str, EventError> {
    std::str::from_utf8(bytes).map_err(|_| EventError::Malformed("a text that is none"))
}

/// A text of `len` bytes, and the zero behind it.
fn read_name<'a>(rest: &mut &'a [u8], len: usize) -> Result<&'a str, EventError> {
    let name = text(take(rest, len)?)?;
    match take(rest, 1)? {
        [0] => Ok(name),
        _ => Err(EventError::Malformed("a name that does not end where it should")),
    }
}

fn read_gtid<'a>(flags: u16, rest: &mut &'a [u8]) -> Result<Event<'a>, EventError> {
    // Flags and the source's uuid.
    take(rest, 17)?;
    let number = read_number(rest, 8)?;
    take(rest, 1)?;
    let last_committed = read_number(rest, 8)?;
    let sequence_number = read_number(rest, 8)?;
    let commit_time_us = read_number(rest, 7)?;
    let transaction_length = read_packed(rest)?;
    // The server's version.
    take(rest, 4)?;
    let has_timestamp = flags & COMMIT_TIMESTAMP_FLAG != 0;
    let commit_timestamp = if has_timestamp { Some(read_number(rest, 8)?) } else { None };
    Ok(Event::Gtid {
        number,
        last_committed,
        sequence_number,
        commit_time_us,
        transaction_length,
        commit_timestamp,
    })
}

fn read_query<'a>(rest: &mut &'a [u8]) -> Result<Event<'a>, EventError> {
    take(rest, 8)?;
    let schema_len = read_number(rest, 1)? as usize;
    take(rest, 2)?;
    let status_len = read_number(rest, 2)? as usize;
    take(rest, status_len)?;
    let schema = read_name(rest, schema_len)?;
    Ok(Event::Query { schema, text: text(rest)? })
}

fn read_table_map<'a>(rest: &mut &'a [u8]) -> Result<Event<'a>, EventError> {
    let table = read_number(rest, 6)?;
    take(rest, 2)?;
    let schema_len = read_number(rest, 1)? as usize;
    let schema = read_name(rest, schema_len)?;
    let name_len = read_number(rest, 1)? as usize;
    let name = read_name(rest, name_len)?;
    let count = read_packed(rest)? as usize;
    let types = take(rest, count)?;
    let metadata_len = read_packed(rest)? as usize;
    let mut metadata = take(rest, metadata_len)?;
    let nullable = take(rest, count.div_ceil(8))?;
    let mut columns = Vec::with_capacity(count);
    for (position, &type_code) in types.iter().enumerate() {
        let (column, len) = ColumnType::from_parts(type_code, metadata)?;
        metadata = &metadata[len..];
        columns.push((column, nullable[position / 8] >> (position % 8) & 1 == 1));
    }
    // Signs and character sets behind that are the same in all tables.
    Ok(Event::TableMap { table, schema, name, columns })
}

fn read_rows<'a>(change: RowChange, rest: &mut &'a [u8]) -> Result<Event<'a>, EventError> {
    let table = read_number(rest, 6)?;
    let ends_statement = read_number(rest, 2)? & 1 == 1;
    let extra_len = read_number(rest, 2)? as usize;
    take(rest, extra_len.saturating_sub(2))?;
    let columns = read_packed(rest)? as usize;
    let present = take(rest, columns.div_ceil(8) * change.images())?;
    if present.iter().any(|&bits| bits != 0xFF) {
        return Err(EventError::Malformed("an image that lacks columns"));
    }
    Ok(Event::Rows { change, table, columns, ends_statement, images: rest })
}

fn read_xa_prepare<'a>(rest: &mut &'a [u8]) -> Result<Event<'a>, EventError> {
    take(rest, 5)?;
    let global_len = read_number(rest, 4)? as usize;
    let branch_len = read_number(rest, 4)? as usize;
    let global = take(rest, global_len)?;
    Ok(Event::XaPrepare { global, branch: take(rest, branch_len)? })
}
