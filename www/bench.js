/**
 * The benchmark page: cases of the engine beside a lower bound, timed in the engine's thread, medians of several runs.
 *
 * These are the only numbers of the site that are wall clock of the reader's browser. Opened as `bench.html#run` it starts by
 * itself; the finished rows are left as JSON in `<script id="bench-result">`.
 */
import { setUpPage } from './page.js';
import { formatNumber } from './state/format.js';
import { sharedEngine } from './worker/engine.js';

/** Rows of the table `t0` in every case. */
const ROWS = 1000000;

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

const start = /** @type {HTMLButtonElement} */ (document.querySelector('#start'));
const rows = /** @type {HTMLElement} */ (document.querySelector('#rows'));
const state = /** @type {HTMLElement} */ (document.querySelector('#state'));

/** @type {import('./locales/texts.js').Texts} */
let texts;

/** Runs every case in turn, several rounds, so that a slow moment of the machine does not hit one case alone. */
async function run() {
  start.disabled = true;
  rows.replaceChildren();
  document.querySelector('#bench-result')?.remove();
  const engine = sharedEngine();
  /** @type {Map<string, number[]>} */
  const times = new Map(CASES.map(({ name }) => [name, []]));
  try {
    for (let round = 0; round < REPEATS; round++) {
      for (const { name } of CASES) {
        state.textContent = `${nameOf(name)}: ${texts.text('bench-repeat', { index: round + 1, total: REPEATS })}`;
        const { elapsedMs } = await engine.request('bench', { name, rows: ROWS });
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
  const bound = median(times.get('lower-bound') ?? []);
  const results = CASES.map(({ name, limit }) => {
    const middle = median(times.get(name) ?? []);
    return { case: name, rows: ROWS, median_ms: round(middle, 1), times_bound: round(middle / bound, 2), limit: limit ?? '' };
  });
  for (const result of results) {
    const row = document.createElement('tr');
    const head = document.createElement('th');
    head.scope = 'row';
    head.textContent = nameOf(result.case);
    row.append(head);
    const cells = [
      `${formatNumber(result.median_ms, texts.lang)} ms`,
      `${formatNumber(result.times_bound, texts.lang)} ×`,
      result.limit ? `${result.limit} ×` : '–',
    ];
    for (const text of cells) row.insertCell().textContent = text;
    rows.append(row);
  }
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'bench-result';
  data.textContent = JSON.stringify(results);
  document.body.append(data);
}

/** @param {string} name */
function nameOf(name) {
  return name === 'lower-bound' ? texts.text('bench-bound') : texts.text(`value-${name}`);
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
