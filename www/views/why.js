/**
 * Why the variants differ, said with this run's own numbers.
 */
import { html, nothing } from 'lit';
import { letter } from '../state/experiment.js';
import { formatNumber, formatQuantity } from '../state/format.js';
import { parameterOf } from '../state/lab.js';
import { valueName } from './editor.js';
import { outcomeText } from './metric.js';
import { inNumbers } from './numbers.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** Units that the texts say in their own words. */
const COUNTED_UNITS = [
  'pages',
  'records',
  'rows',
  'runs',
  'passes',
  'transactions',
  'groups',
  'fsyncs',
  'steps',
  'retries',
  'clients',
  'node',
  'nodes',
  'threads',
  'streams',
  'x',
];

/** @param {RedoLab} host */
export function whyView(host) {
  const { view } = host;
  const runs = /** @type {any[]} */ (host.report.runs);
  // Variants of one kind would say the same thing over and over: the first speaks for them.
  const abouts = runs.map((run) => view.whyAbout(run));
  const lines = runs.flatMap((run, index) => {
    if (abouts.indexOf(abouts[index]) !== index) return [];
    const same = abouts.flatMap((about, other) => (about === abouts[index] ? [other] : []));
    return [host.texts.find(view.why(run), { ...numbersOf(host, run), letter: letter(index), ...lettersOf(same) })];
  });
  for (const { index, text, base } of view.whyMore?.(runs) ?? []) {
    const against = base === undefined ? {} : { ...numbersOf(host, runs[base], 'base_'), base_letter: letter(base) };
    lines.push(host.texts.find(text, { ...numbersOf(host, runs[index]), ...against, letter: letter(index) }));
  }
  const shown = lines.filter((line) => line !== undefined);
  if (!shown.length) return nothing;
  return html`<div role="group" class="card why" aria-labelledby="why-title">
    <h3 id="why-title">${host.t('why')}</h3>
    <ul>
      ${shown.map((text) => html`<li>${inNumbers(text)}</li>`)}
    </ul>
    ${(view.whyNotes?.(runs) ?? []).map((id) => html`<p class="note">${host.t(id)}</p>`)}
  </div>`;
}

/**
 * The letters of the runs that a line is about, and how many they are.
 * @param {number[]} indexes
 */
function lettersOf(indexes) {
  return { letters: indexes.map(letter).join(', '), count: indexes.length };
}

/**
 * A run's numbers as the texts name them, metrics and parameters.
 * @param {RedoLab} host
 * @param {any} run
 * @param {string} [prefix] before each name, for the run that another one is held against
 */
function numbersOf(host, run, prefix = '') {
  /** @type {{ [name: string]: string | number }} */
  const numbers = { ...host.view.whyWords?.(run) };
  for (const [name, metric] of Object.entries(host.view.numbers)) {
    const { value = 0, unit = '' } = run.metrics[metric] ?? {};
    // The number itself too: a text may have another form for one.
    if (typeof value === 'number') numbers[`${prefix}${name}_count`] = value;
    if (typeof value !== 'number') numbers[prefix + name] = outcomeText(host, String(value), metric);
    else
      numbers[prefix + name] = host.view.human
        ? formatQuantity(value, COUNTED_UNITS.includes(unit) ? '' : unit, host.locale)
        : formatNumber(value, host.locale);
  }
  for (const [name, parameter] of Object.entries(host.view.whyParameters ?? {})) {
    const known = host.description ? parameterOf(host.description, parameter) : undefined;
    const value = run.params[parameter];
    const unit = known?.unit ?? '';
    if (typeof value === 'number') numbers[`${prefix}${name}_count`] = value;
    numbers[prefix + name] =
      typeof value === 'number' && unit
        ? formatQuantity(value, COUNTED_UNITS.includes(unit) ? '' : unit, host.locale)
        : valueName(host, known, value);
  }
  return numbers;
}
