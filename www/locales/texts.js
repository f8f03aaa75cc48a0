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
 * @param {string} tag
 * @returns {Promise<Texts>}
 */
export function loadTexts(tag) {
  const lang = nearestLanguage(tag);
  let texts = loaded.get(lang);
  if (!texts) {
    const source = sources[lang];
    texts = source
      ? source().then(({ default: text }) => new Texts(lang, [makeBundle(lang, text), englishBundle]))
      : Promise.resolve(englishTexts);
    loaded.set(lang, texts);
  }
  return texts;
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
