//! The project's only build driver: everything that is built, served or checked goes through `cargo xtask`.
//!
//! It needs a Rust toolchain and Node.js. Whatever else is missing (the WebAssembly target, npm packages, a browser) it
//! fetches on first use, in the way that suits the machine: see [`toolchain`] for the compiler and [`browser`] for Chromium.
//!
//! ```text
//! cargo xtask serve     build everything, then show the playground and the book
//! cargo xtask test      every check, one line each, and a summary
//! cargo xtask build     engine, front-end and book, into pkg/dist, www/dist and book/output
//! cargo xtask size      the download budgets
//! cargo xtask golden    write the golden reports again, after a change that is meant to change them
//! cargo xtask bench     engine speed, natively and in the browser
//! ```

mod bench;
mod book;
mod browser;
mod command;
mod debian;
mod front;
mod golden;
mod npm;
mod project;
mod rooms;
mod server;
mod size;
mod steps;
mod suite;
mod sysroot;
mod toolchain;
mod wasm;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Builds, shows and checks Redo Lab.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

/// What to do.
#[derive(Subcommand)]
enum Task {
    /// Build everything and serve the playground at / and the book at /book/
    Serve {
        /// Port to listen on; 0 takes any free one
        #[arg(long, default_value_t = 8000)]
        port: u16,
        /// Do not open a browser window
        #[arg(long)]
        no_open: bool,
    },
    /// Run every check, or only the named ones
    Test {
        /// Names of checks; none means all
        checks: Vec<String>,
        /// List the checks instead
        #[arg(long)]
        list: bool,
    },
    /// Build the engine, the front-end and the book
    Build {
        /// The engine alone
        #[arg(long)]
        engine: bool,
    },
    /// Compare the built files with their download budgets
    Size,
    /// Write the golden reports in tests/golden again
    Golden,
    /// Measure the engine natively and in the browser
    Bench {
        /// Only the native benchmarks
        #[arg(long)]
        native: bool,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one task. An error says in one sentence what is wrong.
fn run(task: Task) -> Result<()> {
    match task {
        Task::Serve { port, no_open } => {
            build_all()?;
            server::serve(port, !no_open)
        }
        Task::Test { list: true, .. } => {
            suite::list();
            Ok(())
        }
        Task::Test { checks, .. } => suite::run(&checks),
        Task::Build { engine: true } => wasm::build(),
        Task::Build { engine: false } => build_all(),
        Task::Size => size::check(),
        Task::Golden => golden::write(),
        Task::Bench { native } => bench::run(native),
    }
}

/// Engine, then front-end (which bundles the engine), then book (which carries the front-end's element).
fn build_all() -> Result<()> {
    wasm::build()?;
    front::build()?;
    book::build()
}
