//! What is counted when a transaction is in the global binlog, and how a run ends.

use super::model::Pipeline;
use super::sending::Outgoing;
use super::totals::{Outcome, PipelineTotals, Stage};
use crate::global_binlog::workload::Kind;
use crate::sim::SimTime;

/// The moments of a transaction on its way, and what the last merge had to wait for meanwhile.
struct Way {
    committed: SimTime,
    read: SimTime,
    sorted: SimTime,
    input_ns: u64,
    room_ns: u64,
}

impl Pipeline {
    /// Ends a transaction all of whose pieces are collected and flushed.
    pub(super) fn finish_if_flushed(&mut self, now: SimTime, number: u64) {
        let outgoing = &mut self.outgoing[(number - self.first_outgoing) as usize];
        if !outgoing.is_collected || outgoing.unflushed > 0 || outgoing.is_done {
            return;
        }
        outgoing.is_done = true;
        let outgoing = outgoing.clone();
        self.count(now, &outgoing);
        self.digest.update_u64(outgoing.timestamp.commit_timestamp);
        self.digest.update_u64(outgoing.transaction << 20 ^ outgoing.timestamp.sequence);
        self.digest.update_u64(now.0);
        self.watch.written(now, outgoing.transaction);
        self.remove(&outgoing);
        self.catch_up(now);
    }

    fn count(&mut self, now: SimTime, outgoing: &Outgoing) {
        let totals = &mut self.totals;
        totals.written += 1;
        totals.last_written = now;
        match outgoing.kind {
            Kind::Distributed => totals.distributed += 1,
            Kind::SingleShard => totals.single_shard += 1,
            Kind::Unordered => totals.unordered_parts += 1,
            Kind::Heartbeat => {}
        }
        totals.split_transactions += u64::from(outgoing.streams.count_ones() > 1);
        let way = self.way_of(outgoing);
        let totals = &mut self.totals;
        let (sorted_ns, written_ns) = (outgoing.merged_at - way.committed, now - way.committed);
        totals.longest_sorted_ns = totals.longest_sorted_ns.max(sorted_ns);
        totals.longest_written_ns = totals.longest_written_ns.max(written_ns);
        totals.peak_delay_ns = totals.peak_delay_ns.max(written_ns);
        if self.workload.is_big(outgoing.transaction) {
            (totals.big_sorted_ns, totals.big_written_ns) = (Some(sorted_ns), Some(written_ns));
        }
        let in_merge = outgoing.merged_at - way.sorted;
        let input_ns = way.input_ns.min(in_merge);
        let room_ns = way.room_ns.min(in_merge - input_ns);
        let collected_at = outgoing.collected_at.unwrap_or(now);
        let by_cause = [
            way.read - way.committed,
            way.sorted - way.read,
            input_ns,
            in_merge - input_ns - room_ns,
            collected_at - outgoing.merged_at,
            room_ns + (now - collected_at),
        ];
        for (sum, more) in totals.delay_by_cause_ns.iter_mut().zip(by_cause) {
            *sum += more;
        }
        self.delays.add(written_ns);
        self.meters.delay(now, written_ns);
    }

    /// How the part came that was sorted last: the others waited for it.
    fn way_of(&mut self, outgoing: &Outgoing) -> Way {
        let is_alone = outgoing.kind == Kind::Unordered;
        let waits = outgoing.waits_when_merged;
        let first = match is_alone {
            true => self.transactions.find(outgoing.transaction, outgoing.part),
            false => self.transactions.first_part(outgoing.transaction),
        };
        let whole_at = self.transactions.live(outgoing.transaction).map(|live| live.committed_at);
        let mut way =
            Way { committed: SimTime(0), read: SimTime(0), sorted: SimTime(0), input_ns: 0, room_ns: 0 };
        let mut next = first;
        while let Some(place) = next {
            let part = self.transactions.part(place);
            if part.sorted_at >= way.sorted {
                let then = part.waits_when_sorted;
                way = Way {
                    committed: if is_alone { part.committed_at } else { whole_at.unwrap_or_default() },
                    read: part.read_at,
                    sorted: part.sorted_at,
                    input_ns: waits.input_ns - then.input_ns,
                    room_ns: waits.room_ns - then.room_ns,
                };
            }
            next = if is_alone { None } else { self.transactions.next_part(place) };
        }
        // The part that was sorted last may have been read before another one was committed.
        way.read = way.read.max(way.committed);
        way.sorted = way.sorted.max(way.read);
        way
    }

    fn remove(&mut self, outgoing: &Outgoing) {
        let transaction = outgoing.transaction;
        if outgoing.kind == Kind::Unordered {
            if let Some(place) = self.transactions.find(transaction, outgoing.part) {
                self.transactions.remove(transaction, place);
            }
            return;
        }
        while let Some(place) = self.transactions.first_part(transaction) {
            self.transactions.remove(transaction, place);
        }
    }

    /// Forgets what is written of the transactions that were committed first; how old the oldest other one is.
    pub(super) fn catch_up(&mut self, now: SimTime) -> u64 {
        while let Some(&(transaction, part, committed)) = self.behind.front() {
            let is_under_way = match self.transactions.live(transaction).map(|live| live.kind) {
                Some(Kind::Unordered) => self.transactions.find(transaction, part).is_some(),
                Some(_) => true,
                None => false,
            };
            if is_under_way {
                return now - committed;
            }
            self.behind.pop_front();
        }
        0
    }

    /// Memory has run out: the run ends here.
    pub(super) fn run_out_of_memory(&mut self, now: SimTime) {
        let big_bytes = self.big_bytes();
        let cause = self.memory.cause(big_bytes, self.root.waits_for_room());
        self.out_of_memory.get_or_insert((now, cause));
        self.meter(now);
    }

    /// Bytes of the huge transaction's events in memory.
    fn big_bytes(&mut self) -> u64 {
        let Some(big) = self.big else { return 0 };
        let mut bytes = 0;
        let mut next = self.transactions.first_part(big);
        while let Some(place) = next {
            bytes += self.transactions.part(place).held_bytes;
            next = self.transactions.next_part(place);
        }
        bytes
    }

    /// Whether everything is written and nothing but heartbeats will come.
    pub(super) fn is_finished(&self) -> bool {
        let is_load = self.next_record.is_some_and(|record| record.kind != Kind::Heartbeat);
        self.transactions.under_way == 0 && !is_load && !self.sources.has_load()
    }

    /// How the run ended, as far as it has come.
    pub fn outcome(&self) -> Outcome {
        match self.out_of_memory {
            Some((at, cause)) => Outcome::OutOfMemory { at, cause },
            None if self.transactions.under_way == 0 => Outcome::Written,
            None => Outcome::Stalled,
        }
    }

    /// What the run amounts to so far.
    pub fn totals(&self) -> PipelineTotals {
        let mut totals = self.totals.clone();
        totals.ended = self.now;
        totals.peak_memory_bytes = self.memory.peak_bytes();
        totals.peak_memory_by_place = self.memory.peak_by_place();
        totals.spilled_bytes = self.memory.spilled_bytes;
        totals.first_spill = self.memory.first_spill;
        let file_bytes = self.settings.writer.file_bytes.max(1);
        totals.files = self.writers.iter().map(|writer| writer.written_bytes.div_ceil(file_bytes)).sum();
        if let Some(&(_, _, committed)) = self.behind.front() {
            totals.peak_delay_ns = totals.peak_delay_ns.max(self.now - committed);
        }
        for stage in Stage::ALL {
            totals.busy_ns[stage as usize] = self.busy_ns(stage);
        }
        totals
    }

    /// How long the busiest server of a stage was busy.
    fn busy_ns(&self, stage: Stage) -> u64 {
        let most = |busy: &mut dyn Iterator<Item = u64>| busy.max().unwrap_or(0);
        match stage {
            Stage::Link => most(&mut self.readers.iter().map(|reader| reader.link_busy_ns)),
            Stage::Sort => most(&mut self.readers.iter().map(|reader| reader.sort_busy_ns)),
            Stage::Merge => most(&mut self.groups.iter().chain([&self.root]).map(|merge| merge.busy_ns)),
            Stage::Collect => self.collect_busy_ns / u64::from(self.settings.costs.collectors.max(1)),
            Stage::Write => most(&mut self.writers.iter().map(|writer| writer.busy_ns)),
            Stage::Consume => most(&mut self.writers.iter().map(|writer| writer.consumer_busy_ns)),
        }
    }
}
