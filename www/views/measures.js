/**
 * The main chart of a lab: bars of one measure, one a variant, and the same numbers as a table.
 */
import { html, nothing } from 'lit';
import { barsOf, measureBars, shareBars, ticks } from '../charts/bar-data.js';
import { activityColour, activityStrokes, causeActivity, purposeColour, typeColour } from '../charts/colours.js';
import { measuresOf, predictionOf } from '../labs/registry.js';
import { letter } from '../state/experiment.js';
import { formatNumber, formatQuantity, humanForm } from '../state/format.js';
import { roundTicks } from '../state/times.js';
import { metricText, ratioText } from './metric.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */
/** @typedef {import('../labs/registry.js').Measure} Measure */
/** @typedef {import('../charts/bar-data.js').Bar} Bar */

/** @type {{ [colour: string]: (id: string, place: number) => string }} */
const COLOURS = {
  purpose: (id) => purposeColour(id),
  type: (_, place) => typeColour(place),
  activity: (id) => (id === 'other' ? '--activity-other' : activityColour(id)),
  cause: (id) => activityColour(causeActivity(id)),
  stage: (id) => activityColour(stageActivity(id)),
  plain: () => '--rl-accent',
};

/**
 * @param {RedoLab} host
 */
export function measuresView(host) {
  const measures = measuresOf(host.view, host.report);
  // What was asked for comes first.
  const asked = predictionOf(host.view, host.reportOf ?? host.document).metric;
  const measure =
    measures.find(({ id }) => id === host.folds.measure) ?? measures.find(({ metric }) => metric === asked) ?? measures[0];
  if (!measure) return nothing;
  import('../charts/bars.js').catch((error) => host.fail(error));
  const { bars, ids } = host.report ? barsFor(host, measure) : { bars: [], ids: [] };
  const unit = unitOf(host, measure);
  const rows = Array.from({ length: host.variantCount }, (_, index) => barRow(host, measure, bars[index] ?? null, index));
  const exact = (/** @type {number} */ value) => withUnit(host, value, unit);
  const part = (/** @type {string} */ id) => partName(host, measure, id);
  const chartWords = {
    bytes: exact,
    part,
    human: (/** @type {number} */ value) => formatQuantity(value, unit, host.locale, host.view.decimal),
    cursor: (/** @type {any} */ row, /** @type {string} */ name, /** @type {string} */ text) =>
      measure.shares
        ? host.t('chart-share', { letter: row.letter, part: name, share: text })
        : host.t('chart-cursor', { letter: row.letter, part: name, bytes: text, total: row.value }),
    label: measureTitle(host, measure),
    hint: host.t('chart-hint'),
  };
  const binary = unit === 'B' && !host.view.decimal;
  return html`
    <div class="section-head">
      <h4>${measureTitle(host, measure)}</h4>
      ${measures.length > 1 ? measureChoice(host, measure) : nothing}
    </div>
    <redo-lab-bars
      .rows=${rows}
      .ids=${ids}
      .split=${measure.id}
      .colour=${COLOURS[measure.colour]}
      .strokes=${STROKES[measure.colour] ?? null}
      .ticks=${binary ? ticks : decimalTicks}
      .words=${chartWords}
      style="min-height:${rows.length * 42 + (ids.length > 1 ? 92 : 62)}px"
    ></redo-lab-bars>
    ${measure.note ? html`<p class="note">${host.t(measure.note)}</p>` : nothing}
    ${host.report ? barsTable(host, measure, bars, ids, unit) : nothing}
  `;
}

/**
 * The unit of what the bars show.
 * @param {RedoLab} host
 * @param {Measure} measure
 */
function unitOf(host, { metric, shares, parts = [] }) {
  const names = shares ? parts.map((part) => `${metric}.${part}`) : [metric];
  const units = host.report?.runs.flatMap((/** @type {any} */ run) => names.map((name) => run.metrics[name]?.unit));
  return units?.find(Boolean) ?? '';
}

/** What a stage does, as its lanes show it. @param {string} stage */
const stageActivity = (stage) => ({ link: 'read', sort: 'first-level-sort', write: 'write-global-binlog' })[stage] ?? stage;

/** The second sign beside colour, where parts have one. @type {{ [colour: string]: (id: string) => string }} */
const STROKES = {
  cause: (cause) => activityStrokes(causeActivity(cause)),
  stage: (stage) => activityStrokes(stageActivity(stage)),
};

/** @param {number} longest */
const decimalTicks = (longest) => roundTicks(0, longest);

/**
 * @param {RedoLab} host
 * @param {Measure} measure
 * @returns {{ bars: (Bar | null)[], ids: string[] }}
 */
function barsFor(host, measure) {
  if (measure.prefix) return barsOf(host.report, measure.id === 'purpose' ? 'purpose' : 'type');
  if (measure.shares) return shareBars(host.report, measure.metric, measure.parts ?? []);
  return measureBars(host.report, measure.metric, measure.parts ?? []);
}

/**
 * @param {RedoLab} host
 * @param {Measure} measure
 * @param {Bar | null} whole
 * @param {number} index
 */
function barRow(host, measure, whole, index) {
  const run = host.report?.runs[index];
  const ended = run && host.view.ended?.(run, measure.metric);
  const bar = ended && !ended.bar ? null : whole;
  const unit = host.report?.runs[index]?.metrics[measure.metric]?.unit ?? '';
  const spelled = Boolean(bar) && !measure.shares;
  return {
    letter: letter(index),
    name: host.runName(index),
    bar,
    pending: !bar && !ended && host.phase === 'running',
    value: measure.shares
      ? ''
      : bar
        ? [withUnit(host, bar.total, unit), ended && host.t(ended.text)].filter(Boolean).join(', ')
        : ended
          ? host.t(ended.text)
          : host.report?.runs[index] && measure.without
            ? host.t(measure.without)
            : '',
    human:
      bar && spelled
        ? measure.prefix
          ? formatQuantity(bar.total, unit, host.locale)
          : humanForm(bar.total, unit, host.locale, host.view.decimal)
        : '',
    ratio: spelled ? ratioText(host, measure.metric, index) : '',
  };
}

/**
 * @param {RedoLab} host
 * @param {number} value
 * @param {string} unit
 */
function withUnit(host, value, unit) {
  return `${formatNumber(value, host.locale, unit === 'ms' ? 3 : 2)} ${host.unit(unit)}`.trim();
}

/**
 * What the bars show: of the lab on redo bytes always the same, split in another way; of the others, the metric.
 * @param {RedoLab} host
 * @param {Measure} measure
 */
function measureTitle(host, measure) {
  return measure.prefix ? host.t('chart-title') : metricText(host, measure.metric);
}

/**
 * @param {RedoLab} host
 * @param {Measure} measure
 */
function measureChoice(host, measure) {
  const choose = (/** @type {string} */ id) => {
    host.folds.measure = id;
    host.requestUpdate();
  };
  const label = host.t(measure.prefix ? 'chart-by' : 'chart-of');
  return html`<div class="segmented" role="group" aria-label=${label}>
    <span class="segmented-label">${label}</span>
    ${measuresOf(host.view, host.report).map(
      (one) =>
        html`<button aria-pressed=${one === measure} @click=${() => choose(one.id)}>
          ${one.prefix ? host.t(`chart-by-${one.id}`) : metricText(host, one.metric)}
        </button>`,
    )}
  </div>`;
}

/**
 * @param {RedoLab} host
 * @param {Measure} measure
 * @param {string} id
 */
function partName(host, measure, id) {
  if (id === measure.metric) return metricText(host, id);
  if (id === 'other') return host.t('purpose-other');
  return (measure.colour === 'type' ? undefined : host.texts.find(`${measure.colour}-${id}`)) ?? id;
}

/**
 * The bars' data as a table; bars without parts are in the table of differences already.
 * @param {RedoLab} host
 * @param {Measure} measure
 * @param {(Bar | null)[]} list
 * @param {string[]} ids
 * @param {string} unit
 */
function barsTable(host, measure, list, ids, unit) {
  if (!measure.prefix && ids.length < 2) return nothing;
  const cell = (/** @type {Bar | null} */ bar, /** @type {string} */ id) => {
    const found = bar?.parts.find((candidate) => candidate.id === id);
    return found ? formatNumber(found.value, host.locale) : '0';
  };
  return html`<details class="as-table">
    <summary>${host.t('chart-as-table')}</summary>
    <div class="scroll" tabindex="0" role="group" aria-label=${host.t('chart-as-table')}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">${measure.prefix ? host.t(`chart-by-${measure.id}`) : measureTitle(host, measure)} (${unit})</th>
            ${list.map((_, index) => html`<th scope="col"><b>${letter(index)}</b> ${host.runName(index)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${ids.map(
            (id) =>
              html`<tr>
                <th scope="row">${partName(host, measure, id)}</th>
                ${list.map((bar) => html`<td>${cell(bar, id)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
