//! The numbers of the book, computed by the engine.
//!
//! The book's text holds no number that the engine can compute. Chapters include files of `book/src/generated` instead:
//! whole tables and pictures, and for numbers inside a sentence one file of anchors, `values.md`:
//!
//! ```text
//! {{#include generated/values.md:records-per-page}} entries fit a page.
//! ```
//!
//! The files are committed, so that building the book needs no engine run. A test of this crate makes them anew and
//! fails when they differ, when a chapter includes what does not exist, and when no chapter includes a file.
//!
//! - [`runs`]: experiments, each run once.
//! - [`volume`]: redo of whole statements in every encoding.
//! - [`one_page`]: one page and one entry of it in every encoding.
//! - [`reference`]: the engine beside what a server was measured to write.
//! - [`exercises`]: the answers of the exercises.
//! - [`timed`]: what the chapters about time share; [`parallel`], [`replica`], [`crash`], [`machines`]: a chapter each.
//! - [`commit`]: the two chapters about group commit and the replica of a binlog.
//! - [`global_binlog`]: the chapter about the binlogs of many nodes.
//! - [`study_tables`]: published studies beside the engine.
//! - [`documents`]: parameters, metrics, encodings and presets as the engine describes them.
//! - [`command`]: what the command line prints.
//! - [`markdown`]: tables and values as text.

pub mod command;
pub mod commit;
pub mod crash;
pub mod documents;
pub mod exercises;
pub mod global_binlog;
pub mod machines;
pub mod markdown;
pub mod one_page;
pub mod parallel;
pub mod reference;
pub mod replica;
pub mod runs;
pub mod study_tables;
pub mod timed;
pub mod volume;

use markdown::Values;
use runs::Runs;

/// Where the files lie, relative to the root of the checkout.
pub const FOLDER: &str = "book/src/generated";

/// One file of [`FOLDER`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Every generated file: two minutes of work with optimisation, on as many processors as there are.
pub fn files() -> Vec<GeneratedFile> {
    let (mut files, studies) = std::thread::scope(|scope| {
        let studies = scope.spawn(study_tables::reports);
        (of_labs(), studies.join().expect("studies run"))
    });
    files.extend(study_tables::files(&studies).into_iter().map(|(name, text)| GeneratedFile { name, text }));
    files
}

/// All files but those of the studies.
fn of_labs() -> Vec<GeneratedFile> {
    let mut runs = Runs::default();
    let mut values = Values::default();
    let mut files: Vec<(&str, String)> = vec![
        ("lab-fallback.md", volume::lab_fallback(&mut runs, &mut values)),
        ("all-encodings.md", volume::all_encodings(&mut runs, &mut values)),
    ];
    volume::row_by_row_values(&mut runs, &mut values);
    let page = one_page::OnePage::of_t0();
    files.extend([
        ("page-layout.md", one_page::picture::page_layout(&page)),
        ("entry-bytes.md", one_page::entry_bytes(&page, &mut values)),
        ("page-bars.md", one_page::picture::bars(&page)),
        ("page-redo.md", one_page::page_table(&page, &mut values)),
        ("reference.md", reference::table(&mut runs, &mut values)),
    ]);
    files.extend(parallel::files(&mut values));
    files.extend(replica::files(&mut values));
    files.extend(crash::files(&mut values));
    files.extend(machines::files(&mut values));
    files.extend(commit::files(&mut values));
    files.extend(global_binlog::files(&mut values));
    files.extend([
        ("parameters.md", documents::parameters()),
        ("metrics.md", documents::metrics()),
        ("encodings.md", documents::encodings()),
        ("purposes.md", documents::purposes()),
        ("presets.md", documents::presets()),
        ("dictionary.md", documents::dictionary()),
        ("command-output.txt", command::output()),
        ("command-error.txt", command::error()),
    ]);
    documents::values(&mut values);
    exercises::values(&mut runs, &mut values);
    files.push(("values.md", values.file()));
    files.into_iter().map(|(name, text)| GeneratedFile { name: name.to_owned(), text }).collect()
}
