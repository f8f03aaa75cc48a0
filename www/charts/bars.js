/**
 * Bars of one measure, one a variant, whole or split into parts: redo bytes by purpose, for example.
 *
 * The keyboard walks the parts (left, right) and the bars (up, down); what stands under the cursor is named in a line below and
 * read aloud. Nothing moves when a result arrives: every variant has its row from the start.
 */
import { LitElement, html, nothing, svg, unsafeCSS } from 'lit';
import styles from '../styles/charts.css?inline';
import { layout } from './bar-data.js';
import { pattern, texture } from './colours.js';

/**
 * @typedef {{ letter: string, name: string, bar: import('./bar-data.js').Bar | null, pending: boolean, value: string, human: string, ratio: string }} Row
 * @typedef {{ bytes: (value: number) => string, human: (value: number) => string, part: (id: string) => string,
 *   cursor: (row: Row, part: string, bytes: string) => string, label: string, hint: string }} Words
 */

export class RedoLabBars extends LitElement {
  static properties = {
    rows: { attribute: false },
    ids: { attribute: false },
    split: { attribute: false },
    colour: { attribute: false },
    strokes: { attribute: false },
    ticks: { attribute: false },
    words: { attribute: false },
    cursor: { state: true },
  };

  static styles = unsafeCSS(styles);

  constructor() {
    super();
    /** @type {Row[]} */
    this.rows = [];
    /** @type {string[]} */
    this.ids = [];
    /** What the bars show; another one begins without a cursor. */
    this.split = '';
    /** The custom property of a part's colour. @type {(id: string, place: number) => string} */
    this.colour = () => '--rl-accent';
    /** The texture of a part, where it does not follow from its place. @type {((id: string) => string) | null} */
    this.strokes = null;
    /** Positions for the ruler. @type {(longest: number) => number[]} */
    this.ticks = () => [0];
    /** @type {Words | null} */
    this.words = null;
    /** @type {{ row: number, part: number } | null} */
    this.cursor = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('rows') || changed.has('split')) this.cursor = null;
  }

  render() {
    if (!this.words) return nothing;
    const longest = Math.max(1, ...this.rows.map((row) => row.bar?.total ?? 0));
    return html`
      <div
        class="chart"
        tabindex="0"
        role="group"
        aria-label="${this.words.label}. ${this.words.hint}"
        @keydown=${this.onKey}
        @pointerleave=${() => (this.cursor = null)}
      >
        <svg width="0" height="0" aria-hidden="true" class="defs">
          <defs>${this.ids.map((id, place) => this.renderFill(id, place))}</defs>
        </svg>
        ${this.rows.map((row, index) => this.renderRow(row, index, longest))} ${this.renderRuler(longest)}
      </div>
      <p class="cursor" aria-live="polite">${this.cursorText()}</p>
      ${this.ids.length > 1 ? this.renderLegend() : nothing}
    `;
  }

  /** @param {string} id @param {number} place */
  renderFill(id, place) {
    const colour = this.colour(id, place);
    if (this.strokes) return pattern(`fill-${place}`, colour, this.strokes(id));
    return texture(`fill-${place}`, colour, this.ids.length > 1 ? place : 0);
  }

  /**
   * @param {Row} row
   * @param {number} index
   * @param {number} longest
   */
  renderRow(row, index, longest) {
    const places = row.bar ? layout(row.bar, longest) : [];
    return html`<div class="bar-row">
      <div class="bar-label"><b class="letter">${row.letter}</b> <span>${row.name}</span></div>
      <div class="bar-track">
        ${
          row.bar
            ? html`<svg class="bar" width="100%" height="26" aria-hidden="true">
                ${places.map((place, part) => this.renderPart(row, index, part, place))}
              </svg>`
            : html`<div class=${row.pending ? 'bar-wait' : 'bar-none'}></div>`
        }
      </div>
      <div class="bar-value">
        <span class="number">${row.value}</span> <span class="human">${row.human}</span> <span class="ratio">${row.ratio}</span>
      </div>
    </div>`;
  }

  /**
   * @param {Row} row
   * @param {number} index
   * @param {number} part
   * @param {{ x: number, width: number }} place
   */
  renderPart(row, index, part, { x, width }) {
    const { id } = /** @type {import('./bar-data.js').Bar} */ (row.bar).parts[part];
    const active = this.cursor?.row === index && this.cursor.part === part;
    const point = () => (this.cursor = { row: index, part });
    // A hairline stays visible for parts that are thinner than a pixel.
    return svg`<g @pointerenter=${point} @click=${point}>
      <rect class="part ${active ? 'active' : ''}" x="${x}%" y="2" width="${Math.max(width, 0.12)}%" height="22" fill="url(#fill-${this.ids.indexOf(id)})"></rect>
      <rect class="gap" x="${x + width}%" y="2" width="1" height="22"></rect>
    </g>`;
  }

  renderLegend() {
    return html`<ul class="legend">
      ${this.ids.map(
        (id, place) =>
          html`<li>
            <svg class="swatch" width="14" height="14" aria-hidden="true">
              <rect width="14" height="14" rx="3" fill="url(#fill-${place})"></rect></svg
            >${this.words?.part(id)}
          </li>`,
      )}
    </ul>`;
  }

  /** @param {number} longest */
  renderRuler(longest) {
    return html`<div class="bar-row ruler" aria-hidden="true">
      <div></div>
      <div class="ticks">
        ${this.ticks(longest).map((value) => html`<span style="left:${(value / longest) * 100}%">${this.words?.human(value)}</span>`)}
      </div>
      <div></div>
    </div>`;
  }

  cursorText() {
    const row = this.cursor && this.rows[this.cursor.row];
    const part = row?.bar?.parts[this.cursor?.part ?? 0];
    return row && part ? this.words?.cursor(row, this.words.part(part.id), this.words.bytes(part.value)) : ' ';
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -99], End: [0, 99] }[
      event.key
    ];
    if (event.key === 'Escape') this.cursor = null;
    if (!step) return;
    event.preventDefault();
    const finished = this.rows.filter((row) => row.bar);
    if (!finished.length) return;
    if (!this.cursor) {
      this.cursor = { row: 0, part: 0 };
      return;
    }
    const row = clamp(this.cursor.row + step[0], finished.length);
    this.cursor = { row, part: clamp(this.cursor.part + step[1], finished[row].bar?.parts.length ?? 1) };
  }
}

/**
 * @param {number} value
 * @param {number} length
 */
function clamp(value, length) {
  return Math.min(Math.max(value, 0), length - 1);
}

if (!customElements.get('redo-lab-bars')) customElements.define('redo-lab-bars', RedoLabBars);
