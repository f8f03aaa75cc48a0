/**
 * What came out: the answer in a sentence, the bars, the differences, a look inside, and why.
 */
import { html, nothing } from 'lit';
import { letter, setShared } from '../state/experiment.js';
import { formatDecimalBytes, formatNumber, formatQuantity, formatRatio } from '../state/format.js';
import { inPageWords, spelledTime } from '../state/sentence.js';
import { hasTimes, timelessSeries } from '../state/times.js';
import { predictionOf } from '../labs/registry.js';
import { insideView } from './inside.js';
import { measuresView } from './measures.js';
import { metricName, metricValue, ratioText } from './metric.js';
import { notesView } from './notes.js';
import { inNumbers } from './numbers.js';
import { whyView } from './why.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/**
 * @param {RedoLab} host
 * @param {boolean} full with the stage and the inspector
 */
export function resultsView(host, full) {
  const waiting = host.phase === 'running';
  if (!host.report && !waiting) return nothing;
  const whole = host.report?.complete && host.phase !== 'running';
  return html`<div class="results ${host.stale && !waiting ? 'stale' : ''}">
    <div role="group" class="card answer-card" aria-labelledby="answer-title">
      <h3 id="answer-title" class="sr-only">${host.t('answer')}</h3>
      ${answer(host)} ${host.report ? notesView(host) : nothing} ${measuresView(host)}
    </div>
    ${host.report ? differences(host) : nothing}
    ${host.report && timelessSeries(host.report).length ? spreadsView(host) : nothing}
    ${host.report && hasTimes(host.report) ? timesView(host) : nothing}
    ${full && whole && host.view.inside ? [insideView(host)] : nothing} ${whole ? whyView(host) : nothing}
  </div>`;
}

/** @param {RedoLab} host */
function answer(host) {
  const { report } = host;
  if (!report?.complete && host.phase !== 'running')
    return html`<p class="answer ended">${host.t(host.phase === 'failed' ? 'state-failed' : 'state-cancelled')}</p>`;
  const text = report?.complete ? sentence(host) : '';
  if (!text && host.phase === 'running')
    return html`<p class="answer waiting"><span class="skeleton"></span><span class="skeleton"></span></p>`;
  return html`${text ? html`<p class="answer">${inNumbers(text)}</p>` : nothing} ${guessView(host)}`;
}

/**
 * The engine's sentence in the reader's language; where that language has none, or the engine, the plain comparison of the lab's
 * first measure; else the engine's in English.
 * @param {RedoLab} host
 * @returns {string}
 */
function sentence(host) {
  if (!host.report.sentence) return comparison(host) ?? '';
  const { key, arguments: args, text } = host.report.sentence;
  if (host.locale === 'en') {
    return inPageWords(host.report.sentence, host.report.runs, (column) => host.runName(column), timeWords(host));
  }
  return host.texts.find(`sentence-${key.replaceAll('.', '-')}`, spelledArguments(host, args)) ?? comparison(host) ?? text;
}

/**
 * How a sentence says times.
 * @param {RedoLab} host
 */
function timeWords(host) {
  return {
    duration: (/** @type {number} */ milliseconds) => formatQuantity(milliseconds, 'ms', host.locale),
    below: (/** @type {string} */ duration) => host.t('less-than', { duration }),
  };
}

/** Arguments that not every sentence of one key has. */
const OPTIONAL = [
  'wrong_results',
  'writeset_steps',
  'clients',
  'arrivals',
  'spilled_bytes',
  'spill_from_bytes',
  'split_pct',
  'consumer_ms',
];

/**
 * What a translated sentence may name: numbers with separators, times as people say them (and whether there is any), words of the
 * engine in the reader's language, and runs by the name that they have on the page.
 * @param {RedoLab} host
 * @param {{ [name: string]: number | string }} args
 */
function spelledArguments(host, args) {
  /** @type {{ [name: string]: string }} */
  const spelled = {};
  // What the engine leaves out there is none of.
  for (const prefix of ['subject', 'base']) {
    for (const name of OPTIONAL) spelled[`${prefix}_${name}_any`] = 'no';
    spelled[`${prefix}_lag_grows`] = 'none';
  }
  for (const [name, value] of Object.entries(args)) {
    if (typeof value === 'number') {
      spelled[name] = name.endsWith('_ms')
        ? spelledTime(name, args, host.report.runs, timeWords(host))
        : name.endsWith('_us')
          ? formatQuantity(value, 'us', host.locale)
          : formatNumber(value, host.locale);
      if (name.endsWith('_bytes')) spelled[`${name}_size`] = formatDecimalBytes(value, host.locale);
      spelled[`${name}_any`] = value > 0 ? 'yes' : 'no';
      continue;
    }
    spelled[name] = value;
    const kinds = name.endsWith('_phase') ? ['activity'] : ['value', 'outcome'];
    const known = kinds.map((kind) => host.texts.find(`${kind}-${value}`)).find(Boolean);
    if (known) spelled[`${name}_name`] = known;
  }
  for (const name of ['subject', 'base']) {
    const encoding = args[`${name}_encoding`] ?? args.encoding;
    const column = 'ABCDEFGH'.indexOf(String(args[`${name}_column`] ?? '?'));
    spelled[`${name}_name`] =
      host.view.inside || column < 0
        ? (host.texts.find(`value-${encoding}`) ?? String(args[`${name}_label`] ?? ''))
        : host.runName(column);
  }
  return spelled;
}

/**
 * Which run has the least and which the most of the measure that the lab asks about.
 * @param {RedoLab} host
 * @returns {string | undefined}
 */
function comparison(host) {
  const { runs } = host.report;
  const { metric: name, most: wanted, id } = predictionOf(host.view, host.reportOf ?? host.document);
  /** @type {(number | undefined)[]} */
  const all = runs.map((/** @type {any} */ run) => comparedValue(host, run));
  const values = all.filter((value) => value !== undefined);
  if (!values.length || values.length < runs.length) return undefined;
  const { unit } = runs[0].metrics[name];
  const place = (/** @type {number} */ value) => `${host.runName(values.indexOf(value))} (${letter(values.indexOf(value))})`;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  // What is asked for comes first.
  const [first, last] = wanted ? [most, least] : [least, most];
  return host.texts.find(values.length > 1 ? `answer-${id}` : `answer-one-${id}`, {
    least: place(first),
    most: place(last),
    least_value: formatQuantity(first, unit, host.locale, host.view.decimal),
    most_value: formatQuantity(last, unit, host.locale, host.view.decimal),
    ratio: least > 0 ? formatRatio(most / least, host.locale) : '–',
  });
}

/** @param {RedoLab} host */
function guessView(host) {
  const { guess } = host;
  const least = predictedRuns(host);
  if (guess === null || guess < 0 || host.stale || !least.length) return nothing;
  const right = least.includes(guess);
  const facts = { letter: letter(guess), least: least.map(letter).join(', ') };
  const { id } = predictionOf(host.view, host.reportOf ?? host.document);
  const wrong = host.texts.find(`predict-wrong-${id}`, facts) ?? host.t('predict-wrong', facts);
  const text = right ? host.t('predict-right', facts) : wrong;
  return html`<p class="guess ${right ? 'right' : ''}">${text}</p>`;
}

/**
 * Positions of the runs that a right guess names: none where there is nothing to compare.
 * @param {RedoLab} host
 * @returns {number[]}
 */
function predictedRuns(host) {
  const sign = predictionOf(host.view, host.reportOf ?? host.document).most ? -1 : 1;
  const values = host.report.runs.map((/** @type {any} */ run) => sign * (comparedValue(host, run) ?? sign * Infinity));
  const best = Math.min(...values);
  if (values.length < 2 || best === Infinity) return [];
  return values.flatMap((/** @type {number} */ value, /** @type {number} */ index) => (value === best ? [index] : []));
}

/**
 * What the lab asks about, of a run that takes part.
 * @param {RedoLab} host
 * @param {any} run
 * @returns {number | undefined}
 */
function comparedValue({ view, reportOf, document }, run) {
  const { metric, all } = predictionOf(view, reportOf ?? document);
  const value = run.metrics[metric]?.value;
  return typeof value === 'number' && (all || (view.counts?.(run) ?? true)) ? value : undefined;
}

/**
 * Series whose axis is not time, each with an axis of its own.
 * @param {RedoLab} host
 */
function spreadsView(host) {
  import('./spreads.js').catch((error) => host.fail(error));
  return html`<div role="group" class="card" aria-labelledby="spreads-title">
    <h3 id="spreads-title">${host.texts.find(`spreads-title-${host.report.lab}`) ?? host.t('spreads-title')}</h3>
    <redo-lab-spreads
      .report=${host.report}
      .texts=${host.texts}
      .view=${host.view}
      .names=${host.runNames()}
    ></redo-lab-spreads>
  </div>`;
}

/**
 * What everybody did over time, where the lab has a clock.
 * @param {RedoLab} host
 */
function timesView(host) {
  import('./times.js').catch((error) => host.fail(error));
  const lanes = host.report.runs.some((/** @type {any} */ run) => run.timeline?.lanes.length);
  return html`<div role="group" class="card" aria-labelledby="times-title">
    <h3 id="times-title">${host.t(lanes ? 'times-title' : 'times-title-series')}</h3>
    <p class="note">${host.t('times-note')} ${lanes ? host.t('times-note-lanes') : ''}</p>
    <redo-lab-times
      .report=${host.report}
      .texts=${host.texts}
      .view=${host.view}
      .names=${host.runNames()}
      @watch=${(/** @type {CustomEvent} */ event) => watch(host, event.detail.time)}
    ></redo-lab-times>
  </div>`;
}

/**
 * Runs again with the lanes of another moment.
 * @param {RedoLab} host
 * @param {number} time
 */
function watch(host, time) {
  const name = host.view.watch;
  if (!name || host.phase === 'running') return;
  host.change(setShared(host.document, name, Math.floor(time / 1000)), `watch ${name}`);
  host.run();
}

/** @param {RedoLab} host */
function differences(host) {
  const { runs } = host.report;
  const columns = Array.from({ length: host.variantCount }, (_, index) => index);
  const known = [...new Set(runs.flatMap((/** @type {any} */ run) => Object.keys(run.metrics)))];
  const tells = (/** @type {string} */ name) =>
    !host.view.nothingAtZero?.includes(name) || runs.some((/** @type {any} */ run) => run.metrics[name]?.value > 0);
  const first = host.view.firstMetrics.filter((name) => known.includes(name) && tells(name));
  const names = host.folds.allMetrics || !first.length ? known : first;
  const toggle = () => {
    host.folds.allMetrics = !host.folds.allMetrics;
    host.requestUpdate();
  };
  return html`<div role="group" class="card" aria-labelledby="differences-title">
    <div class="section-head">
      <h3 id="differences-title">${host.t('differences')}</h3>
      <button aria-pressed=${host.folds.allMetrics} @click=${toggle}>${host.t('differences-all')}</button>
    </div>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="differences-title">
      <table class="data differences" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">${host.t('metric')}</th>
            ${columns.map((index) => html`<th scope="col" role="columnheader"><b class="letter">${letter(index)}</b> ${host.runName(index)}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${names.map((name) => metricRow(host, name))}
        </tbody>
      </table>
    </div>
    <p class="note">
      ${host.t('differences-note')} ${names.some((name) => name.startsWith('duration_ms.')) ? host.t('phases-note') : ''}
    </p>
    ${kindsView(host)}
  </div>`;
}

/**
 * @param {RedoLab} host
 * @param {string} name
 */
function metricRow(host, name) {
  const { runs, comparison } = host.report;
  const metric = runs.map((/** @type {any} */ run) => run.metrics[name]).find(Boolean);
  const ratios = comparison?.[name];
  const least = host.view.lessIsBetter.includes(name) ? soleLeast(host, name) : -1;
  return html`<tr role="row">
    <th scope="row" role="rowheader">
      ${metricName(host, name)} ${metric.unit ? html`<span class="unit">${host.unit(metric.unit)}</span>` : nothing}
      <span class="kind ${metric.kind}" title=${host.t(`kind-${metric.kind}-text`)}>${host.t(`kind-${metric.kind}`)}</span>
    </th>
    ${Array.from({ length: host.variantCount }, (_, index) => {
      const run = runs[index];
      const ratio = ratios?.[index];
      const against = ratio === 1 ? '' : ratioText(host, name, index);
      return html`<td
        role="cell"
        data-letter=${letter(index)}
        class="${index > 0 && ratio === 1 ? 'same' : ''} ${index === least ? 'is-least' : ''}"
      >
        ${metricValue(host, name, run?.metrics[name], index === least)}
        ${against ? html`<span class="ratio">${against}</span>` : nothing}
      </td>`;
    })}
  </tr>`;
}

/**
 * Position of the run that alone has the least of a metric; -1 when several share it, or all are equal.
 * @param {RedoLab} host
 * @param {string} name
 */
function soleLeast({ report: { runs }, view }, name) {
  const values = runs.map((/** @type {any} */ run) => {
    const value = run.metrics[name]?.value;
    return typeof value === 'number' && (view.counts?.(run) ?? true) ? value : Infinity;
  });
  const least = Math.min(...values);
  return runs.length > 1 && values.filter((/** @type {number} */ value) => value === least).length === 1
    ? values.indexOf(least)
    : -1;
}

/**
 * What the marks mean, for the kinds that this report has.
 * @param {RedoLab} host
 */
function kindsView(host) {
  const kinds = [
    ...new Set(host.report.runs.flatMap((/** @type {any} */ run) => Object.values(run.metrics).map((metric) => metric.kind))),
  ];
  return html`<dl class="kinds" aria-label=${host.t('kinds')}>
    ${kinds.map(
      (kind) =>
        html`<div>
          <dt><span class="kind ${kind}">${host.t(`kind-${kind}`)}</span></dt>
          <dd>${host.t(`kind-${kind}-text`)}</dd>
        </div>`,
    )}
  </dl>`;
}
