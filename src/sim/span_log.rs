//! What everybody did when, bounded: spans of one activity in lanes.

use super::SimTime;

/// The most spans that a lane keeps.
pub const MAX_SPANS: usize = 400;

/// One activity from one point in time to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Its start.
    pub from: SimTime,
    /// Its end.
    pub to: SimTime,
    /// Which activity, by the model's own numbers.
    pub activity: u8,
}

/// What one worker did, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lane {
    spans: Vec<Span>,
    /// Spans shorter than this are joined with their neighbours; doubles whenever there are too many spans.
    resolution_ns: u64,
}

impl Lane {
    /// The spans, ascending and not overlapping.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Adds a span that starts where the last one ended, or later. A span without length is left out.
    fn add(&mut self, span: Span) {
        if span.to <= span.from {
            return;
        }
        push_joined(&mut self.spans, span);
        if self.spans.len() > 2 * MAX_SPANS {
            self.coarsen();
        }
    }

    /// Cuts time into pieces of the resolution, each of which shows what was done longest in it, until there are few spans.
    fn coarsen(&mut self) {
        let end = self.spans.last().map_or(0, |span| span.to.0);
        // The pieces of before come first: mostly the new spans are shorter than they are, and need no longer ones.
        self.resolution_ns = self.resolution_ns.max(end / 4_096).max(1);
        self.spans = in_pieces(&self.spans, self.resolution_ns);
        while self.spans.len() > MAX_SPANS {
            self.resolution_ns *= 2;
            self.spans = in_pieces(&self.spans, self.resolution_ns);
        }
    }
}

/// Appends a span, joined with the one before if it goes on without a gap.
fn push_joined(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.activity == span.activity && last.to == span.from => last.to = span.to,
        _ => spans.push(span),
    }
}

/// The same lane in pieces of `piece_ns`: a piece belongs to the activity that takes the largest part of it, or to nobody if
/// idle time does.
fn in_pieces(spans: &[Span], piece_ns: u64) -> Vec<Span> {
    let end = spans.last().map_or(0, |span| span.to.0);
    let mut pieces = Vec::new();
    let mut first = 0;
    let mut from = spans.first().map_or(0, |span| span.from.0 / piece_ns * piece_ns);
    while from < end {
        let to = from + piece_ns;
        while spans[first].to.0 <= from {
            first += 1;
        }
        let inside = spans[first..].iter().take_while(|span| span.from.0 < to);
        let mut parts: Vec<(u64, u8)> = Vec::new();
        for span in inside {
            let part = span.to.0.min(to) - span.from.0.max(from);
            match parts.iter_mut().find(|(_, activity)| *activity == span.activity) {
                Some((sum, _)) => *sum += part,
                None => parts.push((part, span.activity)),
            }
        }
        let worked: u64 = parts.iter().map(|(part, _)| part).sum();
        let longest = parts.into_iter().max_by_key(|&(part, activity)| (part, std::cmp::Reverse(activity)));
        if let Some((part, activity)) = longest.filter(|(part, _)| *part >= to.min(end) - from - worked) {
            debug_assert!(part > 0, "an empty span is never kept");
            push_joined(&mut pieces, Span { from: SimTime(from), to: SimTime(to.min(end)), activity });
        }
        from = to;
    }
    pieces
}

/// The lanes of a run.
#[derive(Debug, Clone, Default)]
pub struct SpanLog {
    lanes: Vec<Lane>,
}

impl SpanLog {
    /// A log of `lanes` empty lanes.
    pub fn new(lanes: usize) -> Self {
        Self { lanes: vec![Lane::default(); lanes] }
    }

    /// Lane `lane` did `activity` from `from` to `to`. Spans of a lane are added in order.
    pub fn add(&mut self, lane: usize, activity: u8, from: SimTime, to: SimTime) {
        self.lanes[lane].add(Span { from, to, activity });
    }

    /// The lanes.
    pub fn lanes(&self) -> &[Lane] {
        &self.lanes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_activity_are_one_span() {
        let mut log = SpanLog::new(1);
        for start in 0..1_000 {
            log.add(0, 3, SimTime(start), SimTime(start + 1));
        }
        let whole = Span { from: SimTime(0), to: SimTime(1_000), activity: 3 };
        assert_eq!(log.lanes()[0].spans(), [whole]);
    }

    #[test]
    fn a_lane_is_bounded_and_stays_in_order() {
        let mut log = SpanLog::new(1);
        for start in 0..100_000 {
            log.add(0, (start % 3) as u8, SimTime(10 * start), SimTime(10 * start + start % 7));
        }
        let spans = log.lanes()[0].spans();
        assert!(spans.len() <= 2 * MAX_SPANS);
        assert!(spans.windows(2).all(|pair| pair[0].to <= pair[1].from));
        assert!(spans.iter().all(|span| span.from < span.to));
    }

    #[test]
    fn many_short_spans_leave_long_ones_before_them_as_they_were() {
        let mut log = SpanLog::new(1);
        let second = 1_000_000_000;
        for (activity, start) in [(0, 0), (1, second), (2, 2 * second)] {
            log.add(0, activity, SimTime(start), SimTime(start + second));
        }
        // A second of two activities that take turns every 50 microseconds.
        for turn in 0..20_000 {
            let start = 3 * second + 50_000 * turn;
            log.add(0, 3 + (turn % 2) as u8, SimTime(start), SimTime(start + 50_000));
        }
        let spans = log.lanes()[0].spans();
        for activity in 0..3 {
            let length: u64 = spans
                .iter()
                .filter(|span| span.activity == activity)
                .map(|span| span.to.0 - span.from.0)
                .sum();
            assert!(length.abs_diff(second) < second / 50, "activity {activity} lasts {length} ns");
        }
    }
}
