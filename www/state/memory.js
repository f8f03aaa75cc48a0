/**
 * What survives a reload: finished reports (in this tab) and which labs were predicted (in this browser).
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
    sessionStorage.setItem(reportKey(engine, experiment), JSON.stringify(report));
  } catch {
    // Full or refused: the run is repeated after a reload.
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
