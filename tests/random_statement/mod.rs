//! Random statements for property tests, as experiment documents: what fails shrinks to something that can be run from the
//! command line.
#![allow(dead_code)]

use proptest::collection::vec;
use proptest::prelude::*;
use redo_lab::lab;
use redo_lab::lab::redo_volume::RedoVolumeParams;
use serde_json::{Value, json};

/// Statements that are tested.
pub const STATEMENTS: [&str; 6] =
    ["add-index", "add-primary-key", "rebuild", "bulk-insert", "insert", "copy"];

/// A column before it knows its place in the table.
#[derive(Debug, Clone)]
struct RandomColumn {
    kind: Kind,
    values: &'static str,
    distinct: u32,
    null_pct: Option<u8>,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Int,
    BigInt,
    DateTime,
    Char(u16),
    /// Length of the type, and shortest and longest value.
    VarChar(u16, u16, u16),
}

/// Parameters of `redo-volume` with up to `max_rows` rows; without the encoding.
pub fn params(max_rows: u32) -> impl Strategy<Value = Value> {
    (table(), 1..=max_rows, statement_settings()).prop_map(|((table, index), rows, settings)| {
        let mut params = settings;
        params["table"] = table;
        params["rows"] = json!(rows);
        // The default of `index` is none when a primary key is added, which is a case worth having.
        if !(params["ddl"] == "add-primary-key" && index.len() % 2 == 1) {
            params["index"] = json!(index);
        }
        if params["ddl"] != "insert" {
            params["insert_order"] = json!("primary-key");
        }
        if params["ddl"] == "add-primary-key" && params["table"]["primary_key"] == json!([]) {
            params["ddl"] = json!("rebuild");
        }
        params
    })
}

/// The seed of an experiment.
pub fn seed() -> impl Strategy<Value = u64> {
    1..1_000_000_u64
}

/// The parameters with an encoding, as the engine takes them; `None` if records do not fit the page.
pub fn parsed(params: &Value, encoding: &str, compression: &str) -> Option<RedoVolumeParams> {
    let mut params = params.clone();
    params["encoding"] = json!(encoding);
    params["compression"] = json!(compression);
    match lab::complete(&json!({ "lab": "redo-volume", "params": params })) {
        Ok(experiment) => Some(RedoVolumeParams::new(&experiment.params).expect("a complete experiment")),
        Err(error) if error.to_string().contains("half of a page") => None,
        Err(error) => panic!("{params}: {error}"),
    }
}

fn statement_settings() -> impl Strategy<Value = Value> {
    let ddl = prop::sample::select(&STATEMENTS[..]);
    let page_size = prop::sample::select(&[4_096_u32, 8_192, 16_384, 32_768, 65_536][..]);
    let fill_factor = prop_oneof![Just(100_u32), 10..=100_u32];
    let sort_buffer = prop_oneof![Just(65_536_u32), 65_536..=1_048_576_u32];
    let insert_order = prop::sample::select(&["primary-key", "index", "random"][..]);
    (ddl, page_size, fill_factor, sort_buffer, insert_order).prop_map(
        |(ddl, page_size, fill_factor, sort_buffer, insert_order)| {
            json!({ "ddl": ddl, "page_size": page_size, "fill_factor": fill_factor,
                "sort_buffer_bytes": sort_buffer, "insert_order": insert_order })
        },
    )
}

/// A table and its secondary indexes.
fn table() -> impl Strategy<Value = (Value, Vec<String>)> {
    let built_in = prop_oneof![
        Just((json!("t0"), vec!["b"])),
        Just((json!("sbtest1"), vec!["k", "c(7),k"])),
        Just((json!("sbtest1"), vec!["c", "pad", "k"])),
        Just((json!("mdev-19747"), vec!["b", "c", "d", "e(10)", "f(4)", "g(5)", "h(5)"])),
    ];
    let built_in =
        built_in.prop_map(|(table, index)| (table, index.into_iter().map(str::to_owned).collect::<Vec<_>>()));
    prop_oneof![1 => built_in, 4 => table_of_columns()]
}

fn table_of_columns() -> impl Strategy<Value = (Value, Vec<String>)> {
    let columns = vec(column(), 1..6);
    let indexes = vec(vec((any::<prop::sample::Index>(), prop::option::of(1..300_u16)), 1..4), 1..4);
    (columns, unique_kind(), vec(any::<prop::sample::Index>(), 0..3), 0..4_usize, indexes).prop_map(
        |(mut columns, unique, others, unique_place, indexes)| {
            // Three tables in four have a primary key; one of its columns counts rows.
            let mut key = Vec::new();
            if unique_place < 3 {
                let place = unique_place.min(columns.len());
                columns.insert(
                    place,
                    RandomColumn { kind: unique, values: "sequential", distinct: 0, null_pct: None },
                );
                key = others.iter().map(|other| other.index(columns.len())).collect();
                key.insert(unique_place.min(key.len()), place);
                key.dedup();
                let mut seen = Vec::new();
                key.retain(|column| {
                    !seen.contains(column) && {
                        seen.push(*column);
                        true
                    }
                });
                key.iter().for_each(|&column| columns[column].null_pct = None);
            }
            let names: Vec<String> = (0..columns.len()).map(|place| format!("c{place}")).collect();
            let mut index: Vec<String> = Vec::new();
            for parts in &indexes {
                let definition = definition(parts, &columns);
                if !index.contains(&definition) {
                    index.push(definition);
                }
            }
            let primary_key: Vec<&String> = key.iter().map(|&column| &names[column]).collect();
            let columns: Vec<Value> =
                columns.iter().zip(&names).map(|(column, name)| column.document(name)).collect();
            (json!({ "columns": columns, "primary_key": primary_key }), index)
        },
    )
}

fn definition(parts: &[(prop::sample::Index, Option<u16>)], columns: &[RandomColumn]) -> String {
    let mut seen = Vec::new();
    let mut text: Vec<String> = Vec::new();
    for (place, prefix) in parts {
        let place = place.index(columns.len());
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        let longest = match columns[place].kind {
            Kind::Char(len) | Kind::VarChar(len, ..) => len,
            _ => 0,
        };
        text.push(match prefix.filter(|&prefix| prefix < longest) {
            Some(prefix) => format!("c{place}({prefix})"),
            None => format!("c{place}"),
        });
    }
    text.join(",")
}

/// A type whose values can count rows.
fn unique_kind() -> impl Strategy<Value = Kind> {
    let var_char = (7..60_u16).prop_flat_map(|longest| {
        (7..=longest).prop_map(move |shortest| Kind::VarChar(longest + 3, shortest, longest))
    });
    prop_oneof![
        Just(Kind::Int),
        Just(Kind::BigInt),
        Just(Kind::DateTime),
        (7..40_u16).prop_map(Kind::Char),
        var_char
    ]
}

fn column() -> impl Strategy<Value = RandomColumn> {
    let short = prop_oneof![1..40_u16, 1..400_u16];
    let var_char = (short, any::<(u16, u16)>()).prop_map(|(len, (shortest, longest))| {
        let longest = longest % (len + 1);
        Kind::VarChar(len, shortest % (longest + 1), longest)
    });
    let kind = prop_oneof![
        2 => Just(Kind::Int),
        1 => Just(Kind::BigInt),
        1 => Just(Kind::DateTime),
        2 => (1..100_u16).prop_map(Kind::Char),
        4 => var_char,
    ];
    let values = prop::sample::select(&["uniform", "uniform", "skewed", "sequential", "constant"][..]);
    let distinct = prop_oneof![Just(0_u32), 1..20_u32];
    (kind, values, distinct, prop::option::of(0..=100_u8))
        .prop_map(|(kind, values, distinct, null_pct)| RandomColumn { kind, values, distinct, null_pct })
}

impl RandomColumn {
    fn document(&self, name: &str) -> Value {
        let kind = match self.kind {
            Kind::Int => "INT".to_owned(),
            Kind::BigInt => "BIGINT".to_owned(),
            Kind::DateTime => "DATETIME".to_owned(),
            Kind::Char(len) => format!("CHAR({len})"),
            Kind::VarChar(len, ..) => format!("VARCHAR({len})"),
        };
        let mut column = json!({ "name": name, "type": kind, "values": self.values });
        if matches!(self.values, "uniform" | "skewed") {
            column["distinct"] = json!(self.distinct);
        }
        if let Kind::VarChar(_, shortest, longest) = self.kind {
            column["min_length"] = json!(shortest);
            column["max_length"] = json!(longest);
        }
        if let Some(null_pct) = self.null_pct {
            column["nullable"] = json!(true);
            column["null_pct"] = json!(null_pct);
        }
        column
    }
}
