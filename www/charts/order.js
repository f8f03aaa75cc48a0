/**
 * How several logs become one, at a moment: a row a node (its log, its sort, its queue), the merge, and the global binlog.
 *
 * A block is a part of a transaction, on the tape a whole one; it keeps its colour on its way. Pointing at a block marks the other
 * parts of its transaction. The keyboard walks the blocks of a row (left, right) and the rows (up, down); Enter chooses a block.
 *
 * Events: `choose` (`detail.index`, a transaction's position in the log).
 */
import { LitElement, html, nothing, svg, unsafeCSS } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import blocks from '../styles/order-blocks.css?inline';
import styles from '../styles/order.css?inline';
import { frameOf, layOut } from './order-layout.js';

/** @typedef {import('../state/order.js').OrderLog} OrderLog */
/** @typedef {import('../state/order.js').Stage} Stage */
/** @typedef {import('./order-layout.js').Block} Block */
/** @typedef {import('./order-layout.js').Frame} Frame */
/**
 * @typedef {{ label: string, hint: string, node: (node: number, idle: boolean) => string, column: (name: string) => string,
 *   short: (name: string) => string, memory: { [column: string]: string }, number: (value: number) => string, waits: string,
 *   waitsShort: string, block: (block: Block) => string, row: (row: number) => string, empty: string }} Words `row` names a row for the
 *   ear, with what is in it
 */

/** The kinds of transactions in the order of legends. */
export const KINDS = ['distributed', 'single-shard', 'unordered', 'heartbeat', 'big', 'stuck'];

/** Width of a digit on a block. */
const NUMBER_PX = 6.3;

export class RedoLabOrder extends LitElement {
  static properties = {
    log: { attribute: false },
    stage: { attribute: false },
    waited: { attribute: false },
    group: { attribute: false },
    selected: { attribute: false },
    words: { attribute: false },
    width: { state: true },
    pointed: { state: true },
    cursor: { state: true },
  };

  static styles = [unsafeCSS(blocks), unsafeCSS(styles)];

  constructor() {
    super();
    /** @type {OrderLog | null} */
    this.log = null;
    /** @type {Stage | null} */
    this.stage = null;
    /** Nodes for which the merge waits. @type {number[]} */
    this.waited = [];
    /** Inputs of one merge. */
    this.group = 8;
    /** Position of the chosen transaction; -1 for none. */
    this.selected = -1;
    /** @type {Words | null} */
    this.words = null;
    this.width = 0;
    /** The transaction that the pointer is on; -1 for none. */
    this.pointed = -1;
    /** The block that the keyboard is on. @type {{ row: number, key: string } | null} */
    this.cursor = null;
    /** @type {Block[]} */
    this.blocks = [];
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

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('log')) [this.cursor, this.pointed] = [null, -1];
  }

  render() {
    const { log, stage, words } = this;
    if (!log || !stage || !words || !this.width) return nothing;
    const frame = frameOf(this.width, log.nodes);
    const { blocks, more } = layOut(log, stage, frame);
    this.blocks = blocks;
    return html`
      <div
        class="stage ${frame.wide ? 'wide' : 'slim'}"
        role="group"
        tabindex="0"
        aria-label="${words.label}. ${words.hint}"
        style="height:${frame.height}px"
        @keydown=${this.onKey}
        @pointerleave=${() => (this.pointed = -1)}
      >
        ${this.renderHeads(frame)} ${this.renderRows(frame)} ${this.renderMerge(frame)}
        ${repeat(
          blocks,
          (block) => block.key,
          (block) => this.renderBlock(block),
        )}
        ${
          blocks.some(({ part }) => part < 0)
            ? nothing
            : html`<span
                class="more"
                aria-hidden="true"
                style="left:${frame.tape.x + (frame.wide ? 10 : 40)}px;top:${frame.tape.y + 10}px"
                >${words.empty}</span
              >`
        }
        ${more.map(
          ({ x, y, count, side }) =>
            html`<span class="more ${side}" aria-hidden="true" style="left:${x}px;top:${y}px">+${words.number(count)}</span>`,
        )}
      </div>
      <p class="cursor" aria-live="polite">${this.cursorText() || ' '}</p>
    `;
  }

  /** Names of the columns, with the memory that is held there. @param {Frame} frame */
  renderHeads(frame) {
    const words = /** @type {Words} */ (this.words);
    const head = (/** @type {'log' | 'sort' | 'queue' | 'merge' | 'tape'} */ name) => {
      const { x, width } = frame[name];
      const top = name === 'tape' ? (frame.wide ? 0 : frame.tape.y - 22) : 0;
      return html`<div class="head ${name}" aria-hidden="true" style="left:${x}px;width:${width}px;top:${top}px">
        <b>${this.width < 420 ? words.short(name) : words.column(name)}</b>
        ${words.memory[name] ? html`<span>${words.memory[name]}</span>` : nothing}
      </div>`;
    };
    return html`${head('log')}${head('sort')}${head('queue')}${frame.merge.width > 40 ? head('merge') : nothing}${head('tape')}`;
  }

  /** @param {Frame} frame */
  renderRows(frame) {
    const stage = /** @type {Stage} */ (this.stage);
    const words = /** @type {Words} */ (this.words);
    const cell = (/** @type {'log' | 'sort' | 'queue'} */ name, /** @type {string} */ more = '') =>
      html`<i class="cell ${name} ${more}" style="left:${frame[name].x}px;width:${frame[name].width - 4}px"></i>`;
    return stage.nodes.map(({ node, idle, open, held, queue }, row) => {
      const waits = this.waited.includes(node);
      const style = `top:${frame.top + row * frame.rowHeight}px;height:${frame.rowHeight}px;width:${frame.queue.x + frame.queue.width}px`;
      const tight = frame.names.width < 40;
      return html`<div class="row ${waits ? 'waits' : ''}" aria-hidden="true" style=${style}>
        <span class="name" style="width:${frame.names.width - 6}px">${tight ? node : words.node(node, idle)}</span>
        ${cell('log')} ${cell('sort', open.length && held.length ? 'hole' : '')} ${cell('queue')}
        ${
          waits && !queue.length && frame.rowHeight > 15
            ? html`<span class="waits-tag" style="left:${frame.queue.x}px;width:${frame.queue.width - 4}px"
                >${frame.wide ? words.waits : words.waitsShort}</span
              >`
            : nothing
        }
      </div>`;
    });
  }

  /** The queues run together, in groups where there are many. @param {Frame} frame */
  renderMerge(frame) {
    const stage = /** @type {Stage} */ (this.stage);
    const { merge, top, rowHeight } = frame;
    const rows = stage.nodes.length;
    const middle = (/** @type {number} */ from, /** @type {number} */ to) => top + ((from + to + 1) / 2) * rowHeight;
    const groups = Math.ceil(rows / this.group);
    const grouped = groups > 1 && merge.width > 40;
    const [left, right] = [merge.x - 2, merge.x + merge.width - (frame.wide ? 12 : 8)];
    const rootX = grouped ? right - 14 : merge.x + merge.width * 0.55;
    const root = { x: rootX, y: middle(0, rows - 1) };
    const groupX = merge.x + merge.width * 0.38;
    const lines = stage.nodes.map(({ node, queue }, row) => {
      const first = Math.floor(row / this.group) * this.group;
      const to = grouped ? { x: groupX, y: middle(first, Math.min(rows, first + this.group) - 1) } : root;
      const state = this.waited.includes(node) ? 'missing' : queue.length ? 'ready' : '';
      const y = top + (row + 0.5) * rowHeight;
      return svg`<path class="input ${state}" d="M${left},${y} C${left + 14},${y} ${to.x - 14},${to.y} ${to.x},${to.y}"></path>`;
    });
    const joints = grouped
      ? Array.from({ length: groups }, (_, group) => {
          const y = middle(group * this.group, Math.min(rows, (group + 1) * this.group) - 1);
          return svg`<path class="input" d="M${groupX},${y} C${groupX + 14},${y} ${root.x - 14},${root.y} ${root.x},${root.y}"></path>
            <circle class="joint" cx=${groupX} cy=${y} r="4"></circle>`;
        })
      : [];
    const end = frame.wide ? `M${root.x},${root.y} H${right}` : `M${root.x},${root.y} V${top + rows * rowHeight + 4}`;
    const number = stage.next >= 0 && this.log ? this.log.transaction[stage.next] : 0;
    return html`<svg class="merge" aria-hidden="true" width=${this.width} height=${frame.height}>
      ${lines}${joints}
      <path class="output ${this.waited.length ? '' : 'ready'}" d=${end}></path>
      <circle class="root ${this.waited.length ? 'stopped' : ''}" cx=${root.x} cy=${root.y} r=${frame.wide ? 9 : 6}></circle>
      ${
        frame.wide && number
          ? svg`<text class="frontier" x=${root.x} y=${root.y + 24} text-anchor="middle">${this.words?.number(number)}</text>`
          : nothing
      }
    </svg>`;
  }

  /** @param {Block} block */
  renderBlock({ key, transaction, part, place, row, x, y, width, height, numbered }) {
    const log = /** @type {OrderLog} */ (this.log);
    const stage = /** @type {Stage} */ (this.stage);
    const beside = part < 0 && row === stage.nodes.length && numbered;
    // Without separators: four digits have room then.
    const name = String(log.transaction[transaction]);
    const room = Math.floor(name.length * NUMBER_PX);
    // Beside the nodes a block makes room for its number; elsewhere one without room has none.
    const wide = beside ? Math.max(width, room) : width;
    const number = numbered && room <= wide ? name : '';
    const marked = this.pointed >= 0 ? this.pointed : this.selected;
    const classes = [
      'block',
      log.kind[transaction],
      place,
      transaction === marked ? 'same' : '',
      this.pointed >= 0 && transaction !== marked ? 'other' : '',
      transaction === stage.next && place === 'queue' ? 'next' : '',
      this.cursor?.key === key ? 'at' : '',
      part >= 0 && log.part_spilled[part] ? 'spilled' : '',
    ];
    return html`<div
        class=${classes.filter(Boolean).join(' ')}
        aria-hidden="true"
        style="transform:translate(${x}px,${y}px);width:${wide}px;height:${height}px"
        @pointerenter=${() => (this.pointed = transaction)}
        @click=${() => this.choose(transaction)}
      >
        ${number ? html`<b>${number}</b>` : nothing}
      </div>
      ${beside ? html`<span class="tape-text ${place}" aria-hidden="true" style="left:${x + wide + 8}px;top:${y}px">${this.tapeText(transaction)}</span>` : nothing}`;
  }

  /** The nodes of a transaction on the tape. @param {number} transaction */
  tapeText(transaction) {
    const log = /** @type {OrderLog} */ (this.log);
    const nodes = log.part_of.flatMap((of, part) => (of === transaction ? [log.part_node[part]] : []));
    const listed = nodes.sort((a, b) => a - b).slice(0, 4);
    return listed.map((node) => this.words?.number(node)).join(' · ') + (nodes.length > 4 ? ' …' : '');
  }

  cursorText() {
    const { cursor, words } = this;
    if (this.pointed >= 0) {
      const block = this.blocks.find(({ transaction }) => transaction === this.pointed);
      return block ? words?.block(block) : '';
    }
    if (!cursor) return '';
    const block = this.blocks.find(({ key }) => key === cursor.key);
    return block ? words?.block(block) : words?.row(cursor.row);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const rows = (this.stage?.nodes.length ?? 0) + 1;
    const down = { ArrowUp: -1, ArrowDown: 1, PageUp: -8, PageDown: 8 }[event.key];
    const along = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
    if (event.key === 'Escape') [this.cursor, this.pointed] = [null, -1];
    else if (event.key === 'Enter') {
      const block = this.blocks.find(({ key }) => key === this.cursor?.key);
      if (!block) return;
      this.choose(block.transaction);
    } else if (down !== undefined) {
      const row = this.cursor ? Math.min(Math.max(this.cursor.row + down, 0), rows - 1) : 0;
      this.cursor = { row, key: '' };
    } else if (along !== undefined) {
      const row = this.cursor?.row ?? 0;
      const list = this.blocks.filter((block) => block.row === row).sort((a, b) => a.x - b.x || a.y - b.y);
      const at = list.findIndex(({ key }) => key === this.cursor?.key);
      // What is nearest to the merge comes first.
      const from = at < 0 ? (along < 0 ? list.length : list.length - 1 - along) : at;
      const block = list[Math.min(Math.max(from + along, 0), list.length - 1)];
      this.cursor = { row, key: block?.key ?? '' };
    } else return;
    this.pointed = -1;
    event.preventDefault();
  }

  /** @param {number} index */
  choose(index) {
    this.dispatchEvent(new CustomEvent('choose', { detail: { index } }));
  }
}

if (!customElements.get('redo-lab-order')) customElements.define('redo-lab-order', RedoLabOrder);
