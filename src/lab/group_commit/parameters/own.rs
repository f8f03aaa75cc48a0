//! A learner's own workload.

use crate::base::DocumentError;
use crate::experiment::{ParamValue, ParameterKind, ParameterSpec, Params};

const GROUP: &str = "Your own workload";
/// The most transactions of a learner's own.
const MAX_OWN_TRANSACTIONS: usize = 10_000;
/// The longest listing of a binlog.
const MAX_OWN_BINLOG_BYTES: usize = 1_000_000;

pub(super) fn parameters() -> Vec<ParameterSpec> {
    vec![
        ParameterSpec::new(
            "own_transactions",
            "Transactions",
            GROUP,
            "Transactions one by one instead of drawn ones: who sends them when, how long they take, and which rows they change.",
            ParameterKind::Transactions { max_items: MAX_OWN_TRANSACTIONS },
        )
        .default(ParamValue::Transactions(Vec::new())),
        ParameterSpec::new(
            "own_binlog",
            "Binlog",
            GROUP,
            "Lines with last_committed and sequence_number as a binlog dump prints them: the replica runs exactly these \
             dependencies, without a source.",
            ParameterKind::Text { max_bytes: MAX_OWN_BINLOG_BYTES },
        )
        .default(ParamValue::Text(String::new())),
    ]
}

/// Whether the workload is a learner's own, and so not drawn.
fn is_own(params: &Params) -> bool {
    !params.transactions("own_transactions").is_empty() || !params.text("own_binlog").is_empty()
}

/// At most one workload of one's own, and no search with it: it is what it is.
pub(super) fn check(params: &Params) -> Result<(), DocumentError> {
    let given = |name: &str| params.get(name).map_or_else(String::new, ParamValue::label);
    if !params.transactions("own_transactions").is_empty() && !params.text("own_binlog").is_empty() {
        let allowed = "nothing beside own_transactions";
        return Err(DocumentError::new("own_binlog", given("own_binlog"), allowed));
    }
    if is_own(params) && params.word("goal") != "run" {
        let allowed = "run with a workload of one's own";
        return Err(DocumentError::new("goal", given("goal"), allowed));
    }
    Ok(())
}
