//! The model: what can happen, and what it sets off.

use std::collections::VecDeque;
use std::rc::Rc;

use super::memory::Memory;
use super::merging::MergeThread;
use super::meters::{Curves, LaneOf, Meters};
use super::reader::Reader;
use super::sending::{Job, Outgoing};
use super::settings::PipelineSettings;
use super::sweep::Sweep;
use super::totals::{MemoryCause, PipelineTotals};
use super::transactions::Transactions;
use super::watch::{Watch, WatchedTransaction};
use super::writer::Writer;
use crate::base::{Digest, EngineError};
use crate::global_binlog::order::{Assembler, OrderCheck};
use crate::global_binlog::workload::{LogRecord, Shape, Sources, Workload};
use crate::sim::{EventQueue, Latencies, Model, SimTime, Simulation, Span};

/// What can happen.
#[derive(Debug, Clone, Copy)]
pub enum Event {
    /// The next record stands in its node's log.
    Record,
    /// A reader has read a piece.
    Read(u16),
    /// A reader has spilled.
    Spilled(u16),
    /// The merge of a group has passed a part on.
    Merged(u16),
    /// The last merge has passed a part on.
    RootMerged,
    /// A collector has done a job.
    Collected {
        /// The collector.
        collector: u16,
        /// The job.
        job: u64,
    },
    /// A writer has written a piece, or flushed.
    Wrote(u16),
    /// A flush at equal distances is due.
    FlushDue(u16),
    /// The sweep has spilled a part.
    Swept,
    /// Memory is looked at.
    Tick,
}

/// The pipeline.
#[derive(Debug, Clone)]
pub struct Pipeline {
    pub(super) settings: PipelineSettings,
    pub(super) workload: Rc<Workload>,
    pub(super) sources: Sources,
    pub(super) next_record: Option<LogRecord>,
    pub(super) active_nodes: u16,
    pub(super) transactions: Transactions,
    pub(super) readers: Vec<Reader>,
    pub(super) groups: Vec<MergeThread>,
    pub(super) root: MergeThread,
    /// Parts in the queues before the merges, those of heartbeats not counted.
    pub(super) queued: u64,
    pub(super) frontier: Option<u16>,
    pub(super) frontier_since: SimTime,
    pub(super) assembler: Assembler,
    pub(super) check: OrderCheck,
    pub(super) outgoing: VecDeque<Outgoing>,
    pub(super) first_outgoing: u64,
    pub(super) next_outgoing: u64,
    /// Transactions between merge and write buffer.
    pub(super) in_flight: u64,
    pub(super) jobs: VecDeque<Job>,
    pub(super) first_job: u64,
    pub(super) free_collectors: Vec<u16>,
    pub(super) collect_busy_ns: u64,
    pub(super) writers: Vec<Writer>,
    /// What a job has for each stream.
    pub(super) rows: Vec<Shape>,
    /// What the global binlog adds to a transaction.
    pub(super) frame: Shape,
    pub(super) memory: Memory,
    pub(super) sweep: Sweep,
    pub(super) big: Option<u64>,
    /// Committed transactions (and parts of unordered ones) by the time of their commit, from the first that is not written.
    pub(super) behind: VecDeque<(u64, u16, SimTime)>,
    pub(super) totals: PipelineTotals,
    pub(super) delays: Latencies,
    pub(super) meters: Meters,
    pub(super) watch: Watch,
    pub(super) digest: Digest,
    pub(super) now: SimTime,
    pub(super) out_of_memory: Option<(SimTime, MemoryCause)>,
    pub(super) error: Option<EngineError>,
    has_ended: bool,
    progress_ppm: u64,
}

impl Pipeline {
    /// A pipeline at time 0.
    ///
    /// # Panics
    /// If there are no data nodes, more than 64, or none that is not idle.
    pub fn simulation(settings: PipelineSettings) -> Simulation<Self> {
        let workload = Rc::new(Workload::new(settings.workload.clone()));
        let mut sources = workload.sources();
        let next_record = sources.next();
        let nodes = usize::from(settings.workload.data_nodes);
        let size = usize::from(settings.merge_group.max(1));
        let group_sizes: Vec<usize> = if nodes <= size {
            Vec::new()
        } else {
            (0..nodes).step_by(size).map(|first| size.min(nodes - first)).collect()
        };
        let root_inputs = if group_sizes.is_empty() { nodes } else { group_sizes.len() };
        let meters = Meters::new(&settings, group_sizes.len());
        let totals = PipelineTotals { held_back_ns: vec![0; nodes], ..PipelineTotals::default() };
        let model = Self {
            sources,
            next_record,
            active_nodes: settings.workload.data_nodes - settings.workload.idle_nodes,
            transactions: Transactions::default(),
            readers: (0..settings.workload.data_nodes).map(Reader::new).collect(),
            groups: group_sizes.into_iter().map(MergeThread::new).collect(),
            root: MergeThread::new(root_inputs),
            queued: 0,
            frontier: None,
            frontier_since: SimTime(0),
            assembler: Assembler::new(),
            check: OrderCheck::new(settings.workload.data_nodes),
            outgoing: VecDeque::new(),
            first_outgoing: 0,
            next_outgoing: 0,
            in_flight: 0,
            jobs: VecDeque::new(),
            first_job: 0,
            free_collectors: (0..settings.costs.collectors as u16).rev().collect(),
            collect_busy_ns: 0,
            writers: (0..settings.writer.split.streams).map(|_| Writer::new()).collect(),
            rows: vec![Shape::default(); usize::from(settings.writer.split.streams)],
            frame: workload.frame(),
            memory: Memory::new(settings.memory),
            sweep: Sweep::default(),
            big: None,
            behind: VecDeque::new(),
            totals,
            delays: Latencies::default(),
            meters,
            watch: Watch::new(settings.watch_from),
            digest: Digest::new(),
            now: SimTime(0),
            out_of_memory: None,
            error: None,
            has_ended: false,
            progress_ppm: 0,
            settings,
            workload,
        };
        let mut simulation = Simulation::new(model);
        if let Some(record) = next_record {
            simulation.events.push(record.at, 0, Event::Record);
            simulation.events.push(SimTime(0), TICK_SOURCE, Event::Tick);
        }
        simulation
    }

    /// The next record comes into its log, and the one behind it is planned.
    fn record(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        let Some(record) = self.next_record else { return };
        self.next_record = self.sources.next();
        if let Some(next) = self.next_record {
            events.push(next.at, 0, Event::Record);
        }
        if self.big.is_none() && self.workload.is_big(record.transaction) {
            self.big = Some(record.transaction);
        }
        self.record_stands(now, &record, events);
        if self.next_record.is_none() {
            for node in 0..self.readers.len() {
                self.read_next(now, node, events);
            }
        }
    }

    fn tick(&mut self, now: SimTime, events: &mut EventQueue<Event>) {
        self.memory.refresh();
        self.sweep(now, events);
        self.meter(now);
        self.has_ended = self.is_finished() || events.is_empty();
        events.push(now + self.settings.memory.check_ns.max(1), TICK_SOURCE, Event::Tick);
    }

    /// Reads the meters.
    pub(super) fn meter(&mut self, now: SimTime) {
        let age_ns = self.catch_up(now);
        if age_ns > 0 {
            self.meters.delay(now, age_ns);
        }
        self.meters.memory(now, &self.memory);
        let unread = self.readers.iter().map(|reader| reader.log.len() as u64).sum();
        self.meters.curves.unread_records.set(now, unread);
    }

    /// Closes what is open when the run has ended: call it once, behind the last step.
    ///
    /// # Errors
    /// What the check of the order found.
    pub fn finish(&mut self) -> Result<(), EngineError> {
        let now = self.now;
        self.close_frontier(now);
        for node in 0..self.readers.len() {
            self.meters.idle(now, node, &self.readers[node]);
        }
        if let Some(error) = self.error.clone() {
            return Err(error);
        }
        if self.out_of_memory.is_none() && self.transactions.under_way == 0 {
            self.check.finish(self.totals.committed)?;
        }
        Ok(())
    }

    /// How far the run has come, in millionths; never less than before.
    pub fn progress_ppm(&mut self) -> u64 {
        let duration_ns = self.settings.workload.duration_ns.max(1);
        let load = u128::from(self.now.0.min(duration_ns)) * 500_000 / u128::from(duration_ns);
        let read = u128::from(self.totals.read.dml_bytes.max(1));
        let written = u128::from(self.totals.output.dml_bytes) * 500_000 / read;
        self.progress_ppm = self.progress_ppm.max((load + written.min(load)).min(1_000_000) as u64);
        self.progress_ppm
    }

    /// What is being done, for a progress bar.
    pub fn phase(&self) -> &'static str {
        if self.now.0 < self.settings.workload.duration_ns { "load" } else { "drain" }
    }

    /// What the check of the order found, if it found something.
    pub fn error(&self) -> Option<&EngineError> {
        self.error.as_ref()
    }

    /// What the nodes do.
    pub fn workload(&self) -> &Workload {
        &self.workload
    }

    /// The curves.
    pub fn curves(&self) -> &Curves {
        &self.meters.curves
    }

    /// Lanes that have spans; activities are those of [`super::super::Activity`].
    pub fn lanes(&self) -> impl Iterator<Item = (LaneOf, &[Span])> {
        self.meters.lanes()
    }

    /// Delays of all written transactions.
    pub fn delays(&self) -> &Latencies {
        &self.delays
    }

    /// What became of the watched transactions, in the order of their first records.
    pub fn watched(&self) -> &[WatchedTransaction] {
        self.watch.transactions()
    }

    /// Digest of everything that was written when, and of the sums.
    pub fn digest(&self) -> String {
        let mut digest = self.digest.clone();
        let totals = self.totals();
        let PipelineTotals { committed, written, peak_memory_bytes, spilled_bytes, ended, .. } = totals;
        for number in [committed, written, totals.output.bytes, peak_memory_bytes, spilled_bytes, ended.0] {
            digest.update_u64(number);
        }
        digest.hex()
    }
}

impl Model for Pipeline {
    type Event = Event;

    fn handle(&mut self, now: SimTime, event: Event, events: &mut EventQueue<Event>) {
        self.now = now;
        match event {
            Event::Record => self.record(now, events),
            Event::Read(node) => self.piece_read(now, node.into(), events),
            Event::Spilled(node) => self.piece_kept(now, node.into(), events),
            Event::Merged(group) => self.group_merged(now, group.into(), events),
            Event::RootMerged => self.root_merged(now, events),
            Event::Collected { collector, job } => self.collected(now, collector, job, events),
            Event::Wrote(stream) => self.wrote(now, stream.into(), events),
            Event::FlushDue(stream) => self.flush_due(now, stream.into(), events),
            Event::Swept => self.swept(now, events),
            Event::Tick => self.tick(now, events),
        }
    }

    fn has_ended(&self) -> bool {
        self.has_ended || self.out_of_memory.is_some() || self.error.is_some()
    }
}

/// The tick comes behind everything else of one time.
const TICK_SOURCE: u16 = 1_005;
