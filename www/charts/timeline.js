/**
 * What everybody did over time: one lane a thread, a span for each activity.
 *
 * The spans are drawn on a canvas, since a run may have twenty thousand; names, axis and cursors are ordinary text and boxes.
 * Where spans are narrower than a pixel, the height of the colours shows the shares that they have of that pixel's time; a light
 * tint over the whole height keeps short bursts in sight.
 * The keyboard walks the spans of a lane (left, right) and the lanes (up, down). Time runs from left to right in every language.
 *
 * Events: `seek` (`detail.time`), when a moment is pointed out.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import styles from '../styles/charts.css?inline';
import { countUpTo, laneBlocks, spanAt } from '../state/times.js';
import { axisTicks } from './axis.js';
import { laneColumns } from './lane-columns.js';
import { activityColour, activityStrokes, canvasPattern, resolveColours } from './colours.js';

/** @typedef {import('../state/times.js').Lane} Lane */
/** @typedef {import('../state/times.js').Timeline} Timeline */
/**
 * @typedef {{ label: string, hint: string, lane: (name: string) => string, short: (name: string) => string, group: (name: string) => string, time: (us: number) => string,
 *   describe: (lane: string, activity: string, from: number, to: number) => string, idle: (lane: string) => string, unrecorded?: string }} Words
 */

/** Space above the lanes of a group, where its name stands. */
const GROUP_PX = 19;
/** How dense the tint is behind bursts that leave most of a pixel idle. */
const TINT = 0.3;
/** Lanes at least this high have a name each. */
const NAMED_PX = 15;

export class RedoLabTimeline extends LitElement {
  static properties = {
    timeline: { attribute: false },
    recorded: { attribute: false },
    range: { attribute: false },
    time: { attribute: false },
    words: { attribute: false },
    cursor: { state: true },
  };

  static styles = unsafeCSS(styles);

  constructor() {
    super();
    /** @type {Timeline | null} */
    this.timeline = null;
    /** The stretch that the lanes were recorded in, where it is not all of the run. @type {import('../state/times.js').Range | null} */
    this.recorded = null;
    /** @type {import('../state/times.js').Range} */
    this.range = { from: 0, to: 1 };
    this.time = 0;
    /** @type {Words | null} */
    this.words = null;
    /** @type {{ lane: number, span: number } | null} */
    this.cursor = null;
    this.observer = new ResizeObserver(() => this.paint());
    this.themeQuery = matchMedia('(prefers-color-scheme: dark)');
    this.repaint = () => this.paint();
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
    if (changed.has('timeline')) {
      this.cursor = null;
      this.places = this.layOut(this.timeline?.lanes ?? []);
    }
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    // The moment is a box of its own: moving it draws no span again.
    if (['timeline', 'range', 'words'].some((name) => changed.has(name))) this.paint();
  }

  /**
   * Where each lane lies: fewer lanes are higher, and one that shares its name with no other has room for it.
   * @param {Lane[]} lanes
   */
  layOut(lanes) {
    const pitch = lanes.length <= 12 ? 21 : lanes.length <= 28 ? NAMED_PX : 8;
    const alone = new Set(laneBlocks(lanes).flatMap(({ first, last }) => (first === last ? [first] : [])));
    const heights = lanes.map((_, index) => (alone.has(index) ? Math.max(pitch, NAMED_PX) : pitch));
    let y = 0;
    let group = '';
    /** @type {{ name: string, y: number }[]} */
    const groups = [];
    const tops = lanes.map((lane, index) => {
      if (lane.group !== group) {
        group = lane.group;
        groups.push({ name: group, y });
        y += GROUP_PX;
      }
      const top = y;
      y += heights[index];
      return top;
    });
    return { pitch, heights, tops, groups, height: y };
  }

  render() {
    if (!this.words || !this.timeline || !this.places) return nothing;
    const { height } = this.places;
    const { from, to } = this.range;
    const inside = this.time >= from && this.time <= to;
    return html`
      <div class="plot" tabindex="0" role="group" aria-label="${this.words.label}. ${this.words.hint}" @keydown=${this.onKey}>
        <div class="lane-names" aria-hidden="true" style="height:${height}px">${this.renderNames()}</div>
        <div
          class="area"
          style="height:${height}px"
          @pointermove=${this.onPointer}
          @pointerleave=${() => (this.cursor = null)}
          @click=${this.onClick}
        >
          <canvas aria-hidden="true"></canvas>
          ${this.renderUnrecorded()}
          ${inside ? html`<div class="now" style="left:${this.percent(this.time)}%"></div>` : nothing} ${this.renderCursor()}
        </div>
        <div></div>
        <div class="axis" aria-hidden="true">${axisTicks(this.range, this.words.time)}</div>
      </div>
      <p class="cursor" aria-live="polite">${this.cursorText() || ' '}</p>
    `;
  }

  renderNames() {
    const { lanes } = /** @type {Timeline} */ (this.timeline);
    const words = /** @type {Words} */ (this.words);
    const places = /** @type {NonNullable<typeof this.places>} */ (this.places);
    const blocks =
      places.pitch >= NAMED_PX
        ? lanes.map((lane, index) => ({ group: lane.group, first: index, last: index }))
        : laneBlocks(lanes);
    return html`
      ${places.groups.map(({ name, y }) => html`<b class="group" style="top:${y}px">${words.group(name)}</b>`)}
      ${blocks.map(({ first, last }) => {
        const until = first === last ? '' : `–${/\d+$/.exec(lanes[last].name)?.[0] ?? ''}`;
        const text = words.lane(lanes[first].name) + until;
        const high = places.tops[last] + places.heights[last] - places.tops[first];
        if (high < NAMED_PX - 1 && first !== last) return nothing;
        return html`<span class="lane-name" title=${text} style="top:${places.tops[first]}px;height:${high}px"
          ><span class="long">${text}</span><span class="short">${words.short(lanes[first].name)}${until}</span></span
        >`;
      })}
    `;
  }

  /** Before and behind what was recorded: nobody is idle there, nobody knows. */
  renderUnrecorded() {
    if (!this.recorded) return nothing;
    const from = Math.min(100, Math.max(0, this.percent(this.recorded.from)));
    const to = Math.min(100, Math.max(0, this.percent(this.recorded.to)));
    const part = (/** @type {number} */ left, /** @type {number} */ right) =>
      right - left < 0.2
        ? nothing
        : html`<div class="unrecorded" style="left:${left}%;width:${right - left}%">
            ${right - left > 20 ? html`<span>${this.words?.unrecorded}</span>` : nothing}
          </div>`;
    return html`${part(0, from)}${part(to, 100)}`;
  }

  renderCursor() {
    const { cursor, places, timeline } = this;
    const lane = cursor && timeline?.lanes[cursor.lane];
    if (!cursor || !places || !lane || cursor.span < 0) return nothing;
    const left = Math.max(0, this.percent(lane.from[cursor.span]));
    const right = Math.min(100, this.percent(lane.to[cursor.span]));
    if (right < 0 || left > 100) return nothing;
    const style = `left:${left}%;width:max(3px, ${right - left}%);top:${places.tops[cursor.lane]}px;height:${places.heights[cursor.lane] - 2}px`;
    return html`<div class="span-cursor" style=${style}></div>`;
  }

  /** @param {number} time */
  percent(time) {
    const { from, to } = this.range;
    return ((time - from) / Math.max(1, to - from)) * 100;
  }

  cursorText() {
    const { cursor, timeline, words } = this;
    const lane = cursor && timeline?.lanes[cursor.lane];
    if (!lane || !words) return '';
    const { span } = cursor;
    if (span < 0) return words.idle(lane.name);
    return words.describe(lane.name, timeline.activities[lane.activity[span]], lane.from[span], lane.to[span]);
  }

  paint() {
    const canvas = this.renderRoot?.querySelector('canvas');
    const width = canvas?.parentElement?.clientWidth;
    const { timeline, places } = this;
    if (!canvas || !width || !timeline || !places) return;
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(places.height * ratio);
    canvas.style.height = `${places.height}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(ratio, ratio);
    const names = timeline.activities.map(activityColour);
    const colours = resolveColours(this, [...names, '--rl-sunken', '--rl-card']);
    const fills = timeline.activities.map((activity, index) =>
      canvasPattern(context, colours[names[index]], colours['--rl-card'], activityStrokes(activity)),
    );
    timeline.lanes.forEach((lane, index) => {
      const y = places.tops[index];
      const high = places.heights[index] - (places.heights[index] > 10 ? 3 : 1);
      context.fillStyle = colours['--rl-sunken'];
      context.fillRect(0, y, width, high);
      for (const block of laneColumns(lane, this.range, width, fills.length)) {
        if (block.kind === 'whole') {
          const wide = block.to - block.from;
          context.fillStyle = wide < 5 ? colours[names[block.activity]] : fills[block.activity];
          context.fillRect(block.from, y, wide, high);
          // A hairline keeps neighbours apart where there is room.
          context.fillStyle = colours['--rl-card'];
          if (wide > 8) context.fillRect(block.to - 0.5, y, 0.5, high);
          continue;
        }
        let top = y;
        const shares = [...block.shares];
        if (shares.reduce((sum, share) => sum + share, 0) < 0.5) {
          context.globalAlpha = TINT;
          context.fillStyle = colours[names[shares.indexOf(Math.max(...shares))]];
          context.fillRect(block.from, y, 1, high);
          context.globalAlpha = 1;
        }
        for (const [activity, share] of block.shares.entries()) {
          if (!share) continue;
          const part = Math.max(1, share * high);
          context.fillStyle = colours[names[activity]];
          context.fillRect(block.from, top, 1, Math.min(part, y + high - top));
          top += part;
        }
      }
    });
  }

  /** @param {PointerEvent | MouseEvent} event */
  momentAt(event) {
    const { left, top, width } = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const { from, to } = this.range;
    const y = event.clientY - top;
    const { tops, heights } = /** @type {NonNullable<typeof this.places>} */ (this.places);
    return {
      time: Math.round(from + ((event.clientX - left) / width) * (to - from)),
      lane: tops.findIndex((place, index) => y >= place && y < place + heights[index]),
    };
  }

  /** @param {PointerEvent} event */
  onPointer(event) {
    const { time, lane } = this.momentAt(event);
    if (event.buttons & 1) this.seek(time);
    const found = this.timeline?.lanes[lane];
    this.cursor = found ? { lane, span: spanAt(found, time) } : null;
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    this.seek(this.momentAt(event).time);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const lanes = this.timeline?.lanes ?? [];
    const step = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      Home: [0, -1e9],
      End: [0, 1e9],
    }[event.key];
    if (event.key === 'Escape') this.cursor = null;
    if (!step || !lanes.length) return;
    event.preventDefault();
    const first = this.cursor ?? { lane: 0, span: -2 };
    const lane = Math.min(Math.max(first.lane + (this.cursor ? step[0] : 0), 0), lanes.length - 1);
    const { from } = lanes[lane];
    // Coming from another lane, or from nowhere, the cursor starts at the moment on show.
    const here = Math.max(0, countUpTo(from, this.time) - 1);
    const jumps = Math.abs(step[1]) > 1;
    const moved = jumps || (lane === first.lane && first.span >= 0) ? first.span + step[1] : here;
    const span = from.length ? Math.min(Math.max(moved, 0), from.length - 1) : -1;
    this.cursor = { lane, span };
    if (span >= 0 && step[1]) this.seek(from[span]);
  }

  /** @param {number} time */
  seek(time) {
    this.dispatchEvent(new CustomEvent('seek', { detail: { time } }));
  }
}

if (!customElements.get('redo-lab-timeline')) customElements.define('redo-lab-timeline', RedoLabTimeline);
