import { describe, expect, test } from 'vitest';
import { formatQuantity } from '../state/format.js';
import { inPageWords, spelledTime } from '../state/sentence.js';

const words = {
  duration: (/** @type {number} */ ms) => formatQuantity(ms, 'ms', 'en'),
  below: (/** @type {string} */ duration) => `less than ${duration}`,
};
const names = ['insert per row', 'page image'];
const run = (/** @type {number} */ lag) => ({ metrics: { peak_lag_ms: { value: lag } } });
const args = {
  subject_column: 'B',
  subject_label: 'page-image',
  base_column: 'A',
  base_label: 'physiological',
  subject_lag_ms: 0,
  base_lag_ms: 282435,
  base_unavailable_after_ms: 962373,
};

describe('the engine’s sentence', () => {
  test('has the page’s names and times', () => {
    const text =
      "With 'page-image' (B) the replica stays at most 0 ms behind; with 'physiological' (A) it becomes unavailable after 962 s, 282 s behind and with 69.00 % of its memory in use.";
    expect(inPageWords({ text, arguments: args }, [run(282435.243), run(0.4)], (column) => names[column], words)).toBe(
      'With “page image” (B) the replica stays less than 1 ms behind; with “insert per row” (A) it becomes unavailable after 16 min 2 s, 4 min 42 s behind and with 69.00 % of its memory in use.',
    );
  });

  test('keeps what is no time of its arguments', () => {
    const text = 'It takes 5 s and 7 ms, or 1.92 s.';
    expect(inPageWords({ text, arguments: { subject_ms: 1917 } }, [], () => '', words)).toBe(
      'It takes 5 s and 7 ms, or 1.92 s.',
    );
  });

  test('says nothing only where there is nothing', () => {
    expect(spelledTime('subject_lag_ms', args, [run(1), run(0)], words)).toBe('0 s');
    expect(spelledTime('subject_lag_ms', args, [run(1), run(0.002)], words)).toBe('less than 1 ms');
  });
});
