//! A replica: receives the source's binlog, applies it with many workers, and commits in groups of its own.
//!
//! ```text
//!            link            coordinator          workers                     commit
//! entries --------> received ------------> apply (cores, rows) --> turn --> FLUSH --> SYNC --> visible
//!                            may it start?                     in order     own groups
//! ```
//!
//! *Worked example.* Every transaction takes 2 ms to apply and the fsync 1 ms. One thread commits one in 3 ms: 333 a second. Four
//! workers with transactions that do not depend on each other commit four in 3 ms, if they share the fsync: 1,333. If the source
//! committed in pairs and the replica goes by the logical clock, only two run side by side: 666.
//!
//! How fast a replica is depends so on what its source did; how far it is behind is measured in [`Lag`].

mod conflicts;
mod coordinator;
mod lag;
mod order;
mod row_locks;
mod settings;
mod stages;
mod totals;
mod watch;
mod window;
mod worker;

pub use self::Event as ReplicaEvent;
pub use lag::Lag;
pub use settings::{MAX_WORKERS, ParallelMode, ReplicaSettings};
pub use totals::{Cause, ReplicaTotals, Waits};
pub use watch::{MAX_WORKER_LANES, WatchedApply};

use super::fsyncs::Fsyncs;
use super::{BinlogEntry, Key, Tracker};
use crate::base::Digest;
use crate::sim::{EventQueue, Link, Model, Processors, SimTime, Simulation, Span};
use coordinator::{Coordinator, IdleWorkers};
use row_locks::{KeysInFlight, RowLocks};
use watch::Watch;
use window::Window;
use worker::Worker;

/// What can happen on a replica.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// It begins to apply.
    Start,
    /// It crashes.
    Crash,
    /// The next transaction has arrived.
    Arrival,
    /// A worker has used its slice of processor time.
    Computed(u32),
    /// The time besides of a worker's part has passed, in this attempt.
    Waited(u32, u32),
    /// The turn to commit has been handed over.
    Turn,
    /// The redo log of the group in the FLUSH stage is synced.
    Flushed,
    /// The delay of this number is over.
    DelayOver(u32),
    /// The group in the SYNC stage is synced.
    Synced,
    /// The leader of the next group is awake.
    LeaderAwake {
        /// In FLUSH; in SYNC if not.
        flushes: bool,
    },
    /// A worker is awake, in this attempt.
    Awake(u32, u32),
}

type Events = EventQueue<Event>;

/// Who causes events; at the same time, smaller ones come first.
mod source {
    pub const CRASH: u16 = 0;
    pub const ARRIVAL: u16 = 1;
    pub const CPU: u16 = 2;
    pub const WORKER: u16 = 3;
    pub const TURN: u16 = 4;
    pub const STAGES: u16 = 5;
}

/// A transaction in the replica's own binlog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The transaction with this replica's sequence number, `last_committed` and group; `started` and `committed` stay those of
    /// the origin.
    pub entry: BinlogEntry,
    /// When it was committed here, and is sent on.
    pub written: SimTime,
}

/// What a crash leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CrashState {
    /// When it happened.
    pub at: SimTime,
    /// Transactions committed without a gap.
    pub low_water_mark: u64,
    /// Transactions committed beyond the first that is missing.
    pub committed_above: u64,
    /// Transactions that are missing although later ones are committed.
    pub gaps: u64,
}

/// A replica.
#[derive(Debug, Clone)]
pub struct Replica {
    settings: ReplicaSettings,
    /// Whether cores are fewer than threads.
    cores_limit: bool,
    commits_in_order: bool,
    locks_rows: bool,
    wake_ns: u64,
    link: Link,
    window: Window,
    coordinator: Coordinator,
    workers: Vec<Worker>,
    idle: IdleWorkers,
    cpu: Processors<u32>,
    locks: RowLocks,
    keys_in_flight: KeysInFlight,
    order: order::Order,
    stages: stages::Stages,
    fsyncs: Fsyncs,
    binlog: Vec<Written>,
    tracker: Tracker,
    /// Scratch space for write sets.
    hashes: Vec<Key>,
    lag: Lag,
    totals: ReplicaTotals,
    watch: Watch,
    crash: Option<CrashState>,
    /// Digest of every commit with its time.
    fingerprint: u64,
}

impl Replica {
    /// A simulation of a replica at time 0 that has received nothing.
    pub fn simulation(mut settings: ReplicaSettings) -> Simulation<Self> {
        if settings.is_serial() {
            settings.mode = ParallelMode::Serial;
        }
        let threads = settings.threads();
        let (starts_at, crash_at) = (settings.starts_at, settings.crash_at);
        let model = Self {
            cores_limit: (settings.cores as usize) < threads,
            commits_in_order: settings.commits_in_order(),
            locks_rows: settings.locks_rows(),
            wake_ns: if settings.is_serial() { 0 } else { settings.hand_over_ns },
            link: Link::new(settings.link_latency_ns, settings.link_bytes_per_s, u64::MAX),
            window: Window::default(),
            coordinator: Coordinator::default(),
            workers: vec![Worker::default(); threads],
            idle: IdleWorkers::all(threads),
            cpu: Processors::new(settings.cores),
            locks: RowLocks::default(),
            keys_in_flight: KeysInFlight::default(),
            order: order::Order::default(),
            stages: stages::Stages::default(),
            fsyncs: Fsyncs::new(settings.fsync_ns, settings.fsync_spread_pct, settings.seed),
            binlog: Vec::new(),
            tracker: Tracker::new(settings.tracking),
            hashes: Vec::new(),
            lag: Lag::new(),
            totals: ReplicaTotals::default(),
            watch: Watch::new(settings.watch_from, threads),
            crash: None,
            fingerprint: 0,
            settings,
        };
        let mut simulation = Simulation::new(model);
        simulation.events.push(starts_at, source::ARRIVAL, Event::Start);
        if let Some(crash_at) = crash_at {
            simulation.events.push(crash_at, source::CRASH, Event::Crash);
        }
        simulation
    }

    /// The source has committed `entries`, in the order of its binlog: they go on the link at that time.
    ///
    /// Whoever drives both hands over what the source committed before a time `t` before the replica's clock passes `t`.
    pub fn receive(simulation: &mut Simulation<Self>, entries: impl IntoIterator<Item = BinlogEntry>) {
        entries.into_iter().for_each(|entry| Self::send(simulation, entry, entry.committed));
    }

    /// As [`Replica::receive`], from a replica in the middle of a chain.
    pub fn receive_from_replica(
        simulation: &mut Simulation<Self>,
        entries: impl IntoIterator<Item = Written>,
    ) {
        entries.into_iter().for_each(|written| Self::send(simulation, written.entry, written.written));
    }

    fn send(simulation: &mut Simulation<Self>, entry: BinlogEntry, sent_at: SimTime) {
        let now = simulation.now();
        let model = &mut simulation.model;
        if model.crash.is_some() {
            return;
        }
        model.link.acknowledge(entry.bytes);
        let arrives_at = model.link.send(sent_at, entry.bytes).unwrap_or(sent_at);
        let waits = model.waits_for_arrival();
        model.window.receive(entry, arrives_at);
        model.totals.received += 1;
        if waits {
            model.wake_at_arrival(arrives_at.max(now), &mut simulation.events);
        }
    }

    /// Takes what the replica has written to its own binlog since the last call.
    pub fn take_binlog(&mut self) -> Vec<Written> {
        std::mem::take(&mut self.binlog)
    }

    /// What it has done.
    pub fn totals(&self) -> &ReplicaTotals {
        &self.totals
    }

    /// How far it was behind, up to its latest commit.
    pub fn lag(&self) -> &Lag {
        &self.lag
    }

    /// Measures the lag up to `now`: at the end of a run that leaves transactions behind.
    pub fn measure_lag(&mut self, now: SimTime) {
        self.lag.advance(now, self.window.oldest());
        self.lag.set(now, self.window.oldest());
    }

    /// Transactions committed without a gap, in the order of the source's binlog.
    pub fn low_water_mark(&self) -> u64 {
        self.window.low_water_mark()
    }

    /// Transactions received that no worker has begun.
    pub fn backlog(&self) -> u64 {
        self.window.received() - self.window.dispatched()
    }

    /// What the crash left, if there was one.
    pub fn crash(&self) -> Option<CrashState> {
        self.crash
    }

    /// What became of the watched transactions, in the order of the binlog.
    pub fn watched(&self) -> &[WatchedApply] {
        self.watch.transactions()
    }

    /// The lanes of the coordinator and the first workers while transactions are watched, with their names; activities are the
    /// numbers of [`super::Activity`]. One thread that does everything has one lane.
    pub fn lanes(&self) -> impl Iterator<Item = (String, &[Span])> {
        let serial = self.settings.is_serial();
        let name = move |lane| match lane {
            0 => "coordinator".to_owned(),
            _ if serial => "applier".to_owned(),
            worker => format!("worker {worker}"),
        };
        self.watch.lanes().enumerate().skip(usize::from(serial)).map(move |(lane, spans)| (name(lane), spans))
    }

    /// Nothing is watched from now on.
    pub fn stop_watching(&mut self, now: SimTime) {
        self.watch.stop(now);
    }

    /// Its figures.
    pub fn settings(&self) -> &ReplicaSettings {
        &self.settings
    }

    /// Digest of what happened: every commit with its time, all sums, the curves of the lag and the lanes.
    pub fn digest(&self) -> String {
        let mut digest = Digest::new();
        let totals = &self.totals;
        let sums =
            [self.fingerprint, totals.applied, totals.groups, totals.redo_fsyncs, totals.binlog_fsyncs];
        let more =
            [totals.retries, totals.collisions, totals.cpu_busy_ns, totals.last_commit.0, self.lag.peak_ns()];
        let waits = Cause::ALL.map(|cause| totals.waits.ns(cause));
        let curves = [self.lag.true_us(), self.lag.seconds_behind_source()];
        let curves = curves.into_iter().flat_map(|curve| curve.values().iter().copied());
        let spans =
            self.watch.lanes().flatten().flat_map(|span| [span.from.0, span.to.0, span.activity.into()]);
        let numbers = sums.into_iter().chain(more).chain(waits).chain(curves).chain(spans);
        numbers.for_each(|number| digest.update_u64(number));
        digest.hex()
    }

    fn fail(&mut self, now: SimTime) {
        self.measure_lag(now);
        self.watch.stop(now);
        self.crash = Some(CrashState {
            at: now,
            low_water_mark: self.window.low_water_mark(),
            committed_above: self.window.committed_above(),
            gaps: self.window.gaps(),
        });
    }
}

impl Model for Replica {
    type Event = Event;

    fn handle(&mut self, now: SimTime, event: Event, events: &mut Events) {
        match event {
            Event::Start => {
                self.coordinator.runs = true;
                self.dispatch(now, events);
            }
            Event::Crash => self.fail(now),
            Event::Arrival => self.arrived(now, events),
            Event::Computed(worker) => self.computed(now, worker, events),
            Event::Waited(worker, attempt) => self.waited(now, worker, attempt, events),
            Event::Turn => self.turn_is_free(now, events),
            Event::Flushed => self.flushed(now, events),
            Event::DelayOver(delay) => self.delay_over(now, delay, events),
            Event::LeaderAwake { flushes } => self.leader_awake(now, flushes, events),
            Event::Awake(worker, attempt) => self.awake(now, worker, attempt, events),
            Event::Synced => self.synced(now, events),
        }
    }

    fn has_ended(&self) -> bool {
        self.crash.is_some()
    }
}
