//! The document itself: reading, filling in, and the variants that it asks for.

use serde::Serialize;
use serde_json::{Map, Value};

use super::check::{at_index, at_key, list, object, only_keys, refuse, text, whole, word};
use super::presets::presets;
use super::{LabDescription, LabRules, ParamValue, Params};
use crate::base::{DocumentError, grouped};

/// The version of the experiment document that this engine writes, and the highest that it reads.
pub const DOCUMENT_VERSION: u64 = 1;

/// The most variants of one experiment.
pub const MAX_VARIANTS: usize = 8;

/// The largest seed: the largest whole number below which JavaScript skips none.
const MAX_SEED: u64 = (1 << 53) - 1;

/// The seed of a document that names none.
const DEFAULT_SEED: u64 = 1;

/// An experiment, complete: every parameter has its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Experiment {
    /// Version of the document.
    pub version: u64,
    /// Name of the lab.
    pub lab: String,
    /// Seed of everything that is drawn at random.
    pub seed: u64,
    /// The parameters that variants override.
    pub params: Params,
    /// The overrides, one variant each; empty for a single run. A default that depends on an overridden parameter and so
    /// differs from `params` stands here too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub compare: Vec<Params>,
    /// The runs that the document asks for, 1 to [`MAX_VARIANTS`].
    #[serde(skip)]
    pub variants: Vec<Variant>,
}

/// One run of an experiment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    /// What tells it from the others, different for each.
    pub label: String,
    /// Its parameters, all of them.
    pub params: Params,
}

impl Experiment {
    /// Checks a document for one of `labs` and fills in everything that is absent.
    ///
    /// # Errors
    /// The first thing that is wrong, with its path.
    pub fn complete(document: &Value, labs: &[&dyn LabRules]) -> Result<Self, DocumentError> {
        let document = object("experiment", document, "a lab and its params")?;
        check_version(document)?;
        only_keys("", document, &["version", "lab", "preset", "seed", "params", "compare"])?;
        let document = &with_preset(document)?;
        let rules = find_lab(document, labs)?;
        let lab = Lab { rules, description: rules.description() };
        let seed = document.get("seed").map_or(Ok(DEFAULT_SEED), |seed| whole("seed", seed, 0, MAX_SEED))?;
        let given =
            document.get("params").map_or(Ok(Params::default()), |params| lab.parse("params", params))?;
        let overrides =
            document.get("compare").map_or(Ok(Vec::new()), |compare| lab.parse_compare(compare))?;
        let params = lab.filled_in(&given, &Params::default());
        let mut experiment = Self {
            version: DOCUMENT_VERSION,
            lab: lab.description.name.to_owned(),
            seed,
            params,
            compare: Vec::new(),
            variants: Vec::new(),
        };
        for (index, overrides) in overrides.iter().enumerate() {
            experiment.add_variant(&lab, &given, overrides, &at_index("compare", index))?;
        }
        if overrides.is_empty() {
            let params = experiment.params.clone();
            lab.check(&params, &Params::default(), "compare")?;
            experiment.variants.push(Variant { label: lab.label(&Params::default(), &params), params });
        }
        experiment.make_labels_differ();
        Ok(experiment)
    }

    fn add_variant(
        &mut self,
        lab: &Lab,
        given: &Params,
        overrides: &Params,
        path: &str,
    ) -> Result<(), DocumentError> {
        let params = lab.filled_in(given, overrides);
        lab.check(&params, overrides, path)?;
        let mut canonical = Params::default();
        for (name, value) in params.iter() {
            if overrides.get(name).is_some() || self.params.get(name) != Some(value) {
                canonical.set(name, value.clone());
            }
        }
        self.variants.push(Variant { label: lab.label(&canonical, &params), params });
        self.compare.push(canonical);
        Ok(())
    }

    /// Numbers labels that stand more than once: `physical`, `physical (2)`.
    fn make_labels_differ(&mut self) {
        for index in 1..self.variants.len() {
            let (before, rest) = self.variants.split_at_mut(index);
            let is_taken = |label: &str| before.iter().any(|variant| variant.label == label);
            let label = rest[0].label.clone();
            let mut number = 2;
            while is_taken(&rest[0].label) {
                rest[0].label = format!("{label} ({number})");
                number += 1;
            }
        }
    }

    /// The document as JSON, with every value filled in.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("experiments are plain JSON")
    }
}

/// A number of bytes in the largest unit that it is a whole number of: `96 MiB`, or `500 MB` where millions were meant.
fn in_units(bytes: u64) -> String {
    const DECIMAL: [&str; 3] = ["MB", "GB", "TB"];
    const BINARY: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    if bytes > 0 && bytes.is_multiple_of(1_000_000) {
        return in_largest(bytes / 1_000_000, 1_000, &DECIMAL);
    }
    in_largest(bytes, 1_024, &BINARY)
}

/// A number of the first of `units`, each `step` times the one before, in the largest that it is a whole number of.
fn in_largest(mut number: u64, step: u64, units: &[&str]) -> String {
    let mut unit = 0;
    while number != 0 && number.is_multiple_of(step) && unit + 1 < units.len() {
        number /= step;
        unit += 1;
    }
    format!("{} {}", grouped(number), units[unit])
}

fn check_version(document: &Map<String, Value>) -> Result<(), DocumentError> {
    let Some(version) = document.get("version") else { return Ok(()) };
    match super::check::as_whole(version) {
        Some(DOCUMENT_VERSION) => Ok(()),
        Some(newer) if newer > DOCUMENT_VERSION => {
            let allowed = format!(
                "at most {DOCUMENT_VERSION}; this experiment was made by a newer Redo Lab, please open it with that"
            );
            Err(refuse("version", version, allowed))
        }
        _ => Err(refuse("version", version, DOCUMENT_VERSION.to_string())),
    }
}

/// The document with the preset that it names put under it: its own params override the preset's one by one, its own
/// `seed` and `compare` replace the preset's.
fn with_preset(document: &Map<String, Value>) -> Result<Map<String, Value>, DocumentError> {
    let Some(name) = document.get("preset") else { return Ok(document.clone()) };
    let name = text("preset", name, "the name of a preset")?;
    let presets = presets();
    let names: Vec<&str> = presets.iter().map(|preset| preset.name.as_str()).collect();
    let chosen = word("preset", &name.into(), &names)?;
    let preset = presets.iter().find(|preset| preset.name == chosen).expect("the name is one of these");
    if let Some(lab) = document.get("lab").filter(|lab| lab.as_str() != Some(&preset.lab)) {
        return Err(refuse("lab", lab, format!("{}, the lab of preset {name}", preset.lab)));
    }
    let mut merged = object("preset", &preset.experiment, "an experiment")?.clone();
    for (key, value) in document {
        match (key.as_str(), merged.get_mut(key), value) {
            ("preset", ..) => {}
            ("params", Some(Value::Object(under)), Value::Object(over)) => under.extend(over.clone()),
            _ => drop(merged.insert(key.clone(), value.clone())),
        }
    }
    if let (None, Some(Value::Object(over))) = (document.get("compare"), document.get("params")) {
        settle(&mut merged, over);
    }
    Ok(merged)
}

/// Takes parameters that a document sets out of what its preset varies, or they would be overridden again. Variants that then are the
/// same become one, and one alone is no comparison.
fn settle(merged: &mut Map<String, Value>, over: &Map<String, Value>) {
    let Some(Value::Array(compare)) = merged.get_mut("compare") else { return };
    let mut kept: Vec<Value> = Vec::new();
    for entry in compare.iter_mut() {
        if let Value::Object(varied) = entry {
            varied.retain(|name, _| !over.contains_key(name));
        }
        if !kept.contains(entry) {
            kept.push(entry.clone());
        }
    }
    match &kept[..] {
        [Value::Object(only)] => {
            let only = only.clone();
            merged.remove("compare");
            if let Some(Value::Object(params)) = merged.get_mut("params") {
                params.extend(only);
            }
        }
        _ => *compare = kept,
    }
}

fn find_lab<'a>(
    document: &Map<String, Value>,
    labs: &[&'a dyn LabRules],
) -> Result<&'a dyn LabRules, DocumentError> {
    let names: Vec<&str> = labs.iter().map(|lab| lab.description().name).collect();
    let name = word("lab", document.get("lab").unwrap_or(&Value::Null), &names)?;
    let position = names.iter().position(|known| *known == name).expect("the name is one of these");
    Ok(labs[position])
}

/// A lab with its description at hand.
struct Lab<'a> {
    rules: &'a dyn LabRules,
    description: LabDescription,
}

impl Lab<'_> {
    /// Reads an object of parameters.
    fn parse(&self, path: &str, value: &Value) -> Result<Params, DocumentError> {
        let given = object(path, value, "parameters")?;
        self.refuse_server_variables(path, given)?;
        only_keys(path, given, &self.description.parameter_names())?;
        let mut params = Params::default();
        for spec in &self.description.parameters {
            if let Some(value) = given.get(spec.name) {
                params.set(spec.name, spec.parse(&at_key(path, spec.name), value)?);
            }
        }
        Ok(params)
    }

    /// Tells who writes a server's variable which parameter stands for it.
    fn refuse_server_variables(&self, path: &str, given: &Map<String, Value>) -> Result<(), DocumentError> {
        let stands_for = |key: &str| {
            self.description
                .parameters
                .iter()
                .find(|spec| spec.server_variable == Some(key) && spec.name != key)
        };
        match given.keys().find_map(|key| Some((key, stands_for(key)?))) {
            None => Ok(()),
            Some((key, spec)) => {
                let allowed = format!("{}, which stands for that server variable", spec.name);
                Err(DocumentError::new(at_key(path, key), format!("the key \"{key}\""), allowed))
            }
        }
    }

    fn parse_compare(&self, value: &Value) -> Result<Vec<Params>, DocumentError> {
        let what = format!("1 to {MAX_VARIANTS} objects, each with the parameters that one run changes");
        let entries = list("compare", value, &what)?;
        if entries.is_empty() || entries.len() > MAX_VARIANTS {
            let given = format!("a list of {}", entries.len());
            return Err(DocumentError::new("compare", given, what));
        }
        entries
            .iter()
            .enumerate()
            .map(|(index, entry)| self.parse(&at_index("compare", index), entry))
            .collect()
    }

    /// `given` under `overrides`, with the defaults of everything else, in the order of the description.
    fn filled_in(&self, given: &Params, overrides: &Params) -> Params {
        let mut known = Params::default();
        for spec in &self.description.parameters {
            let value = overrides.get(spec.name).or(given.get(spec.name)).or(spec.default.as_ref());
            if let Some(value) = value {
                known.set(spec.name, value.clone());
            }
        }
        let mut filled = Params::default();
        for spec in &self.description.parameters {
            let value = known.get(spec.name).cloned();
            filled.set(spec.name, value.unwrap_or_else(|| self.rules.dependent_default(spec.name, &known)));
        }
        filled
    }

    /// The lab's own checks; a path in their error is put under the place where the parameter stands.
    fn check(&self, params: &Params, overrides: &Params, path: &str) -> Result<(), DocumentError> {
        self.rules.check(params).map_err(|error| {
            let name = error.path.split(['.', '[']).next().unwrap_or_default();
            let place = if overrides.get(name).is_some() { path } else { "params" };
            DocumentError { path: format!("{place}.{}", error.path), ..error }
        })
    }

    fn is_in_bytes(&self, name: &str) -> bool {
        name.ends_with("_bytes") && self.description.parameter(name).is_some_and(|spec| spec.unit == "B")
    }

    /// What tells a variant from the others: the words of its overrides, and its numbers and lists with their names.
    /// Defaults that only follow from another override are left out.
    fn label(&self, overrides: &Params, params: &Params) -> String {
        let follows = |name: &str, value: &ParamValue| {
            let depends = self.description.parameter(name).is_some_and(|spec| spec.default.is_none());
            depends && self.rules.dependent_default(name, params) == *value
        };
        let part = |(name, value): (&str, &ParamValue)| match value {
            ParamValue::Word(word) if name == self.description.label_parameter => word.clone(),
            ParamValue::Table(_) => value.label(),
            ParamValue::Integer(bytes) if self.is_in_bytes(name) => {
                format!("{} {}", name.trim_end_matches("_bytes").replace('_', " "), in_units(*bytes))
            }
            _ => format!("{} {}", name.replace('_', " "), value.label()),
        };
        let told: Vec<String> =
            overrides.iter().filter(|(name, value)| !follows(name, value)).map(part).collect();
        if !told.is_empty() {
            return told.join(", ");
        }
        let all: Vec<String> = overrides.iter().map(part).collect();
        match all.is_empty() {
            false => all.join(", "),
            true => params.get(self.description.label_parameter).map_or_else(String::new, ParamValue::label),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::in_units;

    #[test]
    fn bytes_are_told_in_the_largest_unit_that_divides_them() {
        let told = [0, 1_000, 65_536, 96 << 20, 9_600 << 20, 3 << 40].map(in_units);
        assert_eq!(told, ["0 B", "1,000 B", "64 KiB", "96 MiB", "9,600 MiB", "3 TiB"]);
        let told = [2_000_000_000, 524_000_000, 1_500_000].map(in_units);
        assert_eq!(told, ["2 GB", "524 MB", "1,500,000 B"]);
    }
}
