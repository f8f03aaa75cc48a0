//! What a lab says of itself: its question, its parameters, its metrics.
//!
//! One description serves the checks of documents, the defaults, the JSON Schema, `redo-lab labs` and the knobs of the
//! page, so that they cannot disagree.

use serde::Serialize;

use super::check::{at_index, list, text, whole, word};
use super::{
    Json, MAX_INDEXES, ParamValue, Params, TableChoice, TableSpec, check, index_list, table, transactions,
};
use crate::base::{DocumentError, grouped};

/// A lab: a question, the parameters that it takes and the metrics that it gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LabDescription {
    /// Name in documents, such as `redo-volume`.
    pub name: &'static str,
    /// The question that the lab answers.
    pub title: &'static str,
    /// One sentence: why it matters.
    pub why: &'static str,
    /// The parameter that names a run which differs in nothing else, such as `encoding`.
    pub label_parameter: &'static str,
    /// The parameters in the order in which they are shown.
    pub parameters: Vec<ParameterSpec>,
    /// The metrics in the order in which they are shown.
    pub metrics: Vec<MetricSpec>,
}

impl LabDescription {
    /// The parameter of that name.
    pub fn parameter(&self, name: &str) -> Option<&ParameterSpec> {
        self.parameters.iter().find(|spec| spec.name == name)
    }

    /// The names of all parameters.
    pub fn parameter_names(&self) -> Vec<&'static str> {
        self.parameters.iter().map(|spec| spec.name).collect()
    }
}

/// A parameter: what it is called, what it may be, and what it does.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParameterSpec {
    /// Name in documents.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// One line: what a larger or another value does.
    pub consequence: &'static str,
    /// Heading under which it stands among all parameters.
    pub group: &'static str,
    /// Whether it is one of the lab's (at most four) knobs in sight.
    pub in_sight: bool,
    /// The server variable that it stands for, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_variable: Option<&'static str>,
    /// Unit of an integer, such as `B`, or nothing.
    pub unit: &'static str,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: ParameterKind,
    /// The default, or nothing where it depends on other parameters.
    pub default: Option<ParamValue>,
    /// How the default depends on other parameters, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_rule: Option<&'static str>,
}

/// What values a parameter takes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ParameterKind {
    /// A whole number.
    Integer {
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
        /// Step of the page's knob; values between steps are allowed.
        step: u64,
        /// The only values, if not all from `min` to `max`.
        #[serde(skip_serializing_if = "<[u64]>::is_empty")]
        allowed: &'static [u64],
    },
    /// One of several words. Where these are `on` and `off`, `true`, `false`, 1 and 0 are taken for them.
    Enumeration {
        /// The words.
        choices: Vec<Choice>,
    },
    /// A list of index definitions such as `b`, `e(10)` and `k,id`.
    IndexList {
        /// The most entries.
        max_items: usize,
    },
    /// A built-in table by name, or columns.
    Table {
        /// The built-in tables.
        choices: Vec<Choice>,
    },
    /// A text, such as a listing that is pasted.
    Text {
        /// The most bytes.
        max_bytes: usize,
    },
    /// A list of transactions.
    Transactions {
        /// The most transactions.
        max_items: usize,
    },
}

/// The words of an enumeration that stands for a switch.
pub(super) const SWITCH: [&str; 2] = ["off", "on"];

/// One word of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The word in documents.
    pub value: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence: what it is.
    pub sentence: &'static str,
}

impl ParameterKind {
    /// A whole number from `min` to `max`, with the knob's `step`.
    pub fn integer(min: u64, max: u64, step: u64) -> Self {
        Self::Integer { min, max, step, allowed: &[] }
    }

    /// One of several words.
    pub fn enumeration(choices: &[Choice]) -> Self {
        Self::Enumeration { choices: choices.to_vec() }
    }

    /// Whether the words are those of a switch.
    pub fn is_switch(&self) -> bool {
        let Self::Enumeration { choices } = self else { return false };
        choices.len() == SWITCH.len()
            && SWITCH.iter().all(|word| choices.iter().any(|choice| choice.value == *word))
    }
}

impl Choice {
    /// A word of an enumeration, with its name and what it is.
    pub const fn new(value: &'static str, title: &'static str, sentence: &'static str) -> Self {
        Self { value, title, sentence }
    }
}

impl MetricSpec {
    /// A metric of four parts; `kind` is `counted`, `simulated`, `scaled` or `measured`.
    pub const fn new(
        name: &'static str,
        unit: &'static str,
        kind: &'static str,
        meaning: &'static str,
    ) -> Self {
        Self { name, unit, kind, meaning }
    }

    /// A metric that is counted.
    pub const fn counted(name: &'static str, unit: &'static str, meaning: &'static str) -> Self {
        Self::new(name, unit, "counted", meaning)
    }
}

/// A metric that a lab's runs give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MetricSpec {
    /// Name in reports; a name in capitals after a dot stands for several, as in `redo_bytes.TYPE`.
    pub name: &'static str,
    /// Unit, such as `B`, or nothing.
    pub unit: &'static str,
    /// `counted`, `simulated`, `scaled` or `measured`.
    pub kind: &'static str,
    /// One sentence: what it counts.
    pub meaning: &'static str,
}

/// What the checks of documents need to know of a lab.
pub trait LabRules: Sync {
    /// The lab's description.
    fn description(&self) -> LabDescription;

    /// The default of a parameter whose [`ParameterSpec::default`] is nothing; `params` holds all the others.
    fn dependent_default(&self, name: &str, params: &Params) -> ParamValue;

    /// Checks what no parameter shows alone, such as whether the indexed columns exist.
    ///
    /// # Errors
    /// The path in the error starts with a parameter's name: `index[1]`.
    fn check(&self, params: &Params) -> Result<(), DocumentError>;
}

impl ParameterSpec {
    /// A parameter without unit, server variable and default, and not in sight.
    pub fn new(
        name: &'static str,
        title: &'static str,
        group: &'static str,
        consequence: &'static str,
        kind: ParameterKind,
    ) -> Self {
        let (in_sight, server_variable, unit) = (false, None, "");
        let (default, default_rule) = (None, None);
        Self { name, title, consequence, group, in_sight, server_variable, unit, kind, default, default_rule }
    }

    /// The same as a knob in sight.
    pub fn in_sight(self) -> Self {
        Self { in_sight: true, ..self }
    }

    /// The same with a unit.
    pub fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// The same with the server variable that it stands for.
    pub fn server_variable(self, name: &'static str) -> Self {
        Self { server_variable: Some(name), ..self }
    }

    /// The same with a default.
    pub fn default(self, value: ParamValue) -> Self {
        Self { default: Some(value), ..self }
    }

    /// The same with a default that depends on other parameters, as `rule` says in words.
    pub fn default_rule(self, rule: &'static str) -> Self {
        Self { default_rule: Some(rule), ..self }
    }

    /// Checks `value`, which stands at `path`, and brings it into its canonical form.
    pub fn parse(&self, path: &str, value: &Json) -> Result<ParamValue, DocumentError> {
        match &self.kind {
            ParameterKind::Integer { min, max, allowed, .. } => {
                parse_integer(path, value, (*min, *max), allowed).map(ParamValue::Integer)
            }
            kind @ ParameterKind::Enumeration { .. } if kind.is_switch() => parse_switch(path, value),
            ParameterKind::Enumeration { choices } => {
                let words: Vec<_> = choices.iter().map(|choice| choice.value).collect();
                word(path, value, &words).map(ParamValue::word)
            }
            ParameterKind::IndexList { max_items } => parse_index_list(path, value, *max_items),
            ParameterKind::Table { .. } => parse_table(path, value).map(ParamValue::Table),
            ParameterKind::Text { max_bytes } => parse_long_text(path, value, *max_bytes),
            ParameterKind::Transactions { max_items } => {
                transactions::parse(path, value, *max_items).map(ParamValue::Transactions)
            }
        }
    }
}

/// A parameter that is any whole number from `min` to `max`, with its default.
pub fn number(
    (name, title): (&'static str, &'static str),
    group: &'static str,
    consequence: &'static str,
    (min, max): (u64, u64),
    default: u64,
) -> ParameterSpec {
    let kind = ParameterKind::integer(min, max, 1);
    ParameterSpec::new(name, title, group, consequence, kind).default(ParamValue::Integer(default))
}

/// `on` or `off`, or what else says so.
fn parse_switch(path: &str, value: &Json) -> Result<ParamValue, DocumentError> {
    let number = check::as_whole(value).filter(|number| *number < 2);
    let stands_for = value.as_bool().map(usize::from).or(number.map(|number| number as usize));
    match stands_for {
        Some(position) => Ok(ParamValue::word(SWITCH[position])),
        None => word(path, value, &SWITCH).map(ParamValue::word),
    }
}

fn parse_long_text(path: &str, value: &Json, max_bytes: usize) -> Result<ParamValue, DocumentError> {
    let given = text(path, value, "what a file holds")?;
    if given.len() > max_bytes {
        let size = format!("a text of {} bytes", grouped(given.len() as u64));
        let allowed = format!("at most {} bytes", grouped(max_bytes as u64));
        return Err(DocumentError::new(path, size, allowed));
    }
    Ok(ParamValue::Text(given.to_owned()))
}

fn parse_integer(
    path: &str,
    value: &Json,
    (min, max): (u64, u64),
    allowed: &[u64],
) -> Result<u64, DocumentError> {
    if allowed.is_empty() {
        return whole(path, value, min, max);
    }
    let listed = || allowed.iter().map(|number| grouped(*number)).collect::<Vec<_>>().join(" or ");
    let number = check::as_whole(value).filter(|number| allowed.contains(number));
    number.ok_or_else(|| check::refuse(path, value, listed()))
}

fn parse_index_list(path: &str, value: &Json, max_items: usize) -> Result<ParamValue, DocumentError> {
    let what = "index definitions, such as [\"b\", \"e(10)\", \"k,id\"]";
    let entries = list(path, value, what)?;
    let max_items = max_items.min(MAX_INDEXES);
    if entries.len() > max_items {
        let given = format!("a list of {}", entries.len());
        return Err(DocumentError::new(path, given, format!("at most {max_items} indexes")));
    }
    let canonical = |(index, entry): (usize, &Json)| {
        let path = at_index(path, index);
        let definition = text(&path, entry, "an index such as \"b\", \"e(10)\" or \"k,id\"")?;
        index_list::canonical(definition).map_err(|allowed| check::refuse(&path, entry, allowed))
    };
    let texts: Result<Vec<String>, DocumentError> = entries.iter().enumerate().map(canonical).collect();
    texts.map(ParamValue::Words)
}

fn parse_table(path: &str, value: &Json) -> Result<TableChoice, DocumentError> {
    match value {
        Json::Object(_) => table::parse(path, value).map(TableChoice::Columns),
        Json::String(_) => {
            let name = word(path, value, &TableSpec::BUILT_IN).map_err(|error| DocumentError {
                allowed: format!("{}, or an object with columns", error.allowed),
                ..error
            })?;
            Ok(TableChoice::BuiltIn(name.to_owned()))
        }
        _ => {
            let names = TableSpec::BUILT_IN.join(", ");
            Err(check::refuse(path, value, format!("{names}, or an object with columns")))
        }
    }
}
