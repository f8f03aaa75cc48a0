//! What a statement logs about itself: dictionary rows, their undo, files created and dropped.
//!
//! The engine builds indexes; it has no data dictionary. A server's statement also changes its dictionary, and logs that:
//! some 3 kB for one index. These bytes are a **measured constant**: what MariaDB 10.11 wrote for `t0` with 10,000 rows,
//! less what the engine writes for the same pages. For several indexes it grows as the number of dictionary undo records
//! did between one and seven (25 and 127 for ADD INDEX, 52 and 184 for FORCE): nothing else is fitted.
//!
//! For `physical` the constant is counted under the record types that the server used. Other encodings get the same
//! number of bytes as one lump: that is assumed, not measured.

use crate::lab::redo_volume::Ddl;

/// Records and bytes of one record type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DictionaryPart {
    /// The record type as the physical encoding names it, or `DICTIONARY` for types that only dictionary changes use.
    pub kind: &'static str,
    /// Records.
    pub records: u64,
    /// Bytes.
    pub bytes: u64,
}

/// A constant measured on a statement, and how many dictionary undo records it had: some for the statement, some for each
/// index.
struct Measured {
    parts: [(&'static str, u64, u64); 6],
    statement_undo: u64,
    index_undo: u64,
    /// Secondary indexes of the measured statement.
    indexes: u64,
}

const ADD_INDEX: Measured = Measured {
    parts: [
        ("DICTIONARY", 37, 1_728),
        ("INIT_PAGE", 4, 16),
        ("WRITE", 113, 657),
        ("MEMSET", 37, 178),
        ("MEMMOVE", 38, 164),
        ("MTR_END", 55, 275),
    ],
    statement_undo: 8,
    index_undo: 17,
    indexes: 1,
};

const REBUILD: Measured = Measured {
    parts: [
        ("DICTIONARY", 72, 3_571),
        ("INIT_PAGE", 4, 16),
        ("WRITE", 156, 933),
        ("MEMSET", 54, 246),
        ("MEMMOVE", 48, 204),
        ("MTR_END", 120, 600),
    ],
    statement_undo: 30,
    index_undo: 22,
    indexes: 1,
};

const ADD_PRIMARY_KEY: Measured = Measured {
    parts: [
        ("DICTIONARY", 52, 2_371),
        ("INIT_PAGE", 4, 16),
        ("WRITE", 112, 635),
        ("MEMSET", 49, 228),
        ("MEMMOVE", 42, 180),
        ("MTR_END", 77, 385),
    ],
    statement_undo: 31,
    index_undo: 22,
    indexes: 0,
};

const BULK_INSERT: Measured = Measured {
    parts: [
        ("DICTIONARY", 2, 7),
        ("INIT_PAGE", 1, 4),
        ("WRITE", 20, 117),
        ("MEMSET", 8, 40),
        ("MEMMOVE", 8, 35),
        ("MTR_END", 2, 10),
    ],
    statement_undo: 1,
    index_undo: 0,
    indexes: 0,
};

/// The constant of a statement that builds `secondary_indexes` secondary indexes, by record type.
///
/// Row-by-row statements log their rows' undo, which the engine writes itself: nothing is added for `insert`, and a
/// `copy` makes and drops files as a rebuild does.
pub fn dictionary_records(ddl: Ddl, secondary_indexes: usize) -> Vec<DictionaryPart> {
    let measured = match ddl {
        Ddl::AddIndex => ADD_INDEX,
        Ddl::Rebuild | Ddl::Copy => REBUILD,
        Ddl::AddPrimaryKey => ADD_PRIMARY_KEY,
        Ddl::BulkInsert => BULK_INSERT,
        Ddl::Insert => return Vec::new(),
    };
    let undo = |indexes: u64| measured.statement_undo + measured.index_undo * indexes;
    let (now, then) = (undo(secondary_indexes as u64), undo(measured.indexes));
    let scale = |value: u64| (value * now + then / 2) / then;
    let part = |(kind, records, bytes)| DictionaryPart { kind, records: scale(records), bytes: scale(bytes) };
    measured.parts.into_iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_grows_with_the_number_of_indexes() {
        let bytes =
            |indexes| dictionary_records(Ddl::AddIndex, indexes).iter().map(|part| part.bytes).sum::<u64>();
        assert_eq!(bytes(1), 3_018);
        assert_eq!(bytes(7), 3_018 * 127 / 25);
    }
}
