import { describe, expect, test } from 'vitest';
import { barsOf, layout, measureBars, ticks } from '../charts/bar-data.js';
import { fitGrid } from '../charts/grid.js';
import { Playback } from '../charts/playback.js';
import { binTape, lowerBound } from '../charts/tape-data.js';
import { partAt, partsOf } from '../state/page-parts.js';
import { Run } from './fixtures/fake-engine.js';

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
