//! Durations of a whole run in a histogram, exact to half a percent.

/// Buckets between two powers of two, as a power of two: a bucket is at most 1/256 of its values wide.
const BUCKET_BITS: u32 = 8;

/// How often durations were how long.
///
/// Durations below 256 ns have a bucket each; from there every doubling has 256 buckets of equal width. So a bucket is never
/// wider than 0.4 % of what is in it, and whatever the run, there are at most some fourteen thousand.
///
/// ```
/// use redo_lab::sim::Latencies;
/// let mut latencies = Latencies::default();
/// (1..=1_000).for_each(|thousand| latencies.add(thousand * 1_000));
/// assert_eq!(latencies.mean_ns(), 500_500);
/// assert!(latencies.quantile_ns(950).abs_diff(950_000) < 950_000 / 200);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Latencies {
    counts: Vec<u64>,
    count: u64,
    sum_ns: u128,
    longest_ns: u64,
}

impl Latencies {
    /// One more, of `duration_ns`.
    pub fn add(&mut self, duration_ns: u64) {
        let bucket = bucket_of(duration_ns);
        if bucket >= self.counts.len() {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.count += 1;
        self.sum_ns += u128::from(duration_ns);
        self.longest_ns = self.longest_ns.max(duration_ns);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean, rounded down; 0 of none.
    pub fn mean_ns(&self) -> u64 {
        (self.sum_ns / u128::from(self.count.max(1))) as u64
    }

    /// The duration that `permille` thousandths of them do not exceed, as the middle of its bucket, but never more than
    /// the longest; 0 of none.
    pub fn quantile_ns(&self, permille: u64) -> u64 {
        let rank = (u128::from(self.count) * u128::from(permille)).div_ceil(1_000).max(1) as u64;
        let mut seen = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= rank {
                return middle_of(bucket).min(self.longest_ns);
            }
        }
        0
    }

    /// The longest of them; 0 of none.
    pub fn longest_ns(&self) -> u64 {
        self.longest_ns
    }

    /// The counts, by bucket: what a digest of them is made of.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}

fn bucket_of(duration_ns: u64) -> usize {
    let highest = 63 - (duration_ns | 1).leading_zeros();
    let shift = highest.saturating_sub(BUCKET_BITS);
    ((u64::from(shift) << BUCKET_BITS) + (duration_ns >> shift)) as usize
}

fn middle_of(bucket: usize) -> u64 {
    let shift = (bucket as u64 >> BUCKET_BITS).saturating_sub(1);
    let kept = bucket as u64 - (shift << BUCKET_BITS);
    (kept << shift) + (1 << shift) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_quantile_is_longer_than_the_longest_duration() {
        for duration_ns in [1, 300, 16_913_692_000] {
            let mut latencies = Latencies::default();
            latencies.add(duration_ns);
            assert!(latencies.quantile_ns(500) <= duration_ns);
            assert_eq!(latencies.longest_ns(), duration_ns);
        }
    }

    #[test]
    fn every_duration_is_within_a_quarter_percent_of_the_middle_of_its_bucket() {
        let mut last = 0;
        for step in 0..5_000_u32 {
            // 1.009 to the power of `step`, up to the end of numbers.
            let duration_ns = (2_f64.powf(f64::from(step) * 63.9 / 5_000.0)) as u64;
            let bucket = bucket_of(duration_ns);
            assert!(bucket >= last, "longer durations are in later buckets");
            last = bucket;
            assert!(middle_of(bucket).abs_diff(duration_ns) <= duration_ns / 400, "{duration_ns}");
        }
    }
}
