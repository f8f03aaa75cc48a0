//! What the threads of a global binlog do, and what they wait for.

/// What somebody does, or waits for, at a point in time. The numbers are those of the spans in a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Activity {
    /// A node's log is read, parsed and put into the first-level sort.
    Sort,
    /// Events are moved from memory to the spill store, while their reader waits.
    Spill,
    /// Everything that was read is held by a hole: a transaction that is prepared and not committed.
    WaitHole,
    /// The queue before the merge is full.
    WaitRoom,
    /// A merge has something from every input and passes the smallest on.
    Merge,
    /// A merge waits: this node's input is empty, and its next transaction could be the smallest.
    HoldsBack,
    /// A merge has something to pass on, but the queue behind it is full.
    WaitWriter,
    /// Parts of a transaction are put together and transformed.
    Collect,
    /// Spilled events are read back.
    Restore,
    /// Events are written to the global binlog.
    Write,
    /// The write buffer is flushed.
    Flush,
    /// The downstream consumer reads.
    Consume,
}

impl Activity {
    /// All activities, by their numbers.
    pub const ALL: [Activity; 12] = [
        Activity::Sort,
        Activity::Spill,
        Activity::WaitHole,
        Activity::WaitRoom,
        Activity::Merge,
        Activity::HoldsBack,
        Activity::WaitWriter,
        Activity::Collect,
        Activity::Restore,
        Activity::Write,
        Activity::Flush,
        Activity::Consume,
    ];

    /// The activity as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            Activity::Sort => "first-level-sort",
            Activity::Spill => "spill",
            Activity::WaitHole => "wait-hole",
            Activity::WaitRoom => "wait-room",
            Activity::Merge => "merge",
            Activity::HoldsBack => "holds-back",
            Activity::WaitWriter => "wait-writer",
            Activity::Collect => "collect",
            Activity::Restore => "restore",
            Activity::Write => "write-global-binlog",
            Activity::Flush => "flush-global-binlog",
            Activity::Consume => "consume",
        }
    }
}
