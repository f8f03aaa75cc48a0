/**
 * A lab as the engine describes it, in the one shape that the views use.
 *
 * @typedef {import('./experiment.js').Value} Value
 * @typedef {{ value: string, text: string }} Choice
 * @typedef {{
 *   name: string, kind: 'integer' | 'choice' | 'list' | 'table', unit: string,
 *   min: number | null, max: number | null, default: Value, choices: Choice[],
 *   serverVariable: string, consequence: string, group: string }} Parameter
 * @typedef {{ name: string, question: string, sentence: string, parameters: Parameter[], metrics: Map<string, { unit: string, kind: string, text: string }> }} Lab
 */

/**
 * @param {any} raw one element of the engine's `labs()`
 * @returns {Lab}
 */
export function readLab(raw) {
  return {
    name: raw.name,
    question: raw.question ?? raw.title ?? raw.name,
    sentence: raw.sentence ?? '',
    parameters: (raw.parameters ?? raw.params ?? []).map(readParameter),
    metrics: new Map(
      (raw.metrics ?? []).map((/** @type {any} */ metric) => [
        metric.name,
        { unit: metric.unit ?? '', kind: metric.kind ?? 'counted', text: metric.meaning ?? metric.description ?? '' },
      ]),
    ),
  };
}

/**
 * @param {any} raw
 * @returns {Parameter}
 */
function readParameter(raw) {
  const range = raw.range ?? {};
  const choices = (raw.choices ?? raw.values ?? []).map((/** @type {any} */ choice) =>
    typeof choice === 'object'
      ? { value: choice.name ?? choice.value, text: choice.meaning ?? choice.text ?? '' }
      : { value: choice, text: '' },
  );
  return {
    name: raw.name,
    kind: choices.length && raw.kind !== 'table' ? 'choice' : raw.kind,
    unit: raw.unit ?? '',
    min: raw.min ?? range.min ?? null,
    max: raw.max ?? range.max ?? null,
    default: raw.default ?? null,
    choices,
    serverVariable: raw.server_variable ?? '',
    consequence: raw.consequence ?? '',
    group: raw.group ?? '',
  };
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
