//! The replica, the link to it, and what is asked of the run.

use super::clients::SPREADS;
use super::commit::{MAX_DELAY_US, MAX_NO_DELAY_COUNT};
use super::{microseconds, number};
use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec};

const WORKERS: &str = "Replica";
const COMMIT: &str = "Replica's commit";
const LINK: &str = "Link";
const GOAL: &str = "Goal";
/// The latest moment of a run that can be named: an hour.
const MAX_MS: u64 = 3_600_000;

/// What a replica goes by when it runs transactions side by side.
const PARALLEL_MODES: [Choice; 4] = [
    Choice::new("logical-clock", "Logical clock", "By the dependencies that the binlog tells."),
    Choice::new(
        "schema",
        "Schema",
        "Transactions of different schemas side by side, those of one schema in order.",
    ),
    Choice::new(
        "conservative",
        "Conservative",
        "MariaDB: transactions of one binlog group side by side, once all of the group before have begun to commit.",
    ),
    Choice::new(
        "optimistic",
        "Optimistic",
        "MariaDB: all side by side; who holds a row that an earlier one needs is rolled back and tries again.",
    ),
];

/// A switch.
const SWITCH: [Choice; 2] = [
    Choice::new("on", "On", "Workers commit in the order of the binlog."),
    Choice::new("off", "Off", "Workers commit as they are done: quicker, but a crash leaves gaps."),
];

/// When the replica starts.
const STARTS: [Choice; 2] = [
    Choice::new("with-source", "With the source", "The replica follows while the clients work."),
    Choice::new(
        "after-source",
        "After the source",
        "The replica starts on the whole binlog when the clients have ended.",
    ),
];

/// What is asked of the run.
const GOALS: [Choice; 2] = [
    Choice::new("run", "One run", "The load as it is set."),
    Choice::new(
        "max-tps-without-lag",
        "Most TPS without lag",
        "Searches for the highest throughput of the source at which the lag stays within lag_limit_ms and does not keep growing.",
    ),
];

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = workers();
    parameters.extend(apply());
    parameters.extend(commit());
    parameters.extend(link());
    parameters.extend(goal());
    parameters
}

fn workers() -> Vec<ParameterSpec> {
    vec![
        number(
            ("replica_workers", "Workers"),
            WORKERS,
            "They apply transactions side by side, as far as dependencies and cores allow; 0 is one thread that does all.",
            (0, 1_024),
            4,
        )
        .server_variable("replica_parallel_workers")
        .in_sight(),
        ParameterSpec::new(
            "parallel_mode",
            "Side by side by",
            WORKERS,
            "What the replica goes by when it runs transactions side by side.",
            ParameterKind::enumeration(&PARALLEL_MODES),
        )
        .default(ParamValue::word("logical-clock"))
        .server_variable("replica_parallel_type"),
        ParameterSpec::new(
            "preserve_commit_order",
            "Keep the commit order",
            WORKERS,
            "On, a worker waits for those before it: the longest transaction holds up all others.",
            ParameterKind::enumeration(&SWITCH),
        )
        .default(ParamValue::word("on"))
        .server_variable("replica_preserve_commit_order"),
        number(
            ("replica_cores", "Replica's cores"),
            WORKERS,
            "More workers than cores help only as long as workers wait for something else.",
            (1, 1_024),
            8,
        ),
    ]
}

fn apply() -> Vec<ParameterSpec> {
    vec![
        microseconds(
            ("apply_cpu_us", "Processor time"),
            WORKERS,
            "Processor time of applying a transaction: cores divided by this is the most that the replica can do.",
            3_600_000_000,
            500,
        ),
        microseconds(
            ("apply_wait_us", "Other time"),
            WORKERS,
            "Time of applying a transaction that is spent waiting, such as for reads: more workers hide it.",
            3_600_000_000,
            0,
        ),
        ParameterSpec::new(
            "apply_distribution",
            "Spread of both times",
            WORKERS,
            "Unequal times make the commit order dear: all who come behind a long transaction wait for it.",
            ParameterKind::enumeration(&SPREADS),
        )
        .default(ParamValue::word("constant")),
        number(
            ("transaction_retries", "Retries"),
            WORKERS,
            "How often a transaction that was rolled back is tried again before it waits for those before it.",
            (0, 1_000),
            10,
        )
        .server_variable("replica_transaction_retries"),
        ParameterSpec::new(
            "replica_start",
            "Replica starts",
            WORKERS,
            "A replica that starts on a backlog shows how fast it can catch up.",
            ParameterKind::enumeration(&STARTS),
        )
        .default(ParamValue::word("with-source")),
        number(
            ("replica_crash_at_ms", "Replica crashes at"),
            WORKERS,
            "With the commit order off, a crash leaves gaps: transactions are committed before earlier ones. 0 is never.",
            (0, MAX_MS),
            0,
        )
        .unit("ms"),
    ]
}

fn commit() -> Vec<ParameterSpec> {
    vec![
        microseconds(
            ("replica_fsync_us", "Fsync"),
            COMMIT,
            "How long the replica's disk takes to make a log durable.",
            MAX_DELAY_US,
            1_000,
        ),
        number(
            ("replica_fsyncs_per_group", "Fsyncs a group"),
            COMMIT,
            "2 are the redo log's and the replica's own binlog's, 1 is the redo log's alone, 0 is none.",
            (0, 2),
            2,
        ),
        microseconds(
            ("replica_sync_delay_us", "Delay before the sync"),
            COMMIT,
            "The replica's own delay: workers commit in larger groups, which the next replica of a chain can run side by side.",
            MAX_DELAY_US,
            0,
        ),
        number(
            ("replica_no_delay_count", "Delay ends at"),
            COMMIT,
            "The replica's delay ends as soon as so many wait; 0 is never.",
            (0, MAX_NO_DELAY_COUNT),
            0,
        )
        .unit("transactions"),
        microseconds(
            ("hand_over_us", "Hand-over"),
            COMMIT,
            "What it takes until the next worker knows that it is its turn to commit: a bound when the commit order is kept.",
            MAX_DELAY_US,
            0,
        ),
    ]
}

fn link() -> Vec<ParameterSpec> {
    vec![
        number(
            ("link_bytes_per_s", "Bandwidth"),
            LINK,
            "A link slower than the binlog makes the receiver late, which Seconds_Behind_Source does not see.",
            (1_000, 1_000_000_000_000),
            125_000_000,
        )
        .unit("B/s"),
        microseconds(
            ("link_latency_us", "Latency"),
            LINK,
            "How long a message takes to the replica: the least lag that there is.",
            10_000_000,
            100,
        ),
        number(
            ("servers", "Servers"),
            LINK,
            "3 is a chain: a second replica follows the binlog of the first, and its parallelism comes from that one's groups.",
            (2, 3),
            2,
        ),
    ]
}

fn goal() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "goal",
            "Goal",
            GOAL,
            "One run, or a search over the load for what the replica can follow.",
            ParameterKind::enumeration(&GOALS),
        )
        .default(ParamValue::word("run")),
        number(
            ("lag_limit_ms", "Lag at most"),
            GOAL,
            "The lag that the search allows: a larger one lets through a replica that falls behind more slowly.",
            (1, MAX_MS),
            2_000,
        )
        .unit("ms"),
        number(
            ("watch_at_ms", "Watch from"),
            GOAL,
            "Where the stage looks closely: 400 transactions from this moment on, each with what it waited for.",
            (0, MAX_MS),
            0,
        )
        .unit("ms"),
    ]
}
