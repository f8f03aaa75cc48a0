/**
 * Columns over whole numbers: how many groups had how many transactions, how wide a step is. One row a variant, one axis for all.
 *
 * Every row has a height scale of its own, which it names: a shape is what is compared here, not an amount. The keyboard walks
 * the columns of a row (left, right) and the rows (up, down); what stands under the cursor is named below and read aloud.
 */
import { LitElement, html, nothing, svg, unsafeCSS } from 'lit';
import styles from '../styles/charts.css?inline';
import { countUpTo, roundTicks } from '../state/times.js';
import { variantColour } from './colours.js';

/**
 * @typedef {{ index: number, letter: string, name: string, x: number[], y: number[], mark: number | null, markName: string }} Row
 *   `mark` is a place on the axis, such as a mean
 * @typedef {{ label: string, hint: string, axis: string, x: (value: number) => string, most: (value: number) => string,
 *   cursor: (row: Row, x: number, y: number, until: number) => string }} Words `until` is the last place of a column
 */

const HEIGHT_PX = 70;
/** Room above the highest column, for the name of a mark. */
const TOP_PX = 17;
/** Columns this narrow stand without a gap: it would blur them. */
const GAPLESS_PX = 4;

export class RedoLabColumns extends LitElement {
  static properties = {
    rows: { attribute: false },
    words: { attribute: false },
    cursor: { state: true },
    width: { state: true },
  };

  static styles = unsafeCSS(styles);

  constructor() {
    super();
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Words | null} */
    this.words = null;
    /** @type {{ row: number, at: number } | null} `at` is the position of a column in its row */
    this.cursor = null;
    this.width = 0;
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
    const area = this.renderRoot?.querySelector('.area');
    if (area?.clientWidth) this.width = area.clientWidth;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('rows')) return;
    this.cursor = null;
    this.spans = this.rows.map(({ x }) => spanOf(x));
    this.last = Math.max(1, ...this.rows.map(({ x, mark }, row) => Math.max((x.at(-1) ?? 1) + this.spans[row] - 1, mark ?? 1)));
  }

  updated() {
    this.measure();
  }

  /** The last place on the axis; columns stand from 1 to it. */
  last = 1;
  /** Places that a column of each row stands for: more than one where the engine has taken some together. @type {number[]} */
  spans = [];

  /** The left edge of the column at a place. @param {number} place */
  left(place) {
    return ((place - 1) / this.last) * this.width;
  }

  /** The width of a row's columns. @param {number} span */
  columnWidth(span) {
    const room = (this.width / this.last) * span;
    return room > GAPLESS_PX ? room - 1.5 : Math.max(1, room);
  }

  render() {
    if (!this.words) return nothing;
    return html`
      <div
        class="plot columns-plot"
        tabindex="0"
        role="group"
        aria-label="${this.words.label}. ${this.words.hint}"
        @keydown=${this.onKey}
        @pointerleave=${() => (this.cursor = null)}
      >
        ${this.rows.map((row, place) => this.renderRow(row, place))}
        <div></div>
        <div class="axis" aria-hidden="true">${this.renderTicks()}</div>
        <div></div>
        <div class="axis-name" aria-hidden="true">${this.words.axis}</div>
      </div>
      <p class="cursor" aria-live="polite">${this.cursorText() || ' '}</p>
    `;
  }

  /** @param {Row} row @param {number} place */
  renderRow(row, place) {
    const most = Math.max(1, ...row.y);
    const high = (/** @type {number} */ value) => (value / most) * (HEIGHT_PX - TOP_PX);
    const wide = this.columnWidth(this.spans[place]);
    // What is not nothing is seen.
    const column = (/** @type {number} */ at) => Math.max(1, high(row.y[at]));
    const path = row.x.map((x, at) => this.columnPath(x, row.y[at] > 0 ? column(at) : 0, this.spans[place]));
    const at = this.cursor?.row === place ? this.cursor.at : -1;
    const middle = row.mark === null ? 0 : this.left(row.mark) + this.width / this.last / 2;
    return html`
      <div class="column-name" aria-hidden="true">
        <span><b class="letter" style="color:var(${variantColour(row.index)})">${row.letter}</b> ${row.name}</span>
        <span class="most">${this.words?.most(most)}</span>
      </div>
      <div
        class="area lines"
        style="height:${HEIGHT_PX}px"
        @pointermove=${(/** @type {PointerEvent} */ event) => this.point(event, place)}
        @click=${(/** @type {MouseEvent} */ event) => this.point(event, place)}
      >
        <svg width="100%" height=${HEIGHT_PX} aria-hidden="true">
          <path class="heights" d=${path.join('')} style="fill:var(${variantColour(row.index)})"></path>
          ${
            row.mark === null
              ? nothing
              : svg`<line class="mean" x1=${middle} x2=${middle} y1="0" y2=${HEIGHT_PX}></line>
            <text class="mean-name" x=${middle < this.width / 2 ? middle + 5 : middle - 5} y="11"
              text-anchor=${middle < this.width / 2 ? 'start' : 'end'}>${row.markName}</text>`
          }
          ${
            at < 0
              ? nothing
              : svg`<rect class="column-cursor" x=${this.left(row.x[at]) - 1.5} y=${HEIGHT_PX - column(at) - 1.5}
            width=${wide + 3} height=${column(at) + 3}></rect>`
          }
        </svg>
      </div>
    `;
  }

  /**
   * One column. Those without gaps end where the next ones begin, on whole pixels, so that no line shines through.
   * @param {number} x
   * @param {number} tall
   * @param {number} span
   */
  columnPath(x, tall, span) {
    if (!tall) return '';
    const room = (this.width / this.last) * span;
    const [left, right] = [this.left(x), this.left(x) + this.columnWidth(span)];
    const [from, to] =
      room > GAPLESS_PX ? [left, right] : [Math.floor(left), Math.max(Math.floor(left + room), Math.floor(left) + 1)];
    return `M${from.toFixed(1)},${HEIGHT_PX}V${(HEIGHT_PX - tall).toFixed(1)}H${to.toFixed(1)}V${HEIGHT_PX}z`;
  }

  renderTicks() {
    const { last } = this;
    const ticks = [...new Set([1, ...roundTicks(0, last, 6).filter((tick) => tick >= 1 && Number.isInteger(tick))])];
    return ticks.map((tick, index) => {
      // A tick close to the first one would run into its name.
      if (index === 1 && (tick - 1) / last < 0.06) return nothing;
      const percent = ((tick - 0.5) / last) * 100;
      return html`<span class=${percent > 93 ? 'last' : 'middle'} style="left:${percent}%">${this.words?.x(tick)}</span>`;
    });
  }

  cursorText() {
    const { cursor, words } = this;
    const row = cursor && this.rows[cursor.row];
    if (!row || !words || cursor.at < 0) return '';
    const from = row.x[cursor.at];
    return words.cursor(row, from, row.y[cursor.at], from + this.spans[cursor.row] - 1);
  }

  /** @param {PointerEvent | MouseEvent} event @param {number} place */
  point(event, place) {
    const { left, width } = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const wanted = ((event.clientX - left) / width) * this.last + 0.5;
    const half = (this.spans[place] - 1) / 2;
    this.cursor = { row: place, at: nearest(this.rows[place].x, wanted - half) };
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageUp: [0, -10],
      PageDown: [0, 10],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      Home: [0, -1e9],
      End: [0, 1e9],
    }[event.key];
    if (event.key === 'Escape') this.cursor = null;
    if (!step || !this.rows.length) return;
    event.preventDefault();
    if (!this.cursor) {
      this.cursor = { row: 0, at: step[1] > 1e6 ? this.rows[0].x.length - 1 : 0 };
      return;
    }
    const row = clamp(this.cursor.row + step[0], this.rows.length);
    const { x } = this.rows[row];
    // In another row the cursor stays at the same place of the axis, as near as there is a column.
    const at = step[0] ? nearest(x, this.rows[this.cursor.row].x[this.cursor.at] ?? 0) : this.cursor.at + step[1];
    this.cursor = { row, at: clamp(at, x.length) };
  }
}

/**
 * How many places a column stands for: the least distance between two of them, where that is the distance between all.
 * @param {number[]} x ascending
 */
export function spanOf(x) {
  const gaps = x.slice(1).map((place, index) => place - x[index]);
  const [first = 1] = gaps;
  return gaps.length > 1 && gaps.slice(0, -1).every((gap) => gap === first) ? first : 1;
}

/**
 * The position of the value nearest to a wanted one, in an ascending list.
 * @param {number[]} values
 * @param {number} wanted
 */
export function nearest(values, wanted) {
  const above = countUpTo(values, wanted);
  if (above === 0) return 0;
  if (above === values.length) return values.length - 1;
  return wanted - values[above - 1] <= values[above] - wanted ? above - 1 : above;
}

/**
 * @param {number} value
 * @param {number} length
 */
function clamp(value, length) {
  return Math.min(Math.max(value, 0), length - 1);
}

if (!customElements.get('redo-lab-columns')) customElements.define('redo-lab-columns', RedoLabColumns);
