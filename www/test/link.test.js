import { describe, expect, test } from 'vitest';
import { expanded } from '../state/experiment.js';
import { decodeLink, encodeLink, presetLink } from '../state/link.js';

/** @type {import("../state/experiment.js").Experiment} */
const experiment = {
  version: 1,
  lab: 'redo-volume',
  seed: 7,
  params: { table: 't0', rows: 100000, index: ['b', 'k,id'] },
  compare: [{ encoding: 'physical' }, { encoding: 'page-image', compression: 'lz4' }],
};

describe('a link', () => {
  test('gives back the experiment that went in', async () => {
    expect(await decodeLink(await encodeLink(experiment))).toEqual({ kind: 'experiment', lab: 'redo-volume', experiment });
  });

  test('keeps names in every script', async () => {
    const table = { columns: [{ name: '列', type: 'INT', values: 'sequential' }], primary_key: ['列'] };
    const own = { ...experiment, params: { table } };
    expect(await decodeLink(await encodeLink(own))).toMatchObject({ experiment: own });
  });

  test('is short and needs no escaping', async () => {
    const link = await encodeLink(experiment);
    expect(link).toMatch(/^#lab=redo-volume&x=1\.[\w-]{6}\.[\w-]+$/);
    expect(link.length).toBeLessThan(300);
  });

  test('cut anywhere says that it was cut', async () => {
    const link = await encodeLink(experiment);
    for (let length = link.indexOf('&x=1.') + 5; length < link.length; length++) {
      expect(await decodeLink(link.slice(0, length)), link.slice(0, length)).toMatchObject({ kind: 'damaged', reason: 'cut' });
    }
  });

  test('with any character changed is refused', async () => {
    const link = await encodeLink(experiment);
    const start = link.indexOf('&x=1.') + 5;
    for (let at = start; at < link.length; at++) {
      const changed = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1);
      expect((await decodeLink(changed)).kind).toBe('damaged');
    }
  });

  test('of a newer form says so', async () => {
    expect(await decodeLink('#lab=redo-volume&x=2.abcdef.zzz')).toEqual({
      kind: 'damaged',
      lab: 'redo-volume',
      reason: 'version',
    });
  });

  test('may name a preset, or nothing', async () => {
    expect(await decodeLink(presetLink('redo-volume', 't0-10k'))).toEqual({
      kind: 'preset',
      lab: 'redo-volume',
      preset: 't0-10k',
    });
    expect(await decodeLink('#lab=redo-volume')).toEqual({ kind: 'preset', lab: 'redo-volume', preset: '' });
    expect(await decodeLink('')).toEqual({ kind: 'none' });
    expect(await decodeLink('#section-2')).toEqual({ kind: 'none' });
  });

  test.each([
    [5],
    [[]],
    [null],
    [{ ...experiment, params: [] }],
    [{ ...experiment, params: null }],
    [{ ...experiment, compare: {} }],
    [{ ...experiment, compare: [{}, null] }],
    [{ ...experiment, compare: [[]] }],
    [{ ...experiment, seed: '7' }],
    [{ ...experiment, lab: 3 }],
    [{ ...experiment, preset: {} }],
  ])('to a document of another shape is damaged: %j', async (document) => {
    const packed = (await encodeLink(/** @type {any} */ (document ?? { toJSON: () => null }))).replace(
      /lab=[^&]*/,
      'lab=redo-volume',
    );
    expect(await decodeLink(packed)).toEqual({ kind: 'damaged', lab: 'redo-volume', reason: 'damaged' });
  });

  test('to a document that names only a preset keeps it for the page to expand', async () => {
    const packed = (await encodeLink(/** @type {any} */ ({ preset: 'p' }))).replace(/lab=[^&]*/, 'lab=redo-volume');
    expect(await decodeLink(packed)).toEqual({ kind: 'experiment', lab: 'redo-volume', experiment: { preset: 'p' } });
  });

  test('that unfolds without end is refused', async () => {
    const bomb = await encodeLink({ ...experiment, params: { text: 'a'.repeat(5000000) } });
    expect((await decodeLink(bomb)).kind).toBe('damaged');
  });

  test('with the longest listing that the engine takes comes back whole', async () => {
    const line = (/** @type {number} */ number) => `last_committed=${number - 1} sequence_number=${number}\n`;
    const text = Array.from({ length: 25000 }, (_, i) => line(i + 1))
      .join('')
      .slice(0, 1000000);
    const link = await encodeLink({ ...experiment, params: { text } });
    const opened = /** @type {any} */ (await decodeLink(link));
    expect(opened.experiment.params.text).toBe(text);
  });
});

describe('a document that names a preset', () => {
  const preset = { lab: 'redo-volume', experiment };

  test('is the preset where it says nothing', () => {
    expect(expanded({ preset: 'p' }, preset, '')).toEqual(experiment);
  });

  test('overrides params one by one and replaces the rest', () => {
    const document = { version: 1, lab: 'redo-volume', preset: 'p', seed: 9, params: { rows: 5 }, compare: [{ rows: 6 }] };
    expect(expanded(document, preset, '')).toEqual({
      ...experiment,
      seed: 9,
      params: { ...experiment.params, rows: 5 },
      compare: [{ rows: 6 }],
    });
  });

  test('without either gets the lab of the page', () => {
    expect(expanded({}, undefined, 'redo-volume')).toEqual({ version: 1, lab: 'redo-volume', params: {} });
  });
});
