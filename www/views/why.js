/**
 * Why the variants differ, said with this run's own numbers.
 */
import { html, nothing } from 'lit';
import { letter } from '../state/experiment.js';
import { formatNumber } from '../state/format.js';
import { inNumbers } from './numbers.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** The metrics that the texts name, by the name that they have there. */
const NUMBERS = {
  bytes: 'redo_bytes',
  per_row: 'redo_bytes_per_row',
  records: 'redo_records',
  leaves: 'leaf_pages',
  applied: 'replica_records_applied',
  missing: 'pages_missing_before_flush',
  record: 'redo_bytes_for.record',
  next: 'redo_bytes_for.next-pointer',
  image: 'redo_bytes_for.page-image',
  undo: 'redo_bytes_for.undo',
  entries: 'replica_entries_inserted',
};

/** @param {RedoLab} host */
export function whyView(host) {
  const texts = host.report.runs.map((/** @type {any} */ run, /** @type {number} */ index) => {
    /** @type {{ [name: string]: string }} */
    const numbers = { letter: letter(index) };
    for (const [name, metric] of Object.entries(NUMBERS)) {
      numbers[name] = formatNumber(Number(run.metrics[metric]?.value ?? 0), host.locale);
    }
    // Variants of one encoding would say the same thing over and over: the first speaks for them.
    const first = host.report.runs.findIndex((/** @type {any} */ other) => other.params.encoding === run.params.encoding);
    if (first !== index) return undefined;
    // Row by row there are two logs: the physical one, and one that the MySQL-style encodings share.
    const rowByRow = ['insert', 'copy'].includes(run.params.ddl);
    return host.texts.find(rowByRow ? 'why-row-by-row' : `why-${run.params.encoding}`, numbers);
  });
  if (!texts.some(Boolean)) return nothing;
  return html`<div role="group" class="card why" aria-labelledby="why-title">
    <h3 id="why-title">${host.t('why')}</h3>
    <ul>
      ${texts.map((/** @type {string | undefined} */ text) => (text ? html`<li>${inNumbers(text)}</li>` : nothing))}
    </ul>
    <p class="note">${host.t('why-replica')}</p>
  </div>`;
}
