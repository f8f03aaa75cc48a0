//! The report as JSON Schema.

use serde_json::{Value, json};

use super::DOCUMENT_VERSION;

/// The JSON Schema (draft 2020-12) of a report.
pub fn schema() -> Value {
    let kind = json!({ "enum": ["counted", "simulated", "scaled", "measured"] });
    let metric = json!({
        "type": "object",
        "properties": { "value": { "type": ["number", "string"] }, "unit": { "type": "string" }, "kind": kind },
        "required": ["value", "unit", "kind"]
    });
    let numbers = json!({ "type": "array", "items": { "type": "number" } });
    let series = json!({
        "type": "object",
        "properties": {
            "unit": { "type": "string" }, "x_unit": { "type": "string" }, "kind": kind, "x": numbers, "y": numbers
        },
        "required": ["unit", "x_unit", "kind", "x", "y"]
    });
    let lane = json!({
        "type": "object",
        "properties": {
            "group": { "type": "string", "description": "Where the worker works." },
            "name": { "type": "string" }, "from": numbers, "to": numbers, "activity": numbers
        },
        "required": ["group", "name", "from", "to", "activity"]
    });
    let timeline = json!({
        "type": "object",
        "description": "What every worker did when: spans in lanes, activities by position.",
        "properties": {
            "unit": { "type": "string" },
            "kind": kind,
            "end": { "type": "number" },
            "activities": { "type": "array", "items": { "type": "string" } },
            "lanes": { "type": "array", "items": lane }
        },
        "required": ["unit", "kind", "end", "activities", "lanes"]
    });
    let times = json!({ "type": "array", "items": { "type": ["number", "null"] } });
    let texts = json!({ "type": "array", "items": { "type": "string" } });
    let order = json!({
        "type": "object",
        "description": "How some transactions came from several logs into one: columns of transactions, then of their parts.",
        "properties": {
            "nodes": { "type": "integer" }, "idle_nodes": { "type": "integer" },
            "transaction": numbers, "kind": texts, "timestamp": texts, "collected": times, "written": times,
            "part_of": numbers, "part_node": numbers, "part_bytes": numbers, "part_prepared": numbers,
            "part_committed": times, "part_read": times, "part_sorted": times, "part_merged": times,
            "part_spilled": numbers
        },
        "required": ["nodes", "idle_nodes", "transaction", "kind", "timestamp", "written", "part_of", "part_node"]
    });
    let run = json!({
        "type": "object",
        "properties": {
            "label": { "type": "string" },
            "params": { "type": "object", "description": "Every parameter with its value, defaults filled in." },
            "metrics": { "type": "object", "additionalProperties": metric },
            "series": { "type": "object", "additionalProperties": series },
            "timeline": timeline,
            "order": order,
            "digest": { "type": "string", "pattern": "^[0-9a-f]{32}$", "description": "Digest of the run's final state." }
        },
        "required": ["label", "params", "metrics", "series", "digest"]
    });
    let ratios = json!({ "type": "array", "items": { "type": ["number", "null"] } });
    let sentence = json!({
        "type": "object",
        "properties": {
            "key": { "type": "string", "description": "Which sentence it is, for translation." },
            "arguments": { "type": "object", "additionalProperties": { "type": ["number", "string"] } },
            "text": { "type": "string", "description": "The sentence in English." }
        },
        "required": ["key", "arguments", "text"]
    });
    json!({
        "title": "Redo Lab report",
        "type": "object",
        "properties": {
            "version": { "const": DOCUMENT_VERSION },
            "engine": { "type": "string", "description": "Version of the engine that ran." },
            "lab": { "type": "string" },
            "seed": { "type": "integer", "minimum": 0 },
            "complete": { "type": "boolean", "description": "Whether every variant has ended." },
            "runs": { "type": "array", "items": run },
            "comparison": {
                "type": "object",
                "description": "Each metric of each run divided by the first run's.",
                "additionalProperties": ratios
            },
            "sentence": sentence
        },
        "required": ["version", "engine", "lab", "seed", "complete", "runs"]
    })
}
