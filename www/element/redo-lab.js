/**
 * `<redo-lab>`: one lab, whole, in any page.
 *
 * | attribute | meaning | default |
 * |---|---|---|
 * | `lab` | name of the lab: `redo-volume`, `parallel-ddl`, `replica-lag`, `crash-recovery`, `group-commit`, `global-binlog` | that of `preset`, else `redo-volume` |
 * | `preset` | name of a starting point | the lab's first |
 * | `experiment` | a whole experiment: JSON, or the fragment of a link | |
 * | `controls` | `full`; `simple` without stage and inspector; `none` for results only, run when they come into view | `full` |
 * | `theme` | `auto`, `light`, `dark`, `contrast`, or `book` to follow an mdBook | `auto` |
 * | `heading` | `none` hides the lab's title and sentence, for a page that has its own | |
 * | `lang` | language of texts and numbers | the page's |
 * | `height` | greatest height as a CSS length; the element then scrolls inside | |
 *
 * Events, all bubbling and composed: `experiment-change` (`detail.experiment`), `run` (a run starts), `report` (`detail.report`).
 * The attribute `data-state` says how it stands: `loading`, `empty`, `running`, `done`, `stale`, `cancelled` or `failed`.
 * What stands inside the element is shown until it works, and for good where it cannot.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import palette from '../styles/palette.css?inline';
import lab from '../styles/lab.css?inline';
import { englishTexts, loadTexts } from '../locales/texts.js';
import { EngineFailure, RunCancelled, sharedEngine } from '../worker/engine.js';
import { canonical, checkShape, expanded, variants } from '../state/experiment.js';
import { History } from '../state/history.js';
import { readLab } from '../state/lab.js';
import { decodeLink } from '../state/link.js';
import { recallReport, recallSetting, rememberReport, rememberSetting } from '../state/memory.js';
import { viewOf } from '../labs/registry.js';
import { followTheme } from './theme.js';
import { currentPresetTitle, labQuestion, setupView } from '../views/setup.js';
import { variantsView } from '../views/variants.js';
import { runView, variantWords } from '../views/run.js';
import { resultsView } from '../views/results.js';
import { shareView } from '../views/share.js';
import { noticeView } from '../views/notice.js';

/** @typedef {import('../state/experiment.js').Experiment} Experiment */
/** @typedef {{ title: string, allowed: string }} Problem what cannot be opened; `allowed` is empty where nothing can be listed */
/** @typedef {{ kind: 'info' | 'bad', title: string, text: string, error?: EngineFailure }} Notice */

/** The lab that opens where nothing names one. */
const DEFAULT_LAB = 'redo-volume';

export class RedoLab extends LitElement {
  static properties = {
    lab: { type: String },
    preset: { type: String },
    experiment: { type: String },
    controls: { type: String },
    theme: { type: String },
    heading: { type: String },
    lang: { type: String },
    height: { type: String },
    engineInfo: { state: true },
    texts: { state: true },
    phase: { state: true },
  };

  static styles = [unsafeCSS(palette), unsafeCSS(base), unsafeCSS(lab)];

  constructor() {
    super();
    this.lab = '';
    this.preset = '';
    this.experiment = '';
    this.controls = 'full';
    this.theme = 'auto';
    this.heading = '';
    this.lang = '';
    this.height = '';
    this.texts = englishTexts;
    this.engine = sharedEngine();
    /** @type {{ version: string, labs: any[], presets: any[] } | null} */
    this.engineInfo = null;
    /** @type {import('../state/lab.js').Lab | null} */
    this.description = null;
    /** @type {History<Experiment> | null} */
    this.history = null;
    /** @type {'loading' | 'ready' | 'running' | 'cancelled' | 'failed'} */
    this.phase = 'loading';
    /** @type {Notice | null} */
    this.notice = null;
    /** @type {any} */
    this.progress = null;
    /** @type {any} the report that is shown, and the experiment that it belongs to */
    this.report = null;
    /** The lab whose texts are on the page, or on their way. */
    this.textsOf = '';
    /** @type {Experiment | null} */
    this.reportOf = null;
    /** @type {{ text: string } | null} what was done last, with an undo beside it */
    this.toast = null;
    /** What the live region says; set once per event. */
    this.spoken = '';
    /** @type {number | null} position of the guessed variant; -1 when skipped */
    this.guess = null;
    /** How the setup is unfolded. */
    this.folds = {
      all: false,
      machine: false,
      search: '',
      allMetrics: false,
      measure: '',
      looking: /** @type {number | null} */ (null),
      own: /** @type {boolean | null} whether what a reader brings along is open; nothing as long as nobody said */ (null),
    };
    /** @type {{ [name: string]: import('../state/experiment.js').Value }} every parameter with its value, as the engine completed it */
    this.completed = {};
    /** @type {{ fraction: number, abort: AbortController } | null} how far this browser has been measured */
    this.measuring = null;
    /** @type {{ names: string[], key: string }} */
    this.named = { names: [], key: '' };
    /** @type {AbortController | null} */
    this.abort = null;
    /** @type {EngineFailure | null} what the engine says against the set-up as it stands */
    this.problem = null;
    this.linkShown = '';
    /** What had the focus before an update. */
    this.focusedBefore = '';
    this.stopFollowing = () => {};
    /** @type {IntersectionObserver | null} waits for the element to come into view, to run it */
    this.watcher = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener('keydown', this.onKeyDown);
    this.stopFollowing = followTheme(this);
    this.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener('keydown', this.onKeyDown);
    this.stopFollowing();
    this.watcher?.disconnect();
    this.abort?.abort();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has('lang') || !this.hasUpdated) this.loadTexts();
    if (changed.has('theme')) {
      this.stopFollowing();
      this.stopFollowing = followTheme(this);
    }
    this.focusedBefore = this.focusedId;
    const opens = ['lab', 'preset', 'experiment'].some((name) => changed.has(name));
    if (opens && this.hasUpdated && this.engineInfo) this.open().catch((error) => this.fail(error));
  }

  updated() {
    this.dataset.state = this.stateName;
    // Run and Cancel replace each other; focus that fell to the page would let the arrow keys turn the page of a book.
    const other = { run: 'cancel', cancel: 'run' }[this.focusedBefore];
    if (!other || this.focusedId) return;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`#${other}`))?.focus({ preventScroll: true });
  }

  /** The id of what has the keyboard focus inside the element. */
  get focusedId() {
    return /** @type {ShadowRoot | undefined} */ (this.renderRoot)?.activeElement?.id ?? '';
  }

  /** What a page around the element may want to know or style; it is kept in `data-state`. */
  get stateName() {
    if (this.phase !== 'ready') return this.phase;
    if (!this.report) return 'empty';
    return this.stale ? 'stale' : 'done';
  }

  /** Takes the texts of the reader's language and of the lab; those that come too late for another one are nobody's. */
  async loadTexts() {
    const wanted = this.lang || document.documentElement.lang || navigator.language;
    const { textsOf } = this;
    const texts = await loadTexts(wanted, textsOf).catch(() => null);
    const now = this.lang || document.documentElement.lang || navigator.language;
    if (texts && wanted === now && textsOf === this.textsOf) this.texts = texts;
  }

  /** Loads the engine and opens what the attributes ask for. */
  async start() {
    try {
      this.engineInfo = await this.engine.hello();
      await this.open();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Opens what the attributes name; where that cannot be read, what is on the page stays, or the default lab opens. */
  async open() {
    const { experiment, problem } = await this.wanted();
    if (problem && this.history) {
      // Something is on the page already: a link that cannot be read must not take it away.
      this.notice = { kind: 'bad', title: problem.title, text: problem.allowed || this.t('link-help-kept') };
      this.requestUpdate();
      return;
    }
    this.textsOf = experiment.lab;
    await this.loadTexts();
    this.abort?.abort();
    this.abort = null;
    this.description = readLab(this.engineInfo?.labs.find((candidate) => candidate.name === experiment.lab));
    // A guess belongs to its lab.
    if (this.history && this.document.lab !== experiment.lab) this.guess = null;
    this.history = new History(experiment);
    this.completed = {};
    this.folds.measure = '';
    this.folds.looking = null;
    this.folds.own = null;
    const help = problem?.allowed ? `${problem.allowed} ${this.t('opened-instead')}` : this.t('link-help');
    this.notice = problem ? { kind: 'bad', title: problem.title, text: help } : null;
    this.phase = 'ready';
    this.report = null;
    this.reportOf = null;
    this.progress = null;
    this.restore();
    this.announceChange();
    this.validate();
    this.requestUpdate();
    this.runInView();
  }

  /** Results only: they are there once the reader is, without a press of a button. */
  runInView() {
    this.watcher?.disconnect();
    this.watcher = null;
    if (this.controls !== 'none' || this.report || this.notice) return;
    const watcher = (this.watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      if (this.controls === 'none' && this.phase === 'ready' && !this.report) this.run();
    }));
    watcher.observe(this);
  }

  /**
   * What is wrong with a name: of an attribute it is said which one, of a link what is in it.
   * @param {'lab' | 'preset'} kind
   * @param {string} name
   * @param {string[]} known
   * @param {boolean} inLink
   * @returns {Problem}
   */
  unknownName(kind, name, known, inLink) {
    const title = inLink ? this.t(`link-unknown-${kind}`, { name }) : this.t('attribute-unknown', { attribute: kind, name });
    return { title, allowed: this.t('attribute-allowed', { names: known.join(', ') }) };
  }

  /** @returns {Promise<{ experiment: Experiment, problem: Problem | null }>} */
  async wanted() {
    let { lab, preset } = this;
    let inLink = false;
    /** @type {Problem | null} */
    let problem = null;
    if (this.experiment) {
      const text = this.experiment.trim();
      if (text.startsWith('{')) {
        try {
          const read = this.read(checkShape(JSON.parse(text)), lab || DEFAULT_LAB);
          if (read.experiment) return { experiment: read.experiment, problem };
          problem = read.problem;
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          problem = { title: this.t('attribute-damaged', { attribute: 'experiment' }), allowed: message };
        }
      } else {
        const link = await decodeLink(text);
        if (link.kind === 'experiment') {
          const read = this.read(link.experiment, link.lab || lab || DEFAULT_LAB);
          if (read.experiment) return { experiment: read.experiment, problem };
          problem = read.problem;
        } else if (link.kind === 'preset') [lab, preset, inLink] = [link.lab, link.preset, true];
        else if (link.kind === 'damaged') problem = { title: this.t(`link-${link.reason}`), allowed: '' };
      }
    }
    const presets = this.engineInfo?.presets ?? [];
    // A preset of one lab is enough to know the lab.
    if (!lab) lab = presets.find((candidate) => candidate.name === preset)?.lab ?? '';
    const among = lab ? this.presets(lab) : presets;
    if (lab && !this.knowsLab(lab)) {
      const known = this.engineInfo?.labs.map(({ name }) => name) ?? [];
      problem ??= this.unknownName('lab', lab, known, inLink);
      lab = '';
    } else if (preset && !among.some((candidate) => candidate.name === preset)) {
      const known = among.map((candidate) => candidate.name);
      problem ??= this.unknownName('preset', preset, known, inLink);
    }
    lab ||= DEFAULT_LAB;
    if (!this.knowsLab(lab)) lab = this.engineInfo?.labs[0].name;
    const ofLab = this.presets(lab);
    const start =
      ofLab.find((candidate) => candidate.name === preset) ??
      ofLab.find((candidate) => candidate.name === viewOf(lab).homePreset) ??
      ofLab[0];
    return { experiment: expanded(start ? start.experiment : (viewOf(lab).home ?? {}), undefined, lab), problem };
  }

  /**
   * A document from outside as the page can show it, or what keeps it from that.
   * @param {{ [key: string]: any }} document
   * @param {string} lab the lab of a document that names neither a lab nor a preset
   * @returns {{ experiment: Experiment | null, problem: Problem | null }}
   */
  read(document, lab) {
    const preset = this.engineInfo?.presets.find((candidate) => candidate.name === document.preset);
    if (document.preset !== undefined && !preset) {
      const known = (document.lab ? this.presets(document.lab) : (this.engineInfo?.presets ?? [])).map(({ name }) => name);
      return { experiment: null, problem: this.unknownName('preset', document.preset, known, true) };
    }
    const experiment = expanded(document, preset, lab);
    if (!this.knowsLab(experiment.lab)) {
      const known = this.engineInfo?.labs.map(({ name }) => name) ?? [];
      return { experiment: null, problem: this.unknownName('lab', experiment.lab, known, true) };
    }
    // A preset of one lab says nothing to another.
    if (preset && preset.lab !== experiment.lab) {
      return { experiment: null, problem: { title: this.t('link-damaged'), allowed: '' } };
    }
    return { experiment, problem: null };
  }

  /** @param {string} lab */
  knowsLab(lab) {
    return this.engineInfo?.labs.some((candidate) => candidate.name === lab) ?? false;
  }

  /**
   * The lab's starting points.
   * @param {string} lab
   * @returns {any[]}
   */
  presets(lab) {
    return this.engineInfo?.presets.filter((candidate) => candidate.lab === lab) ?? [];
  }

  /** How this lab is shown. */
  get view() {
    return viewOf(this.description?.name ?? '');
  }

  /** The experiment as it is set up now. @returns {Experiment} */
  get document() {
    return /** @type {History<Experiment>} */ (this.history).present;
  }

  /**
   * A text of the page.
   * @param {string} id
   * @param {import('../locales/texts.js').Arguments} [args]
   */
  t(id, args) {
    return this.texts.text(id, args);
  }

  /** The language that numbers follow. */
  get locale() {
    return this.texts.lang;
  }

  /**
   * Changes the experiment. A label that starts with `~` joins with an equal one before it.
   * @param {Experiment} next
   * @param {string} label
   * @param {string} [toast] what to say beside an undo
   */
  change(next, label, toast) {
    if (!this.history?.push(next, label)) return;
    this.toast = toast ? { text: toast } : null;
    if (toast) this.spoken = toast;
    if (this.phase === 'failed') this.phase = 'ready';
    if (this.notice?.error) this.notice = null;
    this.afterChange();
  }

  /** @param {'undo' | 'redo'} direction */
  travel(direction) {
    if (!this.history?.[direction]()) return;
    this.toast = null;
    this.spoken = this.t(direction);
    this.afterChange();
  }

  afterChange() {
    if (this.phase !== 'running') this.restore();
    this.linkShown = '';
    this.announceChange();
    this.validate();
    this.requestUpdate();
  }

  /** Asks the engine whether the set-up can run, so that a mistake shows beside its control. */
  async validate() {
    const experiment = this.document;
    /** @type {any} */
    let complete = null;
    const problem = await this.engine.request('complete', { experiment }).then(
      (whole) => {
        complete = whole;
        return null;
      },
      (error) => (error instanceof EngineFailure && error.path ? error : null),
    );
    if (experiment !== this.document) return;
    this.problem = problem;
    if (complete?.params) this.completed = complete.params;
    this.requestUpdate();
  }

  /**
   * What is wrong at a path of the document, or nothing.
   * @param {string} path
   */
  problemAt(path) {
    const { problem } = this;
    if (!problem || (problem.path !== path && !problem.path.startsWith(`${path}.`) && !problem.path.startsWith(`${path}[`)))
      return null;
    return { path: problem.path, value: problem.value, allowed: problem.allowed };
  }

  /** Shows the remembered report of this very experiment, if there is one. */
  restore() {
    const report = recallReport(this.engineInfo?.version ?? '', this.document);
    if (report) this.showReport(report, this.document);
  }

  announceChange() {
    this.emit('experiment-change', { experiment: this.document });
  }

  /** Whether the report on show belongs to an earlier set-up. */
  get stale() {
    return Boolean(this.reportOf) && canonical(this.reportOf) !== canonical(this.document);
  }

  /** Runs the experiment as it is set up now. */
  async run() {
    if (this.phase === 'running') return;
    const experiment = this.document;
    const abort = (this.abort = new AbortController());
    this.notice = null;
    this.toast = null;
    this.progress = null;
    this.report = null;
    this.reportOf = experiment;
    this.folds.looking = null;
    this.phase = 'running';
    this.spoken = this.t('running');
    this.emit('run', { experiment });
    try {
      const report = await this.engine.request(
        'run',
        { experiment },
        { signal: abort.signal, onProgress: (message) => this.onProgress(message) },
      );
      this.showReport(report, experiment);
      rememberReport(this.engineInfo?.version ?? '', experiment, report);
      this.phase = 'ready';
      this.spoken = this.t('report-done', { count: report.runs.length });
      this.emit('report', { report });
    } catch (error) {
      // Another experiment was opened meanwhile: this run is nobody's any more.
      if (abort !== this.abort) return;
      if (error instanceof RunCancelled) {
        this.phase = 'cancelled';
        this.spoken = this.t('report-cancelled');
      } else {
        this.fail(error);
      }
    }
    this.requestUpdate();
  }

  /** @param {any} message */
  onProgress({ progress, report }) {
    this.progress = progress;
    if (report) this.report = report;
    this.requestUpdate();
  }

  cancel() {
    this.abort?.abort();
  }

  /**
   * @param {any} report
   * @param {Experiment} experiment
   */
  showReport(report, experiment) {
    this.report = report;
    this.reportOf = experiment;
    this.progress = null;
    if (this.phase === 'cancelled') this.phase = 'ready';
  }

  /** @param {unknown} error */
  fail(error) {
    const failure = error instanceof EngineFailure ? error : new EngineFailure({ name: 'Error', message: String(error) });
    const lost = failure.panicked || failure.name === 'EngineLost';
    this.notice = {
      kind: 'bad',
      title: this.t(failure.path ? 'state-refused' : 'state-failed'),
      text: lost ? `${this.t('engine-lost')} (${failure.message})` : failure.message,
      error: failure,
    };
    this.spoken = `${this.notice.title}. ${failure.message}`;
    this.phase = this.history ? 'failed' : 'loading';
    this.requestUpdate();
  }

  /** @param {number} index -1 to skip */
  predict(index) {
    this.guess = index;
    rememberSetting(`guess:${this.document.lab}`, String(index));
    this.requestUpdate();
    // The question disappears: running is what comes next.
    this.focusRun();
  }

  /** Whether this lab was predicted, or skipped, in this browser before. */
  get predicted() {
    return this.guess !== null || recallSetting(`guess:${this.document.lab}`) !== '';
  }

  async focusRun() {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('#run'))?.focus();
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /**
   * Undo and redo by key; and no key that something here uses turns the page of a book around us.
   * @param {KeyboardEvent} event
   */
  onKeyDown(event) {
    const target = /** @type {HTMLElement} */ (event.composedPath()[0]);
    const typing = target.matches?.('input:not([type=range]), textarea, select');
    if (!typing && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      this.travel(event.shiftKey ? 'redo' : 'undo');
    }
    // A key held down on Run would go on to press the Cancel that takes its place.
    if (event.repeat && event.key === 'Enter' && target.matches?.('#run, #cancel')) event.preventDefault();
    const pageKeys = ['ArrowLeft', 'ArrowRight', 's', 'S', '/', '?', 'Escape'];
    if (pageKeys.includes(event.key)) event.stopPropagation();
  }

  render() {
    if (!this.history || !this.description) return this.renderLoading();
    const full = this.controls === 'full';
    const styles = this.height ? `max-height:${this.height};overflow:auto` : '';
    return html`
      <div class="lab" style=${styles}>
        ${this.notice?.error ? nothing : noticeView(this)} ${this.renderHeading()}
        ${this.controls === 'none' ? nothing : [setupView(this), variantsView(this)]} ${runView(this)}
        ${this.controls === 'none' && !this.report ? html`<slot></slot>` : nothing} ${resultsView(this, full)}
        ${this.report && this.controls !== 'none' ? shareView(this) : nothing}
        <div class="sr-only" role="status" aria-live="polite">${this.spoken}</div>
      </div>
    `;
  }

  /** What it is, where the setup does not say it: for the eye with results only, for the ear where the page has a title of its own. */
  renderHeading() {
    if (this.heading === 'none') return html`<h2 class="sr-only">${labQuestion(this)}</h2>`;
    if (this.controls !== 'none') return nothing;
    return html`<h2>${currentPresetTitle(this) || labQuestion(this)}</h2>`;
  }

  /** Before the engine is there: the fallback of the page, or the shape of what comes. */
  renderLoading() {
    if (this.notice) return html`<div class="lab">${noticeView(this)}<slot></slot></div>`;
    return html`
      <div class="lab" aria-busy="true">
        <slot></slot>
        <p class="sr-only" role="status">${this.t('loading-engine')}</p>
        <div class="skeleton title"></div>
        <div class="skeleton line"></div>
        <div class="skeleton row"></div>
        <div class="skeleton block"></div>
      </div>
    `;
  }

  /**
   * What a variant of the shown results is called, in few words.
   * @param {number} index
   */
  runName(index) {
    return variantWords(this, variants(this.reportOf ?? this.document)[index] ?? {});
  }

  /** The names of all variants of the shown results: the same list as long as they are the same. */
  runNames() {
    const names = Array.from({ length: this.variantCount }, (_, index) => this.runName(index));
    const key = names.join('\n');
    if (this.named.key !== key) this.named = { names, key };
    return this.named.names;
  }

  /**
   * A unit in the reader's language.
   * @param {string} unit
   */
  unit(unit) {
    return this.texts.find(`unit-${unit.replaceAll('/', '-per-')}`) ?? unit;
  }

  /** How many variants the shown results have or will have. */
  get variantCount() {
    return variants(this.reportOf ?? this.document).length;
  }
}

if (!customElements.get('redo-lab')) customElements.define('redo-lab', RedoLab);
