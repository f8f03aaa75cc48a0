//! Studies: what others published or measured, beside what the engine says.
//!
//! A [`Study`] is data: experiments for the labs, the published values row by row, the constants of the machine with where
//! each came from, and what must hold. A [`StudyRun`] runs its experiments in steps and sets every published value beside
//! the engine's own:
//!
//! ```text
//! setting        quantity      unit  published  engine   error    status     required  met
//! off, 2 DDLs    peak_lag_ms   ms       14,670  14,702  +0.22 %  fitted     5 %       yes
//! off, 4 DDLs    peak_lag_ms   ms      211,000  ...              predicted  5 %       ...
//! ```
//!
//! The first row is *fitted*: one constant, `parse_record_ps`, was chosen so that it comes out. That says nothing of the
//! model. The second row was not looked at when the constant was chosen: it is *predicted*, and its error is what the model
//! is worth. A study with as many constants as values would explain nothing, so constants are few, each has a physical
//! meaning, and [`fit`] finds every one of them again by running the engine.
//!
//! What is published only as a picture has no number: the engine's value stands alone, as *not-published*. What does not
//! come out is shown with `met` false and the reason beside it.
//!
//! ```
//! use redo_lab::study::{StudyRun, studies};
//! assert!(studies().iter().any(|study| study.name == "polardb-ddl"));
//! let run = StudyRun::new("mariadb-log-optimize-ddl").unwrap();
//! assert!(!run.report().complete);
//! ```
//!
//! - [`Study`] and its parts ([`RowSpec`], [`Value`], [`Requirement`], ...): the data.
//! - [`StudyRun`]: the run; [`StudyReport`]: what it gives, also as [`table`], [`csv`] and JSON ([`schema`]).
//! - [`fit`]: how the constants were found.

pub mod fit;
mod global_binlog;
mod mariadb_group_commit;
mod mariadb_log_optimize_ddl;
mod mariadb_recovery;
mod model;
mod mtr_sync_delay;
mod mysql_parallel_ddl;
mod polardb_ddl;
mod report;
mod run;
mod schema;
mod text;

pub use model::{
    CheckSpec, ConstantSpec, Origin, Place, ReadingSpec, Requirement, Results, RowSpec, Status, Study,
    StudyExperiment, TableSpec, Value,
};
pub use report::{
    ExperimentEntry, StudyCheck, StudyConstant, StudyDescription, StudyReading, StudyReport, StudyRow,
    StudySummary, StudyTable,
};
pub use run::StudyRun;
pub use schema::schema;
pub use text::{csv, table};

/// Every study, in the order in which they are shown.
pub fn studies() -> Vec<Study> {
    vec![
        polardb_ddl::study(),
        mysql_parallel_ddl::study(),
        mariadb_log_optimize_ddl::study(),
        mariadb_recovery::study(),
        mtr_sync_delay::study(),
        mariadb_group_commit::study(),
        global_binlog::study(),
    ]
}

/// What every study says of itself before it runs.
pub fn descriptions() -> Vec<StudyDescription> {
    studies().iter().map(StudyDescription::of).collect()
}
