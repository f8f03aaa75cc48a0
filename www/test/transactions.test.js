import { describe, expect, test } from 'vitest';
import {
  groupBands,
  lifeOf,
  momentsOf,
  pageAt,
  parentOf,
  statusAt,
  stepsOf,
  stretchesOf,
  tally,
} from '../state/transactions.js';

/**
 * Eight transactions in the groups {1,2}{3}{4,5}{6}{7,8}: 5 steps. Every one takes 10 µs on the source and 10 on the replica.
 * @returns {any}
 */
function log() {
  const group = [1, 1, 2, 3, 3, 4, 5, 5];
  const at = (/** @type {number} */ offset) => group.map((of) => of * 20 + offset);
  return {
    sequence_number: [1, 2, 3, 4, 5, 6, 7, 8],
    last_committed: [0, 0, 2, 3, 3, 5, 6, 6],
    session: [1, 2, 1, 1, 2, 1, 1, 2],
    group,
    rows: group.map(() => ['t1:1']),
    started: at(0),
    prepared: at(5),
    committed: at(10),
    apply_from: at(40),
    apply_to: at(50),
    replica_committed: at(55),
    worker: [1, 2, 1, 1, 2, 1, 1, 2],
    waited_for: ['nothing', 'nothing', 'dependency', 'dependency', 'dependency', 'dependency', 'commit-order', 'fsync'],
    retries: group.map(() => 0),
    step: [1, 1, 2, 3, 3, 4, 5, 5],
  };
}

const all = { first: 0, count: 8 };

describe('a transaction', () => {
  test('passes through its life one status after another', () => {
    const times = [19, 20, 25, 30, 59, 60, 70, 75, 1000];
    expect(times.map((time) => statusAt(log(), 0, time))).toEqual([
      'before',
      'executing',
      'committing',
      'waiting',
      'waiting',
      'applying',
      'ordering',
      'done',
      'done',
    ]);
  });

  test('that never came to the replica waits for good', () => {
    const short = { ...log(), apply_from: [null], apply_to: [null], replica_committed: [null] };
    expect(statusAt(short, 0, 1e9)).toBe('waiting');
  });

  test('of which only the dependencies are known waits from the start', () => {
    const bare = { ...log(), started: [null], prepared: [null], committed: [null] };
    expect([0, 60].map((time) => statusAt(bare, 0, time))).toEqual(['waiting', 'applying']);
  });

  test('waits for the newest one that must have ended, in its own binlog file', () => {
    expect([0, 2, 3, 5, 7].map((index) => parentOf(log(), index))).toEqual([-1, 1, 2, 4, 5]);
    const rotated = { ...log(), sequence_number: [7, 8, 1, 2], last_committed: [6, 7, 0, 1] };
    expect([0, 1, 2, 3].map((index) => parentOf(rotated, index))).toEqual([-1, 0, -1, 2]);
    const foreign = { ...log(), sequence_number: [7, 8, 1, 9], last_committed: [6, 7, 0, 8] };
    expect(parentOf(foreign, 3)).toBe(-1);
  });

  test('shows what held it up before it was applied, or after', () => {
    expect(stretchesOf(log(), 2).map(({ activity }) => activity)).toEqual([
      'execute',
      'commit',
      'wait-dependency',
      'apply',
      'idle',
    ]);
    expect(stretchesOf(log(), 6).map(({ activity }) => activity)[4]).toBe('wait-commit-order');
    expect(stretchesOf(log(), 0).map(({ activity }) => activity)[2]).toBe('idle');
    expect(stretchesOf({ ...log(), committed: [null] }, 0).map(({ activity }) => activity)).toEqual([
      'execute',
      'apply',
      'idle',
    ]);
  });
});

describe('some transactions', () => {
  test('share bands with their groups, also where a page begins within one', () => {
    expect(groupBands(log(), all).map(({ group, row, count }) => [group, row, count])).toEqual([
      [1, 0, 2],
      [2, 2, 1],
      [3, 3, 2],
      [4, 5, 1],
      [5, 6, 2],
    ]);
    expect(groupBands(log(), { first: 4, count: 2 }).map(({ group, count }) => [group, count])).toEqual([
      [3, 1],
      [4, 1],
    ]);
  });

  test('have steps, moments and a life', () => {
    expect(stepsOf(log(), { first: 2, count: 3 })).toEqual({ from: 2, to: 3 });
    expect(momentsOf(log(), { first: 0, count: 2 })).toEqual([20, 25, 30, 60, 70, 75]);
    expect(lifeOf(log(), all)).toEqual({ from: 20, to: 155 });
  });

  test('are counted by where they stand', () => {
    expect(tally(log(), all, 80).map(({ status, count }) => [status, count])).toEqual([
      ['before', 2],
      ['executing', 1],
      ['waiting', 2],
      ['applying', 1],
      ['done', 2],
    ]);
  });

  test('turn to the page on which something goes on', () => {
    expect([0, 100, 1e6].map((time) => pageAt(log(), 4, time))).toEqual([0, 2, 4]);
    expect(pageAt(log(), 20, 100)).toBe(0);
  });
});
