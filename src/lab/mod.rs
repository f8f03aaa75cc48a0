//! Labs: each wires the rooms of the engine into a run that answers one question.
//!
//! A lab is a description ([`LabRules`]) and a way to start a run of one variant ([`Lab::start`]). The variant then works in
//! steps, so that whoever drives it can show progress and stop; [`Run`] drives all variants of an experiment one after
//! another:
//!
//! ```
//! use redo_lab::{experiment, lab};
//! let document = experiment::parse_text(r#"{"lab": "redo-volume", "params": {"rows": 1000}}"#).unwrap();
//! let mut run = lab::Run::new(&document).unwrap();
//! while !run.step(100_000).unwrap().done {}
//! assert_eq!(run.report().runs[0].label, "physical");
//! ```

pub mod crash_recovery;
pub mod global_binlog;
pub mod group_commit;
pub mod inspector;
pub mod machine;
pub mod measure;
pub mod parallel_ddl;
pub mod redo_volume;
pub mod replica_lag;
mod run;
pub mod speed;
pub mod timed;
pub mod work;

pub use crash_recovery::CrashRecovery;
pub use global_binlog::GlobalBinlog;
pub use group_commit::GroupCommit;
pub use parallel_ddl::ParallelDdl;
pub use redo_volume::RedoVolume;
pub use replica_lag::ReplicaLag;
pub use run::Run;

use crate::base::{DocumentError, EngineError};
use crate::experiment::{self, Experiment, Json, LabDescription, LabRules, Params};
use crate::report::{self, Metrics, NamedSeries, Note, OrderLog, Timeline, TransactionLog};

/// A lab that can run.
pub trait Lab: LabRules {
    /// Starts the run of one variant with complete parameters.
    ///
    /// # Errors
    /// Parameters that the engine cannot run; the path starts with the parameter's name.
    fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError>;
}

/// The run of one variant, worked on in steps.
pub trait VariantRun {
    /// Does about `work_units` rows' worth of work, at least some.
    ///
    /// # Errors
    /// Whatever stops the run; it cannot go on after that.
    fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError>;

    /// What the run gave; called once, after [`VariantProgress::done`].
    fn finish(self: Box<Self>) -> VariantResult;
}

/// How far a variant's run has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantProgress {
    /// Finished part of the work in millionths.
    pub fraction_ppm: u32,
    /// What it is doing now, such as `sort`.
    pub phase: &'static str,
    /// Whether it has ended.
    pub done: bool,
}

/// What a variant's run gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VariantResult {
    /// Numbers and outcomes.
    pub metrics: Metrics,
    /// Curves.
    pub series: NamedSeries,
    /// What everybody did when, if the lab has time.
    pub timeline: Option<Timeline>,
    /// What became of some of its transactions, if the lab has any.
    pub transactions: Option<TransactionLog>,
    /// How some of its transactions came from several logs into one, if the lab has several.
    pub order: Option<OrderLog>,
    /// What a reader must know of the input.
    pub notes: Vec<Note>,
    /// Digest of the final state, 32 hexadecimal digits.
    pub digest: String,
}

/// All labs, in the order in which they are shown.
pub fn labs() -> [&'static dyn Lab; 6] {
    [&RedoVolume, &ParallelDdl, &ReplicaLag, &CrashRecovery, &GroupCommit, &GlobalBinlog]
}

/// What all labs say of themselves.
pub fn descriptions() -> Vec<LabDescription> {
    labs().iter().map(|lab| lab.description()).collect()
}

/// Checks a document and fills in everything that is absent.
///
/// # Errors
/// The first thing that is wrong, with its path.
pub fn complete(document: &Json) -> Result<Experiment, DocumentError> {
    let rules = labs().map(|lab| -> &dyn LabRules { lab });
    Experiment::complete(document, &rules)
}

/// The JSON Schema (draft 2020-12) of both documents, `experiment` and `report`, under `$defs`.
pub fn schema() -> Json {
    let mut schema = Json::default();
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "Redo Lab documents".into();
    schema["anyOf"] = ["#/$defs/experiment", "#/$defs/report"].into_iter().map(reference).collect();
    schema["$defs"]["experiment"] = experiment::schema(&descriptions());
    schema["$defs"]["report"] = report::schema();
    schema
}

fn reference(place: &str) -> Json {
    let mut reference = Json::default();
    reference["$ref"] = place.into();
    reference
}
