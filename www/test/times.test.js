import { describe, expect, test } from 'vitest';
import {
  busyMoment,
  changesOf,
  countUpTo,
  detailOf,
  endOf,
  focusOf,
  hasTimes,
  holding,
  laneBlocks,
  nextChange,
  recordedOf,
  roundTicks,
  sampleAt,
  shortLane,
  spanAt,
  timedSeries,
  timelessSeries,
  timeTicks,
  zoomed,
} from '../state/times.js';
import { laneColumns } from '../charts/lane-columns.js';
import { viewOf } from '../labs/registry.js';
import { englishTexts } from '../locales/texts.js';
import { labs, Run, studies } from './fixtures/fake-engine.js';

const lane = { group: 'primary', name: 'thread 1', from: [0, 500, 900], to: [400, 900, 1000], activity: [0, 1, 0] };

/** @param {string} lab @param {object[]} compare */
function report(lab, compare) {
  const run = new Run({ version: 1, lab, params: { rows: 1000000 }, compare });
  run.at = compare.length;
  return run.report();
}

test('a series without a sample is none', () => {
  const series = { unit: 'B', kind: 'simulated', x_unit: 'us' };
  // A run that ended early is shown before the others have come.
  const early = { series: { consumer_delay: { ...series, x: [], y: [] }, memory: { ...series, x: [5], y: [1] } } };
  expect(timedSeries(early).map(([name]) => name)).toEqual(['memory']);
  expect(endOf({ runs: [early] })).toBe(5);
});

describe('lookups', () => {
  test('a span holds from its start up to its end', () => {
    expect([0, 399, 400, 499, 500, 899, 900, 999, 1000].map((time) => spanAt(lane, time))).toEqual([
      0, 0, -1, -1, 1, 1, 2, 2, -1,
    ]);
  });

  test('a sample holds until the next one, and the last one as long as the one before it', () => {
    const series = { unit: 'B', kind: 'simulated', x: [10, 20], y: [1, 2] };
    expect([9, 10, 19, 20, 30, 31].map((time) => sampleAt(series, time))).toEqual([-1, 0, 0, 1, 1, -1]);
  });

  test('a first sample in the middle of a stretch that begins with the run holds from there', () => {
    const series = { unit: 'ms', kind: 'simulated', x: [512, 1536, 2560], y: [1, 2, 3] };
    expect([0, 100, 512, 1536].map((time) => sampleAt(series, time))).toEqual([0, 0, 0, 1]);
    expect(sampleAt({ ...series, x: [1000, 1536, 2560] }, 100)).toBe(-1);
    expect(sampleAt({ ...series, x: [512], y: [1] }, 100)).toBe(-1);
  });

  test('what a crash found stays', () => {
    const series = { unit: 'B', kind: 'simulated', x: [10, 20], y: [1, 2] };
    expect([9, 30, 1000].map((time) => sampleAt(series, time, true))).toEqual([-1, 1, 1]);
  });

  test('counts values up to one that is there, before all, and behind all', () => {
    expect([0, 1, 2, 9].map((wanted) => countUpTo([1, 2, 2, 3], wanted))).toEqual([0, 1, 3, 4]);
  });
});

describe('a report over time', () => {
  const timed = report('replica-lag', [{ encoding: 'physical' }, { encoding: 'page-image' }]);

  test('all variants share the longest end, and every change is there once', () => {
    expect(endOf(timed)).toBe(Math.max(...timed.runs.map((/** @type {any} */ run) => run.timeline.end)));
    const changes = changesOf(timed);
    expect(changes).toEqual([...new Set(changes)].sort((a, b) => a - b));
    for (const { from } of timed.runs[1].timeline.lanes) expect(changes).toEqual(expect.arrayContaining(from));
  });

  test('a lab without a clock has none', () => {
    expect(hasTimes(timed)).toBe(true);
    expect(hasTimes(report('redo-volume', [{}]))).toBe(false);
  });

  test('stepping goes to the next change and back to the one before, and stops at the ends', () => {
    expect(nextChange([10, 20, 30], 10, 1)).toBe(20);
    expect(nextChange([10, 20, 30], 15, -1)).toBe(10);
    expect(nextChange([10, 20, 30], 20, -1)).toBe(10);
    expect(nextChange([10, 20, 30], 30, 1)).toBe(30);
    expect(nextChange([10, 20, 30], 5, -1)).toBe(10);
    expect(nextChange([], 5, 1)).toBe(5);
  });

  test('limits come from the parameters of the run', () => {
    const { limits } = viewOf('replica-lag');
    expect(limits.memory({ replica_memory_bytes: 1000, memory_limit_pct: 70 })).toEqual([{ value: 700, text: 'limit-memory' }]);
    expect(limits.lag({})).toEqual([]);
    // Two files of 48 MiB hold 90,593,280 B.
    expect(limits.checkpoint_age({ redo_log_bytes: 2 * 48 * 2 ** 20 })).toEqual([{ value: 90593280, text: 'limit-log' }]);
  });
});

describe('a stretch in detail', () => {
  /** A run of a second whose source is watched for 20 ms, and whose replica needs 100 ms for that. @param {number} from */
  const watched = (from) => ({
    series: {
      lag: { unit: 'ms', x_unit: 'us', kind: 'simulated', x: [0, 1e6], y: [0, 9] },
      group_size: { unit: 'groups', x_unit: 'transactions', kind: 'simulated', x: [1, 2], y: [5, 5] },
    },
    timeline: {
      from,
      end: from + 100e3,
      activities: ['execute', 'apply'],
      lanes: [
        { group: 'source', name: 'client 1', from: [from], to: [from + 20e3], activity: [0] },
        { group: 'replica', name: 'worker 1', from: [from + 1e3], to: [from + 100e3], activity: [1] },
      ],
    },
  });
  const whole = report('replica-lag', [{ encoding: 'physical' }]);

  test('is known by lanes that end long before their run', () => {
    expect(detailOf(watched(0))).toEqual({ from: 0, to: 100e3 });
    expect(detailOf(watched(500e3))).toEqual({ from: 500e3, to: 600e3 });
    expect(detailOf(whole.runs[0])).toBeNull();
    expect(recordedOf(whole)).toBeNull();
    expect(focusOf(whole)).toBeNull();
  });

  test('begins where every group of lanes has something to show', () => {
    const both = { runs: [watched(300e3), watched(300e3)] };
    both.runs[1].timeline.lanes[0].to = [310e3];
    expect(recordedOf(both)).toEqual({ from: 300e3, to: 400e3 });
    expect(focusOf(both)).toEqual({ from: 300e3, to: 310e3 });
    expect(busyMoment(both)).toBe(304e3);
  });

  test('does not bind series; those over something else than time are told apart', () => {
    expect(endOf({ runs: [watched(0)] })).toBe(1e6);
    expect(timelessSeries({ runs: [watched(0), watched(0)] })).toEqual(['group_size']);
    expect(timelessSeries(whole)).toEqual([]);
  });
});

describe('the axis', () => {
  test('zooms around a moment and stays inside', () => {
    expect(zoomed({ from: 0, to: 1000 }, 500, 1 / 4, 1000)).toEqual({ from: 375, to: 625 });
    expect(zoomed({ from: 0, to: 1000 }, 10, 1 / 4, 1000)).toEqual({ from: 0, to: 250 });
    expect(zoomed({ from: 375, to: 625 }, 990, 100, 1000)).toEqual({ from: 0, to: 1000 });
    expect(zoomed({ from: 0, to: 120 }, 60, 1 / 4, 1000)).toEqual({ from: 10, to: 110 });
  });

  test('follows a moment that leaves it', () => {
    expect(holding({ from: 0, to: 100 }, 50, 1000)).toEqual({ from: 0, to: 100 });
    expect(holding({ from: 0, to: 100 }, 500, 1000)).toEqual({ from: 450, to: 550 });
  });

  test('has round ticks, and those of a clock above a minute', () => {
    expect(roundTicks(0, 1000, 5)).toEqual([0, 200, 400, 600, 800, 1000]);
    expect(roundTicks(0, 0)).toEqual([0]);
    expect(timeTicks({ from: 0, to: 185e6 })).toEqual([0, 60e6, 120e6, 180e6]);
    expect(timeTicks({ from: 0, to: 50e6 })).toEqual([0, 10e6, 20e6, 30e6, 40e6, 50e6]);
  });
});

test('low lanes share a name by what stands before their number', () => {
  const lanes = ['thread 1', 'thread 2', 'page cleaner'].map((name) => ({ ...lane, name }));
  const more = { ...lane, group: 'replica', name: 'thread 3' };
  expect(laneBlocks([...lanes, more])).toEqual([
    { group: 'primary', first: 0, last: 1 },
    { group: 'primary', first: 2, last: 2 },
    { group: 'replica', first: 3, last: 3 },
  ]);
});

test('every lab of the engine has a view of its own, and studies have names', () => {
  for (const { name } of labs()) expect(viewOf(name).predicted, name).not.toBe('');
  expect(viewOf('a lab of tomorrow').measures).toEqual([]);
  for (const { study } of studies()) expect(study).toMatch(/^[a-z0-9-]+$/);
});

describe('columns of a lane', () => {
  test('stretches of one activity are whole', () => {
    expect(laneColumns(lane, { from: 0, to: 1000 }, 10, 2)).toEqual([
      { kind: 'whole', from: 0, to: 4, activity: 0 },
      { kind: 'whole', from: 5, to: 9, activity: 1 },
      { kind: 'whole', from: 9, to: 10, activity: 0 },
    ]);
  });

  test('what is narrower than a pixel has its share of it', () => {
    const [first, second] = laneColumns(lane, { from: 0, to: 1000 }, 2, 2);
    expect(first).toMatchObject({ kind: 'mixed', from: 0 });
    expect([...(first.kind === 'mixed' ? first.shares : [])].map((share) => Math.round(share * 100))).toEqual([80, 0]);
    expect([...(second.kind === 'mixed' ? second.shares : [])].map((share) => Math.round(share * 100))).toEqual([20, 80]);
  });

  test('the edge of a span goes to what has more of its pixel', () => {
    const short = { ...lane, from: [0], to: [260], activity: [1] };
    expect(laneColumns(short, { from: 0, to: 1000 }, 10, 2)).toEqual([{ kind: 'whole', from: 0, to: 3, activity: 1 }]);
    expect(laneColumns({ ...short, to: [240] }, { from: 0, to: 1000 }, 10, 2)).toEqual([
      { kind: 'whole', from: 0, to: 2, activity: 1 },
    ]);
  });

  test('a burst that stands alone is there, however short it is', () => {
    const burst = { ...lane, from: [250], to: [251], activity: [1] };
    const blocks = laneColumns(burst, { from: 0, to: 1000000 }, 10, 2);
    expect(blocks).toMatchObject([{ kind: 'mixed', from: 0 }]);
    const many = Array.from({ length: 100 }, (_, i) => i * 10000);
    const bursts = { ...lane, from: many, to: many.map((time) => time + 5), activity: many.map(() => 1) };
    expect(laneColumns(bursts, { from: 0, to: 1000000 }, 50, 2)).toHaveLength(50);
  });

  test('only what is in the range counts', () => {
    expect(laneColumns(lane, { from: 500, to: 900 }, 4, 2)).toEqual([{ kind: 'whole', from: 0, to: 4, activity: 1 }]);
  });
});

test('lanes have names that a narrow screen has room for', () => {
  const short = (/** @type {string} */ name) => shortLane(name, (id, args) => englishTexts.find(id, args));
  expect(short('statement 1, thread 12')).toBe('S1 T12');
  expect(short('page cleaner')).toBe('cleaner');
  expect(short('parser')).toBe('parser');
  expect(short('statement 1, lane of tomorrow')).toBeUndefined();
});
