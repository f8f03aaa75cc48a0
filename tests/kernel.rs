//! The discrete-event kernel: its order, its resources, and runs that end alike however they are driven.

use std::collections::VecDeque;

use proptest::collection::vec;
use proptest::prelude::*;
use redo_lab::base::{Digest, random};
use redo_lab::sim::{
    Disk, EventQueue, Link, MICROSECOND, MILLISECOND, Memory, Model, Processors, SECOND, SimTime, Simulation,
    SingleServerQueues,
};

/// What may be done with a queue of events.
#[derive(Debug, Clone)]
enum Operation {
    Push { time: u64, source: u16 },
    Pop,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let time = prop_oneof![0..5_u64, 0..1_000_u64, any::<u64>()];
    let source = prop_oneof![0..3_u16, any::<u16>()];
    let push = (time, source).prop_map(|(time, source)| Operation::Push { time, source });
    vec(prop_oneof![3 => push, 2 => Just(Operation::Pop)], 0..400)
}

proptest! {
    #[test]
    fn events_come_by_time_then_source_then_in_the_order_of_putting_in(operations in operations()) {
        let mut queue = EventQueue::new();
        let mut plain: Vec<(u64, u16, usize)> = Vec::new();
        for (sequence, operation) in operations.iter().enumerate() {
            match *operation {
                Operation::Push { time, source } => {
                    queue.push(SimTime(time), source, sequence);
                    plain.push((time, source, sequence));
                }
                Operation::Pop => {
                    let least = plain.iter().copied().min();
                    plain.retain(|event| Some(*event) != least);
                    let expected = least.map(|(time, _, sequence)| (SimTime(time), sequence));
                    prop_assert_eq!(queue.pop(), expected);
                }
            }
            prop_assert_eq!(queue.len(), plain.len());
            prop_assert_eq!(queue.is_empty(), plain.is_empty());
            prop_assert_eq!(queue.next_time(), plain.iter().min().map(|event| SimTime(event.0)));
        }
        plain.sort_unstable();
        for (time, _, sequence) in plain {
            prop_assert_eq!(queue.pop(), Some((SimTime(time), sequence)));
        }
        prop_assert_eq!(queue.pop(), None);
    }

    #[test]
    fn processors_run_no_more_jobs_than_they_have_cores_and_start_them_in_order(
        cores in 1..9_u32,
        jobs in vec((0..100_u64, 0..50_u64), 1..200),
    ) {
        // (start, end) of each job, in the order in which they were asked for.
        let mut now = 0;
        let arrivals: Vec<(u64, u64)> =
            jobs.iter().map(|&(gap, work)| { now += gap; (now, work) }).collect();
        let (spans, busy) = run_jobs(cores, &arrivals);
        prop_assert_eq!(spans.len(), arrivals.len(), "every job is done");
        for (index, (&(arrival, work), &(start, end))) in arrivals.iter().zip(&spans).enumerate() {
            prop_assert!(start >= arrival);
            prop_assert_eq!(end - start, work);
            prop_assert!(index == 0 || spans[index - 1].0 <= start, "job {} overtook another", index);
            let running = spans.iter().filter(|span| span.0 <= start && start < span.1).count();
            prop_assert!(running <= cores as usize, "{} jobs at {}", running, start);
            // A job that waits has a reason: every core is busy just before it starts.
            if start > arrival {
                let before = spans.iter().filter(|span| span.0 < start && start <= span.1).count();
                prop_assert!(before >= cores as usize, "a core was free before {}", start);
            }
        }
        prop_assert_eq!(busy, arrivals.iter().map(|job| job.1).sum::<u64>());
    }

    #[test]
    fn a_link_keeps_order_bandwidth_latency_and_window(
        latency in 0..10_000_u64,
        bytes_per_s in 1..1_000_000_000_u64,
        window in 1..100_000_u64,
        messages in vec((0..1_000_000_u64, 1..50_000_u64, any::<bool>()), 1..200),
    ) {
        let mut link = Link::new(latency, bytes_per_s, window);
        let (mut now, mut last, mut sent) = (0, SimTime(0), 0_u128);
        let mut first = None;
        let mut unread: VecDeque<u64> = VecDeque::new();
        for (gap, bytes, reads) in messages {
            now += gap;
            match link.send(SimTime(now), bytes) {
                Some(arrives) => {
                    let first = *first.get_or_insert(now);
                    sent += u128::from(bytes);
                    prop_assert!(arrives >= last, "a message overtook another");
                    prop_assert!(arrives >= SimTime(now + latency));
                    let least = sent * u128::from(SECOND) / u128::from(bytes_per_s);
                    prop_assert!(u128::from(arrives - SimTime(first)) >= least, "faster than the line");
                    last = arrives;
                    unread.push_back(bytes);
                    let under_way: u64 = unread.iter().sum();
                    prop_assert!(under_way <= window || unread.len() == 1, "{} bytes unread", under_way);
                }
                None => prop_assert!(unread.iter().sum::<u64>() + bytes > window),
            }
            if reads {
                link.acknowledge(unread.pop_front().unwrap_or(0));
            }
            prop_assert_eq!(link.unread_bytes(), unread.iter().sum::<u64>());
        }
    }

    #[test]
    fn memory_never_exceeds_its_limit(
        limit in 0..1_000_u64,
        wishes in vec((0..400_u64, any::<bool>()), 1..300),
    ) {
        let mut memory = Memory::new(limit);
        let (mut taken, mut peak) = (Vec::new(), 0);
        for (bytes, gives) in wishes {
            let used: u64 = taken.iter().sum();
            prop_assert_eq!(memory.take(bytes), used + bytes <= limit, "{} of {} used", used, limit);
            if used + bytes <= limit {
                taken.push(bytes);
            }
            peak = peak.max(taken.iter().sum());
            if let Some(bytes) = taken.pop_if(|_| gives) {
                memory.give(bytes);
            }
            prop_assert_eq!(memory.used_bytes(), taken.iter().sum::<u64>());
            prop_assert!(memory.used_bytes() <= memory.limit_bytes());
            prop_assert_eq!(memory.peak_bytes(), peak);
        }
    }

    #[test]
    fn a_disk_serves_in_order_and_no_faster_than_it_can(
        (operations_per_s, bytes_per_s) in (1..1_000_000_u64, 1..4_000_000_000_u64),
        (latency, fsync, depth) in (0..10_000_000_u64, 0..10_000_000_u64, 1..64_u64),
        requests in vec((0..10_000_000_u64, 0..4_u64, 0..1_000_000_u64, any::<bool>()), 1..100),
    ) {
        let mut disk = Disk::new(operations_per_s, bytes_per_s, latency, fsync, depth);
        let (mut now, mut last) = (0, SimTime(0));
        let (mut operations, mut bytes) = (0, 0);
        for (gap, new_operations, new_bytes, syncs) in requests {
            now += gap;
            let done = disk.request(SimTime(now), new_operations, new_bytes);
            if new_operations + new_bytes == 0 {
                prop_assert_eq!(done, SimTime(now), "nothing takes no time");
            } else {
                prop_assert!(done >= last && done >= SimTime(now + latency));
                last = done;
            }
            (operations, bytes) = (operations + new_operations, bytes + new_bytes);
            // From the start of the run the disk has had this long for all of it.
            let had = u128::from(disk.free_at() - SimTime(0));
            prop_assert!(had * u128::from(operations_per_s) >= u128::from(operations * SECOND));
            prop_assert!(had * u128::from(bytes_per_s) >= u128::from(bytes) * u128::from(SECOND));
            prop_assert!(u128::from(disk.busy_ns()) <= had);
            if syncs {
                let durable = disk.fsync(SimTime(now));
                prop_assert!(durable >= SimTime(now + fsync), "an fsync takes its time");
                prop_assert!(durable >= disk.free_at() + fsync, "and covers what was asked for before");
            }
        }
        prop_assert_eq!((disk.operations(), disk.bytes()), (operations, bytes));
    }

    #[test]
    fn a_run_cut_into_steps_or_resumed_from_checkpoints_ends_alike(
        seed in any::<u64>(),
        workers in 1..20_u16,
        steps in vec(1..60_u64, 1..40),
        resumed in vec(any::<prop::sample::Index>(), 1..4),
    ) {
        let whole = run_to_end(Plant::start(seed, workers), u64::MAX);
        prop_assert!(whole.1 > 100);
        // Step by step, keeping a checkpoint after each step.
        let mut run = Plant::start(seed, workers);
        let mut checkpoints = vec![run.clone()];
        for &budget in steps.iter().cycle() {
            let done = run.step(budget);
            checkpoints.push(run.clone());
            if done {
                break;
            }
        }
        prop_assert_eq!(&outcome(&run), &whole);
        for index in resumed {
            let checkpoint = index.get(&checkpoints).clone();
            prop_assert_eq!(&run_to_end(checkpoint, 1 + seed % 100), &whole);
        }
    }
}

/// Start and end of each job, in order of arrival, and the busy time of all cores.
fn run_jobs(cores: u32, arrivals: &[(u64, u64)]) -> (Vec<(u64, u64)>, u64) {
    #[derive(Clone)]
    enum Event {
        Arrival(usize),
        End(usize),
    }
    struct Jobs<'a> {
        processors: Processors<usize>,
        arrivals: &'a [(u64, u64)],
        spans: Vec<(u64, u64)>,
    }
    impl Model for Jobs<'_> {
        type Event = Event;
        fn handle(&mut self, now: SimTime, event: Event, events: &mut EventQueue<Event>) {
            let started = match event {
                Event::Arrival(job) => self.processors.request(now, job, self.arrivals[job].1),
                Event::End(job) => {
                    self.spans[job].1 = now.0;
                    self.processors.release(now)
                }
            };
            assert!(self.processors.busy() <= self.processors.cores());
            if let Some((job, end)) = started {
                self.spans[job].0 = now.0;
                events.push(end, 1, Event::End(job));
            }
        }
    }
    let jobs = Jobs { processors: Processors::new(cores), arrivals, spans: vec![(0, 0); arrivals.len()] };
    let mut run = Simulation::new(jobs);
    for (job, &(arrival, _)) in arrivals.iter().enumerate() {
        run.events.push(SimTime(arrival), 0, Event::Arrival(job));
    }
    while !run.step(1_000) {}
    assert_eq!((run.model.processors.busy(), run.model.processors.waiting()), (0, 0));
    let now = run.now();
    (run.model.spans, run.model.processors.busy_core_ns(now))
}

/// A model that uses every resource: workers compute, reserve memory, write to disk and send the result.
#[derive(Clone)]
struct Plant {
    processors: Processors<u16>,
    disk: Disk,
    link: Link,
    memory: Memory,
    /// Workers that wait for memory or for the link.
    blocked: VecDeque<(u16, Task)>,
    /// Pieces of work that each worker still has to do.
    left: Vec<u32>,
    random: random::Stream,
    digest: Digest,
}

#[derive(Debug, Clone, Copy)]
enum Task {
    Compute,
    Computed,
    Write,
    Send,
    Arrived(u64),
}

const PIECE_BYTES: u64 = 10_000;

impl Plant {
    fn start(seed: u64, workers: u16) -> Simulation<Self> {
        let plant = Self {
            processors: Processors::new(3),
            disk: Disk::new(20_000, 200_000_000, 80 * MICROSECOND, MILLISECOND, 4),
            link: Link::new(100 * MICROSECOND, 50_000_000, 4 * PIECE_BYTES),
            memory: Memory::new(6 * PIECE_BYTES),
            blocked: VecDeque::new(),
            left: vec![30; workers.into()],
            random: random::Stream::new(seed, "plant"),
            digest: Digest::new(),
        };
        let mut run = Simulation::new(plant);
        (0..workers).for_each(|worker| run.events.push(SimTime(0), worker, (worker, Task::Compute)));
        run
    }

    /// Lets those who wait try again, now.
    fn wake(&mut self, now: SimTime, events: &mut EventQueue<(u16, Task)>) {
        self.blocked.drain(..).for_each(|(worker, task)| events.push(now, worker, (worker, task)));
    }
}

impl Model for Plant {
    type Event = (u16, Task);

    fn handle(&mut self, now: SimTime, (worker, task): (u16, Task), events: &mut EventQueue<(u16, Task)>) {
        self.digest.update_u64(now.0);
        self.digest.update(format!("{worker} {task:?}").as_bytes());
        match task {
            Task::Compute if !self.memory.take(PIECE_BYTES) => self.blocked.push_back((worker, task)),
            Task::Compute => {
                let work_ns = self.random.below(200) * MICROSECOND;
                if let Some((worker, end)) = self.processors.request(now, worker, work_ns) {
                    events.push(end, worker, (worker, Task::Computed));
                }
            }
            Task::Computed => {
                if let Some((next, end)) = self.processors.release(now) {
                    events.push(end, next, (next, Task::Computed));
                }
                events.push(now, worker, (worker, Task::Write));
            }
            Task::Write => {
                let written = self.disk.request(now, 1, PIECE_BYTES);
                let durable = if self.random.below(4) == 0 { self.disk.fsync(now) } else { written };
                events.push(durable, worker, (worker, Task::Send));
            }
            Task::Send => match self.link.send(now, PIECE_BYTES) {
                Some(arrives) => events.push(arrives, worker, (worker, Task::Arrived(PIECE_BYTES))),
                None => self.blocked.push_back((worker, task)),
            },
            Task::Arrived(bytes) => {
                self.link.acknowledge(bytes);
                self.memory.give(bytes);
                self.wake(now, events);
                let left = &mut self.left[usize::from(worker)];
                *left -= 1;
                if *left > 0 {
                    events.push(now, worker, (worker, Task::Compute));
                }
            }
        }
        assert!(self.memory.used_bytes() <= self.memory.limit_bytes());
    }
}

/// Digest of everything that was handled, and how many events that were.
fn outcome(run: &Simulation<Plant>) -> (String, u64, SimTime) {
    assert!(run.model.left.iter().all(|&left| left == 0), "every piece is done");
    (run.model.digest.hex(), run.handled(), run.now())
}

fn run_to_end(mut run: Simulation<Plant>, budget: u64) -> (String, u64, SimTime) {
    while !run.step(budget) {}
    outcome(&run)
}

/// A run that was stopped goes on as if it had not been, and a run that has ended stays where it is.
#[test]
fn a_step_after_the_end_changes_nothing() {
    let mut run = Plant::start(1, 5);
    while !run.step(7) {}
    let end = outcome(&run);
    assert!(run.step(100));
    assert_eq!(outcome(&run), end);
}

/// Visits to one clerk last `1 / (services - arrivals)` on average. The bounds are some four standard errors of the mean over as
/// many customers.
#[test]
fn customers_are_there_as_long_as_theory_says() {
    for (arrivals, bound_permille) in [(200, 8), (500, 11), (800, 36)] {
        let mut shop = SingleServerQueues::start(1, arrivals, 1_000, 1);
        shop.step(2_000_000);
        let theory_ns = SECOND / (1_000 - arrivals);
        let visit_ns = shop.model.mean_visit_ns();
        assert!(
            visit_ns.abs_diff(theory_ns) * 1_000 < bound_permille * theory_ns,
            "{arrivals} arrivals a second: {visit_ns} ns instead of {theory_ns} ns"
        );
        // The clerk is busy for the part of the time that the arrivals need.
        let now = shop.now();
        let busy_permille = shop.model.clerks()[0].busy_core_ns(now) * 1_000 / now.0;
        assert!(busy_permille.abs_diff(arrivals) <= 5, "{busy_permille} per mille busy");
        // As many customers come as should.
        let expected = now.0 / (SECOND / arrivals);
        assert!(shop.model.served().abs_diff(expected) * 200 < expected);
    }
}

/// Many queues beside each other are as many experiments at once.
#[test]
fn many_clerks_have_customers_of_their_own() {
    let mut shop = SingleServerQueues::start(2_000, 500, 1_000, 7);
    shop.step(4_000_000);
    assert!(shop.model.mean_visit_ns().abs_diff(2 * MILLISECOND) * 200 < 2 * MILLISECOND);
}

/// The least that the work costs computes the same, so that its time may be compared.
#[test]
fn the_bare_heap_of_the_benchmark_computes_what_the_kernel_does() {
    use redo_lab::lab::speed::{queue_events, queue_events_bound};
    assert_eq!(queue_events(1, 1_000_000), queue_events_bound(1, 1_000_000));
    let (kernel, bound) = (queue_events(50, 1_000_000), queue_events_bound(50, 1_000_000));
    assert!(kernel.abs_diff(bound) * 1_000 < kernel, "{kernel} and {bound}");
}
