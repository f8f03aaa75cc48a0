import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measuresOf, predictionOf, viewOf } from '../labs/registry.js';
import { englishTexts } from '../locales/texts.js';
import { boundText } from '../state/study.js';
import { isUnlimited } from '../views/editor.js';

/** @param {string} recovered @param {number} ms @param {any} [params] */
const crash = (recovered, ms, params = {}) => ({
  params,
  metrics: { recovered: { value: recovered }, recovery_ms: { value: ms } },
});

describe('why a crash came out as it did', () => {
  const { whyMore } = viewOf('crash-recovery');

  test('is said of the slowest and of the quickest that came back', () => {
    expect(whyMore?.([crash('yes', 90), crash('lost', 1), crash('index-dropped', 10), crash('yes', 120)])).toEqual([
      { index: 3, text: 'why-crash-slowest' },
      { index: 2, text: 'why-crash-quickest' },
    ]);
    expect(whyMore?.([crash('lost', 1), crash('yes', 90)])).toEqual([{ index: 1, text: 'why-crash-recovered' }]);
    expect(whyMore?.([crash('lost', 1)])).toEqual([]);
  });

  test('tells the pages that recovery changed from those that it read', () => {
    const numbers = {
      scanned: '3 MiB',
      scan: '27 ms',
      applied: '150,565',
      pages: '136',
      read: '2',
      apply: '63 ms',
      recovery: '90 ms',
    };
    for (const id of ['recovered', 'slowest', 'quickest']) {
      const text = englishTexts.text(`why-crash-${id}`, { letter: 'A', ...numbers });
      expect(text).toContain('150,565 records to 136 pages');
      expect(text).toContain('2 pages are read from disk');
    }
    expect(englishTexts.text('why-crash-dropped', { letters: 'A, B', count: 2 })).toContain('A, B have not finished');
    expect(englishTexts.text('why-crash-lost', { letters: 'A', count: 1 })).toContain('A loses');
  });
});

test('the time until a replica is unavailable is offered only where one is', () => {
  const view = viewOf('replica-lag');
  const ids = (/** @type {any[]} */ runs) => measuresOf(view, { runs }).map(({ id }) => id);
  const gone = { metrics: { unavailable_after_ms: { value: 1 }, status: { value: 'unavailable' } } };
  const there = { metrics: { status: { value: 'normal' } } };
  expect(ids([there, there])).not.toContain('unavailable_after_ms');
  expect(ids([there, gone])).toContain('unavailable_after_ms');
  expect(view.whyNotes?.([there, gone])).toContain('lag-is-age');
  expect(view.whyNotes?.([there])).not.toContain('lag-is-age');
  expect(measuresOf(view, null).map(({ id }) => id)).not.toContain('unavailable_after_ms');
});

test('a range of bytes that ends beyond everything is unlimited', () => {
  const parameter = /** @type {any} */ ({ unit: 'B', max: 2 ** 50 });
  expect(isUnlimited(parameter, 2 ** 50)).toBe(true);
  expect(isUnlimited(parameter, 2 ** 40)).toBe(false);
  expect(isUnlimited(/** @type {any} */ ({ unit: 'B', max: 2 ** 40 }), 2 ** 40)).toBe(false);
});

test('a word of a study is the same or another, never within some per cent', () => {
  const said = (/** @type {any} */ row) => boundText(row, (id, args) => englishTexts.text(id, args), 'en');
  expect(said({ met: true, published: 'unavailable', within_pct: 1 })).toBe('✓ the same word');
  expect(said({ met: false, published: 'unavailable', within_pct: 1 })).toBe('✕ another word');
  expect(said({ met: true, published: 10, within_pct: 1 })).toBe('✓ within 1 %');
  expect(said({ met: false, published: 10, at_least: 9 })).toBe('✕ missed ≥ 9');
  expect(said({ met: true, at_least: 'stalled', at_most: 'stalled' })).toBe('✓ met stalled');
});

describe('group commit', () => {
  const view = viewOf('group-commit');
  /** @param {any} params @param {{ [metric: string]: number | string }} metrics */
  const run = (params, metrics) => ({
    params: { clients: 64, sync_delay_us: 0, replica_workers: 4, tracking: 'commit-order', ...params },
    metrics: Object.fromEntries(Object.entries(metrics).map(([name, value]) => [name, { value, unit: '' }])),
  });
  const texts = (/** @type {any[]} */ runs) => view.whyMore?.(runs).map(({ index, text, base }) => [index, text, base]);

  test('says of a delay what it did to the throughput, against the same with less of it', () => {
    const none = run({}, { source_tps: 1000 });
    const some = run({ sync_delay_us: 100 }, { source_tps: 995 });
    const much = run({ sync_delay_us: 1000 }, { source_tps: 700 });
    expect(texts([none, some, much])).toEqual([
      [1, 'why-delay-even', 0],
      [2, 'why-delay-costs', 0],
    ]);
    expect(texts([none, run({ sync_delay_us: 100 }, { source_tps: 900 }), much])).toEqual([[2, 'why-delay-costs', 0]]);
    const gains = run({ sync_delay_us: 100 }, { source_tps: 1600 });
    expect(texts([none, gains])).toEqual([[1, 'why-delay-gains', 0]]);
    expect(texts([none, gains, run({ sync_delay_us: 500 }, { source_tps: 1300 })])).toEqual([
      [1, 'why-delay-gains', 0],
      [2, 'why-delay-too-long', 1],
    ]);
    const alone = [run({ clients: 1 }, { source_tps: 666 }), run({ clients: 1, sync_delay_us: 1000 }, { source_tps: 400 })];
    expect(texts(alone)).toEqual([[1, 'why-delay-alone', 0]]);
  });

  test('compares groups where no delay tells runs apart', () => {
    const few = run({ clients: 1 }, { source_tps: 90, group_size: 1 });
    const many = run({ clients: 64 }, { source_tps: 3300, group_size: 18 });
    expect(texts([few, many])).toEqual([[1, 'why-groups', 0]]);
    expect(texts([few, run({}, { source_tps: 90, group_size: 1.1 })])).toEqual([]);
    const own = { own_transactions: [{}] };
    expect(texts([run(own, { group_size: 1 }), run(own, { group_size: 2 })])).toEqual([]);
  });

  test('holds no delay against a run that differs in something else', () => {
    const other = run({ clients: 1 }, { source_tps: 1000 });
    expect(texts([other, run({ sync_delay_us: 1000 }, { source_tps: 700 })])).toEqual([]);
  });

  test('names what transactions wait for most on a replica that falls behind', () => {
    const behind = (/** @type {any} */ params, /** @type {any} */ metrics) =>
      view.why(run(params, { lag_grows: 'yes', ...metrics }));
    expect(behind({}, { 'replica_wait_pct.dependency': 60, 'replica_wait_pct.fsync': 40 })).toBe('why-behind-dependency');
    const fsync = { 'replica_wait_pct.dependency': 10, 'replica_wait_pct.fsync': 90 };
    expect(behind({}, { ...fsync, parallelism: 60 })).toBe('why-behind-fsync');
    expect(behind({}, { ...fsync, parallelism: 2 })).toBe('why-behind-fsync-few');
    expect(behind({ link_bytes_per_s: 1000, transaction_bytes: 100 }, { source_tps: 11, ...fsync })).toBe('why-behind-link');
    expect(behind({ replica_crash_at_ms: 6000 }, fsync)).toBe('why-crashed');
    expect(behind({ replica_workers: 0 }, { 'replica_wait_pct.worker': 90 })).toBe('why-serial');
    const calm = (/** @type {any} */ params, /** @type {number} */ lag) =>
      view.why(run(params, { lag_grows: 'no', peak_lag_ms: lag }));
    expect(calm({}, 5)).toBe('why-keeps-up');
    expect(calm({ ddl_ms: 5000 }, 5000)).toBe('why-ddl');
    expect(calm({ big_rows: 8000 }, 2000)).toBe('why-big');
    expect(calm({ replica_workers: 0 }, 30000)).toBe('why-serial');
    expect(calm({}, 1500)).toBe('why-catches-up');
    expect(view.why(run({ own_binlog: 'x' }, {}))).toBe('why-own-binlog');
    expect(view.why(run({}, { max_tps: 9 }))).toBe('why-max-tps');
  });

  test('tells of wrong results, gaps and retries only where there are some', () => {
    expect(texts([run({}, { wrong_results: 0 }), run({}, { wrong_results: 3, gaps_after_crash: 2 })])).toEqual([
      [1, 'why-wrong-results', undefined],
      [1, 'why-gaps', undefined],
    ]);
  });

  test('offers the limit of a search only where there is one, and shares where some are known', () => {
    const ids = (/** @type {any[]} */ runs) => measuresOf(view, { runs }).map(({ id }) => id);
    expect(ids([run({}, { source_tps: 1 })])).toEqual(['source_tps']);
    expect(ids([run({}, { max_tps: 1, 'replica_wait_pct.core': 1 })])).toEqual(['max_tps', 'waits']);
    expect(measuresOf(view, null)[0].id).toBe('source_tps');
  });

  test('asks of a set-up what it is about', () => {
    const asked = (/** @type {any} */ params, /** @type {any[]} */ compare) =>
      predictionOf(view, { version: 1, lab: 'group-commit', params, compare }).metric;
    expect(asked({}, [{ sync_delay_us: 0 }, { sync_delay_us: 10 }])).toBe('source_tps');
    expect(asked({}, [{ tracking: 'commit-order' }, { tracking: 'writeset' }])).toBe('peak_lag_ms');
    expect(asked({ goal: 'max-tps-without-lag' }, [{ sync_delay_us: 0 }, { sync_delay_us: 10 }])).toBe('max_tps');
    expect(asked({ own_binlog: 'x' }, [{ replica_workers: 2 }, { replica_workers: 4 }])).toBe('parallel_steps');
    const other = { version: 1, lab: 'crash-recovery', params: {} };
    expect(predictionOf(viewOf('crash-recovery'), other)).toEqual({ metric: 'recovery_ms', id: 'crash-recovery' });
  });

  test('has every text that it names, for every number that these name', () => {
    const known = [...Object.keys(view.numbers), ...Object.keys(view.whyParameters ?? {})];
    const numbers = known.flatMap((name) => [name, `${name}_count`, `base_${name}`]);
    const words = Object.keys(view.whyWords?.(run({}, {})) ?? {});
    const given = new Set(['letter', 'letters', 'base_letter', 'count', ...numbers, ...words]);
    const source = readFileSync(new URL('../labs/group-commit.js', import.meta.url), 'utf8');
    const causes = ['dependency', 'worker', 'core', 'row-lock', 'commit-order'].map((cause) => `why-behind-${cause}`);
    const named = [...source.matchAll(/'(why-[a-z-]+)'/g)].map(([, id]) => id);
    expect(named.length).toBeGreaterThan(15);
    for (const lang of ['en', 'zh', 'ja']) {
      const texts = readFileSync(new URL(`../locales/group-commit/${lang}.ftl`, import.meta.url), 'utf8');
      for (const [, id, text] of texts.matchAll(/^(why-[a-z-]+) = ([^]*?)(?=\n[a-z]|\n\n|$)/gm)) {
        for (const [, name] of text.matchAll(/\$(\w+)/g)) expect(given.has(name), `${lang} ${id}: ${name}`).toBe(true);
      }
      for (const id of [...causes, ...named]) expect(texts, lang).toContain(`\n${id} = `);
    }
  });
});
