//! The loop: take the earliest event, move the clock, let the model handle it.

use super::{EventQueue, SimTime};

/// What is simulated.
pub trait Model {
    /// What can happen.
    type Event;

    /// Handles an event that happens now; what follows from it goes into `events`, none of it before `now`.
    fn handle(&mut self, now: SimTime, event: Self::Event, events: &mut EventQueue<Self::Event>);

    /// Whether the run has ended although events are to come, such as the next tick of a meter.
    fn has_ended(&self) -> bool {
        false
    }
}

/// A model, the events that are to come, and the clock. A clone is a checkpoint: it goes on as the original would.
#[derive(Debug, Clone)]
pub struct Simulation<M: Model> {
    /// The model's state.
    pub model: M,
    /// What is to come. Put the first events in here.
    pub events: EventQueue<M::Event>,
    now: SimTime,
    handled: u64,
}

impl<M: Model> Simulation<M> {
    /// A model at time 0 with no event to come.
    pub fn new(model: M) -> Self {
        Self { model, events: EventQueue::new(), now: SimTime::default(), handled: 0 }
    }

    /// Handles at most `budget` events; whether the run has ended.
    pub fn step(&mut self, budget: u64) -> bool {
        for _ in 0..budget {
            if self.model.has_ended() {
                return true;
            }
            let Some((time, event)) = self.events.pop() else { return true };
            debug_assert!(time >= self.now, "events do not happen in the past");
            self.now = time;
            self.handled += 1;
            self.model.handle(time, event, &mut self.events);
        }
        self.model.has_ended() || self.events.is_empty()
    }

    /// Handles at most `budget` of the events that happen before `end`; whether none of them is left. The clock stays at the last
    /// event, so whoever drives two simulations side by side hands over between calls.
    pub fn step_until(&mut self, end: SimTime, budget: u64) -> bool {
        for _ in 0..budget {
            // Time that has grown beyond all numbers stands still at the last one: nothing comes after it, so what happens there does
            // happen, or whoever drives this would wait for ever.
            let is_later = |time: SimTime| time >= end && end.0 != u64::MAX;
            if self.model.has_ended() || self.events.next_time().is_none_or(is_later) {
                return true;
            }
            self.step(1);
        }
        false
    }

    /// The clock.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// Events handled so far.
    pub fn handled(&self) -> u64 {
        self.handled
    }
}
