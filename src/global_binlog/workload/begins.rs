//! When transactions begin, over all nodes, and the numbers that they get.
//!
//! Each node that is not idle has clients of its own, whose transactions come at random: the times between two of them are
//! exponential and do not remember one another (a Poisson process). Heartbeats come at equal distances, the huge and the stuck
//! transaction when the settings say. All are merged by time, and numbered in that order: a transaction's number says which of
//! two began first.
//!
//! *Worked example.* Node 1 begins at 3 and 9 ms, node 2 at 4 ms, a heartbeat at 5 ms: transactions 0, 3; 1; 2.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::base::random::{self, Exponential, Stream};
use crate::global_binlog::workload::WorkloadSettings;
use crate::sim::SECOND;

/// Who begins a transaction. Those that begin at the same time are numbered in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// A client of this node, from 0.
    Client(u16),
    /// The cluster, for a heartbeat.
    Heartbeat,
    /// The settings, for the huge transaction.
    Big,
    /// The settings, for the stuck one.
    Stuck,
}

/// The begin of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Begin {
    /// When, in ns.
    pub at: u64,
    /// The transaction's number, from 0.
    pub transaction: u64,
    /// Who.
    pub origin: Origin,
}

/// All begins in the order of time. They are endless if there are heartbeats.
#[derive(Debug, Clone)]
pub(super) struct Begins {
    /// The next begin of everybody who begins transactions.
    next: BinaryHeap<Reverse<(u64, Origin)>>,
    /// Seed of a node's times, and how many were drawn; by nodes.
    nodes: Vec<(u64, u64)>,
    gap: Exponential,
    duration_ns: u64,
    heartbeat_ns: u64,
    begun: u64,
}

impl Begins {
    /// The begins that `settings` ask for.
    pub fn new(settings: &WorkloadSettings) -> Self {
        let active = settings.data_nodes - settings.idle_nodes;
        let mut seeds = Stream::new(settings.seed, "global binlog: begins");
        let mut begins = Self {
            next: BinaryHeap::new(),
            nodes: (0..active).map(|_| (seeds.next_u64(), 0)).collect(),
            gap: Exponential::new((SECOND / settings.tps_per_node.max(1)).max(1)),
            duration_ns: settings.duration_ns,
            heartbeat_ns: settings.heartbeat_ns,
            begun: 0,
        };
        if settings.tps_per_node > 0 {
            (0..active).for_each(|node| begins.draw(0, node));
        }
        if settings.heartbeat_ns > 0 {
            begins.next.push(Reverse((settings.heartbeat_ns, Origin::Heartbeat)));
        }
        begins.next.extend(settings.big.map(|big| Reverse((big.at.0, Origin::Big))));
        begins.next.extend(settings.stuck.map(|stuck| Reverse((stuck.at.0, Origin::Stuck))));
        begins
    }

    /// When the next transaction begins.
    pub fn next_at(&self) -> Option<u64> {
        self.next.peek().map(|Reverse((at, _))| *at)
    }

    /// Whether anything but heartbeats is to begin.
    pub fn has_load(&self) -> bool {
        self.next.len() > 1 || self.next.iter().any(|Reverse((_, origin))| *origin != Origin::Heartbeat)
    }

    /// The next heartbeat is at `at`, and others follow it, if there are any.
    pub fn beat_at(&mut self, at: u64) {
        if self.heartbeat_ns > 0 {
            self.next.retain(|Reverse((_, origin))| *origin != Origin::Heartbeat);
            self.next.push(Reverse((at, Origin::Heartbeat)));
        }
    }

    /// Draws the begin of `node` that follows one at `now`, if it is within the load.
    fn draw(&mut self, now: u64, node: u16) {
        let (seed, drawn) = &mut self.nodes[usize::from(node)];
        let at = now.saturating_add(self.gap.time_of(random::at(*seed, *drawn)));
        *drawn += 1;
        if at < self.duration_ns {
            self.next.push(Reverse((at, Origin::Client(node))));
        }
    }
}

impl Iterator for Begins {
    type Item = Begin;

    fn next(&mut self) -> Option<Begin> {
        let Reverse((at, origin)) = self.next.pop()?;
        let transaction = self.begun;
        self.begun += 1;
        match origin {
            Origin::Client(node) => self.draw(at, node),
            Origin::Heartbeat => {
                self.next.extend(at.checked_add(self.heartbeat_ns).map(|at| Reverse((at, origin))));
            }
            Origin::Big | Origin::Stuck => {}
        }
        Some(Begin { at, transaction, origin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_of_all_are_numbered_by_time_as_in_the_example() {
        // The load is over, so that clients begin nothing more; the heartbeat goes on.
        let next = [(3, Origin::Client(0)), (4, Origin::Client(1)), (5, Origin::Heartbeat), (9, Origin::Big)];
        let begins = Begins {
            next: next.into_iter().map(Reverse).collect(),
            nodes: vec![(0, 0); 2],
            gap: Exponential::new(1),
            duration_ns: 0,
            heartbeat_ns: 5,
            begun: 0,
        };
        let first: Vec<(u64, u64)> = begins.take(5).map(|begin| (begin.at, begin.transaction)).collect();
        assert_eq!(first, [(3, 0), (4, 1), (5, 2), (9, 3), (10, 4)]);
    }
}
