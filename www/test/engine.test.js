import { describe, expect, test, vi } from 'vitest';
import { Engine, EngineFailure, RunCancelled } from '../worker/engine.js';

/** A worker that keeps what it is sent, and says what the test wants. */
class StubWorker {
  constructor() {
    /** @type {any[]} */
    this.sent = [];
    this.ended = false;
    /** @type {(event: { data: any }) => void} */
    this.onmessage = () => undefined;
    /** @type {(event: { message: string }) => void} */
    this.onerror = () => undefined;
  }
  /** @param {any} message */
  postMessage(message) {
    this.sent.push(message);
  }
  terminate() {
    this.ended = true;
  }
  /** @param {any} data */
  say(data) {
    this.onmessage({ data });
  }
}

function stubbed() {
  /** @type {StubWorker[]} */
  const workers = [];
  const engine = new Engine(() => {
    const worker = new StubWorker();
    workers.push(worker);
    return /** @type {any} */ (worker);
  });
  return { engine, workers };
}

describe('the engine’s client', () => {
  test('passes progress on and resolves with the result', async () => {
    const { engine, workers } = stubbed();
    /** @type {any[]} */
    const seen = [];
    const result = engine.request('run', {}, { onProgress: (message) => seen.push(message.progress) });
    const [{ id }] = workers[0].sent;
    workers[0].say({ id, kind: 'progress', progress: 0.5 });
    workers[0].say({ id, kind: 'result', result: 42 });
    expect(await result).toBe(42);
    expect(seen).toEqual([0.5]);
  });

  test('cancels at once, and ends a thread that does not stop', async () => {
    vi.useFakeTimers();
    const { engine, workers } = stubbed();
    const abort = new AbortController();
    const result = engine.request('run', {}, { signal: abort.signal });
    abort.abort();
    await expect(result).rejects.toBeInstanceOf(RunCancelled);
    expect(workers[0].sent.at(-1)).toMatchObject({ op: 'cancel' });
    vi.advanceTimersByTime(2000);
    expect(workers[0].ended).toBe(true);
    vi.useRealTimers();
  });

  test('keeps path, value and what is allowed of a wrong document', async () => {
    const { engine, workers } = stubbed();
    const result = engine.request('complete', {});
    const error = { name: 'DocumentError', message: 'm', path: 'params.rows', value: '0', allowed: 'more' };
    workers[0].say({ id: workers[0].sent[0].id, kind: 'error', error });
    await expect(result).rejects.toMatchObject({ name: 'DocumentError', path: 'params.rows', value: '0', allowed: 'more' });
    expect(workers[0].ended).toBe(false);
  });

  test('starts a new thread after a panic, and fails what waited', async () => {
    const { engine, workers } = stubbed();
    const first = engine.request('run', {});
    const second = engine.request('run', {});
    workers[0].say({ id: 1, kind: 'error', error: { name: 'Panic', message: 'unreachable', panicked: true } });
    await expect(first).rejects.toBeInstanceOf(EngineFailure);
    await expect(second).rejects.toMatchObject({ name: 'EngineLost' });
    expect(workers[0].ended).toBe(true);
    engine.request('hello', {});
    expect(workers).toHaveLength(2);
  });

  test('asks for the labs once, and again after a failure', async () => {
    const { engine, workers } = stubbed();
    const first = engine.hello();
    expect(engine.hello()).toBe(first);
    workers[0].onerror({ message: 'not found' });
    await expect(first).rejects.toThrow('not found');
    const second = engine.hello();
    workers[1].say({ id: 2, kind: 'result', result: { version: '1' } });
    expect(await second).toEqual({ version: '1' });
  });
});
