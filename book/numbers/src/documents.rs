//! Parameters, metrics, encodings and presets, as the engine describes them.

use redo_lab::experiment::{ParameterKind, ParameterSpec, presets as all_presets};
use redo_lab::lab::redo_volume::dictionary::dictionary_records;
use redo_lab::lab::redo_volume::{Ddl, encodings as all_encodings};
use redo_lab::lab::{Lab, labs};
use redo_lab::redo::Purpose;

use crate::markdown::{Table, file, grouped};

/// The lab that the book describes.
fn lab() -> &'static dyn Lab {
    labs()[0]
}

/// Every parameter, group by group.
pub fn parameters() -> String {
    let mut text = String::new();
    let mut group = "";
    for spec in lab().description().parameters {
        if spec.group != group {
            group = spec.group;
            text.push_str(&format!("### {group}\n\n"));
        }
        text.push_str(&parameter(&spec));
    }
    file(&text)
}

/// One parameter: its name, range and default, what it does, and its words.
fn parameter(spec: &ParameterSpec) -> String {
    let mut text = format!("**`{}`**: {}", spec.name, range(spec));
    if let Some(default) = default(spec) {
        text.push_str(&format!("; default {default}"));
    }
    if let Some(variable) = spec.server_variable {
        text.push_str(&format!("; stands for `{variable}`"));
    }
    text.push_str(&format!(". {}\n\n", spec.consequence));
    if let ParameterKind::Enumeration { choices } | ParameterKind::Table { choices } = &spec.kind {
        for choice in choices {
            text.push_str(&format!("- `{}`: {}\n", choice.value, choice.sentence));
        }
        text.push('\n');
    }
    text
}

/// What values a parameter takes.
fn range(spec: &ParameterSpec) -> String {
    let unit = if spec.unit.is_empty() { String::new() } else { format!(" {}", spec.unit) };
    match &spec.kind {
        ParameterKind::Integer { allowed, .. } if !allowed.is_empty() => {
            let numbers: Vec<String> = allowed.iter().map(|number| grouped(*number)).collect();
            format!("{}{unit}", numbers.join(", "))
        }
        ParameterKind::Integer { min, max, .. } => format!("{} to {}{unit}", grouped(*min), grouped(*max)),
        ParameterKind::Enumeration { .. } => "one of the words below".to_owned(),
        ParameterKind::IndexList { max_items } => {
            format!("a list of at most {max_items} indexes, such as `[\"b\", \"e(10)\", \"k,id\"]`")
        }
        ParameterKind::Table { .. } => "one of the names below, or columns of your own".to_owned(),
    }
}

/// The default, or the rule that gives it.
fn default(spec: &ParameterSpec) -> Option<String> {
    let value = spec.default.as_ref().map(|value| {
        let json = serde_json::to_value(value).expect("values are JSON");
        match (json.as_u64(), json.as_str()) {
            (Some(number), _) => grouped(number),
            (_, Some(word)) => format!("`{word}`"),
            _ => format!("`{json}`"),
        }
    });
    value.or_else(|| spec.default_rule.map(|rule| format!("depends: {rule}")))
}

/// Every metric.
pub fn metrics() -> String {
    let mut table = Table::new(&["metric", "unit", "kind", "what it counts"], "llll");
    for metric in lab().description().metrics {
        table.row(&[
            format!("`{}`", metric.name),
            metric.unit.to_owned(),
            metric.kind.to_owned(),
            metric.meaning.to_owned(),
        ]);
    }
    table.file()
}

/// Every encoding.
pub fn encodings() -> String {
    let mut table = Table::new(&["encoding", "name on charts", "what it writes"], "lll");
    for choice in all_encodings() {
        table.row(&[format!("`{}`", choice.value), choice.title.to_owned(), choice.sentence.to_owned()]);
    }
    table.file()
}

/// What a redo byte can be for.
pub fn purposes() -> String {
    let mut table = Table::new(&["purpose", "what the bytes are for"], "ll");
    for purpose in Purpose::ALL {
        let meaning = match purpose {
            Purpose::Record => "the entries themselves",
            Purpose::NextPointer => "links from entry to entry",
            Purpose::Directory => "the page directory and its counts",
            Purpose::Header => "page headers, initialisation, links between pages",
            Purpose::PageImage => "whole pages",
            Purpose::Allocation => "finding pages and giving them back",
            Purpose::Undo => "how to take a row back",
            Purpose::Dictionary => "the statement's own dictionary and file records: a measured constant",
            Purpose::Framing => "ends and checksums of mini-transactions, headers and trailers of log blocks",
            Purpose::IndexLoad => "the mark that an unlogged index is complete",
        };
        table.row(&[format!("`{}`", purpose.name()), meaning.to_owned()]);
    }
    table.file()
}

/// Every preset.
pub fn presets() -> String {
    let mut table = Table::new(&["preset", "what it does"], "ll");
    for preset in all_presets() {
        table.row(&[format!("`{}`", preset.name), preset.sentence]);
    }
    table.file()
}

/// The measured constant of each statement.
pub fn dictionary() -> String {
    let mut table =
        Table::new(&["statement", "no index, bytes", "1 index, bytes", "7 indexes, bytes"], "lrrr");
    let bytes = |ddl, indexes| dictionary_records(ddl, indexes).iter().map(|part| part.bytes).sum::<u64>();
    for (title, ddl) in [
        ("ADD INDEX", Ddl::AddIndex),
        ("ADD PRIMARY KEY", Ddl::AddPrimaryKey),
        ("FORCE", Ddl::Rebuild),
        ("INSERT into an empty table", Ddl::BulkInsert),
    ] {
        // A statement that adds indexes adds at least one.
        let none = if ddl == Ddl::AddIndex { "–".to_owned() } else { grouped(bytes(ddl, 0)) };
        table.row(&[title.to_owned(), none, grouped(bytes(ddl, 1)), grouped(bytes(ddl, 7))]);
    }
    table.file()
}
