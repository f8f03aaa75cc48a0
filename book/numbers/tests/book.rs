//! The committed files of the book are what the engine gives, and chapters use what is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use book_numbers::GeneratedFile;

static FILES: LazyLock<Vec<GeneratedFile>> = LazyLock::new(book_numbers::files);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every chapter: its name and text.
fn chapters() -> Vec<(String, String)> {
    let folder = root().join("book/src");
    let entries = fs::read_dir(folder).expect("the book has chapters");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let markdown = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let name = |path: &Path| path.file_name().expect("a file").to_string_lossy().into_owned();
    markdown.map(|path| (name(&path), fs::read_to_string(path).expect("text"))).collect()
}

/// Names of everything that chapters include: `values.md:first-rows`.
fn included() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (_, text) in chapters() {
        for rest in text.split("{{#include generated/").skip(1) {
            names.insert(rest.split("}}").next().expect("split gives one part").to_owned());
        }
    }
    names
}

#[test]
fn committed_files_are_what_the_engine_gives() {
    let folder = root().join(book_numbers::FOLDER);
    for file in FILES.iter() {
        let committed = fs::read_to_string(folder.join(&file.name)).unwrap_or_default();
        assert!(committed == file.text, "{} is out of date: run `cargo xtask book-numbers`", file.name);
    }
    let known: BTreeSet<&str> = FILES.iter().map(|file| file.name.as_str()).collect();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let name = entry.expect("a readable folder").file_name().to_string_lossy().into_owned();
        assert!(known.contains(name.as_str()), "{name} is not made by the engine any more");
    }
}

#[test]
fn chapters_include_what_is_there() {
    let values = &FILES.iter().find(|file| file.name == "values.md").expect("values are there").text;
    let anchors = values.lines().filter_map(|line| line.strip_prefix("<!-- ANCHOR: ")?.strip_suffix(" -->"));
    let mut known: BTreeSet<String> = anchors.map(|anchor| format!("values.md:{anchor}")).collect();
    known.extend(FILES.iter().map(|file| file.name.clone()).filter(|name| name != "values.md"));
    let unknown: Vec<_> = included().difference(&known).cloned().collect();
    assert!(unknown.is_empty(), "chapters include what does not exist: {unknown:?}");
    let unused: Vec<_> =
        known.into_iter().filter(|name| !name.contains(':') && !included().contains(name)).collect();
    assert!(unused.is_empty(), "no chapter includes {unused:?}");
}

#[test]
fn no_counted_number_is_written_by_hand() {
    for (name, text) in chapters() {
        for line in text.lines() {
            let written = line.as_bytes().windows(5).any(|part| {
                part[0].is_ascii_digit() && part[1] == b',' && part[2..].iter().all(u8::is_ascii_digit)
            });
            assert!(!written, "{name} holds a number that the engine should give: {line}");
        }
    }
}

#[test]
fn the_book_and_the_lab_use_the_same_colours() {
    let palette = fs::read_to_string(root().join("www/styles/palette.css")).expect("the lab has a palette");
    let book = fs::read_to_string(root().join("book/theme/redo-lab.css")).expect("the book has a style");
    let purposes = palette.lines().map(str::trim).filter(|line| line.starts_with("--purpose-"));
    for line in purposes.filter(|line| !line.starts_with("--purpose-other")) {
        assert!(book.contains(line), "the book lacks the colour {line}");
    }
}
