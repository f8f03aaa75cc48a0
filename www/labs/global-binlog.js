/** How the logs of many nodes become one, what makes that one late, and what a huge transaction does to memory. */

import { differingNames } from '../state/experiment.js';

/** Where delay passes, as its metrics name it. */
const CAUSES = ['read', 'hole', 'input', 'merge', 'collect', 'write'];

/** Where memory is held. */
const PLACES = ['receiving', 'holes', 'queued', 'sending'];

/** Stages that may be busy all the time. */
const STAGES = ['link', 'sort', 'merge', 'collect', 'write', 'consume'];

/** Delays, which mean nothing where a run has not written everything. */
const DELAYS = ['delay_ms.p99', 'write_delay_ms', 'sort_delay_ms'];

/** What a huge transaction in memory is about. */
const MEMORY = ['memory_bytes', 'swap', 'persist_new_threshold_pct', 'persist_all_threshold_pct', 'expansion_pct'];

/** What makes variants late in other ways than a stuck transaction. */
const LATE = ['idle_nodes', 'heartbeat_ms', 'big_transaction_bytes'];

/** @type {import('./registry.js').LabView} */
export const globalBinlog = {
  homePreset: 'one-log-from-many-nodes',
  home: { params: { idle_nodes: 1 }, compare: [{ heartbeat_ms: 0 }, { heartbeat_ms: 200 }, { heartbeat_ms: 20 }] },
  measures: [
    { id: 'delay', metric: 'delay_ms.p99', colour: 'plain' },
    { id: 'write_delay', metric: 'write_delay_ms', colour: 'plain' },
    { id: 'sort_delay', metric: 'sort_delay_ms', colour: 'plain' },
    { id: 'tps', metric: 'tps', colour: 'plain' },
    { id: 'causes', metric: 'delay_pct', parts: CAUSES, shares: true, colour: 'cause', note: 'delay-note' },
    { id: 'memory', metric: 'peak_memory_bytes', colour: 'plain' },
    { id: 'spilled', metric: 'spilled_bytes', colour: 'plain', unlessZero: true },
    { id: 'split', metric: 'split_pct', colour: 'plain', unlessZero: true },
    { id: 'consumer', metric: 'consumer_delay_ms', colour: 'plain', unlessZero: true },
    { id: 'busy', metric: 'busy_pct', parts: STAGES, shares: true, colour: 'stage', note: 'busy-note' },
  ],
  firstMetrics: [
    'status',
    'bottleneck',
    'tps',
    'eps',
    'dml_eps',
    'bps',
    'fpm',
    'delay_ms.p50',
    'delay_ms.p99',
    'delay_ms.peak',
    'sort_delay_ms',
    'write_delay_ms',
    'held_back_by',
    'held_back_ms',
    'longest_hole_ms',
    'peak_memory_bytes',
    'peak_memory_pct',
    'spilled_bytes',
    'spill_from_memory_bytes',
    'out_of_memory_at_ms',
    'memory_cause',
    'split_transactions',
    'split_pct',
    'consumer_delay_ms',
    'unwritten_transactions',
    'order_kept',
  ],
  nothingAtZero: [
    'spilled_bytes',
    'spill_from_memory_bytes',
    'split_transactions',
    'split_pct',
    'unwritten_transactions',
    'fpm',
    ...CAUSES.map((cause) => `delay_pct.${cause}`),
  ],
  lessIsBetter: [
    'delay_ms.mean',
    'delay_ms.p50',
    'delay_ms.p95',
    'delay_ms.p99',
    'delay_ms.peak',
    'sort_delay_ms',
    'write_delay_ms',
    'peak_memory_bytes',
    'consumer_delay_ms',
  ],
  predicted: 'delay_ms.p99',
  prediction,
  counts: ({ metrics }) => metrics.status?.value === 'written',
  ended,
  inside: false,
  human: true,
  decimal: true,
  series: [
    'delay',
    'memory',
    'unread',
    'written',
    'eps',
    'spilled',
    'consumer_delay',
    ...PLACES.map((place) => `memory.${place}`),
  ],
  unlessZero: ['spilled', 'unread'],
  beside: true,
  watch: 'watch_at_ms',
  limits: { memory: memoryLimits },
  numbers: {
    tps: 'tps',
    eps: 'eps',
    bps: 'bps',
    p50: 'delay_ms.p50',
    p99: 'delay_ms.p99',
    peak: 'delay_ms.peak',
    sorted: 'sort_delay_ms',
    written: 'write_delay_ms',
    node: 'held_back_by',
    held: 'held_back_ms',
    hole: 'longest_hole_ms',
    memory: 'peak_memory_bytes',
    memory_pct: 'peak_memory_pct',
    memory_holes: 'peak_memory_bytes.holes',
    memory_queued: 'peak_memory_bytes.queued',
    spilled: 'spilled_bytes',
    spill_from: 'spill_from_memory_bytes',
    spill_at: 'first_spill_at_ms',
    out_at: 'out_of_memory_at_ms',
    unwritten: 'unwritten_transactions',
    in_log: 'transactions',
    input_pct: 'delay_pct.input',
    hole_pct: 'delay_pct.hole',
    read_pct: 'delay_pct.read',
    merge_pct: 'delay_pct.merge',
    collect_pct: 'delay_pct.collect',
    write_pct: 'delay_pct.write',
    split: 'split_transactions',
    split_pct: 'split_pct',
    consumer: 'consumer_delay_ms',
    ...Object.fromEntries(STAGES.map((stage) => [`busy_${stage}`, `busy_pct.${stage}`])),
  },
  whyParameters: {
    heartbeat: 'heartbeat_ms',
    nodes: 'data_nodes',
    idle: 'idle_nodes',
    stuck: 'stuck_ms',
    big: 'big_transaction_bytes',
    expansion: 'expansion_pct',
    limit: 'memory_bytes',
    threshold: 'persist_new_threshold_pct',
    streams: 'streams',
    collectors: 'collectors',
    bandwidth: 'link_bytes_per_s',
    consumed: 'consumer_bytes_per_s',
    gap: 'commit_gap_us',
  },
  whyAbout: reason,
  whyApart: true,
  why: reason,
  whyMore: costs,
  whyNotes: (runs) => (runs.some(({ params }) => params.big_transaction_bytes > 0) ? ['why-fitted'] : []),
};

/**
 * What is written on the bar of a run that did not write everything.
 * @param {any} run
 * @param {string} metric
 * @returns {{ text: string, bar: boolean } | undefined}
 */
function ended(run, metric) {
  const [status, late] = [word(run, 'status'), DELAYS.includes(metric)];
  if (status === 'out-of-memory') return { text: 'bar-out-of-memory', bar: !late };
  return status === 'stalled' && late ? { text: 'bar-never', bar: false } : undefined;
}

/**
 * What a set-up asks: of memory and of what is stuck what they take, of a huge transaction when it is written, of a consumer how
 * far it is behind, of streams their throughput, of all else the delay.
 * @param {import('./registry.js').Experiment} experiment
 * @returns {import('./registry.js').Prediction}
 */
function prediction(experiment) {
  const names = differingNames(experiment);
  const { params, compare = [{}] } = experiment;
  const huge = compare.every((variant) => Number(variant.big_transaction_bytes ?? params.big_transaction_bytes) > 0);
  const stuck = names.includes('stuck_ms') && !names.some((name) => LATE.includes(name));
  if (stuck || (huge && names.some((name) => MEMORY.includes(name))))
    return { metric: 'peak_memory_bytes', most: true, all: true, id: 'global-binlog-memory' };
  if (huge) return { metric: 'write_delay_ms', id: 'global-binlog-huge' };
  if (names.includes('consumer_bytes_per_s')) return { metric: 'consumer_delay_ms', id: 'global-binlog-consumer' };
  if (names.some((name) => name === 'streams' || name === 'stream_by' || name === 'collectors'))
    return { metric: 'tps', most: true, id: 'global-binlog-rate' };
  return { metric: 'delay_ms.p99', id: 'global-binlog' };
}

/**
 * The memory that there is, and the shares of it from which on events are spilled.
 * @param {import('./registry.js').Parameters} parameters
 * @returns {import('./registry.js').Limit[]}
 */
function memoryLimits({ memory_bytes: bytes, swap, persist_new_threshold_pct: one, persist_all_threshold_pct: all }) {
  if (typeof bytes !== 'number') return [];
  const limit = { value: bytes, text: 'limit-memory' };
  if (swap !== 'auto') return [limit];
  return [
    { value: (bytes * one) / 100, text: 'limit-spill-growing' },
    { value: (bytes * all) / 100, text: 'limit-spill-waiting' },
    limit,
  ];
}

/** @param {any} run @param {string} metric */
const number = (run, metric) => Number(run.metrics[metric]?.value ?? 0);

/** @param {any} run @param {string} metric */
const word = (run, metric) => String(run.metrics[metric]?.value ?? '');

/**
 * Which text says why a run came out as it did.
 * @param {any} run
 */
function reason(run) {
  const { params } = run;
  const status = word(run, 'status');
  if (status === 'out-of-memory') return `why-out-of-memory-${word(run, 'memory_cause')}`;
  if (status === 'stalled') return 'why-stalled';
  if (!number(run, 'transactions')) return '';
  if (params.big_transaction_bytes > 0) {
    if (!number(run, 'spilled_bytes')) return 'why-huge-in-memory';
    return params.swap === 'force' ? 'why-huge-forced' : 'why-huge-spilled';
  }
  if (params.stuck_ms > 0) return 'why-stuck';
  const stage = word(run, 'bottleneck');
  if (STAGES.includes(stage)) return `why-saturated-${stage}`;
  const shares = CAUSES.map((cause) => number(run, `delay_pct.${cause}`));
  const most = Math.max(...shares);
  if (!most) return '';
  const cause = CAUSES[shares.indexOf(most)];
  return cause === 'input' && params.idle_nodes > 0 ? 'why-delay-idle' : `why-delay-${cause}`;
}

/**
 * What several streams and a slow consumer cost, said once, of the run where it is most.
 * @param {any[]} runs
 * @returns {{ index: number, text: string }[]}
 */
function costs(runs) {
  const texts = { split_transactions: 'why-split', consumer_delay_ms: 'why-consumer' };
  return Object.entries(texts).flatMap(([metric, text]) => {
    const slow = (/** @type {any} */ run) => metric !== 'consumer_delay_ms' || run.params.consumer_bytes_per_s > 0;
    const amounts = runs.map((run) => (slow(run) ? number(run, metric) : 0));
    const most = Math.max(...amounts);
    return most > 0 ? [{ index: amounts.indexOf(most), text }] : [];
  });
}
