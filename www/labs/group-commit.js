/** What a pause before the commit buys on the source, and what the replica's workers make of it. */

import { differingNames } from '../state/experiment.js';

/** Why transactions wait on a replica, as its metrics name it. */
const CAUSES = ['dependency', 'worker', 'core', 'row-lock', 'commit-order', 'fsync'];

/** A throughput this much above or below another one is another one. */
const DIFFERS = 0.02;

/** @type {import('./registry.js').LabView} */
export const groupCommit = {
  homePreset: 'delay-feeds-the-replica',
  home: {
    params: {},
    compare: [{ sync_delay_us: 0 }, { sync_delay_us: 100 }, { sync_delay_us: 1000 }],
  },
  measures: [
    { id: 'max_tps', metric: 'max_tps', colour: 'plain', onlyWhereKnown: true },
    { id: 'source_tps', metric: 'source_tps', colour: 'plain' },
    { id: 'replica_tps', metric: 'replica_tps', colour: 'plain' },
    { id: 'peak_lag_ms', metric: 'peak_lag_ms', colour: 'plain' },
    { id: 'latency', metric: 'commit_latency_us.p95', colour: 'plain' },
    { id: 'group_size', metric: 'group_size', colour: 'plain' },
    { id: 'waits', metric: 'replica_wait_pct', parts: CAUSES, shares: true, colour: 'cause', note: 'waits-note' },
    { id: 'parallel_steps', metric: 'parallel_steps', colour: 'plain' },
  ],
  firstMetrics: [
    'max_tps',
    'clients_at_max',
    'arrival_tps_at_max',
    'source_tps',
    'commit_latency_us.p50',
    'commit_latency_us.p95',
    'commit_latency_us.p99',
    'group_size',
    'fsyncs_per_transaction',
    'replica_tps',
    'peak_lag_ms',
    'lag_grows',
    'peak_seconds_behind_source_s',
    ...CAUSES.map((cause) => `replica_wait_pct.${cause}`),
    'parallel_steps',
    'critical_path',
    'parallelism',
    'parallel_steps.writeset',
    'parallelism.writeset',
    'retries',
    'wrong_results',
    'gaps_after_crash',
  ],
  nothingAtZero: ['retries', 'wrong_results', 'gaps_after_crash', ...CAUSES.map((cause) => `replica_wait_pct.${cause}`)],
  lessIsBetter: [
    'commit_latency_us.p50',
    'commit_latency_us.p95',
    'commit_latency_us.p99',
    'fsyncs_per_transaction',
    'peak_lag_ms',
    'parallel_steps',
    'critical_path',
  ],
  predicted: 'source_tps',
  prediction,
  inside: false,
  human: true,
  series: [
    'lag',
    'seconds_behind_source',
    'lag.replica-2',
    'seconds_behind_source.replica-2',
    'source_tps',
    'replica_tps',
    'replica_tps.replica-2',
  ],
  beside: true,
  alike: ['lag', 'seconds_behind_source', 'lag.replica-2', 'seconds_behind_source.replica-2'],
  spreads: {
    search: { as: 'curves', doubling: true, missed: 'search.too-much' },
    group_size: { as: 'columns', mark: 'group_size' },
    speed_up: { as: 'curves', doubling: true },
    'speed_up.writeset': { as: 'curves', doubling: true },
    width: { as: 'columns' },
    'width.writeset': { as: 'columns' },
  },
  watch: 'watch_at_ms',
  limits: {
    lag: ({ goal, lag_limit_ms: value }) =>
      goal === 'max-tps-without-lag' && typeof value === 'number' ? [{ value, text: 'limit-lag' }] : [],
  },
  numbers: {
    tps: 'source_tps',
    p50: 'commit_latency_us.p50',
    p99: 'commit_latency_us.p99',
    group: 'group_size',
    fsyncs: 'fsyncs_per_transaction',
    replica_tps: 'replica_tps',
    replica_group: 'replica_group_size',
    lag: 'peak_lag_ms',
    behind: 'peak_seconds_behind_source_s',
    dependency: 'replica_wait_pct.dependency',
    worker: 'replica_wait_pct.worker',
    core: 'replica_wait_pct.core',
    row: 'replica_wait_pct.row-lock',
    order: 'replica_wait_pct.commit-order',
    sync: 'replica_wait_pct.fsync',
    transactions: 'transactions',
    steps: 'parallel_steps',
    path: 'critical_path',
    parallelism: 'parallelism',
    retries: 'retries',
    wrong: 'wrong_results',
    gaps: 'gaps_after_crash',
    mark: 'low_water_mark',
    max: 'max_tps',
    clients_at_max: 'clients_at_max',
  },
  whyParameters: {
    delay: 'sync_delay_us',
    clients: 'clients',
    fsync: 'fsync_us',
    workers: 'replica_workers',
    cores: 'replica_cores',
    tracking: 'tracking',
    limit: 'lag_limit_ms',
  },
  whyAbout: (run) => replicaReason(run),
  why: replicaReason,
  whyMore: (runs) => [...delayReasons(runs), ...costs(runs)],
  whyNotes: (runs) => (runs.some((run) => run.series?.seconds_behind_source) ? ['why-seconds-behind'] : []),
};

/** Parameters that change what the source commits. */
const OF_SOURCE = [
  'clients',
  'arrival',
  'arrival_tps',
  'think_us',
  'work_us',
  'work_distribution',
  'source_cpu_us',
  'source_cores',
  'server',
  'fsync_us',
  'fsyncs_per_group',
  'sync_every',
  'sync_delay_us',
  'no_delay_count',
  'delay_overhead_us',
  'commit_siblings',
];

/**
 * What a set-up asks: of one's own transactions the steps, of a search its limit, of the source its throughput, of a replica its
 * lag.
 * @param {import('./registry.js').Experiment} experiment
 * @returns {import('./registry.js').Prediction}
 */
function prediction(experiment) {
  const { params } = experiment;
  const names = differingNames(experiment);
  const given = [...Object.keys(params), ...names];
  if (given.includes('own_binlog') || given.includes('own_transactions'))
    return { metric: 'parallel_steps', id: 'group-commit-steps' };
  if (params.goal === 'max-tps-without-lag') return { metric: 'max_tps', most: true, id: 'group-commit-limit' };
  if (names.length && names.every((name) => OF_SOURCE.includes(name)))
    return { metric: 'source_tps', most: true, id: 'group-commit' };
  return { metric: 'peak_lag_ms', id: 'group-commit-lag' };
}

/** @param {any} run @param {string} metric */
const number = (run, metric) => Number(run.metrics[metric]?.value ?? 0);

/**
 * Which text says why a replica keeps up, or what it waits for most.
 * @param {any} run
 */
function replicaReason(run) {
  if (run.params.own_binlog) return 'why-own-binlog';
  if ('max_tps' in run.metrics) return 'why-max-tps';
  if (run.metrics.lag_grows?.value === 'no') return 'why-keeps-up';
  if (run.params.replica_workers === 0) return 'why-serial';
  const shares = CAUSES.map((cause) => number(run, `replica_wait_pct.${cause}`));
  const most = Math.max(...shares);
  return most > 0 ? `why-behind-${CAUSES[shares.indexOf(most)]}` : '';
}

/**
 * What a delay did to the throughput of the source, held against a run that differs in nothing but a shorter delay. Of several,
 * the one that cost most and the one that gained most speak.
 * @param {any[]} runs
 * @returns {{ index: number, text: string, base: number }[]}
 */
function delayReasons(runs) {
  const found = runs.flatMap((run, index) => {
    const base = runs.findIndex((other) => isShorterDelay(other, run));
    if (base < 0 || !('source_tps' in run.metrics)) return [];
    return [{ index, base, change: number(run, 'source_tps') / number(runs[base], 'source_tps') - 1 }];
  });
  if (!found.length) return [];
  const [least] = found.toSorted((a, b) => a.change - b.change);
  const [most] = found.toSorted((a, b) => b.change - a.change);
  return [...new Set([least, most])].map(({ index, base, change }) => ({ index, base, text: delayText(runs[index], change) }));
}

/**
 * @param {any} run
 * @param {number} change of the throughput, as a part of what it was
 */
function delayText(run, change) {
  if (run.params.clients === 1 && run.params.arrival !== 'open') return 'why-delay-alone';
  if (change > DIFFERS) return 'why-delay-gains';
  return change < -DIFFERS ? 'why-delay-costs' : 'why-delay-even';
}

/** Parameters in which two runs may differ that only differ in their delay. */
const OF_DELAY = ['sync_delay_us', 'no_delay_count'];

/**
 * Whether a run is another one with a shorter delay.
 * @param {any} one
 * @param {any} other
 */
function isShorterDelay(one, other) {
  const names = Object.keys(other.params).filter((name) => !OF_DELAY.includes(name));
  return (
    one.params.sync_delay_us < other.params.sync_delay_us &&
    names.every((name) => JSON.stringify(one.params[name]) === JSON.stringify(other.params[name]))
  );
}

/**
 * What was paid for parallelism, where something was.
 * @param {any[]} runs
 * @returns {{ index: number, text: string }[]}
 */
function costs(runs) {
  const texts = { wrong_results: 'why-wrong-results', gaps_after_crash: 'why-gaps', retries: 'why-retries' };
  return Object.entries(texts).flatMap(([metric, text]) => {
    const amounts = runs.map((run) => number(run, metric));
    const most = Math.max(...amounts);
    return most > 0 ? [{ index: amounts.indexOf(most), text }] : [];
  });
}
