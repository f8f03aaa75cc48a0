/**
 * The playground: the questions, one element for each lab that was opened, and the page's address that follows the one on
 * show.
 *
 * A lab that was left stays as it is, with its variants, its report and its guess; what it was set to is kept for this tab, so
 * that a reload of another lab does not lose it.
 */
import './element/redo-lab.js';
import { setUpPage } from './page.js';
import { canonical } from './state/experiment.js';
import { decodeLink, encodeLink, presetLink } from './state/link.js';
import { recallDocument, rememberDocument } from './state/memory.js';
import { sharedEngine } from './worker/engine.js';

/** @typedef {import('./element/redo-lab.js').RedoLab} RedoLab */

const first = /** @type {RedoLab} */ (document.querySelector('#lab'));
const navigation = /** @type {HTMLElement} */ (document.querySelector('#labs'));
const engine = sharedEngine();

/**
 * What the page knows of each lab that was opened.
 * @typedef {object} Place
 * @property {RedoLab} element
 * @property {string} held the experiment that its address holds, as text
 * @property {string} fragment its address
 * @property {boolean} ran whether the experiment in the address was run: the browser's history keeps it when something changes
 * @property {boolean} arriving whether a link is being opened: its spelling in full then takes its place, or going back would
 *   lead to it for ever
 */

/** @type {Map<string, Place>} by the lab's name */
const places = new Map();

/** @type {RedoLab} the lab on show */
let current = first;
/** The fragment that this page wrote itself, to tell it from one that somebody opened. */
let written = location.hash;
/** @type {any[]} the engine's labs */
let labs = [];
/** @type {import('./locales/texts.js').Texts | null} */
let texts = null;
let theme = 'auto';

if (location.hash.length > 1 && location.hash !== '#lab-view') first.setAttribute('experiment', location.hash);
listen(first);

setUpPage((change) => {
  ({ texts, theme } = change);
  for (const element of elements()) dress(element);
  showNavigation();
  const version = /** @type {HTMLElement} */ (document.querySelector('#engine-version'));
  engine.hello().then(
    (hello) => {
      labs = hello.labs;
      version.textContent = change.texts.text('footer-engine', { version: hello.version });
      showNavigation();
    },
    () => undefined,
  );
});

function elements() {
  return /** @type {RedoLab[]} */ ([...document.querySelectorAll('redo-lab')]);
}

/** @param {RedoLab} element */
function dress(element) {
  if (texts) element.setAttribute('lang', texts.lang);
  element.setAttribute('theme', theme);
}

/** @param {RedoLab} element */
function listen(element) {
  element.addEventListener('experiment-change', (event) => {
    const { experiment } = /** @type {CustomEvent} */ (event).detail;
    follow(element, experiment);
  });
  element.addEventListener('report', () => {
    const place = [...places.values()].find((candidate) => candidate.element === element);
    if (place) place.ran = true;
  });
}

/** The name of the lab on show, or nothing while it loads. */
function currentLab() {
  return [...places].find(([, place]) => place.element === current)?.[0] ?? '';
}

/**
 * Writes an experiment into its lab's address, and into the page's when that lab is on show.
 * @param {RedoLab} element
 * @param {any} experiment
 */
async function follow(element, experiment) {
  const text = canonical(experiment);
  const known = places.get(experiment.lab);
  // Two elements for one lab cannot be: the one that was opened last is it.
  const place = known ?? { element, held: '', fragment: '', ran: false, arriving: false };
  place.element = element;
  const arrived = place.arriving;
  place.arriving = false;
  const opening = !known;
  places.set(experiment.lab, place);
  if (opening) showNavigation();
  if (text === place.held) return;
  const start = place.held === '';
  place.held = text;
  rememberDocument(experiment.lab, experiment);
  // A link that could not be read stays in the address until something is changed.
  if (start && element.notice) return;
  const fragment = await encodeLink(experiment);
  if (place.held !== text) return;
  place.fragment = fragment;
  if (element !== current || fragment === location.hash) return;
  written = fragment;
  history[place.ran && !arrived ? 'pushState' : 'replaceState'](null, '', fragment);
  if (!arrived) place.ran = false;
}

/**
 * Puts a lab on show: as it was left, or as this tab remembers it, or as it opens.
 * @param {string} lab
 * @param {string} [fragment] a link to open in it
 */
function show(lab, fragment) {
  const place = places.get(lab);
  const element = place?.element ?? make(lab, fragment);
  for (const other of elements()) other.hidden = other !== element;
  current = element;
  if (place && fragment) {
    // What stands in the browser's history was run.
    place.ran = fragment.includes('&x=');
    place.arriving = true;
    // The same link again: an attribute that does not change opens nothing.
    if (element.experiment === fragment) element.open();
    else element.experiment = fragment;
  }
  showNavigation();
}

/**
 * @param {string} lab
 * @param {string} [fragment]
 */
function make(lab, fragment) {
  const element = /** @type {RedoLab} */ (document.createElement('redo-lab'));
  element.setAttribute('lab', lab);
  const remembered = fragment ?? recallDocument(lab);
  if (remembered) element.setAttribute('experiment', remembered);
  dress(element);
  listen(element);
  places.set(lab, { element, held: '', fragment: '', ran: false, arriving: Boolean(fragment) });
  document.querySelector('#lab-view')?.append(element);
  return element;
}

/** The questions; the one on show is marked. */
function showNavigation() {
  if (!texts || !labs.length) return;
  const now = currentLab();
  const focused = document.activeElement?.getAttribute('data-lab');
  const list = document.createElement('ul');
  for (const { name, title } of labs) {
    const link = document.createElement('a');
    link.href = presetLink(name, '').replace(/&preset=$/, '');
    link.dataset.lab = name;
    const label = document.createElement('b');
    label.textContent = texts.find(`lab-name-${name}`) ?? name;
    const question = document.createElement('span');
    question.textContent = texts.find(`lab-question-${name}`) ?? title;
    link.append(label, question);
    if (name === now) link.setAttribute('aria-current', 'page');
    link.addEventListener('click', choose);
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  navigation.replaceChildren(list);
  if (focused) /** @type {HTMLElement | null} */ (navigation.querySelector(`[data-lab="${focused}"]`))?.focus();
}

/** @param {MouseEvent} event */
function choose(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  const lab = link.dataset.lab ?? '';
  if (lab === currentLab()) return;
  const fragment = places.get(lab)?.fragment || link.hash;
  history.pushState(null, '', fragment);
  written = fragment;
  show(lab);
}

window.addEventListener('popstate', async () => {
  const { hash } = location;
  if (hash === '#lab-view' || hash === written) return;
  written = hash;
  const link = await decodeLink(hash);
  const lab = link.kind === 'none' ? '' : link.lab;
  const named = labs.some(({ name }) => name === lab) ? lab : currentLab();
  // A bare name leads to the lab as it was left; anything else is opened.
  const bare = link.kind === 'preset' && link.preset === '' && places.has(named) && named === lab;
  show(named, bare || places.get(named)?.fragment === hash ? undefined : hash);
});
