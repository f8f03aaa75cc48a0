/**
 * Curves over something that is no time, such as a number of workers: the variants over each other, a dot for each point.
 *
 * The axis may be one of doublings. The keyboard moves from point to point; what every variant has there is read aloud.
 */
import { LitElement, html, nothing, svg, unsafeCSS } from 'lit';
import styles from '../styles/charts.css?inline';
import { roundTicks } from '../state/times.js';
import { VARIANT_DASHES, variantColour } from './colours.js';
import { nearest } from './columns.js';

/** @typedef {{ index: number, letter: string, name: string, x: number[], y: number[], missed?: boolean[] }} Curve `missed` points are crossed out */
/** @typedef {{ label: string, hint: string, axis: string, x: (value: number) => string, value: (value: number) => string }} Words */

const HEIGHT_PX = 168;
const TOP_PX = 8;

export class RedoLabCurves extends LitElement {
  static properties = {
    curves: { attribute: false },
    words: { attribute: false },
    doubling: { type: Boolean },
    atLeast: { attribute: false },
    missed: { attribute: false },
    at: { state: true },
    spoken: { state: true },
    width: { state: true },
  };

  static styles = unsafeCSS(styles);

  constructor() {
    super();
    /** @type {Curve[]} */
    this.curves = [];
    /** @type {Words | null} */
    this.words = null;
    /** Whether equal distances on the axis are doublings. */
    this.doubling = false;
    /** How far the scale goes at least, for charts that are read against each other. */
    this.atLeast = 0;
    /** What points that are crossed out have missed. */
    this.missed = '';
    /** @type {number | null} the place on the axis that is pointed out */
    this.at = null;
    this.spoken = '';
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
    if (!changed.has('curves') && !changed.has('atLeast')) return;
    if (changed.has('curves')) this.at = null;
    this.places = [...new Set(this.curves.flatMap(({ x }) => x))].sort((a, b) => a - b);
    this.top = Math.max(this.atLeast, ...this.curves.flatMap(({ y }) => y)) * 1.06 || 1;
  }

  updated() {
    this.measure();
  }

  /** Ascending places of all points. */
  places = /** @type {number[]} */ ([]);
  top = 1;

  /** @param {number} value */
  scale(value) {
    return this.doubling ? Math.log2(Math.max(value, 1)) : value;
  }

  /** Where a place lies, as a share of the width. @param {number} value */
  share(value) {
    const [from, to] = [this.scale(this.doubling ? (this.places[0] ?? 1) : 0), this.scale(this.places.at(-1) ?? 1)];
    return to > from ? (this.scale(value) - from) / (to - from) : 0.5;
  }

  /** @param {number} value */
  y(value) {
    return TOP_PX + (1 - value / this.top) * (HEIGHT_PX - TOP_PX);
  }

  render() {
    if (!this.words) return nothing;
    const ticks = roundTicks(0, this.top, 4);
    return html`
      <div
        class="plot"
        tabindex="0"
        role="group"
        aria-label="${this.words.label}. ${this.words.hint}"
        @keydown=${this.onKey}
        @pointerleave=${() => (this.at = null)}
      >
        <div class="values" aria-hidden="true" style="height:${HEIGHT_PX}px">
          ${ticks.map((tick) => html`<span style="top:${this.y(tick)}px">${this.words?.value(tick)}</span>`)}
        </div>
        <div class="area lines" style="height:${HEIGHT_PX}px" @pointermove=${this.onPointer} @click=${this.onPointer}>
          <svg width="100%" height=${HEIGHT_PX} aria-hidden="true">
            ${ticks.map((tick) => svg`<line class="rule" x1="0" x2="100%" y1=${this.y(tick)} y2=${this.y(tick)}></line>`)}
            ${this.at === null ? nothing : svg`<line class="pointed" x1=${this.share(this.at) * this.width} x2=${this.share(this.at) * this.width} y1="0" y2=${HEIGHT_PX}></line>`}
            ${this.curves.map((curve) => this.renderCurve(curve))} ${this.renderEnds()}
          </svg>
        </div>
        <div></div>
        <div class="axis" aria-hidden="true">${this.renderTicks()}</div>
        <div></div>
        <div class="axis-name" aria-hidden="true">${this.words.axis}</div>
      </div>
      <p class="line-values">
        ${this.at === null ? nothing : html`<b>${this.words.x(this.at)}</b>`}
        ${this.curves.map(
          (curve) =>
            html`<span class="line-value"
              >${renderKey(curve.index)}<b>${curve.letter}</b> <span class="value">${this.valueText(curve)}</span></span
            >`,
        )}
        ${this.curves.some(({ missed }) => missed?.includes(true)) ? html`<span class="line-limit"><span aria-hidden="true">✕</span> ${this.missed}</span>` : nothing}
      </p>
      <p class="sr-only" aria-live="polite">${this.spoken}</p>
    `;
  }

  /** @param {Curve} curve */
  renderCurve({ index, x, y, missed }) {
    const point = (/** @type {number} */ i) => `${(this.share(x[i]) * this.width).toFixed(1)},${this.y(y[i]).toFixed(1)}`;
    const colour = `var(${variantColour(index)})`;
    return svg`<path class="line" d=${x.map((_, i) => `${i ? 'L' : 'M'}${point(i)}`).join('')}
        style="stroke:${colour}" stroke-dasharray=${VARIANT_DASHES[index]}></path>
      ${x.map((place, i) => {
        const [cx, cy] = [this.share(place) * this.width, this.y(y[i])];
        if (missed?.[i]) {
          const cross = `M${cx - 4},${cy - 4}L${cx + 4},${cy + 4}M${cx - 4},${cy + 4}L${cx + 4},${cy - 4}`;
          return svg`<path class="missed" d=${cross} style="stroke:${colour}"></path>`;
        }
        return svg`<circle class="point" cx=${cx} cy=${cy} r=${place === this.at ? 5 : 3} style="fill:${colour}"></circle>`;
      })}`;
  }

  /** The letters at the ends of the curves; curves that end together share a place. */
  renderEnds() {
    /** @type {{ x: number, y: number, letters: string, colour: string }[]} */
    const ends = [];
    for (const { index, letter, x, y } of this.curves) {
      const end = { x: this.share(x.at(-1) ?? 0) * this.width, y: this.y(y.at(-1) ?? 0) };
      const near = ends.find((other) => Math.abs(other.x - end.x) < 14 && Math.abs(other.y - end.y) < 13);
      if (near) {
        near.letters += ` ${letter}`;
        near.colour = '--rl-text';
      } else ends.push({ ...end, letters: letter, colour: variantColour(index) });
    }
    return ends.map(
      ({ x, y, letters, colour }) =>
        svg`<text class="line-end" x=${x - 4} y=${Math.max(12, y - 7)} text-anchor="end" style="fill:var(${colour})">${letters}</text>`,
    );
  }

  renderTicks() {
    const many = Math.max(2, Math.floor(this.width / 46));
    const last = this.places.at(-1) ?? 1;
    const ticks = this.doubling ? doublings(this.places[0] ?? 1, last, many) : roundTicks(0, last, Math.min(6, many));
    return ticks.map((tick) => {
      const percent = this.share(tick) * 100;
      return html`<span class=${percent > 93 ? 'last' : percent > 2 ? 'middle' : ''} style="left:${percent}%"
        >${this.words?.x(tick)}</span
      >`;
    });
  }

  /** @param {Curve} curve */
  valueText({ x, y, name, missed }) {
    if (this.at === null) return name;
    const found = x.indexOf(this.at);
    return found < 0 ? '–' : (this.words?.value(y[found]) ?? '') + (missed?.[found] ? ` (${this.missed})` : '');
  }

  /** @param {PointerEvent | MouseEvent} event */
  onPointer(event) {
    const { left, width } = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const wanted = (event.clientX - left) / width;
    const parts = this.places.map((place) => this.share(place));
    if (parts.length) this.at = this.places[nearest(parts, wanted)];
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
    if (event.key === 'Escape') this.at = null;
    const { places } = this;
    if (!step || !places.length) return;
    event.preventDefault();
    const now = this.at === null ? (step > 1e6 ? 0 : -step) : places.indexOf(this.at);
    this.at = places[Math.min(Math.max(now + step, 0), places.length - 1)];
    const values = this.curves.map((curve) => `${curve.letter} ${this.valueText(curve)}`).join(', ');
    this.spoken = `${this.words?.x(this.at)}: ${values}`;
  }
}

/**
 * Powers of two in a range, at most about so many.
 * @param {number} from
 * @param {number} to
 * @param {number} many
 */
function doublings(from, to, many) {
  const powers = [];
  for (let power = 1; power <= to; power *= 2) if (power >= from) powers.push(power);
  const step = Math.ceil(powers.length / many);
  return powers.filter((_, place) => place % step === 0);
}

/** @param {number} index */
function renderKey(index) {
  return html`<svg class="line-key" width="26" height="8" aria-hidden="true">
    <path
      class="line"
      d="M0,4 H26"
      style="stroke:var(${variantColour(index)})"
      stroke-dasharray=${VARIANT_DASHES[index]}
    ></path>
  </svg>`;
}

if (!customElements.get('redo-lab-curves')) customElements.define('redo-lab-curves', RedoLabCurves);
