import { describe, expect, test } from 'vitest';
import { notesOf } from '../views/notes.js';
import { fittingPart, jsonListProblem, linesOf, readRows } from '../state/long-values.js';

test('lines are counted as people count them', () => {
  expect(['', 'a', 'a\n', 'a\nb', 'a\n\n'].map(linesOf)).toEqual([0, 1, 1, 2, 2]);
});

describe('of a file', () => {
  test('all is taken where it fits', async () => {
    expect(await fittingPart(new Blob(['one\ntwo']), 7)).toEqual({ content: 'one\ntwo', cut: false });
  });

  test('whole lines are taken where it does not', async () => {
    expect(await fittingPart(new Blob(['one\ntwo\nthree']), 9)).toEqual({ content: 'one\ntwo\n', cut: true });
    expect(await fittingPart(new Blob(['a line without an end']), 9)).toEqual({ content: '', cut: true });
  });

  test('bytes that are no text do not make it longer than it may be', async () => {
    const bytes = new Uint8Array(90).fill(0xff);
    bytes[10] = 10;
    const { content, cut } = await fittingPart(new Blob([bytes]), 90);
    expect(cut).toBe(true);
    expect(new TextEncoder().encode(content).length).toBeLessThanOrEqual(90);
  });
});

test('rows are read however they are separated', () => {
  expect(readRows(' accounts:5, users.email:ann;t:1  t:2 ')).toEqual(['accounts:5', 'users.email:ann', 't:1', 't:2']);
  expect(readRows('')).toEqual([]);
});

test('a text that is no list says why', () => {
  expect(jsonListProblem('[{"at_us": 1}]')).toBe('');
  expect(jsonListProblem('{}')).not.toBe('');
  expect(jsonListProblem('[{]')).not.toBe('');
});

test('a note of several runs is told once, with their letters', () => {
  const note = (/** @type {number} */ line) => ({ key: 'binlog-line', line, text: `line ${line}: no` });
  const report = { runs: [{ notes: [note(3)] }, {}, { notes: [note(3), note(7)] }] };
  expect(notesOf(report)).toEqual([
    { note: note(3), letters: 'A, C' },
    { note: note(7), letters: 'C' },
  ]);
});
