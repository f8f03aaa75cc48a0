import { describe, expect, test } from 'vitest';
import { measuresOf, viewOf } from '../labs/registry.js';
import { englishTexts } from '../locales/texts.js';
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
