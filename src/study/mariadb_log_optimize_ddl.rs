//! `mariadb-log-optimize-ddl`: redo volume and time of logged and unlogged builds (MDEV-19747, MDEV-23720).

use serde_json::json;

use super::model::{Place, RowSpec, Study, StudyExperiment, TableSpec};
use crate::report::MetricValue;

const VOLUME: &str = "redo of 100,000 rows";

/// The study.
pub(super) fn study() -> Study {
    Study {
        name: "mariadb-log-optimize-ddl",
        title: "Is it faster not to log an index build?",
        source: "",
        why: "",
        experiments: vec![StudyExperiment {
            label: VOLUME,
            document: json!({
                "lab": "redo-volume",
                "params": { "table": "mdev-19747", "rows": 100_000 },
                "compare": [{ "ddl": "add-index" }, { "ddl": "rebuild" }]
            }),
        }],
        tables: vec![TableSpec {
            title: "Redo",
            rows: vec![
                RowSpec::new("ADD INDEX", "redo_bytes", "B", Place::new(VOLUME, 0).metric("redo_bytes"))
                    .published(MetricValue::Whole(18_911_585))
                    .within(1),
                RowSpec::new("FORCE", "redo_bytes", "B", Place::new(VOLUME, 1).metric("redo_bytes"))
                    .published(MetricValue::Whole(202_694_474))
                    .within(1),
            ],
        }],
        constants: vec![],
        readings: vec![],
        checks: vec![],
        fits: vec![],
    }
}
