//! The worked example that theory can check: customers who come at random to one clerk.
//!
//! Times between arrivals and times of service are exponentially distributed (M/M/1 in the usual notation: memoryless arrivals,
//! memoryless service, one server). With `a` arrivals and `s` services a second on average, a customer spends `1 / (s - a)` seconds
//! there, waiting included, and the clerk is busy for `a / s` of the time.
//!
//! *Worked example.* 500 arrivals and 1,000 services a second: a service takes 1 ms, a visit 2 ms, for the other customers are
//! in the way. At 900 arrivals a second a visit takes 10 ms.
//!
//! Each customer is two events, an arrival and a departure, so this is also what the kernel's speed is measured with: alone, and
//! as several thousand queues at once, when the event queue is long.

use super::{EventQueue, Model, Processors, SECOND, SimTime, Simulation};
use crate::base::random::{self, Exponential};

/// What happens at a clerk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CustomerEvent {
    /// The next customer comes to this clerk.
    Arrival(u16),
    /// The customer who came to this clerk at that time leaves.
    Departure(u16, SimTime),
}

/// Several clerks, each with customers of its own.
#[derive(Debug, Clone)]
pub struct SingleServerQueues {
    clerks: Vec<Processors<SimTime>>,
    gap: Exponential,
    service: Exponential,
    seed: u64,
    drawn: u64,
    served: u64,
    visits_ns: u64,
}

impl SingleServerQueues {
    /// `clerks` clerks (1 to 65,536), each with `arrivals_per_s` customers a second and able to serve `services_per_s`, on average;
    /// with the first customer of each on the way.
    ///
    /// ```
    /// use redo_lab::sim::{MILLISECOND, SingleServerQueues};
    /// let mut shop = SingleServerQueues::start(1, 500, 1_000, 1);
    /// shop.step(400_000);
    /// let visit = shop.model.mean_visit_ns();
    /// assert!(visit.abs_diff(2 * MILLISECOND) < MILLISECOND / 20);
    /// ```
    pub fn start(clerks: u32, arrivals_per_s: u64, services_per_s: u64, seed: u64) -> Simulation<Self> {
        let clerks = clerks.clamp(1, 1 << 16);
        let model = Self {
            clerks: (0..clerks).map(|_| Processors::new(1)).collect(),
            gap: Exponential::new(SECOND / arrivals_per_s.max(1)),
            service: Exponential::new(SECOND / services_per_s.max(1)),
            seed,
            drawn: 0,
            served: 0,
            visits_ns: 0,
        };
        let mut simulation = Simulation::new(model);
        for clerk in 0..clerks {
            let gap_ns = simulation.model.draw(simulation.model.gap);
            let clerk = clerk as u16;
            simulation.events.push(SimTime(gap_ns), clerk, CustomerEvent::Arrival(clerk));
        }
        simulation
    }

    fn draw(&mut self, times: Exponential) -> u64 {
        let random = random::at(self.seed, self.drawn);
        self.drawn += 1;
        times.time_of(random)
    }

    /// Customers who have left.
    pub fn served(&self) -> u64 {
        self.served
    }

    /// How long a customer was there on average, in nanoseconds; 0 before the first has left.
    pub fn mean_visit_ns(&self) -> u64 {
        self.visits_ns.checked_div(self.served).unwrap_or(0)
    }

    /// The clerks.
    pub fn clerks(&mut self) -> &mut [Processors<SimTime>] {
        &mut self.clerks
    }
}

impl Model for SingleServerQueues {
    type Event = CustomerEvent;

    #[inline]
    fn handle(&mut self, now: SimTime, event: CustomerEvent, events: &mut EventQueue<CustomerEvent>) {
        let (clerk, started) = match event {
            CustomerEvent::Arrival(clerk) => {
                let gap_ns = self.draw(self.gap);
                events.push(now + gap_ns, clerk, CustomerEvent::Arrival(clerk));
                let service_ns = self.draw(self.service);
                (clerk, self.clerks[usize::from(clerk)].request(now, now, service_ns))
            }
            CustomerEvent::Departure(clerk, arrived) => {
                self.served += 1;
                self.visits_ns += now - arrived;
                (clerk, self.clerks[usize::from(clerk)].release(now))
            }
        };
        if let Some((arrived, end)) = started {
            events.push(end, clerk, CustomerEvent::Departure(clerk, arrived));
        }
    }
}
