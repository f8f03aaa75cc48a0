/**
 * A long list of which only the rows in view exist: a page has a thousand records, a log many more.
 *
 * It is a listbox: arrow keys, Page Up and Down, Home and End move the choice.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/inside.css?inline';

export class RedoLabList extends LitElement {
  static properties = {
    count: { attribute: false },
    row: { attribute: false },
    selected: { attribute: false },
    label: { attribute: false },
    rowHeight: { attribute: false },
    top: { state: true },
  };

  static styles = [unsafeCSS(base), unsafeCSS(styles)];

  constructor() {
    super();
    this.count = 0;
    /** @type {(index: number) => unknown} */
    this.row = () => nothing;
    this.selected = -1;
    this.label = '';
    this.rowHeight = 28;
    this.top = 0;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('selected') && this.selected >= 0) this.show(this.selected);
  }

  /**
   * Scrolls a row into view.
   * @param {number} index
   */
  show(index) {
    const box = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('.list'));
    if (!box) return;
    const at = index * this.rowHeight;
    if (at < box.scrollTop || at + this.rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = at - box.clientHeight / 2;
  }

  render() {
    const first = Math.max(0, Math.floor(this.top / this.rowHeight) - 4);
    const last = Math.min(this.count, first + 40);
    const indexes = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
    return html`<div
      class="list"
      role="listbox"
      tabindex="0"
      aria-label=${this.label}
      aria-activedescendant=${this.selected >= first && this.selected < last ? `row-${this.selected}` : nothing}
      @scroll=${(/** @type {Event} */ event) => (this.top = /** @type {HTMLElement} */ (event.target).scrollTop)}
      @keydown=${this.onKey}
    >
      <div role="presentation" style="height:${this.count * this.rowHeight}px;position:relative">
        ${indexes.map(
          (index) =>
            html`<div
              role="option"
              id="row-${index}"
              class="list-row"
              aria-selected=${index === this.selected}
              aria-setsize=${this.count}
              aria-posinset=${index + 1}
              style="top:${index * this.rowHeight}px;height:${this.rowHeight}px"
              @click=${() => this.choose(index)}
            >
              ${this.row(index)}
            </div>`,
        )}
      </div>
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -this.count, End: this.count }[event.key];
    if (!step || !this.count) return;
    event.preventDefault();
    this.choose(Math.min(Math.max(this.selected + step, 0), this.count - 1));
  }

  /** @param {number} index */
  choose(index) {
    this.dispatchEvent(new CustomEvent('choose', { detail: { index } }));
  }
}

if (!customElements.get('redo-lab-list')) customElements.define('redo-lab-list', RedoLabList);
