/**
 * A lane cut into columns one pixel wide: what a canvas can draw of it.
 *
 * Spans narrower than a pixel must not be painted over each other: the colours would mix to one that stands for nothing. A column
 * with several of them is given as shares of its time instead, and stretches of one activity as a whole. However short a span
 * is, its column is there: a lane that works in bursts does not look idle.
 */
import { countUpTo } from '../state/times.js';

/**
 * @typedef {{ kind: 'whole', from: number, to: number, activity: number }
 *   | { kind: 'mixed', from: number, shares: Float32Array }} Block `from` and `to` in pixels; idle time is left out
 */

/** A column is whole when one activity has so much of it. */
const WHOLE = 0.97;

/** Less than any span's share: what is below comes from rounding. */
const NOTHING = 1e-9;

/** States of a column that are no activity. */
const MIXED = -1;
const IDLE = -2;

/**
 * The activity that a column is whole of, or that it is mixed, or idle.
 * @param {Float32Array} shares
 */
function stateOf(shares) {
  const activity = shares.findIndex((share) => share >= WHOLE);
  if (activity >= 0) return activity;
  return shares.some((share) => share > NOTHING) ? MIXED : IDLE;
}

/**
 * What has the most of a column, idle time included.
 * @param {Float32Array} shares
 */
function largest(shares) {
  const most = Math.max(...shares);
  const idle = 1 - shares.reduce((sum, share) => sum + share, 0);
  return idle > most ? IDLE : shares.indexOf(most);
}

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
  const states = Int16Array.from({ length: width }, (_, x) => stateOf(shares.subarray(x * kinds, (x + 1) * kinds)));
  /** @type {Block[]} */
  const blocks = [];
  for (let x = 0; x < width; x++) {
    const column = shares.subarray(x * kinds, (x + 1) * kinds);
    // One mixed column between others is the edge of a span, not a mixture.
    const edge = states[x] === MIXED && (x === 0 || states[x - 1] !== MIXED) && states[x + 1] !== MIXED;
    const most = edge ? largest(column) : states[x];
    // An edge is idle only beside the rest of its span; a burst that stands alone is drawn.
    const continues = (/** @type {number | undefined} */ near) => near !== undefined && near >= 0 && column[near] > NOTHING;
    const alone = edge && most === IDLE && !continues(states[x - 1]) && !continues(states[x + 1]);
    const state = alone ? MIXED : most;
    const last = blocks.at(-1);
    if (state === IDLE) continue;
    if (state === MIXED) blocks.push({ kind: 'mixed', from: x, shares: column });
    else if (last?.kind === 'whole' && last.activity === state && last.to === x) last.to = x + 1;
    else blocks.push({ kind: 'whole', from: x, to: x + 1, activity: state });
  }
  return blocks;
}
