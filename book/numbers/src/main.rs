//! Writes the generated files of the book.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(book_numbers::FOLDER);
    match write(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write to {}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

/// Writes every file, and says which of them changed.
fn write(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for file in book_numbers::files() {
        let path = folder.join(&file.name);
        let word = match fs::read_to_string(&path) {
            Ok(before) if before == file.text => "unchanged",
            Ok(_) => "CHANGED",
            Err(_) => "new",
        };
        fs::write(path, file.text)?;
        println!("{word:<10} {}", file.name);
    }
    Ok(())
}
