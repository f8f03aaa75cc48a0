//! The engine as a WebAssembly module: compile, generate bindings, optimise.
//!
//! The result is `pkg/dist/`: `redo_lab_bg.wasm`, `redo_lab.js` (an ES module that loads it) and `redo_lab.d.ts`. The
//! bindings come from the library behind the `wasm-bindgen` program, so that its version follows `Cargo.lock` and nothing
//! has to be installed.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::toolchain::{TARGET, Toolchain};
use crate::{command, npm, project};

/// The module's name, from which its files are called.
const NAME: &str = "redo_lab";

/// What the compiler may use by default for this target; the optimiser must be told the same.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-multivalue",
];

/// Builds the module into `pkg/dist`. When the compiled code has not changed, the rest is left as it is.
pub fn build() -> Result<()> {
    let compiled = compile()?;
    let output = project::path("pkg/dist");
    let stamp = project::path("target/wasm/bindings.stamp");
    let fingerprint = fingerprint(&compiled)?;
    let finished = output.join(format!("{NAME}_bg.wasm"));
    if finished.exists() && fs::read_to_string(&stamp).is_ok_and(|text| text == fingerprint) {
        return Ok(());
    }
    println!("engine: bindings and optimisation");
    fs::create_dir_all(&output)?;
    bind(&compiled, &output)?;
    optimise(&finished)?;
    fs::write(&stamp, fingerprint)?;
    Ok(())
}

/// Compiles the library and returns the module that the linker wrote.
fn compile() -> Result<PathBuf> {
    let toolchain = Toolchain::find()?;
    println!("engine: compile for {TARGET}");
    let mut build = command::cargo();
    build.args(["build", "--quiet", "--release", "--lib", "--package", "redo-lab", "--target", TARGET]);
    // A folder of its own: another compiler than the host's may be at work, and neither should evict the other's results.
    build.args(["--target-dir", "target/wasm"]);
    toolchain.apply(&mut build);
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", without_local_paths());
    command::run(&mut build).context("cannot compile the engine")?;
    Ok(project::path("target/wasm").join(TARGET).join("release").join(format!("{NAME}.wasm")))
}

/// Compiler flags that keep this machine's folders out of the module: panic messages name source files.
fn without_local_paths() -> String {
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = cargo_home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    format!("--remap-path-prefix={}=crates", home.join("registry/src").display())
}

/// Lints the code that only exists for the browser. With Debian's toolchain there is no clippy for it: then the compiler's own
/// warnings, which the build has shown, have to do.
pub fn clippy() -> Result<()> {
    let Toolchain::Installed = Toolchain::find()? else {
        println!("no clippy for {TARGET} on this machine: left out");
        return Ok(());
    };
    let mut clippy = command::cargo();
    clippy.args(["clippy", "--quiet", "--package", "redo-lab", "--lib", "--target", TARGET]);
    clippy.args(["--target-dir", "target/wasm", "--", "-D", "warnings"]);
    command::run(&mut clippy)
}

/// Writes the JavaScript side of the bindings beside the module.
fn bind(compiled: &Path, output: &Path) -> Result<()> {
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(compiled)
        .web(true)?
        .omit_default_module_path(false)
        .typescript(true)
        .generate(output)
        .context("cannot generate the engine's bindings")
}

/// Rewrites the module smaller and quicker.
fn optimise(module: &Path) -> Result<()> {
    let mut wasm_opt = npm::tool("binaryen/bin/wasm-opt")?;
    wasm_opt.arg("-O3").args(FEATURES).arg(module).arg("-o").arg(module);
    command::run(&mut wasm_opt).context("cannot optimise the engine")
}

/// Tells two compiled modules apart, and two ways of treating them.
fn fingerprint(compiled: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    fs::read(compiled)?.hash(&mut hasher);
    FEATURES.hash(&mut hasher);
    include_str!("wasm.rs").hash(&mut hasher);
    fs::read(project::path("package-lock.json"))?.hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}
