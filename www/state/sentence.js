/**
 * What the engine's sentence says, in the words of the page.
 *
 * The engine names runs by their labels and gives times in whole milliseconds. The page has names of its own for the runs and one
 * way to say a time; and a time that is not nothing is never said as none.
 *
 * @typedef {{ [name: string]: number | string }} Arguments
 */

/** Metrics of arguments that have another name. */
const METRICS = /** @type {{ [argument: string]: string }} */ ({ ms: 'duration_ms', lag_ms: 'peak_lag_ms' });

/**
 * The position of the run that an argument is about.
 * @param {Arguments} args
 * @param {string} prefix `subject` or `base`
 */
export function columnOf(args, prefix) {
  return Math.max(0, 'ABCDEFGH'.indexOf(String(args[`${prefix}_column`] ?? 'A')));
}

/**
 * A time of the sentence as people say it. `below` says that something is shorter than a time.
 * @param {string} name the argument
 * @param {Arguments} args
 * @param {any[]} runs
 * @param {{ duration: (milliseconds: number) => string, below: (duration: string) => string }} words
 */
export function spelledTime(name, args, runs, { duration, below }) {
  const value = Number(args[name]);
  if (value > 0) return duration(value);
  const [, prefix = 'subject', rest = name] = /^(subject|base)_(.*)$/.exec(name) ?? [];
  const exact = runs[columnOf(args, prefix)]?.metrics[METRICS[rest] ?? rest]?.value;
  return typeof exact === 'number' && exact > 0 ? below(duration(1)) : duration(0);
}

/**
 * The engine's English text with the page's names and times in it; what is not found stays as the engine wrote it.
 * @param {{ text: string, arguments: Arguments }} sentence
 * @param {any[]} runs
 * @param {(column: number) => string} nameOf
 * @param {Parameters<typeof spelledTime>[3]} words
 */
export function inPageWords({ text, arguments: args }, runs, nameOf, words) {
  let said = text;
  for (const prefix of ['subject', 'base']) {
    const label = args[`${prefix}_label`];
    const column = args[`${prefix}_column`] ?? 'A';
    const name = nameOf(columnOf(args, prefix));
    if (label && name) said = said.replaceAll(`'${label}' (${column})`, () => `“${name}” (${column})`);
  }
  const times = Object.keys(args).filter((name) => name.endsWith('_ms') && typeof args[name] === 'number');
  const spelled = said.replace(/(?<![\w.,])(\d[\d,]*(?:\.\d+)?) (ms|s)(?!\w)/g, (found, digits, unit) => {
    const number = Number(digits.replaceAll(',', ''));
    // The engine says seconds with two digits below a hundred, and without any above.
    const [scale, slack] = unit === 'ms' ? [1, 0] : [1000, number < 100 ? 5 : 500];
    const name = times.find((candidate) => Math.abs(Number(args[candidate]) - number * scale) <= slack);
    return name ? spelledTime(name, args, runs, words) : found;
  });
  return spelled.replaceAll(`at most ${words.below('')}`, words.below('')).replace(/(?<=\d) us\b/g, ' µs');
}
