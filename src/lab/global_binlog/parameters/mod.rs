//! The parameters of the lab, group by group, and what only several of them together show.

mod cluster;
mod memory;
mod moments;
mod order;
mod prices;
mod size;
mod transactions;
mod writer;

use crate::base::{DocumentError, grouped};
use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec, Params, number};

/// The largest amount of memory or of one transaction in bytes.
const MAX_BYTES: u64 = 100_000_000_000;
/// The longest time between the start and a moment of a run: ten minutes.
const MAX_MOMENT_MS: u64 = 600_000;
/// The highest price of a byte: a microsecond.
const MAX_BYTE_PS: u64 = 1_000_000;
/// The highest price of an event or of a transaction's part: a millisecond.
const MAX_EVENT_NS: u64 = 1_000_000;

/// All parameters in the order in which they are shown.
pub(super) fn all() -> Vec<ParameterSpec> {
    [
        cluster::parameters(),
        transactions::parameters(),
        moments::parameters(),
        memory::parameters(),
        order::parameters(),
        writer::parameters(),
        prices::parameters(),
    ]
    .concat()
}

/// Checks what no parameter shows alone.
pub(super) fn check(params: &Params) -> Result<(), DocumentError> {
    let (nodes, idle) = (params.integer("data_nodes"), params.integer("idle_nodes"));
    if idle >= nodes {
        let allowed = format!("fewer idle nodes than data_nodes, which is {}", grouped(nodes));
        return Err(DocumentError::new("idle_nodes", grouped(idle), allowed));
    }
    let (distributed, unordered) = (params.integer("distributed_pct"), params.integer("unordered_pct"));
    if distributed + unordered > 100 {
        let allowed = format!(
            "at most {}: with distributed_pct, which is {distributed}, at most 100",
            100_u64.saturating_sub(distributed)
        );
        return Err(DocumentError::new("unordered_pct", grouped(unordered), allowed));
    }
    size::check(params)
}

/// One of several words with its default, the first.
fn word(
    (name, title): (&'static str, &'static str),
    group: &'static str,
    consequence: &'static str,
    choices: &[Choice],
) -> ParameterSpec {
    let kind = ParameterKind::enumeration(choices);
    ParameterSpec::new(name, title, group, consequence, kind).default(ParamValue::word(choices[0].value))
}
