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
  const said = (/** @type {number} */ index, /** @type {any} */ letters) =>
    host.texts.find(view.why(runs[index]), { ...numbersOf(host, runs[index]), ...letters });
  const abouts = runs.map((run) => view.whyAbout(run));
  // What each would say, but for its letter.
  const alone = runs.map((_, index) => (view.whyApart ? (said(index, { letter: '', ...lettersOf([]), count: 1 }) ?? '') : ''));
  const lines = whyGroups(abouts, alone).map(({ same, rest }) =>
    rest ? host.texts.find('why-so-on', lettersOf(same)) : said(same[0], { letter: letter(same[0]), ...lettersOf(same) }),
  );
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

/** So many lines about one thing, at most, have numbers of their own. */
const LINES = 4;

/**
 * Which runs a line speaks for: variants of one kind would say the same thing over and over, so that the first speaks for all that
 * say the same. Where too many say different numbers, those between the first and the last get one line without any (`rest`).
 * @param {string[]} abouts what each run's line is about
 * @param {string[]} said what the line says
 * @returns {{ same: number[], rest?: boolean }[]}
 */
export function whyGroups(abouts, said) {
  const keys = abouts.map((about, index) => `${about}\n${said[index]}`);
  const groups = [...new Set(keys)].map((key) => keys.flatMap((other, index) => (other === key ? [index] : [])));
  return groups.flatMap((same) => {
    const about = abouts[same[0]];
    const all = groups.filter(([first]) => abouts[first] === about);
    const place = all.indexOf(same);
    const between = all.slice(LINES - 1, -1);
    if (!between.includes(same)) return [{ same }];
    return place === LINES - 1 ? [{ same: between.flat().sort((a, b) => a - b), rest: true }] : [];
  });
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
        ? formatQuantity(value, COUNTED_UNITS.includes(unit) ? '' : unit, host.locale, host.view.decimal)
        : formatNumber(value, host.locale);
  }
  for (const [name, parameter] of Object.entries(host.view.whyParameters ?? {})) {
    const known = host.description ? parameterOf(host.description, parameter) : undefined;
    const value = run.params[parameter];
    const unit = known?.unit ?? '';
    if (typeof value === 'number') numbers[`${prefix}${name}_count`] = value;
    numbers[prefix + name] =
      typeof value === 'number' && unit
        ? formatQuantity(value, COUNTED_UNITS.includes(unit) ? '' : unit, host.locale, host.view.decimal)
        : valueName(host, known, value);
  }
  return numbers;
}
