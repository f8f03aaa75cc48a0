/**
 * The benchmark page: cases of the engine beside a lower bound, timed in the engine's thread, medians of several runs.
 *
 * These are the only numbers of the site that are wall clock of the reader's browser. Opened as `bench.html#run` it starts by
 * itself; the finished rows are left as JSON in `<script id="bench-result">`.
 */
import { setUpPage } from './page.js';
import { formatNumber } from './state/format.js';
import { sharedEngine } from './worker/engine.js';

/** Rows of the table `t0` in every case of the engine. */
const ROWS = 1000000;

/** Events of the discrete-event kernel in its cases: customers of one clerk. */
const EVENTS = 2000000;

const REPEATS = 5;

/** The cases, and how many times the lower bound each may take; the first one is the bound. */
const CASES = [
  { name: 'lower-bound', limit: null },
  { name: 'page-image', limit: 6 },
  { name: 'physical', limit: 20 },
  { name: 'physiological', limit: null },
  { name: 'list-copy', limit: null },
  { name: 'unlogged', limit: null },
];

/** The kernel's cases, and how many million events a second there must be; the first one is the bound. */
const KERNEL_CASES = [
  { name: 'kernel-bound', needed: null },
  { name: 'kernel', needed: 5 },
];

/** Transactions of the lab on group commit, and how many milliseconds they may take. */
const TRANSACTIONS = 1000000;
const GROUP_COMMIT_LIMIT_MS = 1000;

/** Binlog events of the lab on the global binlog, and how many milliseconds they may take. */
const BINLOG_EVENTS = 2000000;
const GLOBAL_BINLOG_LIMIT_MS = 2000;

const start = /** @type {HTMLButtonElement} */ (document.querySelector('#start'));
const rows = /** @type {HTMLElement} */ (document.querySelector('#rows'));
const kernelRows = /** @type {HTMLElement} */ (document.querySelector('#kernel-rows'));
const groupCommitRows = /** @type {HTMLElement} */ (document.querySelector('#group-commit-rows'));
const globalBinlogRows = /** @type {HTMLElement} */ (document.querySelector('#global-binlog-rows'));
const state = /** @type {HTMLElement} */ (document.querySelector('#state'));

/** @type {import('./locales/texts.js').Texts} */
let texts;

/** Runs every case in turn, several rounds, so that a slow moment of the machine does not hit one case alone. */
async function run() {
  start.disabled = true;
  rows.replaceChildren();
  kernelRows.replaceChildren();
  groupCommitRows.replaceChildren();
  globalBinlogRows.replaceChildren();
  document.querySelector('#bench-result')?.remove();
  const engine = sharedEngine();
  const cases = [
    ...CASES.map(({ name }) => ({ name, amount: ROWS })),
    ...KERNEL_CASES.map(({ name }) => ({ name, amount: EVENTS })),
    { name: 'group-commit', amount: TRANSACTIONS },
    { name: 'global-binlog', amount: BINLOG_EVENTS },
  ];
  /** @type {Map<string, number[]>} */
  const times = new Map(cases.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round < REPEATS; round++) {
      for (const { name, amount } of cases) {
        state.textContent = `${nameOf(name)}: ${texts.text('bench-repeat', { index: round + 1, total: REPEATS })}`;
        const { elapsedMs } = await engine.request('bench', { name, rows: amount });
        times.get(name)?.push(elapsedMs);
      }
    }
    state.textContent = texts.text('bench-rows', { rows: formatNumber(ROWS, texts.lang) });
    show(times);
  } catch (error) {
    state.textContent = String(/** @type {any} */ (error).message);
  } finally {
    start.disabled = false;
  }
}

/** @param {Map<string, number[]>} times */
function show(times) {
  const results = [...showBuilds(times), ...showKernel(times), showGroupCommit(times), showGlobalBinlog(times)];
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'bench-result';
  data.textContent = JSON.stringify(results);
  document.body.append(data);
}

/** @param {Map<string, number[]>} times */
function showBuilds(times) {
  const bound = median(times.get('lower-bound') ?? []);
  return CASES.map(({ name, limit }) => {
    const middle = median(times.get(name) ?? []);
    const ratio = round(middle / bound, 2);
    const cells = [`${number(round(middle, 1))} ms`, `${number(ratio)} ×`, limit ? `${limit} ×` : '–'];
    addRow(rows, name, cells);
    return { case: name, rows: ROWS, median_ms: round(middle, 1), times_bound: ratio, limit: limit ?? '' };
  });
}

/** @param {Map<string, number[]>} times */
function showKernel(times) {
  const bound = median(times.get('kernel-bound') ?? []);
  return KERNEL_CASES.map(({ name, needed }) => {
    const middle = median(times.get(name) ?? []);
    const rate = round(EVENTS / middle / 1000, 1);
    const ratio = round(middle / bound, 2);
    addRow(kernelRows, name, [number(rate), `${number(ratio)} ×`, needed ? number(needed) : '–']);
    return { case: name, events: EVENTS, million_events_a_s: rate, times_bound: ratio, needed: needed ?? '' };
  });
}

/** @param {Map<string, number[]>} times */
function showGroupCommit(times) {
  const name = 'group-commit';
  const middle = round(median(times.get(name) ?? []), 1);
  addRow(groupCommitRows, name, [`${number(middle)} ms`, `${number(GROUP_COMMIT_LIMIT_MS)} ms`]);
  return { case: name, transactions: TRANSACTIONS, median_ms: middle, limit_ms: GROUP_COMMIT_LIMIT_MS };
}

/** @param {Map<string, number[]>} times */
function showGlobalBinlog(times) {
  const name = 'global-binlog';
  const middle = round(median(times.get(name) ?? []), 1);
  addRow(globalBinlogRows, name, [`${number(middle)} ms`, `${number(GLOBAL_BINLOG_LIMIT_MS)} ms`]);
  return { case: name, events: BINLOG_EVENTS, median_ms: middle, limit_ms: GLOBAL_BINLOG_LIMIT_MS };
}

/**
 * @param {HTMLElement} body
 * @param {string} name
 * @param {string[]} cells
 */
function addRow(body, name, cells) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  head.scope = 'row';
  head.textContent = nameOf(name);
  row.append(head);
  for (const text of cells) row.insertCell().textContent = text;
  body.append(row);
}

/** @param {number} value */
function number(value) {
  return formatNumber(value, texts.lang);
}

/** @param {string} name */
function nameOf(name) {
  if (name === 'lower-bound') return texts.text('bench-bound');
  if (name === 'group-commit') return texts.text('bench-group-commit', { count: formatNumber(TRANSACTIONS, texts.lang) });
  if (name === 'global-binlog') return texts.text('bench-global-binlog', { count: formatNumber(BINLOG_EVENTS, texts.lang) });
  return texts.text(name.startsWith('kernel') ? `bench-${name}` : `value-${name}`);
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/**
 * @param {number} value
 * @param {number} digits
 */
function round(value, digits) {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

start.addEventListener('click', run);
setUpPage((change) => (texts = change.texts)).then(() => {
  if (location.hash === '#run') run();
});
