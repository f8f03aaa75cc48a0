import { FluentResource } from '@fluent/bundle';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadTexts, nearestLanguage } from '../locales/texts.js';

/** Where texts are: those of all labs, and those that come with a lab. */
const places = ['', 'group-commit/', 'global-binlog/'];

/** @param {string} place @param {string} lang */
const fileOf = (place, lang) => readFileSync(new URL(`../locales/${place}${lang}.ftl`, import.meta.url), 'utf8');

/** @param {string} lang */
const source = (lang) => places.map((place) => fileOf(place, lang)).join('\n');
/** @param {string} lang */
const messages = (lang) => new FluentResource(source(lang)).body.map(({ id }) => id);
/** The variables that a text uses, by the text's id. @param {string} lang */
const variables = (lang) =>
  new Map(
    source(lang)
      .split(/\n(?=[a-z])/)
      .map((text) => [text.split(' ')[0], [...new Set(text.match(/\$\w+/g) ?? [])].sort().join()]),
  );

/** Texts that English takes from the engine. */
const fromTheEngine = /^(sentence|consequence|preset|note)-/;

describe.each(['zh', 'ja'])('%s', (lang) => {
  test('translates every text, and nothing that is not there', () => {
    const own = messages(lang).filter((id) => !fromTheEngine.test(id));
    expect([...own].sort()).toEqual(
      messages('en')
        .filter((id) => !fromTheEngine.test(id))
        .sort(),
    );
  });

  test('uses only the variables that English has', () => {
    const english = variables('en');
    for (const [id, names] of variables(lang)) {
      const known = english.get(id)?.split(',') ?? [];
      if (english.has(id))
        expect(
          names.split(',').filter((name) => !known.includes(name)),
          id,
        ).toEqual([]);
    }
  });
});

test.each(['zh', 'ja'])('%s puts the engine’s sentences into words, in every form', async (lang) => {
  const texts = await loadTexts(lang);
  const works = ['install-pages', 'apply-records', 'take-flushed-pages'];
  for (const relation of ['fewer', 'more', 'equal', 'from-nothing']) {
    for (const work of works) {
      const found = texts.find('sentence-redo-volume-compare-unlogged', {
        subject_name: 'S',
        subject_column: 'D',
        base_name: 'B',
        base_column: 'A',
        relation,
        percent: '24',
        measure: 'redo_bytes',
        subject_work: work,
        subject_work_count: '91',
        base_work: 'apply-records',
        base_work_count: '100,182',
        unlogged_column: 'E',
        unlogged_redo_bytes: '3,300',
        unlogged_pages_missing: '90',
      });
      for (const part of ['91', '100,182', '3,300', 'D', 'A']) expect(found).toContain(part);
    }
  }
  expect(texts.find('sentence-redo-volume-compare', { relation: 'fewer' })).toBeUndefined();
});

test.each(['zh', 'ja'])('%s puts the sentences of the labs in time into words', async (lang) => {
  const texts = await loadTexts(lang);
  const runs = { subject_name: 'S', subject_column: 'B', base_name: 'B', base_ms: '2 s', subject_ms: '1.5 s', percent: '25' };
  const phase = { longest_phase_name: 'load', longest_phase_percent: '93', stall_ms: '300 ms' };
  for (const relation of ['less', 'more', 'equal']) {
    const compare = texts.find('sentence-parallel-ddl-compare', { ...runs, ...phase, relation, stall_ms_any: 'yes' });
    for (const part of ['1.5 s', '2 s', '93', '300 ms']) expect(compare).toContain(part);
  }
  expect(texts.find('sentence-parallel-ddl-one', { ...runs, ...phase, stall_ms_any: 'no' })).not.toContain('300 ms');
  const replica = (/** @type {string} */ prefix, /** @type {string} */ status) => ({
    [`${prefix}_status`]: status,
    [`${prefix}_lag_ms`]: `${prefix} lag`,
    [`${prefix}_memory_pct`]: '11',
    [`${prefix}_unavailable_after_ms`]: `${prefix} end`,
  });
  const facts = { ...runs, ...replica('subject', 'normal'), ...replica('base', 'unavailable') };
  for (const part of ['subject lag', 'base lag', 'base end']) {
    expect(texts.find('sentence-replica-lag-compare', facts)).toContain(part);
  }
  expect(texts.find('sentence-replica-lag-one', replica('subject', 'unavailable'))).toContain('subject end');
  const crash = (/** @type {string} */ prefix, /** @type {string} */ recovered, /** @type {string} */ committed) => ({
    [`${prefix}_recovered`]: recovered,
    [`${prefix}_committed`]: committed,
    [`${prefix}_recovery_ms`]: `${prefix} time`,
    [`${prefix}_redo_scanned_bytes`]: `${prefix} redo`,
    [`${prefix}_pages`]: '183',
    [`${prefix}_pages_any`]: 'yes',
    [`${prefix}_backup`]: 'no',
    [`${prefix}_backup_pages_wrong`]: '27',
    [`${prefix}_stall_ms`]: '4 s',
    [`${prefix}_stall_ms_any`]: 'yes',
  });
  for (const [recovered, committed] of [
    ['yes', 'yes'],
    ['yes', 'no'],
    ['index-dropped', 'no'],
  ]) {
    const said = texts.find('sentence-crash-recovery-compare', {
      ...runs,
      ...crash('subject', recovered, committed),
      ...crash('base', 'lost', 'no'),
    });
    for (const part of ['subject time', 'subject redo', '27', '4 s']) expect(said).toContain(part);
    expect(said).not.toContain('base time');
  }
});

test('no file gives a text twice', () => {
  for (const lang of ['en', 'zh', 'ja']) {
    for (const place of places) {
      const ids = new FluentResource(fileOf(place, lang)).body.map(({ id }) => id);
      expect(new Set(ids).size, place + lang).toBe(ids.length);
    }
  }
});

test('a language tag finds the nearest language', () => {
  expect(['zh-Hant-TW', 'ja', 'en-GB', 'fr'].map(nearestLanguage)).toEqual(['zh', 'ja', 'en', 'en']);
});

test.each(['en', 'zh', 'ja'])('%s has the texts of a lab beside those of all, and its own first', async (lang) => {
  const [all, own] = await Promise.all([loadTexts(lang), loadTexts(lang, 'group-commit')]);
  expect(all.find('why-keeps-up')).toBeUndefined();
  expect(own.lang).toBe(lang);
  expect(own.text('run-again')).toBe(all.text('run-again'));
  expect(own.text('status-done')).toBe({ en: 'done', zh: '完成', ja: '完了' }[lang]);
  expect(await loadTexts(lang, 'a lab without any')).toBe(all);
});

test('every translation puts the same of the engine’s own texts into words', () => {
  const own = (/** @type {string} */ lang) => messages(lang).filter((id) => /^(consequence|note)-/.test(id));
  expect(own('ja').sort()).toEqual(own('zh').sort());
});

test.each(['zh', 'ja'])('%s puts the sentences of group commit into words, with what they leave out', async (lang) => {
  const texts = await loadTexts(lang, 'group-commit');
  const optional = ['wrong_results', 'writeset_steps', 'clients', 'arrivals'];
  const none = (/** @type {string} */ prefix) => ({
    [`${prefix}_lag_grows`]: 'none',
    ...Object.fromEntries(optional.map((name) => [`${prefix}_${name}_any`, 'no'])),
  });
  const names = ['tps', 'group_size', 'latency_us', 'lag_ms', 'replica_tps', 'transactions', 'workers', 'steps', 'drained_ms'];
  const more = ['wrong_results', 'clients', 'critical_path', 'parallelism', 'writeset_steps'];
  /** Every argument, spelled by its own name. @param {string} prefix */
  const some = (prefix) => ({
    ...Object.fromEntries(
      [...names, ...more].flatMap((name) => [
        [`${prefix}_${name}`, `<${prefix} ${name}>`],
        [`${prefix}_${name}_any`, 'yes'],
      ]),
    ),
    [`${prefix}_lag_grows`]: 'yes',
  });
  const runs = { subject_name: 'S', subject_column: 'B', base_name: 'T' };
  /** @type {[string, string[]][]} */
  const kinds = [
    ['', ['tps', 'group_size', 'latency_us', 'lag_ms', 'wrong_results']],
    ['backlog-', ['tps', 'replica_tps']],
    ['list-', ['transactions', 'workers', 'steps', 'drained_ms', 'wrong_results']],
    ['limit-', ['tps', 'clients', 'group_size']],
    ['replay-', ['transactions', 'critical_path', 'parallelism', 'workers', 'steps', 'writeset_steps']],
  ];
  for (const [kind, told] of kinds) {
    const one = texts.find(`sentence-group-commit-${kind}one`, some('subject'));
    const both = texts.find(`sentence-group-commit-${kind}compare`, { ...runs, ...some('subject'), ...some('base') });
    for (const name of told) {
      expect(one, kind).toContain(`<subject ${name}>`);
      for (const prefix of ['subject', 'base']) expect(both, kind).toContain(`<${prefix} ${name}>`);
    }
    for (const name of ['S(B)', 'T(A)']) expect(both).toContain(name);
  }
  const bare = { ...some('subject'), ...none('subject') };
  expect(texts.find('sentence-group-commit-one', bare)).not.toMatch(/wrong_results|lag_ms/);
  expect(texts.find('sentence-group-commit-replay-one', bare)).not.toContain('writeset_steps');
  const nothing = { ...none('subject'), subject_tps: '0', subject_tps_any: 'no' };
  expect(texts.find('sentence-group-commit-limit-one', nothing)).not.toContain('TPS');
});

test.each(['zh', 'ja'])('%s puts the sentences of the global binlog into words, with what they leave out', async (lang) => {
  const texts = await loadTexts(lang, 'global-binlog');
  /** @type {{ [says: string]: string[] }} */
  const told = {
    flows: ['tps', 'usual_delay_ms', 'delay_ms', 'memory_bytes_size'],
    saturated: ['tps', 'peak_delay_ms'],
    huge: ['sorted_ms', 'written_ms', 'memory_bytes_size', 'memory_pct'],
    stalled: ['written', 'unwritten', 'held_back_by'],
    'out-of-memory': ['at_ms'],
    nothing: [],
  };
  const optional = ['spilled_bytes', 'spill_from_bytes', 'split_pct', 'consumer_ms'];
  const args = (/** @type {string} */ prefix, /** @type {string} */ says, /** @type {string} */ any) => ({
    [`${prefix}_says`]: says,
    [`${prefix}_cause`]: 'hole',
    [`${prefix}_bottleneck`]: 'write',
    ...Object.fromEntries(told[says].map((name) => [`${prefix}_${name}`, `<${prefix} ${name}>`])),
    ...Object.fromEntries(optional.map((name) => [`${prefix}_${name}_any`, any])),
    ...(any === 'yes'
      ? Object.fromEntries(
          ['spilled_bytes_size', 'spill_from_bytes_size', 'split_pct', 'consumer_ms'].map((name) => [
            `${prefix}_${name}`,
            `<${prefix} ${name}>`,
          ]),
        )
      : {}),
  });
  const names = { subject_name: 'S', subject_column: 'B', base_name: 'T' };
  for (const [says, parts] of Object.entries(told)) {
    for (const any of ['yes', 'no']) {
      const one = texts.find('sentence-global-binlog-one', args('subject', says, any));
      const both = texts.find('sentence-global-binlog-compare', {
        ...names,
        ...args('subject', says, any),
        ...args('base', says, any),
      });
      for (const part of [...parts, ...(any === 'yes' ? ['split_pct', 'consumer_ms'] : [])]) {
        expect(one, says).toContain(`<subject ${part}>`);
        for (const prefix of ['subject', 'base']) expect(both, says).toContain(`<${prefix} ${part}>`);
      }
    }
  }
});
