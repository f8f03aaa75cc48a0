//! How logs are put into one order.

use super::number;
use crate::experiment::ParameterSpec;

const GROUP: &str = "Order";
/// The longest queue in transactions.
pub(super) const MAX_QUEUE: u64 = 1_000_000;

pub(super) fn parameters() -> Vec<ParameterSpec> {
    vec![
        number(
            ("heartbeat_ms", "Heartbeat every"),
            GROUP,
            "Behind an idle node the others wait at most so long, half of it on average. Below the time that holes last anyway it \
             gains nothing: a heartbeat is a transaction, too, and leaves holes itself. 0 is none.",
            (0, 60_000),
            200,
        )
        .unit("ms")
        .in_sight(),
        number(
            ("merge_group", "Inputs of a merge"),
            GROUP,
            "With more nodes than this, groups of so many are merged first, each by a thread of its own, and then the groups.",
            (2, 64),
            8,
        )
        .unit("nodes"),
        number(
            ("source_queue", "Queue of a node"),
            GROUP,
            "Sorted transactions of a node that may wait for the merge; when it is full the node's log is not read on.",
            (1, MAX_QUEUE),
            512,
        )
        .unit("transactions"),
        number(
            ("group_queue", "Queue of a group"),
            GROUP,
            "Merged transactions of a group that may wait for the last merge.",
            (1, MAX_QUEUE),
            256,
        )
        .unit("transactions"),
    ]
}
