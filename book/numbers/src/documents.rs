//! Parameters, metrics, encodings and presets, as the engine describes them.

use redo_lab::experiment::{ParameterKind, ParameterSpec, presets as all_presets};
use redo_lab::lab::labs;
use redo_lab::lab::redo_volume::dictionary::dictionary_records;
use redo_lab::lab::redo_volume::{Ddl, encodings as all_encodings};
use redo_lab::redo::Purpose;

use crate::markdown::{Table, Values, file, grouped};

/// The group of a machine's constants, which have tables of their own.
const MACHINE: &str = "Machine";

/// A parameter as the labs that have it describe it.
struct Entry {
    name: &'static str,
    group: &'static str,
    specs: Vec<(&'static str, ParameterSpec)>,
}

/// Every parameter of every lab once, in the order of the labs.
fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for lab in labs() {
        let description = lab.description();
        for spec in description.parameters {
            let lab = description.name;
            match entries.iter_mut().find(|entry| entry.name == spec.name) {
                Some(entry) => entry.specs.push((lab, spec)),
                None => entries.push(Entry { name: spec.name, group: spec.group, specs: vec![(lab, spec)] }),
            }
        }
    }
    entries
}

/// Every parameter, group by group.
pub fn parameters() -> String {
    let entries = entries();
    let mut groups: Vec<&str> = Vec::new();
    for entry in &entries {
        if !groups.contains(&entry.group) {
            groups.push(entry.group);
        }
    }
    let mut text = String::new();
    for group in groups.into_iter().filter(|group| *group != MACHINE) {
        text.push_str(&format!("### {group}\n\n"));
        text.extend(entries.iter().filter(|entry| entry.group == group).map(parameter));
    }
    text.push_str(&format!("### {MACHINE}\n\n"));
    text.push_str(&machine(&entries));
    file(&text)
}

/// The machine: its words, then a line for each constant.
fn machine(entries: &[Entry]) -> String {
    let of_machine = || entries.iter().filter(|entry| entry.group == MACHINE);
    let is_word = |entry: &&Entry| matches!(entry.specs[0].1.kind, ParameterKind::Enumeration { .. });
    let mut text: String = of_machine().filter(is_word).map(parameter).collect();
    text.push_str("The constants. Their defaults are those of the machine, or of its disk ([all of them](simulation.md#machines)).\n\n");
    let mut table = Table::new(&["constant", "values", "what it is"], "lll");
    for entry in of_machine().filter(|entry| !is_word(entry)) {
        let spec = &entry.specs[0].1;
        table.row(&[
            format!("`{}`", spec.name),
            range(spec),
            format!("{}. {}", spec.title, spec.consequence),
        ]);
    }
    text.push_str(table.file().split_once("-->").expect("a file has its note").1.trim_start());
    text
}

/// One parameter: its name, range and default, what it does, and its words; then in which labs, and where these differ.
fn parameter(entry: &Entry) -> String {
    let spec = &entry.specs[0].1;
    let mut text = format!("**`{}`**: {}", spec.name, range(spec));
    if let Some(default) = default(spec) {
        text.push_str(&format!("; default {default}"));
    }
    if let Some(variable) = spec.server_variable {
        text.push_str(&format!("; stands for `{variable}`"));
    }
    text.push_str(&format!(". {}", spec.consequence));
    text.push_str(&labs_of(entry));
    text.push_str("\n\n");
    if let ParameterKind::Enumeration { choices } | ParameterKind::Table { choices } = &spec.kind {
        for choice in choices {
            text.push_str(&format!("- `{}`: {}\n", choice.value, choice.sentence));
        }
        text.push('\n');
    }
    text
}

/// Which labs have a parameter, unless all have it, and what is different in one of them.
fn labs_of(entry: &Entry) -> String {
    let mut text = String::new();
    let has = |lab: &str| entry.specs.iter().any(|(known, _)| *known == lab);
    let all = labs().into_iter().map(|lab| lab.description().name);
    let (with, without): (Vec<&str>, Vec<&str>) = all.partition(|lab| has(lab));
    let list = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match without.len() {
        0 => {}
        few if few < with.len() => text.push_str(&format!(" *Not in {}.*", list(&without))),
        _ => text.push_str(&format!(" *Only in {}.*", list(&with))),
    }
    let first = &entry.specs[0].1;
    for (lab, spec) in &entry.specs[1..] {
        let mut differences = Vec::new();
        if range(spec) != range(first) {
            differences.push(range(spec));
        }
        if default(spec) != default(first) {
            differences.extend(default(spec).map(|default| format!("default {default}")));
        }
        if let (ParameterKind::Enumeration { choices }, ParameterKind::Enumeration { choices: all }) =
            (&spec.kind, &first.kind)
            && choices.len() < all.len()
        {
            let words: Vec<String> = choices.iter().map(|choice| format!("`{}`", choice.value)).collect();
            differences.push(format!("only {}", words.join(", ")));
        }
        if !differences.is_empty() {
            text.push_str(&format!(" In `{lab}`: {}.", differences.join("; ")));
        }
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
        ParameterKind::Text { max_bytes } => {
            format!("a text of at most {} bytes", grouped(*max_bytes as u64))
        }
        ParameterKind::Transactions { max_items } => {
            format!("a list of at most {} transactions", grouped(*max_items as u64))
        }
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

/// Every metric, lab by lab.
pub fn metrics() -> String {
    let mut text = String::new();
    for lab in labs() {
        let description = lab.description();
        text.push_str(&format!("### Metrics of `{}`\n\n", description.name));
        let mut table = Table::new(&["metric", "unit", "kind", "what it counts"], "llll");
        for metric in description.metrics {
            table.row(&[
                format!("`{}`", metric.name),
                metric.unit.to_owned(),
                metric.kind.to_owned(),
                metric.meaning.to_owned(),
            ]);
        }
        text.push_str(table.file().split_once("-->").expect("a file has its note").1.trim());
        text.push_str("\n\n");
    }
    file(&text)
}

/// How many labs, presets, parameters and constants there are.
pub fn values(values: &mut Values) {
    let entries = entries();
    values.count("parameter-count", entries.len() as u64);
    values.count("constant-count", entries.iter().filter(|entry| entry.group == MACHINE).count() as u64 - 2);
    values.count("preset-count", all_presets().len() as u64);
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

/// Every preset, lab by lab.
pub fn presets() -> String {
    let mut text = String::new();
    for lab in labs() {
        let name = lab.description().name;
        text.push_str(&format!("### Presets of `{name}`\n\n"));
        let mut table = Table::new(&["preset", "what it does"], "ll");
        for preset in all_presets().into_iter().filter(|preset| preset.lab == name) {
            table.row(&[format!("`{}`", preset.name), preset.sentence]);
        }
        text.push_str(table.file().split_once("-->").expect("a file has its note").1.trim());
        text.push_str("\n\n");
    }
    file(&text)
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
