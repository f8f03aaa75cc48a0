/**
 * Taking an experiment along: a link that holds it whole, and the report as JSON or CSV.
 */
import { html, nothing } from 'lit';
import { reportToCsv } from '../state/csv.js';
import { letter } from '../state/experiment.js';
import { encodeLink } from '../state/link.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** @param {RedoLab} host */
export function shareView(host) {
  const name = `redo-lab-${host.report.lab}`;
  return html`<div role="group" class="share" aria-labelledby="share-title">
    <h3 id="share-title">${host.t('share')}</h3>
    <div class="share-row">
      <button @click=${() => copyLink(host)}>${host.t('share-link')}</button>
      <button @click=${() => download(`${name}.json`, 'application/json', JSON.stringify(host.report, null, 2))}>
        ${host.t('share-json')}
      </button>
      <button @click=${() => download(`${name}.csv`, 'text/csv', reportToCsv(host.report))}>${host.t('share-csv')}</button>
    </div>
    ${host.linkShown ? html`<input class="link-text" type="text" readonly aria-label=${host.t('share-link')} .value=${host.linkShown} />` : nothing}
    <p class="note">${host.t('share-note')}</p>
    <details class="as-table">
      <summary>${host.t('share-digest')}</summary>
      <ul class="digests">
        ${host.report.runs.map((/** @type {any} */ run, /** @type {number} */ index) => html`<li><b class="letter">${letter(index)}</b> <code>${run.digest}</code></li>`)}
      </ul>
    </details>
    <details class="as-table">
      <summary>${host.t('help-keys')}</summary>
      <ul class="note">
        ${['help-tab', 'help-chart', 'help-undo'].map((id) => html`<li>${host.t(id)}</li>`)}
      </ul>
    </details>
  </div>`;
}

/** @param {RedoLab} host */
async function copyLink(host) {
  const link = location.href.replace(/#.*$/, '') + (await encodeLink(host.reportOf ?? host.document));
  host.linkShown = link;
  try {
    await navigator.clipboard.writeText(link);
    host.spoken = host.t('share-copied');
  } catch {
    host.spoken = host.t('share-copy-failed');
  }
  host.requestUpdate();
  await host.updateComplete;
  /** @type {HTMLInputElement | null} */ (host.renderRoot.querySelector('.link-text'))?.select();
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}
