/**
 * What all pages of the playground share: language and theme, kept from visit to visit.
 */
import { LANGUAGES, loadTexts, nearestLanguage } from './locales/texts.js';
import { recallSetting, rememberSetting } from './state/memory.js';

const THEMES = ['auto', 'light', 'dark', 'contrast'];

/**
 * Fills the two choices of the header and keeps the page's texts in step.
 * @param {(change: { lang: string, theme: string, texts: import('./locales/texts.js').Texts }) => void} onChange
 */
export async function setUpPage(onChange) {
  const language = /** @type {HTMLSelectElement} */ (document.querySelector('#language'));
  const theme = /** @type {HTMLSelectElement} */ (document.querySelector('#theme'));
  for (const [tag, name] of Object.entries(LANGUAGES)) language.append(new Option(name, tag));
  for (const name of THEMES) theme.append(new Option(name, name));
  language.value = nearestLanguage(recallSetting('lang') || navigator.language);
  theme.value = recallSetting('theme') || 'auto';

  const apply = async () => {
    const texts = await loadTexts(language.value);
    document.documentElement.lang = language.value;
    document.documentElement.style.colorScheme = ['light', 'dark'].includes(theme.value) ? theme.value : '';
    for (const element of document.querySelectorAll('[data-text]')) {
      element.textContent = texts.text(/** @type {HTMLElement} */ (element).dataset.text ?? '');
    }
    for (const element of document.querySelectorAll('[data-label]')) {
      element.setAttribute('aria-label', texts.text(/** @type {HTMLElement} */ (element).dataset.label ?? ''));
    }
    for (const option of theme.options) option.textContent = texts.text(`theme-${option.value}`);
    onChange({ lang: language.value, theme: theme.value, texts });
  };
  const choose = () => {
    rememberSetting('lang', language.value);
    rememberSetting('theme', theme.value);
    apply();
  };
  language.addEventListener('change', choose);
  theme.addEventListener('change', choose);
  await apply();
}
