//! The lab `parallel-ddl` as documents, the command line and the page know it.

use crate::base::DocumentError;
use crate::experiment::{
    Choice, LabDescription, LabRules, MetricSpec, ParamValue, ParameterKind, ParameterSpec, Params,
};
use crate::lab::machine;
use crate::lab::timed::params::{
    build_params, ddl_parameter, dependent_default, encoding_parameters, page_parameters, space_parameters,
    table_parameters,
};

/// The lab `parallel-ddl`.
#[derive(Debug, Clone, Copy)]
pub struct ParallelDdl;

/// How several indexes are added.
const STATEMENTS: [Choice; 3] = [
    Choice::new("one", "One statement", "All indexes in one ALTER TABLE: the scan is shared."),
    Choice::new("serial", "One after another", "One ALTER TABLE an index, one after another."),
    Choice::new(
        "concurrent",
        "At the same time",
        "One ALTER TABLE an index, started together: on one table they wait for each other's lock.",
    ),
];

/// How rows are divided among threads.
const SORTS: [Choice; 2] = [
    Choice::new("merge", "Merge", "Each thread sorts what it read; one loader an index merges all of it."),
    Choice::new(
        "sample",
        "Sample",
        "Sampled key ranges: each thread sorts and loads a range, and the subtrees are joined.",
    ),
];

impl LabRules for ParallelDdl {
    fn description(&self) -> LabDescription {
        LabDescription {
            name: "parallel-ddl",
            title: "What do threads and memory buy when an index is built?",
            why: "Scan, sort and merge are shared by threads, but one loader fills the pages of an index, and a log that \
                  is too small stops them all.",
            label_parameter: "encoding",
            parameters: parameters(),
            metrics: METRICS.to_vec(),
        }
    }

    fn dependent_default(&self, name: &str, params: &Params) -> ParamValue {
        dependent_default(name, params)
    }

    fn check(&self, params: &Params) -> Result<(), DocumentError> {
        build_params(params)?;
        if params.word("statements") != "one" && params.word("ddl") != "add-index" {
            let given = format!("\"{}\"", params.word("statements"));
            return Err(DocumentError::new("statements", given, "one, unless ddl is add-index"));
        }
        Ok(())
    }
}

fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = table_parameters(1_000_000);
    parameters.push(ddl_parameter());
    parameters.push(
        ParameterSpec::new(
            "statements",
            "Several indexes",
            "Statement",
            "One statement scans the table once for all its indexes.",
            ParameterKind::enumeration(&STATEMENTS),
        )
        .default(ParamValue::word("one")),
    );
    parameters.extend(thread_parameters());
    parameters.extend(encoding_parameters());
    parameters.extend(space_parameters());
    parameters.extend(page_parameters());
    parameters.extend(machine::parameters());
    parameters
}

/// Threads and memory of a statement; `read_threads` and `sort` last.
pub fn thread_parameters() -> Vec<ParameterSpec> {
    let group = "Threads and memory";
    vec![
        ParameterSpec::new(
            "ddl_threads",
            "DDL threads",
            group,
            "They share sorting and merging; each index is loaded by one of them.",
            ParameterKind::integer(1, 64, 1),
        )
        .default(ParamValue::Integer(4))
        .server_variable("innodb_ddl_threads")
        .in_sight(),
        ParameterSpec::new(
            "buffer_bytes",
            "DDL buffer",
            group,
            "Divided among threads and indexes: a larger share leaves fewer runs, and fewer merge passes.",
            ParameterKind::integer(65_536, 1 << 36, 65_536),
        )
        .default(ParamValue::Integer(1 << 20))
        .unit("B")
        .server_variable("innodb_ddl_buffer_size")
        .in_sight(),
        ParameterSpec::new(
            "read_threads",
            "Read threads",
            group,
            "They share the scan, and each has a part of the buffer of its own.",
            ParameterKind::integer(1, 256, 1),
        )
        .default(ParamValue::Integer(4))
        .server_variable("innodb_parallel_read_threads")
        .in_sight(),
        ParameterSpec::new(
            "sort",
            "Sort",
            group,
            "Whether one loader takes all rows of an index, or each thread a range of its keys.",
            ParameterKind::enumeration(&SORTS),
        )
        .default(ParamValue::word("merge"))
        .in_sight(),
    ]
}

/// The metrics of a run, in the order of the report. Counts are of kind `scaled` above 2,000,000 rows.
const METRICS: [MetricSpec; 15] = [
    MetricSpec::new("duration_ms", "ms", "simulated", "From the start to the end of the last statement."),
    MetricSpec::new(
        "duration_ms.PHASE",
        "ms",
        "simulated",
        "Time during which at least one thread is in PHASE; phases of several threads overlap.",
    ),
    MetricSpec::new(
        "stall_ms",
        "ms",
        "simulated",
        "Time during which a loader waits for room in the redo log.",
    ),
    MetricSpec::new(
        "sort_runs",
        "runs",
        "counted",
        "Sorted runs that full buffers leave, of all threads and indexes.",
    ),
    MetricSpec::new(
        "merge_passes",
        "passes",
        "counted",
        "Times that a thread reads and writes all its rows to merge them.",
    ),
    MetricSpec::new("spilled_bytes", "B", "counted", "Bytes of runs written to temporary files."),
    MetricSpec::new(
        "peak_memory_bytes",
        "B",
        "simulated",
        "The most memory that the statements' buffers take.",
    ),
    MetricSpec::new("rows", "rows", "counted", "Rows of the table."),
    MetricSpec::new("leaf_pages", "pages", "counted", "Leaf pages of all trees that the statements build."),
    MetricSpec::new("internal_pages", "pages", "counted", "Pages above the leaves."),
    MetricSpec::new("redo_bytes", "B", "counted", "Growth of the redo log."),
    MetricSpec::new("redo_records", "records", "counted", "Redo records."),
    MetricSpec::new(
        "pages_flushed",
        "pages",
        "simulated",
        "Pages written to the data file before the run ended.",
    ),
    MetricSpec::new(
        "peak_checkpoint_age_bytes",
        "B",
        "simulated",
        "The most redo that had to stay in the log.",
    ),
    MetricSpec::new("events", "", "simulated", "Events that the simulation handled."),
];
