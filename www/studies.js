/**
 * The page of the studies: `studies.html` lists them, `studies.html#study=NAME` opens one.
 */
import './views/studies.js';
import { setUpPage } from './page.js';

const view = /** @type {import('./views/studies.js').RedoLabStudies} */ (document.querySelector('#studies'));

/** Shows the study that the address names. */
function follow() {
  if (location.hash === '#studies-view') return;
  view.study = new URLSearchParams(location.hash.slice(1)).get('study') ?? '';
}

window.addEventListener('hashchange', follow);
follow();

setUpPage(({ lang, theme }) => {
  view.setAttribute('lang', lang);
  view.setAttribute('theme', theme);
});
