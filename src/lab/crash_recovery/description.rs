//! The lab `crash-recovery` as documents, the command line and the page know it: parameters, defaults, metrics.

use super::params::CrashParams;
use crate::base::DocumentError;
use crate::experiment::{
    Choice, LabDescription, LabRules, MetricSpec, ParamValue, ParameterKind, ParameterSpec, Params,
};
use crate::lab::machine;
use crate::lab::redo_volume::{default_index, parameters as statement_parameters};

/// The most rows, built or scaled.
const MAX_ROWS: u64 = 1_000_000_000;

/// The lab `crash-recovery`.
#[derive(Debug, Clone, Copy)]
pub struct CrashRecovery;

impl LabRules for CrashRecovery {
    fn description(&self) -> LabDescription {
        LabDescription {
            name: "crash-recovery",
            title: "What does a crash leave of an index that is being built?",
            why: "Redo is there for this moment: recovery must bring every page back from a log and from data files of \
                  different ages, and what is not logged must be complete on disk or be dropped.",
            label_parameter: "encoding",
            parameters: parameters(),
            metrics: METRICS.to_vec(),
        }
    }

    fn dependent_default(&self, name: &str, params: &Params) -> ParamValue {
        match name {
            "index" => default_index(params),
            _ => machine::dependent_default(name, params).expect("all other defaults are fixed"),
        }
    }

    fn check(&self, params: &Params) -> Result<(), DocumentError> {
        CrashParams::new(params).map(drop)
    }
}

fn parameters() -> Vec<ParameterSpec> {
    let mut parameters: Vec<ParameterSpec> = statement_parameters();
    for parameter in &mut parameters {
        parameter.in_sight = parameter.name == "encoding";
        if let (true, ParameterKind::Integer { max, .. }) = (parameter.name == "rows", &mut parameter.kind) {
            *max = MAX_ROWS;
        }
    }
    parameters.extend(crash_parameters());
    parameters.extend(server_parameters());
    parameters.extend(machine::parameters());
    parameters
}

fn crash_parameters() -> Vec<ParameterSpec> {
    let group = "Crash";
    vec![
        ParameterSpec::new(
            "crash_at_pct",
            "Crash at",
            group,
            "Share of the entries that are in pages when the server dies; 100 is just after the statement has ended.",
            percent(),
        )
        .default(ParamValue::Integer(75))
        .unit("%")
        .in_sight(),
        ParameterSpec::new(
            "torn_write",
            "Torn write",
            group,
            "The crash comes in the middle of writing a page, so that half of it is old; the worst page of the round is taken.",
            words(&[("no", "No", "Pages are written whole."), ("yes", "Yes", "One page is half written.")]),
        )
        .default(ParamValue::word("no"))
        .in_sight(),
        ParameterSpec::new(
            "backup_at_pct",
            "Backup from",
            group,
            "Share of the entries that are in pages when a backup begins to copy the files; 100 takes none.",
            percent(),
        )
        .default(ParamValue::Integer(100))
        .unit("%"),
        ParameterSpec::new(
            "backup_mb_per_s",
            "Backup speed",
            group,
            "The slower the copy, the more happens while it is taken.",
            ParameterKind::integer(1, 1_000_000, 1),
        )
        .default(ParamValue::Integer(100))
        .unit("MB/s"),
    ]
}

fn server_parameters() -> Vec<ParameterSpec> {
    let group = "Server";
    vec![
        ParameterSpec::new(
            "redo_log_bytes",
            "Redo log size",
            group,
            "Both files together. A small log is full sooner and recovered sooner; how fast pages can be flushed decides in the end.",
            ParameterKind::integer(1 << 20, 1 << 40, 1),
        )
        .default(ParamValue::Integer(100_663_296))
        .unit("B")
        .server_variable("innodb_redo_log_capacity")
        .in_sight(),
        ParameterSpec::new(
            "buffer_pool_bytes",
            "Buffer pool",
            group,
            "At most nine tenths of it may be dirty.",
            ParameterKind::integer(5 << 20, 1 << 40, 1),
        )
        .default(ParamValue::Integer(134_217_728))
        .unit("B")
        .server_variable("innodb_buffer_pool_size"),
        ParameterSpec::new(
            "doublewrite",
            "Doublewrite buffer",
            group,
            "Every page is written twice, so that one of the copies is always whole.",
            words(&[("on", "On", "Pages go to a buffer on disk first."), ("off", "Off", "Pages go to their places only.")]),
        )
        .default(ParamValue::word("on"))
        .server_variable("innodb_doublewrite"),
    ]
}

fn percent() -> ParameterKind {
    ParameterKind::integer(0, 100, 1)
}

fn words(words: &[(&'static str, &'static str, &'static str)]) -> ParameterKind {
    let choices = words.iter().map(|&(value, title, sentence)| Choice::new(value, title, sentence)).collect();
    ParameterKind::Enumeration { choices }
}

const fn simulated(name: &'static str, meaning: &'static str) -> MetricSpec {
    MetricSpec { name, unit: "ms", kind: "simulated", meaning }
}

/// The metrics of a run, in the order of the report.
const METRICS: [MetricSpec; 30] = [
    MetricSpec::counted(
        "recovered",
        "",
        "yes: every page is back; index-dropped: the statement is undone and the table as before; lost: a page cannot be repaired.",
    ),
    MetricSpec::counted("statement_committed", "", "yes if the log holds the statement to its end."),
    MetricSpec::counted(
        "identical",
        "",
        "1 if recovered pages are the primary's, byte for byte; 0 if the table is lost.",
    ),
    MetricSpec::counted("redo_bytes", "B", "Redo that the statement had written when the server crashed."),
    MetricSpec::counted("redo_scanned_bytes", "B", "Redo from the checkpoint to the end of the log."),
    MetricSpec::counted("records_scanned", "records", "Records in it."),
    MetricSpec::counted(
        "records_applied",
        "records",
        "Records that changed a page; others found the page newer.",
    ),
    MetricSpec::counted("records_skipped", "records", "Records that found the page newer."),
    MetricSpec::counted("physical_writes", "records", "Applied records that say where their bytes go."),
    MetricSpec::counted(
        "entries_inserted",
        "entries",
        "Entries and undo records that recovery inserts one by one.",
    ),
    MetricSpec::counted("pages_read", "pages", "Pages read from the data files."),
    MetricSpec::counted("pages_recovered", "pages", "Pages that recovery changed."),
    MetricSpec::counted(
        "pages_repaired",
        "pages",
        "Torn pages that came back from the doublewrite buffer or from the log.",
    ),
    simulated("recovery_ms", "Time of recovery: scanning and applying."),
    simulated("recovery_ms.scan", "Time to scan and parse the log."),
    simulated("recovery_ms.apply", "Time to apply it."),
    simulated("duration_ms", "Time of the statement up to the crash."),
    simulated("stall_ms", "Time for which the statement waited for room in the log or in memory."),
    MetricSpec::counted("stalls", "", "How often it waited."),
    simulated("flush_ms", "Time for which the statement flushed pages that it had not logged."),
    MetricSpec::counted(
        "usable_redo_bytes",
        "B",
        "Redo that the log files hold before a statement must wait.",
    ),
    MetricSpec::counted(
        "peak_checkpoint_age_bytes",
        "B",
        "The highest distance from checkpoint to end of the log.",
    ),
    MetricSpec::counted("checkpoint_age_bytes", "B", "That distance at the crash."),
    MetricSpec::counted("pages_flushed", "pages", "Pages that the page cleaner wrote before the crash."),
    MetricSpec::counted("dirty_pages", "pages", "Pages in memory that were newer than those on disk."),
    MetricSpec::counted(
        "backup_consistent",
        "",
        "yes, no, or none if no backup was complete before the crash.",
    ),
    MetricSpec::counted(
        "backup_pages_wrong",
        "pages",
        "Pages that the restored backup lacks or has with other bytes.",
    ),
    MetricSpec::counted(
        "backup_index_loads",
        "",
        "Marks in the copied log that an unlogged index is complete: tools abort at one.",
    ),
    MetricSpec::counted("backup_log_bytes", "B", "Log that the backup copied."),
    MetricSpec::counted(
        "built_rows",
        "rows",
        "Rows that were really built: fewer than asked for if the run is scaled.",
    ),
];
