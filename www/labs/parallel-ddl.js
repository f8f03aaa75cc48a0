/** How far one build can be split among threads: its time, what every thread does, and the memory that it takes. */
import { logLimits } from './redo-log.js';

/** @type {import('./registry.js').LabView} */
export const parallelDdl = {
  homePreset: '',
  home: {
    params: { table: 'sbtest1', rows: 10000000, buffer_bytes: 67108864 },
    compare: [
      { ddl_threads: 1, read_threads: 1 },
      { ddl_threads: 4, read_threads: 4 },
      { ddl_threads: 16, read_threads: 16 },
      { ddl_threads: 16, read_threads: 16, sort: 'sample' },
    ],
  },
  measures: [
    { id: 'duration_ms', metric: 'duration_ms', colour: 'plain' },
    { id: 'peak_memory_bytes', metric: 'peak_memory_bytes', colour: 'plain' },
    { id: 'spilled_bytes', metric: 'spilled_bytes', colour: 'plain' },
    { id: 'redo_bytes', metric: 'redo_bytes', colour: 'plain' },
  ],
  firstMetrics: [
    'duration_ms',
    'duration_ms.scan',
    'duration_ms.sort',
    'duration_ms.merge',
    'duration_ms.load',
    'duration_ms.flush',
    'stall_ms',
    'sort_runs',
    'merge_passes',
    'peak_memory_bytes',
    'spilled_bytes',
    'redo_bytes',
    'pages_flushed',
    'peak_checkpoint_age_bytes',
  ],
  lessIsBetter: ['duration_ms', 'stall_ms', 'peak_memory_bytes', 'spilled_bytes', 'redo_bytes', 'peak_checkpoint_age_bytes'],
  predicted: 'duration_ms',
  inside: false,
  human: true,
  series: ['memory', 'redo_rate', 'checkpoint_age', 'dirty_pages'],
  limits: { checkpoint_age: logLimits, memory: ({ buffer_bytes: value }) => [{ value, text: 'limit-buffer' }] },
  numbers: {
    duration: 'duration_ms',
    scan: 'duration_ms.scan',
    sort: 'duration_ms.sort',
    merge: 'duration_ms.merge',
    load: 'duration_ms.load',
    flush: 'duration_ms.flush',
    stall: 'stall_ms',
    runs: 'sort_runs',
    passes: 'merge_passes',
    memory: 'peak_memory_bytes',
    spilled: 'spilled_bytes',
    redo: 'redo_bytes',
  },
  // Variants with the same bottleneck say it once.
  whyAbout: (run) => reason(run),
  why: reason,
};

/**
 * Which text says what held a build up.
 * @param {any} run
 */
function reason(run) {
  const value = (/** @type {string} */ name) => Number(run.metrics[name]?.value ?? 0);
  if (value('stall_ms') > value('duration_ms') / 10) return 'why-build-stalls';
  if (value('duration_ms.flush') > value('duration_ms') / 2) return 'why-build-flushes';
  if (run.params.sort === 'sample') return 'why-build-sampled';
  return value('merge_passes') > 1 ? 'why-build-merges' : 'why-build-loads';
}
