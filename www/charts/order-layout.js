/**
 * Where the blocks of an order stage lie: rows of nodes with three cells each, the merge, and the tape of the global binlog.
 *
 * In a cell the oldest stands at the right, next to where it goes: a transaction that makes a hole stands in the door.
 */

/**
 * @typedef {import('../state/order.js').Stage} Stage
 * @typedef {import('../state/order.js').OrderLog} OrderLog
 * @typedef {'log' | 'open' | 'held' | 'ready' | 'queue' | 'gathering' | 'way' | 'written'} Place
 * @typedef {{ key: string, transaction: number, part: number, row: number, place: Place, x: number, y: number, width: number,
 *   height: number, numbered: boolean }} Block `row` is that of the node, from 0, the number of nodes for the tape; `part` is -1 there
 * @typedef {{ x: number, y: number, count: number, side: 'left' | 'right' }} More what a cell has no room for
 * @typedef {{ x: number, width: number }} Cell
 * @typedef {{ wide: boolean, height: number, rowHeight: number, top: number, names: Cell, log: Cell, sort: Cell, queue: Cell,
 *   merge: Cell, tape: Cell & { y: number, height: number } }} Frame
 */

/** From this width on the tape stands beside the nodes, and blocks have room for numbers. */
const WIDE_PX = 700;
/** Where the names of the columns stand. */
const HEAD_PX = 40;
/** Room for the tape where it stands below. */
const BELOW_PX = 54;
const GAP_PX = 3;
/** A block is never narrower: what has no room then is counted. */
const LEAST_PX = 5;
/** A block this wide has room for its number. */
const NUMBERED_PX = 26;
/** The huge transaction is drawn as large as so many others. */
const BIG = 3;
/** Height of a line of the tape that stands beside. */
export const TAPE_ROW_PX = 21;

/**
 * @param {number} width of the whole stage
 * @param {number} nodes
 * @returns {Frame}
 */
export function frameOf(width, nodes) {
  const wide = width >= WIDE_PX;
  const rowHeight = nodes <= 10 ? (wide ? 28 : 24) : nodes <= 24 ? 20 : 14;
  const names = { x: 0, width: wide ? 98 : width < 420 ? 22 : 80 };
  const mergeWidth = wide ? 86 : width < 420 ? 26 : 56;
  const tapeWidth = wide ? Math.max(170, Math.round(width * 0.2)) : 0;
  const room = width - names.width - mergeWidth - tapeWidth;
  const [log, sort] = [Math.floor(room * 0.27), Math.floor(room * 0.33)];
  const rows = HEAD_PX + nodes * rowHeight;
  const below = BELOW_PX;
  return {
    wide,
    height: wide ? Math.max(rows, HEAD_PX + 6 * TAPE_ROW_PX) : rows + below,
    rowHeight,
    top: HEAD_PX,
    names,
    log: { x: names.width, width: log },
    sort: { x: names.width + log, width: sort },
    queue: { x: names.width + log + sort, width: room - log - sort },
    merge: { x: names.width + room, width: mergeWidth },
    tape: wide
      ? { x: width - tapeWidth, width: tapeWidth, y: HEAD_PX, height: Math.max(nodes * rowHeight, 6 * TAPE_ROW_PX) }
      : { x: 0, width, y: rows + 26, height: below - 28 },
  };
}

/**
 * @param {OrderLog} log
 * @param {Stage} stage
 * @param {Frame} frame
 * @returns {{ blocks: Block[], more: More[] }}
 */
export function layOut(log, stage, frame) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {More[]} */
  const more = [];
  for (const [row, node] of stage.nodes.entries()) {
    const y = frame.top + row * frame.rowHeight;
    const line = { row, y: y + 3, height: frame.rowHeight - 6 };
    /** @type {[Place, number[]][][]} oldest first, which is at the right */
    const cells = [
      [['log', node.log]],
      [
        ['open', node.open],
        ['held', node.held],
        ['ready', node.ready],
      ],
      [['queue', node.queue]],
    ];
    for (const [place, cell] of [frame.log, frame.sort, frame.queue].entries())
      fillCell(log, cells[place], cell, line, blocks, more);
  }
  if (frame.wide) fillTape(stage, frame, blocks, more);
  else fillStrip(stage, frame, blocks, more);
  return { blocks, more };
}

/**
 * @param {OrderLog} log
 * @param {[Place, number[]][]} lists
 * @param {Cell} cell
 * @param {{ row: number, y: number, height: number }} line
 * @param {Block[]} blocks
 * @param {More[]} more
 */
function fillCell(log, lists, cell, { row, y, height }, blocks, more) {
  const all = lists.flatMap(([place, parts]) => parts.map((part) => ({ place, part })));
  if (!all.length) return;
  const room = cell.width - 2 * GAP_PX - 4;
  const isBig = (/** @type {number} */ part) => log.kind[log.part_of[part]] === 'big';
  const places = all.length + all.filter(({ part }) => isBig(part)).length * (BIG - 1);
  const pitch = Math.min(room > 110 ? NUMBERED_PX + 2 : 11, Math.floor(room / places));
  const fits =
    pitch >= LEAST_PX + 1 ? all.length : Math.max(1, Math.floor((room - 26) / (LEAST_PX + 1)) - (places - all.length));
  const step = Math.max(pitch, LEAST_PX + 1);
  let right = cell.x + cell.width - GAP_PX - 2;
  for (const { place, part } of all.slice(0, fits)) {
    const transaction = log.part_of[part];
    const beat = log.kind[transaction] === 'heartbeat';
    const gap = step > 8 ? 2 : 1;
    const width = beat ? Math.min(step - 2, 7) : (isBig(part) ? BIG : 1) * step - gap;
    right -= width;
    blocks.push({
      key: `p${part}`,
      ...{ transaction, part, row, place, x: right, y, width, height },
      numbered: width >= NUMBERED_PX - 1 && height >= 13,
    });
    right -= gap;
  }
  if (fits < all.length) more.push({ x: right - 2, y: y + height / 2, count: all.length - fits, side: 'left' });
}

/**
 * The tape beside the nodes: a line a transaction, the newest at the bottom, below it those on their way.
 * @param {Stage} stage
 * @param {Frame} frame
 * @param {Block[]} blocks
 * @param {More[]} more
 */
function fillTape({ written, way, gathering, nodes }, { tape }, blocks, more) {
  const lines = Math.floor(tape.height / TAPE_ROW_PX);
  const coming = [...gathering.map((of) => ({ of, gathers: true })), ...way.map((of) => ({ of, gathers: false }))];
  coming.sort((a, b) => a.of - b.of);
  const shown = coming.slice(0, Math.max(2, Math.floor(lines / 2)));
  const rest = coming.length - shown.length;
  let room = lines - shown.length - (rest ? 1 : 0);
  const earlier = Math.max(0, written.length - room);
  if (earlier) room -= 1;
  const last = room > 0 ? written.slice(-room) : [];
  let y = tape.y;
  const line = (/** @type {number} */ of, /** @type {Place} */ place) => {
    const [x, height] = [tape.x + 10, TAPE_ROW_PX - 5];
    blocks.push({
      ...{ key: `t${of}`, transaction: of, part: -1, row: nodes.length, place, x, y: y + 2, width: 30, height },
      numbered: true,
    });
    y += TAPE_ROW_PX;
  };
  if (earlier) {
    more.push({ x: tape.x + 10, y: y + TAPE_ROW_PX / 2, count: written.length - last.length, side: 'right' });
    y += TAPE_ROW_PX;
  }
  for (const of of last) line(of, 'written');
  for (const { of, gathers } of shown) line(of, gathers ? 'gathering' : 'way');
  if (rest) more.push({ x: tape.x + 10, y: y + TAPE_ROW_PX / 2, count: rest, side: 'right' });
}

/**
 * The tape below the nodes: one line from left to right, the newest at the right, behind it those on their way.
 * @param {Stage} stage
 * @param {Frame} frame
 * @param {Block[]} blocks
 * @param {More[]} more
 */
function fillStrip({ written, way, gathering, nodes }, { tape }, blocks, more) {
  const pitch = 11;
  const room = Math.floor((tape.width - 44) / pitch);
  /** @type {{ of: number, place: Place }[]} */
  const coming = [
    ...gathering.map((of) => ({ of, place: /** @type {Place} */ ('gathering') })),
    ...way.map((of) => ({ of, place: /** @type {Place} */ ('way') })),
  ];
  const shown = coming.sort((a, b) => a.of - b.of).slice(0, Math.max(4, Math.floor(room / 3)));
  const last = written.slice(-Math.max(1, room - shown.length));
  let x = 40;
  if (last.length < written.length) more.push({ x: 36, y: tape.y + 11, count: written.length - last.length, side: 'left' });
  const put = (/** @type {number} */ of, /** @type {Place} */ place) => {
    blocks.push({
      key: `t${of}`,
      ...{ transaction: of, part: -1, row: nodes.length, place, x, y: tape.y, width: pitch - 2, height: 22, numbered: false },
    });
    x += pitch;
  };
  for (const of of last) put(of, 'written');
  for (const { of, place } of shown) put(of, place);
}
