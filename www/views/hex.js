/**
 * The bytes of a page, sixteen a line, with what each belongs to.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/inside.css?inline';
import { hexByte } from '../state/format.js';
import { partAt } from '../state/page-parts.js';

const LINE_PX = 22;
const LINE_BYTES = 16;

export class RedoLabHex extends LitElement {
  static properties = {
    bytes: { attribute: false },
    parts: { attribute: false },
    from: { attribute: false },
    to: { attribute: false },
    label: { attribute: false },
    describe: { attribute: false },
    top: { state: true },
    cursor: { state: true },
  };

  static styles = [unsafeCSS(base), unsafeCSS(styles)];

  constructor() {
    super();
    this.bytes = new Uint8Array();
    /** @type {import('../state/page-parts.js').Part[]} */
    this.parts = [];
    /** The highlighted range, `to` not included. */
    this.from = -1;
    this.to = -1;
    this.label = '';
    /** @type {(offset: number, part: import('../state/page-parts.js').Part | null) => string} */
    this.describe = () => '';
    this.top = 0;
    this.cursor = -1;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('bytes')) this.cursor = -1;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if ((changed.has('from') || changed.has('to')) && this.from >= 0) this.show(this.from);
  }

  /**
   * Scrolls an offset into view.
   * @param {number} offset
   */
  show(offset) {
    const box = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.hex'));
    if (!box) return;
    const at = Math.floor(offset / LINE_BYTES) * LINE_PX;
    if (at < box.scrollTop || at + LINE_PX > box.scrollTop + box.clientHeight) box.scrollTop = at - box.clientHeight / 3;
  }

  render() {
    const lines = Math.ceil(this.bytes.length / LINE_BYTES);
    const first = Math.max(0, Math.floor(this.top / LINE_PX) - 3);
    const shown = Array.from({ length: Math.min(lines - first, 30) }, (_, i) => first + i);
    const at = this.cursor >= 0 ? this.cursor : this.from;
    return html`
      <div
        class="hex"
        tabindex="0"
        role="group"
        aria-label=${this.label}
        @scroll=${(/** @type {any} */ event) => (this.top = event.target.scrollTop)}
        @keydown=${this.onKey}
      >
        <div style="height:${lines * LINE_PX}px;position:relative" aria-hidden="true">
          ${shown.map((line) => this.renderLine(line))}
        </div>
      </div>
      <p class="cursor" aria-live="polite">${at >= 0 ? this.describe(at, partAt(this.parts, at)) : ' '}</p>
    `;
  }

  /** @param {number} line */
  renderLine(line) {
    const start = line * LINE_BYTES;
    const cells = Array.from(this.bytes.subarray(start, start + LINE_BYTES), (byte, i) => {
      const offset = start + i;
      const part = partAt(this.parts, offset);
      const lit = offset >= this.from && offset < this.to;
      return html`<span
        class="byte ${part?.kind ?? 'free'} ${part?.odd ? 'odd' : ''} ${lit ? 'lit' : ''} ${offset === this.cursor ? 'at' : ''}"
        @click=${() => this.choose(offset)}
        >${hexByte(byte)}</span
      >`;
    });
    return html`<div class="hex-line" style="top:${line * LINE_PX}px">
      <span class="hex-offset">${start.toString(16).padStart(4, '0')}</span>${cells}
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -LINE_BYTES, ArrowDown: LINE_BYTES, PageUp: -256, PageDown: 256 }[
      event.key
    ];
    if (event.key === 'Enter' && this.cursor >= 0) this.choose(this.cursor);
    if (step === undefined) return;
    event.preventDefault();
    const from = this.cursor >= 0 ? this.cursor : Math.max(this.from, 0);
    this.cursor = Math.min(Math.max(from + step, 0), this.bytes.length - 1);
    this.show(this.cursor);
  }

  /** @param {number} offset */
  choose(offset) {
    this.cursor = offset;
    this.dispatchEvent(new CustomEvent('choose', { detail: { offset, part: partAt(this.parts, offset) ?? nothing } }));
  }
}

if (!customElements.get('redo-lab-hex')) customElements.define('redo-lab-hex', RedoLabHex);
