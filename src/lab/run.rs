//! A run of all variants of an experiment, one after another, in steps.

use super::{Lab, VariantRun, labs};
use crate::base::{DocumentError, EngineError};
use crate::experiment::{Experiment, Json, LabRules};
use crate::report::{Progress, Report, RunProgress, RunReport};

/// A run of all variants of an experiment.
pub struct Run {
    lab: &'static dyn Lab,
    experiment: Experiment,
    current: Option<Box<dyn VariantRun>>,
    progress: Vec<RunProgress>,
    runs: Vec<RunReport>,
}

impl Run {
    /// Checks `document` and makes its variants ready to run.
    ///
    /// # Errors
    /// The first thing in the document that is wrong.
    pub fn new(document: &Json) -> Result<Self, DocumentError> {
        Self::with_labs(document, &labs())
    }

    /// The same with labs of the caller's own.
    pub fn with_labs(document: &Json, labs: &[&'static dyn Lab]) -> Result<Self, DocumentError> {
        let rules: Vec<&dyn LabRules> = labs.iter().map(|lab| *lab as &dyn LabRules).collect();
        let experiment = Experiment::complete(document, &rules)?;
        let lab = labs.iter().find(|lab| lab.description().name == experiment.lab);
        let lab = *lab.expect("a completed experiment names one of the labs");
        let waiting = |label: &str| RunProgress {
            label: label.to_owned(),
            fraction: 0.0,
            phase: "waiting",
            done: false,
        };
        let progress = experiment.variants.iter().map(|variant| waiting(&variant.label)).collect();
        Ok(Self { lab, experiment, current: None, progress, runs: Vec::new() })
    }

    /// The experiment, complete.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Does about `work_units` rows' worth of work on the current variant; after the last variant, nothing.
    ///
    /// # Errors
    /// Whatever stops the engine. The runs that ended before stay in [`Run::report`].
    pub fn step(&mut self, work_units: u64) -> Result<Progress, EngineError> {
        let index = self.runs.len();
        let Some(variant) = self.experiment.variants.get(index) else { return Ok(self.progress()) };
        let current = match self.current.take() {
            Some(current) => current,
            None => self.lab.start(&variant.params, self.experiment.seed)?,
        };
        let current = self.current.insert(current);
        let state = current.step(work_units)?;
        let shown = &mut self.progress[index];
        shown.fraction = f64::from(state.fraction_ppm.min(1_000_000)) / 1e6;
        shown.phase = state.phase;
        if state.done {
            (shown.fraction, shown.phase, shown.done) = (1.0, "done", true);
            self.finish_variant();
        }
        Ok(self.progress())
    }

    /// Moves the variant that has ended to the finished runs.
    fn finish_variant(&mut self) {
        let Some(current) = self.current.take() else { return };
        let variant = &self.experiment.variants[self.runs.len()];
        let result = current.finish();
        self.runs.push(RunReport {
            label: variant.label.clone(),
            params: variant.params.to_json(),
            metrics: result.metrics,
            series: result.series,
            timeline: result.timeline,
            transactions: result.transactions,
            order: result.order,
            notes: result.notes,
            digest: result.digest,
        });
    }

    /// How far all variants have come.
    pub fn progress(&self) -> Progress {
        let count = self.experiment.variants.len();
        Progress {
            done: self.runs.len() == count,
            run_index: self.runs.len().min(count - 1),
            runs: self.progress.clone(),
        }
    }

    /// The report of the variants that have ended.
    pub fn report(&self) -> Report {
        let complete = self.runs.len() == self.experiment.variants.len();
        Report::new(&self.experiment.lab, self.experiment.seed, self.runs.clone(), complete)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{
        Choice, LabDescription, ParamValue, ParameterKind, ParameterSpec, Params, parse_text,
    };
    use crate::lab::{VariantProgress, VariantResult};
    use crate::report::{Metrics, NamedSeries};

    /// A lab that counts to a number.
    struct Counting;

    impl LabRules for Counting {
        fn description(&self) -> LabDescription {
            let up_to = ParameterKind::Integer { min: 1, max: 100, step: 1, allowed: &[] };
            let how = ParameterKind::Enumeration {
                choices: ["slow", "fast"]
                    .map(|value| Choice { value, title: value, sentence: value })
                    .to_vec(),
            };
            let parameters = vec![
                ParameterSpec::new("up_to", "", "", "", up_to).default(ParamValue::Integer(10)),
                ParameterSpec::new("how", "", "", "", how).default(ParamValue::word("slow")),
            ];
            let (title, why, label_parameter) = ("How far?", "To count.", "how");
            LabDescription { name: "counting", title, why, label_parameter, parameters, metrics: Vec::new() }
        }

        fn dependent_default(&self, name: &str, _: &Params) -> ParamValue {
            panic!("{name} has a default")
        }

        fn check(&self, _: &Params) -> Result<(), DocumentError> {
            Ok(())
        }
    }

    impl Lab for Counting {
        fn start(&self, params: &Params, seed: u64) -> Result<Box<dyn VariantRun>, DocumentError> {
            Ok(Box::new(Count { reached: 0, up_to: params.integer("up_to"), seed }))
        }
    }

    struct Count {
        reached: u64,
        up_to: u64,
        seed: u64,
    }

    impl VariantRun for Count {
        fn step(&mut self, work_units: u64) -> Result<VariantProgress, EngineError> {
            if self.up_to == 13 {
                return Err(EngineError::LogTruncated { lsn: self.seed });
            }
            self.reached = self.up_to.min(self.reached + work_units);
            let fraction_ppm = (self.reached * 1_000_000 / self.up_to) as u32;
            Ok(VariantProgress { fraction_ppm, phase: "count", done: self.reached == self.up_to })
        }

        fn finish(self: Box<Self>) -> VariantResult {
            let mut metrics = Metrics::default();
            metrics.count("reached", self.reached, "");
            VariantResult {
                metrics,
                series: NamedSeries::default(),
                digest: format!("{:032x}", self.seed),
                ..VariantResult::default()
            }
        }
    }

    fn run(text: &str) -> Run {
        Run::with_labs(&parse_text(text).unwrap(), &[&Counting]).unwrap()
    }

    #[test]
    fn variants_run_one_after_another_in_steps() {
        let mut run = run(r#"{"lab": "counting", "seed": 5, "compare": [{"up_to": 4}, {"how": "fast"}]}"#);
        assert!(!run.report().complete);
        let progress = run.step(3).unwrap();
        assert_eq!((progress.done, progress.run_index, progress.runs[0].fraction), (false, 0, 0.75));
        assert_eq!((progress.runs[0].phase, progress.runs[1].phase), ("count", "waiting"));
        assert_eq!(run.step(3).unwrap().run_index, 1);
        assert_eq!(run.report().runs.len(), 1);
        assert!(run.step(100).unwrap().done);
        assert!(run.step(100).unwrap().done, "a step after the end changes nothing");
        let report = run.report();
        assert!(report.complete);
        let labels: Vec<_> = report.runs.iter().map(|run| run.label.as_str()).collect();
        assert_eq!(labels, ["up to 4", "fast"]);
        let ratios = report.comparison.unwrap().get("reached").unwrap().clone();
        assert_eq!(ratios[1].as_ref().unwrap().plain(), "2.5000");
    }

    #[test]
    fn a_run_that_stops_keeps_what_has_ended() {
        let mut run = run(r#"{"lab": "counting", "compare": [{"up_to": 4}, {"up_to": 13}]}"#);
        run.step(10).unwrap();
        assert_eq!(run.step(10), Err(EngineError::LogTruncated { lsn: 1 }));
        assert_eq!(run.report().runs.len(), 1);
        assert!(!run.report().complete);
    }
}
