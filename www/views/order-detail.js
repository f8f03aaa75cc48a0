/**
 * All that is known of one transaction: its virtual timestamp in four parts, and the times of its parts.
 */
import { html, nothing } from 'lit';
import { formatQuantity } from '../state/format.js';
import { indexOf, timestampParts } from '../state/order.js';

/** Columns of a part's times. */
const PART_TIMES = /** @type {const} */ (['part_prepared', 'part_committed', 'part_read', 'part_sorted', 'part_merged']);

/**
 * @param {import('./order.js').RedoLabOrderView} host
 * @param {import('../state/order.js').OrderLog} log
 * @param {number} index
 */
export function detailView(host, log, index) {
  const parts = indexOf(log).partsOf[index];
  const digits = timestampParts(log.timestamp[index]);
  const kind = log.kind[index];
  const names = ['commit', 'transaction', 'sequence', 'node'];
  return html`<div class="detail" role="group" aria-label=${host.t('order-detail')}>
    <div class="section-head">
      <p>
        <i class="key block ${kind}" aria-hidden="true"></i
        ><b>${host.t('order-transaction', { number: host.number(log.transaction[index]) })}</b>,
        ${host.t(`order-kind-${kind}`)}. ${host.t(`order-about-${kind}`)}
      </p>
      <button @click=${() => (host.chosen = null)}>${host.t('order-close')}</button>
    </div>
    ${
      digits.length
        ? html`<dl class="digits" aria-label=${host.t('order-timestamp')}>
            ${digits.map(
              (text, place) =>
                html`<div>
                  <dt>${host.t(`order-digits-${names[place]}`)}</dt>
                  <dd class="hex">${text}</dd>
                </div>`,
            )}
          </dl>`
        : html`<p class="note">${host.t('order-timestamp-unknown')}</p>`
    }
    <div class="scroll" tabindex="0" role="group" aria-label=${host.t('order-times')}>
      <table class="times">
        <thead>
          <tr>
            <th scope="col">${host.t('order-part')}</th>
            <th scope="col">${host.t('order-bytes')}</th>
            ${PART_TIMES.map((name) => html`<th scope="col">${host.t(`order-time-${name.replace('part_', '')}`)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${parts.map(
            (part) =>
              html`<tr>
                <th scope="row">
                  ${host.t('order-node', { number: host.number(log.part_node[part]) })}
                  ${log.part_spilled[part] ? html`<span class="tag">${host.t('order-mark-spilled')}</span>` : nothing}
                </th>
                <td class="number">${formatQuantity(log.part_bytes[part], 'B', host.locale, true)}</td>
                ${PART_TIMES.map((name) => html`<td class="number">${host.exact(log[name][part])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      kind === 'heartbeat'
        ? nothing
        : html`<p class="whole">
            ${host.t('order-time-collected')} <span class="number">${host.exact(log.collected[index])}</span> ·
            ${host.t('order-time-written')} <span class="number">${host.exact(log.written[index])}</span>
          </p>`
    }
  </div>`;
}
