import { describe, expect, test } from 'vitest';
import {
  addVariant,
  canonical,
  differingNames,
  duplicateVariant,
  moveVariant,
  removeVariant,
  resetShared,
  setDifference,
  setShared,
  variants,
  varyOne,
} from '../state/experiment.js';
import { History } from '../state/history.js';

/** @type {import("../state/experiment.js").Experiment} */
const start = { version: 1, lab: 'redo-volume', params: { rows: 10 }, compare: [{ encoding: 'a' }, { encoding: 'b' }] };

describe('changes of an experiment', () => {
  test('leave the old document as it was', () => {
    const before = canonical(start);
    setShared(start, 'rows', 20);
    setDifference(start, 0, 'encoding', 'z');
    removeVariant(start, 0);
    moveVariant(start, 0, 1);
    expect(canonical(start)).toBe(before);
  });

  test('set, reset and differ', () => {
    expect(setShared(start, 'rows', 20).params).toEqual({ rows: 20 });
    expect(resetShared(start, 'rows').params).toEqual({});
    expect(setDifference(start, 1, 'rows', 5).compare).toEqual([{ encoding: 'a' }, { encoding: 'b', rows: 5 }]);
    expect(setDifference(start, 1, 'encoding', undefined).compare).toEqual([{ encoding: 'a' }, {}]);
    expect(differingNames(setDifference(start, 1, 'rows', 5))).toEqual(['encoding', 'rows']);
  });

  test('move, copy and remove variants, never beyond eight or below one', () => {
    expect(moveVariant(start, 0, 1).compare).toEqual([{ encoding: 'b' }, { encoding: 'a' }]);
    expect(moveVariant(start, 0, -1).compare).toEqual(start.compare);
    expect(duplicateVariant(start, 0).compare).toEqual([{ encoding: 'a' }, { encoding: 'a' }, { encoding: 'b' }]);
    let full = start;
    for (let i = 0; i < 12; i++) full = addVariant(full, { rows: i });
    expect(variants(full)).toHaveLength(8);
    let empty = start;
    for (let i = 0; i < 5; i++) empty = removeVariant(empty, 0);
    expect(variants(empty)).toEqual([{ encoding: 'b' }]);
  });

  test('vary one knob', () => {
    expect(varyOne(start, 'page_size', [4096, 8192]).compare).toEqual([{ page_size: 4096 }, { page_size: 8192 }]);
  });

  test('an experiment without variants has one', () => {
    expect(variants({ version: 1, lab: 'redo-volume', params: {} })).toEqual([{}]);
  });

  test('equal experiments have equal keys', () => {
    expect(canonical({ b: 1, a: [1, { d: null, c: 'x' }] })).toBe(canonical({ a: [1, { c: 'x', d: null }], b: 1 }));
    expect(canonical({ a: 1 })).not.toBe(canonical({ a: '1' }));
  });
});

describe('history', () => {
  test('brings a removed variant back, and takes it away again', () => {
    const history = new History(start);
    history.push(removeVariant(start, 0), 'remove');
    expect(history.undo()).toBe(true);
    expect(history.present).toBe(start);
    expect(history.redo()).toBe(true);
    expect(history.present.compare).toEqual([{ encoding: 'b' }]);
    expect(history.redo()).toBe(false);
  });

  test('joins the steps of one drag', () => {
    const history = new History(start);
    history.push(setShared(start, 'rows', 11), '~rows');
    history.push(setShared(start, 'rows', 12), '~rows');
    history.push(setShared(start, 'fill', 1), '~fill');
    history.undo();
    expect(history.present.params).toEqual({ rows: 12 });
    history.undo();
    expect(history.present).toBe(start);
    expect(history.undo()).toBe(false);
  });

  test('forgets what could be redone when something new is done', () => {
    const history = new History(start);
    history.push(setShared(start, 'rows', 11), 'x');
    history.undo();
    history.push(setShared(start, 'rows', 12), 'y');
    expect(history.redo()).toBe(false);
  });
});
