//! The experiment: the one input of a run, as a document.
//!
//! ```json
//! { "version": 1, "lab": "redo-volume", "seed": 1,
//!   "params": { "table": "t0", "rows": 100000 },
//!   "compare": [ { "encoding": "physical" }, { "encoding": "page-image" } ] }
//! ```
//!
//! A document goes through four steps, all in [`Experiment::complete`]: its keys and version are checked; a `preset`, if it
//! names one, is put under it; every value is checked against the lab's [`ParameterSpec`]s and brought into its canonical
//! form; and what is absent is filled in. Each thing that is wrong is told by a [`DocumentError`] with the path of the
//! place, the value there and what is allowed. A completed document completes to itself.
//!
//! This room knows no lab. A lab says what its parameters are by [`LabRules`]; from the same description come the checks,
//! the defaults, the JSON Schema and the knobs of the page.

mod check;
mod document;
mod index_list;
mod presets;
mod schema;
mod spec;
mod table;
mod text;
mod transactions;
mod value;

pub use document::{DOCUMENT_VERSION, Experiment, MAX_VARIANTS, Variant};
pub use index_list::{IndexColumn, IndexSpec, MAX_INDEXES, MAX_KEY_COLUMNS, index_specs};
pub use presets::{PresetDescription, presets};
pub use schema::schema;
pub use spec::{Choice, LabDescription, LabRules, MetricSpec, ParameterKind, ParameterSpec, number};
pub use table::{ColumnKind, ColumnSpec, MAX_COLUMNS, TableSpec, ValueKind};
pub use text::parse_text;
pub use transactions::{MAX_TRANSACTION_ROWS, TransactionSpec};
pub use value::{ParamValue, Params, TableChoice};

pub use crate::base::DocumentError;

/// A JSON value as documents hold it, with the keys of objects in the order in which they stand there.
pub type Json = serde_json::Value;
