//! The replica: it receives the log, parses it, applies what concerns pages that it has, and keeps the rest in memory until the
//! primary has flushed those pages.
//!
//! *Why memory grows.* A physical replica that shares the primary's storage must not read a page that is older than the redo it
//! has thrown away. So parsed redo of a page that it has not cached stays until the primary's checkpoint has passed it. A replica
//! may hold on to a stretch of the log longer than it must (`kept_log_bytes`): a buffer of fixed size, which parsed redo leaves
//! only when newer redo pushes it out. So memory holds one stretch of the log: from the older of two places, the primary's
//! checkpoint and `kept_log_bytes` before the parser, to the newest byte that has come. Redo that is not parsed yet is a part of
//! this stretch: while the checkpoint is older than the parser's place it takes no memory beyond it; where the checkpoint keeps
//! up, the stretch grows by what parsing falls behind.
//!
//! *Assumed.* Redo comes into memory as it is written, whether or not it can be parsed, and takes `parsed_redo_permille` from then
//! on. Only `network_window_bytes` limits what is under way or unparsed; on shared storage it is without limit by default. A
//! replica that left unread redo in the shared log would have such a window: it would lag, and not run out of memory.
//!
//! *Worked example.* Two statements log 28 MB a second each; the replica parses 55. One second in fifty is left over: after 700
//! seconds the replica is 12 seconds behind. Four statements log 112 MB a second, half of which stays unparsed: after 400 seconds
//! 23 GB do. With 6 GB that are kept, and 2.8 bytes of memory for each, redo takes 80 GB. The oldest of the 23 GB was written 205
//! seconds ago: that is the lag.

use std::collections::VecDeque;

use super::cluster::{Event, Events, digest_curves, digest_lanes, source};
use super::primary::Chunk;
use super::{Activity, Costs, Price, Redo};
use crate::base::Digest;
use crate::sim::{Lane, Link, MICROSECOND, MILLISECOND, Processors, Samples, SimTime, SpanLog};

/// What a replica does with page images.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replay {
    /// Throws them away; the page is read from shared storage when it is needed.
    Drop,
    /// Puts them in place.
    Install,
}

/// A replica's figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplicaSettings {
    /// Processors.
    pub cores: u32,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Memory that is used before any redo comes: buffer pool and all else.
    pub base_memory_bytes: u64,
    /// Threads that apply.
    pub apply_threads: u32,
    /// Share of the changed pages that it has cached, in percent.
    pub cached_pct: u64,
    /// What happens to page images.
    pub replay: Replay,
    /// Bytes of memory that 1,000 bytes of redo take once they have come.
    pub parsed_redo_permille: u64,
    /// Redo that stays in memory until as many newer bytes of the log are parsed and applied, even if the primary has flushed.
    pub kept_log_bytes: u64,
    /// Milliseconds after which memory of redo that need not be kept is free again.
    pub release_ms: u64,
    /// Part of the memory at which the replica becomes unavailable, in percent.
    pub memory_limit_pct: u64,
    /// Lag at which it becomes unavailable, in milliseconds.
    pub lag_limit_ms: u64,
    /// Nanoseconds between two reads of the log from shared storage; 0 if the log is sent.
    pub log_poll_ns: u64,
    /// Processor time of such a read in nanoseconds.
    pub log_poll_cpu_ns: u64,
    /// How much longer a read takes while redo is parsed all the time, in nanoseconds.
    pub log_poll_parse_ns: u64,
    /// Latency of the network in microseconds.
    pub network_latency_us: u64,
    /// Bandwidth of the network in bytes a second.
    pub network_bytes_per_s: u64,
    /// Bytes that may be under way or unparsed before the sender waits.
    pub network_window_bytes: u64,
}

/// A job on the replica's processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// Parsing the oldest chunk.
    Parse,
    /// Applying a chunk, on a thread.
    Apply(Chunk, usize),
}

/// A replica.
#[derive(Debug, Clone)]
pub struct Replica {
    costs: Costs,
    settings: ReplicaSettings,
    cpu: Processors<Job>,
    link: Link,
    /// Chunks that the primary has written and the link has no room for.
    outbox: VecDeque<Chunk>,
    /// Chunks that wait to be parsed.
    inbox: VecDeque<Chunk>,
    parses: bool,
    parsed: VecDeque<Chunk>,
    idle_appliers: Vec<usize>,
    applying: Vec<Chunk>,
    /// Parsed redo that is kept: the log's end behind it, and its memory.
    kept: VecDeque<(u64, u64)>,
    flushed_lsn: u64,
    /// The log's end behind the newest chunk that is parsed and applied.
    done_lsn: u64,
    used_bytes: u64,
    peak_bytes: u64,
    peak_lag_ns: u64,
    first_arrival: Option<SimTime>,
    last_parse: SimTime,
    unavailable_since: Option<(SimTime, Limit)>,
    lanes: SpanLog,
    curves: ReplicaCurves,
    parsed_redo: Redo,
    installed_pages: u64,
}

/// Why a replica became unavailable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// Its memory.
    Memory,
    /// Its lag.
    Lag,
}

/// Curves of the replica over time.
#[derive(Debug, Clone)]
pub struct ReplicaCurves {
    /// Lag in microseconds.
    pub lag_us: Samples,
    /// Memory in use in bytes.
    pub memory_bytes: Samples,
    /// Processor time of parsing and applying in nanoseconds.
    pub busy_ns: Samples,
    /// Time during which redo was parsed, in nanoseconds.
    pub parse_ns: Samples,
    /// Pages installed.
    pub installed_pages: Samples,
}

impl Replica {
    /// A replica that has everything up to the start.
    pub fn new(costs: Costs, settings: ReplicaSettings) -> Self {
        let appliers = settings.apply_threads.max(1) as usize;
        let mut replica = Self {
            costs,
            settings,
            cpu: Processors::new(settings.cores),
            link: Link::new(
                settings.network_latency_us * MICROSECOND,
                settings.network_bytes_per_s,
                settings.network_window_bytes,
            ),
            outbox: VecDeque::new(),
            inbox: VecDeque::new(),
            parses: false,
            parsed: VecDeque::new(),
            idle_appliers: (0..appliers).rev().collect(),
            applying: Vec::new(),
            kept: VecDeque::new(),
            flushed_lsn: 0,
            done_lsn: 0,
            used_bytes: settings.base_memory_bytes,
            peak_bytes: settings.base_memory_bytes,
            peak_lag_ns: 0,
            first_arrival: None,
            last_parse: SimTime::default(),
            unavailable_since: None,
            lanes: SpanLog::new(1 + appliers),
            curves: ReplicaCurves::new(),
            parsed_redo: Redo::default(),
            installed_pages: 0,
        };
        // A limit below what is used already is passed at once.
        replica.take_memory(SimTime::default(), 0);
        replica
    }

    /// The primary's log device has written a chunk: it is sent, or waits until the link has room.
    pub fn log_written(&mut self, now: SimTime, chunk: Chunk, events: &mut Events) {
        self.outbox.push_back(chunk);
        self.send(now, events);
    }

    fn send(&mut self, now: SimTime, events: &mut Events) {
        while self.is_available() {
            let Some(chunk) = self.outbox.front() else { return };
            let Some(arrival) = self.link.send(now, chunk.redo.bytes) else { return };
            events.push(arrival, source::NETWORK, Event::Arrived(*chunk));
            self.outbox.pop_front();
        }
    }

    /// A chunk has come: it takes memory and waits to be parsed.
    pub fn arrived(&mut self, now: SimTime, chunk: Chunk, events: &mut Events) {
        if !self.is_available() {
            return;
        }
        self.first_arrival.get_or_insert(now);
        self.take_memory(now, self.parsed_bytes(chunk.redo.bytes));
        self.inbox.push_back(chunk);
        self.parse(now, events);
    }

    fn parse(&mut self, now: SimTime, events: &mut Events) {
        let Some(chunk) = self.inbox.front().filter(|_| !self.parses && self.is_available()) else { return };
        self.parses = true;
        let price = Price::default()
            .add_ps(chunk.redo.records, self.costs.parse_record_ps)
            .add_ps(chunk.redo.bytes, self.costs.parse_ps_per_byte);
        self.request(now, Job::Parse, price.ns(), events);
    }

    fn request(&mut self, now: SimTime, job: Job, work_ns: u64, events: &mut Events) {
        let started = self.cpu.request(now, job, work_ns);
        self.start_on_core(now, started, events);
    }

    fn start_on_core(&mut self, now: SimTime, started: Option<(Job, SimTime)>, events: &mut Events) {
        let Some((job, end)) = started else { return };
        let (lane, activity) = match job {
            Job::Parse => (0, Activity::Parse),
            Job::Apply(_, thread) => (1 + thread, Activity::Apply),
        };
        self.lanes.add(lane, activity as u8, now, end);
        self.curves.busy_ns.add_over(now, end, end - now);
        if job == Job::Parse {
            self.curves.parse_ns.add_over(now, end, end - now);
        }
        events.push(end, source::REPLICA, Event::ReplicaComputed(job));
    }

    /// A processor of the replica has done its job.
    pub fn computed(&mut self, now: SimTime, job: Job, events: &mut Events) {
        let started = self.cpu.release(now);
        if !self.is_available() {
            return;
        }
        self.start_on_core(now, started, events);
        match job {
            Job::Parse => self.chunk_parsed(now, events),
            Job::Apply(chunk, thread) => self.chunk_applied(now, chunk, thread, events),
        }
    }

    fn chunk_parsed(&mut self, now: SimTime, events: &mut Events) {
        self.parses = false;
        self.last_parse = now;
        let chunk = self.inbox.pop_front().expect("a chunk was parsed");
        self.parsed_redo.add(&chunk.redo);
        self.link.acknowledge(chunk.redo.bytes);
        self.send(now, events);
        if self.apply_ns(&chunk.redo) > 0 {
            self.parsed.push_back(chunk);
            self.apply(now, events);
        } else {
            self.chunk_done(now, chunk, events);
        }
        self.parse(now, events);
    }

    fn apply(&mut self, now: SimTime, events: &mut Events) {
        while let Some(thread) = self.idle_appliers.pop() {
            let Some(chunk) = self.parsed.pop_front() else {
                self.idle_appliers.push(thread);
                return;
            };
            self.applying.push(chunk);
            self.request(now, Job::Apply(chunk, thread), self.apply_ns(&chunk.redo), events);
        }
    }

    /// Processor time of applying redo: to cached pages only, but images are installed everywhere if that is asked for.
    fn apply_ns(&self, redo: &Redo) -> u64 {
        let cached = |count: u64| (u128::from(count) * u128::from(self.settings.cached_pct) / 100) as u64;
        let writes = redo.records.saturating_sub(redo.entries + redo.images);
        let installs = match self.settings.replay {
            Replay::Drop => 0,
            Replay::Install => redo.images,
        };
        Price::default()
            .add_ns(cached(redo.entries), self.costs.insert_entry_ns)
            .add_ns(cached(writes), self.costs.apply_record_ns)
            .add_ns(cached(redo.pages.saturating_sub(redo.images)), self.costs.apply_page_ns)
            .add_ns(installs, self.costs.install_page_ns)
            .ns()
    }

    fn chunk_applied(&mut self, now: SimTime, chunk: Chunk, thread: usize, events: &mut Events) {
        self.idle_appliers.push(thread);
        if let Some(position) = self.applying.iter().position(|applying| applying.lsn == chunk.lsn) {
            self.applying.swap_remove(position);
        }
        if self.settings.replay == Replay::Install {
            self.installed_pages += chunk.redo.images;
            self.curves.installed_pages.add(now, chunk.redo.images);
        }
        self.chunk_done(now, chunk, events);
        self.apply(now, events);
    }

    /// A chunk is parsed and applied as far as it has to be: the lag is its age, and its memory is kept or released.
    fn chunk_done(&mut self, now: SimTime, chunk: Chunk, events: &mut Events) {
        // Chunks are applied side by side: the oldest that is still under way says how far the replica is.
        let oldest = self.applying.iter().map(|chunk| chunk.logged_at).min().unwrap_or(chunk.logged_at);
        let lag_ns = now - oldest.min(chunk.logged_at);
        self.peak_lag_ns = self.peak_lag_ns.max(lag_ns);
        self.curves.lag_us.set(now, lag_ns / MICROSECOND);
        if lag_ns / MILLISECOND > self.settings.lag_limit_ms {
            self.become_unavailable(now, Limit::Lag);
        }
        let kept_bytes = self.kept_bytes(&chunk.redo);
        let free_bytes = self.parsed_bytes(chunk.redo.bytes) - kept_bytes;
        if free_bytes > 0 {
            let at = now + self.settings.release_ms * MILLISECOND;
            events.push(at, source::REPLICA, Event::Released(free_bytes));
        }
        self.done_lsn = self.done_lsn.max(chunk.lsn);
        if kept_bytes > 0 {
            self.kept.push_back((chunk.lsn, kept_bytes));
            self.release_flushed(now);
        }
    }

    /// Memory of redo that must be kept until the primary has flushed: all but that of images that are dropped.
    fn kept_bytes(&self, redo: &Redo) -> u64 {
        let drops = self.settings.replay == Replay::Drop && redo.images > 0;
        if drops { 0 } else { self.parsed_bytes(redo.bytes) }
    }

    fn parsed_bytes(&self, redo_bytes: u64) -> u64 {
        (u128::from(redo_bytes) * u128::from(self.settings.parsed_redo_permille) / 1_000) as u64
    }

    /// The primary's checkpoint has passed `lsn`.
    pub fn flushed(&mut self, now: SimTime, lsn: u64) {
        self.flushed_lsn = self.flushed_lsn.max(lsn);
        self.release_flushed(now);
    }

    fn release_flushed(&mut self, now: SimTime) {
        while let Some(&(lsn, bytes)) = self.kept.front() {
            if lsn > self.flushed_lsn || lsn + self.settings.kept_log_bytes > self.done_lsn {
                return;
            }
            self.kept.pop_front();
            self.give_memory(now, bytes);
        }
    }

    /// Memory of redo that need not be kept is free.
    pub fn released(&mut self, now: SimTime, bytes: u64) {
        if self.is_available() {
            self.give_memory(now, bytes);
        }
    }

    fn take_memory(&mut self, now: SimTime, bytes: u64) {
        self.used_bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.used_bytes);
        self.curves.memory_bytes.set(now, self.used_bytes);
        let limit_bytes = self.settings.memory_bytes / 100 * self.settings.memory_limit_pct;
        if self.used_bytes > limit_bytes {
            self.become_unavailable(now, Limit::Memory);
        }
    }

    fn give_memory(&mut self, now: SimTime, bytes: u64) {
        if self.is_available() {
            self.used_bytes -= bytes;
            self.curves.memory_bytes.set(now, self.used_bytes);
        }
    }

    /// The replica stops: what it holds and how far it came stays as it is.
    fn become_unavailable(&mut self, now: SimTime, limit: Limit) {
        if self.unavailable_since.is_none() {
            self.unavailable_since = Some((now, limit));
        }
    }

    /// The run has ended: a replica that stopped shows that in its timeline.
    pub fn end(&mut self, now: SimTime) {
        if let Some((since, _)) = self.unavailable_since {
            let from = self.lanes.lanes()[0].spans().last().map_or(since, |span| span.to.max(since));
            self.lanes.add(0, Activity::Stopped as u8, from, now);
        }
    }

    fn is_available(&self) -> bool {
        self.unavailable_since.is_none()
    }

    /// When and why the replica became unavailable.
    pub fn unavailable_since(&self) -> Option<(SimTime, Limit)> {
        self.unavailable_since
    }

    /// Peak of the lag in nanoseconds.
    pub fn peak_lag_ns(&self) -> u64 {
        self.peak_lag_ns
    }

    /// Peak of the memory in bytes.
    pub fn peak_memory_bytes(&self) -> u64 {
        self.peak_bytes
    }

    /// From the first redo that came to the last that was parsed.
    pub fn active(&self) -> Option<(SimTime, SimTime)> {
        self.first_arrival.map(|first| (first, self.last_parse))
    }

    /// Redo parsed.
    pub fn parsed_redo(&self) -> &Redo {
        &self.parsed_redo
    }

    /// Page images put in place.
    pub fn installed_pages(&self) -> u64 {
        self.installed_pages
    }

    /// Curves.
    pub fn curves(&self) -> &ReplicaCurves {
        &self.curves
    }

    /// The replica's figures.
    pub fn settings(&self) -> &ReplicaSettings {
        &self.settings
    }

    /// Adds what happened to a digest.
    pub(super) fn add_to_digest(&self, digest: &mut Digest) {
        let stopped_at = self.unavailable_since.map_or(0, |(since, _)| since.0);
        let redo = &self.parsed_redo;
        let sums = [redo.bytes, redo.records, self.installed_pages, self.used_bytes];
        let peaks = [self.peak_bytes, self.peak_lag_ns, stopped_at];
        sums.iter().chain(&peaks).for_each(|sum| digest.update_u64(*sum));
        let curves = &self.curves;
        digest_curves(digest, &[&curves.lag_us, &curves.memory_bytes, &curves.busy_ns, &curves.parse_ns]);
        digest_lanes(digest, &self.lanes);
    }

    /// The lanes of the timeline with their names.
    pub fn lanes(&self) -> impl Iterator<Item = (String, &Lane)> {
        let name = |position| match position {
            0 => "parser".to_owned(),
            thread => format!("apply {thread}"),
        };
        self.lanes.lanes().iter().enumerate().map(move |(position, lane)| (name(position), lane))
    }
}

impl ReplicaCurves {
    fn new() -> Self {
        Self {
            lag_us: Samples::gauge(MILLISECOND),
            memory_bytes: Samples::gauge(MILLISECOND),
            busy_ns: Samples::amount(MILLISECOND),
            parse_ns: Samples::amount(MILLISECOND),
            installed_pages: Samples::amount(MILLISECOND),
        }
    }
}
