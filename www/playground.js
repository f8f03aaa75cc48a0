/**
 * The playground: one element, and the page's address that follows its experiment.
 */
import './element/redo-lab.js';
import { setUpPage } from './page.js';
import { canonical } from './state/experiment.js';
import { decodeLink, encodeLink } from './state/link.js';

const lab = /** @type {import('./element/redo-lab.js').RedoLab} */ (document.querySelector('#lab'));

if (location.hash.length > 1 && location.hash !== '#lab-view') lab.setAttribute('experiment', location.hash);

setUpPage(({ lang, theme, texts }) => {
  lab.setAttribute('lang', lang);
  lab.setAttribute('theme', theme);
  const version = /** @type {HTMLElement} */ (document.querySelector('#engine-version'));
  lab.engine.hello().then(
    (engine) => (version.textContent = texts.text('footer-engine', { version: engine.version })),
    () => undefined,
  );
});

/** The fragment that this page wrote itself, to tell it from one that somebody opened. */
let written = location.hash;
/** @type {string} the experiment that the address holds */
let held = '';

/**
 * Writes the experiment into the address; a run makes a step of the browser's history, a change of a knob does not.
 * @param {any} experiment
 * @param {boolean} asStep
 */
async function follow(experiment, asStep) {
  const text = canonical(experiment);
  if (text === held && !asStep) return;
  const first = held === '';
  held = text;
  // A link that could not be read stays in the address until something is changed.
  if (first && lab.notice) return;
  const fragment = await encodeLink(experiment);
  if (held !== text || fragment === location.hash) return;
  written = fragment;
  history[asStep ? 'pushState' : 'replaceState'](null, '', fragment);
}

lab.addEventListener('experiment-change', (event) => follow(/** @type {CustomEvent} */ (event).detail.experiment, false));
lab.addEventListener('run', (event) => follow(/** @type {CustomEvent} */ (event).detail.experiment, true));

window.addEventListener('popstate', async () => {
  if (location.hash === '#lab-view' || location.hash === written) return;
  written = location.hash;
  const link = await decodeLink(location.hash);
  held = link.kind === 'experiment' ? canonical(link.experiment) : '';
  // The same link again: an attribute that does not change opens nothing.
  if (lab.experiment === location.hash) lab.open();
  else lab.experiment = location.hash;
});
