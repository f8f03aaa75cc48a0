//! A study as data.

use super::fit::Fit;
use crate::experiment::Json;
use crate::report::{MetricValue, RunReport};

/// A published study: its experiments, its values, and what must hold.
#[derive(Debug, Clone)]
pub struct Study {
    /// Name on the command line, such as `polardb-ddl`.
    pub name: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Who published it, and on what it was measured.
    pub source: &'static str,
    /// One or two sentences: what it teaches.
    pub why: &'static str,
    /// What the labs run for it.
    pub experiments: Vec<StudyExperiment>,
    /// The values, published and the engine's.
    pub tables: Vec<TableSpec>,
    /// The machine's constants that decide the engine's values.
    pub constants: Vec<ConstantSpec>,
    /// Where the source can be read in several ways: each way, beside the engine's own value.
    pub readings: Vec<ReadingSpec>,
    /// What must hold of several values together, such as an order.
    pub checks: Vec<CheckSpec>,
    /// How the fitted constants were found.
    pub fits: Vec<Fit>,
}

/// An experiment of a study.
#[derive(Debug, Clone)]
pub struct StudyExperiment {
    /// Short name inside the study.
    pub label: &'static str,
    /// The document, as `redo-lab run` takes it.
    pub document: Json,
}

/// A table of a study.
#[derive(Debug, Clone)]
pub struct TableSpec {
    /// What the table shows.
    pub title: &'static str,
    /// Its values.
    pub rows: Vec<RowSpec>,
}

/// One published value and where the engine's comes from.
#[derive(Debug, Clone)]
pub struct RowSpec {
    /// Under what circumstances, such as `off, 2 DDLs`.
    pub setting: String,
    /// What was measured: mostly a metric's name.
    pub quantity: &'static str,
    /// Its unit, or nothing for a word.
    pub unit: &'static str,
    /// The published value, if there is a number or a word.
    pub published: Option<MetricValue>,
    /// The engine's value.
    pub engine: Value,
    /// What the comparison is worth.
    pub status: Status,
    /// The constant that was fitted to this row.
    pub constant: Option<&'static str>,
    /// What must hold, if anything.
    pub required: Option<Requirement>,
    /// What a reader should know: how it was fitted, why it is missed.
    pub note: &'static str,
}

/// What the comparison of a row is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A constant was chosen by this row, or by this row together with others.
    Fitted,
    /// No constant was chosen by this row.
    Predicted,
    /// The source has no number here, only a picture or words.
    NotPublished,
    /// The engine has no mechanism for it; its value is shown for completeness.
    NotModelled,
    /// The published value is finer than the source's own reporting: only its size is compared.
    Granularity,
}

impl Status {
    /// The status as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            Status::Fitted => "fitted",
            Status::Predicted => "predicted",
            Status::NotPublished => "not-published",
            Status::NotModelled => "not-modelled",
            Status::Granularity => "granularity",
        }
    }
}

/// What must hold of an engine's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Requirement {
    /// At most this many per cent from the published value; a word must be the same.
    WithinPct(u32),
    /// At least the first and at most the second, where given, in the row's unit.
    Range(Option<MetricValue>, Option<MetricValue>),
    /// This word, although nobody published it: an outcome.
    Is(MetricValue),
}

/// Where a run stands among a study's experiments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Label of the experiment.
    pub experiment: &'static str,
    /// Position of the run in it, from 0.
    pub run: usize,
}

/// Where an engine's value comes from.
#[derive(Debug, Clone)]
pub enum Value {
    /// A metric of a run.
    Metric(Place, &'static str),
    /// A parameter of a run.
    Parameter(Place, &'static str),
    /// A number as it stands.
    Number(u64),
    /// The first divided by the second, rounded to so many decimals (at most 6).
    Quotient(Box<Value>, Box<Value>, u8),
    /// The sum of several.
    Sum(Vec<Value>),
}

/// A constant of the machine, as the runs used it.
#[derive(Debug, Clone)]
pub struct ConstantSpec {
    /// Name of the parameter.
    pub name: &'static str,
    /// Which of several machines or experiments, if it matters; otherwise nothing.
    pub setting: &'static str,
    /// Its value: a parameter of a run that used it, or a number that the engine holds fixed.
    pub value: Value,
    /// Its unit.
    pub unit: &'static str,
    /// Where the value came from.
    pub origin: Origin,
    /// The rows that chose it, as `setting: quantity`.
    pub fitted_to: Vec<String>,
    /// What it stands for in the machine.
    pub meaning: &'static str,
}

/// Where a constant's value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// Chosen so that published values come out.
    Fitted,
    /// The source states it.
    Published,
    /// No source states it: chosen by judgement.
    Assumed,
    /// Timed on a machine of our own.
    Measured,
}

impl Origin {
    /// The origin as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Fitted => "fitted",
            Origin::Published => "published",
            Origin::Assumed => "assumed",
            Origin::Measured => "measured",
        }
    }
}

/// One way to read a sentence of the source, beside the engine's own value.
///
/// The engine supports a reading if its value lies within [`ReadingSpec::WITHIN_PCT`] per cent of it.
#[derive(Debug, Clone)]
pub struct ReadingSpec {
    /// The sentence, read in one way.
    pub text: &'static str,
    /// What would come out if it were so.
    pub published: MetricValue,
    /// Its unit.
    pub unit: &'static str,
    /// What the engine says.
    pub engine: Value,
}

impl ReadingSpec {
    /// How near the engine's value must be to support a reading, in per cent of the reading.
    pub const WITHIN_PCT: u32 = 15;
}

/// Something that must hold of several values: each is at most the next.
#[derive(Debug, Clone)]
pub struct CheckSpec {
    /// What must hold, in words.
    pub text: &'static str,
    /// Chains of values in ascending order.
    pub chains: Vec<Vec<Value>>,
    /// What a reader should know.
    pub note: &'static str,
}

/// The runs of a study's experiments that have ended.
#[derive(Debug, Clone, Default)]
pub struct Results(pub Vec<(Place, RunReport)>);

impl Results {
    /// The run at a place, if it has ended.
    pub fn run(&self, place: Place) -> Option<&RunReport> {
        self.0.iter().find(|(known, _)| *known == place).map(|(_, run)| run)
    }
}

impl Place {
    /// The run at position `run` of `experiment`.
    pub const fn new(experiment: &'static str, run: usize) -> Self {
        Self { experiment, run }
    }

    /// A parameter of that run.
    pub const fn parameter(self, name: &'static str) -> Value {
        Value::Parameter(self, name)
    }

    /// A metric of that run.
    pub const fn metric(self, name: &'static str) -> Value {
        Value::Metric(self, name)
    }
}

impl Value {
    /// This value divided by another, to so many decimals.
    pub fn per(self, other: Value, digits: u8) -> Value {
        Value::Quotient(Box::new(self), Box::new(other), digits)
    }

    /// The mean of several, to so many decimals.
    pub fn mean(values: Vec<Value>, digits: u8) -> Value {
        let count = values.len() as u64;
        Value::Sum(values).per(Value::Number(count), digits)
    }

    /// The value, if the runs that it needs have ended and have it.
    pub fn of(&self, results: &Results) -> Option<MetricValue> {
        match self {
            Value::Metric(place, name) => results.run(*place)?.number(name).cloned(),
            Value::Parameter(place, name) => results.run(*place)?.params.get(*name).and_then(parameter),
            Value::Number(number) => Some(MetricValue::Whole(*number)),
            Value::Quotient(upper, lower, digits) => {
                quotient(upper.of(results)?.millionths()?, lower.of(results)?.millionths()?, *digits)
            }
            Value::Sum(parts) => {
                let parts = parts.iter().map(|part| part.of(results)?.millionths());
                from_millionths(parts.sum::<Option<u128>>()?)
            }
        }
    }
}

/// A whole number.
pub fn whole(number: u64) -> MetricValue {
    MetricValue::Whole(number)
}

/// A decimal: `decimal(2215, 2)` is 22.15.
pub fn decimal(units: u64, digits: u8) -> MetricValue {
    MetricValue::Decimal { units, digits }
}

/// A word for an outcome.
pub fn word(word: &str) -> MetricValue {
    MetricValue::Word(word.to_owned())
}

fn parameter(value: &Json) -> Option<MetricValue> {
    value
        .as_u64()
        .map(MetricValue::Whole)
        .or_else(|| value.as_str().map(|word| MetricValue::Word(word.into())))
}

/// `upper / lower`, rounded half up to `digits` decimals; nothing if `lower` is 0.
fn quotient(upper: u128, lower: u128, digits: u8) -> Option<MetricValue> {
    let scale = 10_u128.pow(digits.into());
    let units = (2 * upper * scale).checked_add(lower)?.checked_div(2 * lower)?;
    Some(MetricValue::Decimal { units: u64::try_from(units).ok()?, digits })
}

/// The number with as few decimals as it needs.
fn from_millionths(millionths: u128) -> Option<MetricValue> {
    let (mut units, mut digits) = (millionths, 6);
    while digits > 0 && units.is_multiple_of(10) {
        (units, digits) = (units / 10, digits - 1);
    }
    let units = u64::try_from(units).ok()?;
    Some(if digits == 0 { MetricValue::Whole(units) } else { MetricValue::Decimal { units, digits } })
}

impl ConstantSpec {
    /// A parameter that nobody published, as a run used it.
    pub fn assumed(name: &'static str, unit: &'static str, place: Place, meaning: &'static str) -> Self {
        let value = place.parameter(name);
        Self { name, setting: "", value, unit, origin: Origin::Assumed, fitted_to: Vec::new(), meaning }
    }

    /// The same as one that the source states.
    pub fn published(self) -> Self {
        Self { origin: Origin::Published, ..self }
    }

    /// The same as one that these rows chose.
    pub fn fitted_to(self, rows: Vec<String>) -> Self {
        Self { origin: Origin::Fitted, fitted_to: rows, ..self }
    }

    /// The same as one of several machines or experiments.
    pub fn of(self, setting: &'static str) -> Self {
        Self { setting, ..self }
    }
}

impl RowSpec {
    /// A row without published value: what the engine says.
    pub fn new(
        setting: impl Into<String>,
        quantity: &'static str,
        unit: &'static str,
        engine: Value,
    ) -> Self {
        let setting = setting.into();
        let (published, constant, required) = (None, None, None);
        let (status, note) = (Status::NotPublished, "");
        Self { setting, quantity, unit, published, engine, status, constant, required, note }
    }

    /// The same with a published value that no constant was chosen by.
    pub fn published(self, value: MetricValue) -> Self {
        Self { published: Some(value), status: Status::Predicted, ..self }
    }

    /// The same as a row that `constant` was chosen by.
    pub fn fitted(self, constant: &'static str) -> Self {
        Self { status: Status::Fitted, constant: Some(constant), ..self }
    }

    /// The same with another status.
    pub fn status(self, status: Status) -> Self {
        Self { status, ..self }
    }

    /// The same, required to be at most so many per cent from the published value; a word must be the same.
    pub fn within(self, per_cent: u32) -> Self {
        Self { required: Some(Requirement::WithinPct(per_cent)), ..self }
    }

    /// The same, required to lie in a range.
    pub fn between(self, least: Option<MetricValue>, most: Option<MetricValue>) -> Self {
        Self { required: Some(Requirement::Range(least, most)), ..self }
    }

    /// The same, required to be a word that nobody published, such as an outcome that follows from published thresholds.
    pub fn is(self, word: MetricValue) -> Self {
        Self { required: Some(Requirement::Is(word)), ..self }
    }

    /// The same with something that a reader should know.
    pub fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// How constants name this row: `setting: quantity`.
    pub fn name(&self) -> String {
        format!("{}: {}", self.setting, self.quantity)
    }
}

/// How far `engine` is from `published`, in hundredths of a per cent of it, rounded half away from zero; nothing for words
/// and for a published 0.
pub fn error_hundredths(engine: &MetricValue, published: &MetricValue) -> Option<i64> {
    let (engine, published) = (engine.millionths()?, published.millionths()?);
    let difference = 10_000 * engine.abs_diff(published);
    let hundredths = i64::try_from((2 * difference + published).checked_div(2 * published)?).ok()?;
    Some(if engine < published { -hundredths } else { hundredths })
}

impl Requirement {
    /// Whether `engine` does what is required.
    pub fn is_met(&self, engine: &MetricValue, published: Option<&MetricValue>) -> bool {
        match self {
            Requirement::WithinPct(per_cent) => {
                published.is_some_and(|published| match (engine.millionths(), published.millionths()) {
                    (Some(engine), Some(published)) => {
                        100 * engine.abs_diff(published) <= u128::from(*per_cent) * published
                    }
                    _ => engine == published,
                })
            }
            Requirement::Range(least, most) => {
                let Some(engine) = engine.millionths() else { return false };
                let bound = |bound: &Option<MetricValue>| bound.as_ref().and_then(MetricValue::millionths);
                bound(least).is_none_or(|least| engine >= least)
                    && bound(most).is_none_or(|most| engine <= most)
            }
            Requirement::Is(word) => engine == word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_signed_and_exact() {
        assert_eq!(error_hundredths(&MetricValue::Whole(105), &MetricValue::Whole(100)), Some(500));
        assert_eq!(error_hundredths(&decimal(1_000, 3), &decimal(3, 0)), Some(-6_667));
        assert_eq!(error_hundredths(&MetricValue::Whole(1), &MetricValue::Whole(0)), None);
    }

    #[test]
    fn a_requirement_holds_up_to_its_bound() {
        let published = decimal(200, 1);
        let within = Requirement::WithinPct(5);
        assert!(within.is_met(&MetricValue::Whole(21), Some(&published)));
        assert!(!within.is_met(&decimal(2_101, 2), Some(&published)));
        assert!(within.is_met(&word("normal"), Some(&word("normal"))));
        assert!(!within.is_met(&word("unavailable"), Some(&word("normal"))));
        let outcome = Requirement::Is(word("stalled"));
        assert!(outcome.is_met(&word("stalled"), None) && !outcome.is_met(&word("written"), None));
        let range = Requirement::Range(Some(decimal(8, 1)), Some(decimal(11, 1)));
        assert!(range.is_met(&MetricValue::Whole(1), None) && !range.is_met(&decimal(112, 2), None));
    }

    #[test]
    fn values_are_computed_from_other_values() {
        let ratio = Value::Number(2).per(Value::Number(3), 3);
        assert_eq!(ratio.of(&Results::default()), Some(decimal(667, 3)));
        let sum = Value::Sum(vec![Value::Number(2), Value::Number(1).per(Value::Number(4), 2)]);
        assert_eq!(sum.of(&Results::default()), Some(decimal(225, 2)));
        let mean = Value::mean(vec![Value::Number(2), Value::Number(5)], 1);
        assert_eq!(mean.of(&Results::default()), Some(decimal(35, 1)));
        assert_eq!(Value::Number(1).per(Value::Number(0), 2).of(&Results::default()), None);
    }
}
