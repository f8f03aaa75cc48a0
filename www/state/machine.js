/**
 * Constants of a machine that a page can measure on its own: the engine does a number of units, the page looks at its clock.
 *
 * For example: 40,000,000 comparisons in 320 ms are 8,000 ps each, and `compare_ps` becomes 8000.
 */

/** The parameter that holds each measured kind, and how many of its unit a millisecond has. */
export const MEASURED = /** @type {{ [kind: string]: { name: string, perMs: number } }} */ ({
  compare: { name: 'compare_ps', perMs: 1e9 },
  copy: { name: 'copy_ps_per_byte', perMs: 1e9 },
  merge: { name: 'merge_row_ns', perMs: 1e6 },
  load: { name: 'load_row_ns', perMs: 1e6 },
  encode: { name: 'encode_record_ns', perMs: 1e6 },
  checksum: { name: 'checksum_ps_per_byte', perMs: 1e9 },
  parse: { name: 'parse_record_ps', perMs: 1e9 },
  apply: { name: 'apply_record_ns', perMs: 1e6 },
});

/** The machine whose constants a page measures. */
export const THIS_BROWSER = 'this-browser';

/**
 * Constants from what was measured, for the parameters that a lab has, inside their ranges.
 * @param {{ [kind: string]: { elapsedMs: number, units: number } }} measured
 * @param {import('./lab.js').Parameter[]} parameters
 * @returns {{ [name: string]: number }}
 */
export function constantsOf(measured, parameters) {
  /** @type {{ [name: string]: number }} */
  const constants = {};
  for (const [kind, { elapsedMs, units }] of Object.entries(measured)) {
    const { name, perMs } = MEASURED[kind];
    const parameter = parameters.find((candidate) => candidate.name === name);
    if (!parameter || !(units > 0)) continue;
    const value = Math.round((elapsedMs * perMs) / units);
    constants[name] = Math.min(Math.max(value, parameter.min ?? 1), parameter.max ?? Number.MAX_SAFE_INTEGER);
  }
  return constants;
}
