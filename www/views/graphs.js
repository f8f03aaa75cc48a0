/**
 * The transactions of a run one by one: which waits for which, where each stands at the moment, and all that is known of one.
 *
 * The moment is that of the lanes: stepping here moves them, and they move this.
 *
 * Events: `seek` (`detail.time`).
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/graphs.css?inline';
import { activityColour, activityStrokes, causeActivity, CAUSES, pattern } from '../charts/colours.js';
import '../charts/graph.js';
import { SIGNS } from '../charts/graph.js';
import { letter } from '../state/experiment.js';
import { formatDuration, formatNumber } from '../state/format.js';
import { nextChange } from '../state/times.js';
import { momentsOf, pageAt, parentOf, statusAt, tally } from '../state/transactions.js';

/** @typedef {import('../state/transactions.js').TransactionLog} TransactionLog */
/** @typedef {import('../state/transactions.js').Status} Status */

/** Rows of a page. */
const PAGE_ROWS = 32;

/** From this width on two variants stand side by side. */
const BESIDE = '(min-width: 900px)';

export class RedoLabGraphs extends LitElement {
  static properties = {
    report: { attribute: false },
    texts: { attribute: false },
    names: { attribute: false },
    time: { attribute: false },
    shown: { state: true },
    by: { state: true },
    first: { state: true },
    selected: { state: true },
    spoken: { state: true },
  };

  static styles = [unsafeCSS(base), unsafeCSS(styles)];

  constructor() {
    super();
    /** @type {any} */
    this.report = null;
    /** @type {import('../locales/texts.js').Texts | null} */
    this.texts = null;
    /** What the variants are called. @type {string[]} */
    this.names = [];
    this.time = 0;
    /** Positions of the variants on show. @type {number[]} */
    this.shown = [];
    /** Whether a reader chose them. */
    this.toggled = false;
    /** @type {'steps' | 'time'} */
    this.by = 'steps';
    this.first = 0;
    /** Position of the chosen transaction in the logs; -1 for none. */
    this.selected = -1;
    this.spoken = '';
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('report') || !this.report) return;
    const able = this.able();
    const kept = this.toggled ? this.shown.filter((index) => able.includes(index)) : [];
    this.shown = kept.length ? kept : able.slice(0, matchMedia(BESIDE).matches ? 2 : 1);
    this.first = Math.max(0, Math.min(this.first, this.longest() - 1));
    this.selected = Math.min(this.selected, this.longest() - 1);
  }

  /** Positions of the runs that tell of transactions. */
  able() {
    const runs = /** @type {any[]} */ (this.report.runs);
    return runs.flatMap((run, index) => (run.transactions?.sequence_number.length ? [index] : []));
  }

  /** @param {number} index @returns {TransactionLog} */
  log(index) {
    return this.report.runs[index].transactions;
  }

  longest() {
    return Math.max(1, ...this.shown.map((index) => this.log(index).sequence_number.length));
  }

  get page() {
    return { first: this.first, count: PAGE_ROWS };
  }

  /**
   * @param {string} id
   * @param {import('../locales/texts.js').Arguments} [args]
   */
  t(id, args) {
    return this.texts?.text(id, args) ?? id;
  }

  /** @param {number} value */
  number(value) {
    return formatNumber(value, this.texts?.lang ?? 'en');
  }

  /** @param {number | null} time */
  exact(time) {
    return time === null || time === undefined ? '–' : `${this.number(time)} ${this.t('unit-us')}`;
  }

  /** Every moment at which some transaction on show changes. */
  moments() {
    const all = this.shown.flatMap((index) => momentsOf(this.log(index), this.page));
    return [...new Set(all)].sort((a, b) => a - b);
  }

  /** @param {number} step */
  step(step) {
    this.seek(nextChange(this.moments(), this.time, step));
  }

  /** @param {number} time */
  seek(time) {
    this.time = time;
    this.dispatchEvent(new CustomEvent('seek', { detail: { time } }));
    this.spoken = `${formatDuration(time, this.texts?.lang ?? 'en')}. ${this.shown.map((index) => this.tallyText(index)).join(' ')}`;
  }

  /** @param {number} index */
  tallyText(index) {
    const parts = tally(this.log(index), this.page, this.time).map(({ status, count }) =>
      this.t('graph-tally', { status: this.t(`status-${status}`), count: this.number(count) }),
    );
    return `${letter(index)}: ${parts.join(', ')}.`;
  }

  /** @param {number} index @param {number} variant */
  choose(index, variant) {
    this.selected = index;
    if (index < this.first || index >= this.first + PAGE_ROWS) this.turn(index - Math.floor(PAGE_ROWS / 2));
    const log = this.log(variant);
    this.spoken = this.rowText(log, index, statusAt(log, index, this.time));
  }

  /** @param {number} first */
  turn(first) {
    this.first = Math.max(0, Math.min(first, this.longest() - PAGE_ROWS));
  }

  /** @param {number} index */
  toggle(index) {
    const on = this.shown.includes(index);
    if (on && this.shown.length === 1) return;
    this.toggled = true;
    this.shown = on ? this.shown.filter((other) => other !== index) : [...this.shown, index].sort((a, b) => a - b);
  }

  render() {
    if (!this.report || !this.texts || !this.shown.length) return nothing;
    return html`
      <div class="section-head">
        <h4>${this.t('graph-title')}</h4>
        ${this.renderChoices()}
      </div>
      <p class="note">${this.t(`graph-note-${this.by}`)}</p>
      ${this.renderLegend()} ${this.renderControls()}
      <div class="graphs">${this.shown.map((index) => this.renderGraph(index))}</div>
      <p class="sr-only" role="status" aria-live="polite">${this.spoken}</p>
    `;
  }

  renderChoices() {
    const able = this.able();
    const by = (/** @type {'steps' | 'time'} */ value) =>
      html`<button aria-pressed=${this.by === value} @click=${() => (this.by = value)}>${this.t(`graph-by-${value}`)}</button>`;
    return html`<div class="choices">
      ${
        able.length > 1
          ? html`<div class="segmented" role="group" aria-label=${this.t('graph-variants')}>
              <span class="segmented-label">${this.t('graph-variants')}</span>
              ${able.map(
                (index) =>
                  html`<button
                    aria-pressed=${this.shown.includes(index)}
                    aria-label=${this.t('variant-n', { letter: letter(index) })}
                    title=${this.names[index] ?? ''}
                    @click=${() => this.toggle(index)}
                  >
                    ${letter(index)}
                  </button>`,
              )}
            </div>`
          : nothing
      }
      <div class="segmented" role="group" aria-label=${this.t('graph-by')}>
        <span class="segmented-label">${this.t('graph-by')}</span>${by('steps')}${by('time')}
      </div>
    </div>`;
  }

  renderLegend() {
    const present = new Set(this.shown.flatMap((index) => this.log(index).waited_for));
    const byTime = this.by === 'time';
    const causes = CAUSES.filter((cause) => present.has(cause) && !(byTime && cause === 'nothing'));
    const stands = /** @type {Status[]} */ (['waiting', 'applying', 'ordering', 'done']);
    return html`<div class="legends">
      ${
        byTime
          ? html`<ul class="legend" aria-label=${this.t('graph-stretches')}>
              ${['execute', 'commit', 'apply'].map((name) => html`<li>${this.renderSwatch(name)}${this.t(`stretch-${name}`)}</li>`)}
            </ul>`
          : nothing
      }
      <ul class="legend" aria-label=${this.t('graph-causes')}>
        <li class="legend-name" aria-hidden="true">${this.t('graph-causes')}:</li>
        ${causes.map((cause) => html`<li>${this.renderSwatch(causeActivity(cause))}${this.t(`cause-${cause}`)}</li>`)}
      </ul>
      <ul class="legend quiet" aria-label=${this.t('graph-statuses')}>
        ${stands.map((status) => html`<li><span class="sign" aria-hidden="true">${SIGNS[status]}</span>${this.t(`status-${status}`)}</li>`)}
      </ul>
    </div>`;
  }

  /** @param {string} activity */
  renderSwatch(activity) {
    if (activity === 'commit') return html`<span class="line-swatch" aria-hidden="true"></span>`;
    const id = `cause-${activity}`;
    return html`<svg class="swatch" width="14" height="14" aria-hidden="true">
      <defs>${pattern(id, activityColour(activity), activityStrokes(activity))}</defs>
      <rect width="14" height="14" rx="3" fill="url(#${id})"></rect>
    </svg>`;
  }

  renderControls() {
    const total = this.longest();
    const last = Math.min(this.first + PAGE_ROWS, total);
    const moments = this.moments();
    const button = (
      /** @type {string} */ sign,
      /** @type {string} */ id,
      /** @type {() => void} */ action,
      /** @type {boolean} */ disabled,
    ) => html`<button @click=${action} aria-label=${this.t(id)} title=${this.t(id)} ?disabled=${disabled}>${sign}</button>`;
    const toMoment = () => this.turn(pageAt(this.log(this.shown[0]), PAGE_ROWS, this.time));
    return html`<div class="controls" role="group" aria-label=${this.t('graph-controls')}>
      <span class="steps" dir="ltr">
        ${button('◂', 'graph-back', () => this.step(-1), !moments.length || this.time <= moments[0])}
        <span class="number">${this.t('readout-at', { time: formatDuration(this.time, this.texts?.lang ?? 'en') })}</span>
        ${button('▸', 'graph-forward', () => this.step(1), !moments.length || this.time >= moments[moments.length - 1])}
      </span>
      ${
        total > PAGE_ROWS
          ? html`<span class="pages">
              ${button('↑', 'graph-earlier', () => this.turn(this.first - PAGE_ROWS), this.first === 0)}
              <span
                >${this.t('graph-page', { first: this.number(this.first + 1), last: this.number(last), total: this.number(total) })}</span
              >
              ${button('↓', 'graph-later', () => this.turn(this.first + PAGE_ROWS), last >= total)}
              <button @click=${toMoment}>${this.t('graph-to-moment')}</button>
            </span>`
          : nothing
      }
    </div>`;
  }

  /** @param {number} index */
  renderGraph(index) {
    const log = this.log(index);
    const name = this.names[index] ?? '';
    const words = {
      label: this.t('graph-of', { letter: letter(index), name }),
      hint: this.t('graph-hint'),
      group: this.t('graph-group'),
      number: (/** @type {number} */ value) => this.number(value),
      tick: (/** @type {number} */ value) =>
        this.by === 'time' ? formatDuration(value, this.texts?.lang ?? 'en') : this.number(value),
      row: (/** @type {number} */ row, /** @type {Status} */ status) => this.rowText(log, row, status),
    };
    return html`<section aria-label=${words.label}>
      <h5>
        <b class="letter">${letter(index)}</b> ${name}
        <span class="tally">${this.tallyText(index).replace(/^\w+: /, '')}</span>
      </h5>
      <redo-lab-graph
        .log=${log}
        .page=${this.page}
        .by=${this.by}
        .time=${this.time}
        .selected=${this.selected}
        .words=${words}
        @choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail.index, index)}
        @seek=${(/** @type {CustomEvent} */ event) => this.seek(event.detail.time)}
      ></redo-lab-graph>
      ${this.renderDetail(log, index)}
    </section>`;
  }

  /**
   * @param {TransactionLog} log
   * @param {number} index
   * @param {Status} status
   */
  rowText(log, index, status) {
    const last = log.last_committed[index];
    return this.t(last ? 'graph-row' : 'graph-row-free', {
      sequence: this.number(log.sequence_number[index]),
      last: this.number(last),
      group: this.number(log.group[index]),
      status: this.t(`status-${status}`),
      cause: this.t(`cause-${log.waited_for[index] ?? 'nothing'}`),
    });
  }

  /**
   * All that is known of the chosen transaction.
   * @param {TransactionLog} log
   * @param {number} variant
   */
  renderDetail(log, variant) {
    const index = this.selected;
    if (index < 0 || index >= log.sequence_number.length) return html`<p class="note">${this.t('graph-choose')}</p>`;
    const parent = parentOf(log, index);
    const last = log.last_committed[index];
    const rows = log.rows[index] ?? [];
    const cause = log.waited_for[index];
    const line = (/** @type {string} */ id, /** @type {unknown} */ value) =>
      html`<div>
        <dt>${this.t(id)}</dt>
        <dd>${value}</dd>
      </div>`;
    const parentLink =
      parent < 0
        ? html`<span class="number">${this.number(last)}</span>`
        : html`<button class="link number" @click=${() => this.choose(parent, variant)}>${this.number(last)}</button>`;
    const times = /** @type {const} */ (['started', 'prepared', 'committed', 'apply_from', 'apply_to', 'replica_committed']);
    return html`<div class="detail" role="group" aria-label=${this.t('graph-detail')}>
      <p>
        ${this.t(last ? 'detail-waits' : 'detail-free', { sequence: this.number(log.sequence_number[index]), last: this.number(last) })}
        ${cause ? this.t(`detail-cause-${cause}`) : ''}
      </p>
      <dl>
        <div>
          <dt><code>sequence_number</code></dt>
          <dd class="number">${this.number(log.sequence_number[index])}</dd>
        </div>
        <div>
          <dt><code>last_committed</code></dt>
          <dd>${parentLink}</dd>
        </div>
        ${line('detail-group', html`<span class="number">${this.number(log.group[index])}</span>`)}
        ${line('detail-session', html`<span class="number">${this.number(log.session[index])}</span>`)}
        ${line('detail-step', html`<span class="number">${this.number(log.step[index])}</span>`)}
        ${line('detail-worker', html`<span class="number">${log.worker[index] === null ? '–' : this.number(log.worker[index])}</span>`)}
        ${log.retries[index] ? line('detail-retries', html`<span class="number">${this.number(log.retries[index])}</span>`) : nothing}
        ${times.map((name) => line(`detail-${name}`, html`<span class="number">${this.exact(log[name][index])}</span>`))}
        <div class="wide">
          <dt>${this.t('detail-rows')}</dt>
          <dd>${rows.length ? rows.map((row) => html`<code>${row}</code> `) : this.t('detail-rows-unknown')}</dd>
        </div>
      </dl>
    </div>`;
  }
}

if (!customElements.get('redo-lab-graphs')) customElements.define('redo-lab-graphs', RedoLabGraphs);
