//! Installing packages on Debian, when the build runs as a user who may.

use anyhow::{Context, Result, bail};

use crate::command;

/// Whether this is a machine with Debian's package tools.
pub fn is_here() -> bool {
    command::find("apt-get").is_some() && command::find("dpkg-query").is_some()
}

/// Makes sure that `packages` are installed; `what_for` completes the sentence "… is needed for".
///
/// Package lists are fetched once, and only when a package is not known yet. Without root's rights the error says what to
/// type instead.
pub fn install(packages: &[&str], what_for: &str) -> Result<()> {
    let missing: Vec<&str> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    if !is_root() {
        bail!("{what_for} needs Debian's packages {names}: run `sudo apt-get install {names}` once");
    }
    println!("installing Debian's packages {names} for {what_for}");
    if apt_get(&missing).is_err() {
        command::capture(
            command::program("apt-get")
                .args(["-q", "-o", "DPkg::Lock::Timeout=500", "update"])
                .env("LC_ALL", "C"),
        )
        .context("cannot refresh Debian's package lists")?;
        apt_get(&missing).with_context(|| format!("cannot install {names} for {what_for}"))?;
    }
    Ok(())
}

/// One `apt-get install`, without recommended packages and without a question.
fn apt_get(packages: &[&str]) -> Result<()> {
    let mut install = command::program("apt-get");
    install
        .args(["-q", "-y", "-o", "DPkg::Lock::Timeout=500", "install", "--no-install-recommends"])
        .args(packages);
    command::capture(install.env("DEBIAN_FRONTEND", "noninteractive")).map(drop)
}

/// Whether dpkg knows the package as wholly installed.
fn is_installed(package: &str) -> bool {
    command::capture(command::program("dpkg-query").args(["-W", "-f", "${db:Status-Status}", package]))
        .is_ok_and(|status| status.trim() == "installed")
}

/// Whether this process may install packages.
fn is_root() -> bool {
    command::capture(command::program("id").arg("-u")).is_ok_and(|user| user.trim() == "0")
}
