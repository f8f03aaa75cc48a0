/**
 * Why the variants differ, said with this run's own numbers.
 */
import { html, nothing } from 'lit';
import { letter } from '../state/experiment.js';
import { formatNumber, formatQuantity } from '../state/format.js';
import { outcomeText } from './metric.js';
import { inNumbers } from './numbers.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** Units that the texts say in their own words. */
const COUNTED_UNITS = ['pages', 'records', 'rows', 'runs', 'passes'];

/** @param {RedoLab} host */
export function whyView(host) {
  const { view } = host;
  const texts = host.report.runs.map((/** @type {any} */ run, /** @type {number} */ index) => {
    /** @type {{ [name: string]: string }} */
    const numbers = { letter: letter(index) };
    for (const [name, metric] of Object.entries(view.numbers)) {
      const { value = 0, unit = '' } = run.metrics[metric] ?? {};
      if (typeof value !== 'number') numbers[name] = outcomeText(host, String(value));
      else
        numbers[name] = view.human
          ? formatQuantity(value, COUNTED_UNITS.includes(unit) ? '' : unit, host.locale)
          : formatNumber(value, host.locale);
    }
    // Variants of one kind would say the same thing over and over: the first speaks for them.
    const about = view.whyAbout(run);
    const first = host.report.runs.findIndex((/** @type {any} */ other) => view.whyAbout(other) === about);
    return first === index ? host.texts.find(view.why(run), numbers) : undefined;
  });
  if (!texts.some(Boolean)) return nothing;
  return html`<div role="group" class="card why" aria-labelledby="why-title">
    <h3 id="why-title">${host.t('why')}</h3>
    <ul>
      ${texts.map((/** @type {string | undefined} */ text) => (text ? html`<li>${inNumbers(text)}</li>` : nothing))}
    </ul>
    ${view.inside ? html`<p class="note">${host.t('why-replica')}</p>` : nothing}
  </div>`;
}
