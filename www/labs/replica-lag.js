/** What a build on the primary does to a replica: lag, memory, processor and reads over time. */
import { logLimits } from './redo-log.js';

/** @type {import('./registry.js').LabView} */
export const replicaLag = {
  homePreset: '',
  home: {
    params: { rows: 10000000, concurrent_ddls: 4 },
    compare: [{ encoding: 'physical' }, { encoding: 'page-image' }, { encoding: 'page-image', replay: 'install' }],
  },
  measures: [
    { id: 'peak_lag_ms', metric: 'peak_lag_ms', colour: 'plain' },
    {
      id: 'unavailable_after_ms',
      metric: 'unavailable_after_ms',
      colour: 'plain',
      onlyWhereKnown: true,
      without: 'stays-available',
      note: 'lag-is-age',
    },
    { id: 'peak_memory_pct', metric: 'peak_memory_pct', colour: 'plain' },
    { id: 'peak_cpu_pct', metric: 'peak_cpu_pct', colour: 'plain' },
    { id: 'peak_read_iops', metric: 'peak_read_iops', colour: 'plain' },
    { id: 'redo_bytes', metric: 'redo_bytes', colour: 'plain' },
  ],
  firstMetrics: [
    'status',
    'unavailable_after_ms',
    'peak_lag_ms',
    'peak_memory_pct',
    'peak_cpu_pct',
    'peak_read_iops',
    'duration_ms',
    'redo_bytes',
    'stall_ms',
    'peak_checkpoint_age_bytes',
  ],
  lessIsBetter: ['peak_lag_ms', 'peak_memory_pct', 'peak_cpu_pct', 'peak_read_iops', 'duration_ms', 'redo_bytes', 'stall_ms'],
  predicted: 'peak_lag_ms',
  inside: false,
  human: true,
  series: ['lag', 'memory', 'cpu', 'read_iops', 'redo_rate', 'checkpoint_age'],
  limits: {
    lag: ({ lag_limit_ms: value }) => (typeof value === 'number' ? [{ value, text: 'limit-lag' }] : []),
    memory: ({ replica_memory_bytes: bytes, memory_limit_pct: percent }) =>
      typeof bytes === 'number' && typeof percent === 'number'
        ? [{ value: Math.floor((bytes * percent) / 100), text: 'limit-memory' }]
        : [],
    checkpoint_age: logLimits,
  },
  numbers: {
    lag: 'peak_lag_ms',
    memory: 'peak_memory_pct',
    cpu: 'peak_cpu_pct',
    iops: 'peak_read_iops',
    redo: 'redo_bytes',
    duration: 'duration_ms',
    stall: 'stall_ms',
  },
  whyAbout: (run) => `${run.params.encoding}/${run.params.concurrent_ddls}/${run.params.replay}`,
  why: (run) => {
    if (run.metrics.status?.value === 'unavailable') return 'why-replica-unavailable';
    if (run.params.encoding === 'unlogged') return 'why-replica-unlogged';
    if (run.params.encoding !== 'page-image') return 'why-replica-records';
    return run.params.replay === 'install' ? 'why-replica-installs' : 'why-replica-drops';
  },
  whyNotes: (runs) => [
    'why-replica-waits',
    ...(runs.some((run) => run.metrics.status?.value === 'unavailable') ? ['lag-is-age'] : []),
  ],
};
