//! A curve over time, bounded: equal intervals that double when there are too many.

use super::SimTime;

/// The most points of a curve.
pub const MAX_SAMPLES: usize = 500;

/// How the values of one interval, and of two that become one, are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    /// A gauge: the highest value counts.
    Highest,
    /// An amount: values add up.
    Sum,
}

/// Values over time in intervals of equal length. A run may last a millisecond or a week: the interval starts small and
/// doubles whenever there are more than [`MAX_SAMPLES`].
#[derive(Debug, Clone)]
pub struct Samples {
    join: Join,
    interval_ns: u64,
    values: Vec<u64>,
    last: u64,
}

impl Samples {
    /// A gauge, such as memory in use: an interval shows its highest value, one without news the value before.
    pub fn gauge(interval_ns: u64) -> Self {
        Self { join: Join::Highest, interval_ns: interval_ns.max(1), values: Vec::new(), last: 0 }
    }

    /// An amount, such as bytes written: an interval shows the sum of what was added in it.
    pub fn amount(interval_ns: u64) -> Self {
        Self { join: Join::Sum, interval_ns: interval_ns.max(1), values: Vec::new(), last: 0 }
    }

    /// The gauge stands at `value` from now on.
    pub fn set(&mut self, now: SimTime, value: u64) {
        self.reach(now);
        self.last = value;
        let current = self.values.last_mut().expect("the interval of now is there");
        *current = (*current).max(value);
    }

    /// `value` more happened now.
    pub fn add(&mut self, now: SimTime, value: u64) {
        self.reach(now);
        *self.values.last_mut().expect("the interval of now is there") += value;
    }

    /// `value` more happened, evenly, from `from` to `to`.
    pub fn add_over(&mut self, from: SimTime, to: SimTime, value: u64) {
        self.reach(to);
        let whole = (to - from).max(1);
        let (first, last) = (self.index(from), self.index(to));
        let mut given = 0;
        for index in first..=last {
            let until = (self.interval_ns * (index as u64 + 1)).min(to.0).saturating_sub(from.0);
            let share = (u128::from(value) * u128::from(until) / u128::from(whole)) as u64;
            let share = if index == last { value } else { share };
            self.values[index] += share - given;
            given = share;
        }
    }

    /// Makes intervals up to the one of `now`.
    fn reach(&mut self, now: SimTime) {
        while self.index(now) >= MAX_SAMPLES {
            self.halve();
        }
        let index = self.index(now);
        let fill = if self.join == Join::Highest { self.last } else { 0 };
        while self.values.len() <= index {
            self.values.push(fill);
        }
    }

    fn index(&self, time: SimTime) -> usize {
        usize::try_from(time.0 / self.interval_ns).unwrap_or(usize::MAX)
    }

    fn halve(&mut self) {
        self.interval_ns = self.interval_ns.saturating_mul(2);
        let join = |pair: &[u64]| match self.join {
            Join::Highest => pair.iter().copied().max().unwrap_or(0),
            Join::Sum => pair.iter().sum(),
        };
        self.values = self.values.chunks(2).map(join).collect();
    }

    /// Length of an interval in nanoseconds.
    pub fn interval_ns(&self) -> u64 {
        self.interval_ns
    }

    /// The intervals' values.
    pub fn values(&self) -> &[u64] {
        &self.values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauge_keeps_its_peaks_when_intervals_double() {
        let mut gauge = Samples::gauge(1);
        for time in 0..10_000 {
            gauge.set(SimTime(time), if time == 7_777 { 9 } else { 1 });
        }
        assert!(gauge.values().len() <= MAX_SAMPLES);
        assert_eq!(gauge.values().iter().max(), Some(&9));
    }

    #[test]
    fn an_amount_keeps_its_sum() {
        let mut amount = Samples::amount(1);
        let mut sum = 0;
        for time in 0..5_000 {
            amount.add(SimTime(2 * time), time);
            amount.add_over(SimTime(time), SimTime(2 * time), 11);
            sum += time + 11;
        }
        assert_eq!(amount.values().iter().sum::<u64>(), sum);
    }
}
