/**
 * What a reader must know of a run's input, such as lines of a listing that could not be used.
 */
import { html, nothing } from 'lit';
import { letter } from '../state/experiment.js';
import { formatNumber } from '../state/format.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */
/** @typedef {{ key: string, line: number, text: string }} Note */

/** Notes in sight; more are folded away. */
const SIGHT_LIMIT = 4;

/**
 * A note in the reader's language; what has no translation stays as the engine says it.
 * @param {RedoLab} host
 * @param {Note} note
 */
export function noteText(host, { key, line, text }) {
  // What the engine says behind the place has no text of its own.
  const reason = text.replace(/^line \d+: /, '');
  return host.texts.find(`note-${key}`, { line: formatNumber(line, host.locale), reason }) ?? text;
}

/**
 * The notes of a report, each once, with the letters of the runs that it is about.
 * @param {any} report
 * @returns {{ note: Note, letters: string }[]}
 */
export function notesOf(report) {
  /** @type {Map<string, { note: Note, letters: string[] }>} */
  const found = new Map();
  for (const [index, run] of report.runs.entries()) {
    for (const note of run.notes ?? []) {
      const known = found.get(note.text);
      if (known) known.letters.push(letter(index));
      else found.set(note.text, { note, letters: [letter(index)] });
    }
  }
  return [...found.values()].map(({ note, letters }) => ({ note, letters: letters.join(', ') }));
}

/** @param {RedoLab} host */
export function notesView(host) {
  const notes = notesOf(host.report);
  if (!notes.length) return nothing;
  const all = host.report.runs.length;
  const item = (/** @type {{ note: Note, letters: string }} */ { note, letters }) =>
    html`<li>
      ${all > 1 && letters.split(', ').length < all ? html`<b class="letter">${letters}</b> ` : nothing}${noteText(host, note)}
    </li>`;
  const rest = notes.slice(SIGHT_LIMIT);
  return html`<div class="notes" role="group" aria-label=${host.t('notes')}>
    <ul>
      ${notes.slice(0, SIGHT_LIMIT).map(item)}
    </ul>
    ${
      rest.length
        ? html`<details>
            <summary>${host.t('notes-more', { count: formatNumber(rest.length, host.locale) })}</summary>
            <ul>
              ${rest.map(item)}
            </ul>
          </details>`
        : nothing
    }
  </div>`;
}
