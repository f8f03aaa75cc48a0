/**
 * The stage: the primary's pages, the log, and the replica's pages, under one position.
 *
 * The position counts mini-transactions and is shown as an LSN: it is an order, not a time.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/inside.css?inline';
import { PURPOSES, purposeColour } from '../charts/colours.js';
import { Playback } from '../charts/playback.js';
import '../charts/page-map.js';
import '../charts/tape.js';
import { formatNumber } from '../state/format.js';
import { refusal } from '../state/refusal.js';
import { RunCancelled } from '../worker/engine.js';

/** A play from end to end takes about this many frames, however long the log is. */
const PLAY_FRAMES = 360;

export class RedoLabStage extends LitElement {
  static properties = {
    engine: { attribute: false },
    texts: { attribute: false },
    experiment: { attribute: false },
    runIndex: { attribute: false },
    name: { attribute: false },
    position: { state: true },
    playing: { state: true },
    state: { state: true },
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
    this.name = '';
    this.position = 0;
    this.playing = false;
    /** @type {{ kind: 'building', fraction: number } | { kind: 'ready', overview: any, tape: any } | { kind: 'failed', message: string }} */
    this.state = { kind: 'building', fraction: 0 };
    /** @type {Playback | null} */
    this.playback = null;
    /** @type {AbortController | null} */
    this.abort = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.abort?.abort();
    this.playing = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('experiment') || changed.has('runIndex')) this.load();
  }

  async load() {
    this.abort?.abort();
    const abort = (this.abort = new AbortController());
    this.playing = false;
    if (this.state.kind !== 'ready') this.state = { kind: 'building', fraction: 0 };
    const { experiment, runIndex } = this;
    try {
      const answer = await this.engine?.request(
        'inspect',
        { experiment, runIndex, tape: true },
        {
          signal: abort.signal,
          onProgress: ({ progress }) => (this.state = { kind: 'building', fraction: progress.fraction }),
        },
      );
      this.playback = new Playback(answer.overview, answer.tape);
      this.primary = this.playback.cursor();
      this.replica = this.playback.cursor();
      this.state = { kind: 'ready', ...answer };
      this.seek(Math.round(this.playback.length * 0.6));
    } catch (error) {
      if (!(error instanceof RunCancelled)) this.state = { kind: 'failed', message: refusal(error, (id) => this.t(id)) };
    }
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

  /** @param {number} position */
  seek(position) {
    const length = this.playback?.length ?? 0;
    this.position = Math.min(Math.max(position, 0), length);
    this.applied = this.position === length ? length : Math.max(0, this.position - 1);
    this.primary?.move(this.position);
    this.replica?.move(this.applied);
  }

  toggle() {
    const length = this.playback?.length ?? 0;
    this.playing = !this.playing;
    if (!this.playing) return;
    if (this.position >= length) this.seek(0);
    const step = Math.max(1, Math.round(length / PLAY_FRAMES));
    const wait = Math.min(400, 12000 / Math.max(length / step, 1));
    const advance = () => {
      if (!this.playing) return;
      this.seek(this.position + step);
      if (this.position >= length) this.playing = false;
      else setTimeout(() => requestAnimationFrame(advance), wait);
    };
    advance();
  }

  render() {
    const { state } = this;
    if (state.kind === 'failed') return html`<p class="refusal" role="status">${state.message}</p>`;
    if (state.kind === 'building') {
      return html`<div class="building">
        <p>${this.t('stage-building', { letter: 'ABCDEFGH'[this.runIndex] })}</p>
        <progress
          max="1"
          .value=${state.fraction}
          aria-label=${this.t('stage-building', { letter: 'ABCDEFGH'[this.runIndex] })}
        ></progress>
      </div>`;
    }
    return html`<div class="stage">
        ${this.renderPages('primary', state.overview)} ${this.renderLog(state)} ${this.renderPages('replica', state.overview)}
      </div>
      ${this.renderControls(state)}`;
  }

  /**
   * @param {'primary' | 'replica'} side
   * @param {any} overview
   */
  renderPages(side, overview) {
    const onReplica = side === 'replica';
    const cursor = onReplica ? this.replica : this.primary;
    const colour = onReplica ? '--rl-good' : '--rl-accent';
    const cell = (/** @type {number} */ place) => {
      const state = cursor?.state(place, onReplica) ?? 'absent';
      if (state === 'absent') return { colour, strength: 0, level: 0 };
      if (state === 'allocated') return { colour, strength: -1, level: 0 };
      const fill = overview.fill_permille[place] / 1000;
      return {
        colour: overview.tree[place] === 255 ? '--purpose-allocation' : colour,
        strength: overview.level[place] ? 1 : 0.75,
        level: Math.max(0.12, fill * state),
      };
    };
    const total = this.number(overview.page_no.length);
    const count = this.t(`stage-${side}-count`, { count: this.number(cursor?.whole(onReplica) ?? 0), total });
    return html`<div class="side ${side}">
      <h4>${this.t(side)} <span class="aside">${count}</span></h4>
      <redo-lab-page-map
        .count=${overview.page_no.length}
        .cell=${cell}
        .colours=${[colour, '--purpose-allocation']}
        .label="${this.t(side)}: ${count}"
        .version=${cursor?.position ?? 0}
        .selected=${this.playback?.place[(cursor?.position ?? 0) - 1] ?? -1}
        .groupText=${(/** @type {number} */ group) => this.t('stage-group', { count: this.number(group) })}
      ></redo-lab-page-map>
    </div>`;
  }

  /** @param {{ overview: any, tape: any }} state */
  renderLog({ overview, tape }) {
    const tapeWords = {
      whole: this.t('tape-whole'),
      window: this.t('tape-window'),
      lsn: (/** @type {number} */ lsn) => this.number(lsn),
    };
    return html`<div class="side log">
      <h4>${this.t('log')} <span class="aside">${this.t('stage-position', { lsn: this.number(this.lsn()) })}</span></h4>
      <redo-lab-tape
        .tape=${tape}
        .lsnStart=${overview.lsn_start}
        .lsnEnd=${overview.lsn_end}
        .position=${this.position}
        .applied=${this.applied ?? 0}
        .words=${tapeWords}
        @seek=${(/** @type {CustomEvent} */ event) => this.seek(event.detail.position)}
      ></redo-lab-tape>
      <p class="keys">
        <span class="key written"></span>${this.t('written')} <span class="key applied"></span>${this.t('applied')}
      </p>
      ${this.renderCurrent(tape)}
    </div>`;
  }

  /** The LSN of the position. */
  lsn() {
    if (this.state.kind !== 'ready') return 0;
    const { tape, overview } = this.state;
    return this.position < tape.mtr_lsn.length ? tape.mtr_lsn[this.position] : overview.lsn_end;
  }

  /**
   * The mini-transaction that was written last, with what its bytes are for.
   * @param {any} tape
   */
  renderCurrent(tape) {
    const index = Math.max(0, this.position - 1);
    const kinds = tape.purposes.length;
    const page = tape.page_no[index];
    const facts = {
      index: this.number(index + 1),
      total: this.number(tape.mtr_lsn.length),
      bytes: `${this.number(tape.mtr_bytes[index])} B`,
      page: this.number(page),
    };
    const parts = tape.purposes
      .map((/** @type {string} */ purpose, /** @type {number} */ kind) => ({
        purpose,
        bytes: tape.purpose_bytes[index * kinds + kind],
      }))
      .filter((/** @type {{ bytes: number }} */ part) => part.bytes > 0)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => PURPOSES.indexOf(a.purpose) - PURPOSES.indexOf(b.purpose));
    return html`<div class="current">
      <p>${this.t(page === 0xffffffff ? 'stage-mtr-nopage' : 'stage-mtr', facts)}</p>
      <ul class="parts">
        ${parts.map(
          (/** @type {any} */ part) =>
            html`<li>
              <span class="swatch" style="background:var(${purposeColour(part.purpose)})"></span
              >${this.texts?.find(`purpose-${part.purpose}`) ?? part.purpose}
              <span class="number">${this.number(part.bytes)} B</span>
            </li>`,
        )}
      </ul>
    </div>`;
  }

  /** @param {{ overview: any, tape: any }} state */
  renderControls({ tape }) {
    const length = tape.mtr_lsn.length;
    const button = (/** @type {string} */ sign, /** @type {string} */ id, /** @type {() => void} */ action) =>
      html`<button @click=${action} aria-label=${this.t(id)} title=${this.t(id)}>${sign}</button>`;
    const manual = (/** @type {number} */ position) => {
      this.playing = false;
      this.seek(position);
    };
    return html`<div class="controls">
        ${button('|◂', 'stage-start', () => manual(0))} ${button('◂', 'stage-back', () => manual(this.position - 1))}
        <button class="play" @click=${() => this.toggle()}>
          ${this.playing ? this.t('stage-pause') : this.t('stage-play')}
        </button>
        ${button('▸', 'stage-step', () => manual(this.position + 1))}
        <input
          type="range"
          min="0"
          max=${length}
          .value=${String(this.position)}
          aria-label=${this.t('stage-scrub')}
          aria-valuetext=${this.t('stage-position', { lsn: this.number(this.lsn()) })}
          @input=${(/** @type {any} */ event) => manual(event.target.valueAsNumber)}
        />
        <output class="number">${this.t('stage-position', { lsn: this.number(this.lsn()) })}</output>
      </div>
      ${this.playback?.hasLoad ? html`<p class="note">${this.t('stage-flush')}</p>` : nothing}`;
  }
}

if (!customElements.get('redo-lab-stage')) customElements.define('redo-lab-stage', RedoLabStage);
