//! Writing events.

use super::frame::{CHECKSUM_BYTES, COMMIT_TIMESTAMP_FLAG, crc32};
use super::{ColumnType, Event, RowChange};

/// Status of a session in a query event: flags (4 bytes), SQL mode (8), catalog `std`, three character sets (2 each), default
/// collation (2), each behind the number of its kind.
pub(super) const QUERY_STATUS: [u8; 29] = [
    0, 0, 0, 0, 0, 1, 0x20, 0, 0xE0, 0x45, 0, 0, 0, 0, 6, 3, b's', b't', b'd', 4, 0xFF, 0, 0xFF, 0, 0xFF, 0,
    18, 0xFF, 0,
];
/// Version 8.0.32 of the server, as GTID events have it.
pub(super) const SERVER_VERSION: u32 = 80_032;
/// Kind of the two places in the log that a GTID event names; there is only this one.
pub(super) const LOGICAL_TIMESTAMPS: u8 = 2;
/// Format of an XA transaction's name.
pub(super) const XA_FORMAT: u32 = 1;
/// Flag of a row event: the last one of its statement.
pub(super) const ENDS_STATEMENT: u16 = 1;
/// Kinds of optional metadata of a table map: which numbers are unsigned, and the character set of texts.
pub(super) const SIGNEDNESS: u8 = 1;
pub(super) const DEFAULT_CHARSET: u8 = 2;
/// Collation `latin1_swedish_ci`: a byte a character.
pub(super) const LATIN1: u8 = 8;

/// Bytes that a packed number takes: 1 up to 250, then a mark and 2, 3 or 8.
pub fn packed_len(number: u64) -> usize {
    match number {
        0..=250 => 1,
        251..=0xFFFF => 3,
        0x1_0000..=0xFF_FFFF => 4,
        _ => 9,
    }
}

/// Appends a packed number.
fn push_packed(number: u64, out: &mut Vec<u8>) {
    let bytes = number.to_le_bytes();
    match packed_len(number) {
        1 => out.push(bytes[0]),
        3 => {
            out.push(252);
            out.extend_from_slice(&bytes[..2]);
        }
        4 => {
            out.push(253);
            out.extend_from_slice(&bytes[..3]);
        }
        _ => {
            out.push(254);
            out.extend_from_slice(&bytes);
        }
    }
}

/// Writes events one behind the other, as a file has them.
#[derive(Debug, Clone)]
pub struct EventWriter {
    bytes: Vec<u8>,
    server_id: u32,
    timestamp_s: u32,
    /// Position of the first of `bytes` in the file.
    position: u64,
}

impl EventWriter {
    /// A writer of `server_id`'s events at `timestamp_s` seconds since 1970.
    pub fn new(server_id: u32, timestamp_s: u32) -> Self {
        Self { bytes: Vec::new(), server_id, timestamp_s, position: 0 }
    }

    /// All events since the last [`EventWriter::clear`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Forgets the bytes; positions go on.
    pub fn clear(&mut self) {
        self.position += self.bytes.len() as u64;
        self.bytes.clear();
    }

    /// Appends an event, and says how many bytes it takes.
    pub fn push(&mut self, event: &Event) -> u64 {
        let start = self.bytes.len();
        self.push_header(event);
        let out = &mut self.bytes;
        match event {
            Event::Gtid { .. } => push_gtid(event, out),
            Event::Query { schema, text } => push_query(schema, text, out),
            Event::TableMap { table, schema, name, columns } => {
                push_table_map(*table, (schema, name), columns, out);
            }
            Event::Rows { change, table, columns, ends_statement, images } => {
                push_rows_head(*change, *table, *columns, *ends_statement, out);
                out.extend_from_slice(images);
            }
            Event::RowsQuery { text } => {
                out.push(text.len().min(255) as u8);
                out.extend_from_slice(text.as_bytes());
            }
            Event::Xid { number } => out.extend_from_slice(&number.to_le_bytes()),
            Event::XaPrepare { global, branch } => push_xa_prepare(global, branch, out),
        }
        self.finish(start)
    }

    fn push_header(&mut self, event: &Event) {
        let has_timestamp = matches!(event, Event::Gtid { commit_timestamp: Some(_), .. });
        let flags = if has_timestamp { COMMIT_TIMESTAMP_FLAG } else { 0 };
        self.bytes.extend_from_slice(&self.timestamp_s.to_le_bytes());
        self.bytes.push(event.type_code());
        self.bytes.extend_from_slice(&self.server_id.to_le_bytes());
        // Length and position follow when they are known.
        self.bytes.extend_from_slice(&[0; 8]);
        self.bytes.extend_from_slice(&flags.to_le_bytes());
    }

    /// Fills in length and position of the event that starts at `start`, and appends its checksum.
    fn finish(&mut self, start: usize) -> u64 {
        let length = (self.bytes.len() + CHECKSUM_BYTES - start) as u64;
        let next = self.position + start as u64 + length;
        self.bytes[start + 9..start + 13].copy_from_slice(&(length as u32).to_le_bytes());
        self.bytes[start + 13..start + 17].copy_from_slice(&(next as u32).to_le_bytes());
        let checksum = crc32(&self.bytes[start..]);
        self.bytes.extend_from_slice(&checksum.to_le_bytes());
        length
    }
}

fn push_gtid(event: &Event, out: &mut Vec<u8>) {
    let Event::Gtid {
        number,
        last_committed,
        sequence_number,
        commit_time_us,
        transaction_length,
        commit_timestamp,
    } = event
    else {
        return;
    };
    // Flags: statements may be of any kind. The source's uuid is that of no server.
    out.extend_from_slice(&[0; 17]);
    out.extend_from_slice(&number.to_le_bytes());
    out.push(LOGICAL_TIMESTAMPS);
    out.extend_from_slice(&last_committed.to_le_bytes());
    out.extend_from_slice(&sequence_number.to_le_bytes());
    // Its highest bit would say that the first source's commit time follows.
    out.extend_from_slice(&commit_time_us.to_le_bytes()[..7]);
    push_packed(*transaction_length, out);
    out.extend_from_slice(&SERVER_VERSION.to_le_bytes());
    if let Some(commit_timestamp) = commit_timestamp {
        out.extend_from_slice(&commit_timestamp.to_le_bytes());
    }
}

fn push_query(schema: &str, text: &str, out: &mut Vec<u8>) {
    // Thread and seconds that it took.
    out.extend_from_slice(&[0; 8]);
    out.push(schema.len() as u8);
    // No error.
    out.extend_from_slice(&[0; 2]);
    out.extend_from_slice(&(QUERY_STATUS.len() as u16).to_le_bytes());
    out.extend_from_slice(&QUERY_STATUS);
    out.extend_from_slice(schema.as_bytes());
    out.push(0);
    out.extend_from_slice(text.as_bytes());
}

fn push_table_map(
    table: u64,
    (schema, name): (&str, &str),
    columns: &[(ColumnType, bool)],
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(&table.to_le_bytes()[..6]);
    out.extend_from_slice(&1_u16.to_le_bytes());
    for text in [schema, name] {
        out.push(text.len() as u8);
        out.extend_from_slice(text.as_bytes());
        out.push(0);
    }
    push_packed(columns.len() as u64, out);
    out.extend(columns.iter().map(|(column, _)| column.type_code()));
    let metadata: Vec<u8> = columns.iter().flat_map(|(column, _)| column.metadata()).collect();
    push_packed(metadata.len() as u64, out);
    out.extend_from_slice(&metadata);
    let mut nullable = vec![0; columns.len().div_ceil(8)];
    for (position, _) in columns.iter().enumerate().filter(|(_, (_, nullable))| *nullable) {
        nullable[position / 8] |= 1 << (position % 8);
    }
    out.extend_from_slice(&nullable);
    push_optional_metadata(columns, out);
}

/// All numbers are signed, all texts of one character set.
fn push_optional_metadata(columns: &[(ColumnType, bool)], out: &mut Vec<u8>) {
    let numbers = columns.iter().filter(|(column, _)| column.is_number()).count();
    if numbers > 0 {
        let len = numbers.div_ceil(8);
        out.push(SIGNEDNESS);
        push_packed(len as u64, out);
        out.resize(out.len() + len, 0);
    }
    if columns.iter().any(|(column, _)| column.is_text()) {
        out.extend_from_slice(&[DEFAULT_CHARSET, 1, LATIN1]);
    }
}

fn push_rows_head(change: RowChange, table: u64, columns: usize, ends_statement: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(&table.to_le_bytes()[..6]);
    out.extend_from_slice(&(if ends_statement { ENDS_STATEMENT } else { 0 }).to_le_bytes());
    // Extra data: nothing but its own length.
    out.extend_from_slice(&2_u16.to_le_bytes());
    push_packed(columns as u64, out);
    for _ in 0..change.images() {
        // All columns are present; bits behind the last one are set too.
        out.resize(out.len() + columns.div_ceil(8), 0xFF);
    }
}

fn push_xa_prepare(global: &[u8], branch: &[u8], out: &mut Vec<u8>) {
    out.push(0);
    out.extend_from_slice(&XA_FORMAT.to_le_bytes());
    out.extend_from_slice(&(global.len() as u32).to_le_bytes());
    out.extend_from_slice(&(branch.len() as u32).to_le_bytes());
    out.extend_from_slice(global);
    out.extend_from_slice(branch);
}
