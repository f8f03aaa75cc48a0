//! From parameters to a statement that the engine can run, and to the file that it leaves.

use std::rc::Rc;

use crate::base::DocumentError;
use crate::innodb::{TableRows, Tablespace};
use crate::lab::redo_volume::dictionary::dictionary_records;
use crate::lab::redo_volume::primary::{Primary, ServerNumbers, StatementPlan};
use crate::lab::redo_volume::{Compression, RedoVolumeParams};
use crate::redo::{self, Encoding};

/// Rows between two looks at a statement's progress.
const ROWS_PER_STEP: u64 = 100_000;

/// The statement that `params` describe. With `keep_older_pages`, pages of the table that the statement does not touch
/// are filled too, so that the file is whole.
///
/// # Errors
/// [`DocumentError`] if there is no such encoding.
pub fn statement_plan(
    params: &RedoVolumeParams,
    seed: u64,
    keep_older_pages: bool,
) -> Result<StatementPlan, DocumentError> {
    let dictionary = dictionary_records(params.ddl, params.indexes.len());
    Ok(StatementPlan {
        rows: Rc::new(TableRows::new(params.table.clone(), params.rows, seed)),
        ddl: params.ddl,
        secondary: params.indexes.clone(),
        insert_order: params.insert_order,
        page_size: params.page_size as usize,
        fill_factor: params.fill_factor,
        sort_buffer_bytes: params.sort_buffer_bytes as usize,
        keep_older_pages,
        encoding: chosen_encoding(params)?,
        bytes_before: dictionary.iter().map(|part| part.bytes).sum(),
        numbers: ServerNumbers::default(),
    })
}

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
    let plan = statement_plan(params, seed, true)?;
    let (mut primary, _) = Primary::new(&plan);
    let mut log = Vec::new();
    while !primary.step(ROWS_PER_STEP).done {
        // Nobody reads the log here.
        primary.log.writer().drain_into(&mut log);
        log.clear();
    }
    Ok(primary.space)
}

/// The encoding that parameters ask for.
fn chosen_encoding(params: &RedoVolumeParams) -> Result<&'static dyn Encoding, DocumentError> {
    // Compression is about page images; where there are none, it changes nothing.
    let compressed = match params.compression {
        Compression::None => None,
        Compression::Lz4 => redo::encoding_with(&params.encoding, "lz4"),
    };
    compressed
        .or_else(|| redo::encoding(&params.encoding))
        .ok_or_else(|| DocumentError::new("encoding", &params.encoding, "the name of an encoding"))
}
