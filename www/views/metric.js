/**
 * A metric's name and value in words.
 */
import { html, nothing } from 'lit';
import { formatNumber, formatPart, formatRatio, humanForm, words } from '../state/format.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/**
 * A metric's name as text: `redo written`, or `redo written: WRITE` for a part without a name of its own.
 * @param {RedoLab} host
 * @param {string} name
 */
export function metricText(host, name) {
  const known = host.texts.find(`metric-${name.replaceAll('.', '-')}`);
  if (known) return known;
  const [head, ...tail] = name.split('.');
  const base = host.texts.find(`metric-${head}`) ?? words(head);
  if (!tail.length) return base;
  return `${base}: ${host.texts.find(`activity-${tail.join('.')}`) ?? tail.join('.')}`;
}

/**
 * A metric's name, with what is a name of the engine's set apart.
 * @param {RedoLab} host
 * @param {string} name
 */
export function metricName(host, name) {
  const [head, ...tail] = name.split('.');
  const part = tail.join('.');
  if (!part || host.texts.find(`metric-${head}-${part}`) || host.texts.find(`activity-${part}`)) return metricText(host, name);
  return html`${host.texts.find(`metric-${head}`) ?? words(head)} <code>${part}</code>`;
}

/**
 * What a value is against variant A's: `1.31 × A`, or `1/88,000 of A` for what is next to nothing. Nothing where a comparison
 * says nothing.
 * @param {RedoLab} host
 * @param {string} name
 * @param {number} index of the run
 */
export function ratioText(host, name, index) {
  const { runs, comparison } = host.report;
  const ratio = comparison?.[name]?.[index];
  const value = runs[index]?.metrics[name]?.value;
  if (index === 0 || typeof ratio !== 'number' || typeof value !== 'number' || value === 0) return '';
  const part = formatPart(value, runs[0].metrics[name]?.value, host.locale);
  return part ? host.t('part-of-a', { part }) : host.t('ratio-of-a', { ratio: formatRatio(ratio, host.locale) });
}

/** What each outcome means for the reader, as a sign beside its word. */
const OUTCOMES = /** @type {{ [word: string]: { sign: string, tone: string } }} */ ({
  normal: { sign: '✓', tone: 'good' },
  yes: { sign: '✓', tone: 'good' },
  'index-dropped': { sign: '!', tone: 'warn' },
  none: { sign: '–', tone: 'quiet' },
  unavailable: { sign: '✕', tone: 'bad' },
  lost: { sign: '✕', tone: 'bad' },
  no: { sign: '✕', tone: 'bad' },
});

/** Outcomes that mean something else for one metric. @type {typeof OUTCOMES} */
const OUTCOMES_OF = {
  'lag_grows-yes': { sign: '✕', tone: 'bad' },
  'lag_grows-no': { sign: '✓', tone: 'good' },
  'status-written': { sign: '✓', tone: 'good' },
  'status-stalled': { sign: '✕', tone: 'bad' },
  'status-out-of-memory': { sign: '✕', tone: 'bad' },
};

/**
 * An outcome as a word with its sign.
 * @param {RedoLab} host
 * @param {string} word
 * @param {string} metric
 */
export function outcome(host, word, metric) {
  const { sign, tone } = OUTCOMES_OF[`${metric}-${word}`] ?? OUTCOMES[word] ?? { sign: '', tone: '' };
  return html`<span class="outcome ${tone}"
    >${sign ? html`<span aria-hidden="true">${sign}</span> ` : nothing}${outcomeText(host, word, metric)}</span
  >`;
}

/**
 * An outcome's word: some metrics have words of their own.
 * @param {RedoLab} host
 * @param {string} word
 * @param {string} metric
 */
export function outcomeText(host, word, metric) {
  return host.texts.find(`outcome-${metric}-${word}`) ?? host.texts.find(`outcome-${word}`) ?? word.replaceAll('-', ' ');
}

/**
 * A metric's value in a cell.
 * @param {RedoLab} host
 * @param {string} name
 * @param {any} metric
 * @param {boolean} least whether it alone is the least, where less is better
 */
export function metricValue(host, name, metric, least) {
  if (!metric) return html`<span class="number">–</span>`;
  if (name === 'replica_identical') return html`<span class="number">${host.t(metric.value === 1 ? 'yes' : 'no')}</span>`;
  const said = host.texts.find(`value-${name}-${metric.value}`);
  if (said) return html`<span class="number">${said}</span>`;
  if (typeof metric.value !== 'number') return outcome(host, String(metric.value), name);
  const human = host.view.human ? humanForm(metric.value, metric.unit, host.locale, host.view.decimal) : '';
  const mark = html`<span class="least" title=${host.t('least')}>▾<span class="sr-only"> ${host.t('least')}</span></span>`;
  return html`<span class="value"
    ><span class="number">${formatNumber(metric.value, host.locale, metric.unit === 'ms' ? 3 : 2)}</span
    >${least ? mark : nothing}${human ? html` <span class="human">${human}</span>` : nothing}</span
  >`;
}
