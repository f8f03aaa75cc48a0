/**
 * Numbers and texts for people. Nothing here computes a result: a value of the report goes in, its spelling comes out.
 */

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * @param {string} lang
 * @param {Intl.NumberFormatOptions} options
 */
function numberFormat(lang, options) {
  const key = lang + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(lang, options)));
  return format;
}

/**
 * A number with the locale's separators; fractions keep at most `digits` digits.
 * @param {number} value
 * @param {string} lang
 * @param {number} [digits]
 */
export function formatNumber(value, lang, digits = 2) {
  // What is not nothing is not shown as nothing.
  if (value !== 0 && Math.abs(value) < 0.5 / 10 ** digits)
    return numberFormat(lang, { maximumSignificantDigits: 2 }).format(value);
  return numberFormat(lang, { maximumFractionDigits: digits }).format(value);
}

/**
 * A number of bytes as people say it: `2.47 MiB`. Three significant digits, binary units unless decimal ones are wanted.
 * @param {number} bytes
 * @param {string} lang
 * @param {boolean} [decimal]
 */
export function formatBytes(bytes, lang, decimal = false) {
  const units = decimal ? ['B', 'kB', 'MB', 'GB', 'TB'] : ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = decimal ? 1000 : 1024;
  let power = 0;
  let value = bytes;
  while (Math.abs(value) >= step && power < units.length - 1) {
    value /= step;
    power += 1;
  }
  return `${numberFormat(lang, { maximumSignificantDigits: power ? 3 : 21 }).format(value)} ${units[power]}`;
}

/**
 * A number of bytes as the engine's sentences say it: `3.4 GB`. Decimal units, one digit.
 * @param {number} bytes
 * @param {string} lang
 */
export function formatDecimalBytes(bytes, lang) {
  const power = Math.min(3, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const options = { minimumFractionDigits: power && 1, maximumFractionDigits: 1 };
  return `${numberFormat(lang, options).format(bytes / 1000 ** power)} ${['B', 'kB', 'MB', 'GB'][power]}`;
}

/**
 * A ratio against variant A: `1.31`; small ones keep two digits that say something: `0.0017`.
 * @param {number} ratio
 * @param {string} lang
 */
export function formatRatio(ratio, lang) {
  // What is nearly equal is not shown as equal.
  if (ratio !== 1 && Math.abs(ratio - 1) < 0.005) return numberFormat(lang, { maximumFractionDigits: 4 }).format(ratio);
  const options = ratio >= 0.1 || ratio === 0 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 2 };
  return numberFormat(lang, options).format(ratio);
}

/**
 * How many times smaller than variant A something is, to two digits, or nothing where the ratio itself says it well: from a
 * thousandth on. The report's ratio may have been rounded to nothing, so the values count.
 * @param {number} value
 * @param {number} base variant A's
 * @param {string} lang
 */
export function formatPart(value, base, lang) {
  if (!(value > 0) || !(base > 0) || value / base >= 0.001) return '';
  return numberFormat(lang, { maximumSignificantDigits: 2 }).format(base / value);
}

/**
 * A value with its unit; a word stays a word.
 * @param {number | string} value
 * @param {string} unit
 * @param {string} lang
 */
export function formatValue(value, unit, lang) {
  if (typeof value !== 'number') return value;
  const text = formatNumber(value, lang);
  return unit && unit !== '1' ? `${text} ${unit}` : text;
}

/**
 * A stretch of time as people say it, with three digits that say something: `157 µs`, `14.7 s`, `3 min 31 s`. Only nothing is 0.
 * @param {number} microseconds
 * @param {string} lang
 */
export function formatDuration(microseconds, lang) {
  const spell = (/** @type {number} */ value, /** @type {string} */ unit) =>
    `${numberFormat(lang, { maximumSignificantDigits: 3 }).format(value)} ${unit}`;
  const size = Math.abs(microseconds);
  if (size === 0) return '0 s';
  // A unit ends where three digits would round to the next one.
  if (size < 0.9995) return spell(microseconds * 1e3, 'ns');
  if (size < 999.5) return spell(microseconds, 'µs');
  if (size < 999.5e3) return spell(microseconds / 1e3, 'ms');
  if (size < 59.95e6) return spell(microseconds / 1e6, 's');
  const seconds = Math.round(microseconds / 1e6);
  const joined = (
    /** @type {number} */ large,
    /** @type {string} */ unit,
    /** @type {string} */ rest,
    /** @type {number} */ small,
  ) => `${formatNumber(large, lang)} ${unit}${small ? ` ${small} ${rest}` : ''}`;
  if (size < 3600e6) return joined(Math.floor(seconds / 60), 'min', 's', seconds % 60);
  return joined(Math.floor(seconds / 3600), 'h', 'min', Math.floor((seconds % 3600) / 60));
}

/** Units of time, in microseconds. */
const TIME_UNITS = /** @type {{ [unit: string]: number }} */ ({ ps: 1e-6, ns: 1e-3, us: 1, ms: 1e3, s: 1e6 });

/**
 * A value as people say it, its unit chosen for its size: `2.47 MiB/s`, `3 min 31 s`, `8,000 /s`.
 * @param {number} value
 * @param {string} unit
 * @param {string} lang
 * @param {boolean} [decimal] bytes in powers of 1,000
 */
export function formatQuantity(value, unit, lang, decimal = false) {
  if (unit === 'B' || unit === 'bytes') return formatBytes(Math.round(value), lang, decimal);
  if (unit === 'B/s') return `${formatBytes(Math.round(value), lang, decimal)}/s`;
  if (unit === '/s') return `${formatNumber(value, lang)} /s`;
  if (unit in TIME_UNITS && TIME_UNITS[unit] >= 1) return formatDuration(value * TIME_UNITS[unit], lang);
  return formatValue(value, unit, lang);
}

/**
 * What a large number of a unit, or a time below one, is in human form, or nothing where its exact form says it already.
 * @param {number} value
 * @param {string} unit
 * @param {string} lang
 * @param {boolean} [decimal] bytes in powers of 1,000
 */
export function humanForm(value, unit, lang, decimal = false) {
  const bytes = decimal ? 1000 : 1024;
  const spelled = { B: bytes, bytes, 'B/s': bytes, us: 1000, ms: 1000, s: 60 }[unit];
  const small = unit in TIME_UNITS && value !== 0 && Math.abs(value) < 1;
  return spelled && (small || Math.abs(value) >= spelled) ? formatQuantity(value, unit, lang, decimal) : '';
}

/**
 * A typed number said in another way, to see at a glance how many zeros it has: `1 GiB`, `1 billion`. Nothing for small ones.
 * @param {import('./experiment.js').Value} value
 * @param {string} unit
 * @param {string} lang
 * @param {boolean} [decimal] bytes in powers of 1,000
 */
export function echoOf(value, unit, lang, decimal = false) {
  if (typeof value !== 'number') return '';
  const human = humanForm(value, unit, lang, decimal);
  if (human || Math.abs(value) < 1e6) return human;
  return numberFormat(lang, { notation: 'compact', compactDisplay: 'long', maximumFractionDigits: 2 }).format(value);
}

/**
 * A parameter's value as the setup shows it: sizes that are powers of two in KiB, lists joined.
 * @param {import('./experiment.js').Value} value
 * @param {string} unit
 * @param {string} lang
 * @returns {string}
 */
export function formatParameter(value, unit, lang) {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.length ? value.join('; ') : '-';
  if (typeof value === 'object') return describeTable(value);
  if (typeof value !== 'number') return String(value);
  if ((unit === 'B' || unit === 'bytes') && value >= 1024 && value % 1024 === 0) return formatBytes(value, lang);
  return formatValue(value, unit, lang);
}

/**
 * A table given as columns, on one line: `a INT, b CHAR(8)`.
 * @param {{ [key: string]: any }} table
 */
function describeTable(table) {
  const columns = Array.isArray(table.columns) ? table.columns : [];
  return columns.map((column) => `${column?.name} ${column?.type}`).join(', ');
}

/**
 * A machine name as words: `redo_bytes_per_row` to `redo bytes per row`.
 * @param {string} name
 */
export function words(name) {
  return name.replaceAll('_', ' ');
}

/**
 * A value as two-digit hexadecimal bytes: `0a`.
 * @param {number} byte
 */
export function hexByte(byte) {
  return byte.toString(16).padStart(2, '0');
}
