//! How far the replica is behind: truly, and as the server says.
//!
//! *True lag* at a time t is t less the commit time, on the source, of the oldest transaction that the replica has not
//! committed: what a reader of the replica misses. It grows as time does and falls when the low-water mark moves.
//!
//! *`Seconds_Behind_Source`* is what the server can know: its clock less the time stamp of the event that it executes, in whole
//! seconds. With several workers it is the time stamp of the oldest transaction that has not ended. Three things follow.
//! The stamp is when the statement began, so work that took long on the source counts twice: a transaction of a minute is a
//! minute behind when its application begins. A DDL is logged with its duration, which the server adds to the stamp. And where
//! everything that was received is applied the server says 0, whatever is still on the other side of a slow link.
//!
//! *Worked example.* 30 transactions ran side by side on the source from 0 to 1 s; one thread applies them in 1 s each. When it
//! begins the last one, at 30 s, its true lag is 29 s; when it ends, 30 s. `Seconds_Behind_Source` shows 1 at the start of the
//! first and 30 at the end: all carry the stamp 0.

use super::super::{BinlogEntry, Kind};
use crate::sim::{MILLISECOND, SECOND, Samples, SimTime};

/// The oldest transaction that is not committed here: what both figures look at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Oldest {
    committed: SimTime,
    stamp_s: u64,
    arrives_at: SimTime,
}

impl Oldest {
    pub(super) fn new(entry: &BinlogEntry, arrives_at: SimTime) -> Self {
        // Rows carry the time at which their statement began; of a statement that is logged as text the server adds the
        // duration, in whole seconds as well.
        let logged_s = match entry.kind {
            Kind::Rows => 0,
            Kind::Ddl => (entry.committed - entry.started) / SECOND,
        };
        Self { committed: entry.committed, stamp_s: entry.started.0 / SECOND + logged_s, arrives_at }
    }

    fn lag_ns(&self, time: SimTime) -> u64 {
        time - self.committed
    }

    fn seconds_behind(&self, time: SimTime) -> u64 {
        if time < self.arrives_at { 0 } else { (time.0 / SECOND).saturating_sub(self.stamp_s) }
    }
}

/// The lag over time, and its peaks.
#[derive(Debug, Clone)]
pub struct Lag {
    true_us: Samples,
    seconds_behind_source: Samples,
    measured_until: SimTime,
    peak_ns: u64,
    peak_at: SimTime,
    peak_seconds_behind_source: u64,
}

impl Lag {
    pub(super) fn new() -> Self {
        Self {
            true_us: Samples::gauge(MILLISECOND),
            seconds_behind_source: Samples::gauge(MILLISECOND),
            measured_until: SimTime(0),
            peak_ns: 0,
            peak_at: SimTime(0),
            peak_seconds_behind_source: 0,
        }
    }

    /// Until `now`, `oldest` was the oldest transaction that was not committed here.
    pub(super) fn advance(&mut self, now: SimTime, oldest: Option<Oldest>) {
        if let Some(oldest) = oldest.filter(|oldest| now > oldest.committed) {
            // Both figures grow until now, so points in between matter only where an interval of the curve ends.
            let mut time = self.measured_until.max(oldest.committed);
            loop {
                let interval_ns = self.true_us.interval_ns();
                let end = SimTime((time.0 / interval_ns + 1).saturating_mul(interval_ns));
                if end >= now {
                    break;
                }
                self.set(SimTime(end.0 - 1), Some(oldest));
                time = end;
            }
            self.set(SimTime(now.0.saturating_sub(1)).max(time), Some(oldest));
            if oldest.lag_ns(now) > self.peak_ns {
                (self.peak_ns, self.peak_at) = (oldest.lag_ns(now), now);
            }
        }
        self.measured_until = now;
    }

    /// From now on `oldest` is the oldest transaction that is not committed here.
    pub(super) fn set(&mut self, now: SimTime, oldest: Option<Oldest>) {
        let seconds = oldest.map_or(0, |oldest| oldest.seconds_behind(now));
        self.true_us.set(now, oldest.map_or(0, |oldest| oldest.lag_ns(now).div_ceil(1_000)));
        self.seconds_behind_source.set(now, seconds);
        self.peak_seconds_behind_source = self.peak_seconds_behind_source.max(seconds);
    }

    /// True lag in microseconds over time.
    pub fn true_us(&self) -> &Samples {
        &self.true_us
    }

    /// `Seconds_Behind_Source` over time.
    pub fn seconds_behind_source(&self) -> &Samples {
        &self.seconds_behind_source
    }

    /// The longest true lag in nanoseconds.
    pub fn peak_ns(&self) -> u64 {
        self.peak_ns
    }

    /// When the true lag was longest.
    pub fn peak_at(&self) -> SimTime {
        self.peak_at
    }

    /// The highest `Seconds_Behind_Source`.
    pub fn peak_seconds_behind_source(&self) -> u64 {
        self.peak_seconds_behind_source
    }
}
