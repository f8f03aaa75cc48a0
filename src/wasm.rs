//! The engine as the browser sees it: a thin shell over the library, and the only file that knows wasm-bindgen.
//!
//! Documents and reports cross as plain JavaScript objects, long columns of numbers as typed arrays. Whatever is computed is
//! computed below; here it only changes its form.
//!
//! Every call that fails throws an `Error`. Its `name` is `DocumentError`, with the properties `path`, `value` and `allowed`, or
//! `EngineError`. A panic, which would be a mistake in the engine, throws a `WebAssembly.RuntimeError` whose message is the
//! panic's; afterwards the module's memory is in an unknown state, so the module must be loaded again.

use std::cell::RefCell;

use js_sys::{Float64Array, Reflect, Uint8Array, Uint16Array, Uint32Array};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::base::{DocumentError, EngineError};
use crate::lab::measure::Meter;
use crate::lab::speed::{self, SpeedCase};
use crate::{experiment, lab, redo, report, study};

/// Prepares the module when it is loaded: from now on a panic reaches JavaScript as an error with a message.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        wasm_bindgen::throw_val(js_sys::WebAssembly::RuntimeError::new(&panic.to_string()).into());
    }));
}

/// The engine's version, as in `Cargo.toml`: `0.1.0`.
#[wasm_bindgen]
pub fn engine_version() -> String {
    report::ENGINE_VERSION.to_owned()
}

/// Every lab with its parameters, their ranges and defaults, and its metrics.
#[wasm_bindgen]
pub fn labs() -> Result<JsValue, JsValue> {
    to_object(&lab::descriptions())
}

/// Every preset: name, lab, title, sentence and experiment.
#[wasm_bindgen]
pub fn presets() -> Result<JsValue, JsValue> {
    to_object(&experiment::presets())
}

/// The experiment with its preset resolved and every default filled in. Throws a `DocumentError` when it is wrong.
#[wasm_bindgen]
pub fn complete(experiment: JsValue) -> Result<JsValue, JsValue> {
    to_object(&lab::complete(&document(experiment)?).map_err(document_error)?.to_json())
}

/// A seed from the browser's source of randomness, 1 to 2^31.
#[wasm_bindgen]
pub fn new_seed() -> Result<u32, JsValue> {
    let random = getrandom::u32().map_err(|error| named_error("EngineError", &error.to_string()))?;
    Ok(random % (1 << 31) + 1)
}

/// A run of an experiment, done in steps.
#[wasm_bindgen]
pub struct Run(lab::Run);

#[wasm_bindgen]
impl Run {
    /// Prepares a run of every variant. Throws a `DocumentError` when the experiment is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(experiment: JsValue) -> Result<Run, JsValue> {
        lab::Run::new(&document(experiment)?).map(Run).map_err(document_error)
    }

    /// Goes on with about `work_units` rows' worth of work and says how far all variants have come.
    pub fn step(&mut self, work_units: f64) -> Result<JsValue, JsValue> {
        to_object(&self.0.step(units(work_units)).map_err(engine_error)?)
    }

    /// The report of the variants that have ended; it is complete after the last.
    pub fn report(&self) -> Result<JsValue, JsValue> {
        to_object(&self.0.report())
    }
}

/// Every published study: name, title, source and why it matters.
#[wasm_bindgen]
pub fn studies() -> Result<JsValue, JsValue> {
    to_object(&study::descriptions())
}

/// A run of a published study, done in steps.
#[wasm_bindgen]
pub struct StudyRun(study::StudyRun);

#[wasm_bindgen]
impl StudyRun {
    /// Prepares the study of that name. Throws a `DocumentError` when there is none.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str) -> Result<StudyRun, JsValue> {
        study::StudyRun::new(name).map(StudyRun).map_err(document_error)
    }

    /// Goes on with about `work_units` rows' worth of work and says how far all runs of all experiments have come.
    pub fn step(&mut self, work_units: f64) -> Result<JsValue, JsValue> {
        to_object(&self.0.step(units(work_units)).map_err(engine_error)?)
    }

    /// The study's report: published values beside those of the runs that have ended.
    pub fn report(&self) -> Result<JsValue, JsValue> {
        to_object(&self.0.report())
    }
}

/// One variant of an experiment, built again with all its pages and its log kept.
#[wasm_bindgen]
pub struct Inspector(lab::inspector::Inspector);

#[wasm_bindgen]
impl Inspector {
    /// Prepares the variant at `run_index` (from 0). With `encoding`, the same pages are described in that encoding instead of
    /// the variant's own. Throws a `DocumentError` when the experiment, the index or the encoding is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(
        experiment: JsValue,
        run_index: usize,
        encoding: Option<String>,
    ) -> Result<Inspector, JsValue> {
        let experiment = document(experiment)?;
        lab::inspector::Inspector::new(&experiment, run_index, encoding.as_deref())
            .map(Inspector)
            .map_err(document_error)
    }

    /// Goes on with about `work_units` rows' worth of work. The other methods may be called once this says `done`.
    pub fn step(&mut self, work_units: f64) -> Result<JsValue, JsValue> {
        to_object(&self.0.step(units(work_units)).map_err(engine_error)?)
    }

    /// The tablespace: its trees, and for each page its tree, level, records, fill and redo bytes, as columns.
    pub fn overview(&self) -> Result<JsValue, JsValue> {
        let overview = self.0.overview();
        let object = to_object(&overview)?;
        set(&object, "page_no", Uint32Array::from(overview.page_no.as_slice()));
        set(&object, "tree", Uint8Array::from(overview.tree.as_slice()));
        set(&object, "level", Uint8Array::from(overview.level.as_slice()));
        set(&object, "records", Uint16Array::from(overview.records.as_slice()));
        set(&object, "fill_permille", Uint16Array::from(overview.fill_permille.as_slice()));
        set(&object, "redo_bytes", Float64Array::from(overview.redo_bytes.as_slice()));
        Ok(object)
    }

    /// One page taken apart: header, records, directory, and its bytes. Throws a `DocumentError` when there is no such page.
    pub fn page(&self, page_no: u32) -> Result<JsValue, JsValue> {
        let page = self.0.page(page_no).map_err(document_error)?;
        let object = to_object(&page)?;
        set(&object, "bytes", Uint8Array::from(page.bytes.as_slice()));
        Ok(object)
    }

    /// The redo records that concern a page, decoded: `count` of them, from the one at position `from`.
    pub fn page_redo(&self, page_no: u32, from: usize, count: usize) -> Result<JsValue, JsValue> {
        to_object(&self.0.page_redo(page_no, from, count))
    }

    /// The whole log, one mini-transaction after another, as columns.
    pub fn tape(&self) -> Result<JsValue, JsValue> {
        let tape = self.0.tape();
        let object = to_object(&tape)?;
        set(&object, "mtr_lsn", Float64Array::from(tape.mtr_lsn.as_slice()));
        set(&object, "mtr_bytes", Uint32Array::from(tape.mtr_bytes.as_slice()));
        set(&object, "page_no", Uint32Array::from(tape.page_no.as_slice()));
        set(&object, "purpose_bytes", Uint32Array::from(tape.purpose_bytes.as_slice()));
        Ok(object)
    }
}

thread_local! {
    /// The table of the benchmark, made once for all its cases.
    static SPEED_CASE: RefCell<Option<(u32, SpeedCase)>> = const { RefCell::new(None) };
}

/// Does once what no index build on a table of `rows` rows (1 to 2,000,000) can leave out, for the caller's clock. The number
/// that it returns only proves that the work was done.
#[wasm_bindgen]
pub fn bench_lower_bound(rows: u32) -> f64 {
    f64::from(with_speed_case(rows, SpeedCase::lower_bound))
}

/// Builds the same index once and writes its redo in `encoding`, for the caller's clock; returns the LSN after it. Throws a
/// `DocumentError` when there is no such encoding.
#[wasm_bindgen]
pub fn bench_case(encoding: &str, rows: u32) -> Result<f64, JsValue> {
    let encodings = redo::encodings();
    let Some(encoding) = encodings.iter().copied().find(|known| known.name() == encoding) else {
        let names: Vec<&str> = encodings.iter().map(|known| known.name()).collect();
        return Err(document_error(DocumentError::new("encoding", encoding, names.join(", "))));
    };
    Ok(with_speed_case(rows, |case| case.add_index(encoding)) as f64)
}

thread_local! {
    /// Prepared work of [`bench_measure`].
    static METER: RefCell<Option<Meter>> = const { RefCell::new(None) };
}

/// Does at least `amount` units of one kind of the engine's own work (`compare`, `copy`, `merge`, `load`, `encode`, `checksum`,
/// `parse`, `apply`), for the caller's clock; returns how many units it did. Throws a `DocumentError` when there is no such kind.
#[wasm_bindgen]
pub fn bench_measure(kind: &str, amount: f64) -> Result<f64, JsValue> {
    METER.with_borrow_mut(|meter| {
        let meter = meter.get_or_insert_with(Meter::new);
        meter.run(kind, units(amount)).map(|units| units as f64).map_err(document_error)
    })
}

/// Handles `events` events of `clerks` queues (1 to 65,536) in the discrete-event kernel, for the caller's clock; returns how many
/// nanoseconds a customer was there on average: 2,000,000 in theory.
#[wasm_bindgen]
pub fn bench_kernel(clerks: u32, events: u32) -> f64 {
    speed::queue_events(clerks, events.into()) as f64
}

/// The same with nothing but a binary heap: the least that it costs. Returns the same number.
#[wasm_bindgen]
pub fn bench_kernel_bound(clerks: u32, events: u32) -> f64 {
    speed::queue_events_bound(clerks, events.into()) as f64
}

/// Runs `transactions` of 64 clients through a source and a replica with 32 workers, for the caller's clock; returns how many the
/// replica has committed: all of them.
#[wasm_bindgen]
pub fn bench_group_commit(transactions: u32) -> Result<f64, JsValue> {
    speed::group_commit(transactions.into()).map(|committed| committed as f64).map_err(engine_error)
}

/// Puts the logs of 16 nodes into one, for the caller's clock, until about `events` binlog events are written; returns how many were.
#[wasm_bindgen]
pub fn bench_global_binlog(events: u32) -> Result<f64, JsValue> {
    speed::global_binlog(events.into()).map(|written| written as f64).map_err(engine_error)
}

/// Works on the benchmark's table of `rows` rows, which is made when the last one had another size.
fn with_speed_case<T>(rows: u32, work: impl FnOnce(&SpeedCase) -> T) -> T {
    SPEED_CASE.with_borrow_mut(|kept| {
        let case = match kept.take() {
            Some((kept_rows, case)) if kept_rows == rows => case,
            _ => SpeedCase::new(rows),
        };
        work(&kept.insert((rows, case)).1)
    })
}

/// A JavaScript value as a document. What JSON cannot hold is refused.
fn document(value: JsValue) -> Result<Value, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(|error| {
        document_error(DocumentError::new("experiment", error.to_string(), "an object as JSON can hold it"))
    })
}

/// A document or a part of a report as a plain JavaScript object.
fn to_object(value: &impl Serialize) -> Result<JsValue, JsValue> {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| named_error("EngineError", &error.to_string()))
}

/// Sets a property of an object that [`to_object`] made.
fn set(object: &JsValue, name: &str, value: impl Into<JsValue>) {
    Reflect::set(object, &name.into(), &value.into()).expect("a plain object takes any property");
}

/// An amount of work as JavaScript gives it: at least 1.
fn units(work_units: f64) -> u64 {
    (work_units as u64).max(1)
}

/// A `DocumentError` with its three parts as properties.
fn document_error(error: DocumentError) -> JsValue {
    let thrown = named_error("DocumentError", &error.to_string());
    set(&thrown, "path", error.path);
    set(&thrown, "value", error.value);
    set(&thrown, "allowed", error.allowed);
    thrown
}

/// Any error of a run.
fn engine_error(error: EngineError) -> JsValue {
    match error {
        EngineError::Document(error) => document_error(error),
        other => named_error("EngineError", &other.to_string()),
    }
}

/// A JavaScript error with a name of its own.
fn named_error(name: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    error.set_name(name);
    error.into()
}
