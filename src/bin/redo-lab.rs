//! The command line: the only file that reads and writes files and takes arguments.
//!
//! Results go to standard output, in the form that `--format` names; progress and errors go to standard error. A wrong
//! document is one line there and exit status 2.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use redo_lab::base::{DocumentError, EngineError};
use redo_lab::experiment::{
    self, Json, LabDescription, LabRules, MAX_VARIANTS, ParameterKind, ParameterSpec,
};
use redo_lab::lab::redo_volume::{self, RedoVolume, RedoVolumeParams};
use redo_lab::lab::{self, Run};
use redo_lab::report::{self, Progress, Report};
use redo_lab::study::{self, StudyRun};
use serde_json::{Map, json};

/// Rows' worth of work between two looks at the progress: a few hundredths of a second.
const WORK_UNITS: u64 = 50_000;

/// Compares ways to write a redo log: builds real pages, logs them, replays the log.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
    /// Form of the result [default: table on a terminal, json elsewhere]
    #[arg(long, global = true, value_enum)]
    format: Option<Format>,
}

/// How values are written on the command line.
const VALUES_HELP: &str = "\
Values are read as JSON if they are JSON, and as text otherwise. A list may be given as JSON or with commas:
  --set index=b,k             two indexes, on b and on k
  --set 'index=[\"k,id\"]'      one index, on k and id
--compare separates variants by commas outside brackets, parentheses and quotation marks. Given several
times it runs all combinations, at most 8:
  --compare encoding=physical,page-image --compare page_size=4096,16384";

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Table,
    Json,
    Csv,
}

#[derive(Subcommand)]
enum Command {
    /// Labs with their parameters, ranges and defaults
    Labs {
        /// Only this lab
        lab: Option<String>,
    },
    /// Published starting points
    Presets,
    /// Runs an experiment
    #[command(after_help = VALUES_HELP)]
    Run(RunArguments),
    /// Runs every redo encoding for every built-in table and statement and prints the sizes
    Encodings {
        /// Rows of each table
        #[arg(long, default_value_t = 10_000)]
        rows: u64,
    },
    /// Published studies
    Studies,
    /// Runs a study: published values beside the engine's, with the error
    Study {
        /// Name of the study
        name: String,
    },
    /// JSON Schema of experiment, report and study
    Schema,
}

#[derive(Args)]
struct RunArguments {
    /// File with an experiment document, or - for standard input
    #[arg(required_unless_present_any = ["lab", "preset"])]
    #[arg(conflicts_with_all = ["lab", "preset", "seed", "set", "compare"])]
    file: Option<String>,
    /// Lab to run, if the preset does not say it
    #[arg(long)]
    lab: Option<String>,
    /// Published starting point that the other options override
    #[arg(long)]
    preset: Option<String>,
    /// Seed of everything that is drawn at random
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<String>,
    /// Sets a parameter
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, String)>,
    /// Runs one variant for each value
    #[arg(long, value_name = "KEY=VALUE,VALUE,...", value_parser = key_and_value)]
    compare: Vec<(String, String)>,
    /// Replays the dependencies of a binlog, printed by a dump tool, in the lab group-commit; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "file")]
    binlog: Option<String>,
    /// Also writes the table's tablespace file as it is after the statement, with all its pages; only of one variant
    #[arg(long, value_name = "FILE")]
    tablespace: Option<PathBuf>,
}

fn key_and_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("it must be KEY=VALUE")?;
    Ok((key.trim().to_owned(), value.to_owned()))
}

/// Why the command ends without a result: a sentence and an exit status.
struct Failure {
    sentence: String,
    status: u8,
}

impl From<DocumentError> for Failure {
    fn from(error: DocumentError) -> Self {
        Self { sentence: error.to_string(), status: 2 }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Document(error) => error.into(),
            error => Self { sentence: error.to_string(), status: 1 },
        }
    }
}

fn main() -> ExitCode {
    let arguments = CommandLine::parse();
    let by_default = if std::io::stdout().is_terminal() { Format::Table } else { Format::Json };
    let format = arguments.format.unwrap_or(by_default);
    match result(arguments.command, format).and_then(|text| print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // A sentence may quote the document or a file's name: it stays on one line whatever that holds.
            let line: String = failure
                .sentence
                .chars()
                .map(|letter| if letter.is_control() { ' ' } else { letter })
                .collect();
            eprintln!("redo-lab: {line}");
            ExitCode::from(failure.status)
        }
    }
}

/// The command's result as text.
fn result(command: Command, format: Format) -> Result<String, Failure> {
    match command {
        Command::Labs { lab } => labs(lab.as_deref(), format),
        Command::Presets => Ok(presets(format)),
        Command::Run(arguments) => {
            let document = arguments.document()?;
            let file = arguments.tablespace.as_deref();
            let plan = file.map(|file| TablespaceFile::new(&document, file)).transpose()?;
            let report = run(&document)?;
            plan.map_or(Ok(()), |plan| plan.write())?;
            Ok(match format {
                Format::Table => report::table(&report),
                Format::Json => pretty(&report),
                Format::Csv => {
                    report::note_lines(&report).iter().for_each(|note| eprintln!("{note}"));
                    report::csv(&report)
                }
            })
        }
        Command::Encodings { rows } => encodings(rows, format),
        Command::Studies => Ok(studies(format)),
        Command::Study { name } => study(&name, format),
        Command::Schema => Ok(pretty(&study::schema())),
    }
}

/// Writes the result to standard output. A reader that has gone away is no failure.
fn print(text: &str) -> Result<(), Failure> {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure { sentence: format!("cannot write the result: {error}"), status: 1 })
        }
        _ => Ok(()),
    }
}

fn pretty<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("documents are plain JSON") + "\n"
}

/// Rows of cells under a head, as a table or CSV.
fn listing(rows: &[Vec<String>], left_columns: usize, format: Format) -> String {
    match format {
        Format::Csv => report::csv_lines(rows),
        _ => report::align(rows, left_columns),
    }
}

fn row(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|cell| (*cell).to_owned()).collect()
}

/// All labs or one of them, in full.
fn labs(only: Option<&str>, format: Format) -> Result<String, Failure> {
    let mut labs = lab::descriptions();
    if let Some(name) = only {
        let names: Vec<&str> = labs.iter().map(|lab| lab.name).collect();
        let allowed = format!("one of {}", names.join(", "));
        labs.retain(|lab| lab.name == name);
        if labs.is_empty() {
            return Err(DocumentError::new("lab", format!("{name:?}"), allowed).into());
        }
    }
    Ok(match format {
        Format::Json if only.is_some() => pretty(&labs[0]),
        Format::Json => pretty(&labs),
        Format::Csv => {
            let mut rows = vec![row(&["lab"])];
            rows[0].extend(row(&PARAMETER_HEAD));
            for lab in &labs {
                rows.extend(
                    lab.parameters.iter().map(|spec| [row(&[lab.name]), parameter_row(spec)].concat()),
                );
            }
            report::csv_lines(&rows)
        }
        Format::Table => labs.iter().map(lab_tables).collect::<Vec<_>>().join("\n"),
    })
}

const PARAMETER_HEAD: [&str; 6] =
    ["parameter", "allowed", "default", "unit", "server variable", "what it does"];

/// A lab's question, parameters, words and metrics.
fn lab_tables(lab: &LabDescription) -> String {
    let mut parameters = vec![row(&PARAMETER_HEAD)];
    parameters.extend(lab.parameters.iter().map(parameter_row));
    // On a terminal the long last column has a table of its own.
    let effects =
        parameters.iter_mut().map(|row| vec![row[0].clone(), row.pop().unwrap_or_default()]).collect();
    let mut metrics = vec![row(&["metric", "unit", "kind", "meaning"])];
    metrics.extend(
        lab.metrics.iter().map(|metric| row(&[metric.name, metric.unit, metric.kind, metric.meaning])),
    );
    let mut tables: Vec<Vec<Vec<String>>> = vec![parameters, effects];
    tables.extend(lab.parameters.iter().filter_map(word_list));
    tables.push(metrics);
    let tables = tables.iter().map(|rows| format!("\n{}", report::align(rows, usize::MAX)));
    format!("{}: {}\n{}\n{}", lab.name, lab.title, lab.why, tables.collect::<String>())
}

fn parameter_row(spec: &ParameterSpec) -> Vec<String> {
    let allowed = match &spec.kind {
        ParameterKind::Integer { min, max, allowed: [], .. } => format!("{min} to {max}"),
        ParameterKind::Integer { allowed, .. } => {
            allowed.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
        }
        ParameterKind::Enumeration { choices } => format!("one of {} words", choices.len()),
        ParameterKind::IndexList { max_items } => format!("up to {max_items} indexes"),
        ParameterKind::Table { .. } => "a name, or columns".to_owned(),
        ParameterKind::Text { max_bytes } => format!("text of {max_bytes} bytes"),
        ParameterKind::Transactions { max_items } => format!("up to {max_items} transactions"),
    };
    let default = spec.default.as_ref().map_or_else(|| "depends".to_owned(), experiment::ParamValue::label);
    let effect = match spec.default_rule {
        Some(rule) => format!("{} Default: {rule}.", spec.consequence),
        None => spec.consequence.to_owned(),
    };
    row(&[spec.name, &allowed, &default, spec.unit, spec.server_variable.unwrap_or_default(), &effect])
}

/// The words that a parameter takes, each with its sentence.
fn word_list(spec: &ParameterSpec) -> Option<Vec<Vec<String>>> {
    let (ParameterKind::Enumeration { choices } | ParameterKind::Table { choices }) = &spec.kind else {
        return None;
    };
    let mut rows = vec![row(&[spec.name, "which is"])];
    rows.extend(choices.iter().map(|choice| row(&[choice.value, choice.sentence])));
    Some(rows)
}

fn presets(format: Format) -> String {
    let presets = experiment::presets();
    if format == Format::Json {
        return pretty(&presets);
    }
    let mut rows = vec![row(&["preset", "lab", "title"])];
    rows.extend(presets.iter().map(|preset| row(&[&preset.name, &preset.lab, &preset.title])));
    listing(&rows, usize::MAX, format)
}

fn studies(format: Format) -> String {
    let studies = study::descriptions();
    if format == Format::Json {
        return pretty(&studies);
    }
    let mut rows = vec![row(&["study", "title", "source"])];
    rows.extend(studies.iter().map(|study| row(&[study.name, study.title, study.source])));
    listing(&rows, usize::MAX, format)
}

/// Runs a study.
fn study(name: &str, format: Format) -> Result<String, Failure> {
    let mut run = StudyRun::new(name)?;
    to_the_end(|| run.step(WORK_UNITS))?;
    let report = run.report();
    Ok(match format {
        Format::Table => study::table(&report),
        Format::Json => pretty(&report),
        Format::Csv => study::csv(&report),
    })
}

impl RunArguments {
    /// The experiment document that the arguments stand for.
    fn document(&self) -> Result<Json, Failure> {
        if let Some(file) = &self.file {
            return Ok(experiment::parse_text(&read(file)?)?);
        }
        let mut document = Map::new();
        for (key, value) in [("lab", &self.lab), ("preset", &self.preset)] {
            if let Some(value) = value {
                document.insert(key.into(), value.as_str().into());
            }
        }
        if let Some(seed) = &self.seed {
            document.insert("seed".into(), serde_json::from_str(seed).unwrap_or_else(|_| json!(seed)));
        }
        let written = Written::new();
        let params = self.set.iter().map(|(key, text)| (key.clone(), written.value(key, text)));
        let mut params: Map<String, Json> = params.collect();
        if let Some(file) = &self.binlog {
            // Statements in a dump may be in any character set; what is read of it is plain ASCII.
            let bytes = read_bytes(file)?;
            let listing = String::from_utf8_lossy(&bytes);
            if listing.trim().is_empty() {
                let allowed = "lines with last_committed and sequence_number, as a binlog dump has them";
                return Err(DocumentError::new("own_binlog", "an empty listing", allowed).into());
            }
            params.insert("own_binlog".into(), listing.into());
        }
        document.insert("params".into(), Json::Object(params));
        if !self.compare.is_empty() {
            document.insert("compare".into(), combinations(&self.compare, &written)?);
        }
        Ok(Json::Object(document))
    }
}

/// How the values of parameters are written on the command line.
struct Written {
    /// Names of the parameters that are lists of texts, of any lab.
    lists: Vec<&'static str>,
    /// Names of those that are texts, of any lab.
    texts: Vec<&'static str>,
}

impl Written {
    fn new() -> Self {
        let parameters: Vec<ParameterSpec> =
            lab::descriptions().into_iter().flat_map(|lab| lab.parameters).collect();
        let of_kind = |is_kind: fn(&ParameterKind) -> bool| {
            let found = parameters.iter().filter(|spec| is_kind(&spec.kind));
            found.map(|spec| spec.name).collect()
        };
        Self {
            lists: of_kind(|kind| matches!(kind, ParameterKind::IndexList { .. })),
            texts: of_kind(|kind| matches!(kind, ParameterKind::Text { .. })),
        }
    }

    /// The value that `text` stands for.
    fn value(&self, key: &str, text: &str) -> Json {
        let is_list = self.lists.contains(&key);
        match serde_json::from_str::<Json>(text) {
            _ if self.texts.contains(&key) => text.into(),
            Ok(value) if !is_list || value.is_array() => value,
            _ if is_list => split(text).into_iter().filter(|entry| !entry.is_empty()).collect(),
            _ => text.into(),
        }
    }
}

/// Reads a file or, as `-`, standard input.
fn read(file: &str) -> Result<String, Failure> {
    let failure = |_| Failure { sentence: format!("{file}: is no UTF-8 text"), status: 2 };
    String::from_utf8(read_bytes(file)?).map_err(failure)
}

fn read_bytes(file: &str) -> Result<Vec<u8>, Failure> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    bytes.map_err(|error| Failure { sentence: format!("{file}: cannot be read: {error}"), status: 2 })
}

/// Every combination of the compared values, the last key changing fastest.
fn combinations(compare: &[(String, String)], written: &Written) -> Result<Json, Failure> {
    let mut variants = vec![Map::new()];
    for (key, values) in compare {
        let values: Vec<Json> = split(values).into_iter().map(|value| written.value(key, value)).collect();
        let with = |variant: &Map<String, Json>, value: &Json| {
            let mut variant = variant.clone();
            variant.insert(key.clone(), value.clone());
            variant
        };
        if variants.len() * values.len() > MAX_VARIANTS {
            let given = format!("{} combinations", variants.len() * values.len());
            return Err(DocumentError::new("compare", given, format!("1 to {MAX_VARIANTS} variants")).into());
        }
        variants = variants
            .iter()
            .flat_map(|variant| values.iter().map(move |value| with(variant, value)))
            .collect();
    }
    Ok(variants.into_iter().map(Json::Object).collect())
}

/// The parts of `text` between commas that stand outside brackets, parentheses and quotation marks.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    let mut parts = text.split(|letter: char| {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            ',' => return depth == 0,
            _ => {}
        }
        false
    });
    parts.by_ref().map(str::trim).collect()
}

/// A tablespace that is to be written to a file.
struct TablespaceFile<'a> {
    file: &'a Path,
    params: RedoVolumeParams,
    seed: u64,
}

impl<'a> TablespaceFile<'a> {
    /// Checks that `document` describes one table in one state.
    fn new(document: &Json, file: &'a Path) -> Result<Self, Failure> {
        let experiment = lab::complete(document)?;
        if experiment.lab != RedoVolume.description().name {
            let allowed = "redo-volume, whose statements leave a tablespace, with --tablespace";
            return Err(DocumentError::new("lab", format!("{:?}", experiment.lab), allowed).into());
        }
        let [variant] = experiment.variants.as_slice() else {
            let given = format!("{} variants", experiment.variants.len());
            return Err(DocumentError::new("compare", given, "one variant with --tablespace").into());
        };
        Ok(Self { file, params: RedoVolumeParams::new(&variant.params)?, seed: experiment.seed })
    }

    fn write(&self) -> Result<(), Failure> {
        let space = redo_volume::tablespace(&self.params, self.seed)?;
        let written = File::create(self.file).and_then(|file| {
            let mut output = BufWriter::new(file);
            space.file_pages().try_for_each(|page| output.write_all(&page))?;
            output.flush()
        });
        let failure = |error| Failure {
            sentence: format!("{}: cannot be written: {error}", self.file.display()),
            status: 1,
        };
        written.map_err(failure)
    }
}

/// Runs all variants.
fn run(document: &Json) -> Result<Report, Failure> {
    let mut run = Run::new(document)?;
    to_the_end(|| run.step(WORK_UNITS))?;
    Ok(run.report())
}

/// Takes steps until all is done, with a line of progress where somebody can see it.
fn to_the_end(mut step: impl FnMut() -> Result<Progress, EngineError>) -> Result<(), Failure> {
    let watched = std::io::stderr().is_terminal();
    loop {
        let progress = step()?;
        if watched {
            show(&progress);
        }
        if progress.done {
            return Ok(());
        }
    }
}

/// Overwrites the line of progress; the last one is wiped.
fn show(progress: &Progress) {
    let run = &progress.runs[progress.run_index];
    let (number, count) = (progress.run_index + 1, progress.runs.len());
    let line = format!("{number} of {count}, {}: {} {:.0} %", run.label, run.phase, run.fraction * 100.0);
    let line = if progress.done { String::new() } else { line };
    // Progress that cannot be shown is no reason to stop.
    let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
}

/// Sizes of every encoding for every built-in table and bulk statement.
fn encodings(rows: u64, format: Format) -> Result<String, Failure> {
    let encodings: Vec<Json> =
        redo_lab::redo::encodings().iter().map(|encoding| json!({ "encoding": encoding.name() })).collect();
    let mut reports = Vec::new();
    for table in experiment::TableSpec::BUILT_IN {
        for ddl in ["add-index", "add-primary-key", "rebuild"] {
            let params = json!({ "table": table, "rows": rows, "ddl": ddl });
            reports.push(run(&json!({ "lab": "redo-volume", "params": params, "compare": encodings }))?);
        }
    }
    if format == Format::Json {
        return Ok(pretty(&reports));
    }
    const METRICS: [&str; 5] =
        ["redo_bytes", "redo_bytes_per_row", "redo_records", "replica_records_applied", "replica_page_reads"];
    let mut lines = vec![row(&["table", "statement", "encoding"])];
    lines[0].extend(row(&METRICS));
    for run in reports.iter().flat_map(|report| &report.runs) {
        let mut line: Vec<String> = ["table", "ddl", "encoding"]
            .iter()
            .map(|name| run.word(name).unwrap_or_default().to_owned())
            .collect();
        let shown = if format == Format::Csv { report::MetricValue::plain } else { report::grouped };
        line.extend(METRICS.iter().map(|name| run.number(name).map_or_else(String::new, shown)));
        lines.push(line);
    }
    Ok(listing(&lines, 3, format))
}
