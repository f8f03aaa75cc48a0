//! The parameters of the lab, group by group, and what only several of them together show.

mod clients;
mod commit;
mod own;
mod replica;
mod rows;

use crate::base::DocumentError;
use crate::experiment::{ParamValue, ParameterKind, ParameterSpec, Params, number};

/// All parameters in the order in which they are shown.
pub(super) fn all() -> Vec<ParameterSpec> {
    [
        clients::parameters(),
        commit::parameters(),
        rows::parameters(),
        replica::parameters(),
        own::parameters(),
    ]
    .concat()
}

/// Checks what no parameter shows alone.
pub(super) fn check(params: &Params) -> Result<(), DocumentError> {
    own::check(params)?;
    check_goal(params)
}

/// The search sets the load itself and must see the replica from the start.
fn check_goal(params: &Params) -> Result<(), DocumentError> {
    if params.word("goal") != "max-tps-without-lag" {
        return Ok(());
    }
    let refuse = |name: &str, allowed: &str| {
        let value = params.get(name).map_or_else(String::new, ParamValue::label);
        Err(DocumentError::new(name, value, format!("{allowed} when goal is max-tps-without-lag")))
    };
    if params.word("replica_start") != "with-source" {
        return refuse("replica_start", "with-source");
    }
    if params.integer("replica_crash_at_ms") != 0 {
        return refuse("replica_crash_at_ms", "0");
    }
    Ok(())
}

/// A time in microseconds, with the knob's step.
fn microseconds(
    names: (&'static str, &'static str),
    group: &'static str,
    consequence: &'static str,
    max: u64,
    default: u64,
) -> ParameterSpec {
    let spec = number(names, group, consequence, (0, max), default).unit("us");
    ParameterSpec { kind: ParameterKind::integer(0, max, 10), ..spec }
}
