//! Golden reports: each experiment in `tests/golden/experiments` must give the report of the same name in
//! `tests/golden/reports`, natively and in Chromium, to the last digit.
//!
//! This task writes the reports, for a change that is meant to alter them: read the difference before committing it. The test
//! `tests/golden.rs` does the work, so that what is written is what is compared.

use anyhow::Result;

use crate::command;

/// Writes every golden report and shows which files have changed.
pub fn write() -> Result<()> {
    let mut test = command::cargo();
    test.args(["test", "--quiet", "--package", "redo-lab", "--test", "golden"]);
    command::run(test.env("GOLDEN", "update"))?;
    command::run(command::program("git").args(["status", "--short", "tests/golden"]))
}
