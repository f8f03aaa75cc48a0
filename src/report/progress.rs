//! How far a run has come, for progress bars.

use serde::Serialize;

/// How far all variants of an experiment have come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Progress {
    /// Whether every variant has ended.
    pub done: bool,
    /// Position of the variant that is being worked on; the last one when all have ended.
    pub run_index: usize,
    /// Every variant, in the experiment's order.
    pub runs: Vec<RunProgress>,
}

/// How far one variant has come.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunProgress {
    /// The variant's label, as in its report.
    pub label: String,
    /// The finished part of its work, 0 to 1.
    pub fraction: f64,
    /// What it is doing now, such as `sort`; `waiting` before its start and `done` after its end.
    pub phase: &'static str,
    /// Whether it has ended.
    pub done: bool,
}
