/**
 * What came out: the answer in a sentence, the bars, the differences, a look inside, and why.
 */
import { html, nothing } from 'lit';
import { barsOf } from '../charts/bar-data.js';
import { letter } from '../state/experiment.js';
import { formatBytes, formatNumber, formatRatio, words } from '../state/format.js';
import { inNumbers } from './numbers.js';
import { whyView } from './why.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** The metrics that every reader wants, in reading order; the others are one click away. */
const FIRST_METRICS = [
  'redo_bytes',
  'redo_bytes_per_row',
  'redo_records',
  'mini_transactions',
  'leaf_pages',
  'internal_pages',
  'tree_height',
  'leaf_fill_pct',
  'replica_records_applied',
  'replica_entries_inserted',
  'replica_page_reads',
  'pages_missing_before_flush',
  'replica_identical',
];

/**
 * @param {RedoLab} host
 * @param {boolean} full with the stage and the inspector
 */
export function resultsView(host, full) {
  const waiting = host.phase === 'running';
  if (!host.report && !waiting) return nothing;
  import('../charts/bars.js').catch((error) => host.fail(error));
  const whole = host.report?.complete && host.phase !== 'running';
  return html`<div class="results ${host.stale && !waiting ? 'stale' : ''}">
    <div role="group" class="card answer-card" aria-labelledby="answer-title">
      <h3 id="answer-title" class="sr-only">${host.t('answer')}</h3>
      ${answer(host)} ${bars(host)}
    </div>
    ${host.report ? differences(host) : nothing} ${full && whole ? [insideView(host)] : nothing}
    ${whole ? whyView(host) : nothing}
  </div>`;
}

/** @param {RedoLab} host */
function answer(host) {
  const { report } = host;
  if (!report?.complete && host.phase !== 'running')
    return html`<p class="answer ended">${host.t(host.phase === 'failed' ? 'state-failed' : 'state-cancelled')}</p>`;
  if (!report?.complete || !report.sentence)
    return html`<p class="answer waiting"><span class="skeleton"></span><span class="skeleton"></span></p>`;
  return html`<p class="answer">${inNumbers(sentence(host))}</p>
    ${guessView(host)}`;
}

/**
 * The engine's sentence in the reader's language, or in English.
 * @param {RedoLab} host
 */
function sentence(host) {
  const { key, arguments: args, text } = host.report.sentence;
  if (host.locale === 'en') return text;
  const spelled = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'number' ? formatNumber(value, host.locale) : value]),
  );
  for (const name of ['subject', 'base']) {
    const encoding = args[`${name}_encoding`] ?? args.encoding;
    spelled[`${name}_name`] = host.texts.find(`value-${encoding}`) ?? args[`${name}_label`] ?? '';
  }
  return host.texts.find(`sentence-${key.replaceAll('.', '-')}`, spelled) ?? text;
}

/** @param {RedoLab} host */
function guessView(host) {
  const { guess, report } = host;
  const least = leastRun(report);
  if (guess === null || guess < 0 || host.stale || least === null) return nothing;
  const right = guess === least;
  const text = host.t(right ? 'predict-right' : 'predict-wrong', { letter: letter(guess), least: letter(least) });
  return html`<p class="guess ${right ? 'right' : ''}">${text}</p>`;
}

/**
 * Position of the run with the fewest bytes of redo.
 * @param {any} report
 * @returns {number | null}
 */
function leastRun(report) {
  const bytes = report.runs.map((/** @type {any} */ run) => run.metrics.redo_bytes?.value ?? Infinity);
  return bytes.length > 1 ? bytes.indexOf(Math.min(...bytes)) : null;
}

/** @param {RedoLab} host */
function bars(host) {
  const split = /** @type {'purpose' | 'type'} */ (host.folds.split);
  const { bars: list, ids } = host.report ? barsOf(host.report, split) : { bars: [], ids: [] };
  const rows = Array.from({ length: host.variantCount }, (_, index) => {
    const bar = list[index] ?? null;
    const ratio = host.report?.comparison?.redo_bytes?.[index];
    return {
      letter: letter(index),
      name: host.runName(index),
      bar,
      pending: !bar && host.phase === 'running',
      value: bar ? `${formatNumber(bar.total, host.locale)} B` : '',
      human: bar ? formatBytes(bar.total, host.locale) : '',
      ratio:
        bar && index > 0 && typeof ratio === 'number' ? host.t('ratio-of-a', { ratio: formatRatio(ratio, host.locale) }) : '',
    };
  });
  const bytes = (/** @type {number} */ value) => `${formatNumber(value, host.locale)} B`;
  const part = (/** @type {string} */ id) => (split === 'purpose' ? (host.texts.find(`purpose-${id}`) ?? id) : id);
  const chartWords = {
    bytes,
    part,
    human: (/** @type {number} */ value) => formatBytes(value, host.locale),
    cursor: (/** @type {any} */ row, /** @type {string} */ name, /** @type {string} */ text) =>
      host.t('chart-cursor', { letter: row.letter, part: name, bytes: text, total: row.value }),
    label: host.t('chart-title'),
    hint: host.t('chart-hint'),
  };
  const choose = (/** @type {string} */ value) => {
    host.folds.split = value;
    host.requestUpdate();
  };
  return html`
    <div class="section-head">
      <h4>${host.t('chart-title')}</h4>
      <div class="segmented" role="group" aria-label=${host.t('chart-by')}>
        <span class="segmented-label">${host.t('chart-by')}</span>
        ${['purpose', 'type'].map(
          (value) =>
            html`<button aria-pressed=${split === value} @click=${() => choose(value)}>${host.t(`chart-by-${value}`)}</button>`,
        )}
      </div>
    </div>
    <redo-lab-bars
      .rows=${rows}
      .ids=${ids}
      .split=${split}
      .words=${chartWords}
      style="min-height:${rows.length * 42 + 92}px"
    ></redo-lab-bars>
    ${host.report ? barsTable(host, list, ids, part) : nothing}
  `;
}

/**
 * The bars' data as a table.
 * @param {RedoLab} host
 * @param {import('../charts/bar-data.js').Bar[]} list
 * @param {string[]} ids
 * @param {(id: string) => string} part
 */
function barsTable(host, list, ids, part) {
  const cell = (/** @type {import('../charts/bar-data.js').Bar} */ bar, /** @type {string} */ id) => {
    const found = bar.parts.find((candidate) => candidate.id === id);
    return found ? formatNumber(found.value, host.locale) : '0';
  };
  return html`<details class="as-table">
    <summary>${host.t('chart-as-table')}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${host.t('chart-as-table')}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">${host.t(`chart-by-${host.folds.split}`)} (B)</th>
            ${list.map((_, index) => html`<th scope="col"><b>${letter(index)}</b> ${host.runName(index)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${ids.map(
            (id) =>
              html`<tr>
                <th scope="row">${part(id)}</th>
                ${list.map((bar) => html`<td>${cell(bar, id)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** @param {RedoLab} host */
function differences(host) {
  const { runs } = host.report;
  const columns = Array.from({ length: host.variantCount }, (_, index) => index);
  const known = [...new Set(runs.flatMap((/** @type {any} */ run) => Object.keys(run.metrics)))];
  const first = FIRST_METRICS.filter((name) => known.includes(name));
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
    <p class="note">${host.t('differences-note')}</p>
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
  return html`<tr role="row">
    <th scope="row" role="rowheader">
      ${metricName(host, name)} ${metric.unit ? html`<span class="unit">${host.unit(metric.unit)}</span>` : nothing}
      <span class="kind ${metric.kind}" title=${host.t(`kind-${metric.kind}-text`)}>${host.t(`kind-${metric.kind}`)}</span>
    </th>
    ${Array.from({ length: host.variantCount }, (_, index) => {
      const run = runs[index];
      const ratio = ratios?.[index];
      const shows = index > 0 && typeof ratio === 'number' && ratio !== 1;
      return html`<td role="cell" data-letter=${letter(index)} class=${index > 0 && ratio === 1 ? 'same' : ''}>
        <span class="number">${cellText(host, name, run?.metrics[name])}</span>
        ${shows ? html`<span class="ratio">${host.t('ratio-of-a', { ratio: formatRatio(ratio, host.locale) })}</span>` : nothing}
      </td>`;
    })}
  </tr>`;
}

/**
 * @param {RedoLab} host
 * @param {string} name
 */
function metricName(host, name) {
  const known = host.texts.find(`metric-${name}`);
  if (known) return known;
  const [head, ...tail] = name.split('.');
  const base = host.texts.find(`metric-${head}`) ?? words(head);
  return tail.length ? html`${base} <code>${tail.join('.')}</code>` : base;
}

/**
 * @param {RedoLab} host
 * @param {string} name
 * @param {any} metric
 */
function cellText(host, name, metric) {
  if (!metric) return '–';
  if (name === 'replica_identical') return host.t(metric.value === 1 ? 'yes' : 'no');
  return typeof metric.value === 'number' ? formatNumber(metric.value, host.locale) : metric.value;
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

/** Up to this size a variant is built again at once for stage and inspector; above, only when asked for. */
const LOOK_AT_ONCE_ROWS = 200000;

/**
 * The stage and the inspector for one variant.
 * @param {RedoLab} host
 */
function insideView(host) {
  const { report, folds } = host;
  const smallEnough = report.runs.every((/** @type {any} */ run) => Number(run.params.rows) <= LOOK_AT_ONCE_ROWS);
  if (folds.looking === null && smallEnough) folds.looking = 0;
  const look = (/** @type {number} */ index) => {
    folds.looking = index;
    host.requestUpdate();
  };
  if (folds.looking !== null) {
    Promise.all([import('./stage.js'), import('./inspector.js')]).catch((error) => host.fail(error));
  }
  const experiment = host.reportOf;
  const shared = { engine: host.engine, texts: host.texts };
  return html`
    <div role="group" class="card" aria-labelledby="stage-title">
      <div class="section-head">
        <h3 id="stage-title">${host.t('stage-title')}</h3>
        <div class="segmented" role="group" aria-label=${host.t('stage-open')}>
          ${report.runs.map(
            (/** @type {any} */ _, /** @type {number} */ index) =>
              html`<button
                aria-pressed=${folds.looking === index}
                aria-label="${host.t('stage-load', { letter: letter(index) })}"
                title=${host.runName(index)}
                @click=${() => look(index)}
              >
                ${letter(index)}
              </button>`,
          )}
        </div>
      </div>
      <p class="note">${host.t('stage-note')}</p>
      ${
        folds.looking === null
          ? html`<p>
              ${report.runs.map((/** @type {any} */ _, /** @type {number} */ index) => html`<button @click=${() => look(index)}>${host.t('stage-load', { letter: letter(index) })}</button> `)}
            </p>`
          : html`<redo-lab-stage
              .engine=${shared.engine}
              .texts=${shared.texts}
              .experiment=${experiment}
              .runIndex=${folds.looking}
              .name=${host.runName(folds.looking)}
            ></redo-lab-stage>`
      }
    </div>
    ${
      folds.looking === null
        ? nothing
        : html`<div role="group" class="card" aria-labelledby="inspector-title">
            <div class="section-head"><h3 id="inspector-title">${host.t('inspector-title')}</h3></div>
            <p class="note">${host.t('inspector-note')}</p>
            <redo-lab-inspector
              .engine=${shared.engine}
              .texts=${shared.texts}
              .experiment=${experiment}
              .runIndex=${folds.looking}
              .encoding=${report.runs[folds.looking].params.encoding}
              .encodings=${host.description?.parameters.find((p) => p.name === 'encoding')?.choices.map((c) => c.value) ?? []}
            ></redo-lab-inspector>
          </div>`
    }
  `;
}
