/**
 * A lab as the engine describes it, in the one shape that the views use.
 *
 * @typedef {import('./experiment.js').Value} Value
 * @typedef {{ value: string | number, title: string, text: string }} Choice
 * @typedef {{
 *   name: string, title: string, kind: 'integer' | 'choice' | 'list' | 'table' | 'text' | 'transactions', unit: string, inSight: boolean,
 *   min: number | null, max: number | null, most: number | null, default: Value, defaultRule: string, choices: Choice[],
 *   serverVariable: string, consequence: string, group: string }} Parameter
 * @typedef {{ name: string, question: string, sentence: string, labelParameter: string, parameters: Parameter[], meanings: Map<string, string> }} Lab
 */

/**
 * @param {any} raw one element of the engine's `labs()`
 * @returns {Lab}
 */
export function readLab(raw) {
  return {
    name: raw.name,
    question: raw.title,
    sentence: raw.why,
    labelParameter: raw.label_parameter,
    parameters: raw.parameters.map(readParameter),
    meanings: new Map(raw.metrics.map((/** @type {any} */ metric) => [metric.name, metric.meaning])),
  };
}

/** The controls for the engine's kinds of parameter. */
const KINDS = /** @type {{ [kind: string]: Parameter['kind'] }} */ ({
  integer: 'integer',
  enumeration: 'choice',
  'index-list': 'list',
  table: 'table',
  text: 'text',
  transactions: 'transactions',
});

/**
 * @param {any} raw
 * @returns {Parameter}
 */
function readParameter(raw) {
  // A number with a few allowed values is a choice, however it is stored.
  const few = (raw.allowed ?? []).map((/** @type {number} */ value) => ({ value, title: '', text: '' }));
  const named = (raw.choices ?? []).map((/** @type {any} */ choice) => ({
    value: choice.value,
    title: choice.title,
    text: choice.sentence,
  }));
  return {
    name: raw.name,
    title: raw.title,
    kind: few.length ? 'choice' : KINDS[raw.kind],
    unit: raw.unit,
    inSight: raw.in_sight,
    min: raw.min ?? null,
    max: raw.max ?? null,
    most: raw.max_bytes ?? raw.max_items ?? null,
    default: raw.default ?? null,
    defaultRule: raw.default_rule ?? '',
    choices: few.length ? few : named,
    serverVariable: raw.server_variable ?? '',
    consequence: raw.consequence,
    group: raw.group,
  };
}

/** How many knobs stand in sight. */
const SIGHT_LIMIT = 4;

/**
 * The knobs in sight: those that the lab names, without what the variants differ in; room that is left goes to parameters that
 * stand for a server variable.
 * @param {Lab} lab
 * @param {string[]} varied names of parameters in which variants differ
 */
export function knobsInSight(lab, varied) {
  const free = lab.parameters.filter((parameter) => !varied.includes(parameter.name));
  const named = free.filter((parameter) => parameter.inSight);
  const others = free.filter((parameter) => !parameter.inSight && parameter.serverVariable && parameter.kind === 'choice');
  const more = free.filter((parameter) => !parameter.inSight && parameter.serverVariable && parameter.kind === 'integer');
  return [...named, ...others, ...more].slice(0, SIGHT_LIMIT);
}

/**
 * @param {Lab} lab
 * @param {string} name
 * @returns {Parameter | undefined}
 */
export function parameterOf(lab, name) {
  return lab.parameters.find((parameter) => parameter.name === name);
}

/**
 * The value that all variants share: set in the experiment, or the default.
 * @param {Lab} lab
 * @param {import('./experiment.js').Experiment} experiment
 * @param {string} name
 * @returns {Value}
 */
export function sharedValue(lab, experiment, name) {
  if (name in experiment.params) return experiment.params[name];
  return parameterOf(lab, name)?.default ?? null;
}
