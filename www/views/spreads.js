/**
 * Series that do not go over time: how large groups are, how wide the steps, how far more workers help. Each is a chart with an
 * axis of its own, and the same numbers as a table.
 */
import { LitElement, html, nothing, unsafeCSS } from 'lit';
import base from '../styles/base.css?inline';
import styles from '../styles/spreads.css?inline';
import '../charts/columns.js';
import '../charts/curves.js';
import { letter } from '../state/experiment.js';
import { formatNumber, formatQuantity } from '../state/format.js';
import { timelessSeries } from '../state/times.js';

/** @typedef {import('../labs/registry.js').Spread} Spread */
/** @typedef {{ index: number, letter: string, name: string, x: number[], y: number[], missed?: boolean[] }} Line */

/** A table of more rows than this tells nobody anything; the report has them all. */
const TABLE_ROWS = 300;

/** How a series without a word of its own is drawn. @type {Spread} */
const PLAIN = { as: 'curves' };

/**
 * What a series is about: `speed_up` for `speed_up.writeset`.
 * @param {string} name
 */
const baseOf = (name) => name.split('.')[0];

/**
 * The points of a series; with those of another one among them that missed what was asked for, in the order of the axis.
 * @param {any} run
 * @param {string} name
 * @param {string} [missed]
 * @returns {{ x: number[], y: number[], missed?: boolean[] }}
 */
export function pointsOf(run, name, missed) {
  const series = run.series?.[name] ?? { x: [], y: [] };
  const others = missed ? run.series?.[missed] : undefined;
  if (!others) return { x: series.x, y: series.y };
  const points = [
    ...series.x.map((/** @type {number} */ x, /** @type {number} */ i) => ({ x, y: series.y[i], missed: false })),
    ...others.x.map((/** @type {number} */ x, /** @type {number} */ i) => ({ x, y: others.y[i], missed: true })),
  ].sort((a, b) => a.x - b.x);
  return { x: points.map(({ x }) => x), y: points.map(({ y }) => y), missed: points.map((point) => point.missed) };
}

export class RedoLabSpreads extends LitElement {
  static properties = {
    report: { attribute: false },
    texts: { attribute: false },
    view: { attribute: false },
    names: { attribute: false },
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
    /** @type {any[]} what the charts get, made once for a report and a language */
    this.charts = [];
  }

  willUpdate() {
    if (!this.report || !this.texts) return;
    const spreads = this.view?.spreads ?? {};
    const within = Object.values(spreads).map(({ missed }) => missed);
    const known = timelessSeries(this.report).filter((name) => !within.includes(name));
    const order = Object.keys(spreads);
    const place = (/** @type {string} */ name) => (order.includes(name) ? order.indexOf(name) : order.length);
    this.charts = known.sort((a, b) => place(a) - place(b)).map((name) => this.chartOf(name));
    // Charts of one quantity are read against each other.
    for (const chart of this.charts) {
      const alike = this.charts.filter((other) => baseOf(other.name) === baseOf(chart.name));
      chart.atLeast = Math.max(...alike.flatMap(({ rows }) => rows.flatMap((/** @type {Line} */ { y }) => y)));
    }
  }

  /**
   * @param {string} id
   * @param {import('../locales/texts.js').Arguments} [args]
   */
  t(id, args) {
    return this.texts?.text(id, args) ?? id;
  }

  /** @param {string} name */
  chartOf(name) {
    const spread = this.view?.spreads?.[name] ?? this.view?.spreads?.[baseOf(name)] ?? PLAIN;
    const runs = /** @type {any[]} */ (this.report.runs);
    const lines = runs.flatMap((run, index) => {
      const points = pointsOf(run, name, spread.missed);
      return points.x.length ? [{ index, letter: letter(index), name: this.names[index] ?? '', ...points }] : [];
    });
    const { unit, x_unit, kind } = runs.map((run) => run.series?.[name]).find(Boolean);
    const locale = this.texts?.lang ?? 'en';
    const number = (/** @type {number} */ value) => formatNumber(value, locale);
    const value = (/** @type {number} */ y) =>
      unit === 'hundredths' ? `${number(y / 100)} ×` : formatQuantity(y, this.texts?.find(`unit-${unit}`) ?? unit, locale);
    const id = name.replaceAll('.', '-');
    const title = this.texts?.find(`series-${id}`) ?? name.replaceAll('_', ' ');
    const axis = this.texts?.find(`axis-${name}`) ?? this.texts?.find(`unit-${x_unit}`) ?? x_unit;
    return {
      name,
      as: spread.as,
      doubling: Boolean(spread.doubling),
      title,
      kind,
      axis,
      rows: lines.map((line) => this.withMark(line, spread, runs[line.index])),
      value,
      number,
      note: this.texts?.find(`spread-note-${id}`) ?? '',
      missed: spread.missed ? this.t(`missed-${id}`) : '',
      words: {
        label: title,
        hint: this.t(spread.as === 'columns' ? 'columns-hint' : 'curves-hint'),
        axis,
        x: number,
        value,
        most: (/** @type {number} */ y) => this.t('column-most', { value: value(y) }),
        cursor: (/** @type {Line} */ row, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ until) => {
          const place = until > x ? `${number(x)}–${number(until)}` : number(x);
          return (
            this.texts?.find(`cursor-${baseOf(name)}`, { letter: row.letter, x: place, y: number(y), count: y }) ??
            this.t('column-cursor', { letter: row.letter, axis, x: place, value: value(y) })
          );
        },
      },
    };
  }

  /**
   * A row with the metric that is marked on its axis.
   * @param {Line} line
   * @param {Spread} spread
   * @param {any} run
   */
  withMark(line, spread, run) {
    const mark = spread.mark ? run.metrics[spread.mark]?.value : undefined;
    const known = typeof mark === 'number';
    const text = known ? this.t('column-mean', { value: formatNumber(mark, this.texts?.lang ?? 'en') }) : '';
    return { ...line, mark: known ? mark : null, markName: text };
  }

  render() {
    if (!this.report || !this.texts) return nothing;
    return this.charts.map(
      (chart) =>
        html`<section class=${chart.as} aria-label=${chart.title}>
          <h4>${chart.title} <span class="kind ${chart.kind}">${this.t(`kind-${chart.kind}`)}</span></h4>
          ${chart.note ? html`<p class="note">${chart.note}</p>` : nothing}
          ${
            chart.as === 'columns'
              ? html`<redo-lab-columns .rows=${chart.rows} .words=${chart.words}></redo-lab-columns>`
              : html`<redo-lab-curves
                  .curves=${chart.rows}
                  .doubling=${chart.doubling}
                  .atLeast=${chart.atLeast}
                  .missed=${chart.missed}
                  .words=${chart.words}
                ></redo-lab-curves>`
          }
          ${this.renderTable(chart)}
        </section>`,
    );
  }

  /** @param {any} chart */
  renderTable({ title, axis, rows, value }) {
    const places = [...new Set(rows.flatMap((/** @type {Line} */ row) => row.x))].sort((a, b) => a - b);
    const cell = (/** @type {Line} */ row, /** @type {number} */ x) => {
      const found = row.x.indexOf(x);
      return found < 0 ? '–' : value(row.y[found]) + (row.missed?.[found] ? ' ✕' : '');
    };
    const locale = this.texts?.lang ?? 'en';
    return html`<details class="as-table">
      <summary>${this.t('chart-as-table')}</summary>
      <div class="scroll" tabindex="0" role="group" aria-label="${title}: ${this.t('chart-as-table')}">
        <table>
          <thead>
            <tr>
              <th scope="col">${axis}</th>
              ${rows.map((/** @type {Line} */ row) => html`<th scope="col"><b class="letter">${row.letter}</b> ${row.name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${places.slice(0, TABLE_ROWS).map(
              (x) =>
                html`<tr>
                  <th scope="row">${formatNumber(x, locale)}</th>
                  ${rows.map((/** @type {Line} */ row) => html`<td>${cell(row, x)}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
        ${places.length > TABLE_ROWS ? html`<p class="note">${this.t('table-cut', { count: formatNumber(TABLE_ROWS, locale), total: formatNumber(places.length, locale) })}</p>` : nothing}
      </div>
    </details>`;
  }
}

if (!customElements.get('redo-lab-spreads')) customElements.define('redo-lab-spreads', RedoLabSpreads);
