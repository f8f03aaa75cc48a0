//! The primary: statements, their threads, the log, and the page cleaner.

use std::collections::VecDeque;
use std::ops::Range;

use super::cluster::{Event, Events, digest_curves, digest_lanes, source};
use super::dirty_pages::{DirtyPages, Owner, Taken};
use super::phase_clock::PhaseClock;
use super::task::{Action, Grain, Task, Work};
use super::{Activity, Costs, LogSpace, Redo, Space, StatementDemand};
use crate::base::Digest;
use crate::sim::{Disk, MICROSECOND, MILLISECOND, Memory, Processors, Samples, SimTime, SpanLog};

/// The most threads that have a lane of their own in the timeline.
const MAX_THREAD_LANES: usize = 48;

/// Rounds of the page cleaner for all pages of a run, at most about this many.
const MAX_CLEANER_ROUNDS: u64 = 16_384;

/// When statements run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// All at once, each on a table of its own.
    SideBySide,
    /// One after another.
    Serial,
    /// All at once on one table: each waits for the lock of the one before.
    Locked,
}

/// Redo that is on its way to the replica.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The log's end behind it.
    pub lsn: u64,
    /// What it holds.
    pub redo: Redo,
    /// When the primary logged it.
    pub logged_at: SimTime,
}

/// A primary that runs statements.
#[derive(Debug, Clone)]
pub struct Primary {
    costs: Costs,
    grain: Grain,
    space: Space,
    cpu: Processors<usize>,
    disk: Disk,
    log: LogSpace,
    dirty: DirtyPages,
    statements: Vec<Statement>,
    threads: Vec<Thread>,
    waiting_for_room: VecDeque<usize>,
    cleaner_round_pages: u64,
    cleaner_since: Option<SimTime>,
    memory: Memory,
    phases: PhaseClock,
    lanes: SpanLog,
    /// What happened, for curves.
    curves: PrimaryCurves,
    totals: Totals,
    ships: bool,
}

/// Curves of the primary over time.
#[derive(Debug, Clone)]
pub struct PrimaryCurves {
    /// Redo bytes logged.
    pub redo_bytes: Samples,
    /// Checkpoint age in bytes.
    pub checkpoint_age_bytes: Samples,
    /// Memory of the statements' buffers in bytes.
    pub memory_bytes: Samples,
    /// Dirty pages.
    pub dirty_pages: Samples,
}

/// Sums over the run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Redo logged.
    pub redo: Redo,
    /// Pages built.
    pub pages_built: u64,
    /// Pages that the page cleaner or a statement's own flush wrote.
    pub pages_flushed: u64,
    /// Bytes of sorted runs written to temporary files.
    pub spilled_bytes: u64,
}

#[derive(Debug, Clone)]
struct Statement {
    demand: StatementDemand,
    threads: Range<usize>,
    after: Option<usize>,
    waits_visibly: bool,
    phase: usize,
    pending: VecDeque<Task>,
    running: u32,
    loads_left: Vec<u64>,
    started_at: SimTime,
    ended_at: Option<SimTime>,
}

#[derive(Debug, Clone)]
struct Thread {
    statement: usize,
    task: Option<Task>,
    since: SimTime,
    doing: Activity,
    lane: Option<usize>,
}

/// The phases of a statement: scan and sort, merge, load (and flush), end.
const SCAN: usize = 0;
const MERGE: usize = 1;
const LOAD: usize = 2;
const END: usize = 3;

impl Primary {
    /// A primary that will run `statements` in `order`, and tells a replica of its redo if it `ships` it.
    pub fn new(
        costs: Costs,
        space: Space,
        statements: Vec<StatementDemand>,
        order: Order,
        ships: bool,
    ) -> Self {
        let grain = Grain::of(&statements);
        let built: u64 =
            statements.iter().flat_map(|statement| &statement.trees).map(|tree| tree.pages).sum();
        let pages = built + space.dirty_pages_before;
        let mut threads = Vec::new();
        let mut running = Vec::new();
        for (index, demand) in statements.into_iter().enumerate() {
            let first = threads.len();
            let count = demand.read_threads.max(demand.ddl_threads).max(1);
            for _ in 0..count {
                let lane = Some(threads.len()).filter(|lane| *lane < MAX_THREAD_LANES);
                let (since, doing) = (SimTime::default(), Activity::Scan);
                threads.push(Thread { statement: index, task: None, since, doing, lane });
            }
            running.push(Statement::new(demand, first..threads.len(), order, index));
        }
        let older_bytes = (space.dirty_pages_before * space.page_bytes)
            .min(space.flush_age_bytes.min(space.log_capacity_bytes));
        let lanes = SpanLog::new(threads.len().min(MAX_THREAD_LANES) + 1);
        Self {
            costs,
            grain,
            space,
            cpu: Processors::new(costs.cores),
            disk: costs.disk.disk(),
            log: LogSpace::new(
                space.log_capacity_bytes,
                older_bytes,
                costs.log_bytes_per_s,
                costs.log_buffer_bytes,
            ),
            dirty: DirtyPages::with_older(space.dirty_pages_before, older_bytes),
            statements: running,
            threads,
            waiting_for_room: VecDeque::new(),
            cleaner_round_pages: costs.flush_batch_pages.max(pages.div_ceil(MAX_CLEANER_ROUNDS)),
            cleaner_since: None,
            memory: Memory::new(u64::MAX),
            phases: PhaseClock::default(),
            lanes,
            curves: PrimaryCurves::new(older_bytes),
            totals: Totals::default(),
            ships,
        }
    }

    /// Starts every statement that waits for no other.
    pub fn start(&mut self, events: &mut Events) {
        for statement in 0..self.statements.len() {
            if self.statements[statement].after.is_none() {
                self.start_statement(SimTime::default(), statement, events);
            }
        }
    }

    fn start_statement(&mut self, now: SimTime, index: usize, events: &mut Events) {
        let statement = &mut self.statements[index];
        statement.started_at = now;
        if statement.waits_visibly
            && let Some(lane) = self.threads[statement.threads.start].lane
        {
            self.lanes.add(lane, Activity::WaitLock as u8, SimTime::default(), now);
        }
        self.memory.take(statement.demand.buffer_memory_bytes);
        self.curves.memory_bytes.set(now, self.memory.used_bytes());
        self.start_phase(now, index, SCAN, events);
    }

    /// Gives the tasks of a phase to the statement's threads; goes on to the next phase if there are none.
    fn start_phase(&mut self, now: SimTime, index: usize, mut phase: usize, events: &mut Events) {
        let statement = &mut self.statements[index];
        loop {
            statement.pending = statement.tasks(&self.costs, &self.grain, index, phase);
            if !statement.pending.is_empty() || phase == END {
                break;
            }
            phase += 1;
        }
        statement.phase = phase;
        if phase == END {
            return self.end_statement(now, index, events);
        }
        let workers = statement.workers(phase);
        let first = statement.threads.start;
        let mut started = Vec::new();
        for thread in first..first + workers {
            let Some(task) = statement.pending.pop_front() else { break };
            statement.running += 1;
            self.threads[thread].task = Some(task);
            started.push(thread);
        }
        for thread in started {
            self.work(now, thread, events);
        }
    }

    /// A thread goes on until it has to wait for something.
    fn work(&mut self, now: SimTime, thread: usize, events: &mut Events) {
        loop {
            let Some(task) = &self.threads[thread].task else { return };
            match task.action() {
                Some(action) => {
                    self.phases.enter(now, task.phase());
                    if !self.act(now, thread, action, events) {
                        return;
                    }
                    self.action_done(now, thread);
                }
                None => {
                    let task = self.threads[thread].task.as_mut().expect("the thread has a task");
                    if !task.next_slice() && !self.task_done(now, thread, events) {
                        return;
                    }
                }
            }
        }
    }

    /// The thread's action has ended.
    fn action_done(&mut self, now: SimTime, thread: usize) {
        if let Some(task) = &mut self.threads[thread].task {
            self.phases.leave(now, task.phase());
            task.stage += 1;
        }
    }

    /// Does an action; whether it has ended already.
    fn act(&mut self, now: SimTime, thread: usize, action: Action, events: &mut Events) -> bool {
        match action {
            Action::Compute(activity, work_ns) => self.compute(now, thread, activity, work_ns, events),
            Action::PassFlushList => {
                let visits = self.dirty.listed_pages();
                let work_ns = visits.saturating_mul(self.costs.flush_list_visit_ns);
                self.compute(now, thread, Activity::Flush, work_ns, events)
            }
            Action::Transfer(operations, bytes) => self.transfer(now, thread, operations, bytes, events),
            Action::Reserve(bytes) => {
                let has_room = self.pool_has_room() && self.log.reserve(bytes);
                if !has_room {
                    let activity = if self.pool_has_room() { Activity::WaitLog } else { Activity::WaitPool };
                    self.wait(now, thread, activity);
                    self.phases.enter(now, activity);
                    self.waiting_for_room.push_back(thread);
                    self.clean(now, events);
                }
                has_room
            }
            Action::Publish(owner, redo, pages) => self.publish(now, thread, owner, redo, pages, events),
            Action::Written(taken, pages) => {
                self.pages_written(now, taken, pages, events);
                true
            }
        }
    }

    fn wait(&mut self, now: SimTime, thread: usize, activity: Activity) {
        let thread = &mut self.threads[thread];
        (thread.since, thread.doing) = (now, activity);
    }

    fn compute(
        &mut self,
        now: SimTime,
        thread: usize,
        activity: Activity,
        work_ns: u64,
        events: &mut Events,
    ) -> bool {
        if work_ns == 0 {
            return true;
        }
        self.threads[thread].doing = activity;
        let started = self.cpu.request(now, thread, work_ns);
        self.start_on_core(now, started, events);
        false
    }

    fn start_on_core(&mut self, now: SimTime, started: Option<(usize, SimTime)>, events: &mut Events) {
        if let Some((thread, end)) = started {
            self.threads[thread].since = now;
            events.push(end, source::THREADS, Event::Computed(thread));
        }
    }

    fn transfer(
        &mut self,
        now: SimTime,
        thread: usize,
        operations: u64,
        bytes: u64,
        events: &mut Events,
    ) -> bool {
        let end = self.disk.request(now, operations, bytes);
        if end == now {
            return true;
        }
        let is_flush = matches!(&self.threads[thread].task, Some(Task { work: Work::Flush { .. }, .. }));
        self.wait(now, thread, if is_flush { Activity::Flush } else { Activity::WaitDisk });
        events.push(end, source::THREADS, Event::Waited(thread));
        false
    }

    /// The thread's redo is logged and its pages are dirty; it waits if the log buffer is full.
    fn publish(
        &mut self,
        now: SimTime,
        thread: usize,
        owner: Owner,
        redo: Redo,
        pages: u64,
        events: &mut Events,
    ) -> bool {
        self.dirty.add(self.log.lsn(), pages, owner);
        self.totals.pages_built += pages;
        self.append(now, redo, events);
        self.curves.dirty_pages.set(now, self.dirty.pages());
        self.clean(now, events);
        let free_at = self.log.buffer_free_at();
        if free_at <= now {
            return true;
        }
        self.wait(now, thread, Activity::WaitLog);
        events.push(free_at, source::THREADS, Event::Waited(thread));
        false
    }

    fn append(&mut self, now: SimTime, redo: Redo, events: &mut Events) {
        self.totals.redo.add(&redo);
        let written_at = self.log.append(now, redo.bytes);
        self.curves.redo_bytes.add(now, redo.bytes);
        self.curves.checkpoint_age_bytes.set(now, self.log.age_bytes());
        if self.ships && redo.bytes > 0 {
            let chunk = Chunk { lsn: self.log.lsn(), redo, logged_at: now };
            events.push(written_at, source::LOG, Event::LogWritten(chunk));
        }
    }

    /// A thread's task has ended: it takes the next one, or the phase ends with it. Whether the thread goes on with a task of the
    /// same phase; the next phase starts its threads itself.
    fn task_done(&mut self, now: SimTime, thread: usize, events: &mut Events) -> bool {
        let index = self.threads[thread].statement;
        let task = self.threads[thread].task.take().expect("a task has ended");
        let statement = &mut self.statements[index];
        statement.running -= 1;
        if let Work::Scan { spill_bytes, .. } = task.work {
            self.totals.spilled_bytes += spill_bytes;
        }
        if let Work::Merge { file_bytes, .. } = task.work {
            self.totals.spilled_bytes += file_bytes / 2;
        }
        let mut next = None;
        if let Work::Load { owner, .. } = task.work {
            let left = &mut statement.loads_left[owner.tree as usize];
            *left -= 1;
            if *left == 0 && !statement.demand.logged {
                let page_bytes = statement.demand.trees[owner.tree as usize].page_bytes;
                let taken = self.dirty.take_tree(owner);
                next = taken.map(|taken| Task::flush(taken, &self.costs, &self.grain, page_bytes));
            }
        }
        let statement = &mut self.statements[index];
        if let Some(task) = next.or_else(|| statement.pending.pop_front()) {
            statement.running += 1;
            self.threads[thread].task = Some(task);
            return true;
        }
        if statement.running == 0 {
            let phase = statement.phase + 1;
            self.start_phase(now, index, phase, events);
        }
        false
    }

    /// The statement logs its end and makes it durable.
    fn end_statement(&mut self, now: SimTime, index: usize, events: &mut Events) {
        let redo = self.statements[index].demand.dictionary_redo;
        self.append(now, redo, events);
        let end = self.log.written_at().max(now) + self.costs.disk.fsync_us * MICROSECOND;
        events.push(end, source::LOG, Event::StatementEnded(index));
    }

    /// A processor has done its slice.
    pub fn computed(&mut self, now: SimTime, thread: usize, events: &mut Events) {
        let started = self.cpu.release(now);
        self.start_on_core(now, started, events);
        self.resume(now, thread, events);
    }

    /// What a thread waited for has come.
    pub fn resume(&mut self, now: SimTime, thread: usize, events: &mut Events) {
        let state = &self.threads[thread];
        if let Some(lane) = state.lane {
            self.lanes.add(lane, state.doing as u8, state.since, now);
        }
        self.action_done(now, thread);
        self.work(now, thread, events);
    }

    /// A statement has ended; the one that waits for it starts.
    pub fn statement_ended(&mut self, now: SimTime, index: usize, events: &mut Events) {
        let statement = &mut self.statements[index];
        statement.ended_at = Some(now);
        self.memory.give(statement.demand.buffer_memory_bytes);
        self.curves.memory_bytes.set(now, self.memory.used_bytes());
        for next in 0..self.statements.len() {
            if self.statements[next].after == Some(index) {
                self.start_statement(now, next, events);
            }
        }
    }

    fn pool_has_room(&self) -> bool {
        // What is left of the pool holds clean pages, which give way at once.
        self.dirty.pages() < self.space.pool_pages.max(1)
    }

    /// The page cleaner starts a round, if it is idle and there is reason to.
    fn clean(&mut self, now: SimTime, events: &mut Events) {
        if self.cleaner_since.is_some() || !self.wants_cleaning() {
            return;
        }
        let Some(taken) = self.dirty.take_oldest(self.cleaner_round_pages) else {
            // What is left is on its way already; with nothing dirty, the whole log may be overwritten.
            if self.dirty.pages() == 0 {
                self.log.set_checkpoint(self.log.lsn());
                self.wake(now, events);
            }
            return;
        };
        self.cleaner_since = Some(now);
        let end = self.disk.request(now, taken.pages, taken.pages * self.space.page_bytes);
        events.push(end, source::CLEANER, Event::Cleaned(taken));
    }

    fn wants_cleaning(&self) -> bool {
        let dirty_limit = self.space.pool_pages / 100 * self.space.dirty_limit_pct;
        !self.waiting_for_room.is_empty()
            || self.log.age_bytes() > self.space.flush_age_bytes
            || self.dirty.pages() > dirty_limit
    }

    /// The page cleaner's round is on disk.
    pub fn cleaned(&mut self, now: SimTime, taken: Taken, events: &mut Events) {
        if let Some(since) = self.cleaner_since.take() {
            let lane = self.lanes.lanes().len() - 1;
            self.lanes.add(lane, Activity::Flush as u8, since, now);
        }
        self.pages_written(now, taken, taken.pages, events);
        self.clean(now, events);
    }

    fn pages_written(&mut self, now: SimTime, taken: Taken, pages: u64, events: &mut Events) {
        self.dirty.written(taken, pages);
        self.totals.pages_flushed += pages;
        self.curves.dirty_pages.set(now, self.dirty.pages());
        let before = self.log.checkpoint_lsn();
        self.log.set_checkpoint(self.dirty.oldest_lsn().unwrap_or(self.log.lsn()));
        self.curves.checkpoint_age_bytes.set(now, self.log.age_bytes());
        if self.ships && self.log.checkpoint_lsn() > before {
            events.push(now, source::LOG, Event::Flushed(self.log.checkpoint_lsn()));
        }
        self.wake(now, events);
    }

    /// Threads that wait for room go on, in the order in which they came, as far as there is room.
    fn wake(&mut self, now: SimTime, events: &mut Events) {
        while let Some(&thread) = self.waiting_for_room.front() {
            let task = self.threads[thread].task.as_ref().expect("a thread that waits has a task");
            let Some(Action::Reserve(bytes)) = task.action() else {
                unreachable!("only a reservation waits for room")
            };
            if !(self.pool_has_room() && self.log.reserve(bytes)) {
                return;
            }
            self.waiting_for_room.pop_front();
            self.phases.leave(now, self.threads[thread].doing);
            self.resume(now, thread, events);
        }
    }

    /// When all statements have ended; nothing before that.
    pub fn ended_at(&self) -> Option<SimTime> {
        self.statements
            .iter()
            .map(|statement| statement.ended_at)
            .try_fold(SimTime::default(), |last, ended| ended.map(|ended| last.max(ended)))
    }

    /// How much of the pages is built and flushed where that is needed, in millionths.
    pub fn progress_ppm(&self) -> u64 {
        let pages = |statement: &Statement| statement.demand.trees.iter().map(|tree| tree.pages).sum::<u64>();
        let all: u64 = self.statements.iter().map(pages).sum();
        (u128::from(self.totals.pages_built) * 1_000_000 / u128::from(all.max(1))) as u64
    }

    /// Time during which somebody was in a phase, or waited for one of [`Activity::WaitLog`] and [`Activity::WaitPool`].
    pub fn phase_ns(&self, phase: Activity) -> u64 {
        self.phases.total_ns(phase)
    }

    /// Sums.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Curves.
    pub fn curves(&self) -> &PrimaryCurves {
        &self.curves
    }

    /// The log.
    pub fn log(&self) -> &LogSpace {
        &self.log
    }

    /// The most memory that the statements' buffers took at once.
    pub fn peak_memory_bytes(&self) -> u64 {
        self.memory.peak_bytes()
    }

    /// Adds what happened to a digest.
    pub(super) fn add_to_digest(&self, digest: &mut Digest) {
        let Totals { redo, pages_built, pages_flushed, spilled_bytes } = self.totals;
        let sums =
            [redo.bytes, redo.records, redo.entries, redo.pages, redo.images, pages_built, pages_flushed];
        let log = [self.log.lsn(), self.log.checkpoint_lsn(), self.log.peak_age_bytes(), spilled_bytes];
        sums.iter().chain(&log).for_each(|sum| digest.update_u64(*sum));
        let curves = &self.curves;
        let curves =
            [&curves.redo_bytes, &curves.checkpoint_age_bytes, &curves.memory_bytes, &curves.dirty_pages];
        digest_curves(digest, &curves);
        digest_lanes(digest, &self.lanes);
    }

    /// The lanes of the timeline: names, then spans; the page cleaner is the last.
    pub fn lanes(&self) -> impl Iterator<Item = (String, &crate::sim::Lane)> {
        let several = self.statements.len() > 1;
        let name = move |position: usize| match self.threads.get(position) {
            Some(thread) if position + 1 < self.lanes.lanes().len() => {
                let number = position - self.statements[thread.statement].threads.start + 1;
                match several {
                    true => format!("statement {}, thread {number}", thread.statement + 1),
                    false => format!("thread {number}"),
                }
            }
            _ => "page cleaner".to_owned(),
        };
        self.lanes.lanes().iter().enumerate().map(move |(position, lane)| (name(position), lane))
    }
}

impl Statement {
    fn new(demand: StatementDemand, threads: Range<usize>, order: Order, index: usize) -> Self {
        let after = match order {
            Order::SideBySide => None,
            Order::Serial | Order::Locked => index.checked_sub(1),
        };
        Self {
            loads_left: vec![0; demand.trees.len()],
            demand,
            threads,
            after,
            waits_visibly: order == Order::Locked && after.is_some(),
            phase: SCAN,
            pending: VecDeque::new(),
            running: 0,
            started_at: SimTime::default(),
            ended_at: None,
        }
    }

    /// How many threads a phase has.
    fn workers(&self, phase: usize) -> usize {
        let threads = if phase == SCAN { self.demand.read_threads } else { self.demand.ddl_threads };
        threads.max(1) as usize
    }

    /// The tasks of a phase.
    fn tasks(&mut self, costs: &Costs, grain: &Grain, index: usize, phase: usize) -> VecDeque<Task> {
        let demand = &self.demand;
        let readers = u64::from(demand.read_threads.max(1));
        // With sampled ranges each loader has runs of its own range only.
        let files = if demand.sample_sort { u64::from(demand.ddl_threads.max(1)) } else { readers };
        match phase {
            SCAN => (0..readers).map(|thread| Task::scan(demand, costs, grain, thread)).collect(),
            MERGE => {
                let of_tree = |tree| {
                    (0..files).filter_map(move |thread| Task::merge(tree, costs, grain, thread, files))
                };
                demand.trees.iter().flat_map(of_tree).collect()
            }
            LOAD => {
                let ranges = if demand.sample_sort { u64::from(demand.ddl_threads.max(1)) } else { 1 };
                self.loads_left.fill(ranges);
                let mut tasks = VecDeque::new();
                for (number, tree) in demand.trees.iter().enumerate() {
                    let owner = Owner { statement: index as u32, tree: number as u32 };
                    let files = if demand.sample_sort { 1 } else { files };
                    tasks.extend(
                        (0..ranges)
                            .map(|range| Task::load((owner, tree), costs, grain, files, (range, ranges))),
                    );
                }
                tasks
            }
            _ => VecDeque::new(),
        }
    }
}

impl PrimaryCurves {
    /// Curves that start with a checkpoint age.
    fn new(age_bytes: u64) -> Self {
        let mut checkpoint_age_bytes = Samples::gauge(MILLISECOND);
        checkpoint_age_bytes.set(SimTime::default(), age_bytes);
        Self {
            redo_bytes: Samples::amount(MILLISECOND),
            checkpoint_age_bytes,
            memory_bytes: Samples::gauge(MILLISECOND),
            dirty_pages: Samples::gauge(MILLISECOND),
        }
    }
}
