//! Finding a Chromium for the browser tests.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::{command, debian};

/// Names under which Chromium and its kin are installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The environment variable that names a browser, and by which the tests learn of the one found here.
pub const VARIABLE: &str = "CHROMIUM";

/// A Chromium: the one that the environment names, one in PATH, or Debian's, installed on first use.
pub fn chromium() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os(VARIABLE) {
        return Ok(named.into());
    }
    if let Some(found) = NAMES.iter().find_map(|name| command::find(name)) {
        return Ok(found);
    }
    if debian::is_here() {
        debian::install(&["chromium"], "the browser tests")?;
        return command::find("chromium").context("Debian's package chromium has no program of that name");
    }
    bail!("the browser tests need Chromium or Chrome: install one, or name it in the variable {VARIABLE}")
}
