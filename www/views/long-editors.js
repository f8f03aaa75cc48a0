/**
 * Editors of values that are longer than a line: a listing, and transactions one by one. Loaded when somebody opens them.
 */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { formatBytes, formatNumber } from '../state/format.js';
import { fittingPart, jsonListProblem, linesOf, readRows } from '../state/long-values.js';

/** @typedef {import('../element/redo-lab.js').RedoLab} RedoLab */
/** @typedef {import('../state/lab.js').Parameter} Parameter */
/** @typedef {import('../state/experiment.js').Value} Value */
/** @typedef {{ id: string, label: string, path?: string, describedBy?: string, invalid?: boolean }} Options */

/** Lines to start from, by parameter: eight transactions in the groups {1,2} {3} {4,5} {6} {7,8}. */
const EXAMPLES = /** @type {{ [name: string]: any }} */ ({
  own_binlog: [0, 0, 2, 3, 3, 5, 6, 6].map((last, i) => `last_committed=${last} sequence_number=${i + 1}`).join('\n') + '\n',
  own_transactions: [
    { at_us: 0, session: 1, rows: ['accounts:1'] },
    { at_us: 0, session: 2, rows: ['accounts:2'] },
    { at_us: 100, session: 3, rows: ['accounts:1', 'accounts:3'] },
    { at_us: 100, session: 4, rows: ['accounts:4'] },
  ],
});

/** Transactions that the table shows; a longer list is edited as JSON. */
const TABLE_ROWS = 40;

/** What was last said of a file, by the editor's id. @type {Map<string, string>} */
const said = new Map();

/** Lists that their reader wants to see as JSON, by the editor's id. @type {Set<string>} */
const asJson = new Set();

/**
 * A listing: typed, pasted, dropped or opened.
 * @param {RedoLab} host
 * @param {Parameter} parameter
 * @param {Value} value
 * @param {(value: Value) => void} onChange
 * @param {Options} options
 */
export function textEditor(host, parameter, value, onChange, { id, label, describedBy, invalid }) {
  const text = typeof value === 'string' ? value : '';
  const take = (/** @type {string} */ next, said_ = '') => {
    said.set(id, said_);
    onChange(next);
    host.requestUpdate();
  };
  const open = async (/** @type {Blob | undefined} */ file) => {
    if (!file) return;
    const { content, cut } = await fittingPart(file, parameter.most ?? Infinity);
    take(content, cut ? host.t('file-cut', { size: formatBytes(parameter.most ?? 0, host.locale) }) : '');
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0]).catch((error) => host.fail(error));
  };
  const message = said.get(id) ?? '';
  return html`<div class="long" @dragover=${(/** @type {DragEvent} */ event) => event.preventDefault()} @drop=${drop}>
    <textarea
      id=${id}
      rows="7"
      wrap="off"
      spellcheck="false"
      autocapitalize="off"
      aria-label=${label}
      aria-describedby=${describedBy ?? nothing}
      aria-invalid=${invalid ? 'true' : nothing}
      placeholder=${EXAMPLES[parameter.name] ? String(EXAMPLES[parameter.name]).split('\n').slice(0, 3).join('\n') : ''}
      .value=${live(text)}
      @change=${(/** @type {any} */ event) => take(event.target.value)}
    ></textarea>
    <div class="long-tools">
      <label class="file"
        ><input
          type="file"
          @change=${(/** @type {any} */ event) => {
            open(event.target.files[0]).catch((error) => host.fail(error));
            event.target.value = '';
          }}
        /><span>${host.t('file-open')}</span></label
      >
      ${EXAMPLES[parameter.name] && !text ? html`<button @click=${() => take(EXAMPLES[parameter.name])}>${host.t('long-example')}</button>` : nothing}
      ${text ? html`<button @click=${() => take('')}>${host.t('long-clear')}</button>` : nothing}
      <span class="long-size"
        >${host.t('long-size', { count: linesOf(text), number: formatNumber(linesOf(text), host.locale), size: formatBytes(text.length, host.locale) })}</span
      >
    </div>
    ${message ? html`<p class="note" role="status">${message}</p>` : nothing} ${lineNotes(host, parameter, text, id)}
  </div>`;
}

/**
 * What the last run said of single lines of this very text, each leading to its line.
 * @param {RedoLab} host
 * @param {Parameter} parameter
 * @param {string} text
 * @param {string} id
 */
function lineNotes(host, parameter, text, id) {
  if (!text) return nothing;
  const run = host.report?.runs.find((/** @type {any} */ candidate) => candidate.params[parameter.name] === text);
  const notes = (run?.notes ?? []).filter((/** @type {any} */ note) => note.line > 0);
  if (!notes.length) return nothing;
  const show = (/** @type {number} */ line) => {
    const area = /** @type {HTMLTextAreaElement | null} */ (host.renderRoot.querySelector(`#${id}`));
    if (!area) return;
    const before = text.split('\n').slice(0, line - 1);
    const start = before.reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(start, start + (text.split('\n')[line - 1]?.length ?? 0));
    area.scrollTop = (area.scrollHeight / Math.max(1, linesOf(text))) * Math.max(0, line - 3);
    area.scrollLeft = 0;
  };
  return html`<ul class="line-notes" aria-label=${host.t('notes')}>
    ${notes.map(
      (/** @type {any} */ note) =>
        html`<li>
          <button class="link" @click=${() => show(note.line)}>
            ${host.t('line-n', { line: formatNumber(note.line, host.locale) })}
          </button>
          ${note.text.replace(/^line \d+: /, '')}
        </li>`,
    )}
  </ul>`;
}

/**
 * Transactions one by one: a small table, or JSON.
 * @param {RedoLab} host
 * @param {Parameter} parameter
 * @param {Value} value
 * @param {(value: Value) => void} onChange
 * @param {Options} options
 */
export function transactionsEditor(host, parameter, value, onChange, options) {
  const { id, path = '' } = options;
  const list = Array.isArray(value) ? value : [];
  // Text that is no list yet is somebody's own too: a slip must not take the rest of it away.
  const json = typeof value === 'string' || list.length > TABLE_ROWS || asJson.has(id);
  const toggle = () => {
    if (json) asJson.delete(id);
    else asJson.add(id);
    host.requestUpdate();
  };
  const add = () => onChange([...list, { ...(list.at(-1) ?? EXAMPLES[parameter.name]?.[0]) }]);
  return html`<div class="long">
    ${json ? jsonEditor(host, value, onChange, options) : transactionTable(host, list, onChange, id, path)}
    <div class="long-tools">
      ${json ? nothing : html`<button @click=${add}>${host.t('transaction-add')}</button>`}
      ${!list.length && !json && EXAMPLES[parameter.name] ? html`<button @click=${() => onChange(EXAMPLES[parameter.name])}>${host.t('long-example')}</button>` : nothing}
      <button aria-pressed=${json} ?disabled=${list.length > TABLE_ROWS || typeof value === 'string'} @click=${toggle}>
        JSON
      </button>
      ${list.length ? html`<button @click=${() => onChange([])}>${host.t('long-clear')}</button>` : nothing}
      <span class="long-size"
        >${host.t('transactions-count', { count: list.length, number: formatNumber(list.length, host.locale) })}</span
      >
    </div>
  </div>`;
}

/**
 * @param {RedoLab} host
 * @param {Value} value
 * @param {(value: Value) => void} onChange
 * @param {Options} options
 */
function jsonEditor(host, value, onChange, { id, label, describedBy, invalid }) {
  const slip = typeof value === 'string' ? jsonListProblem(value) : '';
  const type = (/** @type {any} */ event) => {
    const text = event.target.value;
    // What is no list stays as it was typed, for its writer to mend.
    onChange(text.trim() === '' ? [] : jsonListProblem(text) ? text : JSON.parse(text));
  };
  const lines = Array.isArray(value)
    ? `[\n${value.map((one) => ` ${JSON.stringify(one)}`).join(',\n')}\n]`
    : String(value ?? '');
  return html`<textarea
      id=${id}
      rows="9"
      wrap="off"
      spellcheck="false"
      aria-label=${label}
      aria-describedby=${slip ? `${id}-slip` : (describedBy ?? nothing)}
      aria-invalid=${slip || invalid ? 'true' : nothing}
      .value=${live(Array.isArray(value) && !value.length ? '' : lines)}
      placeholder='[{ "at_us": 0, "session": 1, "rows": ["accounts:5"] }]'
      @change=${type}
    ></textarea>
    ${slip ? html`<p class="problem" id="${id}-slip">${host.t('list-slip', { message: slip })}</p>` : nothing}`;
}

/** Columns of the table that hold whole numbers. */
const NUMBERS = ['at_us', 'session', 'work_us', 'apply_us'];

/**
 * @param {RedoLab} host
 * @param {any[]} list
 * @param {(value: Value) => void} onChange
 * @param {string} id
 * @param {string} path
 */
function transactionTable(host, list, onChange, id, path) {
  const set = (/** @type {number} */ at, /** @type {string} */ key, /** @type {any} */ next) =>
    onChange(
      list.map((one, index) => {
        if (index !== at) return one;
        const { [key]: _, ...rest } = one;
        return next === undefined ? rest : { ...rest, [key]: next };
      }),
    );
  const name = (/** @type {string} */ key) => host.t(`transaction-${key}`);
  if (!list.length) return html`<p class="note" id=${id}>${host.t('transactions-none')}</p>`;
  return html`<ol class="own-list" id=${id}>
    <li class="own-head" aria-hidden="true">
      <span></span>${[...NUMBERS, 'rows', 'ddl'].map((key) => html`<span>${name(key)}</span>`)}<span></span>
    </li>
    ${list.map((one, at) => {
      const problem = host.problemAt(`${path}[${at}]`);
      const label = (/** @type {string} */ key) => `${name(key)}, ${host.t('transaction-n', { number: at + 1 })}`;
      return html`<li class=${problem ? 'wrong' : ''}>
        <b>${at + 1}</b>
        ${NUMBERS.map(
          (key) =>
            html`<label
              ><span>${name(key)}</span
              ><input
                type="text"
                inputmode="numeric"
                autocomplete="off"
                aria-label=${label(key)}
                .value=${live(String(one[key] ?? ''))}
                @change=${(/** @type {any} */ event) => set(at, key, numberOf(event.target.value))}
            /></label>`,
        )}
        <label class="own-rows"
          ><span>${name('rows')}</span
          ><input
            type="text"
            autocomplete="off"
            spellcheck="false"
            placeholder="accounts:5, users.email:ann"
            aria-label=${label('rows')}
            .value=${live((one.rows ?? []).join(', '))}
            @change=${(/** @type {any} */ event) => set(at, 'rows', readRows(event.target.value))}
        /></label>
        <label class="own-ddl"
          ><span>${name('ddl')}</span
          ><input
            type="checkbox"
            aria-label=${label('ddl')}
            .checked=${live(one.ddl === true)}
            @change=${(/** @type {any} */ event) => set(at, 'ddl', event.target.checked || undefined)}
        /></label>
        <button
          class="icon"
          aria-label=${host.t('transaction-remove', { number: at + 1 })}
          title=${host.t('transaction-remove', { number: at + 1 })}
          @click=${() => onChange(list.filter((_, index) => index !== at))}
        >
          ✕
        </button>
        ${problem ? html`<p class="problem">${host.t('error-document', problem)}</p>` : nothing}
      </li>`;
    })}
  </ol>`;
}

/**
 * A number as it was typed; nothing for an empty field, and what is no number as it is, for the engine to name.
 * @param {string} text
 */
function numberOf(text) {
  const digits = text.replace(/[\s,_'’\u00a0\u202f]/g, '');
  if (digits === '') return undefined;
  return Number.isNaN(Number(digits)) ? text : Number(digits);
}
