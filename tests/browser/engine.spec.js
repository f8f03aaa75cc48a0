/** The engine's module in a page: versions, golden reports, errors. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, openEngine, test } from './fixtures.js';

/** @param {string} relative */
const read = (relative) => readFileSync(new URL(`../../${relative}`, import.meta.url), 'utf8');

/** Names of the golden experiments, each with a report that the native engine gave. */
const goldens = readdirSync(new URL('../golden/experiments', import.meta.url));

/**
 * Runs in the page: a whole run in steps.
 * @param {any} experiment
 */
function runToTheEnd(experiment) {
  const { Run } = /** @type {any} */ (globalThis).engine;
  const run = new Run(experiment);
  while (!run.step(5000).done);
  const report = run.report();
  run.free();
  return report;
}

/**
 * Runs in the page: what an experiment's refusal looks like.
 * @param {any} experiment
 */
function refusal(experiment) {
  const { Run } = /** @type {any} */ (globalThis).engine;
  try {
    new Run(experiment).free();
    return null;
  } catch (error) {
    const { name, message, path, value, allowed } = /** @type {any} */ (error);
    return { isError: error instanceof Error, name, message, path, value, allowed };
  }
}

test('the module says the version of Cargo.toml', async ({ page, at }) => {
  await openEngine(page, at);
  const version = await page.evaluate(() => /** @type {any} */ (globalThis).engine.engine_version());
  expect(version).toBe(/^version = "(.+)"$/m.exec(read('Cargo.toml'))?.[1]);
});

for (const name of goldens) {
  test(`golden report ${name} is the native one`, async ({ page, at }) => {
    await openEngine(page, at);
    const experiment = JSON.parse(read(`tests/golden/experiments/${name}`));
    const { engine, ...report } = await page.evaluate(runToTheEnd, experiment);
    expect(engine).toMatch(/^\d+\.\d+\.\d+/);
    expect(report).toEqual(JSON.parse(read(`tests/golden/reports/${name}`)));
  });
}

const wrong = [
  { experiment: { version: 1, lab: 'no-such-lab' }, path: 'lab' },
  { experiment: { version: 1, lab: 'redo-volume', params: { rows: 0 } }, path: 'params.rows' },
  { experiment: { version: 1, lab: 'redo-volume', params: { rows: 1e12 } }, path: 'params.rows' },
  { experiment: { version: 1, lab: 'redo-volume', params: { fill_factor: 'full' } }, path: 'params.fill_factor' },
  { experiment: { version: 1, lab: 'redo-volume', compare: [{}, { encoding: 'morse' }] }, path: 'compare[1].encoding' },
];
for (const { experiment, path } of wrong) {
  test(`a wrong ${path} is refused with its place: ${JSON.stringify(experiment)}`, async ({ page, at }) => {
    await openEngine(page, at);
    const error = await page.evaluate(refusal, experiment);
    expect(error).toMatchObject({ isError: true, name: 'DocumentError', path });
    expect(error?.message).toContain(path);
    expect(error?.allowed).not.toBe('');
  });
}

test('a run can be abandoned and the module used again', async ({ page, at }) => {
  await openEngine(page, at);
  const experiment = { version: 1, lab: 'redo-volume', params: { rows: 20000 } };
  await page.evaluate((experiment) => {
    const { Run } = /** @type {any} */ (globalThis).engine;
    const run = new Run(experiment);
    run.step(100);
    run.free();
  }, experiment);
  const report = await page.evaluate(runToTheEnd, experiment);
  expect(report.runs).toHaveLength(1);
  expect(report.runs[0].metrics.replica_identical.value).toBe(1);
});

test('the inspector shows a page that the overview lists, and the redo that made it', async ({ page, at }) => {
  await openEngine(page, at);
  const seen = await page.evaluate(() => {
    const { Inspector } = /** @type {any} */ (globalThis).engine;
    const inspector = new Inspector({ version: 1, lab: 'redo-volume', params: { rows: 5000 } }, 0, 'page-image');
    while (!inspector.step(5000).done);
    const overview = inspector.overview();
    const redo = overview.redo_bytes;
    const busiest = overview.page_no[redo.indexOf(Math.max(...redo))];
    const opened = inspector.page(busiest);
    const tape = inspector.tape();
    const result = {
      encoding: overview.encoding,
      columns: [overview.tree, overview.level, overview.records, redo].map(({ length }) => length - overview.page_no.length),
      bytes: opened.bytes.length - overview.page_size,
      records: opened.records.length,
      kinds: inspector.page_redo(busiest, 0, 50).records.map((/** @type {any} */ record) => record.purpose),
      tape: tape.purpose_bytes.length - tape.mtr_lsn.length * tape.purposes.length,
    };
    inspector.free();
    return result;
  });
  expect(seen).toMatchObject({ encoding: 'page-image', columns: [0, 0, 0, 0], bytes: 0, tape: 0 });
  expect(seen.records).toBeGreaterThan(2);
  expect(seen.kinds).toContain('page-image');
});

test('a new seed is a whole number that an experiment accepts', async ({ page, at }) => {
  await openEngine(page, at);
  const seeds = await page.evaluate(() => {
    const { engine } = /** @type {any} */ (globalThis);
    return Array.from({ length: 20 }, () => engine.new_seed());
  });
  for (const seed of seeds) {
    expect(Number.isInteger(seed)).toBe(true);
    expect(seed).toBeGreaterThanOrEqual(1);
    expect(seed).toBeLessThanOrEqual(2 ** 31);
  }
  expect(new Set(seeds).size).toBeGreaterThan(1);
});
