//! The report: what a run says, and how two runs are compared.
//!
//! A report is a plain value. Its numbers are integers or fixed-point decimals, so that the same run prints the same text
//! natively and in a browser; a decimal becomes a floating-point number only when it is written down.
//!
//! ```
//! use redo_lab::report::{Kind, Metric, MetricValue, Metrics};
//! let mut metrics = Metrics::default();
//! metrics.count("rows", 3, "rows");
//! metrics.insert("redo_bytes_per_row", Metric::new(MetricValue::ratio(100, 3, 2), "B", Kind::Counted));
//! let text = serde_json::to_string(&metrics).unwrap();
//! assert!(text.contains(r#""redo_bytes_per_row":{"value":33.33,"unit":"B","kind":"counted"}"#));
//! ```
//!
//! - [`Report`], [`RunReport`], [`Metric`], [`Series`], [`Timeline`]: the document.
//! - [`Comparison`]: every metric of every run as a ratio to the first run.
//! - [`Sentence`]: the result in one sentence, as a key with arguments and in English.
//! - [`csv`], [`table`]: the report as text.
//! - [`Progress`]: how far a run has come.

mod compare;
mod csv;
mod metric;
mod order_log;
mod progress;
mod schema;
mod sentence;
mod table;
mod timeline;
mod transaction_log;

pub use compare::{Comparison, Ratios};
pub use csv::{csv, csv_lines};
pub use metric::{Kind, Metric, MetricValue, Metrics, NamedSeries, Series};
pub use order_log::OrderLog;
pub use progress::{Progress, RunProgress};
pub use schema::schema;
pub use sentence::{Arguments, Sentence};
pub use table::{align, column_letter, grouped, note_lines, table};
pub use timeline::{Timeline, TimelineLane};
pub use transaction_log::TransactionLog;

use serde::Serialize;
use serde_json::{Map, Value};

/// The version of the report document that this engine writes.
pub const DOCUMENT_VERSION: u32 = 1;

/// The version of the engine, as every report carries it.
pub const ENGINE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// What an experiment gave: one [`RunReport`] a variant.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Version of this document, [`DOCUMENT_VERSION`].
    pub version: u32,
    /// Version of the engine that ran, [`ENGINE_VERSION`].
    pub engine: &'static str,
    /// Name of the lab.
    pub lab: String,
    /// Seed of the experiment.
    pub seed: u64,
    /// Whether every variant of the experiment is in `runs`.
    pub complete: bool,
    /// The variants that have ended, in the experiment's order.
    pub runs: Vec<RunReport>,
    /// Ratios to the first run; nothing with fewer than two runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The result in one sentence; nothing before the first run has ended or when the lab has no sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentence: Option<Sentence>,
}

impl Report {
    /// The report of `runs`, with comparison and sentence worked out.
    pub fn new(lab: &str, seed: u64, runs: Vec<RunReport>, complete: bool) -> Self {
        let comparison = Comparison::of(&runs);
        let sentence = Sentence::of(lab, &runs);
        let lab = lab.to_owned();
        Self {
            version: DOCUMENT_VERSION,
            engine: ENGINE_VERSION,
            lab,
            seed,
            complete,
            runs,
            comparison,
            sentence,
        }
    }
}

/// What one variant gave.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RunReport {
    /// What tells this variant from the others, such as `page-image`.
    pub label: String,
    /// Every parameter with its value, defaults filled in.
    pub params: Map<String, Value>,
    /// The numbers and outcomes, by name.
    pub metrics: Metrics,
    /// The curves, by name.
    pub series: NamedSeries,
    /// What everybody did when; nothing when the lab has no time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<Timeline>,
    /// What became of some of its transactions; nothing when the lab has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transactions: Option<TransactionLog>,
    /// How some of its transactions came from several logs into one; nothing when the lab has one log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderLog>,
    /// What a reader must know of the input, such as lines that could not be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    /// Digest of the run's final state, 32 hexadecimal digits.
    pub digest: String,
}

/// Something about a run's input that a reader must know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Name of the text, for pages that translate it.
    pub key: &'static str,
    /// Where: a line's number, from 1; 0 for the whole.
    pub line: u64,
    /// The text in English.
    pub text: String,
}

impl RunReport {
    /// The run's number of that name, if it has one.
    pub fn number(&self, metric: &str) -> Option<&MetricValue> {
        self.metrics.get(metric).map(|metric| &metric.value)
    }

    /// The run's whole number of that name, if it has one.
    pub fn whole(&self, metric: &str) -> Option<u64> {
        match self.number(metric)? {
            MetricValue::Whole(value) => Some(*value),
            _ => None,
        }
    }

    /// The parameter of that name, if it is a word.
    pub fn word(&self, parameter: &str) -> Option<&str> {
        self.params.get(parameter)?.as_str()
    }
}
