//! What clients, the binlog and a replica's workers do, and what they wait for.

/// What somebody does, or waits for, at a point in time. The numbers are those of the spans in a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Activity {
    /// A client executes its statements.
    Execute,
    /// A client waits for a row that another transaction has changed and not committed yet.
    WaitRowLock,
    /// A transaction waits in the queue of the flush stage (or for the redo log's next fsync).
    WaitFlush,
    /// The fsync of the redo log.
    FsyncRedo,
    /// A transaction waits in the queue of the sync stage.
    WaitSync,
    /// The leader waits for others before it syncs the binlog.
    Delay,
    /// The fsync of the binlog.
    FsyncBinlog,
    /// A replica's worker applies a transaction.
    Apply,
    /// A replica's worker applies a transaction again that was rolled back.
    Retry,
    /// Nobody may start the next transaction: one that it depends on has not ended.
    WaitDependency,
    /// The next transaction could start, but every worker is taken.
    WaitWorker,
    /// A worker waits until the transactions before its own have committed.
    WaitCommitOrder,
    /// There is work, but every core is taken.
    WaitCore,
}

impl Activity {
    /// All activities, by their numbers.
    pub const ALL: [Activity; 13] = [
        Activity::Execute,
        Activity::WaitRowLock,
        Activity::WaitFlush,
        Activity::FsyncRedo,
        Activity::WaitSync,
        Activity::Delay,
        Activity::FsyncBinlog,
        Activity::Apply,
        Activity::Retry,
        Activity::WaitDependency,
        Activity::WaitWorker,
        Activity::WaitCommitOrder,
        Activity::WaitCore,
    ];

    /// The activity as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            Activity::Execute => "execute",
            Activity::WaitRowLock => "wait-row-lock",
            Activity::WaitFlush => "wait-flush",
            Activity::FsyncRedo => "fsync-redo",
            Activity::WaitSync => "wait-sync",
            Activity::Delay => "delay",
            Activity::FsyncBinlog => "fsync-binlog",
            Activity::Apply => "apply",
            Activity::Retry => "retry",
            Activity::WaitDependency => "wait-dependency",
            Activity::WaitWorker => "wait-worker",
            Activity::WaitCommitOrder => "wait-commit-order",
            Activity::WaitCore => "wait-core",
        }
    }
}
