/**
 * The lab alone, for a frame: `embed.html?controls=simple&theme=dark&lang=ja#lab=redo-volume&preset=t0-10k`.
 */
import './element/redo-lab.js';

const lab = /** @type {HTMLElement} */ (document.querySelector('#lab'));
const wishes = new URLSearchParams(location.search);
for (const name of ['controls', 'theme', 'lang']) {
  const value = wishes.get(name);
  if (value) lab.setAttribute(name, value);
}
const theme = wishes.get('theme') ?? '';
if (['light', 'dark'].includes(theme)) document.documentElement.style.colorScheme = theme;
if (location.hash.length > 1) lab.setAttribute('experiment', location.hash);
