/**
 * The stage of the lab on the global binlog: where every transaction is at the moment, who holds the merge back, where memory is,
 * and all that is known of one transaction.
 *
 * The moment is that of the lanes: stepping here moves them, and they move this.
 *
 * Events: `seek` (`detail.time`); `back`, to the moment where a reader starts; `watch` (`detail.time`), when a reader wants the
 * transactions of another moment, which takes another run.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import blocks from '../styles/order-blocks.css?inline';
import styles from '../styles/order-view.css?inline';
import { KINDS } from '../charts/order.js';
import { letter } from '../state/experiment.js';
import { formatDuration, formatNumber, formatQuantity } from '../state/format.js';
import { indexOf, stageAt, storyOf, undrawn, waitedFor } from '../state/order.js';
import { nextChange, sampleAt } from '../state/times.js';
import { detailView } from './order-detail.js';

/** @typedef {import('../state/order.js').OrderLog} OrderLog */
/** @typedef {import('../charts/order-layout.js').Block} Block */

/** Places in memory, in the order in which a transaction passes them. */
const MEMORY = ['receiving', 'holes', 'queued', 'sending'];

/** The series of memory, and which column it belongs to. */
const MEMORY_OF = /** @type {const} */ ({ sort: 'memory.holes', queue: 'memory.queued', tape: 'memory.sending' });

/** Marks of blocks that differ in where their transaction is. */
const MARKS = ['log', 'open', 'held', 'next', 'way', 'spilled'];

/** From this width on two variants are shown. */
const ROOMY = '(min-width: 900px)';

export class RedoLabOrderView extends LitElement {
  static properties = {
    report: { attribute: false },
    texts: { attribute: false },
    names: { attribute: false },
    time: { attribute: false },
    watchable: { attribute: false },
    shown: { state: true },
    chosen: { state: true },
    spoken: { state: true },
  };

  static styles = [unsafeCSS(base), unsafeCSS(blocks), unsafeCSS(styles)];

  constructor() {
    super();
    /** @type {any} */
    this.report = null;
    /** @type {import('../locales/texts.js').Texts | null} */
    this.texts = null;
    /** What the variants are called. @type {string[]} */
    this.names = [];
    this.time = 0;
    /** Whether transactions of another moment can be asked for. */
    this.watchable = false;
    /** Positions of the variants on show. @type {number[]} */
    this.shown = [];
    /** Whether a reader chose them. */
    this.toggled = false;
    /** The chosen transaction: of which variant, and its position in the log. @type {{ run: number, index: number } | null} */
    this.chosen = null;
    this.spoken = '';
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('report') || !this.report) return;
    const able = this.able();
    const kept = this.toggled ? this.shown.filter((index) => able.includes(index)) : [];
    this.shown = kept.length ? kept : able.slice(0, matchMedia(ROOMY).matches ? 2 : 1);
    if (this.chosen && !(this.chosen.index < (this.report.runs[this.chosen.run]?.order?.transaction.length ?? 0)))
      this.chosen = null;
  }

  /** Positions of the runs that tell of the order. */
  able() {
    const runs = /** @type {any[]} */ (this.report.runs);
    return runs.flatMap((run, index) => (run.order?.transaction.length ? [index] : []));
  }

  /** @param {number} run @returns {OrderLog} */
  log(run) {
    return this.report.runs[run].order;
  }

  get locale() {
    return this.texts?.lang ?? 'en';
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
    return formatNumber(value, this.locale);
  }

  /** @param {number | null | undefined} time in microseconds */
  exact(time) {
    return time === null || time === undefined ? '–' : `${this.number(time)} ${this.t('unit-us')}`;
  }

  /** Every moment at which something moves on the stages on show. */
  moments() {
    const all = this.shown.flatMap((run) => indexOf(this.log(run)).moments);
    return [...new Set(all)].sort((a, b) => a - b);
  }

  /** @param {number} step */
  step(step) {
    this.time = nextChange(this.moments(), this.time, step);
    this.dispatchEvent(new CustomEvent('seek', { detail: { time: this.time } }));
    const told = this.shown.map((run) => `${letter(run)}: ${this.story(run).text}`);
    this.spoken = `${formatDuration(this.time, this.locale)}. ${told.join(' ')}`;
  }

  /** @param {number} run */
  toggle(run) {
    const on = this.shown.includes(run);
    if (on && this.shown.length === 1) return;
    this.toggled = true;
    this.shown = on ? this.shown.filter((other) => other !== run) : [...this.shown, run].sort((a, b) => a - b);
  }

  render() {
    if (!this.report || !this.texts || !this.shown.length) return nothing;
    return html`
      <div class="section-head">
        <h4>${this.t('order-title')}</h4>
        ${this.renderChoices()}
      </div>
      <p class="note">${this.t('order-note')}</p>
      ${this.renderLegend()} ${this.renderControls()} ${this.renderOutside()} ${this.shown.map((run) => this.renderRun(run))}
      <p class="sr-only" role="status" aria-live="polite">${this.spoken}</p>
    `;
  }

  renderChoices() {
    const able = this.able();
    if (able.length < 2) return nothing;
    return html`<div class="segmented" role="group" aria-label=${this.t('order-variants')}>
      <span class="segmented-label">${this.t('order-variants')}</span>
      ${able.map(
        (run) =>
          html`<button
            aria-pressed=${this.shown.includes(run)}
            aria-label=${this.t('variant-n', { letter: letter(run) })}
            title=${this.names[run] ?? ''}
            @click=${() => this.toggle(run)}
          >
            ${letter(run)}
          </button>`,
      )}
    </div>`;
  }

  renderLegend() {
    const present = new Set(this.shown.flatMap((run) => this.log(run).kind));
    const spilled = this.shown.some((run) => this.log(run).part_spilled.some(Boolean));
    const marks = MARKS.filter((mark) => mark !== 'spilled' || spilled);
    return html`<div class="legends">
      <ul class="legend" aria-label=${this.t('order-kinds')}>
        ${KINDS.filter((kind) => present.has(kind)).map(
          (kind) => html`<li><i class="key block ${kind}" aria-hidden="true"></i>${this.t(`order-kind-${kind}`)}</li>`,
        )}
      </ul>
      <ul class="legend quiet" aria-label=${this.t('order-marks')}>
        ${marks.map(
          (mark) =>
            html`<li><i class="key block distributed ${mark}" aria-hidden="true"></i>${this.t(`order-mark-${mark}`)}</li>`,
        )}
      </ul>
    </div>`;
  }

  renderControls() {
    const moments = this.moments();
    const button = (
      /** @type {string} */ sign,
      /** @type {string} */ id,
      /** @type {number} */ step,
      /** @type {boolean} */ disabled,
    ) =>
      html`<button @click=${() => this.step(step)} aria-label=${this.t(id)} title=${this.t(id)} ?disabled=${disabled}>
        ${sign}
      </button>`;
    return html`<div class="controls" role="group" aria-label=${this.t('order-controls')}>
      <span class="steps" dir="ltr">
        ${button('◂', 'order-back', -1, !moments.length || this.time <= moments[0])}
        <span class="number">${this.t('readout-at', { time: this.exact(this.time) })}</span>
        ${button('▸', 'order-forward', 1, !moments.length || this.time >= moments[moments.length - 1])}
      </span>
    </div>`;
  }

  /** What to do where no transaction on show moves any more, or yet: they are those of a stretch. */
  renderOutside() {
    const outside = this.shown.every((run) => ['before', 'past'].includes(this.story(run).id));
    if (!outside) return nothing;
    const send = (/** @type {string} */ name) => () =>
      this.dispatchEvent(new CustomEvent(name, { detail: { time: this.time } }));
    const time = formatDuration(this.time, this.locale);
    return html`<p class="outside">
      <button @click=${send('back')}>${this.t('times-back')}</button>
      ${this.watchable ? html`<button @click=${send('watch')}>${this.t('times-watch', { time })}</button>` : nothing}
    </p>`;
  }

  /** What goes on in a run at the moment. @param {number} run */
  story(run) {
    const log = this.log(run);
    const stage = stageAt(log, this.time);
    const waited = waitedFor(this.report.runs[run].timeline, this.time);
    const { id, node, transaction, count, parts, beats, waits } = storyOf(log, stage, waited);
    const { moments } = indexOf(log);
    const many = beats
      ? count === 1
        ? 'heartbeat'
        : 'heartbeats'
      : `${count === 1 ? 'one' : 'many'}${parts > count ? '-parts' : ''}`;
    const numbers = { number: this.number(count), parts: this.number(parts) };
    const told = this.t(`order-story-${id}`, {
      from: formatDuration(moments[0], this.locale),
      to: formatDuration(moments[moments.length - 1], this.locale),
      node: this.number(node),
      transaction: transaction < 0 ? '' : this.number(log.transaction[transaction]),
      count,
      ...numbers,
      waiting: this.t('order-waiting', { many, ...numbers }),
      waits: waits ? 'yes' : 'no',
    });
    const missing = this.missing(run, stage, moments[0]);
    // What tells of all queues is only true where all that is in them is drawn.
    const text =
      missing && ['next', 'reading', 'quiet', 'before'].includes(id) ? missing : [told, missing].filter(Boolean).join(' ');
    return { id, stage, waited, text, waits };
  }

  /**
   * What is said of transactions that are in memory and not drawn.
   * @param {number} run
   * @param {import('../state/order.js').Stage} stage
   * @param {number} first moment of those that are
   */
  missing(run, stage, first) {
    const log = this.log(run);
    const held = (this.valueOf(run, 'memory.queued') ?? 0) + (this.valueOf(run, 'memory.holes') ?? 0);
    const bytes = undrawn(log, stage, held, this.report.runs[run].params.expansion_pct ?? 100);
    if (!bytes) return '';
    const later = log.part_prepared.every((at) => at < this.time) ? 'yes' : 'no';
    const size = formatQuantity(bytes, 'B', this.locale, true);
    return this.t('order-undrawn', { moment: formatDuration(first, this.locale), bytes: size, later });
  }

  /** @param {number} run */
  renderRun(run) {
    const log = this.log(run);
    const { stage, waited, text, waits } = this.story(run);
    const name = this.names[run] ?? '';
    const params = this.report.runs[run].params;
    const selected = this.chosen?.run === run ? this.chosen.index : -1;
    const words = this.wordsOf(run, stage, waited);
    return html`<section aria-label=${words.label}>
      <h5><b class="letter">${letter(run)}</b> ${name}</h5>
      <p class="story ${waits ? 'waits' : ''}">${text}</p>
      <redo-lab-order
        .log=${log}
        .stage=${stage}
        .waited=${waited}
        .group=${params.merge_group ?? 8}
        .selected=${selected}
        .words=${words}
        @choose=${(/** @type {CustomEvent} */ event) => this.choose(run, event.detail.index)}
      ></redo-lab-order>
      ${this.renderMemory(run)} ${selected < 0 ? nothing : detailView(this, log, selected)}
    </section>`;
  }

  /** @param {number} run @param {number} index */
  choose(run, index) {
    const same = this.chosen?.run === run && this.chosen.index === index;
    this.chosen = same ? null : { run, index };
  }

  /**
   * @param {number} run
   * @param {import('../state/order.js').Stage} stage
   * @param {number[]} waited
   * @returns {import('../charts/order.js').Words}
   */
  wordsOf(run, stage, waited) {
    const log = this.log(run);
    const { swap } = this.report.runs[run].params;
    const place = (/** @type {Block} */ { place: where, part }) =>
      this.t(
        where === 'ready' && log.part_spilled[part]
          ? `order-place-spilling${swap === 'force' ? '-all' : ''}`
          : `order-place-${where}`,
      );
    return {
      label: this.t('order-of', { letter: letter(run), name: this.names[run] ?? '' }),
      hint: this.t('order-hint'),
      node: (node, idle) => this.t(idle ? 'order-node-idle' : 'order-node', { number: this.number(node) }),
      column: (name) => this.t(`order-column-${name}`),
      short: (name) => this.t(`order-short-${name}`),
      memory: Object.fromEntries(
        Object.entries(MEMORY_OF).map(([column, name]) => {
          const value = this.valueOf(run, name);
          const bytes = value === null ? '' : formatQuantity(value, 'B', this.locale, true);
          return [column, bytes && column === 'tape' ? this.t('order-unwritten', { bytes }) : bytes];
        }),
      ),
      number: (value) => this.number(value),
      waits: this.t('order-waits'),
      waitsShort: this.t('order-waits-short'),
      block: (block) =>
        this.t(block.part < 0 ? 'order-block-whole' : 'order-block', {
          transaction: this.number(log.transaction[block.transaction]),
          kind: this.t(`order-kind-${log.kind[block.transaction]}`),
          node: block.part < 0 ? '' : this.number(log.part_node[block.part]),
          size: block.part < 0 ? '' : formatQuantity(log.part_bytes[block.part], 'B', this.locale, true),
          place: place(block),
        }),
      row: (row) => {
        const node = stage.nodes[row];
        if (!node) return this.t('order-row-tape', { written: stage.written.length, way: stage.way.length });
        const counts = { log: node.log.length, open: node.open.length, held: node.held.length + node.ready.length };
        const waits = waited.includes(node.node) ? 'yes' : 'no';
        return this.t('order-row', { number: this.number(node.node), ...counts, queue: node.queue.length, waits });
      },
      empty: this.t('order-tape-empty'),
    };
  }

  /** What a series of a run says at the moment. @param {number} run @param {string} name @returns {number | null} */
  valueOf(run, name) {
    const series = this.report.runs[run].series?.[name];
    const at = series ? sampleAt(series, this.time) : -1;
    return at < 0 ? null : series.y[at];
  }

  /** Where memory is at the moment, as one bar, with the thresholds. @param {number} run */
  renderMemory(run) {
    const { params, series } = this.report.runs[run];
    const total = series?.memory;
    if (!total?.x.length || !params.memory_bytes) return nothing;
    const peak = total.y.reduce((/** @type {number} */ most, /** @type {number} */ y) => Math.max(most, y), 0);
    const limit = params.memory_bytes;
    // A limit far above everything would leave nothing to see: the bar then ends at the peak.
    const near = peak > limit / 5;
    const full = (near ? Math.max(limit, peak) : peak) * 1.02 || 1;
    const parts = MEMORY.map((place) => ({ place, bytes: this.valueOf(run, `memory.${place}`) ?? 0 }));
    const bytes = (/** @type {number} */ value) => formatQuantity(value, 'B', this.locale, true);
    const marks = near && params.swap !== 'off' ? ['persist_new_threshold_pct', 'persist_all_threshold_pct'] : [];
    const now = this.valueOf(run, 'memory');
    return html`<div class="memory" role="group" aria-label=${this.t('order-memory')}>
      <p>
        <b>${this.t('order-memory')}</b> <span class="number">${now === null ? '–' : bytes(now)}</span>
        <span class="aside"
          >${this.t(near ? 'order-memory-limit' : 'order-memory-far', { limit: bytes(limit), peak: bytes(peak) })}</span
        >
      </p>
      <div class="bar" dir="ltr" aria-hidden="true">
        ${parts.map(({ place, bytes: held }) => html`<i class="${place}" style="width:${(held / full) * 100}%"></i>`)}
        ${marks.map(
          (name) =>
            html`<u class="mark" style="left:${((limit * params[name]) / 100 / full) * 100}%" title=${params[name]}></u>`,
        )}
        ${near ? html`<u class="mark limit" style="left:${(limit / full) * 100}%"></u>` : nothing}
      </div>
      <ul class="legend quiet">
        ${parts.map(
          ({ place, bytes: held }) =>
            html`<li>
              <i class="key ${place}" aria-hidden="true"></i>${this.t(`order-memory-${place}`)}
              <span class="number">${bytes(held)}</span>
            </li>`,
        )}
        ${marks.length ? html`<li><u class="key mark" aria-hidden="true"></u>${this.t('order-memory-thresholds', { new: params.persist_new_threshold_pct, all: params.persist_all_threshold_pct })}</li>` : nothing}
      </ul>
    </div>`;
  }
}

if (!customElements.get('redo-lab-order-view')) customElements.define('redo-lab-order-view', RedoLabOrderView);
