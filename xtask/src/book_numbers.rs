//! The book's numbers: made by the engine, committed, and included by the chapters.

use anyhow::Result;

use crate::command;

/// The crate that makes and checks them.
pub const PACKAGE: &str = "book-numbers";

/// Writes `book/src/generated` again.
pub fn write() -> Result<()> {
    command::run(command::cargo().args(["run", "--quiet", "--package", PACKAGE, "--profile", "fast"]))
}

/// Fails if the committed files are not what the engine gives, or chapters include what is not there.
pub fn check() -> Result<()> {
    command::run(command::cargo().args(["test", "--quiet", "--package", PACKAGE, "--profile", "fast"]))
}
