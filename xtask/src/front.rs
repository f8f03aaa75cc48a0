//! The front-end: playground, element and worker, bundled by Vite into `www/dist`.

use anyhow::{Context, Result};

use crate::{command, npm};

/// Bundles the front-end. The engine must have been built.
pub fn build() -> Result<()> {
    println!("front-end: bundle");
    let mut vite = npm::tool("vite/bin/vite.js")?;
    vite.args(["build", "--logLevel", "warn"]);
    command::run(&mut vite).context("cannot bundle the front-end")
}
