//! Metrics and series: a value, its unit, and what kind of number it is.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// How a number came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Counted on bytes, records or pages that exist.
    Counted,
    /// Virtual time or load from a stated cost model.
    Simulated,
    /// Extrapolated from a counted sample.
    Scaled,
    /// Wall clock of this machine; the only kind that differs from run to run.
    Measured,
}

impl Kind {
    /// The kind as documents spell it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Counted => "counted",
            Kind::Simulated => "simulated",
            Kind::Scaled => "scaled",
            Kind::Measured => "measured",
        }
    }
}

/// The value of a metric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MetricValue {
    /// A whole number, at most 2^53.
    Whole(u64),
    /// A decimal number: `units` divided by 10^`digits`.
    Decimal {
        /// The digits of the number as one integer, at most 2^53.
        units: u64,
        /// How many of them stand after the decimal point, at most 6.
        digits: u8,
    },
    /// A word for an outcome, such as `lost`.
    Word(String),
}

/// 10^n as the exact floating-point number, for the number of decimals that a [`MetricValue::Decimal`] may have.
const POWERS_OF_TEN: [u64; 7] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

impl MetricValue {
    /// `numerator / denominator`, rounded half up to `digits` (at most 6) decimals. Division by 0 gives 0.
    ///
    /// ```
    /// use redo_lab::report::MetricValue;
    /// assert_eq!(MetricValue::ratio(2, 3, 2), MetricValue::Decimal { units: 67, digits: 2 });
    /// ```
    pub fn ratio(numerator: u64, denominator: u64, digits: u8) -> Self {
        let scale = u128::from(POWERS_OF_TEN[usize::from(digits)]);
        let denominator = u128::from(denominator);
        let units = match denominator {
            0 => 0,
            _ => (2 * u128::from(numerator) * scale + denominator) / (2 * denominator),
        };
        Self::Decimal { units: u64::try_from(units).unwrap_or(u64::MAX), digits }
    }

    /// The number in millionths, or nothing for a word. For comparing numbers of different precision exactly.
    pub fn millionths(&self) -> Option<u128> {
        match self {
            Self::Whole(value) => Some(u128::from(*value) * 1_000_000),
            Self::Decimal { units, digits } => {
                Some(u128::from(*units) * u128::from(POWERS_OF_TEN[6 - usize::from(*digits)]))
            }
            Self::Word(_) => None,
        }
    }

    /// The value as plain text without thousands separators, as CSV wants it.
    pub fn plain(&self) -> String {
        match self {
            Self::Whole(value) => value.to_string(),
            Self::Decimal { units, digits: 0 } => units.to_string(),
            Self::Decimal { units, digits } => {
                let power = POWERS_OF_TEN[usize::from(*digits)];
                format!("{}.{:0width$}", units / power, units % power, width = usize::from(*digits))
            }
            Self::Word(word) => word.clone(),
        }
    }
}

impl Serialize for MetricValue {
    /// Whole numbers are written as integers; other decimals as the nearest double, which both the native printer and
    /// JavaScript write with the same shortest digits.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Whole(value) => serializer.serialize_u64(*value),
            Self::Decimal { units, digits } => {
                let power = POWERS_OF_TEN[usize::from(*digits)];
                match units % power {
                    0 => serializer.serialize_u64(units / power),
                    // Both operands are exact, so the quotient is correctly rounded on every machine.
                    _ => serializer.serialize_f64(*units as f64 / power as f64),
                }
            }
            Self::Word(word) => serializer.serialize_str(word),
        }
    }
}

/// One number or outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Metric {
    /// The number or word.
    pub value: MetricValue,
    /// Its unit, such as `B`, `pages`, `rows`, `%` or nothing.
    pub unit: &'static str,
    /// How it came about.
    pub kind: Kind,
}

impl Metric {
    /// A metric of three parts.
    pub fn new(value: MetricValue, unit: &'static str, kind: Kind) -> Self {
        Self { value, unit, kind }
    }
}

/// The metrics of a run by name, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metrics(Vec<(String, Metric)>);

impl Metrics {
    /// Adds a metric. A name that is there already keeps its place and takes the new value.
    pub fn insert(&mut self, name: impl Into<String>, metric: Metric) {
        let name = name.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, place)) => *place = metric,
            None => self.0.push((name, metric)),
        }
    }

    /// Adds a counted whole number.
    pub fn count(&mut self, name: impl Into<String>, value: u64, unit: &'static str) {
        self.insert(name, Metric::new(MetricValue::Whole(value), unit, Kind::Counted));
    }

    /// Adds a counted ratio, rounded to `digits` decimals.
    pub fn count_ratio(
        &mut self,
        name: impl Into<String>,
        (numerator, denominator): (u64, u64),
        digits: u8,
        unit: &'static str,
    ) {
        let value = MetricValue::ratio(numerator, denominator, digits);
        self.insert(name, Metric::new(value, unit, Kind::Counted));
    }

    /// The metric of that name.
    pub fn get(&self, name: &str) -> Option<&Metric> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, metric)| metric)
    }

    /// All metrics in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Metric)> {
        self.0.iter().map(|(name, metric)| (name.as_str(), metric))
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, metric) in &self.0 {
            map.serialize_entry(name, metric)?;
        }
        map.end()
    }
}

/// A curve: points (x, y) with whole coordinates.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Series {
    /// Unit of y.
    pub unit: &'static str,
    /// Unit of x, such as `us` for microseconds of virtual time.
    pub x_unit: &'static str,
    /// How the points came about.
    pub kind: Kind,
    /// Positions, ascending.
    pub x: Vec<u64>,
    /// Values, one a position.
    pub y: Vec<u64>,
}

/// The series of a run by name, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NamedSeries(pub Vec<(String, Series)>);

impl Serialize for NamedSeries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, series) in &self.0 {
            map.serialize_entry(name, series)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_written_as_integers() {
        let text = |value: MetricValue| serde_json::to_string(&value).unwrap();
        assert_eq!(text(MetricValue::Whole(1_474_560)), "1474560");
        assert_eq!(text(MetricValue::ratio(200, 2, 3)), "100");
        assert_eq!(text(MetricValue::ratio(1, 3, 4)), "0.3333");
        assert_eq!(text(MetricValue::ratio(1, 0, 4)), "0");
        assert_eq!(text(MetricValue::Word("lost".into())), "\"lost\"");
    }

    #[test]
    fn plain_text_keeps_every_decimal() {
        assert_eq!(MetricValue::ratio(1, 2, 3).plain(), "0.500");
        assert_eq!(MetricValue::ratio(7, 2, 0).plain(), "4");
    }

    #[test]
    fn a_second_value_replaces_the_first_in_its_place() {
        let mut metrics = Metrics::default();
        metrics.count("rows", 1, "rows");
        metrics.count("pages", 2, "pages");
        metrics.count("rows", 3, "rows");
        let names: Vec<_> = metrics.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["rows", "pages"]);
        assert_eq!(metrics.get("rows").unwrap().value, MetricValue::Whole(3));
    }
}
