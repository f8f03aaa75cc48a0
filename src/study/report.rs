//! What a study's run gives: the document.

use serde::{Serialize, Serializer};

use super::model::{
    CheckSpec, ConstantSpec, Origin, ReadingSpec, Requirement, Results, RowSpec, Status, Study,
    error_hundredths,
};
use crate::base::Digest;
use crate::experiment::Json;
use crate::report::{DOCUMENT_VERSION, ENGINE_VERSION, MetricValue};

/// What a study says of itself before it runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StudyDescription {
    /// Name on the command line and in the page.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Who published it, and on what it was measured.
    pub source: &'static str,
    /// One or two sentences: what it teaches.
    pub why: &'static str,
}

impl StudyDescription {
    /// The description of a study.
    pub fn of(study: &Study) -> Self {
        Self { name: study.name, title: study.title, source: study.source, why: study.why }
    }
}

/// A study with the engine's values, as far as its experiments have run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyReport {
    /// Version of this document.
    pub version: u32,
    /// Version of the engine that ran.
    pub engine: &'static str,
    /// Name of the study.
    pub study: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Who published it, and on what it was measured.
    pub source: &'static str,
    /// One or two sentences: what it teaches.
    pub why: &'static str,
    /// Whether every experiment has run.
    pub complete: bool,
    /// How many values came out.
    pub summary: StudySummary,
    /// The values.
    pub tables: Vec<StudyTable>,
    /// The constants that decided the engine's values.
    pub constants: Vec<StudyConstant>,
    /// Where the source can be read in several ways.
    pub readings: Vec<StudyReading>,
    /// What must hold of several values together.
    pub checks: Vec<StudyCheck>,
    /// What the labs ran.
    pub experiments: Vec<ExperimentEntry>,
    /// Digest of every run's digest and of every value here, 32 hexadecimal digits.
    pub digest: String,
}

/// How many values came out within what is required of them. A fitted value is no success: it is counted apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct StudySummary {
    /// Published values that the engine predicts.
    pub predicted: usize,
    /// Those that are as required. A value of which nothing is required is not among them.
    pub predicted_met: usize,
    /// Values that a constant was fitted to and of which something is required.
    pub fitted: usize,
    /// Those that are as required.
    pub fitted_met: usize,
}

impl StudySummary {
    fn of(tables: &[StudyTable]) -> Self {
        let rows = || tables.iter().flat_map(|table| &table.rows);
        let predicted = || {
            let counts = |row: &&StudyRow| row.published.is_some() || row.met.is_some();
            rows().filter(|row| row.status == Status::Predicted).filter(counts)
        };
        let fitted = || rows().filter(|row| row.status == Status::Fitted && row.met.is_some());
        let is_met = |row: &&StudyRow| row.met == Some(true);
        Self {
            predicted: predicted().count(),
            predicted_met: predicted().filter(is_met).count(),
            fitted: fitted().count(),
            fitted_met: fitted().filter(is_met).count(),
        }
    }
}

/// A table of values.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyTable {
    /// What it shows.
    pub title: &'static str,
    /// Its values.
    pub rows: Vec<StudyRow>,
}

/// One published value beside the engine's.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyRow {
    /// Under what circumstances.
    pub setting: String,
    /// What was measured.
    pub quantity: &'static str,
    /// Its unit.
    pub unit: &'static str,
    /// The published value; nothing where there is none.
    pub published: Option<MetricValue>,
    /// The engine's value; nothing before its run has ended.
    pub engine: Option<MetricValue>,
    /// How far the engine is from the published value.
    pub error_pct: Option<Hundredths>,
    /// What the comparison is worth.
    pub status: Status,
    /// The constant that was fitted to this row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant: Option<&'static str>,
    /// The error that is allowed, in per cent; a word must be the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_pct: Option<u32>,
    /// The least value that is allowed; or, here and in the next, the only word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<MetricValue>,
    /// The largest value that is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<MetricValue>,
    /// Whether what is required holds; nothing where nothing is required or the run has not ended.
    pub met: Option<bool>,
    /// What a reader should know.
    pub note: &'static str,
}

/// A signed number in hundredths, written as a decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hundredths(pub i64);

impl Serialize for Hundredths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_i64(self.0 / 100),
            // Both operands are exact, so the quotient is correctly rounded on every machine.
            _ => serializer.serialize_f64(self.0 as f64 / 100.0),
        }
    }
}

impl Hundredths {
    /// The number with its sign and two decimals: `+0.22`.
    pub fn plain(self) -> String {
        let sign = if self.0 < 0 { '-' } else { '+' };
        let digits = self.0.unsigned_abs();
        format!("{sign}{}.{:02}", digits / 100, digits % 100)
    }
}

/// A constant of the machine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyConstant {
    /// Name of the parameter.
    pub name: &'static str,
    /// Which of several machines or experiments; nothing where there is one.
    pub setting: &'static str,
    /// Its value, as the runs used it; nothing before such a run has ended.
    pub value: Option<MetricValue>,
    /// Its unit.
    pub unit: &'static str,
    /// Where the value came from.
    pub origin: Origin,
    /// The rows that chose it.
    pub fitted_to: Vec<String>,
    /// What it stands for.
    pub meaning: &'static str,
}

/// One way to read a sentence of the source.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyReading {
    /// The sentence, read in this way.
    pub text: &'static str,
    /// What would come out if it were so.
    pub published: MetricValue,
    /// What the engine says; nothing before its runs have ended.
    pub value: Option<MetricValue>,
    /// Unit of both.
    pub unit: &'static str,
    /// How near the engine must be to support the reading, in per cent.
    pub within_pct: u32,
    /// Whether the engine supports it.
    pub supports: Option<bool>,
}

/// Something that must hold of several values together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyCheck {
    /// What must hold.
    pub text: &'static str,
    /// Whether it holds; nothing before all its runs have ended.
    pub met: Option<bool>,
    /// What a reader should know.
    pub note: &'static str,
}

/// An experiment that was run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExperimentEntry {
    /// Short name inside the study.
    pub label: &'static str,
    /// The document, as `redo-lab run` takes it.
    pub experiment: Json,
}

impl StudyReport {
    /// The report of a study whose experiments have come as far as `results`.
    pub fn new(study: &Study, results: &Results, complete: bool) -> Self {
        let table = |table: &super::TableSpec| StudyTable {
            title: table.title,
            rows: table.rows.iter().map(|spec| row(spec, results)).collect(),
        };
        let experiment = |entry: &super::StudyExperiment| ExperimentEntry {
            label: entry.label,
            experiment: entry.document.clone(),
        };
        let tables: Vec<StudyTable> = study.tables.iter().map(table).collect();
        let mut report = Self {
            version: DOCUMENT_VERSION,
            engine: ENGINE_VERSION,
            study: study.name,
            title: study.title,
            source: study.source,
            why: study.why,
            complete,
            summary: StudySummary::of(&tables),
            tables,
            constants: study.constants.iter().map(|spec| constant(spec, results)).collect(),
            readings: study.readings.iter().map(|spec| reading(spec, results)).collect(),
            checks: study.checks.iter().map(|spec| check(spec, results)).collect(),
            experiments: study.experiments.iter().map(experiment).collect(),
            digest: String::new(),
        };
        report.digest = report.digest_of(results);
        report
    }

    fn digest_of(&self, results: &Results) -> String {
        let mut digest = Digest::new();
        for run in results.0.iter().map(|(_, run)| run) {
            digest.update(run.digest.as_bytes());
        }
        let rows = self.tables.iter().flat_map(|table| &table.rows).map(|row| &row.engine);
        let constants = self.constants.iter().map(|constant| &constant.value);
        let readings = self.readings.iter().map(|reading| &reading.value);
        for value in rows.chain(constants).chain(readings) {
            let text = value.as_ref().map_or_else(String::new, MetricValue::plain);
            digest.update_u64(text.len() as u64);
            digest.update(text.as_bytes());
        }
        digest.hex()
    }

    /// The row of that setting and quantity.
    pub fn row(&self, setting: &str, quantity: &str) -> Option<&StudyRow> {
        let rows = self.tables.iter().flat_map(|table| &table.rows);
        rows.into_iter().find(|row| row.setting == setting && row.quantity == quantity)
    }
}

fn row(spec: &RowSpec, results: &Results) -> StudyRow {
    let engine = spec.engine.of(results);
    let error = engine.as_ref().zip(spec.published.as_ref());
    let error = error.and_then(|(engine, published)| error_hundredths(engine, published));
    let met = spec.required.as_ref().zip(engine.as_ref());
    let met = met.map(|(required, engine)| required.is_met(engine, spec.published.as_ref()));
    let (within_pct, (at_least, at_most)) = match spec.required.clone() {
        Some(Requirement::WithinPct(per_cent)) => (Some(per_cent), (None, None)),
        Some(Requirement::Range(least, most)) => (None, (least, most)),
        Some(Requirement::Is(word)) => (None, (Some(word.clone()), Some(word))),
        None => (None, (None, None)),
    };
    StudyRow {
        setting: spec.setting.clone(),
        quantity: spec.quantity,
        unit: spec.unit,
        published: spec.published.clone(),
        engine,
        error_pct: error.map(Hundredths),
        status: spec.status,
        constant: spec.constant,
        within_pct,
        at_least,
        at_most,
        met,
        note: spec.note,
    }
}

fn constant(spec: &ConstantSpec, results: &Results) -> StudyConstant {
    StudyConstant {
        name: spec.name,
        setting: spec.setting,
        value: spec.value.of(results),
        unit: spec.unit,
        origin: spec.origin,
        fitted_to: spec.fitted_to.clone(),
        meaning: spec.meaning,
    }
}

fn reading(spec: &ReadingSpec, results: &Results) -> StudyReading {
    let value = spec.engine.of(results);
    let within_pct = ReadingSpec::WITHIN_PCT;
    let supports =
        value.as_ref().map(|value| Requirement::WithinPct(within_pct).is_met(value, Some(&spec.published)));
    let (text, unit, published) = (spec.text, spec.unit, spec.published.clone());
    StudyReading { text, published, value, unit, within_pct, supports }
}

fn check(spec: &CheckSpec, results: &Results) -> StudyCheck {
    let ascends = |chain: &Vec<super::Value>| -> Option<bool> {
        let values = chain.iter().map(|value| value.of(results)?.millionths());
        values.collect::<Option<Vec<u128>>>().map(|values| values.is_sorted())
    };
    let met = spec.chains.iter().map(ascends).collect::<Option<Vec<bool>>>();
    let met = met.map(|chains| chains.into_iter().all(|holds| holds));
    StudyCheck { text: spec.text, met, note: spec.note }
}
