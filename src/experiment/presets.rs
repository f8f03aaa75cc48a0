//! Published starting points: experiments with a name, a title and a sentence.
//!
//! They are data, in `presets.json` beside this file; a test completes each of them.

use serde::Serialize;
use serde_json::Value;

/// A published starting point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PresetDescription {
    /// Name in documents and on the command line.
    pub name: String,
    /// The lab that it is for.
    pub lab: String,
    /// Title for people.
    pub title: String,
    /// One plain sentence: what it does and what to look at.
    pub sentence: String,
    /// The experiment document.
    pub experiment: Value,
}

/// All presets, in the order in which they are shown.
pub fn presets() -> Vec<PresetDescription> {
    let Value::Array(entries) =
        serde_json::from_str(include_str!("presets.json")).expect("presets.json is JSON")
    else {
        panic!("presets.json holds a list");
    };
    entries.into_iter().map(preset).collect()
}

fn preset(mut entry: Value) -> PresetDescription {
    let text =
        |entry: &Value, key: &str| entry[key].as_str().expect("presets have names and sentences").to_owned();
    PresetDescription {
        name: text(&entry, "name"),
        lab: text(&entry, "lab"),
        title: text(&entry, "title"),
        sentence: text(&entry, "sentence"),
        experiment: entry["experiment"].take(),
    }
}
