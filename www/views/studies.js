/**
 * The studies: what was published, what the engine gives for it, and how far the two are apart.
 *
 * A study runs in the engine's thread, with progress, and can be cancelled; every value of the engine comes from experiments
 * that can be opened in the lab.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import palette from '../styles/palette.css?inline';
import styles from '../styles/studies.css?inline';
import { followTheme } from '../element/theme.js';
import { englishTexts, loadTexts } from '../locales/texts.js';
import { formatNumber, humanForm, words } from '../state/format.js';
import { boundText } from '../state/study.js';
import { encodeLink } from '../state/link.js';
import { EngineFailure, RunCancelled, sharedEngine } from '../worker/engine.js';

/** @typedef {{ study: string, title: string, source: string, why: string }} Entry */

/** How a value stands to what was published; a sign beside the word. */
const STATUS = /** @type {{ [status: string]: { sign: string, tone: string } }} */ ({
  fitted: { sign: '≡', tone: 'quiet' },
  predicted: { sign: '→', tone: 'good' },
  granularity: { sign: '≈', tone: 'quiet' },
  'not-published': { sign: '–', tone: 'quiet' },
  'not-modelled': { sign: '∅', tone: 'quiet' },
});

export class RedoLabStudies extends LitElement {
  static properties = {
    study: { attribute: false },
    theme: { type: String },
    lang: { type: String },
    texts: { state: true },
    entries: { state: true },
    progress: { state: true },
    phase: { state: true },
    failure: { state: true },
    links: { state: true },
  };

  static styles = [unsafeCSS(palette), unsafeCSS(base), unsafeCSS(styles)];

  constructor() {
    super();
    /** Name of the study on show; empty for the list. */
    this.study = '';
    this.theme = 'auto';
    this.lang = '';
    this.texts = englishTexts;
    this.engine = sharedEngine();
    /** @type {Entry[] | null} */
    this.entries = null;
    /** @type {{ runs: { label: string, fraction: number, phase: string, done: boolean }[] } | null} */
    this.progress = null;
    /** @type {'ready' | 'running' | 'cancelled' | 'failed'} */
    this.phase = 'ready';
    this.failure = '';
    /** @type {Map<string, any>} reports by the name of their study */
    this.reports = new Map();
    /** @type {string[]} addresses of the study's experiments in the lab */
    this.links = [];
    this.spoken = '';
    /** @type {AbortController | null} */
    this.abort = null;
    this.stopFollowing = () => {};
  }

  connectedCallback() {
    super.connectedCallback();
    this.stopFollowing = followTheme(this);
    this.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stopFollowing();
    this.abort?.abort();
  }

  async start() {
    try {
      this.entries = (await this.engine.request('studies', {})).map((/** @type {any} */ raw) => ({
        ...raw,
        study: raw.study ?? raw.name,
      }));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('lang')) loadTexts(this.lang || document.documentElement.lang).then((texts) => (this.texts = texts));
    if (changed.has('theme')) {
      this.stopFollowing();
      this.stopFollowing = followTheme(this);
    }
    if (changed.has('study')) {
      this.abort?.abort();
      this.phase = 'ready';
      this.failure = '';
      this.progress = null;
      this.makeLinks();
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    // Another view: what the keyboard goes on from is its title.
    if (changed.has('study') && changed.get('study') !== undefined) {
      /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('h1'))?.focus();
    }
  }

  /** @param {string} id @param {import('../locales/texts.js').Arguments} [args] */
  t(id, args) {
    return this.texts.text(id, args);
  }

  /** @param {unknown} error */
  fail(error) {
    this.phase = 'failed';
    const lost = error instanceof EngineFailure && (error.panicked || error.name === 'EngineLost');
    const message = /** @type {Error} */ (error).message;
    this.failure = lost ? `${this.t('study-lost')} (${message})` : message;
  }

  async run() {
    const name = this.study;
    const abort = (this.abort = new AbortController());
    this.phase = 'running';
    this.failure = '';
    this.progress = null;
    this.reports.delete(name);
    this.spoken = this.t('running');
    try {
      const report = await this.engine.request(
        'study',
        { name },
        { signal: abort.signal, onProgress: (message) => this.onProgress(name, message) },
      );
      this.reports.set(name, report);
      if (abort !== this.abort) return;
      this.phase = 'ready';
      this.spoken = this.t('study-done');
      await this.makeLinks();
    } catch (error) {
      if (abort !== this.abort) return;
      if (error instanceof RunCancelled) {
        this.phase = 'cancelled';
        this.spoken = this.t('report-cancelled');
      } else this.fail(error);
    }
    this.progress = null;
    this.requestUpdate();
  }

  /**
   * @param {string} name
   * @param {any} message
   */
  onProgress(name, { progress, report }) {
    this.progress = progress;
    if (report) this.reports.set(name, report);
  }

  /** How far the study is: all its runs count alike. */
  get fraction() {
    const runs = this.progress?.runs ?? [];
    return runs.length ? runs.reduce((sum, run) => sum + run.fraction, 0) / runs.length : 0;
  }

  /** What runs now, and which of all that is. */
  progressText() {
    const runs = this.progress?.runs ?? [];
    const index = runs.findIndex((run) => !run.done);
    if (index < 0) return this.t('running');
    return this.t('study-now', { index: index + 1, total: runs.length, label: runs[index].label });
  }

  async makeLinks() {
    const report = this.reports.get(this.study);
    const links = (report?.experiments ?? []).map(
      async (/** @type {any} */ { experiment }) => `./index.html${await encodeLink(experiment)}`,
    );
    this.links = await Promise.all(links);
  }

  render() {
    const entry = this.entries?.find(({ study }) => study === this.study);
    return html`
      ${entry ? this.renderStudy(entry) : this.renderList()}
      <div class="sr-only" role="status" aria-live="polite">${this.spoken}</div>
    `;
  }

  renderList() {
    const { entries } = this;
    return html`
      <h1 tabindex="-1">${this.t('studies-title')}</h1>
      <p class="lead">${this.t('studies-note')}</p>
      ${this.study && entries ? html`<p class="problem" role="alert">${this.t('study-unknown', { name: this.study })}</p>` : nothing}
      ${
        this.phase === 'failed'
          ? html`<p class="problem" role="alert">
              ${this.failure} <button @click=${() => this.retry()}>${this.t('error-retry')}</button>
            </p>`
          : nothing
      }
      ${
        entries
          ? html`<ul class="entries">
              ${entries.map(
                ({ study, title, source, why }) =>
                  html`<li>
                    <a href="#study=${study}">${this.texts.find(`study-title-${study}`) ?? title}</a>
                    <p>${this.texts.find(`study-why-${study}`) ?? why}</p>
                    <p class="note">${source}</p>
                  </li>`,
              )}
            </ul>`
          : this.phase === 'failed'
            ? nothing
            : html`<div class="skeleton block"></div>`
      }
      ${entries && !entries.length ? html`<p class="note">${this.t('studies-none')}</p>` : nothing}
    `;
  }

  retry() {
    this.phase = 'ready';
    this.failure = '';
    this.start();
  }

  /** @param {Entry} entry */
  renderStudy({ study, title, source, why }) {
    const report = this.reports.get(study);
    return html`
      <p><a href="#">‹ ${this.t('studies-title')}</a></p>
      <h1 tabindex="-1">${this.texts.find(`study-title-${study}`) ?? title}</h1>
      <p class="lead">${this.texts.find(`study-why-${study}`) ?? why}</p>
      <p class="note">${this.t('study-source')}: ${source}</p>
      <div class="run-row">
        ${
          this.phase === 'running'
            ? html`<button class="primary" id="cancel" @click=${() => this.abort?.abort()}>${this.t('cancel')}</button>
                <progress max="1" .value=${this.fraction} aria-label=${this.t('study-progress')}></progress>
                <span class="note">${this.progressText()}</span>`
            : html`<button class="primary" id="run" @click=${() => this.run()}>
                  ${this.t(report ? 'run-again' : 'study-run')}
                </button>
                <span class="note"
                  >${this.phase === 'cancelled' ? this.t('report-cancelled') : report ? '' : this.t('study-empty')}</span
                >`
        }
      </div>
      ${this.phase === 'failed' ? html`<p class="problem" role="alert">${this.t('state-failed')}: ${this.failure}</p>` : nothing}
      ${report ? html`<div class="report" aria-busy=${this.phase === 'running'}>${this.renderReport(report)}</div>` : nothing}
    `;
  }

  /** @param {any} report */
  renderReport(report) {
    return html`
      ${this.renderSummary(report)}
      ${report.tables.map((/** @type {any} */ table, /** @type {number} */ index) => this.renderTable(table, index))}
      ${this.renderReadings(report.readings ?? [])} ${this.renderChecks(report.checks ?? [])}
      ${this.renderConstants(report.constants ?? [])} ${this.renderExperiments(report.experiments ?? [])}
      <p class="note">
        ${this.t('study-engine', { version: report.engine })} ${this.t('study-digest')}
        <code class="digest">${report.digest}</code>
        <button class="link" @click=${() => this.download(report)}>${this.t('share-json')}</button>
      </p>
    `;
  }

  /** How many values were predicted, and how many of them came out within what they were held to. @param {any} report */
  renderSummary(report) {
    const { predicted, predicted_met: met, fitted, fitted_met: kept } = report.summary;
    const facts = { predicted, met, fitted, kept };
    return html`<p class="answer">${this.t(report.complete === false ? 'study-incomplete' : 'study-summary', facts)}</p>`;
  }

  /** @param {any} table @param {number} index */
  renderTable(table, index) {
    const largest = Math.max(10, ...table.rows.map((/** @type {any} */ row) => Math.min(Math.abs(row.error_pct ?? 0), 100)));
    return html`<section class="card" aria-labelledby="table-${index}">
      <h2 id="table-${index}">${table.title}</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="table-${index}">
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              ${['setting', 'quantity', 'published', 'engine', 'error', 'status'].map(
                (id) => html`<th scope="col" role="columnheader">${this.t(`study-col-${id}`)}</th>`,
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${table.rows.map((/** @type {any} */ row) => this.renderRow(row, largest))}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  /** @param {any} row @param {number} largest */
  renderRow(row, largest) {
    const { sign, tone } = STATUS[row.status] ?? { sign: '', tone: 'quiet' };
    const missed = row.met === false;
    const cell = (/** @type {string} */ id, /** @type {unknown} */ content) =>
      html`<td role="cell" data-label=${this.t(`study-col-${id}`)}><div>${content}</div></td>`;
    return html`<tr role="row" class=${missed ? 'missed' : ''}>
      <th scope="row" role="rowheader">${row.setting}</th>
      ${cell('quantity', html`${this.quantity(row.quantity)} ${row.unit ? html`<span class="unit">${row.unit}</span>` : nothing}`)}
      ${cell('published', this.value(row.published, row.unit, row.quantity))}
      ${cell('engine', this.value(row.engine, row.unit, row.quantity))} ${cell('error', this.renderError(row, largest))}
      ${cell(
        'status',
        html`<span class="status ${tone}"
            ><span aria-hidden="true">${sign}</span> ${this.texts.find(`study-status-${row.status}`) ?? row.status}</span
          >
          ${row.constant ? html`<code>${row.constant}</code>` : nothing}
          ${typeof row.met === 'boolean' ? html`<span class="met ${row.met ? 'good' : 'bad'}">${boundText(row, (id, args) => this.t(id, args), this.texts.lang)}</span>` : nothing}
          ${row.note ? html`<span class="row-note">${row.note}</span>` : nothing}`,
      )}
    </tr>`;
  }

  /** The error as a number, and as a bar to either side of none. @param {any} row @param {number} largest */
  renderError({ error_pct: error }, largest) {
    if (typeof error !== 'number') return html`<span class="none">–</span>`;
    const half = (Math.min(Math.abs(error), 100) / largest) * 50;
    const text = `${error > 0 ? '+' : error < 0 ? '−' : ''}${formatNumber(Math.abs(error), this.texts.lang)} %`;
    return html`<span class="number">${text}</span>
      <span class="error-track" aria-hidden="true"
        ><i style="left:${error < 0 ? 50 - half : 50}%;width:max(2px, ${half}%)"></i
      ></span>`;
  }

  /** @param {any} value @param {string} unit @param {string} [quantity] */
  value(value, unit, quantity = '') {
    if (value === null || value === undefined) return html`<span class="none">–</span>`;
    if (typeof value !== 'number')
      return this.texts.find(`outcome-${quantity}-${value}`) ?? this.texts.find(`outcome-${value}`) ?? value;
    const human = humanForm(value, unit, this.texts.lang);
    return html`<span class="number">${formatNumber(value, this.texts.lang)}</span
      >${human ? html` <span class="human">${human}</span>` : nothing}`;
  }

  /** @param {string} name */
  quantity(name) {
    return this.texts.find(`metric-${name.replaceAll('.', '-')}`) ?? words(name);
  }

  /** @param {any[]} readings */
  renderReadings(readings) {
    if (!readings.length) return nothing;
    return html`<section class="card" aria-labelledby="readings-title">
      <h2 id="readings-title">${this.t('study-readings')}</h2>
      <ul class="readings">
        ${readings.map(
          ({ text, published, value, unit, supports }) =>
            html`<li>
              ${this.renderTruth(supports, 'study-supports', 'study-contradicts')}
              <div>
                ${text}
                <div class="note">
                  ${this.t('study-col-published')} ${this.withUnit(published, unit)} · ${this.t('study-col-engine')}
                  ${this.withUnit(value, unit)}
                </div>
              </div>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {any[]} checks */
  renderChecks(checks) {
    if (!checks.length) return nothing;
    return html`<section class="card" aria-labelledby="checks-title">
      <h2 id="checks-title">${this.t('study-checks')}</h2>
      <ul class="readings">
        ${checks.map(
          ({ text, met, note }) =>
            html`<li>
              ${this.renderTruth(met, 'study-met', 'study-missed')}
              <div>${text} ${note ? html`<div class="note">${note}</div>` : nothing}</div>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  /**
   * A mark and a word for what is so, is not so, or is not known yet.
   * @param {boolean | null | undefined} truth
   * @param {string} yes
   * @param {string} no
   */
  renderTruth(truth, yes, no) {
    if (typeof truth !== 'boolean') return html`<span class="met none">– ${this.t('study-unknown-yet')}</span>`;
    return html`<span class="met ${truth ? 'good' : 'bad'}">${truth ? '✓' : '✕'} ${this.t(truth ? yes : no)}</span>`;
  }

  /** @param {any} value @param {string} unit */
  withUnit(value, unit) {
    return html`${this.value(value, unit)}${typeof value === 'number' && unit ? ` ${unit}` : nothing}`;
  }

  /** @param {any[]} constants */
  renderConstants(constants) {
    if (!constants.length) return nothing;
    return html`<section class="card" aria-labelledby="constants-title">
      <h2 id="constants-title">${this.t('study-constants')}</h2>
      <p class="note">${this.t('study-constants-note')}</p>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="constants-title">
        <table role="table">
          <thead role="rowgroup">
            <tr role="row">
              ${['constant', 'value', 'origin', 'fitted-to', 'meaning'].map(
                (id) => html`<th scope="col" role="columnheader">${this.t(`study-col-${id}`)}</th>`,
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${constants.map(
              ({ name, setting, value, unit, origin, fitted_to: fitted, meaning }) =>
                html`<tr role="row">
                  <th scope="row" role="rowheader">
                    <code>${name}</code>${setting ? html` <span class="note">${setting}</span>` : nothing}
                  </th>
                  <td role="cell" data-label=${this.t('study-col-value')}>
                    <div>
                      <span class="number">${typeof value === 'number' ? formatNumber(value, this.texts.lang) : value}</span>
                      <span class="unit">${unit}</span>
                    </div>
                  </td>
                  <td role="cell" data-label=${this.t('study-col-origin')}>
                    <div><span class="origin ${origin}">${this.texts.find(`study-origin-${origin}`) ?? origin}</span></div>
                  </td>
                  <td role="cell" data-label=${this.t('study-col-fitted-to')}>
                    <div>${fitted?.length ? fitted.join('; ') : '–'}</div>
                  </td>
                  <td role="cell" data-label=${this.t('study-col-meaning')}><div>${meaning}</div></td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  /** @param {any[]} experiments */
  renderExperiments(experiments) {
    if (!experiments.length) return nothing;
    return html`<section class="card" aria-labelledby="experiments-title">
      <h2 id="experiments-title">${this.t('study-experiments')}</h2>
      <ul class="experiments">
        ${experiments.map(
          ({ label }, index) => html`<li><a href=${this.links[index] ?? nothing}>${this.t('study-open', { label })}</a></li>`,
        )}
      </ul>
    </section>`;
  }

  /** @param {any} report */
  download(report) {
    const url = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }));
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = `redo-lab-study-${report.study}.json`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  }
}

if (!customElements.get('redo-lab-studies')) customElements.define('redo-lab-studies', RedoLabStudies);
