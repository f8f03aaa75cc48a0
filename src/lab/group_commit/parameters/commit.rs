//! How the source commits, and what its binlog says of dependencies.

use super::{microseconds, number};
use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec};

const COMMIT: &str = "Commit";
const DEPENDENCIES: &str = "Dependencies";
/// The longest fsync or delay.
pub(super) const MAX_DELAY_US: u64 = 1_000_000;
/// The largest group that ends a delay.
pub(super) const MAX_NO_DELAY_COUNT: u64 = 100_000;

/// Who forms groups, and how.
const SERVERS: [Choice; 4] = [
    Choice::new(
        "mysql",
        "MySQL",
        "Three queues: a group's redo is synced, then its binlog, then it commits; the next group forms meanwhile.",
    ),
    Choice::new(
        "mariadb",
        "MariaDB",
        "Redo is synced for whoever waits, apart from groups; only the binlog has groups, and a waiting row lock ends their delay.",
    ),
    Choice::new(
        "postgresql",
        "PostgreSQL",
        "One log: the leader sleeps only if enough other transactions are active, and syncs for all that have come by then.",
    ),
    Choice::new(
        "single",
        "No group commit",
        "Every transaction syncs alone: at most one a sync, however many clients there are.",
    ),
];

/// How a transaction's dependencies are told.
const TRACKINGS: [Choice; 3] = [
    Choice::new(
        "commit-order",
        "COMMIT_ORDER",
        "A transaction may run beside those that were ready to commit when it was: parallelism comes from the source's groups.",
    ),
    Choice::new(
        "writeset",
        "WRITESET",
        "A transaction waits only for those that changed one of its rows: parallelism comes from the rows.",
    ),
    Choice::new(
        "writeset-session",
        "WRITESET_SESSION",
        "The same, and transactions of one session stay in order.",
    ),
];

/// Which keys a write set holds.
const WRITE_SET_KEYS: [Choice; 2] = [
    Choice::new("all", "All unique keys", "The primary key and every unique key, as servers do."),
    Choice::new(
        "primary-only",
        "Primary key only",
        "Two transactions that hand over the value of a unique key look independent: the replica may give a wrong result.",
    ),
];

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = syncs();
    parameters.extend(delays());
    parameters.extend(dependencies());
    parameters
}

fn syncs() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "server",
            "Server",
            COMMIT,
            "Who forms groups and when they are closed.",
            ParameterKind::enumeration(&SERVERS),
        )
        .default(ParamValue::word("mysql")),
        microseconds(
            ("fsync_us", "Fsync"),
            COMMIT,
            "How long the disk takes to make a log durable: the slower, the larger groups become by themselves.",
            MAX_DELAY_US,
            1_000,
        ),
        number(
            ("fsync_spread_pct", "Spread of fsyncs"),
            COMMIT,
            "How much shorter or longer than the mean fsyncs are, on source and replica. Equal ones let the stages of a commit fall \
             into step, which no real disk does.",
            (0, 100),
            0,
        )
        .unit("%"),
        number(
            ("fsyncs_per_group", "Fsyncs a group"),
            COMMIT,
            "2 are the redo log's and the binlog's, as servers have them; 1 is the textbook's model, in which a delay pays.",
            (1, 2),
            2,
        ),
        microseconds(
            ("binlog_write_us", "Write into the binlog"),
            COMMIT,
            "Processor time that a group's leader needs for each of its transactions before it syncs the binlog.",
            MAX_DELAY_US,
            0,
        ),
        number(
            ("sync_every", "Sync the binlog every"),
            COMMIT,
            "Only every so many groups are synced, and delayed; 0 leaves it to the operating system: quick, but a crash loses \
             what was not synced.",
            (0, 1_000_000),
            1,
        )
        .unit("groups")
        .server_variable("sync_binlog"),
    ]
}

fn delays() -> Vec<ParameterSpec> {
    vec![
        microseconds(
            ("sync_delay_us", "Delay before the sync"),
            COMMIT,
            "The leader waits so long for others: larger groups and more parallelism on the replica, paid by every commit.",
            MAX_DELAY_US,
            0,
        )
        .server_variable("binlog_group_commit_sync_delay")
        .in_sight(),
        number(
            ("no_delay_count", "Delay ends at"),
            COMMIT,
            "The delay ends as soon as so many wait; 0 is never, and with fewer clients than this it is never cut short.",
            (0, MAX_NO_DELAY_COUNT),
            0,
        )
        .unit("transactions")
        .server_variable("binlog_group_commit_sync_no_delay_count"),
        microseconds(
            ("delay_overhead_us", "Oversleeping"),
            COMMIT,
            "How much longer than asked a delay takes: real sleeps are some 60 us late, which matters for delays of 10 us.",
            MAX_DELAY_US,
            0,
        ),
        number(
            ("commit_siblings", "Siblings"),
            COMMIT,
            "PostgreSQL's leader waits only if so many other transactions are active.",
            (0, 1_000),
            5,
        )
        .unit("transactions"),
    ]
}

fn dependencies() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "tracking",
            "Dependency tracking",
            DEPENDENCIES,
            "What the binlog tells the replica about which transactions may run side by side.",
            ParameterKind::enumeration(&TRACKINGS),
        )
        .default(ParamValue::word("commit-order"))
        .server_variable("binlog_transaction_dependency_tracking")
        .in_sight(),
        number(
            ("history_size", "History"),
            DEPENDENCIES,
            "Rows that a write set is looked up in; when it is full it is cleared, and the next transactions depend on the last.",
            (1, 1_000_000),
            25_000,
        )
        .unit("rows")
        .server_variable("binlog_transaction_dependency_history_size"),
        ParameterSpec::new(
            "writeset_keys",
            "Keys in a write set",
            DEPENDENCIES,
            "Leaving out unique keys makes transactions look independent that are not.",
            ParameterKind::enumeration(&WRITE_SET_KEYS),
        )
        .default(ParamValue::word("all")),
    ]
}
