//! One sorted sequence from several.
//!
//! The smallest of all heads may pass on, and only when every input has a head: an input that is empty could bring something
//! smaller at any moment. So the slowest input sets the pace, and one that is silent stops the rest until it says anything, be it
//! a heartbeat.
//!
//! ```text
//!  input 0: 30 50     smallest head 20 of input 1 passes on
//!  input 1: 20        now input 1 is empty: the merge waits for it, though 30 is there. Its next item may be 21.
//!  input 2: 40
//! ```
//!
//! A loser tree: every inner node remembers the input that lost there, the winner over all stands on top. When the winner has
//! passed on, only the way from its leaf to the top is played again, one comparison a level: N items of k inputs take about
//! N log2 k comparisons.

use std::collections::VecDeque;

use crate::global_binlog::order::{Timestamped, VirtualTimestamp};

/// How many inputs a merge can have.
pub const MAX_INPUTS: usize = 64;

/// A merge of 1 to [`MAX_INPUTS`] inputs, each of them ascending. Among equals the lower input is first.
///
/// ```
/// use redo_lab::global_binlog::{Merge, VirtualTimestamp};
///
/// let at = |commit_timestamp| VirtualTimestamp { commit_timestamp, ..Default::default() };
/// let mut merge = Merge::new(2);
/// merge.push(0, at(30));
/// assert_eq!((merge.pop(), merge.waits_for()), (None, Some(1)));
/// merge.push(1, at(20));
/// assert_eq!(merge.pop(), Some((1, at(20))));
/// assert_eq!((merge.pop(), merge.waits_for()), (None, Some(1)));
/// merge.end(1);
/// assert_eq!(merge.pop(), Some((0, at(30))));
/// ```
#[derive(Debug, Clone)]
pub struct Merge<T> {
    inputs: Vec<Input<T>>,
    /// Inputs without a head that have not ended, a bit each.
    missing: u64,
    /// The input that lost at each inner node, from 1; the children of node n are 2n and 2n + 1, leaf i stands at k + i.
    losers: Vec<u8>,
    /// The input with the smallest head.
    winner: usize,
    /// Whether the tree has been played once.
    is_built: bool,
    comparisons: u64,
}

#[derive(Debug, Clone)]
struct Input<T> {
    queue: VecDeque<T>,
    /// The timestamp of the first item, beside the queue because every comparison asks for it.
    head: Option<VirtualTimestamp>,
    has_ended: bool,
}

impl<T: Timestamped> Merge<T> {
    /// A merge of so many inputs, none of which has an item.
    ///
    /// # Panics
    ///
    /// If there is none, or more than [`MAX_INPUTS`].
    pub fn new(inputs: usize) -> Self {
        assert!((1..=MAX_INPUTS).contains(&inputs), "a merge of {inputs} inputs");
        let input = |_| Input { queue: VecDeque::new(), head: None, has_ended: false };
        Self {
            inputs: (0..inputs).map(input).collect(),
            missing: u64::MAX >> (MAX_INPUTS - inputs),
            losers: vec![0; inputs],
            winner: 0,
            is_built: false,
            comparisons: 0,
        }
    }

    /// Adds an item behind those that wait at an input, which has not ended.
    pub fn push(&mut self, input: usize, item: T) {
        let Input { queue, head, has_ended } = &mut self.inputs[input];
        debug_assert!(!*has_ended, "input {input} has ended");
        debug_assert!(
            queue.back().is_none_or(|last| last.timestamp() <= item.timestamp()),
            "input {input} does not ascend"
        );
        let timestamp = item.timestamp();
        queue.push_back(item);
        if head.is_none() {
            *head = Some(timestamp);
            self.found(input);
        }
    }

    /// Says that an input will get no more items, so that nobody waits for it when it is empty.
    pub fn end(&mut self, input: usize) {
        self.inputs[input].has_ended = true;
        if self.missing & 1 << input != 0 {
            self.found(input);
        }
    }

    /// Passes the smallest item on, with the input that it came from; nothing while an input is waited for, or when all is done.
    pub fn pop(&mut self) -> Option<(usize, T)> {
        if self.missing != 0 {
            return None;
        }
        let input = self.winner;
        let Input { queue, head, has_ended } = &mut self.inputs[input];
        let item = queue.pop_front()?;
        *head = queue.front().map(T::timestamp);
        if head.is_none() && !*has_ended {
            self.missing = 1 << input;
        } else {
            self.replay(input);
        }
        Some((input, item))
    }

    /// What would pass on next, with its input.
    pub fn peek(&self) -> Option<(usize, &T)> {
        let smallest = self.inputs[self.winner].queue.front().filter(|_| self.missing == 0)?;
        Some((self.winner, smallest))
    }

    /// An input that is empty and has not ended: nothing passes on before it gets an item. Once something has passed on, there is
    /// one at most.
    pub fn waits_for(&self) -> Option<usize> {
        (self.missing != 0).then(|| self.missing.trailing_zeros() as usize)
    }

    /// Items that wait at an input.
    pub fn len(&self, input: usize) -> usize {
        self.inputs[input].queue.len()
    }

    /// Whether nothing waits at any input.
    pub fn is_empty(&self) -> bool {
        self.inputs.iter().all(|input| input.queue.is_empty())
    }

    /// Whether every input has ended and nothing waits: nothing will ever pass on.
    pub fn is_done(&self) -> bool {
        self.is_empty() && self.missing == 0
    }

    /// The items that wait at an input, first to last.
    pub fn waiting(&self, input: usize) -> impl Iterator<Item = &T> {
        self.inputs[input].queue.iter()
    }

    /// Comparisons of timestamps so far.
    pub fn comparisons(&self) -> u64 {
        self.comparisons
    }

    /// An input that was waited for has an item, or has ended.
    fn found(&mut self, input: usize) {
        self.missing &= !(1 << input);
        if self.is_built {
            self.replay(input);
        } else if self.missing == 0 {
            self.build();
        }
    }

    /// Plays the whole tree, when all inputs are known for the first time.
    fn build(&mut self) {
        let inputs = self.inputs.len();
        let mut winners: Vec<usize> = (0..inputs).chain(0..inputs).collect();
        for node in (1..inputs).rev() {
            let (left, right) = (winners[2 * node], winners[2 * node + 1]);
            let (winner, loser) = if self.is_first(left, right) { (left, right) } else { (right, left) };
            winners[node] = winner;
            self.losers[node] = loser as u8;
        }
        // With one input there is no inner node, and position 1 is its leaf.
        self.winner = winners[1];
        self.is_built = true;
    }

    /// Plays the way from an input to the top again. Only the last winner may have changed.
    fn replay(&mut self, input: usize) {
        let mut winner = input;
        let mut node = (self.inputs.len() + input) / 2;
        while node > 0 {
            let loser = usize::from(self.losers[node]);
            if self.is_first(loser, winner) {
                self.losers[node] = winner as u8;
                winner = loser;
            }
            node /= 2;
        }
        self.winner = winner;
    }

    /// Whether an input's head comes before another's. One that has ended and is empty comes last.
    fn is_first(&mut self, input: usize, other: usize) -> bool {
        match (self.inputs[input].head, self.inputs[other].head) {
            (Some(head), Some(than)) => {
                self.comparisons += 1;
                (head, input) < (than, other)
            }
            (head, _) => head.is_some(),
        }
    }
}
