/**
 * The control for one parameter, made from the engine's description of it.
 */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { echoOf, formatNumber, formatParameter, formatQuantity } from '../state/format.js';
import { sliderStops } from '../state/stops.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */
/** @typedef {import('../state/lab.js').Parameter} Parameter */
/** @typedef {import('../state/experiment.js').Value} Value */

/**
 * A parameter's name in the reader's language.
 * @param {RedoLab} host
 * @param {Parameter} parameter
 */
export function parameterName(host, parameter) {
  const { name, title } = parameter;
  return host.texts.find(`param-${host.document.lab}-${name}`) ?? host.texts.find(`param-${name}`) ?? title;
}

/**
 * A parameter's value in the reader's language.
 * @param {RedoLab} host
 * @param {Parameter | undefined} parameter
 * @param {Value} value
 */
export function valueName(host, parameter, value) {
  if (isLong(parameter)) return longName(host, value);
  if (isUnlimited(parameter, value)) return host.t('unlimited');
  const known = typeof value === 'string' ? host.texts.find(`value-${value}`) : undefined;
  const title = parameter?.choices.find((choice) => choice.value === value)?.title;
  const one = value === 1 ? host.texts.find(`unit-one-${parameter?.unit}`) : undefined;
  const unit = one ?? host.unit(parameter?.unit ?? '');
  const bytes = parameter?.unit === 'B' || parameter?.unit === 'B/s';
  if (bytes && isDecimal(host, value)) return formatQuantity(Number(value), parameter?.unit ?? '', host.locale, true);
  return known ?? (title || formatParameter(value, unit, host.locale));
}

/**
 * Whether a number of bytes is one of whole millions, in a lab that says them so.
 * @param {RedoLab} host
 * @param {Value | undefined} value
 */
function isDecimal(host, value) {
  return Boolean(host.view?.decimal) && typeof value === 'number' && value > 0 && value % 1e6 === 0;
}

/**
 * Whether a parameter's values are longer than a line.
 * @param {Parameter | undefined} parameter
 */
export function isLong(parameter) {
  return parameter?.kind === 'text' || parameter?.kind === 'transactions';
}

/**
 * Of what is long it is said how much it is.
 * @param {RedoLab} host
 * @param {Value} value
 */
function longName(host, value) {
  const count = Array.isArray(value)
    ? value.length
    : String(value ?? '')
        .replace(/\n$/, '')
        .split('\n').length;
  if (!count || value === '' || value === null) return host.t('value-none');
  return host.t(Array.isArray(value) ? 'transactions-count' : 'lines-count', {
    count,
    number: formatNumber(count, host.locale),
  });
}

/** Bytes that stand for no limit. */
const UNLIMITED_BYTES = 2 ** 50;

/**
 * Whether a value is the greatest of a range that ends where nobody would reach.
 * @param {Parameter | undefined} parameter
 * @param {Value | undefined} value
 */
export function isUnlimited(parameter, value) {
  return parameter?.unit === 'B' && value === parameter.max && value === UNLIMITED_BYTES;
}

/**
 * The control. `slider` adds a slider with round values to a number.
 * @returns {unknown}
 * @param {RedoLab} host
 * @param {Parameter} parameter
 * @param {Value} value
 * @param {(value: Value) => void} onChange
 * @param {{ id: string, label: string, slider?: boolean, describedBy?: string, invalid?: boolean, effective?: Value, path?: string, onReset?: () => void }} options
 *   `path` is where the value stands in the document, `effective` is the value that a parameter without one has; `onReset` takes it back to that
 */
export function editor(host, parameter, value, onChange, options) {
  switch (parameter.kind) {
    case 'choice':
      return choiceEditor(host, parameter, value, onChange, options);
    case 'integer':
      return integerEditor(host, parameter, value, onChange, options);
    case 'table':
      return tableEditor(host, parameter, value, onChange, options);
    case 'text':
    case 'transactions':
      return longEditor(host, parameter, value, onChange, options);
    default:
      return listEditor(host, value, onChange, options);
  }
}

/** The editors of long values, which come when they are asked for. @type {typeof import('./long-editors.js') | null} */
let long = null;

/** @type {typeof editor} */
function longEditor(host, parameter, value, onChange, options) {
  if (long) {
    const edit = parameter.kind === 'text' ? long.textEditor : long.transactionsEditor;
    return edit(host, parameter, value, onChange, options);
  }
  import('./long-editors.js').then(
    (module) => {
      long = module;
      host.requestUpdate();
    },
    (error) => host.fail(error),
  );
  return html`<span class="skeleton block"></span>`;
}

/** @type {typeof editor} */
function choiceEditor(host, parameter, value, onChange, { id, label, describedBy, invalid, effective }) {
  const pick = (/** @type {Event} */ event) => {
    const { selectedIndex } = /** @type {HTMLSelectElement} */ (event.target);
    onChange(parameter.choices[selectedIndex].value);
  };
  const chosen = value ?? effective;
  // Links, files and the command line know the value by another name than the page.
  const identifier = typeof chosen === 'string' && valueName(host, parameter, chosen) !== chosen ? chosen : '';
  return html`<select
      id=${id}
      aria-label=${label}
      aria-describedby=${describedBy ?? nothing}
      aria-invalid=${invalid ? 'true' : nothing}
      @change=${pick}
    >
      ${parameter.choices.map(
        (choice) =>
          html`<option ?selected=${choice.value === (value ?? effective)} title=${choice.text}>
            ${valueName(host, parameter, choice.value)}
          </option>`,
      )}</select
    >${identifier ? html`<code class="variable identifier">${identifier}</code>` : nothing}`;
}

/** @type {typeof editor} */
function integerEditor(host, parameter, value, onChange, options) {
  const { id, label, slider, describedBy, invalid, effective, onReset } = options;
  const { unit } = parameter;
  const type = (/** @type {Event} */ event) => {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    if (text.trim() === '' && onReset) onReset();
    else if (text.trim().toLowerCase() === host.t('unlimited') && parameter.max === UNLIMITED_BYTES) onChange(parameter.max);
    else onChange(readNumber(text, unit));
  };
  // While somebody types, the echo follows: a number of nine zeros is easily one of eight.
  const follow = (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const number = readNumber(input.value, unit);
    const echo = input.parentElement?.querySelector('.echo');
    if (echo)
      echo.textContent =
        (isUnlimited(parameter, number) && host.t('unlimited')) ||
        echoOf(number, unit, host.locale, isDecimal(host, number)) ||
        (typeof number === 'number' ? formatNumber(number, host.locale) : '');
  };
  const stops = slider ? sliderStops(parameter.min ?? 0, parameter.max ?? 100, unit) : [];
  const known = value ?? effective;
  const echo = isUnlimited(parameter, known) ? '' : echoOf(known ?? null, unit, host.locale, isDecimal(host, known));
  const position = stops.findIndex((stop) => stop >= Number(known));
  const slide = (/** @type {Event} */ event) => onChange(stops[/** @type {HTMLInputElement} */ (event.target).valueAsNumber]);
  return html`
    <span class="with-unit">
      <input
        type="text"
        inputmode=${unit === 'B' ? 'text' : 'numeric'}
        autocomplete="off"
        id=${id}
        aria-label=${label}
        aria-describedby=${describedBy ?? nothing}
        aria-invalid=${invalid ? 'true' : nothing}
        placeholder=${typeof effective === 'number' ? fieldText(host, parameter, effective) : ''}
        .value=${live(typeof value === 'number' ? fieldText(host, parameter, value) : String(value ?? ''))}
        @change=${type}
        @input=${follow}
      />${unit ? html`<span class="unit">${host.unit(unit)}</span>` : nothing}
      <span class="echo" .textContent=${live(echo)}></span>
    </span>
    ${
      slider
        ? html`<input
            type="range"
            aria-label=${label}
            aria-valuetext=${valueName(host, parameter, known ?? null)}
            min="0"
            max=${stops.length - 1}
            .value=${live(String(position < 0 ? stops.length - 1 : position))}
            @input=${slide}
          />`
        : nothing
    }
  `;
}

/**
 * A number as it stands in its field.
 * @param {RedoLab} host
 * @param {Parameter} parameter
 * @param {number} value
 */
function fieldText(host, parameter, value) {
  return isUnlimited(parameter, value) ? host.t('unlimited') : formatNumber(value, host.locale);
}

/** What people write behind a number, as powers. */
const MULTIPLES = /** @type {{ [letter: string]: number }} */ ({ k: 1, m: 2, g: 3, b: 3, t: 4 });

/**
 * A number as people type it: separators and all, and with a multiple behind it (`64 KiB`, `16G`, `1M`). Multiples of bytes are
 * powers of 1,024, others of 1,000. What is no number stays a text, for the engine to name.
 * @param {string} text
 * @param {string} [unit]
 * @returns {number | string}
 */
export function readNumber(text, unit = '') {
  const digits = text.replace(/[\s,_'’\u00a0\u202f]/g, '');
  const bytes = unit === 'B' || unit === 'bytes';
  const [, figure, multiple] = (bytes ? /^([\d.]+)([kmgt])?i?b?$/i : /^([\d.]+)([kmgbt])$/i).exec(digits) ?? [];
  if (figure !== undefined && !Number.isNaN(Number(figure))) {
    const power = multiple ? MULTIPLES[multiple.toLowerCase()] : 0;
    return Math.round(Number(figure) * (bytes ? 1024 : 1000) ** power);
  }
  const number = Number(digits);
  return digits === '' || Number.isNaN(number) ? text : number;
}

/**
 * A list of texts, separated by semicolons.
 * @param {RedoLab} host
 * @param {Value} value
 * @param {(value: Value) => void} onChange
 * @param {{ id: string, label: string, describedBy?: string, invalid?: boolean }} options
 */
function listEditor(host, value, onChange, { id, label, describedBy, invalid }) {
  const type = (/** @type {Event} */ event) => {
    const text = /** @type {HTMLInputElement} */ (event.target).value;
    onChange(
      text
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean),
    );
  };
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
  return html`<input
    type="text"
    id=${id}
    aria-label=${label}
    aria-describedby=${describedBy ?? nothing}
    aria-invalid=${invalid ? 'true' : nothing}
    placeholder="b; e(10); k,id"
    .value=${live(text)}
    @change=${type}
    title=${host.t('index-hint')}
  />`;
}

/** A table to start one's own from. */
const OWN_TABLE = {
  columns: [
    { name: 'a', type: 'INT', nullable: false, values: 'sequential' },
    { name: 'b', type: 'VARCHAR(40)', nullable: true, values: 'uniform', min_length: 4, max_length: 40 },
  ],
  primary_key: ['a'],
};

/** @type {typeof editor} */
function tableEditor(host, parameter, value, onChange, { id, label, describedBy, invalid }) {
  // Text that is no table yet is somebody's own too: one slip must not take the rest of it away.
  const own = value !== null && value !== undefined && !parameter.choices.some((choice) => choice.value === value);
  const slip = own && typeof value === 'string' ? jsonProblem(value) : '';
  const pick = (/** @type {Event} */ event) => {
    const { selectedIndex } = /** @type {HTMLSelectElement} */ (event.target);
    onChange(parameter.choices[selectedIndex]?.value ?? OWN_TABLE);
  };
  const type = (/** @type {Event} */ event) => {
    const text = /** @type {HTMLTextAreaElement} */ (event.target).value;
    // What is no table stays as it was typed, for the engine to say what is allowed.
    onChange(jsonProblem(text) ? text : JSON.parse(text));
  };
  return html`
    <select
      id=${id}
      aria-label=${label}
      aria-describedby=${describedBy ?? nothing}
      aria-invalid=${invalid ? 'true' : nothing}
      @change=${pick}
    >
      ${parameter.choices.map((choice) => html`<option ?selected=${choice.value === value} title=${choice.text}>${choice.value}</option>`)}
      <option ?selected=${own}>${host.t('table-own')}</option>
    </select>
    ${
      own
        ? html`<textarea
            rows="6"
            spellcheck="false"
            aria-label=${host.t('table-hint')}
            aria-describedby=${slip ? `${id}-slip` : (describedBy ?? nothing)}
            aria-invalid=${slip || invalid ? 'true' : nothing}
            .value=${live(typeof value === 'string' ? value : JSON.stringify(value, null, 1))}
            @change=${type}
          ></textarea>`
        : nothing
    }
    ${slip ? html`<p class="problem" id="${id}-slip">${host.t('table-slip', { message: slip })}</p>` : nothing}
  `;
}

/**
 * Why a text is no JSON object, as the browser says it; nothing when it is one.
 * @param {string} text
 */
function jsonProblem(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? '' : '{ … }';
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}
