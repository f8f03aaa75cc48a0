/**
 * A report over time: what every lane of every variant did, and the series, under one scrubber.
 *
 * All variants share the axis and the moment. The scrubber, the lanes and the charts move the same moment; a readout says in
 * words what everybody does there.
 *
 * Where lanes show a stretch of a long run in detail, they start there, while the series show the whole run with that stretch
 * marked; single transactions of the stretch stand below the lanes and follow the same moment. Where several logs become one, the
 * stage of that stands above the lanes, at the same moment too.
 *
 * Events: `watch` (`detail.time`), when a reader wants the lanes of another moment; it takes another run to have them.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/times.css?inline';
import { ACTIVITIES, activityColour, activityStrokes, pattern } from '../charts/colours.js';
import '../charts/lines.js';
import '../charts/timeline.js';
import { letter } from '../state/experiment.js';
import { formatDuration, formatNumber, formatQuantity } from '../state/format.js';
import { stretchOf, tellingMoment } from '../state/order.js';
import {
  blocksOf,
  busyMoment,
  changesOf,
  detailOf,
  endOf,
  focusOf,
  holding,
  nextChange,
  recordedOf,
  sampleAt,
  shortLane,
  spanAt,
  timedSeries,
  zoomed,
} from '../state/times.js';

/** @typedef {import('../state/times.js').Timeline} Timeline */

/** A play over what is in view takes about this long, in ms. */
const PLAY_MS = 12000;

/** With reduced motion the moment jumps this many times over what is in view, at this pace. */
const JUMPS = 24;
const JUMP_MS = 500;

/** Units of series that are times, in microseconds. @type {{ [unit: string]: number }} */
const TIME_UNITS = { us: 1, ms: 1e3, s: 1e6 };

/** @param {number} a @param {number} b */
const larger = (a, b) => Math.max(a, b);

export class RedoLabTimes extends LitElement {
  static properties = {
    report: { attribute: false },
    texts: { attribute: false },
    view: { attribute: false },
    names: { attribute: false },
    time: { state: true },
    range: { state: true },
    playing: { state: true },
    spoken: { state: true },
  };

  static styles = [unsafeCSS(base), unsafeCSS(styles)];

  constructor() {
    super();
    /** @type {any} */
    this.report = null;
    /** @type {import('../locales/texts.js').Texts | null} */
    this.texts = null;
    /** @type {import('../labs/registry.js').LabView | null} */
    this.view = null;
    /** What the variants are called. @type {string[]} */
    this.names = [];
    this.time = 0;
    this.range = { from: 0, to: 1 };
    this.end = 1;
    this.playing = false;
    this.spoken = '';
    /** The stretch that lanes show in detail; nothing where they show everything. @type {import('../state/times.js').Range | null} */
    this.detail = null;
    /** @type {number[]} */
    this.changes = [];
    this.whole = { from: 0, to: 1 };
    /** @type {any} keeps what the charts get from being made anew for every moment */
    this.made = { key: null };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.playing = false;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has('report') || !this.report) return;
    const before = [this.end, this.detail?.from, this.detail?.to].join();
    this.end = Math.max(1, endOf(this.report));
    this.detail = recordedOf(this.report) ?? this.laneStretch();
    this.changes = changesOf(this.report);
    // A variant more on the same axis keeps the moment; another run starts where something happens.
    if (before !== [this.end, this.detail?.from, this.detail?.to].join()) {
      this.range = this.focus();
      this.time = this.view?.endMark ? this.end : this.firstMoment();
      this.range = holding(this.range, this.time, this.end);
      this.playing = false;
    }
  }

  /** The stretch of a reader's start: of the lanes, of the transactions that become one order, or else everything. */
  focus() {
    const stretch = stretchOf(this.report);
    const to = Math.min(stretch?.to ?? 0, this.end);
    return focusOf(this.report) ?? (stretch && to > stretch.from ? { from: stretch.from, to } : { from: 0, to: this.end });
  }

  /** All that lanes show, where transactions become one order: they begin with those that are watched. */
  laneStretch() {
    if (!stretchOf(this.report)) return null;
    const timelines = this.report.runs.flatMap((/** @type {any} */ { timeline }) => (timeline?.lanes.length ? [timeline] : []));
    const from = Math.min(...timelines.map((/** @type {Timeline} */ timeline) => timeline.from ?? 0));
    return timelines.length ? { from, to: this.end } : null;
  }

  /** Where a reader starts: where most waits to be put in order, or else where everybody is busy. */
  firstMoment() {
    return tellingMoment(this.report) ?? busyMoment(this.report);
  }

  /**
   * @param {string} id
   * @param {import('../locales/texts.js').Arguments} [args]
   */
  t(id, args) {
    return this.texts?.text(id, args) ?? id;
  }

  get locale() {
    return this.texts?.lang ?? 'en';
  }

  /** @param {number} time */
  duration(time) {
    return formatDuration(time, this.locale);
  }

  /**
   * A unit that is a word, in the reader's language; others are as they are.
   * @param {string} unit
   * @param {number} count
   */
  unit(unit, count) {
    if (!/[a-z]{4}/.test(unit)) return unit;
    const id = unit.replaceAll('/', '-per-');
    return (count === 1 ? this.texts?.find(`unit-one-${id}`) : undefined) ?? this.texts?.find(`unit-${id}`) ?? unit;
  }

  /** @param {string} activity */
  activity(activity) {
    return this.texts?.find(`activity-${activity}`) ?? activity.replaceAll('-', ' ');
  }

  /**
   * A lane's name in the reader's language: the engine builds names from words and numbers.
   * @param {string} name such as `statement 1, thread 2`
   */
  lane(name) {
    return name
      .split(', ')
      .map((part) => {
        const [, word, number] = /^(.*?)(?: (\d+))?$/.exec(part) ?? [];
        const known = this.texts?.find(`lane-${word.replaceAll(' ', '-')}`, { number: number ?? '' });
        return known?.trim() ?? part;
      })
      .join(', ');
  }

  /**
   * The same in as few letters as a narrow screen has room for: `S1 T2`; a name without a short form stays whole.
   * @param {string} name
   */
  shortLane(name) {
    return shortLane(name, (id, args) => this.texts?.find(id, args)) ?? this.lane(name);
  }

  /** @param {string} group */
  group(group) {
    return this.texts?.find(`lane-group-${group}`) ?? group;
  }

  /**
   * @param {number} time
   * @param {boolean} [aloud] whether the readout is read aloud
   */
  seek(time, aloud = false) {
    this.time = Math.min(Math.max(Math.round(time), 0), this.end);
    this.range = holding(this.range, this.time, this.end);
    if (aloud) this.spoken = this.inWords();
  }

  /** @param {number} step */
  toChange(step) {
    this.playing = false;
    this.seek(nextChange(this.changes, this.time, step), true);
  }

  /** To all that the lanes show. */
  toDetail() {
    if (!this.detail) return;
    this.range = this.detail;
    if (this.time < this.detail.from || this.time > this.detail.to) this.seek(this.firstMoment(), true);
  }

  /** To where a reader starts. */
  toFocus() {
    this.range = this.focus();
    this.seek(this.firstMoment(), true);
  }

  /** @param {number} factor */
  zoom(factor) {
    this.range = zoomed(this.range, this.time, factor, this.end);
  }

  toggle() {
    this.playing = !this.playing;
    if (!this.playing) return;
    if (this.time >= this.range.to) this.seek(this.range.from);
    const { from, to } = this.range;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const jump = () => {
        if (!this.playing || !this.isConnected) return;
        this.seek(Math.min(this.time + (to - from) / JUMPS, to));
        if (this.time >= to) this.playing = false;
        else setTimeout(jump, JUMP_MS);
      };
      setTimeout(jump, JUMP_MS);
      return;
    }
    let last = performance.now();
    const advance = (/** @type {number} */ now) => {
      if (!this.playing || !this.isConnected) return;
      this.seek(Math.min(this.time + ((now - last) / PLAY_MS) * (to - from), to));
      last = now;
      if (this.time >= to) this.playing = false;
      else requestAnimationFrame(advance);
    };
    requestAnimationFrame(advance);
  }

  /** What the charts get, made once for a report and a language. */
  parts() {
    const key = this.report;
    if (this.made.key === key && this.made.texts === this.texts && this.made.names === this.names) return this.made;
    const runs = /** @type {any[]} */ (this.report.runs);
    if (runs.some((run) => run.transactions?.sequence_number.length)) {
      import('./graphs.js').catch((error) => this.dispatchEvent(new CustomEvent('failure', { detail: { error } })));
    }
    if (runs.some((run) => run.order?.transaction.length)) {
      import('./order.js').catch((error) => this.dispatchEvent(new CustomEvent('failure', { detail: { error } })));
    }
    const tells = (/** @type {string} */ name) =>
      !this.view?.unlessZero?.includes(name) ||
      runs.some((run) => run.series?.[name]?.y.some((/** @type {number} */ y) => y > 0));
    const known = [...new Set(runs.flatMap((run) => timedSeries(run).map(([name]) => name)))].filter(tells);
    const order = this.view?.series ?? [];
    const place = (/** @type {string} */ name) => (order.includes(name) ? order.indexOf(name) : order.length);
    const names = known.sort((a, b) => place(a) - place(b));
    this.made = {
      key,
      texts: this.texts,
      names: this.names,
      timelines: runs.map((run, index) => (run.timeline?.lanes.length ? { run, index } : null)).filter(Boolean),
      series: names.map((name) => this.seriesOf(runs, name)),
      words: runs.map((_, index) => this.timelineWords(index)),
    };
    return this.made;
  }

  /** @param {number} index */
  timelineWords(index) {
    const name = this.names[index] ?? '';
    return {
      label: this.t('timeline-of', { letter: letter(index), name }),
      hint: this.t('timeline-hint'),
      lane: (/** @type {string} */ lane) => this.lane(lane),
      short: (/** @type {string} */ lane) => this.shortLane(lane),
      group: (/** @type {string} */ group) => this.group(group),
      time: (/** @type {number} */ time) => this.duration(time),
      describe: (
        /** @type {string} */ lane,
        /** @type {string} */ activity,
        /** @type {number} */ from,
        /** @type {number} */ to,
      ) =>
        this.t('timeline-span', {
          lane: this.lane(lane),
          activity: this.activity(activity),
          from: this.duration(from),
          to: this.duration(to),
          duration: this.duration(to - from),
        }),
      idle: (/** @type {string} */ lane) => this.t('timeline-idle', { lane: this.lane(lane) }),
      unrecorded: this.t('times-unrecorded'),
    };
  }

  /**
   * One series: a line for each run that has it, and the limits that the runs' parameters give.
   * @param {any[]} runs
   * @param {string} name
   */
  seriesOf(runs, name) {
    const lines = runs
      .map((run, index) => ({ index, letter: letter(index), name: this.names[index] ?? '', series: run.series?.[name] }))
      .filter(({ series }) => series?.x.length);
    const { unit, kind } = lines[0].series;
    const value = (/** @type {number} */ number) =>
      unit === 'millicores'
        ? `${formatNumber(number / 1000, this.locale)} ${this.t('unit-cores')}`
        : formatQuantity(number, this.unit(unit, number), this.locale, this.view?.decimal);
    // Long units are said beside the lines; a narrow screen has no room for them at every tick.
    const tick =
      unit.length > 3 && unit !== 'millicores' ? (/** @type {number} */ number) => formatNumber(number, this.locale) : value;
    /** @type {Map<string, { value: number, text: string, letters: string[] }>} */
    const limits = new Map();
    for (const { index, letter: of } of lines) {
      for (const limit of this.view?.limits[name]?.(runs[index].params) ?? []) {
        const known = limits.get(`${limit.text}:${limit.value}`);
        if (known) known.letters.push(of);
        else limits.set(`${limit.text}:${limit.value}`, { ...limit, letters: [of] });
      }
    }
    const title =
      this.texts?.find(`series-${name}`) ??
      this.texts?.find(`series-${name.replaceAll('.', '-')}`) ??
      name.replaceAll('_', ' ');
    return {
      name,
      title,
      kind,
      lines,
      atLeast: this.scaleOf(runs, name, unit),
      ticks: (unit === 'B' || unit === 'B/s') && !this.view?.decimal ? 'binary' : unit in TIME_UNITS ? 'time' : 'decimal',
      scale: TIME_UNITS[unit] ?? 1,
      limits: [...limits.values()].map(({ value: number, text, letters }) => ({
        value: number,
        text: `${letters.length < lines.length ? `${letters.join(', ')}: ` : ''}${this.t(text)} ${value(number)}`,
      })),
      words: {
        label: title,
        hint: this.t('series-hint'),
        time: (/** @type {number} */ time) => this.duration(time),
        value,
        tick,
        above: (/** @type {string} */ limit) => this.t('limit-above', { limit }),
      },
    };
  }

  /**
   * The value up to which a chart's scale must go, for charts that are read against each other.
   * @param {any[]} runs
   * @param {string} name
   * @param {string} unit
   */
  scaleOf(runs, name, unit) {
    const alike = this.view?.alike ?? [];
    if (!alike.includes(name)) return 0;
    const all = runs.flatMap((run) => alike.map((other) => run.series?.[other]).filter(Boolean));
    const most = all.map(({ y, unit: own }) => y.reduce(larger, 0) * (TIME_UNITS[own] ?? 1));
    return Math.max(0, ...most) / (TIME_UNITS[unit] ?? 1);
  }

  render() {
    if (!this.report || !this.texts) return nothing;
    const { timelines, series, words } = this.parts();
    const activities = new Set(
      timelines.flatMap((/** @type {any} */ { run }) =>
        run.timeline.lanes.flatMap((/** @type {any} */ lane) =>
          lane.activity.map((/** @type {number} */ a) => run.timeline.activities[a]),
        ),
      ),
    );
    const seek = (/** @type {CustomEvent} */ event) => {
      this.playing = false;
      this.seek(event.detail.time);
    };
    const whole = this.wholeRange();
    return html`
      ${this.renderOrder()} ${this.renderLegend([.../** @type {Set<string>} */ (activities)])}
      ${timelines.map(
        (/** @type {{ run: any, index: number }} */ { run, index }) =>
          html`<section class="variant" aria-label=${words[index].label}>
            <h4><b class="letter">${letter(index)}</b> ${this.names[index]}</h4>
            <redo-lab-timeline
              .timeline=${run.timeline}
              .recorded=${detailOf(run)}
              .range=${this.range}
              .time=${this.time}
              .words=${words[index]}
              @seek=${seek}
            ></redo-lab-timeline>
          </section>`,
      )}
      ${this.renderOutside()} ${this.renderTransactions()}
      ${this.detail && series.length ? html`<p class="note">${this.t('times-note-whole')}</p>` : nothing}
      <div class="series ${this.view?.beside ? 'beside' : ''}">
        ${series.map(
          (/** @type {any} */ one) =>
            html`<section aria-label=${one.title}>
              <h4>${one.title} <span class="kind ${one.kind}">${this.t(`kind-${one.kind}`)}</span></h4>
              <redo-lab-lines
                .lines=${one.lines}
                .limits=${one.limits}
                .ticks=${one.ticks}
                .scale=${one.scale}
                .endMark=${this.view?.endMark ? this.t(this.view.endMark) : ''}
                .atLeast=${one.atLeast}
                .range=${this.detail ? whole : this.range}
                .marked=${this.detail ? this.range : null}
                .time=${this.time}
                .words=${one.words}
                @seek=${seek}
              ></redo-lab-lines>
            </section>`,
        )}
      </div>
      ${this.renderControls()} ${this.renderReadout()}
      <p class="sr-only" role="status" aria-live="polite">${this.spoken}</p>
    `;
  }

  /** All of the time: the same object as long as it is the same, so that charts are not drawn anew. */
  wholeRange() {
    if (this.whole.to !== this.end) this.whole = { from: 0, to: this.end };
    return this.whole;
  }

  /** What to do where the moment has left the stretch that the lanes show. */
  renderOutside() {
    if (!this.detail) return nothing;
    const runs = /** @type {any[]} */ (this.report.runs);
    const recorded = runs.map(detailOf).filter((one) => one !== null);
    if (!recorded.length || recorded.some(({ from, to }) => this.time >= from && this.time <= to)) return nothing;
    const watch = () => this.dispatchEvent(new CustomEvent('watch', { detail: { time: this.time } }));
    return html`<p class="outside">
      ${this.t('times-outside', { from: this.duration(this.detail.from), to: this.duration(Math.max(...recorded.map(({ to }) => to))) })}
      <span>
        <button @click=${() => this.toFocus()}>${this.t('times-back')}</button>
        ${this.view?.watch ? html`<button @click=${watch}>${this.t('times-watch', { time: this.duration(this.time) })}</button>` : nothing}
      </span>
    </p>`;
  }

  renderOrder() {
    const runs = /** @type {any[]} */ (this.report.runs);
    if (!runs.some((run) => run.order?.transaction.length)) return nothing;
    return html`<section class="transactions" aria-label=${this.t('order-title')}>
      <redo-lab-order-view
        .report=${this.report}
        .texts=${this.texts}
        .names=${this.names}
        .time=${this.time}
        .watchable=${Boolean(this.view?.watch)}
        @seek=${(/** @type {CustomEvent} */ event) => {
          this.playing = false;
          this.seek(event.detail.time);
        }}
        @back=${() => this.toFocus()}
        @watch=${(/** @type {CustomEvent} */ event) => this.dispatchEvent(new CustomEvent('watch', { detail: event.detail }))}
      ></redo-lab-order-view>
    </section>`;
  }

  renderTransactions() {
    const runs = /** @type {any[]} */ (this.report.runs);
    if (!runs.some((run) => run.transactions?.sequence_number.length)) return nothing;
    return html`<section class="transactions" aria-label=${this.t('graph-title')}>
      <redo-lab-graphs
        .report=${this.report}
        .texts=${this.texts}
        .names=${this.names}
        .time=${this.time}
        @seek=${(/** @type {CustomEvent} */ event) => {
          this.playing = false;
          this.seek(event.detail.time);
        }}
      ></redo-lab-graphs>
    </section>`;
  }

  /** @param {string[]} present */
  renderLegend(present) {
    const place = (/** @type {string} */ name) => (ACTIVITIES.includes(name) ? ACTIVITIES.indexOf(name) : ACTIVITIES.length);
    const ordered = present.sort((a, b) => place(a) - place(b));
    return html`<ul class="legend" aria-label=${this.t('timeline-legend')}>
      ${ordered.map((activity) => html`<li>${this.renderSwatch(activity)}${this.activity(activity)}</li>`)}
      ${ordered.length ? html`<li><span class="idle-swatch"></span>${this.t('idle')}</li>` : nothing}
    </ul>`;
  }

  /** @param {string} activity */
  renderSwatch(activity) {
    const id = `swatch-${activity}`;
    return html`<svg class="swatch" width="14" height="14" aria-hidden="true">
      <defs>${pattern(id, activityColour(activity), activityStrokes(activity))}</defs>
      <rect width="14" height="14" rx="3" fill="url(#${id})"></rect>
    </svg>`;
  }

  renderControls() {
    const button = (/** @type {string} */ sign, /** @type {string} */ id, /** @type {() => void} */ action, disabled = false) =>
      html`<button @click=${action} aria-label=${this.t(id)} title=${this.t(id)} ?disabled=${disabled}>${sign}</button>`;
    const { from, to } = this.range;
    const whole = from === 0 && to === this.end;
    return html`<div class="controls" role="group" aria-label=${this.t('time-controls')}>
      <input
        type="range"
        id="moment"
        dir="ltr"
        min=${from}
        max=${to}
        step="any"
        .value=${String(this.time)}
        aria-label=${this.t('time-scrub')}
        aria-valuetext=${this.t('time-of', { time: this.duration(this.time), end: this.duration(this.end) })}
        @keydown=${this.onScrubKey}
        @input=${(/** @type {any} */ event) => {
          this.playing = false;
          this.seek(event.target.valueAsNumber);
        }}
        @change=${() => (this.spoken = this.inWords())}
      />
      <div class="buttons" dir="ltr">
        ${button('|◂', 'stage-start', () => {
          this.playing = false;
          this.seek(this.detail?.from ?? 0, true);
        })}
        ${button('◂', 'time-previous', () => this.toChange(-1))}
        <button class="play" @click=${() => this.toggle()}>${this.t(this.playing ? 'stage-pause' : 'stage-play')}</button>
        ${button('▸', 'time-next', () => this.toChange(1))}
        <span class="moment number"
          >${this.t('time-of', { time: this.duration(this.time), end: this.duration(this.end) })}</span
        >
        <span class="zoom">
          ${button('−', 'zoom-out', () => this.zoom(4), whole)}
          ${button('+', 'zoom-in', () => this.zoom(1 / 4), to - from <= 100)}
          ${
            this.detail
              ? button('[ ]', 'zoom-detail', () => this.toDetail(), from === this.detail.from && to === this.detail.to)
              : nothing
          }
          ${button('↔', 'zoom-whole', () => (this.range = { from: 0, to: this.end }), whole)}
        </span>
      </div>
    </div>`;
  }

  /** @param {KeyboardEvent} event */
  onScrubKey(event) {
    const { from, to } = this.range;
    const small = (to - from) / 200;
    const step = {
      ArrowLeft: -small,
      ArrowDown: -small,
      ArrowRight: small,
      ArrowUp: small,
      PageDown: -10 * small,
      PageUp: 10 * small,
    }[event.key];
    const ends = this.detail ? { Home: from, End: to } : { Home: 0, End: this.end };
    const target =
      /** @type {{ [key: string]: number }} */ (ends)[event.key] ?? (step === undefined ? undefined : this.time + step);
    if (target === undefined) return;
    event.preventDefault();
    this.playing = false;
    // One microsecond at least, so that a key always does something.
    this.seek(step && Math.abs(step) < 1 ? this.time + Math.sign(step) : target);
  }

  /**
   * What the lanes of a timeline do at the moment: the lanes of each activity, idle ones last.
   * @param {Timeline} timeline
   * @returns {{ activity: string, lanes: string[] }[]}
   */
  doing(timeline) {
    const { lanes, activities, from = 0, end } = timeline;
    // Where nothing was recorded nobody is idle.
    if (this.detail && (this.time < from || this.time > end)) return [];
    /** @type {Map<string, number[]>} */
    const found = new Map();
    for (const [index, lane] of lanes.entries()) {
      const span = spanAt(lane, this.time);
      const activity = span < 0 ? '' : activities[lane.activity[span]];
      found.set(activity, [...(found.get(activity) ?? []), index]);
    }
    return [...found]
      .map(([activity, indexes]) => ({ activity, lanes: this.laneList(lanes, indexes) }))
      .sort((a, b) => Number(a.activity === '') - Number(b.activity === ''));
  }

  /**
   * Names of lanes, those that differ in their number alone said as one: `thread 1–4, 7`.
   * @param {import('../state/times.js').Lane[]} lanes
   * @param {number[]} indexes ascending
   */
  laneList(lanes, indexes) {
    /** @type {{ base: string, text: string }[]} */
    const said = [];
    for (const { first, last } of blocksOf(lanes, indexes)) {
      const base = `${lanes[first].group}/${lanes[first].name.replace(/\d+$/, '')}`;
      const [from, to] = [first, last].map((index) => /\d+$/.exec(lanes[index].name)?.[0] ?? '');
      const range = first === last ? from : `${from}–${to}`;
      const before = said.at(-1);
      if (before && before.base === base && from) before.text += `, ${range}`;
      else said.push({ base, text: this.lane(lanes[first].name) + (first === last ? '' : `–${to}`) });
    }
    return said.map(({ text }) => text);
  }

  /** The moment in one sentence a variant, for the ear. */
  inWords() {
    const { series } = this.parts();
    const runs = this.report.runs.map((/** @type {any} */ run, /** @type {number} */ index) => {
      const lanes = run.timeline
        ? this.doing(run.timeline).map(({ activity, lanes }) =>
            activity ? `${this.activity(activity)}: ${lanes.join(', ')}` : '',
          )
        : [];
      const values = series.map((/** @type {any} */ one) => {
        const line = one.lines.find((/** @type {any} */ candidate) => candidate.index === index);
        const at = line ? sampleAt(line.series, this.time, Boolean(this.view?.endMark)) : -1;
        return at < 0 ? '' : `${one.title} ${one.words.value(line.series.y[at])}`;
      });
      const text = [...lanes, ...values].filter(Boolean).join('; ');
      return `${letter(index)}: ${text || this.t('idle')}`;
    });
    return `${this.duration(this.time)}. ${runs.join('. ')}`;
  }

  renderReadout() {
    const { timelines, series } = this.parts();
    const runs = /** @type {any[]} */ (this.report.runs);
    return html`<div class="readout" role="group" aria-label=${this.t('readout')}>
      <h4>${this.t('readout-at', { time: this.duration(this.time) })}</h4>
      <div class="readout-variants">
        ${runs.map((run, index) => {
          const doing = run.timeline ? this.doing(run.timeline) : [];
          return html`<div class="readout-variant">
            <h5><b class="letter">${letter(index)}</b> ${this.names[index]}</h5>
            <dl>
              ${doing.map(
                ({ activity, lanes }) =>
                  html`<dt class=${activity ? '' : 'idle'}>
                      ${activity ? this.renderSwatch(activity) : html`<span class="idle-swatch"></span>`}${activity ? this.activity(activity) : this.t('idle')}
                    </dt>
                    <dd class=${activity ? '' : 'idle'}>${lanes.map((lane) => html`<span>${lane}</span>`)}</dd>`,
              )}
              ${series.map((/** @type {any} */ one) => {
                const line = one.lines.find((/** @type {any} */ candidate) => candidate.index === index);
                if (!line) return nothing;
                const at = sampleAt(line.series, this.time, Boolean(this.view?.endMark));
                return html`<dt>${one.title}</dt>
                  <dd class="number">${at < 0 ? '–' : one.words.value(line.series.y[at])}</dd>`;
              })}
            </dl>
          </div>`;
        })}
      </div>
      ${timelines.length || series.length ? nothing : html`<p class="note">${this.t('times-none')}</p>`}
    </div>`;
  }
}

if (!customElements.get('redo-lab-times')) customElements.define('redo-lab-times', RedoLabTimes);
