//! The command line: the only file that reads files and arguments.
//!
//! Results go to standard output, in the form that `--format` names; progress and errors go to standard error. A wrong
//! document is one line there and exit status 2.

use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use redo_lab::base::{DocumentError, EngineError};
use redo_lab::experiment::{self, Json, LabDescription, MAX_VARIANTS, ParameterKind, ParameterSpec};
use redo_lab::lab::{self, Run};
use redo_lab::report::{self, Progress, Report};
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
        /// Only this lab, in full
        lab: Option<String>,
    },
    /// Published starting points
    Presets,
    /// Runs an experiment
    Run(RunArguments),
    /// Runs every redo encoding for every built-in table and statement and prints the sizes
    Encodings {
        /// Rows of each table
        #[arg(long, default_value_t = 10_000)]
        rows: u64,
    },
    /// JSON Schema of experiment and report
    Schema,
}

/// Values after `=` are read as JSON if they are JSON, and as text otherwise. A list such as `index` may be given as JSON or
/// with commas: `--set index=b,k` is two indexes, `--set 'index=["k,id"]'` one of two columns. `--compare` separates variants
/// by commas outside brackets, parentheses and quotation marks; given several times it compares all combinations, at most 8.
#[derive(Args)]
#[group(id = "source", required = true, multiple = true)]
struct RunArguments {
    /// File with an experiment document, or - for standard input
    #[arg(group = "source", conflicts_with_all = ["lab", "preset", "seed", "set", "compare"])]
    file: Option<String>,
    /// Lab to run
    #[arg(long, group = "source")]
    lab: Option<String>,
    /// Published starting point that the other options override
    #[arg(long, group = "source")]
    preset: Option<String>,
    /// Seed of everything that is drawn at random
    #[arg(long)]
    seed: Option<String>,
    /// Sets a parameter
    #[arg(long, value_name = "KEY=VALUE", value_parser = key_and_value)]
    set: Vec<(String, String)>,
    /// Runs one variant for each value
    #[arg(long, value_name = "KEY=VALUE,VALUE,...", value_parser = key_and_value)]
    compare: Vec<(String, String)>,
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
        Command::Labs { lab: None } => Ok(labs(format)),
        Command::Labs { lab: Some(name) } => one_lab(&name, format),
        Command::Presets => Ok(presets(format)),
        Command::Run(arguments) => {
            let report = run(&arguments.document()?)?;
            Ok(match format {
                Format::Table => report::table(&report),
                Format::Json => pretty(&report),
                Format::Csv => report::csv(&report),
            })
        }
        Command::Encodings { rows } => encodings(rows, format),
        Command::Schema => Ok(pretty(&lab::schema())),
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

fn labs(format: Format) -> String {
    let labs = lab::descriptions();
    if format == Format::Json {
        return pretty(&labs);
    }
    let mut rows = vec![row(&["lab", "question", "parameters", "metrics"])];
    for lab in &labs {
        let (parameters, metrics) = (lab.parameters.len().to_string(), lab.metrics.len().to_string());
        rows.push(row(&[lab.name, lab.title, &parameters, &metrics]));
    }
    listing(&rows, 2, format)
}

fn one_lab(name: &str, format: Format) -> Result<String, Failure> {
    let labs = lab::descriptions();
    let Some(lab) = labs.iter().find(|lab| lab.name == name) else {
        let names: Vec<&str> = labs.iter().map(|lab| lab.name).collect();
        return Err(
            DocumentError::new("lab", format!("{name:?}"), format!("one of {}", names.join(", "))).into()
        );
    };
    if format == Format::Json {
        return Ok(pretty(lab));
    }
    let mut rows = vec![row(&["parameter", "allowed", "default", "unit", "server variable", "consequence"])];
    rows.extend(lab.parameters.iter().map(parameter_row));
    let parameters = listing(&rows, usize::MAX, format);
    if format == Format::Csv {
        return Ok(parameters);
    }
    let mut rows = vec![row(&["metric", "unit", "kind", "meaning"])];
    rows.extend(
        lab.metrics.iter().map(|metric| row(&[metric.name, metric.unit, metric.kind, metric.meaning])),
    );
    let metrics = report::align(&rows, usize::MAX);
    Ok(format!("{}: {}\n{}\n\n{parameters}\n{}{metrics}", lab.name, lab.title, lab.why, word_lists(lab)))
}

fn parameter_row(spec: &ParameterSpec) -> Vec<String> {
    let allowed = match &spec.kind {
        ParameterKind::Integer { min, max, allowed: [], .. } => format!("{min} to {max}"),
        ParameterKind::Integer { allowed, .. } => {
            allowed.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
        }
        ParameterKind::Enumeration { choices } => format!("one of {} words below", choices.len()),
        ParameterKind::IndexList { max_items } => format!("up to {max_items} indexes"),
        ParameterKind::Table { .. } => "a table below, or columns".to_owned(),
    };
    let default = spec.default.as_ref().map_or_else(|| "depends".to_owned(), experiment::ParamValue::label);
    let variable = spec.server_variable.unwrap_or_default();
    let consequence = spec
        .default_rule
        .map_or_else(|| spec.consequence.to_owned(), |rule| format!("{} Default: {rule}.", spec.consequence));
    row(&[spec.name, &allowed, &default, spec.unit, variable, &consequence])
}

/// The words of every parameter that has words, each with its sentence.
fn word_lists(lab: &LabDescription) -> String {
    let mut text = String::new();
    for spec in &lab.parameters {
        if let ParameterKind::Enumeration { choices } | ParameterKind::Table { choices } = &spec.kind {
            let mut rows = vec![row(&[spec.name, ""])];
            rows.extend(choices.iter().map(|choice| row(&[choice.value, choice.sentence])));
            text.push_str(&report::align(&rows, usize::MAX));
            text.push('\n');
        }
    }
    text
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
        let lists = self.list_parameters();
        let params = self.set.iter().map(|(key, value)| (key.clone(), parameter_value(&lists, key, value)));
        document.insert("params".into(), Json::Object(params.collect()));
        if !self.compare.is_empty() {
            document.insert("compare".into(), combinations(&self.compare, &lists)?);
        }
        Ok(Json::Object(document))
    }

    /// The names of the parameters that are lists, of any lab.
    fn list_parameters(&self) -> Vec<&'static str> {
        let parameters = lab::descriptions().into_iter().flat_map(|lab| lab.parameters);
        parameters
            .filter(|spec| matches!(spec.kind, ParameterKind::IndexList { .. }))
            .map(|spec| spec.name)
            .collect()
    }
}

/// Reads a file or, as `-`, standard input.
fn read(file: &str) -> Result<String, Failure> {
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    let failure = |what: String| Failure { sentence: format!("{file}: {what}"), status: 2 };
    let bytes = bytes.map_err(|error| failure(format!("cannot be read: {error}")))?;
    String::from_utf8(bytes).map_err(|_| failure("is no UTF-8 text".to_owned()))
}

fn parameter_value(lists: &[&str], key: &str, text: &str) -> Json {
    let parsed = serde_json::from_str::<Json>(text);
    match parsed {
        Ok(value) if !lists.contains(&key) || value.is_array() => value,
        _ if lists.contains(&key) => split(text).into_iter().filter(|entry| !entry.is_empty()).collect(),
        _ => text.into(),
    }
}

/// Every combination of the compared values, the last key changing fastest.
fn combinations(compare: &[(String, String)], lists: &[&str]) -> Result<Json, Failure> {
    let mut variants = vec![Map::new()];
    for (key, values) in compare {
        let values: Vec<Json> =
            split(values).into_iter().map(|value| parameter_value(lists, key, value)).collect();
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

/// Runs all variants, with a line of progress where somebody can see it.
fn run(document: &Json) -> Result<Report, Failure> {
    let mut run = Run::new(document)?;
    let watched = std::io::stderr().is_terminal();
    loop {
        let progress = run.step(WORK_UNITS)?;
        if watched {
            show(&progress);
        }
        if progress.done {
            return Ok(run.report());
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
        lab::ENCODINGS.iter().map(|encoding| json!({ "encoding": encoding.value })).collect();
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
