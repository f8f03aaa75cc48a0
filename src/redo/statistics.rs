//! Counting redo: records and bytes by record type, and by what they are for.

use crate::redo::KindId;

/// What a redo byte is for. The page gives each the same colour everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Purpose {
    /// The records of the index themselves.
    Record,
    /// Links from record to record.
    NextPointer,
    /// Page directory and the counts that belong to it.
    Directory,
    /// Page headers, page initialisation and sibling links.
    Header,
    /// Whole pages.
    PageImage,
    /// Finding and giving back pages.
    Allocation,
    /// Undo log: how to take a row back.
    Undo,
    /// The statement's own dictionary and file records: a measured constant.
    Dictionary,
    /// Ends and checksums of mini-transactions, headers and trailers of log blocks.
    Framing,
    /// The mark that an unlogged index is complete.
    IndexLoad,
}

impl Purpose {
    /// Every purpose, in the order in which charts stack them.
    pub const ALL: [Self; 10] = [
        Self::Record,
        Self::NextPointer,
        Self::Directory,
        Self::Header,
        Self::PageImage,
        Self::Allocation,
        Self::Undo,
        Self::Dictionary,
        Self::Framing,
        Self::IndexLoad,
    ];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::NextPointer => "next-pointer",
            Self::Directory => "directory",
            Self::Header => "header",
            Self::PageImage => "page-image",
            Self::Allocation => "allocation",
            Self::Undo => "undo",
            Self::Dictionary => "dictionary",
            Self::Framing => "framing",
            Self::IndexLoad => "index-load",
        }
    }
}

/// How many records, and how many bytes they take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Records.
    pub records: u64,
    /// Bytes.
    pub bytes: u64,
}

/// At most this many record types an encoding.
const MAX_KINDS: usize = 32;

/// Records and bytes by record type and by purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    kinds: [Count; MAX_KINDS],
    purposes: [Count; Purpose::ALL.len()],
}

impl Default for Statistics {
    fn default() -> Self {
        Self { kinds: [Count::default(); MAX_KINDS], purposes: [Count::default(); Purpose::ALL.len()] }
    }
}

impl Statistics {
    /// Counts one record.
    #[inline]
    pub fn add(&mut self, kind: KindId, purpose: Purpose, bytes: u64) {
        self.add_many(kind, purpose, 1, bytes);
    }

    /// Counts several records of one type.
    #[inline]
    pub fn add_many(&mut self, kind: KindId, purpose: Purpose, records: u64, bytes: u64) {
        for count in [&mut self.kinds[kind as usize], &mut self.purposes[purpose as usize]] {
            count.records += records;
            count.bytes += bytes;
        }
    }

    /// Counts of one record type.
    pub fn kind(&self, kind: KindId) -> Count {
        self.kinds[kind as usize]
    }

    /// Counts of one purpose.
    pub fn purpose(&self, purpose: Purpose) -> Count {
        self.purposes[purpose as usize]
    }

    /// Counts of everything.
    pub fn total(&self) -> Count {
        self.purposes.iter().fold(Count::default(), |sum, count| Count {
            records: sum.records + count.records,
            bytes: sum.bytes + count.bytes,
        })
    }
}
