//! Engine speed: the benches natively, and the benchmark page in a headless Chromium.

use anyhow::{Context, Result};

use crate::{browser, command, front, npm, project, wasm};

/// Runs the benchmarks and prints their tables. `native` leaves the browser out.
pub fn run(native: bool) -> Result<()> {
    println!("== native");
    command::run(command::cargo().args(["bench", "--quiet", "--package", "redo-lab", "--benches"]))?;
    if native {
        return Ok(());
    }
    wasm::build()?;
    front::build()?;
    println!("\n== Chromium");
    let mut page = npm::tool("../tests/browser/bench.js")?;
    let chromium = browser::chromium()?;
    command::run(page.current_dir(project::root()).env(browser::VARIABLE, chromium))
        .context("the benchmark page failed")
}
