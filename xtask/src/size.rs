//! Download budgets: what a visitor has to fetch, compressed as a web server would send it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;

use crate::project;

/// A set of built files that may weigh only so much.
struct Budget {
    /// What the files are to a visitor.
    name: &'static str,
    /// What they should weigh at most together, compressed, in KB of 1000 bytes.
    target_kb: f64,
    /// What they may weigh at most: above the target where it is not met yet, so that nothing grows unseen.
    limit_kb: f64,
    /// The files.
    files: Vec<PathBuf>,
}

/// Prints every budget beside what was built. Fails when one is exceeded or there is nothing to weigh.
pub fn check() -> Result<()> {
    let mut exceeded = Vec::new();
    for budget in budgets()? {
        let mut bytes = 0;
        for file in &budget.files {
            bytes += compressed_bytes(file)?;
        }
        let kb = bytes as f64 / 1000.0;
        let (target, limit) = (budget.target_kb, budget.limit_kb);
        println!("{:<36} {kb:>7.1} KB gzip; target {target:>5.0} KB, limit {limit:>5.0} KB", budget.name);
        if kb > budget.limit_kb {
            exceeded.push(budget.name);
        }
    }
    if !exceeded.is_empty() {
        bail!("over budget: {}", exceeded.join(", "));
    }
    Ok(())
}

/// The project's budgets, with the files that the bundler's manifest names for them.
fn budgets() -> Result<Vec<Budget>> {
    let manifest = Manifest::read()?;
    let first_view = manifest.files_of(|chunk| chunk["isEntry"] == true && chunk["name"] == "redo-lab");
    let mut later = manifest.files_of(|chunk| {
        let source = chunk["src"].as_str().unwrap_or_default();
        chunk["isDynamicEntry"] == true && !source.starts_with("locales/")
    });
    later.retain(|file| !first_view.contains(file));
    Ok(vec![
        Budget {
            name: "engine",
            target_kb: 150.0,
            limit_kb: 700.0,
            files: vec![project::path("pkg/dist/redo_lab_bg.wasm")],
        },
        Budget { name: "element and first view", target_kb: 60.0, limit_kb: 60.0, files: first_view },
        Budget {
            name: "charts and inspector, loaded later",
            target_kb: 140.0,
            limit_kb: 140.0,
            files: later,
        },
    ])
}

/// How many bytes a file has after gzip at its usual level.
fn compressed_bytes(file: &Path) -> Result<usize> {
    let bytes =
        fs::read(file).with_context(|| format!("{} is missing: run `cargo xtask build`", file.display()))?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(9));
    encoder.write_all(&bytes)?;
    Ok(encoder.finish()?.len())
}

/// Vite's list of chunks and of what each of them imports.
struct Manifest(serde_json::Map<String, Value>);

impl Manifest {
    /// Reads the manifest of the last build.
    fn read() -> Result<Self> {
        let file = project::path("www/dist/.vite/manifest.json");
        let text =
            fs::read_to_string(&file).context("the front-end has not been built: run `cargo xtask build`")?;
        match serde_json::from_str(&text)? {
            Value::Object(chunks) => Ok(Self(chunks)),
            _ => bail!("{} is not a list of chunks", file.display()),
        }
    }

    /// The scripts of the chunks that `wanted` selects, what these import at once and their style sheets, each file once.
    fn files_of(&self, wanted: impl Fn(&Value) -> bool) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for (key, _) in self.0.iter().filter(|(_, chunk)| wanted(chunk)) {
            self.collect(key, &mut files);
        }
        files
    }

    /// Adds a chunk's files and those of its imports, unless they are there already.
    fn collect(&self, key: &str, files: &mut Vec<PathBuf>) {
        let Some(chunk) = self.0.get(key) else { return };
        let strings = |field: &str| chunk[field].as_array().into_iter().flatten().filter_map(Value::as_str);
        let built = |name: &str| project::path("www/dist").join(name);
        let Some(script) = chunk["file"].as_str().map(built) else { return };
        if files.contains(&script) {
            return;
        }
        files.push(script);
        for style in strings("css").map(built) {
            if !files.contains(&style) {
                files.push(style);
            }
        }
        for import in strings("imports") {
            self.collect(import, files);
        }
    }
}
