//! The timeline: what every worker of a run did when, in lanes.

use serde::Serialize;

use super::Kind;
use crate::sim::Span;

/// What everybody did, on one time axis.
///
/// Spans of a lane are ascending and do not overlap; time between them is idle. Lanes hold columns and not objects, so that a
/// page can take them as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Timeline {
    /// Unit of all points in time: `us`, microseconds since the start.
    pub unit: &'static str,
    /// How the points came about.
    pub kind: Kind,
    /// Where the lanes begin; nothing if they begin with the run.
    #[serde(skip_serializing_if = "is_start")]
    pub from: u64,
    /// Where the lanes end: with the run, or earlier if they show a part of it in detail.
    pub end: u64,
    /// Names of the activities, such as `sort`; lanes refer to them by position.
    pub activities: Vec<&'static str>,
    /// The workers.
    pub lanes: Vec<TimelineLane>,
}

/// What one worker did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TimelineLane {
    /// Where it works: `primary`, `log`, `disk` or `replica`.
    pub group: &'static str,
    /// Its name, such as `thread 1`.
    pub name: String,
    /// Starts of its spans.
    pub from: Vec<u64>,
    /// Ends of its spans.
    pub to: Vec<u64>,
    /// Their activities, as positions in [`Timeline::activities`].
    pub activity: Vec<u8>,
}

impl TimelineLane {
    /// The lane of a worker that did `spans`, in whole microseconds.
    pub fn of(group: &'static str, name: String, spans: &[Span]) -> Self {
        Self {
            group,
            name,
            from: spans.iter().map(|span| span.from.us()).collect(),
            to: spans.iter().map(|span| span.to.us()).collect(),
            activity: spans.iter().map(|span| span.activity).collect(),
        }
    }
}

fn is_start(time: &u64) -> bool {
    *time == 0
}
