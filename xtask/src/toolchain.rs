//! Finding a compiler for `wasm32-unknown-unknown`.
//!
//! In this order: the target of the installed toolchain; a private sysroot that an earlier build left in the cache;
//! `rustup target add`; Debian's `rustc-web`, for which a standard library is built once (see [`sysroot`]). A machine that
//! offers none of them gets one sentence that says what to do.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::{command, debian, sysroot};

/// The target that the engine is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler, its standard library's sources and a linker for the target.
const DEBIAN_PACKAGES: [&str; 3] = ["rustc-web", "rust-web-src", "lld-22"];

/// How long `rustup` may take to fetch the target before the next way is tried.
const RUSTUP_PATIENCE: Duration = Duration::from_secs(120);

/// A way to compile for the target.
pub enum Toolchain {
    /// The ordinary toolchain knows the target.
    Installed,
    /// Another compiler with its own standard library and linker.
    Private {
        /// The compiler to be used as `RUSTC`.
        rustc: PathBuf,
    },
}

impl Toolchain {
    /// Finds or installs a toolchain.
    pub fn find() -> Result<Self> {
        if has_target() {
            return Ok(Self::Installed);
        }
        if let Some(rustc) = sysroot::cached() {
            return Ok(Self::Private { rustc });
        }
        if rustup_adds_target() {
            return Ok(Self::Installed);
        }
        if debian::is_here() {
            debian::install(&DEBIAN_PACKAGES, "compiling to WebAssembly")?;
            return Ok(Self::Private { rustc: sysroot::build()? });
        }
        bail!("this machine has no compiler for {TARGET}: run `rustup target add {TARGET}` while online");
    }

    /// Makes a cargo command compile with this toolchain.
    pub fn apply(&self, cargo: &mut Command) {
        if let Self::Private { rustc } = self {
            cargo.env("RUSTC", rustc).env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", sysroot::LINKER);
        }
    }
}

/// Whether the ordinary compiler has a standard library for the target.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    command::capture(command::program(rustc).args(["--print", "sysroot"]))
        .is_ok_and(|folder| holds_std(&Path::new(folder.trim()).join("lib/rustlib").join(TARGET).join("lib")))
}

/// Whether a folder holds a compiled standard library.
pub fn holds_std(folder: &Path) -> bool {
    let Ok(files) = folder.read_dir() else { return false };
    files.flatten().any(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("libstd-") && name.ends_with(".rlib")
    })
}

/// Asks rustup for the target. Quiet, and brief when there is no network.
fn rustup_adds_target() -> bool {
    let Some(rustup) = command::find("rustup") else { return false };
    let mut add = command::program(rustup);
    add.args(["--quiet", "target", "add", TARGET]).env("RUSTUP_MAX_RETRIES", "0");
    add.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let Ok(mut child) = add.spawn() else { return false };
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success() && has_target(),
            Ok(None) if started.elapsed() < RUSTUP_PATIENCE => std::thread::sleep(Duration::from_millis(50)),
            _ => {
                // Out of patience: a rustup that still waits for the network is of no use.
                child.kill().ok();
                child.wait().ok();
                return false;
            }
        }
    }
}
