//! Where things are: the checkout and the user's cache.

use std::path::PathBuf;

use anyhow::{Context, Result};

/// The root of the checkout.
pub fn root() -> PathBuf {
    // Cargo says at run time where this crate lies; the path known at compile time serves a driver that is started directly.
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(xtask).parent().expect("xtask lies in the workspace").to_path_buf()
}

/// A folder or file of the checkout, given relative to its root.
pub fn path(relative: &str) -> PathBuf {
    root().join(relative)
}

/// The folder for things that are worth keeping between checkouts, such as a WebAssembly standard library.
///
/// It lies outside `target`, so that a second clone on the same machine builds quickly.
pub fn cache() -> Result<PathBuf> {
    let base = match std::env::var_os("XDG_CACHE_HOME").filter(|value| !value.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => std::env::home_dir().context("no home folder to keep a cache in")?.join(".cache"),
    };
    let folder = base.join("redo-lab");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    Ok(folder)
}
