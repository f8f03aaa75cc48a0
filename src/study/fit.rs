//! How the constants were found: by running the engine with other values until the published ones come out.
//!
//! A [`Fit`] names constants, the rows that choose them, and the goal. Two goals are enough:
//!
//! - *solve*: one constant, one row. The engine's value rises or falls with the constant throughout, so bisection finds
//!   where it crosses the published one: between 1 and 1,000,000 in twenty runs.
//! - *least largest error*: several constants, more rows. Time is work times price, so the errors grow nearly evenly with every
//!   constant. A few runs tell how; the best constants of that straight picture are tried, and the picture is drawn again there,
//!   until it does not move.
//!
//! Errors are compared, not times, so a row of 14 s weighs as much as one of 400 s. The constants that a machine's preset
//! keeps must be what comes out here, within [`Search::step`]: a test refits them.

use super::model::{Place, Results, RowSpec, Study, Value, error_hundredths};
use crate::base::EngineError;
use crate::experiment::Json;
use crate::lab::{self, Run};
use crate::report::RunReport;

/// One search for constants.
#[derive(Debug, Clone)]
pub struct Fit {
    /// What is fitted, in words.
    pub title: &'static str,
    /// The constants, in the order in which they are searched.
    pub constants: Vec<Search>,
    /// Labels of the experiments in which they are tried.
    pub experiments: Vec<&'static str>,
    /// The rows that choose, as `setting: quantity`.
    pub rows: Vec<String>,
    /// What is sought.
    pub goal: Goal,
}

/// Where a constant is sought.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    /// The parameter.
    pub name: &'static str,
    /// The smallest value that is tried.
    pub low: u64,
    /// The largest value that is tried.
    pub high: u64,
    /// How finely it is sought: the result is right within this.
    pub step: u64,
    /// Another parameter that has the same value, if there is one: both stand for one constant.
    pub also: Option<&'static str>,
}

impl Search {
    /// A search from `low` to `high` that is right within `step`.
    pub const fn new(name: &'static str, low: u64, high: u64, step: u64) -> Self {
        Self { name, low, high, step, also: None }
    }

    /// The same for a constant that is the value of another parameter, too.
    pub const fn also(self, name: &'static str) -> Self {
        Self { also: Some(name), ..self }
    }
}

/// What a search is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The row's published value itself.
    Solve,
    /// That the largest of the rows' errors be as small as it can.
    LeastLargestError,
}

/// Finds the constants of a fit again.
///
/// # Errors
/// Whatever stops the engine.
pub fn refit(study: &Study, fit: &Fit) -> Result<Vec<u64>, EngineError> {
    match fit.goal {
        Goal::Solve => Ok(vec![solve(study, fit)?]),
        Goal::LeastLargestError => least(study, fit),
    }
}

/// The constants that a fit's experiments use now.
///
/// # Errors
/// An experiment that is wrong.
///
/// # Panics
/// The fit's experiment has no such parameter.
pub fn kept(study: &Study, fit: &Fit) -> Result<Vec<u64>, EngineError> {
    let entry = study.experiments.iter().find(|entry| Some(&entry.label) == fit.experiments.first());
    let experiment = lab::complete(&entry.expect("a fit names experiments of its study").document)?;
    let params = &experiment.variants[0].params;
    Ok(fit.constants.iter().map(|search| params.integer(search.name)).collect())
}

/// Whether constants are what the fit's goal asks for, so far as their neighbours tell.
///
/// The neighbours are one [`Search::step`] away, in one constant or in both. For *solve*, none of them may be nearer to the
/// published value. For the *least largest error*, none of them may be better by more than a tenth of a per cent: the largest of several
/// errors, each of which grows with its distance from 0, has no other low point, so a lowest point among neighbours is the lowest.
///
/// # Errors
/// Whatever stops the engine.
pub fn is_best(study: &Study, fit: &Fit, constants: &[u64]) -> Result<bool, EngineError> {
    let own = largest_error(study, fit, constants)?;
    let slack = if fit.goal == Goal::Solve { 0 } else { 10 };
    for direction in 1..3_usize.pow(constants.len() as u32) {
        let moved = |(index, (value, search)): (usize, (&u64, &Search))| match direction
            / 3_usize.pow(index as u32)
            % 3
        {
            0 => *value,
            1 => value + search.step,
            _ => value.saturating_sub(search.step),
        };
        let neighbour: Vec<u64> = constants.iter().zip(&fit.constants).enumerate().map(moved).collect();
        if largest_error(study, fit, &neighbour)? + slack < own {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The largest error of a fit's rows with these constants, in hundredths of a per cent.
///
/// # Errors
/// Whatever stops the engine.
pub fn largest_error(study: &Study, fit: &Fit, constants: &[u64]) -> Result<i64, EngineError> {
    Ok(errors(study, fit, constants)?.into_iter().map(i64::abs).max().unwrap_or(0))
}

/// The errors of a fit's rows with these constants, in hundredths of a per cent.
///
/// # Errors
/// Whatever stops the engine.
///
/// # Panics
/// A row that the fit names is not in the study, has no published number, or has no number in the engine's report.
pub fn errors(study: &Study, fit: &Fit, constants: &[u64]) -> Result<Vec<i64>, EngineError> {
    let rows = rows(study, fit);
    let mut results = Results::default();
    for place in rows.iter().flat_map(|row| places(&row.engine)) {
        if results.run(place).is_none() {
            results.0.push((place, run_alone(study, fit, place, constants)?));
        }
    }
    let error = |row: &&RowSpec| {
        let (engine, published) = (row.engine.of(&results), row.published.as_ref());
        let error =
            engine.zip(published).and_then(|(engine, published)| error_hundredths(&engine, published));
        error.unwrap_or_else(|| panic!("{} has no error to fit", row.name()))
    };
    Ok(rows.iter().map(error).collect())
}

fn rows<'a>(study: &'a Study, fit: &Fit) -> Vec<&'a RowSpec> {
    let all = || study.tables.iter().flat_map(|table| &table.rows);
    let named = |name: &String| {
        all().find(|row| row.name() == *name).unwrap_or_else(|| panic!("{} has no row {name}", study.name))
    };
    fit.rows.iter().map(named).collect()
}

/// The runs that a value needs.
fn places(value: &Value) -> Vec<Place> {
    match value {
        Value::Metric(place, _) | Value::Parameter(place, _) => vec![*place],
        Value::Number(_) => Vec::new(),
        Value::Quotient(upper, lower, _) => [places(upper), places(lower)].concat(),
        Value::Sum(parts) => parts.iter().flat_map(places).collect(),
    }
}

/// Runs one run of a study by itself, with the fit's constants if its experiment is one of the fit's.
fn run_alone(study: &Study, fit: &Fit, place: Place, constants: &[u64]) -> Result<RunReport, EngineError> {
    let entry = study.experiments.iter().find(|entry| entry.label == place.experiment);
    let mut document = entry.expect("rows name experiments of their study").document.clone();
    let own = document["compare"][place.run].as_object().cloned().unwrap_or_default();
    let tried = fit.constants.iter().zip(constants).flat_map(|(search, value)| {
        let names = std::iter::once(search.name).chain(search.also);
        names.map(|name| (name.to_owned(), Json::from(*value)))
    });
    let tried: Vec<(String, Json)> =
        if fit.experiments.contains(&place.experiment) { tried.collect() } else { Vec::new() };
    if let Some(document) = document.as_object_mut() {
        document.remove("compare");
        let params = document.entry("params").or_insert_with(|| Json::Object(Default::default()));
        params.as_object_mut().expect("parameters").extend(own.into_iter().chain(tried));
    }
    let mut run = Run::new(&document)?;
    while !run.step(1 << 40)?.done {}
    Ok(run.report().runs.remove(0))
}

/// Bisection for the one row's published value.
fn solve(study: &Study, fit: &Fit) -> Result<u64, EngineError> {
    let search = fit.constants[0];
    let error = |value: u64| errors(study, fit, &[value]).map(|errors| errors[0]);
    let (mut low, mut high) = (search.low, search.high);
    let rises = error(low)? <= error(high)?;
    while high - low > search.step {
        let middle = low + (high - low) / 2;
        if (error(middle)? < 0) == rises { low = middle } else { high = middle }
    }
    Ok(if error(low)?.abs() < error(high)?.abs() { low } else { high })
}

/// Rounds of the search for the least largest error, at most.
const MAX_ROUNDS: usize = 8;

/// The constants with the least largest error.
fn least(study: &Study, fit: &Fit) -> Result<Vec<u64>, EngineError> {
    let mut found: Vec<u64> = fit.constants.iter().map(|search| (search.low + search.high) / 2).collect();
    for _ in 0..MAX_ROUNDS {
        let tangent = Tangent::at(study, fit, &found)?;
        let next = tangent.least(fit, &mut Vec::new()).1;
        let moved = next.iter().zip(&found).zip(&fit.constants);
        let is_close = moved.into_iter().all(|((next, found), search)| next.abs_diff(*found) <= search.step);
        found = next;
        if is_close {
            break;
        }
    }
    Ok(found)
}

/// The errors around some constants as if each grew evenly with every constant: nearly so, as time is work times price.
struct Tangent {
    /// The constants at which it touches.
    at: Vec<u64>,
    /// How far each was moved to see how the errors change.
    moves: Vec<u64>,
    /// The errors there, and after each move, in hundredths of a per cent.
    errors: Vec<i64>,
    moved: Vec<Vec<i64>>,
}

impl Tangent {
    fn at(study: &Study, fit: &Fit, at: &[u64]) -> Result<Self, EngineError> {
        let moves: Vec<u64> = at.iter().map(|value| value.div_ceil(8).max(1)).collect();
        let moved = |index: usize| {
            let mut constants = at.to_vec();
            constants[index] += moves[index];
            errors(study, fit, &constants)
        };
        let moved = (0..at.len()).map(moved).collect::<Result<_, _>>()?;
        Ok(Self { at: at.to_vec(), errors: errors(study, fit, at)?, moves, moved })
    }

    fn largest_error(&self, constants: &[u64]) -> i64 {
        let error = |row: usize| {
            let mut error = self.errors[row];
            for (index, value) in constants.iter().enumerate() {
                let change = i128::from(self.moved[index][row] - self.errors[row]);
                let distance = i128::from(*value) - i128::from(self.at[index]);
                error += (change * distance / i128::from(self.moves[index])) as i64;
            }
            error.abs()
        };
        (0..self.errors.len()).map(error).max().unwrap_or(0)
    }

    /// The least largest error within the searches' bounds and the constants that give it, those in `chosen` held.
    ///
    /// As a function of one constant it falls to a single lowest point and rises again. Two probes tell in which part of the
    /// interval that point lies; a third of the interval goes each time. Each probe of the first constant is the best that the
    /// others can do beside it.
    fn least(&self, fit: &Fit, chosen: &mut Vec<u64>) -> (i64, Vec<u64>) {
        let Some(search) = fit.constants.get(chosen.len()) else {
            return (self.largest_error(chosen), chosen.clone());
        };
        let mut probe = |value: u64| {
            chosen.push(value);
            let found = self.least(fit, chosen);
            chosen.pop();
            found
        };
        let (mut low, mut high) = (search.low, search.high);
        while high - low > 2 {
            let third = (high - low) / 3;
            if probe(low + third).0 <= probe(high - third).0 { high -= third } else { low += third }
        }
        probe(low + (high - low) / 2)
    }
}
