import { describe, expect, test } from 'vitest';
import { reportToCsv } from '../state/csv.js';
import { formatBytes, formatNumber, formatParameter, formatRatio, formatValue, hexByte } from '../state/format.js';
import { sliderStops } from '../state/stops.js';
import { readNumber } from '../views/editor.js';

describe('numbers', () => {
  test('have the separators of the language', () => {
    expect(formatNumber(1234567.891, 'en')).toBe('1,234,567.89');
    expect(formatNumber(1234567, 'de')).toBe('1.234.567');
    expect(formatValue(91, 'pages', 'en')).toBe('91 pages');
    expect(formatValue('lost', '', 'en')).toBe('lost');
  });

  test('of bytes have binary units', () => {
    expect(formatBytes(999, 'en')).toBe('999 B');
    expect(formatBytes(16384, 'en')).toBe('16 KiB');
    expect(formatBytes(2586035, 'en')).toBe('2.47 MiB');
  });

  test('of ratios keep digits that say something', () => {
    expect(formatRatio(1.3114, 'en')).toBe('1.31');
    expect(formatRatio(0.0017, 'en')).toBe('0.0017');
    expect(formatRatio(0, 'en')).toBe('0');
    expect(formatRatio(0.9974, 'en')).toBe('0.9974');
  });

  test('of parameters', () => {
    expect(formatParameter(65536, 'B', 'en')).toBe('64 KiB');
    expect(formatParameter(['b', 'k,id'], '', 'en')).toBe('b; k,id');
    expect(formatParameter({ columns: [{ name: 'a', type: 'INT' }] }, '', 'en')).toBe('a INT');
    expect(hexByte(10)).toBe('0a');
  });

  test('are read as people type them; what is none stays a text', () => {
    expect(readNumber('1,000,000')).toBe(1000000);
    expect(readNumber('1e12')).toBe(1e12);
    expect(readNumber(' 42 ')).toBe(42);
    expect(readNumber('many')).toBe('many');
    expect(readNumber('')).toBe('');
  });
});

test('a slider rests on round values and on both ends', () => {
  expect(sliderStops(1, 2000)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]);
  const narrow = sliderStops(10, 100);
  expect(narrow[0]).toBe(10);
  expect(narrow.at(-1)).toBe(100);
});

test('CSV holds every value as it is', () => {
  const metrics = { redo_bytes: { value: 12, unit: 'B', kind: 'counted' } };
  const text = reportToCsv({ runs: [{ label: 'rows "5", b', metrics, digest: 'ab' }] });
  expect(text).toBe('variant,label,metric,value,unit,kind,digest\r\nA,"rows ""5"", b",redo_bytes,12,B,counted,ab\r\n');
});
