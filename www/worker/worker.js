/**
 * The engine's thread: loads the WebAssembly module and answers the page.
 *
 * Long work is cut into slices of about 20 ms, and the thread looks for messages between two slices: that is what makes
 * progress visible and cancel quick. A slice's size follows the machine: it grows while slices are short.
 *
 * Messages in: `{ id, op, ...arguments }`; out: `{ id, kind: 'progress' | 'result' | 'error' | 'cancelled', ... }`.
 */
import startEngine, * as engine from '#engine';

const SLICE_MS = 20;
const FIRST_SLICE_ROWS = 2000;

/** Inspectors hold a whole tablespace and its log: only the last few are kept. */
const INSPECTOR_LIMIT = 2;

/** @type {Promise<any> | null} */
let started = null;
/** What ends the wait of each request in work, by its id. @type {Map<number, () => void>} */
const stoppers = new Map();
/** @type {Set<number>} ids of requests in work that the page no longer wants */
const cancelled = new Set();
/**
 * Inspectors by their specification, oldest first. Several requests may wait for one that is being built; it is given up when
 * none of them wants it any more.
 * @type {Map<string, { ids: Set<number>, built: Promise<any> }>}
 */
const inspectors = new Map();
/** Runs wait for each other, so that each has the thread and the memory for itself. */
let runQueue = Promise.resolve();

const wake = new MessageChannel();
/** @type {(() => void)[]} */
const sleepers = [];
wake.port1.onmessage = () => sleepers.shift()?.();

/**
 * Lets waiting messages in; unlike a timer it costs next to nothing.
 * @returns {Promise<void>}
 */
function breathe() {
  return new Promise((resolve) => {
    sleepers.push(resolve);
    wake.port2.postMessage(0);
  });
}

self.onmessage = async ({ data }) => {
  if (data.op === 'cancel') {
    if (stoppers.has(data.target)) cancelled.add(data.target);
    stoppers.get(data.target)?.();
    return;
  }
  const { id } = data;
  const stopped = new Promise((_, reject) => stoppers.set(id, () => reject(new Cancelled())));
  const work = perform(data);
  work
    .catch(() => undefined)
    .then(() => {
      cancelled.delete(id);
      stoppers.delete(id);
    });
  try {
    const result = await Promise.race([work, stopped]);
    postMessage({ id, kind: 'result', result }, { transfer: buffersOf(result) });
  } catch (error) {
    postMessage(error instanceof Cancelled ? { id, kind: 'cancelled' } : { id, kind: 'error', error: plainError(error) });
  }
};

/** @param {any} request */
async function perform(request) {
  started ??= startEngine();
  await started;
  return operations[request.op](request);
}

/** @type {{ [op: string]: (request: any) => any }} */
const operations = {
  hello: () => ({ version: engine.engine_version(), labs: engine.labs(), presets: engine.presets() }),
  complete: ({ experiment }) => engine.complete(experiment),
  seed: () => engine.new_seed(),
  run: (request) => inTurn(() => run(request)),
  inspect: async (request) => {
    const inspector = await inspectorFor(request);
    return { overview: inspector.overview(), tape: request.tape ? inspector.tape() : null };
  },
  page: async (request) => (await inspectorFor(request)).page(request.pageNo),
  pageRedo: async (request) => (await inspectorFor(request)).page_redo(request.pageNo, request.from, request.count),
  bench: ({ name, rows }) => bench(name, rows),
  measure: (request) => inTurn(() => measure(request)),
  studies: () => engine.studies(),
  study: (request) => inTurn(() => study(request)),
};

/**
 * Does one thing after the runs that wait already.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
function inTurn(work) {
  const result = runQueue.then(work);
  runQueue = result.then(
    () => undefined,
    () => undefined,
  );
  return result;
}

class Cancelled extends Error {}

/**
 * Runs an experiment, variant by variant; posts progress, and the report as it grows when a variant has ended.
 * @param {any} request
 */
async function run({ id, experiment }) {
  const job = new engine.Run(experiment);
  try {
    await reporting(id, job);
    return job.report();
  } finally {
    job.free();
  }
}

/**
 * Runs a study: every experiment that it has, beside what was published.
 * @param {any} request
 */
async function study({ id, name }) {
  const job = new engine.StudyRun(name);
  try {
    await inSlices(
      () => cancelled.has(id),
      (units) => {
        const progress = job.step(units);
        postMessage({ id, kind: 'progress', progress });
        return progress.done;
      },
    );
    return job.report();
  } finally {
    job.free();
  }
}

/** What the engine can be timed at. */
const MEASURES = ['compare', 'copy', 'merge', 'load', 'encode', 'checksum', 'parse', 'apply'];

/** An amount is large enough when the engine is busy with it for so long: the clock of a page is coarse. */
const MEASURE_MS = 30;

/** Each kind is timed so often; the median counts. */
const MEASURE_REPEATS = 5;

/**
 * Times the engine at its own work.
 * @param {any} request
 * @returns {Promise<{ [kind: string]: { elapsedMs: number, units: number } }>}
 */
async function measure({ id }) {
  /** @type {{ [kind: string]: { elapsedMs: number, units: number } }} */
  const result = {};
  for (const [place, kind] of MEASURES.entries()) {
    let amount = 1024;
    while (timed(kind, amount).elapsedMs < MEASURE_MS && amount < 2 ** 28) {
      amount *= 2;
      await breathe();
      if (cancelled.has(id)) throw new Cancelled();
    }
    const times = [];
    for (let repeat = 0; repeat < MEASURE_REPEATS; repeat++) {
      times.push(timed(kind, amount));
      await breathe();
      if (cancelled.has(id)) throw new Cancelled();
    }
    times.sort((a, b) => a.elapsedMs / a.units - b.elapsedMs / b.units);
    result[kind] = times[MEASURE_REPEATS >> 1];
    postMessage({ id, kind: 'progress', progress: { fraction: (place + 1) / MEASURES.length } });
  }
  return result;
}

/**
 * @param {string} kind
 * @param {number} amount
 */
function timed(kind, amount) {
  const start = performance.now();
  const units = engine.bench_measure(kind, amount);
  return { elapsedMs: performance.now() - start, units: Number(units) };
}

/**
 * Takes a job to its end; posts progress, and the report as it grows when a run has ended.
 * @param {number} id
 * @param {{ step: (units: number) => any, report: () => any }} job
 */
async function reporting(id, job) {
  let finished = 0;
  await inSlices(
    () => cancelled.has(id),
    (units) => {
      const progress = job.step(units);
      const ended = progress.runs.filter((/** @type {any} */ run) => run.done).length;
      const report = ended > finished && !progress.done ? job.report() : null;
      finished = ended;
      postMessage({ id, kind: 'progress', progress, report });
      return progress.done;
    },
  );
}

/**
 * The inspector for a variant under an encoding, built when it is not there.
 * @param {any} request
 */
function inspectorFor({ id, experiment, runIndex, encoding }) {
  const key = JSON.stringify([experiment, runIndex, encoding ?? null]);
  const known = inspectors.get(key);
  if (known) {
    known.ids.add(id);
    return known.built;
  }
  for (const [oldest, { built }] of [...inspectors].slice(0, Math.max(0, inspectors.size + 1 - INSPECTOR_LIMIT))) {
    inspectors.delete(oldest);
    // Whoever waits for it reads it in the same turn, before it is freed.
    built.then((inspector) => setTimeout(() => inspector.free())).catch(() => undefined);
  }
  const ids = new Set([id]);
  const built = buildInspector(ids, experiment, runIndex, encoding);
  inspectors.set(key, { ids, built });
  built.catch(() => inspectors.delete(key));
  return built;
}

/**
 * @param {Set<number>} ids the requests that wait for it
 * @param {any} experiment
 * @param {number} runIndex
 * @param {string} [encoding]
 */
async function buildInspector(ids, experiment, runIndex, encoding) {
  const inspector = new engine.Inspector(experiment, runIndex, encoding);
  const unwanted = () => [...ids].every((id) => cancelled.has(id));
  try {
    await inSlices(unwanted, (rows) => {
      const progress = inspector.step(rows);
      for (const id of ids) postMessage({ id, kind: 'progress', progress });
      return progress.done;
    });
  } catch (error) {
    inspector.free();
    throw error;
  }
  return inspector;
}

/**
 * Calls `step` with a number of rows until it says that it is done.
 * @param {() => boolean} unwanted whether to give up
 * @param {(rows: number) => boolean} step
 */
async function inSlices(unwanted, step) {
  let rows = FIRST_SLICE_ROWS;
  for (;;) {
    if (unwanted()) throw new Cancelled();
    const start = performance.now();
    if (step(rows)) return;
    const elapsed = performance.now() - start;
    if (elapsed < SLICE_MS / 2) rows = Math.min(rows * 2, 1 << 24);
    else if (elapsed > SLICE_MS * 1.5) rows = Math.max(rows >> 1, 16);
    await breathe();
  }
}

/**
 * Times one benchmark case once; the page takes the median of several.
 * @param {string} name `lower-bound`, `kernel-bound`, `kernel`, `group-commit`, `global-binlog`, or an encoding
 * @param {number} amount rows, events of the kernel or of a binlog, or transactions
 */
function bench(name, amount) {
  const start = performance.now();
  const count = benchCase(name, amount);
  return { elapsedMs: performance.now() - start, count };
}

/**
 * @param {string} name
 * @param {number} amount
 */
function benchCase(name, amount) {
  if (name === 'lower-bound') return engine.bench_lower_bound(amount);
  if (name === 'kernel-bound') return engine.bench_kernel_bound(1, amount);
  if (name === 'kernel') return engine.bench_kernel(1, amount);
  if (name === 'group-commit') return engine.bench_group_commit(amount);
  if (name === 'global-binlog') return engine.bench_global_binlog(amount);
  return engine.bench_case(name, amount);
}

/**
 * An error as plain data. A trap inside the module leaves its memory in an unknown state: the page then restarts this thread.
 * @param {any} error
 */
function plainError(error) {
  const { name, message, path, value, allowed } = error ?? {};
  const panicked = error instanceof WebAssembly.RuntimeError;
  return { name: panicked ? 'Panic' : (name ?? 'Error'), message: String(message ?? error), path, value, allowed, panicked };
}

/**
 * The buffers of a result's typed arrays, which move to the page instead of being copied.
 * @param {any} value
 * @returns {ArrayBuffer[]}
 */
function buffersOf(value) {
  if (ArrayBuffer.isView(value)) return value.byteLength ? [/** @type {ArrayBuffer} */ (value.buffer)] : [];
  if (!value || typeof value !== 'object' || Array.isArray(value)) return [];
  return [...new Set(Object.values(value).flatMap(buffersOf))];
}
