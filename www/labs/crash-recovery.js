/** What is left after a crash in mid-build, and how long it takes to be there again. */
import { logLimits } from './redo-log.js';

/** @type {import('./registry.js').LabView} */
export const crashRecovery = {
  homePreset: '',
  home: {
    params: { rows: 100000, crash_at_pct: 90 },
    compare: [{ encoding: 'physical' }, { encoding: 'page-image' }, { encoding: 'unlogged' }],
  },
  measures: [
    { id: 'recovery_ms', metric: 'recovery_ms', parts: ['scan', 'apply'], colour: 'activity' },
    { id: 'redo_scanned_bytes', metric: 'redo_scanned_bytes', colour: 'plain' },
    { id: 'pages_read', metric: 'pages_read', colour: 'plain' },
  ],
  firstMetrics: [
    'recovered',
    'recovery_ms',
    'recovery_ms.scan',
    'recovery_ms.apply',
    'redo_scanned_bytes',
    'records_applied',
    'pages_read',
    'pages_repaired',
    'backup_consistent',
    'stall_ms',
    'peak_checkpoint_age_bytes',
    'redo_bytes',
  ],
  lessIsBetter: ['recovery_ms', 'redo_scanned_bytes', 'records_applied', 'pages_read', 'stall_ms'],
  predicted: 'recovery_ms',
  // What is lost does not come back, however quickly that is found out.
  counts: (run) => run.metrics.recovered?.value !== 'lost',
  inside: false,
  human: true,
  endMark: 'the-crash',
  series: ['checkpoint_age', 'redo_rate', 'memory'],
  limits: { checkpoint_age: logLimits },
  numbers: {
    recovery: 'recovery_ms',
    scanned: 'redo_scanned_bytes',
    applied: 'records_applied',
    pages: 'pages_recovered',
    read: 'pages_read',
    scan: 'recovery_ms.scan',
    apply: 'recovery_ms.apply',
    stall: 'stall_ms',
  },
  whyAbout: (run) => outcomeReason(run),
  why: outcomeReason,
  whyMore: (runs) => {
    const back = runs.flatMap((run, index) => (run.metrics.recovered?.value === 'lost' ? [] : [index]));
    const time = (/** @type {number} */ index) => Number(runs[index].metrics.recovery_ms?.value ?? 0);
    const [quickest, slowest] = [back.toSorted((a, b) => time(a) - time(b))[0], back.toSorted((a, b) => time(b) - time(a))[0]];
    if (!back.length) return [];
    if (time(quickest) === time(slowest)) return [{ index: quickest, text: 'why-crash-recovered' }];
    return [
      { index: slowest, text: 'why-crash-slowest' },
      { index: quickest, text: 'why-crash-quickest' },
    ];
  },
};

/**
 * Which text says what a crash left; what recovery took is said of the slowest and the quickest.
 * @param {any} run
 */
function outcomeReason(run) {
  const left = run.metrics.recovered?.value;
  if (left === 'lost') return 'why-crash-lost';
  if (left === 'index-dropped') return 'why-crash-dropped';
  return run.params.encoding === 'unlogged' ? 'why-crash-flushed' : '';
}
