/** What the labs with a redo log of limited size have in common. */

/** Bytes at the head of each of the two files that hold no redo. */
const FILE_HEAD_BYTES = 2048;

/**
 * Lines for a chart of the checkpoint age: the part of the log that can be in use, and where flushing starts to hurry.
 * @param {import('./registry.js').Parameters} parameters
 * @returns {import('./registry.js').Limit[]}
 */
export function logLimits({ redo_log_bytes: bytes, flush_age_pct: hurry }) {
  if (typeof bytes !== 'number') return [];
  const usable = Math.floor((9 * (bytes - 2 * FILE_HEAD_BYTES)) / 10);
  const lines = [{ value: usable, text: 'limit-log' }];
  if (typeof hurry === 'number') lines.push({ value: Math.floor((usable * hurry) / 100), text: 'limit-flush' });
  return lines;
}
