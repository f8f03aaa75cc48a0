//! The file that a statement leaves.

use crate::base::DocumentError;
use crate::innodb::Tablespace;
use crate::lab::redo_volume::RedoVolumeParams;
use crate::lab::redo_volume::plan::StatementPlan;
use crate::lab::redo_volume::primary::Primary;

/// Rows between two looks at a statement's progress.
const ROWS_PER_STEP: u64 = 100_000;

/// The table's file after the statement, every page of it: [`Tablespace::file_pages`] gives what a server would have on
/// disk. All pages are in memory at once.
///
/// # Errors
/// [`DocumentError`] if there is no such encoding.
///
/// ```
/// use redo_lab::lab::redo_volume::{RedoVolumeParams, tablespace};
/// use redo_lab::{experiment, lab};
/// let document = experiment::parse_text(r#"{"lab": "redo-volume", "params": {"rows": 5000, "ddl": "rebuild"}}"#).unwrap();
/// let experiment = lab::complete(&document).unwrap();
/// let params = RedoVolumeParams::new(&experiment.params).unwrap();
/// let file = tablespace(&params, experiment.seed).unwrap();
/// let bytes: Vec<u8> = file.file_pages().flatten().collect();
/// assert_eq!(bytes.len() % 16_384, 0);
/// ```
pub fn tablespace(params: &RedoVolumeParams, seed: u64) -> Result<Tablespace, DocumentError> {
    let plan = StatementPlan::new(params, seed, true)?;
    let (mut primary, _) = Primary::new(&plan);
    let mut log = Vec::new();
    while !primary.step(ROWS_PER_STEP).done {
        // Nobody reads the log here.
        primary.log.writer().drain_into(&mut log);
        log.clear();
    }
    Ok(primary.space)
}
