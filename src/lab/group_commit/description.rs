//! The lab `group-commit` as documents, the command line and the page know it.

use super::metric_list::METRICS;
use super::{parameters, replay};
use crate::base::DocumentError;
use crate::experiment::{LabDescription, LabRules, ParamValue, Params};

/// The lab `group-commit`.
#[derive(Debug, Clone, Copy)]
pub struct GroupCommit;

impl LabRules for GroupCommit {
    fn description(&self) -> LabDescription {
        LabDescription {
            name: "group-commit",
            title: "What does waiting for company at commit buy, and who pays for it?",
            why: "Transactions that are committed together share an fsync, and may run side by side on a replica: how a source \
                  commits decides how fast its replica can follow.",
            label_parameter: "tracking",
            parameters: parameters::all(),
            metrics: METRICS.to_vec(),
        }
    }

    fn dependent_default(&self, name: &str, _: &Params) -> ParamValue {
        unreachable!("{name} has a fixed default, as all parameters have")
    }

    fn check(&self, params: &Params) -> Result<(), DocumentError> {
        parameters::check(params)?;
        replay::check(params.text("own_binlog"))
    }
}
