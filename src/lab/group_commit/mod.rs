//! The lab `group-commit`: clients commit in groups, the binlog says what depends on what, and a replica with many workers
//! follows.
//!
//! ```text
//!                                     +-> OneRun ----------------+
//! parameters -> settings -> Workload -+-> SearchRun: load, load, +-> Trial: Topology + Analysis -> measures, picture
//!                                     |              load ...
//!               own_binlog -----------+-> Replay: Topology + Analysis, without a source
//! ```
//!
//! A trial drives source and replicas ([`crate::group_commit::Topology`]) and counts the parallelism of the binlog as it passes
//! by. What it found is told in numbers (`measures`) and pictures (`picture`): curves of the whole run, and lanes and transactions
//! of the part that is watched.

mod analysis;
mod description;
mod measures;
mod metric_list;
mod parameters;
mod picture;
mod replay;
mod run;
mod search;
mod search_run;
mod settings;
mod trial;

pub use description::GroupCommit;

use analysis::Analysis;
use replay::Replay;
use run::OneRun;
use search_run::SearchRun;
use trial::Trial;

use super::{Lab, VariantRun};
use crate::base::DocumentError;
use crate::experiment::Params;

impl Lab for GroupCommit {
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
        if !params.text("own_binlog").is_empty() {
            return Ok(Box::new(Replay::new(params)));
        }
        match params.word("goal") {
            "max-tps-without-lag" => Ok(Box::new(SearchRun::new(params, seed)?)),
            _ => Ok(Box::new(OneRun::new(params, seed)?)),
        }
    }
}
