//! Experiment documents: what is filled in, what is refused and with which words, and that nothing else can happen.

use proptest::prelude::*;
use redo_lab::experiment::{self, Experiment, Json, parse_text};
use redo_lab::lab;
use serde_json::json;

fn complete(document: Json) -> Experiment {
    lab::complete(&document).unwrap_or_else(|error| panic!("{document}: {error}"))
}

fn refusal(document: Json) -> String {
    match lab::complete(&document) {
        Ok(experiment) => panic!("{document} is accepted: {}", experiment.to_json()),
        Err(error) => error.to_string(),
    }
}

fn with(parameter: &str, value: Json) -> Json {
    json!({ "lab": "redo-volume", "params": { parameter: value } })
}

#[test]
fn a_server_variable_is_answered_with_the_parameter_that_stands_for_it() {
    let document = json!({ "lab": "parallel-ddl", "params": { "innodb_redo_log_capacity": 1 } });
    assert_eq!(
        refusal(document),
        "params.innodb_redo_log_capacity: the key \"innodb_redo_log_capacity\" is not allowed: redo_log_bytes, which stands \
         for that server variable"
    );
}

#[test]
fn the_shortest_document_gets_every_default() {
    let experiment = complete(json!({ "lab": "redo-volume" }));
    assert_eq!(
        experiment.to_json(),
        json!({
            "version": 1, "lab": "redo-volume", "seed": 1,
            "params": {
                "table": "t0", "rows": 100_000, "index": ["b"], "ddl": "add-index", "insert_order": "primary-key",
                "sort_buffer_bytes": 1_048_576, "encoding": "physical", "compression": "none", "page_size": 16_384,
                "fill_factor": 100
            }
        })
    );
    assert_eq!(experiment.variants.len(), 1);
    assert_eq!(experiment.variants[0].label, "physical");
}

#[test]
fn numbers_may_be_whole_decimals() {
    let text = r#"{"lab": "redo-volume", "params": {"rows": 1e5, "page_size": 4096.0}, "seed": 7.0, "version": 1.0}"#;
    let experiment = complete(parse_text(text).unwrap());
    assert_eq!(experiment.params.integer("rows"), 100_000);
    assert!(experiment.to_json().to_string().contains(r#""rows":100000,"#));
}

#[test]
fn each_variant_has_its_overrides_and_a_label() {
    let encodings = ["physiological", "list-copy", "physical", "page-image", "unlogged"];
    let compare: Vec<Json> = encodings.iter().map(|encoding| json!({ "encoding": encoding })).collect();
    let experiment = complete(json!({ "lab": "redo-volume", "params": { "rows": 10 }, "compare": compare }));
    let labels: Vec<_> = experiment.variants.iter().map(|variant| variant.label.as_str()).collect();
    assert_eq!(labels, encodings);
    assert!(experiment.variants.iter().all(|variant| variant.params.integer("rows") == 10));
}

#[test]
fn labels_differ_and_tell_the_difference() {
    let compare = json!([
        { "page_size": 4096 }, { "page_size": 4096 }, {}, { "encoding": "page-image", "compression": "lz4" },
        { "table": "sbtest1" }, { "ddl": "add-primary-key" }, { "index": ["b", "b,a"] }, { "index": ["b"] }
    ]);
    let experiment = complete(json!({ "lab": "redo-volume", "compare": compare }));
    let labels: Vec<_> = experiment.variants.iter().map(|variant| variant.label.as_str()).collect();
    let expected = [
        "page size 4096",
        "page size 4096 (2)",
        "physical",
        "page-image, compression lz4",
        "sbtest1",
        "ddl add-primary-key",
        "index b; b,a",
        "index b",
    ];
    assert_eq!(labels, expected);
}

#[test]
fn the_default_index_follows_the_table_and_the_statement() {
    let compare = json!([
        { "table": "t0" }, { "table": "sbtest1" }, { "table": "mdev-19747" }, { "ddl": "add-primary-key" },
        { "table": { "columns": [{ "name": "x", "type": "INT" }, { "name": "y", "type": "INT" }], "primary_key": ["x"] } }
    ]);
    let experiment = complete(json!({ "lab": "redo-volume", "compare": compare }));
    let indexes: Vec<_> =
        experiment.variants.iter().map(|variant| variant.params.words("index").join(" ")).collect();
    assert_eq!(indexes, ["b", "c", "b c d e(10) f(4) g(5) h(5)", "", "y"]);
    // The filled-in document says the same when it is read again.
    let again = complete(experiment.to_json());
    assert_eq!(again, experiment);
}

#[test]
fn a_preset_lies_under_the_document() {
    let experiment = complete(json!({ "preset": "t0-1m", "seed": 9, "params": { "rows": 500 } }));
    assert_eq!((experiment.seed, experiment.params.integer("rows"), experiment.variants.len()), (9, 500, 5));
    assert!(!experiment.to_json().to_string().contains("preset"));
    let compare = json!([{ "page_size": 4096 }]);
    let experiment = complete(json!({ "preset": "t0-1m", "lab": "redo-volume", "compare": compare }));
    assert_eq!(experiment.variants[0].params.integer("rows"), 1_000_000);
    assert_eq!(experiment.variants.len(), 1);
}

#[test]
fn a_parameter_that_is_set_wins_over_what_the_preset_varies() {
    let encodings = |document: Json| -> Vec<String> {
        let of = |variant: &redo_lab::experiment::Variant| variant.params.word("encoding").to_owned();
        complete(document).variants.iter().map(of).collect()
    };
    assert_eq!(encodings(json!({ "preset": "t0-1m" })).len(), 5);
    assert_eq!(
        encodings(json!({ "preset": "t0-1m", "params": { "encoding": "page-image" } })),
        ["page-image"]
    );
    // What a document compares itself stays as it says.
    let compare = json!([{ "encoding": "physical" }, { "encoding": "unlogged" }]);
    let document = json!({ "preset": "t0-1m", "params": { "encoding": "page-image" }, "compare": compare });
    assert_eq!(encodings(document), ["physical", "unlogged"]);
    // What else a preset varies stays; its last variant keeps its own tracking.
    let document = json!({ "preset": "delay-feeds-the-replica", "params": { "sync_delay_us": 50 } });
    let variants = complete(document).variants;
    assert_eq!(variants.len(), 2);
    assert!(variants.iter().all(|variant| variant.params.integer("sync_delay_us") == 50));
}

#[test]
fn every_preset_completes() {
    let presets = experiment::presets();
    assert!(presets.len() >= 15);
    for preset in presets {
        let experiment = complete(preset.experiment.clone());
        assert_eq!(experiment.lab, preset.lab);
        assert_eq!(complete(json!({ "preset": preset.name })), experiment, "{}", preset.name);
        assert!(preset.sentence.ends_with('.') && preset.title.len() <= 70, "{}", preset.name);
    }
}

#[test]
fn wrong_documents_are_told_with_path_value_and_what_is_allowed() {
    let cases = [
        (json!([]), "experiment: [] is not allowed: an object"),
        (json!({}), "lab: null is not allowed: one of redo-volume"),
        (json!({ "lab": "redo" }), "lab: \"redo\" is not allowed: one of redo-volume"),
        (json!({ "lab": 5 }), "lab: 5 is not"),
        (
            json!({ "lab": "redo-volume", "parms": {} }),
            "parms: the key \"parms\" is not allowed: one of the keys version",
        ),
        (
            json!({ "lab": "redo-volume", "version": 2 }),
            "version: 2 is not allowed: at most 1; this experiment was made by a newer",
        ),
        (json!({ "lab": "redo-volume", "version": "1" }), "version: \"1\" is not allowed: 1"),
        (json!({ "lab": "redo-volume", "version": 0 }), "version: 0 is not allowed: 1"),
        (json!({ "lab": "redo-volume", "seed": -1 }), "seed: -1 is not allowed: a whole number from 0"),
        (json!({ "lab": "redo-volume", "params": 5 }), "params: 5 is not allowed: an object"),
        (json!({ "lab": "redo-volume", "compare": [] }), "compare: a list of 0 is not allowed: 1 to 8"),
        (json!({ "lab": "redo-volume", "compare": {} }), "compare: {} is not allowed: a list of"),
        (
            json!({ "lab": "redo-volume", "compare": vec![json!({}); 9] }),
            "compare: a list of 9 is not allowed",
        ),
        (json!({ "lab": "redo-volume", "compare": [{}, 5] }), "compare[1]: 5 is not allowed: an object"),
        (json!({ "preset": "nothing" }), "preset: \"nothing\" is not allowed: one of t0-10k"),
        (
            json!({ "preset": "t0-10k", "lab": "group-commit" }),
            "lab: \"group-commit\" is not allowed: redo-volume",
        ),
        (with("rows", json!(0)), "params.rows: 0 is not allowed: a whole number from 1 to 2,000,000"),
        (with("rows", json!(1_000_000_000_000_u64)), "params.rows: 1000000000000 is not allowed"),
        (with("rows", json!(1e12)), "params.rows: 1000000000000.0 is not allowed"),
        (with("rows", json!("10")), "params.rows: \"10\" is not allowed"),
        (with("rows", json!(1.5)), "params.rows: 1.5 is not allowed"),
        (with("rows", json!(null)), "params.rows: null is not allowed"),
        (
            with("fill_factor", json!(0)),
            "params.fill_factor: 0 is not allowed: a whole number from 10 to 100",
        ),
        (with("page_size", json!(5000)), "params.page_size: 5000 is not allowed: 4,096 or 8,192 or"),
        (with("encoding", json!("page_image")), "did you mean page-image?"),
        (with("row", json!(5)), "params.row: the key \"row\" is not allowed: one of the keys table, rows"),
        (
            with("table", json!("t1")),
            "params.table: \"t1\" is not allowed: one of t0, sbtest1, mdev-19747; did you mean t0?, or",
        ),
        (with("index", json!("b")), "params.index: \"b\" is not allowed: a list of index definitions"),
        (
            with("index", json!(["b", "z"])),
            "params.index[1]: \"z\" is not allowed: one of the columns of t0: a, b",
        ),
        (with("index", json!([5])), "params.index[0]: 5 is not allowed"),
        (
            with("index", json!([])),
            "params.index: [] is not allowed: at least one index when ddl is add-index",
        ),
        (
            json!({ "lab": "redo-volume", "params": { "index": ["b"] }, "compare": [{}, { "table": "sbtest1" }] }),
            "params.index[0]: \"b\" is not allowed: one of the columns of sbtest1:",
        ),
        (
            json!({ "lab": "redo-volume", "compare": [{}, {}, { "encoding": "zip" }] }),
            "compare[2].encoding: \"zip\" is not allowed: one of physiological, list-copy",
        ),
        (
            json!({ "lab": "redo-volume", "compare": [{}, { "index": ["k"] }] }),
            "compare[1].index[0]: \"k\" is not allowed",
        ),
    ];
    for (document, expected) in cases {
        let message = refusal(document.clone());
        assert!(message.contains(expected), "{document}\n gives {message}\n not {expected}");
    }
}

#[test]
fn a_record_must_fit_half_a_page() {
    let table = json!({ "columns": [
        { "name": "id", "type": "INT" }, { "name": "text", "type": "VARCHAR(3000)" }
    ], "primary_key": ["id"] });
    let document = |page_size: u64, index: &str| {
        let params = json!({ "table": table, "page_size": page_size, "index": [index] });
        json!({ "lab": "redo-volume", "params": params })
    };
    complete(document(16_384, "text"));
    let message = refusal(document(4096, "text(10)"));
    assert!(
        message.starts_with("params.table: a row of 2 columns is not allowed: records of at most 1982 bytes"),
        "{message}"
    );
    let table = json!({ "columns": [{ "name": "text", "type": "CHAR(255)" }] });
    let index = json!(["text"]);
    complete(
        json!({ "lab": "redo-volume", "params": { "table": table, "page_size": 4096, "index": index } }),
    );
}

#[test]
fn what_a_statement_needs_must_be_there() {
    let heap = json!({ "columns": [{ "name": "x", "type": "INT" }] });
    let params = json!({ "table": heap, "ddl": "add-primary-key" });
    let message = refusal(json!({ "lab": "redo-volume", "params": params }));
    assert!(message.starts_with("params.ddl: \"add-primary-key\" is not allowed"), "{message}");
    let params = json!({ "ddl": "insert", "index": [], "insert_order": "index" });
    let message = refusal(json!({ "lab": "redo-volume", "params": params }));
    assert!(message.starts_with("params.insert_order: \"index\" is not allowed"), "{message}");
}

#[test]
fn the_schema_names_every_parameter_and_resolves() {
    let schema = lab::schema();
    let properties = |place: usize| {
        &schema["$defs"]["experiment"]["allOf"][place]["then"]["properties"]["params"]["properties"]
    };
    for (place, lab) in lab::descriptions().iter().enumerate() {
        let properties = properties(place);
        for parameter in &lab.parameters {
            assert!(properties[parameter.name].is_object(), "{}", parameter.name);
            assert!(!parameter.consequence.is_empty() && !parameter.title.is_empty());
            assert!(parameter.default.is_some() != parameter.default_rule.is_some(), "{}", parameter.name);
        }
        assert!(lab.parameters.iter().filter(|parameter| parameter.in_sight).count() <= 4);
        assert!(lab.parameter(lab.label_parameter).is_some());
    }
    assert_eq!(properties(0)["page_size"]["enum"], json!([4096, 8192, 16_384, 32_768, 65_536]));
    assert!(schema["$defs"]["report"]["properties"]["runs"].is_object());
}

fn group_commit(parameter: &str, value: Json) -> Json {
    json!({ "lab": "group-commit", "params": { parameter: value } })
}

#[test]
fn a_switch_is_also_written_as_true_false_and_a_number() {
    let word = |value: Json| {
        complete(group_commit("preserve_commit_order", value)).params.word("preserve_commit_order").to_owned()
    };
    for (on, off) in [("on".into(), "off".into()), (json!(true), json!(false)), (json!(1), json!(0))] {
        assert_eq!((word(on), word(off)), ("on".to_owned(), "off".to_owned()));
    }
    for wrong in [json!(2), json!("yes"), json!(null), json!([true])] {
        let message = refusal(group_commit("preserve_commit_order", wrong));
        assert!(message.contains("is not allowed: one of off, on"), "{message}");
    }
    let message = refusal(group_commit("tracking", json!(true)));
    assert!(message.contains("is not allowed: one of commit-order, writeset, writeset-session"), "{message}");
}

#[test]
fn a_workload_of_ones_own_is_labelled_by_its_size() {
    let listing = "last_committed=0 sequence_number=1\nlast_committed=1 sequence_number=2\n";
    let compare = json!([
        {}, { "own_binlog": listing }, { "own_transactions": [{ "rows": ["t:1"] }, {}] },
        { "own_transactions": [{ "ddl": true }] }
    ]);
    let experiment = complete(json!({ "lab": "group-commit", "compare": compare }));
    let labels: Vec<_> = experiment.variants.iter().map(|variant| variant.label.as_str()).collect();
    let expected = [
        "commit-order",
        "own binlog 2 lines",
        "own transactions 2 transactions",
        "own transactions 1 transaction",
    ];
    assert_eq!(labels, expected);
    assert_eq!(complete(experiment.to_json()), experiment);
    assert_eq!(experiment.variants[1].params.text("own_binlog"), listing);
    assert_eq!(experiment.variants[2].params.transactions("own_transactions")[1].session, 2);
}

#[test]
fn a_workload_of_ones_own_that_cannot_be_used_is_told_with_its_place() {
    let cases = [
        (
            group_commit("own_binlog", json!(5)),
            "params.own_binlog: 5 is not allowed: what a file holds, as text",
        ),
        (
            group_commit("own_binlog", "x".repeat(1_000_001).into()),
            "params.own_binlog: a text of 1,000,001 bytes is not allowed: at most 1,000,000 bytes",
        ),
        (
            group_commit("own_transactions", vec![json!({}); 10_001].into()),
            "params.own_transactions: a list of 10,001 is not allowed: at most 10,000 transactions",
        ),
        (
            group_commit("own_transactions", json!([{ "rows": ["t"] }])),
            "params.own_transactions[0].rows[0]: \"t\" is not allowed: a row needs a table, a colon and a key",
        ),
        (
            json!({ "lab": "group-commit", "params": { "own_binlog": "x", "own_transactions": [{}] } }),
            "params.own_binlog: 1 line is not allowed: nothing beside own_transactions",
        ),
        (
            json!({ "lab": "group-commit", "params": { "goal": "max-tps-without-lag", "own_binlog": "x" } }),
            "params.goal: max-tps-without-lag is not allowed: run with a workload of one's own",
        ),
        (
            json!({ "lab": "group-commit", "params": { "goal": "max-tps-without-lag", "replica_crash_at_ms": 5 } }),
            "params.replica_crash_at_ms: 5 is not allowed: 0 when goal is max-tps-without-lag",
        ),
        (
            group_commit("binlog_group_commit_sync_delay", json!(10)),
            "is not allowed: sync_delay_us, which stands for that server variable",
        ),
    ];
    for (document, expected) in cases {
        let message = refusal(document);
        assert!(message.contains(expected), "{message}\n not {expected}");
    }
}

#[test]
fn a_listing_of_a_million_bytes_fits_a_document() {
    let line = "#240101 10:00:00 server id 1 \tGTID\tlast_committed=3\tsequence_number=5\n";
    let document = group_commit("own_binlog", line.repeat(1_000_000 / line.len()).into());
    let read = parse_text(&document.to_string()).unwrap();
    assert_eq!(complete(read), complete(document));
}

/// Any JSON value, some of it with keys and words of real documents.
fn any_json() -> impl Strategy<Value = Json> {
    let word = prop::sample::select(vec![
        "version",
        "lab",
        "preset",
        "seed",
        "params",
        "compare",
        "table",
        "rows",
        "index",
        "columns",
        "primary_key",
        "name",
        "type",
        "redo-volume",
        "t0-10k",
        "t0",
        "INT",
        "VARCHAR(20)",
        "b",
        "e(10)",
        "k,id",
        "ddl",
        "insert",
        "\u{0}é\n",
        "",
    ]);
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<f64>().prop_map(Json::from),
        (0_u64..100).prop_map(Json::from),
        word.clone().prop_map(Json::from),
        "\\PC{0,80}".prop_map(Json::from),
    ];
    leaf.prop_recursive(5, 64, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::from),
            prop::collection::vec((word.clone(), inner), 0..8).prop_map(|entries| entries
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect()),
        ]
    })
}

/// Documents that are mostly right.
fn likely_document() -> impl Strategy<Value = Json> {
    let table = prop_oneof![
        prop::sample::select(vec!["t0", "sbtest1", "mdev-19747"]).prop_map(Json::from),
        prop::sample::select(vec!["INT", "bigint", "CHAR(30)", "VARCHAR(9)", "DATETIME"]).prop_map(
            |kind| json!({ "columns": [{ "name": "b", "type": kind }, { "name": "c", "type": "INT", "nullable": true }] })
        ),
    ];
    let index = prop::sample::subsequence(vec!["b", "c", "b,a", "c(5)", "k , id"], 0..3);
    let ddl = prop::sample::select(vec!["add-index", "add-primary-key", "rebuild", "insert"]);
    let params = (
        prop::option::of(table),
        prop::option::of(index),
        prop::option::of(ddl),
        prop::option::of(1_u64..5000),
    );
    let params = params.prop_map(|(table, index, ddl, rows)| {
        let mut params = serde_json::Map::new();
        let mut put =
            |key: &str, value: Option<Json>| value.map(|value| params.insert(key.to_owned(), value));
        put("table", table);
        put("index", index.map(Json::from));
        put("ddl", ddl.map(Json::from));
        put("rows", rows.map(Json::from));
        Json::Object(params)
    });
    (params.clone(), prop::collection::vec(params, 0..4)).prop_map(|(params, compare)| {
        let mut document = json!({ "lab": "redo-volume", "params": params });
        if !compare.is_empty() {
            document["compare"] = compare.into();
        }
        document
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn any_value_completes_or_is_refused(
        document in any_json(),
        key in prop::sample::select(vec!["params", "compare", "seed", "version", "preset"]),
    ) {
        let _ = lab::complete(&document);
        let inside = json!({ "lab": "redo-volume", key: document });
        if let Err(error) = lab::complete(&inside) {
            prop_assert!(error.value.chars().count() <= 63, "{}", error);
            prop_assert!(!error.path.is_empty());
        }
    }

    #[test]
    fn any_parameter_value_completes_or_is_refused(value in any_json(), position in 0_usize..10) {
        let name = lab::descriptions()[0].parameters[position].name;
        let _ = lab::complete(&with(name, value));
    }

    #[test]
    fn any_own_workload_completes_or_is_refused(value in any_json(), position in 0_usize..3) {
        let name = ["own_transactions", "own_binlog", "preserve_commit_order"][position];
        let _ = lab::complete(&group_commit(name, value.clone()));
        let keys = experiment::TransactionSpec::KEYS.map(|key| (key.to_owned(), value.clone()));
        let transaction = keys.into_iter().collect::<serde_json::Map<_, _>>();
        let _ = lab::complete(&group_commit("own_transactions", json!([transaction, { "rows": [value] }])));
    }

    #[test]
    fn completing_twice_is_completing_once(document in likely_document()) {
        if let Ok(experiment) = lab::complete(&document) {
            let again = lab::complete(&experiment.to_json());
            prop_assert_eq!(again, Ok(experiment));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        if let Ok(value) = parse_text(&text) {
            let _ = lab::complete(&value);
        }
    }
}
