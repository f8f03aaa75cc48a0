/**
 * The machine "this browser": its constants are measured here and written into the experiment, so that a link repeats the run.
 */
import { html, nothing } from 'lit';
import { setDifference, variants } from '../state/experiment.js';
import { formatNumber } from '../state/format.js';
import { parameterOf, sharedValue } from '../state/lab.js';
import { constantsOf, MEASURED, THIS_BROWSER } from '../state/machine.js';
import { RunCancelled } from '../worker/engine.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */
/** @typedef {import('../state/experiment.js').Experiment} Experiment */

const NAMES = Object.values(MEASURED).map(({ name }) => name);

/**
 * Whether a constant that all variants share is what this browser, or the browser that made the link, was measured at.
 * @param {RedoLab} host
 * @param {string} name
 */
export function isMeasured(host, name) {
  const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
  return NAMES.includes(name) && name in host.document.params && sharedValue(lab, host.document, 'machine') === THIS_BROWSER;
}

/**
 * Where "this browser" stands in an experiment: -1 for what all variants share, and positions of variants.
 * @param {RedoLab} host
 * @returns {number[]}
 */
function places(host) {
  const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
  if (!parameterOf(lab, 'machine')) return [];
  const shared = sharedValue(lab, host.document, 'machine') === THIS_BROWSER ? [-1] : [];
  return [...shared, ...variants(host.document).flatMap(({ machine }, index) => (machine === THIS_BROWSER ? [index] : []))];
}

/** @param {RedoLab} host */
export function machineView(host) {
  const found = places(host);
  if (!found.length) return nothing;
  const holder = found[0] < 0 ? host.document.params : variants(host.document)[found[0]];
  const known = NAMES.filter((name) => name in holder);
  const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
  return html`<div class="this-browser" role="group" aria-label=${host.t('measure-title')}>
    <p>
      <b>${host.t('measure-title')}</b>
      ${known.length ? html`<span class="kind measured" title=${host.t('kind-measured-text')}>${host.t('kind-measured')}</span>` : nothing}
    </p>
    <p class="note">${host.t(known.length ? 'measure-done-note' : 'measure-note')}</p>
    ${
      known.length
        ? html`<ul class="constants">
            ${known.map((name) => {
              const parameter = parameterOf(lab, name);
              const title = host.texts.find(`param-${name}`) ?? parameter?.title ?? name;
              return html`<li>
                ${title}
                <span class="number"
                  >${formatNumber(Number(holder[name]), host.locale)} ${host.unit(parameter?.unit ?? '')}</span
                >
              </li>`;
            })}
          </ul>`
        : nothing
    }
    ${
      host.measuring
        ? html`<p class="measuring">
            <progress max="1" .value=${host.measuring.fraction} aria-label=${host.t('measure-running')}></progress>
            ${host.t('measure-running')}
            <button @click=${() => host.measuring?.abort.abort()}>${host.t('cancel')}</button>
          </p>`
        : html`<p>
            <button id="measure" ?disabled=${host.phase === 'running'} @click=${() => measure(host)}>
              ${host.t(known.length ? 'measure-again' : 'measure')}
            </button>
          </p>`
    }
  </div>`;
}

/** @param {RedoLab} host */
async function measure(host) {
  const abort = new AbortController();
  host.measuring = { fraction: 0, abort };
  host.requestUpdate();
  try {
    const measured = await host.engine.request(
      'measure',
      {},
      {
        signal: abort.signal,
        onProgress: ({ progress }) => {
          host.measuring = { fraction: progress.fraction, abort };
          host.requestUpdate();
        },
      },
    );
    const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
    const constants = constantsOf(measured, lab.parameters);
    host.change(withConstants(host.document, places(host), constants), 'measure', host.t('measure-did'));
  } catch (error) {
    if (!(error instanceof RunCancelled)) host.fail(error);
  }
  host.measuring = null;
  host.requestUpdate();
  await host.updateComplete;
  /** @type {HTMLElement | null} */ (host.renderRoot.querySelector('#measure'))?.focus();
}

/**
 * @param {Experiment} experiment
 * @param {number[]} where as `places` gives it
 * @param {{ [name: string]: number }} constants
 * @returns {Experiment}
 */
function withConstants(experiment, where, constants) {
  let next = experiment;
  for (const index of where) {
    if (index < 0) next = { ...next, params: { ...next.params, ...constants } };
    else for (const [name, value] of Object.entries(constants)) next = setDifference(next, index, name, value);
  }
  return next;
}
