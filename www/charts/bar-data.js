/**
 * From a report to bars: which parts each bar has, in which order. Values are the report's own; only lengths on the screen are worked out.
 *
 * @typedef {{ id: string, value: number }} Part
 * @typedef {{ total: number, parts: Part[] }} Bar
 */
import { PURPOSES } from './colours.js';

/**
 * @param {any} report
 * @param {'purpose' | 'type'} split
 * @returns {{ bars: Bar[], ids: string[] }} one bar a run; the ids of all parts that occur, in stacking order
 */
export function barsOf(report, split) {
  const prefix = split === 'purpose' ? 'redo_bytes_for.' : 'redo_bytes.';
  const bars = report.runs.map((/** @type {any} */ run) => ({
    total: run.metrics.redo_bytes?.value ?? 0,
    parts: Object.entries(run.metrics)
      .filter(([name, metric]) => name.startsWith(prefix) && metric.value > 0)
      .map(([name, metric]) => ({ id: name.slice(prefix.length), value: metric.value })),
  }));
  const ids = order(bars, split);
  for (const bar of bars)
    bar.parts.sort((/** @type {Part} */ a, /** @type {Part} */ b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return { bars, ids };
}

/**
 * Bars of one metric, whole or in parts that the engine gives. Parts are shown only where those of every run fit into its total:
 * phases that overlap in time add up to more than the time, and are not stacked.
 * @param {any} report
 * @param {string} name the metric
 * @param {string[]} parts its parts, as the names behind the dot, in stacking order
 * @returns {{ bars: (Bar | null)[], ids: string[] }} null for a run without the metric
 */
export function measureBars(report, name, parts) {
  const value = (/** @type {any} */ run, /** @type {string} */ metric) => Number(run.metrics[metric]?.value ?? 0);
  const partsOf = (/** @type {any} */ run) =>
    parts.map((id) => ({ id, value: value(run, `${name}.${id}`) })).filter((part) => part.value > 0);
  const sum = (/** @type {Part[]} */ list) => list.reduce((total, part) => total + part.value, 0);
  const stacked = report.runs.every((/** @type {any} */ run) => sum(partsOf(run)) <= value(run, name) * (1 + 1e-9));
  const bars = report.runs.map((/** @type {any} */ run) => {
    if (typeof run.metrics[name]?.value !== 'number') return null;
    const total = value(run, name);
    const own = stacked ? partsOf(run) : [];
    const rest = total - sum(own);
    // Fractions do not add up exactly.
    if (rest > total * 1e-9) own.push({ id: own.length ? 'other' : name, value: rest });
    return { total, parts: own };
  });
  const present = new Set(bars.flatMap((/** @type {Bar | null} */ bar) => bar?.parts.map(({ id }) => id) ?? []));
  return { bars, ids: [...parts, 'other', name].filter((id) => present.has(id)) };
}

/**
 * Bars of the shares that the engine gives of a whole, such as the causes of all waiting.
 * @param {any} report
 * @param {string} name what all their names start with
 * @param {string[]} parts the names behind the dot, in stacking order
 * @returns {{ bars: (Bar | null)[], ids: string[] }} null for a run without any
 */
export function shareBars(report, name, parts) {
  const value = (/** @type {any} */ run, /** @type {string} */ id) => Number(run.metrics[`${name}.${id}`]?.value ?? 0);
  const bars = report.runs.map((/** @type {any} */ run) => {
    const own = parts.map((id) => ({ id, value: value(run, id) })).filter((part) => part.value > 0);
    return own.length ? { total: own.reduce((total, part) => total + part.value, 0), parts: own } : null;
  });
  const present = new Set(bars.flatMap((/** @type {Bar | null} */ bar) => bar?.parts.map(({ id }) => id) ?? []));
  return { bars, ids: parts.filter((id) => present.has(id)) };
}

/**
 * Purposes have a fixed order; record types stand largest first.
 * @param {Bar[]} bars
 * @param {'purpose' | 'type'} split
 */
function order(bars, split) {
  /** @type {Map<string, number>} */
  const largest = new Map();
  for (const { id, value } of bars.flatMap((bar) => bar.parts)) largest.set(id, Math.max(largest.get(id) ?? 0, value));
  const ids = [...largest.keys()];
  if (split === 'purpose') {
    const place = (/** @type {string} */ id) => (PURPOSES.includes(id) ? PURPOSES.indexOf(id) : PURPOSES.length);
    return ids.sort((a, b) => place(a) - place(b));
  }
  return ids.sort((a, b) => (largest.get(b) ?? 0) - (largest.get(a) ?? 0));
}

/**
 * Where each part of a bar lies on the scale, in per cent of the longest bar.
 * @param {Bar} bar
 * @param {number} longest
 * @returns {{ x: number, width: number }[]}
 */
export function layout(bar, longest) {
  let x = 0;
  return bar.parts.map(({ value }) => {
    const width = longest > 0 ? (value / longest) * 100 : 0;
    const place = { x, width };
    x += width;
    return place;
  });
}

/**
 * Round positions for the ruler under the bars: about four of them, a power of two times B, KiB or MiB.
 * @param {number} longest
 * @returns {number[]}
 */
export function ticks(longest) {
  if (longest <= 0) return [0];
  const rough = longest / 4;
  const step = 2 ** Math.ceil(Math.log2(rough));
  const list = [];
  for (let value = 0; value <= longest; value += step) list.push(value);
  return list;
}
