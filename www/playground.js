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
/** The experiment that the address holds, as text. */
let held = '';
/** Whether the experiment in the address was run: the browser's history keeps it when something is changed. */
let ran = false;
/** Whether a link is being opened: its spelling in full then takes its place, or going back would lead to it for ever. */
let arriving = false;

/**
 * Writes the experiment into the address.
 * @param {any} experiment
 */
async function follow(experiment) {
  const text = canonical(experiment);
  const arrived = arriving;
  arriving = false;
  if (text === held) return;
  const first = held === '';
  held = text;
  // A link that could not be read stays in the address until something is changed.
  if (first && lab.notice) return;
  const fragment = await encodeLink(experiment);
  if (held !== text || fragment === location.hash) return;
  written = fragment;
  history[ran && !arrived ? 'pushState' : 'replaceState'](null, '', fragment);
  if (!arrived) ran = false;
}

lab.addEventListener('experiment-change', (event) => follow(/** @type {CustomEvent} */ (event).detail.experiment));
lab.addEventListener('report', () => (ran = true));

window.addEventListener('popstate', async () => {
  if (location.hash === '#lab-view' || location.hash === written) return;
  written = location.hash;
  const link = await decodeLink(location.hash);
  // What stands in the browser's history was run.
  ran = link.kind === 'experiment';
  arriving = true;
  // The same link again: an attribute that does not change opens nothing.
  if (lab.experiment === location.hash) lab.open();
  else lab.experiment = location.hash;
});
