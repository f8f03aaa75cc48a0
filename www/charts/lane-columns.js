/**
 * A lane cut into columns one pixel wide: what a canvas can draw of it.
 *
 * Spans narrower than a pixel must not be painted over each other: the colours would mix to one that stands for nothing. A column
 * with several of them is given as shares of its time instead, and stretches of one activity as a whole.
 */
import { countUpTo } from '../state/times.js';

/**
 * @typedef {{ kind: 'whole', from: number, to: number, activity: number }
 *   | { kind: 'mixed', from: number, shares: Float32Array }} Block `from` and `to` in pixels; idle time is left out
 */

/** A column is whole when one activity has so much of it. */
const WHOLE = 0.97;

/**
 * @param {import('../state/times.js').Lane} lane
 * @param {import('../state/times.js').Range} range
 * @param {number} width in pixels
 * @param {number} kinds number of activities
 * @returns {Block[]}
 */
export function laneColumns(lane, { from, to }, width, kinds) {
  const scale = width / Math.max(1, to - from);
  const shares = new Float32Array(width * kinds);
  for (let span = Math.max(0, countUpTo(lane.from, from) - 1); span < lane.from.length && lane.from[span] < to; span++) {
    const start = Math.max(0, (lane.from[span] - from) * scale);
    const end = Math.min(width, (lane.to[span] - from) * scale);
    for (let x = Math.floor(start); x < end; x++) {
      shares[x * kinds + lane.activity[span]] += Math.min(end, x + 1) - Math.max(start, x);
    }
  }
  /** @type {Block[]} */
  const blocks = [];
  for (let x = 0; x < width; x++) {
    const column = shares.subarray(x * kinds, (x + 1) * kinds);
    const activity = column.findIndex((share) => share >= WHOLE);
    const last = blocks.at(-1);
    if (activity < 0) {
      if (column.some((share) => share > 0)) blocks.push({ kind: 'mixed', from: x, shares: column });
    } else if (last?.kind === 'whole' && last.activity === activity && last.to === x) last.to = x + 1;
    else blocks.push({ kind: 'whole', from: x, to: x + 1, activity });
  }
  return blocks;
}
