/**
 * One series over time, the variants over each other, with limits that the parameters give.
 *
 * A variant has its colour, its dashes and its letter at the end of its line. The keyboard moves the moment from sample to
 * sample; what every variant shows there stands below and is read aloud.
 *
 * Events: `seek` (`detail.time`).
 */
import { LitElement, html, nothing, svg, unsafeCSS } from 'lit';
import styles from '../styles/charts.css?inline';
import { countUpTo, nextChange, roundTicks, sampleAt, timeTicks } from '../state/times.js';
import { axisTicks } from './axis.js';
import { VARIANT_DASHES, variantColour } from './colours.js';

/** @typedef {import('../state/times.js').Series} Series */
/** @typedef {{ index: number, letter: string, name: string, series: Series }} Line */
/** @typedef {{ label: string, hint: string, time: (us: number) => string, value: (value: number) => string, tick?: (value: number) => string, above: (limit: string) => string }} Words */

const HEIGHT_PX = 132;
const TOP_PX = 8;
/** Height of a limit's name. */
const NAME_PX = 13;

export class RedoLabLines extends LitElement {
  static properties = {
    lines: { attribute: false },
    limits: { attribute: false },
    range: { attribute: false },
    time: { attribute: false },
    words: { attribute: false },
    ticks: { attribute: false },
    scale: { attribute: false },
    endMark: { attribute: false },
    marked: { attribute: false },
    atLeast: { attribute: false },
    spoken: { state: true },
    width: { state: true },
  };

  static styles = unsafeCSS(styles);

  constructor() {
    super();
    /** @type {Line[]} */
    this.lines = [];
    /** @type {{ value: number, text: string }[]} */
    this.limits = [];
    /** @type {import('../state/times.js').Range} */
    this.range = { from: 0, to: 1 };
    this.time = 0;
    /** @type {Words | null} */
    this.words = null;
    /** @type {'decimal' | 'binary' | 'time'} */
    this.ticks = 'decimal';
    /** Microseconds of a value's unit, where values are times. */
    this.scale = 1;
    /** What the last sample of every line is, where it is marked; a marked line holds its last value for good. */
    this.endMark = '';
    /** A stretch to set off, such as the one that lanes show in detail. @type {import('../state/times.js').Range | null} */
    this.marked = null;
    /** How far the scale goes at least, for charts that are read against each other. */
    this.atLeast = 0;
    /** What is read aloud: only what the keyboard moved to. */
    this.spoken = '';
    this.width = 0;
    /** @type {string[]} */
    this.paths = [];
    this.top = 1;
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
    if (!['lines', 'limits', 'range', 'width', 'ticks', 'atLeast'].some((name) => changed.has(name))) return;
    const largest = Math.max(
      this.atLeast,
      ...this.lines.map(({ series }) => series.y.reduce((most, y) => Math.max(most, y), 0)),
    );
    // A limit far above everything would press the lines flat: it is named instead of drawn.
    const near = this.limits.map(({ value }) => value).filter((value) => value <= largest * 2);
    this.top = Math.max(largest, ...near) * 1.04 || 1;
    this.paths = this.lines.map(({ series }) => this.path(series));
  }

  updated() {
    this.measure();
  }

  /** @param {number} time */
  x(time) {
    const { from, to } = this.range;
    return ((time - from) / Math.max(1, to - from)) * this.width;
  }

  /** @param {number} value */
  y(value) {
    return TOP_PX + (1 - value / this.top) * (HEIGHT_PX - TOP_PX);
  }

  /** @param {Series} series */
  path({ x, y }) {
    const { from, to } = this.range;
    const first = Math.max(0, countUpTo(x, from) - 1);
    const last = Math.min(x.length, countUpTo(x, to) + 1);
    let path = '';
    for (let i = first; i < last; i++) path += `${path ? 'L' : 'M'}${this.x(x[i]).toFixed(1)},${this.y(y[i]).toFixed(1)}`;
    return path;
  }

  render() {
    if (!this.words) return nothing;
    const { from, to } = this.range;
    const inside = this.time >= from && this.time <= to;
    const drawn = this.limits.filter(({ value }) => value <= this.top);
    const above = this.limits.filter(({ value }) => value > this.top);
    return html`
      <div class="plot" tabindex="0" role="group" aria-label="${this.words.label}. ${this.words.hint}" @keydown=${this.onKey}>
        <div class="values" aria-hidden="true" style="height:${HEIGHT_PX}px">
          ${this.valueTicks().map((tick) => html`<span style="top:${this.y(tick)}px">${(this.words?.tick ?? this.words?.value)?.(tick)}</span>`)}
        </div>
        <div class="area lines" style="height:${HEIGHT_PX}px" @pointerdown=${this.onPointer} @pointermove=${this.onDrag}>
          <svg width="100%" height=${HEIGHT_PX} aria-hidden="true">
            ${this.renderMarked()}
            ${this.valueTicks().map((tick) => svg`<line class="rule" x1="0" x2="100%" y1=${this.y(tick)} y2=${this.y(tick)}></line>`)}
            ${this.renderLimits(drawn)} ${this.lines.map((line, place) => this.renderLine(line, this.paths[place]))}
            ${this.renderEnds()} ${this.renderMarks()}
          </svg>
          ${inside ? html`<div class="now" style="left:${(this.x(this.time) / Math.max(1, this.width)) * 100}%"></div>` : nothing}
          ${inside ? this.lines.map((line) => this.renderDot(line)) : nothing}
        </div>
        <div></div>
        <div class="axis" aria-hidden="true">${axisTicks(this.range, this.words.time)}</div>
      </div>
      <p class="line-values">
        ${this.lines.map(
          (line) =>
            html`<span class="line-value"
              >${this.renderKey(line.index)}<b>${line.letter}</b> <span class="value">${this.valueText(line)}</span></span
            >`,
        )}
        ${this.endMark ? html`<span class="line-limit"><span aria-hidden="true">✕</span> ${this.endMark}</span>` : nothing}
        ${above.map(({ text }) => html`<span class="line-limit">${this.words?.above(text)}</span>`)}
      </p>
      <p class="sr-only" aria-live="polite">${this.spoken}</p>
    `;
  }

  renderMarked() {
    const { marked, range } = this;
    if (!marked || (marked.from <= range.from && marked.to >= range.to)) return nothing;
    const [from, to] = [Math.max(0, this.x(marked.from)), Math.min(this.width, this.x(marked.to))];
    return svg`<rect class="marked" x=${from} y="0" width=${Math.max(3, to - from)} height=${HEIGHT_PX}></rect>`;
  }

  valueTicks() {
    if (this.ticks === 'time') return timeTicks({ from: 0, to: this.top * this.scale }, 3).map((tick) => tick / this.scale);
    if (this.ticks === 'decimal') return roundTicks(0, this.top, 3);
    const step = 2 ** Math.ceil(Math.log2(this.top / 4));
    return Array.from({ length: Math.floor(this.top / step) + 1 }, (_, i) => i * step);
  }

  /**
   * Lines of limits with their names, the highest first: no name stands on another.
   * @param {{ value: number, text: string }[]} limits
   */
  renderLimits(limits) {
    let last = -Infinity;
    return [...limits]
      .sort((a, b) => b.value - a.value)
      .map(({ value, text }) => {
        const y = this.y(value);
        last = Math.max(y < 24 ? y + 13 : y - 4, last + NAME_PX);
        return svg`<line class="limit" x1="0" x2="100%" y1=${y} y2=${y}></line>
          <text class="limit-name" x=${this.width - 4} y=${last} text-anchor="end">${text}</text>`;
      });
  }

  /** @param {Line} line @param {string} path */
  renderLine({ index }, path) {
    return svg`<path class="line" d=${path} style="stroke:var(${variantColour(index)})" stroke-dasharray=${VARIANT_DASHES[index]}></path>`;
  }

  /** The letters at the ends of the lines; lines that end together share a place. */
  renderEnds() {
    /** @type {{ x: number, y: number, letters: string, colour: string }[]} */
    const ends = [];
    for (const { index, letter, series } of this.lines) {
      const last = Math.max(0, countUpTo(series.x, this.range.to) - 1);
      const x = this.x(series.x[last] ?? 0);
      const y = this.y(series.y[last] ?? 0);
      const near = ends.find((end) => Math.abs(end.x - x) < 14 && Math.abs(end.y - y) < 13);
      if (near) {
        near.letters += ` ${letter}`;
        near.colour = '--rl-text';
      } else ends.push({ x, y, letters: letter, colour: variantColour(index) });
    }
    return ends.map(({ x, y, letters, colour }) => {
      const room = x + 6 + letters.length * 8 < this.width;
      return svg`<text class="line-end" x=${room ? x + 4 : this.width - 2} y=${Math.max(12, y - 5)}
        text-anchor=${room ? 'start' : 'end'} style="fill:var(${colour})">${letters}</text>`;
    });
  }

  /** A cross at the last sample of every line, where that is something to see. */
  renderMarks() {
    if (!this.endMark) return nothing;
    return this.lines.map(({ index, series }) => {
      const last = series.x.length - 1;
      if (last < 0 || series.x[last] < this.range.from || series.x[last] > this.range.to) return nothing;
      const [x, y] = [this.x(series.x[last]), this.y(series.y[last])];
      return svg`<path class="end-mark" d="M${x - 4},${y - 4}L${x + 4},${y + 4}M${x - 4},${y + 4}L${x + 4},${y - 4}"
        style="stroke:var(${variantColour(index)})"></path>`;
    });
  }

  /** @param {Line} line */
  renderDot({ index, series }) {
    const at = sampleAt(series, this.time, Boolean(this.endMark));
    if (at < 0) return nothing;
    const style = `left:${(this.x(this.time) / Math.max(1, this.width)) * 100}%;top:${this.y(series.y[at])}px`;
    return html`<i class="dot" style="${style};background:var(${variantColour(index)})"></i>`;
  }

  /** @param {number} index */
  renderKey(index) {
    return html`<svg class="line-key" width="26" height="8" aria-hidden="true">
      <path
        class="line"
        d="M0,4 H26"
        style="stroke:var(${variantColour(index)})"
        stroke-dasharray=${VARIANT_DASHES[index]}
      ></path>
    </svg>`;
  }

  /** @param {Line} line */
  valueText({ series }) {
    const at = sampleAt(series, this.time, Boolean(this.endMark));
    return at < 0 ? '–' : (this.words?.value(series.y[at]) ?? '');
  }

  /** @param {PointerEvent} event */
  onPointer(event) {
    const area = /** @type {HTMLElement} */ (event.currentTarget);
    const { left, width } = area.getBoundingClientRect();
    const { from, to } = this.range;
    this.seek(Math.round(from + ((event.clientX - left) / width) * (to - from)));
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    if (event.buttons & 1) this.onPointer(event);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const samples = [...new Set(this.lines.flatMap(({ series }) => series.x))].sort((a, b) => a - b);
    if (!samples.length) return;
    let { time } = this;
    if (Math.abs(step) === Infinity) time = step < 0 ? samples[0] : samples[samples.length - 1];
    else for (let i = 0; i < Math.abs(step); i++) time = nextChange(samples, time, step);
    this.time = Math.min(Math.max(time, 0), samples[samples.length - 1]);
    this.seek(this.time);
    const values = this.lines.map((line) => `${line.letter} ${this.valueText(line)}`).join(', ');
    this.spoken = `${this.words?.time(this.time)}: ${values}`;
  }

  /** @param {number} time */
  seek(time) {
    this.dispatchEvent(new CustomEvent('seek', { detail: { time } }));
  }
}

if (!customElements.get('redo-lab-lines')) customElements.define('redo-lab-lines', RedoLabLines);
