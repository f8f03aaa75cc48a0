//! The JSON Schema of all documents, studies included.

use serde_json::json;

use crate::experiment::Json;
use crate::lab;
use crate::report::DOCUMENT_VERSION;

/// The JSON Schema (draft 2020-12) of `experiment`, `report` and `study_report`, under `$defs`.
pub fn schema() -> Json {
    let mut schema = lab::schema();
    if let Some(documents) = schema["anyOf"].as_array_mut() {
        documents.push(json!({ "$ref": "#/$defs/study_report" }));
    }
    schema["$defs"]["study_report"] = study_report();
    schema
}

fn study_report() -> Json {
    let text = json!({ "type": "string" });
    let value = json!({ "type": ["number", "string", "null"] });
    let truth = json!({ "type": ["boolean", "null"] });
    let number = json!({ "type": "number" });
    // A word where only that word will do.
    let bound = json!({ "type": ["number", "string"] });
    let row = json!({
        "type": "object",
        "properties": {
            "setting": text, "quantity": text, "unit": text,
            "published": value, "engine": value, "error_pct": { "type": ["number", "null"] },
            "status": { "enum": ["fitted", "predicted", "not-published", "not-modelled", "granularity"] },
            "constant": text, "within_pct": number, "at_least": bound, "at_most": bound,
            "met": truth, "note": text
        },
        "required": ["setting", "quantity", "unit", "published", "engine", "error_pct", "status", "met", "note"]
    });
    let table = json!({
        "type": "object",
        "properties": { "title": text, "rows": { "type": "array", "items": row } },
        "required": ["title", "rows"]
    });
    let constant = json!({
        "type": "object",
        "properties": {
            "name": text, "setting": text, "value": value, "unit": text,
            "origin": { "enum": ["fitted", "published", "assumed", "measured"] },
            "fitted_to": { "type": "array", "items": text }, "meaning": text
        },
        "required": ["name", "setting", "value", "unit", "origin", "fitted_to", "meaning"]
    });
    let reading = json!({
        "type": "object",
        "properties": {
            "text": text, "published": value, "value": value, "unit": text, "within_pct": number, "supports": truth
        },
        "required": ["text", "published", "value", "unit", "within_pct", "supports"]
    });
    let check = json!({
        "type": "object",
        "properties": { "text": text, "met": truth, "note": text },
        "required": ["text", "met", "note"]
    });
    let experiment = json!({
        "type": "object",
        "properties": { "label": text, "experiment": { "$ref": "#/$defs/experiment" } },
        "required": ["label", "experiment"]
    });
    let list = |items: Json| json!({ "type": "array", "items": items });
    json!({
        "title": "Redo Lab report of a study",
        "type": "object",
        "properties": {
            "version": { "const": DOCUMENT_VERSION }, "engine": text,
            "study": text, "title": text, "source": text, "why": text,
            "complete": { "type": "boolean", "description": "Whether every experiment has run." },
            "summary": {
                "type": "object",
                "description": "How many values came out within what is required of them.",
                "additionalProperties": { "type": "integer" }
            },
            "tables": list(table), "constants": list(constant), "readings": list(reading),
            "checks": list(check), "experiments": list(experiment),
            "digest": { "type": "string", "pattern": "^[0-9a-f]{32}$" }
        },
        "required": [
            "version", "engine", "study", "title", "source", "why", "complete", "summary", "tables", "constants",
            "readings",
            "checks", "experiments", "digest"
        ]
    })
}
