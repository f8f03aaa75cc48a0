/**
 * Undo and redo over immutable documents.
 *
 * @template T
 */
export class History {
  /** @param {T} present */
  constructor(present) {
    this.present = present;
    /** @type {{ document: T, label: string }[]} */
    this.past = [];
    /** @type {{ document: T, label: string }[]} */
    this.future = [];
  }

  /**
   * Makes `next` the present. `label` says what was done; a label that starts with `~` joins the change to the one before it
   * when that has the same label, so that dragging a slider is one step.
   * @param {T} next
   * @param {string} label
   */
  push(next, label) {
    if (next === this.present) return false;
    const joins = label.startsWith('~') && this.past.at(-1)?.label === label;
    if (!joins) this.past = [...this.past.slice(-HISTORY_LIMIT), { document: this.present, label }];
    this.future = [];
    this.present = next;
    return true;
  }

  /** @returns {boolean} whether there was something to undo */
  undo() {
    const last = this.past.at(-1);
    if (!last) return false;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, { document: this.present, label: last.label }];
    this.present = last.document;
    return true;
  }

  /** @returns {boolean} whether there was something to redo */
  redo() {
    const next = this.future.at(-1);
    if (!next) return false;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, { document: this.present, label: next.label }];
    this.present = next.document;
    return true;
  }
}

/** Older steps are forgotten: a session of an hour stays small. */
const HISTORY_LIMIT = 100;
