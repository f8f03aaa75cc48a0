/**
 * Where everything of a dependency graph lies: a row for each transaction, in the order of the binlog.
 *
 * By steps, a transaction is a block in the column of its step. A line leaves the block that it waits for, runs down the gap
 * behind that block's column, and turns into the row of the one that waits. A row has one block and blocks only stand in
 * columns, so no line ever crosses a block:
 *
 * ```text
 *  1  [##]-+
 *  2  [##] |
 *  3       +-[##]-+
 *  4       +-[##] |
 *  5              +-[##]
 * ```
 *
 * By time, a transaction is its life as stretches on one axis.
 */
import { lifeOf, groupBands, parentOf, rowsOf, stepsOf, stretchesOf } from '../state/transactions.js';
import { roundTicks, timeTicks } from '../state/times.js';

/** @typedef {import('../state/transactions.js').TransactionLog} TransactionLog */
/** @typedef {import('../state/transactions.js').Page} Page */
/** @typedef {{ x: number, width: number, activity: string }} Block */
/** @typedef {{ index: number, y: number, blocks: Block[] }} Row */
/** @typedef {{ index: number, parent: number, path: string }} Link `parent` is -1 where it is not on show */
/**
 * @typedef {{ width: number, height: number, rows: Row[], links: Link[], bands: { group: number, y: number, height: number }[],
 *   ticks: { x: number, value: number }[], timeX: ((time: number) => number) | null }} Layout
 */

/** Height of a row, and of the axis above the rows. */
export const ROW_PX = 22;
export const AXIS_PX = 20;

/** How wide the column of a step may be; narrower ones make the graph wider than its place. */
const COLUMN_PX = { least: 10, most: 76 };

/** What a graph is wide at least, where there is room. */
const LEAST_PX = 320;

/** How far a line reaches back whose start is not on show. */
const STUB_PX = 9;

/**
 * @param {TransactionLog} log
 * @param {Page} page
 * @param {number} room width of the place for blocks, in pixels
 * @param {'steps' | 'time'} by
 * @returns {Layout}
 */
export function layOut(log, page, room, by) {
  const placed = by === 'steps' ? bySteps(log, page, room) : byTime(log, page, room);
  const rows = rowsOf(log, page).map((index, row) => ({ index, y: AXIS_PX + row * ROW_PX, blocks: placed.blocksOf(index) }));
  const bands = groupBands(log, page).map(({ group, row, count }) => ({
    group,
    y: AXIS_PX + row * ROW_PX,
    height: count * ROW_PX,
  }));
  const links = rows.flatMap(({ index, y }) => {
    if (!log.last_committed[index]) return [];
    const parent = parentOf(log, index);
    const from = parent >= page.first ? rows[parent - page.first] : undefined;
    const path = placed.pathTo(index, y + ROW_PX / 2, from && { index: parent, y: from.y + ROW_PX / 2 });
    return path ? [{ index, parent: from ? parent : -1, path }] : [];
  });
  const { width, ticks, timeX } = placed;
  return { width, height: AXIS_PX + rows.length * ROW_PX, rows, links, bands, ticks, timeX };
}

/** @typedef {{ index: number, y: number }} End */
/**
 * @typedef {{ width: number, ticks: { x: number, value: number }[], timeX: ((time: number) => number) | null,
 *   blocksOf: (index: number) => Block[], pathTo: (index: number, y: number, from: End | undefined) => string }} Placed
 */

/**
 * @param {TransactionLog} log
 * @param {Page} page
 * @param {number} room
 * @returns {Placed}
 */
function bySteps(log, page, room) {
  const { from, to } = stepsOf(log, page);
  const pitch = Math.min(Math.max(room / (to - from + 1), COLUMN_PX.least), COLUMN_PX.most);
  const gap = pitch >= 24 ? 10 : pitch >= 14 ? 5 : 3;
  const left = (/** @type {number} */ index) => (log.step[index] - from) * pitch + gap / 2;
  const many = Math.max(2, Math.floor(room / 34));
  return {
    // A short chain does not need all the room.
    width: Math.max(pitch * (to - from + 1), Math.min(room, LEAST_PX)),
    ticks: wholeTicks(from, to, many).map((value) => ({ x: (value - from + 0.5) * pitch, value })),
    timeX: null,
    blocksOf: (index) => [{ x: left(index), width: pitch - gap, activity: 'step' }],
    pathTo: (index, y, start) => {
      const end = left(index);
      if (!start) return `M${end - Math.min(STUB_PX, gap)},${y}H${end}`;
      const right = left(start.index) + pitch - gap;
      return `M${right},${start.y}H${right + gap / 2}V${y}H${end}`;
    },
  };
}

/**
 * About `many` whole numbers of a range, round ones where not all have room.
 * @param {number} from
 * @param {number} to
 * @param {number} many
 */
function wholeTicks(from, to, many) {
  const steps = roundTicks(from, to, many);
  const step = Math.max(1, steps.length > 1 ? Math.round(steps[1] - steps[0]) : 1);
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step);
}

/**
 * @param {TransactionLog} log
 * @param {Page} page
 * @param {number} room
 * @returns {Placed}
 */
function byTime(log, page, room) {
  const range = lifeOf(log, page);
  const x = (/** @type {number} */ time) => ((time - range.from) / (range.to - range.from)) * room;
  return {
    width: room,
    ticks: timeTicks(range, Math.max(2, Math.floor(room / 110))).map((value) => ({ x: x(value), value })),
    timeX: x,
    blocksOf: (index) =>
      stretchesOf(log, index).map(({ from, to, activity }) => ({ x: x(from), width: Math.max(1, x(to) - x(from)), activity })),
    pathTo: (index, y, start) => {
      const begins = log.apply_from[index];
      const ended = start && (log.replica_committed[start.index] ?? log.apply_to[start.index]);
      if (begins === null || !start || ended === null || ended === undefined) return '';
      return `M${x(ended)},${start.y}V${y}H${x(begins)}`;
    },
  };
}
