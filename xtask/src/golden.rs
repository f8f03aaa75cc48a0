//! Golden reports: experiments in `tests/golden/NAME.json` with the report that each must give in `NAME.report.json`.
//!
//! One test compares the engine's reports with these files natively, another in Chromium; both demand equality to the last
//! digit. This task writes the files, for a change that is meant to alter them: read the difference before committing it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::{command, project};

/// Where experiments and reports lie.
const FOLDER: &str = "tests/golden";

/// What a report's file name ends with.
const REPORT: &str = ".report.json";

/// Runs every golden experiment natively and writes its report beside it.
pub fn write() -> Result<()> {
    let experiments = experiments(&project::path(FOLDER))?;
    if experiments.is_empty() {
        bail!("there is no experiment in {FOLDER}");
    }
    for experiment in experiments {
        let mut run = command::cargo();
        run.args(["run", "--quiet", "--package", "redo-lab", "--bin", "redo-lab", "--", "run"]);
        run.arg(&experiment).args(["--format", "json"]);
        let report = command::capture(&mut run)?;
        let file = report_of(&experiment);
        let word = match fs::read_to_string(&file) {
            Ok(before) if before == report => "unchanged",
            Ok(_) => "CHANGED",
            Err(_) => "new",
        };
        fs::write(&file, report)?;
        println!("{word:<10} {}", file.strip_prefix(project::root())?.display());
    }
    Ok(())
}

/// The experiments of a folder, in the order of their names.
fn experiments(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = folder.read_dir().with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| {
        let name = file.to_string_lossy();
        name.ends_with(".json") && !name.ends_with(REPORT)
    });
    files.sort();
    Ok(files)
}

/// The report's file for an experiment's file.
fn report_of(experiment: &Path) -> PathBuf {
    let name = experiment.file_stem().unwrap_or_default().to_string_lossy();
    experiment.with_file_name(format!("{name}{REPORT}"))
}
