//! Discrete-event simulation: a clock that jumps from one event to the next.
//!
//! Nothing happens between two events, so nobody has to wait for it: the kernel takes the earliest event from a queue, moves the
//! clock there, and lets the model handle it; the model changes its state and puts later events into the queue. A virtual hour
//! costs as much as the events in it.
//!
//! *Worked example.* One clerk, customers at 0 and 3 seconds, each served for 5 seconds:
//!
//! | clock | event | clerk | queue of events afterwards |
//! |---|---|---|---|
//! | 0 | customer 1 arrives | serves 1 | 3: customer 2 arrives; 5: 1 is served |
//! | 3 | customer 2 arrives | serves 1, 2 waits | 5: 1 is served |
//! | 5 | 1 is served | serves 2 | 10: 2 is served |
//! | 10 | 2 is served | free | none |
//!
//! Four events, and customer 2 spent 7 seconds there:
//!
//! ```
//! use redo_lab::sim::{EventQueue, Model, Processors, SECOND, SimTime, Simulation};
//!
//! #[derive(Clone)]
//! enum Event {
//!     Arrives(u32),
//!     IsServed(u32),
//! }
//!
//! #[derive(Clone)]
//! struct Shop {
//!     clerk: Processors<u32>,
//!     left_at: Vec<(u32, SimTime)>,
//! }
//!
//! impl Model for Shop {
//!     type Event = Event;
//!     fn handle(&mut self, now: SimTime, event: Event, events: &mut EventQueue<Event>) {
//!         let started = match event {
//!             Event::Arrives(customer) => self.clerk.request(now, customer, 5 * SECOND),
//!             Event::IsServed(customer) => {
//!                 self.left_at.push((customer, now));
//!                 self.clerk.release(now)
//!             }
//!         };
//!         if let Some((customer, end)) = started {
//!             events.push(end, 0, Event::IsServed(customer));
//!         }
//!     }
//! }
//!
//! let mut shop = Simulation::new(Shop { clerk: Processors::new(1), left_at: Vec::new() });
//! shop.events.push(SimTime(0), 0, Event::Arrives(1));
//! shop.events.push(SimTime(3 * SECOND), 0, Event::Arrives(2));
//! while !shop.step(100) {}
//! assert_eq!(shop.model.left_at, [(1, SimTime(5 * SECOND)), (2, SimTime(10 * SECOND))]);
//! assert_eq!(shop.handled(), 4);
//! ```
//!
//! Two events at the same time are handled in the order of their sources, and of one source in the order in which they were
//! put in: so a run is the same on every machine, however it is cut into steps. A simulation can be cloned at any point: the
//! clone is a checkpoint, and going on from it gives what the original gives.
//!
//! Resources say when a piece of work ends; the model turns that into an event: [`Processors`] (cores and a run queue),
//! [`Disk`] (operations, bandwidth, fsync), [`Link`] (latency, bandwidth, flow control), [`Memory`] (a limit and a peak). [`Latencies`] is a histogram of durations.
//! [`SingleServerQueues`] is a model whose answers theory knows. [`SpanLog`] and [`Samples`] keep what happened, bounded, for timelines and curves.

mod disk;
mod latencies;
mod link;
mod memory;
mod processors;
mod queue;
mod samples;
mod simulation;
mod single_server;
mod span_log;
mod time;

pub use disk::Disk;
pub use latencies::Latencies;
pub use link::Link;
pub use memory::Memory;
pub use processors::Processors;
pub use queue::EventQueue;
pub use samples::{MAX_SAMPLES, Samples};
pub use simulation::{Model, Simulation};
pub use single_server::{CustomerEvent, SingleServerQueues};
pub use span_log::{Lane, MAX_SPANS, Span, SpanLog};
pub use time::{MICROSECOND, MILLISECOND, SECOND, SimTime, scaled_ns};
