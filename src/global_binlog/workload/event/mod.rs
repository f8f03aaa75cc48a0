//! Binlog events of MySQL 8, byte for byte: a writer, and a small reader that checks it.
//!
//! A binlog is a sequence of events. Every event has the same frame; numbers are little-endian:
//!
//! ```text
//! 0           4      5           9        13              17      19                     length-4
//! | timestamp | type | server id | length | next position | flags | what the type says  | CRC-32 |
//! ```
//!
//! A transaction that changes rows is a handful of them:
//!
//! | event | says |
//! |---|---|
//! | GTID | a transaction begins: its global identifier, and how many bytes it takes |
//! | query `BEGIN`, or `XA START` | the same as a statement |
//! | table map | the types of a table's columns; the row events behind it name it by a number |
//! | write, update, delete rows | row images, one or two (before and after) a row |
//! | XID | the transaction is committed |
//! | query `XA END`, XA prepare | the transaction is prepared; a later group of GTID and `XA COMMIT` commits it |
//!
//! *Worked example.* An insert of one row into `t0(a INT, b INT)` is a row event of 44 bytes: frame 19, table number 6, flags 2,
//! extra data 2, column count 1, which columns are present 1, which are NULL 1, two values of 4, CRC 4.
//! Servers write exactly that many. An update of that row takes 54: a second bit map and a second image.
//!
//! Layouts are those of the public documentation of the format. What a distributed database adds to it is not: that a commit
//! timestamp stands in the last 8 bytes of a GTID event, and that a flag of the frame says so, is *assumed*.

mod columns;
mod frame;
mod read;
mod write;

pub use columns::{
    ColumnType, DecodedRow, Value, column_types, decode_images, push_image, push_stored_image,
};
pub use frame::{COMMIT_TIMESTAMP_FLAG, EventError, FRAME_BYTES, Frame, crc32};
pub use read::read_event;
pub use write::{EventWriter, packed_len};

/// What a row event does to its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowChange {
    /// Inserts them: an image of each.
    Write,
    /// Updates them: an image before and one after.
    Update,
    /// Deletes them: an image of each.
    Delete,
}

impl RowChange {
    /// Row images that a row takes.
    pub fn images(self) -> usize {
        if self == RowChange::Update { 2 } else { 1 }
    }
}

/// What an event says, without its frame. Texts and images are borrowed from where the event was read or made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event<'a> {
    /// GTID (type 33): `flags 1 | source uuid 16 | number 8 | 2 | last committed 8 | sequence number 8 | commit time in us 7 |
    /// transaction length, packed | server version 4`, and if the frame's flag says so `commit timestamp 8`.
    Gtid {
        /// Number of the transaction at its source.
        number: u64,
        /// Place in the log of the last transaction that it depends on.
        last_committed: u64,
        /// Its own place.
        sequence_number: u64,
        /// When it was committed, in microseconds since 1970; 55 bits.
        commit_time_us: u64,
        /// Bytes of all its events.
        transaction_length: u64,
        /// The cluster's commit timestamp, if it has one (assumed, see the module).
        commit_timestamp: Option<u64>,
    },
    /// Query (type 2): `thread 4 | seconds 4 | length of schema 1 | error 2 | length of status 2 | status | schema, 0 | text`. The
    /// status holds flags, SQL mode, catalog and character sets of the session, 29 bytes.
    Query {
        /// The schema that is in use.
        schema: &'a str,
        /// The statement.
        text: &'a str,
    },
    /// Table map (type 19): `table 6 | flags 2 | length 1, schema, 0 | length 1, name, 0 | column count, packed | a type each |
    /// length of metadata, packed | metadata | bits of columns that may be NULL | which numbers are signed | character sets`.
    TableMap {
        /// Number that row events call it by; 48 bits.
        table: u64,
        /// Its schema.
        schema: &'a str,
        /// Its name.
        name: &'a str,
        /// The types of its columns, and whether they may be NULL.
        columns: Vec<(ColumnType, bool)>,
    },
    /// Write, update, delete rows (types 30, 31, 32): `table 6 | flags 2 | extra data 2 | column count, packed | bits of columns that
    /// are present`, once more for the images after an update, and then the images.
    Rows {
        /// What is done.
        change: RowChange,
        /// The table's number.
        table: u64,
        /// How many columns it has; all are present.
        columns: usize,
        /// Whether it is the last one of a statement.
        ends_statement: bool,
        /// The images ([`push_image`]).
        images: &'a [u8],
    },
    /// Rows query (type 29): `length, at most 255 | text`: a comment on the row events behind it.
    RowsQuery {
        /// The text.
        text: &'a str,
    },
    /// XID (type 16): `number 8`. The transaction is committed.
    Xid {
        /// Number of the transaction in the engine.
        number: u64,
    },
    /// XA prepare (type 38): `commits in one step 1 | format 4 | length of global part 4 | of branch 4 | global part | branch`.
    XaPrepare {
        /// Name of the transaction in the cluster.
        global: &'a [u8],
        /// Name of its part.
        branch: &'a [u8],
    },
}

impl Event<'_> {
    /// The number of the event's type.
    pub fn type_code(&self) -> u8 {
        match self {
            Event::Query { .. } => 2,
            Event::Xid { .. } => 16,
            Event::TableMap { .. } => 19,
            Event::RowsQuery { .. } => 29,
            Event::Rows { change: RowChange::Write, .. } => 30,
            Event::Rows { change: RowChange::Update, .. } => 31,
            Event::Rows { change: RowChange::Delete, .. } => 32,
            Event::Gtid { .. } => 33,
            Event::XaPrepare { .. } => 38,
        }
    }

    /// Whether it counts among the events that say what happened to rows.
    pub fn is_dml(&self) -> bool {
        matches!(self, Event::TableMap { .. } | Event::Rows { .. })
    }
}
