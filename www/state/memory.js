/**
 * What survives a reload: finished reports and what each lab was set to (in this tab), and which labs were predicted (in this browser).
 *
 * A report is remembered under its experiment and the engine's version; since runs are reproducible, a remembered report is the
 * report that a new run would give. A browser that refuses storage only loses the convenience.
 */
import { canonical } from './experiment.js';

const REPORT_PREFIX = 'redo-lab:report:';
const REPORT_LIMIT = 12;

/**
 * @param {string} engine version of the engine
 * @param {import('./experiment.js').Experiment} experiment
 * @returns {any} the report, or null
 */
export function recallReport(engine, experiment) {
  try {
    const text = sessionStorage.getItem(reportKey(engine, experiment));
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} engine
 * @param {import('./experiment.js').Experiment} experiment
 * @param {any} report
 */
export function rememberReport(engine, experiment, report) {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(REPORT_PREFIX));
    if (keys.length >= REPORT_LIMIT) sessionStorage.removeItem(keys[0]);
    store(reportKey(engine, experiment), JSON.stringify(report), keys);
  } catch {
    // Refused: the run is repeated after a reload.
  }
}

/**
 * Stores a report; reports with timelines are large, so others make room for it.
 * @param {string} key
 * @param {string} text
 * @param {string[]} others
 */
function store(key, text, others) {
  for (const other of ['', ...others]) {
    if (other) sessionStorage.removeItem(other);
    try {
      sessionStorage.setItem(key, text);
      return;
    } catch {
      // Full: one more makes room.
    }
  }
}

const DOCUMENT_PREFIX = 'redo-lab:document:';

/**
 * What a lab was set to last in this tab, as JSON, or nothing.
 * @param {string} lab
 * @returns {string}
 */
export function recallDocument(lab) {
  try {
    return sessionStorage.getItem(DOCUMENT_PREFIX + lab) ?? '';
  } catch {
    return '';
  }
}

/**
 * @param {string} lab
 * @param {import('./experiment.js').Experiment} experiment
 */
export function rememberDocument(lab, experiment) {
  try {
    sessionStorage.setItem(DOCUMENT_PREFIX + lab, JSON.stringify(experiment));
  } catch {
    // Full or refused: after a reload the lab opens with its starting point.
  }
}

/**
 * @param {string} name
 * @returns {string}
 */
export function recallSetting(name) {
  try {
    return localStorage.getItem(`redo-lab:${name}`) ?? '';
  } catch {
    return '';
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function rememberSetting(name, value) {
  try {
    localStorage.setItem(`redo-lab:${name}`, value);
  } catch {
    // Refused: the setting lasts as long as the page.
  }
}

/**
 * @param {string} engine
 * @param {import('./experiment.js').Experiment} experiment
 */
function reportKey(engine, experiment) {
  return `${REPORT_PREFIX}${engine}:${canonical(experiment)}`;
}
