import { describe, expect, test } from 'vitest';
import { reportToCsv } from '../state/csv.js';
import {
  echoOf,
  formatBytes,
  formatDecimalBytes,
  formatDuration,
  formatNumber,
  formatParameter,
  formatPart,
  formatQuantity,
  formatRatio,
  formatValue,
  hexByte,
  humanForm,
} from '../state/format.js';
import { constantsOf } from '../state/machine.js';
import { sliderStops } from '../state/stops.js';
import { readNumber } from '../views/editor.js';

describe('numbers', () => {
  test('have the separators of the language', () => {
    expect(formatNumber(1234567.891, 'en')).toBe('1,234,567.89');
    expect(formatNumber(1234567, 'de')).toBe('1.234.567');
    expect(formatValue(91, 'pages', 'en')).toBe('91 pages');
    expect(formatValue('lost', '', 'en')).toBe('lost');
  });

  test('of bytes in a sentence have the engine’s decimal units', () => {
    expect(formatDecimalBytes(840, 'en')).toBe('840 B');
    expect(formatDecimalBytes(3_140_000, 'en')).toBe('3.1 MB');
    expect(formatDecimalBytes(10_000_000_000, 'zh')).toBe('10.0 GB');
    expect(formatDecimalBytes(0, 'en')).toBe('0 B');
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

test('times are said with a unit that fits their size', () => {
  expect([0, 850, 14670, 14670000, 211000000, 7260000000].map((time) => formatDuration(time, 'en'))).toEqual([
    '0 s',
    '850 µs',
    '14.7 ms',
    '14.7 s',
    '3 min 31 s',
    '2 h 1 min',
  ]);
  expect(formatQuantity(211000, 'ms', 'en')).toBe('3 min 31 s');
  expect(formatQuantity(2 ** 31, 'B/s', 'en')).toBe('2 GiB/s');
  expect(humanForm(900, 'ms', 'en')).toBe('');
  expect(humanForm(1500, 'ms', 'en')).toBe('1.5 s');
});

test('what is not nothing is never said as nothing', () => {
  expect([0.4, 2, 157, 999.7, 1200, 999600, 3400000, 1080000000].map((time) => formatDuration(time, 'en'))).toEqual([
    '400 ns',
    '2 µs',
    '157 µs',
    '1 ms',
    '1.2 ms',
    '1 s',
    '3.4 s',
    '18 min',
  ]);
  expect(formatNumber(0.002, 'en')).toBe('0.002');
  expect(formatNumber(0.0000123, 'en', 3)).toBe('0.000012');
  expect(humanForm(0.157, 'ms', 'en')).toBe('157 µs');
  expect(humanForm(0, 'ms', 'en')).toBe('');
  expect(formatPart(1, 88123, 'en')).toBe('88,000');
  expect(formatPart(2, 2000, 'en')).toBe('');
  expect(formatPart(0, 2000, 'en')).toBe('');
});

test('a long number is said again, shorter', () => {
  expect(echoOf(2 ** 30, 'B', 'en')).toBe('1 GiB');
  expect(echoOf(1000000000, 'rows', 'en')).toBe('1 billion');
  expect(echoOf(100000, 'rows', 'en')).toBe('');
  expect(echoOf('a lot', 'rows', 'en')).toBe('');
});

test('a number may be typed with a multiple', () => {
  expect(readNumber('1 GiB', 'B')).toBe(2 ** 30);
  expect(readNumber('64k', 'B')).toBe(65536);
  expect(readNumber('1.5M', 'rows')).toBe(1500000);
  expect(readNumber('1,000,000,000', 'rows')).toBe(1000000000);
  expect(readNumber('64 potatoes', 'B')).toBe('64 potatoes');
});

test('wide ranges of bytes slide along powers of two', () => {
  expect(sliderStops(65536, 2 ** 36, 'B').slice(0, 3)).toEqual([65536, 131072, 262144]);
  expect(sliderStops(65536, 2 ** 36, 'B').at(-1)).toBe(2 ** 36);
});

test('constants come from what was done and how long it took', () => {
  const parameters = /** @type {any[]} */ ([
    { name: 'compare_ps', min: 0, max: 1000000 },
    { name: 'load_row_ns', min: 1, max: 100 },
  ]);
  const measured = {
    compare: { elapsedMs: 320, units: 40000000 },
    load: { elapsedMs: 30, units: 1000 },
    apply: { elapsedMs: 30, units: 1000 },
  };
  expect(constantsOf(measured, parameters)).toEqual({ compare_ps: 8000, load_row_ns: 100 });
});

test('bytes in powers of 1,000 where a lab says them so', () => {
  expect(formatQuantity(5e9, 'B', 'en', true)).toBe('5 GB');
  expect(formatQuantity(20.5e6, 'B/s', 'en', true)).toBe('20.5 MB/s');
  expect(formatQuantity(5e9, 'B', 'en')).toBe('4.66 GiB');
});
