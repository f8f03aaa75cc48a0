//! A huge transaction, and one that stays prepared.

use super::cluster::MAX_NODES;
use super::{MAX_BYTES, MAX_MOMENT_MS, number};
use crate::experiment::ParameterSpec;

const GROUP: &str = "In the stream";

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = huge();
    parameters.push(
        number(("stuck_ms", "A transaction stuck for"), GROUP, "One transaction on the first node stays prepared so long: everything that node commits meanwhile waits in \
             memory, and the other nodes' with it. 0 is none.", (0, MAX_MOMENT_MS), 0)
            .unit("ms"),
    );
    parameters.push(
        number(
            ("stuck_at_ms", "Stuck one at"),
            GROUP,
            "When the stuck transaction is prepared.",
            (0, MAX_MOMENT_MS),
            100,
        )
        .unit("ms"),
    );
    parameters
}

fn huge() -> Vec<ParameterSpec> {
    vec![
        number(
            ("big_transaction_bytes", "A transaction of"),
            GROUP,
            "One transaction of inserts with so many bytes of row events; whatever commits after it on its node waits for it. 0 is \
             none.",
            (0, MAX_BYTES),
            0,
        )
        .unit("B")
        .in_sight(),
        number(
            ("big_at_ms", "Huge one at"),
            GROUP,
            "When the huge transaction stands in its node's log, all at once: a log shows a transaction when it commits.",
            (0, MAX_MOMENT_MS),
            100,
        )
        .unit("ms"),
        number(
            ("big_row_bytes", "Its rows"),
            GROUP,
            "Bytes of one of its rows: 200,000 rows of 2,500 B are 500 MB.",
            (100, 16_000),
            2_500,
        )
        .unit("B"),
        number(
            ("big_nodes", "Its nodes"),
            GROUP,
            "Nodes that share the huge transaction, as far as there are so many that are not idle: shared, its parts are read \
             and sorted side by side.",
            (1, MAX_NODES),
            1,
        )
        .unit("nodes"),
        number(
            ("scale", "Really encoded: one of"),
            GROUP,
            "One of so many of the huge transaction's row events is really encoded and stands for the others. 1 encodes all.",
            (1, 1_000),
            100,
        ),
    ]
}
