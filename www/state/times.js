/**
 * What a report says about time, looked up: which span a lane is in, what a series shows, where something changes.
 *
 * All times are whole microseconds of virtual time, as the engine gives them. A span lasts from its start up to its end, the end
 * not included; between spans a lane is idle. A series keeps a value until its next sample.
 *
 * @typedef {{ group: string, name: string, from: number[], to: number[], activity: number[] }} Lane
 * @typedef {{ unit: string, kind: string, from?: number, end: number, activities: string[], lanes: Lane[] }} Timeline
 * @typedef {{ unit: string, kind: string, x_unit?: string, x: number[], y: number[] }} Series
 * @typedef {{ from: number, to: number }} Range
 */

/**
 * The number of values that are at most `wanted`, in an ascending list.
 * @param {ArrayLike<number>} values
 * @param {number} wanted
 */
export function countUpTo(values, wanted) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The span of a lane at a time; -1 when it is idle.
 * @param {Lane} lane
 * @param {number} time
 */
export function spanAt(lane, time) {
  const index = countUpTo(lane.from, time) - 1;
  return index >= 0 && time < lane.to[index] ? index : -1;
}

/**
 * The sample that holds at a time; -1 before the first, and once the last one has held as long as the one before it. A first
 * sample in the middle of a stretch that begins with the run holds from there.
 * @param {Series} series
 * @param {number} time
 * @param {boolean} [stays] whether the last one holds for good: what a crash found
 */
export function sampleAt({ x }, time, stays = false) {
  const index = countUpTo(x, time) - 1;
  const last = x.length - 1;
  if (index < 0) return last > 0 && time >= 0 && 2 * x[0] <= x[1] - x[0] + 1 ? 0 : -1;
  return !stays && index === last && last > 0 && time > x[last] + (x[last] - x[last - 1]) ? -1 : index;
}

/**
 * The last moment of a report: all variants share one axis.
 * @param {any} report
 * @returns {number}
 */
export function endOf(report) {
  const ends = report.runs.map((/** @type {any} */ run) =>
    Math.max(run.timeline?.end ?? 0, ...timedSeries(run).map(([, series]) => series.x.at(-1) ?? 0)),
  );
  return Math.max(0, ...ends);
}

/** Lanes that end this much earlier than their run show a part of it. */
const WHOLE_SHARE = 0.9;

/**
 * The stretch of a run that its lanes show in detail; nothing where they show all of it, or where there are none.
 * @param {any} run
 * @returns {Range | null}
 */
export function detailOf(run) {
  const { timeline } = run;
  if (!timeline?.lanes.length) return null;
  const from = timeline.from ?? 0;
  const short = timeline.end - from < endOf({ runs: [run] }) * WHOLE_SHARE;
  return short && timeline.end > from ? { from, to: timeline.end } : null;
}

/**
 * All that the lanes of a report show, when some run's lanes show a part of it in detail; nothing when all show everything.
 * @param {any} report
 * @returns {Range | null}
 */
export function recordedOf(report) {
  const runs = report.runs.filter((/** @type {any} */ run) => run.timeline?.lanes.length);
  if (!runs.some(detailOf)) return null;
  const stretches = runs.map((/** @type {any} */ run) => detailOf(run) ?? { from: 0, to: run.timeline.end });
  return {
    from: Math.min(...stretches.map((/** @type {Range} */ stretch) => stretch.from)),
    to: Math.max(...stretches.map((/** @type {Range} */ stretch) => stretch.to)),
  };
}

/**
 * Where a reader starts there: as long as every group of lanes of every run has something to show. A replica that is late goes on
 * with what was recorded long after the source has ended with it.
 * @param {any} report
 * @returns {Range | null}
 */
export function focusOf(report) {
  const recorded = recordedOf(report);
  if (!recorded) return null;
  const lengths = report.runs.flatMap((/** @type {any} */ { timeline }) => {
    /** @type {Map<string, number>} */
    const ends = new Map();
    for (const { group, to } of timeline?.lanes ?? []) ends.set(group, Math.max(ends.get(group) ?? 0, to.at(-1) ?? 0));
    return [...ends.values()].map((end) => end - (timeline.from ?? 0)).filter((length) => length > 0);
  });
  return { from: recorded.from, to: Math.min(recorded.to, recorded.from + Math.max(1, Math.min(...lengths))) };
}

/**
 * The series of a run that go over time, by name.
 * @param {any} run
 * @returns {[string, Series][]}
 */
export function timedSeries(run) {
  return /** @type {[string, Series][]} */ (Object.entries(run.series ?? {})).filter(
    // One without a sample is none: a run that ended early has some that never began.
    ([, series]) => series.x_unit === 'us' && series.x.length > 0,
  );
}

/**
 * The series of a report whose x is something else than time, by name, in the order of their first appearance.
 * @param {any} report
 * @returns {string[]}
 */
export function timelessSeries(report) {
  const names = report.runs.flatMap((/** @type {any} */ run) =>
    Object.entries(run.series ?? {}).flatMap(([name, { x_unit, x }]) => (x_unit !== 'us' && x.length ? [name] : [])),
  );
  return [...new Set(/** @type {string[]} */ (names))];
}

/**
 * A moment at which every variant is busy: inside the shortest of them.
 * @param {any} report
 */
export function busyMoment(report) {
  const focus = focusOf(report);
  if (focus) return Math.round(focus.from + (focus.to - focus.from) * 0.4);
  // Of a few transactions, half are being applied or done.
  const applied = report.runs[0]?.transactions?.apply_from.filter((/** @type {number | null} */ at) => at !== null) ?? [];
  if (applied.length) return applied.toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b)[applied.length >> 1];
  const ends = report.runs
    .map((/** @type {any} */ run) => endOf({ runs: [run] }))
    .filter((/** @type {number} */ end) => end > 0);
  return Math.round(Math.min(...ends, endOf(report)) * 0.6);
}

/**
 * Whether a report has anything to show over time.
 * @param {any} report
 */
export function hasTimes(report) {
  return report.runs.some(
    (/** @type {any} */ run) => run.timeline?.lanes.length || timedSeries(run).some(([, { x }]) => x.length > 0),
  );
}

/**
 * Every moment at which some lane of some variant starts or ends a span, ascending; where there are no lanes, the samples of the
 * series.
 * @param {any} report
 * @returns {number[]}
 */
export function changesOf(report) {
  const lanes = report.runs.flatMap((/** @type {any} */ run) => run.timeline?.lanes ?? []);
  const times = lanes.length
    ? lanes.flatMap((/** @type {Lane} */ lane) => [...lane.from, ...lane.to])
    : report.runs.flatMap((/** @type {any} */ run) => timedSeries(run).flatMap(([, { x }]) => x));
  return [...new Set(/** @type {number[]} */ (times))].sort((a, b) => a - b);
}

/**
 * The change after a time, or before it (`step` 1 or -1); the end of the list stays.
 * @param {number[]} changes
 * @param {number} time
 * @param {number} step
 */
export function nextChange(changes, time, step) {
  if (!changes.length) return time;
  const index = step > 0 ? countUpTo(changes, time) : countUpTo(changes, time - 1) - 1;
  return changes[Math.min(Math.max(index, 0), changes.length - 1)];
}

/**
 * A stretch of time around a moment, `factor` times as long as before, inside 0 to `end`. It is never shorter than 100 µs.
 * @param {Range} range
 * @param {number} time
 * @param {number} factor
 * @param {number} end
 * @returns {Range}
 */
export function zoomed(range, time, factor, end) {
  const length = Math.min(Math.max((range.to - range.from) * factor, Math.min(100, end)), end);
  const from = Math.min(Math.max(time - length / 2, 0), end - length);
  return { from: Math.round(from), to: Math.round(from + length) };
}

/**
 * The same stretch moved so that it holds a moment.
 * @param {Range} range
 * @param {number} time
 * @param {number} end
 * @returns {Range}
 */
export function holding(range, time, end) {
  if (time >= range.from && time <= range.to) return range;
  return zoomed(range, time, 1, end);
}

/**
 * Round positions for an axis: about `count` of them, 1, 2 or 5 times a power of ten.
 * @param {number} from
 * @param {number} to
 * @param {number} [count]
 */
export function roundTicks(from, to, count = 4) {
  if (!(to > from)) return [from];
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((digit) => digit * power >= rough) ?? 10) * power;
  const list = [];
  for (let value = Math.ceil(from / step) * step; value <= to + step * 1e-6; value += step) list.push(value);
  return list;
}

/** Steps of a time axis above a second, in seconds: those of a clock. */
const CLOCK_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400];

/**
 * Round moments for a time axis: decimal below a minute, those of a clock above.
 * @param {Range} range
 * @param {number} [count]
 */
export function timeTicks({ from, to }, count = 5) {
  const rough = (to - from) / count / 1e6;
  const step = to >= 60e6 && rough >= 1 ? CLOCK_STEPS.find((seconds) => seconds >= rough) : undefined;
  if (!step) return roundTicks(from, to, count);
  const list = [];
  for (let value = Math.ceil(from / (step * 1e6)) * step * 1e6; value <= to; value += step * 1e6) list.push(value);
  return list;
}

/**
 * Lanes that are too low for a name each, taken together by the name without its number: `thread 1` to `thread 8`.
 * @param {Lane[]} lanes
 * @returns {{ group: string, first: number, last: number }[]} positions in `lanes`
 */
export function laneBlocks(lanes) {
  return blocksOf(
    lanes,
    lanes.map((_, index) => index),
  );
}

/**
 * The same for some of the lanes: only neighbours are taken together.
 * @param {Lane[]} lanes
 * @param {number[]} indexes ascending
 * @returns {{ group: string, first: number, last: number }[]}
 */
export function blocksOf(lanes, indexes) {
  const base = (/** @type {Lane} */ lane) => `${lane.group}/${lane.name.replace(/\d+$/, '')}`;
  /** @type {{ group: string, first: number, last: number }[]} */
  const blocks = [];
  for (const index of indexes) {
    const block = blocks.at(-1);
    if (block && block.last === index - 1 && base(lanes[block.first]) === base(lanes[index])) block.last = index;
    else blocks.push({ group: lanes[index].group, first: index, last: index });
  }
  return blocks;
}

/**
 * A lane's short name, or nothing where a part of it has none.
 * @param {string} name
 * @param {(id: string, args: import('../locales/texts.js').Arguments) => string | undefined} find
 * @returns {string | undefined}
 */
export function shortLane(name, find) {
  const parts = name.split(', ').map((part) => {
    const [, word, number = ''] = /^(.*?)(?: (\d+))?$/.exec(part) ?? [];
    return find(`lane-short-${word.replaceAll(' ', '-')}`, { number })?.trim();
  });
  return parts.every(Boolean) ? parts.join(' ') : undefined;
}
