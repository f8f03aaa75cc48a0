//! Running checks one after another and adding up.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// One check: it succeeds or says why not.
pub struct Step {
    /// A short name, by which the check can be run alone.
    pub name: &'static str,
    /// What is checked, for the reader of the log.
    pub what: &'static str,
    /// Checks and builds whose results this one uses.
    pub needs: &'static [&'static str],
    /// The check itself.
    pub run: fn() -> Result<()>,
}

/// How a step ended.
struct Outcome {
    name: &'static str,
    error: Option<String>,
    duration: Duration,
}

/// Runs the steps in order, goes on after a failure, and ends with a summary whose last line is `N passed, N failed`.
///
/// A step that needs a failed one is not run and counts as failed.
pub fn run(steps: &[&Step]) -> Result<()> {
    let mut outcomes: Vec<Outcome> = Vec::new();
    for step in steps {
        println!("\n== {}: {}", step.name, step.what);
        let started = Instant::now();
        let failed =
            |name: &&&str| outcomes.iter().any(|outcome| outcome.name == **name && outcome.error.is_some());
        let error = match step.needs.iter().find(failed) {
            Some(needed) => Some(format!("not run, because {needed} failed")),
            None => (step.run)().err().map(|error| format!("{error:#}")),
        };
        let duration = started.elapsed();
        match &error {
            None => println!("-- {} passed in {:.1} s", step.name, duration.as_secs_f64()),
            Some(error) => println!("-- {} FAILED in {:.1} s: {error}", step.name, duration.as_secs_f64()),
        }
        outcomes.push(Outcome { name: step.name, error, duration });
    }
    summarise(&outcomes)
}

/// Prints one line for each step, then the totals.
fn summarise(outcomes: &[Outcome]) -> Result<()> {
    println!("\n== summary");
    for outcome in outcomes {
        let word = if outcome.error.is_none() { "passed" } else { "FAILED" };
        println!("{word}  {:>7.1} s  {}", outcome.duration.as_secs_f64(), outcome.name);
    }
    let failed: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.error.is_some()).collect();
    for outcome in &failed {
        let reason = outcome.error.as_deref().unwrap_or_default();
        println!("\n{}: {}", outcome.name, reason.lines().next().unwrap_or_default());
    }
    println!("\n{} passed, {} failed", outcomes.len() - failed.len(), failed.len());
    if failed.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = failed.iter().map(|outcome| outcome.name).collect();
    bail!("failed: {}", names.join(", "))
}
