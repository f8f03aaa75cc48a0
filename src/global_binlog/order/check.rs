//! The check that every run passes through: a global binlog that is out of order is an error, never a report.
//!
//! It watches two places and trusts neither sort nor merge nor assembler. What comes out of the last merge must ascend, hold
//! every part once and keep the order of each node's log; what goes to the file must be the same transactions, whole, in the same
//! order. A part costs a few comparisons of numbers and one bit of memory for good.

use std::collections::VecDeque;

use crate::base::EngineError;
use crate::global_binlog::order::{Sorted, VirtualTimestamp, Whole};
use crate::global_binlog::workload::Kind;

/// Checks a global binlog while it is made.
#[derive(Debug, Clone)]
pub struct OrderCheck {
    nodes: Vec<NodeSeen>,
    /// The timestamp of the last part that came out of the merge.
    last: Option<VirtualTimestamp>,
    /// What the merge passed on and the file has not got; the last one may still get parts.
    expected: VecDeque<Whole>,
    written: u64,
}

/// What came out of the merge of one node's log.
#[derive(Debug, Clone, Default)]
struct NodeSeen {
    /// A bit a record: whether the part that was prepared there came out.
    parts: Vec<u64>,
    /// The last place at which any of them was prepared.
    last_prepare_position: u64,
}

impl OrderCheck {
    /// A check of a global binlog of so many nodes, nothing of which has been seen.
    pub fn new(nodes: u16) -> Self {
        let nodes = vec![NodeSeen::default(); usize::from(nodes)];
        Self { nodes, last: None, expected: VecDeque::new(), written: 0 }
    }

    /// Checks a part that the last merge passes on.
    ///
    /// # Errors
    ///
    /// [`EngineError::GlobalOrder`] if its timestamp is below the last one's, it came before, it comes behind a transaction of its
    /// node's log that was prepared only after it was committed, or the transaction before it is not whole.
    pub fn merged(&mut self, part: &Sorted) -> Result<(), EngineError> {
        let fail = |what| Err(out_of_order(part.transaction, what));
        if self.last.is_some_and(|last| part.timestamp < last) {
            return fail("its timestamp is smaller than that of the one before it");
        }
        let node = &mut self.nodes[usize::from(part.node)];
        if !node.insert(part.prepare_position) {
            return fail("a part of it came before");
        }
        if part.commit_position < node.last_prepare_position {
            return fail("one that was prepared after it was committed came before it");
        }
        node.last_prepare_position = node.last_prepare_position.max(part.prepare_position);
        if self.last == Some(part.timestamp) { self.join(part) } else { self.begin(part) }
    }

    /// Checks a transaction that goes to the file: one that the merge passed on, whole, in the same order.
    ///
    /// # Errors
    ///
    /// [`EngineError::GlobalOrder`] if it is not the next one, or not all of it.
    pub fn written(&mut self, whole: &Whole) -> Result<(), EngineError> {
        let fail = |what| Err(out_of_order(whole.transaction, what));
        let Some(next) = self.expected.pop_front() else {
            return fail("it goes to the file and did not come out of the merge");
        };
        if next.transaction != whole.transaction || next.timestamp != whole.timestamp {
            return fail("it goes to the file before its turn");
        }
        if next != *whole || next.nodes.len() != next.needed_parts() {
            return fail("it goes to the file without all its parts");
        }
        self.written += 1;
        Ok(())
    }

    /// Checks at the end of a run that wrote everything that so many transactions were committed, heartbeats not counted and the
    /// parts of unordered ones by themselves.
    ///
    /// # Errors
    ///
    /// [`EngineError::GlobalOrder`] if something is still on its way, [`EngineError::GlobalBinlogIncomplete`] if another number went
    /// to the file.
    pub fn finish(&self, committed: u64) -> Result<(), EngineError> {
        let left = self.expected.iter().find(|whole| whole.kind != Kind::Heartbeat);
        if let Some(whole) = left {
            return Err(out_of_order(whole.transaction, "it came out of the merge and is not in the file"));
        }
        if self.written != committed {
            return Err(EngineError::GlobalBinlogIncomplete { written: self.written, committed });
        }
        Ok(())
    }

    /// Transactions that went to the file, the parts of unordered ones by themselves.
    pub fn transactions(&self) -> u64 {
        self.written
    }

    /// A part that has the place of the one before it.
    fn join(&mut self, part: &Sorted) -> Result<(), EngineError> {
        let same = self.expected.back_mut().filter(|whole| whole.has_part(part));
        let Some(whole) = same else {
            return Err(out_of_order(part.transaction, "it has the timestamp of the one before it"));
        };
        whole.nodes.insert(part.node);
        Ok(())
    }

    /// A part of another transaction than the one before it, which must be whole.
    fn begin(&mut self, part: &Sorted) -> Result<(), EngineError> {
        self.last = Some(part.timestamp);
        if let Some(before) = self.expected.back() {
            if before.nodes.len() != before.needed_parts() {
                return Err(out_of_order(before.transaction, "the merge passed on only a part of it"));
            }
            if before.kind == Kind::Heartbeat {
                self.expected.pop_back();
            }
        }
        self.expected.push_back(Whole::begun_by(part));
        Ok(())
    }
}

impl NodeSeen {
    /// Notes the part that was prepared at a position; whether it is the first time.
    fn insert(&mut self, position: u64) -> bool {
        let (word, bit) = ((position / 64) as usize, 1 << (position % 64));
        if word >= self.parts.len() {
            self.parts.resize(word + 1, 0);
        }
        let is_new = self.parts[word] & bit == 0;
        self.parts[word] |= bit;
        is_new
    }
}

/// The error of a transaction.
fn out_of_order(transaction: u64, what: &'static str) -> EngineError {
    EngineError::GlobalOrder { transaction, what }
}
