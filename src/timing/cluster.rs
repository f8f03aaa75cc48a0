//! A primary and, if there is one, its replica, as one simulation.

use super::dirty_pages::Taken;
use super::primary::{Chunk, Order, Primary};
use super::replica::{Job, Replica, ReplicaSettings};
use super::{Costs, Space, StatementDemand};
use crate::base::Digest;
use crate::sim::{EventQueue, Model, Samples, SimTime, Simulation, SpanLog};

/// What can happen.
#[derive(Debug, Clone)]
pub enum Event {
    /// A thread of the primary has done its processor slice.
    Computed(usize),
    /// What a thread of the primary waited for has come.
    Waited(usize),
    /// The page cleaner's round is on disk.
    Cleaned(Taken),
    /// A statement has ended.
    StatementEnded(usize),
    /// The log device has written redo that a replica is waiting for.
    LogWritten(Chunk),
    /// Every change before this LSN is in the data files.
    Flushed(u64),
    /// Redo has come to the replica.
    Arrived(Chunk),
    /// A processor of the replica has done its job.
    ReplicaComputed(Job),
    /// Memory of the replica is free again, in bytes.
    Released(u64),
}

/// The events to come.
pub type Events = EventQueue<Event>;

/// Who causes events; at the same time, smaller ones come first.
pub(super) mod source {
    /// The log device.
    pub const LOG: u16 = 1;
    /// The page cleaner.
    pub const CLEANER: u16 = 2;
    /// The threads of statements.
    pub const THREADS: u16 = 3;
    /// The network.
    pub const NETWORK: u16 = 4;
    /// The replica.
    pub const REPLICA: u16 = 5;
}

/// A primary and perhaps a replica.
#[derive(Debug, Clone)]
pub struct Cluster {
    /// The primary.
    pub primary: Primary,
    /// The replica.
    pub replica: Option<Replica>,
}

/// Everything that a run in virtual time needs.
#[derive(Debug, Clone)]
pub struct ClusterSettings {
    /// What work costs, on the primary and on the replica.
    pub costs: Costs,
    /// The primary's buffer pool and log.
    pub space: Space,
    /// What it is asked to do.
    pub statements: Vec<StatementDemand>,
    /// In which order.
    pub order: Order,
    /// The replica, if there is one.
    pub replica: Option<ReplicaSettings>,
}

impl Cluster {
    /// A simulation at time 0.
    pub fn simulation(settings: ClusterSettings) -> Simulation<Self> {
        let ClusterSettings { costs, space, statements, order, replica } = settings;
        let primary = Primary::new(costs, space, statements, order, replica.is_some());
        let replica = replica.map(|settings| Replica::new(costs, settings));
        let mut simulation = Simulation::new(Self { primary, replica });
        simulation.model.primary.start(&mut simulation.events);
        simulation
    }

    /// Digest of what happened: all sums, peaks, curves and lanes.
    pub fn digest(&self, now: SimTime) -> String {
        let mut digest = Digest::new();
        digest.update_u64(now.0);
        self.primary.add_to_digest(&mut digest);
        if let Some(replica) = &self.replica {
            replica.add_to_digest(&mut digest);
        }
        digest.hex()
    }
}

/// Adds curves to a digest.
pub(super) fn digest_curves(digest: &mut Digest, curves: &[&Samples]) {
    for curve in curves {
        digest.update_u64(curve.interval_ns());
        curve.values().iter().for_each(|value| digest.update_u64(*value));
    }
}

/// Adds lanes to a digest.
pub(super) fn digest_lanes(digest: &mut Digest, lanes: &SpanLog) {
    for span in lanes.lanes().iter().flat_map(|lane| lane.spans()) {
        [span.from.0, span.to.0, span.activity.into()].iter().for_each(|part| digest.update_u64(*part));
    }
}

impl Model for Cluster {
    type Event = Event;

    fn handle(&mut self, now: SimTime, event: Event, events: &mut Events) {
        match event {
            Event::Computed(thread) => self.primary.computed(now, thread, events),
            Event::Waited(thread) => self.primary.resume(now, thread, events),
            Event::Cleaned(taken) => self.primary.cleaned(now, taken, events),
            Event::StatementEnded(statement) => self.primary.statement_ended(now, statement, events),
            replica_event => {
                let Some(replica) = &mut self.replica else { return };
                match replica_event {
                    Event::LogWritten(chunk) => replica.log_written(now, chunk, events),
                    Event::Flushed(lsn) => replica.flushed(now, lsn),
                    Event::Arrived(chunk) => replica.arrived(now, chunk, events),
                    Event::ReplicaComputed(job) => replica.computed(now, job, events),
                    Event::Released(bytes) => replica.released(now, bytes),
                    _ => unreachable!("events of the primary are handled above"),
                }
            }
        }
    }
}
