/**
 * What a value of a study is held to, in words.
 */
import { formatNumber } from './format.js';

/**
 * What a row's value is held to, and whether it is met.
 * @param {any} row
 * @param {(id: string, args?: import('../locales/texts.js').Arguments) => string} text
 * @param {string} lang
 */
export function boundText({ met, published, within_pct: within, at_least: least, at_most: most }, text, lang) {
  const sign = met ? '✓' : '✕';
  // No word is nearly another.
  if (typeof published === 'string') return `${sign} ${text(met ? 'study-met-word' : 'study-missed-word')}`;
  const number = (/** @type {number} */ value) => formatNumber(value, lang);
  if (typeof within === 'number') {
    return `${sign} ${text(met ? 'study-met-within' : 'study-missed-within', { percent: number(within) })}`;
  }
  // An outcome that nobody published, and that must come out nevertheless.
  if (typeof least === 'string') return [sign, text(met ? 'study-met' : 'study-missed'), least].join(' ');
  const bounds = [
    typeof least === 'number' ? `≥ ${number(least)}` : '',
    typeof most === 'number' ? `≤ ${number(most)}` : '',
  ].filter(Boolean);
  return [sign, text(met ? 'study-met' : 'study-missed'), ...bounds].join(' ');
}
