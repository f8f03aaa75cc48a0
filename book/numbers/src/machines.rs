//! Numbers of the chapter about simulation: a queue that theory knows, and every machine's constants.

use redo_lab::experiment::{ParamValue, ParameterKind, Params, parse_text};
use redo_lab::lab::{complete, labs, machine};
use redo_lab::sim::{MILLISECOND, SingleServerQueues};
use redo_lab::study::{Origin, Place, Study, Value, studies};
use serde_json::json;

use crate::markdown::{Table, Values, grouped, ratio};
use crate::timed::bytes_text;

/// The machines that stand for a kind of computer, not for a study's server.
const GENERAL: [&str; 6] = ["server", "laptop", "cloud-volume", "spinning-disk", "ram-disk", "this-browser"];

/// The constants that a page measures on the machine of its reader.
const MEASURED: [&str; 8] = [
    "compare_ps",
    "copy_ps_per_byte",
    "merge_row_ns",
    "load_row_ns",
    "encode_record_ns",
    "checksum_ps_per_byte",
    "parse_record_ps",
    "apply_record_ns",
];

/// Every file of the chapter.
pub fn files(values: &mut Values) -> Vec<(&'static str, String)> {
    queue_values(values);
    vec![("machines.md", general()), ("machines-of-studies.md", of_studies()), ("networks.md", networks())]
}

/// Mean visits of customers who come at random, beside theory.
fn queue_values(values: &mut Values) {
    for arrivals in [500, 900] {
        let mut shop = SingleServerQueues::start(1, arrivals, 1_000, 1);
        shop.step(2_000_000);
        let visit = shop.model.mean_visit_ns();
        values.set(format!("sim-visit-{arrivals}"), format!("{} ms", ratio(visit, MILLISECOND, 2)));
        values.count(format!("sim-served-{arrivals}"), shop.model.served() / 1_000 * 1_000);
    }
}

/// Complete parameters of a lab on a machine or network.
fn params(lab: &str, name: &str, value: &str) -> Params {
    let document = json!({ "lab": lab, "params": { name: value } }).to_string();
    let document = parse_text(&document).expect("the document is JSON");
    complete(&document).expect("the document is right").variants[0].params.clone()
}

fn text(value: Option<&ParamValue>) -> String {
    match value {
        Some(ParamValue::Integer(number)) => grouped(*number),
        Some(ParamValue::Word(word)) => format!("`{word}`"),
        _ => "–".to_owned(),
    }
}

/// Names of the constants, `disk` among them.
fn constants() -> Vec<&'static str> {
    machine::parameters().iter().map(|spec| spec.name).filter(|name| *name != "machine").collect()
}

/// The machine of an experiment's run.
fn place_params(study: &Study, place: Place) -> Params {
    let entry =
        study.experiments.iter().find(|entry| entry.label == place.experiment).expect("a known experiment");
    let experiment = complete(&entry.document).expect("studies are right");
    experiment.variants[place.run].params.clone()
}

/// What studies say of constants: machine, constant, origin.
fn origins() -> Vec<(String, &'static str, Origin)> {
    let mut found = Vec::new();
    for study in studies() {
        for spec in &study.constants {
            let Value::Parameter(place, name) = spec.value else { continue };
            let params = place_params(&study, place);
            // A lab whose prices are its own has no machines.
            let Some(ParamValue::Word(machine)) = params.get("machine") else { continue };
            found.push((machine.to_string(), name, spec.origin));
        }
    }
    found
}

/// Whether one value is the other one rounded: at most a tenth from it.
fn is_near(value: Option<&ParamValue>, fitted: Option<&ParamValue>) -> bool {
    match (value, fitted) {
        (Some(ParamValue::Integer(value)), Some(ParamValue::Integer(fitted))) => {
            10 * value.abs_diff(*fitted) <= *fitted
        }
        _ => false,
    }
}

/// A constant's value, sizes in human form.
fn short(name: &str, value: Option<&ParamValue>) -> String {
    match value {
        Some(ParamValue::Integer(bytes)) if name.ends_with("_bytes") => bytes_text(*bytes),
        value => text(value),
    }
}

/// Machines for everyday experiments, and where each number comes from.
fn general() -> String {
    let origins = origins();
    let columns: Vec<Params> = GENERAL.iter().map(|name| params("parallel-ddl", "machine", name)).collect();
    let reference = params("parallel-ddl", "machine", "mariadb-reference");
    let mut table = Table::new(&[&["constant"], GENERAL.as_slice(), &["where from"]].concat(), "lrrrrrrl");
    for name in constants() {
        let is_fitted = origins.iter().any(|(machine, constant, origin)| {
            machine == "mariadb-reference" && *constant == name && *origin == Origin::Fitted
        });
        let is_rounded = is_near(columns[0].get(name), reference.get(name));
        let origin = if is_fitted && is_rounded { "rounded from the measured recoveries" } else { "assumed" };
        let last = if MEASURED.contains(&name) { "; browser measured" } else { "" };
        let mut cells = vec![format!("`{name}`")];
        cells.extend(columns.iter().map(|params| short(name, params.get(name))));
        cells.push(format!("{origin}{last}"));
        table.row(&cells);
    }
    table.file()
}

/// Machines of the studies: what differs from `server`.
fn of_studies() -> String {
    let origins = origins();
    let server = params("parallel-ddl", "machine", "server");
    let all = machine::parameters();
    let ParameterKind::Enumeration { choices } = &all[0].kind else { panic!("machines are words") };
    let mut table = Table::new(&["machine", "constant", "value", "server's", "where from"], "llrrl");
    for choice in choices.iter().filter(|choice| !GENERAL.contains(&choice.value)) {
        let params = params("parallel-ddl", "machine", choice.value);
        let mut machine = format!("`{}`", choice.value);
        for name in constants() {
            let known =
                origins.iter().find(|(machine, constant, _)| machine == choice.value && *constant == name);
            let origin = known.map_or(Origin::Assumed, |(.., origin)| *origin);
            if params.get(name) == server.get(name) && origin == Origin::Assumed {
                continue;
            }
            let origin = origin.name();
            let [value, servers] = [&params, &server].map(|params| short(name, params.get(name)));
            table.row(&[&machine, &format!("`{name}`"), &value, &servers, origin]);
            machine.clear();
        }
    }
    table.file()
}

/// The networks of the lab `replica-lag`.
fn networks() -> String {
    let lab = labs().into_iter().find(|lab| lab.description().name == "replica-lag").expect("a lab");
    let specs: Vec<_> =
        lab.description().parameters.into_iter().filter(|spec| spec.group == "Network").collect();
    let network = specs.iter().find(|spec| spec.name == "network").expect("a network");
    let ParameterKind::Enumeration { choices } = &network.kind else { panic!("networks are words") };
    let columns: Vec<Params> =
        choices.iter().map(|choice| params("replica-lag", "network", choice.value)).collect();
    let headings: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
    let alignment = format!("l{}l", "r".repeat(headings.len()));
    let mut table = Table::new(&[&["constant"], headings.as_slice(), &["what it does"]].concat(), &alignment);
    for spec in specs.iter().filter(|spec| spec.name != "network") {
        let mut cells = vec![format!("`{}`", spec.name)];
        cells.extend(columns.iter().map(|params| short(spec.name, params.get(spec.name))));
        cells.push(spec.consequence.to_owned());
        table.row(&cells);
    }
    table.file()
}
