/**
 * Texts in the reader's language. English is always there and stands in for what a translation lacks.
 */
import { FluentBundle, FluentResource } from '@fluent/bundle';
import english from './en.ftl?raw';

/** The languages of the page, by their own names. */
export const LANGUAGES = { en: 'English', zh: '中文', ja: '日本語' };

/** @type {{ [lang: string]: () => Promise<{ default: string }> }} */
const sources = {
  zh: () => import('./zh.ftl?raw'),
  ja: () => import('./ja.ftl?raw'),
};

/**
 * Texts that only one lab needs come with it, in every language.
 * @type {{ [lab: string]: { [lang: string]: () => Promise<{ default: string }> } }}
 */
const ofLabs = {
  'group-commit': {
    en: () => import('./group-commit/en.ftl?raw'),
    zh: () => import('./group-commit/zh.ftl?raw'),
    ja: () => import('./group-commit/ja.ftl?raw'),
  },
  'global-binlog': {
    en: () => import('./global-binlog/en.ftl?raw'),
    zh: () => import('./global-binlog/zh.ftl?raw'),
    ja: () => import('./global-binlog/ja.ftl?raw'),
  },
};

/** @typedef {{ [name: string]: string | number }} Arguments */

export class Texts {
  /**
   * @param {string} lang
   * @param {FluentBundle[]} bundles the wanted language first
   */
  constructor(lang, bundles) {
    this.lang = lang;
    this.bundles = bundles;
  }

  /**
   * The text of an id; the id itself when nobody knows it.
   * @param {string} id
   * @param {Arguments} [args]
   */
  text(id, args) {
    return this.find(id, args) ?? id;
  }

  /**
   * The text of an id, or nothing; a text that lacks an argument is none.
   * @param {string} id
   * @param {Arguments} [args]
   * @returns {string | undefined}
   */
  find(id, args) {
    for (const bundle of this.bundles) {
      const pattern = bundle.getMessage(id)?.value;
      /** @type {Error[]} */
      const errors = [];
      const text = pattern && bundle.formatPattern(pattern, args, errors);
      if (text && !errors.length) return text;
    }
    return undefined;
  }
}

/** @type {Map<string, Promise<Texts>>} */
const loaded = new Map();

const englishBundle = makeBundle('en', english);

/** Texts that are there before any language has been loaded. */
export const englishTexts = new Texts('en', [englishBundle]);

/**
 * The language of the page nearest to a language tag.
 * @param {string} tag such as `zh-Hant-TW`
 */
export function nearestLanguage(tag) {
  const primary = tag.toLowerCase().split(/[-_]/)[0];
  return primary in LANGUAGES ? primary : 'en';
}

/**
 * The texts of a language; with those of a lab, if it has some of its own.
 * @param {string} tag
 * @param {string} [lab]
 * @returns {Promise<Texts>}
 */
export function loadTexts(tag, lab = '') {
  const lang = nearestLanguage(tag);
  const key = lab in ofLabs ? `${lang} ${lab}` : lang;
  let texts = loaded.get(key);
  if (!texts) {
    texts = lab in ofLabs ? withLab(lang, lab) : ofAllLabs(lang);
    loaded.set(key, texts);
    // What failed is asked for again.
    texts.catch(() => loaded.delete(key));
  }
  return texts;
}

/** @param {string} lang @returns {Promise<Texts>} */
async function ofAllLabs(lang) {
  const source = sources[lang];
  if (!source) return englishTexts;
  const { default: text } = await source();
  return new Texts(lang, [makeBundle(lang, text), englishBundle]);
}

/** @param {string} lang @param {string} lab @returns {Promise<Texts>} */
async function withLab(lang, lab) {
  const load = async (/** @type {string} */ of) => makeBundle(of, (await ofLabs[lab][of]()).default);
  const [all, own, english] = await Promise.all([loadTexts(lang), load(lang), lang === 'en' ? null : load('en')]);
  return new Texts(lang, [own, ...all.bundles.slice(0, -1), ...(english ? [english] : []), englishBundle]);
}

/**
 * @param {string} lang
 * @param {string} text
 */
function makeBundle(lang, text) {
  const bundle = new FluentBundle(lang, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle;
}
