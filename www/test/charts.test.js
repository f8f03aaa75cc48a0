import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { barsOf, layout, measureBars, shareBars, ticks } from '../charts/bar-data.js';
import { ACTIVITIES, activityColour, activityStrokes, causeActivity, CAUSES } from '../charts/colours.js';
import { nearest, spanOf } from '../charts/columns.js';
import { layOut, ROW_PX } from '../charts/graph-layout.js';
import { fitGrid } from '../charts/grid.js';
import { Playback } from '../charts/playback.js';
import { binTape, lowerBound } from '../charts/tape-data.js';
import { partAt, partsOf } from '../state/page-parts.js';
import { pointsOf } from '../views/spreads.js';
import { Run } from './fixtures/fake-engine.js';
import { groupCommitLab, groupCommitRun } from './fixtures/fake-group-commit.js';

/** @param {number} value */
const bytes = (value) => ({ value, unit: 'B', kind: 'counted' });
const report = {
  runs: [
    {
      metrics: {
        redo_bytes: bytes(10),
        'redo_bytes_for.header': bytes(3),
        'redo_bytes_for.record': bytes(7),
        'redo_bytes.WRITE': bytes(10),
      },
    },
    {
      metrics: {
        redo_bytes: bytes(4),
        'redo_bytes_for.page-image': bytes(4),
        'redo_bytes_for.undo': bytes(0),
        'redo_bytes.INIT': bytes(4),
      },
    },
  ],
};

describe('bars', () => {
  test('stack purposes in their fixed order and leave out what is nothing', () => {
    const { bars, ids } = barsOf(report, 'purpose');
    expect(ids).toEqual(['record', 'header', 'page-image']);
    expect(bars[0]).toEqual({
      total: 10,
      parts: [
        { id: 'record', value: 7 },
        { id: 'header', value: 3 },
      ],
    });
  });

  test('split by record type, largest first', () => {
    expect(barsOf(report, 'type').ids).toEqual(['WRITE', 'INIT']);
  });

  test('lie end to end on a common scale', () => {
    const { bars } = barsOf(report, 'purpose');
    expect(layout(bars[0], 10)).toEqual([
      { x: 0, width: 70 },
      { x: 70, width: 30 },
    ]);
    expect(layout(bars[1], 10)).toEqual([{ x: 0, width: 40 }]);
    expect(layout(bars[1], 0)).toEqual([{ x: 0, width: 0 }]);
  });

  test('have a ruler of powers of two', () => {
    expect(ticks(2500000)).toEqual([0, 1048576, 2097152]);
    expect(ticks(0)).toEqual([0]);
  });

  test('work with a report as the engine gives it', () => {
    const run = new Run({
      version: 1,
      lab: 'redo-volume',
      params: {},
      compare: [{ encoding: 'physical' }, { encoding: 'unlogged' }],
    });
    run.at = 2;
    const { bars } = barsOf(run.report(), 'purpose');
    for (const bar of bars) expect(bar.parts.reduce((sum, part) => sum + part.value, 0)).toBe(bar.total);
  });
});

describe('bars of a measure', () => {
  const times = (/** @type {{ [name: string]: number | string }} */ values) => ({
    metrics: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, unit: 'ms' }])),
  });

  test('stack parts that add up, and show what is left', () => {
    const { bars, ids } = measureBars({ runs: [times({ t: 10, 't.scan': 3, 't.apply': 5 })] }, 't', ['scan', 'apply']);
    expect(ids).toEqual(['scan', 'apply', 'other']);
    expect(bars[0]?.parts.at(-1)).toEqual({ id: 'other', value: 2 });
  });

  test('do not stack parts that overlap in any run', () => {
    const runs = [times({ t: 10, 't.scan': 3 }), times({ t: 10, 't.scan': 8, 't.apply': 8 })];
    expect(measureBars({ runs }, 't', ['scan', 'apply'])).toEqual({
      bars: [
        { total: 10, parts: [{ id: 't', value: 10 }] },
        { total: 10, parts: [{ id: 't', value: 10 }] },
      ],
      ids: ['t'],
    });
  });

  test('leave out a run that has no such number', () => {
    expect(measureBars({ runs: [times({}), times({ t: 'lost' })] }, 't', []).bars).toEqual([null, null]);
  });
});

test('bars of shares show all that the engine gives, in order, and no bar for a run without any', () => {
  const run = (/** @type {{ [name: string]: number }} */ shares) => ({
    metrics: Object.fromEntries(Object.entries(shares).map(([name, value]) => [`wait.${name}`, { value, unit: '%' }])),
  });
  const { bars, ids } = shareBars({ runs: [run({ fsync: 60, worker: 40, core: 0 }), run({})] }, 'wait', [
    'worker',
    'core',
    'fsync',
  ]);
  expect(ids).toEqual(['worker', 'fsync']);
  expect(bars).toEqual([
    {
      total: 100,
      parts: [
        { id: 'worker', value: 40 },
        { id: 'fsync', value: 60 },
      ],
    },
    null,
  ]);
});

describe('colours of activities', () => {
  const palette = readFileSync(new URL('../styles/palette.css', import.meta.url), 'utf8');

  test('are in the palette, every one', () => {
    for (const activity of ACTIVITIES) expect(palette, activity).toContain(`${activityColour(activity)}:`);
    expect(new Set(ACTIVITIES.map(activityColour)).size).toBe(ACTIVITIES.length);
  });

  test('come with a texture that tells those of one lane apart, whatever their hue', () => {
    const client = ['execute', 'wait-row-lock', 'wait-flush', 'fsync-redo', 'wait-sync', 'delay', 'fsync-binlog'];
    const worker = ['apply', 'retry', 'wait-dependency', 'wait-worker', 'wait-commit-order', 'wait-core', 'fsync-redo'];
    for (const lane of [client, worker]) expect(new Set(lane.map(activityStrokes)).size).toBe(lane.length);
    expect(ACTIVITIES.filter((name) => name.startsWith('wait') && activityStrokes(name) === '')).toEqual([]);
  });

  test('stand for the causes of waiting too, one for each', () => {
    expect(new Set(CAUSES.map(causeActivity)).size).toBe(CAUSES.length);
    expect(causeActivity(null)).toBe('apply');
  });
});

describe('columns', () => {
  test('stand for as many places as lie between all of them', () => {
    expect(spanOf([1, 33, 65, 97])).toBe(32);
    expect(spanOf([1, 33, 65, 90])).toBe(32);
    expect(spanOf([1, 2, 7, 8])).toBe(1);
    expect(spanOf([5])).toBe(1);
    expect(spanOf([])).toBe(1);
  });

  test('are found by the place nearest to a pointer', () => {
    expect([0, 1.4, 1.6, 4, 5, 99].map((wanted) => nearest([1, 2, 7], wanted))).toEqual([0, 0, 1, 1, 2, 2]);
  });
});

test('points that missed what was asked for stand among the others, in the order of the axis', () => {
  const run = { series: { search: { x: [10, 20], y: [1, 2] }, 'search.too-much': { x: [15, 40], y: [3, 4] } } };
  expect(pointsOf(run, 'search', 'search.too-much')).toEqual({
    x: [10, 15, 20, 40],
    y: [1, 3, 2, 4],
    missed: [false, true, false, true],
  });
  expect(pointsOf(run, 'search')).toEqual({ x: [10, 20], y: [1, 2] });
  expect(pointsOf({}, 'search', 'search.too-much')).toEqual({ x: [], y: [] });
});

describe('a dependency graph', () => {
  const lab = groupCommitLab();
  const defaults = Object.fromEntries(lab.parameters.map(({ name, default: value }) => [name, value]));
  const made = (/** @type {object} */ params) =>
    /** @type {any} */ (groupCommitRun({ ...defaults, ...params }, 0).transactions);
  const page = { first: 40, count: 32 };

  test('has a block for each row, and its lines cross none of them', () => {
    for (const params of [{ replica_workers: 32 }, { tracking: 'writeset', replica_workers: 32 }, { replica_workers: 2 }]) {
      const { rows, links } = layOut(made(params), page, 600, 'steps');
      expect(rows).toHaveLength(32);
      expect(links.length).toBeGreaterThan(0);
      for (const { path, index } of links) {
        const [, , , x, until, end] =
          /^M([\d.-]+),([\d.-]+)(H([\d.-]+)V([\d.-]+)H([\d.-]+))?/.exec(path)?.slice(1).map(Number) ?? [];
        if (Number.isNaN(x) || x === undefined) continue;
        const own = rows.find((row) => row.index === index)?.blocks[0];
        expect(end).toBe(own?.x);
        // The way down lies in a gap between columns.
        for (const { y, blocks } of rows) {
          if (y > until) continue;
          for (const block of blocks) expect(x <= block.x || x >= block.x + block.width).toBe(true);
        }
      }
    }
  });

  test('is as wide as its room, and wider only where steps would be too narrow', () => {
    expect(layOut(made({ replica_workers: 4 }), page, 200, 'steps').width).toBeLessThanOrEqual(200);
    expect(layOut(made({ replica_workers: 1 }), page, 200, 'steps').width).toBe(320);
    expect(layOut(made({}), page, 200, 'time').width).toBe(200);
  });

  test('covers its rows with the bands of their groups', () => {
    const { bands, rows } = layOut(made({}), page, 600, 'time');
    expect(bands.reduce((sum, { height }) => sum + height, 0)).toBe(rows.length * ROW_PX);
    for (const { blocks } of rows) for (const { x, width } of blocks) expect(x + width).toBeLessThanOrEqual(601);
  });
});

test('a page map takes the largest squares that fit, then groups pages', () => {
  expect(fitGrid(95, 300, 180)).toMatchObject({ size: 22, group: 1 });
  const many = fitGrid(1000000, 300, 180);
  expect(many.group).toBeGreaterThan(1);
  expect(Math.ceil(Math.ceil(1000000 / many.group) / many.columns) * many.size).toBeLessThanOrEqual(180);
});

describe('playback', () => {
  const overview = { page_no: Uint32Array.of(0, 5, 6) };
  const purposes = ['record', 'allocation', 'framing', 'index-load'];

  /** @param {number[][]} rows page, record, allocation, framing, index-load */
  const tape = (rows) => ({
    purposes,
    page_no: Uint32Array.from(rows, ([page]) => page),
    mtr_lsn: Float64Array.from(rows, (_, i) => i * 10),
    mtr_bytes: Uint32Array.from(rows, () => 10),
    purpose_bytes: Uint32Array.from(rows.flatMap(([, ...parts]) => parts)),
  });

  test('fills a page when its content is in the log', () => {
    const playback = new Playback(
      overview,
      tape([
        [5, 0, 9, 1, 0],
        [5, 9, 0, 1, 0],
        [6, 0, 9, 1, 0],
        [6, 9, 0, 1, 0],
      ]),
    );
    const cursor = playback.cursor();
    expect(cursor.state(1, false)).toBe('absent');
    cursor.move(1);
    expect(cursor.state(1, false)).toBe('allocated');
    cursor.move(4);
    // Page 0, which no mini-transaction is about, was there from the start.
    expect(cursor.whole(false)).toBe(3);
    cursor.move(2);
    expect([cursor.state(1, true), cursor.state(2, true)]).toEqual([1, 'absent']);
  });

  test('an unlogged page reaches the replica with the index-load mark', () => {
    const playback = new Playback(
      overview,
      tape([
        [5, 0, 9, 1, 0],
        [0xffffffff, 0, 0, 1, 9],
      ]),
    );
    const cursor = playback.cursor();
    cursor.move(1);
    expect([cursor.state(1, false), cursor.state(1, true)]).toEqual([1, 'allocated']);
    cursor.move(2);
    expect(cursor.state(1, true)).toBe(1);
  });

  test('a page that is only allocated is whole on the replica when no index-load mark will come', () => {
    const cursor = new Playback(overview, tape([[5, 0, 9, 1, 0]])).cursor();
    expect(cursor.state(1, true)).toBe('absent');
    cursor.move(1);
    expect([cursor.state(1, false), cursor.state(1, true)]).toEqual([1, 1]);
  });

  test('bins hold every byte of the tape once', () => {
    const some = tape([
      [5, 3, 7, 0, 0],
      [6, 10, 0, 0, 0],
    ]);
    const bins = binTape(some, 0, 20, 7);
    expect(bins.reduce((sum, value) => sum + value, 0)).toBeCloseTo(20);
  });

  test('a position is found by bisection', () => {
    expect([0, 5, 10, 99].map((wanted) => lowerBound([0, 10, 20], wanted))).toEqual([0, 1, 1, 3]);
  });
});

test('every byte of a page belongs to one part, or to none', () => {
  const page = {
    header: [{ name: 'FIL_PAGE_OFFSET', offset: 4, length: 4, value: '9', meaning: '' }],
    records: [{ offset: 126, start: 120, end: 134, heap_no: 2, fields: [{ name: 'b', value: '4' }], status: 'ordinary' }],
    directory: [{ slot: 0, position: 16374, record_offset: 99, owned: 1 }],
  };
  const parts = partsOf(page);
  expect(partAt(parts, 4)?.name).toBe('FIL_PAGE_OFFSET');
  expect(partAt(parts, 8)).toBe(null);
  expect(partAt(parts, 133)?.name).toBe('b = 4');
  expect(partAt(parts, 134)).toBe(null);
  expect(partAt(parts, 16375)?.kind).toBe('directory');
});
