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
  series: ['checkpoint_age', 'redo_rate', 'memory'],
  limits: { checkpoint_age: logLimits },
  numbers: {
    recovery: 'recovery_ms',
    scanned: 'redo_scanned_bytes',
    applied: 'records_applied',
    read: 'pages_read',
    stall: 'stall_ms',
  },
  whyAbout: ({ params, metrics }) => (metrics.recovered?.value === 'yes' ? params.encoding : metrics.recovered?.value),
  why: (run) => {
    if (run.metrics.recovered?.value === 'lost') return 'why-crash-lost';
    if (run.metrics.recovered?.value === 'index-dropped') return 'why-crash-dropped';
    return run.params.encoding === 'unlogged' ? 'why-crash-flushed' : 'why-crash-recovered';
  },
};
