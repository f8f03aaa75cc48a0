//! The source as a model: its state and its events.

use super::arrivals::{Arrivals, sessions_of};
use super::client::Client;

use super::policy::Policy;
use super::row_locks::RowLocks;
use super::settings::SourceSettings;
use super::stages::Stage;
use super::totals::SourceTotals;
use super::watch::{BINLOG_LANE, LaneSpans, REDO_LANE, Watch, WatchedTransaction};
use crate::base::Digest;
use crate::group_commit::fsyncs::Fsyncs;
use crate::group_commit::{BinlogEntry, Key, Tracker, TrackerTotals};
use crate::sim::{EventQueue, Latencies, Model, Processors, SimTime, Simulation};

/// What can happen on a source.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// A transaction comes.
    Arrive,
    /// A client starts its next transaction.
    Start(u32),
    /// A client's slice of processor time is over.
    Computed(u32),
    /// A client has executed its transaction.
    Executed(u32),
    /// The redo log's fsync is over.
    Flushed,
    /// A leader has written its group into the binlog.
    Written,
    /// The wait of the leader of the group after so many groups is over.
    Waited(u32),
    /// The binlog's fsync is over.
    Synced,
}

/// The events to come.
pub(super) type Events = EventQueue<Event>;

/// Who causes events; at the same time, smaller ones come first: whoever comes just when a leader takes the queue is in it.
pub(super) mod order {
    /// Transactions that come.
    pub const ARRIVALS: u16 = 1;
    /// Clients that execute.
    pub const CLIENTS: u16 = 2;
    /// The FLUSH stage.
    pub const FLUSH: u16 = 3;
    /// A leader that waits.
    pub const WAIT: u16 = 4;
    /// A leader that writes, and the SYNC stage.
    pub const SYNC: u16 = 5;
}

/// The job of a leader that writes its group into the binlog; there is one at a time.
pub(super) const WRITER: u32 = u32::MAX;

/// A server whose clients change rows, and which commits their transactions in groups.
#[derive(Debug, Clone)]
pub struct Source {
    pub(super) settings: SourceSettings,
    pub(super) policy: &'static dyn Policy,
    pub(super) clients: Vec<Client>,
    /// The clients' numbers in a list, ascending; empty if there is no list.
    pub(super) sessions: Vec<u32>,
    pub(super) arrivals: Arrivals,
    /// Nothing if there is a core for everybody. A job is a client, or [`WRITER`].
    pub(super) processors: Option<Processors<u32>>,
    pub(super) locks: RowLocks,
    pub(super) tracker: Tracker,
    pub(super) flush: Stage,
    pub(super) sync: Stage,
    pub(super) fsyncs: Fsyncs,
    /// Groups since the last that was synced.
    pub(super) unsynced_groups: u64,
    /// Transactions that have begun and whose clients have not gone on; those of them that wait for a row.
    pub(super) open: u64,
    pub(super) blocked: u64,
    /// The newest place in the binlog, and the newest that is committed.
    pub(super) sequence: u64,
    pub(super) committed: u64,
    pub(super) binlog: Vec<BinlogEntry>,
    pub(super) totals: SourceTotals,
    pub(super) latencies: Latencies,
    pub(super) group_sizes: Vec<u64>,
    pub(super) watch: Watch,
    /// Depends on every transaction's place, time and dependency.
    pub(super) fingerprint: u64,
    /// Scratch: a transaction's keys, who holds them, who has all of theirs now, and room for a group.
    pub(super) keys: Vec<Key>,
    pub(super) holders: Vec<u32>,
    pub(super) unblocked: Vec<u32>,
    pub(super) spare: Vec<u32>,
}

impl Source {
    /// A simulation at time 0.
    pub fn simulation(settings: SourceSettings) -> Simulation<Self> {
        let mut simulation = Simulation::new(Self::new(settings));
        simulation.model.start_arrivals(&mut simulation.events);
        simulation
    }

    fn new(settings: SourceSettings) -> Self {
        let sessions = sessions_of(&settings);
        let moments = settings.workload.moments().len() as u32;
        let clients = settings.connections().unwrap_or(sessions.len() as u32) + moments;
        Self {
            policy: settings.server.policy(),
            clients: vec![Client::idle(); clients as usize],
            arrivals: Arrivals::new(&settings, &sessions),
            sessions,
            processors: (settings.cores <= clients).then(|| Processors::new(settings.cores)),
            locks: RowLocks::new(clients),
            tracker: Tracker::new(settings.tracking),
            flush: Stage::default(),
            sync: Stage::default(),
            fsyncs: Fsyncs::new(settings.fsync_ns, settings.fsync_spread_pct, settings.seed),
            unsynced_groups: 0,
            open: 0,
            blocked: 0,
            sequence: 0,
            committed: 0,
            binlog: Vec::new(),
            totals: SourceTotals::default(),
            latencies: Latencies::default(),
            group_sizes: Vec::new(),
            watch: Watch::new(settings.watch_from, clients),
            fingerprint: 0,
            keys: Vec::new(),
            holders: Vec::new(),
            unblocked: Vec::new(),
            spare: Vec::new(),
            settings,
        }
    }

    /// What has been committed since the last call, in the order of the binlog.
    pub fn take_binlog(&mut self) -> Vec<BinlogEntry> {
        std::mem::take(&mut self.binlog)
    }

    /// Sums so far.
    pub fn totals(&self) -> SourceTotals {
        let measured_ns = self.totals.last_committed_at.0.min(self.settings.duration_ns);
        SourceTotals { measured_ns, ..self.totals }
    }

    /// What the tracking of dependencies has done.
    pub fn tracker_totals(&self) -> TrackerTotals {
        *self.tracker.totals()
    }

    /// How long commits took, from the wish to the end.
    pub fn commit_latencies(&self) -> &Latencies {
        &self.latencies
    }

    /// How many groups had how many transactions, by that number from 0.
    pub fn group_sizes(&self) -> &[u64] {
        &self.group_sizes
    }

    /// What a learner calls the client at a position, as entries have it: its number in the list, or counted from 1.
    pub fn client_number(&self, session: u32) -> u32 {
        self.sessions.get(session as usize).copied().unwrap_or(session + 1)
    }

    /// Ends the detail window, if it has not ended.
    pub fn stop_watching(&mut self, now: SimTime) {
        if !self.watch.is_on(now) {
            return;
        }
        for client in 0..self.clients.len() as u32 {
            let (of, lane) = (&self.clients[client as usize], self.watch.lane_of(client));
            let (Some(activity), Some(lane)) = (of.doing, lane) else { continue };
            self.watch.add(lane, activity, of.since, now);
        }
        for (lane, stage) in [(REDO_LANE, &self.flush), (BINLOG_LANE, &self.sync)] {
            if let Some(activity) = stage.doing {
                self.watch.add(lane, activity, stage.since, now);
            }
        }
        self.watch.end(now);
    }

    /// When the detail window ended; nothing while it is open or has not begun.
    pub fn watched_until(&self) -> Option<SimTime> {
        self.watch.ended()
    }

    /// What happened in the detail window: the lanes of the redo log and of the binlog, then those of the first 16 clients.
    pub fn lanes(&self) -> impl Iterator<Item = LaneSpans<'_>> {
        self.watch.lanes()
    }

    /// The transactions that were committed in the detail window, in the order of the binlog.
    pub fn watched_transactions(&self) -> &[WatchedTransaction] {
        self.watch.transactions()
    }

    /// Digest of what happened: every transaction's place, time and dependency, all sums and histograms.
    pub fn digest(&self) -> String {
        let mut digest = Digest::new();
        self.add_to_digest(&mut digest);
        digest.hex()
    }

    /// Adds what happened to a digest.
    pub fn add_to_digest(&self, digest: &mut Digest) {
        let SourceTotals { transactions, in_time, last_committed_at, groups, closed, .. } = self.totals;
        let SourceTotals { redo_fsyncs, binlog_fsyncs, row_lock_waits, row_lock_wait_ns, .. } = self.totals;
        let sums = [self.fingerprint, transactions, in_time, last_committed_at.0, groups];
        let closed = [closed.delay, closed.count, closed.row_lock, closed.no_wait];
        let others = [redo_fsyncs, binlog_fsyncs, row_lock_waits, row_lock_wait_ns, self.totals.cpu_busy_ns];
        let numbers = sums.iter().chain(&closed).chain(&others);
        numbers
            .chain(&self.group_sizes)
            .chain(self.latencies.counts())
            .for_each(|number| digest.update_u64(*number));
    }
}

impl Model for Source {
    type Event = Event;

    fn handle(&mut self, now: SimTime, event: Event, events: &mut Events) {
        match event {
            Event::Arrive => self.arrive(now, events),
            Event::Start(client) => self.start(now, client, events),
            Event::Computed(client) => self.computed(now, client, events),
            Event::Executed(client) => self.prepare(now, client, events),
            Event::Flushed => self.flushed(now, events),
            Event::Written => self.written(now, events),
            Event::Waited(group) => self.waited(now, group, events),
            Event::Synced => self.synced(now, events),
        }
    }
}
