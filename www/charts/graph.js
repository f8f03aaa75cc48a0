/**
 * The dependency graph of some transactions: a list of rows for the keyboard and the ear, with the picture drawn over it.
 *
 * Up and down choose a row, left and right move the moment from change to change, Enter goes to where the chosen one is applied.
 *
 * Events: `choose` (`detail.index`), `seek` (`detail.time`).
 */
import { LitElement, html, nothing, svg, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/graph.css?inline';
import { nextChange } from '../state/times.js';
import { momentsOf, statusAt } from '../state/transactions.js';
import { activityColour, activityStrokes, causeActivity, pattern } from './colours.js';
import { AXIS_PX, layOut, ROW_PX } from './graph-layout.js';

/** @typedef {import('../state/transactions.js').Status} Status */
/** @typedef {import('./graph-layout.js').Layout} Layout */
/**
 * @typedef {{ label: string, hint: string, group: string, tick: (value: number) => string, number: (value: number) => string,
 *   row: (index: number, status: Status) => string }} Words
 */

/** Room for the numbers on the left and for the groups on the right. */
const WIDE = { left: 104, right: 54 };
const NARROW = { left: 82, right: 40 };
const NARROW_PX = 480;

/** A sign for each status, beside its words. @type {{ [status in Status]: string }} */
export const SIGNS = { before: '·', executing: '○', committing: '◌', waiting: '…', applying: '▸', ordering: '◂', done: '✓' };

/** A block this wide has room for its number. */
const NUMBERED_PX = 30;

export class RedoLabGraph extends LitElement {
  static properties = {
    log: { attribute: false },
    page: { attribute: false },
    by: { attribute: false },
    time: { attribute: false },
    selected: { attribute: false },
    words: { attribute: false },
    width: { state: true },
  };

  static styles = [unsafeCSS(base), unsafeCSS(styles)];

  constructor() {
    super();
    /** @type {import('../state/transactions.js').TransactionLog | null} */
    this.log = null;
    /** @type {import('../state/transactions.js').Page} */
    this.page = { first: 0, count: 0 };
    /** @type {'steps' | 'time'} */
    this.by = 'steps';
    this.time = 0;
    /** Position of the chosen transaction in the log; -1 for none. */
    this.selected = -1;
    /** @type {Words | null} */
    this.words = null;
    this.width = 0;
    /** @type {Layout | null} */
    this.layout = null;
    this.observer = new ResizeObserver(() => this.measure());
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  measure() {
    if (this.clientWidth) this.width = this.clientWidth;
  }

  updated() {
    this.measure();
  }

  get margins() {
    return this.width < NARROW_PX ? NARROW : WIDE;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.log || !['log', 'page', 'by', 'width'].some((name) => changed.has(name))) return;
    const { left, right } = this.margins;
    this.layout = layOut(this.log, this.page, Math.max(80, this.width - left - right), this.by);
  }

  render() {
    const { log, layout, words } = this;
    if (!log || !layout || !words) return nothing;
    const { left, right } = this.margins;
    const active = layout.rows.some(({ index }) => index === this.selected) ? `row-${this.selected}` : nothing;
    return html`<div class="sideways">
      <div
        class="graph"
        role="listbox"
        tabindex="0"
        aria-label="${words.label}. ${words.hint}"
        aria-activedescendant=${active}
        style="width:${layout.width + left + right}px;height:${layout.height}px"
        @keydown=${this.onKey}
      >
        ${layout.bands.map(
          ({ y, height }, place) =>
            html`<div class="band ${place % 2 ? 'odd' : ''}" style="top:${y}px;height:${height}px"></div>`,
        )}
        ${layout.rows.map((row) => this.renderRow(row))} ${this.renderPicture()}
      </div>
    </div>`;
  }

  /** @param {import('./graph-layout.js').Row} row */
  renderRow({ index, y }) {
    const log = /** @type {NonNullable<typeof this.log>} */ (this.log);
    const words = /** @type {Words} */ (this.words);
    const status = statusAt(log, index, this.time);
    const last = log.last_committed[index];
    return html`<div
      class="row ${status}"
      role="option"
      id="row-${index}"
      aria-selected=${index === this.selected}
      aria-setsize=${log.sequence_number.length}
      aria-posinset=${index + 1}
      aria-label=${words.row(index, status)}
      style="top:${y}px;height:${ROW_PX}px"
      @click=${() => this.choose(index)}
    >
      <span class="label" aria-hidden="true" style="width:${this.margins.left - 8}px">
        <span class="sign">${SIGNS[status]}</span><b>${words.number(log.sequence_number[index])}</b
        ><span class="after">${last ? `← ${words.number(last)}` : ''}</span>
      </span>
    </div>`;
  }

  renderPicture() {
    const layout = /** @type {Layout} */ (this.layout);
    const words = /** @type {Words} */ (this.words);
    const { left, right } = this.margins;
    const now = layout.timeX?.(this.time) ?? 0;
    const inside = layout.timeX && now >= 0 && now <= layout.width;
    return html`<svg
      class="picture"
      aria-hidden="true"
      width=${layout.width + right}
      height=${layout.height}
      style="left:${left}px"
    >
      <defs>
        ${this.activities().map((activity) => pattern(`fill-${activity}`, activityColour(activity), activityStrokes(activity)))}
      </defs>
      ${layout.ticks.map(
        ({ x, value }) => svg`<text class="tick" x=${x} y="13" text-anchor="middle">${words.tick(value)}</text>
          ${this.by === 'time' ? svg`<line class="rule" x1=${x} x2=${x} y1=${AXIS_PX} y2=${layout.height}></line>` : nothing}`,
      )}
      <text class="tick" x=${layout.width + right - 2} y="13" text-anchor="end">${words.group}</text>
      ${layout.bands.map(({ group, y }) => svg`<text class="group" x=${layout.width + right - 2} y=${y + 15} text-anchor="end">${words.number(group)}</text>`)}
      ${this.renderLinks()} ${layout.rows.map((row) => (this.by === 'steps' ? this.renderStep(row) : this.renderLife(row)))}
      ${
        inside
          ? svg`<rect class="future" x=${now} y=${AXIS_PX} width=${Math.max(0, layout.width - now)} height=${layout.height - AXIS_PX}></rect>
            <line class="now" x1=${now} x2=${now} y1=${AXIS_PX} y2=${layout.height}></line>`
          : nothing
      }
    </svg>`;
  }

  /** The activities whose colours this picture uses. */
  activities() {
    const log = /** @type {NonNullable<typeof this.log>} */ (this.log);
    const rows = /** @type {Layout} */ (this.layout).rows;
    const causes = rows.map(({ index }) => causeActivity(log.waited_for[index]));
    return [...new Set([...causes, 'apply', 'execute'])];
  }

  /** Lines between transactions; those of the chosen one come last and stand out. */
  renderLinks() {
    const { selected, log } = this;
    const { links } = /** @type {Layout} */ (this.layout);
    const touches = (/** @type {{ index: number, parent: number }} */ { index, parent }) =>
      index === selected || parent === selected;
    // By time, every line would cross the lives of others: only what is asked about is drawn.
    const drawn = this.by === 'steps' ? links : links.filter(touches);
    return drawn
      .toSorted((a, b) => Number(selected >= 0 && touches(a)) - Number(selected >= 0 && touches(b)))
      .map((link) => {
        const chosen = selected >= 0 && touches(link);
        const held = log?.waited_for[link.index] === 'dependency';
        return svg`<path class="link ${held ? 'held' : ''} ${chosen ? 'chosen' : ''} ${link.parent < 0 ? 'stub' : ''}" d=${link.path}></path>`;
      });
  }

  /** @param {import('./graph-layout.js').Row} row */
  renderStep({ index, y, blocks: [{ x, width }] }) {
    const log = /** @type {NonNullable<typeof this.log>} */ (this.log);
    const status = statusAt(log, index, this.time);
    const activity = causeActivity(log.waited_for[index]);
    const text = width >= NUMBERED_PX ? this.words?.number(log.sequence_number[index]) : '';
    return svg`<g class="block ${status} ${index === this.selected ? 'chosen' : ''}" style="--cause:var(${activityColour(activity)})">
      <rect class="fill" x=${x} y=${y + 4} width=${width} height=${ROW_PX - 8} rx="3" fill="url(#fill-${activity})"></rect>
      <rect class="edge" x=${x} y=${y + 4} width=${width} height=${ROW_PX - 8} rx="3"></rect>
      ${text ? svg`<text x=${x + width / 2} y=${y + 15.5} text-anchor="middle">${text}</text>` : nothing}
    </g>`;
  }

  /** @param {import('./graph-layout.js').Row} row */
  renderLife({ index, y, blocks }) {
    return svg`<g class="life ${index === this.selected ? 'chosen' : ''}">
      ${blocks.map(({ x, width, activity }) => {
        const thin = activity === 'idle' || activity === 'commit';
        const high = thin ? 4 : ROW_PX - 10;
        return svg`<rect class=${activity} x=${x} y=${y + (ROW_PX - high) / 2} width=${width} height=${high} rx=${thin ? 1 : 2}
          fill=${thin ? nothing : `url(#fill-${activity})`}></rect>`;
      })}
    </g>`;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { log, page } = this;
    if (!log) return;
    const last = log.sequence_number.length - 1;
    const row = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 }[event.key];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (row !== undefined) {
      const from = this.selected < 0 ? page.first - Math.sign(row) * Number(Math.abs(row) < 1e6) : this.selected;
      this.choose(Math.min(Math.max(from + row, 0), last));
    } else if (step !== undefined) {
      this.seek(nextChange(momentsOf(log, page), this.time, step));
    } else if (event.key === 'Enter' && this.selected >= 0) {
      const begins = log.apply_from[this.selected];
      if (begins !== null) this.seek(begins);
    } else return;
    event.preventDefault();
  }

  /** @param {number} index */
  choose(index) {
    this.dispatchEvent(new CustomEvent('choose', { detail: { index } }));
  }

  /** @param {number} time */
  seek(time) {
    this.dispatchEvent(new CustomEvent('seek', { detail: { time } }));
  }
}

if (!customElements.get('redo-lab-graph')) customElements.define('redo-lab-graph', RedoLabGraph);
