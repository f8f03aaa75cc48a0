//! A source and the replicas behind it, side by side in virtual time.
//!
//! Nobody waits for anybody further down. So time is cut into slices of a millisecond: the source works through a slice, what it
//! has committed is handed to the link, the replica works through the same slice, and so on down the chain. What was committed in
//! a slice arrives in it or later, so that a replica never learns of anything too late:
//!
//! | slice | source | replica |
//! |---|---|---|
//! | 0 to 1 ms | commits 1 at 0.4 ms, 2 at 0.9 ms | receives 1 at 0.5 ms, applies it until 1.0 ms |
//! | 1 to 2 ms | commits 3 at 1.6 ms | receives 2 at 1.0 ms, applies it until 1.5 ms; receives 3 at 1.7 ms |
//!
//! Slices in which nobody has anything to do are left out. Where a slice ends has no effect on what happens, and neither has how
//! many events a step handles.

use std::collections::VecDeque;

use super::{BinlogEntry, Replica, ReplicaSettings, Source, SourceSettings};
use crate::base::Digest;
use crate::sim::{MILLISECOND, Model, Samples, SimTime, Simulation};

/// Length of a slice of time.
const SLICE_NS: u64 = MILLISECOND;

/// How far source and first replica had come at a moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mark {
    /// The moment.
    pub at: SimTime,
    /// Transactions that the source had committed.
    pub committed: u64,
    /// Transactions that the replica had committed.
    pub applied: u64,
    /// The replica's true lag.
    pub lag_ns: u64,
}

/// The most marks that are kept.
const MAX_MARKS: usize = 1_024;

/// Marks of a whole run at equal distances, which double when there are too many.
#[derive(Debug, Clone, Default)]
struct Marks {
    marks: Vec<Mark>,
    /// The least distance of two marks.
    distance_ns: u64,
    /// The newest, whatever its distance.
    last: Option<Mark>,
}

impl Marks {
    fn add(&mut self, mark: Mark) {
        self.last = Some(mark);
        if self.marks.last().is_some_and(|last| mark.at - last.at < self.distance_ns) {
            return;
        }
        self.marks.push(mark);
        if self.marks.len() == MAX_MARKS {
            self.marks = self.marks.iter().step_by(2).copied().collect();
            self.distance_ns = (2 * self.distance_ns).max(2 * SLICE_NS);
        }
    }

    /// The last mark that is not after `time`.
    fn before(&self, time: SimTime) -> Option<Mark> {
        let after = self.marks.partition_point(|mark| mark.at <= time);
        let before = after.checked_sub(1).map(|index| self.marks[index]);
        self.last.filter(|last| last.at <= time).or(before)
    }
}

/// A source, if there is one, and one or more replicas behind one another.
#[derive(Debug, Clone)]
pub struct Topology {
    source: Option<Simulation<Source>>,
    replicas: Vec<Simulation<Replica>>,
    /// Replicas that start when the source has ended, and what they will receive.
    waiting: Vec<ReplicaSettings>,
    backlog: Vec<BinlogEntry>,
    /// Length of a slice, end of the one that is worked through, and who is at it: the source, then the replicas.
    slice_ns: u64,
    slice_end: SimTime,
    turn: usize,
    /// Commits over time, of the source and of each replica.
    commits: Vec<Samples>,
    /// Commit times on the source of what the first replica has not committed, from its low-water mark on.
    behind: VecDeque<SimTime>,
    /// How many were taken out of it.
    caught_up: u64,
    marks: Marks,
    /// When the source had nothing more to do, and the longest lag up to then.
    source_ended: Option<SimTime>,
    lag_while_source_works_ns: u64,
    /// A longer lag ends the run.
    lag_limit_ns: u64,
}

impl Topology {
    /// A source and `replicas` that follow it from the start.
    pub fn new(source: SourceSettings, replicas: Vec<ReplicaSettings>) -> Self {
        let mut topology = Self::empty(replicas.len());
        topology.source = Some(Source::simulation(source));
        topology.replicas = replicas.into_iter().map(Replica::simulation).collect();
        topology
    }

    /// The same, but the first replica starts when the source has ended, on all that it has committed.
    pub fn with_backlog(source: SourceSettings, replicas: Vec<ReplicaSettings>) -> Self {
        let mut topology = Self::empty(replicas.len());
        topology.source = Some(Source::simulation(source));
        topology.waiting = replicas;
        topology
    }

    /// Replicas behind a binlog that is there from the start, without a source.
    pub fn replay(entries: &[BinlogEntry], replicas: Vec<ReplicaSettings>) -> Self {
        let mut topology = Self::empty(replicas.len());
        topology.replicas = replicas.into_iter().map(Replica::simulation).collect();
        Self::hand_over(&mut topology.replicas, entries.to_vec());
        topology.source_ended = Some(SimTime::default());
        topology.turn = 1;
        topology
    }

    fn empty(replicas: usize) -> Self {
        Self {
            source: None,
            replicas: Vec::new(),
            waiting: Vec::new(),
            backlog: Vec::new(),
            slice_ns: SLICE_NS,
            slice_end: SimTime(SLICE_NS),
            turn: 0,
            commits: vec![Samples::amount(SLICE_NS); 1 + replicas],
            behind: VecDeque::new(),
            caught_up: 0,
            marks: Marks::default(),
            source_ended: None,
            lag_while_source_works_ns: 0,
            lag_limit_ns: u64::MAX,
        }
    }

    /// The same; the run ends as soon as the first replica's true lag exceeds `limit_ns` while the source works.
    pub fn ending_at_lag(self, limit_ns: u64) -> Self {
        Self { lag_limit_ns: limit_ns, ..self }
    }

    /// Handles about `budget` events; whether the run has ended. `tap` gets what the source commits, in the order of the binlog.
    pub fn step(&mut self, budget: u64, mut tap: impl FnMut(&[BinlogEntry])) -> bool {
        let end = self.events() + budget.max(1);
        loop {
            let left = end.saturating_sub(self.events());
            if left == 0 {
                return false;
            }
            let done = match self.turn {
                0 => self.step_source(left, &mut tap),
                place => self.step_replica(place - 1, left),
            };
            if !done {
                return false;
            }
            self.turn += 1;
            if self.turn > self.replicas.len() && self.end_slice() {
                return true;
            }
        }
    }

    /// The source's part of the slice; whether it is done.
    fn step_source(&mut self, budget: u64, tap: &mut impl FnMut(&[BinlogEntry])) -> bool {
        let Some(source) = &mut self.source else { return true };
        if !source.step_until(self.slice_end, budget) {
            return false;
        }
        let entries = source.model.take_binlog();
        let has_ended = source.events.is_empty();
        if has_ended && self.source_ended.is_none() {
            self.source_ended = Some(source.now());
        }
        tap(&entries);
        for entry in &entries {
            self.commits[0].add(entry.committed, 1);
            self.behind.push_back(entry.committed);
        }
        if self.replicas.is_empty() {
            self.backlog.extend(entries);
            if has_ended {
                self.start_waiting();
            }
        } else {
            Self::hand_over(&mut self.replicas, entries);
        }
        true
    }

    /// The replicas start, with all that the source has committed.
    fn start_waiting(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        if let (Some(first), Some(starts_at)) = (waiting.first_mut(), self.source_ended) {
            first.starts_at = starts_at;
        }
        self.replicas = waiting.into_iter().map(Replica::simulation).collect();
        Self::hand_over(&mut self.replicas, std::mem::take(&mut self.backlog));
    }

    /// A replica's part of the slice; whether it is done.
    fn step_replica(&mut self, place: usize, budget: u64) -> bool {
        let replica = &mut self.replicas[place];
        let before = replica.model.totals().applied;
        let done = replica.step_until(self.slice_end, budget);
        let applied = replica.model.totals().applied - before;
        if applied > 0 {
            // Where in the slice does not matter: no curve is finer.
            self.commits[1 + place].add(SimTime(self.slice_end.0 - 1), applied);
        }
        if let (true, [replica, next, ..]) = (done, &mut self.replicas[place..]) {
            Replica::receive_from_replica(next, replica.model.take_binlog());
        }
        done
    }

    /// What the source has committed goes to the first replica.
    fn hand_over(replicas: &mut [Simulation<Replica>], entries: Vec<BinlogEntry>) {
        if let Some(replica) = replicas.first_mut() {
            Replica::receive(replica, entries);
        }
    }

    /// Moves on to the next slice in which something happens; whether there is none.
    fn end_slice(&mut self) -> bool {
        self.mark();
        if self.lag_while_source_works_ns > self.lag_limit_ns {
            self.stop_watching();
            return true;
        }
        self.turn = 0;
        let source = self.source.iter().filter_map(|source| source.events.next_time());
        let replicas = self.replicas.iter().filter(|replica| !replica.model.has_ended());
        let next = source.chain(replicas.filter_map(|replica| replica.events.next_time())).min();
        let Some(next) = next else {
            self.stop_watching();
            return true;
        };
        self.slice_end = SimTime((next.0 / self.slice_ns + 1).saturating_mul(self.slice_ns));
        false
    }

    /// Remembers how far everybody has come while the source works.
    fn mark(&mut self) {
        let Some(source) = &self.source else { return };
        let (mut applied, mut low_water_mark, mut peak_ns) = (0, 0, 0);
        if let Some(Simulation { model: replica, .. }) = self.replicas.first() {
            (applied, low_water_mark) = (replica.totals().applied, replica.low_water_mark());
            peak_ns = replica.lag().peak_ns();
        }
        self.behind.drain(..(low_water_mark - self.caught_up) as usize);
        self.caught_up = low_water_mark;
        if self.source_ended.is_some_and(|ended| ended.0 + self.slice_ns < self.slice_end.0) {
            return;
        }
        let lag_ns = self.behind.front().map_or(0, |committed| self.slice_end - *committed);
        self.lag_while_source_works_ns = lag_ns.max(peak_ns);
        let committed = source.model.totals().transactions;
        self.marks.add(Mark { at: self.slice_end, committed, applied, lag_ns });
    }

    fn stop_watching(&mut self) {
        if let Some(source) = &mut self.source {
            let now = source.now();
            source.model.stop_watching(now);
        }
        for replica in &mut self.replicas {
            let now = replica.now();
            replica.model.stop_watching(now);
        }
    }

    /// The source, if there is one.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref().map(|source| &source.model)
    }

    /// The replicas, each behind the one before it.
    pub fn replicas(&self) -> impl Iterator<Item = &Replica> {
        self.replicas.iter().map(|replica| &replica.model)
    }

    /// When the source had nothing more to do; nothing while it works.
    pub fn source_ended(&self) -> Option<SimTime> {
        self.source_ended
    }

    /// Commits over time: of the source, then of each replica.
    pub fn commits(&self) -> &[Samples] {
        &self.commits
    }

    /// The longest true lag of the first replica while the source worked, to a millisecond.
    pub fn lag_while_source_works_ns(&self) -> u64 {
        self.lag_while_source_works_ns
    }

    /// The last mark that is not after `time`; marks are made only while the source works.
    pub fn mark_before(&self, time: SimTime) -> Option<Mark> {
        self.marks.before(time)
    }

    /// The clock.
    pub fn now(&self) -> SimTime {
        let source = self.source.iter().map(Simulation::now);
        source.chain(self.replicas.iter().map(Simulation::now)).max().unwrap_or_default()
    }

    /// Events handled so far.
    pub fn events(&self) -> u64 {
        let source = self.source.iter().map(Simulation::handled);
        source.chain(self.replicas.iter().map(Simulation::handled)).sum()
    }

    /// Digest of everybody's state, 32 hexadecimal digits.
    pub fn digest(&self) -> String {
        let mut digest = Digest::new();
        if let Some(source) = &self.source {
            source.model.add_to_digest(&mut digest);
        }
        for replica in &self.replicas {
            digest.update(replica.model.digest().as_bytes());
        }
        digest.hex()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::group_commit::{
        Arrival, ParallelMode, RandomWorkload, Server, Spread, Tracking, TrackingSettings, Workload,
    };
    use crate::sim::MICROSECOND;

    fn source(workload: &Rc<Workload>, transactions: u64) -> SourceSettings {
        SourceSettings {
            workload: Rc::clone(workload),
            seed: 1,
            arrival: Arrival::Closed { clients: 16, think_ns: 0, think_spread: Spread::Constant },
            server: Server::Mysql,
            fsync_ns: 700 * MICROSECOND,
            fsync_spread_pct: 10,
            fsyncs_per_group: 2,
            delay_ns: 50 * MICROSECOND,
            no_delay_count: 3,
            delay_overhead_ns: 0,
            sync_every: 1,
            siblings: 5,
            write_ns: 0,
            cores: 16,
            slice_ns: 0,
            tracking: TrackingSettings { tracking: Tracking::WriteSet, ..TrackingSettings::default() },
            duration_ns: u64::MAX,
            transactions,
            watch_from: SimTime::default(),
        }
    }

    /// Two replicas in a chain, the first of which meets row conflicts.
    fn replicas(workload: &Rc<Workload>) -> Vec<ReplicaSettings> {
        let settings = ReplicaSettings {
            fsync_ns: 300 * MICROSECOND,
            fsync_spread_pct: 10,
            link_latency_ns: 40 * MICROSECOND,
            link_bytes_per_s: 5_000_000,
            cores: 3,
            ..ReplicaSettings::new(Rc::clone(workload))
        };
        let first =
            ReplicaSettings { mode: ParallelMode::Optimistic, keeps_binlog: true, ..settings.clone() };
        vec![first, settings]
    }

    fn workload() -> Rc<Workload> {
        let times = 400 * MICROSECOND;
        let random = RandomWorkload {
            keys: 60,
            rows: 2,
            bytes: 900,
            apply_cpu_ns: times,
            ..RandomWorkload::default()
        };
        Rc::new(RandomWorkload { work_ns: times, work_spread: Spread::Exponential, ..random }.into())
    }

    #[test]
    fn where_slices_and_steps_end_changes_nothing() {
        let digest = |slice_ns: u64, budget: u64| {
            let workload = workload();
            let mut topology = Topology::new(source(&workload, 2_000), replicas(&workload));
            (topology.slice_ns, topology.slice_end) = (slice_ns, SimTime(slice_ns));
            let mut passed = 0;
            while !topology.step(budget, |entries| passed += entries.len()) {}
            let applied: Vec<u64> = topology.replicas().map(|replica| replica.totals().applied).collect();
            assert_eq!((passed, applied), (2_000, vec![2_000, 2_000]));
            topology.digest()
        };
        let whole = digest(SLICE_NS, u64::MAX / 2);
        for slice_ns in [SLICE_NS / 10, 7 * SLICE_NS / 3, 1_000 * SLICE_NS] {
            assert_eq!(digest(slice_ns, 1_000), whole, "slices of {slice_ns} ns");
        }
        assert_eq!(digest(SLICE_NS, 1), whole);
    }

    #[test]
    fn a_replica_that_starts_late_finds_everything_there() {
        let workload = workload();
        let mut topology = Topology::with_backlog(source(&workload, 500), replicas(&workload));
        while !topology.step(100, |_| {}) {}
        let ended = topology.source_ended().expect("the source has ended");
        let first = topology.replicas().next().expect("the replica has started");
        assert_eq!(first.totals().applied, 500);
        assert!(first.totals().first_commit.expect("it has committed") > ended);
    }

    #[test]
    fn a_run_that_ends_at_a_lag_ends_with_it() {
        let workload = workload();
        let slow = ReplicaSettings {
            workers: 1,
            fsync_ns: 5 * MILLISECOND,
            ..ReplicaSettings::new(Rc::clone(&workload))
        };
        let limit_ns = 30 * MILLISECOND;
        let mut topology = Topology::new(source(&workload, 5_000), vec![slow]).ending_at_lag(limit_ns);
        while !topology.step(1_000, |_| {}) {}
        let lag_ns = topology.lag_while_source_works_ns();
        assert!((limit_ns..limit_ns + 2 * SLICE_NS).contains(&lag_ns) && topology.source_ended().is_none());
    }

    #[test]
    fn marks_thin_out_and_the_last_one_stays() {
        let mut marks = Marks::default();
        let mark = |ms: u64| Mark { at: SimTime(ms * MILLISECOND), committed: ms, ..Mark::default() };
        (1..=100_000).for_each(|ms| marks.add(mark(ms)));
        assert!(marks.marks.len() < MAX_MARKS);
        assert_eq!(marks.before(SimTime(u64::MAX)), Some(mark(100_000)));
        let middle = marks.before(SimTime(50_000 * MILLISECOND)).expect("a mark");
        assert!((49_700..=50_000).contains(&middle.committed), "{middle:?}");
        assert_eq!(marks.before(SimTime(0)), None);
    }
}
