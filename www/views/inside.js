/**
 * A look inside one variant: its stage and its inspector, for labs whose runs can be opened page by page.
 */
import { html, nothing } from 'lit';
import { letter } from '../state/experiment.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** Up to this size a variant is built again at once for stage and inspector; above, only when asked for. */
const LOOK_AT_ONCE_ROWS = 200000;

/**
 * The stage and the inspector for one variant.
 * @param {RedoLab} host
 */
export function insideView(host) {
  const { report, folds } = host;
  const smallEnough = report.runs.every((/** @type {any} */ run) => Number(run.params.rows) <= LOOK_AT_ONCE_ROWS);
  if (folds.looking === null && smallEnough) folds.looking = 0;
  const look = (/** @type {number} */ index) => {
    folds.looking = index;
    host.requestUpdate();
  };
  if (folds.looking !== null) {
    Promise.all([import('./stage.js'), import('./inspector.js')]).catch((error) => host.fail(error));
  }
  const experiment = host.reportOf;
  const shared = { engine: host.engine, texts: host.texts };
  return html`
    <div role="group" class="card" aria-labelledby="stage-title">
      <div class="section-head">
        <h3 id="stage-title">${host.t('stage-title')}</h3>
        <div class="segmented" role="group" aria-label=${host.t('stage-open')}>
          ${report.runs.map(
            (/** @type {any} */ _, /** @type {number} */ index) =>
              html`<button
                aria-pressed=${folds.looking === index}
                aria-label="${host.t('stage-load', { letter: letter(index) })}"
                title=${host.runName(index)}
                @click=${() => look(index)}
              >
                ${letter(index)}
              </button>`,
          )}
        </div>
      </div>
      <p class="note">${host.t('stage-note')}</p>
      ${
        folds.looking === null
          ? html`<p>
              ${report.runs.map((/** @type {any} */ _, /** @type {number} */ index) => html`<button @click=${() => look(index)}>${host.t('stage-load', { letter: letter(index) })}</button> `)}
            </p>`
          : html`<redo-lab-stage
              .engine=${shared.engine}
              .texts=${shared.texts}
              .experiment=${experiment}
              .runIndex=${folds.looking}
              .name=${host.runName(folds.looking)}
            ></redo-lab-stage>`
      }
    </div>
    ${
      folds.looking === null
        ? nothing
        : html`<div role="group" class="card" aria-labelledby="inspector-title">
            <div class="section-head"><h3 id="inspector-title">${host.t('inspector-title')}</h3></div>
            <p class="note">${host.t('inspector-note')}</p>
            <redo-lab-inspector
              .engine=${shared.engine}
              .texts=${shared.texts}
              .experiment=${experiment}
              .runIndex=${folds.looking}
              .encoding=${report.runs[folds.looking].params.encoding}
              .encodings=${host.description?.parameters.find((p) => p.name === 'encoding')?.choices.map((c) => c.value) ?? []}
            ></redo-lab-inspector>
          </div>`
    }
  `;
}
