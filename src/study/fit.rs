//! How the constants were found: by running the engine with other values until the published ones come out.
//!
//! A [`Fit`] names constants, the rows that choose them, and the goal. Two goals are enough:
//!
//! - *solve*: one constant, one row. The engine's value rises or falls with the constant throughout, so bisection finds
//!   where it crosses the published one: between 1 and 1,000,000 in twenty runs.
//! - *least largest error*: the largest error of the rows, as a function of one constant, falls to a single lowest point and
//!   rises again. Two probes inside the interval tell in which part that point lies; a third of the interval goes each time.
//!   With two constants, each probe of the first is the best that the second can do beside it.
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
    /// The constants, one or two, in the order in which they are searched.
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
        Goal::LeastLargestError => Ok(least(study, fit, &mut Vec::new())?.1),
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
    let tried =
        fit.constants.iter().zip(constants).map(|(search, value)| (search.name.to_owned(), (*value).into()));
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

/// The least largest error and the constants that give it, those in `chosen` held.
fn least(study: &Study, fit: &Fit, chosen: &mut Vec<u64>) -> Result<(i64, Vec<u64>), EngineError> {
    let Some(search) = fit.constants.get(chosen.len()) else {
        return Ok((largest_error(study, fit, chosen)?, chosen.clone()));
    };
    let mut probe = |value: u64| {
        chosen.push(value);
        let found = least(study, fit, chosen);
        chosen.pop();
        found
    };
    let (mut low, mut high) = (search.low, search.high);
    while high - low > search.step.max(2) {
        let third = (high - low) / 3;
        if probe(low + third)?.0 <= probe(high - third)?.0 { high -= third } else { low += third }
    }
    probe(low + (high - low) / 2)
}
