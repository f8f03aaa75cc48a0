/**
 * The names under a time axis.
 */
import { html } from 'lit';
import { timeTicks } from '../state/times.js';

/**
 * Round moments at their places; the last one ends where the axis ends instead of standing out.
 * @param {import('../state/times.js').Range} range
 * @param {(time: number) => string} spell
 */
export function axisTicks(range, spell) {
  const { from, to } = range;
  return timeTicks(range).map((tick) => {
    const percent = ((tick - from) / Math.max(1, to - from)) * 100;
    return html`<span class=${percent > 93 ? 'last' : ''} style="left:${percent}%">${spell(tick)}</span>`;
  });
}
