//! The npm packages that build and check the front-end.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::{command, project};

/// Makes sure that `node_modules` is what `package-lock.json` says.
pub fn install() -> Result<()> {
    if is_current() {
        return Ok(());
    }
    let Some(npm) = command::find("npm") else {
        bail!("Node.js 20.19 or later, with npm, is needed: https://nodejs.org")
    };
    println!("installing npm packages");
    command::capture(command::program(npm).args(["ci", "--no-audit", "--no-fund"])).map(drop)
}

/// A program of an installed package, given relative to `node_modules` and run by Node.
pub fn tool(program: &str) -> Result<Command> {
    install()?;
    let mut node = command::program(
        command::find("node").context("Node.js 20.19 or later is needed: https://nodejs.org")?,
    );
    node.arg(project::path("node_modules").join(program));
    Ok(node)
}

/// Whether the last installation is newer than the lock file.
fn is_current() -> bool {
    let changed = |file: &str| modified(&project::path(file));
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}

/// When a file was last written, if it exists.
fn modified(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|data| data.modified()).ok()
}
