/**
 * The inspector: every page of the tablespace, one page opened to its bytes, and the redo that made it, under each encoding.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/inside.css?inline';
import '../charts/page-map.js';
import { purposeColour } from '../charts/colours.js';
import { formatNumber } from '../state/format.js';
import { refusal } from '../state/refusal.js';
import { partsOf } from '../state/page-parts.js';
import { RunCancelled } from '../worker/engine.js';
import './hex.js';
import './list.js';

/** Redo records that are asked for at a time. */
const REDO_COUNT = 200;

const SPACE_PAGE = 255;

/** Fill colours for levels and trees, by number. */
const LEVEL_COLOURS = ['--purpose-record', '--purpose-directory', '--purpose-header', '--purpose-page-image'];
const TREE_COLOURS = ['--type-0', '--type-2', '--type-4', '--type-6', '--type-1', '--type-3', '--type-5', '--type-7'];

export class RedoLabInspector extends LitElement {
  static properties = {
    engine: { attribute: false },
    texts: { attribute: false },
    experiment: { attribute: false },
    runIndex: { attribute: false },
    encoding: { attribute: false },
    encodings: { attribute: false },
    overview: { state: true },
    page: { state: true },
    redo: { state: true },
    redoEncoding: { state: true },
    mapBy: { state: true },
    tab: { state: true },
    lit: { state: true },
    busy: { state: true },
    failure: { state: true },
  };

  static styles = [unsafeCSS(base), unsafeCSS(styles)];

  constructor() {
    super();
    /** @type {import('../worker/engine.js').Engine | null} */
    this.engine = null;
    /** @type {import('../locales/texts.js').Texts | null} */
    this.texts = null;
    /** @type {any} */
    this.experiment = null;
    this.runIndex = 0;
    this.encoding = '';
    /** @type {string[]} */
    this.encodings = [];
    /** @type {any} */
    this.overview = null;
    /** @type {any} */
    this.page = null;
    /** @type {import('../state/page-parts.js').Part[]} */
    this.parts = [];
    /** @type {{ total: number, from: number, records: any[] } | null} */
    this.redo = null;
    this.redoEncoding = '';
    this.mapBy = 'fill';
    this.tab = 'records';
    /** The highlighted bytes, and the chosen rows. */
    this.lit = { from: -1, to: -1, row: -1, redoRow: -1 };
    this.busy = false;
    this.failure = '';
    this.abort = new AbortController();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.abort.abort();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('experiment') || changed.has('runIndex')) this.load();
  }

  /**
   * @param {string} id
   * @param {import('../locales/texts.js').Arguments} [args]
   */
  t(id, args) {
    return this.texts?.text(id, args) ?? id;
  }

  /** @param {number} value */
  number(value) {
    return formatNumber(value, this.texts?.lang ?? 'en');
  }

  /**
   * Asks the engine; a failure becomes a line of text, an abandoned question nothing.
   * @param {string} op
   * @param {object} fields
   * @returns {Promise<any>}
   */
  async ask(op, fields) {
    this.busy = true;
    this.failure = '';
    try {
      return await this.engine?.request(
        op,
        { experiment: this.experiment, runIndex: this.runIndex, ...fields },
        { signal: this.abort.signal },
      );
    } catch (error) {
      if (!(error instanceof RunCancelled)) this.failure = refusal(error, (id) => this.t(id));
      return null;
    } finally {
      this.busy = false;
    }
  }

  async load() {
    this.abort.abort();
    this.abort = new AbortController();
    this.redoEncoding = this.encoding;
    const answer = await this.ask('inspect', {});
    if (!answer) return;
    this.overview = answer.overview;
    const { page_no: numbers, tree, trees, level } = answer.overview;
    // A leaf in the middle, of a tree that the statement built, says more than the first page of the file.
    const leaves = [...numbers.keys()].filter(
      (place) => tree[place] !== SPACE_PAGE && trees[tree[place]].built && level[place] === 0,
    );
    const place = leaves[Math.floor(leaves.length / 3)] ?? 0;
    await this.openPage(numbers[place]);
  }

  /** @param {number} pageNo */
  async openPage(pageNo) {
    const page = await this.ask('page', { pageNo });
    if (!page) return;
    this.page = page;
    this.parts = partsOf(page);
    this.lit = { from: -1, to: -1, row: -1, redoRow: -1 };
    await this.openRedo(0);
  }

  /** @param {number} from */
  async openRedo(from) {
    const encoding = this.redoEncoding === this.encoding ? undefined : this.redoEncoding;
    const answer = await this.ask('pageRedo', { pageNo: this.page.page_no, from, count: REDO_COUNT, encoding });
    if (answer) this.redo = { total: answer.total, from, records: answer.records };
    this.lit = { ...this.lit, redoRow: -1 };
  }

  /** @param {string} encoding */
  async under(encoding) {
    this.redoEncoding = encoding;
    await this.openRedo(0);
  }

  /** @param {import('../state/page-parts.js').Part} part */
  lightPart(part) {
    this.tab = { header: 'header', record: 'records', directory: 'directory' }[part.kind];
    this.lit = { from: part.from, to: part.to, row: part.index, redoRow: this.lit.redoRow };
  }

  render() {
    if (this.failure && !this.overview) return html`<p class="refusal" role="status">${this.failure}</p>`;
    if (!this.overview) return html`<div class="building"><div class="skeleton"></div></div>`;
    return html`${this.renderMap()} ${this.failure ? html`<p class="failed" role="alert">${this.failure}</p>` : nothing}
    ${this.page ? this.renderPage() : html`<p>${this.t('map-choose')}</p>`}`;
  }

  renderMap() {
    const { overview } = this;
    const selected = this.page ? overview.page_no.indexOf(this.page.page_no) : -1;
    const most =
      this.mapBy === 'redo'
        ? overview.redo_bytes.reduce((/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b), 1)
        : 1;
    const goto = (/** @type {any} */ event) => {
      const wanted = event.target.valueAsNumber;
      if (overview.page_no.includes(wanted)) this.openPage(wanted);
    };
    return html`<div class="map-head">
        <div class="segmented" role="group" aria-label=${this.t('map-by')}>
          <span class="segmented-label">${this.t('map-by')}</span>
          ${['fill', 'level', 'tree', 'redo'].map(
            (by) =>
              html`<button aria-pressed=${this.mapBy === by} @click=${() => (this.mapBy = by)}>
                ${this.t(`map-by-${by}`)}
              </button>`,
          )}
        </div>
        <label class="goto"
          >${this.t('map-goto')} <input type="number" min="0" .value=${String(this.page?.page_no ?? '')} @change=${goto}
        /></label>
      </div>
      <redo-lab-page-map
        interactive
        .interactive=${true}
        .count=${overview.page_no.length}
        .cell=${this.cellBy(most)}
        .version=${this.mapBy}
        .colours=${[...LEVEL_COLOURS, ...TREE_COLOURS, '--purpose-allocation', '--rl-accent']}
        .label=${this.t('map-pages')}
        .selected=${selected}
        .maxHeight=${240}
        .describe=${(/** @type {number} */ place) => this.describePage(place)}
        .groupText=${(/** @type {number} */ group) => this.t('stage-group', { count: this.number(group) })}
        @choose=${(/** @type {CustomEvent} */ event) => this.openPage(overview.page_no[event.detail.index])}
      ></redo-lab-page-map>
      ${this.renderMapLegend()}`;
  }

  /** @param {number} mostRedo */
  cellBy(mostRedo) {
    const { tree, level, fill_permille: fill, redo_bytes: redo } = this.overview;
    return (/** @type {number} */ place) => {
      if (tree[place] === SPACE_PAGE) return { colour: '--purpose-allocation', strength: 0.6, level: 1 };
      const full = fill[place] / 1000;
      if (this.mapBy === 'level') return { colour: LEVEL_COLOURS[level[place] % LEVEL_COLOURS.length], strength: 1, level: 1 };
      if (this.mapBy === 'tree') return { colour: TREE_COLOURS[tree[place] % TREE_COLOURS.length], strength: 1, level: 1 };
      if (this.mapBy === 'redo') return { colour: '--purpose-directory', strength: redo[place] / mostRedo, level: 1 };
      return { colour: '--rl-accent', strength: full, level: Math.max(0.1, full) };
    };
  }

  renderMapLegend() {
    const key = (/** @type {string} */ colour, /** @type {string} */ text) =>
      html`<li><span class="swatch" style="background:var(${colour})"></span>${text}</li>`;
    const { trees, level } = this.overview;
    const space = key('--purpose-allocation', this.t('map-space', { page: '0' }).replace(/^.*?: ?/, ''));
    if (this.mapBy === 'tree')
      return html`<ul class="parts">
        ${trees.map((/** @type {any} */ tree, /** @type {number} */ index) => key(TREE_COLOURS[index % TREE_COLOURS.length], tree.name))}
        ${space}
      </ul>`;
    if (this.mapBy === 'level') {
      const levels = [...new Set(/** @type {Uint8Array} */ (level))].sort();
      return html`<ul class="parts">
        ${levels.map((n) => key(LEVEL_COLOURS[n % LEVEL_COLOURS.length], this.levelName(n)))} ${space}
      </ul>`;
    }
    return nothing;
  }

  /** @param {number} level */
  levelName(level) {
    return level === 0 ? this.t('level-leaf') : this.t('level-n', { level });
  }

  /** @param {number} place */
  describePage(place) {
    const { page_no, tree, level, records, fill_permille, trees } = this.overview;
    const page = this.number(page_no[place]);
    if (tree[place] === SPACE_PAGE) return this.t('map-space', { page });
    const percent = new Intl.NumberFormat(this.texts?.lang, { style: 'percent', maximumFractionDigits: 1 });
    return this.t('map-page', {
      page,
      tree: trees[tree[place]]?.name ?? '',
      level: level[place],
      records: this.number(records[place]),
      fill: percent.format(fill_permille[place] / 1000),
    });
  }

  renderPage() {
    const { page } = this;
    return html`<div class="page ${this.busy ? 'busy' : ''}">
      <div class="page-structure">
        <div
          class="tabs"
          role="tablist"
          aria-label=${this.t('page-n', { page: this.number(page.page_no) })}
          @keydown=${this.onTabKey}
        >
          ${['records', 'header', 'directory'].map(
            (tab) =>
              html`<button
                role="tab"
                id="tab-${tab}"
                aria-selected=${this.tab === tab}
                tabindex=${this.tab === tab ? 0 : -1}
                aria-controls="tab-panel"
                @click=${() => this.openTab(tab)}
              >
                ${this.t(`page-${tab}`)}
              </button>`,
          )}
        </div>
        <div role="tabpanel" id="tab-panel" aria-labelledby="tab-${this.tab}">${this.renderTab()}</div>
      </div>
      <div class="page-bytes">
        <h4>${this.t('page-n', { page: this.number(page.page_no) })} <span class="aside">${this.t('page-hex')}</span></h4>
        <redo-lab-hex
          .bytes=${page.bytes}
          .parts=${this.parts}
          .from=${this.lit.from}
          .to=${this.lit.to}
          .label="${this.t('page-hex')}. ${this.t('hex-hint')}"
          .describe=${(/** @type {number} */ offset, /** @type {any} */ part) => this.t('hex-at', { offset, part: part ? this.partName(part) : this.t('hex-free') })}
          @choose=${(/** @type {CustomEvent} */ event) => event.detail.part?.kind && this.lightPart(event.detail.part)}
        ></redo-lab-hex>
      </div>
      ${this.renderRedo()}
    </div>`;
  }

  /** @param {import('../state/page-parts.js').Part} part */
  partName(part) {
    return part.kind === 'header' ? part.name : `${this.t(part.kind === 'record' ? 'col-record' : 'col-slot')} ${part.name}`;
  }

  /** @param {string} tab */
  openTab(tab) {
    this.tab = tab;
    this.lit = { ...this.lit, from: -1, to: -1, row: -1 };
  }

  /** @param {KeyboardEvent} event */
  async onTabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tabs = ['records', 'header', 'directory'];
    this.openTab(tabs[(tabs.indexOf(this.tab) + step + tabs.length) % tabs.length]);
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`#tab-${this.tab}`))?.focus();
  }

  renderTab() {
    const { page } = this;
    const list = (
      /** @type {any[]} */ rows,
      /** @type {string} */ kind,
      /** @type {(row: any) => unknown} */ render,
      /** @type {string[]} */ columns,
    ) =>
      html` <div class="list-head ${kind}">${columns.map((column) => html`<span>${this.t(column)}</span>`)}</div>
        <redo-lab-list
          class=${kind}
          .count=${rows.length}
          .row=${(/** @type {number} */ index) => html`<div class="cells ${kind}">${render(rows[index])}</div>`}
          .selected=${this.lit.row}
          .label=${this.t(`page-${this.tab}`)}
          @choose=${(/** @type {CustomEvent} */ event) => this.lightRow(kind, event.detail.index)}
        ></redo-lab-list>`;
    if (this.tab === 'header') {
      return list(
        page.header,
        'header',
        (field) =>
          html`<code>${field.name}</code><span class="number">${field.offset}</span><span class="number">${field.value}</span
            ><span>${field.meaning}</span>`,
        ['col-field', 'col-offset', 'col-value', 'col-meaning'],
      );
    }
    if (this.tab === 'directory') {
      return list(
        page.directory,
        'directory',
        (slot) =>
          html`<span class="number">${slot.slot}</span><span class="number">${slot.position}</span
            ><span class="number">${slot.record_offset}</span><span class="number">${slot.owned}</span>`,
        ['col-slot', 'col-offset', 'col-record', 'col-owned'],
      );
    }
    return list(
      page.records,
      'record',
      (record) =>
        html`<span class="number">${record.heap_no}</span><span class="number">${record.offset}</span
          ><span class="fields"
            >${record.fields.map((/** @type {any} */ field) => html`<span class="field">${field.name} <b>${field.value}</b></span>`)}</span
          ><span class="number">${record.n_owned || ''}</span><span class="number">${record.next}</span>`,
      ['col-heap', 'col-offset', 'col-fields', 'col-owned', 'col-next'],
    );
  }

  /**
   * @param {string} kind
   * @param {number} index
   */
  lightRow(kind, index) {
    const part = this.parts.find((candidate) => candidate.kind === kind && candidate.index === index);
    if (part) this.lightPart(part);
  }

  renderRedo() {
    const { redo } = this;
    const encodingName = (/** @type {string} */ encoding) => this.texts?.find(`value-${encoding}`) ?? encoding;
    return html`<div class="page-redo">
      <div class="section-head">
        <h4>
          ${this.t('page-redo')}
          <span class="aside">${redo ? this.t('page-redo-total', { total: this.number(redo.total) }) : ''}</span>
        </h4>
        <div class="segmented" role="group" aria-label=${this.t('redo-under')}>
          <span class="segmented-label">${this.t('redo-under')}</span>
          ${this.encodings.map((encoding) => html`<button aria-pressed=${this.redoEncoding === encoding} @click=${() => this.under(encoding)}>${encodingName(encoding)}</button>`)}
        </div>
      </div>
      ${redo ? (redo.total ? this.renderRedoList(redo) : html`<p class="none">${this.t('redo-none')}</p>`) : html`<div class="skeleton"></div>`}
    </div>`;
  }

  /** @param {{ total: number, from: number, records: any[] }} redo */
  renderRedoList(redo) {
    const row = (/** @type {number} */ index) => {
      const record = redo.records[index];
      const purpose = this.texts?.find(`purpose-${record.purpose}`) ?? record.purpose;
      return html`<div class="cells redo">
        <span class="number">${this.number(record.lsn)}</span><code>${record.kind}</code
        ><span><span class="swatch" style="background:var(${purposeColour(record.purpose)})"></span>${purpose}</span
        ><span class="number">${this.number(record.bytes)}</span><span class="text">${record.text}</span
        ><span class="number bytes">${record.hex}</span>
      </div>`;
    };
    const choose = (/** @type {CustomEvent} */ event) => {
      const { index } = event.detail;
      const { offset, length } = redo.records[index];
      const known = typeof offset === 'number';
      this.lit = { from: known ? offset : -1, to: known ? offset + length : -1, row: -1, redoRow: index };
    };
    const last = redo.from + redo.records.length;
    return html`<div class="list-head redo">
        ${['col-lsn', 'col-type', 'col-for', 'col-bytes', 'col-what', 'page-hex'].map((column) => html`<span>${this.t(column)}</span>`)}
      </div>
      <redo-lab-list
        class="redo"
        .count=${redo.records.length}
        .row=${row}
        .selected=${this.lit.redoRow}
        .label=${this.t('page-redo')}
        @choose=${choose}
      ></redo-lab-list>
      ${
        redo.total > REDO_COUNT
          ? html`<p class="pager">
              <button ?disabled=${redo.from === 0} @click=${() => this.openRedo(Math.max(0, redo.from - REDO_COUNT))}>
                ${this.t('redo-previous', { count: REDO_COUNT })}
              </button>
              <span
                >${this.t('redo-range', { from: this.number(redo.from + 1), to: this.number(last), total: this.number(redo.total) })}</span
              >
              <button ?disabled=${last >= redo.total} @click=${() => this.openRedo(last)}>
                ${this.t('redo-more', { count: REDO_COUNT })}
              </button>
            </p>`
          : nothing
      }`;
  }
}

if (!customElements.get('redo-lab-inspector')) customElements.define('redo-lab-inspector', RedoLabInspector);
