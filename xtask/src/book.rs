//! The book: mdBook, with the bundled element copied in.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use mdbook_driver::MDBook;

use crate::project;

/// Where in the built book the element and its parts lie; `book/theme/head.hbs` loads them from there.
const ELEMENT_FOLDER: &str = "redo-lab";

/// Builds the book into `book/output`. The front-end must have been built.
pub fn build() -> Result<()> {
    println!("book: render");
    let book = MDBook::load(project::path("book")).context("cannot read the book")?;
    book.build().context("cannot render the book")?;
    // mdBook empties its output folder first, so what is not its own comes afterwards.
    copy_folder(&project::path("www/dist"), &book.build_dir_for("html").join(ELEMENT_FOLDER))
        .context("cannot copy the element into the book")
}

/// Copies a folder with everything in it.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in from.read_dir().with_context(|| format!("{} is missing", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
