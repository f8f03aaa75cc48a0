/**
 * What a report says of single transactions, looked up: where each stands at a moment, what it waits for, which step it has.
 *
 * A transaction runs on the source, is committed there, waits for its turn on the replica, is applied, and is committed again.
 * Each of these moments is a column of the log; an empty place means that it did not come that far, or that nobody knows.
 *
 * @typedef {(number | null)[]} Times
 * @typedef {{ sequence_number: number[], last_committed: number[], session: number[], group: number[], rows: string[][],
 *   started: Times, prepared: Times, committed: Times, apply_from: Times, apply_to: Times, replica_committed: Times,
 *   worker: (number | null)[], waited_for: (string | null)[], retries: number[], step: number[] }} TransactionLog
 * @typedef {'before' | 'executing' | 'committing' | 'waiting' | 'applying' | 'ordering' | 'done'} Status
 * @typedef {{ first: number, count: number }} Page rows of the log on show
 */
import { causeActivity } from '../charts/colours.js';

/** The statuses in the order in which a transaction passes through them. @type {Status[]} */
export const STATUSES = ['before', 'executing', 'committing', 'waiting', 'applying', 'ordering', 'done'];

/** The columns at whose times a transaction's status changes, in order. */
const COLUMNS = /** @type {const} */ (['started', 'prepared', 'committed', 'apply_from', 'apply_to', 'replica_committed']);

/** The first of these columns that a replica fills. */
const REPLICA_FROM = COLUMNS.indexOf('apply_from');

/**
 * Where a transaction stands at a moment. One whose life on the source is not known waits from the start.
 * @param {TransactionLog} log
 * @param {number} index
 * @param {number} time
 * @returns {Status}
 */
export function statusAt(log, index, time) {
  const known = COLUMNS.map((name) => log[name][index] ?? null);
  let passed = known.slice(0, REPLICA_FROM).every((at) => at === null) ? REPLICA_FROM : 0;
  for (const [place, at] of known.entries()) if (at !== null && at <= time) passed = place + 1;
  return STATUSES[passed];
}

/**
 * Every moment at which one of some transactions changes its status, ascending.
 * @param {TransactionLog} log
 * @param {Page} page
 * @returns {number[]}
 */
export function momentsOf(log, { first, count }) {
  /** @type {Set<number>} */
  const times = new Set();
  for (const name of COLUMNS) for (const at of log[name].slice(first, first + count)) if (at !== null) times.add(at);
  return [...times].sort((a, b) => a - b);
}

/**
 * How many of some transactions stand where, at a moment.
 * @param {TransactionLog} log
 * @param {Page} page
 * @param {number} time
 * @returns {{ status: Status, count: number }[]} only statuses that occur, in their order
 */
export function tally(log, page, time) {
  const all = rowsOf(log, page).map((index) => statusAt(log, index, time));
  return STATUSES.map((status) => ({ status, count: all.filter((one) => one === status).length })).filter(({ count }) => count);
}

/**
 * The positions in the log of the rows on show.
 * @param {TransactionLog} log
 * @param {Page} page
 */
export function rowsOf(log, { first, count }) {
  const length = Math.max(0, Math.min(count, log.sequence_number.length - first));
  return Array.from({ length }, (_, row) => first + row);
}

/**
 * The position of the newest transaction that one must wait for; -1 when it is not in the log, or there is none.
 *
 * Numbers start again with every binlog file, so the search goes back from the transaction and stops where its file begins.
 * @param {TransactionLog} log
 * @param {number} index
 */
export function parentOf({ sequence_number: numbers, last_committed: last }, index) {
  const wanted = last[index];
  if (!wanted) return -1;
  for (let at = index - 1; at >= 0 && numbers[at] < numbers[at + 1]; at--) if (numbers[at] === wanted) return at;
  return -1;
}

/**
 * Neighbours of one binlog group.
 * @param {TransactionLog} log
 * @param {Page} page
 * @returns {{ group: number, row: number, count: number }[]} `row` counts from the first on show
 */
export function groupBands(log, page) {
  /** @type {{ group: number, row: number, count: number }[]} */
  const bands = [];
  for (const [row, index] of rowsOf(log, page).entries()) {
    const last = bands.at(-1);
    if (last && last.group === log.group[index]) last.count += 1;
    else bands.push({ group: log.group[index], row, count: 1 });
  }
  return bands;
}

/**
 * The first and the last step of the rows on show.
 * @param {TransactionLog} log
 * @param {Page} page
 */
export function stepsOf(log, page) {
  const steps = rowsOf(log, page).map((index) => log.step[index]);
  return { from: Math.min(...steps), to: Math.max(...steps) };
}

/**
 * The stretch of time in which the rows on show live.
 * @param {TransactionLog} log
 * @param {Page} page
 * @returns {import('./times.js').Range}
 */
export function lifeOf(log, page) {
  const moments = momentsOf(log, page);
  return { from: moments[0] ?? 0, to: Math.max(moments.at(-1) ?? 1, (moments[0] ?? 0) + 1) };
}

/**
 * The page that holds what goes on at a moment: it starts a little before the first transaction that is not done.
 * @param {TransactionLog} log
 * @param {number} count
 * @param {number} time
 */
export function pageAt(log, count, time) {
  const total = log.sequence_number.length;
  const open = log.sequence_number.findIndex((_, index) => statusAt(log, index, time) !== 'done');
  const first = open < 0 ? total - count : open - Math.floor(count / 4);
  return Math.max(0, Math.min(first, total - count));
}

/** Causes that hold a transaction up after it was applied; all others do so before. */
const LATE_CAUSES = ['commit-order', 'fsync'];

/**
 * A transaction's life as stretches with the activity that each looks like; nothing where a stretch is not known.
 * @param {TransactionLog} log
 * @param {number} index
 * @returns {{ from: number, to: number, activity: string }[]}
 */
export function stretchesOf(log, index) {
  const at = COLUMNS.map((name) => log[name][index] ?? null);
  const cause = log.waited_for[index];
  const late = LATE_CAUSES.includes(cause ?? '');
  const held = cause && cause !== 'nothing' ? causeActivity(cause) : 'idle';
  const activities = ['execute', 'commit', late ? 'idle' : held, 'apply', late ? held : 'idle'];
  return activities.flatMap((activity, place) => {
    const [from, to] = [at[place], at[place + 1]];
    return from !== null && to !== null && to > from ? [{ from, to, activity }] : [];
  });
}
