//! The queue of events that are still to come.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::SimTime;

/// Events to come, earliest first; at the same time by source, and of one source in the order in which they were put in.
#[derive(Debug, Clone)]
pub struct EventQueue<E> {
    heap: BinaryHeap<Entry<E>>,
    sequence: u64,
}

/// An event with its place in the order.
#[derive(Debug, Clone)]
struct Entry<E> {
    time: SimTime,
    /// The source in the upper 16 bits, the sequence number in the lower 48: one comparison for both.
    order: u64,
    event: E,
}

impl<E> EventQueue<E> {
    /// An empty queue.
    pub fn new() -> Self {
        Self { heap: BinaryHeap::new(), sequence: 0 }
    }

    /// Puts in `event`, which happens at `time` and comes from `source`.
    pub fn push(&mut self, time: SimTime, source: u16, event: E) {
        let order = u64::from(source) << 48 | self.sequence & ((1 << 48) - 1);
        self.sequence += 1;
        self.heap.push(Entry { time, order, event });
    }

    /// Takes out the next event, with its time.
    pub fn pop(&mut self) -> Option<(SimTime, E)> {
        self.heap.pop().map(|entry| (entry.time, entry.event))
    }

    /// When the next event happens.
    pub fn next_time(&self) -> Option<SimTime> {
        self.heap.peek().map(|entry| entry.time)
    }

    /// How many events are to come.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether none is to come.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Forgets all events to come.
    pub fn clear(&mut self) {
        self.heap.clear();
    }
}

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> Ord for Entry<E> {
    /// Reversed: the heap gives the greatest first, and the earliest event is wanted.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.time, other.order).cmp(&(self.time, self.order))
    }
}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        (self.time, self.order) == (other.time, other.order)
    }
}

impl<E> Eq for Entry<E> {}
