//! What a worker does or waits for.

/// An activity in a timeline, by its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Activity {
    /// Reading rows and making sort keys.
    Scan,
    /// Sorting a buffer.
    Sort,
    /// Merging runs.
    Merge,
    /// Putting records on pages and logging them.
    Load,
    /// Writing dirty pages.
    Flush,
    /// Parsing redo.
    Parse,
    /// Applying redo to pages.
    Apply,
    /// Waiting for the disk.
    WaitDisk,
    /// Waiting for room in the redo log: the checkpoint is too old, or the log device too slow.
    WaitLog,
    /// Waiting for a page of the buffer pool.
    WaitPool,
    /// Waiting for another statement's lock on the table.
    WaitLock,
    /// Stopped: a replica that is unavailable.
    Stopped,
}

impl Activity {
    /// Every activity, in the order of their numbers.
    pub const ALL: [Self; 12] = [
        Self::Scan,
        Self::Sort,
        Self::Merge,
        Self::Load,
        Self::Flush,
        Self::Parse,
        Self::Apply,
        Self::WaitDisk,
        Self::WaitLog,
        Self::WaitPool,
        Self::WaitLock,
        Self::Stopped,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scan => "scan",
            Self::Sort => "sort",
            Self::Merge => "merge",
            Self::Load => "load",
            Self::Flush => "flush",
            Self::Parse => "parse",
            Self::Apply => "apply",
            Self::WaitDisk => "wait-disk",
            Self::WaitLog => "wait-log",
            Self::WaitPool => "wait-pool",
            Self::WaitLock => "wait-lock",
            Self::Stopped => "stopped",
        }
    }
}
