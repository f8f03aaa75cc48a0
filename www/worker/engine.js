/**
 * The page's side of the engine: promises, progress, cancel. All elements of a page share one thread.
 *
 * A thread that panics or does not answer is ended and started again with the next request; what the page had is not touched.
 */

/** How long a cancelled request may go on before its thread is ended, in ms. */
const CANCEL_PATIENCE_MS = 1500;

/** What went wrong, as the engine says it. */
export class EngineFailure extends Error {
  /** @param {{ name: string, message: string, path?: string, value?: string, allowed?: string, panicked?: boolean }} plain */
  constructor(plain) {
    super(plain.message);
    this.name = plain.name;
    this.path = plain.path ?? '';
    this.value = plain.value ?? '';
    this.allowed = plain.allowed ?? '';
    this.panicked = plain.panicked ?? false;
  }
}

/** The request was cancelled by the page. */
export class RunCancelled extends Error {}

/** @typedef {{ resolve: (value: any) => void, reject: (error: Error) => void, onProgress?: (message: any) => void }} Pending */

export class Engine {
  /** @param {() => Worker} startWorker */
  constructor(startWorker) {
    this.startWorker = startWorker;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    this.lastId = 0;
    /** @type {Promise<any> | null} */
    this.greeting = null;
  }

  /**
   * The engine's version, its labs and presets; asked once.
   * @returns {Promise<{ version: string, labs: any[], presets: any[] }>}
   */
  hello() {
    this.greeting ??= this.request('hello', {}).catch((error) => {
      this.greeting = null;
      throw error;
    });
    return this.greeting;
  }

  /**
   * Sends a request. `signal` cancels it; `onProgress` gets every message before the result.
   * @param {string} op
   * @param {object} fields
   * @param {{ signal?: AbortSignal, onProgress?: (message: any) => void }} [options]
   * @returns {Promise<any>}
   */
  request(op, fields, { signal, onProgress } = {}) {
    if (signal?.aborted) return Promise.reject(new RunCancelled());
    const id = ++this.lastId;
    const worker = this.liveWorker();
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, onProgress });
      signal?.addEventListener('abort', () => this.cancel(id), { once: true });
      worker.postMessage({ id, op, ...fields });
    });
  }

  /**
   * Cancels a request: the page goes on at once, the thread stops at its next slice.
   * @param {number} id
   */
  cancel(id) {
    const pending = this.pending.get(id);
    if (!pending) return;
    const { worker } = this;
    worker?.postMessage({ op: 'cancel', target: id });
    pending.onProgress = undefined;
    const { reject } = pending;
    pending.reject = () => undefined;
    reject(new RunCancelled());
    setTimeout(() => {
      if (this.pending.has(id) && this.worker === worker) this.restart('the engine did not stop in time');
    }, CANCEL_PATIENCE_MS);
  }

  /** @returns {Worker} */
  liveWorker() {
    if (this.worker) return this.worker;
    const worker = this.startWorker();
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.restart(event.message || 'the engine could not be loaded');
    return (this.worker = worker);
  }

  /** @param {any} message */
  receive(message) {
    const pending = this.pending.get(message.id);
    if (!pending) return;
    if (message.kind === 'progress') {
      pending.onProgress?.(message);
      return;
    }
    this.pending.delete(message.id);
    if (message.kind === 'result') pending.resolve(message.result);
    else if (message.kind === 'cancelled') pending.reject(new RunCancelled());
    else pending.reject(new EngineFailure(message.error));
    if (message.error?.panicked) this.restart('the engine was restarted');
  }

  /**
   * Ends the thread and fails what waited for it; the next request starts a new one.
   * @param {string} reason
   */
  restart(reason) {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of waiting) reject(new EngineFailure({ name: 'EngineLost', message: reason }));
  }
}

/** @type {Engine | null} */
let shared = null;

/** The engine of this page. */
export function sharedEngine() {
  shared ??= new Engine(() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'redo-lab' }));
  return shared;
}
