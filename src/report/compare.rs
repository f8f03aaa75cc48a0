//! Comparison: every metric of every run as a ratio to the first run.
//!
//! With redo_bytes 4,000 and 1,000 the ratios are 1 and 0.25: the second run writes a quarter.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{MetricValue, RunReport};

/// Decimals of a ratio.
const RATIO_DIGITS: u8 = 4;

/// One metric's ratios, one a run; nothing where the run or the first run lacks the number or the first run's is 0.
pub type Ratios = Vec<Option<MetricValue>>;

/// The ratios of all metrics that at least one run has, in order of first appearance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison(Vec<(String, Ratios)>);

impl Comparison {
    /// Compares runs with the first of them; nothing when there are fewer than two.
    pub fn of(runs: &[RunReport]) -> Option<Self> {
        let (first, others) = runs.split_first()?;
        if others.is_empty() {
            return None;
        }
        let ratios = metric_names(runs).into_iter().map(|name| {
            let base = first.number(&name).and_then(MetricValue::millionths);
            let of_run = |run: &RunReport| ratio(base, run.number(&name).and_then(MetricValue::millionths));
            let of_all = runs.iter().map(of_run).collect();
            (name, of_all)
        });
        Some(Self(ratios.collect()))
    }

    /// The ratios of one metric.
    pub fn get(&self, metric: &str) -> Option<&Ratios> {
        self.0.iter().find(|(name, _)| name == metric).map(|(_, ratios)| ratios)
    }
}

/// The names of all metrics of all runs. A metric that only later runs have stands after its predecessor there, so that
/// related names stay together.
pub(super) fn metric_names(runs: &[RunReport]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for run in runs {
        let mut place = 0;
        for (name, _) in run.metrics.iter() {
            match names.iter().position(|known| known == name) {
                Some(position) => place = position + 1,
                None => {
                    names.insert(place, name.to_owned());
                    place += 1;
                }
            }
        }
    }
    names
}

fn ratio(base: Option<u128>, value: Option<u128>) -> Option<MetricValue> {
    let (base, value) = (base?, value?);
    if base == 0 {
        return None;
    }
    let units = (2 * value * 10u128.pow(RATIO_DIGITS.into()) + base) / (2 * base);
    Some(MetricValue::Decimal { units: u64::try_from(units).ok()?, digits: RATIO_DIGITS })
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, ratios) in &self.0 {
            map.serialize_entry(name, ratios)?;
        }
        map.end()
    }
}
