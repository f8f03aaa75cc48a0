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
//! - [`documents`]: parameters, metrics, encodings and presets as the engine describes them.
//! - [`command`]: what the command line prints.
//! - [`markdown`]: tables and values as text.

pub mod command;
pub mod documents;
pub mod exercises;
pub mod markdown;
pub mod one_page;
pub mod reference;
pub mod runs;
pub mod volume;

use markdown::Values;
use runs::Runs;

/// Where the files lie, relative to the root of the checkout.
pub const FOLDER: &str = "book/src/generated";

/// One file of [`FOLDER`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its name.
    pub name: &'static str,
    /// Its text.
    pub text: String,
}

/// Every generated file. Runs some hundred megabytes of redo through the engine: seconds with optimisation.
pub fn files() -> Vec<GeneratedFile> {
    let mut runs = Runs::default();
    let mut values = Values::default();
    let mut files = Vec::new();
    let mut add = |name, text| files.push(GeneratedFile { name, text });
    add("lab-fallback.md", volume::lab_fallback(&mut runs, &mut values));
    add("all-encodings.md", volume::all_encodings(&mut runs, &mut values));
    volume::row_by_row_values(&mut runs, &mut values);
    let page = one_page::OnePage::of_t0();
    add("page-layout.md", one_page::picture::page_layout(&page));
    add("entry-bytes.md", one_page::entry_bytes(&page, &mut values));
    add("page-bars.md", one_page::picture::bars(&page));
    add("page-redo.md", one_page::page_table(&page, &mut values));
    add("reference.md", reference::table(&mut runs, &mut values));
    add("parameters.md", documents::parameters());
    add("metrics.md", documents::metrics());
    add("encodings.md", documents::encodings());
    add("purposes.md", documents::purposes());
    add("presets.md", documents::presets());
    add("dictionary.md", documents::dictionary());
    add("command-output.txt", command::output());
    add("command-error.txt", command::error());
    exercises::values(&mut runs, &mut values);
    add("values.md", values.file());
    files
}
