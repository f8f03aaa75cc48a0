//! The engine as the browser sees it: a thin shell over the library, and the only file that knows wasm-bindgen.
//!
//! Documents and reports cross as plain JavaScript objects, long columns of numbers as typed arrays. Whatever is computed is
//! computed below; here it only changes its form.
//!
//! Every call that fails throws an `Error`. Its `name` is `DocumentError`, with the properties `path`, `value` and `allowed`, or
//! `EngineError`. A panic, which would be a mistake in the engine, throws a `WebAssembly.RuntimeError` whose message is the
//! panic's; afterwards the module's memory is in an unknown state, so the module must be loaded again.

use js_sys::Reflect;
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::base::{DocumentError, EngineError};
use crate::{experiment, lab, report};

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

/// The JSON Schema of experiments.
#[wasm_bindgen]
pub fn schema() -> Result<JsValue, JsValue> {
    to_object(&lab::schema())
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
