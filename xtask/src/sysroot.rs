//! A private sysroot: Debian's compiler with a WebAssembly standard library built from Debian's sources.
//!
//! Debian ships a compiler that can produce WebAssembly, and the sources of the standard library, but not the compiled
//! library. Compiling it takes about a minute, so it is done once for each compiler version and kept in the user's cache.
//! The result looks like any sysroot: `bin/rustc` is a small script, the host's libraries are links.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::toolchain::{self, TARGET};
use crate::{command, project};

/// The linker of Debian's package `lld-22`.
pub const LINKER: &str = "wasm-ld-22";

/// Debian's compiler, which must not be confused with one that rustup put into PATH.
const RUSTC: &str = "/usr/bin/rustc";

/// Where Debian keeps libraries and sources of that compiler.
const RUSTLIB: &str = "/usr/lib/rustlib";

/// The compiler of a sysroot that an earlier build made, if there is one for the compiler installed now.
pub fn cached() -> Option<PathBuf> {
    command::find(LINKER)?;
    let rustc = folder().ok()?.join("bin/rustc");
    rustc.exists().then_some(rustc)
}

/// Builds the sysroot, unless it exists, and returns its compiler.
pub fn build() -> Result<PathBuf> {
    let sysroot = folder()?;
    let rustc = sysroot.join("bin/rustc");
    if rustc.exists() {
        return Ok(rustc);
    }
    println!("building a WebAssembly standard library, once for this machine (about a minute)");
    let scratch = sysroot.with_extension(format!("part-{}", std::process::id()));
    let libraries = compile_std(&scratch)?;
    assemble(&scratch.join("sysroot"), &sysroot, &libraries)?;
    // Another checkout may have been quicker: its sysroot is as good as this one.
    if fs::rename(scratch.join("sysroot"), &sysroot).is_err() && !rustc.exists() {
        bail!("cannot put the WebAssembly standard library into {}", sysroot.display());
    }
    fs::remove_dir_all(&scratch).ok();
    Ok(rustc)
}

/// The sysroot's folder, named after the compiler's version and commit.
fn folder() -> Result<PathBuf> {
    let version =
        command::capture(command::program(RUSTC).arg("-vV")).context("Debian's rustc does not run")?;
    let field =
        |name: &str| version.lines().find_map(|line| line.strip_prefix(name)).unwrap_or("unknown").trim();
    let commit: String = field("commit-hash:").chars().take(12).collect();
    Ok(project::cache()?.join(format!("sysroot-{}-{commit}", field("release:"))))
}

/// Compiles the standard library by way of an empty crate and returns the folder with its rlibs.
fn compile_std(scratch: &Path) -> Result<PathBuf> {
    let stub = scratch.join("stub");
    fs::create_dir_all(stub.join("src"))?;
    fs::write(stub.join("src/lib.rs"), "")?;
    fs::write(
        stub.join("Cargo.toml"),
        "[package]\nname = \"stub\"\nedition = \"2024\"\n\n[profile.release]\npanic = \"abort\"\n\n[workspace]\n",
    )?;
    let mut build = command::cargo();
    build.current_dir(&stub).args(["build", "--quiet", "--release", "--target", TARGET]);
    build.arg("-Zbuild-std=std,panic_abort,proc_macro,test");
    build.env("RUSTC", RUSTC).env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", stub.join("target"));
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER);
    // With bitcode beside the machine code, the engine's link-time optimisation reaches into the standard library.
    build.env("RUSTFLAGS", "-Cembed-bitcode=yes");
    command::capture(&mut build).context("cannot build a standard library for WebAssembly")?;
    let release = stub.join("target").join(TARGET).join("release/deps");
    if !toolchain::holds_std(&release) {
        bail!("the standard library's build left nothing in {}", release.display());
    }
    Ok(release)
}

/// Lays out a sysroot in `place`, which is to be moved to `home` afterwards.
fn assemble(place: &Path, home: &Path, libraries: &Path) -> Result<()> {
    let rustlib = place.join("lib/rustlib");
    let lib = rustlib.join(TARGET).join("lib");
    fs::create_dir_all(&lib)?;
    for file in libraries.read_dir()? {
        let file = file?;
        let name = file.file_name();
        let text = name.to_string_lossy();
        if text.ends_with(".rlib") && !text.starts_with("libstub") {
            fs::copy(file.path(), lib.join(&name))?;
        }
    }
    let bin = place.join("bin");
    fs::create_dir_all(&bin)?;
    link_host_libraries(&rustlib)?;
    let rustc = bin.join("rustc");
    fs::write(&rustc, format!("#!/bin/sh\nexec {RUSTC} --sysroot '{}' \"$@\"\n", home.display()))?;
    make_executable(&rustc)
}

/// Links the host's libraries (for build scripts and procedural macros) and the sources into the sysroot.
fn link_host_libraries(rustlib: &Path) -> Result<()> {
    for entry in Path::new(RUSTLIB).read_dir().with_context(|| format!("{RUSTLIB} is missing"))? {
        let entry = entry?;
        let link = rustlib.join(entry.file_name());
        if !link.exists() {
            symlink(&entry.path(), &link)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn symlink(original: &Path, link: &Path) -> Result<()> {
    std::os::unix::fs::symlink(original, link).with_context(|| format!("cannot link {}", link.display()))
}

#[cfg(unix)]
fn make_executable(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(fs::set_permissions(file, fs::Permissions::from_mode(0o755))?)
}

#[cfg(not(unix))]
fn symlink(_original: &Path, _link: &Path) -> Result<()> {
    bail!("Debian's compiler runs on Debian only")
}

#[cfg(not(unix))]
fn make_executable(_file: &Path) -> Result<()> {
    Ok(())
}
