//! When transactions come, and to which client.

use std::collections::VecDeque;

use super::model::{Event, Events, Source, order};
use super::settings::{Arrival, SourceSettings};
use crate::base::random::{self, Exponential};
use crate::group_commit::{Moment, Spread, Workload};
use crate::sim::{SECOND, SimTime};

/// Picoseconds of a nanosecond: gaps between arrivals are drawn in picoseconds, so that no rate is rounded.
const PICOSECONDS: u64 = 1_000;

/// Who comes next.
#[derive(Debug, Clone)]
pub(super) struct Arrivals {
    /// The next transaction of the workload.
    next_id: u64,
    /// Random times that were drawn.
    drawn: u64,
    stream: u64,
    /// Open: the time of the last arrival, arrivals that wait for a connection, and connections that are free.
    arrived_ps: u64,
    backlog: u64,
    free: Vec<u32>,
    /// Listed: ids by their arrival, and what each client has still to do.
    listed: VecDeque<u64>,
    to_do: Vec<VecDeque<u64>>,
    /// Transactions that come at a moment, beside the others; each has a client of its own behind the others.
    moments: Vec<Moment>,
}

impl Arrivals {
    /// Nobody has come yet.
    pub fn new(settings: &SourceSettings, sessions: &[u32]) -> Self {
        let mut arrivals = Self {
            next_id: 0,
            drawn: 0,
            stream: random::at(settings.seed, 0x6172_7269),
            arrived_ps: 0,
            backlog: 0,
            free: Vec::new(),
            listed: VecDeque::new(),
            to_do: Vec::new(),
            moments: settings.workload.moments(),
        };
        match settings.arrival {
            Arrival::Closed { .. } => {}
            Arrival::Open { clients, .. } => arrivals.free = (0..clients.max(1)).rev().collect(),
            Arrival::Listed => {
                arrivals.to_do = vec![VecDeque::new(); sessions.len()];
                arrivals.listed = by_arrival(&settings.workload, settings.transactions);
            }
        }
        arrivals
    }

    /// An exponentially distributed time.
    fn draw(&mut self, mean: u64) -> u64 {
        self.drawn += 1;
        Exponential::new(mean).time_of(random::at(self.stream, self.drawn))
    }
}

/// The sessions of a list, ascending: the clients. Of other workloads, none.
pub(super) fn sessions_of(settings: &SourceSettings) -> Vec<u32> {
    let Arrival::Listed = settings.arrival else { return Vec::new() };
    let count = settings.workload.count().unwrap_or(0);
    let mut sessions: Vec<u32> = (0..count).filter_map(|id| settings.workload.session(id)).collect();
    sessions.sort_unstable();
    sessions.dedup();
    sessions
}

/// The first `limit` transactions of a list, by their arrival; those that arrive together by their position.
fn by_arrival(workload: &Workload, limit: u64) -> VecDeque<u64> {
    let mut ids: Vec<u64> = (0..workload.count().unwrap_or(0)).collect();
    ids.sort_by_key(|id| workload.arrival(*id));
    ids.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    ids.into()
}

impl Source {
    /// Puts in what happens without anybody's doing.
    pub(super) fn start_arrivals(&mut self, events: &mut Events) {
        match self.settings.arrival {
            Arrival::Closed { clients, .. } => (0..clients.max(1))
                .for_each(|client| events.push(SimTime::default(), order::ARRIVALS, Event::Start(client))),
            Arrival::Open { .. } | Arrival::Listed => self.await_arrival(events),
        }
        let first = self.clients.len() - self.arrivals.moments.len();
        for (position, moment) in self.arrivals.moments.iter().enumerate() {
            events.push(moment.at, order::ARRIVALS, Event::Start((first + position) as u32));
        }
    }

    /// Puts in the next arrival, if there is one.
    fn await_arrival(&mut self, events: &mut Events) {
        let at = match self.settings.arrival {
            Arrival::Closed { .. } => None,
            Arrival::Open { transactions_per_s, .. } => {
                let mean_ps = SECOND * PICOSECONDS / transactions_per_s.max(1);
                self.arrivals.arrived_ps += self.arrivals.draw(mean_ps);
                (self.arrivals.next_id + self.arrivals.backlog < self.settings.transactions)
                    .then_some(SimTime(self.arrivals.arrived_ps / PICOSECONDS))
            }
            Arrival::Listed => {
                self.arrivals.listed.front().and_then(|id| self.settings.workload.arrival(*id))
            }
        };
        if let Some(at) = at.filter(|at| at.0 < self.settings.duration_ns) {
            events.push(at, order::ARRIVALS, Event::Arrive);
        }
    }

    /// A transaction comes.
    pub(super) fn arrive(&mut self, now: SimTime, events: &mut Events) {
        if let Arrival::Listed = self.settings.arrival {
            let id = self.arrivals.listed.pop_front().expect("the one that was awaited");
            let session = self.settings.workload.session(id).unwrap_or(0);
            let client = self.sessions.binary_search(&session).expect("a session of the list");
            self.arrivals.to_do[client].push_back(id);
            if self.clients[client].doing.is_none() {
                self.go_on(now, client as u32, events);
            }
        } else {
            self.arrivals.backlog += 1;
            if let Some(client) = self.arrivals.free.pop() {
                self.go_on(now, client, events);
            }
        }
        self.await_arrival(events);
    }

    /// A client that has thought, or whose moment has come, starts a transaction.
    pub(super) fn start(&mut self, now: SimTime, client: u32, events: &mut Events) {
        if now.0 >= self.settings.duration_ns {
            return;
        }
        let first = self.clients.len() - self.arrivals.moments.len();
        if let Some(moment) = (client as usize).checked_sub(first) {
            return self.begin(now, client, self.arrivals.moments[moment].transaction, events);
        }
        if self.arrivals.next_id < self.settings.transactions {
            self.arrivals.next_id += 1;
            self.begin(now, client, self.arrivals.next_id - 1, events);
        }
    }

    /// A client has no transaction; what it does next.
    pub(super) fn go_on(&mut self, now: SimTime, client: u32, events: &mut Events) {
        if client as usize >= self.clients.len() - self.arrivals.moments.len() {
            return;
        }
        match self.settings.arrival {
            Arrival::Closed { think_ns: 0, .. } => self.start(now, client, events),
            Arrival::Closed { think_ns, think_spread, .. } => {
                let thinks_ns = match think_spread {
                    Spread::Constant => think_ns,
                    Spread::Exponential => self.arrivals.draw(think_ns),
                };
                events.push(now + thinks_ns, order::ARRIVALS, Event::Start(client));
            }
            Arrival::Open { .. } if self.arrivals.backlog > 0 && now.0 < self.settings.duration_ns => {
                self.arrivals.backlog -= 1;
                self.start(now, client, events);
            }
            Arrival::Open { .. } => self.arrivals.free.push(client),
            Arrival::Listed => {
                if now.0 < self.settings.duration_ns
                    && let Some(id) = self.arrivals.to_do[client as usize].pop_front()
                {
                    self.begin(now, client, id, events);
                }
            }
        }
    }
}
