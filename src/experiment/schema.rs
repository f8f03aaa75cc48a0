//! The experiment document as JSON Schema, made from the labs' descriptions.

use serde_json::{Map, Value, json};

use super::document::DOCUMENT_VERSION;
use super::{
    LabDescription, MAX_COLUMNS, MAX_KEY_COLUMNS, MAX_TRANSACTION_ROWS, MAX_VARIANTS, ParameterKind,
    ParameterSpec, presets,
};
use crate::group_commit::MAX_ROW_TEXT_BYTES;

/// The JSON Schema (draft 2020-12) of an experiment for one of `labs`.
///
/// What depends on several parameters, such as whether an indexed column exists, is beyond a schema and is checked when the
/// experiment is completed.
pub fn schema(labs: &[LabDescription]) -> Value {
    let names: Vec<&str> = labs.iter().map(|lab| lab.name).collect();
    let preset_names: Vec<String> = presets().into_iter().map(|preset| preset.name).collect();
    json!({
        "title": "Redo Lab experiment",
        "type": "object",
        "properties": {
            "version": { "const": DOCUMENT_VERSION },
            "lab": { "enum": names },
            "preset": { "enum": preset_names, "description": "A published starting point that params then override." },
            "seed": { "type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_u64, "default": 1 },
            "params": { "type": "object" },
            "compare": {
                "type": "array",
                "description": "Overrides of params, one run each.",
                "minItems": 1,
                "maxItems": MAX_VARIANTS,
                "items": { "type": "object" }
            }
        },
        "anyOf": [ { "required": ["lab"] }, { "required": ["preset"] } ],
        "additionalProperties": false,
        "allOf": labs.iter().map(of_lab).collect::<Vec<_>>()
    })
}

/// If the document names this lab, then these are its parameters.
fn of_lab(lab: &LabDescription) -> Value {
    let properties: Map<String, Value> =
        lab.parameters.iter().map(|spec| (spec.name.to_owned(), of_parameter(spec))).collect();
    let params = json!({ "type": "object", "properties": properties, "additionalProperties": false });
    json!({
        "if": { "properties": { "lab": { "const": lab.name } }, "required": ["lab"] },
        "then": { "properties": { "params": params, "compare": { "items": params } } }
    })
}

fn of_parameter(spec: &ParameterSpec) -> Value {
    let mut schema = match &spec.kind {
        ParameterKind::Integer { min, max, allowed: [], .. } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        ParameterKind::Integer { allowed, .. } => json!({ "enum": allowed }),
        kind @ ParameterKind::Enumeration { .. } if kind.is_switch() => {
            json!({ "enum": ["on", "off", true, false, 1, 0] })
        }
        ParameterKind::Enumeration { choices } => {
            json!({ "enum": choices.iter().map(|choice| choice.value).collect::<Vec<_>>() })
        }
        ParameterKind::IndexList { max_items } => {
            json!({ "type": "array", "items": { "type": "string" }, "maxItems": max_items })
        }
        ParameterKind::Table { choices } => {
            let names: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
            json!({ "oneOf": [{ "enum": names }, of_columns()] })
        }
        ParameterKind::Text { max_bytes } => json!({ "type": "string", "maxLength": max_bytes }),
        ParameterKind::Transactions { max_items } => {
            json!({ "type": "array", "items": of_transaction(), "maxItems": max_items })
        }
    };
    schema["title"] = spec.title.into();
    schema["description"] = spec.consequence.into();
    if let Some(default) = &spec.default {
        schema["default"] = serde_json::to_value(default).expect("defaults are plain JSON");
    }
    schema
}

fn of_transaction() -> Value {
    let time = json!({ "type": "integer", "minimum": 0, "maximum": 3_600_000_000_u64 });
    let row = json!({ "type": "string", "pattern": "^(ddl .+|[^:]+:.+)$", "maxLength": MAX_ROW_TEXT_BYTES });
    json!({
        "type": "object",
        "properties": {
            "at_us": time,
            "session": { "type": "integer", "minimum": 1, "maximum": 10_000 },
            "work_us": time,
            "apply_us": time,
            "rows": { "type": "array", "items": row, "maxItems": MAX_TRANSACTION_ROWS },
            "ddl": { "type": "boolean", "default": false }
        },
        "additionalProperties": false
    })
}

fn of_columns() -> Value {
    let name = json!({ "type": "string", "pattern": "^[A-Za-z0-9_]{1,64}$" });
    let whole = |max: u64| json!({ "type": "integer", "minimum": 0, "maximum": max });
    let column = json!({
        "type": "object",
        "properties": {
            "name": name,
            "type": { "type": "string", "description": "INT, BIGINT, DATETIME, CHAR(n) or VARCHAR(n)" },
            "nullable": { "type": "boolean", "default": false },
            "values": { "enum": ["sequential", "uniform", "skewed", "constant"] },
            "min_length": whole(16_383),
            "max_length": whole(16_383),
            "distinct": whole(u32::MAX.into()),
            "null_pct": whole(100)
        },
        "required": ["name", "type"],
        "additionalProperties": false
    });
    json!({
        "type": "object",
        "properties": {
            "columns": { "type": "array", "items": column, "minItems": 1, "maxItems": MAX_COLUMNS },
            "primary_key": { "type": "array", "items": name, "maxItems": MAX_KEY_COLUMNS, "uniqueItems": true }
        },
        "required": ["columns"],
        "additionalProperties": false
    })
}
