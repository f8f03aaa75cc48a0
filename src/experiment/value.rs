//! Values of parameters after they were checked.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{TableSpec, TransactionSpec};
use crate::base::grouped;

/// A parameter's value, checked and in its canonical form.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum ParamValue {
    /// A whole number.
    Integer(u64),
    /// A word of an enumeration.
    Word(String),
    /// A list of texts.
    Words(Vec<String>),
    /// A table.
    Table(TableChoice),
    /// A text of any length, such as a listing.
    Text(String),
    /// Transactions of a learner's own.
    Transactions(Vec<TransactionSpec>),
}

impl ParamValue {
    /// A word.
    pub fn word(word: &str) -> Self {
        Self::Word(word.to_owned())
    }

    /// A list of texts.
    pub fn words(words: &[&str]) -> Self {
        Self::Words(words.iter().map(|word| (*word).to_owned()).collect())
    }

    /// The value as a label shows it: `100000`, `page-image`, `b; k,id`, `columns`. Of what is long it says how much: `12 lines`,
    /// `8 transactions`.
    pub fn label(&self) -> String {
        match self {
            Self::Integer(number) => number.to_string(),
            Self::Word(word) => word.clone(),
            Self::Words(words) if words.is_empty() => "none".to_owned(),
            Self::Words(words) => words.join("; "),
            Self::Table(choice) => choice.spec().name,
            Self::Text(text) => counted(text.lines().count(), "line"),
            Self::Transactions(transactions) => counted(transactions.len(), "transaction"),
        }
    }
}

/// `none`, `1 line`, `1,200 lines`.
fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => "none".to_owned(),
        1 => format!("1 {noun}"),
        _ => format!("{} {noun}s", grouped(count as u64)),
    }
}

/// A table as a document gives it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum TableChoice {
    /// One of [`TableSpec::BUILT_IN`], by name.
    BuiltIn(String),
    /// Columns of the learner's own.
    Columns(TableSpec),
}

impl TableChoice {
    /// The table's columns and key.
    ///
    /// # Panics
    /// If a built-in table's name is none of [`TableSpec::BUILT_IN`]; checked documents hold no other.
    pub fn spec(&self) -> TableSpec {
        match self {
            Self::BuiltIn(name) => TableSpec::built_in(name).expect("the name of a built-in table"),
            Self::Columns(spec) => spec.clone(),
        }
    }
}

/// Parameters by name, in the order of the lab's description.
///
/// Reading a parameter that the lab does not have, or as another kind than it is, is a mistake in the lab and panics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Params(Vec<(&'static str, ParamValue)>);

impl Params {
    /// The value of `name`, if it is there.
    pub fn get(&self, name: &str) -> Option<&ParamValue> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Sets `name`; a value that was there keeps its place.
    pub fn set(&mut self, name: &'static str, value: ParamValue) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, place)) => *place = value,
            None => self.0.push((name, value)),
        }
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &ParamValue)> {
        self.0.iter().map(|(name, value)| (*name, value))
    }

    /// The whole number `name`.
    pub fn integer(&self, name: &str) -> u64 {
        match self.get(name) {
            Some(ParamValue::Integer(number)) => *number,
            other => panic!("parameter {name} is no whole number but {other:?}"),
        }
    }

    /// The word `name`.
    pub fn word(&self, name: &str) -> &str {
        match self.get(name) {
            Some(ParamValue::Word(word)) => word,
            other => panic!("parameter {name} is no word but {other:?}"),
        }
    }

    /// The list `name`.
    pub fn words(&self, name: &str) -> &[String] {
        match self.get(name) {
            Some(ParamValue::Words(words)) => words,
            other => panic!("parameter {name} is no list but {other:?}"),
        }
    }

    /// The table `name`.
    pub fn table(&self, name: &str) -> TableSpec {
        match self.get(name) {
            Some(ParamValue::Table(choice)) => choice.spec(),
            other => panic!("parameter {name} is no table but {other:?}"),
        }
    }

    /// The text `name`.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(ParamValue::Text(text)) => text,
            other => panic!("parameter {name} is no text but {other:?}"),
        }
    }

    /// The transactions `name`.
    pub fn transactions(&self, name: &str) -> &[TransactionSpec] {
        match self.get(name) {
            Some(ParamValue::Transactions(transactions)) => transactions,
            other => panic!("parameter {name} is no list of transactions but {other:?}"),
        }
    }

    /// The parameters as a JSON object.
    pub fn to_json(&self) -> serde_json::Map<String, super::Json> {
        let value = |value: &ParamValue| serde_json::to_value(value).expect("parameters are plain JSON");
        self.iter().map(|(name, parameter)| (name.to_owned(), value(parameter))).collect()
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
