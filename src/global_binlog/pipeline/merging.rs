//! Merges as threads: groups of inputs, and the root that merges the groups.
//!
//! With no more nodes than a group holds there is only the root. A merge passes one part on at a time, if every input has one and the
//! queue behind has room. Who is waited for is the node whose input is empty: the frontier.

use super::model::{Event, Pipeline};
use super::totals::MemoryPlace;
use super::transactions::MergeWaits;
use crate::base::EngineError;
use crate::global_binlog::order::{Merge, Sorted};
use crate::global_binlog::workload::Kind;
use crate::sim::{EventQueue, SimTime};

/// What a merge is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Merging {
    /// Waiting for an input.
    NoInput,
    /// Waiting for room behind it.
    NoRoom,
    /// Passing a part on.
    Passing(usize, Sorted),
}

/// A merge as a thread.
#[derive(Debug, Clone)]
pub(super) struct MergeThread {
    pub merge: Merge<Sorted>,
    merging: Merging,
    since: SimTime,
    waits: MergeWaits,
    pub busy_ns: u64,
    has_ended: bool,
}

impl MergeThread {
    /// A merge of so many inputs.
    pub fn new(inputs: usize) -> Self {
        Self {
            merge: Merge::new(inputs),
            merging: Merging::NoInput,
            since: SimTime(0),
            waits: MergeWaits::default(),
            busy_ns: 0,
            has_ended: false,
        }
    }

    /// Whether it waits for room behind it.
    pub fn waits_for_room(&self) -> bool {
        self.merging == Merging::NoRoom
    }

    fn change(&mut self, now: SimTime, merging: Merging) {
        self.waits = self.waits_by(now);
        (self.merging, self.since) = (merging, now);
    }

    fn waits_by(&self, now: SimTime) -> MergeWaits {
        let MergeWaits { mut input_ns, mut room_ns } = self.waits;
        match self.merging {
            Merging::NoInput => input_ns += now - self.since,
            Merging::NoRoom => room_ns += now - self.since,
            Merging::Passing(..) => {}
        }
        MergeWaits { input_ns, room_ns }
    }

    /// Starts to pass the next part on if it can; whether it has started.
    fn start(&mut self, now: SimTime, has_room: bool, part_ns: u64) -> bool {
        if matches!(self.merging, Merging::Passing(..)) {
            return false;
        }
        let next = if has_room { self.merge.pop() } else { None };
        match next {
            Some((input, sorted)) => {
                self.change(now, Merging::Passing(input, sorted));
                self.busy_ns += part_ns;
                true
            }
            None => {
                let has_input = self.merge.peek().is_some();
                self.change(now, if has_input { Merging::NoRoom } else { Merging::NoInput });
                false
            }
        }
    }

    /// Since when it has waited for room behind it, if it does.
    fn no_room_since(&self) -> Option<SimTime> {
        self.waits_for_room().then_some(self.since)
    }

    /// The part that has been passed on, with its input.
    fn passed(&mut self, now: SimTime) -> (usize, Sorted) {
        let Merging::Passing(input, sorted) = self.merging else {
            unreachable!("a merge ends passing what it has begun to pass");
        };
        self.change(now, Merging::NoInput);
        (input, sorted)
    }
}

impl Pipeline {
    /// How long the last merge had waited by now.
    pub(super) fn root_waits(&self, now: SimTime) -> MergeWaits {
        self.root.waits_by(now)
    }

    /// The group of a node and its input there; nothing where the root takes nodes.
    fn group_of(&self, node: usize) -> Option<(usize, usize)> {
        let size = usize::from(self.settings.merge_group);
        (!self.groups.is_empty()).then_some((node / size, node % size))
    }

    /// Transactions that wait between a node's sort and the merge.
    pub(super) fn queue_len(&self, node: usize) -> usize {
        match self.group_of(node) {
            Some((group, input)) => self.groups[group].merge.len(input),
            None => self.root.merge.len(node),
        }
    }

    /// Puts a part into the queue before the merge.
    pub(super) fn enqueue(&mut self, node: usize, sorted: Sorted) {
        match self.group_of(node) {
            Some((group, input)) => self.groups[group].merge.push(input, sorted),
            None => self.root.merge.push(node, sorted),
        }
        self.queued += u64::from(sorted.kind != Kind::Heartbeat);
    }

    /// Something came into a node's queue.
    pub(super) fn merge_input_came(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        match self.group_of(node) {
            Some((group, _)) => self.merge_group(now, group, events),
            None => self.merge_root(now, events),
        }
    }

    /// Nothing more will come into a node's queue.
    pub(super) fn merge_input_ended(&mut self, now: SimTime, node: usize, events: &mut EventQueue<Event>) {
        match self.group_of(node) {
            Some((group, input)) => {
                self.groups[group].merge.end(input);
                self.merge_group(now, group, events);
            }
            None => {
                self.root.merge.end(node);
                self.merge_root(now, events);
            }
        }
    }

    fn merge_group(&mut self, now: SimTime, group: usize, events: &mut EventQueue<Event>) {
        let has_room = self.root.merge.len(group) < self.settings.group_queue as usize;
        let part_ns = self.settings.costs.merge_part_ns;
        let thread = &mut self.groups[group];
        self.meters.merge_waited(group, thread.no_room_since(), now);
        if thread.start(now, has_room, part_ns) {
            self.meters.merge(group, now, now + part_ns);
            events.push(now + part_ns, MERGE_SOURCE, Event::Merged(group as u16));
        } else if thread.merge.is_done()
            && !matches!(thread.merging, Merging::Passing(..))
            && !thread.has_ended
        {
            thread.has_ended = true;
            self.root.merge.end(group);
            self.merge_root(now, events);
        }
        self.find_frontier(now);
    }

    /// A group's merge has passed a part on.
    pub(super) fn group_merged(&mut self, now: SimTime, group: usize, events: &mut EventQueue<Event>) {
        let (input, sorted) = self.groups[group].passed(now);
        self.root.merge.push(group, sorted);
        let node = group * usize::from(self.settings.merge_group) + input;
        self.room_behind(now, node, events);
        self.merge_root(now, events);
        self.merge_group(now, group, events);
    }

    /// Lets the root pass on what it can.
    pub(super) fn merge_root(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        let has_room = self.in_flight < u64::from(self.settings.writer.queue);
        let part_ns = self.settings.costs.merge_part_ns;
        self.meters.merge_waited(self.groups.len(), self.root.no_room_since(), now);
        if self.root.start(now, has_room, part_ns) {
            self.meters.merge(self.groups.len(), now, now + part_ns);
            events.push(now + part_ns, MERGE_SOURCE, Event::RootMerged);
        } else if self.root.merge.is_done() && !matches!(self.root.merging, Merging::Passing(..)) {
            while let Some(whole) = self.assembler.finish() {
                self.send(now, whole, events);
            }
        }
        self.find_frontier(now);
    }

    /// The root has passed a part on: what is whole goes to the collectors.
    pub(super) fn root_merged(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        let (input, sorted) = self.root.passed(now);
        self.queued -= u64::from(sorted.kind != Kind::Heartbeat);
        let checked = self.check.merged(&sorted);
        self.fail_on(checked);
        if let Some(place) = self.transactions.find(sorted.transaction, sorted.part) {
            let part = self.transactions.part(place);
            let (from, bytes) = (part.place, part.held_bytes);
            part.place = MemoryPlace::Sending;
            self.memory.pass(from, MemoryPlace::Sending, bytes);
        }
        self.watch.merged(now, &sorted);
        let mut whole = self.assembler.push(sorted);
        while let Some(next) = whole {
            self.send(now, next, events);
            whole = self.assembler.pop();
        }
        if self.groups.is_empty() {
            self.room_behind(now, input, events);
        } else {
            self.merge_group(now, input, events);
        }
        self.merge_root(now, events);
    }

    /// Keeps the first error of the check.
    pub(super) fn fail_on(&mut self, checked: Result<(), EngineError>) {
        if let Err(error) = checked {
            self.error.get_or_insert(error);
        }
    }

    /// Finds out which node the merge waits for, while a transaction waits before the merge, or for the rest of it. Heartbeats do not
    /// count: they wait for one another all the time, and nobody for them.
    fn find_frontier(&mut self, now: SimTime) {
        let gathering = self.assembler.gathering().is_some_and(|whole| whole.kind != Kind::Heartbeat);
        let waited_for = match self.root.merging {
            Merging::NoInput if self.queued > 0 || gathering => self.node_waited_for(),
            _ => None,
        };
        if waited_for == self.frontier {
            return;
        }
        if let Some(node) = self.frontier {
            self.totals.held_back_ns[usize::from(node)] += now - self.frontier_since;
            self.meters.frontier(usize::from(node), self.frontier_since, now);
        }
        (self.frontier, self.frontier_since) = (waited_for, now);
    }

    fn node_waited_for(&self) -> Option<u16> {
        let input = self.root.merge.waits_for()?;
        let Some(group) = self.groups.get(input) else { return Some(input as u16) };
        let inside = group.merge.waits_for()?;
        Some((input * usize::from(self.settings.merge_group) + inside) as u16)
    }

    /// Ends the count of the node that is waited for, when the run ends.
    pub(super) fn close_frontier(&mut self, now: SimTime) {
        if let Some(node) = self.frontier.take() {
            self.totals.held_back_ns[usize::from(node)] += now - self.frontier_since;
            self.meters.frontier(usize::from(node), self.frontier_since, now);
        }
    }
}

/// Merges come behind the readers among events of one time.
const MERGE_SOURCE: u16 = 1_000;
