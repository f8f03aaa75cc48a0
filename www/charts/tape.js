/**
 * The redo log as a tape of blocks on a ruler of LSNs: the whole log above, the neighbourhood of the position below.
 *
 * A block is a mini-transaction: its width is its bytes, its layers are what they are for. The order inside a mini-transaction
 * is not drawn. Pointing at a block names it; a click moves the position there.
 */
import { LitElement, html, unsafeCSS } from 'lit';
import styles from '../styles/charts.css?inline';
import { purposeColour, resolveColours } from './colours.js';
import { binTape, lowerBound } from './tape-data.js';

const WHOLE_PX = 34;
const WINDOW_PX = 64;

/** Width of the block under the position in the lower strip, in px, if its size is that of its neighbours. */
const BLOCK_PX = 84;

export class RedoLabTape extends LitElement {
  static properties = {
    tape: { attribute: false },
    lsnStart: { attribute: false },
    lsnEnd: { attribute: false },
    position: { attribute: false },
    applied: { attribute: false },
    words: { attribute: false },
  };

  static styles = unsafeCSS(styles);

  constructor() {
    super();
    /** @type {any} */
    this.tape = null;
    this.lsnStart = 0;
    this.lsnEnd = 1;
    this.position = 0;
    this.applied = 0;
    /** @type {{ whole: string, window: string, lsn: (lsn: number) => string }} */
    this.words = { whole: '', window: '', lsn: String };
    /** @type {{ width: number, bins: Float64Array } | null} */
    this.binned = null;
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

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('tape')) this.binned = null;
  }

  /**
   * LSN where a mini-transaction starts; behind the last one, the log's end.
   * @param {number} index
   */
  lsnOf(index) {
    return index < this.tape.mtr_lsn.length ? this.tape.mtr_lsn[index] : this.lsnEnd;
  }

  render() {
    return html`
      <p class="strip-name">${this.words.whole}</p>
      <canvas class="whole" aria-hidden="true" @pointerdown=${this.onWhole} @pointermove=${this.onWholeDrag}></canvas>
      <div class="lsn-ends"><span>${this.words.lsn(this.lsnStart)}</span><span>${this.words.lsn(this.lsnEnd)}</span></div>
      <p class="strip-name">${this.words.window}</p>
      <canvas class="window" aria-hidden="true" @click=${this.onWindow}></canvas>
    `;
  }

  updated() {
    const width = this.clientWidth;
    if (!width || !this.tape) return;
    /** @type {string[]} */
    this.colourNames = this.tape.purposes.map(purposeColour);
    const colours = resolveColours(this, [
      .../** @type {string[]} */ (this.colourNames),
      '--rl-text',
      '--rl-sunken',
      '--rl-good',
      '--rl-accent',
      '--rl-card',
    ]);
    this.paintWhole(width, colours);
    this.paintWindow(width, colours);
  }

  /**
   * @param {string} selector
   * @param {number} width
   * @param {number} height
   * @param {string} background
   */
  context(selector, width, height, background) {
    const canvas = /** @type {HTMLCanvasElement} */ (this.renderRoot.querySelector(selector));
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.scale(ratio, ratio);
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    return context;
  }

  /**
   * @param {number} width
   * @param {{ [name: string]: string }} colours
   */
  paintWhole(width, colours) {
    const context = this.context('.whole', width, WHOLE_PX, colours['--rl-sunken']);
    const kinds = this.tape.purposes.length;
    if (this.binned?.width !== width) this.binned = { width, bins: binTape(this.tape, this.lsnStart, this.lsnEnd, width) };
    const { bins } = this.binned;
    const head = this.xOf(this.lsnOf(this.position), width);
    const high = WHOLE_PX - 8;
    for (let x = 0; x < width; x++) {
      let total = 0;
      for (let kind = 0; kind < kinds; kind++) total += bins[x * kinds + kind];
      if (!total) continue;
      context.globalAlpha = x < head ? 1 : 0.28;
      let y = 0;
      for (let kind = 0; kind < kinds; kind++) {
        const part = (bins[x * kinds + kind] / total) * high;
        context.fillStyle = colours[/** @type {string[]} */ (this.colourNames)[kind]];
        context.fillRect(x, y, 1, part);
        y += part;
      }
    }
    context.globalAlpha = 1;
    const appliedX = this.xOf(this.lsnOf(this.applied), width);
    context.fillStyle = colours['--rl-accent'];
    context.fillRect(0, high + 3, head, 5);
    context.fillStyle = colours['--rl-good'];
    context.fillRect(0, high + 3, appliedX, 5);
    context.fillStyle = colours['--rl-text'];
    context.fillRect(Math.min(Math.max(head - 1, 0), width - 2), 0, 2, WHOLE_PX);
  }

  /**
   * @param {number} width
   * @param {{ [name: string]: string }} colours
   */
  paintWindow(width, colours) {
    const context = this.context('.window', width, WINDOW_PX, colours['--rl-sunken']);
    const { mtr_lsn: lsns, mtr_bytes: bytes, purpose_bytes: parts } = this.tape;
    const kinds = this.tape.purposes.length;
    const scale = this.windowScale();
    const middle = Math.round(width * 0.55);
    const at = this.lsnOf(this.position);
    const reach = Math.ceil(width / scale);
    const first = Math.max(0, lowerBound(lsns, at - reach) - 1);
    for (let i = first; i < lsns.length && lsns[i] < at + reach; i++) {
      const x = middle + (lsns[i] - at) * scale;
      const wide = Math.max(bytes[i] * scale - 1.5, 1);
      context.globalAlpha = i < this.position ? 1 : 0.28;
      let y = 0;
      for (let kind = 0; kind < kinds; kind++) {
        const part = (parts[i * kinds + kind] / Math.max(bytes[i], 1)) * WINDOW_PX;
        if (!part) continue;
        context.fillStyle = colours[/** @type {string[]} */ (this.colourNames)[kind]];
        context.fillRect(x, y, wide, part);
        y += part;
      }
    }
    context.globalAlpha = 1;
    context.fillStyle = colours['--rl-text'];
    context.fillRect(middle - 1, 0, 2, WINDOW_PX);
  }

  /** Pixels a byte in the lower strip: the mini-transactions around the position come out about {@link BLOCK_PX} wide. */
  windowScale() {
    const { mtr_bytes: bytes } = this.tape;
    let largest = 1;
    for (let i = Math.max(0, this.position - 8); i < Math.min(bytes.length, this.position + 8); i++)
      largest = Math.max(largest, bytes[i]);
    return BLOCK_PX / largest;
  }

  /**
   * @param {number} lsn
   * @param {number} width
   */
  xOf(lsn, width) {
    return ((lsn - this.lsnStart) / Math.max(1, this.lsnEnd - this.lsnStart)) * width;
  }

  /** @param {PointerEvent} event */
  onWhole(event) {
    /** @type {HTMLElement} */ (event.target).setPointerCapture(event.pointerId);
    const lsn = this.lsnStart + (event.offsetX / this.clientWidth) * (this.lsnEnd - this.lsnStart);
    this.seek(lowerBound(this.tape.mtr_lsn, lsn));
  }

  /** @param {PointerEvent} event */
  onWholeDrag(event) {
    if (event.buttons & 1) this.onWhole(event);
  }

  /** @param {MouseEvent} event */
  onWindow(event) {
    const lsn = this.lsnOf(this.position) + (event.offsetX - Math.round(this.clientWidth * 0.55)) / this.windowScale();
    this.seek(lowerBound(this.tape.mtr_lsn, lsn));
  }

  /** @param {number} position */
  seek(position) {
    this.dispatchEvent(new CustomEvent('seek', { detail: { position } }));
  }
}

if (!customElements.get('redo-lab-tape')) customElements.define('redo-lab-tape', RedoLabTape);
