//! Whole transactions from their parts.
//!
//! The parts of a distributed transaction carry one timestamp, so they come out of the merge one behind the other. Nothing says
//! which is the last: the transaction is whole when something else follows. What takes a place of its own is whole at once.

use std::collections::VecDeque;

use crate::global_binlog::order::{NodeSet, Sorted, VirtualTimestamp};
use crate::global_binlog::workload::Kind;

/// A transaction as the global binlog gets it: all parts of a distributed one or a heartbeat, one part of an unordered one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whole {
    /// The transaction's number in the whole cluster, from 0.
    pub transaction: u64,
    /// Its kind.
    pub kind: Kind,
    /// Its place in the order.
    pub timestamp: VirtualTimestamp,
    /// The nodes whose parts are in it, counted from 0.
    pub nodes: NodeSet,
    /// Which part it is if it is one of an unordered transaction, from 0; otherwise the first that came.
    pub part: u16,
    /// How many parts the transaction has in the logs.
    pub parts: u16,
}

impl Whole {
    /// What a first part makes of it.
    pub(super) fn begun_by(first: &Sorted) -> Self {
        let Sorted { transaction, kind, timestamp, node, part, parts, .. } = *first;
        Self { transaction, kind, timestamp, nodes: NodeSet::of(node), part, parts }
    }

    /// Whether it can have more than one part.
    pub(super) fn is_gathered(&self) -> bool {
        matches!(self.kind, Kind::Distributed | Kind::Heartbeat)
    }

    /// Whether a part belongs to it.
    pub(super) fn has_part(&self, part: &Sorted) -> bool {
        self.is_gathered() && (self.timestamp, self.transaction) == (part.timestamp, part.transaction)
    }

    /// How many parts it must have to be whole.
    pub(super) fn needed_parts(&self) -> u16 {
        if self.is_gathered() { self.parts } else { 1 }
    }
}

/// Puts parts together as they come out of the last merge.
///
/// One part can make two transactions whole: the distributed one before it, and itself. Ask [`Assembler::pop`] for the second;
/// who does not is given it with the next part, never out of order.
#[derive(Debug, Clone, Default)]
pub struct Assembler {
    /// What may still get parts.
    gathering: Option<Whole>,
    /// What is whole and has not been given away.
    ready: VecDeque<Whole>,
}

impl Assembler {
    /// One that has nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next part; gives what is whole by now.
    pub fn push(&mut self, part: Sorted) -> Option<Whole> {
        match &mut self.gathering {
            Some(whole) if whole.has_part(&part) => {
                whole.nodes.insert(part.node);
            }
            _ => {
                self.ready.extend(self.gathering.take());
                let whole = Whole::begun_by(&part);
                if whole.is_gathered() {
                    self.gathering = Some(whole);
                } else {
                    self.ready.push_back(whole);
                }
            }
        }
        self.ready.pop_front()
    }

    /// Gives what else is whole by now.
    pub fn pop(&mut self) -> Option<Whole> {
        self.ready.pop_front()
    }

    /// Gives what is left when no more parts will come.
    pub fn finish(&mut self) -> Option<Whole> {
        self.ready.extend(self.gathering.take());
        self.ready.pop_front()
    }

    /// The transaction that may still get parts.
    pub fn gathering(&self) -> Option<&Whole> {
        self.gathering.as_ref()
    }
}
