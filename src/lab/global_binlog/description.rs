//! The lab `global-binlog` as documents, the command line and the page know it.

use super::{metric_list, parameters};
use crate::base::DocumentError;
use crate::experiment::{LabDescription, LabRules, ParamValue, Params};

/// The lab `global-binlog`.
#[derive(Debug, Clone, Copy)]
pub struct GlobalBinlog;

impl LabRules for GlobalBinlog {
    fn description(&self) -> LabDescription {
        LabDescription {
            name: "global-binlog",
            title: "How do many nodes' logs become one, and what makes that one late?",
            why: "A distributed database is followed through one ordered log: it is as late as the node that has least to say, \
                  and holds in memory whatever cannot be put in order yet.",
            label_parameter: "swap",
            parameters: parameters::all(),
            metrics: metric_list::all(),
        }
    }

    fn dependent_default(&self, name: &str, _: &Params) -> ParamValue {
        unreachable!("{name} has a fixed default, as all parameters have")
    }

    fn check(&self, params: &Params) -> Result<(), DocumentError> {
        parameters::check(params)
    }
}
