//! The check that rooms import only what they may.
//!
//! The engine is laid out in rooms, the folders and files directly below `src/`. They form a ladder: a room may import
//! rooms on lower steps only, so that reading the engine from the bottom never needs what comes later. Some words are
//! reserved besides: only one file may name the browser's interfaces, only the command line may reach the machine, and where
//! reproducible state is made there is neither floating point nor anything ordered by a random hash.
//!
//! The check reads the text, not the syntax tree: comments and string literals are taken out first, and so are items under
//! `#[cfg(test)]` at the end of a file, which may use what they like.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::project;

/// The ladder, lowest step first. Rooms on one step do not know each other.
const LADDER: [&[&str]; 8] = [
    &["base"],
    &["innodb", "sim"],
    &["redo"],
    &["bulk_load"],
    &["replica", "timing", "group_commit", "global_binlog"],
    &["report", "experiment"],
    &["lab"],
    &["study", "exercise", "wasm", "bin"],
];

/// Rooms on one step that may look at a neighbour nevertheless: `(room, neighbour)`.
const NEIGHBOURS: [(&str, &str); 3] = [("bin", "study"), ("bin", "exercise"), ("wasm", "study")];

/// Words that only some rooms may use.
struct Reserved {
    /// The words.
    words: &'static [&'static str],
    /// Whether a room may use them.
    allowed_in: fn(room: &str) -> bool,
    /// Why the others may not.
    reason: &'static str,
}

/// Every reserved word.
const RESERVED: [Reserved; 4] = [
    Reserved {
        words: &[
            "wasm_bindgen",
            "js_sys",
            "web_sys",
            "serde_wasm_bindgen",
            "getrandom",
            "console_error_panic_hook",
        ],
        allowed_in: |room| room == "wasm",
        reason: "only src/wasm.rs speaks to the browser",
    },
    Reserved {
        words: &[
            "std::fs",
            "std::env",
            "std::time",
            "std::thread",
            "std::process",
            "std::io",
            "println!",
            "eprintln!",
        ],
        allowed_in: |room| room == "bin",
        reason: "only src/bin reaches files, arguments, clocks and threads",
    },
    Reserved {
        words: &["f32", "f64", "HashMap", "HashSet"],
        allowed_in: |room| !makes_state(room),
        reason: "state that a digest covers is made of integers in a fixed order",
    },
    Reserved {
        words: &["serde", "serde_json"],
        allowed_in: |room| !makes_state(room),
        reason: "rooms below report and experiment take plain parameters",
    },
];

/// Whether a room is on the path to the bytes that a digest covers.
fn makes_state(room: &str) -> bool {
    step_of(room).is_some_and(|step| step <= 4)
}

/// The step of a room on the ladder.
fn step_of(room: &str) -> Option<usize> {
    LADDER.iter().position(|rooms| rooms.contains(&room))
}

/// Reads all of `src/` and fails with every violation, one a line.
pub fn check() -> Result<()> {
    let source = project::path("src");
    let mut files = Vec::new();
    collect(&source, &mut files)?;
    let mut violations = Vec::new();
    for file in &files {
        let relative = file.strip_prefix(&source)?;
        let Some(room) = room_of(relative) else { continue };
        let text = fs::read_to_string(file)?;
        for violation in violations_in(&room, &text) {
            violations.push(format!("src/{}:{violation}", relative.display()));
        }
    }
    if !violations.is_empty() {
        bail!("rooms import what they may not:\n{}", violations.join("\n"));
    }
    println!("{} files keep to their rooms", files.len());
    Ok(())
}

/// Every Rust file below a folder, in a fixed order.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<PathBuf> = folder
        .read_dir()
        .with_context(|| format!("cannot read {}", folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, files)?;
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    Ok(())
}

/// The room of a file given relative to `src/`; `lib.rs`, which holds them all, has none.
fn room_of(relative: &Path) -> Option<String> {
    let first = relative.components().next()?.as_os_str().to_str()?;
    (first != "lib.rs").then(|| first.trim_end_matches(".rs").to_owned())
}

/// What is wrong with one file, each as `line: sentence`.
fn violations_in(room: &str, text: &str) -> Vec<String> {
    let Some(step) = step_of(room) else {
        return vec![format!("1: the room {room} has no place on the ladder in xtask/src/rooms.rs")];
    };
    let code = plain_code(text);
    let mut violations = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        for other in imported_rooms(line) {
            let neighbour = NEIGHBOURS.contains(&(room, other.as_str()));
            if other != room && !neighbour && step_of(&other).is_some_and(|above| above >= step) {
                violations.push(format!("{number}: {room} may not import {other}"));
            }
        }
        for reserved in RESERVED.iter().filter(|reserved| !(reserved.allowed_in)(room)) {
            for word in reserved.words.iter().filter(|word| has_word(line, word)) {
                violations.push(format!("{number}: {room} may not use {word}: {}", reserved.reason));
            }
        }
    }
    violations
}

/// The rooms that a line names through the crate's root: `crate::redo::Log`, `redo_lab::lab`, `use crate::{base, redo}`.
fn imported_rooms(line: &str) -> Vec<String> {
    let mut rooms = Vec::new();
    for root in ["crate::", "redo_lab::"] {
        for (position, _) in line.match_indices(root) {
            let rest = &line[position + root.len()..];
            match rest.strip_prefix('{') {
                Some(list) => rooms.extend(names_in_braces(list)),
                None => rooms.extend(leading_name(rest)),
            }
        }
    }
    rooms
}

/// The first name of each item of a brace list: of `base::{A, B}, redo}` that is `base` and `redo`.
fn names_in_braces(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 1;
    let mut at_start = true;
    for (position, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => at_start = true,
            ' ' => continue,
            _ if at_start && depth == 1 => {
                names.extend(leading_name(&list[position..]));
                at_start = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// The identifier that a text begins with.
fn leading_name(text: &str) -> Option<String> {
    let end = text.find(|character: char| !is_name(character)).unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

/// Whether a line holds a word that is not part of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(position, _)| {
        let before = line[..position].chars().next_back();
        let after = line[position + word.len()..].chars().next();
        !before.is_some_and(is_name) && !after.is_some_and(is_name)
    })
}

/// Whether a character may stand in a Rust identifier.
fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// The text without comments, without the contents of string literals, without the closing test module, and with each `use`
/// list on one line. Lines keep their numbers: what is taken out leaves its line breaks behind.
fn plain_code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    join_lists(&without_comments(text))
}

/// Replaces comments and the contents of string literals by nothing.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") {
            3
        } else if character == '"' {
            string_length(rest)
        } else {
            code.push(character);
            rest = &rest[character.len_utf8()..];
            continue;
        };
        code.extend(rest[..skipped].chars().filter(|character| *character == '\n'));
        rest = &rest[skipped..];
    }
    code
}

/// The length of the string literal that a text begins with, quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (position, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return position + 1,
            _ => {}
        }
    }
    text.len()
}

/// Puts a `use` list that spans several lines on its first one, with empty lines after it.
fn join_lists(code: &str) -> String {
    let mut joined = String::with_capacity(code.len());
    let mut owed = 0;
    for line in code.lines() {
        joined.push_str(if owed > 0 { line.trim_start() } else { line });
        let begins = line.trim_start().starts_with("use ") || line.trim_start().starts_with("pub use ");
        if (begins || owed > 0) && !line.contains(';') {
            joined.push(' ');
            owed += 1;
        } else {
            joined.push_str(&"\n".repeat(owed + 1));
            owed = 0;
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_may_import_lower_steps_only() {
        assert!(
            violations_in("redo", "use crate::base::Lsn;\nuse crate::{base::PageNo, innodb};\n").is_empty()
        );
        assert_eq!(violations_in("redo", "\nuse crate::lab::Run;\n"), ["2: redo may not import lab"]);
        assert_eq!(
            violations_in("innodb", "use crate::{\n    base,\n    redo::{Log, Mtr},\n};\nlet a = 1;\n"),
            ["1: innodb may not import redo"]
        );
        assert_eq!(
            violations_in("report", "use crate::experiment::Experiment;"),
            ["1: report may not import experiment"]
        );
    }

    #[test]
    fn reserved_words_are_found_outside_comments_strings_and_tests() {
        let fine = "// f64 in a comment\nlet s = \"f64 \\\" HashMap\"; let my_f64s = 1;\n#[cfg(test)]\nmod tests { use std::fs; }\n";
        assert!(violations_in("base", fine).is_empty());
        assert_eq!(violations_in("base", "/* a\nb */ let x: f64 = 1.0;").len(), 1);
        assert!(
            violations_in("base", "/* a\nb */ let x: f64 = 1.0;")[0].starts_with("2: base may not use f64")
        );
        assert_eq!(violations_in("report", "std::fs::read(x)").len(), 1);
        assert!(violations_in("bin", "std::fs::read(x)").is_empty());
    }

    #[test]
    fn an_unknown_room_is_reported() {
        assert_eq!(violations_in("attic", "").len(), 1);
    }
}
