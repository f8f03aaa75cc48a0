/**
 * A map of pages: one square a page, in page order, filled from below.
 *
 * It is drawn on a canvas, since a tablespace may have a million pages; when squares would become too small to hit, one square
 * stands for several neighbouring pages, and the map says so. The keyboard walks the squares.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import styles from '../styles/charts.css?inline';
import { resolveColours } from './colours.js';
import { fitGrid, LARGEST_PX } from './grid.js';

/** @typedef {{ colour: string, strength: number, level: number }} Cell `strength` 0..1 is the colour's, `level` 0..1 how far it is filled; strength below 0 is an outline */

export class RedoLabPageMap extends LitElement {
  static properties = {
    count: { attribute: false },
    cell: { attribute: false },
    colours: { attribute: false },
    label: { attribute: false },
    describe: { attribute: false },
    selected: { attribute: false },
    interactive: { attribute: false },
    groupText: { attribute: false },
    version: { attribute: false },
    maxHeight: { attribute: false },
    cursor: { state: true },
  };

  static styles = unsafeCSS(styles);

  constructor() {
    super();
    this.count = 0;
    /** @type {(index: number) => Cell} */
    this.cell = () => ({ colour: '--rl-line', strength: 1, level: 0 });
    /** Custom properties that cells may name. @type {string[]} */
    this.colours = [];
    this.label = '';
    /** @type {(index: number) => string} */
    this.describe = () => '';
    this.selected = -1;
    this.interactive = false;
    /** @type {(count: number) => string} */
    this.groupText = () => '';
    /** Changes whenever cells look different. */
    this.version = 0;
    this.maxHeight = 180;
    this.cursor = -1;
    this.grid = { columns: 1, size: LARGEST_PX, group: 1 };
    this.observer = new ResizeObserver(() => this.requestUpdate());
    this.themeQuery = matchMedia('(prefers-color-scheme: dark)');
    this.repaint = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    this.observer.observe(this);
    this.themeQuery.addEventListener('change', this.repaint);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer.disconnect();
    this.themeQuery.removeEventListener('change', this.repaint);
  }

  render() {
    const described = this.cursor >= 0 ? this.describe(this.cursor) : this.selected >= 0 ? this.describe(this.selected) : '';
    return html`
      <div
        class="map"
        role=${this.interactive ? 'group' : 'img'}
        aria-label=${this.label}
        tabindex=${this.interactive ? '0' : nothing}
        @keydown=${this.onKey}
        @pointermove=${this.onPointer}
        @pointerleave=${() => (this.cursor = -1)}
        @click=${this.onClick}
      >
        <canvas></canvas>
      </div>
      ${this.interactive ? html`<p class="cursor" aria-live="polite">${described || ' '}</p>` : nothing}
      ${this.grid.group > 1 ? html`<p class="group-note">${this.groupText(this.grid.group)}</p>` : nothing}
    `;
  }

  updated() {
    const canvas = this.renderRoot.querySelector('canvas');
    const width = this.clientWidth;
    if (!canvas || !width || !this.count) return;
    const grid = fitGrid(this.count, width, this.maxHeight);
    if (grid.group !== this.grid.group) queueMicrotask(() => this.requestUpdate());
    this.grid = grid;
    const cells = Math.ceil(this.count / grid.group);
    const height = Math.ceil(cells / grid.columns) * grid.size;
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(ratio, ratio);
    const colours = resolveColours(this, [
      ...this.colours,
      '--rl-line',
      '--rl-text',
      '--rl-sunken',
      '--rl-line-strong',
      '--rl-focus',
      '--rl-card',
    ]);
    for (let i = 0; i < cells; i++) this.paint(context, colours, i);
    if (this.selected >= 0) this.ring(context, colours['--rl-text'], colours['--rl-card'], this.selected);
    if (this.cursor >= 0) this.ring(context, colours['--rl-focus'], colours['--rl-card'], this.cursor);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {{ [name: string]: string }} colours
   * @param {number} square
   */
  paint(context, colours, square) {
    const { columns, size, group } = this.grid;
    const x = (square % columns) * size;
    const y = Math.floor(square / columns) * size;
    const side = size - (size > 9 ? 2 : 1);
    const { colour, strength, level } = this.cell(Math.min(square * group, this.count - 1));
    context.globalAlpha = 1;
    context.fillStyle = colours['--rl-sunken'];
    context.fillRect(x, y, side, side);
    if (strength < 0) {
      context.strokeStyle = colours[colour];
      context.strokeRect(x + 0.5, y + 0.5, side - 1, side - 1);
      return;
    }
    if (level <= 0) return;
    context.fillStyle = colours[colour];
    context.globalAlpha = 0.25 + 0.75 * strength;
    const filled = Math.max(1, Math.round(side * level));
    context.fillRect(x, y + side - filled, side, filled);
    context.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {string} colour
   * @param {string} inner
   * @param {number} index
   */
  ring(context, colour, inner, index) {
    const { columns, size, group } = this.grid;
    const square = Math.floor(index / group);
    const x = (square % columns) * size;
    const y = Math.floor(square / columns) * size;
    const side = size - (size > 9 ? 2 : 1);
    // A light line inside a dark one shows on every fill.
    context.lineWidth = 2;
    context.strokeStyle = colour;
    context.strokeRect(x, y, side, side);
    context.lineWidth = 1;
    context.strokeStyle = inner;
    context.strokeRect(x + 1.5, y + 1.5, side - 3, side - 3);
    context.lineWidth = 1;
  }

  /** @param {PointerEvent | MouseEvent} event */
  indexAt(event) {
    const { left, top } = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const { columns, size, group } = this.grid;
    const column = Math.floor((event.clientX - left) / size);
    const index = (Math.floor((event.clientY - top) / size) * columns + column) * group;
    return column < columns && index >= 0 && index < this.count ? index : -1;
  }

  /** @param {PointerEvent} event */
  onPointer(event) {
    if (this.interactive) this.cursor = this.indexAt(event);
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const index = this.indexAt(event);
    if (this.interactive && index >= 0) this.choose(index);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.interactive) return;
    const { columns, group } = this.grid;
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -this.count, End: this.count }[
      event.key
    ];
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (this.cursor >= 0) this.choose(this.cursor);
    }
    if (step === undefined) return;
    event.preventDefault();
    const from = this.cursor >= 0 ? this.cursor : Math.max(this.selected, 0);
    this.cursor = Math.min(Math.max(from + step * group, 0), this.count - 1);
  }

  /** @param {number} index */
  choose(index) {
    this.dispatchEvent(new CustomEvent('choose', { detail: { index } }));
  }
}

if (!customElements.get('redo-lab-page-map')) customElements.define('redo-lab-page-map', RedoLabPageMap);
