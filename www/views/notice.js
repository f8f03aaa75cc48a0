/**
 * What went wrong or what to know, above everything else and out of nobody's way.
 */
import { html, nothing } from 'lit';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */

/** @param {RedoLab} host */
export function noticeView(host) {
  const { notice } = host;
  if (!notice) return nothing;
  const { error } = notice;
  const dismiss = () => {
    host.notice = null;
    if (host.phase === 'failed') host.phase = 'ready';
    host.requestUpdate();
  };
  return html`
    <div class="notice ${notice.kind}" role="alert">
      <div>
        <strong>${notice.title}</strong>
        ${
          error?.path
            ? html`<dl class="error-parts">
                <dt>${host.t('error-path')}</dt>
                <dd><code>${error.path}</code></dd>
                <dt>${host.t('error-value')}</dt>
                <dd><code>${error.value}</code></dd>
                <dt>${host.t('error-allowed')}</dt>
                <dd>${error.allowed}</dd>
              </dl>`
            : html`<p>${notice.text}</p>`
        }
      </div>
      ${
        host.history
          ? html`<button class="quiet" @click=${dismiss}>${host.t('dismiss')}</button>`
          : html`<button class="quiet" @click=${() => retry(host)}>${host.t('error-retry')}</button>`
      }
    </div>
  `;
}

/** @param {RedoLab} host */
function retry(host) {
  host.notice = null;
  host.requestUpdate();
  host.start();
}
