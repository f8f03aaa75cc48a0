/**
 * What a report says of the way of transactions from several logs into one, looked up: where each part is at a moment, what it
 * waits for there, and for whom the merge waits.
 *
 * A part stands in its node's log, is read into the first-level sort of that node, leaves it for the queue before the merge when
 * no hole holds it any more, and goes on together with the other parts of its transaction. A reader reads a log in order: once
 * something has been read, so has everything before it. So a transaction that was prepared before that, but is not committed yet,
 * is open in the sort: the hole.
 *
 * @typedef {(number | null)[]} Times
 * @typedef {{ nodes: number, idle_nodes: number, transaction: number[], kind: string[], timestamp: string[], collected: Times,
 *   written: Times, part_of: number[], part_node: number[], part_bytes: number[], part_prepared: number[], part_committed: Times,
 *   part_read: Times, part_sorted: Times, part_merged: Times, part_spilled: number[] }} OrderLog
 * @typedef {{ node: number, idle: boolean, log: number[], open: number[], held: number[], ready: number[], queue: number[] }} NodeStage
 *   `node` from 1; lists of parts in the order of the global binlog, those of the log in the order of the log: not read; prepared
 *   and holding; committed and held by such a one; committed, but the queue has no room; in the queue
 * @typedef {{ nodes: NodeStage[], gathering: number[], way: number[], written: number[], next: number }} Stage transactions of which
 *   some parts have passed the merge; that are on their way to the file; that are in it; the smallest of all queues, -1 for none
 */
import { spanAt } from './times.js';

/**
 * @typedef {{ byNode: number[][], partsOf: number[][], moments: number[] }} Index parts of each node in the order of its log, parts of
 *   each transaction, and every moment at which something moves
 */

/** @type {WeakMap<OrderLog, Index>} */
const indexes = new WeakMap();

/**
 * A log's own index, made once.
 * @param {OrderLog} log
 * @returns {Index}
 */
export function indexOf(log) {
  const known = indexes.get(log);
  if (known) return known;
  /** @type {number[][]} */
  const byNode = Array.from({ length: log.nodes }, () => []);
  /** @type {number[][]} */
  const partsOf = log.transaction.map(() => []);
  for (const [part, of] of log.part_of.entries()) {
    byNode[log.part_node[part] - 1]?.push(part);
    partsOf[of].push(part);
  }
  for (const parts of byNode) parts.sort((a, b) => log.part_prepared[a] - log.part_prepared[b] || a - b);
  const times = [log.part_prepared, log.part_committed, log.part_read, log.part_sorted, log.part_merged, log.written];
  const moments = [...new Set(times.flat())].filter((at) => at !== null).sort((a, b) => a - b);
  const index = { byNode, partsOf, moments };
  indexes.set(log, index);
  return index;
}

/** @param {number | null | undefined} at @param {number} time */
const passed = (at, time) => at !== null && at !== undefined && at <= time;

/**
 * Everything at a moment.
 * @param {OrderLog} log
 * @param {number} time
 * @returns {Stage}
 */
export function stageAt(log, time) {
  const { byNode, partsOf } = indexOf(log);
  const nodes = byNode.map((parts, place) => nodeAt(log, parts, place + 1, time));
  const heads = nodes.flatMap(({ queue }) => queue.slice(0, 1)).map((part) => log.part_of[part]);
  /** @type {Stage} */
  const stage = { nodes, gathering: [], way: [], written: [], next: heads.length ? Math.min(...heads) : -1 };
  for (const [of, parts] of partsOf.entries()) {
    // A heartbeat has done what it is there for once it has passed.
    if (log.kind[of] === 'heartbeat') continue;
    const merged = parts.filter((part) => passed(log.part_merged[part], time)).length;
    if (passed(log.written[of], time)) stage.written.push(of);
    else if (merged && merged === parts.length) stage.way.push(of);
    else if (merged) stage.gathering.push(of);
  }
  return stage;
}

/**
 * One node at a moment.
 * @param {OrderLog} log
 * @param {number[]} parts in the order of its log
 * @param {number} node
 * @param {number} time
 * @returns {NodeStage}
 */
function nodeAt(log, parts, node, time) {
  const readUpTo = readerAt(log, parts, time);
  /** @type {NodeStage} */
  const stage = { node, idle: node > log.nodes - log.idle_nodes, log: [], open: [], held: [], ready: [], queue: [] };
  /** @type {number[]} */
  const sorting = [];
  for (const part of parts) {
    if (log.part_prepared[part] > time || passed(log.part_merged[part], time)) continue;
    if (passed(log.part_sorted[part], time)) stage.queue.push(part);
    else if (passed(log.part_read[part], time)) sorting.push(part);
    else if (log.part_prepared[part] <= readUpTo) stage.open.push(part);
    else stage.log.push(part);
  }
  for (const part of sorting) {
    const committed = log.part_committed[part] ?? time;
    const holds = stage.open.some((other) => log.part_prepared[other] < committed);
    (holds ? stage.held : stage.ready).push(part);
  }
  // What is open and holds nobody is not a hole yet: it stands in the log like the others.
  if (!stage.held.length) stage.log.unshift(...stage.open.splice(0));
  for (const list of [stage.held, stage.ready, stage.queue]) list.sort((a, b) => log.part_of[a] - log.part_of[b]);
  return stage;
}

/**
 * Up to which moment of a node's log its reader has come.
 * @param {OrderLog} log
 * @param {number[]} parts
 * @param {number} time
 */
function readerAt(log, parts, time) {
  let last = -1;
  for (const part of parts)
    if (passed(log.part_read[part], time)) last = Math.max(last, log.part_committed[part] ?? log.part_prepared[part]);
  return last;
}

/**
 * Nodes for which a merge waits at a moment, from 1, as the lanes of the run say it.
 * @param {import('./times.js').Timeline | null | undefined} timeline
 * @param {number} time
 * @returns {number[]}
 */
export function waitedFor(timeline, time) {
  if (!timeline) return [];
  return timeline.lanes.flatMap((lane) => {
    const span = lane.group === 'frontier' ? spanAt(lane, time) : -1;
    const waits = span >= 0 && timeline.activities[lane.activity[span]] === 'holds-back';
    return waits ? [Number(/\d+$/.exec(lane.name)?.[0] ?? 0)] : [];
  });
}

/** So many on their way are more than those that are being put together and written. */
const MANY = 8;

/**
 * What goes on at a moment, told by what decides it: a name for it, with the numbers that it is told with.
 * @typedef {{ id: 'hole' | 'big' | 'idle' | 'behind' | 'empty' | 'alone' | 'writer' | 'next' | 'reading' | 'quiet' | 'before' | 'past', node: number,
 *   transaction: number, count: number, parts: number, beats: boolean, waits: boolean }} Story `node` from 1, 0 for none; `transaction` is a position in the log, -1 for none; `count` says how
 *   many wait for that, in so many `parts`, heartbeats only where there is nothing else (`beats`); `waits` whether the merge does
 * @param {OrderLog} log
 * @param {Stage} stage
 * @param {number[]} waited nodes for which the merge waits
 * @returns {Story}
 */
export function storyOf(log, stage, waited) {
  const queued = waitingIn(
    log,
    stage.nodes.flatMap(({ queue }) => queue),
  );
  const of = (/** @type {number | undefined} */ part) => (part === undefined ? -1 : log.part_of[part]);
  // Of several, the node that holds most back, and first of all one for which the merge waits.
  const holes = stage.nodes.filter(({ open, held }) => open.length && held.length);
  holes.sort((a, b) => Number(waited.includes(b.node)) - Number(waited.includes(a.node)) || b.held.length - a.held.length);
  const [hole] = holes;
  if (hole && (waited.includes(hole.node) || !waited.length)) {
    const waits = waited.includes(hole.node);
    return { id: 'hole', node: hole.node, transaction: of(hole.open[0]), ...waitingIn(log, hole.held), waits };
  }
  const first = stage.nodes.find(({ node }) => waited.includes(node));
  if (first && queued.count) {
    const big = first.log.find((part) => log.kind[log.part_of[part]] === 'big');
    const id = big !== undefined ? 'big' : first.idle ? 'idle' : first.log.length ? 'behind' : 'empty';
    return { id, node: first.node, transaction: of(big), ...queued, waits: true };
  }
  const sent = stage.way.length;
  if (sent > Math.max(MANY, queued.count))
    return { id: 'writer', node: 0, transaction: stage.way[0], count: sent, parts: sent, beats: false, waits: false };
  if (stage.next >= 0) return { id: 'next', node: 0, transaction: stage.next, ...queued, waits: false };
  const reading = stage.nodes.reduce((sum, { log: unread }) => sum + unread.length, 0);
  const none = { node: first?.node ?? 0, transaction: -1, count: reading, parts: reading, beats: false, waits: Boolean(first) };
  if (first && (reading || sent || stage.gathering.length)) return { id: 'alone', ...none };
  if (reading) return { id: 'reading', ...none };
  if (sent || stage.gathering.length) return { id: 'quiet', ...none };
  return { id: stage.written.length ? 'past' : 'before', ...none };
}

/**
 * How many transactions some parts belong to; heartbeats are counted only where there is nothing else.
 * @param {OrderLog} log
 * @param {number[]} parts
 */
function waitingIn(log, parts) {
  const others = parts.filter((part) => log.kind[log.part_of[part]] !== 'heartbeat');
  const beats = parts.length > 0 && !others.length;
  const counted = beats ? parts : others;
  return { count: new Set(counted.map((part) => log.part_of[part])).size, parts: counted.length, beats };
}

/** A share of the bytes that is more than a sample of a curve may be off. */
const UNDRAWN = 0.5;

/**
 * Bytes in memory that no block of the sorts and queues stands for: blocks are only the transactions that were recorded. Nothing
 * where they are no more than the curve may be off.
 * @param {OrderLog} log
 * @param {Stage} stage
 * @param {number} held bytes in memory, of all transactions
 * @param {number} expansion what an event takes in memory, in per cent of its bytes
 */
export function undrawn(log, stage, held, expansion) {
  const parts = stage.nodes.flatMap(({ held: behind, ready, queue }) => [...behind, ...ready, ...queue]);
  const drawn = parts.reduce((sum, part) => sum + log.part_bytes[part], 0) * (expansion / 100);
  return held - drawn > held * UNDRAWN ? held - drawn : 0;
}

/**
 * Runs that tell of an order, as their logs.
 * @param {any} report
 * @returns {OrderLog[]}
 */
const logsOf = (report) => report.runs.flatMap((/** @type {any} */ { order }) => (order?.transaction.length ? [order] : []));

/** A stretch goes on behind the last move by this part of its length. */
const BEHIND = 0.25;

/**
 * The stretch in which the transactions of half of the runs move: some run may hold its own for very long. Nothing without any.
 * @param {any} report
 * @returns {import('./times.js').Range | null}
 */
export function stretchOf(report) {
  const moves = logsOf(report).map((log) => indexOf(log).moments);
  if (!moves.length) return null;
  const from = Math.min(...moves.map((moments) => moments[0]));
  const ends = moves.map((moments) => moments[moments.length - 1]).sort((a, b) => a - b);
  const to = ends[(ends.length - 1) >> 1];
  return { from, to: Math.round(to + (to - from) * BEHIND) + 1 };
}

/** How many moments are looked at to find one that tells something. */
const LOOKS = 80;

/**
 * The moment of a stretch at which most waits, in as many runs as can be: where a reader starts. Nothing without transactions.
 * @param {any} report
 * @returns {number | null}
 */
export function tellingMoment(report) {
  const logs = logsOf(report);
  const stretch = stretchOf(report);
  if (!stretch) return null;
  // Behind the last begin there are only those that are late.
  const begins = logs.map((log) => log.part_prepared.reduce((last, at) => Math.max(last, at), 0));
  const early = Math.max(stretch.from, Math.min(stretch.to, ...begins));
  // Where all of them are still in the logs then, others are before them.
  return mostWaiting(logs, stretch.from, early) ?? mostWaiting(logs, early, stretch.to) ?? stretch.from;
}

/**
 * @param {OrderLog[]} logs
 * @param {number} from
 * @param {number} to
 * @returns {number | null} nothing where nothing waits
 */
function mostWaiting(logs, from, to) {
  const times = Array.from({ length: LOOKS }, (_, look) => Math.round(from + ((look + 0.5) * (to - from)) / LOOKS));
  const scores = times.map((time) => logs.reduce((sum, log) => sum + Math.log2(1 + waitingAt(log, time)), 0));
  const most = Math.max(...scores);
  return most > 0 ? times[scores.indexOf(most)] : null;
}

/**
 * How many parts wait in sorts and queues.
 * @param {OrderLog} log
 * @param {number} time
 */
function waitingAt(log, time) {
  return stageAt(log, time).nodes.reduce((sum, { held, queue }) => sum + held.length + queue.length, 0);
}

/** Digits of the four parts of a virtual timestamp. */
const TIMESTAMP_DIGITS = [19, 19, 10, 6];

/**
 * A virtual timestamp in its four parts: commit timestamp, transaction, sequence, node. Nothing before it is known.
 * @param {string} timestamp
 * @returns {string[]}
 */
export function timestampParts(timestamp) {
  let at = 0;
  return timestamp ? TIMESTAMP_DIGITS.map((digits) => timestamp.slice(at, (at += digits))) : [];
}
