//! The command line, as a learner and a script meet it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn redo_lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_redo-lab")).args(arguments).output().expect("the program starts")
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_redo-lab"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("the program reads its input");
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// The standard output of a command that succeeds and says nothing else.
fn success(arguments: &[&str]) -> String {
    let output = redo_lab(arguments);
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert!(output.status.success(), "{arguments:?}");
    text(&output.stdout).to_owned()
}

fn parsed(arguments: &[&str]) -> Value {
    serde_json::from_str(&success(arguments)).expect("JSON alone on standard output")
}

/// The one line that a command which is refused says.
fn refused(output: &Output) -> String {
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(text(&output.stdout), "");
    assert!(line.ends_with('\n') && line.lines().count() == 1, "{line}");
    line.trim_end().to_owned()
}

const SMALL: [&str; 5] = ["run", "--lab", "redo-volume", "--set", "rows=1000"];

fn small(more: &[&'static str]) -> Vec<&'static str> {
    SMALL.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn a_run_prints_the_report_alone() {
    let report = parsed(&small(&["--compare", "encoding=physical,page-image", "--seed", "3"]));
    assert_eq!(
        (&report["version"], &report["lab"], &report["seed"]),
        (&json!(1), &json!("redo-volume"), &json!(3))
    );
    let runs = report["runs"].as_array().expect("runs");
    let labels: Vec<_> = runs.iter().map(|run| run["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["physical", "page-image"]);
    for run in runs {
        assert_eq!(run["metrics"]["rows"], json!({ "value": 1000, "unit": "rows", "kind": "counted" }));
        assert_eq!(run["metrics"]["replica_identical"]["value"], 1);
        assert!(run["metrics"]["leaf_pages.b"]["value"].is_u64());
        assert_eq!(run["digest"].as_str().unwrap().len(), 32);
        assert_eq!(run["params"]["index"], json!(["b"]));
    }
    assert!(report["sentence"]["text"].as_str().unwrap().starts_with("Page images (B) write "));
}

#[test]
fn a_tablespace_is_written_beside_the_report() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("command-line-{}.ibd", std::process::id()));
    let name = file.to_str().expect("a plain path");
    let arguments: Vec<&str> = small(&["--set", "ddl=rebuild", "--tablespace"]);
    let report = parsed(&[arguments.as_slice(), &[name]].concat());
    let bytes = std::fs::read(&file).expect("the file was written");
    std::fs::remove_file(&file).expect("the file can be deleted");
    assert_eq!(bytes.len() % 16_384, 0);
    let leaves = report["runs"][0]["metrics"]["leaf_pages"]["value"].as_u64().expect("leaf pages");
    let index_pages = bytes.chunks(16_384).filter(|page| page[24..26] == 17_855_u16.to_be_bytes()).count();
    // The table's root and two leaves, the index's root, which is a leaf, and the page that was its leaf and is free now.
    assert_eq!((leaves, index_pages), (3, 5));
}

#[test]
fn a_tablespace_of_several_variants_or_in_no_folder_is_refused() {
    let line = refused(&redo_lab(&small(&["--compare", "rows=5,6", "--tablespace", "no-folder/x.ibd"])));
    assert_eq!(line, "redo-lab: compare: 2 variants is not allowed: one variant with --tablespace");
    let output = redo_lab(&small(&["--tablespace", "no-folder/x.ibd"]));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "", "no report of a run that did not do all that was asked");
    assert!(text(&output.stderr).starts_with("redo-lab: no-folder/x.ibd: cannot be written: "));
}

#[test]
fn every_documented_metric_is_in_the_report_and_the_other_way_round() {
    let lab = parsed(&["labs", "redo-volume"]);
    let families: Vec<String> =
        lab["metrics"].as_array().unwrap().iter().map(|m| family(m["name"].as_str().unwrap())).collect();
    let report = parsed(&small(&["--compare", "encoding=unlogged,physical", "--set", "ddl=rebuild"]));
    let units = |name: &str| {
        let metrics = lab["metrics"].as_array().unwrap();
        metrics.iter().find(|m| family(m["name"].as_str().unwrap()) == name).map(|m| m["unit"].clone())
    };
    let mut seen = Vec::new();
    for run in report["runs"].as_array().unwrap() {
        for (name, metric) in run["metrics"].as_object().unwrap() {
            assert_eq!(units(&family(name)), Some(metric["unit"].clone()), "{name}");
            seen.push(family(name));
        }
    }
    for name in families {
        assert!(seen.contains(&name), "{name} is described but in no report");
    }
}

/// `redo_bytes.` for `redo_bytes.WRITE` and `redo_bytes.TYPE`.
fn family(name: &str) -> String {
    name.split_once('.').map_or_else(|| name.to_owned(), |(start, _)| format!("{start}."))
}

#[test]
fn the_same_experiment_gives_the_same_report() {
    let arguments = small(&["--compare", "encoding=physiological,unlogged"]);
    let first = success(&arguments);
    assert_eq!(first, success(&arguments));
    let document = json!({
        "lab": "redo-volume", "params": { "rows": 1000 },
        "compare": [{ "encoding": "physiological" }, { "encoding": "unlogged" }]
    });
    let piped = with_input(&["run", "-"], document.to_string().as_bytes());
    assert_eq!(text(&piped.stdout), first);
    let file = std::env::temp_dir().join(format!("redo-lab-{}.json", std::process::id()));
    std::fs::write(&file, document.to_string()).expect("a file to read");
    let from_file = success(&["run", file.to_str().expect("a plain path")]);
    std::fs::remove_file(&file).expect("the file is still there");
    assert_eq!(from_file, first);
}

#[test]
fn tables_and_csv() {
    let table = success(&small(&["--compare", "encoding=physical,page-image", "--format", "table"]));
    assert!(table.starts_with("redo-volume, seed 1, engine "));
    let head = table.lines().nth(2).expect("a head");
    let words: Vec<_> = head.split_whitespace().collect();
    assert_eq!(words, ["metric", "unit", "A", "physical", "B", "page-image", "ratio"]);
    assert!(table.lines().any(|line| line.starts_with("rows ") && line.contains("1,000")));
    let csv = success(&small(&["--format", "csv"]));
    let columns = |line: &str| line.split(',').count();
    assert!(csv.lines().all(|line| line.contains('"') || columns(line) == 10), "{csv}");
    assert!(csv.contains(",A,physical,rows,1000,rows,counted,"));
}

#[test]
fn compared_keys_give_all_combinations() {
    let report =
        parsed(&small(&["--compare", "encoding=physical,list-copy", "--compare", "page_size=4096,8192"]));
    let labels: Vec<_> = report["runs"].as_array().unwrap().iter().map(|run| run["label"].clone()).collect();
    let expected = [
        "physical, page size 4096",
        "physical, page size 8192",
        "list-copy, page size 4096",
        "list-copy, page size 8192",
    ];
    let sorted =
        |parts: &str| parts.split(", ").map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
    for (label, expected) in labels.iter().zip(expected) {
        assert_eq!(sorted(label.as_str().unwrap()), sorted(expected));
    }
    let too_many =
        redo_lab(&small(&["--compare", "fill_factor=10,20,30", "--compare", "page_size=4096,8192,16384"]));
    assert!(refused(&too_many).contains("compare: 9 combinations is not allowed: 1 to 8 variants"));
}

#[test]
fn lists_on_the_command_line() {
    let index = |value: &'static str| {
        let run = parsed(&[
            "run",
            "--lab",
            "redo-volume",
            "--set",
            "rows=100",
            "--set",
            "table=sbtest1",
            "--set",
            value,
        ]);
        run["runs"][0]["params"]["index"].clone()
    };
    assert_eq!(index("index=k,c(5)"), json!(["k", "c(5)"]));
    assert_eq!(index(r#"index=["k,id"]"#), json!(["k,id"]));
    let report = parsed(&small(&["--compare", r#"index=b,["b","b,a"]"#]));
    assert_eq!(report["runs"][1]["params"]["index"], json!(["b", "b,a"]));
}

#[test]
fn a_binlog_in_a_file_is_replayed() {
    let file = std::env::temp_dir().join(format!("redo-lab-binlog-{}.txt", std::process::id()));
    // Statements in a dump may be in any character set.
    let lines = b"#240101 10:00:00 server id 1 GTID last_committed=0 sequence_number=1\n# Z\xfcrich\n\
                  last_committed=0 sequence_number=2\nlast_committed=2 sequence_number=9 x=\xff\nsequence_number=10\n";
    std::fs::write(&file, lines).expect("a file to read");
    let name = file.to_str().expect("a plain path");
    let arguments = ["run", "--lab", "group-commit", "--compare", "replica_workers=1,2", "--binlog", name];
    let report = parsed(&arguments);
    let table = success(&[arguments.as_slice(), &["--format", "table"]].concat());
    std::fs::remove_file(&file).expect("the file is still there");
    let run = &report["runs"][1];
    assert_eq!(
        (&run["label"], &run["metrics"]["parallel_steps"]["value"]),
        (&json!("replica workers 2"), &json!(2))
    );
    assert_eq!(run["notes"][0]["line"], 5);
    assert!(
        table.contains("The binlog holds 3 transactions")
            || table.contains("the binlog holds 3 transactions")
    );
    let piped =
        with_input(&["run", "--lab", "group-commit", "--binlog", "-"], b"last_committed=0 sequence_number=1");
    assert_eq!(
        serde_json::from_slice::<Value>(&piped.stdout).unwrap()["runs"][0]["metrics"]["transactions"]["value"],
        1
    );
    let old_line_ends =
        b"last_committed=0 sequence_number=1\rlast_committed=1 sequence_number=2\rSELECT last_committed=x";
    let output =
        with_input(&["run", "--lab", "group-commit", "--format", "table", "--binlog", "-"], old_line_ends);
    let table = text(&output.stdout);
    assert!(table.contains("he binlog holds 2 transactions"), "{table}");
    assert!(table.contains("note on A: line 3: "), "what could not be used is told: {table}");
    let output =
        with_input(&["run", "--lab", "group-commit", "--format", "csv", "--binlog", "-"], old_line_ends);
    assert!(text(&output.stderr).contains("note on A: line 3: "));
    let line = refused(&with_input(&["run", "--lab", "group-commit", "--binlog", "-"], b" \n"));
    assert!(line.starts_with("redo-lab: own_binlog: an empty listing is not allowed: lines with "), "{line}");
    let line = refused(&with_input(&["run", "--lab", "group-commit", "--binlog", "-"], b"SELECT 1"));
    assert!(
        line.starts_with("redo-lab: params.own_binlog: a listing of 1 line is not allowed: lines with "),
        "{line}"
    );
    assert!(
        refused(&redo_lab(&["run", "--lab", "group-commit", "--binlog", "no/file"]))
            .contains("no/file: cannot be read")
    );
}

#[test]
fn switches_texts_and_transactions_on_the_command_line() {
    let params = |sets: &[&str]| {
        let mut arguments = vec!["run", "--lab", "group-commit", "--set", "transactions=20"];
        sets.iter().for_each(|set| arguments.extend(["--set", set]));
        parsed(&arguments)["runs"][0]["params"].clone()
    };
    for (written, word) in [("off", "off"), ("false", "off"), ("0", "off"), ("1", "on"), ("true", "on")] {
        let set = format!("preserve_commit_order={written}");
        assert_eq!(params(&[&set])["preserve_commit_order"], word, "{written}");
    }
    let own = params(&[r#"own_transactions=[{"rows": ["t:1"]}, {"ddl": true}]"#]);
    assert_eq!(own["own_transactions"][1], json!({ "at_us": 0, "session": 2, "rows": [], "ddl": true }));
    // A text that looks like JSON stays a text.
    let line = refused(&redo_lab(&["run", "--lab", "group-commit", "--set", "own_binlog=5"]));
    assert!(line.starts_with("redo-lab: params.own_binlog: a listing of 1 line"), "{line}");
    let table = success(&["labs", "group-commit", "--format", "table"]);
    assert!(table.contains("up to 10000 transactions") && table.contains("text of 1000000 bytes"));
}

#[test]
fn the_table_of_all_encodings() {
    let csv = success(&["encodings", "--rows", "200", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 1 + 3 * 3 * 5);
    assert!(csv.starts_with("table,statement,encoding,redo_bytes,"));
    let reports = parsed(&["encodings", "--rows", "200"]);
    assert_eq!(reports.as_array().map(Vec::len), Some(9));
}

#[test]
fn labs_presets_and_schema() {
    let labs = parsed(&["labs"]);
    assert_eq!(labs[0]["name"], "redo-volume");
    assert_eq!(parsed(&["labs", "redo-volume"]), labs[0]);
    let parameters = labs[0]["parameters"].as_array().expect("parameters");
    let rows = parameters.iter().find(|parameter| parameter["name"] == "rows").expect("rows");
    assert_eq!(
        (&rows["kind"], &rows["min"], &rows["default"]),
        (&json!("integer"), &json!(1), &json!(100_000))
    );
    let table = success(&["labs", "redo-volume", "--format", "table"]);
    assert!(table.contains("innodb_page_size") && table.contains("replica_page_reads"));
    assert!(success(&["labs", "--format", "table"]).contains("redo-volume"));
    assert!(
        success(&["labs", "redo-volume", "--format", "csv"]).starts_with("lab,parameter,allowed,default")
    );
    let presets = parsed(&["presets"]);
    assert!(presets.as_array().unwrap().iter().any(|preset| preset["name"] == "mdev-19747-copy-1m"));
    assert!(success(&["presets", "--format", "table"]).contains("t0-100k"));
    assert!(parsed(&["schema"])["$defs"]["experiment"].is_object());
}

#[test]
fn studies_are_listed_and_one_runs_in_every_form() {
    let studies = parsed(&["studies"]);
    let names: Vec<_> =
        studies.as_array().unwrap().iter().map(|study| study["name"].as_str().unwrap()).collect();
    assert_eq!(names[..3], ["polardb-ddl", "mysql-parallel-ddl", "mariadb-log-optimize-ddl"]);
    assert!(success(&["studies", "--format", "table"]).contains("mysql-parallel-ddl"));
    assert!(success(&["studies", "--format", "csv"]).starts_with("study,title,source\n"));
    let report = parsed(&["study", "mysql-parallel-ddl"]);
    assert_eq!((&report["study"], &report["complete"]), (&json!("mysql-parallel-ddl"), &json!(true)));
    let row = &report["tables"][0]["rows"][0];
    assert_eq!(
        (&row["published"], &row["status"], &row["within_pct"]),
        (&json!(414.21), &json!("fitted"), &json!(5))
    );
    assert!(report["constants"][0]["value"].is_u64() && report["digest"].as_str().unwrap().len() == 32);
    let experiment = &report["experiments"][0]["experiment"];
    assert_eq!(experiment["lab"], "parallel-ddl", "an experiment that redo-lab run takes");
    let table = success(&["study", "mysql-parallel-ddl", "--format", "table"]);
    assert!(table.contains("within 5 %") && table.contains("Constants") && table.contains("414.21"));
    let csv = success(&["study", "mysql-parallel-ddl", "--format", "csv"]);
    assert!(csv.starts_with("study,part,table,setting,name,unit,published,engine,error_pct,status,"));
    assert!(csv.lines().skip(1).all(|line| line.starts_with("mysql-parallel-ddl,")));
    assert!(parsed(&["schema"])["$defs"]["study_report"].is_object());
}

#[test]
fn what_is_wrong_is_one_line_and_exit_status_2() {
    let of_set = |set: &'static str| refused(&redo_lab(&["run", "--lab", "redo-volume", "--set", set]));
    assert_eq!(
        of_set("rows=0"),
        "redo-lab: params.rows: 0 is not allowed: a whole number from 1 to 2,000,000"
    );
    assert!(of_set("rows=1000000000000").contains("params.rows: 1000000000000 is not allowed"));
    assert!(of_set("rows=many").contains("params.rows: \"many\" is not allowed"));
    assert!(of_set("rws=5").contains("did you mean rows?"));
    assert!(of_set("fill_factor=0").contains("a whole number from 10 to 100"));
    assert!(of_set("index=b,z").contains("params.index[1]: \"z\""));
    assert!(refused(&redo_lab(&["run", "--lab", "group"])).contains("lab: \"group\" is not allowed"));
    assert!(
        refused(&redo_lab(&["study", "polar"]))
            .contains("study: \"polar\" is not allowed: one of polardb-ddl")
    );
    assert!(refused(&redo_lab(&["labs", "group"])).contains("lab: \"group\" is not allowed"));
    assert!(refused(&redo_lab(&["run", "--preset", "t0-10K"])).contains("did you mean t0-10k?"));
    assert!(refused(&redo_lab(&["run", "--lab", "redo-volume", "--seed", "-1"])).contains("seed: -1"));
    assert!(refused(&redo_lab(&["run", "no/such/file"])).contains("no/such/file: cannot be read"));
    assert!(refused(&redo_lab(&["run", "."])).contains(".: cannot be read"));
    assert!(refused(&redo_lab(&["encodings", "--rows", "0"])).contains("params.rows: 0"));
    assert!(refused(&with_input(&["run", "-"], b"{\n \"lab\": }")).contains("line 2 column 9"));
    assert!(refused(&with_input(&["run", "-"], b"\xff")).contains("no UTF-8"));
    assert!(refused(&with_input(&["run", "-"], b"")).contains("JSON"));
    assert!(
        refused(&with_input(&["run", "-"], b"{\"lab\":\"redo-volume\",\"a\\nb\":1}")).contains(r#"["a\nb"]"#)
    );
}

#[test]
fn wrong_usage_is_exit_status_2() {
    for arguments in [
        &["run"][..],
        &["fly"],
        &[],
        &["run", "-", "--lab", "x"],
        &["run", "--lab", "redo-volume", "--set", "x"],
    ] {
        assert_eq!(redo_lab(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_redo-lab"))
        .args(["schema"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert_eq!(text(&output.stderr), "");
}
