/**
 * The question, the starting points, and the knobs that hold for all variants.
 */
import { html, nothing } from 'lit';
import { canonical, differingNames, resetShared, setSeed, setShared } from '../state/experiment.js';
import { knobsInSight, sharedValue } from '../state/lab.js';
import { isMeasured, machineView } from './machine.js';
import { editor, isLong, parameterName, valueName } from './editor.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */
/** @typedef {import('../state/lab.js').Parameter} Parameter */

/** @param {RedoLab} host */
export function setupView(host) {
  const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
  const knobs = knobsInSight(lab, differingNames(host.document));
  return html`
    <div class="question">
      ${
        host.heading === 'none'
          ? nothing
          : html`<h2>${labQuestion(host)}</h2>
              <p class="lead">${host.texts.find(`lab-sentence-${lab.name}`) ?? lab.sentence}</p>`
      }
      ${presetChips(host)} ${presetSentence(host)}
    </div>
    <div role="group" class="setup" aria-label=${host.t('knobs')}>
      <div class="knobs">${knobs.map((parameter) => knob(host, parameter, true))}</div>
      ${machineView(host)} ${ownView(host, lab)}
      <details
        class="all"
        ?open=${host.folds.all}
        @toggle=${(/** @type {any} */ event) => (host.folds.all = event.target.open)}
      >
        <summary>${host.t('all-parameters')}</summary>
        ${allParameters(host, lab)}
      </details>
    </div>
  `;
}

/**
 * The lab's question in the reader's language.
 * @param {RedoLab} host
 */
export function labQuestion(host) {
  const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
  return host.texts.find(`lab-question-${lab.name}`) ?? lab.question;
}

/** Starting points in sight; the others are in a list. */
const CHIP_COUNT = 6;

/** @param {RedoLab} host */
function presetChips(host) {
  const { document } = host;
  const presets = inSightFirst(host.presets(document.lab), host.view.homePreset);
  if (presets.length < 2) return nothing;
  const current = canonical(document);
  const open = (/** @type {any} */ preset) => {
    const title = presetTitle(host, preset);
    host.change(
      { ...preset.experiment, params: preset.experiment.params ?? {} },
      `preset ${preset.name}`,
      host.t('did-preset', { title }),
    );
  };
  const more = presets.slice(CHIP_COUNT);
  const pick = (/** @type {any} */ event) => {
    const preset = more[event.target.selectedIndex - 1];
    event.target.selectedIndex = 0;
    if (preset) open(preset);
  };
  return html`<div class="chips" role="group" aria-label=${host.t('presets')}>
    ${presets
      .slice(0, CHIP_COUNT)
      .map(
        (preset) =>
          html`<button
            class="chip"
            aria-pressed=${canonical(preset.experiment) === current}
            title=${preset.sentence}
            @click=${() => open(preset)}
          >
            ${presetTitle(host, preset)}
          </button>`,
      )}
    ${
      more.length
        ? html`<select class="chip" aria-label=${host.t('presets-more')} @change=${pick}>
            <option>${host.t('presets-more')}</option>
            ${more.map((preset) => html`<option title=${preset.sentence}>${presetTitle(host, preset)}</option>`)}
          </select>`
        : nothing
    }
  </div>`;
}

/**
 * The starting points with the one that the lab opens with in sight.
 * @param {any[]} presets
 * @param {string} home
 */
function inSightFirst(presets, home) {
  const hidden = presets.findIndex(({ name }) => name === home) >= CHIP_COUNT;
  if (!hidden) return presets;
  return [...presets.filter(({ name }) => name === home), ...presets.filter(({ name }) => name !== home)];
}

/**
 * What the starting point on show is about; the engine says it in English.
 * @param {RedoLab} host
 */
function presetSentence(host) {
  const current = canonical(host.document);
  const preset = host.presets(host.document.lab).find((candidate) => canonical(candidate.experiment) === current);
  // The lab on redo volume is one question, asked of several tables.
  if (!preset || host.view.inside) return nothing;
  const text = host.texts.find(`preset-sentence-${preset.name}`) ?? (host.locale === 'en' ? preset.sentence : '');
  return text ? html`<p class="note preset-sentence">${text}</p>` : nothing;
}

/**
 * The title of the starting point on show, if it is one.
 * @param {RedoLab} host
 */
export function currentPresetTitle(host) {
  const current = canonical(host.document);
  const preset = host.presets(host.document.lab).find((candidate) => canonical(candidate.experiment) === current);
  return preset ? presetTitle(host, preset) : '';
}

/**
 * @param {RedoLab} host
 * @param {any} preset
 */
function presetTitle(host, preset) {
  return (
    host.texts.find(`preset-${preset.lab}-${preset.name}`) ??
    host.texts.find(`preset-${preset.name}`) ??
    preset.title ??
    preset.name
  );
}

/**
 * @param {RedoLab} host
 * @param {Parameter} parameter
 * @param {boolean} slider
 */
function knob(host, parameter, slider) {
  const lab = /** @type {import('../state/lab.js').Lab} */ (host.description);
  const { name } = parameter;
  const value = sharedValue(lab, host.document, name);
  const label = parameterName(host, parameter);
  const problem = host.problemAt(`params.${name}`);
  const isDefault = canonical(value) === canonical(parameter.default) || !(name in host.document.params);
  const set = (/** @type {any} */ next) => host.change(setShared(host.document, name, next), `~${name}`);
  const reset = () => host.change(resetShared(host.document, name), `reset ${name}`);
  const suffix = slider ? 'knob' : 'all';
  const measured = isMeasured(host, name);
  return html`<div class="knob ${problem ? 'wrong' : ''}" data-parameter=${name}>
    <div class="knob-head">
      <label for="${suffix}-${name}">${label}</label>
      ${measured ? html`<span class="kind measured" title=${host.t('kind-measured-text')}>${host.t('kind-measured')}</span>` : nothing}
      ${parameter.serverVariable ? html`<code class="variable">${parameter.serverVariable}</code>` : nothing}
    </div>
    <div class="knob-control">
      ${editor(host, parameter, value, set, { id: `${suffix}-${name}`, label, slider, path: `params.${name}`, describedBy: `${suffix}-${name}-note`, invalid: Boolean(problem), effective: host.completed[name], onReset: reset })}
    </div>
    <p class="note" id="${suffix}-${name}-note">
      ${problem ? html`<span class="problem">${host.t('error-document', problem)}</span>` : (host.texts.find(`consequence-${host.document.lab}-${name}`) ?? host.texts.find(`consequence-${name}`) ?? parameter.consequence)}
    </p>
    <p class="range">
      ${rangeText(host, parameter)}
      ${isDefault ? nothing : html`<button class="link" @click=${reset}>${host.t('reset-value')}</button>`}
    </p>
  </div>`;
}

/**
 * @param {RedoLab} host
 * @param {Parameter} parameter
 */
function rangeText(host, parameter) {
  const name = (/** @type {any} */ value) => valueName(host, parameter, value);
  if (parameter.min !== null && parameter.max !== null) {
    return host.t('range-default', {
      min: name(parameter.min),
      max: name(parameter.max),
      default: defaultName(host, parameter),
    });
  }
  if (parameter.default === null) return parameter.defaultRule ? host.t('default-is', { default: parameter.defaultRule }) : '';
  return host.t('default-is', { default: name(parameter.default) });
}

/**
 * A default in words: one that follows from other parameters is the value that the engine worked out, or its rule.
 * @param {RedoLab} host
 * @param {Parameter} parameter
 */
function defaultName(host, parameter) {
  const { name } = parameter;
  const own = name in host.document.params;
  const value = parameter.default ?? (own ? null : host.completed[name]);
  return value === null || value === undefined ? parameter.defaultRule : valueName(host, parameter, value);
}

/**
 * What a reader brings along, where the lab takes that: a listing, or transactions one by one.
 * @param {RedoLab} host
 * @param {import('../state/lab.js').Lab} lab
 */
function ownView(host, lab) {
  const varied = differingNames(host.document);
  const long = lab.parameters.filter((parameter) => isLong(parameter) && !varied.includes(parameter.name));
  if (!long.length) return nothing;
  const given = long.filter(({ name }) => name in host.document.params);
  const open = host.folds.own ?? given.length > 0;
  const summary = given.map((parameter) => valueName(host, parameter, host.document.params[parameter.name])).join(', ');
  return html`<details
    class="all own"
    ?open=${open}
    @toggle=${(/** @type {any} */ event) => {
      if (event.target.open === open) return;
      host.folds.own = event.target.open;
      host.requestUpdate();
    }}
  >
    <summary>${host.t('own-workload')}${summary ? `: ${summary}` : ''}</summary>
    ${open ? html`<div class="knobs wide">${long.map((parameter) => knob(host, parameter, false))}</div>` : nothing}
  </details>`;
}

/**
 * Every parameter, in groups, with a search.
 * @param {RedoLab} host
 * @param {import('../state/lab.js').Lab} lab
 */
function allParameters(host, lab) {
  const search = host.folds.search.trim().toLowerCase();
  const matches = (/** @type {Parameter} */ p) =>
    [p.name, parameterName(host, p), p.serverVariable, p.consequence].some((text) => text.toLowerCase().includes(search));
  const shown = lab.parameters.filter((parameter) => matches(parameter) && !isLong(parameter));
  const groups = [...new Set(shown.map((parameter) => parameter.group))];
  const varied = differingNames(host.document);
  return html`
    <div class="all-head">
      <input
        type="search"
        aria-label=${host.t('search-parameters')}
        placeholder=${host.t('search-parameters')}
        .value=${host.folds.search}
        @input=${(/** @type {any} */ event) => {
          host.folds.search = event.target.value;
          host.requestUpdate();
        }}
      />
      <p class="note">${host.t('all-parameters-note')}</p>
    </div>
    ${shown.length ? nothing : html`<p>${host.t('no-parameter-found', { text: host.folds.search })}</p>`}
    <div class="groups">
      ${groups.map((group) =>
        parameterGroup(
          host,
          group,
          shown.filter((p) => p.group === group && !varied.includes(p.name)),
        ),
      )}
      <fieldset style="--knobs:1">
        <legend>${host.t('seed')}</legend>
        <div class="knobs">${seedKnob(host)}</div>
      </fieldset>
    </div>
  `;
}

/** The group whose constants few readers change: folded away, but found by a search. */
const FOLDED_GROUP = 'Machine';

/**
 * @param {RedoLab} host
 * @param {string} group
 * @param {Parameter[]} parameters
 */
function parameterGroup(host, group, parameters) {
  const title = host.texts.find(`group-${group.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`) ?? group;
  const knobs = html`<div class="knobs">${parameters.map((parameter) => knob(host, parameter, false))}</div>`;
  if (group !== FOLDED_GROUP) return html`<fieldset>${group ? html`<legend>${title}</legend>` : nothing} ${knobs}</fieldset>`;
  return html`<details
    class="machine"
    ?open=${host.folds.machine || host.folds.search.trim() !== ''}
    @toggle=${(/** @type {any} */ event) => {
      if (host.folds.search.trim() === '') host.folds.machine = event.target.open;
    }}
  >
    <summary>${host.t('group-machine-count', { count: parameters.length })}</summary>
    <fieldset>
      <legend class="sr-only">${title}</legend>
      ${knobs}
    </fieldset>
  </details>`;
}

/** @param {RedoLab} host */
function seedKnob(host) {
  const set = (/** @type {number} */ seed) => {
    if (Number.isFinite(seed)) host.change(setSeed(host.document, seed), '~seed');
  };
  const fresh = async () => set(await host.engine.request('seed', {}));
  const problem = host.problemAt('seed');
  return html`<div class="knob ${problem ? 'wrong' : ''}" data-parameter="seed">
    <div class="knob-head"><label for="seed">${host.t('seed')}</label></div>
    <div class="knob-control with-button">
      <input
        type="number"
        id="seed"
        aria-describedby="seed-note"
        min="1"
        .value=${String(host.document.seed ?? 1)}
        @change=${(/** @type {any} */ event) => set(event.target.valueAsNumber)}
      />
      <button @click=${fresh}>${host.t('new-seed')}</button>
    </div>
    <p class="note" id="seed-note">
      ${problem ? html`<span class="problem">${host.t('error-document', problem)}</span>` : host.t('seed-consequence')}
    </p>
  </div>`;
}
