/**
 * The variants as columns A to H: what differs stands in bold and can be changed in place.
 */
import { html, nothing } from 'lit';
import {
  addVariant,
  duplicateVariant,
  letter,
  moveVariant,
  removeVariant,
  setDifference,
  VARIANT_LIMIT,
  variants,
  varyOne,
} from '../state/experiment.js';
import { parameterOf, sharedValue } from '../state/lab.js';
import { sliderStops } from '../state/stops.js';
import { editor, parameterName } from './editor.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */
/** @typedef {import('../state/lab.js').Lab} Lab */

/** @param {RedoLab} host */
export function variantsView(host) {
  const list = variants(host.document);
  const full = list.length >= VARIANT_LIMIT;
  return html`<div role="group" class="variants" aria-labelledby="variants-title">
    <div class="section-head">
      <h3 id="variants-title">${host.t('variants')}</h3>
      <div class="tools">
        ${varyTool(host)}
        <button @click=${() => host.travel('undo')} ?disabled=${!host.history?.past.length}>${host.t('undo')}</button>
        <button @click=${() => host.travel('redo')} ?disabled=${!host.history?.future.length}>${host.t('redo')}</button>
      </div>
    </div>
    <ol class="columns">
      ${list.map((_, index) => column(host, index))}
      <li class="column add">
        <button class="add-variant" ?disabled=${full} title=${full ? host.t('variant-full') : ''} @click=${() => add(host)}>
          <span aria-hidden="true">+</span> ${host.t('variant-add')}
        </button>
      </li>
    </ol>
    ${
      host.toast
        ? html`<p class="toast">
            ${host.toast.text} <button class="link" @click=${() => host.travel('undo')}>${host.t('undo')}</button>
          </p>`
        : nothing
    }
  </div>`;
}

/**
 * @param {RedoLab} host
 * @param {number} index
 */
function column(host, index) {
  const lab = /** @type {Lab} */ (host.description);
  const list = variants(host.document);
  const name = { letter: letter(index) };
  const folded = Object.keys(list[index]).filter((key) => isConstant(parameterOf(lab, key)));
  const differences = Object.keys(list[index]).filter((key) => !folded.includes(key));
  const free = lab.parameters.filter((parameter) => !(parameter.name in list[index]));
  const differ = (/** @type {any} */ event) => {
    const parameter = parameterOf(lab, event.target.value);
    event.target.selectedIndex = 0;
    if (!parameter) return;
    const value = sharedValue(lab, host.document, parameter.name) ?? host.completed[parameter.name];
    host.change(setDifference(host.document, index, parameter.name, value), `differ ${index} ${parameter.name}`);
  };
  return html`<li class="column" aria-label=${host.t('variant-n', name)}>
    <div class="column-head">
      <span class="letter">${letter(index)}</span>
      <span class="column-tools">
        ${tool(LEFT, host.t('variant-left', name), () => move(host, index, -1), index === 0)}
        ${tool(RIGHT, host.t('variant-right', name), () => move(host, index, 1), index === list.length - 1)}
        ${tool(DUPLICATE, host.t('variant-duplicate', name), () => host.change(duplicateVariant(host.document, index), 'duplicate'), list.length >= VARIANT_LIMIT)}
        ${tool(REMOVE, host.t('variant-remove', name), () => remove(host, index), list.length === 1)}
      </span>
    </div>
    ${differences.map((key) => difference(host, lab, index, key))}
    ${differences.length || folded.length ? nothing : html`<p class="note">${host.t('variant-same')}</p>`}
    ${
      folded.length
        ? html`<details class="folded">
            <summary>${host.t('variant-constants', { count: folded.length })}</summary>
            ${folded.map((key) => difference(host, lab, index, key))}
          </details>`
        : nothing
    }
    <select class="differ" aria-label="${host.t('difference-add')} (${letter(index)})" @change=${differ}>
      <option value="">${host.t('difference-add')}</option>
      ${free.map((parameter) => html`<option value=${parameter.name}>${parameterName(host, parameter)}</option>`)}
    </select>
  </li>`;
}

/**
 * Whether a parameter is one of a machine's many constants, which the columns fold away.
 * @param {import('../state/lab.js').Parameter | undefined} parameter
 */
export function isConstant(parameter) {
  return parameter?.group === 'Machine' && parameter.kind === 'integer';
}

/**
 * @param {RedoLab} host
 * @param {Lab} lab
 * @param {number} index
 * @param {string} key
 */
function difference(host, lab, index, key) {
  const parameter = parameterOf(lab, key);
  const value = variants(host.document)[index][key];
  const title = parameter ? parameterName(host, parameter) : key;
  const label = `${title} (${letter(index)})`;
  const problem = host.problemAt(`compare[${index}].${key}`);
  const set = (/** @type {any} */ next) => host.change(setDifference(host.document, index, key, next), `~${index} ${key}`);
  return html`<div class="difference ${problem ? 'wrong' : ''}">
    <div class="difference-head">
      <label for="difference-${index}-${key}">${title}</label>
      <button
        class="icon small"
        aria-label="${host.t('difference-remove')}: ${label}"
        title=${host.t('difference-remove')}
        @click=${() => host.change(setDifference(host.document, index, key, undefined), 'same again')}
      >
        ${sign(REMOVE)}
      </button>
    </div>
    ${parameter ? editor(host, parameter, value, set, { id: `difference-${index}-${key}`, label, invalid: Boolean(problem) }) : html`<b>${String(value)}</b>`}
    ${problem ? html`<p class="problem">${host.t('error-document', problem)}</p>` : nothing}
  </div>`;
}

/** Signs of the tools, as strokes in a square of 16: no font decides what they look like. */
const LEFT = 'M10 3 5 8l5 5';
const RIGHT = 'm6 3 5 5-5 5';
const DUPLICATE = 'M3 11V3h8M6 6h7v7H6z';
const REMOVE = 'm4 4 8 8m0-8-8 8';

/** @param {string} strokes */
function sign(strokes) {
  return html`<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path
      d=${strokes}
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    ></path>
  </svg>`;
}

/**
 * @param {string} strokes
 * @param {string} label
 * @param {() => void} action
 * @param {boolean} disabled
 */
function tool(strokes, label, action, disabled) {
  return html`<button class="icon" aria-label=${label} title=${label} ?disabled=${disabled} @click=${action}>
    ${sign(strokes)}
  </button>`;
}

/**
 * Moves a variant and keeps the focus on it.
 * @param {RedoLab} host
 * @param {number} index
 * @param {number} step
 */
async function move(host, index, step) {
  host.change(moveVariant(host.document, index, step), 'move');
  await host.updateComplete;
  const tools = host.renderRoot.querySelectorAll('.columns > .column')[index + step]?.querySelectorAll('button');
  const [left, right] = tools ?? [];
  const button = step < 0 ? left : right;
  (button?.disabled ? (step < 0 ? right : left) : button)?.focus();
}

/**
 * @param {RedoLab} host
 * @param {number} index
 */
async function remove(host, index) {
  host.change(removeVariant(host.document, index), 'remove', host.t('undone-remove', { letter: letter(index) }));
  await host.updateComplete;
  /** @type {HTMLElement | null} */ (host.renderRoot.querySelector('.toast button'))?.focus();
}

/**
 * A new variant: the first value of the knob in which the others differ that no variant has yet.
 * @param {RedoLab} host
 */
function add(host) {
  const lab = /** @type {Lab} */ (host.description);
  const list = variants(host.document);
  const key = Object.keys(list[list.length - 1])[0] ?? lab.labelParameter;
  const used = list.map((variant) => variant[key]);
  const parameter = parameterOf(lab, key);
  const unused = parameter?.choices.find((choice) => !used.includes(choice.value));
  const value = unused?.value ?? nextValue(parameter, used) ?? sharedValue(lab, host.document, key) ?? host.completed[key];
  host.change(addVariant(host.document, parameter ? { [key]: value } : {}), 'add');
}

/**
 * Twice the largest number that a variant has so far, inside the range; nothing for what is no number.
 * @param {import('../state/lab.js').Parameter | undefined} parameter
 * @param {any[]} used
 */
function nextValue(parameter, used) {
  const numbers = used.filter((value) => typeof value === 'number');
  if (parameter?.kind !== 'integer' || !numbers.length) return undefined;
  return Math.min(2 * Math.max(...numbers, 1), parameter.max ?? Infinity);
}

/** @param {RedoLab} host */
function varyTool(host) {
  const lab = /** @type {Lab} */ (host.description);
  const able = lab.parameters.filter((parameter) => !isConstant(parameter) && knobValues(parameter).length > 1);
  const vary = (/** @type {any} */ event) => {
    const parameter = parameterOf(lab, event.target.value);
    event.target.selectedIndex = 0;
    if (!parameter) return;
    const values = knobValues(parameter);
    const toast = host.t('did-vary', { count: values.length, name: parameterName(host, parameter) });
    host.change(varyOne(host.document, parameter.name, values), 'vary', toast);
  };
  return html`<select class="vary" aria-label="${host.t('vary-one')}: ${host.t('vary-label')}" @change=${vary}>
    <option value="">${host.t('vary-one')}</option>
    ${able.map((parameter) => html`<option value=${parameter.name}>${parameterName(host, parameter)}</option>`)}
  </select>`;
}

/**
 * The values that "vary one knob" compares: all choices, or at most five round values over a number's range.
 * @param {import('../state/lab.js').Parameter} parameter
 */
function knobValues(parameter) {
  if (parameter.choices.length) return parameter.choices.map((choice) => choice.value).slice(0, VARIANT_LIMIT);
  if (parameter.kind !== 'integer' || parameter.min === null || parameter.max === null) return [];
  const wide = parameter.max / Math.max(parameter.min, 1) > 100;
  const stops = sliderStops(parameter.min, parameter.max, parameter.unit);
  if (!wide) return [0, 0.25, 0.5, 0.75, 1].map((part) => stops[Math.round(part * (stops.length - 1))]);
  if (parameter.unit === 'B') return stops.filter((_, place) => place % 4 === 0).slice(0, 5);
  const half = parameter.max / 2;
  return stops.filter((stop) => stop <= half && /^[15]0+$/.test(String(stop))).slice(-5);
}
