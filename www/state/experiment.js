/**
 * The experiment document and every change that the page can make to it.
 *
 * `params` are the values that all variants share; each entry of `compare` is one variant: the parameters in which it differs.
 * Every function returns a new document and leaves the old one as it was: that is what makes undo a list of documents.
 *
 * @typedef {string | number | boolean | null | any[] | { [key: string]: any }} Value
 * @typedef {{ [name: string]: Value }} Parameters
 * @typedef {{ version: number, lab: string, seed?: number, preset?: string, params: Parameters, compare?: Parameters[] }} Experiment
 */

/**
 * A document from outside, when it has the shape that the page relies on; values are the engine's to judge.
 * @param {any} value
 * @returns {{ [key: string]: any }}
 * @throws {TypeError} when it has another shape
 */
export function checkShape(value) {
  /** @type {[string, (part: any) => boolean][]} */
  const shapes = [
    ['lab', (part) => typeof part === 'string'],
    ['preset', (part) => typeof part === 'string'],
    ['seed', (part) => typeof part === 'number'],
    ['params', isPlainObject],
    ['compare', (part) => Array.isArray(part) && part.every(isPlainObject)],
  ];
  if (!isPlainObject(value)) throw new TypeError('not a document');
  for (const [key, fits] of shapes) if (value[key] !== undefined && !fits(value[key])) throw new TypeError(`wrong ${key}`);
  return value;
}

/** @param {any} value */
function isPlainObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A document with its preset put under it, as the engine does it: its own params override the preset's one by one, everything
 * else replaces the preset's. The page shows and changes what the document says, so nothing may stand elsewhere.
 * @param {{ [key: string]: any }} document of the shape that `checkShape` lets through
 * @param {{ lab: string, experiment: any } | undefined} preset the preset that the document names
 * @param {string} lab the lab of a document that names neither a lab nor a preset
 * @returns {Experiment}
 */
export function expanded(document, preset, lab) {
  const { preset: _, ...own } = document;
  const under = preset?.experiment;
  return {
    version: 1,
    ...under,
    ...own,
    lab: own.lab ?? preset?.lab ?? lab,
    params: { ...under?.params, ...own.params },
  };
}

/** Variants are A to H: as many as fit side by side. */
export const VARIANT_LIMIT = 8;

/**
 * The letter of a variant.
 * @param {number} index
 */
export function letter(index) {
  return 'ABCDEFGH'[index] ?? String(index + 1);
}

/**
 * The variants as parameter differences; an experiment without `compare` has one variant without any.
 * @param {Experiment} experiment
 * @returns {Parameters[]}
 */
export function variants(experiment) {
  return experiment.compare?.length ? experiment.compare : [{}];
}

/**
 * Sets a value that all variants share.
 * @param {Experiment} experiment
 * @param {string} name
 * @param {Value} value
 * @returns {Experiment}
 */
export function setShared(experiment, name, value) {
  return { ...experiment, params: { ...experiment.params, [name]: value } };
}

/**
 * Takes a shared value back to its default, which is to leave it out.
 * @param {Experiment} experiment
 * @param {string} name
 * @returns {Experiment}
 */
export function resetShared(experiment, name) {
  const { [name]: _, ...params } = experiment.params;
  return { ...experiment, params };
}

/**
 * @param {Experiment} experiment
 * @param {number} seed
 * @returns {Experiment}
 */
export function setSeed(experiment, seed) {
  return { ...experiment, seed };
}

/**
 * Sets one difference of one variant; `undefined` takes the difference away.
 * @param {Experiment} experiment
 * @param {number} index
 * @param {string} name
 * @param {Value | undefined} value
 * @returns {Experiment}
 */
export function setDifference(experiment, index, name, value) {
  const compare = variants(experiment).map((variant, i) => {
    if (i !== index) return variant;
    const { [name]: _, ...rest } = variant;
    // A changed value keeps its place in the list; only a new one goes to the end.
    if (value === undefined) return rest;
    return name in variant ? { ...variant, [name]: value } : { ...rest, [name]: value };
  });
  return { ...experiment, compare };
}

/**
 * Appends a copy of a variant right behind it.
 * @param {Experiment} experiment
 * @param {number} index
 * @returns {Experiment}
 */
export function duplicateVariant(experiment, index) {
  const list = variants(experiment);
  if (list.length >= VARIANT_LIMIT) return experiment;
  return { ...experiment, compare: [...list.slice(0, index + 1), { ...list[index] }, ...list.slice(index + 1)] };
}

/**
 * @param {Experiment} experiment
 * @param {Parameters} difference
 * @returns {Experiment}
 */
export function addVariant(experiment, difference) {
  const list = variants(experiment);
  if (list.length >= VARIANT_LIMIT) return experiment;
  return { ...experiment, compare: [...list, difference] };
}

/**
 * Removes a variant; the last one stays.
 * @param {Experiment} experiment
 * @param {number} index
 * @returns {Experiment}
 */
export function removeVariant(experiment, index) {
  const list = variants(experiment);
  if (list.length <= 1) return experiment;
  return { ...experiment, compare: list.filter((_, i) => i !== index) };
}

/**
 * Moves a variant one place (`step` -1 or 1); at the end of the row nothing happens.
 * @param {Experiment} experiment
 * @param {number} index
 * @param {number} step
 * @returns {Experiment}
 */
export function moveVariant(experiment, index, step) {
  const list = [...variants(experiment)];
  const target = index + step;
  if (target < 0 || target >= list.length) return experiment;
  [list[index], list[target]] = [list[target], list[index]];
  return { ...experiment, compare: list };
}

/**
 * One variant for each value of one knob: the quick way to a clean comparison.
 * @param {Experiment} experiment
 * @param {string} name
 * @param {Value[]} values
 * @returns {Experiment}
 */
export function varyOne(experiment, name, values) {
  return { ...experiment, compare: values.slice(0, VARIANT_LIMIT).map((value) => ({ [name]: value })) };
}

/**
 * The parameters in which at least one variant differs, in order of first appearance.
 * @param {Experiment} experiment
 * @returns {string[]}
 */
export function differingNames(experiment) {
  return [...new Set(variants(experiment).flatMap((variant) => Object.keys(variant)))];
}

/**
 * A text that is equal for equal experiments, whatever the order of their keys: the key under which results are remembered.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value && typeof value === 'object') {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
