/**
 * A sentence with its numbers set off, so that the eye finds them.
 */
import { html } from 'lit';

/** @param {string} text */
export function inNumbers(text) {
  return text
    .split(/((?:\d[\d.,\u00a0\u202f]*\d|\d)(?:\s?%)?)(?=[^\w]|$)/)
    .map((part, index) => (index % 2 ? html`<b class="number">${part}</b>` : part));
}
