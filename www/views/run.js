/**
 * The guess, the button, and the progress of every variant.
 */
import { html, nothing } from 'lit';
import { predictionOf } from '../labs/registry.js';
import { letter, variants } from '../state/experiment.js';
import { formatNumber } from '../state/format.js';
import { parameterOf, sharedValue } from '../state/lab.js';
import { isLong, parameterName, valueName } from './editor.js';
import { isConstant } from './variants.js';
import { noticeView } from './notice.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** @param {RedoLab} host */
export function runView(host) {
  const running = host.phase === 'running';
  const count = variants(host.document).length;
  const ready = host.report && !host.stale && !running;
  return html`<div role="group" class="run" aria-label=${host.t('run')}>
    ${predictionView(host)} ${host.notice?.error ? noticeView(host) : nothing}
    <div class="run-row">
      ${
        running
          ? html`<button id="cancel" class="primary" @click=${() => host.cancel()}>${host.t('cancel')}</button>`
          : html`<button id="run" class="primary" @click=${() => host.run()}>
              ${ready ? host.t('run-again') : host.t('run-variants', { count, number: formatNumber(count, host.locale) })}
            </button>`
      }
      <p class="run-state">${stateText(host)}</p>
    </div>
    ${running || host.phase === 'cancelled' ? progressView(host) : nothing}
  </div>`;
}

/** @param {RedoLab} host */
function stateText(host) {
  if (host.phase === 'running') return host.t('running');
  if (host.phase === 'cancelled') return host.t('state-cancelled');
  if (host.phase === 'failed') return '';
  if (!host.report && host.guess !== null && host.guess >= 0) return host.t('predict-yours', { letter: letter(host.guess) });
  if (host.report && host.stale) return host.t('state-stale');
  return host.report ? '' : host.t('state-empty');
}

/** Values that say nothing without the name of what they switch. */
const SWITCHES = ['on', 'off', 'yes', 'no', 'none'];

/**
 * What a variant is, in few words: its differences, or its letter alone.
 * @param {RedoLab} host
 * @param {import('../state/experiment.js').Parameters} variant
 */
export function variantWords(host, variant) {
  const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
  const named = Object.entries(variant).filter(([key]) => !isConstant(parameterOf(lab, key)));
  const parts = (named.length ? named : Object.entries(variant)).map(([key, value]) => {
    const parameter = parameterOf(lab, key);
    // A value that turns something off is said as that.
    const off = value === 0 ? host.texts.find(`off-${host.document.lab}-${key}`) : undefined;
    if (off) return off;
    const text = valueName(host, parameter, value);
    const unit = host.unit(parameter?.unit ?? '');
    const name = parameter ? parameterName(host, parameter) : '';
    // Not `streams 8 streams`.
    if (parameter && typeof value === 'number' && unit.length > 3 && (unit.endsWith(name) || name.endsWith(unit)))
      return `${name} ${formatNumber(value, host.locale)}`;
    const tells = typeof value === 'string' && !SWITCHES.includes(value) && !isLong(parameter);
    return tells || !parameter ? text : `${parameterName(host, parameter)} ${text}`;
  });
  if (parts.length) return parts.join(', ');
  // A single variant without differences is known by its encoding.
  const label = lab.parameters.find((parameter) => parameter.name === lab.labelParameter);
  return label
    ? labelWords(host, label, host.report?.runs[0]?.params[label.name] ?? sharedValue(lab, host.document, label.name))
    : '';
}

/**
 * @param {RedoLab} host
 * @param {import('../state/lab.js').Parameter} parameter
 * @param {import('../state/experiment.js').Value} value
 */
function labelWords(host, parameter, value) {
  const text = valueName(host, parameter, value);
  return typeof value === 'number' ? `${parameterName(host, parameter)} ${text}` : text;
}

/** @param {RedoLab} host */
function predictionView(host) {
  const list = variants(host.document);
  if (
    host.controls === 'none' ||
    !predictionOf(host.view, host.document).metric ||
    list.length < 2 ||
    host.predicted ||
    host.report ||
    host.phase !== 'ready'
  )
    return nothing;
  return html`<div class="predict" role="group" aria-labelledby="predict-question">
    <h3>${host.t('predict-title')}</h3>
    <p id="predict-question">
      ${host.texts.find(`predict-question-${predictionOf(host.view, host.document).id}`) ?? host.t('predict-question')}
    </p>
    <div class="chips">
      ${list.map(
        (variant, index) =>
          html`<button class="chip" @click=${() => host.predict(index)}>
            <b>${letter(index)}</b> ${variantWords(host, variant)}
          </button>`,
      )}
      <button class="link" @click=${() => host.predict(-1)}>${host.t('predict-skip')}</button>
    </div>
  </div>`;
}

/** @param {RedoLab} host */
function progressView(host) {
  const list = variants(host.reportOf ?? host.document);
  return html`<ul class="progress">
    ${list.map((variant, index) => {
      const state = host.progress?.runs[index];
      const percent = Math.round((state?.fraction ?? 0) * 100);
      const phase = state?.done ? 'done' : state?.phase || 'waiting';
      return html`<li>
        <span class="letter">${letter(index)}</span>
        <span class="progress-name">${variantWords(host, variant)}</span>
        <progress max="100" .value=${percent} aria-label=${host.t('progress-of', { letter: letter(index) })}></progress>
        <span class="progress-phase">${phaseName(host, phase)}</span>
      </li>`;
    })}
  </ul>`;
}

/**
 * What a run is doing, in the reader's language: a word, or a word with a number, such as `trial 3`.
 * @param {RedoLab} host
 * @param {string} phase
 */
function phaseName(host, phase) {
  const [, word = phase, number = ''] = /^(.*?)(?: (\d+))?$/.exec(phase) ?? [];
  return host.texts.find(`phase-${word}`, { number }) ?? phase;
}
