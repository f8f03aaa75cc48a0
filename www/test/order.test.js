import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { frameOf, layOut } from '../charts/order-layout.js';
import { measuresOf, predictionOf, viewOf } from '../labs/registry.js';
import { indexOf, stageAt, storyOf, stretchOf, tellingMoment, timestampParts, undrawn, waitedFor } from '../state/order.js';
import { whyGroups } from '../views/why.js';
import { globalBinlogLab, globalBinlogRun } from './fixtures/fake-global-binlog.js';

const lab = globalBinlogLab();
const defaults = Object.fromEntries(lab.parameters.map(({ name, default: value }) => [name, value]));
const run = (/** @type {object} */ params = {}) => globalBinlogRun({ ...defaults, ...params }, 0);

/**
 * Two nodes. On node 1 transaction 1 is prepared at 10 and committed at 40, and transaction 2 is committed at 20, in one step.
 * Transaction 1 has its other part on node 2.
 */
const hole = {
  nodes: 2,
  idle_nodes: 0,
  transaction: [1, 2],
  kind: ['distributed', 'single-shard'],
  timestamp: [`${'7'.padStart(19, '0')}${'1'.padStart(19, '0')}${'0'.repeat(16)}`, ''],
  collected: [60, 61],
  written: [70, 71],
  part_of: [0, 0, 1],
  part_node: [1, 2, 1],
  part_bytes: [500, 600, 300],
  part_prepared: [10, 11, 20],
  part_committed: [40, 30, 20],
  part_read: [42, 32, 22],
  part_sorted: [42, 32, 42],
  part_merged: [50, 50, 52],
  part_spilled: [0, 0, 0],
};

describe('a stage', () => {
  const at = (/** @type {number} */ time) => stageAt(hole, time);

  test('shows what stands in a log until it has been read', () => {
    expect(at(9).nodes[0].log).toEqual([]);
    expect(at(21).nodes[0]).toMatchObject({ log: [0, 2], open: [], held: [] });
  });

  test('shows a hole as long as what was prepared before it is open', () => {
    expect(at(22).nodes[0]).toMatchObject({ log: [], open: [0], held: [2], queue: [] });
    expect(at(41).nodes[0]).toMatchObject({ open: [0], held: [2] });
    expect(at(42).nodes[0]).toMatchObject({ open: [], held: [], queue: [0, 2] });
  });

  test('calls nothing open that holds nobody back', () => {
    expect(at(25).nodes[1]).toMatchObject({ log: [1], open: [], held: [] });
  });

  test('follows a transaction through the merge into the file', () => {
    expect(at(45)).toMatchObject({ next: 0, way: [], written: [] });
    expect(at(51)).toMatchObject({ next: 1, way: [0], written: [] });
    expect(at(70)).toMatchObject({ next: -1, way: [1], written: [0] });
    expect(at(71).written).toEqual([0, 1]);
  });

  test('says whose hole it is, and whether the merge waits for it', () => {
    expect(storyOf(hole, at(22), [1])).toMatchObject({ id: 'hole', node: 1, transaction: 0, count: 1, waits: true });
    expect(storyOf(hole, at(33), [])).toMatchObject({ id: 'hole', waits: false });
    expect(storyOf(hole, at(45), [])).toMatchObject({ id: 'next', transaction: 0 });
    expect(storyOf(hole, at(9), []).id).toBe('before');
    expect(storyOf(hole, at(55), []).id).toBe('quiet');
    expect(storyOf(hole, at(99), []).id).toBe('past');
    expect(storyOf(hole, at(12), []).id).toBe('reading');
  });

  test('tells an idle node from a late one and from a huge transaction', () => {
    const other = {
      ...hole,
      idle_nodes: 1,
      part_prepared: [10, 99, 20],
      part_committed: [11, 99, 20],
      part_read: [12, 99, 22],
    };
    const queued = { ...other, part_sorted: [12, 99, 22], part_merged: [100, 100, 102] };
    expect(storyOf(queued, stageAt(queued, 30), [2])).toMatchObject({ id: 'idle', node: 2, count: 2, waits: true });
    const late = { ...queued, idle_nodes: 0, part_prepared: [10, 20, 20] };
    expect(storyOf(late, stageAt(late, 30), [2]).id).toBe('behind');
    const big = { ...late, kind: ['big', 'single-shard'] };
    expect(storyOf(big, stageAt(big, 30), [2])).toMatchObject({ id: 'big', transaction: 0 });
    const silent = { ...queued, idle_nodes: 0 };
    expect(storyOf(silent, stageAt(silent, 30), [2]).id).toBe('empty');
  });

  test('counts heartbeats only where nothing else waits, and parts of one transaction', () => {
    const beat = { ...hole, kind: ['distributed', 'heartbeat'] };
    expect(storyOf(beat, at(22), [1])).toMatchObject({ id: 'hole', count: 1, beats: true });
    expect(storyOf(beat, at(45), [])).toMatchObject({ id: 'next', count: 1, parts: 2, beats: false });
  });

  test('never says that nothing waits where the merge does', () => {
    expect(storyOf(hole, at(12), [2])).toMatchObject({ id: 'alone', node: 2, waits: true });
    expect(storyOf(hole, at(55), [2])).toMatchObject({ id: 'alone', node: 2, waits: true });
  });

  test('knows what is in memory and not drawn', () => {
    expect(undrawn(hole, at(45), 2800, 200)).toBe(0);
    expect(undrawn(hole, at(45), 10000, 200)).toBe(10000 - 2 * 1400);
    expect(undrawn(hole, at(99), 0, 200)).toBe(0);
  });
});

describe('a run', () => {
  test('has every part in one place at every moment', () => {
    for (const params of [{}, { stuck_ms: 30 }, { idle_nodes: 2, heartbeat_ms: 20 }, { idle_nodes: 1, heartbeat_ms: 0 }]) {
      const { order } = run(params);
      const { moments } = indexOf(order);
      expect(moments.length).toBeGreaterThan(50);
      for (const time of moments.filter((_, place) => place % 37 === 0)) {
        const { nodes } = stageAt(order, time);
        const shown = nodes.flatMap(({ log, open, held, ready, queue }) => [...log, ...open, ...held, ...ready, ...queue]);
        const here = order.part_of.flatMap((_, part) =>
          order.part_prepared[part] <= time && !((order.part_merged[part] ?? Infinity) <= time) ? [part] : [],
        );
        expect(shown.toSorted((a, b) => a - b)).toEqual(here);
      }
    }
  });

  test('says for whom its merge waits', () => {
    const { timeline } = run({ idle_nodes: 1, heartbeat_ms: 20 });
    const waited = new Set([5000, 15000, 25000, 35000].flatMap((time) => waitedFor(timeline, time)));
    expect(waited).toContain(8);
    expect(waitedFor(null, 5)).toEqual([]);
  });

  test('starts a reader where most waits', () => {
    const stuck = run({ stuck_ms: 30 });
    const time = tellingMoment({ runs: [stuck] }) ?? 0;
    expect(time).toBeGreaterThan(20000);
    expect(tellingMoment({ runs: [{}] })).toBeNull();
    // A run that holds its transactions for ever does not stretch what is shown of the others.
    const runs = [run(), run(), { order: { ...hole, written: [9e9, 9e9] } }];
    expect(stretchOf({ runs })?.to).toBeLessThan(1e6);
    expect(stretchOf({ runs: [{}] })).toBeNull();
  });
});

test('a virtual timestamp is told in its four parts', () => {
  expect(timestampParts(hole.timestamp[0]).map(Number)).toEqual([7, 1, 0, 0]);
  expect(timestampParts(hole.timestamp[0]).map(({ length }) => length)).toEqual([19, 19, 10, 6]);
  expect(timestampParts('')).toEqual([]);
});

describe('the picture of an order', () => {
  const { order } = run({ stuck_ms: 30 });
  const { moments } = indexOf(order);

  test.each([1100, 640, 300])('keeps every block inside its cell, %d px wide', (width) => {
    const frame = frameOf(width, order.nodes);
    for (const time of moments.filter((_, place) => place % 53 === 0)) {
      const { blocks } = layOut(order, stageAt(order, time), frame);
      expect(new Set(blocks.map(({ key }) => key)).size).toBe(blocks.length);
      for (const { x, width: wide, place, part } of blocks) {
        const cells = /** @type {{ [place: string]: import('../charts/order-layout.js').Cell }} */ ({
          log: frame.log,
          queue: frame.queue,
        });
        const cell = part < 0 ? frame.tape : (cells[place] ?? frame.sort);
        expect(x).toBeGreaterThanOrEqual(cell.x);
        expect(x + wide).toBeLessThanOrEqual(cell.x + cell.width);
        expect(wide).toBeGreaterThan(2);
      }
    }
  });

  test('draws or counts everything that waits', () => {
    const time = tellingMoment({ runs: [{ order }] }) ?? 0;
    const stage = stageAt(order, time);
    for (const width of [1100, 300]) {
      const { blocks, more } = layOut(order, stage, frameOf(width, order.nodes));
      const drawn = blocks.filter(({ part }) => part >= 0).length;
      const frame = frameOf(width, order.nodes);
      const counted = more.filter(({ y }) => y < frame.top + order.nodes * frame.rowHeight);
      const left = counted.filter(({ side }) => side === 'left').reduce((sum, { count }) => sum + count, 0);
      const all = stage.nodes.reduce(
        (sum, { log, open, held, ready, queue }) => sum + log.length + open.length + held.length + ready.length + queue.length,
        0,
      );
      expect(drawn + left).toBe(all);
    }
  });
});

describe('the lab on the global binlog', () => {
  const view = viewOf('global-binlog');
  /** @param {any} params @param {{ [metric: string]: number | string }} metrics */
  const made = (params, metrics) => ({
    params: { ...defaults, ...params },
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, { value, unit: '' }])),
  });
  const why = (/** @type {any} */ params, /** @type {any} */ metrics) =>
    view.why(made(params, { status: 'written', transactions: 9, bottleneck: 'none', ...metrics }));

  test('names what held a run up, the worst first', () => {
    expect(why({}, { status: 'out-of-memory', memory_cause: 'hole' })).toBe('why-out-of-memory-hole');
    expect(why({}, { status: 'stalled' })).toBe('why-stalled');
    expect(why({ big_transaction_bytes: 5e9 }, { spilled_bytes: 0 })).toBe('why-huge-in-memory');
    expect(why({ big_transaction_bytes: 5e9, swap: 'force' }, { spilled_bytes: 5e9 })).toBe('why-huge-forced');
    expect(why({ big_transaction_bytes: 5e9 }, { spilled_bytes: 5e9 })).toBe('why-huge-spilled');
    expect(why({ stuck_ms: 300 }, { bottleneck: 'write' })).toBe('why-stuck');
    expect(why({}, { bottleneck: 'write' })).toBe('why-saturated-write');
    const shares = { 'delay_pct.read': 10, 'delay_pct.input': 60, 'delay_pct.hole': 30 };
    expect(why({}, shares)).toBe('why-delay-input');
    expect(why({ idle_nodes: 1 }, shares)).toBe('why-delay-idle');
    expect(why({}, { ...shares, 'delay_pct.hole': 70 })).toBe('why-delay-hole');
    expect(why({}, { transactions: 0 })).toBe('');
  });

  test('lets a run speak for those alone of which it says the same', () => {
    const same = (/** @type {string[]} */ abouts, /** @type {string[]} */ said) => whyGroups(abouts, said);
    expect(same(['a', 'a', 'b', 'a'], ['1', '2', '', '1'])).toEqual([{ same: [0, 3] }, { same: [1] }, { same: [2] }]);
    const six = ['a', 'a', 'a', 'a', 'a', 'a'];
    expect(same(six, ['1', '2', '3', '4', '5', '6'])).toEqual([
      { same: [0] },
      { same: [1] },
      { same: [2] },
      { same: [3, 4], rest: true },
      { same: [5] },
    ]);
    expect(same(six.slice(2), ['1', '2', '3', '4'])).toHaveLength(4);
    expect(view.whyApart).toBe(true);
  });

  test('asks of a set-up what it is about', () => {
    const asked = (/** @type {any} */ params, /** @type {any[]} */ compare) =>
      predictionOf(view, { version: 1, lab: 'global-binlog', params, compare }).metric;
    expect(asked({}, [{ heartbeat_ms: 0 }, { heartbeat_ms: 20 }])).toBe('delay_ms.p99');
    expect(asked({ big_transaction_bytes: 5e9 }, [{ swap: 'off' }, { swap: 'auto' }])).toBe('peak_memory_bytes');
    expect(asked({ big_transaction_bytes: 5e9 }, [{ collectors: 1 }, { collectors: 4 }])).toBe('write_delay_ms');
    expect(asked({}, [{}, { stuck_ms: 1000 }, { stuck_ms: 2000 }])).toBe('peak_memory_bytes');
    expect(asked({}, [{}, { idle_nodes: 1 }, { stuck_ms: 300 }])).toBe('delay_ms.p99');
    expect(asked({}, [{}, { consumer_bytes_per_s: 6e6 }])).toBe('consumer_delay_ms');
    expect(asked({}, [{}, { big_transaction_bytes: 5e9 }])).toBe('delay_ms.p99');
    expect(asked({}, [{ streams: 1 }, { streams: 4 }])).toBe('tps');
  });

  test('writes on a bar how a run ended that did not write everything', () => {
    const ended = (/** @type {string} */ status, /** @type {string} */ metric) => view.ended?.(made({}, { status }), metric);
    expect(ended('stalled', 'delay_ms.p99')).toEqual({ text: 'bar-never', bar: false });
    expect(ended('stalled', 'peak_memory_bytes')).toBeUndefined();
    expect(ended('out-of-memory', 'peak_memory_bytes')).toEqual({ text: 'bar-out-of-memory', bar: true });
    expect(ended('out-of-memory', 'write_delay_ms')).toEqual({ text: 'bar-out-of-memory', bar: false });
    expect(ended('written', 'delay_ms.p99')).toBeUndefined();
    const ids = measuresOf(view, { runs: [made({}, { split_pct: 0, 'busy_pct.sort': 5 })] }).map(({ id }) => id);
    expect(ids).toEqual(['busy']);
  });

  test('draws the thresholds of its memory only where events may be spilled', () => {
    const limits = (/** @type {string} */ swap) => view.limits.memory({ ...defaults, swap, memory_bytes: 1000 });
    expect(limits('auto').map(({ value }) => value)).toEqual([850, 950, 1000]);
    expect(limits('off').map(({ text }) => text)).toEqual(['limit-memory']);
  });

  test('lets only runs that wrote everything be the best', () => {
    expect(view.counts?.(made({}, { status: 'stalled' }))).toBe(false);
    expect(measuresOf(view, { runs: [made({}, { 'delay_ms.p99': 1 })] })[0].id).toBe('delay');
  });

  test('has every text that it names, for every number that these name', () => {
    const known = [...Object.keys(view.numbers), ...Object.keys(view.whyParameters ?? {})];
    const given = new Set(['letter', 'letters', 'count', ...known, ...known.map((name) => `${name}_count`)]);
    const causes = ['big-transaction', 'hole', 'merge-input', 'writer', 'spread'].map((cause) => `why-out-of-memory-${cause}`);
    const stages = ['link', 'sort', 'merge', 'collect', 'write', 'consume'].map((stage) => `why-saturated-${stage}`);
    const delays = ['read', 'hole', 'input', 'merge', 'collect', 'write'].map((cause) => `why-delay-${cause}`);
    const source = readFileSync(new URL('../labs/global-binlog.js', import.meta.url), 'utf8');
    const named = [...source.matchAll(/'(why-[a-z-]+)'/g)].map(([, id]) => id);
    for (const lang of ['en', 'zh', 'ja']) {
      const texts = readFileSync(new URL(`../locales/global-binlog/${lang}.ftl`, import.meta.url), 'utf8');
      for (const [, id, text] of texts.matchAll(/^(why-[a-z-]+) = ([^]*?)(?=\n[a-z]|\n\n|$)/gm)) {
        for (const [, name] of text.matchAll(/\$(\w+)/g)) expect(given.has(name), `${lang} ${id}: ${name}`).toBe(true);
      }
      for (const id of [...causes, ...stages, ...delays, ...named]) expect(texts, lang).toContain(`\n${id} = `);
    }
  });
});
