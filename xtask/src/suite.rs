//! The checks of `cargo xtask test`, quickest first.

use anyhow::{Context, Result, bail};

use crate::steps::{self, Step};
use crate::{book, browser, command, front, npm, project, rooms, size, wasm};

/// Every check in the order in which they run.
static STEPS: [Step; 15] = [
    Step { name: "fmt", what: "Rust is formatted", needs: &[], run: fmt },
    Step { name: "rooms", what: "rooms import only what they may", needs: &[], run: rooms::check },
    Step { name: "clippy", what: "lints, warnings are errors", needs: &[], run: clippy },
    Step { name: "engine", what: "tests of the engine and the command line", needs: &[], run: engine_tests },
    Step { name: "xtask", what: "tests of the build driver", needs: &[], run: xtask_tests },
    Step {
        name: "doc",
        what: "documentation is complete and its links lead somewhere",
        needs: &[],
        run: documentation,
    },
    Step { name: "wasm", what: "build the engine for the browser", needs: &[], run: wasm::build },
    Step { name: "wasm-clippy", what: "lints of the browser's side", needs: &["wasm"], run: wasm::clippy },
    Step { name: "prettier", what: "the front-end is formatted", needs: &[], run: prettier },
    Step { name: "types", what: "the front-end's types", needs: &["wasm"], run: types },
    Step { name: "vitest", what: "tests of the front-end's parts", needs: &[], run: vitest },
    Step { name: "bundle", what: "bundle the front-end", needs: &["wasm"], run: front::build },
    Step { name: "book", what: "render the book", needs: &["bundle"], run: book::build },
    Step { name: "size", what: "download budgets", needs: &["wasm", "bundle"], run: size::check },
    Step {
        name: "browser",
        what: "golden reports, playground, book and accessibility in Chromium",
        needs: &["wasm", "bundle", "book"],
        run: browser_tests,
    },
];

/// Runs the named checks, or all.
pub fn run(names: &[String]) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
        let known: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        bail!("no check is called {unknown}; there are {}", known.join(", "));
    }
    let chosen = |step: &&Step| names.is_empty() || names.iter().any(|name| name == step.name);
    let steps: Vec<&Step> = STEPS.iter().filter(chosen).collect();
    steps::run(&steps)
}

/// Prints the names of the checks.
pub fn list() {
    for step in &STEPS {
        println!("{:<12} {}", step.name, step.what);
    }
}

fn fmt() -> Result<()> {
    command::run(command::cargo().args(["fmt", "--all", "--check"])).context("run `cargo fmt --all`")
}

fn clippy() -> Result<()> {
    for package in ["redo-lab", "xtask"] {
        let mut clippy = command::cargo();
        clippy.args(["clippy", "--quiet", "--package", package, "--all-targets"]).args(profile_of(package));
        command::run(clippy.args(["--", "-D", "warnings"]))?;
    }
    Ok(())
}

fn engine_tests() -> Result<()> {
    // Without --quiet the reader sees the names of the tests; documentation tests are included.
    command::run(command::cargo().args(["test", "--package", "redo-lab", "--no-fail-fast"]))
}

fn xtask_tests() -> Result<()> {
    command::run(command::cargo().args(["test", "--quiet", "--package", "xtask"]).args(profile_of("xtask")))
}

/// The driver and its libraries are compiled under a profile of their own, which every command has to name.
fn profile_of(package: &str) -> &'static [&'static str] {
    if package == "xtask" { &["--profile", "xtask"] } else { &[] }
}

fn documentation() -> Result<()> {
    let mut doc = command::cargo();
    doc.args(["doc", "--quiet", "--package", "redo-lab", "--lib", "--no-deps"]);
    command::run(doc.env("RUSTDOCFLAGS", "-D warnings -D missing_docs"))
}

fn prettier() -> Result<()> {
    let mut prettier = npm::tool("prettier/bin/prettier.cjs")?;
    command::run(prettier.args(["--check", "--log-level", "warn", "."]))
        .context("run `node_modules/.bin/prettier --write .`")
}

fn types() -> Result<()> {
    command::run(npm::tool("typescript/bin/tsc")?.args(["--noEmit", "--project", "."]))
}

fn vitest() -> Result<()> {
    command::run(npm::tool("vitest/vitest.mjs")?.args(["run", "--passWithNoTests"]))
}

fn browser_tests() -> Result<()> {
    let chromium = browser::chromium()?;
    let mut playwright = npm::tool("@playwright/test/cli.js")?;
    playwright.args(["test", "--config"]).arg(project::path("tests/browser/playwright.config.js"));
    command::run(playwright.env(browser::VARIABLE, chromium))
}
