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
    lag2: 'peak_lag_ms.replica-2',
    drained: 'drained_at_ms',
  },
  whyParameters: {
    delay: 'sync_delay_us',
    clients: 'clients',
    fsync: 'fsync_us',
    workers: 'replica_workers',
    cores: 'replica_cores',
    tracking: 'tracking',
    limit: 'lag_limit_ms',
    ddl: 'ddl_ms',
    big: 'big_rows',
    bandwidth: 'link_bytes_per_s',
    crash: 'replica_crash_at_ms',
  },
  whyAbout: (run) => (isOwn(run) ? `${replicaReason(run)} ${number(run, 'parallel_steps')}` : replicaReason(run)),
  why: replicaReason,
  whyWords: (run) => ({
    mode: run.params.replica_start === 'after-source' ? 'backlog' : 'behind',
    side: number(run, 'parallelism') > 1 ? 'yes' : 'no',
  }),
  whyMore: (runs) => [...sourceReasons(runs), ...costs(runs)],
  whyNotes: (runs) => (runs.some(isBehind) ? ['why-seconds-behind'] : []),
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

/** Whether a run's transactions are a learner's own. @param {any} run */
const isOwn = ({ params }) => Boolean(params.own_binlog || params.own_transactions?.length);

/** Whether a replica was behind for so long that a server would say so. @param {any} run */
const isBehind = (run) => number(run, 'peak_seconds_behind_source_s') > 0 || number(run, 'peak_lag_ms') >= 1000;

/**
 * Which text says why a replica keeps up, or what holds it up.
 * @param {any} run
 */
function replicaReason(run) {
  const { params, metrics } = run;
  if (isOwn(run)) return params.own_binlog ? 'why-own-binlog' : 'why-own-list';
  if ('max_tps' in metrics) return number(run, 'max_tps') ? 'why-max-tps' : '';
  if (params.replica_crash_at_ms > 0) return 'why-crashed';
  if (metrics.lag_grows?.value === 'no') return calmReason(run);
  if (params.replica_workers === 0) return 'why-serial';
  if (params.link_bytes_per_s < number(run, 'source_tps') * params.transaction_bytes) return 'why-behind-link';
  const shares = CAUSES.map((cause) => number(run, `replica_wait_pct.${cause}`));
  const most = Math.max(...shares);
  if (!most) return '';
  const cause = CAUSES[shares.indexOf(most)];
  // Whoever waits for the disk waits because too few are there to share its work.
  if (cause !== 'fsync') return `why-behind-${cause}`;
  return number(run, 'parallelism') < params.replica_workers ? 'why-behind-fsync-few' : 'why-behind-fsync';
}

/**
 * The text for a replica whose lag does not keep growing: it may have been long all the same, once.
 * @param {any} run
 */
function calmReason(run) {
  if (number(run, 'peak_lag_ms') < 1000) return 'why-keeps-up';
  if (run.params.ddl_ms) return 'why-ddl';
  if (run.params.big_rows) return 'why-big';
  return run.params.replica_workers === 0 ? 'why-serial' : 'why-catches-up';
}

/** @typedef {{ index: number, text: string, base?: number }} Reason */

/**
 * What happened on the source: what a delay did, or else how groups differ.
 * @param {any[]} runs
 * @returns {Reason[]}
 */
function sourceReasons(runs) {
  if (runs.some(isOwn)) return [];
  const ofDelay = delayReasons(runs);
  return ofDelay.length ? ofDelay : groupReasons(runs);
}

/**
 * What a delay did to the throughput of the source, held against a run that differs in nothing but a shorter delay: of those that
 * gained the one that gained most, and whether longer ones were too long; of those that paid the one that paid most.
 * @param {any[]} runs
 * @returns {Reason[]}
 */
function delayReasons(runs) {
  const found = runs.flatMap((run, index) => {
    const base = runs.findIndex((other) => isShorterDelay(other, run));
    if (base < 0 || !('source_tps' in run.metrics)) return [];
    const change = number(run, 'source_tps') / number(runs[base], 'source_tps') - 1;
    return [{ index, base, change, text: delayText(run, change) }];
  });
  if (!found.length) return [];
  const [best] = found.toSorted((one, other) => other.change - one.change);
  const [worst] = found.toSorted((one, other) => one.change - other.change);
  const told = (/** @type {Reason & { change: number }} */ { index, base, text }) => ({ index, base, text });
  if (best.text !== worst.text) return [told(best), told(worst)];
  if (best.text !== 'why-delay-gains') return [told(worst)];
  const tooLong = worst !== best && isShorterDelay(runs[best.index], runs[worst.index]);
  return [told(best), ...(tooLong ? [{ index: worst.index, base: best.index, text: 'why-delay-too-long' }] : [])];
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

/** Groups that are this many times larger are others. */
const LARGER = 1.2;

/**
 * What the largest groups of all runs bring against the smallest.
 * @param {any[]} runs
 * @returns {Reason[]}
 */
function groupReasons(runs) {
  // Whoever arrives at a rate of his own has the throughput that he asks for.
  if (runs.some((run) => run.params.arrival === 'open')) return [];
  const sizes = runs.map((run) => number(run, 'group_size'));
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (!(least > 0) || most < least * LARGER) return [];
  return [{ index: sizes.indexOf(most), base: sizes.indexOf(least), text: 'why-groups' }];
}

/**
 * What was paid for parallelism, where something was, and what came of it further on.
 * @param {any[]} runs
 * @returns {Reason[]}
 */
function costs(runs) {
  const texts = {
    'peak_lag_ms.replica-2': 'why-chain',
    wrong_results: 'why-wrong-results',
    gaps_after_crash: 'why-gaps',
    retries: 'why-retries',
  };
  return Object.entries(texts).flatMap(([metric, text]) => {
    const amounts = runs.map((run) => number(run, metric));
    const most = Math.max(...amounts);
    return most > 0 ? [{ index: amounts.indexOf(most), text }] : [];
  });
}
