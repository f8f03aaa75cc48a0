//! The events of a transaction that are not about rows, encoded once.

use super::event::{Event, EventWriter};
use super::{Kind, Mark, Shape};

/// The schema of all tables.
pub(super) const SCHEMA: &str = "lab";
/// Name of a transaction in the cluster: the number has its sixteen digits. *Assumed*: a name of 20 bytes.
const XA_GLOBAL: &[u8; 20] = b"lab-0123456789abcdef";
/// Name of a part: that of its node. *Assumed*: 11 bytes.
const XA_BRANCH: &[u8; 11] = b"node-000001";

/// Adds an event to what has been counted.
pub(super) fn count(writer: &mut EventWriter, shape: &mut Shape, event: &Event) {
    let bytes = writer.push(event);
    let dml = if event.is_dml() { 1 } else { 0 };
    *shape += Shape { events: 1, dml_events: dml, bytes, dml_bytes: dml * bytes, largest_event_bytes: bytes };
}

/// The shape of some events.
pub(super) fn shape_of(events: &[Event]) -> Shape {
    let (mut writer, mut shape) = (EventWriter::new(1, 0), Shape::default());
    events.iter().for_each(|event| count(&mut writer, &mut shape, event));
    shape
}

/// What a record holds around its row events: before them and behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Controls {
    prepare: (Shape, Shape),
    one_phase: (Shape, Shape),
    /// Without a commit timestamp and with one.
    commit: (Shape, Shape),
}

impl Controls {
    /// Those of transactions of about `transaction_length` bytes, which a GTID event says in 1 to 9 bytes.
    pub fn new(transaction_length: u64) -> Self {
        let gtid = |commit_timestamp| gtid(transaction_length, commit_timestamp);
        let xa = |verb: &str| format!("XA {verb} X'{}',X'{}',1", hex(XA_GLOBAL), hex(XA_BRANCH));
        let (start, end, commit) = (xa("START"), xa("END"), xa("COMMIT"));
        let query = |text| Event::Query { schema: SCHEMA, text };
        let prepared = Event::XaPrepare { global: XA_GLOBAL, branch: XA_BRANCH };
        Self {
            prepare: (shape_of(&[gtid(None), query(&start)]), shape_of(&[query(&end), prepared])),
            one_phase: (
                shape_of(&[gtid(None), query("BEGIN")]),
                shape_of(&[Event::Xid { number: u64::MAX }]),
            ),
            commit: (
                shape_of(&[gtid(None), query(&commit)]),
                shape_of(&[gtid(Some(u64::MAX)), query(&commit)]),
            ),
        }
    }

    /// The events before and behind the rows of a record.
    pub fn around(&self, mark: Mark, kind: Kind) -> (Shape, Shape) {
        match (mark, kind) {
            (Mark::Prepare, _) => self.prepare,
            (Mark::OnePhase, _) => self.one_phase,
            (Mark::Commit, Kind::Unordered) => (self.commit.0, Shape::default()),
            (Mark::Commit, _) => (self.commit.1, Shape::default()),
        }
    }
}

/// What the global binlog puts around the rows of a transaction in a stream: GTID, `BEGIN`, the 54 digits of the virtual
/// timestamp as a comment, XID.
pub(super) fn frame(transaction_length: u64) -> Shape {
    let digits = "0".repeat(54);
    shape_of(&[
        gtid(transaction_length, None),
        Event::Query { schema: SCHEMA, text: "BEGIN" },
        Event::RowsQuery { text: &digits },
        Event::Xid { number: u64::MAX },
    ])
}

fn gtid(transaction_length: u64, commit_timestamp: Option<u64>) -> Event<'static> {
    Event::Gtid {
        number: 1,
        last_committed: 0,
        sequence_number: 1,
        commit_time_us: 0,
        transaction_length,
        commit_timestamp,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
