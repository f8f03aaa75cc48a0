//! The data nodes, and how much they do.

use super::{MAX_MOMENT_MS, number};
use crate::experiment::ParameterSpec;

const GROUP: &str = "Cluster";
/// The most data nodes.
pub(super) const MAX_NODES: u64 = 64;

pub(super) fn parameters() -> Vec<ParameterSpec> {
    vec![
        number(
            ("data_nodes", "Data nodes"),
            GROUP,
            "Each writes a binlog of its own. The merge waits for all of them: one that has nothing to say holds the others back.",
            (1, MAX_NODES),
            8,
        )
        .unit("nodes"),
        number(
            ("idle_nodes", "Idle ones among them"),
            GROUP,
            "The last nodes have no transactions: without heartbeats the merge waits for them for ever.",
            (0, MAX_NODES - 1),
            0,
        )
        .unit("nodes"),
        number(
            ("tps_per_node", "Transactions a node"),
            GROUP,
            "Transactions that begin a second at each node that is not idle, at random times, whether the global binlog keeps up \
             or not.",
            (0, 100_000),
            500,
        )
        .unit("TPS")
        .in_sight(),
        number(
            ("duration_ms", "Duration"),
            GROUP,
            "How long transactions begin. The run goes on until all of them are in the global binlog, if they can be.",
            (1, MAX_MOMENT_MS),
            1_000,
        )
        .unit("ms"),
    ]
}
